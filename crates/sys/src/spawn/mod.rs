//! The lower half of launching: start a program while its parent's memory is borrowed, not copied.
//!
//! [`spawn`] takes a request in which everything is prepared and clones a child that shares the memory of the caller
//! (`CLONE_VM`), whose calling thread sleeps until the child has executed or died (`CLONE_VFORK`). The child runs on a
//! stack of its own and makes system calls only: no allocation, no lock, nothing of the C library but `syscall`. That
//! costs the same whatever the size of the process, and it is safe from any thread: the child has its own descriptor
//! table, directory, mask and dispositions, and other threads go on meanwhile.
//!
//! **Signals.** A handler of the parent must never run in the child, which shares its memory. `clone3` with
//! `CLONE_CLEAR_SIGHAND` (Linux 5.5) resets all handlers before the child's first instruction, so no mask needs to
//! change. Where that call does not exist or a sandbox refuses it (with `EPERM` as well as `ENOSYS`), every signal is
//! blocked around a plain `clone`, and the child resets the handlers itself.
//!
//! **Fallbacks.** `clone3`, then `clone`, then `fork` with a pipe for the error. Emulators that turn the shared-memory
//! clone into a copy (valgrind, user-mode qemu) are found out at the first child and get `fork` from then on.
#![allow(unsafe_code)]

mod child;
mod clone;
mod memory;

use crate::limits::{Limit, Resource};
use crate::path::check;
use crate::signal::SignalSet;
use crate::{Errno, StringArray};
use child::{Context, Report};
use std::ffi::CStr;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// One thing that the child does before it executes the program. Steps are done in the order given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// Start a new session.
    NewSession,
    /// Move to this process group; 0: a new one.
    ProcessGroup(i32),
    /// Make the child's process group the foreground one of this terminal (SIGTTOU held back meanwhile).
    Foreground(RawFd),
    /// Change the directory.
    Chdir(&'a CStr),
    /// Change the directory to this open one.
    Fchdir(RawFd),
    /// Set a resource limit; values over the hard limit are cut down to it.
    Limit(Resource, Limit),
    /// Set the file creation mask.
    Umask(u32),
    /// Add to the nice value.
    Nice(i32),
    /// Ask for this signal when the thread that launched ends. `parent` is its process: the step fails with `ESRCH`
    /// if that is gone already.
    ParentDeathSignal {
        /// Number of the signal.
        signal: i32,
        /// Process id of the parent.
        parent: i32,
    },
    /// Duplicate `from` to a free number from `above` on and remember which; close-on-exec.
    Park {
        /// What to duplicate.
        from: RawFd,
        /// Lowest number to use.
        above: RawFd,
    },
    /// Duplicate what was parked last to this number.
    Unpark(RawFd),
    /// dup2.
    Duplicate {
        /// What to duplicate.
        from: RawFd,
        /// The number that it gets.
        to: RawFd,
    },
    /// Clear close-on-exec.
    KeepOpen(RawFd),
    /// Close, if open.
    Close(RawFd),
    /// Let every descriptor from the first to the last number be closed by the exec.
    CloseRange(RawFd, RawFd),
}

impl Step<'_> {
    /// The highest descriptor that the step names; -1 for none.
    fn highest_descriptor(&self) -> RawFd {
        match *self {
            Step::Foreground(fd)
            | Step::Fchdir(fd)
            | Step::Unpark(fd)
            | Step::KeepOpen(fd)
            | Step::Close(fd)
            | Step::CloseRange(fd, _) => fd,
            Step::Park { from: a, above: b } | Step::Duplicate { from: a, to: b } => a.max(b),
            _ => -1,
        }
    }
}

