//! Arguments as numbers, and numbers as digits.

use skosh_interp::report;
use skosh_state::Shell;

use super::{Conversion, Job, pad};
use crate::float::{self, Float};

/// Appends a number: sign or prefix, digits at least as many as the precision, padding with zeros between the two.
pub(super) fn number(conversion: &Conversion, sign: &str, digits: &str, zero: bool, out: &mut Vec<u8>) {
    let mut text = Vec::with_capacity(sign.len() + digits.len());
    text.extend_from_slice(sign.as_bytes());
    if zero && !conversion.minus {
        let zeros = conversion.width.saturating_sub(sign.len() + digits.len());
        text.resize(text.len() + zeros, b'0');
    }
    text.extend_from_slice(digits.as_bytes());
    pad(conversion, &text, out);
}

/// Digits with zeros in front to the precision; nothing for 0 with precision 0.
pub(super) fn with_precision(digits: String, precision: Option<usize>) -> String {
    match precision {
        Some(0) if digits == "0" => String::new(),
        Some(precision) if digits.len() < precision => format!("{}{digits}", "0".repeat(precision - digits.len())),
        _ => digits,
    }
}

pub(super) fn signed(sh: &mut Shell, conversion: Conversion, job: &mut Job<'_>) {
    let value = match job.argument() {
        Some(argument) => integer(sh, argument, job),
        None => 0,
    };
    let digits = with_precision(value.unsigned_abs().to_string(), conversion.precision);
    let sign = match value {
        i64::MIN..0 => "-",
        _ if conversion.plus => "+",
        _ if conversion.space => " ",
        _ => "",
    };
    number(&conversion, sign, &digits, conversion.zero && conversion.precision.is_none(), &mut job.out);
}

pub(super) fn unsigned(sh: &mut Shell, conversion: Conversion, letter: u8, job: &mut Job<'_>) {
    let value = match job.argument() {
        Some(argument) => unsigned_integer(sh, argument, job),
        None => 0,
    };
    let text = match letter {
        b'o' => format!("{value:o}"),
        b'x' => format!("{value:x}"),
        b'X' => format!("{value:X}"),
        _ => value.to_string(),
    };
    let mut digits = with_precision(text, conversion.precision);
    let mut prefix = "";
    if conversion.alternate {
        match letter {
            b'o' if !digits.starts_with('0') => digits.insert(0, '0'),
            b'x' if value != 0 => prefix = "0x",
            b'X' if value != 0 => prefix = "0X",
            _ => {}
        }
    }
    number(&conversion, prefix, &digits, conversion.zero && conversion.precision.is_none(), &mut job.out);
}

pub(super) fn floating(sh: &mut Shell, conversion: Conversion, letter: u8, job: &mut Job<'_>) {
    let format = if job.dash { float::DOUBLE } else { float::EXTENDED };
    let value = match job.argument() {
        Some(argument) => float_value(sh, argument, format, job),
        None => Float::Finite { negative: false, mantissa: 0, exponent: 0 },
    };
    let capital = letter.is_ascii_uppercase();
    let (negative, digits, finite) = match value {
        Float::Finite { negative, mantissa, exponent } => {
            let style = float::Style { alternate: conversion.alternate, precision: conversion.precision };
            (negative, float::digits(mantissa, exponent, letter, style, format), true)
        }
        Float::Infinite { negative } => (negative, if capital { "INF" } else { "inf" }.into(), false),
        Float::Nan { negative } => (negative, if capital { "NAN" } else { "nan" }.into(), false),
    };
    let sign = match (negative, conversion.plus, conversion.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (.., true) => " ",
        _ => "",
    };
    // The prefix of %a stands before padding zeros.
    let is_hex = matches!(letter, b'a' | b'A') && finite;
    let (prefix, digits) = if is_hex { digits.split_at(2) } else { ("", digits.as_str()) };
    number(&conversion, &format!("{sign}{prefix}"), digits, conversion.zero && finite, &mut job.out);
}

/// `'c` and `"c`: the code of a character.
pub(super) fn character_code(sh: &Shell, argument: &[u8], dash: bool) -> Option<u32> {
    let rest = match argument.split_first() {
        Some((b'\'' | b'"', rest)) => rest,
        _ => return None,
    };
    let first = rest.first().copied().unwrap_or(0);
    if sh.locale.utf8 && !dash {
        let length = sh.locale.character_length(rest);
        let text = rest.get(..length).and_then(|character| std::str::from_utf8(character).ok());
        if let Some(character) = text.and_then(|text| text.chars().next()) {
            return Some(u32::from(character));
        }
    }
    Some(u32::from(first))
}

