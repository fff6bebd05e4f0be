//! The state of one run of the parser, and the upper part of the grammar (POSIX XCU 2.10): complete commands, lists, and-or
//! lists and pipelines.

use std::rc::Rc;

use crate::ast::*;
use crate::error::{Result, SyntaxError, SyntaxErrorKind, Warning};
use crate::parser::Context;
use crate::source::Source;
use crate::token::{Op, Reserved, Token};

/// How many constructs may stand within one another. Each level costs stack while parsing, printing, executing and dropping:
/// parsing, in an unoptimised build, up to one and a half kilobytes. An expansion counts as two levels.
pub const MAX_DEPTH: u32 = 2_500;

/// Vectors that are used as stacks: a construct pushes its children and drains them into a box of the right size.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub parts: Vec<Part>,
    pub literal: Vec<u8>,
    pub words: Vec<Word>,
    pub redirects: Vec<Redirect>,
    pub assignments: Vec<Assignment>,
    pub items: Vec<ListItem>,
    pub commands: Vec<Command>,
}

impl Scratch {
    /// Empties the stacks after an error.
    pub fn clear(&mut self) {
        self.truncate([0; 7]);
    }

    /// How much is on each stack.
    pub fn sizes(&self) -> [usize; 7] {
        let Scratch { parts, literal, words, redirects, assignments, items, commands } = self;
        [parts.len(), literal.len(), words.len(), redirects.len(), assignments.len(), items.len(), commands.len()]
    }

    /// Takes what was pushed since [`Scratch::sizes`] off again, after an error.
    pub fn truncate(&mut self, sizes: [usize; 7]) {
        self.parts.truncate(sizes[0]);
        self.literal.truncate(sizes[1]);
        self.words.truncate(sizes[2]);
        self.redirects.truncate(sizes[3]);
        self.assignments.truncate(sizes[4]);
        self.items.truncate(sizes[5]);
        self.commands.truncate(sizes[6]);
    }
}

/// The elements from `mark` on, in a box of their size.
#[inline]
pub(crate) fn pop_from<T>(stack: &mut Vec<T>, mark: usize) -> Box<[T]> {
    if stack.len() <= mark { Box::default() } else { stack.drain(mark..).collect() }
}

/// A here-document whose body is still to come.
pub(crate) struct PendingHereDoc {
    pub doc: Rc<HereDoc>,
    pub line: u32,
}

/// One run of the parser.
pub(crate) struct Grammar<'a, 'c> {
    pub src: Source,
    pub cx: &'a mut Context<'c>,
    /// The token that was looked at.
    pub tok: Option<Token>,
    pub tok_start: usize,
    pub tok_end: usize,
    /// Something of the command was seen: more input is a continuation.
    pub started: bool,
    /// An alias that ends in a blank came just before this token.
    pub alias_next: bool,
    pub depth: u32,
    pub pending: Vec<PendingHereDoc>,
    /// What was found about double parentheses ahead.
    pub arith_scan: Option<Box<crate::arith::ArithScan>>,
    /// What was found about braces in the word at hand.
    pub brace_scan: Option<Box<crate::brace::BraceScan>>,
    /// Within `$( )`: a here-document may also end at its closing parenthesis.
    pub in_subst: bool,
    /// Within the body of a here-document: there the above does not hold, lest the inner delimiter end the outer one.
    pub in_here_doc: bool,
    /// Directly within `${ list; }` where the depth is this.
    pub shared: Option<u32>,
    pub scratch: Scratch,
    pub warnings: Vec<Warning>,
}

impl<'a, 'c> Grammar<'a, 'c> {
    pub fn new(src: Source, scratch: Scratch, warnings: Vec<Warning>, cx: &'a mut Context<'c>) -> Self {
        Grammar {
            src,
            cx,
            tok: None,
            tok_start: 0,
            tok_end: 0,
            started: false,
            alias_next: false,
            depth: 0,
            pending: Vec::new(),
            arith_scan: None,
            brace_scan: None,
            in_subst: false,
            in_here_doc: false,
            shared: None,
            scratch,
            warnings,
        }
    }

    /// Where the token that was looked at begins.
    #[inline]
    pub fn span(&mut self) -> Span {
        self.span_at(self.tok_start)
    }

