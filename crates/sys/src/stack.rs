//! How much stack is left, so that deep recursion in a script ends in an error and not in a crash.
#![allow(unsafe_code)]

use crate::limits::{INFINITY, Resource, getrlimit};
use std::cell::Cell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU32, Ordering};

/// Under `ulimit -s unlimited` the stack may still run into other mappings: no more than this much is promised.
const MOST: usize = 64 << 20;
/// Kept for whoever finds too little left: signal frames, C library calls, unwinding to the error message.
const RESERVE: usize = 128 << 10;

/// Counts changes of the limit, so that each thread looks again.
static GENERATION: AtomicU32 = AtomicU32::new(1);

thread_local! {
    /// The lowest address that this thread's stack may reach, and the generation that it was found in.
    static LOWEST: Cell<(usize, u32)> = const { Cell::new((0, 0)) };
}

/// Bytes of stack that the calling thread may still use, a reserve already taken off. A few instructions after the first call.
#[inline]
pub fn remaining() -> usize {
    let marker = 0_u8;
    let here = std::ptr::from_ref(&marker).addr();
    let (lowest, generation) = LOWEST.get();
    if generation == GENERATION.load(Ordering::Relaxed) {
        here.saturating_sub(lowest)
    } else {
        remaining_at_first(here)
    }
}

/// The stack limit has changed: forget what was found.
pub fn refresh() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
}

#[cold]
fn remaining_at_first(here: usize) -> usize {
    let bounds = if crate::process::getpid() == thread_id() { main_thread(here) } else { other_thread() };
    // Should nothing be known, a modest amount below the present place is sure enough.
    let lowest = bounds.unwrap_or(here.saturating_sub(1 << 20)).saturating_add(RESERVE);
    LOWEST.set((lowest, GENERATION.load(Ordering::Relaxed)));
    here.saturating_sub(lowest)
}

fn thread_id() -> i32 {
    // SAFETY: takes nothing and cannot fail.
    unsafe { libc::syscall(libc::SYS_gettid) as i32 }
}

/// The kernel lets the main stack grow down from its top as far as the soft limit. The name of the program lies near
/// the top, above the first frame; what is above it only makes the answer smaller.
fn main_thread(here: usize) -> Option<usize> {
    // SAFETY: takes a number only.
    let name = unsafe { libc::getauxval(libc::AT_EXECFN) } as usize;
    let limit = getrlimit(Resource::Stack).ok()?.soft;
    let size = if limit == INFINITY { MOST } else { usize::try_from(limit).unwrap_or(MOST).min(MOST) };
    let top = if name > here { name } else { here };
    Some(top.saturating_sub(size))
}

/// The C library knows the stacks of the threads that it has made.
fn other_thread() -> Option<usize> {
    let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
    let mut lowest = std::ptr::null_mut();
    let mut size = 0;
    // SAFETY: getattr initialises `attributes` when it returns 0; only then is it read and destroyed.
    unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) != 0 {
            return None;
        }
        let result = libc::pthread_attr_getstack(attributes.as_ptr(), &mut lowest, &mut size);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        (result == 0).then_some(lowest.addr())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[inline(never)]
    fn deeper(left: usize) -> usize {
        let block = std::hint::black_box([left as u8; 4096]);
        let now = remaining();
        assert!(now <= left);
        if now < 4 * 4096 { usize::from(block[0] & 1) } else { 1 + deeper(now) + usize::from(block[9] & 1) }
    }

    #[test]
    fn recursion_ends_before_the_stack_does() {
        let spawned = std::thread::Builder::new().stack_size(4 << 20).spawn(|| {
            let all = remaining();
            assert!(all > 3 << 20 && all < 4 << 20, "{all}");
            assert!(deeper(all) > 500);
        });
        spawned.unwrap().join().unwrap();
    }

    #[test]
    fn the_main_thread_is_bounded_by_the_limit() {
        // A forked child has one thread, whose id is that of the process, but it runs on the test thread's stack:
        // only the arithmetic is tested here.
        // SAFETY: takes a number only.
        let name = unsafe { libc::getauxval(libc::AT_EXECFN) } as usize;
        let limit = getrlimit(Resource::Stack).unwrap().soft;
        let size = if limit == INFINITY { MOST } else { (limit as usize).min(MOST) };
        assert_eq!(main_thread(name - 1000).unwrap(), name - size);
    }
}
