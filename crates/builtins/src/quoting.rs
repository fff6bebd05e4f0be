//! Writing values so that the shell can read them again, and the backslash sequences of `echo`, `printf` and `%b`.
//!
//! bash writes a value in one of four ways: bare where nothing in it is special, in single quotes (`alias`, `trap`, `set`), in
//! double quotes (`declare -p`), with backslashes (`printf %q`), and in all but the first two as `$'...'` where it holds
//! characters that do not print. dash writes single quotes only.

use std::io::Write;

use skosh_interp::expand::quote;
use skosh_state::environment::Locale;

/// Appends `text` in single quotes. A quote in it is written `'\''`, or as dash does `'"'"'` where `dash` is set.
pub fn single_quoted(text: &[u8], dash: bool, out: &mut Vec<u8>) {
    if dash { dash_quoted(text, out) } else { quote::single(text, out) }
}

/// dash: runs of quotes stand in double quotes between single-quoted runs of everything else.
fn dash_quoted(text: &[u8], out: &mut Vec<u8>) {
    let mut rest = text;
    loop {
        let plain = rest.iter().position(|&byte| byte == b'\'').unwrap_or(rest.len());
        let (run, tail) = rest.split_at(plain);
        if !run.is_empty() || text.is_empty() {
            out.push(b'\'');
            out.extend_from_slice(run);
            out.push(b'\'');
        }
        let quotes = tail.iter().position(|&byte| byte != b'\'').unwrap_or(tail.len());
        let (run, tail) = tail.split_at(quotes);
        if !run.is_empty() {
            out.push(b'"');
            out.extend_from_slice(run);
            out.push(b'"');
        }
        if tail.is_empty() {
            return;
        }
        rest = tail;
    }
}

/// Whether a word with this text would mean something to the shell.
fn has_special(text: &[u8]) -> bool {
    text.iter().enumerate().any(|(index, byte)| match byte {
        b' ' | b'\t' | b'\n' | b'\'' | b'"' | b'\\' | b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>' | b'!' | b'{'
        | b'}' | b'*' | b'[' | b']' | b'?' | b'^' | b'$' | b'`' => true,
        b'~' => index == 0 || matches!(text.get(index - 1), Some(b'=' | b':')),
        b'#' => index == 0,
        _ => false,
    })
}

/// Appends the value of a variable as bash's `set` lists it: bare, in single quotes or as `$'...'`.
pub fn listed(text: &[u8], locale: Locale, posix: bool, out: &mut Vec<u8>) {
    if !posix && quote::needs_escapes(text, locale) {
        quote::ansi(text, locale, out);
    } else if has_special(text) {
        quote::single(text, out);
    } else {
        out.extend_from_slice(text);
    }
}

/// Appends `text` as `printf %q` writes it: with backslashes, or as `$'...'`.
pub fn backslash_quoted(text: &[u8], locale: Locale, out: &mut Vec<u8>) {
    if text.is_empty() {
        out.extend_from_slice(b"''");
        return;
    }
    if quote::needs_escapes(text, locale) {
        return quote::ansi(text, locale, out);
    }
    for (index, &byte) in text.iter().enumerate() {
        let special = match byte {
            b' ' | b'!' | b'"' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b',' | b';' | b'<' | b'>' | b'?' | b'['
            | b'\\' | b']' | b'^' | b'`' | b'{' | b'|' | b'}' => true,
            b'#' => index == 0,
            b'~' => index == 0 || matches!(text.get(index - 1), Some(b'=' | b':')),
            _ => false,
        };
        if special {
            out.push(b'\\');
        }
        out.push(byte);
    }
}

/// Whose backslash sequences are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EscapeStyle {
    /// `echo -e`: octal numbers need a leading 0.
    Echo,
    /// `printf %b`: octal numbers with or without a leading 0.
    PercentB,
    /// dash's `echo` and `%b`: as `%b`, without `\x`, `\u`, `\U` and `\E`.
    Dash,
}

/// How [`unescape`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unescaped {
    /// At the end of the text.
    End,
    /// At `\c`: no more output.
    Stop,
}

/// Appends `text` with its backslash sequences replaced.
pub fn unescape(text: &[u8], style: EscapeStyle, utf8: bool, out: &mut Vec<u8>) -> Unescaped {
    let mut rest = text;
    while let Some(place) = memchr::memchr(b'\\', rest) {
        let (plain, tail) = rest.split_at(place);
        out.extend_from_slice(plain);
        let Some((letter, after)) = tail.get(1..).and_then(<[u8]>::split_first) else {
            out.push(b'\\');
            return Unescaped::End;
        };
        if *letter == b'c' {
            return Unescaped::Stop;
        }
        let used = match letter {
            b'0' => octal(after, 3, out),
            b'1'..=b'7' if style != EscapeStyle::Echo => octal(tail.get(1..).unwrap_or(b""), 3, out) - 1,
            b'E' | b'x' | b'u' | b'U' if style == EscapeStyle::Dash => {
                out.extend_from_slice(&[b'\\', *letter]);
                0
            }
            _ => common(*letter, after, utf8, out).unwrap_or_else(|| {
                out.extend_from_slice(&[b'\\', *letter]);
                0
            }),
        };
        rest = after.get(used..).unwrap_or(b"");
    }
    out.extend_from_slice(rest);
    Unescaped::End
}

