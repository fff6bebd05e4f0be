//! Shell arithmetic (POSIX XCU 2.6.4): parsed once, evaluated over a trait.
#![forbid(unsafe_code)]

/// A parsed expression.
#[derive(Debug, PartialEq)]
pub struct Expr;
