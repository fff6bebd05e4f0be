//! `jobs` (POSIX XCU jobs) and `disown`.

use skosh_interp::command::simple::{Lookup, execute_fields};
use skosh_interp::jobs::{self, Format};
use skosh_interp::report;
use skosh_state::jobs::JobState;
use skosh_state::{Fields, Outcome, Shell};

use crate::option_scan::OptionScan;
use crate::{failure, kill};

/// `jobs [-lnprs] [jobspec...]`, `jobs -x command [args]`
pub fn run_jobs(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut format = Format::Normal;
    let (mut changed, mut state) = (false, None);
    let letters: &[u8] = if failure::is_sh(sh) { b"lp" } else { b"lnprsx" };
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, letters) {
            Ok(None) => break,
            Ok(Some((b'l', _))) => format = Format::Long,
            Ok(Some((b'p', _))) => format = Format::Pid,
            Ok(Some((b'n', _))) => changed = true,
            Ok(Some((b'r', _))) => state = Some(JobState::Running),
            Ok(Some((b's', _))) => state = Some(JobState::Stopped),
            Ok(Some(_)) => return execute(sh, args, scan.first()),
            Err(status) => return Ok(status),
        }
    }
    // A subshell that has no jobs of its own shows those of the shell around it: `$(jobs -p)`, `jobs | wc -l`.
    let borrowed = sh.borrow_outer_jobs();
    let outcome = list(sh, args, scan.first(), format, Filter { changed, state, forget: borrowed.is_none() });
    if let Some(index) = borrowed {
        sh.return_outer_jobs(index);
    }
    outcome
}

/// Which jobs are listed.
struct Filter {
    changed: bool,
    state: Option<JobState>,
    /// Jobs that have ended are forgotten once they were shown.
    forget: bool,
}

fn list(sh: &mut Shell, args: &Fields, first: usize, format: Format, filter: Filter) -> Outcome {
    if filter.forget || sh.is_virtual() {
        jobs::poll(sh);
    }
    let Filter { changed, state, forget } = filter;
    let mut out = Vec::new();
    let mut status = 0;
    let mut shown = Vec::new();
    if args.len() == first {
        let numbers: Vec<usize> = sh
            .jobs
            .iter()
            .filter(|job| state.is_none_or(|state| job.state() == state) && (!changed || !job.notified))
            .map(|job| job.number)
            .collect();
        shown = numbers;
    }
    for spec in args.iter().skip(first) {
        match jobs::find(sh, spec) {
            Ok(number) => shown.push(number),
            Err(error) => {
                kill::job_error(sh, spec, error);
                status = failure::status(sh, 1);
            }
        }
    }
    for &number in &shown {
        jobs::show(sh, number, format, &mut out);
    }
    let written = report::output(sh, &out)?;
    for number in shown.into_iter().filter(|_| forget) {
        if let Some(job) = sh.jobs.get_mut(number) {
            job.notified = true;
            // Once its end has been shown a job is forgotten; its status stays known to `wait`.
            if job.state() == JobState::Done && format != Format::Pid {
                jobs::forget(sh, number);
            }
        }
    }
    Ok(status.max(written))
}

/// `jobs -x`: runs a command, job specifications replaced by process group ids.
fn execute(sh: &mut Shell, args: &Fields, first: usize) -> Outcome {
    let mut fields = Fields::new();
    for field in args.iter().skip(first) {
        if field.first() == Some(&b'%')
            && let Ok(number) = jobs::find(sh, field)
            && let Some(job) = sh.jobs.get(number)
        {
            let group = if job.group != 0 { job.group } else { job.processes.first().map_or(0, |process| process.pid) };
            fields.push(group.to_string().as_bytes());
        } else {
            fields.push(field);
        }
    }
    if fields.is_empty() {
        return Ok(0);
    }
    execute_fields(sh, &fields, Lookup::Normal)
}

/// `disown [-h] [-ar] [jobspec... | pid...]`
pub fn run_disown(sh: &mut Shell, args: &Fields) -> Outcome {
    let (mut keep, mut all, mut running) = (false, false, false);
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"har") {
            Ok(None) => break,
            Ok(Some((b'h', _))) => keep = true,
            Ok(Some((b'a', _))) => all = true,
            Ok(Some(_)) => running = true,
            Err(status) => return Ok(status),
        }
    }
    let mut status = 0;
    let mut numbers = Vec::new();
    if args.len() == scan.first() {
        if all || running {
            numbers.extend(
                sh.jobs.iter().filter(|job| !running || job.state() == JobState::Running).map(|job| job.number),
            );
        } else {
            match sh.jobs.current() {
                Some(number) => numbers.push(number),
                None => return Ok(report::builtin_word_error(sh, b"current", "no such job")),
            }
        }
    }
    for spec in args.iter().skip(scan.first()) {
        match jobs::find(sh, spec) {
            Ok(number) => numbers.push(number),
            Err(error) => status = kill::job_error(sh, spec, error),
        }
    }
    for number in numbers {
        if keep {
            if let Some(job) = sh.jobs.get_mut(number) {
                job.no_hangup = true;
            }
        } else {
            let pids: Vec<i32> = sh.jobs.get(number).map_or_else(Vec::new, |job| {
                job.processes.iter().filter(|process| !process.is_done()).map(|process| process.pid).collect()
            });
            sh.jobs.remove(number);
            sh.orphans.extend(pids);
        }
    }
    Ok(status)
}
