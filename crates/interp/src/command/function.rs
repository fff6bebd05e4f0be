//! Function definition and invocation (POSIX XCU 2.9.5).

use std::rc::Rc;

use skosh_state::flow::{Divert, Outcome};
use skosh_state::shell::Call;
use skosh_state::traps::Condition;
use skosh_state::{Fields, Function, Opt, Positional, Shell};
use skosh_syntax::Sym;
use skosh_syntax::ast::FunctionDefinition;
use skosh_syntax::names::well_known::{self, self as name};

use crate::{report, trap};

/// Stack that a call must find: enough for the deepest chain of constructs between two calls.
const STACK_PER_CALL: usize = 96 << 10;

/// Defines a function.
pub fn define(sh: &mut Shell, definition: &Rc<FunctionDefinition>) -> Outcome {
    let sym = definition.name;
    if sh.function(sym).is_some_and(|function| function.readonly) {
        let mut text = sh.names.name(sym).to_vec();
        text.extend_from_slice(b": readonly function");
        report::message(sh, &text);
        return super::list::failed(sh, 1);
    }
    if sh.options.has(Opt::Posix)
        && let Some(builtin) = sh.commands.get(sym).and_then(|slot| slot.builtin)
        && builtin.kind == skosh_state::BuiltinKind::Special
    {
        let text = format!("`{}': is a special builtin", builtin.name);
        report::message(sh, text.as_bytes());
        return Err(report::fatal(sh, 2));
    }
    let source = sh.sources.last().cloned().unwrap_or_else(|| sh.main_source());
    let function = Function { definition: definition.clone(), source, exported: false, readonly: false, traced: false };
    sh.define_function(sym, Some(Rc::new(function)));
    sh.counters.status = 0;
    Ok(0)
}

/// Calls the function `name` with the fields as its positional parameters, the first being the name it was called by.
pub fn call(sh: &mut Shell, name: Sym, fields: &Fields) -> Outcome {
    let Some(function) = sh.function(name).cloned() else { return Ok(127) };
    run(sh, name, &function, fields.clone())
}

/// Executes a function's body in its environment.
pub fn run(sh: &mut Shell, name: Sym, function: &Rc<Function>, fields: Fields) -> Outcome {
    let tail = std::mem::take(&mut sh.in_tail);
    if skosh_sys::stack::remaining() < STACK_PER_CALL {
        return Err(too_deep(sh, name, "recursion too deep: out of stack"));
    }
    if let Some(limit) = nesting_limit(sh)
        && sh.calls.len() >= limit
    {
        let text = format!("maximum function nesting level exceeded ({limit})");
        return Err(too_deep(sh, name, &text));
    }
    sh.push_call(Call {
        function: Some(name),
        line: sh.counters.line,
        source: function.source.clone(),
        frame: 0,
        assigned: 0,
    });
    let outer = std::mem::replace(&mut sh.positional, Positional::new(fields, 1));
    let loops = std::mem::take(&mut sh.loop_depth);
    let getopts = sh.counters.getopts;
    let hidden = hide_traps(sh, function);
    let debugged = sh.traps.get(Condition::Debug).is_some();
    sh.in_tail = tail;
    // The DEBUG trap also runs before a function begins, at the line of its definition.
    let line = function.definition.span.line;
    let mut outcome = if debugged {
        let text = sh.command_text.clone();
        trap::before_command(sh, line, |_| text).and_then(|_| super::command(sh, &function.definition.body))
    } else {
        super::command(sh, &function.definition.body)
    };
    sh.in_tail = false;
    // A RETURN trap that is there now was set in the function, or the function is traced.
    if !sh.traps.actions.is_empty()
        && sh.trap_depth == 0
        && sh.traps.get(Condition::Return).is_some()
        && let Ok(status) | Err(Divert::Return(status)) = outcome
    {
        sh.counters.status = status;
        sh.counters.line = function.definition.span.line;
        outcome = trap::run_condition(sh, Condition::Return).map(|()| status);
    }
    restore_traps(sh, hidden);
    sh.loop_depth = loops;
    let inner = std::mem::replace(&mut sh.positional, outer);
    if let Some(fields) = inner.into_fields() {
        sh.recycle_fields(fields);
    }
    let local_options = sh.is_local(well_known::OPTIND);
    sh.pop_call();
    if local_options {
        // The caller's options go on where they were.
        sh.counters.getopts = getopts;
    }
    match outcome {
        Err(Divert::Return(status)) => Ok(status),
        other => other,
    }
}

fn nesting_limit(sh: &Shell) -> Option<usize> {
    let text = sh.vars.get(name::FUNCNEST)?.scalar()?;
    let limit = skosh_arith::parse_integer(text)?;
    usize::try_from(limit).ok().filter(|&limit| limit > 0)
}

fn too_deep(sh: &mut Shell, name: Sym, text: &str) -> Divert {
    let mut out = sh.names.name(name).to_vec();
    out.extend_from_slice(b": ");
    out.extend_from_slice(text.as_bytes());
    report::message(sh, &out);
    report::expansion_failed(sh, 1)
}

/// Traps that a call has taken away, to be put back if the function sets none.
#[derive(Default)]
struct Hidden {
    debug: Option<skosh_state::traps::Action>,
    on_return: Option<skosh_state::traps::Action>,
}

/// Functions do not inherit the DEBUG and RETURN traps unless they are traced.
fn hide_traps(sh: &mut Shell, function: &Function) -> Hidden {
    if sh.traps.actions.is_empty() || sh.options.has(Opt::FuncTrace) || function.traced {
        return Hidden::default();
    }
    if sh.traps.get(Condition::Debug).is_none() && sh.traps.get(Condition::Return).is_none() {
        return Hidden::default();
    }
    let actions = &mut Rc::make_mut(&mut sh.traps).actions;
    Hidden { debug: actions.remove(&Condition::Debug), on_return: actions.remove(&Condition::Return) }
}

fn restore_traps(sh: &mut Shell, hidden: Hidden) {
    for (condition, action) in [(Condition::Debug, hidden.debug), (Condition::Return, hidden.on_return)] {
        if let Some(action) = action {
            Rc::make_mut(&mut sh.traps).actions.entry(condition).or_insert(action);
        }
    }
}
