//! Tokens of an expression. What a `++` is depends on the token before it, as in bash.

use crate::error::{ErrorKind, is_blank};
use crate::number::constant;
use crate::{Binary, Parameter};

/// A token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token {
    End,
    Number(i64),
    /// A name, and where the text of its subscript stands.
    Name {
        start: usize,
        end: usize,
        subscript: Option<(usize, usize)>,
    },
    /// A parameter named with `$`; the name of a variable stands at the offsets.
    Parameter(Dollar),
    Binary(Binary),
    AndAnd,
    OrOr,
    /// `=`, or an assignment with an operator.
    Assign(Option<Binary>),
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
    Not,
    Complement,
    Open,
    Close,
    Question,
    Colon,
    Comma,
}

/// What follows a `$`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Dollar {
    Name(usize, usize),
    Other(Parameter),
}

/// What came before, as far as the next token depends on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Before {
    /// Nothing or an operator.
    Operator,
    /// A number or a complete operand.
    Operand,
    /// A variable: `++` after it is its increment.
    Variable,
    /// `++x`
    Incremented,
}

/// An error and the text to report: the end of the expression shown when it is cut short.
pub(crate) struct LexError {
    pub kind: ErrorKind,
    /// Show the text only up to here (bash cuts it at a malformed number).
    pub cut: Option<usize>,
}

impl From<ErrorKind> for LexError {
    fn from(kind: ErrorKind) -> Self {
        LexError { kind, cut: None }
    }
}

pub(crate) struct Lexer<'a> {
    pub text: &'a [u8],
    /// Where the next token is looked for.
    pub pos: usize,
    /// The end of the part that is lexed.
    pub end: usize,
    /// Where the last token began (the end of the text is none).
    pub token_start: usize,
    pub before: Before,
    /// `$` names parameters; otherwise it is an error.
    pub parameters: bool,
}

fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Bytes that join with the digits of an expanded parameter into another token.
fn joins_number(byte: u8) -> bool {
    is_name_byte(byte) || matches!(byte, b'#' | b'@' | b'$' | b'[' | b'.' | b'{' | b'`' | b'\'')
}

