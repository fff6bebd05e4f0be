//! The text being parsed: a growing buffer, the position in it, and the line number.
//!
//! Everything the parser looks at lies in one contiguous buffer. Text is appended as the input hands it over and dropped from
//! the front only between commands, so that positions stay valid within a command. Alias values are spliced in.

use std::rc::Rc;

/// Where a parser gets its text.
pub trait Input {
    /// Appends the next piece of source to `buf`: at least a line where there is one, or a whole block of a file.
    /// `continuation` tells that the parser is in the middle of a command (a terminal shows PS2). Returns false at the end of
    /// the input, when nothing was appended.
    fn more(&mut self, buf: &mut Vec<u8>, continuation: bool) -> bool;
}

/// A complete text as [`Input`]: `eval`, traps, `-c`.
pub struct Text<'a>(Option<&'a [u8]>);

impl<'a> Text<'a> {
    /// An input that hands over `text` at once.
    pub fn new(text: &'a [u8]) -> Self {
        Text(Some(text))
    }
}

impl Input for Text<'_> {
    fn more(&mut self, buf: &mut Vec<u8>, _: bool) -> bool {
        match self.0.take() {
            Some(text) if !text.is_empty() => {
                buf.extend_from_slice(text);
                true
            }
            _ => false,
        }
    }
}

/// Alias look-up.
pub trait Aliases {
    /// The value of the alias `name`.
    fn alias(&self, name: &[u8]) -> Option<Rc<[u8]>>;
}

/// No aliases at all.
pub struct NoAliases;

impl Aliases for NoAliases {
    fn alias(&self, _: &[u8]) -> Option<Rc<[u8]>> {
        None
    }
}

/// An alias whose value is being read.
#[derive(Debug)]
pub(crate) struct ActiveAlias {
    /// The name, not replaced again within its own value.
    pub name: Box<[u8]>,
    /// Where its value ends in the buffer.
    pub end: usize,
    /// The value ends in a blank: the next word is looked up too.
    pub blank: bool,
}

/// How much of a large rest is kept in the buffer while aliases are spliced in.
const ALIAS_WINDOW: usize = 4096;

/// The buffer.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub buf: Vec<u8>,
    pub pos: usize,
    /// Text that comes after `buf` and before anything of the input.
    tail: Vec<u8>,
    tail_pos: usize,
    /// The line number at `line_pos`.
    line: u32,
    line_pos: usize,
    /// The offset of `buf[0]` in the source.
    base: usize,
    /// The input has said that there is no more.
    pub ended: bool,
    pub aliases: Vec<ActiveAlias>,
}

impl Source {
    pub fn new(first_line: u32) -> Self {
        Source { line: first_line, ..Source::default() }
    }

    /// A source that consists of `buf` alone.
    pub fn of(buf: Vec<u8>, first_line: u32) -> Self {
        Source { buf, line: first_line, ended: true, ..Source::default() }
    }

    /// Appends text; false at the end. There are no NUL bytes in it: they are left out, as bash does.
    #[cold]
    pub fn fill(&mut self, input: &mut dyn Input, continuation: bool) -> bool {
        loop {
            while self.tail_pos < self.tail.len() {
                let rest = self.tail.get(self.tail_pos..).unwrap_or_default();
                // Whole lines, as many as make a window.
                let some = rest.get(..ALIAS_WINDOW).unwrap_or(rest);
                let end = match memchr::memrchr(b'\n', some) {
                    Some(newline) => newline + 1,
                    None => memchr::memchr(b'\n', rest).map_or(rest.len(), |newline| newline + 1),
                };
                let before = self.buf.len();
                self.buf.extend(rest.iter().take(end).copied().filter(|&byte| byte != 0));
                self.tail_pos += end;
                if self.tail_pos == self.tail.len() {
                    self.tail = Vec::new();
                    self.tail_pos = 0;
                }
                if self.buf.len() > before {
                    return true;
                }
            }
            if self.ended {
                return false;
            }
            let before = self.buf.len();
            if !input.more(&mut self.buf, continuation) {
                self.ended = true;
            }
            let new = self.buf.get(before..).unwrap_or_default();
            if let Some(nul) = memchr::memchr(0, new) {
                // From the line with a NUL on, the text is set aside and filtered line by line, so that what a command is to
                // read from the same descriptor (a binary archive after `exit`) stays as it is.
                let line = memchr::memrchr(b'\n', new.get(..nul).unwrap_or_default()).map_or(0, |at| at + 1);
                self.tail = self.buf.split_off(before + line);
                self.tail_pos = 0;
            }
            if self.buf.len() > before {
                return true;
            }
        }
    }

