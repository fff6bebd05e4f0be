//! Floating-point numbers for `printf`, read and written exactly as the C library does: in the precision of `long double` on x86
//! (64 bits of mantissa) as bash has it, or of `double` (53 bits) as dash has it.
//!
//! The numbers are small in count and any size, so everything is done in plain big-integer arithmetic: a value is
//! `mantissa * 2^exponent`, its decimal expansion is finite, and rounding is to the nearest, ties to even.

/// How precise numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Bits of the mantissa.
    bits: u32,
    /// The exponent of the last bit of the smallest numbers.
    min_exponent: i64,
    /// The first exponent (of two) that is too large.
    overflow: i64,
}

/// `double`
pub const DOUBLE: Format = Format { bits: 53, min_exponent: -1074, overflow: 1024 };
/// `long double` on x86
pub const EXTENDED: Format = Format { bits: 64, min_exponent: -16445, overflow: 16384 };

/// A number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Float {
    /// `mantissa * 2^exponent`
    Finite {
        /// Minus sign.
        negative: bool,
        /// At most as many bits as the format has.
        mantissa: u64,
        /// Of two.
        exponent: i64,
    },
    /// Infinity.
    Infinite {
        /// Minus sign.
        negative: bool,
    },
    /// Not a number.
    Nan {
        /// Minus sign.
        negative: bool,
    },
}

/// An unsigned integer of any size, least significant limb first, without leading zero limbs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Big(Vec<u32>);

