//! Assigning a variable, or an element of one, for a builtin that was given its name.

use skosh_interp::{expand, report};
use skosh_state::{Attributes, Outcome, Shell, Status};
use skosh_syntax::Sym;
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
        Err(expand::AssignFailure::NotAName) => {
            // A reference that refers to nothing yet was given what is no name.
            let is_reference = sh.names.lookup(target).is_some_and(|sym| sh.attributes(sym).has(Attributes::NAMEREF));
            Ok(not_identifier(sh, if is_reference { value } else { target }))
        }
    }
}

/// The indexed array that a builtin is to fill: `name`, or what it refers to. A reference to nothing becomes the array itself.
///
/// # Errors
///
/// The status of a refusal, which has been reported.
pub fn array_target(sh: &mut Shell, name: &[u8], refusal: &str) -> Result<Sym, Status> {
    let sym = sh.names.intern(name);
    let sym = sh.resolve(sym).map_err(|error| failure::assignment(sh, error))?;
    let attrs = sh.attributes(sym);
    if attrs.has(Attributes::NAMEREF) {
        report::message(sh, &[b"warning: ", name, b": removing nameref attribute"].concat());
        sh.set_attributes(sym, Attributes::NONE, Attributes::NAMEREF);
    }
    if attrs.has(Attributes::ASSOCIATIVE) {
        return Err(report::builtin_word_error(sh, name, refusal));
    }
    Ok(sym)
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
