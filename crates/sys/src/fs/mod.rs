//! Files and directories by path: open, test, make, rename, remove; the current directory; the file creation mask.
//!
//! Paths are bytes; a NUL inside gives `ENOENT`. No call here is retried on `EINTR` except where its comment says so.
#![allow(unsafe_code)]

mod descriptor;
mod stat;

pub use descriptor::{
    close, dup_above, dup2, is_inheritable, is_open, is_terminal, memfd, open_flags, set_cloexec, set_open_flags,
};
pub use stat::{Stat, fstat, lstat, stat, stat_at};

use crate::Errno;
use crate::path::{check, with_path};
use std::os::fd::{FromRawFd, OwnedFd, RawFd};

pub use libc::{
    AT_FDCWD, AT_REMOVEDIR, AT_SYMLINK_NOFOLLOW, F_OK, O_ACCMODE, O_APPEND, O_CLOEXEC, O_CREAT, O_DIRECTORY, O_EXCL,
    O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_PATH, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY, R_OK, W_OK, X_OK,
};

/// Opens `path` with the `O_` bits of `flags`, always with `O_CLOEXEC`; `mode` counts when the file is created. See open(2).
///
/// `EINTR` (a FIFO waiting for its other end) is handed to the caller, who may have a trap to run.
#[inline]
pub fn open(path: &[u8], flags: i32, mode: u32) -> Result<OwnedFd, Errno> {
    openat(libc::AT_FDCWD, path, flags, mode)
}

/// [`open`] with `path` relative to the directory `directory` (or [`AT_FDCWD`]). See openat(2).
#[inline]
pub fn openat(directory: RawFd, path: &[u8], flags: i32, mode: u32) -> Result<OwnedFd, Errno> {
    with_path(path, |path| {
        // SAFETY: `path` is NUL-terminated for the length of the call.
        let fd = check(unsafe { libc::openat(directory, path, flags | libc::O_CLOEXEC, mode as libc::c_uint) })?;
        // SAFETY: the kernel has just handed out `fd`; nobody else owns it.
        Ok(unsafe { OwnedFd::from_raw_fd(fd) })
    })
}

/// [`openat`] that does not leave the mount `directory` is on: `EXDEV` where a file system is mounted on the way.
///
/// `ENOSYS` from kernels before 5.6, and `EPERM` from sandboxes that do not know the call. See openat2(2), `RESOLVE_NO_XDEV`.
pub fn openat_same_mount(directory: RawFd, path: &[u8], flags: i32) -> Result<OwnedFd, Errno> {
    with_path(path, |path| {
        // SAFETY: `open_how` is a structure of numbers, for all of which zero is a value.
        let mut how: libc::open_how = unsafe { std::mem::zeroed() };
        how.flags = (flags | libc::O_CLOEXEC) as u64;
        how.resolve = libc::RESOLVE_NO_XDEV;
        // SAFETY: `path` is NUL-terminated, and `how` is a whole structure of the size that is passed.
        let fd = unsafe { libc::syscall(libc::SYS_openat2, directory, path, &raw const how, size_of_val(&how)) };
        let fd = check(fd as libc::c_int)?;
        // SAFETY: the kernel has just handed out `fd`; nobody else owns it.
        Ok(unsafe { OwnedFd::from_raw_fd(fd) })
    })
}

/// Whether the process may use `path` as `mode` ([`F_OK`], or bits of [`R_OK`], [`W_OK`], [`X_OK`]) says, by its *effective*
/// ids, as `test -r` and PATH searches ask. See faccessat2(2); older kernels and sandboxes are answered from stat(2) and the ids.
pub fn access(path: &[u8], mode: i32) -> Result<(), Errno> {
    let answer = with_path(path, |path| {
        // SAFETY: `path` is NUL-terminated for the length of the call; the other arguments are numbers.
        let result = unsafe { libc::syscall(libc::SYS_faccessat2, libc::AT_FDCWD, path, mode, libc::AT_EACCESS) };
        check(result as libc::c_int)
    });
    match answer {
        Ok(_) => Ok(()),
        // Sandboxes answer EPERM to calls that they do not know. So does an immutable file to W_OK; then the fallback repeats it.
        Err(Errno::ENOSYS | Errno::EPERM | Errno::EINVAL) => access_without_faccessat2(path, mode),
        Err(errno) => Err(errno),
    }
}

