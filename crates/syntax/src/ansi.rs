//! The escapes of `$'...'` (POSIX XCU 2.2.4, with bash's `\e`, `\E`, `\u` and `\U`).

/// The text that `raw`, what stands between `$'` and `'`, means. It ends at a NUL, as it does in bash.
pub fn decode(raw: &[u8]) -> Box<[u8]> {
    let mut out = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            if byte != 0 {
                out.push(byte);
            }
            continue;
        }
        let Some((&escape, after)) = rest.split_first() else {
            out.push(b'\\');
            break;
        };
        rest = after;
        let value = match escape {
            b'a' => 7,
            b'b' => 8,
            b'e' | b'E' => 27,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 11,
            b'\\' | b'\'' | b'"' | b'?' => escape,
            b'0'..=b'7' => {
                let mut value = u32::from(escape - b'0');
                for _ in 0..2 {
                    let Some((&digit @ b'0'..=b'7', after)) = rest.split_first() else { break };
                    value = value * 8 + u32::from(digit - b'0');
                    rest = after;
                }
                (value & 0xff) as u8
            }
            b'x' => {
                let braced = rest.first() == Some(&b'{');
                let digits = if braced { rest.get(1..).unwrap_or_default() } else { rest };
                let (value, length) = hexadecimal(digits, if braced { usize::MAX } else { 2 });
                if length == 0 && !braced {
                    out.extend_from_slice(b"\\x");
                    continue;
                }
                rest = digits.get(length..).unwrap_or_default();
                if braced {
                    rest = rest.strip_prefix(b"}").unwrap_or(rest);
                }
                (value & 0xff) as u8
            }
            b'u' | b'U' => {
                let (value, length) = hexadecimal(rest, if escape == b'u' { 4 } else { 8 });
                if length == 0 {
                    out.extend_from_slice(&[b'\\', escape]);
                    continue;
                }
                rest = rest.get(length..).unwrap_or_default();
                if value == 0 {
                    break;
                }
                push_utf8(&mut out, value);
                continue;
            }
            b'c' => {
                let Some((&control, after)) = rest.split_first() else {
                    out.extend_from_slice(b"\\c");
                    break;
                };
                rest = after;
                // `\c\\` is Ctrl-backslash.
                if control == b'\\' && rest.first() == Some(&b'\\') {
                    rest = rest.get(1..).unwrap_or_default();
                }
                match control {
                    b'?' => 127,
                    control => control.to_ascii_uppercase() & 0x1f,
                }
            }
            other => {
                out.extend_from_slice(&[b'\\', other]);
                continue;
            }
        };
        if value == 0 {
            break;
        }
        out.push(value);
    }
    out.into()
}

/// The value of up to `most` hexadecimal digits, and how many there are.
fn hexadecimal(text: &[u8], most: usize) -> (u32, usize) {
    let mut value = 0u32;
    let mut length = 0;
    for &byte in text.iter().take(most) {
        let Some(digit) = char::from(byte).to_digit(16) else { break };
        value = value.wrapping_shl(4) | digit;
        length += 1;
    }
    (value, length)
}

/// Appends the UTF-8 form of a code point, the old long forms beyond Unicode included.
fn push_utf8(out: &mut Vec<u8>, value: u32) {
    let tail = |shift: u32| 0x80 | (value >> shift & 0x3f) as u8;
    match value {
        0..0x80 => out.push(value as u8),
        0x80..0x800 => out.extend_from_slice(&[0xc0 | (value >> 6) as u8, tail(0)]),
        0x800..0x1_0000 => out.extend_from_slice(&[0xe0 | (value >> 12) as u8, tail(6), tail(0)]),
        0x1_0000..0x20_0000 => out.extend_from_slice(&[0xf0 | (value >> 18) as u8, tail(12), tail(6), tail(0)]),
        0x20_0000..0x400_0000 => {
            out.extend_from_slice(&[0xf8 | (value >> 24) as u8, tail(18), tail(12), tail(6), tail(0)]);
        }
        _ => out.extend_from_slice(&[0xfc | (value >> 30 & 1) as u8, tail(24), tail(18), tail(12), tail(6), tail(0)]),
    }
}
