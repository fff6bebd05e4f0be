//! Assigning a variable, or an element of one, for a builtin that was given its name.

use skosh_interp::{expand, report};
use skosh_state::{Attributes, Outcome, Shell};
use skosh_syntax::names::is_name;

use crate::failure;

/// Assigns `value` to `target`, a name or `name[subscript]`. Status 1 after a message when that fails.
pub fn assign(sh: &mut Shell, target: &[u8], value: &[u8]) -> Outcome {
    if is_name(target) {
        let sym = sh.names.intern(target);
        if !sh.attributes(sym).has(Attributes::INTEGER.with(Attributes::NAMEREF)) {
            return Ok(match sh.assign(sym, value) {
                Ok(()) => 0,
                Err(error) => failure::assignment(sh, error),
            });
        }
    }
    match expand::assign_text(sh, target, value) {
        Ok(()) => Ok(0),
        Err(expand::AssignFailure::Error(error)) => Ok(failure::assignment(sh, error)),
        Err(expand::AssignFailure::Divert(divert)) => Err(divert),
        Err(expand::AssignFailure::NotAName) => Ok(not_identifier(sh, target)),
    }
}

/// Reports a word that cannot be assigned. Returns status 1.
pub fn not_identifier(sh: &mut Shell, target: &[u8]) -> i32 {
    let mut text = b"`".to_vec();
    text.extend_from_slice(target);
    text.extend_from_slice(b"': not a valid identifier");
    report::builtin_error(sh, &text)
}

/// Whether `target` is a name, or a name with a subscript.
pub fn is_target(target: &[u8]) -> bool {
    let base = target.split(|&byte| byte == b'[').next().unwrap_or(b"");
    is_name(base) && (base.len() == target.len() || target.last() == Some(&b']') && target.len() > base.len() + 2)
}
