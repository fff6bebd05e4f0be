//! Bracket expressions (POSIX XBD 9.3.5 with `!` for `^`).

use crate::Options;
use crate::characters::{Class, Unit, after, fold};

/// A set of characters.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    /// The bytes that are in the set (all 256 where bytes are characters, ASCII in UTF-8); negation is already applied.
    bits: [u64; 4],
    /// What decides about characters beyond ASCII.
    wide: Box<[Member]>,
    negated: bool,
    nocase: bool,
}

#[derive(Clone, Copy, Debug)]
enum Member {
    /// From one character to another, both folded where case does not matter.
    Range(u32, u32),
    Class(Class),
}

impl Set {
    /// Is the character in the set?
    #[inline]
    pub fn contains(&self, unit: Unit) -> bool {
        match unit {
            Unit::Byte(byte) => self.has_byte(byte),
            Unit::Char(c) => self.has_char(c),
        }
    }

    #[inline]
    pub fn has_byte(&self, byte: u8) -> bool {
        self.bits.get(usize::from(byte >> 6)).is_some_and(|word| word >> (byte & 63) & 1 == 1)
    }

    fn insert(&mut self, byte: u8) {
        if let Some(word) = self.bits.get_mut(usize::from(byte >> 6)) {
            *word |= 1 << (byte & 63);
        }
    }

    fn has_char(&self, c: char) -> bool {
        let code = u32::from(if self.nocase { fold(c) } else { c });
        let member = self.wide.iter().any(|member| match *member {
            Member::Range(first, last) => first <= code && code <= last,
            Member::Class(class) => class.has_char(c),
        });
        member != self.negated
    }
}

/// The bracket expression whose inside begins at `start` (after the `[`), and where it ends (after the `]`). `None` when it is
/// not closed: then the `[` is literal.
pub(crate) fn parse(text: &[u8], start: usize, options: Options) -> Option<(Set, usize)> {
    let mut reader = Reader { text, at: start, options };
    let negated = matches!(text.get(start), Some(b'!' | b'^'));
    if negated {
        reader.at += 1;
    }
    let mut members = Vec::new();
    loop {
        // The first `]` is a member, hence the test at the end.
        if let Some(member) = reader.member()? {
            members.push(member);
        }
        if *text.get(reader.at)? == b']' {
            break;
        }
    }
    Some((build(&members, negated, options), reader.at + 1))
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    options: Options,
}

impl<'a> Reader<'a> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    /// One member: a class, a character or a range. `Some(None)` is a member that matches nothing; `None` the end of the text.
    fn member(&mut self) -> Option<Option<Member>> {
        if let Some(name) = self.delimited(b':') {
            return Some(Class::named(name).map(Member::Class));
        }
        if let Some(name) = self.delimited(b'=') {
            return Some(self.collating(name).map(|code| Member::Range(code, code)));
        }
        let first = self.character()?;
        if self.peek(0)? == b'-' && self.peek(1)? != b']' {
            self.at += 1;
            let last = self.character()?;
            return Some(match (first, last) {
                (Some(first), Some(last)) if first <= last => Some(Member::Range(first, last)),
                _ => None,
            });
        }
        Some(first.map(|code| Member::Range(code, code)))
    }

    /// What stands between `[:` and `:]` (or with `.` or `=` for the colon), when that is what comes next.
    fn delimited(&mut self, kind: u8) -> Option<&'a [u8]> {
        let rest = self.text.get(self.at..)?;
        let inside = rest.strip_prefix(&[b'[', kind])?;
        // No name is longer than that.
        let length = inside.windows(2).take(64).position(|two| two == [kind, b']'].as_slice())?;
        self.at += length + 4;
        inside.get(..length)
    }

    /// A character: plain, quoted by a backslash, or `[.x.]`.
    fn character(&mut self) -> Option<Option<u32>> {
        if let Some(name) = self.delimited(b'.') {
            return Some(self.collating(name));
        }
        if self.peek(0)? == b'\\' {
            self.at += 1;
        }
        let (unit, end) = after(self.text, self.at, self.options.utf8)?;
        self.at = end;
        Some(Some(self.code(unit)))
    }

    fn code(&self, unit: Unit) -> u32 {
        let c = match unit {
            Unit::Byte(byte) if byte.is_ascii() => char::from(byte),
            Unit::Byte(byte) => return u32::from(byte),
            Unit::Char(c) => c,
        };
        u32::from(if self.options.nocase { fold(c) } else { c })
    }

    /// The collating element of that name: a character, or a name of the portable character set.
    fn collating(&self, name: &[u8]) -> Option<u32> {
        let (unit, end) = after(name, 0, self.options.utf8)?;
        if end == name.len() {
            return Some(self.code(unit));
        }
        let (_, byte) = COLLATING.iter().find(|(known, _)| known.as_bytes() == name)?;
        Some(u32::from(*byte))
    }
}

