//! Text to code: precedence climbing with a depth limit.

use crate::error::{Error, ErrorKind, is_blank};
use crate::lex::{Before, LexError, Lexer, Token};
use crate::{Binary, Expr, Key, Op, ParameterUse, Site};

/// How deep parentheses, subscripts and right-associative operators may nest. (About one kilobyte of stack each.)
const MAX_DEPTH: u32 = 512;

/// Parse the text of an expression as it stands in a script. `intern` gives the identifier of a name.
///
/// Double quotes are removed. Text with any expansion other than the [`Parameter`](crate::Parameter)s, or with a backslash, gives
/// [`ErrorKind::NeedsExpansion`]; so does text with parameters that is no expression without their values. The empty text is 0.
pub fn parse(text: &[u8], intern: &mut dyn FnMut(&[u8]) -> u32) -> Result<Expr, Error> {
    let needs = || Error::new(ErrorKind::NeedsExpansion, text, b"");
    if text.iter().any(|&b| matches!(b, b'\\' | b'`')) {
        return Err(needs());
    }
    let unquoted;
    let mut plain = text;
    if text.contains(&b'"') {
        // `"$x"1` is not `$x1`.
        let splits_name = |three: &[u8]| {
            let joins = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'"' | b'}' | b'[' | b'$');
            matches!(three, [a, b'"', c] if joins(a) && joins(c))
        };
        if text.contains(&b'$') && text.windows(3).any(splits_name) {
            return Err(needs());
        }
        unquoted = text.iter().copied().filter(|&b| b != b'"').collect::<Vec<u8>>();
        plain = &unquoted;
    }
    let has_parameters = plain.contains(&b'$');
    match parse_plain(plain, has_parameters, intern) {
        Err(error) if has_parameters && error.kind != ErrorKind::TooDeep => Err(needs()),
        result => result,
    }
}

/// Parse text in which quotes are no longer special, and `$` neither unless `parameters`.
pub(crate) fn parse_plain(text: &[u8], parameters: bool, intern: &mut dyn FnMut(&[u8]) -> u32) -> Result<Expr, Error> {
    let whole = Site { start: 0, end: u32::try_from(text.len()).unwrap_or(u32::MAX), token: 0 };
    let lexer = Lexer { text, pos: 0, end: text.len(), token_start: 0, before: Before::Operator, parameters };
    let mut parser = Parser {
        lexer,
        token: Token::End,
        whole,
        intern,
        out: Output::default(),
        depth: 0,
        held: 0,
        most_held: 0,
        lvalue: None,
    };
    if whole.end == u32::MAX {
        return Err(parser.error(ErrorKind::TooDeep));
    }
    parser.expression()?;
    let Parser { out, most_held, .. } = parser;
    Ok(Expr {
        text: text.into(),
        code: out.code.into(),
        parameters: out.parameters.into(),
        keys: out.keys.into(),
        sites: out.sites.into(),
        errors: out.errors.into(),
        stack: most_held,
    })
}

#[derive(Default)]
pub(crate) struct Output {
    pub code: Vec<Op>,
    pub parameters: Vec<ParameterUse>,
    pub keys: Vec<Key>,
    pub sites: Vec<Site>,
    pub errors: Vec<Error>,
}

/// A variable whose value the last instruction loads, so that an assignment may follow.
#[derive(Clone, Copy)]
pub(crate) struct Lvalue {
    pub id: u32,
    pub key: Option<u32>,
    /// The length of the code before and after the load.
    pub start: usize,
    pub end: usize,
}

pub(crate) struct Parser<'a, 'b> {
    pub lexer: Lexer<'a>,
    pub token: Token,
    /// The bounds of the expression that is being parsed: the text or a subscript.
    pub whole: Site,
    pub intern: &'b mut dyn FnMut(&[u8]) -> u32,
    pub out: Output,
    pub depth: u32,
    /// How many values are held at this point of the code, and the most at any.
    pub held: u32,
    pub most_held: u32,
    pub lvalue: Option<Lvalue>,
}

pub(crate) type Parsed = Result<(), Error>;