/// Everything about a child, prepared.
#[derive(Clone, Copy, Debug)]
pub struct SpawnRequest<'a> {
    /// The program's file; no search is done.
    pub path: &'a CStr,
    /// Its arguments, its name first.
    pub argv: &'a StringArray,
    /// Its environment.
    pub envp: &'a StringArray,
    /// What the child does first.
    pub steps: &'a [Step<'a>],
    /// Signals that it ignores. All others that are ignored now stay ignored, caught ones are reset.
    pub ignore: SignalSet,
    /// Signals that it gets with their default action, although they may be ignored now.
    pub default: SignalSet,
    /// Its signal mask; `None`: that of the calling thread.
    pub mask: Option<SignalSet>,
    /// The caller vouches that no signal handler is installed in the process: no mask is changed even on old kernels.
    pub no_handlers: bool,
    /// Ask for a descriptor of the process.
    pub pidfd: bool,
}

/// A child that has executed its program (or died on the way, as its status will tell).
#[derive(Debug)]
pub struct Spawned {
    /// Its process id.
    pub pid: i32,
    /// Its descriptor, if asked for and if the kernel has such.
    pub pidfd: Option<OwnedFd>,
}

/// What failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailedAt {
    /// No process could be made.
    Clone,
    /// The step with this index.
    Step(usize),
    /// The program could not be executed.
    Exec,
}

/// Why there is no child. One that failed has been reaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpawnError {
    /// Where it failed.
    pub at: FailedAt,
    /// Error number of the call that failed.
    pub errno: Errno,
}

/// Starts the program. Returns once it executes; on failure the child is gone and reaped.
pub fn spawn(request: &SpawnRequest) -> Result<Spawned, SpawnError> {
    spawn_by(request, Way::allowed())
}

/// The ways to make a child, best first. Also the tests' means to force one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// clone3 with cleared handlers.
    Clone3,
    /// clone with shared memory.
    Clone,
    /// fork.
    Fork,
}

/// What the kernel (or a sandbox around us) has refused for good.
static CLONE3_REFUSED: AtomicBool = AtomicBool::new(false);

impl Way {
    fn allowed() -> Way {
        if !clone::HAS_CLONE3 || CLONE3_REFUSED.load(Ordering::Relaxed) { Way::Clone } else { Way::Clone3 }
    }
}

/// [`spawn`], not trying anything better than `way`: for tests of the fallbacks, and for hosts that must not share memory.
pub fn spawn_by(request: &SpawnRequest, way: Way) -> Result<Spawned, SpawnError> {
    let failed = |errno| SpawnError { at: FailedAt::Clone, errno };
    if way == Way::Clone3 && clone::HAS_CLONE3 {
        match spawn_shared(request, Way::Clone3, None) {
            Err(SpawnError { at: FailedAt::Clone, errno: errno @ (Errno::ENOSYS | Errno::EPERM | Errno::EINVAL) }) => {
                // EINVAL may be about this call only (a process that is to make a new PID namespace).
                if errno != Errno::EINVAL {
                    CLONE3_REFUSED.store(true, Ordering::Relaxed);
                }
            }
            result => return result,
        }
    }
    let saved = if request.no_handlers { None } else { Some(block_everything().map_err(failed)?) };
    let mut result = Err(failed(Errno::ENOSYS));
    if way <= Way::Clone && sharing() != Some(false) {
        result = spawn_shared(request, Way::Clone, saved);
    }
    if let Err(SpawnError { at: FailedAt::Clone, errno: Errno::ENOSYS | Errno::EPERM | Errno::EINVAL }) = result {
        result = spawn_forked(request, saved);
    }
    if let Some(saved) = saved {
        let _ = set_raw_mask(saved);
    }
    result
}

