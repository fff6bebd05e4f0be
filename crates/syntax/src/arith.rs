//! The text of arithmetic: `$((...))`, `((...))`, `for ((...))`, `$[...]`, subscripts and offsets; and the decision whether `((`
//! begins arithmetic or two subshells.

use crate::ast::*;
use crate::error::{Result, SyntaxErrorKind};
use crate::grammar::Grammar;
use crate::names::Interner;
use crate::quoted::QuotedEnd;
use crate::token::{Op, Token};
use crate::word::{WordEnd, WordRules, flags_of};

/// What one look ahead found: for each `((` from `from` to `to`, by the position after it, whether `))` ends it.
#[derive(Debug)]
pub(crate) struct ArithScan {
    from: usize,
    to: usize,
    /// Sorted positions after `((` that `))` closes.
    closed: Vec<usize>,
}

/// What ends arithmetic text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArithEnd {
    /// `))`
    Parentheses,
    /// `]` of `$[...]`
    Bracket,
    /// `;` or `))`: a clause of `for ((`
    Clause,
    /// `:` or `}`: the offset of a substring
    Offset,
    /// `}`: the length of a substring
    Length,
}

impl Grammar<'_, '_> {
    /// The token that was looked at is `(`: does another follow at once?
    pub fn at_double_parenthesis(&mut self) -> bool {
        self.byte_at(self.tok_end) == Some(b'(')
    }

    /// Is the text from `start`, after `((`, arithmetic: does the parenthesis that matches the second one stand before another
    /// closing one? Each stretch of text is looked at once, whatever is nested in it.
    ///
    /// # Errors
    ///
    /// In bash, that nothing matches. (Otherwise it is read as commands, where comments may hide an apostrophe.)
    pub fn is_arithmetic(&mut self, start: usize) -> Result<bool> {
        if let Some(scan) = &self.arith_scan
            && scan.from <= start
            && start < scan.to
        {
            return Ok(scan.closed.binary_search(&start).is_ok());
        }
        let open = self.scan_arithmetic(start);
        if open && !self.cx.options.posix {
            let line = self.src.line_at(start);
            return Err(self.unmatched(b')', line));
        }
        Ok(self.arith_scan.as_ref().is_some_and(|scan| scan.closed.binary_search(&start).is_ok()))
    }

    /// Looks along the text after `((`. True if it does not end.
    fn scan_arithmetic(&mut self, start: usize) -> bool {
        let mut closed = Vec::new();
        // Open brackets: for a parenthesis, the position after it; for another bracket or a quote, its byte.
        enum Open {
            Parenthesis(usize),
            Other(u8),
        }
        let mut open = vec![Open::Parenthesis(start)];
        let mut pos = start;
        let end = loop {
            let Some(byte) = self.byte_at(pos) else { break pos };
            let quote = match open.last() {
                Some(Open::Other(byte)) => *byte,
                _ => 0,
            };
            match byte {
                b'\\' => pos += 1,
                b'\'' if quote != b'"' => match self.skip_quoted(pos, usize::MAX) {
                    Some(after) => pos = after - 1,
                    None => break pos,
                },
                b'`' => match self.skip_quoted(pos, usize::MAX) {
                    Some(after) => pos = after - 1,
                    None => break pos,
                },
                b'"' if quote == byte => {
                    open.pop();
                }
                b'"' => open.push(Open::Other(byte)),
                b'$' if self.byte_at(pos + 1) == Some(b'{') => {
                    open.push(Open::Other(b'}'));
                    pos += 1;
                }
                b'}' if quote == b'}' => {
                    open.pop();
                }
                b'$' if self.byte_at(pos + 1) == Some(b'(') => {
                    pos += 1;
                    open.push(Open::Parenthesis(pos + 1));
                }
                b'(' if quote == 0 => open.push(Open::Parenthesis(pos + 1)),
                b')' => {
                    if let Some(Open::Parenthesis(at)) = open.last() {
                        let at = *at;
                        open.pop();
                        let after = self.skip_joins(pos + 1);
                        if self.byte_at(after) == Some(b')') {
                            closed.push(at);
                        }
                        if open.is_empty() {
                            break pos;
                        }
                    }
                }
                _ => {}
            }
            pos += 1;
        };
        closed.sort_unstable();
        let unfinished = !open.is_empty();
        self.arith_scan = Some(Box::new(ArithScan { from: start, to: end.max(start + 1), closed }));
        unfinished
    }

    /// `$((`, which was taken, to `))`.
    #[inline(never)]
    pub fn arith_expansion(&mut self) -> Result<Part> {
        Ok(Part::Arith(Box::new(self.arith_text(ArithEnd::Parentheses)?)))
    }