/// The precedence of a binary operator; higher binds tighter.
fn precedence(token: Token) -> u8 {
    match token {
        Token::OrOr => 1,
        Token::AndAnd => 2,
        Token::Binary(op) => match op {
            Binary::Or => 3,
            Binary::Xor => 4,
            Binary::And => 5,
            Binary::Equal | Binary::NotEqual => 6,
            Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => 7,
            Binary::ShiftLeft | Binary::ShiftRight => 8,
            Binary::Add | Binary::Subtract => 9,
            Binary::Multiply | Binary::Divide | Binary::Remainder => 10,
            Binary::Power => 11,
        },
        _ => 0,
    }
}

impl Parser<'_, '_> {
    pub fn slice(&self, start: usize, end: usize) -> &[u8] {
        self.lexer.text.get(start..end).unwrap_or_default()
    }

    /// An error at the last token.
    pub fn error(&self, kind: ErrorKind) -> Error {
        self.error_cut(kind, self.lexer.end)
    }

    fn error_cut(&self, kind: ErrorKind, end: usize) -> Error {
        Error::new(kind, self.slice(self.whole.start as usize, end), self.slice(self.lexer.token_start, end))
    }

    pub fn advance(&mut self) -> Parsed {
        match self.lexer.next() {
            Ok(token) => {
                self.token = token;
                Ok(())
            }
            Err(LexError { kind, cut }) => {
                // An unclosed subscript is reported with all that follows.
                Err(self.error_cut(kind, cut.unwrap_or(self.lexer.end)))
            }
        }
    }

