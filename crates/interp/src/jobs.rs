//! Waiting for children, and job control (POSIX XCU 2.9.3, 2.11).

use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Duration;

use skosh_state::flow::{Divert, Outcome, Status};
use skosh_state::jobs::{JobState, Process};
use skosh_state::traps::Condition;
use skosh_state::{Opt, Shell};
use skosh_syntax::ast::Pipeline;
use skosh_sys::process::{self, WaitFlags, WaitFor, WaitStatus};
use skosh_sys::{Errno, io, signal, tty};

use crate::{relay, report, signals};

/// The status that a child's end shows as `$?`.
pub fn status_of(status: WaitStatus) -> Status {
    match status {
        WaitStatus::Exited(code) => Status::from(code),
        WaitStatus::Signaled { signal, .. } | WaitStatus::Stopped(signal) => 128 + signal,
        WaitStatus::Continued => 0,
    }
}

/// Reads a pipe to its end.
pub fn drain(read_end: &OwnedFd, bytes: &mut Vec<u8>) {
    while let Ok(true) = read_some(read_end, bytes) {}
}

/// Reads once; false at the end.
fn read_some(read_end: &OwnedFd, bytes: &mut Vec<u8>) -> Result<bool, Errno> {
    const BLOCK: usize = 1 << 16;
    let start = bytes.len();
    // A first read of a small size serves almost every substitution without clearing a large block.
    let room = if start == 0 { 4096 } else { BLOCK };
    bytes.resize(start + room, 0);
    let result = loop {
        match io::read(read_end.as_raw_fd(), bytes.get_mut(start..).unwrap_or(&mut [])) {
            Err(Errno::EINTR) => {}
            other => break other,
        }
    };
    bytes.truncate(start + result.unwrap_or(0));
    result.map(|count| count > 0)
}

/// Waits for a foreground child to end. Pipes of command substitutions in progress are drained meanwhile.
pub fn wait_child(sh: &mut Shell, pid: i32) -> Status {
    wait_all_of(sh, &[pid]).pop().unwrap_or(127)
}

/// As [`wait_child`] where nothing follows in the command substitution: its pipe is simply read to the end first.
pub fn wait_last_child(sh: &mut Shell, pid: i32) -> Status {
    drain_last_capture(sh);
    wait_child(sh, pid)
}

/// Reads the pipe of the innermost command substitution to its end: nothing follows that would write to it.
pub fn drain_last_capture(sh: &mut Shell) {
    if let Some(capture) = sh.captures.last_mut()
        && let Some((read_end, write_end)) = capture.pipe.take()
    {
        drop(write_end);
        capture.file.with_captured(|bytes| drain(&read_end, bytes));
    }
}

/// Waits for some foreground children to end; their statuses in the same order.
pub fn wait_all_of(sh: &mut Shell, pids: &[i32]) -> Vec<Status> {
    pids.iter()
        .map(|&pid| match wait_state(sh, pid, false) {
            Some(status) => {
                note_death(sh, pid, status);
                status_of(status)
            }
            None => 127,
        })
        .collect()
}

/// Takes note of a foreground child that was killed; nothing for SIGINT and SIGPIPE.
fn note_death(sh: &mut Shell, pid: i32, status: WaitStatus) {
    // bash tells of none that died in a substitution, also not of the substitution itself.
    let told = sh.captures.is_empty() || (sh.invocation.posix && sh.options.has(Opt::Posix));
    if let WaitStatus::Signaled { signal: number, core } = status
        && told
        && number != signal::SIGINT
        && number != signal::SIGPIPE
    {
        sh.deaths.push((pid, number, core));
    }
}

