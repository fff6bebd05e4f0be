//! Children whose handle was dropped before they ended: waited for at a later launch, so that no zombie stays for long.

use skosh_sys::Errno;
use skosh_sys::process::{WaitFlags, WaitFor, wait};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Process ids. The one thing that this crate keeps between calls: a zombie belongs to the process, not to a value.
static ORPHANS: Mutex<Vec<i32>> = Mutex::new(Vec::new());
/// Their number, so that a launch need not lock when there are none.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// True when the child has ended and is waited for now (or was by someone else).
fn is_gone(pid: i32) -> bool {
    let flags = WaitFlags { nohang: true, ..WaitFlags::default() };
    match wait(WaitFor::Pid(pid), flags) {
        Ok(None) | Err(Errno::EINTR) => false,
        Ok(Some(_)) | Err(_) => true,
    }
}

/// Takes over a child that nobody will wait for.
pub(crate) fn adopt(pid: i32) {
    if !is_gone(pid) {
        let mut orphans = ORPHANS.lock().unwrap_or_else(PoisonError::into_inner);
        orphans.push(pid);
        COUNT.store(orphans.len(), Ordering::Relaxed);
    }
}

/// Waits for those that have ended.
pub(crate) fn reap() {
    if COUNT.load(Ordering::Relaxed) == 0 {
        return;
    }
    if let Ok(mut orphans) = ORPHANS.try_lock() {
        orphans.retain(|&pid| !is_gone(pid));
        COUNT.store(orphans.len(), Ordering::Relaxed);
    }
}
