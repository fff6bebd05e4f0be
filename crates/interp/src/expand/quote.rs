//! Quoting values so that a shell reads them back, as `${x@Q}`, `declare -p`, `set` and `set -x` show them.

use skosh_state::Value;
use skosh_state::environment::Locale;

/// Appends `value` between single quotes, or as `$'...'` when it holds characters that cannot be printed (bash's `${x@Q}`).
pub fn reusable(value: &[u8], locale: Locale, out: &mut Vec<u8>) {
    if needs_escapes(value, locale) {
        ansi(value, locale, out);
    } else {
        single(value, out);
    }
}

/// Appends `value` between single quotes; a single quote inside becomes `'\''`.
pub fn single(value: &[u8], out: &mut Vec<u8>) {
    if value == b"'" {
        out.extend_from_slice(b"\\'");
        return;
    }
    out.push(b'\'');
    for &byte in value {
        if byte == b'\'' {
            out.extend_from_slice(b"'\\''");
        } else {
            out.push(byte);
        }
    }
    out.push(b'\'');
}

/// Appends `value` between double quotes, as `declare -p` shows it; as `$'...'` when it cannot be printed.
pub fn double(value: &[u8], locale: Locale, out: &mut Vec<u8>) {
    if needs_escapes(value, locale) {
        return ansi(value, locale, out);
    }
    out.push(b'"');
    for &byte in value {
        if matches!(byte, b'"' | b'$' | b'`' | b'\\') {
            out.push(b'\\');
        }
        out.push(byte);
    }
    out.push(b'"');
}

/// Whether `value` holds control characters or bytes that are no characters.
pub fn needs_escapes(value: &[u8], locale: Locale) -> bool {
    if value.iter().any(|&byte| byte < 0x20 || byte == 0x7f) {
        return true;
    }
    if value.is_ascii() {
        return false;
    }
    if !locale.utf8 {
        return true;
    }
    match std::str::from_utf8(value) {
        Ok(text) => text.chars().any(char::is_control),
        Err(_) => true,
    }
}

/// Appends `value` as `$'...'`.
pub fn ansi(value: &[u8], locale: Locale, out: &mut Vec<u8>) {
    out.extend_from_slice(b"$'");
    let mut rest = value;
    while let Some(&byte) = rest.first() {
        let length = locale.character_length(rest);
        let (character, after) = rest.split_at(length.clamp(1, rest.len()));
        rest = after;
        match byte {
            0x07 => out.extend_from_slice(b"\\a"),
            0x08 => out.extend_from_slice(b"\\b"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            0x0b => out.extend_from_slice(b"\\v"),
            0x0c => out.extend_from_slice(b"\\f"),
            b'\r' => out.extend_from_slice(b"\\r"),
            0x1b => out.extend_from_slice(b"\\E"),
            b'\\' | b'\'' => out.extend_from_slice(&[b'\\', byte]),
            0x20..0x7f => out.push(byte),
            _ if character.len() > 1 => out.extend_from_slice(character),
            _ => out.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
        }
    }
    out.push(b'\'');
}

/// Appends `([0]="a" [1]="b")`, as `declare -p` shows an array.
pub fn array(value: &Value, locale: Locale, out: &mut Vec<u8>) {
    out.push(b'(');
    let mut is_first = true;
    let mut element = |key: &[u8], value: &[u8]| {
        if !std::mem::replace(&mut is_first, false) {
            out.push(b' ');
        }
        out.push(b'[');
        out.extend_from_slice(key);
        out.extend_from_slice(b"]=");
        double(value, locale, out);
    };
    match value {
        Value::Indexed(array) => {
            array.iter().for_each(|(index, value)| element(skosh_arith::Decimal::new(index as i64).as_bytes(), value));
        }
        Value::Associative(array) => {
            for (key, value) in array.iter() {
                let mut shown = Vec::new();
                self::key(key, locale, &mut shown);
                element(&shown, value);
            }
            // bash ends the list with a blank.
            if !array.is_empty() {
                out.push(b' ');
            }
        }
        _ => {}
    }
    out.push(b')');
}

/// Appends the key of an associative array, quoted when it has to be.
pub fn key(key: &[u8], locale: Locale, out: &mut Vec<u8>) {
    if needs_escapes(key, locale) {
        ansi(key, locale, out);
    } else if key.iter().all(|&byte| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'_' | b'-' | b'.' | b'/' | b':' | b'%' | b'+' | b',' | b'=')
            || byte >= 0x80
    }) {
        out.extend_from_slice(key);
    } else {
        double(key, locale, out);
    }
}

/// Appends `0 "a" 1 "b"` (bash's `${a[@]@K}`).
pub fn pairs(value: &Value, locale: Locale, out: &mut Vec<u8>) {
    let start = out.len();
    let mut pair = |key: &[u8], value: &[u8]| {
        if out.len() > start {
            out.push(b' ');
        }
        out.extend_from_slice(key);
        out.push(b' ');
        double(value, locale, out);
    };
    match value {
        Value::Indexed(array) => {
            array.iter().for_each(|(index, value)| pair(skosh_arith::Decimal::new(index as i64).as_bytes(), value));
        }
        Value::Associative(array) => {
            for (key, value) in array.iter() {
                let mut shown = Vec::new();
                self::key(key, locale, &mut shown);
                pair(&shown, value);
            }
            if !array.is_empty() {
                out.push(b' ');
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(f: impl Fn(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        f(&mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn values_are_quoted_as_bash_quotes_them() {
        let locale = Locale { utf8: true };
        assert_eq!(shown(|out| reusable(b"a b", locale, out)), "'a b'");
        assert_eq!(shown(|out| reusable(b"it's", locale, out)), "'it'\\''s'");
        assert_eq!(shown(|out| reusable(b"a\nb\x01", locale, out)), "$'a\\nb\\001'");
        assert_eq!(shown(|out| double(b"a$\"b", locale, out)), "\"a\\$\\\"b\"");
    }
}
