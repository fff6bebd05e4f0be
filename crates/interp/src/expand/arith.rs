//! Arithmetic expansion (POSIX XCU 2.6.4) over the shell's variables.

use skosh_arith::{Environment, Error, Parameter, Subscript, Value};
use skosh_state::{Attributes, Divert, Opt, Shell};
use skosh_syntax::Sym;
use skosh_syntax::ast::ArithWord;

use super::assignment::{self, AssignFailure};
use super::builder::{Builder, Context, Mode};
use super::subject::{Element, Name, Subject};
use crate::report;

/// Why an evaluation failed.
pub(crate) enum Failure {
    /// In the expression.
    Expression(Error),
    /// A variable could not be assigned; reported.
    Assignment,
    /// Elsewhere; reported.
    Divert(Divert),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Expression(error)
    }
}

impl From<Divert> for Failure {
    fn from(divert: Divert) -> Self {
        Failure::Divert(divert)
    }
}

/// The value of an arithmetic expression of the script. Errors are reported.
pub fn arith(sh: &mut Shell, word: &ArithWord) -> Result<i64, Divert> {
    evaluate(sh, word).map_err(|failure| reported(sh, failure, b""))
}

/// The value of an expression given as text, as after expansion: an operand of `let` or `test -eq`, the value of an integer
/// variable, a subscript. Errors are reported.
pub fn arith_text(sh: &mut Shell, text: &[u8]) -> Result<i64, Divert> {
    evaluate_text(sh, text).map_err(|failure| reported(sh, failure, b""))
}

/// As [`arith`] in `${name:offset}`, whose errors begin with the name.
pub(super) fn arith_of(sh: &mut Shell, word: &ArithWord, subject: &Subject) -> Result<i64, Divert> {
    evaluate(sh, word).map_err(|failure| {
        let who = [subject.text(sh).as_slice(), b": "].concat();
        reported(sh, failure, &who)
    })
}

/// As [`arith`] for `((...))` and the like: `None` when the expression has an error, which is reported after `who` (`((: `) and
/// does not abandon the command line.
pub fn arith_command(sh: &mut Shell, word: &ArithWord, who: &str) -> Result<Option<i64>, Divert> {
    let result = evaluate(sh, word);
    command_result(sh, result, who)
}

/// As [`arith_command`] with text: for `let`, and for `[[ -eq ]]`.
pub fn arith_text_command(sh: &mut Shell, text: &[u8], who: &str) -> Result<Option<i64>, Divert> {
    let result = evaluate_text(sh, text);
    command_result(sh, result, who)
}

fn command_result(sh: &mut Shell, result: Result<i64, Failure>, who: &str) -> Result<Option<i64>, Divert> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(failure @ Failure::Expression(_)) => {
            reported(sh, failure, who.as_bytes());
            Ok(None)
        }
        Err(Failure::Assignment) => Ok(None),
        Err(Failure::Divert(divert)) => Err(divert),
    }
}

fn reported(sh: &mut Shell, failure: Failure, who: &[u8]) -> Divert {
    match failure {
        Failure::Expression(error) => {
            let mut text = who.to_vec();
            text.extend_from_slice(&error.message());
            report::expansion_error(sh, &text)
        }
        Failure::Assignment => report::expansion_failed(sh, 1),
        Failure::Divert(divert) => divert,
    }
}

/// The value of an expression of the script; errors are not reported yet.
pub(crate) fn evaluate(sh: &mut Shell, word: &ArithWord) -> Result<i64, Failure> {
    if let Some(expr) = &word.parsed
        && let Some(value) = expr.evaluate(&mut Variables { sh, scratch: Vec::new() })?
    {
        return Ok(value);
    }
    let mut text = sh.take_bytes();
    let result = Builder::text(sh, &mut text, Mode::Text).parts(sh, &word.word.parts, Context::Quoted);
    let result = match result {
        Ok(()) => evaluate_text(sh, &text),
        Err(divert) => Err(Failure::Divert(divert)),
    };
    sh.recycle_bytes(text);
    result
}

