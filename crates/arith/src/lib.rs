//! Shell arithmetic (POSIX XCU 2.6.4) with the operators of bash, parsed once and evaluated over a trait.
//!
//! [`parse`] turns text into an [`Expr`]: flat code for a small stack machine, so that neither its evaluation nor its
//! destruction recurses, however long the expression is. [`Expr::evaluate`] runs it over an [`Environment`], which holds the
//! variables. Arithmetic is on 64-bit signed integers that wrap around.
//!
//! Text may name parameters (`$x`, `$1`, `$#`). What they expand to is text, not a value; but as long as it is an integer, the
//! parsed form means the same, so that constant text is parsed once. Where it is not, [`Expr::evaluate`] says so before it has
//! done anything, and the caller expands the text and passes the result to [`eval_text`].
//!
//! ```
//! use skosh_arith::{Decimal, Environment, Error, Parameter, Subscript, Value, parse};
//!
//! /// One variable, whatever it is called.
//! struct Single(Vec<u8>);
//!
//! impl Environment for Single {
//!     type Error = Error;
//!     fn variable(&mut self, _: u32) -> Result<Value<'_>, Error> {
//!         Ok(Value::Text(&self.0))
//!     }
//!     fn element(&mut self, _: u32, _: Subscript<'_>) -> Result<Value<'_>, Error> {
//!         Ok(Value::Unset)
//!     }
//!     fn is_associative(&mut self, _: u32) -> bool {
//!         false
//!     }
//!     fn assign(&mut self, _: u32, _: Option<Subscript<'_>>, value: i64) -> Result<(), Error> {
//!         self.0 = Decimal::new(value).as_bytes().to_vec();
//!         Ok(())
//!     }
//!     fn parameter(&mut self, _: Parameter) -> Result<Value<'_>, Error> {
//!         self.variable(0)
//!     }
//!     fn intern(&mut self, _: &[u8]) -> u32 {
//!         0
//!     }
//! }
//!
//! let expr = parse(b"x = $x * 2 + 1", &mut |_| 0)?;
//! let mut env = Single(b"20".to_vec());
//! assert_eq!(expr.evaluate(&mut env)?, Some(41));
//! assert_eq!(env.0, b"41");
//! env.0 = b"2 + 2".to_vec();
//! assert_eq!(expr.evaluate(&mut env)?, None, "the text of $x has to be expanded first");
//! # Ok::<(), Error>(())
//! ```
#![forbid(unsafe_code)]

mod error;
mod evaluate;
mod lex;
mod number;
mod operand;
mod parse;

pub use error::{Error, ErrorKind};
pub use evaluate::eval_text;
pub use number::{Decimal, parse_integer};
pub use parse::parse;

/// How many values may be expressions that name variables whose values are expressions, as in bash.
pub const MAX_RECURSION: u32 = 1024;

/// A parsed expression.
#[derive(Debug, PartialEq)]
pub struct Expr {
    /// The text, for error messages and the keys of associative arrays.
    text: Box<[u8]>,
    code: Box<[Op]>,
    /// The parameters that the text names, in its order.
    parameters: Box<[ParameterUse]>,
    keys: Box<[Key]>,
    sites: Box<[Site]>,
    /// Errors of subscripts, which are none where the subscript is a key.
    errors: Box<[Error]>,
    /// The number of values that evaluation holds at the same time.
    stack: u32,
}

/// A parameter named with `$`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// `$name`, `${name}`: the variable.
    Variable(u32),
    /// `$1`, `${10}`
    Positional(u32),
    /// `$#`, `$?`, `$$`, `$!`: the character.
    Special(u8),
}

/// The value of a variable, of an element, or of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// There is none, and that is no error.
    Unset,
    /// The text is a plain decimal integer ([`parse_integer`]), and this is it.
    Int(i64),
    /// The text.
    Text(&'a [u8]),
}

/// A subscript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subscript<'a> {
    /// Of an indexed array (or a scalar); negative counts from the end.
    Index(i64),
    /// Of an associative array, quotes removed.
    Key(&'a [u8]),
}

