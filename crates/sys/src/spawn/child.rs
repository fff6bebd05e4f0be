//! The child, between clone and exec.
//!
//! **Everything here runs in a process that borrows its parent's memory** (or in the forked child of a threaded one).
//! Only system calls through `syscall`, only memory that was prepared: no allocation, no lock, no panic, no logging.
//! The C library's own functions stay out: they may lock, cancel, or touch state that belongs to the parent's thread.
//! (`syscall` sets `errno`, which the sleeping parent does not look at.)
#![allow(unsafe_code)]

use super::{FailedAt, SpawnError, SpawnRequest, Step};
use crate::Errno;
use crate::limits::{Limit, Resource};
use crate::signal::{LAST, SignalSet};
use libc::{c_int, c_long, syscall};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// What the parent hands over. It lives in the frame of the sleeping parent.
pub struct Context<'a> {
    /// What to do.
    pub request: &'a SpawnRequest<'a>,
    /// Where to say what failed, as long as memory is shared.
    pub report: &'a Report,
    /// The mask to restore where the parent has blocked everything.
    pub saved: Option<SignalSet>,
    /// Handlers are still installed.
    pub reset_handlers: bool,
    /// Where to say what failed when memory is not shared, or may not be; else -1.
    pub pipe: RawFd,
}

/// What failed: an error number (0: nothing) and a step.
#[derive(Default)]
pub struct Report {
    started: AtomicBool,
    errno: AtomicI32,
    step: AtomicI32,
}

/// Stands for the exec itself in [`Report::step`].
const EXEC: i32 = -1;

impl Report {
    /// What the child has said.
    pub fn read(&self) -> Option<SpawnError> {
        decode(self.errno.load(Ordering::Acquire), self.step.load(Ordering::Relaxed))
    }

    /// Whether a child was seen to run: it was, and its memory is ours.
    pub fn was_started(&self) -> bool {
        self.started.load(Ordering::Acquire)
    }
}

fn decode(errno: i32, step: i32) -> Option<SpawnError> {
    let at = usize::try_from(step).map_or(FailedAt::Exec, FailedAt::Step);
    (errno != 0).then_some(SpawnError { at, errno: Errno(errno) })
}

/// What a forked child has said, once its end of the pipe is closed.
pub fn read_report(pipe: &OwnedFd) -> Option<SpawnError> {
    let mut words = [0_i32; 2];
    loop {
        // SAFETY: `words` has the bytes that are announced. A write of so few bytes comes in one piece.
        let length = unsafe { libc::read(pipe.as_raw_fd(), words.as_mut_ptr().cast(), size_of_val(&words)) };
        match length {
            8 => return decode(words[0], words[1]),
            -1 if Errno::last() == Errno::EINTR => {}
            _ => return None,
        }
    }
}

/// Does what the request says and executes the program; on failure says why and ends the process.
pub fn run(context: &Context) -> ! {
    context.report.started.store(true, Ordering::Release);
    let (errno, step) = prepare_and_exec(context);
    if context.pipe >= 0 {
        let words = [errno.0, step];
        // SAFETY: `words` has the bytes that are announced.
        unsafe { syscall(libc::SYS_write, context.pipe, words.as_ptr(), size_of_val(&words)) };
    }
    context.report.step.store(step, Ordering::Relaxed);
    context.report.errno.store(errno.0, Ordering::Release);
    loop {
        // SAFETY: ends this process only: it shares memory with its parent but is a thread group of its own.
        unsafe { syscall(libc::SYS_exit_group, 127) };
    }
}