    pub fn enter(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.error(ErrorKind::TooDeep)) } else { Ok(()) }
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Code that pushes a value.
    pub fn push(&mut self, op: Op) {
        self.out.code.push(op);
        self.held += 1;
        self.most_held = self.most_held.max(self.held);
    }

    /// Code that leaves the number of values alone.
    pub fn emit(&mut self, op: Op) {
        self.out.code.push(op);
    }

    /// Code that takes a value away.
    fn reduce(&mut self, op: Op) {
        self.out.code.push(op);
        self.held = self.held.saturating_sub(1);
    }

    fn here(&self) -> u32 {
        self.out.code.len() as u32
    }

    /// Let the jump at `at` lead here.
    pub fn land(&mut self, at: usize) {
        let here = self.here();
        if let Some(Op::AndThen(target) | Op::OrElse(target) | Op::PopJumpIfZero(target) | Op::Jump(target)) =
            self.out.code.get_mut(at)
        {
            *target = here;
        } else if let Some(Op::SkipIndex { target, .. }) = self.out.code.get_mut(at) {
            *target = here;
        }
    }

    /// A whole expression, up to the end of its text.
    pub fn expression(&mut self) -> Parsed {
        self.advance()?;
        if self.token == Token::End {
            self.push(Op::Const(0));
            return Ok(());
        }
        self.comma()?;
        if self.token == Token::End {
            return Ok(());
        }
        let error = self.error(ErrorKind::SyntaxError);
        while matches!(self.token, Token::Name { .. }) {
            // bash looks one token beyond a name and complains about that first.
            self.advance()?;
        }
        Err(error)
    }

    pub fn comma(&mut self) -> Parsed {
        self.enter()?;
        self.assignment()?;
        while self.token == Token::Comma {
            self.reduce(Op::Pop);
            self.advance()?;
            self.assignment()?;
        }
        self.leave();
        Ok(())
    }

    fn assignment(&mut self) -> Parsed {
        let start = self.out.code.len();
        self.lvalue = None;
        self.conditional()?;
        let Token::Assign(operator) = self.token else { return Ok(()) };
        let target = match self.lvalue {
            Some(lvalue) if lvalue.start == start && lvalue.end == self.out.code.len() => lvalue,
            _ => return Err(self.error(ErrorKind::NotVariable)),
        };
        self.enter()?;
        // bash evaluates the subscript of a plain assignment after the value, and that of the others before.
        let mut index = Vec::new();
        match (target.key, operator) {
            (_, None) => {
                self.out.code.pop();
                index = self.out.code.split_off(target.start);
                self.held = self.held.saturating_sub(1);
            }
            (None, Some(_)) => {}
            (Some(key), Some(_)) => {
                self.out.code.pop();
                self.push(Op::Duplicate);
                self.emit(Op::LoadElement { id: target.id, key });
            }
        }
        self.advance()?;
        let right = self.out.code.len();
        self.assignment()?;
        if let Some(operator) = operator {
            let token = self.lexer.token_start;
            self.binary_op(operator, right, token);
        }
        match (target.key, operator) {
            (None, _) => self.emit(Op::Assign(target.id)),
            (Some(key), None) => {
                self.append_moved(&index, target.start);
                self.emit(Op::StoreElement { id: target.id, key });
            }
            (Some(key), Some(_)) => self.reduce(Op::AssignElement { id: target.id, key }),
        }
        self.lvalue = None;
        self.leave();
        Ok(())
    }

    /// Appends code that stood at `old`: it pushes one value, which the next instruction takes, on top of those held now.
    fn append_moved(&mut self, code: &[Op], old: usize) {
        let by = self.here().wrapping_sub(old as u32);
        for &op in code {
            let mut op = op;
            match &mut op {
                Op::SkipIndex { target, .. }
                | Op::AndThen(target)
                | Op::OrElse(target)
                | Op::PopJumpIfZero(target)
                | Op::Jump(target) => *target = target.wrapping_add(by),
                _ => {}
            }
            self.out.code.push(op);
        }
        self.most_held += 1;
    }

    fn conditional(&mut self) -> Parsed {
        self.binary(1)?;
        if self.token != Token::Question {
            return Ok(());
        }
        self.enter()?;
        let test = self.out.code.len();
        self.reduce(Op::PopJumpIfZero(0));
        self.advance()?;
        if matches!(self.token, Token::End | Token::Colon) {
            return Err(self.error(ErrorKind::ExpressionExpected));
        }
        self.comma()?;
        if self.token != Token::Colon {
            return Err(self.error(ErrorKind::ColonExpected));
        }
        let skip = self.out.code.len();
        self.reduce(Op::Jump(0));
        self.land(test);
        self.advance()?;
        if self.token == Token::End {
            return Err(self.error(ErrorKind::ExpressionExpected));
        }
        self.conditional()?;
        self.land(skip);
        self.lvalue = None;
        self.leave();
        Ok(())
    }

    /// Operands joined by binary operators of at least precedence `least`.
    fn binary(&mut self, least: u8) -> Parsed {
        self.unary()?;
        loop {
            let operator = self.token;
            let level = precedence(operator);
            if level < least.max(1) {
                return Ok(());
            }
            let jump = self.out.code.len();
            match operator {
                Token::AndAnd => self.reduce(Op::AndThen(0)),
                Token::OrOr => self.reduce(Op::OrElse(0)),
                _ => {}
            }
            // bash reports a division by zero from the text after the operator.
            let mut after = self.lexer.pos;
            while self.lexer.text.get(after).copied().is_some_and(is_blank) {
                after += 1;
            }
            self.advance()?;
            let right = self.out.code.len();
            if level == 11 {
                self.enter()?;
                self.binary(level)?;
                self.leave();
            } else {
                self.binary(level + 1)?;
            }
            self.lvalue = None;
            match operator {
                Token::Binary(Binary::Power) => self.binary_op(Binary::Power, right, self.lexer.token_start),
                Token::Binary(op) => self.binary_op(op, right, after),
                _ => {
                    self.emit(Op::Bool);
                    self.land(jump);
                }
            }
        }
    }

    /// The code of a binary operator whose right operand's code begins at `right`.
    fn binary_op(&mut self, op: Binary, right: usize, token: usize) {
        let checked = matches!(op, Binary::Divide | Binary::Remainder | Binary::Power);
        if let Some([Op::Const(value)]) = self.out.code.get(right..) {
            let value = *value;
            let fails = match op {
                Binary::Divide | Binary::Remainder => value == 0,
                Binary::Power => value < 0,
                _ => false,
            };
            if !fails {
                self.out.code.pop();
                self.reduce(Op::BinaryConst(op, value));
                return;
            }
        }
        if checked {
            let site = self.out.sites.len() as u32;
            self.out.sites.push(Site { token: token as u32, ..self.whole });
            self.reduce(Op::Checked(op, site));
        } else {
            self.reduce(Op::Binary(op));
        }
    }
}
