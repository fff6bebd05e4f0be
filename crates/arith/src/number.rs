//! Integer constants: their notations, and plain decimals both ways.

use crate::error::ErrorKind;

/// The value of text that is a plain decimal integer: an optional `-`, then digits without a leading zero, within 64 bits.
/// `None` for anything else, including notations that mean something in an expression (`010`, `+1`, ` 1`).
#[inline]
pub fn parse_integer(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let (&first, rest) = digits.split_first()?;
    if !first.is_ascii_digit() || (first == b'0' && !rest.is_empty()) || rest.len() > 18 {
        return None;
    }
    // Nineteen digits fit in u64 without a check for each.
    let mut value = u64::from(first - b'0');
    for &digit in rest {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + u64::from(digit - b'0');
    }
    if negative {
        if value <= 1 << 63 { Some((value as i64).wrapping_neg()) } else { None }
    } else {
        i64::try_from(value).ok()
    }
}

/// A decimal integer as text, without a heap allocation.
#[derive(Clone, Copy)]
pub struct Decimal {
    digits: [u8; 20],
    start: u8,
}

impl Decimal {
    /// The shortest decimal notation of `value`.
    pub fn new(value: i64) -> Decimal {
        let mut digits = [0u8; 20];
        let mut start = digits.len();
        let mut rest = value.unsigned_abs();
        for (index, slot) in digits.iter_mut().enumerate().rev() {
            *slot = b'0' + (rest % 10) as u8;
            rest /= 10;
            start = index;
            if rest == 0 {
                break;
            }
        }
        if value < 0 {
            start -= 1;
            if let Some(slot) = digits.get_mut(start) {
                *slot = b'-';
            }
        }
        Decimal { digits, start: start as u8 }
    }

    /// The text.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.digits.get(usize::from(self.start)..).unwrap_or_default()
    }
}

/// The value of an integer constant in any notation: `12`, `0x1f`, `017`, `2#101`, `64#@_`. Values that do not fit wrap around.
pub(crate) fn constant(text: &[u8]) -> Result<i64, ErrorKind> {
    let mut base: i64 = 10;
    let mut based = false;
    let mut rest = text;
    match text {
        [b'0'] => return Ok(0),
        [b'0', b'x' | b'X', digits @ ..] => {
            (base, based, rest) = (16, true, digits);
        }
        [b'0', digits @ ..] => {
            (base, based, rest) = (8, true, digits);
        }
        _ => {}
    }
    let mut value: i64 = 0;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte == b'#' {
            if based {
                return Err(ErrorKind::InvalidNumber);
            }
            if !(2..=64).contains(&value) {
                return Err(ErrorKind::InvalidBase);
            }
            if matches!(rest.first(), None | Some(b'#')) {
                return Err(ErrorKind::InvalidConstant);
            }
            (base, based, value) = (value, true, 0);
            continue;
        }
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'z' => byte - b'a' + 10,
            b'A'..=b'Z' if base <= 36 => byte - b'A' + 10,
            b'A'..=b'Z' => byte - b'A' + 36,
            b'@' => 62,
            _ => 63,
        };
        if i64::from(digit) >= base {
            return Err(ErrorKind::DigitTooGreat);
        }
        value = value.wrapping_mul(base).wrapping_add(i64::from(digit));
    }
    Ok(value)
}