    /// `$[`, which was taken, to `]`.
    #[inline(never)]
    pub fn old_arith_expansion(&mut self) -> Result<Part> {
        Ok(Part::Arith(Box::new(self.arith_text(ArithEnd::Bracket)?)))
    }

    /// `((`, which was taken, to `))`.
    pub fn arith_command(&mut self) -> Result<ArithWord> {
        self.arith_text(ArithEnd::Parentheses)
    }

    /// The three expressions of `for ((`, which was taken, to `))`.
    #[inline(never)]
    pub fn arith_clauses(&mut self) -> Result<Box<[Option<ArithWord>; 3]>> {
        let mut clauses = Box::new([None, None, None]);
        for (index, clause) in clauses.iter_mut().enumerate() {
            let text = self.arith_text(ArithEnd::Clause)?;
            let semicolon = self.byte() == Some(b';');
            if semicolon != (index < 2) {
                let near = semicolon.then(|| b";".as_slice().into());
                self.tok_start = self.src.pos;
                return Err(self.error(SyntaxErrorKind::BadArithFor, near));
            }
            self.src.pos += 1;
            if index == 2 {
                let close = self.skip_joins(self.src.pos);
                if self.byte_at(close) != Some(b')') {
                    return self.unexpected();
                }
                self.src.pos = close + 1;
            }
            let blank = text.word.parts.iter().all(|part| match part {
                Part::Literal(text) => text.iter().all(u8::is_ascii_whitespace),
                _ => false,
            });
            *clause = (!blank).then_some(text);
        }
        Ok(clauses)
    }

    /// Arithmetic text to its end. `))` and `]` are taken; `;`, `:` and `}` are left.
    pub fn arith_text(&mut self, end: ArithEnd) -> Result<ArithWord> {
        let line = self.src.line_at(self.src.pos);
        let mark = self.scratch.parts.len();
        let flags = self.arith_parts(end, line)?;
        let word = self.word_from(mark, flags, line);
        Ok(self.arith_word(word))
    }

    fn arith_parts(&mut self, end: ArithEnd, line: u32) -> Result<WordFlags> {
        let mark = self.scratch.literal.len();
        let mut flags = WordFlags(0);
        // Parentheses and brackets within; conditional operators waiting for their colon.
        let (mut parentheses, mut brackets, mut questions) = (0u32, 0u32, 0u32);
        loop {
            let pos = self.src.pos;
            let Some(byte) = self.byte() else {
                let close = match end {
                    ArithEnd::Parentheses | ArithEnd::Clause => b')',
                    ArithEnd::Bracket => b']',
                    ArithEnd::Offset | ArithEnd::Length => b'}',
                };
                return Err(self.unmatched(close, line));
            };
            match byte {
                b'\\' => match self.byte_at(pos + 1) {
                    Some(b'\n') => {
                        self.src.pos += 2;
                        continue;
                    }
                    Some(quoted @ (b'$' | b'`' | b'\\' | b'"')) => {
                        self.flush_literal(mark);
                        self.scratch.parts.push(Part::Escaped(quoted));
                        self.src.pos += 2;
                        continue;
                    }
                    // What follows ends nothing.
                    Some(other) => {
                        self.scratch.literal.extend_from_slice(&[byte, other]);
                        self.src.pos += 2;
                        continue;
                    }
                    None => {}
                },
                b'"' => {
                    self.flush_literal(mark);
                    self.src.pos += 1;
                    let (parts, inner) = self.quoted_box(QuotedEnd::Quote)?;
                    flags = flags.with(inner).with(WordFlags::QUOTED);
                    self.scratch.parts.push(Part::DoubleQuoted(parts));
                    continue;
                }
                b'\'' if matches!(end, ArithEnd::Parentheses | ArithEnd::Clause | ArithEnd::Bracket) => {
                    // What is within does not end anything; it is kept as it stands.
                    let Some(after) = self.skip_quoted(pos, usize::MAX) else {
                        return Err(self.unmatched(b'\'', line));
                    };
                    self.scratch.literal.extend_from_slice(self.src.buf.get(pos..after).unwrap_or_default());
                    self.src.pos = after;
                    continue;
                }
                b'$' => {
                    match self.dollar(Some(QuotedEnd::Quote))? {
                        Some(part) => {
                            self.flush_literal(mark);
                            flags = flags.with(flags_of(&part));
                            self.scratch.parts.push(part);
                        }
                        None => self.scratch.literal.push(b'$'),
                    }
                    continue;
                }
                b'`' => {
                    self.flush_literal(mark);
                    let part = self.backquote(true)?;
                    self.scratch.parts.push(part);
                    flags = flags.with(WordFlags::EXPANSION);
                    continue;
                }
                b'(' => parentheses += 1,
                b')' if parentheses > 0 => parentheses -= 1,
                b')' if matches!(end, ArithEnd::Parentheses | ArithEnd::Clause) => {
                    if end == ArithEnd::Clause {
                        break;
                    }
                    let after = self.skip_joins(pos + 1);
                    if self.byte_at(after) != Some(b')') {
                        self.tok = Some(Token::Op(Op::Close));
                        (self.tok_start, self.tok_end) = (pos, pos + 1);
                        return self.unexpected();
                    }
                    self.src.pos = after + 1;
                    break;
                }
                b')' if end == ArithEnd::Bracket => {
                    self.tok = Some(Token::Op(Op::Close));
                    (self.tok_start, self.tok_end) = (pos, pos + 1);
                    return self.unexpected();
                }
                b'[' => brackets += 1,
                b']' if brackets > 0 => brackets -= 1,
                b']' if end == ArithEnd::Bracket => {
                    if parentheses > 0 {
                        return Err(self.unmatched(b')', line));
                    }
                    self.src.pos += 1;
                    break;
                }
                b';' if end == ArithEnd::Clause && parentheses == 0 => break,
                b'}' if matches!(end, ArithEnd::Offset | ArithEnd::Length) => break,
                b'?' if parentheses == 0 => questions += 1,
                b':' if end == ArithEnd::Offset && parentheses == 0 => {
                    if questions == 0 {
                        break;
                    }
                    questions -= 1;
                }
                _ => {}
            }
            self.scratch.literal.push(byte);
            self.src.pos += 1;
        }
        self.flush_literal(mark);
        Ok(flags)
    }

