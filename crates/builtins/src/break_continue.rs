//! `break` and `continue` (POSIX XCU break, continue).

use skosh_interp::report;
use skosh_state::{Divert, Fields, Opt, Outcome, Shell};

use crate::{failure, number};

/// `break [n]`: leaves the `n` innermost loops.
pub fn run_break(sh: &mut Shell, args: &Fields) -> Outcome {
    leave(sh, args, Divert::Break)
}

/// `continue [n]`: goes on with the next round of the `n`th innermost loop.
pub fn run_continue(sh: &mut Shell, args: &Fields) -> Outcome {
    leave(sh, args, Divert::Continue)
}

fn leave(sh: &mut Shell, args: &Fields, divert: fn(u32) -> Divert) -> Outcome {
    if args.len() == 1 && sh.loop_depth > 0 {
        sh.counters.status = 0;
        return Err(divert(1));
    }
    let sh_mode = failure::is_sh(sh);
    let mut operand = 1;
    if args.at(1) == b"--" {
        operand += 1;
    }
    if sh.loop_depth == 0 && !sh_mode {
        if !sh.options.has(Opt::Posix) {
            report::builtin_error(sh, b"only meaningful in a `for', `while', or `until' loop");
        }
        return Ok(0);
    }
    let Some(text) = args.get(operand) else {
        sh.counters.status = 0;
        return if sh.loop_depth == 0 { Ok(0) } else { Err(divert(1)) };
    };
    let count = match number::integer(text) {
        Some(count) => count,
        None => {
            report::builtin_word_error(sh, text, "numeric argument required");
            return if sh_mode { failure::special(sh, 2) } else { Err(report::fatal(sh, 128)) };
        }
    };
    if args.len() > operand + 1 && !sh_mode {
        report::builtin_error(sh, b"too many arguments");
        return Err(report::fatal(sh, 1));
    }
    if count <= 0 {
        report::builtin_word_error(sh, text, "loop count out of range");
        if sh_mode {
            return failure::special(sh, 2);
        }
        // bash leaves all loops with status 1.
        sh.counters.status = 1;
        return Err(Divert::Break(sh.loop_depth));
    }
    if sh.loop_depth == 0 {
        return Ok(0);
    }
    sh.counters.status = 0;
    Err(divert(u32::try_from(count).unwrap_or(u32::MAX).min(sh.loop_depth)))
}