fn prepare_and_exec(context: &Context) -> (Errno, i32) {
    let request = context.request;
    if context.reset_handlers {
        reset_handlers();
    }
    for (set, disposition) in [(request.default, libc::SIG_DFL), (request.ignore, libc::SIG_IGN)] {
        for signal in set.iter() {
            set_disposition(signal, disposition);
        }
    }
    let mut parked = -1;
    for (index, step) in request.steps.iter().enumerate() {
        if let Err(errno) = perform(step, &mut parked) {
            return (errno, i32::try_from(index).unwrap_or(i32::MAX));
        }
    }
    if let Some(mask) = request.mask.or(context.saved) {
        set_mask(mask);
    }
    // SAFETY: path and strings are NUL-terminated, both arrays end with NULL.
    let result = check(unsafe {
        syscall(libc::SYS_execve, request.path.as_ptr(), request.argv.as_ptr(), request.envp.as_ptr())
    });
    (result.err().unwrap_or(Errno::EIO), EXEC)
}

#[inline]
fn check(result: c_long) -> Result<c_long, Errno> {
    if result == -1 { Err(Errno::last()) } else { Ok(result) }
}

/// Repeats a call that a signal has interrupted.
fn retry(mut call: impl FnMut() -> c_long) -> Result<c_long, Errno> {
    loop {
        match check(call()) {
            // EBUSY: dup2 while another thread of a process that shares the table opens that number.
            Err(Errno::EINTR | Errno::EBUSY) => {}
            result => return result,
        }
    }
}

fn perform(step: &Step, parked: &mut RawFd) -> Result<(), Errno> {
    // SAFETY (each call below): numbers, or pointers to complete values that live for the call.
    let done = match *step {
        // SAFETY: see above.
        Step::NewSession => check(unsafe { syscall(libc::SYS_setsid) }),
        // SAFETY: see above.
        Step::ProcessGroup(group) => check(unsafe { syscall(libc::SYS_setpgid, 0, group) }),
        Step::Foreground(tty) => take_terminal(tty),
        // SAFETY: see above.
        Step::Chdir(path) => check(unsafe { syscall(libc::SYS_chdir, path.as_ptr()) }),
        // SAFETY: see above.
        Step::Fchdir(fd) => check(unsafe { syscall(libc::SYS_fchdir, fd) }),
        Step::Limit(resource, limit) => set_limit(resource, limit),
        // SAFETY: see above.
        Step::Umask(mask) => check(unsafe { syscall(libc::SYS_umask, mask) }),
        Step::Nice(increment) => add_nice(increment),
        Step::ParentDeathSignal { signal, parent } => ask_for_death_signal(signal, parent),
        Step::Park { from, above } => {
            // SAFETY: see above.
            let found = retry(|| unsafe { syscall(libc::SYS_fcntl, from, libc::F_DUPFD_CLOEXEC, above) });
            *parked = found.map_or(-1, |fd| fd as RawFd);
            found
        }
        Step::Unpark(to) => duplicate(*parked, to),
        Step::Duplicate { from, to } => duplicate(from, to),
        // SAFETY: see above.
        Step::KeepOpen(fd) => check(unsafe { syscall(libc::SYS_fcntl, fd, libc::F_SETFD, 0) }),
        Step::Close(fd) => {
            // A number that is not open is as good as closed; a late write error of the file is not this child's.
            // SAFETY: see above; the descriptor table is the child's own.
            unsafe { syscall(libc::SYS_close, fd) };
            Ok(0)
        }
        Step::CloseRange(first, last) => close_range(first, last),
    };
    done.map(|_| ())
}

fn duplicate(from: RawFd, to: RawFd) -> Result<c_long, Errno> {
    if from == to {
        // SAFETY: takes numbers only.
        return check(unsafe { syscall(libc::SYS_fcntl, from, libc::F_SETFD, 0) });
    }
    // SAFETY: takes numbers only; the descriptor table is the child's own.
    retry(|| unsafe { syscall(libc::SYS_dup3, from, to, 0) })
}

/// What the kernel calls a sigaction, without a handler of ours. All zeros but the handler, so that the order of the
/// other fields, which differs between architectures, does not matter.
#[repr(C)]
struct KernelAction {
    #[cfg(any(target_arch = "mips", target_arch = "mips64", target_arch = "mips32r6", target_arch = "mips64r6"))]
    flags: libc::c_ulong,
    handler: usize,
    rest: [u64; 5],
}

