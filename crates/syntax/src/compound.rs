//! Compound commands (POSIX XCU 2.9.4) with bash's `select`, `coproc`, `for ((`, `((` and `[[`.

use std::rc::Rc;

use crate::ast::*;
use crate::error::{Result, SyntaxErrorKind};
use crate::grammar::{Grammar, pop_from};
use crate::names::{Sym, is_name, well_known};
use crate::token::{Op, Reserved, Token};

impl Grammar<'_, '_> {
    /// The compound command that the reserved word, which was looked at, begins.
    pub fn compound(&mut self, reserved: Reserved) -> Result<()> {
        let span = self.span();
        self.alias_next = false;
        self.take();
        let kind = match reserved {
            Reserved::If => self.if_clauses()?,
            Reserved::While => self.while_loop(false)?,
            Reserved::Until => self.while_loop(true)?,
            Reserved::For => self.for_loop()?,
            Reserved::Select => self.select_loop()?,
            Reserved::Case => self.case()?,
            Reserved::OpenBrace => self.brace_group()?,
            Reserved::Conditional => self.conditional()?,
            // It has no redirections of its own: the command takes them.
            Reserved::Coproc => {
                let kind = self.coproc()?;
                self.scratch.commands.push(Command::Compound(Compound { span, kind, redirects: Box::default() }));
                return Ok(());
            }
            _ => return self.unexpected(),
        };
        self.push_compound(span, kind)
    }

    /// Pushes a compound command with the redirections that follow.
    fn push_compound(&mut self, span: Span, kind: CompoundKind) -> Result<()> {
        let redirects = self.redirects()?;
        self.scratch.commands.push(Command::Compound(Compound { span, kind, redirects }));
        Ok(())
    }

    /// `(`, which was looked at: a subshell or `((`.
    pub fn parenthesis(&mut self) -> Result<()> {
        let span = self.span();
        let kind = if self.at_double_parenthesis() && self.is_arithmetic(self.tok_end + 1)? {
            self.src.pos = self.tok_end + 1;
            self.tok = None;
            CompoundKind::Arith(self.arith_command()?)
        } else {
            self.take();
            let list = self.required_list()?;
            self.expect_op(Op::Close)?;
            CompoundKind::Subshell(Rc::new(list))
        };
        self.push_compound(span, kind)
    }

    /// Takes `op`, or fails.
    pub fn expect_op(&mut self, op: Op) -> Result<()> {
        if self.take_op(op) { Ok(()) } else { self.unexpected() }
    }

    /// Takes the reserved word, or fails.
    fn expect(&mut self, word: Reserved) -> Result<()> {
        if self.take_reserved(word) { Ok(()) } else { self.unexpected() }
    }

    #[inline(never)]
    fn brace_group(&mut self) -> Result<CompoundKind> {
        let list = self.required_list()?;
        self.expect(Reserved::CloseBrace)?;
        Ok(CompoundKind::BraceGroup(list))
    }

    #[inline(never)]
    fn if_clauses(&mut self) -> Result<CompoundKind> {
        let mut clauses = Vec::with_capacity(1);
        loop {
            let condition = self.required_list()?;
            self.expect(Reserved::Then)?;
            let body = self.required_list()?;
            clauses.push(IfClause { condition, body });
            match self.peek_reserved() {
                Some(Reserved::Elif) => self.take(),
                Some(Reserved::Else) => {
                    self.take();
                    let otherwise = self.required_list()?;
                    self.expect(Reserved::Fi)?;
                    return Ok(CompoundKind::If(clauses.into(), Some(otherwise)));
                }
                Some(Reserved::Fi) => {
                    self.take();
                    return Ok(CompoundKind::If(clauses.into(), None));
                }
                _ => return self.unexpected(),
            }
        }
    }

    #[inline(never)]
    fn while_loop(&mut self, until: bool) -> Result<CompoundKind> {
        let condition = self.required_list()?;
        let body = self.do_group(false)?;
        Ok(CompoundKind::While { until, condition, body })
    }

    /// `do list done`, or with `brace` also `{ list }` as bash allows after `for` and `select`.
    fn do_group(&mut self, brace: bool) -> Result<CompoundList> {
        let end = match self.peek_reserved() {
            Some(Reserved::Do) => Reserved::Done,
            Some(Reserved::OpenBrace) if brace => Reserved::CloseBrace,
            _ => return self.unexpected(),
        };
        self.take();
        let list = self.required_list()?;
        self.expect(end)?;
        Ok(list)
    }

    /// The name after `for` or `select`.
    fn loop_variable(&mut self) -> Result<Sym> {
        self.aliases_after_blank();
        match self.peek() {
            Token::Plain(_) => {}
            _ => return self.unexpected(),
        }
        let name = self.tok_text().to_vec();
        // bash finds that out only when it executes the loop.
        if self.cx.options.posix && !is_name(&name) {
            return Err(self.error(SyntaxErrorKind::BadLoopVariable, Some(name.into())));
        }
        self.take();
        Ok(self.cx.names.intern(&name))
    }

