//! `fg`, `bg` (POSIX XCU fg, bg) and `suspend`.

use skosh_interp::subshell::{NeedsProcess, become_process};
use skosh_interp::{jobs, report};
use skosh_state::jobs::JobState;
use skosh_state::{Fields, Opt, Outcome, Shell};
use skosh_sys::{process, signal};

use crate::option_scan::{OptionScan, no_options};
use crate::{failure, kill};

/// `fg [job]`: continues a job in the foreground.
pub fn run_fg(sh: &mut Shell, args: &Fields) -> Outcome {
    continue_jobs(sh, args, true)
}

/// `bg [job...]`: continues jobs in the background.
pub fn run_bg(sh: &mut Shell, args: &Fields) -> Outcome {
    continue_jobs(sh, args, false)
}

fn continue_jobs(sh: &mut Shell, args: &Fields, foreground: bool) -> Outcome {
    if !sh.options.has(Opt::Monitor) {
        report::builtin_error(sh, b"no job control");
        return Ok(failure::status(sh, 1));
    }
    let first = match no_options(sh, args) {
        Ok(first) => first,
        Err(status) => return Ok(status),
    };
    become_process(sh, NeedsProcess::JobControl)?;
    jobs::poll(sh);
    let specs: Vec<&[u8]> = if args.len() == first { vec![b"%%"] } else { args.iter().skip(first).collect() };
    let mut status = 0;
    for spec in specs {
        // A bare number or word is a job here, too.
        let mut named = spec.to_vec();
        if named.first() != Some(&b'%') {
            named.insert(0, b'%');
        }
        let number = match jobs::find(sh, &named) {
            Ok(number) => number,
            Err(error) => {
                let shown: &[u8] = if args.len() == first { b"current" } else { spec };
                kill::job_error(sh, shown, error);
                status = failure::status(sh, 1);
                continue;
            }
        };
        // One that ended meanwhile has its status to give.
        if let Some(status_of_last) = ended(sh, number).filter(|_| foreground) {
            sh.jobs.remove(number);
            return Ok(status_of_last);
        }
        let Some(job) = sh.jobs.get(number) else { continue };
        if !job.monitored {
            let text = format!("job {number} started without job control");
            report::builtin_error(sh, text.as_bytes());
            status = failure::status(sh, 1);
            continue;
        }
        if !foreground && job.state() == JobState::Running {
            let text = format!("job {number} already in background");
            report::builtin_error(sh, text.as_bytes());
            continue;
        }
        let mut line = if foreground { Vec::new() } else { format!("[{number}]{} ", mark(sh, number)).into_bytes() };
        line.extend_from_slice(&job.text);
        line.extend_from_slice(if foreground { b"\n" } else { b" &\n" });
        report::output(sh, &line)?;
        status = jobs::continue_job(sh, number, foreground)?;
        if foreground {
            break;
        }
    }
    Ok(status)
}

/// The status of a job that has ended.
fn ended(sh: &Shell, number: usize) -> Option<i32> {
    let job = sh.jobs.get(number).filter(|job| job.state() == JobState::Done)?;
    job.last().and_then(|process| process.status).map(jobs::status_of)
}

fn mark(sh: &Shell, number: usize) -> char {
    if sh.jobs.current() == Some(number) {
        '+'
    } else if sh.jobs.previous() == Some(number) {
        '-'
    } else {
        ' '
    }
}

/// `suspend [-f]`: stops the shell until it is continued.
pub fn run_suspend(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut force = false;
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"f") {
            Ok(None) => break,
            Ok(Some(_)) => force = true,
            Err(status) => return Ok(status),
        }
    }
    if !force {
        if !sh.options.has(Opt::Monitor) {
            return Ok(report::builtin_error(sh, b"cannot suspend: no job control"));
        }
        if sh.invocation.login {
            return Ok(report::builtin_error(sh, b"cannot suspend a login shell"));
        }
    }
    become_process(sh, NeedsProcess::JobControl)?;
    sh.settle();
    let _ = process::kill(sh.process_pid, signal::SIGSTOP);
    Ok(0)
}
