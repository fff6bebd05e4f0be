//! Lines that list variables and functions: of `declare -p`, `export -p`, `readonly -p` and `set`.

use std::borrow::Cow;

use skosh_interp::expand::quote;
use skosh_state::{Attributes, Opt, Shell, Value};
use skosh_syntax::Sym;
use skosh_syntax::names::well_known as name;

use crate::quoting;

/// All variables that exist, sorted by name.
pub fn sorted_variables(sh: &Shell) -> Vec<Sym> {
    let mut all: Vec<Sym> = sh
        .vars
        .iter()
        .filter(|(_, variable)| variable.exists() || variable.attrs.has(Attributes::DYNAMIC))
        .map(|(sym, _)| sym)
        .collect();
    all.sort_by(|a, b| sh.names.name(*a).cmp(sh.names.name(*b)));
    all
}

/// All functions, sorted by name.
pub fn sorted_functions(sh: &Shell) -> Vec<Sym> {
    let mut all: Vec<Sym> =
        sh.commands.iter().filter(|(_, slot)| slot.function.is_some()).map(|(sym, _)| sym).collect();
    all.sort_by(|a, b| sh.names.name(*a).cmp(sh.names.name(*b)));
    all
}

/// The letters of a variable's attributes in bash's order; empty for none.
pub fn attribute_letters(attrs: Attributes, kind: &Value) -> String {
    let mut letters = String::new();
    let indexed = matches!(kind, Value::Indexed(_)) || attrs.has(Attributes::INDEXED);
    let associative = matches!(kind, Value::Associative(_)) || attrs.has(Attributes::ASSOCIATIVE);
    if associative {
        letters.push('A');
    } else if indexed {
        letters.push('a');
    }
    for (bit, letter) in [
        (Attributes::INTEGER, 'i'),
        (Attributes::NAMEREF, 'n'),
        (Attributes::READONLY, 'r'),
        (Attributes::TRACE, 't'),
        (Attributes::EXPORT, 'x'),
        (Attributes::CAPITAL, 'c'),
        (Attributes::LOWER, 'l'),
        (Attributes::UPPER, 'u'),
    ] {
        if attrs.has(bit) {
            letters.push(letter);
        }
    }
    letters
}

/// The value of a variable, computed for dynamic ones.
fn value(sh: &mut Shell, sym: Sym) -> Value {
    if sh.attributes(sym).has(Attributes::DYNAMIC) {
        if let Some(array) = sh.array_value(sym) {
            // Outside of functions FUNCNAME is declared and has no value.
            let is_empty = matches!(&array, Value::Indexed(array) if array.is_empty());
            return if is_empty && sym == name::FUNCNAME { Value::Unset } else { array };
        }
        let mut text = Vec::new();
        return if sh.append_dynamic(sym, &mut text) { Value::Scalar(text) } else { Value::Unset };
    }
    sh.vars.get(sym).map(|variable| variable.value.clone()).unwrap_or_default()
}

/// Appends the line of `declare -p` for a variable.
pub fn declare_line(sh: &mut Shell, sym: Sym, out: &mut Vec<u8>) {
    let value = value(sh, sym);
    let attrs = sh.attributes(sym);
    let letters = attribute_letters(attrs, &value);
    let letters = if letters.is_empty() { "-" } else { &letters };
    out.extend_from_slice(format!("declare -{letters} ").as_bytes());
    push_assignment(sh, sym, &value, out);
    out.push(b'\n');
}

/// `name`, `name="value"` or `name=(...)`.
fn push_assignment(sh: &Shell, sym: Sym, value: &Value, out: &mut Vec<u8>) {
    out.extend_from_slice(sh.names.name(sym));
    match value {
        Value::Unset => {}
        Value::Scalar(text) => {
            out.push(b'=');
            quote::double(text, sh.locale, out);
        }
        _ => {
            out.push(b'=');
            quote::array(value, sh.locale, out);
        }
    }
}

/// Appends the line of `export -p` or `readonly -p`: in `sh` as dash writes it, in posix mode with the name of the builtin, in
/// bash mode as `declare -p` does.
pub fn command_line(sh: &mut Shell, command: &str, sym: Sym, out: &mut Vec<u8>) {
    if crate::failure::is_sh(sh) {
        out.extend_from_slice(command.as_bytes());
        out.push(b' ');
        out.extend_from_slice(sh.names.name(sym));
        if let Value::Scalar(text) = value(sh, sym) {
            out.push(b'=');
            quoting::single_quoted(&text, true, out);
        }
        out.push(b'\n');
    } else if sh.options.has(Opt::Posix) {
        let value = value(sh, sym);
        let own = if command == "export" { Attributes::EXPORT } else { Attributes::READONLY };
        let mut letters = attribute_letters(sh.attributes(sym).without(own), &value);
        letters.retain(|letter| matches!(letter, 'a' | 'A'));
        out.extend_from_slice(command.as_bytes());
        if !letters.is_empty() {
            out.extend_from_slice(format!(" -{letters}").as_bytes());
        }
        out.push(b' ');
        push_assignment(sh, sym, &value, out);
        out.push(b'\n');
    } else {
        declare_line(sh, sym, out);
    }
}

/// Appends the line of `set` for a variable that has a value.
pub fn set_line(sh: &mut Shell, sym: Sym, out: &mut Vec<u8>) {
    let value = value(sh, sym);
    let dash = crate::failure::is_sh(sh);
    let name: Cow<'_, [u8]> = Cow::Owned(sh.names.name(sym).to_vec());
    match &value {
        Value::Unset => {}
        Value::Scalar(text) => {
            out.extend_from_slice(&name);
            out.push(b'=');
            if dash {
                quoting::single_quoted(text, true, out);
            } else {
                quoting::listed(text, sh.locale, sh.options.has(Opt::Posix), out);
            }
            out.push(b'\n');
        }
        _ => {
            out.extend_from_slice(&name);
            out.push(b'=');
            quote::array(&value, sh.locale, out);
            out.push(b'\n');
        }
    }
}

/// Appends the definition of a function as bash prints it.
pub fn function_text(sh: &Shell, sym: Sym, out: &mut Vec<u8>) {
    if let Some(function) = sh.function(sym) {
        out.extend_from_slice(&skosh_syntax::print_function(&function.definition, &sh.names));
        out.push(b'\n');
    }
}
