//! `times` (POSIX XCU times).

use skosh_interp::report;
use skosh_state::{Fields, Outcome, Shell};
use skosh_sys::process;

use crate::failure;

/// `times`: the processor time used by the shell and by its children, user and system.
pub fn run(sh: &mut Shell, _: &Fields) -> Outcome {
    sh.settle();
    let (own, children) = process::times();
    let long = failure::is_sh(sh);
    let mut text = String::new();
    for usage in [own, children] {
        text += &format!("{} {}\n", minutes(usage.user, long), minutes(usage.system, long));
    }
    report::output(sh, text.as_bytes())
}

/// Microseconds as minutes and seconds; bash shows milliseconds, dash all digits.
fn minutes(microseconds: u64, long: bool) -> String {
    let (minutes, seconds, rest) = (microseconds / 60_000_000, microseconds / 1_000_000 % 60, microseconds % 1_000_000);
    if long { format!("{minutes}m{seconds}.{rest:06}s") } else { format!("{minutes}m{seconds}.{:03}s", rest / 1000) }
}