    /// `pos` as a span.
    #[inline]
    pub fn span_at(&mut self, pos: usize) -> Span {
        Span { line: self.src.line_at(pos), start: self.src.offset(pos) }
    }

    /// Runs `parse` one level deeper.
    #[inline]
    pub fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.nested_by(1, parse)
    }

    /// Runs `parse` in a construct that costs as much as `levels` levels.
    #[inline]
    pub fn nested_by<T>(&mut self, levels: u32, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += levels;
        let result = parse(self);
        self.depth -= levels;
        result
    }

    #[cold]
    #[inline(never)]
    fn too_deep(&mut self) -> Box<SyntaxError> {
        self.tok_start = self.src.pos;
        self.error(SyntaxErrorKind::TooDeep, None)
    }

    /// The next complete command; `None` at the end.
    pub fn complete_command(&mut self) -> Result<Option<Rc<CompoundList>>> {
        loop {
            match self.peek() {
                Token::Newline => {
                    self.take();
                    self.src.compact();
                }
                Token::End => {
                    self.src.pos = self.tok_start;
                    return Ok(None);
                }
                Token::Plain(_) if self.command_alias() => {}
                _ => break,
            }
        }
        let mark = self.scratch.items.len();
        loop {
            let and_or = self.and_or()?;
            let mut is_async = false;
            let more = match self.peek() {
                Token::Op(Op::Semi) => {
                    self.take();
                    true
                }
                Token::Op(Op::And) => {
                    self.take();
                    is_async = true;
                    true
                }
                _ => false,
            };
            let newline = self.peek() == Token::Newline;
            self.scratch.items.push(ListItem { and_or, is_async, newline });
            match self.peek() {
                Token::Newline => {
                    self.newline()?;
                    break;
                }
                Token::End => {
                    if !self.pending.is_empty() {
                        self.read_here_docs()?;
                    }
                    break;
                }
                _ if more => {}
                _ => return self.unexpected(),
            }
        }
        Ok(Some(Rc::new(CompoundList { items: pop_from(&mut self.scratch.items, mark) })))
    }

    /// A list up to a reserved word or an operator that cannot begin or continue a command. May be empty.
    pub fn compound_list(&mut self) -> Result<CompoundList> {
        let mark = self.scratch.items.len();
        self.newlines()?;
        while !self.at_list_end()? {
            let and_or = self.and_or()?;
            let (is_async, newline) = match self.peek() {
                Token::Op(op @ (Op::Semi | Op::And)) => {
                    self.take();
                    (op == Op::And, false)
                }
                Token::Newline => (false, true),
                _ => {
                    self.scratch.items.push(ListItem { and_or, is_async: false, newline: false });
                    break;
                }
            };
            self.scratch.items.push(ListItem { and_or, is_async, newline });
            self.newlines()?;
        }
        Ok(CompoundList { items: pop_from(&mut self.scratch.items, mark) })
    }

    /// A compound list that must not be empty.
    pub fn required_list(&mut self) -> Result<CompoundList> {
        let list = self.compound_list()?;
        if list.items.is_empty() { self.unexpected() } else { Ok(list) }
    }

    fn at_list_end(&mut self) -> Result<bool> {
        loop {
            return Ok(match self.peek() {
                Token::Plain(_) | Token::Word if self.at_shared_end() => true,
                Token::End | Token::Op(Op::Close | Op::SemiSemi | Op::SemiAnd | Op::SemiSemiAnd) => true,
                Token::Plain(_) => {
                    if self.command_alias() {
                        // The value may begin with newlines or be empty.
                        self.newlines()?;
                        continue;
                    }
                    self.peek_reserved().is_some_and(Reserved::closes)
                }
                _ => false,
            });
        }
    }

    /// At the `}` of `${ list; }`, whatever follows it?
    fn at_shared_end(&self) -> bool {
        self.shared == Some(self.depth) && self.src.buf.get(self.tok_start) == Some(&b'}')
    }

    /// Replaces the word that comes next, in the place of a command name, if it is an alias.
    fn command_alias(&mut self) -> bool {
        if !self.cx.options.aliases {
            return false;
        }
        // In POSIX mode reserved words come before aliases.
        !(self.cx.options.posix && self.peek_reserved().is_some()) && self.substitute_alias()
    }

    /// Pipelines joined by `&&` and `||`.
    pub fn and_or(&mut self) -> Result<AndOr> {
        let first = self.pipeline()?;
        if !matches!(self.peek(), Token::Op(Op::AndAnd | Op::OrOr)) {
            return Ok(AndOr { first, rest: Box::default() });
        }
        let mut rest = Vec::new();
        loop {
            let op = match self.peek() {
                Token::Op(Op::AndAnd) => AndOrOp::And,
                Token::Op(Op::OrOr) => AndOrOp::Or,
                _ => break,
            };
            self.take();
            self.newlines()?;
            rest.push((op, self.pipeline()?));
        }
        Ok(AndOr { first, rest: rest.into() })
    }

    /// `[time] [!] command | command ...`
    fn pipeline(&mut self) -> Result<Pipeline> {
        let mut negated = false;
        let mut timed = None;
        let mut prefixed = false;
        loop {
            match self.peek_command_word() {
                Some(Reserved::Bang) => {
                    self.take();
                    negated = !negated;
                }
                Some(Reserved::Time) => {
                    if !self.time_prefix(&mut timed) {
                        break;
                    }
                }
                _ => break,
            }
            prefixed = true;
        }
        if prefixed && !self.cx.options.posix || timed.is_some() {
            let alone = match self.peek() {
                Token::Newline | Token::End | Token::Op(Op::Semi | Op::AndAnd | Op::OrOr | Op::Close) => true,
                _ => self.peek_reserved().is_some_and(Reserved::closes),
            };
            if alone {
                return Ok(Pipeline { commands: Box::default(), negated, timed });
            }
        }
        let mark = self.scratch.commands.len();
        self.command()?;
        loop {
            match self.peek() {
                Token::Op(Op::Pipe) => self.take(),
                Token::Op(Op::PipeAnd) => {
                    let span = self.span();
                    self.take();
                    if let Some(command) = self.scratch.commands.last_mut() {
                        redirect_errors(command, span);
                    }
                }
                _ => break,
            }
            self.newlines()?;
            self.command()?;
        }
        Ok(Pipeline { commands: pop_from(&mut self.scratch.commands, mark), negated, timed })
    }

    /// The reserved word in the place of a command name, after aliases.
    pub fn peek_command_word(&mut self) -> Option<Reserved> {
        while self.command_alias() {}
        self.peek_reserved()
    }

    /// `time [-p] [--]`; false (and nothing taken) when the word is a command name after all.
    fn time_prefix(&mut self, timed: &mut Option<TimeFormat>) -> bool {
        let (start, end) = (self.tok_start, self.tok_end);
        self.take();
        let option = match self.peek() {
            Token::Plain(_) | Token::Word => self.tok_text().first() == Some(&b'-'),
            _ => false,
        };
        if option && self.cx.options.posix {
            // POSIX: not reserved when an option follows, so that the utility can be found.
            self.tok = Some(Token::Plain(0));
            (self.tok_start, self.tok_end) = (start, end);
            self.src.pos = start;
            return false;
        }
        *timed = Some(TimeFormat::Default);
        if matches!(self.peek(), Token::Plain(_)) && self.tok_text() == b"-p" {
            self.take();
            *timed = Some(TimeFormat::Posix);
        }
        if matches!(self.peek(), Token::Plain(_)) && self.tok_text() == b"--" {
            self.take();
        }
        true
    }
}

/// What `|&` adds to the command before it: `2>&1`, after its other redirections.
fn redirect_errors(command: &mut Command, span: Span) {
    let word = Word { parts: Box::new([Part::Literal(b"1".as_slice().into())]), flags: WordFlags(0), line: span.line };
    let redirect = Redirect { span, fd: RedirectFd::Number(2), kind: RedirectKind::DupOutput(word) };
    let redirects = match command {
        Command::Simple(simple) => &mut simple.redirects,
        Command::Compound(compound) => &mut compound.redirects,
        Command::Function(_) => return,
    };
    let mut list = std::mem::take(redirects).into_vec();
    list.push(redirect);
    *redirects = list.into();
}
