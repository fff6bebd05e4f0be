//! `wait` (POSIX XCU wait), with bash's `-n`, `-p` and `-f`.

use skosh_interp::{jobs, report};
use skosh_state::{Fields, Opt, Outcome, Shell};

use crate::assign::{assign, is_target, not_identifier};
use crate::option_scan::OptionScan;
use crate::{failure, kill, number};

/// `wait [-fn] [-p var] [id...]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut next = false;
    let mut variable: Option<&[u8]> = None;
    let letters: &[u8] = if failure::is_sh(sh) { b"" } else { b"fnp:" };
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, letters) {
            Ok(None) => break,
            Ok(Some((b'n', _))) => next = true,
            Ok(Some((b'p', name))) => variable = Some(name),
            Ok(Some(_)) => {}
            Err(status) => return Ok(status),
        }
    }
    if let Some(name) = variable {
        if !is_target(name) {
            return Ok(not_identifier(sh, name));
        }
        if let Some(sym) = sh.names.lookup(name)
            && let Err(error) = sh.unset_variable(sym)
        {
            return Ok(failure::assignment(sh, error));
        }
    }
    sh.settle();
    let first = scan.first();
    if next {
        return wait_next(sh, args, first, variable);
    }
    if args.len() == first {
        return jobs::wait_all(sh);
    }
    let mut status = 0;
    for id in args.iter().skip(first) {
        status = wait_for(sh, id, variable)?;
    }
    Ok(status)
}

/// Waits for one process or job.
fn wait_for(sh: &mut Shell, id: &[u8], variable: Option<&[u8]>) -> Outcome {
    if id.first() == Some(&b'%') {
        return match jobs::find(sh, id) {
            Ok(number) => {
                let pid = sh.jobs.get(number).and_then(|job| job.last()).map(|process| process.pid);
                let status = jobs::wait_job(sh, number)?;
                note(sh, variable, pid)?;
                Ok(status)
            }
            Err(error) => {
                kill::job_error(sh, id, error);
                Ok(if failure::is_sh(sh) { 2 } else { 127 })
            }
        };
    }
    let pid = number::digits(id).and_then(|pid| i32::try_from(pid).ok());
    let Some(pid) = pid else {
        let mut text = b"`".to_vec();
        text.extend_from_slice(id);
        text.extend_from_slice(b"': not a pid or valid job spec");
        report::builtin_error(sh, &text);
        return Ok(failure::status(sh, 1));
    };
    let known = is_child(sh, pid);
    if !known && !failure::is_sh(sh) {
        let text = format!("pid {pid} is not a child of this shell");
        report::builtin_error(sh, text.as_bytes());
        return Ok(127);
    }
    let status = jobs::wait_pid(sh, pid)?;
    // Outside of posix mode bash answers the same question again.
    if known && sh.jobs.by_pid(pid).is_none() && (!sh.options.has(Opt::Posix) || failure::is_sh(sh)) {
        sh.jobs.remember(pid, status);
    }
    note(sh, variable, Some(pid))?;
    Ok(status)
}

fn is_child(sh: &Shell, pid: i32) -> bool {
    let substitution = sh.counters.last_background == Some(pid) && sh.orphans.contains(&pid);
    substitution || sh.jobs.by_pid(pid).is_some() || sh.jobs.remembered.iter().any(|&(other, _)| other == pid)
}

/// `-p`: the process whose status is returned.
fn note(sh: &mut Shell, variable: Option<&[u8]>, pid: Option<i32>) -> Outcome {
    match (variable, pid) {
        (Some(name), Some(pid)) => assign(sh, name, pid.to_string().as_bytes()),
        _ => Ok(0),
    }
}

/// `wait -n`: for the next of them, or of all, to end.
fn wait_next(sh: &mut Shell, args: &Fields, first: usize, variable: Option<&[u8]>) -> Outcome {
    let mut pids = Vec::new();
    for id in args.iter().skip(first) {
        let pid = if id.first() == Some(&b'%') {
            match jobs::find(sh, id) {
                Ok(number) => sh.jobs.get(number).and_then(|job| job.last()).map(|process| process.pid),
                Err(error) => {
                    kill::job_error(sh, id, error);
                    None
                }
            }
        } else {
            let pid = number::digits(id).and_then(|pid| i32::try_from(pid).ok());
            if pid.is_none() {
                let mut text = b"`".to_vec();
                text.extend_from_slice(id);
                text.extend_from_slice(b"': not a pid or valid job spec");
                report::builtin_error(sh, &text);
            }
            pid.filter(|&pid| is_child(sh, pid))
        };
        pids.extend(pid);
    }
    if args.len() > first && pids.is_empty() {
        return Ok(127);
    }
    let chosen = (args.len() > first).then_some(pids.as_slice());
    match jobs::wait_any(sh, chosen)? {
        Some((pid, status)) => {
            if sh.jobs.by_pid(pid).is_none() && !sh.options.has(Opt::Posix) {
                sh.jobs.remember(pid, status);
            }
            note(sh, variable, Some(pid))?;
            Ok(status)
        }
        None => Ok(127),
    }
}
