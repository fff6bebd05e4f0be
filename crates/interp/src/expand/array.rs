//! Lists: the positional parameters, the elements and the subscripts of arrays, names by prefix.

use skosh_state::{Attributes, Divert, Fields, Shell, Value};
use skosh_syntax::Sym;
use skosh_syntax::ast::{ArithWord, ParamName};

use super::arith;
use super::builder::Builder;
use super::subject::{Name, Subject, absolute_index};
use crate::report;

impl Builder<'_> {
    /// Appends the elements of an ordinary array straight from the variable. False when it is none. The separators are up to date.
    pub(super) fn array_values(&mut self, sh: &mut Shell, subject: &Subject, star: bool, is_quoted: bool) -> bool {
        let Name::Variable(sym) = subject.name else { return false };
        let shell = &*sh;
        let Some(variable) = shell.vars.get(sym) else { return false };
        if variable.attrs.has(Attributes::DYNAMIC) {
            return false;
        }
        match &variable.value {
            Value::Indexed(array) => {
                self.values(&shell.ifs, array.iter().map(|(_, value)| value), star, is_quoted);
            }
            Value::Associative(array) => {
                self.values(&shell.ifs, array.iter().map(|(_, value)| value), star, is_quoted);
            }
            _ => return false,
        }
        true
    }
}

/// Calls `f` with the value of a variable as a list knows it: an array, also a computed one; a scalar, also a computed one.
fn with_variable<R>(sh: &mut Shell, sym: Sym, f: impl FnOnce(&Value) -> R) -> R {
    if sh.attributes(sym).has(Attributes::DYNAMIC) {
        let value = match sh.dynamic_array(sym) {
            Some(array) => Value::Indexed(Box::new(array)),
            None => sh.scalar(sym).map_or(Value::Unset, |text| Value::Scalar(text.into_owned())),
        };
        return f(&value);
    }
    match sh.vars.get(sym) {
        Some(variable) => f(&variable.value),
        None => f(&Value::Unset),
    }
}

fn push_values(value: &Value, out: &mut Fields) {
    match value {
        Value::Indexed(array) => array.iter().for_each(|(_, value)| out.push(value)),
        Value::Associative(array) => array.iter().for_each(|(_, value)| out.push(value)),
        Value::Scalar(text) => out.push(text),
        Value::Unset => {}
    }
}

/// Is it `${x[@]}` of a variable that is set and no array? What works on strings then works on its value.
pub(super) fn is_scalar(sh: &mut Shell, subject: &Subject) -> bool {
    match subject.name {
        Name::Variable(sym) => with_variable(sh, sym, |value| matches!(value, Value::Scalar(_))),
        _ => false,
    }
}

/// The values of `$@` or `${a[@]}`.
pub(super) fn list(sh: &mut Shell, subject: &Subject) -> Fields {
    let mut out = sh.take_fields();
    match subject.name {
        Name::Variable(sym) => with_variable(sh, sym, |value| push_values(value, &mut out)),
        _ => sh.positional.iter().for_each(|value| out.push(value)),
    }
    out
}

/// Is there any value, and with `null` any that is more than nothing once they are joined?
pub(super) fn has_values(sh: &mut Shell, subject: &Subject, colon: bool, star: bool) -> bool {
    let count = count(sh, subject);
    if !colon || count == 0 {
        return count > 0;
    }
    // Joined by something, two values are not null.
    let is_joined = !star || sh.separators().join().is_some();
    if is_joined && count > 1 {
        return true;
    }
    let values = list(sh, subject);
    let has = values.iter().any(|value| !value.is_empty());
    sh.recycle_fields(values);
    has
}

/// The number of values of `$@` or `${a[@]}`.
pub(super) fn count(sh: &mut Shell, subject: &Subject) -> usize {
    let Name::Variable(sym) = subject.name else { return sh.positional.len() };
    with_variable(sh, sym, |value| match value {
        Value::Indexed(array) => array.len(),
        Value::Associative(array) => array.len(),
        Value::Scalar(_) => 1,
        Value::Unset => 0,
    })
}

