//! Writing numbers as printf(3) does.

use super::Format;
use super::big::Big;

/// The flags of a conversion that matter here.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// `#`: always a point, and zeros at the end of `%g` stay.
    pub alternate: bool,
    /// Digits after the point (significant digits for `%g`).
    pub precision: Option<usize>,
}

/// The digits of a magnitude for conversion `letter` (`e f g a` or a capital), without sign and padding.
pub fn digits(mantissa: u64, exponent: i64, letter: u8, style: Style, format: Format) -> String {
    let text = match letter.to_ascii_lowercase() {
        b'f' => fixed(mantissa, exponent, style.precision.unwrap_or(6), style.alternate),
        b'e' => scientific(mantissa, exponent, style.precision.unwrap_or(6), style.alternate),
        b'a' => hexadecimal_digits(mantissa, exponent, style, format),
        _ => general(mantissa, exponent, style),
    };
    if letter.is_ascii_uppercase() { text.to_ascii_uppercase() } else { text }
}

/// The exact decimal expansion: all digits, and how many of them stand before the point.
pub(super) fn expand(mantissa: u64, exponent: i64) -> (Vec<u8>, i64) {
    let mut number = Big::from_u64(mantissa);
    if exponent >= 0 {
        number.shift_left(exponent.unsigned_abs());
        let text = number.to_decimal().into_bytes();
        let point = text.len() as i64;
        return (text, point);
    }
    // m / 2^k = m * 5^k / 10^k
    number.multiply_power(5, exponent.unsigned_abs());
    let text = number.to_decimal().into_bytes();
    let point = text.len() as i64 + exponent;
    (text, point)
}

/// Rounds digits to the first `keep` of them, ties to even. True: a digit came in front.
pub(super) fn round_digits(digits: &mut Vec<u8>, keep: usize) -> bool {
    if keep >= digits.len() {
        return false;
    }
    let next = digits.get(keep).copied().unwrap_or(b'0');
    let rest = digits.get(keep + 1..).unwrap_or(b"").iter().any(|&digit| digit != b'0');
    let odd = keep > 0 && digits.get(keep - 1).is_some_and(|digit| digit & 1 == 1);
    let up = next > b'5' || next == b'5' && (rest || odd);
    digits.truncate(keep);
    if !up {
        return false;
    }
    for digit in digits.iter_mut().rev() {
        if *digit == b'9' {
            *digit = b'0';
        } else {
            *digit += 1;
            return false;
        }
    }
    digits.insert(0, b'1');
    true
}

pub(super) fn push_digits(text: &mut String, digits: impl Iterator<Item = u8>) {
    text.extend(digits.map(char::from));
}

pub(super) fn fixed(mantissa: u64, exponent: i64, precision: usize, alternate: bool) -> String {
    let (mut digits, mut point) = expand(mantissa, exponent);
    // Zeros in front, so that the digits begin before the point.
    while point < 1 {
        let zeros = usize::try_from(1 - point).unwrap_or(0);
        digits.splice(0..0, std::iter::repeat_n(b'0', zeros));
        point = 1;
    }
    let whole = usize::try_from(point).unwrap_or(1);
    let carried = round_digits(&mut digits, whole.saturating_add(precision));
    let whole = whole + usize::from(carried);
    let mut text = String::new();
    push_digits(&mut text, digits.iter().copied().chain(std::iter::repeat(b'0')).take(whole));
    if precision > 0 || alternate {
        text.push('.');
        push_digits(&mut text, digits.iter().copied().skip(whole).chain(std::iter::repeat(b'0')).take(precision));
    }
    text
}

/// The digits of a magnitude rounded to `count` significant ones, and the power of ten of the first.
pub(super) fn significant(mantissa: u64, exponent: i64, count: usize) -> (Vec<u8>, i64) {
    let (mut digits, point) = expand(mantissa, exponent);
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    if zeros == digits.len() {
        return (vec![b'0'; 1], 0);
    }
    digits.drain(..zeros);
    let mut power = point - zeros as i64 - 1;
    if round_digits(&mut digits, count) {
        digits.pop();
        power += 1;
    }
    (digits, power)
}

