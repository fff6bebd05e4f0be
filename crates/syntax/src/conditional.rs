//! `[[ ... ]]`.

use crate::ast::*;
use crate::error::{Result, SyntaxErrorKind};
use crate::grammar::Grammar;
use crate::token::{Op, Token};
use crate::word::{WordEnd, WordRules};

/// The operators of `-op word`.
const UNARY: &[u8] = b"abcdefghknoprstuvwxzGLNORS";

impl Grammar<'_, '_> {
    /// What follows `[[`, and the `]]`.
    #[inline(never)]
    pub fn conditional(&mut self) -> Result<CompoundKind> {
        let expr = self.cond_or()?;
        self.newlines()?;
        if self.at_cond_end() {
            self.take();
            return Ok(CompoundKind::Conditional(expr));
        }
        match self.peek() {
            Token::Plain(_) | Token::Word => self.cond_error("syntax error in conditional expression"),
            _ => self.cond_error("syntax error in conditional expression: unexpected token `%'"),
        }
    }

    fn at_cond_end(&mut self) -> bool {
        matches!(self.peek(), Token::Plain(_)) && self.tok_text() == b"]]"
    }

    /// An error at the token that comes next, which takes the place of `%` in the message.
    #[cold]
    fn cond_error<T>(&mut self, what: &'static str) -> Result<T> {
        if self.peek() == Token::End {
            let near = b"EOF".as_slice().into();
            return Err(self.error(SyntaxErrorKind::Conditional(what), Some(near)));
        }
        match self.unexpected::<T>() {
            Err(mut error) if error.kind == SyntaxErrorKind::UnexpectedToken => {
                error.kind = SyntaxErrorKind::Conditional(what);
                Err(error)
            }
            result => result,
        }
    }

    /// The error of a word after another, where an operator should be.
    #[cold]
    fn operator_expected<T>(&mut self) -> Result<T> {
        match self.peek() {
            Token::Plain(_) | Token::Word => self.cond_error("conditional binary operator expected"),
            _ => self.cond_error("unexpected token `%', conditional binary operator expected"),
        }
    }

    fn cond_or(&mut self) -> Result<CondExpr> {
        let left = self.cond_and()?;
        self.newlines()?;
        if !self.take_op(Op::OrOr) {
            return Ok(left);
        }
        let right = self.nested(Self::cond_or)?;
        Ok(CondExpr::Or(Box::new(left), Box::new(right)))
    }

    fn cond_and(&mut self) -> Result<CondExpr> {
        let left = self.nested(Self::cond_term)?;
        self.newlines()?;
        if !self.take_op(Op::AndAnd) {
            return Ok(left);
        }
        let right = self.nested(Self::cond_and)?;
        Ok(CondExpr::And(Box::new(left), Box::new(right)))
    }

    fn cond_term(&mut self) -> Result<CondExpr> {
        self.newlines()?;
        match self.peek() {
            Token::Op(Op::Open) => {
                self.take();
                let inner = self.cond_or()?;
                self.newlines()?;
                if !self.take_op(Op::Close) {
                    return self.cond_error("unexpected token `%', expected `)'");
                }
                Ok(CondExpr::Group(Box::new(inner)))
            }
            Token::Plain(_) => {
                let text = self.tok_text();
                match text {
                    b"!" => {
                        self.take();
                        Ok(CondExpr::Not(Box::new(self.nested(Self::cond_term)?)))
                    }
                    b"]]" => self.unexpected(),
                    &[b'-', letter] if UNARY.contains(&letter) => self.cond_unary(letter),
                    _ => self.cond_binary(),
                }
            }
            Token::Word | Token::IoNumber | Token::IoVariable => self.cond_binary(),
            _ => self.cond_error("unexpected token `%' in conditional command"),
        }
    }

    /// `-op word`; the operator was looked at.
    fn cond_unary(&mut self, letter: u8) -> Result<CondExpr> {
        self.take();
        match self.peek() {
            Token::Plain(_) if self.at_cond_end() => {}
            Token::Plain(_) | Token::Word | Token::IoNumber | Token::IoVariable => {
                return Ok(CondExpr::Unary(letter, self.unbraced_word()?));
            }
            _ => {}
        }
        self.cond_error("unexpected argument `%' to conditional unary operator")
    }

    /// `word`, or `left op right`.
    fn cond_binary(&mut self) -> Result<CondExpr> {
        let left = self.unbraced_word()?;
        let op = match self.peek() {
            Token::Op(Op::Less) => CondOp::Before,
            Token::Op(Op::Great) => CondOp::After,
            Token::Plain(_) => match self.tok_text() {
                b"=" => return self.cond_match(left, false, true),
                b"==" => return self.cond_match(left, false, false),
                b"!=" => return self.cond_match(left, true, false),
                b"=~" => {
                    self.take();
                    let regex = self.regex_word()?;
                    return Ok(CondExpr::Regex(left, regex));
                }
                b"-eq" => CondOp::Eq,
                b"-ne" => CondOp::Ne,
                b"-lt" => CondOp::Lt,
                b"-le" => CondOp::Le,
                b"-gt" => CondOp::Gt,
                b"-ge" => CondOp::Ge,
                b"-nt" => CondOp::NewerThan,
                b"-ot" => CondOp::OlderThan,
                b"-ef" => CondOp::SameFile,
                b"]]" => return Ok(CondExpr::Word(left)),
                _ => return self.operator_expected(),
            },
            Token::Op(Op::Close | Op::AndAnd | Op::OrOr) => return Ok(CondExpr::Word(left)),
            _ => return self.operator_expected(),
        };
        self.take();
        Ok(CondExpr::Binary(op, left, self.cond_operand()?))
    }

    fn cond_match(&mut self, left: Word, negated: bool, single: bool) -> Result<CondExpr> {
        self.take();
        // Extended patterns are always on here.
        let extglob = std::mem::replace(&mut self.cx.options.extglob, true);
        let word = self.cond_operand();
        self.cx.options.extglob = extglob;
        let word = word?;
        Ok(CondExpr::Match { left, pattern: Pattern { word, ..Pattern::default() }, negated, single })
    }

    fn cond_operand(&mut self) -> Result<Word> {
        match self.peek() {
            Token::Plain(_) if self.at_cond_end() => {
                self.cond_error("unexpected argument `%' to conditional binary operator")
            }
            Token::Plain(_) | Token::Word | Token::IoNumber | Token::IoVariable => self.unbraced_word(),
            _ => self.cond_error("unexpected argument `%' to conditional binary operator"),
        }
    }

    /// The word after `=~`, whose groups and alternatives need no quotes.
    fn regex_word(&mut self) -> Result<Word> {
        let start = self.skip_blanks();
        self.tok = None;
        self.tok_start = start;
        let line = self.src.line_at(start);
        let rules = WordRules { end: WordEnd::Regex, braces: false, colons: false, tilde: true };
        let word = self.word_here(rules, line)?;
        if self.src.pos == start {
            return self.cond_error("unexpected argument `%' to conditional binary operator");
        }
        Ok(word)
    }

    /// The next position that is not a blank or in a line continuation.
    fn skip_blanks(&mut self) -> usize {
        loop {
            let pos = self.skip_joins(self.src.pos);
            self.src.pos = pos;
            match self.byte() {
                Some(b' ' | b'\t') => self.src.pos += 1,
                _ => return pos,
            }
        }
    }
}
