//! `kill` (POSIX XCU kill).

use skosh_interp::jobs;
use skosh_interp::report;
use skosh_interp::subshell::{NeedsProcess, become_process};
use skosh_state::{Fields, Opt, Outcome, Shell, Status};
use skosh_sys::{process, signal};

use crate::option_scan::usage_error;
use crate::{failure, number};

/// `kill [-s sigspec | -n signum | -sigspec] pid | jobspec...`, `kill -l|-L [sigspec | status]...`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut wanted = signal::SIGTERM;
    let mut index = 1;
    while let Some(field) = args.get(index) {
        let [b'-', rest @ ..] = field else { break };
        match rest {
            b"-" => {
                index += 1;
                break;
            }
            b"l" | b"L" => return list(sh, args, index + 1),
            b"s" | b"n" => {
                let Some(name) = args.get(index + 1) else {
                    report::builtin_word_error(sh, field, "option requires an argument");
                    return Ok(failure::status(sh, 1));
                };
                match signal_number(name) {
                    Some(number) => wanted = number,
                    None => return invalid_signal(sh, name),
                }
                index += 2;
            }
            b"-help" => {
                return Ok(usage_error(sh));
            }
            name => {
                let name = match name.split_first() {
                    Some((b's' | b'n', attached)) if signal_number(name).is_none() => attached,
                    Some((b'l', attached)) if signal_number(name).is_none() => {
                        let one: Fields = [args.at(0), attached].into_iter().collect();
                        return list(sh, &one, 1);
                    }
                    _ => name,
                };
                match signal_number(name) {
                    Some(number) => wanted = number,
                    None => return invalid_signal(sh, name),
                }
                index += 1;
                // Only one signal: what follows are operands, which may be negative.
                if args.at(index) == b"--" {
                    index += 1;
                }
                break;
            }
        }
    }
    if args.len() <= index {
        return Ok(usage_error(sh));
    }
    sh.settle();
    // A child that has ended is no process any more: `kill -0` has to fail.
    jobs::poll(sh);
    let mut worst = 0;
    let mut succeeded = false;
    for operand in args.iter().skip(index) {
        let status = send(sh, operand, wanted)?;
        succeeded |= status == 0;
        worst = worst.max(status);
    }
    // bash succeeds when one of them could be signalled; POSIX and dash only when all could.
    let status = if succeeded && !failure::is_sh(sh) { 0 } else { worst };
    Ok(status)
}

fn invalid_signal(sh: &mut Shell, name: &[u8]) -> Outcome {
    report::builtin_word_error(sh, name, "invalid signal specification");
    Ok(failure::status(sh, 1))
}

/// A signal by number or by name with or without `SIG`; 0 and `EXIT` are the null signal.
fn signal_number(name: &[u8]) -> Option<i32> {
    if name.first().is_some_and(u8::is_ascii_digit) {
        let number = number::digits(name).and_then(|number| i32::try_from(number).ok())?;
        return (number == 0 || signal::name(number).is_some()).then_some(number);
    }
    let upper = name.to_ascii_uppercase();
    let upper = upper.strip_prefix(b"SIG").unwrap_or(&upper);
    if upper == b"EXIT" { Some(0) } else { signal::number(upper) }
}

/// Sends the signal to a process or a job.
fn send(sh: &mut Shell, operand: &[u8], wanted: i32) -> Outcome {
    if operand.first() == Some(&b'%') {
        return send_to_job(sh, operand, wanted);
    }
    let Some(pid) = number::integer(operand).and_then(|pid| i32::try_from(pid).ok()) else {
        if operand.is_empty() {
            report::builtin_error(sh, b"`': not a pid or valid job spec");
            return Ok(failure::status(sh, 1));
        }
        let text = if operand.first() == Some(&b'%') { "no such job" } else { "arguments must be process or job IDs" };
        report::builtin_word_error(sh, operand, text);
        return Ok(failure::status(sh, 1));
    };
    // A subshell that signals what it takes for itself must be what is signalled.
    if pid == sh.process_pid && sh.is_virtual() && pid != sh.pid && wanted != 0 {
        become_process(sh, NeedsProcess::Signal)?;
    }
    match process::kill(pid, wanted) {
        Ok(()) => {
            if wanted == signal::SIGCONT
                && let Some(number) = sh.jobs.by_pid(pid).map(|job| job.number)
            {
                mark_continued(sh, number);
            }
            Ok(0)
        }
        Err(errno) => {
            let mut text = b"(".to_vec();
            text.extend_from_slice(operand);
            text.extend_from_slice(format!(") - {errno}").as_bytes());
            report::builtin_error(sh, &text);
            Ok(1)
        }
    }
}