/// The sequences that all forms share: `letter` follows the backslash, `after` is what comes next. Returns how much of `after`
/// was used, `None` when this is no sequence (then nothing was appended).
pub fn common(letter: u8, after: &[u8], utf8: bool, out: &mut Vec<u8>) -> Option<usize> {
    let byte = match letter {
        b'a' => 0x07,
        b'b' => 0x08,
        b'e' | b'E' => 0x1b,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0b,
        b'\\' => b'\\',
        b'x' => {
            let (value, digits) = hexadecimal(after, 2);
            if digits == 0 {
                return None;
            }
            out.push(value as u8);
            return Some(digits);
        }
        b'u' | b'U' => {
            let (value, digits) = hexadecimal(after, if letter == b'u' { 4 } else { 8 });
            if digits == 0 {
                return None;
            }
            push_code_point(value, utf8, out);
            return Some(digits);
        }
        _ => return None,
    };
    out.push(byte);
    Some(0)
}

/// Appends the byte of up to `limit` octal digits; returns how many there were.
pub fn octal(text: &[u8], limit: usize, out: &mut Vec<u8>) -> usize {
    let digits = text.iter().take(limit).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
    let value = text.iter().take(digits).fold(0u32, |value, byte| value * 8 + u32::from(byte - b'0'));
    out.push(value as u8);
    digits
}

/// The value and number of up to `limit` hexadecimal digits.
fn hexadecimal(text: &[u8], limit: usize) -> (u32, usize) {
    let mut value = 0u32;
    let mut count = 0;
    for byte in text.iter().take(limit) {
        let Some(digit) = char::from(*byte).to_digit(16) else { break };
        value = value.wrapping_mul(16).wrapping_add(digit);
        count += 1;
    }
    (value, count)
}

/// Appends a code point: in UTF-8, or where the locale cannot show it, as the sequence that names it.
fn push_code_point(value: u32, utf8: bool, out: &mut Vec<u8>) {
    if value < 0x80 {
        out.push(value as u8);
    } else if !utf8 {
        let _ = if value > 0xffff { write!(out, "\\U{value:08X}") } else { write!(out, "\\u{value:04X}") };
    } else {
        // Surrogates and numbers beyond Unicode are encoded all the same, as bash does.
        match value {
            0x80..=0x7ff => out.extend_from_slice(&[0xc0 | (value >> 6) as u8, tail(value, 0)]),
            0x800..=0xffff => {
                out.extend_from_slice(&[0xe0 | (value >> 12) as u8, tail(value, 6), tail(value, 0)]);
            }
            0x1_0000..=0x1f_ffff => {
                let first = 0xf0 | (value >> 18) as u8;
                out.extend_from_slice(&[first, tail(value, 12), tail(value, 6), tail(value, 0)]);
            }
            0x20_0000..=0x3ff_ffff => {
                let first = 0xf8 | (value >> 24) as u8;
                out.extend_from_slice(&[first, tail(value, 18), tail(value, 12), tail(value, 6), tail(value, 0)]);
            }
            _ => {
                let first = 0xfc | (value >> 30) as u8 & 1;
                let rest = [tail(value, 24), tail(value, 18), tail(value, 12), tail(value, 6), tail(value, 0)];
                out.push(first);
                out.extend_from_slice(&rest);
            }
        }
    }
}

/// A continuation byte of UTF-8: six bits of `value` from bit `shift` on.
fn tail(value: u32, shift: u32) -> u8 {
    0x80 | (value >> shift & 0x3f) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const UTF8: Locale = Locale { utf8: true };

    fn with(quote: impl Fn(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        quote(&mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn values_are_quoted_as_bash_and_dash_do() {
        assert_eq!(with(|out| single_quoted(b"it's", false, out)), r"'it'\''s'");
        assert_eq!(with(|out| single_quoted(b"'", false, out)), r"\'");
        assert_eq!(with(|out| single_quoted(b"it's", true, out)), r#"'it'"'"'s'"#);
        assert_eq!(with(|out| single_quoted(b"", true, out)), "''");
        assert_eq!(with(|out| listed(b"a#b", UTF8, false, out)), "a#b");
        assert_eq!(with(|out| listed(b"#b", UTF8, false, out)), "'#b'");
        assert_eq!(with(|out| listed(b"a\x01", UTF8, false, out)), r"$'a\001'");
        assert_eq!(with(|out| backslash_quoted(b"a=~ b", UTF8, out)), r"a=\~\ b");
        assert_eq!(with(|out| backslash_quoted("é".as_bytes(), Locale { utf8: false }, out)), r"$'\303\251'");
        assert_eq!(with(|out| backslash_quoted("é".as_bytes(), UTF8, out)), "é");
    }

    #[test]
    fn sequences_are_replaced_as_each_style_has_them() {
        let echo = |text: &[u8], style| with(|out| _ = unescape(text, style, true, out));
        assert_eq!(echo(b"\\0101\\101\\x41\\u41", EscapeStyle::Echo), "A\\101AA");
        assert_eq!(echo(b"\\0101\\101\\x41\\u41", EscapeStyle::PercentB), "AAAA");
        assert_eq!(echo(b"\\0101\\101\\x41\\u41", EscapeStyle::Dash), "AA\\x41\\u41");
        assert_eq!(echo(b"a\\cb", EscapeStyle::Echo), "a");
        assert_eq!(echo(b"a\\", EscapeStyle::Echo), "a\\");
        assert_eq!(echo(b"\\u20ac", EscapeStyle::Echo), "€");
    }
}
