//! What can go wrong in an expression, with bash's wording.

use std::fmt;

/// The reason for an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text holds an expansion that is not a plain parameter (or quoting): it has to be expanded before it is parsed.
    NeedsExpansion,
    /// Nested deeper than the parser follows.
    TooDeep,
    /// Variables whose values are expressions refer to each other without end.
    Recursion,
    /// An operand was expected.
    OperandExpected,
    /// A character that is no operator stands after an operand.
    InvalidOperator,
    /// Something stands after the end of the expression.
    SyntaxError,
    /// `? :` without an operand.
    ExpressionExpected,
    /// `?` without `:`.
    ColonExpected,
    /// `(` without `)`.
    MissingParenthesis,
    /// The left side of an assignment is not a variable.
    NotVariable,
    /// `++x++`
    IncrementNeedsLvalue,
    /// `--x--`
    DecrementNeedsLvalue,
    /// `/` or `%` by zero.
    DivisionByZero,
    /// `**` with a negative right operand.
    NegativeExponent,
    /// A digit that the base does not have.
    DigitTooGreat,
    /// A base outside 2..=64.
    InvalidBase,
    /// More than one base in a number.
    InvalidNumber,
    /// A base without digits.
    InvalidConstant,
    /// `[` without `]`, or nothing between them.
    BadSubscript,
}

/// An error in the text of an expression or in its evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The reason.
    pub kind: ErrorKind,
    /// The expression at fault: the whole text, the value of a variable, a subscript. Without leading blanks.
    pub expression: Box<[u8]>,
    /// The rest of the expression from the token at fault; empty when there is none.
    pub token: Box<[u8]>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, expression: &[u8], token: &[u8]) -> Error {
        let start = expression.iter().position(|&b| !is_blank(b)).unwrap_or(expression.len());
        Error { kind, expression: expression.get(start..).unwrap_or_default().into(), token: token.into() }
    }

    /// The message as bash words it: `1/0: division by 0 (error token is "0")`.
    pub fn message(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.expression.len() + self.token.len() + 64);
        out.extend_from_slice(&self.expression);
        out.extend_from_slice(b": ");
        out.extend_from_slice(self.kind.text().as_bytes());
        if !self.token.is_empty() {
            out.extend_from_slice(b" (error token is \"");
            out.extend_from_slice(&self.token);
            out.extend_from_slice(b"\")");
        }
        out
    }
}

impl ErrorKind {
    /// The wording without expression and token.
    pub fn text(self) -> &'static str {
        match self {
            ErrorKind::NeedsExpansion => "expression needs expansion",
            ErrorKind::TooDeep => "expression nested too deeply",
            ErrorKind::Recursion => "expression recursion level exceeded",
            ErrorKind::OperandExpected => "syntax error: operand expected",
            ErrorKind::InvalidOperator => "syntax error: invalid arithmetic operator",
            ErrorKind::SyntaxError => "syntax error in expression",
            ErrorKind::ExpressionExpected => "expression expected",
            ErrorKind::ColonExpected => "`:' expected for conditional expression",
            ErrorKind::MissingParenthesis => "missing `)'",
            ErrorKind::NotVariable => "attempted assignment to non-variable",
            ErrorKind::IncrementNeedsLvalue => "++: assignment requires lvalue",
            ErrorKind::DecrementNeedsLvalue => "--: assignment requires lvalue",
            ErrorKind::DivisionByZero => "division by 0",
            ErrorKind::NegativeExponent => "exponent less than 0",
            ErrorKind::DigitTooGreat => "value too great for base",
            ErrorKind::InvalidBase => "invalid arithmetic base",
            ErrorKind::InvalidNumber => "invalid number",
            ErrorKind::InvalidConstant => "invalid integer constant",
            ErrorKind::BadSubscript => "bad array subscript",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.message()))
    }
}

impl std::error::Error for Error {}

/// The white space that separates tokens.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n')
}
