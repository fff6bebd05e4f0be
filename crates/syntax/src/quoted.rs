//! Quoted text: single quotes, double quotes, and what is read like double quotes (POSIX XCU 2.2.2, 2.2.3, 2.7.4).

use crate::ast::*;
use crate::error::Result;
use crate::grammar::{Grammar, pop_from};
use crate::word::flags_of;

/// What ends double-quoted text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum QuotedEnd {
    /// `"` of a string within the word of `"${name-word}"`, where a backslash quotes whatever follows (bash).
    Inner,
    /// `"`
    Quote,
    /// `}`: the word of `"${name-word}"`.
    Brace,
    /// The end of the text: a here-document.
    Text,
}

/// The bytes that mean something within double quotes.
static QUOTED: [bool; 256] = {
    let mut table = [false; 256];
    table[b'"' as usize] = true;
    table[b'\\' as usize] = true;
    table[b'$' as usize] = true;
    table[b'`' as usize] = true;
    table[b'}' as usize] = true;
    table[b'\'' as usize] = true;
    table
};

impl Grammar<'_, '_> {
    /// The text between single quotes; the position is at the first of them.
    #[inline(never)]
    pub fn single_quoted(&mut self) -> Result<Box<[u8]>> {
        let start = self.src.pos + 1;
        let mut from = start;
        loop {
            let rest = self.src.buf.get(from..).unwrap_or_default();
            if let Some(found) = memchr::memchr(b'\'', rest) {
                let text = self.src.buf.get(start..from + found).unwrap_or_default();
                let text = text.into();
                self.src.pos = from + found + 1;
                return Ok(text);
            }
            from = self.src.buf.len();
            if !self.fill() {
                let line = self.src.line_at(start - 1);
                return Err(self.unmatched(b'\'', line));
            }
        }
    }

    /// Double-quoted parts in a box, and what was seen in them. The position is after the opening.
    pub fn quoted_box(&mut self, end: QuotedEnd) -> Result<(Box<[Part]>, WordFlags)> {
        let mark = self.scratch.parts.len();
        let line = self.src.line_at(self.src.pos);
        let flags = self.nested(|grammar| grammar.quoted_parts(end, line))?;
        Ok((pop_from(&mut self.scratch.parts, mark), flags))
    }

    /// Pushes parts as within double quotes, and takes what ends them.
    fn quoted_parts(&mut self, end: QuotedEnd, line: u32) -> Result<WordFlags> {
        let mark = self.scratch.literal.len();
        let mut flags = WordFlags(0);
        // bash, not POSIX: between single quotes in `"${name-word}"` a brace does not end the word. Nothing else is different there.
        let mut single = false;
        loop {
            let rest = self.src.buf.get(self.src.pos..).unwrap_or_default();
            let run = rest.iter().position(|&b| QUOTED[usize::from(b)]).unwrap_or(rest.len());
            self.scratch.literal.extend_from_slice(rest.get(..run).unwrap_or_default());
            self.src.pos += run;
            let Some(byte) = self.byte() else {
                if end == QuotedEnd::Text {
                    break;
                }
                let close = match end {
                    QuotedEnd::Brace if single => b'\'',
                    QuotedEnd::Brace => b'}',
                    _ => b'"',
                };
                return Err(self.unmatched(close, line));
            };
            match byte {
                b'"' if single => self.src.pos += 1,
                b'\'' if end == QuotedEnd::Brace && !self.cx.options.posix => {
                    single = !single;
                    self.scratch.literal.push(byte);
                    self.src.pos += 1;
                }
                b'"' if matches!(end, QuotedEnd::Quote | QuotedEnd::Inner) => {
                    self.src.pos += 1;
                    break;
                }
                b'"' if end == QuotedEnd::Brace => {
                    self.flush_literal(mark);
                    self.src.pos += 1;
                    let kind = if self.cx.options.posix { QuotedEnd::Quote } else { QuotedEnd::Inner };
                    let (parts, inner) = self.quoted_box(kind)?;
                    flags = flags.with(inner).with(WordFlags::QUOTED);
                    self.scratch.parts.push(Part::DoubleQuoted(parts));
                }
                b'}' if end == QuotedEnd::Brace && !single => {
                    self.src.pos += 1;
                    break;
                }
                b'\\' => {
                    let next = self.byte_at(self.src.pos + 1);
                    match next {
                        Some(b'\n') => self.src.pos += 2,
                        Some(quoted) if is_escaped_in(quoted, end) => {
                            self.flush_literal(mark);
                            self.scratch.parts.push(Part::Escaped(quoted));
                            self.src.pos += 2;
                        }
                        Some(b'\'') if !single => {
                            self.scratch.literal.extend_from_slice(b"\\'");
                            self.src.pos += 2;
                        }
                        Some(_) => {
                            self.scratch.literal.push(b'\\');
                            self.src.pos += 1;
                        }
                        None => {
                            self.flush_literal(mark);
                            self.scratch.parts.push(Part::Escaped(b'\\'));
                            self.src.pos += 1;
                        }
                    }
                }
                b'$' => match self.dollar(Some(if single { QuotedEnd::Quote } else { end }))? {
                    Some(part) => {
                        self.flush_literal(mark);
                        flags = flags.with(flags_of(&part));
                        self.scratch.parts.push(part);
                    }
                    None => self.scratch.literal.push(b'$'),
                },
                b'`' => {
                    self.flush_literal(mark);
                    let part = self.backquote(end != QuotedEnd::Text)?;
                    self.scratch.parts.push(part);
                    flags = flags.with(WordFlags::EXPANSION);
                }
                byte => {
                    self.scratch.literal.push(byte);
                    self.src.pos += 1;
                }
            }
        }
        self.flush_literal(mark);
        Ok(flags)
    }
}

/// Does a backslash quote `byte` in text of this kind?
fn is_escaped_in(byte: u8, end: QuotedEnd) -> bool {
    match byte {
        b'$' | b'`' | b'\\' => true,
        _ if end == QuotedEnd::Inner => true,
        b'"' => end != QuotedEnd::Text,
        b'}' => end == QuotedEnd::Brace,
        _ => false,
    }
}
