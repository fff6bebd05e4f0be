//! Stacks for the children, mapped once and reused.
#![allow(unsafe_code)]

use crate::Errno;
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicPtr, Ordering};

/// Bytes that a child may use. Its code needs about 5 KiB; only what is touched takes memory.
pub const SIZE: usize = 64 << 10;
/// An access below the stack ends the child, not the parent's memory. As large as the largest page size.
const GUARD: usize = 64 << 10;
/// How many stacks are kept; with more launches at once the others are unmapped again.
const KEPT: usize = 16;

static CACHE: [AtomicPtr<u8>; KEPT] = [const { AtomicPtr::new(null_mut()) }; KEPT];

/// A stack that one child at a time runs on. It goes back to the cache when dropped.
pub struct Stack {
    /// Start of the mapping: the guard, then [`SIZE`] bytes.
    base: NonNull<u8>,
}

impl Stack {
    /// A stack that nobody else uses: a cached or a new one. `ENOMEM` when there is no memory.
    pub fn take() -> Result<Stack, Errno> {
        for slot in &CACHE {
            // Acquire: what the last user wrote there is done.
            if !slot.load(Ordering::Relaxed).is_null()
                && let Some(base) = NonNull::new(slot.swap(null_mut(), Ordering::Acquire))
            {
                return Ok(Stack { base });
            }
        }
        Stack::map()
    }

    fn map() -> Result<Stack, Errno> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_STACK | libc::MAP_NORESERVE;
        // SAFETY: a new mapping at an address that the kernel chooses.
        let base = unsafe { libc::mmap(null_mut(), GUARD + SIZE, libc::PROT_NONE, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return Err(Errno::last());
        }
        let base = NonNull::new(base.cast::<u8>()).ok_or(Errno::ENOMEM)?;
        // SAFETY: the part above the guard, inside of the mapping just made.
        if unsafe { libc::mprotect(base.as_ptr().add(GUARD).cast(), SIZE, libc::PROT_READ | libc::PROT_WRITE) } != 0 {
            let errno = Errno::last();
            unmap(base);
            return Err(errno);
        }
        Ok(Stack { base })
    }

    /// The lowest usable address: what clone3 asks for.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    pub fn lowest(&self) -> *mut u8 {
        // SAFETY: inside of the mapping.
        unsafe { self.base.as_ptr().add(GUARD) }
    }

    /// The address just above the stack, where it starts to grow down. Page-aligned.
    pub fn top(&self) -> *mut u8 {
        // SAFETY: one past the end of the mapping.
        unsafe { self.base.as_ptr().add(GUARD + SIZE) }
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        for slot in &CACHE {
            // Release: whoever takes it sees it unused.
            if slot.load(Ordering::Relaxed).is_null()
                && slot.compare_exchange(null_mut(), self.base.as_ptr(), Ordering::Release, Ordering::Relaxed).is_ok()
            {
                return;
            }
        }
        unmap(self.base);
    }
}

fn unmap(base: NonNull<u8>) {
    // SAFETY: the whole mapping that `map` made, which nobody uses any more.
    unsafe { libc::munmap(base.as_ptr().cast(), GUARD + SIZE) };
}