impl Big {
    fn from_u64(value: u64) -> Big {
        let mut big = Big(vec![value as u32, (value >> 32) as u32]);
        big.trim();
        big
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn bits(&self) -> u64 {
        match self.0.last() {
            Some(top) => self.0.len() as u64 * 32 - u64::from(top.leading_zeros()),
            None => 0,
        }
    }

    /// `self * factor + addend`
    fn multiply_add(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for limb in &mut self.0 {
            let value = u64::from(*limb) * u64::from(factor) + carry;
            *limb = value as u32;
            carry = value >> 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Multiplies by `base` to the power of `exponent`.
    fn multiply_power(&mut self, base: u32, exponent: u64) {
        // As large a power as fits one limb at a time.
        let mut left = exponent;
        while left > 0 {
            let mut factor = 1u32;
            while left > 0 {
                match factor.checked_mul(base) {
                    Some(larger) => factor = larger,
                    None => break,
                }
                left -= 1;
            }
            self.multiply_add(factor, 0);
        }
    }

    /// Divides by a small number; returns the remainder.
    fn divide(&mut self, divisor: u32) -> u32 {
        let mut remainder = 0u64;
        for limb in self.0.iter_mut().rev() {
            let value = remainder << 32 | u64::from(*limb);
            *limb = (value / u64::from(divisor)) as u32;
            remainder = value % u64::from(divisor);
        }
        self.trim();
        remainder as u32
    }

    fn shift_left(&mut self, count: u64) {
        if self.is_zero() {
            return;
        }
        let (limbs, bits) = ((count / 32) as usize, (count % 32) as u32);
        if bits > 0 {
            let mut carry = 0;
            for limb in &mut self.0 {
                let value = *limb;
                *limb = value << bits | carry;
                carry = value >> (32 - bits);
            }
            if carry > 0 {
                self.0.push(carry);
            }
        }
        self.0.splice(0..0, std::iter::repeat_n(0, limbs));
    }

    fn compare(&self, other: &Big) -> std::cmp::Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    /// Subtracts a number that is not larger.
    fn subtract(&mut self, other: &Big) {
        let mut borrow = 0i64;
        for (index, limb) in self.0.iter_mut().enumerate() {
            let value = i64::from(*limb) - i64::from(other.0.get(index).copied().unwrap_or(0)) + borrow;
            *limb = value as u32;
            borrow = value >> 32;
        }
        self.trim();
    }

    /// Decimal digits, `0` for zero.
    fn to_decimal(&self) -> String {
        let mut rest = self.clone();
        let mut groups = Vec::new();
        while !rest.is_zero() {
            groups.push(rest.divide(1_000_000_000));
        }
        let mut text = String::new();
        for (index, group) in groups.iter().rev().enumerate() {
            text += &if index == 0 { format!("{group}") } else { format!("{group:09}") };
        }
        if text.is_empty() { "0".into() } else { text }
    }
}

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
const DIGITS: usize = 20_000;

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
type Magnitude = (Option<(u64, i64)>, bool);

fn signed((magnitude, tiny): Magnitude, negative: bool) -> (Float, bool) {
    match magnitude {
        Some((mantissa, exponent)) => (Float::Finite { negative, mantissa, exponent }, tiny),
        None => (Float::Infinite { negative }, true),
    }
}

/// An exponent after `e` or `p`: its value, and the bytes with the letter.
fn exponent_of(text: &[u8], letter: u8) -> (i64, usize) {
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

fn decimal(text: &[u8], format: Format) -> Option<(Magnitude, usize)> {
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

fn hexadecimal(text: &[u8], format: Format) -> Option<(Magnitude, usize)> {
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
fn round(mut numerator: Big, mut denominator: Big, scale: i64, format: Format) -> Magnitude {
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
fn expand(mantissa: u64, exponent: i64) -> (Vec<u8>, i64) {
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
fn round_digits(digits: &mut Vec<u8>, keep: usize) -> bool {
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

fn push_digits(text: &mut String, digits: impl Iterator<Item = u8>) {
    text.extend(digits.map(char::from));
}

fn fixed(mantissa: u64, exponent: i64, precision: usize, alternate: bool) -> String {
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
fn significant(mantissa: u64, exponent: i64, count: usize) -> (Vec<u8>, i64) {
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

fn scientific_text(digits: &[u8], power: i64, precision: usize, alternate: bool) -> String {
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

fn scientific(mantissa: u64, exponent: i64, precision: usize, alternate: bool) -> String {
    let (digits, power) = significant(mantissa, exponent, precision.saturating_add(1));
    scientific_text(&digits, power, precision, alternate)
}

fn general(mantissa: u64, exponent: i64, style: Style) -> String {
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
fn hexadecimal_digits(mantissa: u64, exponent: i64, style: Style, format: Format) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, letter: u8, precision: Option<usize>, format: Format) -> String {
        match parse(text.as_bytes(), format).value {
            Float::Finite { negative, mantissa, exponent } => {
                let style = Style { alternate: false, precision };
                let sign = if negative { "-" } else { "" };
                format!("{sign}{}", digits(mantissa, exponent, letter, style, format))
            }
            Float::Infinite { .. } => "inf".into(),
            Float::Nan { .. } => "nan".into(),
        }
    }

    #[test]
    fn doubles_are_as_rust_has_them() {
        for text in ["0.1", "1e23", "2.675", "1.7976931348623157e308", "5e-324", "123456789.123456789", "4.35", "1e-10"]
        {
            let value: f64 = text.parse().unwrap_or(0.0);
            assert_eq!(shown(text, b'f', Some(20), DOUBLE), format!("{value:.20}"), "{text}");
            assert_eq!(shown(text, b'f', Some(0), DOUBLE), format!("{value:.0}"), "{text}");
        }
        assert_eq!(shown("1e400", b'f', None, DOUBLE), "inf");
        assert_eq!(shown("1e-400", b'f', None, DOUBLE), "0.000000");
    }

    #[test]
    fn conversions_are_those_of_c() {
        assert_eq!(shown("100000", b'g', None, EXTENDED), "100000");
        assert_eq!(shown("1000000", b'g', None, EXTENDED), "1e+06");
        assert_eq!(shown("0.0001", b'g', None, EXTENDED), "0.0001");
        assert_eq!(shown("0.00001", b'g', None, EXTENDED), "1e-05");
        assert_eq!(shown("0.1", b'g', Some(25), EXTENDED), "0.1000000000000000000013553");
        assert_eq!(shown("0.1", b'g', Some(25), DOUBLE), "0.1000000000000000055511151");
        assert_eq!(shown("12345.678", b'E', None, EXTENDED), "1.234568E+04");
        assert_eq!(shown("9.9999999", b'e', Some(2), EXTENDED), "1.00e+01");
        assert_eq!(shown("0.5", b'f', Some(0), DOUBLE), "0");
        assert_eq!(shown("1.5", b'f', Some(0), DOUBLE), "2");
        assert_eq!(shown("0", b'e', None, DOUBLE), "0.000000e+00");
    }

    #[test]
    fn hexadecimal_conversions_follow_the_format() {
        assert_eq!(shown("3.14", b'a', None, EXTENDED), "0xc.8f5c28f5c28f5c3p-2");
        assert_eq!(shown("3.14", b'a', None, DOUBLE), "0x1.91eb851eb851fp+1");
        assert_eq!(shown("3.14", b'a', Some(2), EXTENDED), "0xc.8fp-2");
        assert_eq!(shown("3.14", b'a', Some(2), DOUBLE), "0x1.92p+1");
        assert_eq!(shown("1", b'a', None, EXTENDED), "0x8p-3");
        assert_eq!(shown("255", b'a', None, DOUBLE), "0x1.fep+7");
        assert_eq!(shown("0x1p3", b'g', None, DOUBLE), "8");
    }
}
