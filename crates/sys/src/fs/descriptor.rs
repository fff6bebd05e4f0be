//! File descriptors as numbers: duplicate, close, flags.
//!
//! A shell works with descriptors that it inherited or that a script names, so these functions take plain numbers.
//! Nothing here can corrupt memory, but closing a number that someone else owns takes it from under them.
#![allow(unsafe_code)]

use crate::Errno;
use crate::path::check;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};

/// Closes `fd`. Never retried: on Linux the number is free again even after `EINTR`. See close(2).
#[inline]
pub fn close(fd: RawFd) -> Result<(), Errno> {
    // SAFETY: takes a number; the caller owns it.
    check(unsafe { libc::close(fd) }).map(|_| ())
}

/// A duplicate of `fd` with the lowest free number from `min` on, close-on-exec. See fcntl(2), `F_DUPFD_CLOEXEC`.
pub fn dup_above(fd: RawFd, min: RawFd) -> Result<OwnedFd, Errno> {
    // SAFETY: takes numbers only.
    let new = check(unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, min) })?;
    // SAFETY: the kernel has just handed out `new`; nobody else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(new) })
}

/// Makes `to` a duplicate of `from`, open across exec, closing what `to` was. `from == to` changes nothing. See dup2(2).
///
/// Retried on `EINTR`: then nothing has happened yet.
pub fn dup2(from: RawFd, to: RawFd) -> Result<(), Errno> {
    loop {
        // SAFETY: takes numbers only; the caller owns `to`.
        match check(unsafe { libc::dup2(from, to) }) {
            Ok(_) => return Ok(()),
            // EBUSY: Linux, another thread is just opening `to`.
            Err(Errno::EINTR | Errno::EBUSY) => {}
            Err(errno) => return Err(errno),
        }
    }
}

/// Whether `fd` is an open descriptor.
pub fn is_open(fd: RawFd) -> bool {
    // SAFETY: takes numbers only.
    unsafe { libc::fcntl(fd, libc::F_GETFD) != -1 }
}

/// Whether `fd` is open and survives exec: this process was started with it, or made it for a program to have.
pub fn is_inheritable(fd: RawFd) -> bool {
    // SAFETY: takes numbers only.
    let flags = unsafe { libc::fcntl(fd, libc::F_GETFD) };
    flags != -1 && flags & libc::FD_CLOEXEC == 0
}

/// Sets or clears close-on-exec. See fcntl(2), `F_SETFD`.
pub fn set_cloexec(fd: RawFd, on: bool) -> Result<(), Errno> {
    let flags = if on { libc::FD_CLOEXEC } else { 0 };
    // SAFETY: takes numbers only.
    check(unsafe { libc::fcntl(fd, libc::F_SETFD, flags) }).map(|_| ())
}

/// Access mode and status flags (`O_` bits) of the open file. See fcntl(2), `F_GETFL`.
pub fn open_flags(fd: RawFd) -> Result<i32, Errno> {
    // SAFETY: takes numbers only.
    check(unsafe { libc::fcntl(fd, libc::F_GETFL) })
}

/// Sets the status flags (`O_APPEND`, `O_NONBLOCK`, ...) of the open file. See fcntl(2), `F_SETFL`.
pub fn set_open_flags(fd: RawFd, flags: i32) -> Result<(), Errno> {
    // SAFETY: takes numbers only.
    check(unsafe { libc::fcntl(fd, libc::F_SETFL, flags) }).map(|_| ())
}

/// Whether `fd` is a terminal. See isatty(3).
pub fn is_terminal(fd: RawFd) -> bool {
    // SAFETY: takes a number only.
    unsafe { libc::isatty(fd) == 1 }
}

/// A new empty file in memory, close-on-exec; `name` only shows in `/proc`. See memfd_create(2).
pub fn memfd(name: &std::ffi::CStr) -> Result<OwnedFd, Errno> {
    // SAFETY: `name` is NUL-terminated. The plain system call, for C libraries without the function.
    let fd = check(unsafe { libc::syscall(libc::SYS_memfd_create, name.as_ptr(), libc::MFD_CLOEXEC) } as libc::c_int)?;
    // SAFETY: the kernel has just handed out `fd`; nobody else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}
