//! `let`: arithmetic as a command.

use skosh_interp::{expand, report};
use skosh_state::{Fields, Outcome, Shell};

/// `let arg...`: evaluates each argument; the status tells whether the last was other than 0.
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let first = if args.at(1) == b"--" { 2 } else { 1 };
    if args.len() <= first {
        return Ok(report::builtin_error(sh, b"expression expected"));
    }
    let mut value = 0;
    for text in args.iter().skip(first) {
        match expand::arith::arith_text_command(sh, text, "let: ")? {
            Some(result) => value = result,
            None => return Ok(1),
        }
    }
    Ok(i32::from(value == 0))
}
