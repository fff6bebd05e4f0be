//! Clocks, calendar time and sleeping.
#![allow(unsafe_code)]

use crate::Errno;
use crate::path::check;
use std::mem::MaybeUninit;
use std::time::Duration;

fn clock(id: libc::clockid_t) -> (i64, u32) {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is what the call fills; the clocks used here always exist.
    unsafe { libc::clock_gettime(id, &mut time) };
    #[allow(clippy::unnecessary_cast)]
    (time.tv_sec as i64, time.tv_nsec as u32)
}

fn nanoseconds((seconds, nanos): (i64, u32)) -> u64 {
    (seconds as u64).wrapping_mul(1_000_000_000).wrapping_add(u64::from(nanos))
}

/// Nanoseconds since some fixed moment, as of the last timer tick (1 to 10 ms ago): a few nanoseconds' work, no system call.
#[inline]
pub fn monotonic_coarse() -> u64 {
    nanoseconds(clock(libc::CLOCK_MONOTONIC_COARSE))
}

/// Nanoseconds since some fixed moment, exact. The moment is that of [`monotonic_coarse`].
#[inline]
pub fn monotonic() -> u64 {
    nanoseconds(clock(libc::CLOCK_MONOTONIC))
}

/// Seconds and nanoseconds since 1970, exact.
pub fn realtime() -> (i64, u32) {
    clock(libc::CLOCK_REALTIME)
}

/// Clock ticks in a second, the unit of times(2).
pub fn clock_ticks() -> u64 {
    // SAFETY: takes a number only.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_CLK_TCK) }).unwrap_or(100)
}

/// Sleeps for `duration`. A handled signal ends it early with `EINTR`. See clock_nanosleep(2).
pub fn sleep(duration: Duration) -> Result<(), Errno> {
    let time = libc::timespec {
        tv_sec: libc::time_t::try_from(duration.as_secs()).unwrap_or(libc::time_t::MAX),
        tv_nsec: duration.subsec_nanos() as _,
    };
    // SAFETY: reads a complete timespec; the remaining time is not asked for.
    check(unsafe { libc::nanosleep(&time, std::ptr::null_mut()) }).map(|_| ())
}

/// A moment as calendar and clock show it.
#[derive(Clone, Copy)]
pub struct CalendarTime(libc::tm);

/// `seconds` since 1970 in the local time zone. `EOVERFLOW` for a year that does not fit. See localtime(3).
pub fn localtime(seconds: i64) -> Result<CalendarTime, Errno> {
    let mut tm = MaybeUninit::<libc::tm>::zeroed();
    let time = libc::time_t::try_from(seconds).map_err(|_| Errno(libc::EOVERFLOW))?;
    // SAFETY: `tm` has the size that the call fills.
    if unsafe { libc::localtime_r(&time, tm.as_mut_ptr()) }.is_null() {
        return Err(Errno::last());
    }
    // SAFETY: the call succeeded, so it filled `tm`.
    Ok(CalendarTime(unsafe { tm.assume_init() }))
}

/// `time` written out as `format` says. See strftime(3).
pub fn strftime(format: &[u8], time: &CalendarTime) -> Vec<u8> {
    // A byte of our own at the end tells an empty result from one that did not fit.
    let mut c_format: Vec<u8> = format.iter().copied().take_while(|&byte| byte != 0).collect();
    c_format.extend_from_slice(b".\0");
    let mut out: Vec<u8> = Vec::with_capacity(128 + format.len() * 4);
    while out.capacity() < 1 << 24 {
        // SAFETY: `out` owns `capacity` bytes, the format ends with NUL, the time is complete.
        let length =
            unsafe { libc::strftime(out.as_mut_ptr().cast(), out.capacity(), c_format.as_ptr().cast(), &time.0) };
        if length > 0 {
            // SAFETY: strftime has written `length` bytes.
            unsafe { out.set_len(length) };
            out.pop();
            return out;
        }
        out.reserve(out.capacity() * 4);
    }
    Vec::new()
}

/// `seconds` since 1970 in the local time zone, written out as `format` says; empty for a time that has no calendar date.
pub fn format_local(seconds: i64, format: &[u8]) -> Vec<u8> {
    localtime(seconds).map(|time| strftime(format, &time)).unwrap_or_default()
}

/// Makes `zone` (the value of `TZ`; `None`: the system's) the local time zone of the process. See tzset(3).
///
/// Changes the C environment: only for a process with one thread.
pub fn set_time_zone(zone: Option<&[u8]>) {
    match zone {
        Some(zone) => {
            let _ = crate::path::with_path(zone, |zone| {
                // SAFETY: both strings are NUL-terminated; no other thread reads the environment, as documented.
                check(unsafe { libc::setenv(c"TZ".as_ptr(), zone, 1) })
            });
        }
        // SAFETY: as above.
        None => {
            // SAFETY: the string is NUL-terminated; no other thread reads the environment, as documented.
            unsafe { libc::unsetenv(c"TZ".as_ptr()) };
        }
    }
    unsafe extern "C" {
        fn tzset();
    }
    // SAFETY: takes nothing; reads the environment.
    unsafe { tzset() };
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_and_calendar_time_is_written() {
        let (coarse, exact) = (monotonic_coarse(), monotonic());
        assert!(coarse <= exact && exact - coarse < 1_000_000_000);
        sleep(Duration::from_millis(2)).unwrap();
        assert!(monotonic() - exact >= 2_000_000);
        assert!(realtime().0 > 1_700_000_000);
        assert!(localtime(i64::MAX).is_err());
        assert!(clock_ticks() > 0);
    }

    #[test]
    fn calendar_time_follows_the_zone() {
        // In a process of its own, because the zone belongs to the whole process.
        let fork = crate::process::fork().unwrap();
        let crate::process::Fork::Parent(pid) = fork else {
            set_time_zone(Some(b"UTC0"));
            let time = localtime(86_400 * 365).ok().unwrap();
            let written = strftime(b"%Y-%m-%d %H:%M:%S", &time) == b"1971-01-01 00:00:00"
                && strftime(b"", &time).is_empty()
                && strftime(&b"%Y".repeat(2000), &time) == b"1971".repeat(2000);
            set_time_zone(Some(b"XYZ-2"));
            let shifted = localtime(0).is_ok_and(|time| strftime(b"%H %Z", &time) == b"02 XYZ");
            crate::process::exit(if written && shifted { 0 } else { 1 })
        };
        let (_, status) = crate::process::wait(crate::process::WaitFor::Pid(pid), crate::process::WaitFlags::default())
            .unwrap()
            .unwrap();
        assert_eq!(status, crate::process::WaitStatus::Exited(0));
    }
}
