//! Commands: simple commands with their assignments and redirections, and function definitions (POSIX XCU 2.9.1, 2.7, 2.9.5).

use std::cell::OnceCell;
use std::rc::Rc;

use crate::ast::*;
use crate::error::{Result, SyntaxErrorKind};
use crate::grammar::{Grammar, PendingHereDoc, pop_from};
use crate::heredoc::unquoted;
use crate::names::{Sym, is_name};
use crate::token::{Op, Reserved, Token, descriptor, io_variable};

/// The commands whose arguments may be assignments.
fn is_declaration_utility(name: &[u8], posix: bool) -> bool {
    match name {
        b"export" | b"readonly" | b"local" | b"declare" | b"typeset" => true,
        b"alias" => !posix,
        _ => false,
    }
}

/// What the arguments of a simple command may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arguments {
    /// Plain words.
    Words,
    /// After `command` or `builtin`: a declaration utility may follow.
    Prefix,
    /// Assignments are looked for.
    Assignments,
    /// `eval` and `let`: `name=( ... )` is understood, but words are words.
    Arrays,
}

impl Grammar<'_, '_> {
    /// One command, pushed on its stack: it is too large to be handed up through many frames.
    pub fn command(&mut self) -> Result<()> {
        match self.peek_command_word() {
            None => match self.peek() {
                Token::Op(Op::Open) => self.nested(Self::parenthesis),
                Token::Op(op) if op.is_redirect() => self.simple_command(),
                Token::Plain(_) | Token::Word | Token::IoNumber | Token::IoVariable => self.simple_command(),
                _ => self.unexpected(),
            },
            Some(Reserved::Function) => self.nested(Self::function_keyword),
            // `time` is reserved only where a pipeline begins.
            Some(Reserved::In | Reserved::Time) => self.simple_command(),
            Some(Reserved::Bang) => self.unexpected(),
            Some(reserved) if reserved.closes() => self.unexpected(),
            Some(reserved) => self.nested(|grammar| grammar.compound(reserved)),
        }
    }

    /// Assignments, words and redirections; or a function definition, which begins like one.
    #[inline(never)]
    fn simple_command(&mut self) -> Result<()> {
        let span = self.span();
        let words_mark = self.scratch.words.len();
        let redirects_mark = self.scratch.redirects.len();
        let assignments_mark = self.scratch.assignments.len();
        let mut name = None;
        let mut arguments = Arguments::Words;
        self.alias_next = false;
        loop {
            let first = self.scratch.words.len() == words_mark;
            match self.peek() {
                Token::Plain(_) | Token::Word => {
                    if (first || self.alias_next) && self.cx.options.aliases {
                        let next = std::mem::take(&mut self.alias_next);
                        // The very first word has been looked up already; here it comes after an assignment.
                        if self.substitute_alias() {
                            // The first word of the value may be an alias too.
                            self.alias_next = next;
                            continue;
                        }
                    }
                    if first {
                        if self.assignment()? {
                            continue;
                        }
                        let plain = matches!(self.peek(), Token::Plain(_));
                        let start = self.tok_start;
                        let word = self.word()?;
                        if let Some(literal) = word.as_literal() {
                            name = Some(self.cx.names.intern(literal));
                            if plain {
                                arguments = self.arguments_of(literal);
                            }
                        }
                        let alone = self.scratch.redirects.len() == redirects_mark
                            && self.scratch.assignments.len() == assignments_mark;
                        if alone && self.peek() == Token::Op(Op::Open) {
                            return self.function_parentheses(span, &word, start);
                        }
                        self.scratch.words.push(word);
                    } else {
                        let word = self.argument(&mut arguments)?;
                        self.scratch.words.push(word);
                    }
                }
                Token::IoNumber | Token::IoVariable => self.redirect()?,
                Token::Op(op) if op.is_redirect() => self.redirect()?,
                Token::Op(Op::Open) => return self.unexpected(),
                _ => break,
            }
        }
        let command = SimpleCommand {
            span,
            assignments: pop_from(&mut self.scratch.assignments, assignments_mark),
            words: pop_from(&mut self.scratch.words, words_mark),
            redirects: pop_from(&mut self.scratch.redirects, redirects_mark),
            name,
        };
        self.scratch.commands.push(Command::Simple(command));
        Ok(())
    }

