//! Characters of a text, forwards and backwards, and the character classes.

/// A character: a code point, or a byte where bytes are characters or where the text is not valid UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Byte(u8),
    Char(char),
}

/// The length that a UTF-8 sequence has by its first byte; 1 for bytes that begin none.
fn sequence_length(first: u8) -> usize {
    match first {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    }
}

fn decode(sequence: &[u8]) -> Option<char> {
    std::str::from_utf8(sequence).ok()?.chars().next()
}

/// The character that begins at `at`, and where it ends. `None` at the end of the text.
#[inline]
pub(crate) fn after(text: &[u8], at: usize, utf8: bool) -> Option<(Unit, usize)> {
    let &first = text.get(at)?;
    if first < 0x80 || !utf8 {
        return Some((Unit::Byte(first), at + 1));
    }
    let end = at + sequence_length(first);
    match text.get(at..end).and_then(decode) {
        Some(c) => Some((Unit::Char(c), end)),
        None => Some((Unit::Byte(first), at + 1)),
    }
}

/// The character that ends at `at`, and where it begins. `None` at the beginning of the text.
#[inline]
pub(crate) fn before(text: &[u8], at: usize, utf8: bool) -> Option<(Unit, usize)> {
    let start = at.checked_sub(1)?;
    let &last = text.get(start)?;
    if last < 0x80 || !utf8 {
        return Some((Unit::Byte(last), start));
    }
    for length in 2..=4 {
        let Some(start) = at.checked_sub(length) else { break };
        if text.get(start).is_some_and(|&first| sequence_length(first) == length)
            && let Some(c) = text.get(start..at).and_then(decode)
        {
            return Some((Unit::Char(c), start));
        }
    }
    Some((Unit::Byte(last), start))
}

/// Where the character at `at` ends; one further at the end of the text.
#[inline]
pub(crate) fn next_boundary(text: &[u8], at: usize, utf8: bool) -> usize {
    after(text, at, utf8).map_or(at + 1, |(_, end)| end)
}

/// The lower case of a character where that is one character.
pub(crate) fn fold(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(lower), None) => lower,
        _ => c,
    }
}

/// A character class of a bracket expression (POSIX XBD 7.3.1, and bash's `word` and `ascii`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Alnum,
    Alpha,
    Ascii,
    Blank,
    Cntrl,
    Digit,
    Graph,
    Lower,
    Print,
    Punct,
    Space,
    Upper,
    Word,
    Xdigit,
}

impl Class {
    pub fn named(name: &[u8]) -> Option<Class> {
        Some(match name {
            b"alnum" => Class::Alnum,
            b"alpha" => Class::Alpha,
            b"ascii" => Class::Ascii,
            b"blank" => Class::Blank,
            b"cntrl" => Class::Cntrl,
            b"digit" => Class::Digit,
            b"graph" => Class::Graph,
            b"lower" => Class::Lower,
            b"print" => Class::Print,
            b"punct" => Class::Punct,
            b"space" => Class::Space,
            b"upper" => Class::Upper,
            b"word" => Class::Word,
            b"xdigit" => Class::Xdigit,
            _ => return None,
        })
    }

    /// Of an ASCII byte; bytes beyond are in no class.
    pub fn has_byte(self, byte: u8) -> bool {
        match self {
            Class::Alnum => byte.is_ascii_alphanumeric(),
            Class::Alpha => byte.is_ascii_alphabetic(),
            Class::Ascii => byte.is_ascii(),
            Class::Blank => matches!(byte, b' ' | b'\t'),
            Class::Cntrl => byte.is_ascii_control(),
            Class::Digit => byte.is_ascii_digit(),
            Class::Graph => byte.is_ascii_graphic(),
            Class::Lower => byte.is_ascii_lowercase(),
            Class::Print => byte.is_ascii_graphic() || byte == b' ',
            Class::Punct => byte.is_ascii_punctuation(),
            Class::Space => matches!(byte, b' ' | b'\t'..=b'\r'),
            Class::Upper => byte.is_ascii_uppercase(),
            Class::Word => byte.is_ascii_alphanumeric() || byte == b'_',
            Class::Xdigit => byte.is_ascii_hexdigit(),
        }
    }

    /// Of a character beyond ASCII.
    pub fn has_char(self, c: char) -> bool {
        let alnum = c.is_alphanumeric();
        let graphic = !c.is_control() && !c.is_whitespace();
        match self {
            Class::Alnum | Class::Alpha | Class::Word => alnum,
            Class::Ascii | Class::Digit | Class::Xdigit => false,
            // No-break spaces separate no words.
            Class::Blank | Class::Space if matches!(c, '\u{a0}' | '\u{2007}' | '\u{202f}') => false,
            Class::Blank => c.is_whitespace() && !matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}'),
            Class::Space => c.is_whitespace(),
            Class::Cntrl => c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'),
            Class::Graph => graphic,
            Class::Lower => c.is_lowercase(),
            Class::Upper => c.is_uppercase(),
            Class::Print => graphic || (c.is_whitespace() && !c.is_control()),
            Class::Punct => graphic && !alnum,
        }
    }
}
