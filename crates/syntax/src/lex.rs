//! Tokens (POSIX XCU 2.3): blanks, comments, operators by longest match, and where a word begins.
//!
//! A word is only measured here. If its first run of plain bytes is all of it (most words), that is noted, so that reserved
//! words and literal words cost one pass over their bytes; anything else is parsed by `word.rs` when it is taken.

use crate::error::{Result, SyntaxError, SyntaxErrorKind};
use crate::grammar::Grammar;
use crate::token::*;

impl Grammar<'_, '_> {
    /// Gets more text; false at the end.
    #[cold]
    pub fn fill(&mut self) -> bool {
        self.src.fill(self.cx.input, self.started)
    }

    /// The byte at the position.
    #[inline]
    pub fn byte(&mut self) -> Option<u8> {
        self.byte_at(self.src.pos)
    }

    /// The byte at `pos`, with more input if needed.
    #[inline]
    pub fn byte_at(&mut self, pos: usize) -> Option<u8> {
        match self.src.buf.get(pos) {
            Some(&byte) => Some(byte),
            None => self.byte_after_fill(pos),
        }
    }

    #[cold]
    #[inline(never)]
    fn byte_after_fill(&mut self, pos: usize) -> Option<u8> {
        while self.src.buf.len() <= pos {
            if !self.fill() {
                return None;
            }
        }
        self.src.buf.get(pos).copied()
    }

    /// The first position from `pos` that is not in a line continuation.
    #[inline]
    pub fn skip_joins(&mut self, mut pos: usize) -> usize {
        loop {
            match self.byte_at(pos) {
                Some(b'\\') if self.byte_at(pos + 1) == Some(b'\n') => pos += 2,
                _ => return pos,
            }
        }
    }

    /// Looks at the next token without taking it. Its place is `tok_start..tok_end` (only the start for a [`Token::Word`]).
    #[inline]
    pub fn peek(&mut self) -> Token {
        match self.tok {
            Some(token) => token,
            None => self.scan_token(),
        }
    }

