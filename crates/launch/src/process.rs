//! [`Process`]: a child that was started, its pipes, its end.

use crate::orphans;
use crate::pipe::PipeWriter;
use crate::stdio::Prepared;
use skosh_sys::Errno;
use skosh_sys::io::{Poll, poll};
use skosh_sys::process::{self, Usage, WaitFlags, WaitFor, WaitStatus};
use skosh_sys::signal::{SIGCONT, SIGKILL, SIGTERM};
use std::io::PipeReader;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

/// How a child ended and what it used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Exit status or signal.
    pub status: WaitStatus,
    /// Time and memory of the child and the children that it waited for.
    pub usage: Usage,
}

impl Ending {
    /// It exited with status 0.
    pub fn is_success(&self) -> bool {
        self.status == WaitStatus::Exited(0)
    }
}

/// A child. Dropping it closes the pipes but neither ends the child nor waits for it; once it ends, a later launch
/// clears it away.
#[derive(Debug)]
pub struct Process {
    pid: i32,
    own_group: bool,
    ended: Option<Ending>,
    /// The child is no longer ours to wait for.
    lost: bool,
    pidfd: Option<OwnedFd>,
    /// Where to write its input, if that is a pipe.
    pub stdin: Option<PipeWriter>,
    /// Where to read its output, if that is a pipe.
    pub stdout: Option<PipeReader>,
    /// Where to read its errors, if they are a pipe.
    pub stderr: Option<PipeReader>,
    others: Vec<(RawFd, PipeReader)>,
}

impl Process {
    pub(crate) fn new(pid: i32, own_group: bool, prepared: Prepared) -> Process {
        let mut others = prepared.outputs;
        let mut take = |number| {
            let at = others.iter().position(|(of, _)| *of == number)?;
            Some(others.swap_remove(at).1)
        };
        let (stdout, stderr) = (take(1), take(2));
        Process { pid, own_group, ended: None, lost: false, pidfd: None, stdin: prepared.input, stdout, stderr, others }
    }

    /// Its process id.
    pub fn id(&self) -> i32 {
        self.pid
    }

    /// Where to read what it writes to descriptor `number` above 2, if that is a pipe. Given once.
    pub fn take_output(&mut self, number: RawFd) -> Option<PipeReader> {
        let at = self.others.iter().position(|(of, _)| *of == number)?;
        Some(self.others.swap_remove(at).1)
    }

    /// Closes its input and waits for its end. `ECHILD` when somebody else in this process has taken its status (or
    /// SIGCHLD is ignored, so that the system throws it away).
    pub fn wait(&mut self) -> Result<Ending, Errno> {
        self.stdin = None;
        loop {
            if let Some(ending) = self.take_status(false)? {
                return Ok(ending);
            }
        }
    }

    /// How it ended, if it has. Does not wait.
    pub fn try_wait(&mut self) -> Result<Option<Ending>, Errno> {
        self.take_status(true)
    }

    fn take_status(&mut self, nohang: bool) -> Result<Option<Ending>, Errno> {
        if self.ended.is_some() {
            return Ok(self.ended);
        }
        if self.lost {
            return Err(Errno::ECHILD);
        }
        match process::wait_with_usage(WaitFor::Pid(self.pid), WaitFlags { nohang, ..WaitFlags::default() }) {
            Ok(None) | Err(Errno::EINTR) => Ok(None),
            Ok(Some((_, status, usage))) => {
                self.ended = Some(Ending { status, usage });
                self.pidfd = None;
                Ok(self.ended)
            }
            Err(errno) => {
                self.lost = true;
                Err(errno)
            }
        }
    }

    /// Waits for its end, at most for `limit`. Its input stays open.
    pub fn wait_timeout(&mut self, limit: Duration) -> Result<Option<Ending>, Errno> {
        let end = Instant::now().checked_add(limit);
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(ending) = self.take_status(true)? {
                return Ok(Some(ending));
            }
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return Ok(None);
            }
            match self.pidfd() {
                Some(fd) => {
                    let _ = poll(&mut [Poll::readable(fd)], left);
                }
                None => {
                    std::thread::sleep(left.map_or(pause, |left| left.min(pause)));
                    pause = (pause * 2).min(Duration::from_millis(20));
                }
            }
        }
    }

    /// A descriptor that becomes readable when the child has ended; `None` before Linux 5.3. Stays the property of this value.
    pub fn pidfd(&mut self) -> Option<RawFd> {
        if self.pidfd.is_none() && self.ended.is_none() && !self.lost {
            // The child is not waited for yet, so the number cannot mean another process.
            self.pidfd = process::pidfd_open(self.pid).ok();
        }
        self.pidfd.as_ref().map(AsRawFd::as_raw_fd)
    }

    /// Whether it has ended, its status not being taken: its id and its group's stay what they are.
    pub fn has_ended(&mut self) -> bool {
        if self.ended.is_some() || self.lost {
            return true;
        }
        match process::has_ended(self.pid) {
            Ok(ended) => ended,
            Err(Errno::EINTR) => false,
            Err(_) => {
                self.lost = true;
                true
            }
        }
    }

    /// Sends `signal`: to its whole group when it was given one of its own, else to the process alone. `ESRCH` when it
    /// has been waited for.
    pub fn send(&self, signal: i32) -> Result<(), Errno> {
        if self.ended.is_some() || self.lost {
            return Err(Errno::ESRCH);
        }
        let target = if self.own_group { self.pid.wrapping_neg() } else { self.pid };
        process::kill(target, signal)
    }

    /// Kills it (and its group) at once.
    pub fn kill(&self) -> Result<(), Errno> {
        self.send(SIGKILL)
    }

    /// Asks it (and its group) to end, with SIGTERM; after `grace` kills what is left. Waits for its end.
    pub fn terminate(&mut self, grace: Duration) -> Result<Ending, Errno> {
        self.stdin = None;
        if let Some(ending) = self.ended {
            return Ok(ending);
        }
        let _ = self.send(SIGTERM);
        // One that is stopped would not see it.
        let _ = self.send(SIGCONT);
        let end = Instant::now().checked_add(grace);
        let mut pause = Duration::from_micros(200);
        while !self.has_ended() {
            let left = end.map_or(pause, |end| end.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                break;
            }
            match self.pidfd() {
                Some(fd) => {
                    let _ = poll(&mut [Poll::readable(fd)], Some(left));
                }
                None => {
                    std::thread::sleep(left.min(pause));
                    pause = (pause * 2).min(Duration::from_millis(20));
                }
            }
        }
        // Also when the child itself has gone politely: others of its group may not have. Its status is not taken yet,
        // so the group's number still is its own.
        let _ = self.send(SIGKILL);
        self.wait()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.ended.is_none() && !self.lost {
            orphans::adopt(self.pid);
        }
    }
}
