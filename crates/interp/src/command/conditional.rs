//! The `if` construct (POSIX XCU 2.9.4.4).

use skosh_state::Shell;
use skosh_state::flow::Outcome;
use skosh_syntax::ast::{CompoundList, IfClause};

use super::list::{ignoring_errors, list};

/// Executes the body of the first clause whose condition holds, or the one after `else`. 0 when none is executed.
pub fn run_if(sh: &mut Shell, clauses: &[IfClause], otherwise: Option<&CompoundList>) -> Outcome {
    let tail = std::mem::take(&mut sh.in_tail);
    for clause in clauses {
        if ignoring_errors(sh, |sh| list(sh, &clause.condition))? == 0 {
            sh.in_tail = tail;
            return list(sh, &clause.body);
        }
    }
    match otherwise {
        Some(body) => {
            sh.in_tail = tail;
            list(sh, body)
        }
        None => {
            sh.counters.status = 0;
            Ok(0)
        }
    }
}