pub(super) fn scientific_text(digits: &[u8], power: i64, precision: usize, alternate: bool) -> String {
    let mut text = String::new();
    let mut all = digits.iter().copied().chain(std::iter::repeat(b'0'));
    push_digits(&mut text, all.by_ref().take(1));
    if precision > 0 || alternate {
        text.push('.');
        push_digits(&mut text, all.take(precision));
    }
    text += &format!("e{}{:02}", if power < 0 { '-' } else { '+' }, power.unsigned_abs());
    text
}

pub(super) fn scientific(mantissa: u64, exponent: i64, precision: usize, alternate: bool) -> String {
    let (digits, power) = significant(mantissa, exponent, precision.saturating_add(1));
    scientific_text(&digits, power, precision, alternate)
}

pub(super) fn general(mantissa: u64, exponent: i64, style: Style) -> String {
    let precision = style.precision.unwrap_or(6).max(1);
    let (digits, power) = significant(mantissa, exponent, precision);
    let small = power < -4 || power >= i64::try_from(precision).unwrap_or(i64::MAX);
    let text = if small {
        scientific_text(&digits, power, precision - 1, style.alternate)
    } else {
        let after = i64::try_from(precision).unwrap_or(i64::MAX) - 1 - power;
        fixed(mantissa, exponent, usize::try_from(after).unwrap_or(0), style.alternate)
    };
    if style.alternate || !text.contains('.') {
        return text;
    }
    let (number, tail) = text.split_at(text.find('e').unwrap_or(text.len()));
    format!("{}{tail}", number.trim_end_matches('0').trim_end_matches('.'))
}

/// `%a`: `double` begins with a 1, `long double` with the four highest bits.
pub(super) fn hexadecimal_digits(mantissa: u64, exponent: i64, style: Style, format: Format) -> String {
    if mantissa == 0 {
        let zeros = "0".repeat(style.precision.unwrap_or(0));
        let point = if zeros.is_empty() && !style.alternate { "" } else { "." };
        return format!("0x0{point}{zeros}p+0");
    }
    let leading = if format.bits == 64 { 4 } else { 1 };
    let shift = mantissa.leading_zeros();
    let normal = mantissa << shift;
    let mut power = exponent - i64::from(shift) + 64 - leading;
    // The fraction: what follows the leading bits, in whole digits.
    let fraction_bits = 64 - leading as u32;
    let mut head = normal >> fraction_bits;
    let mut fraction = u128::from(normal << leading) << 64 >> 64;
    let total = 16usize;
    let mut count = total;
    if let Some(precision) = style.precision
        && precision < total
    {
        let drop = 64 - 4 * precision as u32;
        let rest = fraction & ((1u128 << drop) - 1);
        let half = 1u128 << (drop - 1);
        let kept = fraction >> drop;
        let odd = if precision == 0 { head & 1 == 1 } else { kept & 1 == 1 };
        let up = rest > half || rest == half && odd;
        let kept = kept + u128::from(up);
        count = precision;
        if kept >> (4 * precision as u32) != 0 {
            head += 1;
            if head > (1 << leading) - 1 && leading == 4 {
                head = 8;
                power += 1;
            }
            fraction = 0;
        } else {
            fraction = if drop == 64 { 0 } else { kept << drop };
        }
    }
    let mut text = format!("{fraction:016x}");
    text.truncate(count);
    match style.precision {
        None => text = text.trim_end_matches('0').to_owned(),
        Some(precision) => {
            while text.len() < precision.min(1 << 20) {
                text.push('0');
            }
        }
    }
    let point = if text.is_empty() && !style.alternate { "" } else { "." };
    format!("0x{head:x}{point}{text}p{power:+}")
}