    /// The text of literal bytes from `mark` on becomes a part.
    pub fn flush_literal(&mut self, mark: usize) {
        if self.scratch.literal.len() > mark {
            let text = self.scratch.literal.get(mark..).unwrap_or_default().into();
            self.scratch.literal.truncate(mark);
            self.scratch.parts.push(Part::Literal(text));
        }
    }

    /// The subscript after `[`, which was taken, to `]`, which is taken too.
    pub fn subscript(&mut self) -> Result<Subscript> {
        match self.subscript_to(WordEnd::Bracket)? {
            Some(subscript) => Ok(subscript),
            None => self.unexpected(),
        }
    }

    /// The same within `${...}`, where a `}` makes it none.
    pub fn braced_subscript(&mut self) -> Result<Option<Subscript>> {
        self.subscript_to(WordEnd::BracedBracket)
    }

    fn subscript_to(&mut self, end: WordEnd) -> Result<Option<Subscript>> {
        let line = self.src.line_at(self.src.pos);
        let start = self.skip_joins(self.src.pos);
        let after = self.skip_joins(start + 1);
        if let (Some(byte @ (b'@' | b'*')), Some(b']')) = (self.byte_at(start), self.byte_at(after)) {
            self.src.pos = after + 1;
            return Ok(Some(if byte == b'@' { Subscript::At } else { Subscript::Star }));
        }
        let rules = WordRules { end, braces: false, colons: false, tilde: false };
        let mut word = self.nested(|grammar| grammar.word_here(rules, line))?;
        if self.byte() != Some(b']') {
            return Ok(None);
        }
        self.src.pos += 1;
        // Nothing in it is a pattern.
        word.flags.0 &= !WordFlags::GLOB.0;
        Ok(Some(Subscript::Index(self.arith_word(word))))
    }

    /// `word` with its parsed form, when that can be had without expanding it.
    fn arith_word(&mut self, word: Word) -> ArithWord {
        let names = &mut *self.cx.names;
        let rebuilt;
        let text: &[u8] = match &*word.parts {
            [] => b"",
            [Part::Literal(text)] => text,
            parts => match source_of(parts, names) {
                Some(text) => {
                    rebuilt = text;
                    &rebuilt
                }
                None => return ArithWord { word, parsed: None },
            },
        };
        let parsed = skosh_arith::parse(text, &mut |name| names.intern(name).0).ok().map(Box::new);
        ArithWord { word, parsed }
    }
}

/// The source of parts that are text and plain parameters.
fn source_of(parts: &[Part], names: &Interner) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    for part in parts {
        match part {
            Part::Literal(literal) => text.extend_from_slice(literal),
            Part::Variable { name, .. } => {
                text.extend_from_slice(b"${");
                text.extend_from_slice(names.name(*name));
                text.push(b'}');
            }
            Part::Param(param) if matches!(param.op, ParamOp::None) && param.subscript.is_none() && !param.indirect => {
                text.extend_from_slice(b"${");
                match param.name {
                    ParamName::Variable(name) => text.extend_from_slice(names.name(name)),
                    ParamName::Positional(number) => text.extend_from_slice(number.to_string().as_bytes()),
                    ParamName::Special(byte) => text.push(byte),
                }
                text.push(b'}');
            }
            _ => return None,
        }
    }
    Some(text)
}
