//! [`SignalSet`]: a set of signals in one word.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;

/// A set of the signals 1 to 64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SignalSet(u64);

impl SignalSet {
    /// No signal.
    pub const EMPTY: SignalSet = SignalSet(0);
    /// Every signal.
    pub const ALL: SignalSet = SignalSet(u64::MAX);

    /// The bit that stands for `signal`; 0 for a number that is no signal.
    #[inline]
    pub(crate) const fn bit(signal: i32) -> u64 {
        if signal >= 1 && signal <= 64 { 1 << (signal - 1) } else { 0 }
    }

    /// The set with these bits: bit 0 is signal 1, as in the kernel and in `/proc/PID/status`.
    pub const fn from_bits(bits: u64) -> SignalSet {
        SignalSet(bits)
    }

    /// The bits of the set: bit 0 is signal 1.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Adds `signal`.
    pub fn add(&mut self, signal: i32) {
        self.0 |= Self::bit(signal);
    }

    /// Takes `signal` out.
    pub fn remove(&mut self, signal: i32) {
        self.0 &= !Self::bit(signal);
    }

    /// Whether `signal` is in the set.
    pub const fn contains(self, signal: i32) -> bool {
        self.0 & Self::bit(signal) != 0
    }

    /// No signal is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The signals in ascending order.
    pub fn iter(self) -> impl Iterator<Item = i32> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let lowest = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            (lowest < 64).then_some(lowest as i32 + 1)
        })
    }

    /// The set as the C library has it. Its own internal signals are left out, as its functions leave them out.
    pub(crate) fn to_libc(self) -> libc::sigset_t {
        let mut set = MaybeUninit::<libc::sigset_t>::uninit();
        // SAFETY: sigemptyset fills the whole set; sigaddset refuses numbers that it does not like.
        unsafe {
            libc::sigemptyset(set.as_mut_ptr());
            for signal in self.iter() {
                libc::sigaddset(set.as_mut_ptr(), signal);
            }
            set.assume_init()
        }
    }

    /// The set out of the C library's.
    pub(crate) fn of_libc(set: &libc::sigset_t) -> SignalSet {
        let mut bits = SignalSet::EMPTY;
        for signal in 1..=64 {
            // SAFETY: reads a complete set; a number that it does not like gives -1.
            if unsafe { libc::sigismember(set, signal) } == 1 {
                bits.add(signal);
            }
        }
        bits
    }
}

impl FromIterator<i32> for SignalSet {
    fn from_iter<I: IntoIterator<Item = i32>>(signals: I) -> SignalSet {
        let mut set = SignalSet::EMPTY;
        for signal in signals {
            set.add(signal);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::SignalSet;

    #[test]
    fn sets_hold_what_was_added() {
        let set: SignalSet = [1, 15, 64, 0, 65, -3].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [1, 15, 64]);
        assert!(set.contains(64) && !set.contains(2) && !set.contains(0));
        assert_eq!(SignalSet::of_libc(&set.to_libc()), set);
        assert_eq!(SignalSet::ALL.iter().count(), 64);
        assert_eq!(SignalSet::EMPTY.iter().count(), 0);
    }
}
