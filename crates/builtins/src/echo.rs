//! `echo` (POSIX XCU echo).
//!
//! As `sh` it is dash's: `-n` is an option, backslashes are always interpreted. As bash: options `-n`, `-e`, `-E` in any
//! combination, backslashes only with `-e` or `shopt -s xpg_echo`; with xpg_echo in posix mode no options at all.

use skosh_interp::report;
use skosh_state::{Fields, Opt, Outcome, Shell};

use crate::failure;
use crate::quoting::{EscapeStyle, Unescaped, unescape};

/// `echo [-neE] [argument...]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let dash = failure::is_sh(sh);
    let mut newline = true;
    let mut escapes = dash || sh.options.has(Opt::XpgEcho);
    let mut first = 1;
    if dash {
        if args.at(1) == b"-n" {
            newline = false;
            first = 2;
        }
    } else if !(sh.options.has(Opt::Posix) && escapes) {
        while let Some((b'-', letters)) = args.get(first).and_then(|field| field.split_first().map(|(a, b)| (*a, b))) {
            if letters.is_empty() || !letters.iter().all(|letter| matches!(letter, b'n' | b'e' | b'E')) {
                break;
            }
            for letter in letters {
                match letter {
                    b'n' => newline = false,
                    b'e' => escapes = true,
                    _ => escapes = false,
                }
            }
            first += 1;
        }
    }
    let mut out = sh.take_bytes();
    for (index, field) in args.iter().enumerate().skip(first) {
        if index > first {
            out.push(b' ');
        }
        if escapes && memchr::memchr(b'\\', field).is_some() {
            let style = if dash { EscapeStyle::Dash } else { EscapeStyle::Echo };
            if unescape(field, style, sh.locale.utf8, &mut out) == Unescaped::Stop {
                newline = false;
                break;
            }
        } else {
            out.extend_from_slice(field);
        }
    }
    if newline {
        out.push(b'\n');
    }
    let outcome = report::output(sh, &out);
    sh.recycle_bytes(out);
    outcome
}
