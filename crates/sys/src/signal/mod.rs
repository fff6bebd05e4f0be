//! Signals: a handler that only takes notes, dispositions as inherited, masks.
//!
//! The handler sets one bit per signal and returns; whoever runs the script looks at [`pending`] between commands, which
//! is one relaxed load. It is installed without `SA_RESTART`, so that a blocking call comes back with `EINTR`.
#![allow(unsafe_code)]

mod names;
mod set;

pub use names::{LAST, name, number, realtime_range, signals};
pub use set::SignalSet;

use crate::Errno;
use crate::path::check;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU64, Ordering};

pub use libc::{
    SIGABRT, SIGALRM, SIGBUS, SIGCHLD, SIGCONT, SIGFPE, SIGHUP, SIGILL, SIGINT, SIGKILL, SIGPIPE, SIGQUIT, SIGSEGV,
    SIGSTOP, SIGTERM, SIGTRAP, SIGTSTP, SIGTTIN, SIGTTOU, SIGUSR1, SIGUSR2, SIGWINCH, SIGXCPU, SIGXFSZ,
};

/// Signals that arrived and were not taken yet, one bit each.
static PENDING: AtomicU64 = AtomicU64::new(0);
/// Signals that our handler is installed for.
static CAUGHT: AtomicU64 = AtomicU64::new(0);

/// Takes a note. Async-signal-safe: one atomic operation, errno untouched.
extern "C" fn take_note(signal: libc::c_int) {
    PENDING.fetch_or(SignalSet::bit(signal), Ordering::Relaxed);
}

/// What a signal does when it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposition {
    /// What the system does by default.
    Default,
    /// Nothing.
    Ignore,
    /// A handler runs.
    Caught,
}

fn install(signal: i32, handler: libc::sighandler_t) -> Result<(), Errno> {
    if SignalSet::bit(signal) == 0 {
        return Err(Errno::EINVAL);
    }
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: zero is a valid value of every field: no handler, an empty mask, no flags.
    let action = unsafe { action.assume_init_mut() };
    action.sa_sigaction = handler;
    // All other signals wait while the handler runs: it stays one atomic operation deep on the stack.
    // SAFETY: the mask is part of `action`.
    unsafe { libc::sigfillset(&mut action.sa_mask) };
    // SAFETY: `action` is complete; the handler is `take_note`, which is async-signal-safe, or a constant.
    check(unsafe { libc::sigaction(signal, action, std::ptr::null_mut()) }).map(|_| ())
}

/// From now on `signal` is noted: see [`pending`]. `EINVAL` for `KILL`, `STOP` and numbers that are no signal.
pub fn catch(signal: i32) -> Result<(), Errno> {
    let handler: extern "C" fn(libc::c_int) = take_note;
    install(signal, handler as usize as libc::sighandler_t)?;
    CAUGHT.fetch_or(SignalSet::bit(signal), Ordering::Relaxed);
    Ok(())
}

/// From now on `signal` is ignored, in programs started later as well.
pub fn ignore(signal: i32) -> Result<(), Errno> {
    install(signal, libc::SIG_IGN)?;
    CAUGHT.fetch_and(!SignalSet::bit(signal), Ordering::Relaxed);
    Ok(())
}

/// From now on `signal` does what the system does by default.
pub fn default(signal: i32) -> Result<(), Errno> {
    install(signal, libc::SIG_DFL)?;
    CAUGHT.fetch_and(!SignalSet::bit(signal), Ordering::Relaxed);
    Ok(())
}

/// What `signal` does now; at the start of the process, what was inherited. `Default` for a number that is no signal.
pub fn disposition(signal: i32) -> Disposition {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: only reads the present action into a struct of the right size, which is valid if it stays zero.
    let handler = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init_ref().sa_sigaction
    };
    match handler {
        libc::SIG_DFL => Disposition::Default,
        libc::SIG_IGN => Disposition::Ignore,
        _ => Disposition::Caught,
    }
}

/// A caught signal waits to be taken. One relaxed load.
#[inline]
pub fn pending() -> bool {
    PENDING.load(Ordering::Relaxed) != 0
}

/// The set of caught signals that wait, without taking them.
#[inline]
pub fn pending_set() -> SignalSet {
    SignalSet::from_bits(PENDING.load(Ordering::Relaxed))
}

/// Takes the waiting signal with the lowest number. A signal that arrived several times since is reported once.
pub fn take_pending() -> Option<i32> {
    let signal = pending_set().iter().next()?;
    take(signal).then_some(signal)
}

/// Takes `signal` if it waits.
pub fn take(signal: i32) -> bool {
    let bit = SignalSet::bit(signal);
    PENDING.fetch_and(!bit, Ordering::Relaxed) & bit != 0
}

/// Takes a note as the handler would, for a signal that is known to have arrived in another way.
pub fn note(signal: i32) {
    PENDING.fetch_or(SignalSet::bit(signal), Ordering::Relaxed);
}

/// Whether [`catch`] has installed a handler that is still in place.
#[inline]
pub fn handlers_installed() -> bool {
    CAUGHT.load(Ordering::Relaxed) != 0
}

