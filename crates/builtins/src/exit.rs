//! `exit` and `logout` (POSIX XCU exit).

use skosh_interp::report;
use skosh_state::{Divert, Fields, Outcome, Shell, Status};

use crate::{failure, number};

/// What the operand of `exit` and `return` says.
pub enum Operand {
    /// A status.
    Status(Status),
    /// Something else, already reported.
    Invalid,
    /// Too many, already reported (bash only).
    TooMany,
}

/// Reads the optional status operand of `exit` and (`returns`) `return`; without one, `$?`, or in a trap's action what that was
/// before the action.
pub fn status_operand(sh: &mut Shell, args: &Fields, returns: bool) -> Operand {
    let first = if args.at(1) == b"--" { 2 } else { 1 };
    let Some(text) = args.get(first) else { return Operand::Status(sh.status_to_leave_with(returns)) };
    let sh_mode = failure::is_sh(sh);
    let value =
        if sh_mode { number::digits(text).filter(|&n| n <= i64::from(i32::MAX)) } else { number::integer(text) };
    let Some(value) = value else {
        report::builtin_word_error(sh, text, "numeric argument required");
        return Operand::Invalid;
    };
    if args.len() > first + 1 && !sh_mode {
        report::builtin_error(sh, b"too many arguments");
        return Operand::TooMany;
    }
    Operand::Status((value & 0xff) as Status)
}

/// `exit [n]`: ends the shell environment.
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    match status_operand(sh, args, false) {
        Operand::Status(status) => Err(Divert::Exit(status)),
        Operand::Invalid => Err(Divert::Exit(2)),
        // bash abandons what it was doing instead.
        Operand::TooMany => Err(Divert::Discard(1)),
    }
}

/// `logout [n]`: `exit` of a login shell.
pub fn run_logout(sh: &mut Shell, args: &Fields) -> Outcome {
    if !sh.invocation.login {
        return Ok(report::builtin_error(sh, b"not login shell: use `exit'"));
    }
    run(sh, args)
}