impl KernelAction {
    fn new(handler: usize) -> KernelAction {
        KernelAction {
            #[cfg(any(
                target_arch = "mips",
                target_arch = "mips64",
                target_arch = "mips32r6",
                target_arch = "mips64r6"
            ))]
            flags: 0,
            handler,
            rest: [0; 5],
        }
    }
}

fn set_disposition(signal: i32, disposition: usize) {
    let action = KernelAction::new(disposition);
    // SAFETY: a complete action. KILL and STOP give EINVAL, which is right.
    unsafe { syscall(libc::SYS_rt_sigaction, signal, &action, null_mut::<KernelAction>(), size_of::<u64>()) };
}

/// Caught signals get their default action; ignored ones stay so.
fn reset_handlers() {
    for signal in 1..=LAST {
        let mut action = KernelAction::new(0);
        // SAFETY: only reads the present action, into a struct that is large enough on every architecture.
        unsafe { syscall(libc::SYS_rt_sigaction, signal, null_mut::<KernelAction>(), &mut action, size_of::<u64>()) };
        if action.handler != libc::SIG_DFL && action.handler != libc::SIG_IGN {
            set_disposition(signal, libc::SIG_DFL);
        }
    }
}

fn set_mask(mask: SignalSet) -> u64 {
    let (new, mut old) = (mask.bits(), 0_u64);
    // SAFETY: both masks have the eight bytes that are announced.
    unsafe { syscall(libc::SYS_rt_sigprocmask, libc::SIG_SETMASK, &new, &mut old, size_of::<u64>()) };
    old
}

/// tcsetpgrp for the own group. A process outside of the foreground group would be stopped by SIGTTOU.
fn take_terminal(tty: RawFd) -> Result<c_long, Errno> {
    let old = set_mask(SignalSet::ALL);
    // SAFETY: takes a number only.
    let group: c_int = unsafe { syscall(libc::SYS_getpgid, 0) } as c_int;
    // SAFETY: `group` is the int that this request reads.
    let result = check(unsafe { syscall(libc::SYS_ioctl, tty, libc::TIOCSPGRP, &group) });
    set_mask(SignalSet::from_bits(old));
    result
}

fn set_limit(resource: Resource, limit: Limit) -> Result<c_long, Errno> {
    let mut now = [0_u64; 2];
    let resource = resource.number();
    // SAFETY: `now` is the pair of 64-bit numbers that the call fills.
    check(unsafe { syscall(libc::SYS_prlimit64, 0, resource, null_mut::<u64>(), now.as_mut_ptr()) })?;
    let hard = limit.hard.min(now[1]);
    let new = [limit.soft.min(hard), hard];
    // SAFETY: `new` is the pair of 64-bit numbers that the call reads.
    check(unsafe { syscall(libc::SYS_prlimit64, 0, resource, new.as_ptr(), null_mut::<u64>()) })
}

fn add_nice(increment: i32) -> Result<c_long, Errno> {
    // The kernel answers 20 - nice, so that no answer looks like an error.
    // SAFETY: takes numbers only.
    let now = 20 - check(unsafe { syscall(libc::SYS_getpriority, libc::PRIO_PROCESS, 0) })?;
    let new = now.saturating_add(c_long::from(increment)).clamp(-20, 19);
    // SAFETY: takes numbers only.
    check(unsafe { syscall(libc::SYS_setpriority, libc::PRIO_PROCESS, 0, new) })
}

fn ask_for_death_signal(signal: i32, parent: i32) -> Result<c_long, Errno> {
    // SAFETY: takes numbers only.
    check(unsafe { syscall(libc::SYS_prctl, libc::PR_SET_PDEATHSIG, signal) })?;
    // The parent may have died before the request was made; then nobody will send the signal.
    // SAFETY: takes nothing.
    let now = unsafe { syscall(libc::SYS_getppid) };
    if now == c_long::from(parent) { Ok(0) } else { Err(Errno::ESRCH) }
}

