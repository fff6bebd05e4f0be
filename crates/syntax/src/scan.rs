//! Looking ahead over source text without parsing it: where a quotation or an expansion ends.
//!
//! Used to decide between two readings of the same text; the decision made, the text is parsed properly.

use crate::grammar::Grammar;

impl Grammar<'_, '_> {
    /// The position after the quotation or expansion that begins at `pos` with one of `\ ' " $` or a backquote. For a `$` that begins
    /// nothing, the position after it. `None` if it does not end before `limit` or the end of the input.
    pub fn skip_quoted(&mut self, pos: usize, limit: usize) -> Option<usize> {
        let mut open: Vec<u8> = Vec::new();
        let mut pos = pos;
        loop {
            if pos >= limit {
                return None;
            }
            let byte = self.byte_at(pos)?;
            let top = open.last().copied();
            match byte {
                b'\\' => {
                    self.byte_at(pos + 1)?;
                    pos += 2;
                }
                b'\'' if top != Some(b'"') => pos = self.skip_to(b'\'', pos + 1, limit)?,
                b'`' => pos = self.skip_escaped(b'`', pos + 1, limit)?,
                b'"' if top == Some(byte) => {
                    open.pop();
                    pos += 1;
                }
                b'"' => {
                    open.push(byte);
                    pos += 1;
                }
                b'$' => match self.byte_at(pos + 1) {
                    Some(b'(') => {
                        open.push(b')');
                        pos += 2;
                    }
                    Some(b'{') => {
                        open.push(b'}');
                        pos += 2;
                    }
                    Some(b'\'') if top != Some(b'"') => pos = self.skip_escaped(b'\'', pos + 2, limit)?,
                    _ => pos += 1,
                },
                b'(' if top == Some(b')') => {
                    open.push(b')');
                    pos += 1;
                }
                b')' | b'}' if top == Some(byte) => {
                    open.pop();
                    pos += 1;
                }
                _ => pos += 1,
            }
            if open.is_empty() {
                return Some(pos);
            }
        }
    }

    /// The position after the next `close` from `pos`.
    fn skip_to(&mut self, close: u8, mut pos: usize, limit: usize) -> Option<usize> {
        loop {
            if let Some(found) = memchr::memchr(close, self.src.buf.get(pos..).unwrap_or_default()) {
                return Some(pos + found + 1);
            }
            pos = self.src.buf.len();
            if pos >= limit || !self.fill() {
                return None;
            }
        }
    }

    /// The position after the next `close` from `pos` before which no backslash stands.
    fn skip_escaped(&mut self, close: u8, mut pos: usize, limit: usize) -> Option<usize> {
        while pos < limit {
            match self.byte_at(pos)? {
                byte if byte == close => return Some(pos + 1),
                b'\\' => pos += 2,
                _ => pos += 1,
            }
        }
        None
    }
}
