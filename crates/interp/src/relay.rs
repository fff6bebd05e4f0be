//! Telling a subshell that became a process late what becomes of the background jobs it had already started: they are
//! children of the process that it came from, which waits for them in its place and writes what it learns into a pipe.

use std::os::fd::{AsRawFd, OwnedFd};
use std::rc::Rc;
use std::time::Duration;

use skosh_state::Shell;
use skosh_state::flow::Status;
use skosh_sys::process::{self, WaitFlags, WaitFor, WaitStatus};
use skosh_sys::{Errno, io};

use crate::jobs;

/// Process id, kind, value: one write to a pipe, which is never divided.
const RECORD: usize = 8;

/// The background processes of the innermost environment that are still running.
pub fn running(sh: &Shell) -> Vec<i32> {
    sh.jobs.iter().flat_map(|job| job.processes.iter()).filter(|p| !p.is_done()).map(|p| p.pid).collect()
}

/// In the process that stays behind: waits for `subshell` to end. What happens to its `children` meanwhile is written to `to`.
pub fn wait(sh: &mut Shell, subshell: i32, children: Vec<i32>, to: OwnedFd) -> Status {
    let Ok(end) = process::pidfd_open(subshell) else {
        return jobs::wait_child(sh, subshell);
    };
    let mut watched = Vec::new();
    for pid in children {
        match process::pidfd_open(pid) {
            Ok(fd) => watched.push((pid, fd)),
            // It was taken note of just before the subshell became a process.
            Err(_) => {
                tell(sh, pid, &to);
            }
        }
    }
    loop {
        let mut polls = vec![io::Poll::readable(end.as_raw_fd())];
        polls.extend(watched.iter().map(|(_, fd)| io::Poll::readable(fd.as_raw_fd())));
        let first_pipe = polls.len();
        polls.extend(
            sh.captures.iter().filter_map(|c| c.pipe.as_ref()).map(|(fd, _)| io::Poll::readable(fd.as_raw_fd())),
        );
        match io::poll(&mut polls, None) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(_) => break,
        }
        let mut ready = polls.iter().map(io::Poll::is_ready);
        let ended = ready.next() == Some(true);
        watched.retain(|(pid, _)| ready.next() != Some(true) || !tell(sh, *pid, &to));
        if polls.iter().skip(first_pipe).any(io::Poll::is_ready) {
            jobs::drain_ready(sh);
        }
        if ended {
            break;
        }
    }
    drop(to);
    jobs::wait_child(sh, subshell)
}

/// Takes a child's status and passes it on. False while it has none.
fn tell(sh: &mut Shell, pid: i32, to: &OwnedFd) -> bool {
    let flags = WaitFlags { nohang: true, ..WaitFlags::default() };
    if let Ok(Some((pid, status))) = process::wait(WaitFor::Pid(pid), flags) {
        sh.jobs.update(pid, status);
    }
    let mut processes = sh.jobs.iter().flat_map(|job| job.processes.iter());
    let Some(status) = processes.find(|p| p.pid == pid && p.is_done()).and_then(|p| p.status) else { return false };
    let (kind, value) = match status {
        WaitStatus::Exited(code) => (0, code),
        WaitStatus::Signaled { signal, core: false } => (1, signal as u8),
        WaitStatus::Signaled { signal, core: true } => (2, signal as u8),
        WaitStatus::Stopped(_) | WaitStatus::Continued => return false,
    };
    let [a, b, c, d] = pid.to_le_bytes();
    // More than a pipe holds is lost, as a process that nobody waits for would be.
    let _ = io::write(to.as_raw_fd(), &[a, b, c, d, kind, value, 0, 0]);
    true
}

/// In the subshell: keeps the end of the pipe to read from.
pub fn listen(sh: &mut Shell, from: OwnedFd) {
    sh.jobs.relay = Some(Rc::new(from));
}

/// The next child of the process this one came from that is known to have ended; `None` when there is none, or (without `block`)
/// none yet.
pub fn next(sh: &mut Shell, block: bool) -> Option<(i32, WaitStatus)> {
    let from = sh.jobs.relay.clone()?;
    if !block && !matches!(io::poll(&mut [io::Poll::readable(from.as_raw_fd())], Some(Duration::ZERO)), Ok(1..)) {
        return None;
    }
    let mut record = [0; RECORD];
    let count = loop {
        match io::read(from.as_raw_fd(), &mut record) {
            Err(Errno::EINTR) => {}
            other => break other.unwrap_or(0),
        }
    };
    if count != RECORD {
        sh.jobs.relay = None;
        return None;
    }
    let [a, b, c, d, kind, value, _, _] = record;
    let status = match kind {
        0 => WaitStatus::Exited(value),
        _ => WaitStatus::Signaled { signal: i32::from(value), core: kind == 2 },
    };
    Some((i32::from_le_bytes([a, b, c, d]), status))
}