fn send_to_job(sh: &mut Shell, operand: &[u8], wanted: i32) -> Outcome {
    let number = match jobs::find(sh, operand) {
        Ok(number) => number,
        Err(error) => {
            let text = if error == jobs::JobError::Ambiguous { "ambiguous job spec" } else { "no such job" };
            report::builtin_word_error(sh, operand, text);
            return Ok(failure::status(sh, 1));
        }
    };
    let Some(job) = sh.jobs.get(number) else { return Ok(1) };
    let targets: Vec<i32> = if job.group != 0 && job.monitored {
        vec![-job.group]
    } else {
        job.processes.iter().filter(|process| !process.is_done()).map(|process| process.pid).collect()
    };
    let is_stopped = job.state() == skosh_state::jobs::JobState::Stopped;
    let mut result = Ok(());
    for target in targets {
        result = process::kill(target, wanted);
        // A stopped job would not notice that it was asked to end.
        if result.is_ok() && is_stopped && matches!(wanted, signal::SIGTERM | signal::SIGHUP) {
            let _ = process::kill(target, signal::SIGCONT);
        }
    }
    match result {
        Ok(()) => {
            if wanted == signal::SIGCONT {
                mark_continued(sh, number);
            }
            Ok(0)
        }
        Err(errno) => {
            report::builtin_word_error(sh, operand, &errno.message());
            Ok(1)
        }
    }
}

fn mark_continued(sh: &mut Shell, number: usize) {
    if let Some(job) = sh.jobs.get_mut(number) {
        for process in &mut job.processes {
            if process.is_stopped() {
                process.status = None;
            }
        }
    }
}

/// `kill -l`: all signals, or the name of each number or exit status and the number of each name.
fn list(sh: &mut Shell, args: &Fields, first: usize) -> Outcome {
    if args.len() <= first {
        return if failure::is_sh(sh) {
            list_names(sh)
        } else if sh.options.has(Opt::Posix) {
            list_in_line(sh)
        } else {
            list_all(sh)
        };
    }
    let mut out = String::new();
    let mut status = 0;
    for operand in args.iter().skip(first) {
        match describe(operand) {
            Some(text) => {
                out += &text;
                out.push('\n');
            }
            None => {
                report::builtin_word_error(sh, operand, "invalid signal specification");
                status = failure::status(sh, 1);
            }
        }
    }
    let written = report::output(sh, out.as_bytes())?;
    Ok(status.max(written))
}

/// The other form of a signal specification: of a number (or the status of a process that it ended) the name.
fn describe(operand: &[u8]) -> Option<String> {
    if operand.first().is_some_and(u8::is_ascii_digit) {
        let number = number::digits(operand).and_then(|number| i32::try_from(number).ok())?;
        if number == 0 {
            return Some("EXIT".into());
        }
        let number = if number > 128 { number - 128 } else { number };
        return signal::name(number);
    }
    signal_number(operand).map(|number| number.to_string())
}

/// One name a line, as dash lists them.
fn list_names(sh: &mut Shell) -> Outcome {
    let mut out = String::from("0\n");
    for (_, name) in signal::signals() {
        out += &name;
        out.push('\n');
    }
    report::output(sh, out.as_bytes())
}

/// All names in one line, as bash lists them in posix mode.
fn list_in_line(sh: &mut Shell) -> Outcome {
    let names: Vec<String> = signal::signals().map(|(_, name)| name).collect();
    report::output(sh, (names.join(" ") + "\n").as_bytes())
}

/// The table of `kill -l` and `trap -l`: numbers and names in five columns.
pub fn list_all(sh: &mut Shell) -> Outcome {
    let mut out = String::new();
    let mut column = 0;
    for (number, name) in signal::signals() {
        out += &format!("{number:2}) SIG{name}");
        column += 1;
        out.push(if column % 5 == 0 { '\n' } else { '\t' });
    }
    if column % 5 != 0 {
        out.push('\n');
    }
    report::output(sh, out.as_bytes())
}

/// The status of an operand that names no job.
pub fn job_error(sh: &mut Shell, spec: &[u8], error: jobs::JobError) -> Status {
    let text = if error == jobs::JobError::Ambiguous { "ambiguous job spec" } else { "no such job" };
    report::builtin_word_error(sh, spec, text)
}