/// access(2) where it means the same (real ids equal the effective ones), else the permission bits read by hand.
fn access_without_faccessat2(path: &[u8], mode: i32) -> Result<(), Errno> {
    // SAFETY: these calls take nothing and cannot fail.
    let (uid, euid, gid, egid) = unsafe { (libc::getuid(), libc::geteuid(), libc::getgid(), libc::getegid()) };
    if uid == euid && gid == egid {
        // SAFETY: `path` is NUL-terminated for the length of the call.
        return with_path(path, |path| check(unsafe { libc::access(path, mode) })).map(|_| ());
    }
    let stat = stat(path)?;
    if mode == libc::F_OK || (euid == 0 && (mode & libc::X_OK == 0 || stat.is_dir() || stat.mode & 0o111 != 0)) {
        return Ok(());
    }
    let shift = if stat.uid == euid {
        6
    } else if stat.gid == egid || crate::process::getgroups().contains(&stat.gid) {
        3
    } else {
        0
    };
    if (stat.mode >> shift) & 7 & mode as u32 == mode as u32 { Ok(()) } else { Err(Errno::EACCES) }
}

/// Makes `path` the current directory. See chdir(2).
pub fn chdir(path: &[u8]) -> Result<(), Errno> {
    // SAFETY: `path` is NUL-terminated for the length of the call.
    with_path(path, |path| check(unsafe { libc::chdir(path) })).map(|_| ())
}

/// Makes the open directory `fd` the current one. See fchdir(2).
pub fn fchdir(fd: RawFd) -> Result<(), Errno> {
    // SAFETY: takes a number; a bad one gives EBADF.
    check(unsafe { libc::fchdir(fd) }).map(|_| ())
}

/// The absolute path of the current directory, of any length. `ENOENT` when it has been removed. See getcwd(3).
pub fn getcwd() -> Result<Vec<u8>, Errno> {
    let mut buffer: Vec<u8> = Vec::with_capacity(libc::PATH_MAX as usize);
    loop {
        // SAFETY: the pointer and the capacity describe memory that `buffer` owns.
        let result = unsafe { libc::getcwd(buffer.as_mut_ptr().cast(), buffer.capacity()) };
        if !result.is_null() {
            // SAFETY: getcwd wrote a NUL-terminated string into `buffer`; u8 has no invalid values.
            unsafe { buffer.set_len(libc::strlen(buffer.as_ptr().cast())) };
            // The kernel answers "(unreachable)/..." for a directory outside of the root; that is not a path.
            return if buffer.first() == Some(&b'/') { Ok(buffer) } else { Err(Errno::ENOENT) };
        }
        match Errno::last() {
            Errno::ERANGE if buffer.capacity() < 1 << 24 => buffer.reserve(buffer.capacity() * 2),
            errno => return Err(errno),
        }
    }
}

/// What the symbolic link `path` points to. `EINVAL` when it is no link. See readlink(2).
pub fn readlink(path: &[u8]) -> Result<Vec<u8>, Errno> {
    let mut buffer: Vec<u8> = Vec::with_capacity(256);
    loop {
        let length = with_path(path, |path| {
            // SAFETY: `path` is NUL-terminated; the pointer and the capacity describe memory that `buffer` owns.
            let length = unsafe { libc::readlink(path, buffer.as_mut_ptr().cast(), buffer.capacity()) };
            usize::try_from(length).map_err(|_| Errno::last())
        })?;
        if length < buffer.capacity() {
            // SAFETY: the kernel has written `length` bytes.
            unsafe { buffer.set_len(length) };
            return Ok(buffer);
        }
        buffer.reserve(buffer.capacity() * 2);
    }
}

/// Sets the file creation mask and returns the former one. See umask(2).
pub fn umask(mask: u32) -> u32 {
    // SAFETY: takes a number and cannot fail.
    unsafe { libc::umask(mask as libc::mode_t) as u32 }
}

/// Removes the name `path` of a file that is no directory. See unlink(2).
pub fn unlink(path: &[u8]) -> Result<(), Errno> {
    // SAFETY: `path` is NUL-terminated for the length of the call.
    with_path(path, |path| check(unsafe { libc::unlink(path) })).map(|_| ())
}

