//! Which errors of builtins end a shell, and the statuses in which `sh` and `bash` differ.
//!
//! POSIX XCU 2.8.1: an error in a special builtin ends a non-interactive shell, unless it was executed through `command`. dash
//! applies this to every such error, bash in posix mode to errors of usage and assignment; outside of posix mode bash goes on.

use skosh_interp::report;
use skosh_state::variables::AssignError;
use skosh_state::{Opt, Outcome, Shell, Status};

/// Whether the shell was started as `sh`: where dash and bash differ in a way that a script can notice, dash is followed.
#[inline]
pub fn is_sh(sh: &Shell) -> bool {
    sh.invocation.posix && sh.options.has(Opt::Posix)
}

/// The status of an error of a regular builtin: 2 in `sh`, as dash has it, otherwise `status`.
pub fn status(sh: &Shell, status: Status) -> Status {
    if is_sh(sh) { 2 } else { status }
}

/// An error of a special builtin, already reported, that ends the shell in posix mode (usage, assignment).
///
/// # Errors
///
/// The divert that ends the shell.
pub fn special(sh: &mut Shell, status: Status) -> Outcome {
    if sh.options.has(Opt::Posix) && !sh.through_command {
        let status = self::status(sh, status);
        return Err(report::fatal(sh, status));
    }
    Ok(self::status(sh, status))
}

/// An error of a special builtin, already reported, that ends `sh` but not bash in posix mode (`shift` beyond the end).
///
/// # Errors
///
/// The divert that ends the shell.
pub fn special_in_sh(sh: &mut Shell, status: Status) -> Outcome {
    if is_sh(sh) { special(sh, status) } else { Ok(status) }
}

/// Reports a failed assignment, `NAME: readonly variable`, as bash does: without the name of the builtin. Returns status 1.
pub fn assignment(sh: &mut Shell, error: AssignError) -> Status {
    let text = report::assign_error_text(sh, error);
    report::message(sh, &text);
    1
}