/// What strtoimax(3) makes of a text with base 0: magnitude, whether negative, bytes used, whether it was cut off.
pub(super) struct Integer {
    magnitude: u128,
    negative: bool,
    used: usize,
}

pub(super) fn parse_integer(text: &[u8]) -> Integer {
    let blanks = text.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0x0b).count();
    let mut at = blanks;
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'+' | b'-')) {
        at += 1;
    }
    let rest = text.get(at..).unwrap_or(b"");
    let hexadecimal = matches!(rest, [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit());
    let (base, start) = if hexadecimal {
        (16, 2)
    } else if rest.first() == Some(&b'0') {
        (8, 0)
    } else {
        (10, 0)
    };
    let mut magnitude = 0u128;
    let mut count = 0;
    for byte in rest.get(start..).unwrap_or(b"") {
        let Some(digit) = char::from(*byte).to_digit(base) else { break };
        magnitude = magnitude.saturating_mul(u128::from(base)).saturating_add(u128::from(digit));
        count += 1;
    }
    let used = if count == 0 { 0 } else { at + start + count };
    Integer { magnitude, negative, used }
}

/// Complains about what is no number, or more than one.
pub(super) fn check(sh: &mut Shell, argument: &[u8], used: usize, job: &mut Job<'_>) {
    if argument.is_empty() || used == argument.len() {
        return;
    }
    let rest = argument.trim_ascii_start();
    let text = if job.dash {
        if used == 0 { "expected numeric value" } else { "not completely converted" }
    } else if matches!(rest, [b'0', b'x' | b'X', ..]) {
        "invalid hex number"
    } else if matches!(rest, [b'0', digit, ..] if digit.is_ascii_digit()) {
        "invalid octal number"
    } else {
        "invalid number"
    };
    report::builtin_word_error(sh, argument, text);
    job.status = 1;
}

/// A number beyond the range: a warning in bash, an error in dash.
pub(super) fn out_of_range(sh: &mut Shell, argument: &[u8], job: &mut Job<'_>) {
    if job.dash {
        report::builtin_word_error(sh, argument, "Numerical result out of range");
        job.status = 1;
    } else {
        let mut text = b"warning: ".to_vec();
        text.extend_from_slice(argument);
        report::builtin_word_error(sh, &text, "Numerical result out of range");
    }
}

pub(super) fn integer(sh: &mut Shell, argument: &[u8], job: &mut Job<'_>) -> i64 {
    if let Some(code) = character_code(sh, argument, job.dash) {
        return i64::from(code);
    }
    let parsed = parse_integer(argument);
    check(sh, argument, parsed.used, job);
    let limit = if parsed.negative { 1 << 63 } else { (1 << 63) - 1 };
    if parsed.magnitude > limit {
        out_of_range(sh, argument, job);
        return if parsed.negative { i64::MIN } else { i64::MAX };
    }
    let value = parsed.magnitude as i64;
    if parsed.negative { value.wrapping_neg() } else { value }
}

pub(super) fn unsigned_integer(sh: &mut Shell, argument: &[u8], job: &mut Job<'_>) -> u64 {
    if let Some(code) = character_code(sh, argument, job.dash) {
        return u64::from(code);
    }
    let parsed = parse_integer(argument);
    check(sh, argument, parsed.used, job);
    if parsed.magnitude > u128::from(u64::MAX) {
        out_of_range(sh, argument, job);
        return u64::MAX;
    }
    let value = parsed.magnitude as u64;
    if parsed.negative { value.wrapping_neg() } else { value }
}

pub(super) fn float_value(sh: &mut Shell, argument: &[u8], format: float::Format, job: &mut Job<'_>) -> Float {
    if let Some(code) = character_code(sh, argument, job.dash) {
        return Float::Finite { negative: false, mantissa: u64::from(code), exponent: 0 };
    }
    let parsed = float::parse(argument, format);
    check(sh, argument, parsed.used, job);
    if parsed.out_of_range {
        out_of_range(sh, argument, job);
    }
    parsed.value
}