    /// `[in words] ;` before `do`.
    fn loop_words(&mut self) -> Result<Option<Box<[Word]>>> {
        // A semicolon may come only where no `in` does; newlines may come before either.
        if self.take_op(Op::Semi) {
            self.newlines()?;
            return Ok(None);
        }
        self.newlines()?;
        if !self.take_reserved(Reserved::In) {
            return Ok(None);
        }
        let mark = self.scratch.words.len();
        while matches!(self.peek(), Token::Plain(_) | Token::Word) {
            let word = self.word()?;
            self.scratch.words.push(word);
        }
        let words = pop_from(&mut self.scratch.words, mark);
        if !self.take_op(Op::Semi) && self.peek() != Token::Newline {
            return self.unexpected();
        }
        self.newlines()?;
        Ok(Some(words))
    }

    #[inline(never)]
    fn for_loop(&mut self) -> Result<CompoundKind> {
        if self.peek() == Token::Op(Op::Open) && self.at_double_parenthesis() {
            return self.arith_for();
        }
        let name = self.loop_variable()?;
        let words = self.loop_words()?;
        let body = self.do_group(true)?;
        Ok(CompoundKind::For { name, words, body })
    }

    /// `for ((a; b; c))`; the first parenthesis was looked at.
    #[inline(never)]
    fn arith_for(&mut self) -> Result<CompoundKind> {
        self.src.pos = self.tok_end + 1;
        self.tok = None;
        let clauses = self.arith_clauses()?;
        if !self.take_op(Op::Semi) && self.peek() != Token::Newline {
            // `for ((...)) do` and `for ((...)) {` need no separator.
        }
        self.newlines()?;
        let body = self.do_group(true)?;
        Ok(CompoundKind::ArithFor { clauses, body })
    }

    #[inline(never)]
    fn select_loop(&mut self) -> Result<CompoundKind> {
        let name = self.loop_variable()?;
        let words = self.loop_words()?;
        let body = self.do_group(true)?;
        Ok(CompoundKind::Select { name, words, body })
    }

    #[inline(never)]
    fn case(&mut self) -> Result<CompoundKind> {
        self.aliases_after_blank();
        if !matches!(self.peek(), Token::Plain(_) | Token::Word) {
            return self.unexpected();
        }
        let word = self.unbraced_word()?;
        self.newlines()?;
        self.expect(Reserved::In)?;
        let mut clauses = Vec::new();
        loop {
            self.newlines()?;
            if self.take_reserved(Reserved::Esac) {
                break;
            }
            let (clause, last) = self.case_clause()?;
            clauses.push(clause);
            if last {
                self.expect(Reserved::Esac)?;
                break;
            }
        }
        Ok(CompoundKind::Case(word, clauses.into()))
    }

    /// One clause; true when it had no terminator, so that `esac` must follow.
    fn case_clause(&mut self) -> Result<(CaseClause, bool)> {
        self.take_op(Op::Open);
        let mut patterns = Vec::with_capacity(1);
        loop {
            if !matches!(self.peek(), Token::Plain(_) | Token::Word) {
                return self.unexpected();
            }
            let word = self.unbraced_word()?;
            patterns.push(Pattern { word, ..Pattern::default() });
            if !self.take_op(Op::Pipe) {
                break;
            }
        }
        self.expect_op(Op::Close)?;
        let body = self.compound_list()?;
        let end = match self.peek() {
            Token::Op(Op::SemiSemi) => Some(CaseEnd::Break),
            Token::Op(Op::SemiAnd) => Some(CaseEnd::FallThrough),
            Token::Op(Op::SemiSemiAnd) => Some(CaseEnd::Continue),
            _ => None,
        };
        if end.is_some() {
            self.take();
        }
        let clause = CaseClause { patterns: patterns.into(), body, end: end.unwrap_or(CaseEnd::Break) };
        Ok((clause, end.is_none()))
    }

    /// `coproc [NAME] command`: a name only before a compound command.
    #[inline(never)]
    fn coproc(&mut self) -> Result<CompoundKind> {
        let mut name = well_known::COPROC;
        if let (Token::Plain(_), None) = (self.peek(), self.peek_reserved()) {
            let text = self.tok_text().to_vec();
            if self.compound_follows() {
                self.take();
                name = self.cx.names.intern(&text);
            }
        }
        self.command()?;
        match self.scratch.commands.pop() {
            Some(body) => Ok(CompoundKind::Coproc { name, body: Box::new(body) }),
            None => self.unexpected(),
        }
    }

    /// Does a compound command come after the plain word that was looked at?
    fn compound_follows(&mut self) -> bool {
        let (token, start, end) = (self.tok, self.tok_start, self.tok_end);
        self.take();
        let compound = match self.peek() {
            Token::Op(Op::Open) => {
                // `coproc f ()` would be a function definition, which is not allowed here anyway.
                true
            }
            _ => self.peek_reserved().is_some_and(|word| !word.closes() && word != Reserved::In),
        };
        (self.tok, self.tok_start, self.tok_end) = (token, start, end);
        self.src.pos = start;
        compound
    }
}
