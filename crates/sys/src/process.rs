//! Processes: fork, exec, wait, kill, ids, groups, times.
#![allow(unsafe_code)]

use crate::Errno;
use crate::path::{check, with_path};
pub use crate::strings::StringArray;
use std::mem::MaybeUninit;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};

/// Which of the two processes [`fork`] returned in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fork {
    /// The caller; the child's process id.
    Parent(i32),
    /// The new process.
    Child,
}

/// Splits the process in two. See fork(2).
///
/// For a process with one thread only, such as a shell: in the child of a threaded process a lock that another thread
/// held stays taken for good, the one of the allocator of a foreign C library included. (Memory is safe all the same.)
pub fn fork() -> Result<Fork, Errno> {
    // SAFETY: the child is a copy of the calling thread and all its memory; see the doc comment for locks.
    match check(unsafe { libc::fork() })? {
        0 => Ok(Fork::Child),
        pid => Ok(Fork::Parent(pid)),
    }
}

/// Which children [`wait`] waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitFor {
    /// Any child.
    Any,
    /// The child with this process id.
    Pid(i32),
    /// Any child in the caller's own process group.
    Group,
    /// Any child in the process group with this id.
    GroupId(i32),
}

/// How [`wait`] waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaitFlags {
    /// Return at once when no child has changed (`WNOHANG`).
    pub nohang: bool,
    /// Report stopped children, too (`WUNTRACED`).
    pub untraced: bool,
    /// Report continued children, too (`WCONTINUED`).
    pub continued: bool,
}

/// What became of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitStatus {
    /// It exited with this status.
    Exited(u8),
    /// A signal killed it.
    Signaled {
        /// Number of the signal.
        signal: i32,
        /// It left a core dump.
        core: bool,
    },
    /// This signal stopped it.
    Stopped(i32),
    /// It goes on after a stop.
    Continued,
}

impl WaitStatus {
    /// The meaning of the status word that wait4(2) fills.
    pub fn of(raw: i32) -> WaitStatus {
        if libc::WIFEXITED(raw) {
            WaitStatus::Exited(libc::WEXITSTATUS(raw) as u8)
        } else if libc::WIFSTOPPED(raw) {
            WaitStatus::Stopped(libc::WSTOPSIG(raw))
        } else if libc::WIFCONTINUED(raw) {
            WaitStatus::Continued
        } else {
            WaitStatus::Signaled { signal: libc::WTERMSIG(raw), core: libc::WCOREDUMP(raw) }
        }
    }

    /// The child is gone (not only stopped or continued).
    pub fn is_end(self) -> bool {
        matches!(self, WaitStatus::Exited(_) | WaitStatus::Signaled { .. })
    }
}

/// Resources that a process has used; times in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Time in its own code.
    pub user: u64,
    /// Time in the kernel on its behalf.
    pub system: u64,
    /// Largest resident size, in kilobytes.
    pub max_resident: u64,
}

// The width of these fields differs from one architecture to the next.
#[allow(clippy::unnecessary_cast)]
fn usage_of(raw: &libc::rusage) -> Usage {
    let micros = |time: libc::timeval| (time.tv_sec as u64).wrapping_mul(1_000_000).wrapping_add(time.tv_usec as u64);
    Usage { user: micros(raw.ru_utime), system: micros(raw.ru_stime), max_resident: raw.ru_maxrss as u64 }
}

/// Waits for a child to end (or stop, or go on, as the flags say) and takes its status.
///
/// `None` when `nohang` is set and nothing has happened. `ECHILD` when there is no such child. `EINTR` is handed to the
/// caller, who may have a trap to run. See wait4(2).
pub fn wait(target: WaitFor, flags: WaitFlags) -> Result<Option<(i32, WaitStatus)>, Errno> {
    let mut status = 0;
    // SAFETY: `status` is an int to fill; no usage is asked for.
    let pid = check(unsafe { libc::wait4(target_number(target), &mut status, options(flags), std::ptr::null_mut()) })?;
    Ok((pid != 0).then(|| (pid, WaitStatus::of(status))))
}