/// The messages about foreground children that were killed, as dash (in `sh`) and bash give them in a script: once the
/// redirections of the command that they ran in have ended. bash has none in a command substitution, and gives a short one where
/// the signal is SIGTERM or has a trap.
#[cold]
pub fn report_deaths(sh: &mut Shell, pipeline: &Pipeline) {
    let mut deaths = std::mem::take(&mut sh.deaths);
    let dash = sh.invocation.posix && sh.options.has(Opt::Posix);
    if !dash && pipeline.commands.len() > 1 {
        // Only that of the last element is the pipeline's.
        let last = sh.pipestatus.last().copied().unwrap_or(0);
        deaths.retain(|&(_, number, _)| last == 128 + number);
        deaths.drain(..deaths.len().saturating_sub(1));
    }
    if !dash && !sh.captures.is_empty() {
        return;
    }
    for (pid, number, core) in deaths {
        let name = signal_text(number);
        let dumped = if core { " (core dumped)" } else { "" };
        if dash || number == signal::SIGTERM || sh.traps.get(Condition::Signal(number)).is_some() {
            report::write_error_output(sh, format!("{name}{dumped}\n").as_bytes());
        } else {
            let dumped = if core { "(core dumped) " } else { "" };
            let mut text = format!("{pid:>5} {name:<24}{dumped}").into_bytes();
            text.extend_from_slice(&skosh_syntax::print_pipeline(pipeline, &sh.names));
            report::message(sh, &text);
        }
    }
}

/// What strsignal(3) calls a signal.
pub fn signal_text(number: i32) -> String {
    let text = match number {
        signal::SIGHUP => "Hangup",
        signal::SIGINT => "Interrupt",
        signal::SIGQUIT => "Quit",
        signal::SIGILL => "Illegal instruction",
        signal::SIGTRAP => "Trace/breakpoint trap",
        signal::SIGABRT => "Aborted",
        signal::SIGBUS => "Bus error",
        signal::SIGFPE => "Floating point exception",
        signal::SIGKILL => "Killed",
        signal::SIGUSR1 => "User defined signal 1",
        signal::SIGSEGV => "Segmentation fault",
        signal::SIGUSR2 => "User defined signal 2",
        signal::SIGPIPE => "Broken pipe",
        signal::SIGALRM => "Alarm clock",
        signal::SIGTERM => "Terminated",
        signal::SIGXCPU => "CPU time limit exceeded",
        signal::SIGXFSZ => "File size limit exceeded",
        signal::SIGSTOP => "Stopped (signal)",
        signal::SIGTSTP => "Stopped",
        signal::SIGTTIN => "Stopped (tty input)",
        signal::SIGTTOU => "Stopped (tty output)",
        _ => return format!("Signal {number}"),
    };
    text.to_owned()
}

/// Waits until a child ends, or (with `stops`) stops. `None` when it is not a child any more.
fn wait_state(sh: &mut Shell, pid: i32, stops: bool) -> Option<WaitStatus> {
    if sh.captures.iter().any(|capture| capture.pipe.is_some()) {
        return wait_draining(sh, pid);
    }
    let flags = WaitFlags { untraced: stops, ..WaitFlags::default() };
    loop {
        match process::wait(WaitFor::Pid(pid), flags) {
            Ok(Some((_, status))) => return Some(status),
            Ok(None) | Err(Errno::EINTR) => {}
            Err(_) => return None,
        }
    }
}