/// The signals that [`catch`] has installed a handler for.
#[inline]
pub fn caught() -> SignalSet {
    SignalSet::from_bits(CAUGHT.load(Ordering::Relaxed))
}

/// Blocks `set` in this thread, beside what is blocked already, and returns the former mask. See sigprocmask(2).
pub fn block(set: SignalSet) -> SignalSet {
    change_mask(libc::SIG_BLOCK, set)
}

/// Unblocks `set` in this thread and returns the former mask.
pub fn unblock(set: SignalSet) -> SignalSet {
    change_mask(libc::SIG_UNBLOCK, set)
}

/// Makes `set` the mask of this thread and returns the former one.
pub fn set_mask(set: SignalSet) -> SignalSet {
    change_mask(libc::SIG_SETMASK, set)
}

/// The mask of this thread.
pub fn mask() -> SignalSet {
    change_mask(libc::SIG_BLOCK, SignalSet::EMPTY)
}

fn change_mask(how: libc::c_int, set: SignalSet) -> SignalSet {
    let new = set.to_libc();
    let mut old = MaybeUninit::<libc::sigset_t>::zeroed();
    // SAFETY: both sets have the C library's type; `old` is valid when it stays zero.
    let old = unsafe {
        libc::pthread_sigmask(how, &new, old.as_mut_ptr());
        old.assume_init_ref()
    };
    SignalSet::of_libc(old)
}

/// Replaces the mask by `mask` and sleeps until a signal that it lets through has been handled; then the former mask is back.
///
/// The way to wait for a signal without missing it: block it, test, `suspend` with a mask that lets it through. See sigsuspend(2).
pub fn suspend(mask: SignalSet) {
    let mask = mask.to_libc();
    // SAFETY: reads a complete set; always returns with EINTR.
    unsafe { libc::sigsuspend(&mask) };
}

/// The signals that wait for this thread or its process because they are blocked. See sigpending(2).
pub fn waiting() -> SignalSet {
    let mut set = MaybeUninit::<libc::sigset_t>::zeroed();
    // SAFETY: fills the set; should it fail, zeros are an empty set.
    unsafe {
        libc::sigpending(set.as_mut_ptr());
        SignalSet::of_libc(set.assume_init_ref())
    }
}

/// Takes one of the blocked signals of `set` that waits, without its action being done. See sigtimedwait(2).
pub fn take_waiting(set: SignalSet) -> Option<i32> {
    let set = set.to_libc();
    let none = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    loop {
        // SAFETY: reads a complete set and time; no further information is asked for.
        match check(unsafe { libc::sigtimedwait(&set, std::ptr::null_mut(), &none) }) {
            Ok(signal) => return Some(signal),
            Err(Errno::EINTR) => {}
            Err(_) => return None,
        }
    }
}

/// Sleeps until a signal has been handled. See pause(2).
pub fn pause() {
    // SAFETY: takes nothing; always returns with EINTR.
    unsafe { libc::pause() };
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    // Notes and dispositions belong to the whole process, so one test walks through them.
    #[test]
    fn signals_are_noted_ignored_and_blocked() {
        assert_eq!(disposition(SIGUSR1), Disposition::Default);
        catch(SIGUSR1).unwrap();
        catch(SIGUSR2).unwrap();
        assert_eq!(disposition(SIGUSR1), Disposition::Caught);
        assert!(handlers_installed() && caught().contains(SIGUSR2));
        // SAFETY: raises a caught signal in this thread.
        unsafe {
            libc::raise(SIGUSR2);
            libc::raise(SIGUSR1);
        }
        assert!(pending());
        assert_eq!(take_pending(), Some(SIGUSR1));
        assert!(take(SIGUSR2));
        assert!(!take(SIGUSR2));
        assert_eq!(take_pending(), None);

        let mut set = SignalSet::EMPTY;
        set.add(SIGUSR1);
        let before = block(set);
        assert!(mask().contains(SIGUSR1) && !before.contains(SIGUSR1));
        // SAFETY: raises a caught signal in this thread.
        unsafe { libc::raise(SIGUSR1) };
        assert!(!pending());
        suspend(before);
        assert!(mask().contains(SIGUSR1));
        assert_eq!(take_pending(), Some(SIGUSR1));
        // SAFETY: raises a caught, blocked signal in this thread.
        unsafe { libc::raise(SIGUSR1) };
        assert!(waiting().contains(SIGUSR1));
        assert_eq!((take_waiting(set), take_waiting(set)), (Some(SIGUSR1), None));
        set_mask(before);
        assert_eq!(take_pending(), None);

        ignore(SIGUSR1).unwrap();
        assert_eq!(disposition(SIGUSR1), Disposition::Ignore);
        default(SIGUSR1).unwrap();
        default(SIGUSR2).unwrap();
        assert!(!caught().contains(SIGUSR1));
        assert_eq!(catch(SIGKILL), Err(Errno::EINVAL));
        assert_eq!(catch(0), Err(Errno::EINVAL));
        assert_eq!(catch(-1), Err(Errno::EINVAL));
        assert_eq!(catch(1000), Err(Errno::EINVAL));
    }
}