/// [`wait`], and what the child and its own waited-for children have used.
pub fn wait_with_usage(target: WaitFor, flags: WaitFlags) -> Result<Option<(i32, WaitStatus, Usage)>, Errno> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: `status` and `usage` have the sizes that the call fills.
    let pid = check(unsafe { libc::wait4(target_number(target), &mut status, options(flags), usage.as_mut_ptr()) })?;
    // SAFETY: zeroed at first, and all fields are numbers.
    Ok((pid != 0).then(|| (pid, WaitStatus::of(status), usage_of(unsafe { usage.assume_init_ref() }))))
}

fn target_number(target: WaitFor) -> i32 {
    match target {
        WaitFor::Any => -1,
        WaitFor::Pid(pid) => pid,
        WaitFor::Group => 0,
        WaitFor::GroupId(group) => group.wrapping_neg(),
    }
}

fn options(flags: WaitFlags) -> i32 {
    let bit = |on: bool, bit: i32| if on { bit } else { 0 };
    bit(flags.nohang, libc::WNOHANG) | bit(flags.untraced, libc::WUNTRACED) | bit(flags.continued, libc::WCONTINUED)
}

/// Whether child `pid` has ended; its status stays to be taken, so its id (and its group's) cannot be given to another
/// process yet. `ECHILD` when there is no such child. See waitid(2), `WNOWAIT`.
pub fn has_ended(pid: i32) -> Result<bool, Errno> {
    let id = libc::id_t::try_from(pid).map_err(|_| Errno::ECHILD)?;
    let mut info = MaybeUninit::<libc::siginfo_t>::zeroed();
    // SAFETY: `info` has the size that the call fills.
    check(unsafe { libc::waitid(libc::P_PID, id, info.as_mut_ptr(), libc::WEXITED | libc::WNOHANG | libc::WNOWAIT) })?;
    // SAFETY: zeroed at first; the field is 0 when nothing was reported.
    Ok(unsafe { info.assume_init_ref().si_pid() } != 0)
}

/// Replaces the process with the program at `path`; returns only when that fails. See execve(2).
pub fn exec(path: &[u8], argv: &StringArray, envp: &StringArray) -> Errno {
    let result = with_path(path, |path| {
        // SAFETY: `path` and the strings are NUL-terminated, both arrays end with NULL.
        check(unsafe { libc::execve(path, argv.as_ptr(), envp.as_ptr()) })
    });
    result.err().unwrap_or(Errno::EIO)
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident -> $type:ty;)*) => {
        $(
            $(#[$doc])*
            #[inline]
            pub fn $name() -> $type {
                // SAFETY: takes nothing and cannot fail.
                unsafe { libc::$name() as $type }
            }
        )*
    };
}

ids! {
    /// The id of this process.
    getpid -> i32;
    /// The id of the parent process.
    getppid -> i32;
    /// The id of this process's group.
    getpgrp -> i32;
    /// The real user id.
    getuid -> u32;
    /// The effective user id.
    geteuid -> u32;
    /// The real group id.
    getgid -> u32;
    /// The effective group id.
    getegid -> u32;
}

/// The ids of the process: real and effective user, real and effective group.
pub fn ids() -> (u32, u32, u32, u32) {
    (getuid(), geteuid(), getgid(), getegid())
}

/// The supplementary group ids; empty when they cannot be read. See getgroups(2).
pub fn getgroups() -> Vec<u32> {
    // SAFETY: with a size of 0 nothing is written.
    let count = unsafe { libc::getgroups(0, std::ptr::null_mut()) };
    let Ok(size) = usize::try_from(count) else { return Vec::new() };
    let mut groups: Vec<libc::gid_t> = vec![0; size];
    // SAFETY: `groups` has room for `count` ids.
    let count = unsafe { libc::getgroups(count, groups.as_mut_ptr()) };
    groups.truncate(usize::try_from(count).unwrap_or(0));
    groups
}

/// Moves process `pid` (0: this one) to process group `group` (0: a new one with its own id). See setpgid(2).
pub fn setpgid(pid: i32, group: i32) -> Result<(), Errno> {
    // SAFETY: takes numbers only.
    check(unsafe { libc::setpgid(pid, group) }).map(|_| ())
}

/// The process group of `pid` (0: this process). See getpgid(2).
pub fn getpgid(pid: i32) -> Result<i32, Errno> {
    // SAFETY: takes a number only.
    check(unsafe { libc::getpgid(pid) })
}

/// Starts a new session; returns its id. See setsid(2).
pub fn setsid() -> Result<i32, Errno> {
    // SAFETY: takes nothing.
    check(unsafe { libc::setsid() })
}

