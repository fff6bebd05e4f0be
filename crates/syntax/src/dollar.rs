//! What begins with `$` or a backquote: command substitution, arithmetic expansion, `$'...'`, `$"..."`, and the plain
//! parameters. `${...}` is in `parameter.rs`, the text of arithmetic in `arith.rs`.

use std::rc::Rc;

use crate::ast::*;
use crate::error::{Result, SyntaxErrorKind};
use crate::grammar::{Grammar, pop_from};
use crate::names::{is_name_byte, is_name_start};
use crate::quoted::QuotedEnd;
use crate::source::Source;
use crate::token::{JOIN_LIMIT, Op, Token};

impl Grammar<'_, '_> {
    /// The part that the `$` at the position begins; `None` (the `$` taken) when it is just a character. `quoted` is the kind of
    /// double-quoted text it stands in.
    pub fn dollar(&mut self, quoted: Option<QuotedEnd>) -> Result<Option<Part>> {
        let dollar = self.src.pos;
        let next = self.skip_joins(dollar + 1);
        let Some(byte) = self.byte_at(next) else {
            self.src.pos = dollar + 1;
            return Ok(None);
        };
        let bash = !self.cx.options.posix;
        Ok(Some(match byte {
            b'{' => {
                self.src.pos = next + 1;
                self.nested_by(2, |grammar| grammar.braced(quoted))?
            }
            b'(' => {
                let after = self.skip_joins(next + 1);
                if self.byte_at(after) == Some(b'(') && self.is_arithmetic(after + 1)? {
                    self.src.pos = after + 1;
                    return Ok(Some(self.nested(Self::arith_expansion)?));
                }
                self.src.pos = next + 1;
                self.nested_by(2, Self::command_substitution)?
            }
            b'[' if bash => {
                self.src.pos = next + 1;
                self.nested(Self::old_arith_expansion)?
            }
            // bash, not POSIX: also in `"${name-word}"`.
            b'\'' if quoted.is_none() || (quoted == Some(QuotedEnd::Brace) && bash && !self.in_here_doc) => {
                self.src.pos = next + 1;
                self.ansi_quoted()?
            }
            b'"' if quoted.is_none() && bash => {
                self.src.pos = next + 1;
                let (parts, _) = self.quoted_box(QuotedEnd::Quote)?;
                Part::Localized(parts)
            }
            b'0'..=b'9' => {
                self.src.pos = next + 1;
                let name = match byte {
                    b'0' => ParamName::Special(b'0'),
                    digit => ParamName::Positional(u32::from(digit - b'0')),
                };
                self.plain_param(name)
            }
            b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!' => {
                self.src.pos = next + 1;
                self.plain_param(ParamName::Special(byte))
            }
            byte if is_name_start(byte) => {
                let (start, end) = self.name_end(next);
                let name = self.src.buf.get(start..end).unwrap_or_default();
                let name = self.cx.names.intern(name);
                self.src.pos = end;
                Part::Variable { name, braced: false }
            }
            _ => {
                self.src.pos = dollar + 1;
                return Ok(None);
            }
        }))
    }

    #[inline(never)]
    fn plain_param(&mut self, name: ParamName) -> Part {
        let line = self.src.line_at(self.src.pos);
        Part::Param(Box::new(Param { name, subscript: None, indirect: false, op: ParamOp::None, braced: false, line }))
    }

    /// Where the name that begins at `start` begins and ends, line continuations within it taken out.
    pub fn name_end(&mut self, start: usize) -> (usize, usize) {
        let mut start = start;
        let mut pos = start;
        loop {
            match self.byte_at(pos) {
                Some(byte) if is_name_byte(byte) => pos += 1,
                Some(b'\\') if pos - start <= JOIN_LIMIT && self.byte_at(pos + 1) == Some(b'\n') => {
                    self.src.join(start, pos, 2);
                    start += 2;
                    pos += 2;
                }
                _ => return (start, pos),
            }
        }
    }

    /// `$(`, which was taken, to `)`.
    #[inline(never)]
    fn command_substitution(&mut self) -> Result<Part> {
        let line = self.src.line_at(self.src.pos);
        let body = self.enclosed_list(line, b')')?;
        Ok(Part::Command(Rc::new(CommandSubst { line, form: SubstForm::Dollar, body, source: Box::default() })))
    }

    /// A list and the `)` that ends it, or the `}` of `${ list; }`. The lists of tokens and here-documents around it wait.
    pub fn enclosed_list(&mut self, line: u32, close: u8) -> Result<CompoundList> {
        let pending = std::mem::take(&mut self.pending);
        let in_subst = std::mem::replace(&mut self.in_subst, !self.in_here_doc);
        let alias_next = std::mem::replace(&mut self.alias_next, false);
        let brace_scan = self.brace_scan.take();
        let shared = std::mem::replace(&mut self.shared, (close == b'}').then_some(self.depth));
        self.tok = None;
        let list = self.compound_list()?;
        let ended = match self.peek() {
            Token::End => {
                // bash names the line where the input ended.
                let end = self.src.line_at(self.tok_start);
                return Err(self.unmatched(close, if close == b')' { end } else { line }));
            }
            Token::Op(Op::Close) => close == b')',
            Token::Plain(_) | Token::Word => close == b'}' && self.src.buf.get(self.tok_start) == Some(&b'}'),
            _ => false,
        };
        if !ended {
            return self.unexpected();
        }
        // Here-documents whose line ends after the substitution are read with those around it.
        let mut inner = std::mem::replace(&mut self.pending, pending);
        if self.in_here_doc {
            // There is no line after it.
            let end = self.src.line_at(self.tok_start);
            inner.drain(..).for_each(|here_doc| self.leave_empty(here_doc, end));
        }
        self.pending.append(&mut inner);
        self.tok = None;
        self.src.pos = self.tok_start + 1;
        self.in_subst = in_subst;
        self.alias_next = alias_next;
        self.brace_scan = brace_scan;
        self.shared = shared;
        Ok(list)
    }

    /// `<(` or `>(`.
    #[inline(never)]
    pub fn process_substitution(&mut self) -> Result<Part> {
        let output = self.byte() == Some(b'>');
        let line = self.src.line_at(self.src.pos);
        self.src.pos = self.skip_joins(self.src.pos + 1) + 1;
        let body = self.nested_by(2, |grammar| grammar.enclosed_list(line, b')'))?;
        Ok(Part::Process { output, body: Rc::new(body) })
    }

    /// A backquoted command substitution. Its text is unescaped, then parsed by itself.
    #[inline(never)]
    pub fn backquote(&mut self, in_quotes: bool) -> Result<Part> {
        let start = self.src.pos;
        let line = self.src.line_at(start);
        let mut text = Vec::new();
        let mut pos = start + 1;
        loop {
            let rest = self.src.buf.get(pos..).unwrap_or_default();
            let run = memchr::memchr2(b'`', b'\\', rest).unwrap_or(rest.len());
            text.extend_from_slice(rest.get(..run).unwrap_or_default());
            pos += run;
            match self.byte_at(pos) {
                Some(b'`') => break,
                Some(b'\\') => {
                    let next = self.byte_at(pos + 1);
                    match next {
                        // Even between single quotes.
                        Some(b'\n') => {}
                        Some(quoted @ (b'$' | b'`' | b'\\')) => text.push(quoted),
                        Some(b'"') if in_quotes => text.push(b'"'),
                        Some(other) => text.extend_from_slice(&[b'\\', other]),
                        None => return Err(self.unmatched(b'`', line)),
                    }
                    pos += 2;
                }
                Some(_) => {}
                None => return Err(self.unmatched(b'`', line)),
            }
        }
        let source = without_joins(self.src.buf.get(start + 1..pos).unwrap_or_default());
        self.src.pos = pos + 1;
        let sizes = self.scratch.sizes();
        let copy: Box<[u8]> = if self.cx.options.posix { Box::default() } else { text.as_slice().into() };
        let body = self.nested_by(2, |grammar| {
            grammar.within(Source::of(text, line), |grammar| {
                let list = grammar.compound_list()?;
                if grammar.peek() != Token::End {
                    return grammar.unexpected();
                }
                if !grammar.pending.is_empty() {
                    grammar.read_here_docs()?;
                }
                Ok(list)
            })
        });
        let body = match body {
            // In bash an error in it shows only when it is executed.
            Err(error) if error.kind != SyntaxErrorKind::TooDeep && !self.cx.options.posix => {
                self.scratch.truncate(sizes);
                self.evaluated_list(copy, line)
            }
            body => body?,
        };
        Ok(Part::Command(Rc::new(CommandSubst { line, form: SubstForm::Backquote, body, source })))
    }

    /// `builtin eval text`: a list whose text is parsed when it is executed.
    #[cold]
    fn evaluated_list(&mut self, text: Box<[u8]>, line: u32) -> CompoundList {
        let word = |part| Word { parts: Box::new([part]), flags: WordFlags(0), line };
        let words = Box::new([
            word(Part::Literal(b"builtin".as_slice().into())),
            word(Part::Literal(b"eval".as_slice().into())),
            Word { flags: WordFlags::QUOTED, ..word(Part::SingleQuoted(text)) },
        ]);
        let name = Some(self.cx.names.intern(b"builtin"));
        let span = Span { line, start: self.src.offset(self.src.pos) };
        let (assignments, redirects) = (Box::default(), Box::default());
        let command = Command::Simple(SimpleCommand { span, assignments, words, redirects, name });
        let first = Pipeline { commands: Box::new([command]), negated: false, timed: None };
        let and_or = AndOr { first, rest: Box::default() };
        CompoundList { items: Box::new([ListItem { and_or, is_async: false, newline: false }]) }
    }

    /// Parses another text in the place of the source.
    #[inline(never)]
    pub fn within<T>(&mut self, text: Source, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let source = std::mem::replace(&mut self.src, text);
        let pending = std::mem::take(&mut self.pending);
        let tok = (self.tok.take(), self.tok_start, self.tok_end);
        let alias_next = std::mem::replace(&mut self.alias_next, false);
        let in_subst = std::mem::replace(&mut self.in_subst, false);
        let shared = self.shared.take();
        let scans = (self.arith_scan.take(), self.brace_scan.take());
        let result = parse(self);
        self.src = source;
        self.pending = pending;
        (self.tok, self.tok_start, self.tok_end) = tok;
        self.alias_next = alias_next;
        self.in_subst = in_subst;
        self.shared = shared;
        (self.arith_scan, self.brace_scan) = scans;
        result
    }

    /// `$'`, which was taken, to `'`.
    #[inline(never)]
    fn ansi_quoted(&mut self) -> Result<Part> {
        let start = self.src.pos;
        let mut pos = start;
        loop {
            match self.byte_at(pos) {
                Some(b'\'') => break,
                Some(b'\\') => pos += 2,
                Some(_) => pos += 1,
                None => {
                    let line = self.src.line_at(start);
                    return Err(self.unmatched(b'\'', line));
                }
            }
        }
        let raw: Box<[u8]> = self.src.buf.get(start..pos).unwrap_or_default().into();
        self.src.pos = pos + 1;
        let value = crate::ansi::decode(&raw);
        Ok(Part::AnsiQuoted { raw, value })
    }

    /// The body of a here-document (or a prompt): expansions, no quotes.
    pub fn here_doc_word(&mut self, text: Vec<u8>, line: u32) -> Result<Word> {
        let outer = std::mem::replace(&mut self.in_here_doc, true);
        let word = self.within(Source::of(text, line), |grammar| {
            let (parts, flags) = grammar.quoted_box(QuotedEnd::Text)?;
            Ok(crate::word::finish(parts, flags, line))
        });
        self.in_here_doc = outer;
        word
    }

    /// The parts pushed since `mark`, as a word.
    pub fn word_from(&mut self, mark: usize, flags: WordFlags, line: u32) -> Word {
        crate::word::finish(pop_from(&mut self.scratch.parts, mark), flags, line)
    }
}

/// `source` without its line continuations.
fn without_joins(source: &[u8]) -> Box<[u8]> {
    if memchr::memmem::find(source, b"\\\n").is_none() {
        return source.into();
    }
    let mut out = Vec::with_capacity(source.len());
    let mut bytes = source.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, if byte == b'\\' { bytes.next() } else { None }) {
            (_, Some(b'\n')) => {}
            (byte, next) => {
                out.push(byte);
                out.extend(next);
            }
        }
    }
    out.into()
}
