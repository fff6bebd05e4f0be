//! The `case` construct (POSIX XCU 2.9.4.3).

use skosh_state::Shell;
use skosh_state::flow::{Divert, Outcome};
use skosh_syntax::ast::{CaseClause, CaseEnd, Word};

use super::list::list;
use crate::expand;

/// Executes the body of the first clause that matches, and of those that its end leads on to.
pub fn run(sh: &mut Shell, line: u32, word: &Word, clauses: &[CaseClause]) -> Outcome {
    let tail = std::mem::take(&mut sh.in_tail);
    sh.counters.line = line;
    let mut subject = sh.take_bytes();
    let outcome = expand::single(sh, word, &mut subject).and_then(|()| choose(sh, &subject, clauses, tail));
    sh.recycle_bytes(subject);
    outcome
}

fn choose(sh: &mut Shell, subject: &[u8], clauses: &[CaseClause], tail: bool) -> Outcome {
    let mut status = 0;
    let mut executed = false;
    let mut fall_through = false;
    for clause in clauses {
        if !fall_through && !matches(sh, subject, clause)? {
            continue;
        }
        sh.in_tail = tail && clause.end == CaseEnd::Break;
        executed |= !clause.body.items.is_empty();
        status = list(sh, &clause.body)?;
        match clause.end {
            CaseEnd::Break => break,
            CaseEnd::FallThrough => fall_through = true,
            CaseEnd::Continue => fall_through = false,
        }
    }
    if !executed {
        sh.counters.status = 0;
    }
    Ok(status)
}

fn matches(sh: &mut Shell, subject: &[u8], clause: &CaseClause) -> Result<bool, Divert> {
    for pattern in &clause.patterns {
        // Most patterns are constant, and many are plain words.
        if expand::with_pattern(sh, pattern, |_, pattern| pattern.matches(subject))? {
            return Ok(true);
        }
    }
    Ok(false)
}
