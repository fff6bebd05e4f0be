//! The reserved word `time` (POSIX XCU time).

use std::io::Write;

use skosh_state::flow::Outcome;
use skosh_state::{Opt, Shell};
use skosh_syntax::ast::TimeFormat;
use skosh_syntax::names::well_known as name;
use skosh_sys::{process, time};

use crate::report;

/// Executes something and reports the time it took: elapsed, and user and system time of this process and its children.
pub fn measure(sh: &mut Shell, format: TimeFormat, body: impl FnOnce(&mut Shell) -> Outcome) -> Outcome {
    let start = time::monotonic();
    let before = process::times();
    let outcome = body(sh);
    let real = time::monotonic().saturating_sub(start) / 1000;
    let after = process::times();
    let user = (after.0.user + after.1.user).saturating_sub(before.0.user + before.1.user);
    let system = (after.0.system + after.1.system).saturating_sub(before.0.system + before.1.system);
    let template = match format {
        TimeFormat::Posix => b"real %2R\nuser %2U\nsys %2S".to_vec(),
        TimeFormat::Default => match sh.scalar(name::TIMEFORMAT).map(|value| value.into_owned()) {
            Some(value) => value,
            None if sh.options.has(Opt::Posix) => b"real %2R\nuser %2U\nsys %2S".to_vec(),
            None => b"\nreal\t%3lR\nuser\t%3lU\nsys\t%3lS".to_vec(),
        },
    };
    if !template.is_empty() {
        let text = render(&template, real, user, system);
        report::write_error_output(sh, &text);
    }
    outcome
}

/// TIMEFORMAT: `%[p][l]R`, `U`, `S`, `%P`, `%%`. Times in microseconds.
fn render(template: &[u8], real: u64, user: u64, system: u64) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = template.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut precision = 3;
        if let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
            precision = usize::from(digit - b'0').min(3);
        }
        let long = bytes.next_if_eq(&b'l').is_some();
        match bytes.next() {
            Some(b'%') => out.push(b'%'),
            Some(b'R') => push_time(&mut out, real, precision, long),
            Some(b'U') => push_time(&mut out, user, precision, long),
            Some(b'S') => push_time(&mut out, system, precision, long),
            Some(b'P') => {
                let hundredths = ((user + system) * 10_000).checked_div(real).unwrap_or(0);
                let _ = write!(out, "{}.{:02}", hundredths / 100, hundredths % 100);
            }
            Some(other) => out.extend_from_slice(&[b'%', other]),
            None => out.push(b'%'),
        }
    }
    out.push(b'\n');
    out
}

fn push_time(out: &mut Vec<u8>, microseconds: u64, precision: usize, long: bool) {
    let seconds = microseconds / 1_000_000;
    let fraction = format!("{:06}", microseconds % 1_000_000);
    if long {
        let _ = write!(out, "{}m{}", seconds / 60, seconds % 60);
    } else {
        let _ = write!(out, "{seconds}");
    }
    if precision > 0 {
        let _ = write!(out, ".{}", fraction.get(..precision).unwrap_or(""));
    }
    if long {
        out.push(b's');
    }
}
