//! Reading numbers as strtod(3) does.

use super::big::Big;
use super::{Float, Format};

/// How a text was read as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The number.
    pub value: Float,
    /// How many bytes were used.
    pub used: usize,
    /// The number was too large or too small for the format.
    pub out_of_range: bool,
}

/// The most decimal digits that are looked at: more than decide about any number.
pub(super) const DIGITS: usize = 20_000;

/// Reads a number as strtod(3) does: blanks, sign, decimal or hexadecimal digits, exponent, `inf`, `nan`.
pub fn parse(text: &[u8], format: Format) -> Parsed {
    let blanks = text.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0x0b).count();
    let mut at = blanks;
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'+' | b'-')) {
        at += 1;
    }
    let rest = text.get(at..).unwrap_or(b"");
    let starts = |word: &[u8]| rest.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    let done = |value, used| Parsed { value, used: at + used, out_of_range: false };
    if starts(b"infinity") {
        return done(Float::Infinite { negative }, 8);
    }
    if starts(b"inf") {
        return done(Float::Infinite { negative }, 3);
    }
    if starts(b"nan") {
        let tail = rest.get(3..).unwrap_or(b"");
        let close = tail.iter().position(|&byte| byte == b')').filter(|_| tail.first() == Some(&b'('));
        let word = close.filter(|&close| {
            tail.get(1..close).is_some_and(|word| word.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_'))
        });
        return done(Float::Nan { negative }, 3 + word.map_or(0, |close| close + 1));
    }
    let number = if starts(b"0x") { hexadecimal(rest, format) } else { None };
    match number.or_else(|| decimal(rest, format)) {
        Some((magnitude, used)) => {
            let (value, out_of_range) = signed(magnitude, negative);
            Parsed { value, used: at + used, out_of_range }
        }
        None => {
            Parsed { value: Float::Finite { negative: false, mantissa: 0, exponent: 0 }, used: 0, out_of_range: false }
        }
    }
}

/// A rounded magnitude; `None` for one too large. The flag says that a number was too small.
pub(super) type Magnitude = (Option<(u64, i64)>, bool);

pub(super) fn signed((magnitude, tiny): Magnitude, negative: bool) -> (Float, bool) {
    match magnitude {
        Some((mantissa, exponent)) => (Float::Finite { negative, mantissa, exponent }, tiny),
        None => (Float::Infinite { negative }, true),
    }
}

/// An exponent after `e` or `p`: its value, and the bytes with the letter.
pub(super) fn exponent_of(text: &[u8], letter: u8) -> (i64, usize) {
    if !text.first().is_some_and(|byte| byte.eq_ignore_ascii_case(&letter)) {
        return (0, 0);
    }
    let negative = text.get(1) == Some(&b'-');
    let start = if matches!(text.get(1), Some(b'+' | b'-')) { 2 } else { 1 };
    let mut at = start;
    let mut value = 0i64;
    while let Some(digit) = text.get(at).filter(|byte| byte.is_ascii_digit()) {
        value = (value * 10 + i64::from(digit - b'0')).min(10_000_000);
        at += 1;
    }
    if at == start { (0, 0) } else { (if negative { -value } else { value }, at) }
}