/// Waits for a child while it, or anything else, may write more to a capture's pipe than the pipe holds.
fn wait_draining(sh: &mut Shell, pid: i32) -> Option<WaitStatus> {
    let Ok(pidfd) = process::pidfd_open(pid) else {
        return match process::wait(WaitFor::Pid(pid), WaitFlags::default()) {
            Ok(Some((_, status))) => Some(status),
            _ => None,
        };
    };
    let mut ended = None;
    loop {
        // Once it has ended, what it wrote is in the pipes: take that without waiting for more.
        let limit = ended.is_some().then_some(Duration::ZERO);
        let mut polls: Vec<io::Poll> = vec![io::Poll::readable(pidfd.as_raw_fd())];
        let mut open = Vec::new();
        for (index, capture) in sh.captures.iter().enumerate() {
            if let Some((read_end, _)) = &capture.pipe {
                polls.push(io::Poll::readable(read_end.as_raw_fd()));
                open.push(index);
            }
        }
        if ended.is_some() {
            polls.remove(0);
        }
        match io::poll(&mut polls, limit) {
            Ok(0) if ended.is_some() => return ended,
            Ok(_) | Err(Errno::EINTR) => {}
            Err(_) => return ended,
        }
        let pipes = if ended.is_some() { &polls[..] } else { polls.get(1..).unwrap_or(&[]) };
        let mut progress = false;
        for (poll, &index) in pipes.iter().zip(&open) {
            if poll.is_ready()
                && let Some(capture) = sh.captures.get(index)
                && let Some((read_end, _)) = &capture.pipe
            {
                let more = capture.file.with_captured(|bytes| read_some(read_end, bytes));
                progress |= matches!(more, Some(Ok(true)));
            }
        }
        if ended.is_some() && !progress {
            return ended;
        }
        if ended.is_none() && polls.first().is_some_and(io::Poll::is_ready) {
            let flags = WaitFlags { nohang: true, ..WaitFlags::default() };
            match process::wait(WaitFor::Pid(pid), flags) {
                Ok(Some((_, status))) => ended = Some(status),
                Ok(None) | Err(Errno::EINTR) => {}
                Err(_) => return None,
            }
        }
    }
}

/// Takes what is in the pipes of the captures in progress, once.
pub fn drain_ready(sh: &mut Shell) {
    for capture in &sh.captures {
        if let Some((read_end, _)) = &capture.pipe
            && matches!(io::poll(&mut [io::Poll::readable(read_end.as_raw_fd())], Some(Duration::ZERO)), Ok(1..))
        {
            capture.file.with_captured(|bytes| read_some(read_end, bytes));
        }
    }
}

/// Waits for the processes of a foreground job under job control. A stopped one becomes a job of the list.
pub fn wait_foreground(sh: &mut Shell, pids: &[i32], group: i32, text: &[u8]) -> Vec<Status> {
    if !sh.options.has(Opt::Monitor) {
        return wait_all_of(sh, pids);
    }
    let mut processes: Vec<Process> = pids.iter().map(|&pid| Process { pid, status: None }).collect();
    let stopped = wait_monitored(sh, &mut processes);
    take_terminal(sh);
    let statuses = processes.iter().map(|p| p.status.map_or(127, status_of)).collect();
    if stopped {
        let number = sh.jobs.add(group, processes, text.to_vec(), true);
        let mut line = vec![b'\n'];
        show(sh, number, Format::Normal, &mut line);
        report::write_error_output(sh, &line);
        if let Some(job) = sh.jobs.get_mut(number) {
            job.notified = true;
        }
    } else {
        for process in &processes {
            if let Some(status) = process.status {
                note_death(sh, process.pid, status);
            }
        }
    }
    statuses
}

/// Waits until every process has ended or stopped. Returns whether one stopped.
fn wait_monitored(sh: &mut Shell, processes: &mut [Process]) -> bool {
    let mut stopped = false;
    for process in processes {
        while process.status.is_none() {
            match wait_state(sh, process.pid, true) {
                Some(status) => {
                    stopped |= matches!(status, WaitStatus::Stopped(_));
                    process.status = Some(status);
                }
                None => process.status = Some(WaitStatus::Exited(127)),
            }
        }
    }
    stopped
}

/// The terminal comes back to the shell.
fn take_terminal(sh: &Shell) {
    if let Some(fd) = sh.terminal.fd {
        let _ = tty::tcsetpgrp(fd, sh.terminal.group);
    }
}

