//! Execution of the tree: one `match` over commands, a file for each construct, named as in POSIX XCU 2.9.

pub mod case;
pub mod conditional;
pub mod function;
pub mod list;
pub mod loops;
pub mod pipeline;
pub mod search;
pub mod select;
pub mod simple;
pub mod time;

pub use function::call as call_function;
pub use list::list;
pub use simple::exec_program;

use skosh_state::flow::{Divert, Outcome};
use skosh_state::{Opt, Shell};
use skosh_syntax::ast::{Command, Compound, CompoundKind};

use skosh_syntax::Interner;

use crate::{expand, redirect, subshell, trap, xtrace};

/// Executes one command.
pub fn command(sh: &mut Shell, command: &Command) -> Outcome {
    match command {
        Command::Simple(simple) => simple::run(sh, simple),
        Command::Compound(compound) if compound.redirects.is_empty() => kind(sh, compound),
        Command::Compound(compound) => redirected(sh, compound),
        Command::Function(definition) => function::define(sh, definition),
    }
}

/// bash shows `case` and `((` when it gets to them; `[[` shows its parts as it tests them.
fn trace(sh: &mut Shell, compound: &Compound) -> Result<(), Divert> {
    sh.counters.line = compound.span.line;
    match &compound.kind {
        CompoundKind::Case(..) => {
            let text = skosh_syntax::print_heading(compound, &sh.names);
            xtrace::line(sh, text.trim_ascii_end())
        }
        CompoundKind::Arith(text) => {
            let text = skosh_syntax::print_word(&text.word, &sh.names);
            xtrace::line(sh, &[b"(( ", text.trim_ascii_start(), b" ))"].concat())
        }
        _ => Ok(()),
    }
}

/// Executes a compound command in a frame with its redirections.
fn redirected(sh: &mut Shell, compound: &Compound) -> Outcome {
    sh.counters.line = compound.span.line;
    let tail = std::mem::take(&mut sh.in_tail);
    let frame = sh.enter_frame();
    let outcome = match redirect::apply(sh, &compound.redirects) {
        Ok(true) => {
            sh.in_tail = tail;
            kind(sh, compound)
        }
        Ok(false) => {
            let status = redirect::failure_status(sh);
            list::failed(sh, status)
        }
        Err(divert) => Err(divert),
    };
    sh.leave_frame(frame);
    simple::after_frame(sh, outcome)
}

fn kind(sh: &mut Shell, compound: &Compound) -> Outcome {
    if matches!(compound.kind, CompoundKind::Conditional(_) | CompoundKind::Arith(_) | CompoundKind::Case(..)) {
        let tail = std::mem::take(&mut sh.in_tail);
        let text = |names: &Interner| skosh_syntax::print_heading(compound, names);
        if !trap::before_command(sh, compound.span.line, text)? {
            return Ok(sh.counters.status);
        }
        if sh.options.has(Opt::XTrace) && !sh.options.has(Opt::Posix) {
            trace(sh, compound)?;
        }
        sh.in_tail = tail;
    }
    match &compound.kind {
        CompoundKind::BraceGroup(body) => list(sh, body),
        CompoundKind::Subshell(body) => {
            sh.counters.line = compound.span.line;
            let status = subshell::run(sh, body, None)?;
            list::after(sh, status)
        }
        CompoundKind::If(clauses, otherwise) => conditional::run_if(sh, clauses, otherwise.as_ref()),
        CompoundKind::While { until, condition, body } => loops::run_while(sh, *until, condition, body),
        CompoundKind::For { name, words, body } => loops::run_for(sh, compound, *name, words.as_deref(), body),
        CompoundKind::ArithFor { clauses, body } => loops::run_arith_for(sh, compound.span.line, clauses, body),
        CompoundKind::Select { name, words, body } => select::run(sh, compound, *name, words.as_deref(), body),
        CompoundKind::Case(word, clauses) => case::run(sh, compound.span.line, word, clauses),
        CompoundKind::Conditional(expr) => {
            sh.in_tail = false;
            sh.counters.line = compound.span.line;
            let status = match crate::conditional::conditional(sh, expr) {
                Ok(result) => i32::from(!result),
                // Not to be evaluated; other errors abandon the command line.
                Err(Divert::Discard(2)) => 2,
                Err(divert) => return Err(divert),
            };
            list::after(sh, status)
        }
        CompoundKind::Arith(expr) => {
            sh.in_tail = false;
            sh.counters.line = compound.span.line;
            let value = expand::arith::arith_command(sh, expr, "((: ")?;
            let status = i32::from(value.is_none_or(|value| value == 0));
            list::after(sh, status)
        }
        CompoundKind::Coproc { name, body } => pipeline::coproc(sh, *name, body),
    }
}
