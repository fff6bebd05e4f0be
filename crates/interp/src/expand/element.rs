//! Appending to and unsetting what text names: `declare name+=value`, `unset 'name[subscript]'`.

use skosh_state::variables::AssignError;
use skosh_state::{Attributes, Shell, Value};
use skosh_syntax::Sym;

use super::assignment::{self, AssignFailure};
use super::subject::{self, Element, Name, Subject, absolute_index};

/// Appends a string to what text names, `name` or `name[subscript]`; adds to it where the variable is an integer.
pub fn append_text(sh: &mut Shell, name: &[u8], value: &[u8]) -> Result<(), AssignFailure> {
    let Some((base, subscript)) = subject::split_subscript(name) else { return Err(AssignFailure::NotAName) };
    let sym = sh.names.intern(base);
    let mut subject = Subject::of_variable(sh, sym)?;
    if let (Some(subscript), Name::Variable(sym)) = (subscript, subject.name) {
        subject.element = subject::element_of_text(sh, sym, subscript)?;
    }
    assignment::append(sh, &subject, value)
}

/// Unsets an element of an array. `NotAName` where the variable is no array and the subscript not that of its only element.
pub fn unset_element(sh: &mut Shell, sym: Sym, subscript: &[u8]) -> Result<(), AssignFailure> {
    if sh.attributes(sym).has(Attributes::READONLY) {
        return Err(AssignError::Readonly(sym).into());
    }
    let is_associative = sh.attributes(sym).has(Attributes::ASSOCIATIVE);
    let element = match subscript {
        b"@" | b"*" if is_associative => Element::Key(subscript.to_vec()),
        b"@" | b"*" => {
            // All elements; the variable stays an array.
            return match sh.vars.get(sym).map(|variable| &variable.value) {
                Some(Value::Indexed(_)) => Ok(sh.assign_value(sym, Value::Indexed(Box::default()))?),
                _ => Ok(sh.unset_variable(sym)?),
            };
        }
        _ => subject::element_of_text(sh, sym, subscript)?,
    };
    let next = match sh.vars.get(sym).map(|variable| &variable.value) {
        Some(Value::Indexed(array)) => array.next_index(),
        Some(Value::Scalar(_)) => 1,
        Some(Value::Associative(_)) => 0,
        _ => return Ok(()),
    };
    match element {
        Element::Key(key) => {
            if let Value::Associative(array) = &mut sh.variable_mut(sym).value {
                array.remove(&key);
            }
        }
        Element::Index(index) => {
            let index = absolute_index(index, next).ok_or(AssignError::BadSubscript(sym))?;
            match &mut sh.variable_mut(sym).value {
                Value::Indexed(array) => array.remove(index),
                _ if index == 0 => sh.unset_variable(sym)?,
                _ => return Err(AssignFailure::NotAName),
            }
        }
        _ => return Err(AssignFailure::NotAName),
    }
    Ok(())
}