/// Renames `from` to `to`, replacing what was there. See rename(2).
pub fn rename(from: &[u8], to: &[u8]) -> Result<(), Errno> {
    // SAFETY: both paths are NUL-terminated for the length of the call.
    with_path(from, |from| with_path(to, |to| check(unsafe { libc::rename(from, to) }))).map(|_| ())
}

/// [`unlink`] with `path` relative to the directory `directory`; with `AT_REMOVEDIR` in `flags` as [`rmdir`]. See unlinkat(2).
pub fn unlink_at(directory: RawFd, path: &[u8], flags: i32) -> Result<(), Errno> {
    // SAFETY: `path` is NUL-terminated for the length of the call.
    with_path(path, |path| check(unsafe { libc::unlinkat(directory, path, flags) })).map(|_| ())
}

/// [`rename`] within the directory `directory`. See renameat(2).
pub fn rename_in(directory: RawFd, from: &[u8], to: &[u8]) -> Result<(), Errno> {
    // SAFETY: both paths are NUL-terminated for the length of the call.
    with_path(from, |from| with_path(to, |to| check(unsafe { libc::renameat(directory, from, directory, to) })))
        .map(|_| ())
}

/// Sets the permission bits of the open file `fd`. See fchmod(2).
pub fn fchmod(fd: RawFd, mode: u32) -> Result<(), Errno> {
    // SAFETY: takes numbers only.
    check(unsafe { libc::fchmod(fd, mode as libc::mode_t) }).map(|_| ())
}

/// Makes the directory `path` with the permission bits `mode` less the mask. See mkdir(2).
pub fn mkdir(path: &[u8], mode: u32) -> Result<(), Errno> {
    // SAFETY: `path` is NUL-terminated for the length of the call.
    with_path(path, |path| check(unsafe { libc::mkdir(path, mode as libc::mode_t) })).map(|_| ())
}

/// [`mkdir`] with `path` relative to the directory `directory`. See mkdirat(2).
pub fn mkdir_at(directory: RawFd, path: &[u8], mode: u32) -> Result<(), Errno> {
    // SAFETY: `path` is NUL-terminated for the length of the call.
    with_path(path, |path| check(unsafe { libc::mkdirat(directory, path, mode as libc::mode_t) })).map(|_| ())
}

/// Sets the permission bits of `path`, links followed. See chmod(2).
pub fn chmod(path: &[u8], mode: u32) -> Result<(), Errno> {
    // SAFETY: `path` is NUL-terminated for the length of the call.
    with_path(path, |path| check(unsafe { libc::chmod(path, mode as libc::mode_t) })).map(|_| ())
}

/// Makes the symbolic link `path`, which leads to `target`. See symlink(2).
pub fn symlink(target: &[u8], path: &[u8]) -> Result<(), Errno> {
    // SAFETY: both strings are NUL-terminated for the length of the call.
    with_path(target, |target| with_path(path, |path| check(unsafe { libc::symlink(target, path) }))).map(|_| ())
}

/// Makes `path` another name of the file `from`, which is not followed if it is a link. See link(2).
pub fn link(from: &[u8], path: &[u8]) -> Result<(), Errno> {
    // SAFETY: both paths are NUL-terminated for the length of the call.
    with_path(from, |from| with_path(path, |path| check(unsafe { libc::link(from, path) }))).map(|_| ())
}

/// Sets the times of last access and change of `path` to now, links followed. See utimensat(2).
pub fn touch(path: &[u8]) -> Result<(), Errno> {
    // SAFETY: `path` is NUL-terminated for the length of the call; a null pointer for the times means now.
    with_path(path, |path| check(unsafe { libc::utimensat(libc::AT_FDCWD, path, std::ptr::null(), 0) })).map(|_| ())
}

/// Removes the empty directory `path`. See rmdir(2).
pub fn rmdir(path: &[u8]) -> Result<(), Errno> {
    // SAFETY: `path` is NUL-terminated for the length of the call.
    with_path(path, |path| check(unsafe { libc::rmdir(path) })).map(|_| ())
}

/// Makes a FIFO with the permission bits `mode` less the mask. See mkfifo(3).
pub fn mkfifo(path: &[u8], mode: u32) -> Result<(), Errno> {
    // SAFETY: `path` is NUL-terminated for the length of the call.
    with_path(path, |path| check(unsafe { libc::mkfifo(path, mode as libc::mode_t) })).map(|_| ())
}
