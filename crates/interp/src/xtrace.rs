//! `set -x`: commands are shown before they are executed (POSIX XCU set).

use skosh_state::flow::Divert;
use skosh_state::{Fields, Opt, Shell};
use skosh_syntax::ast::{Assignment, Subscript};
use skosh_syntax::names::well_known as name;

use crate::report;

/// The expanded PS4, its first character repeated for each level of `eval`, dot scripts and command substitution (bash).
fn prefix(sh: &mut Shell) -> Result<Vec<u8>, Divert> {
    let text = sh.scalar(name::PS4).map_or_else(|| b"+ ".to_vec(), |value| value.into_owned());
    // What PS4 does is not traced, and its substitutions do not show in `$?`.
    let (status, options) = (sh.counters.status, sh.options);
    let substitution = sh.substitution_status;
    sh.options.set(Opt::XTrace, false);
    let expanded = crate::read::expand_text(sh, &text);
    sh.options = options;
    sh.counters.status = status;
    sh.substitution_status = substitution;
    let expanded = expanded.unwrap_or(text);
    if sh.options.has(Opt::Posix) {
        return Ok(expanded);
    }
    let first = sh.locale.character_length(&expanded);
    let mut out = Vec::new();
    for _ in 0..sh.trace_level {
        out.extend_from_slice(expanded.get(..first).unwrap_or(b""));
    }
    out.extend_from_slice(&expanded);
    Ok(out)
}

/// Shows a line on standard error, or on BASH_XTRACEFD.
pub fn line(sh: &mut Shell, text: &[u8]) -> Result<(), Divert> {
    let mut out = prefix(sh)?;
    out.extend_from_slice(text);
    out.push(b'\n');
    let fd = match sh.scalar(name::BASH_XTRACEFD).and_then(|value| skosh_arith::parse_integer(&value)) {
        Some(n) => u32::try_from(n).unwrap_or(2),
        None => 2,
    };
    if fd == 2 || sh.write(fd, &out).is_err() {
        report::write_error_output(sh, &out);
    }
    Ok(())
}

/// Shows a simple command: its assignments, then its fields, quoted so that they can be read back.
pub fn command(sh: &mut Shell, assignments: &[Assignment], fields: &Fields) -> Result<(), Divert> {
    self::assignments(sh, assignments)?;
    let mut text = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            text.push(b' ');
        }
        quote(field, &mut text);
    }
    line(sh, &text)
}

/// Shows assignments, one line each (bash), with the value they assign.
pub fn assignments(sh: &mut Shell, assignments: &[Assignment]) -> Result<(), Divert> {
    for assignment in assignments {
        let mut text = sh.names.name(assignment.name).to_vec();
        if let Some(subscript) = &assignment.subscript {
            text.push(b'[');
            match &**subscript {
                Subscript::At => text.push(b'@'),
                Subscript::Star => text.push(b'*'),
                Subscript::Index(word) => text.extend_from_slice(&skosh_syntax::print_word(&word.word, &sh.names)),
            }
            text.push(b']');
        }
        if let skosh_syntax::ast::AssignedValue::Scalar(word) = &assignment.value {
            text.extend_from_slice(if assignment.append { b"+=" } else { b"=" });
            if let Some(literal) = word.as_literal() {
                if !literal.is_empty() {
                    quote(literal, &mut text);
                }
            } else if assignment.subscript.is_none() && !assignment.append {
                // The value was just assigned; expanding again would repeat side effects.
                let value = sh.scalar(assignment.name).map(|value| value.into_owned()).unwrap_or_default();
                if !value.is_empty() {
                    quote(&value, &mut text);
                }
            }
        } else {
            text = skosh_syntax::print_assignment(assignment, &sh.names);
        }
        line(sh, &text)?;
    }
    Ok(())
}

/// Appends a field in single quotes where it needs quoting.
pub fn quote(field: &[u8], out: &mut Vec<u8>) {
    const SPECIAL: &[u8] = b" \t\n'\"\\|&;()<>!{}*[?]^$`#~=%";
    let needs = field.is_empty()
        || field.iter().enumerate().any(|(index, byte)| match byte {
            b'#' | b'~' => index == 0,
            b'=' | b'%' => false,
            byte => SPECIAL.contains(byte),
        });
    if !needs {
        if field.iter().any(|byte| byte.is_ascii_control()) {
            quote_ansi(field, out);
        } else {
            out.extend_from_slice(field);
        }
        return;
    }
    out.push(b'\'');
    for &byte in field {
        if byte == b'\'' {
            out.extend_from_slice(b"'\\''");
        } else {
            out.push(byte);
        }
    }
    out.push(b'\'');
}

fn quote_ansi(field: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(b"$'");
    for &byte in field {
        match byte {
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\r' => out.extend_from_slice(b"\\r"),
            0x07 => out.extend_from_slice(b"\\a"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0b => out.extend_from_slice(b"\\v"),
            0x0c => out.extend_from_slice(b"\\f"),
            0x1b => out.extend_from_slice(b"\\E"),
            b'\'' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            byte if byte.is_ascii_control() => out.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
            byte => out.push(byte),
        }
    }
    out.push(b'\'');
}