    fn scan_token(&mut self) -> Token {
        let mut pos = self.src.pos;
        let token = loop {
            let Some(byte) = self.byte_at(pos) else {
                self.tok_start = pos;
                self.tok_end = pos;
                break Token::End;
            };
            match byte {
                b' ' | b'\t' => pos += 1,
                b'\n' => {
                    self.tok_start = pos;
                    self.tok_end = pos + 1;
                    break Token::Newline;
                }
                b'#' if self.cx.options.comments => pos = self.comment_end(pos),
                b'\\' if self.byte_at(pos + 1) == Some(b'\n') => pos += 2,
                b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>' => {
                    self.started = true;
                    self.tok_start = pos;
                    break self.operator(pos, byte);
                }
                _ => {
                    self.started = true;
                    self.tok_start = pos;
                    break self.word_token(pos);
                }
            }
        };
        self.src.pos = self.tok_start;
        if !self.src.aliases.is_empty() {
            self.expire_aliases();
        }
        self.tok = Some(token);
        token
    }

    /// The newline (or the end) after the comment at `pos`.
    fn comment_end(&mut self, mut pos: usize) -> usize {
        loop {
            let rest = self.src.buf.get(pos..).unwrap_or_default();
            if let Some(found) = memchr::memchr(b'\n', rest) {
                return pos + found;
            }
            pos = self.src.buf.len();
            if !self.fill() {
                return pos;
            }
        }
    }

    /// The operator that begins with `first` at `pos`.
    fn operator(&mut self, pos: usize, first: u8) -> Token {
        let bash = !self.cx.options.posix;
        let second_at = self.skip_joins(pos + 1);
        let second = self.byte_at(second_at);
        let (op, mut end) = match (first, second) {
            (b'(', _) => (Op::Open, pos + 1),
            (b')', _) => (Op::Close, pos + 1),
            (b'<' | b'>', Some(b'(')) => return Token::Word,
            (b';', Some(b';')) => (Op::SemiSemi, second_at + 1),
            (b';', Some(b'&')) => (Op::SemiAnd, second_at + 1),
            (b';', _) => (Op::Semi, pos + 1),
            (b'&', Some(b'&')) => (Op::AndAnd, second_at + 1),
            (b'&', Some(b'>')) if bash => (Op::WriteBoth, second_at + 1),
            (b'&', _) => (Op::And, pos + 1),
            (b'|', Some(b'|')) => (Op::OrOr, second_at + 1),
            (b'|', Some(b'&')) => (Op::PipeAnd, second_at + 1),
            (b'|', _) => (Op::Pipe, pos + 1),
            (b'<', Some(b'<')) => (Op::HereDoc, second_at + 1),
            (b'<', Some(b'&')) => (Op::DupInput, second_at + 1),
            (b'<', Some(b'>')) => (Op::ReadWrite, second_at + 1),
            (b'<', _) => (Op::Less, pos + 1),
            (_, Some(b'>')) => (Op::Append, second_at + 1),
            (_, Some(b'&')) => (Op::DupOutput, second_at + 1),
            (_, Some(b'|')) => (Op::Clobber, second_at + 1),
            _ => (Op::Great, pos + 1),
        };
        let op = match op {
            Op::SemiSemi | Op::HereDoc | Op::WriteBoth => {
                let third_at = self.skip_joins(end);
                let longer = match (op, self.byte_at(third_at)) {
                    (Op::SemiSemi, Some(b'&')) => Some(Op::SemiSemiAnd),
                    (Op::HereDoc, Some(b'-')) => Some(Op::HereDocStrip),
                    (Op::HereDoc, Some(b'<')) => Some(Op::HereString),
                    (Op::WriteBoth, Some(b'>')) => Some(Op::AppendBoth),
                    _ => None,
                };
                if longer.is_some() {
                    end = third_at + 1;
                }
                longer.unwrap_or(op)
            }
            op => op,
        };
        self.tok_end = end;
        Token::Op(op)
    }

    /// The word that begins at `start`: is its first run all of it?
    fn word_token(&mut self, start: usize) -> Token {
        let mut start = start;
        let mut mask = 0u8;
        let mut pos = start;
        loop {
            let rest = self.src.buf.get(pos..).unwrap_or_default();
            let mut stop = None;
            for (index, &byte) in rest.iter().enumerate() {
                let class = class(byte);
                mask |= class;
                if class & (END | SPECIAL) != 0 {
                    stop = Some((index, byte));
                    break;
                }
            }
            let Some((index, byte)) = stop else {
                pos = self.src.buf.len();
                if self.fill() {
                    continue;
                }
                break;
            };
            pos += index;
            // A line continuation in a short run is taken out, so that names and reserved words are in one piece.
            if byte != b'\\' || pos - start > JOIN_LIMIT || self.byte_at(pos + 1) != Some(b'\n') {
                break;
            }
            self.src.join(start, pos, 2);
            start += 2;
            pos += 2;
            mask &= !SPECIAL;
        }
        self.tok_start = start;
        self.tok_end = pos;
        let Some(&end) = self.src.buf.get(pos) else {
            return if pos == start { Token::End } else { Token::Plain(mask & !END) };
        };
        if pos == start && class(end) & END != 0 {
            // Nothing but continuations before a blank or an operator.
            self.src.pos = start;
            return self.scan_token();
        }
        if class(end) & SPECIAL != 0 {
            return Token::Word;
        }
        let text = self.src.buf.get(start..pos).unwrap_or_default();
        match end {
            b'<' | b'>' => {
                let after = self.skip_joins(pos + 1);
                if self.byte_at(after) == Some(b'(') {
                    return Token::Word;
                }
                let text = self.src.buf.get(start..pos).unwrap_or_default();
                // What is no descriptor is a word.
                if text.len() <= 10 && descriptor(text).is_some() {
                    return Token::IoNumber;
                }
                if mask & BRACE != 0 && !self.cx.options.posix && io_variable(text).is_some() {
                    return Token::IoVariable;
                }
            }
            b'(' if self.cx.options.extglob && matches!(text.last(), Some(b'?' | b'*' | b'+' | b'@' | b'!')) => {
                return Token::Word;
            }
            _ => {}
        }
        Token::Plain(mask & !END)
    }

    /// Takes the token that was looked at.
    #[inline]
    pub fn take(&mut self) {
        self.tok = None;
        self.src.pos = self.tok_end;
    }

    /// The text of a plain word or descriptor token that was looked at.
    #[inline]
    pub fn tok_text(&self) -> &[u8] {
        self.src.buf.get(self.tok_start..self.tok_end).unwrap_or_default()
    }

    /// Takes the operator `op` if it comes next.
    pub fn take_op(&mut self, op: Op) -> bool {
        let found = self.peek() == Token::Op(op);
        if found {
            self.take();
        }
        found
    }

    /// The reserved word that comes next.
    #[inline]
    pub fn peek_reserved(&mut self) -> Option<Reserved> {
        match self.peek() {
            Token::Plain(_) if self.tok_end - self.tok_start <= 8 => reserved(self.tok_text()),
            _ => None,
        }
    }

    /// Takes the reserved word `word` if it comes next.
    pub fn take_reserved(&mut self, word: Reserved) -> bool {
        let found = self.peek_reserved() == Some(word);
        if found {
            self.take();
        }
        found
    }

    /// Takes newlines (reading the here-documents that begin after the first of them).
    pub fn newlines(&mut self) -> Result<()> {
        while self.peek() == Token::Newline {
            self.newline()?;
        }
        Ok(())
    }

    /// Takes one newline token and the here-documents after it.
    pub fn newline(&mut self) -> Result<()> {
        self.take();
        if self.pending.is_empty() { Ok(()) } else { self.read_here_docs() }
    }

    /// The error for the token that comes next.
    #[cold]
    #[inline(never)]
    pub fn unexpected<T>(&mut self) -> Result<T> {
        let near: Box<[u8]> = match self.peek() {
            Token::End => {
                let line = self.src.line_at(self.tok_start);
                return Err(Box::new(SyntaxError {
                    kind: SyntaxErrorKind::UnexpectedEnd,
                    line,
                    near: None,
                    text: Box::default(),
                }));
            }
            Token::Newline => b"newline".as_slice().into(),
            Token::Op(op) => op.text().into(),
            Token::Plain(_) | Token::IoNumber | Token::IoVariable => self.tok_text().into(),
            Token::Word => {
                let start = self.tok_start;
                self.word()?;
                self.src.buf.get(start..self.src.pos).unwrap_or_default().into()
            }
        };
        Err(self.error(SyntaxErrorKind::UnexpectedToken, Some(near)))
    }

    /// An error at the token that was looked at.
    #[cold]
    #[inline(never)]
    pub fn error(&mut self, kind: SyntaxErrorKind, near: Option<Box<[u8]>>) -> Box<SyntaxError> {
        let line = self.src.line_at(self.tok_start);
        Box::new(SyntaxError { kind, line, near, text: self.src.line_text(self.tok_start) })
    }

    /// The error for an end of input before `close`, in a construct that begins at line `line`.
    #[cold]
    #[inline(never)]
    pub fn unmatched(&mut self, close: u8, line: u32) -> Box<SyntaxError> {
        Box::new(SyntaxError { kind: SyntaxErrorKind::Unmatched(close), line, near: None, text: Box::default() })
    }

    /// Forgets the aliases whose value ends before the token that was looked at.
    #[cold]
    fn expire_aliases(&mut self) {
        while let Some(alias) = self.src.aliases.last() {
            if alias.end > self.tok_start {
                break;
            }
            self.alias_next |= alias.blank;
            self.src.aliases.pop();
        }
    }

    /// Substitutes aliases in the next word if it follows one whose value ends with a blank, wherever in the grammar that is.
    pub fn aliases_after_blank(&mut self) {
        loop {
            self.peek();
            if !std::mem::take(&mut self.alias_next) || !self.substitute_alias() {
                break;
            }
            self.alias_next = true;
        }
    }

    /// Replaces the plain word that comes next if it is an alias. Returns whether it did; then look again.
    pub fn substitute_alias(&mut self) -> bool {
        if !self.cx.options.aliases || !matches!(self.peek(), Token::Plain(_)) {
            return false;
        }
        let name = self.tok_text();
        if self.src.aliases.iter().any(|alias| &*alias.name == name) {
            return false;
        }
        let Some(value) = self.cx.aliases.alias(name) else {
            return false;
        };
        let name = name.to_vec();
        self.src.splice_alias(self.tok_start, self.tok_end, &name, &value);
        self.arith_scan = None;
        self.brace_scan = None;
        self.tok = None;
        true
    }
}