    /// Forgets what was read, now and then.
    pub fn compact(&mut self) {
        self.aliases.retain(|alias| alias.end > self.pos);
        let drop = self.pos;
        if drop == self.buf.len() || (drop >= 1 << 16 && drop >= self.buf.len() / 2) {
            self.line_at(drop);
            self.buf.drain(..drop);
            self.base += drop;
            self.pos = 0;
            self.line_pos -= drop.min(self.line_pos);
            for alias in &mut self.aliases {
                alias.end -= drop.min(alias.end);
            }
        }
    }

    /// The line number of `pos`, which must not lie before a position asked for earlier (then the answer is that one's).
    #[inline]
    pub fn line_at(&mut self, pos: usize) -> u32 {
        if pos > self.line_pos {
            let text = self.buf.get(self.line_pos..pos).unwrap_or_default();
            let lines = if text.len() < 64 {
                text.iter().filter(|&&b| b == b'\n').count()
            } else {
                memchr::memchr_iter(b'\n', text).count()
            };
            self.line = self.line.saturating_add(lines as u32);
            self.line_pos = pos;
        }
        self.line
    }

    /// The offset of `pos` in the source.
    #[inline]
    pub fn offset(&self, pos: usize) -> u32 {
        u32::try_from(self.base.saturating_add(pos)).unwrap_or(u32::MAX)
    }

    /// Takes `gap` bytes (a line continuation) at `at` out of the token that begins at `from`, by moving the token's
    /// beginning up to it. The token then begins at `from + gap`.
    pub fn join(&mut self, from: usize, at: usize, gap: usize) {
        self.line_at(from);
        let lines = self.buf.get(at..at + gap).unwrap_or_default().iter().filter(|&&b| b == b'\n').count();
        // Newlines within the token (there are none in the tokens this is used for) would be counted again.
        self.line = self.line.saturating_add(lines as u32);
        self.line_pos = self.line_pos.max(from + gap);
        if at + gap <= self.buf.len() {
            self.buf.copy_within(from..at, from + gap);
        }
    }

    /// Puts `value` in the place of `start..end`. Reading goes on at `start`.
    pub fn splice_alias(&mut self, start: usize, end: usize, name: &[u8], value: &[u8]) {
        self.line_at(end);
        // A large rest is set aside once, so that each further alias moves little.
        if self.buf.len() - end > 4 * ALIAS_WINDOW {
            // At the end of a line, since the text comes back line by line.
            let from = end + ALIAS_WINDOW;
            let after = self.buf.get(from..).unwrap_or_default();
            let cut = memchr::memchr(b'\n', after).map_or(self.buf.len(), |newline| from + newline + 1);
            let mut rest = self.buf.split_off(cut);
            rest.extend_from_slice(self.tail.get(self.tail_pos..).unwrap_or_default());
            self.tail = rest;
            self.tail_pos = 0;
        }
        let blank = value.last().is_some_and(|&b| b == b' ' || b == b'\t');
        let name: Box<[u8]> = name.into();
        self.buf.splice(start..end, value.iter().copied());
        let new_end = start + value.len();
        for alias in &mut self.aliases {
            if alias.end >= end {
                alias.end = alias.end - end + new_end;
            }
        }
        self.pos = start;
        self.line_pos = new_end;
        self.aliases.push(ActiveAlias { name, end: new_end, blank });
    }

    /// The bytes not parsed yet.
    pub fn unread(&mut self) -> &[u8] {
        if self.tail_pos < self.tail.len() {
            // All in one piece, where NUL bytes may stay.
            let mut rest = self.buf.split_off(self.pos.min(self.buf.len()));
            rest.extend_from_slice(self.tail.get(self.tail_pos..).unwrap_or_default());
            self.tail = rest;
            self.tail_pos = 0;
            return &self.tail;
        }
        self.buf.get(self.pos..).unwrap_or_default()
    }

    /// Takes `count` of the unread bytes out.
    pub fn skip(&mut self, count: usize) {
        let here = count.min(self.buf.len().saturating_sub(self.pos));
        self.pos += here;
        self.tail_pos = self.tail.len().min(self.tail_pos.saturating_add(count - here));
    }

    /// The source line around `pos`, without its newline.
    pub fn line_text(&self, pos: usize) -> Box<[u8]> {
        let pos = pos.min(self.buf.len());
        let start = memchr::memrchr(b'\n', self.buf.get(..pos).unwrap_or_default()).map_or(0, |p| p + 1);
        let rest = self.buf.get(start..).unwrap_or_default();
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        rest.get(..end.min(4096)).unwrap_or_default().into()
    }
}
