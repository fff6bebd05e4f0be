//! `declare`, `typeset`, `local`, `export` and `readonly` (POSIX XCU export, readonly): attributes, values and scopes of variables.
//!
//! [`variable`] does to one variable what all of them have in common; the others read options and list.

mod command;
mod function;
mod marking;
mod variable;

use skosh_interp::{expand, report};
use skosh_state::variables::AssignError;
use skosh_state::{Attributes, Divert, Shell, Status, Value};
use skosh_syntax::names::is_name;

pub use command::{run_declare, run_local};
pub use marking::{run_export, run_readonly};

use crate::failure;

/// What a declaration does to each of its operands.
#[derive(Debug)]
struct Request {
    add: Attributes,
    remove: Attributes,
    /// New variables are local to the function.
    local: bool,
    /// `-g`: outside of all functions.
    global: bool,
    /// `-I`: a local variable starts with what it had outside.
    inherit: bool,
    /// Failed assignments name the builtin (`declare`, `local`) or not (`export`, `readonly`).
    named: bool,
}

/// An operand, taken apart: `name`, `name=value`, `name+=value`, `name[subscript]=value`.
struct Operand<'a> {
    text: &'a [u8],
    /// Without subscript.
    name: &'a [u8],
    /// What stands before the `=`, a subscript included.
    target: &'a [u8],
    /// The text after the `=`.
    value: Option<&'a [u8]>,
    append: bool,
    /// `name=(...)`, already expanded.
    array: Option<Value>,
}

/// Takes an operand apart; `None` when what should be a name is none.
fn parse<'a>(text: &'a [u8], array: Option<Value>) -> Option<Operand<'a>> {
    let name_end = text.iter().position(|&byte| matches!(byte, b'=' | b'+' | b'[')).unwrap_or(text.len());
    let name = text.get(..name_end)?;
    if !is_name(name) {
        return None;
    }
    let mut at = name_end;
    if text.get(at) == Some(&b'[') {
        let mut depth = 0usize;
        for &byte in text.get(at..)? {
            at += 1;
            match byte {
                b'[' => depth += 1,
                b']' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        if depth != 0 {
            return None;
        }
    }
    let target = text.get(..at)?;
    let (value, append) = match text.get(at..)? {
        [] => (None, false),
        [b'=', value @ ..] => (Some(value), false),
        [b'+', b'=', value @ ..] => (Some(value), true),
        _ => return None,
    };
    Some(Operand { text, name, target, value, append, array })
}

fn not_identifier(sh: &mut Shell, text: &[u8]) -> Status {
    let mut message = b"`".to_vec();
    message.extend_from_slice(text);
    message.extend_from_slice(b"': not a valid identifier");
    report::builtin_error(sh, &message)
}

fn take_array(arrays: &mut Vec<(usize, Value)>, index: usize) -> Option<Value> {
    let place = arrays.iter().position(|(other, _)| *other == index)?;
    Some(arrays.swap_remove(place).1)
}

/// Why an operand failed.
enum Failure {
    /// Reported; go on with the next operand.
    Status(Status),
    /// Not to go on.
    Divert(Divert),
}

impl From<Divert> for Failure {
    fn from(divert: Divert) -> Self {
        Failure::Divert(divert)
    }
}

fn refuse(sh: &mut Shell, word: &[u8], text: &str) -> Failure {
    Failure::Status(report::builtin_word_error(sh, word, text))
}

/// A failed assignment, reported with or without the name of the builtin.
fn assign_failed(sh: &mut Shell, error: AssignError, request: &Request) -> Failure {
    let kinds = Attributes::INDEXED.with(Attributes::ASSOCIATIVE);
    let is_array = matches!(error, AssignError::Readonly(sym) if sh.attributes(sym).has(kinds));
    if request.named || is_array {
        let text = report::assign_error_text(sh, error);
        Failure::Status(report::builtin_error(sh, &text))
    } else {
        Failure::Status(failure::assignment(sh, error))
    }
}

fn store_failed(sh: &mut Shell, failure: expand::AssignFailure, operand: &Operand<'_>, request: &Request) -> Failure {
    match failure {
        expand::AssignFailure::Error(error) => assign_failed(sh, error, request),
        expand::AssignFailure::Divert(divert) => Failure::Divert(divert),
        expand::AssignFailure::NotAName => {
            // A reference that refers to nothing yet was given what is no name.
            let sym = sh.names.intern(operand.name);
            let is_reference = sh.attributes(sym).has(Attributes::NAMEREF);
            let shown = if is_reference { operand.value.unwrap_or(b"") } else { operand.text };
            Failure::Status(not_identifier(sh, shown))
        }
    }
}