impl Lexer<'_> {
    fn byte(&self, at: usize) -> u8 {
        if at < self.end { self.text.get(at).copied().unwrap_or(0) } else { 0 }
    }

    /// The next token.
    pub fn next(&mut self) -> Result<Token, LexError> {
        while self.pos < self.end && is_blank(self.byte(self.pos)) {
            self.pos += 1;
        }
        if self.pos >= self.end {
            return Ok(Token::End);
        }
        let start = self.pos;
        self.token_start = start;
        let byte = self.byte(start);
        if is_name_start(byte) {
            return self.name();
        }
        if byte.is_ascii_digit() {
            while is_name_byte(self.byte(self.pos)) || matches!(self.byte(self.pos), b'#' | b'@') {
                self.pos += 1;
            }
            let digits = self.text.get(start..self.pos).unwrap_or_default();
            let value = constant(digits).map_err(|kind| LexError { kind, cut: Some(self.pos) })?;
            self.before = Before::Operand;
            return Ok(Token::Number(value));
        }
        if byte == b'$' && self.parameters {
            return self.dollar();
        }
        let token = self.operator(byte)?;
        self.before = Before::Operator;
        Ok(token)
    }

    fn name(&mut self) -> Result<Token, LexError> {
        let start = self.pos;
        while is_name_byte(self.byte(self.pos)) {
            self.pos += 1;
        }
        let end = self.pos;
        let mut subscript = None;
        if self.byte(end) == b'[' {
            let Some(close) = self.subscript_end(end + 1) else { return Err(ErrorKind::BadSubscript.into()) };
            subscript = Some((end + 1, close));
            self.pos = close + 1;
        }
        self.before = Before::Variable;
        Ok(Token::Name { start, end, subscript })
    }

    /// Where the `]` stands that closes the subscript which begins at `at`.
    fn subscript_end(&self, mut at: usize) -> Option<usize> {
        let mut depth = 0usize;
        while at < self.end {
            match self.byte(at) {
                b'\\' => at += 1,
                quote @ (b'\'' | b'"') => {
                    at += 1;
                    while at < self.end && self.byte(at) != quote {
                        at += 1;
                    }
                }
                b'[' => depth += 1,
                b']' if depth == 0 => return Some(at),
                b']' => depth -= 1,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// `$name ${name} $1 ${10} $# ${#}` and so on, when nothing touches it that its value could join with.
    fn dollar(&mut self) -> Result<Token, LexError> {
        let needs = || LexError::from(ErrorKind::NeedsExpansion);
        let start = self.pos;
        if start > 0 && self.text.get(start - 1).is_some_and(|&b| joins_number(b) && b != b'[') {
            return Err(needs());
        }
        let braced = self.byte(start + 1) == b'{';
        let from = if braced { start + 2 } else { start + 1 };
        let mut to = from + 1;
        let first = self.byte(from);
        let token = if is_name_start(first) {
            while is_name_byte(self.byte(to)) {
                to += 1;
            }
            Dollar::Name(from, to)
        } else if first.is_ascii_digit() {
            while braced && self.byte(to).is_ascii_digit() {
                to += 1;
            }
            let digits = self.text.get(from..to).unwrap_or_default();
            match std::str::from_utf8(digits).ok().and_then(|d| d.parse::<u32>().ok()) {
                Some(number) if number > 0 => Dollar::Other(Parameter::Positional(number)),
                _ => return Err(needs()),
            }
        } else if matches!(first, b'#' | b'?' | b'$' | b'!') {
            Dollar::Other(Parameter::Special(first))
        } else {
            return Err(needs());
        };
        if braced {
            if self.byte(to) != b'}' {
                return Err(needs());
            }
            to += 1;
        }
        if joins_number(self.byte(to)) {
            return Err(needs());
        }
        self.pos = to;
        self.before = Before::Operand;
        Ok(Token::Parameter(token))
    }

    fn operator(&mut self, byte: u8) -> Result<Token, LexError> {
        let next = self.byte(self.pos + 1);
        let third = self.byte(self.pos + 2);
        let (token, length) = match (byte, next) {
            (b'=', b'=') => (Token::Binary(Binary::Equal), 2),
            (b'!', b'=') => (Token::Binary(Binary::NotEqual), 2),
            (b'>', b'=') => (Token::Binary(Binary::GreaterEqual), 2),
            (b'<', b'=') => (Token::Binary(Binary::LessEqual), 2),
            (b'<', b'<') if third == b'=' => (Token::Assign(Some(Binary::ShiftLeft)), 3),
            (b'>', b'>') if third == b'=' => (Token::Assign(Some(Binary::ShiftRight)), 3),
            (b'<', b'<') => (Token::Binary(Binary::ShiftLeft), 2),
            (b'>', b'>') => (Token::Binary(Binary::ShiftRight), 2),
            (b'&', b'&') => (Token::AndAnd, 2),
            (b'|', b'|') => (Token::OrOr, 2),
            (b'*', b'*') => (Token::Binary(Binary::Power), 2),
            (b'+', b'+') | (b'-', b'-') => self.increment(byte)?,
            (b'*', b'=') => (Token::Assign(Some(Binary::Multiply)), 2),
            (b'/', b'=') => (Token::Assign(Some(Binary::Divide)), 2),
            (b'%', b'=') => (Token::Assign(Some(Binary::Remainder)), 2),
            (b'+', b'=') => (Token::Assign(Some(Binary::Add)), 2),
            (b'-', b'=') => (Token::Assign(Some(Binary::Subtract)), 2),
            (b'&', b'=') => (Token::Assign(Some(Binary::And)), 2),
            (b'^', b'=') => (Token::Assign(Some(Binary::Xor)), 2),
            (b'|', b'=') => (Token::Assign(Some(Binary::Or)), 2),
            (b'=', _) => (Token::Assign(None), 1),
            (b'>', _) => (Token::Binary(Binary::Greater), 1),
            (b'<', _) => (Token::Binary(Binary::Less), 1),
            (b'+', _) => (Token::Binary(Binary::Add), 1),
            (b'-', _) => (Token::Binary(Binary::Subtract), 1),
            (b'*', _) => (Token::Binary(Binary::Multiply), 1),
            (b'/', _) => (Token::Binary(Binary::Divide), 1),
            (b'%', _) => (Token::Binary(Binary::Remainder), 1),
            (b'&', _) => (Token::Binary(Binary::And), 1),
            (b'|', _) => (Token::Binary(Binary::Or), 1),
            (b'^', _) => (Token::Binary(Binary::Xor), 1),
            (b'!', _) => (Token::Not, 1),
            (b'~', _) => (Token::Complement, 1),
            (b'(', _) => (Token::Open, 1),
            (b')', _) => (Token::Close, 1),
            (b'?', _) => (Token::Question, 1),
            (b':', _) => (Token::Colon, 1),
            (b',', _) => (Token::Comma, 1),
            _ if self.before == Before::Operator => return Err(ErrorKind::OperandExpected.into()),
            _ => return Err(ErrorKind::InvalidOperator.into()),
        };
        self.pos += length;
        Ok(token)
    }

    /// `++` or `--`: after a variable, before a variable, or two signs.
    fn increment(&self, byte: u8) -> Result<(Token, usize), ErrorKind> {
        let up = byte == b'+';
        match self.before {
            Before::Variable if up => return Ok((Token::PostIncrement, 2)),
            Before::Variable => return Ok((Token::PostDecrement, 2)),
            Before::Incremented if up => return Err(ErrorKind::IncrementNeedsLvalue),
            Before::Incremented => return Err(ErrorKind::DecrementNeedsLvalue),
            _ => {}
        }
        let mut at = self.pos + 2;
        while is_blank(self.byte(at)) {
            at += 1;
        }
        Ok(match (is_name_start(self.byte(at)), up) {
            (true, true) => (Token::PreIncrement, 2),
            (true, false) => (Token::PreDecrement, 2),
            (false, true) => (Token::Binary(Binary::Add), 1),
            (false, false) => (Token::Binary(Binary::Subtract), 1),
        })
    }
}
