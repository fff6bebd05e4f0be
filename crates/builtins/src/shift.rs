//! `shift` (POSIX XCU shift).

use skosh_interp::report;
use skosh_state::{Divert, Fields, Opt, Outcome, Shell};

use crate::{failure, number};

/// `shift [n]`: drops the first `n` positional parameters.
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    if args.len() == 1 {
        if sh.positional.shift(1) {
            return Ok(0);
        }
        return beyond(sh, None);
    }
    let first = if args.at(1) == b"--" && !failure::is_sh(sh) { 2 } else { 1 };
    let Some(text) = args.get(first) else {
        return if sh.positional.shift(1) { Ok(0) } else { beyond(sh, None) };
    };
    let Some(count) = number::integer(text) else {
        report::builtin_word_error(sh, text, "numeric argument required");
        return failure::special_in_sh(sh, 1);
    };
    if args.len() > first + 1 && !failure::is_sh(sh) {
        report::builtin_error(sh, b"too many arguments");
        // bash abandons what it was doing.
        return Err(Divert::Discard(1));
    }
    match usize::try_from(count) {
        Ok(count) if sh.positional.shift(count) => Ok(0),
        Ok(_) => beyond(sh, Some(text)),
        Err(_) => {
            report::builtin_word_error(sh, text, "shift count out of range");
            failure::special_in_sh(sh, 1)
        }
    }
}

/// Fewer parameters than asked for: bash is silent unless told otherwise.
fn beyond(sh: &mut Shell, count: Option<&[u8]>) -> Outcome {
    if failure::is_sh(sh) {
        report::builtin_error(sh, b"can't shift that many");
        return failure::special(sh, 2);
    }
    if sh.options.has(Opt::ShiftVerbose) {
        match count {
            Some(text) => report::builtin_word_error(sh, text, "shift count out of range"),
            None => report::builtin_error(sh, b"shift count out of range"),
        };
    }
    Ok(1)
}