    fn arguments_of(&self, command: &[u8]) -> Arguments {
        match command {
            b"command" | b"builtin" => Arguments::Prefix,
            b"eval" | b"let" if !self.cx.options.posix => Arguments::Arrays,
            name if is_declaration_utility(name, self.cx.options.posix) => Arguments::Assignments,
            _ => Arguments::Words,
        }
    }

    /// An argument of a simple command.
    fn argument(&mut self, arguments: &mut Arguments) -> Result<Word> {
        match arguments {
            Arguments::Words => self.word(),
            Arguments::Prefix => {
                let plain = matches!(self.peek(), Token::Plain(_));
                let word = self.word()?;
                match word.as_literal() {
                    Some(text) if plain && text.starts_with(b"-") => {}
                    Some(text) if plain => *arguments = self.arguments_of(text),
                    _ => *arguments = Arguments::Words,
                }
                Ok(word)
            }
            Arguments::Assignments => self.assignment_argument(),
            Arguments::Arrays => match self.array_argument()? {
                Some(word) => Ok(word),
                None => self.word(),
            },
        }
    }

    /// One redirection, pushed on its stack; the token that begins it was looked at.
    #[inline(never)]
    pub fn redirect(&mut self) -> Result<()> {
        let span = self.span();
        let fd = match self.peek() {
            Token::IoNumber => {
                let number = descriptor(self.tok_text()).unwrap_or_default();
                self.take();
                RedirectFd::Number(number)
            }
            Token::IoVariable => {
                let name = io_variable(self.tok_text()).unwrap_or_default().to_vec();
                self.take();
                RedirectFd::Variable(self.cx.names.intern(&name))
            }
            _ => RedirectFd::Default,
        };
        let Token::Op(op) = self.peek() else { return self.unexpected() };
        let kind = match op {
            Op::Less => self.file(FileMode::Read)?,
            Op::Great => self.file(FileMode::Write)?,
            Op::Clobber => self.file(FileMode::Clobber)?,
            Op::Append => self.file(FileMode::Append)?,
            Op::ReadWrite => self.file(FileMode::ReadWrite)?,
            Op::WriteBoth => self.file(FileMode::WriteBoth)?,
            Op::AppendBoth => self.file(FileMode::AppendBoth)?,
            Op::DupInput => RedirectKind::DupInput(self.target()?),
            Op::DupOutput => RedirectKind::DupOutput(self.target()?),
            Op::HereString => RedirectKind::HereString(self.target()?),
            Op::HereDoc => self.here_doc(false)?,
            Op::HereDocStrip => self.here_doc(true)?,
            _ => return self.unexpected(),
        };
        self.scratch.redirects.push(Redirect { span, fd, kind });
        Ok(())
    }

    fn file(&mut self, mode: FileMode) -> Result<RedirectKind> {
        Ok(RedirectKind::File(mode, self.target()?))
    }

    /// The word after a redirection operator, which is the token that was looked at.
    fn target(&mut self) -> Result<Word> {
        self.take();
        match self.peek() {
            Token::Plain(_) | Token::Word => self.word(),
            // A number or `{name}` that another redirection would have for its own.
            Token::IoNumber | Token::IoVariable => self.word(),
            _ => self.unexpected(),
        }
    }

    /// `<<` or `<<-` and the delimiter. The body comes after the line.
    fn here_doc(&mut self, strip_tabs: bool) -> Result<RedirectKind> {
        self.take();
        let line = self.src.line_at(self.src.pos);
        let (delimiter, quoted) = match self.peek() {
            Token::Plain(_) => {
                let text: Box<[u8]> = self.tok_text().into();
                self.take();
                (text, false)
            }
            Token::Word | Token::IoNumber | Token::IoVariable => self.here_doc_delimiter()?,
            _ => return self.unexpected(),
        };
        // The lines it is compared with have lost theirs.
        let delimiter = if strip_tabs && delimiter.contains(&b'\t') { without_tabs(&delimiter) } else { delimiter };
        let doc = Rc::new(HereDoc { delimiter, quoted, strip_tabs, body: OnceCell::new() });
        self.pending.push(PendingHereDoc { doc: doc.clone(), line });
        Ok(RedirectKind::HereDoc(doc))
    }

