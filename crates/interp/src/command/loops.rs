//! The `for`, `while` and `until` loops (POSIX XCU 2.9.4.2, 2.9.4.5), and bash's arithmetic `for`.

use skosh_state::flow::{Divert, Outcome, Status};
use skosh_state::{Attributes, Shell, Value};
use skosh_syntax::Sym;
use skosh_syntax::ast::{ArithWord, Compound, CompoundList, Word};

use super::list::{ignoring_errors, list};
use crate::expand::assignment::AssignFailure;
use crate::{expand, report, signals, trap, xtrace};

/// What a loop does after a part of it was executed.
enum Next {
    GoOn(Status),
    Stop(Status),
}

/// Takes the diverts that are for this loop.
fn next(sh: &mut Shell, outcome: Outcome) -> Result<Next, Divert> {
    let next = match outcome {
        Ok(status) => Next::GoOn(status),
        Err(Divert::Break(1)) => Next::Stop(0),
        Err(Divert::Break(levels)) => return Err(Divert::Break(levels - 1)),
        Err(Divert::Continue(1)) => Next::GoOn(0),
        Err(Divert::Continue(levels)) => return Err(Divert::Continue(levels - 1)),
        Err(divert) => return Err(divert),
    };
    signals::check(sh)?;
    Ok(next)
}

/// A loop is entered: `break` and `continue` count it until it has ended.
fn within_loop(sh: &mut Shell, body: impl FnOnce(&mut Shell) -> Outcome) -> Outcome {
    sh.in_tail = false;
    sh.loop_depth += 1;
    let outcome = body(sh);
    sh.loop_depth -= 1;
    if let Ok(status) = outcome {
        sh.counters.status = status;
    }
    outcome
}

/// Output of an in-process loop must not stay back while it computes.
#[inline]
fn tick(sh: &mut Shell) {
    if sh.fds.pool.is_dirty()
        && let Err(errno) = sh.fds.pool.tick()
    {
        sh.counters.write_error.get_or_insert(errno.0);
    }
}

/// `while` and `until`.
pub fn run_while(sh: &mut Shell, until: bool, condition: &CompoundList, body: &CompoundList) -> Outcome {
    within_loop(sh, |sh| {
        let mut status = 0;
        loop {
            tick(sh);
            let outcome = ignoring_errors(sh, |sh| list(sh, condition));
            match next(sh, outcome)? {
                // A `continue` in the condition has status 0 and goes on with the condition, like a `while` that held: what
                // the shells do is to test it again.
                Next::GoOn(result) => {
                    if (result == 0) == until {
                        return Ok(status);
                    }
                }
                Next::Stop(result) => return Ok(result),
            }
            let outcome = list(sh, body);
            match next(sh, outcome)? {
                Next::GoOn(result) => status = result,
                Next::Stop(result) => return Ok(result),
            }
        }
    })
}

/// The variable of `for` and `select` may be any word for the parser; status 1, reported, when it is no name.
pub(super) fn bad_variable(sh: &mut Shell, name: Sym) -> Result<Option<i32>, Divert> {
    let text = sh.names.name(name);
    if skosh_syntax::names::is_name(text) {
        return Ok(None);
    }
    let message = [b"`", text, b"': not a valid identifier"].concat();
    report::message(sh, &message);
    if sh.options.has(skosh_state::Opt::Posix) {
        return Err(report::fatal(sh, 2));
    }
    sh.counters.status = 1;
    Ok(Some(1))
}

/// `for name in words`.
pub fn run_for(sh: &mut Shell, compound: &Compound, name: Sym, words: Option<&[Word]>, body: &CompoundList) -> Outcome {
    sh.counters.line = compound.span.line;
    sh.in_tail = false;
    if let Some(status) = bad_variable(sh, name)? {
        return Ok(status);
    }
    match words {
        Some(words) => {
            let mut fields = sh.take_fields();
            let outcome = expand::fields(sh, words, &mut fields).and_then(|()| {
                within_loop(sh, |sh| {
                    let mut status = 0;
                    for field in fields.iter() {
                        match for_step(sh, compound, name, field, body)? {
                            Next::GoOn(result) => status = result,
                            Next::Stop(result) => return Ok(result),
                        }
                    }
                    Ok(status)
                })
            });
            sh.recycle_fields(fields);
            outcome
        }
        None => {
            let parameters = sh.positional.clone();
            within_loop(sh, |sh| {
                let mut status = 0;
                for field in parameters.iter() {
                    match for_step(sh, compound, name, field, body)? {
                        Next::GoOn(result) => status = result,
                        Next::Stop(result) => return Ok(result),
                    }
                }
                Ok(status)
            })
        }
    }
}

fn for_step(sh: &mut Shell, compound: &Compound, name: Sym, field: &[u8], body: &CompoundList) -> Result<Next, Divert> {
    tick(sh);
    let heading = |names: &skosh_syntax::Interner| skosh_syntax::print_heading(compound, names);
    if !trap::before_command(sh, compound.span.line, heading)? {
        return Ok(Next::GoOn(sh.counters.status));
    }
    if sh.options.has(skosh_state::Opt::XTrace) {
        sh.counters.line = compound.span.line;
        let heading = skosh_syntax::print_heading(compound, &sh.names);
        xtrace::line(sh, &heading)?;
    }
    if sh.attributes(name).has(Attributes::NAMEREF) {
        // bash: the words are what the reference refers to, one after the other.
        sh.variable_mut(name).value = Value::Scalar(field.to_vec());
    } else if let Err(failure) = expand::assignment::store_name(sh, name, field) {
        let divert = match failure {
            AssignFailure::Error(error) => report::assign_failed(sh, error),
            AssignFailure::Divert(divert) => divert,
            AssignFailure::NotAName => return Ok(Next::Stop(1)),
        };
        // bash leaves only the loop.
        return if matches!(divert, Divert::Discard(_)) { Ok(Next::Stop(1)) } else { Err(divert) };
    }
    let outcome = list(sh, body);
    next(sh, outcome)
}

/// `for ((init; test; step))`.
pub fn run_arith_for(sh: &mut Shell, line: u32, clauses: &[Option<ArithWord>; 3], body: &CompoundList) -> Outcome {
    let [init, test, step] = clauses;
    let evaluate = |sh: &mut Shell, clause: &Option<ArithWord>| -> Result<Option<i64>, Divert> {
        sh.counters.line = line;
        if let Some(word) = clause
            && sh.options.has(skosh_state::Opt::XTrace)
        {
            let text = skosh_syntax::print_word(&word.word, &sh.names);
            xtrace::line(sh, &[b"(( ", text.trim_ascii_start(), b" ))"].concat())?;
        }
        match clause {
            None => Ok(None),
            Some(word) => match expand::arith::arith_command(sh, word, "((: ")? {
                None => Err(Divert::Discard(1)),
                value => Ok(value),
            },
        }
    };
    let outcome = within_loop(sh, |sh| {
        let mut status = 0;
        evaluate(sh, init)?;
        loop {
            tick(sh);
            if evaluate(sh, test)? == Some(0) {
                return Ok(status);
            }
            let outcome = list(sh, body);
            match next(sh, outcome)? {
                Next::GoOn(result) => status = result,
                Next::Stop(result) => return Ok(result),
            }
            evaluate(sh, step)?;
        }
    });
    match outcome {
        // An arithmetic error ends the loop with status 1.
        Err(Divert::Discard(1)) => {
            sh.counters.status = 1;
            Ok(1)
        }
        other => other,
    }
}
