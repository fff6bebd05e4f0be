//! Floating-point numbers for `printf`, read and written exactly as the C library does: in the precision of `long double` on x86
//! (64 bits of mantissa) as bash has it, or of `double` (53 bits) as dash has it.
//!
//! The numbers are small in count and any size, so everything is done in plain big-integer arithmetic: a value is
//! `mantissa * 2^exponent`, its decimal expansion is finite, and rounding is to the nearest, ties to even.

mod big;
mod parse;
mod print;

pub use parse::{Parsed, parse};
pub use print::{Style, digits};

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