    /// The redirections after a compound command.
    pub fn redirects(&mut self) -> Result<Box<[Redirect]>> {
        let mark = self.scratch.redirects.len();
        loop {
            match self.peek() {
                Token::IoNumber | Token::IoVariable => {}
                Token::Op(op) if op.is_redirect() => {}
                _ => break,
            }
            self.redirect()?;
        }
        Ok(pop_from(&mut self.scratch.redirects, mark))
    }

    /// `name ()`: the parenthesis was looked at, the name began at `start`.
    #[inline(never)]
    fn function_parentheses(&mut self, span: Span, word: &Word, start: usize) -> Result<()> {
        let name_end = self.tok_start;
        self.take();
        if !self.take_op(Op::Close) {
            return self.unexpected();
        }
        let name: Vec<u8> = match unquoted(word) {
            Some(name) => name,
            None => self.src.buf.get(start..name_end).unwrap_or_default().trim_ascii_end().to_vec(),
        };
        self.nested(|grammar| grammar.function_body(span, &name, false))
    }

    /// `function name [()] body`
    #[inline(never)]
    fn function_keyword(&mut self) -> Result<()> {
        let span = self.span();
        self.take();
        if !matches!(self.peek(), Token::Plain(_) | Token::Word) {
            return self.unexpected();
        }
        let start = self.tok_start;
        let word = self.word()?;
        let name: Vec<u8> = match unquoted(&word) {
            Some(name) => name,
            None => self.src.buf.get(start..self.src.pos).unwrap_or_default().to_vec(),
        };
        if self.peek() == Token::Op(Op::Open) && !self.at_double_parenthesis() {
            let open = self.tok_start;
            self.take();
            if !self.take_op(Op::Close) {
                // `function f (list)`: the body is a subshell.
                self.tok = None;
                self.src.pos = open;
            }
        }
        self.function_body(span, &name, true)
    }

    fn function_body(&mut self, span: Span, name: &[u8], keyword: bool) -> Result<()> {
        if self.cx.options.posix && !keyword && !is_name(name) {
            return Err(self.error(SyntaxErrorKind::BadFunctionName, Some(name.into())));
        }
        self.newlines()?;
        let name = self.cx.names.intern(name);
        if !self.cx.options.posix {
            // Only a compound command will do.
            let compound = match self.peek_command_word() {
                Some(Reserved::Function | Reserved::Time | Reserved::Bang | Reserved::Coproc | Reserved::In) => false,
                Some(reserved) => !reserved.closes(),
                None => self.peek() == Token::Op(Op::Open),
            };
            if !compound {
                return self.unexpected();
            }
        }
        self.command()?;
        self.define_function(span, name, keyword)
    }

    /// Makes the command that was pushed the body of a function.
    #[inline(never)]
    fn define_function(&mut self, span: Span, name: Sym, keyword: bool) -> Result<()> {
        let body = match self.scratch.commands.pop() {
            Some(body @ Command::Compound(_)) => body,
            // Any command will do for dash and ksh; it becomes a group.
            Some(body) if self.cx.options.posix => {
                let pipeline = Pipeline { commands: Box::new([body]), negated: false, timed: None };
                let and_or = AndOr { first: pipeline, rest: Box::default() };
                let list = CompoundList { items: Box::new([ListItem { and_or, is_async: false, newline: false }]) };
                Command::Compound(Compound { span, kind: CompoundKind::BraceGroup(list), redirects: Box::default() })
            }
            _ => return self.unexpected(),
        };
        self.scratch.commands.push(Command::Function(Rc::new(FunctionDefinition { span, name, keyword, body })));
        Ok(())
    }
}

/// `text` without the tabs at the beginning of each of its lines.
fn without_tabs(text: &[u8]) -> Box<[u8]> {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let lines = lines.map(|line| {
        let tabs = line.iter().take_while(|&&byte| byte == b'\t').count();
        line.get(tabs..).unwrap_or_default()
    });
    lines.collect::<Vec<_>>().concat().into()
}