/// Takes note of children that have ended or stopped, without waiting.
pub fn poll(sh: &mut Shell) {
    let flags = WaitFlags { nohang: true, untraced: true, continued: true };
    let pids: Vec<i32> =
        sh.jobs.iter().flat_map(|job| job.processes.iter()).filter(|p| !p.is_done()).map(|p| p.pid).collect();
    for pid in pids {
        if let Ok(Some((pid, status))) = process::wait(WaitFor::Pid(pid), flags) {
            sh.jobs.update(pid, status);
        }
    }
    while let Some((pid, status)) = relay::next(sh, false) {
        sh.jobs.update(pid, status);
    }
    reap_orphans(sh);
}

/// Children that belong to nobody any more are taken off the kernel's list when they have ended.
pub fn reap_orphans(sh: &mut Shell) {
    let flags = WaitFlags { nohang: true, ..WaitFlags::default() };
    sh.orphans.retain(|&pid| matches!(process::wait(WaitFor::Pid(pid), flags), Ok(None)));
}

/// Removes a job that has ended; its status stays known.
pub fn forget(sh: &mut Shell, number: usize) {
    if let Some(job) = sh.jobs.get(number).cloned() {
        for process in &job.processes {
            if let Some(status) = process.status {
                sh.jobs.remember(process.pid, status_of(status));
            }
        }
        sh.jobs.remove(number);
    }
}

/// Blocks until some child of a job changes state, a trapped signal arrives, or there is nothing to wait for. `Ok(None)`: no
/// such child. An interrupted wait runs the traps and gives 128 plus the signal (POSIX XCU wait).
fn wait_once(sh: &mut Shell, target: WaitFor) -> Result<Option<(i32, WaitStatus)>, Interrupted> {
    sh.settle();
    let stops = sh.options.has(Opt::Monitor);
    let draining = sh.captures.iter().any(|capture| capture.pipe.is_some());
    if draining && let WaitFor::Pid(pid) = target {
        let found = wait_draining(sh, pid).map(|status| (pid, status));
        return Ok(found.or_else(|| relay::next(sh, true)));
    }
    let flags = WaitFlags { untraced: stops, ..WaitFlags::default() };
    loop {
        let pending = signal::pending_set();
        if let Some(number) = pending.iter().find(|&n| n != signal::SIGPIPE && n != signal::SIGCHLD) {
            return Err(Interrupted(number));
        }
        match process::wait(target, flags) {
            Ok(found) => return Ok(found),
            Err(Errno::EINTR) => {
                if let Some(number) = signal::pending_set().iter().find(|&n| n != signal::SIGPIPE) {
                    return Err(Interrupted(number));
                }
            }
            Err(_) => return Ok(relay::next(sh, true)),
        }
    }
}

/// A wait ended by a signal that has a trap.
struct Interrupted(i32);

fn interrupted(sh: &mut Shell, signal: &Interrupted) -> Outcome {
    signals::check(sh)?;
    Ok(128 + signal.0)
}

/// `wait PID`: 127 for what is not a child of this shell.
pub fn wait_pid(sh: &mut Shell, pid: i32) -> Outcome {
    if let Some(status) = sh.jobs.take_remembered(pid) {
        return Ok(status);
    }
    let Some(number) = sh.jobs.by_pid(pid).map(|job| job.number) else { return wait_orphan(sh, pid) };
    loop {
        let known = sh.jobs.get(number).and_then(|job| job.processes.iter().find(|p| p.pid == pid).cloned());
        match known {
            Some(process) if process.is_done() => {
                let status = process.status.map_or(127, status_of);
                if sh.jobs.get(number).is_some_and(|job| job.state() == JobState::Done) {
                    sh.jobs.remove(number);
                }
                return Ok(status);
            }
            Some(_) => {}
            None => return Ok(127),
        }
        match wait_once(sh, WaitFor::Pid(pid)) {
            Ok(Some((pid, status))) => {
                sh.jobs.update(pid, status);
                if let WaitStatus::Stopped(_) = status {
                    return Ok(status_of(status));
                }
            }
            Ok(None) => {
                sh.jobs.update(pid, WaitStatus::Exited(127));
            }
            Err(signal) => return interrupted(sh, &signal),
        }
    }
}

