//! Random numbers from the kernel.
#![allow(unsafe_code)]

/// A random number: from getrandom(2), or from the clock where that is refused.
pub fn entropy() -> u64 {
    let mut bytes = [0u8; 8];
    // SAFETY: writes at most eight bytes to an array of eight.
    let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), libc::GRND_NONBLOCK) };
    if got == 8 { u64::from_ne_bytes(bytes) } else { crate::time::monotonic().wrapping_mul(0x9e37_79b9_7f4a_7c15) }
}