/// The values joined: `*` by the first character of IFS, `@` by spaces.
pub(super) fn join(sh: &mut Shell, values: &Fields, star: bool, out: &mut Vec<u8>) {
    let joint = if star { sh.separators().join().unwrap_or(b"") } else { b" " };
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            out.extend_from_slice(joint);
        }
        out.extend_from_slice(value);
    }
}

/// The subscripts of an array, in the order of its elements; of a scalar, 0.
pub(super) fn keys(sh: &mut Shell, subject: &Subject) -> Fields {
    let mut out = sh.take_fields();
    let Name::Variable(sym) = subject.name else { return out };
    with_variable(sh, sym, |value| match value {
        Value::Indexed(array) => {
            array.iter().for_each(|(index, _)| out.push(skosh_arith::Decimal::new(index as i64).as_bytes()));
        }
        Value::Associative(array) => array.iter().for_each(|(key, _)| out.push(key)),
        Value::Scalar(_) => out.push(b"0"),
        Value::Unset => {}
    });
    out
}

/// The names of the set variables that begin with the name, sorted.
pub(super) fn names_with_prefix(sh: &mut Shell, name: ParamName) -> Fields {
    let mut out = sh.take_fields();
    let ParamName::Variable(sym) = name else { return out };
    let prefix = sh.names.name(sym);
    let mut found: Vec<&[u8]> = sh
        .vars
        .iter()
        .filter(|(_, variable)| variable.value != Value::Unset || variable.attrs.has(Attributes::DYNAMIC))
        .map(|(sym, _)| sh.names.name(sym))
        .filter(|name| name.starts_with(prefix))
        .collect();
    found.sort_unstable();
    found.iter().for_each(|name| out.push(name));
    out
}

/// `${@:offset:length}` and `${a[@]:offset:length}`.
pub(super) fn slice(
    sh: &mut Shell,
    subject: &Subject,
    offset: &ArithWord,
    length: Option<&ArithWord>,
) -> Result<Fields, Divert> {
    // Nothing is evaluated for an array without elements.
    if matches!(subject.name, Name::Variable(_)) && count(sh, subject) == 0 {
        return Ok(sh.take_fields());
    }
    let offset = arith::arith_of(sh, offset, subject)?;
    let written = length;
    let length = match length {
        Some(length) => Some(arith::arith_of(sh, length, subject)?),
        None => None,
    };
    if length.is_some_and(|length| length < 0) {
        let mut text = written.map(|word| skosh_syntax::print_word(&word.word, &sh.names)).unwrap_or_default();
        text.extend_from_slice(b": substring expression < 0");
        return Err(report::expansion_error(sh, &text));
    }
    let count = length.map_or(usize::MAX, |length| usize::try_from(length).unwrap_or(usize::MAX));
    let mut out = sh.take_fields();
    let Name::Variable(sym) = subject.name else {
        // `$0` stands before the parameters.
        let total = sh.positional.len() as u64 + 1;
        let Some(start) = absolute_index(offset, total).map(|start| start as usize) else { return Ok(out) };
        let end = start.saturating_add(count).min(total as usize);
        for number in start..end {
            match sh.positional.get(number) {
                Some(value) => out.push(value),
                None => out.push(&sh.arg0),
            }
        }
        return Ok(out);
    };
    with_variable(sh, sym, |value| match value {
        Value::Indexed(array) => {
            let start = absolute_index(offset, array.next_index()).map(|index| array.position_from(index));
            let Some(start) = start else { return };
            let end = start.saturating_add(count).min(array.len());
            (start..end).filter_map(|position| array.value_at(position)).for_each(|value| out.push(value));
        }
        Value::Associative(array) => {
            // Counted from 1, as bash does for what has no order.
            let start = absolute_index(offset, array.len() as u64).map(|index| (index as usize).saturating_sub(1));
            let Some(start) = start else { return };
            array.iter().skip(start).take(count).for_each(|(_, value)| out.push(value));
        }
        Value::Scalar(_) | Value::Unset => {}
    });
    Ok(out)
}