/// Waits for a child that is no job: a process substitution.
fn wait_orphan(sh: &mut Shell, pid: i32) -> Outcome {
    if sh.counters.last_background != Some(pid) || !sh.orphans.contains(&pid) {
        return Ok(127);
    }
    match wait_once(sh, WaitFor::Pid(pid)) {
        Ok(found) => {
            sh.orphans.retain(|&orphan| orphan != pid);
            Ok(found.map_or(127, |(_, status)| status_of(status)))
        }
        Err(signal) => interrupted(sh, &signal),
    }
}

/// Waits for every process of a job; the status of its last one.
pub fn wait_job(sh: &mut Shell, number: usize) -> Outcome {
    let pids: Vec<i32> = sh.jobs.get(number).map_or(Vec::new(), |job| job.processes.iter().map(|p| p.pid).collect());
    let mut status = 127;
    for pid in pids {
        match wait_process_of(sh, number, pid) {
            Ok(result) => status = result,
            // The job goes on, and can be waited for again.
            Err(signal) => return interrupted(sh, &signal),
        }
    }
    forget(sh, number);
    Ok(status)
}

fn wait_process_of(sh: &mut Shell, number: usize, pid: i32) -> Result<Status, Interrupted> {
    loop {
        let process = sh.jobs.get(number).and_then(|job| job.processes.iter().find(|p| p.pid == pid).cloned());
        let Some(process) = process else { return Ok(127) };
        if process.is_done() || process.is_stopped() {
            return Ok(process.status.map_or(127, status_of));
        }
        match wait_once(sh, WaitFor::Pid(pid))? {
            Some((pid, status)) => {
                sh.jobs.update(pid, status);
            }
            None => {
                sh.jobs.update(pid, WaitStatus::Exited(127));
            }
        }
    }
}

/// `wait` without operands: for all background jobs. Status 0, or that of a trapped signal.
pub fn wait_all(sh: &mut Shell) -> Outcome {
    loop {
        let running = sh.jobs.iter().flat_map(|job| &job.processes).find(|process| process.status.is_none());
        let Some(pid) = running.map(|process| process.pid) else { break };
        match wait_once(sh, WaitFor::Pid(pid)) {
            Ok(Some((pid, status))) => {
                sh.jobs.update(pid, status);
            }
            Ok(None) => {
                sh.jobs.update(pid, WaitStatus::Exited(127));
            }
            Err(signal) => return interrupted(sh, &signal),
        }
    }
    let done: Vec<usize> = sh.jobs.iter().filter(|job| job.state() == JobState::Done).map(|job| job.number).collect();
    for number in done {
        forget(sh, number);
    }
    reap_orphans(sh);
    Ok(0)
}

/// `wait -n`: the next of the given processes (or of all jobs) to end. Returns its process id and status; `None` when
/// there is nothing to wait for.
pub fn wait_any(sh: &mut Shell, pids: Option<&[i32]>) -> Result<Option<(i32, Status)>, Divert> {
    loop {
        let wanted = |pid: i32| pids.is_none_or(|list| list.contains(&pid));
        let ended = sh.jobs.iter().find_map(|job| {
            let last = job.last()?;
            (last.is_done() && job.state() == JobState::Done && wanted(last.pid)).then_some((job.number, last.clone()))
        });
        if let Some((number, process)) = ended {
            sh.jobs.remove(number);
            return Ok(Some((process.pid, process.status.map_or(127, status_of))));
        }
        let running: Vec<i32> = sh
            .jobs
            .iter()
            .flat_map(|job| job.processes.iter())
            .filter(|p| p.status.is_none() && wanted(p.pid))
            .map(|p| p.pid)
            .collect();
        let target = match running.as_slice() {
            [] => return Ok(None),
            [pid] => WaitFor::Pid(*pid),
            _ => WaitFor::Any,
        };
        match wait_once(sh, target) {
            Ok(Some((pid, status))) => {
                if sh.jobs.update(pid, status).is_none() {
                    sh.orphans.retain(|&orphan| orphan != pid);
                }
            }
            Ok(None) => {
                for pid in running {
                    sh.jobs.update(pid, WaitStatus::Exited(127));
                }
            }
            Err(signal) => {
                let status = interrupted(sh, &signal)?;
                return Ok(Some((0, status)));
            }
        }
    }
}

