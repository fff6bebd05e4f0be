//! A path as the kernel wants it: NUL-terminated, on the stack.
#![allow(unsafe_code)]

use crate::Errno;
use libc::c_char;
use std::mem::MaybeUninit;

/// The longest path the kernel takes, its NUL included.
const PATH_MAX: usize = libc::PATH_MAX as usize;

/// Calls `call` with a NUL-terminated copy of `path` that lives for the call.
///
/// `ENOENT` for a path with a NUL inside (no file can have that name), `ENAMETOOLONG` for one of `PATH_MAX` bytes or more.
#[inline]
pub(crate) fn with_path<T>(path: &[u8], call: impl FnOnce(*const c_char) -> Result<T, Errno>) -> Result<T, Errno> {
    if path.len() >= PATH_MAX {
        return Err(Errno::ENAMETOOLONG);
    }
    if path.contains(&0) {
        return Err(Errno::ENOENT);
    }
    let mut buffer = MaybeUninit::<[u8; PATH_MAX]>::uninit();
    let start = buffer.as_mut_ptr().cast::<u8>();
    // SAFETY: `path.len() < PATH_MAX`, so the copy and the NUL after it stay inside `buffer`, which cannot overlap `path`.
    unsafe {
        std::ptr::copy_nonoverlapping(path.as_ptr(), start, path.len());
        start.add(path.len()).write(0);
    }
    call(start.cast())
}

/// The result of a call that returns -1 and sets errno when it fails.
#[inline]
pub(crate) fn check(result: libc::c_int) -> Result<libc::c_int, Errno> {
    if result == -1 { Err(Errno::last()) } else { Ok(result) }
}