/// What an expression is evaluated over: variables and parameters. Identifiers are those that [`Environment::intern`] gives.
pub trait Environment {
    /// The caller's error: arithmetic errors are turned into it.
    type Error: From<Error>;

    /// The value of a variable: of an array, the element of subscript 0.
    fn variable(&mut self, id: u32) -> Result<Value<'_>, Self::Error>;

    /// The value of an element.
    fn element(&mut self, id: u32, subscript: Subscript<'_>) -> Result<Value<'_>, Self::Error>;

    /// Is the variable an associative array, so that its subscripts are keys?
    fn is_associative(&mut self, id: u32) -> bool;

    /// Give a variable or an element a value.
    fn assign(&mut self, id: u32, subscript: Option<Subscript<'_>>, value: i64) -> Result<(), Self::Error>;

    /// What a parameter expands to.
    fn parameter(&mut self, parameter: Parameter) -> Result<Value<'_>, Self::Error>;

    /// The identifier of a name that came up in the value of a variable.
    fn intern(&mut self, name: &[u8]) -> u32;
}

/// A parameter and how it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ParameterUse {
    parameter: Parameter,
    /// Directly after `-`, where the text of a negative number would make another operator.
    unsigned: bool,
}

/// The subscript of a possibly associative array.
#[derive(Debug, PartialEq)]
struct Key {
    text: Box<[u8]>,
    /// The variable, when the key holds a parameter: then an associative array needs the text expanded.
    expand_if_associative: Option<u32>,
}

/// Where an operation stands that can fail: byte offsets in the text.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Site {
    /// The expression around: the text or a subscript.
    start: u32,
    end: u32,
    /// The token to report.
    token: u32,
}

/// The binary operators that evaluate both operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binary {
    Or,
    Xor,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
}

/// An instruction. The machine has an accumulator and a stack; "push" saves the accumulator on the stack and sets it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Op {
    /// Push a constant.
    Const(i64),
    /// Push the value of a parameter, by its index in `Expr::parameters`.
    Parameter(u32),
    /// Push the value of a variable.
    Load(u32),
    /// When the variable is associative, push anything and go to the target, where the index is not looked at.
    SkipIndex {
        id: u32,
        target: u32,
    },
    /// Fail with an error of `Expr::errors`.
    Fail(u32),
    /// Replace the index by the element.
    LoadElement {
        id: u32,
        key: u32,
    },
    /// Assign the accumulator.
    Assign(u32),
    /// Pop the index below the accumulator; assign the accumulator.
    AssignElement {
        id: u32,
        key: u32,
    },
    /// The accumulator is the index, below it is the value: pop it and assign it.
    StoreElement {
        id: u32,
        key: u32,
    },
    /// Push the variable's value, changed by `delta`; before the change when `post`.
    Increment {
        id: u32,
        delta: i8,
        post: bool,
    },
    /// Replace the index by the element's value, changed likewise. A negative step is told by `down`.
    IncrementElement {
        id: u32,
        key: u32,
        down: bool,
        post: bool,
    },
    /// Push the accumulator again.
    Duplicate,
    /// Drop the accumulator.
    Pop,
    Negate,
    Not,
    Complement,
    /// 0 or 1.
    Bool,
    /// Pop the left operand.
    Binary(Binary),
    /// The right operand is a constant (never 0 for a division, never negative for a power).
    BinaryConst(Binary, i64),
    /// A division or power, which may fail; the index in `Expr::sites`.
    Checked(Binary, u32),
    /// Zero: go to the target. Otherwise pop.
    AndThen(u32),
    /// Not zero: go to the target with 1. Otherwise pop.
    OrElse(u32),
    /// Pop; go to the target if it was zero.
    PopJumpIfZero(u32),
    Jump(u32),
}

impl Expr {
    /// The value when the expression is just a constant.
    #[inline]
    pub fn as_constant(&self) -> Option<i64> {
        match &*self.code {
            [Op::Const(value)] => Some(*value),
            _ => None,
        }
    }

    /// The variable when the expression is just a variable.
    #[inline]
    pub fn as_variable(&self) -> Option<u32> {
        match &*self.code {
            [Op::Load(id)] => Some(*id),
            _ => None,
        }
    }
}