/// Marks the descriptors of a range close-on-exec: in one call since Linux 5.11, else one by one as `/proc` lists them,
/// else number by number. Sandboxes answer EPERM to a call that they do not know.
pub(super) fn close_range(first: RawFd, last: RawFd) -> Result<c_long, Errno> {
    const CLOSE_RANGE_CLOEXEC: libc::c_uint = 4;
    // SAFETY: takes numbers only.
    match check(unsafe { syscall(libc::SYS_close_range, first, last, CLOSE_RANGE_CLOEXEC) }) {
        Err(Errno::ENOSYS | Errno::EPERM | Errno::EINVAL) => {}
        result => return result,
    }
    // SAFETY: the path is NUL-terminated.
    let list = check(unsafe {
        let flags = libc::O_RDONLY | libc::O_DIRECTORY | libc::O_CLOEXEC;
        syscall(libc::SYS_openat, libc::AT_FDCWD, c"/proc/self/fd".as_ptr(), flags, 0)
    });
    match list {
        Ok(list) => mark_listed(list as RawFd, first, last),
        Err(_) => mark_each(first, last),
    }
}

fn mark(fd: RawFd) {
    // SAFETY: takes numbers only; a number that is not open gives EBADF.
    unsafe { syscall(libc::SYS_fcntl, fd, libc::F_SETFD, libc::FD_CLOEXEC) };
}

/// The entries of `/proc/self/fd`: 8 bytes inode, 8 bytes position, 2 bytes length, 1 byte type, then the name.
pub(super) fn mark_listed(list: RawFd, first: RawFd, last: RawFd) -> Result<c_long, Errno> {
    let mut buffer = [0_u64; 512];
    loop {
        // SAFETY: `buffer` has the bytes that are announced.
        let length = check(unsafe { syscall(libc::SYS_getdents64, list, buffer.as_mut_ptr(), size_of_val(&buffer)) })?;
        if length == 0 {
            // SAFETY: takes a number that this function's caller has opened.
            return check(unsafe { syscall(libc::SYS_close, list) });
        }
        // SAFETY: any initialised u64 may be looked at as eight bytes.
        let bytes = unsafe { std::slice::from_raw_parts(buffer.as_ptr().cast::<u8>(), size_of_val(&buffer)) };
        let mut rest = bytes.get(..length as usize).unwrap_or_default();
        while let Some((&[low, high], name)) = rest.get(16..).and_then(<[u8]>::split_first_chunk::<2>) {
            let digits = name.get(1..).unwrap_or_default();
            let mut number: Option<RawFd> = None;
            for &digit in digits.iter().take_while(|digit| digit.is_ascii_digit()) {
                number = Some(number.unwrap_or(0).wrapping_mul(10).wrapping_add(RawFd::from(digit - b'0')));
            }
            if let Some(fd) = number
                && (first..=last).contains(&fd)
            {
                mark(fd);
            }
            let step = usize::from(u16::from_ne_bytes([low, high]));
            rest = if step == 0 { &[] } else { rest.get(step..).unwrap_or_default() };
        }
    }
}

pub(super) fn mark_each(first: RawFd, last: RawFd) -> Result<c_long, Errno> {
    let mut now = [0_u64; 2];
    let resource = Resource::OpenFiles.number();
    // SAFETY: `now` is the pair of 64-bit numbers that the call fills.
    check(unsafe { syscall(libc::SYS_prlimit64, 0, resource, null_mut::<u64>(), now.as_mut_ptr()) })?;
    // Descriptors above a limit that was lowered later are not seen; the range stays finite.
    let end = RawFd::try_from(now[0]).unwrap_or(RawFd::MAX).min(1 << 20).min(last.saturating_add(1));
    let mut fd = first;
    while fd < end {
        mark(fd);
        fd += 1;
    }
    Ok(0)
}