/// Why a job specification names no job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobError {
    /// There is none.
    NoSuchJob,
    /// `%string` fits several.
    Ambiguous,
}

/// The job that `%%`, `%+`, `%-`, `%n`, `%string`, `%?string` or a process id names.
pub fn find(sh: &Shell, spec: &[u8]) -> Result<usize, JobError> {
    let none = Err(JobError::NoSuchJob);
    let Some(rest) = spec.strip_prefix(b"%") else {
        let pid = skosh_arith::parse_integer(spec).and_then(|pid| i32::try_from(pid).ok());
        return pid.and_then(|pid| sh.jobs.by_pid(pid)).map_or(none, |job| Ok(job.number));
    };
    match rest {
        b"" | b"%" | b"+" => sh.jobs.current().map_or(none, Ok),
        b"-" => sh.jobs.previous().or_else(|| sh.jobs.current()).map_or(none, Ok),
        _ if rest.iter().all(u8::is_ascii_digit) => {
            let number = skosh_arith::parse_integer(rest).and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
            sh.jobs.get(number).map_or(none, |job| Ok(job.number))
        }
        _ => {
            let found: Vec<usize> = match rest.strip_prefix(b"?") {
                Some(part) => {
                    sh.jobs.iter().filter(|j| memchr::memmem::find(&j.text, part).is_some()).map(|j| j.number).collect()
                }
                None => sh.jobs.iter().filter(|j| j.text.starts_with(rest)).map(|j| j.number).collect(),
            };
            match found.as_slice() {
                [] => none,
                [number] => Ok(*number),
                _ => Err(JobError::Ambiguous),
            }
        }
    }
}

/// How `jobs` shows a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `[1]+  Running    text`
    Normal,
    /// With process ids.
    Long,
    /// The process group only.
    Pid,
}

/// Appends the lines that show job `number`.
pub fn show(sh: &Shell, number: usize, format: Format, out: &mut Vec<u8>) {
    let Some(job) = sh.jobs.get(number) else { return };
    if format == Format::Pid {
        let leader = if job.group != 0 { job.group } else { job.processes.first().map_or(0, |p| p.pid) };
        out.extend_from_slice(format!("{leader}\n").as_bytes());
        return;
    }
    let mark = if sh.jobs.current() == Some(number) {
        '+'
    } else if sh.jobs.previous() == Some(number) {
        '-'
    } else {
        ' '
    };
    let state = state_text(job.state(), job.last().and_then(|process| process.status));
    let pid = match format {
        Format::Long => format!("{:5} ", job.processes.first().map_or(0, |process| process.pid)),
        _ => " ".into(),
    };
    out.extend_from_slice(format!("[{number}]{mark} {pid}{state:<24}").as_bytes());
    out.extend_from_slice(&job.text);
    if job.state() == JobState::Running {
        out.extend_from_slice(b" &");
    }
    out.push(b'\n');
}

fn state_text(state: JobState, last: Option<WaitStatus>) -> String {
    match (state, last) {
        (JobState::Running, _) => "Running".into(),
        (JobState::Stopped, Some(WaitStatus::Stopped(number))) => signal_text(number),
        (JobState::Stopped, _) => "Stopped".into(),
        (JobState::Done, Some(WaitStatus::Exited(0)) | None) => "Done".into(),
        (JobState::Done, Some(WaitStatus::Exited(code))) => format!("Exit {code}"),
        (JobState::Done, Some(WaitStatus::Signaled { signal: number, core })) => {
            let suffix = if core { " (core dumped)" } else { "" };
            format!("{}{suffix}", signal_text(number))
        }
        (JobState::Done, Some(_)) => "Done".into(),
    }
}