/// A child that shares our memory until it executes.
fn spawn_shared(request: &SpawnRequest, way: Way, saved: Option<SignalSet>) -> Result<Spawned, SpawnError> {
    let failed = |errno| SpawnError { at: FailedAt::Clone, errno };
    let stack = memory::Stack::take().map_err(failed)?;
    let report = Report::default();
    // As long as it is not known whether plain clone shares memory, a pipe stands by.
    let pipe =
        if way == Way::Clone && sharing().is_none() { Some(report_pipe(request).map_err(failed)?) } else { None };
    let context = Context {
        request,
        report: &report,
        saved,
        reset_handlers: way != Way::Clone3 && !request.no_handlers,
        pipe: pipe.as_ref().map_or(-1, |(_, writer)| writer.as_raw_fd()),
    };
    let made = match way {
        Way::Clone3 => clone::clone3(&stack, &context, request.pidfd),
        _ => clone::clone(&stack, &context).map(|pid| (pid, None)),
    };
    drop(stack);
    let (pid, mut pidfd) = made.map_err(failed)?;
    let mut error = report.read();
    if let Some((reader, writer)) = pipe {
        drop(writer);
        let shared = report.was_started();
        SHARING.store(if shared { 1 } else { 2 }, Ordering::Relaxed);
        if !shared {
            error = child::read_report(&reader);
        }
    }
    if let Some(error) = error {
        reap(pid);
        return Err(error);
    }
    if request.pidfd && pidfd.is_none() {
        pidfd = crate::process::pidfd_open(pid).ok();
    }
    Ok(Spawned { pid, pidfd })
}

/// A pipe that the exec closes, its write end out of the way of every number that the steps name.
fn report_pipe(request: &SpawnRequest) -> Result<(OwnedFd, OwnedFd), Errno> {
    let (reader, writer) = crate::io::pipe()?;
    let highest = request.steps.iter().map(Step::highest_descriptor).max().unwrap_or(-1);
    Ok((reader, crate::io::move_above(writer, highest.saturating_add(1))?))
}

/// A child that is a copy of the process; its error comes through a pipe that the exec closes.
fn spawn_forked(request: &SpawnRequest, saved: Option<SignalSet>) -> Result<Spawned, SpawnError> {
    let failed = |errno| SpawnError { at: FailedAt::Clone, errno };
    let (reader, writer) = report_pipe(request).map_err(failed)?;
    let report = Report::default();
    let context =
        Context { request, report: &report, saved, reset_handlers: !request.no_handlers, pipe: writer.as_raw_fd() };
    // SAFETY: the child makes system calls only, as a forked child of a threaded process must, and never returns.
    let pid = match check(unsafe { libc::fork() }).map_err(failed)? {
        0 => child::run(&context),
        pid => pid,
    };
    drop(writer);
    if let Some(error) = child::read_report(&reader) {
        reap(pid);
        return Err(error);
    }
    let pidfd = if request.pidfd { crate::process::pidfd_open(pid).ok() } else { None };
    Ok(Spawned { pid, pidfd })
}

/// Takes the status of a child that has failed. `ECHILD` (the host ignores SIGCHLD or reaps itself) is as good.
fn reap(pid: i32) {
    let mut status = 0;
    // SAFETY: `status` takes the status word.
    while unsafe { libc::wait4(pid, &mut status, 0, std::ptr::null_mut()) } == -1 && Errno::last() == Errno::EINTR {}
}

/// Blocks all signals in this thread, those of the C library itself included; returns the former mask.
fn block_everything() -> Result<SignalSet, Errno> {
    set_raw_mask(SignalSet::ALL)
}

fn set_raw_mask(mask: SignalSet) -> Result<SignalSet, Errno> {
    let (new, mut old) = (mask.bits(), 0_u64);
    // SAFETY: both masks have the eight bytes that are announced.
    let result =
        unsafe { libc::syscall(libc::SYS_rt_sigprocmask, libc::SIG_SETMASK, &new, &mut old, size_of::<u64>()) };
    check(result as libc::c_int).map(|_| SignalSet::from_bits(old))
}

/// Whether a plain clone that is to share memory really does: 0 unknown, 1 yes, 2 no.
static SHARING: AtomicU8 = AtomicU8::new(0);

/// What is known about that. Emulators make a copy: then the child's errors cannot come through memory.
fn sharing() -> Option<bool> {
    match SHARING.load(Ordering::Relaxed) {
        0 => None,
        known => Some(known == 1),
    }
}

#[cfg(test)]
mod tests;
