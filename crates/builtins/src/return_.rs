//! `return` (POSIX XCU return).

use skosh_interp::report;
use skosh_state::{Divert, Fields, Outcome, Shell};

use crate::exit::{Operand, status_operand};
use crate::failure;

/// `return [n]`: leaves the function or dot script.
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let inside = !sh.calls.is_empty();
    if !inside && !failure::is_sh(sh) {
        report::builtin_error(sh, b"can only `return' from a function or sourced script");
        return failure::special(sh, 2);
    }
    let status = match status_operand(sh, args, true) {
        Operand::Status(status) => status,
        Operand::Invalid if failure::is_sh(sh) => return failure::special(sh, 2),
        Operand::Invalid => 2,
        Operand::TooMany => return Err(Divert::Discard(1)),
    };
    // dash: outside of functions `return` ends the script.
    Err(if inside { Divert::Return(status) } else { Divert::Exit(status) })
}