/// `fg` and `bg`: continues a job. In the foreground waits for it and returns its status.
pub fn continue_job(sh: &mut Shell, number: usize, foreground: bool) -> Outcome {
    let Some(job) = sh.jobs.get_mut(number) else { return Ok(1) };
    for process in &mut job.processes {
        if process.is_stopped() {
            process.status = None;
        }
    }
    let (group, text) = (job.group, job.text.clone());
    let pids: Vec<i32> = job.processes.iter().filter(|p| !p.is_done()).map(|p| p.pid).collect();
    sh.settle();
    if foreground
        && let Some(fd) = sh.terminal.fd
        && group != 0
    {
        let _ = tty::tcsetpgrp(fd, group);
    }
    if group != 0 {
        let _ = process::kill(-group, signal::SIGCONT);
    } else {
        for &pid in &pids {
            let _ = process::kill(pid, signal::SIGCONT);
        }
    }
    if !foreground {
        sh.jobs.make_current(number);
        return Ok(0);
    }
    if pids.is_empty() {
        return wait_job(sh, number);
    }
    sh.jobs.remove(number);
    let statuses = wait_foreground(sh, &pids, group, &text);
    Ok(statuses.last().copied().unwrap_or(0))
}

/// Messages of jobs that have ended or stopped since they were last shown, and their removal (before a prompt, and after
/// `jobs`).
pub fn notify(sh: &mut Shell) {
    poll(sh);
    let changed: Vec<usize> =
        sh.jobs.iter().filter(|job| !job.notified && job.state() != JobState::Running).map(|job| job.number).collect();
    for number in changed {
        if sh.options.has(Opt::Interactive) {
            let mut line = Vec::new();
            show(sh, number, Format::Normal, &mut line);
            report::write_error_output(sh, &line);
        }
        if let Some(job) = sh.jobs.get_mut(number) {
            job.notified = true;
        }
        if sh.jobs.get(number).is_some_and(|job| job.state() == JobState::Done) {
            forget(sh, number);
        }
    }
}

/// Turns job control on: the shell gets a process group of its own in the foreground of its terminal, and is not stopped by
/// what it does with the terminal. Without a terminal `set -m` still gives every job its own process group.
pub fn start_job_control(sh: &mut Shell) {
    sh.options.set(Opt::Monitor, true);
    let Some(fd) = (0..3).rev().find(|&fd| skosh_sys::fs::is_terminal(fd)) else { return };
    let own = match skosh_sys::fs::dup_above(fd, 250) {
        Ok(own) => own,
        Err(_) => return,
    };
    // A shell started in the background waits until it is in the foreground.
    while let Ok(foreground) = tty::tcgetpgrp(own.as_raw_fd()) {
        let group = process::getpgrp();
        if foreground == group || !sh.options.has(Opt::Interactive) {
            break;
        }
        let _ = process::kill(-group, signal::SIGTTIN);
    }
    if sh.options.has(Opt::Interactive) {
        for number in [signal::SIGTSTP, signal::SIGTTIN, signal::SIGTTOU] {
            let _ = signal::ignore(number);
        }
        let pid = process::getpid();
        if process::getpgrp() != pid {
            let _ = process::setpgid(0, pid);
        }
        let _ = tty::tcsetpgrp(own.as_raw_fd(), pid);
    } else {
        let _ = signal::ignore(signal::SIGTTOU);
    }
    sh.terminal.group = process::getpgrp();
    sh.terminal.fd = Some(own.as_raw_fd());
    sh.terminal.handle = Some(own);
}
