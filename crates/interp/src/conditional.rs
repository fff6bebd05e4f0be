//! `[[ expression ]]` (bash).

use skosh_state::arrays::IndexedArray;
use skosh_state::{Divert, Opt, Shell, Value};
use skosh_syntax::ast::{CondExpr, CondOp, Word};
use skosh_syntax::names::well_known as name;

use crate::expand::{self, pattern};
use crate::{file_test, report, xtrace};

/// Whether the expression holds. `&&` and `||` evaluate no more than they need.
///
/// An expression that cannot be evaluated (reported, but for a regular expression with a syntax error) diverts with status 2.
pub fn conditional(sh: &mut Shell, expr: &CondExpr) -> Result<bool, Divert> {
    match evaluate(sh, expr)? {
        Truth::Yes => Ok(true),
        Truth::No => Ok(false),
        Truth::Invalid => Err(Divert::Discard(2)),
    }
}

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Truth {
    Yes,
    No,
    /// Not to be evaluated: a regular expression with a syntax error.
    Invalid,
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Truth::Yes } else { Truth::No }
    }
}

/// `set -x`: each test by itself, with its operands expanded; a pattern as it is written.
fn trace(sh: &mut Shell, parts: [&[u8]; 3]) -> Result<(), Divert> {
    let mut text = b"[[ ".to_vec();
    for part in parts {
        text.extend_from_slice(if part.is_empty() { b"''" } else { part });
        text.push(b' ');
    }
    text.extend_from_slice(b"]]");
    xtrace::line(sh, &text)
}

fn traces(sh: &Shell) -> bool {
    sh.options.has(Opt::XTrace)
}

fn trace_unary(sh: &mut Shell, letter: u8, text: &[u8]) -> Result<(), Divert> {
    if !traces(sh) {
        return Ok(());
    }
    let operand: &[u8] = if text.is_empty() { b"''" } else { text };
    let text = [b"[[ -", [letter].as_slice(), b" ", operand, b" ]]"].concat();
    xtrace::line(sh, &text)
}

fn evaluate(sh: &mut Shell, expr: &CondExpr) -> Result<Truth, Divert> {
    Ok(match expr {
        CondExpr::Word(word) => Truth::from(with_text(sh, word, |sh, text| {
            trace_unary(sh, b'n', text)?;
            Ok(!text.is_empty())
        })?),
        CondExpr::Unary(b'v', word) => Truth::from(with_text(sh, word, |sh, text| {
            trace_unary(sh, b'v', text)?;
            expand::is_set_text(sh, text)
        })?),
        CondExpr::Unary(op, word) => {
            let op = *op;
            Truth::from(with_text(sh, word, |sh, text| {
                trace_unary(sh, op, text)?;
                Ok(file_test::unary(sh, op, text).unwrap_or(false))
            })?)
        }
        CondExpr::Binary(op, left, right) => return binary(sh, *op, left, right),
        CondExpr::Match { left, pattern, negated, .. } => {
            let mut subject = sh.take_bytes();
            expand::single(sh, left, &mut subject)?;
            if traces(sh) {
                let written = skosh_syntax::print_word(&pattern.word, &sh.names);
                trace(sh, [&subject, if *negated { b"!=" } else { b"==" }, &written])?;
            }
            let matches = pattern::with_pattern_for(sh, pattern, pattern::Purpose::Conditional, |_, pattern| {
                pattern.matches(&subject)
            });
            sh.recycle_bytes(subject);
            Truth::from(matches? != *negated)
        }
        CondExpr::Regex(left, right) => regex(sh, left, right)?,
        CondExpr::Not(inner) => match evaluate(sh, inner)? {
            Truth::Yes => Truth::No,
            // bash: `!` turns whatever is not true into true.
            Truth::No | Truth::Invalid => Truth::Yes,
        },
        CondExpr::And(left, right) => match evaluate(sh, left)? {
            Truth::Yes => evaluate(sh, right)?,
            other => other,
        },
        CondExpr::Or(left, right) => match evaluate(sh, left)? {
            Truth::Yes => Truth::Yes,
            _ => evaluate(sh, right)?,
        },
        CondExpr::Group(inner) => evaluate(sh, inner)?,
    })
}

