//! Patterns as text: is anything special in one, and the same without its backslashes.

/// Does `text` hold an unquoted special character, so that it is worth comparing with file names? A `[` counts only when an
/// unquoted `]` follows.
pub fn has_magic(text: &[u8], extglob: bool) -> bool {
    let mut bytes = text.iter().copied().peekable();
    let mut bracket = false;
    while let Some(byte) = bytes.next() {
        match byte {
            b'*' | b'?' => return true,
            b'[' => bracket = true,
            b']' if bracket => return true,
            b'+' | b'@' | b'!' if extglob && bytes.peek() == Some(&b'(') => return true,
            b'\\' => {
                bytes.next();
            }
            _ => {}
        }
    }
    false
}

/// `text` without the backslashes that quote; one at the very end stays.
pub fn unescape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        if byte == b'\\' {
            out.push(bytes.next().unwrap_or(b'\\'));
        } else {
            out.push(byte);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magic_is_unquoted() {
        assert!(has_magic(b"a*", false));
        assert!(!has_magic(b"a\\*", false));
        assert!(!has_magic(b"a[b", false));
        assert!(has_magic(b"a[b]", false));
        assert!(!has_magic(b"a[b\\]", false));
        assert!(!has_magic(b"@(a)", false));
        assert!(has_magic(b"@(a)", true));
        assert!(!has_magic(b"\\", true));
    }

    #[test]
    fn backslashes_go() {
        assert_eq!(unescape(b"a\\*\\\\b\\"), b"a*\\b\\");
    }
}
