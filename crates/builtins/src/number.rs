//! Numbers as operands of builtins.

/// A decimal integer with optional sign and blanks around it, as bash reads the numeric operands of builtins. `None` for
/// anything else, and for what does not fit.
pub fn integer(text: &[u8]) -> Option<i64> {
    let text = text.trim_ascii();
    let digits = match text.split_first() {
        Some((b'+' | b'-', digits)) => digits,
        _ => text,
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Digits only, as dash reads numeric operands.
pub fn digits(text: &[u8]) -> Option<i64> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// An octal number of digits 0 to 7.
pub fn octal(text: &[u8]) -> Option<u32> {
    if text.is_empty() || !text.iter().all(|byte| (b'0'..=b'7').contains(byte)) {
        return None;
    }
    u32::from_str_radix(std::str::from_utf8(text).ok()?, 8).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_decimal() {
        assert_eq!(integer(b" -12 "), Some(-12));
        assert_eq!(integer(b"+3"), Some(3));
        assert_eq!(integer(b"010"), Some(10));
        for bad in [b"".as_slice(), b"-", b"1x", b"0x1", b"--1", b"99999999999999999999"] {
            assert_eq!(integer(bad), None);
        }
        assert_eq!(digits(b"-1"), None);
        assert_eq!(octal(b"022"), Some(0o22));
        assert_eq!(octal(b"8"), None);
    }
}