pub(crate) fn evaluate_text(sh: &mut Shell, text: &[u8]) -> Result<i64, Failure> {
    skosh_arith::eval_text(text, &mut Variables { sh, scratch: Vec::new() })
}

/// The shell as arithmetic sees it.
struct Variables<'s> {
    sh: &'s mut Shell,
    /// Values that are computed when they are read.
    scratch: Vec<u8>,
}

impl Variables<'_> {
    fn subject(&mut self, subject: &Subject) -> Result<Value<'_>, Failure> {
        self.scratch.clear();
        if subject.load(self.sh, &mut self.scratch)? {
            return Ok(Value::Text(&self.scratch));
        }
        if self.sh.options.has(Opt::NoUnset) {
            return Err(super::parameter::unbound(self.sh, &subject.text(self.sh)).into());
        }
        Ok(Value::Unset)
    }
}

impl Environment for Variables<'_> {
    type Error = Failure;

    fn variable(&mut self, id: u32) -> Result<Value<'_>, Failure> {
        let sym = Sym(id);
        let is_plain = match self.sh.vars.get(sym) {
            Some(variable) => {
                !variable.attrs.has(Attributes::NAMEREF.with(Attributes::DYNAMIC)) && variable.scalar().is_some()
            }
            None => false,
        };
        if is_plain {
            return Ok(match self.sh.vars.get(sym).and_then(|variable| variable.scalar()) {
                Some(text) => Value::Text(text),
                None => Value::Unset,
            });
        }
        let subject = Subject::of_variable(self.sh, sym)?;
        self.subject(&subject)
    }

    fn element(&mut self, id: u32, subscript: Subscript<'_>) -> Result<Value<'_>, Failure> {
        let mut subject = Subject::of_variable(self.sh, Sym(id))?;
        subject.element = match subscript {
            Subscript::Index(index) => Element::Index(index),
            Subscript::Key(key) => Element::Key(key.to_vec()),
        };
        self.subject(&subject)
    }

    fn is_associative(&mut self, id: u32) -> bool {
        match self.sh.resolve(Sym(id)) {
            Ok(sym) => self.sh.attributes(sym).has(Attributes::ASSOCIATIVE),
            Err(_) => false,
        }
    }

    fn assign(&mut self, id: u32, subscript: Option<Subscript<'_>>, value: i64) -> Result<(), Failure> {
        let digits = skosh_arith::Decimal::new(value);
        let text = digits.as_bytes();
        let mut subject = match subscript {
            None if !self.sh.attributes(Sym(id)).has(Attributes::NAMEREF) => {
                return match self.sh.assign(Sym(id), text) {
                    Ok(()) => Ok(()),
                    Err(error) => {
                        report::assign_failed(self.sh, error);
                        Err(Failure::Assignment)
                    }
                };
            }
            _ => Subject::of_variable(self.sh, Sym(id))?,
        };
        match subscript {
            Some(Subscript::Index(index)) => subject.element = Element::Index(index),
            Some(Subscript::Key(key)) => subject.element = Element::Key(key.to_vec()),
            None => {}
        }
        assignment::store(self.sh, &subject, text).map_err(|failure| match failure {
            AssignFailure::Error(error) => {
                report::assign_failed(self.sh, error);
                Failure::Assignment
            }
            AssignFailure::Divert(divert) => divert.into(),
            AssignFailure::NotAName => Failure::Divert(report::expansion_error(self.sh, b"not a valid identifier")),
        })
    }

    fn parameter(&mut self, parameter: Parameter) -> Result<Value<'_>, Failure> {
        let name = match parameter {
            Parameter::Variable(id) => return self.variable(id),
            Parameter::Positional(number) => Name::Positional(number as usize),
            Parameter::Special(byte) => Name::Special(byte),
        };
        self.subject(&Subject { name, element: Element::Whole })
    }

    fn intern(&mut self, name: &[u8]) -> u32 {
        self.sh.names.intern(name).0
    }
}
