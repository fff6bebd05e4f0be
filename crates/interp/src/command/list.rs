//! Lists (POSIX XCU 2.9.3), and what a failed command means under errexit.

use skosh_state::flow::{Divert, Outcome, Status};
use skosh_state::traps::Condition;
use skosh_state::{Opt, Shell};
use skosh_syntax::ast::{AndOr, AndOrOp, CompoundList};

use super::pipeline;
use crate::{signals, trap};

/// Executes a list; the status of its last command.
pub fn list(sh: &mut Shell, list: &CompoundList) -> Outcome {
    let tail = std::mem::take(&mut sh.in_tail);
    let mut status = 0;
    let mut items = list.items.iter();
    while let Some(item) = items.next() {
        if sh.options.has(Opt::NoExec) && !sh.options.has(Opt::Interactive) {
            return Ok(status);
        }
        sh.in_tail = tail && items.as_slice().is_empty();
        status = if item.is_async { pipeline::background(sh, &item.and_or)? } else { and_or(sh, &item.and_or)? };
        signals::check(sh)?;
    }
    Ok(status)
}

/// Executes an and-or list.
pub fn and_or(sh: &mut Shell, list: &AndOr) -> Outcome {
    if list.rest.is_empty() {
        return pipeline::run(sh, &list.first);
    }
    let tail = std::mem::take(&mut sh.in_tail);
    let mut status = ignoring_errors(sh, |sh| pipeline::run(sh, &list.first))?;
    let count = list.rest.len();
    for (index, (op, pipeline)) in list.rest.iter().enumerate() {
        if (status == 0) != (*op == AndOrOp::And) {
            continue;
        }
        status = if index + 1 == count {
            sh.in_tail = tail;
            pipeline::run(sh, pipeline)?
        } else {
            ignoring_errors(sh, |sh| pipeline::run(sh, pipeline))?
        };
    }
    Ok(status)
}

/// Executes a condition: a failure inside does not end the shell under errexit (POSIX XCU set -e).
pub fn ignoring_errors(sh: &mut Shell, body: impl FnOnce(&mut Shell) -> Outcome) -> Outcome {
    sh.errexit_ignored += 1;
    let outcome = body(sh);
    sh.errexit_ignored -= 1;
    outcome
}

/// Takes note of a command's status: sets `$?`, and when it failed runs the ERR trap and obeys errexit.
#[inline]
pub fn after(sh: &mut Shell, status: Status) -> Outcome {
    sh.counters.status = status;
    if status != 0 { failed(sh, status) } else { Ok(status) }
}

/// As [`after`] for a status that is not 0.
pub fn failed(sh: &mut Shell, status: Status) -> Outcome {
    sh.counters.status = status;
    if sh.errexit_ignored > 0 {
        return Ok(status);
    }
    if sh.traps.get(Condition::Err).is_some() {
        // Functions do not inherit the trap, unless errtrace says so.
        if sh.calls.iter().all(|call| call.function.is_none()) || sh.options.has(Opt::ErrTrace) {
            trap::run_condition(sh, Condition::Err)?;
        }
    }
    if sh.options.has(Opt::ErrExit) {
        return Err(Divert::Exit(status));
    }
    Ok(status)
}
