//! Parsing operands: prefix operators, constants, parameters, variables with their subscripts.

use crate::error::{Error, ErrorKind, is_blank};
use crate::lex::{Before, Dollar, Token};
use crate::parse::{Lvalue, Parsed, Parser};
use crate::{Binary, Key, Op, Parameter, ParameterUse, Site};

impl Parser<'_, '_> {
    /// An operand with its prefix operators.
    pub fn unary(&mut self) -> Parsed {
        let mut prefixes = Vec::new();
        loop {
            match self.token {
                Token::Not => prefixes.push(Some(Op::Not)),
                Token::Complement => prefixes.push(Some(Op::Complement)),
                Token::Binary(Binary::Subtract) => prefixes.push(Some(Op::Negate)),
                Token::Binary(Binary::Add) => prefixes.push(None),
                _ => break,
            }
            self.advance()?;
        }
        let start = self.out.code.len();
        self.primary()?;
        for prefix in prefixes.into_iter().rev() {
            self.lvalue = None;
            match (prefix, self.out.code.get_mut(start..)) {
                (Some(Op::Negate), Some([Op::Const(value)])) => *value = value.wrapping_neg(),
                (Some(op), _) => self.emit(op),
                (None, _) => {}
            }
        }
        Ok(())
    }

    fn primary(&mut self) -> Parsed {
        match self.token {
            Token::Number(value) => {
                self.push(Op::Const(value));
                self.advance()
            }
            Token::Parameter(dollar) => {
                let parameter = match dollar {
                    Dollar::Other(parameter) => parameter,
                    Dollar::Name(start, end) => Parameter::Variable(self.intern_at(start, end)),
                };
                let start = self.lexer.token_start;
                let unsigned = start > 0 && self.lexer.text.get(start - 1) == Some(&b'-');
                let index = self.out.parameters.len() as u32;
                self.out.parameters.push(ParameterUse { parameter, unsigned });
                self.push(Op::Parameter(index));
                self.advance()
            }
            Token::Name { start, end, subscript } => self.variable(start, end, subscript),
            Token::PreIncrement => self.pre_increment(false),
            Token::PreDecrement => self.pre_increment(true),
            Token::Open => {
                self.advance()?;
                self.comma()?;
                if self.token != Token::Close {
                    return Err(self.error(ErrorKind::MissingParenthesis));
                }
                self.lvalue = None;
                self.advance()
            }
            _ => Err(self.error(ErrorKind::OperandExpected)),
        }
    }

    fn intern_at(&mut self, start: usize, end: usize) -> u32 {
        (self.intern)(self.lexer.text.get(start..end).unwrap_or_default())
    }

    /// A variable that is read, assigned, or incremented after.
    fn variable(&mut self, start: usize, end: usize, subscript: Option<(usize, usize)>) -> Parsed {
        let id = self.intern_at(start, end);
        let code_start = self.out.code.len();
        let key = match subscript {
            Some((from, to)) => Some(self.subscript(id, start, from, to)?),
            None => None,
        };
        self.advance()?;
        if let Token::PostIncrement | Token::PostDecrement = self.token {
            self.increment_op(id, key, self.token == Token::PostDecrement, true);
            self.lexer.before = Before::Operand;
            return self.advance();
        }
        match key {
            None => self.push(Op::Load(id)),
            Some(key) => self.emit(Op::LoadElement { id, key }),
        }
        self.lvalue = Some(Lvalue { id, key, start: code_start, end: self.out.code.len() });
        Ok(())
    }

    fn pre_increment(&mut self, down: bool) -> Parsed {
        self.advance()?;
        let Token::Name { start, end, subscript } = self.token else {
            return Err(self.error(ErrorKind::OperandExpected));
        };
        let id = self.intern_at(start, end);
        let key = match subscript {
            Some((from, to)) => Some(self.subscript(id, start, from, to)?),
            None => None,
        };
        self.increment_op(id, key, down, false);
        self.lexer.before = Before::Incremented;
        self.advance()
    }

    fn increment_op(&mut self, id: u32, key: Option<u32>, down: bool, post: bool) {
        match key {
            None => self.push(Op::Increment { id, delta: if down { -1 } else { 1 }, post }),
            Some(key) => self.emit(Op::IncrementElement { id, key, down, post }),
        }
    }

    /// The code that pushes the index `from..to` of the array named at `name`; returns the key.
    fn subscript(&mut self, id: u32, name: usize, from: usize, to: usize) -> Result<u32, Error> {
        self.enter()?;
        let raw = self.slice(from, to);
        let has_parameter = self.lexer.parameters && raw.contains(&b'$');
        let key = Key { text: remove_quotes(raw), expand_if_associative: has_parameter.then_some(id) };
        let is_none = raw.iter().all(|&b| is_blank(b)) || matches!(raw, b"@" | b"*");
        let index = self.out.keys.len() as u32;
        self.out.keys.push(key);
        if is_none {
            // Neither an index nor a key.
            let whole = self.slice(name, to + 1);
            let error = Error::new(ErrorKind::BadSubscript, whole, b"");
            self.fail(error);
            self.leave();
            return Ok(index);
        }
        let skip = self.out.code.len();
        self.emit(Op::SkipIndex { id, target: 0 });
        let outer = (self.whole, self.lexer.pos, self.lexer.end, self.lexer.token_start, self.token, self.lexer.before);
        let counts = (self.out.parameters.len(), self.out.sites.len(), self.out.errors.len(), self.out.keys.len());
        let (held, depth) = (self.held, self.depth);
        self.whole = Site { start: from as u32, end: to as u32, token: 0 };
        (self.lexer.pos, self.lexer.end, self.lexer.token_start) = (from, to, from);
        self.lexer.before = Before::Operator;
        let result = self.expression();
        (self.whole, self.lexer.pos, self.lexer.end, self.lexer.token_start, self.token, self.lexer.before) = outer;
        if let Err(error) = result {
            if matches!(error.kind, ErrorKind::NeedsExpansion | ErrorKind::TooDeep) {
                return Err(error);
            }
            // No expression, but it may be a key.
            self.out.code.truncate(skip + 1);
            self.out.parameters.truncate(counts.0);
            self.out.sites.truncate(counts.1);
            self.out.errors.truncate(counts.2);
            self.out.keys.truncate(counts.3);
            (self.held, self.depth) = (held, depth);
            self.fail(error);
        }
        self.land(skip);
        self.leave();
        Ok(index)
    }

    fn fail(&mut self, error: Error) {
        let index = self.out.errors.len() as u32;
        self.out.errors.push(error);
        self.push(Op::Fail(index));
    }
}

/// The key of an associative array: quotes and backslashes removed.
fn remove_quotes(text: &[u8]) -> Box<[u8]> {
    let mut out = Vec::with_capacity(text.len());
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', None | Some(b'"')) => out.extend(bytes.next()),
            (b'\'' | b'"', None) => quote = Some(byte),
            (_, Some(open)) if byte == open => quote = None,
            _ => out.push(byte),
        }
    }
    out.into()
}