fn build(members: &[Member], negated: bool, options: Options) -> Set {
    let mut set = Set { bits: [0; 4], wide: Box::default(), negated, nocase: options.nocase };
    let last_byte: u32 = if options.utf8 { 0x7f } else { 0xff };
    for member in members {
        match *member {
            Member::Range(first, last) if !options.nocase => {
                (first..=last.min(last_byte)).for_each(|code| set.insert(code as u8));
            }
            // The ends are folded: whatever folds to something between them is meant.
            Member::Range(first, last) => (0..=last_byte as u8)
                .filter(|byte| (first..=last).contains(&u32::from(byte.to_ascii_lowercase())))
                .for_each(|byte| set.insert(byte)),
            Member::Class(class) => {
                (0..0x80).filter(|&byte| class.has_byte(byte)).for_each(|byte| set.insert(byte));
            }
        }
    }
    if negated {
        set.bits = set.bits.map(|word| !word);
    }
    if options.utf8 {
        set.wide = members.iter().copied().filter(|m| !matches!(m, Member::Range(_, ..0x80))).collect();
    }
    set
}

/// Names of collating elements that are not the character itself (POSIX XBD 6.1).
const COLLATING: &[(&str, u8)] = &[
    ("NUL", 0),
    ("SOH", 1),
    ("STX", 2),
    ("ETX", 3),
    ("EOT", 4),
    ("ENQ", 5),
    ("ACK", 6),
    ("alert", 7),
    ("BEL", 7),
    ("backspace", 8),
    ("BS", 8),
    ("tab", 9),
    ("HT", 9),
    ("newline", 10),
    ("LF", 10),
    ("vertical-tab", 11),
    ("VT", 11),
    ("form-feed", 12),
    ("FF", 12),
    ("carriage-return", 13),
    ("CR", 13),
    ("SO", 14),
    ("SI", 15),
    ("ESC", 27),
    ("DEL", 127),
    ("space", b' '),
    ("exclamation-mark", b'!'),
    ("quotation-mark", b'"'),
    ("number-sign", b'#'),
    ("dollar-sign", b'$'),
    ("percent-sign", b'%'),
    ("ampersand", b'&'),
    ("apostrophe", b'\''),
    ("left-parenthesis", b'('),
    ("right-parenthesis", b')'),
    ("asterisk", b'*'),
    ("plus-sign", b'+'),
    ("comma", b','),
    ("hyphen", b'-'),
    ("hyphen-minus", b'-'),
    ("minus", b'-'),
    ("dash", b'-'),
    ("period", b'.'),
    ("full-stop", b'.'),
    ("slash", b'/'),
    ("solidus", b'/'),
    ("zero", b'0'),
    ("one", b'1'),
    ("two", b'2'),
    ("three", b'3'),
    ("four", b'4'),
    ("five", b'5'),
    ("six", b'6'),
    ("seven", b'7'),
    ("eight", b'8'),
    ("nine", b'9'),
    ("colon", b':'),
    ("semicolon", b';'),
    ("less-than-sign", b'<'),
    ("equals-sign", b'='),
    ("greater-than-sign", b'>'),
    ("question-mark", b'?'),
    ("commercial-at", b'@'),
    ("left-square-bracket", b'['),
    ("backslash", b'\\'),
    ("reverse-solidus", b'\\'),
    ("right-square-bracket", b']'),
    ("circumflex", b'^'),
    ("circumflex-accent", b'^'),
    ("underscore", b'_'),
    ("low-line", b'_'),
    ("grave-accent", b'`'),
    ("left-brace", b'{'),
    ("left-curly-bracket", b'{'),
    ("vertical-line", b'|'),
    ("right-brace", b'}'),
    ("right-curly-bracket", b'}'),
    ("tilde", b'~'),
];