/// Sends `signal` (0: only test) to `pid`: a process, 0 for the own group, -1 for all, `-n` for group `n`. See kill(2).
pub fn kill(pid: i32, signal: i32) -> Result<(), Errno> {
    // SAFETY: takes numbers only.
    check(unsafe { libc::kill(pid, signal) }).map(|_| ())
}

/// Ends the process as `signal` would by default, so that its parent sees a death by that signal.
///
/// A signal that does not kill (or a process that cannot be killed, such as the first one of a namespace) ends it with
/// status 128 + `signal` instead.
pub fn raise_default(signal: i32) -> ! {
    let _ = crate::signal::default(signal);
    let mut only = crate::signal::SignalSet::EMPTY;
    only.add(signal);
    crate::signal::unblock(only);
    let _ = kill(getpid(), signal);
    exit(128_i32.wrapping_add(signal))
}

/// Ends the process with the low 8 bits of `status`; nothing is flushed, no exit handler runs. See _exit(2).
pub fn exit(status: i32) -> ! {
    // SAFETY: takes a number and does not return.
    unsafe { libc::_exit(status) }
}

/// What this process and its waited-for children have used so far, in that order. See getrusage(2).
pub fn times() -> (Usage, Usage) {
    let of = |who| {
        let mut raw = MaybeUninit::<libc::rusage>::zeroed();
        // SAFETY: `raw` has the size that the call fills.
        unsafe { libc::getrusage(who, raw.as_mut_ptr()) };
        // SAFETY: zeroed at first, and all fields are numbers.
        usage_of(unsafe { raw.assume_init_ref() })
    };
    (of(libc::RUSAGE_SELF), of(libc::RUSAGE_CHILDREN))
}

/// A descriptor for process `pid`, readable once it has ended, close-on-exec. `ENOSYS` before Linux 5.3. See pidfd_open(2).
pub fn pidfd_open(pid: i32) -> Result<OwnedFd, Errno> {
    // SAFETY: takes numbers only. The plain system call, for C libraries without the function.
    let fd = check(unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) } as libc::c_int)?;
    // SAFETY: the kernel has just handed out `fd`; nobody else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Sends `signal` to the process behind a descriptor of [`pidfd_open`], which cannot hit a recycled id. See pidfd_send_signal(2).
pub fn pidfd_send_signal(pidfd: RawFd, signal: i32) -> Result<(), Errno> {
    // SAFETY: takes numbers only; no extra information is passed.
    let result =
        unsafe { libc::syscall(libc::SYS_pidfd_send_signal, pidfd, signal, std::ptr::null::<libc::siginfo_t>(), 0) };
    check(result as libc::c_int).map(|_| ())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_forked_child_is_waited_for() {
        match fork().unwrap() {
            Fork::Child => exit(7),
            Fork::Parent(pid) => {
                let (got, status, usage) = wait_with_usage(WaitFor::Pid(pid), WaitFlags::default()).unwrap().unwrap();
                assert_eq!((got, status), (pid, WaitStatus::Exited(7)));
                assert!(usage.max_resident > 0);
                assert_eq!(wait(WaitFor::Pid(pid), WaitFlags::default()), Err(Errno::ECHILD));
            }
        }
    }

    #[test]
    fn raise_default_dies_by_the_signal() {
        match fork().unwrap() {
            Fork::Child => {
                let _ = crate::signal::ignore(libc::SIGTERM);
                raise_default(libc::SIGTERM)
            }
            Fork::Parent(pid) => {
                let (_, status) = wait(WaitFor::Pid(pid), WaitFlags::default()).unwrap().unwrap();
                assert_eq!(status, WaitStatus::Signaled { signal: libc::SIGTERM, core: false });
            }
        }
    }

    #[test]
    fn exec_reports_what_failed() {
        let argv: StringArray = [b"x".as_slice()].into_iter().collect();
        let envp = StringArray::new();
        assert_eq!(exec(b"/nonexistent/x", &argv, &envp), Errno::ENOENT);
        assert_eq!(exec(b"/", &argv, &envp), Errno::EACCES);
        assert_eq!(exec(b"a\0b", &argv, &envp), Errno::ENOENT);
        assert_eq!(exec(&[b'x'; 5000], &argv, &envp), Errno::ENAMETOOLONG);
    }
}
