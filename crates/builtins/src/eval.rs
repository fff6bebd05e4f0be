//! `eval` (POSIX XCU eval).

use skosh_interp::read;
use skosh_state::{Fields, Outcome, Shell};

use crate::failure;
use crate::option_scan::no_options;

/// `eval [argument...]`: the arguments, joined with spaces, as commands.
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    // dash knows no options here.
    let first = if failure::is_sh(sh) {
        1
    } else {
        match no_options(sh, args) {
            Ok(first) => first,
            Err(status) => return failure::special(sh, status),
        }
    };
    sh.through_command = false;
    if args.len() == first + 1 {
        return read::eval(sh, args.at(first));
    }
    let mut text = sh.take_bytes();
    for (index, field) in args.iter().enumerate().skip(first) {
        if index > first {
            text.push(b' ');
        }
        text.extend_from_slice(field);
    }
    if text.is_empty() {
        sh.recycle_bytes(text);
        return Ok(0);
    }
    let outcome = read::eval(sh, &text);
    sh.recycle_bytes(text);
    outcome
}