fn with_text<R>(
    sh: &mut Shell,
    word: &Word,
    f: impl FnOnce(&mut Shell, &[u8]) -> Result<R, Divert>,
) -> Result<R, Divert> {
    if let Some(text) = word.as_literal() {
        return f(sh, text);
    }
    let mut text = sh.take_bytes();
    expand::single(sh, word, &mut text)?;
    let result = f(sh, &text);
    sh.recycle_bytes(text);
    result
}

fn binary(sh: &mut Shell, op: CondOp, left: &Word, right: &Word) -> Result<Truth, Divert> {
    let (mut first, mut second) = (sh.take_bytes(), sh.take_bytes());
    expand::single(sh, left, &mut first)?;
    expand::single(sh, right, &mut second)?;
    if traces(sh) {
        trace(sh, [&first, operator(op), &second])?;
    }
    let mut number = |text: &[u8]| expand::arith::arith_text_command(sh, text, "[[: ");
    let holds = match op {
        CondOp::Eq | CondOp::Ne | CondOp::Lt | CondOp::Le | CondOp::Gt | CondOp::Ge => {
            let (Some(first), Some(second)) = (number(&first)?, number(&second)?) else { return Ok(Truth::No) };
            match op {
                CondOp::Eq => first == second,
                CondOp::Ne => first != second,
                CondOp::Lt => first < second,
                CondOp::Le => first <= second,
                CondOp::Gt => first > second,
                _ => first >= second,
            }
        }
        CondOp::Before => first < second,
        CondOp::After => first > second,
        CondOp::NewerThan => file_test::newer(sh, &first, &second),
        CondOp::OlderThan => file_test::newer(sh, &second, &first),
        CondOp::SameFile => file_test::same(sh, &first, &second),
    };
    sh.recycle_bytes(first);
    sh.recycle_bytes(second);
    Ok(holds.into())
}

fn operator(op: CondOp) -> &'static [u8] {
    match op {
        CondOp::Eq => b"-eq",
        CondOp::Ne => b"-ne",
        CondOp::Lt => b"-lt",
        CondOp::Le => b"-le",
        CondOp::Gt => b"-gt",
        CondOp::Ge => b"-ge",
        CondOp::NewerThan => b"-nt",
        CondOp::OlderThan => b"-ot",
        CondOp::SameFile => b"-ef",
        CondOp::Before => b"<",
        CondOp::After => b">",
    }
}

/// `left =~ right`: POSIX extended regular expressions, leftmost-longest; sets BASH_REMATCH.
fn regex(sh: &mut Shell, left: &Word, right: &Word) -> Result<Truth, Divert> {
    let (mut subject, mut text) = (sh.take_bytes(), sh.take_bytes());
    expand::single(sh, left, &mut subject)?;
    expand::regex_text(sh, right, &mut text)?;
    if traces(sh) {
        trace(sh, [&subject, b"=~", &text])?;
    }
    let ignore_case = sh.options.has(Opt::NoCaseMatch);
    let truth = match sh.regex(&text, ignore_case) {
        Err(_) => Truth::Invalid,
        Ok(regex) => {
            let groups = regex.captures(&subject);
            let mut array = IndexedArray::new();
            if let Some(groups) = &groups {
                for group in groups {
                    let matched = group.and_then(|(start, end)| subject.get(start..end)).unwrap_or(b"");
                    array.push(matched.to_vec());
                }
            }
            if let Err(error) = sh.assign_value(name::BASH_REMATCH, Value::Indexed(Box::new(array))) {
                let text = report::assign_error_text(sh, error);
                report::message(sh, &text);
            }
            Truth::from(groups.is_some())
        }
    };
    sh.recycle_bytes(subject);
    sh.recycle_bytes(text);
    Ok(truth)
}
