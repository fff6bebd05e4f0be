//! `sleep NUMBER` (POSIX XCU sleep), in seconds, with a fraction.

use std::time::Duration;

use skosh_sys::{Errno, time};

use crate::call::{Call, End};

pub(crate) fn run(call: &mut Call<'_>) -> End {
    if call.args.len() != 2 {
        return End::Program;
    }
    let Some(duration) = seconds(call.args.at(1)) else { return End::Program };
    call.sh.settle();
    let end = time::monotonic().saturating_add(u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX));
    loop {
        let left = end.saturating_sub(time::monotonic());
        if left == 0 {
            return End::Status(0);
        }
        match time::sleep(Duration::from_nanos(left)) {
            Ok(()) => return End::Status(0),
            // The program would not notice a signal that is for the shell.
            Err(Errno::EINTR) if !call.is_interrupted() => {}
            Err(Errno::EINTR) => return End::Interrupted,
            Err(_) => return End::Program,
        }
    }
}

/// Digits with at most one point.
fn seconds(text: &[u8]) -> Option<Duration> {
    let text = std::str::from_utf8(text).ok()?;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || fraction.len() > 9 || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let nanoseconds: u32 = format!("{fraction:0<9}").parse().ok()?;
    Some(Duration::new(whole.parse().ok()?, nanoseconds))
}