pub(super) fn decimal(text: &[u8], format: Format) -> Option<(Magnitude, usize)> {
    let mut digits = Vec::new();
    let (mut at, mut scale, mut seen, mut point) = (0, 0i64, false, false);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'0'..=b'9' => {
                seen = true;
                if digits.len() < DIGITS {
                    if !(digits.is_empty() && byte == b'0') {
                        digits.push(byte - b'0');
                    }
                    scale -= i64::from(point);
                } else {
                    scale += i64::from(!point);
                }
            }
            b'.' if !point => point = true,
            _ => break,
        }
        at += 1;
    }
    if !seen {
        return None;
    }
    let (exponent, length) = exponent_of(text.get(at..).unwrap_or(b""), b'e');
    let scale = scale + exponent;
    let used = at + length;
    if digits.is_empty() {
        return Some(((Some((0, 0)), false), used));
    }
    // Far beyond both ends.
    let magnitude = digits.len() as i64 + scale;
    if magnitude > 5_000 {
        return Some(((None, true), used));
    }
    if magnitude < -5_100 {
        return Some(((Some((0, 0)), true), used));
    }
    let mut numerator = Big(Vec::new());
    for chunk in digits.chunks(9) {
        let value = chunk.iter().fold(0u32, |value, digit| value * 10 + u32::from(*digit));
        numerator.multiply_add(10u32.pow(chunk.len() as u32), value);
    }
    numerator.trim();
    let mut denominator = Big::from_u64(1);
    if scale >= 0 {
        numerator.multiply_power(10, scale.unsigned_abs());
    } else {
        denominator.multiply_power(10, scale.unsigned_abs());
    }
    Some((round(numerator, denominator, 0, format), used))
}

pub(super) fn hexadecimal(text: &[u8], format: Format) -> Option<(Magnitude, usize)> {
    let mut number = Big(Vec::new());
    let (mut at, mut scale, mut seen, mut point) = (2, 0i64, false, false);
    while let Some(&byte) = text.get(at) {
        match char::from(byte).to_digit(16) {
            Some(digit) => {
                seen = true;
                number.multiply_add(16, digit);
                scale -= if point { 4 } else { 0 };
            }
            None if byte == b'.' && !point => point = true,
            None => break,
        }
        at += 1;
    }
    if !seen {
        return None;
    }
    number.trim();
    let (exponent, length) = exponent_of(text.get(at..).unwrap_or(b""), b'p');
    if number.is_zero() {
        return Some(((Some((0, 0)), false), at + length));
    }
    Some((round(number, Big::from_u64(1), scale + exponent, format), at + length))
}

/// `numerator / denominator * 2^scale`, rounded to the format.
pub(super) fn round(mut numerator: Big, mut denominator: Big, scale: i64, format: Format) -> Magnitude {
    // Make 1 <= numerator / denominator < 2.
    let mut exponent = numerator.bits() as i64 - denominator.bits() as i64;
    if exponent > 0 {
        denominator.shift_left(exponent.unsigned_abs());
    } else {
        numerator.shift_left(exponent.unsigned_abs());
    }
    if numerator.compare(&denominator).is_lt() {
        numerator.shift_left(1);
        exponent -= 1;
    }
    let exponent = exponent + scale;
    if exponent >= format.overflow {
        return (None, true);
    }
    // The smallest numbers have fewer bits.
    let last = (exponent + 1 - i64::from(format.bits)).max(format.min_exponent);
    let count = exponent + 1 - last;
    if count < 0 {
        return (Some((0, 0)), true);
    }
    let mut mantissa = 0u64;
    for _ in 0..count {
        mantissa <<= 1;
        if numerator.compare(&denominator).is_ge() {
            numerator.subtract(&denominator);
            mantissa |= 1;
        }
        numerator.shift_left(1);
    }
    // What is left over, doubled, decides.
    let up = match numerator.compare(&denominator) {
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Equal => mantissa & 1 == 1,
        std::cmp::Ordering::Less => false,
    };
    let inexact = !numerator.is_zero();
    let tiny = count < i64::from(format.bits) && inexact;
    let (mantissa, exponent) = match mantissa.checked_add(u64::from(up)) {
        Some(rounded) if format.bits == 64 || rounded >> format.bits == 0 => (rounded, last),
        Some(rounded) => (rounded >> 1, last + 1),
        None => (1 << 63, last + 1),
    };
    let width = 64 - i64::from(mantissa.leading_zeros());
    if mantissa != 0 && exponent + width > format.overflow {
        return (None, true);
    }
    (Some((mantissa, exponent)), tiny)
}
