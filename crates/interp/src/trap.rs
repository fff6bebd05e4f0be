//! Traps: setting them, and running their actions.

use std::rc::Rc;

use skosh_state::flow::{Divert, Outcome, Status};
use skosh_state::traps::{Action, Condition};
use skosh_state::{Opt, Shell};
use skosh_syntax::Interner;
use skosh_sys::signal::Disposition;
use skosh_sys::{Errno, signal};

use crate::read;

/// The condition that a word names: a signal by name (with or without `SIG`, in any case) or number, EXIT or 0, DEBUG, ERR, RETURN.
pub fn parse_condition(word: &[u8]) -> Option<Condition> {
    let upper = word.to_ascii_uppercase();
    match upper.as_slice() {
        b"EXIT" | b"0" | b"SIGEXIT" => Some(Condition::Exit),
        b"DEBUG" | b"SIGDEBUG" => Some(Condition::Debug),
        b"ERR" | b"SIGERR" => Some(Condition::Err),
        b"RETURN" | b"SIGRETURN" => Some(Condition::Return),
        name if name.first().is_some_and(u8::is_ascii_digit) => {
            let number = skosh_arith::parse_integer(name)?;
            let number = i32::try_from(number).ok()?;
            signal::name(number).map(|_| Condition::Signal(number))
        }
        name => signal::number(name.strip_prefix(b"SIG").unwrap_or(name)).map(Condition::Signal),
    }
}

/// The name of a condition as `trap` prints it: `EXIT`, `SIGINT`, `DEBUG`.
pub fn condition_name(condition: Condition) -> String {
    match condition {
        Condition::Exit => "EXIT".into(),
        Condition::Debug => "DEBUG".into(),
        Condition::Err => "ERR".into(),
        Condition::Return => "RETURN".into(),
        Condition::Signal(number) => match signal::name(number) {
            Some(name) => format!("SIG{name}"),
            None => number.to_string(),
        },
    }
}

/// Sets or removes a trap. A signal that was ignored when the shell started stays ignored, silently (POSIX XCU trap). The
/// caller has made a virtual subshell a process before it sets one on a signal.
pub fn set(sh: &mut Shell, condition: Condition, action: Option<Action>) -> Result<(), Errno> {
    if let Condition::Signal(number) = condition {
        if was_ignored_on_entry(sh, number) && !sh.options.has(Opt::Interactive) {
            return Ok(());
        }
        match &action {
            Some(Action::Command(_)) => signal::catch(number)?,
            Some(Action::Ignore) => signal::ignore(number)?,
            None => signal::default(number)?,
        }
        if number == signal::SIGPIPE {
            // That a reader has gone must show at the command that writes.
            sh.flush();
            sh.fds.pool.set_coalesce(action.is_none() && sh.options.has(Opt::Coalesce));
        }
    }
    let traps = Rc::make_mut(&mut sh.traps);
    traps.inherited.clear();
    match action {
        Some(action) => {
            traps.actions.insert(condition, action);
        }
        None => {
            traps.actions.remove(&condition);
        }
    }
    Ok(())
}

/// Whether a signal was ignored when the shell started. Looked at before the shell first changes it.
pub fn was_ignored_on_entry(sh: &mut Shell, number: i32) -> bool {
    let bit = 1u64.wrapping_shl(number as u32);
    if sh.entry_known & bit == 0 {
        sh.entry_known |= bit;
        if signal::disposition(number) == Disposition::Ignore {
            sh.ignored_on_entry |= bit;
        }
    }
    sh.ignored_on_entry & bit != 0
}

/// Runs the action of a trap. `$?` is afterwards what it was before.
pub fn run(sh: &mut Shell, text: &[u8]) -> Result<(), Divert> {
    let status = sh.counters.status;
    let pipestatus = sh.pipestatus.clone();
    let (tail, line) = (std::mem::take(&mut sh.in_tail), sh.counters.line);
    sh.trap_depth += 1;
    let outer = sh.enter_trap(status);
    let outcome = read::eval(sh, text);
    sh.trap_entry = outer;
    sh.trap_depth -= 1;
    sh.in_tail = tail;
    sh.counters.line = line;
    sh.last_trap_status = outcome?;
    sh.counters.status = status;
    sh.pipestatus = pipestatus;
    Ok(())
}

/// Runs the EXIT trap of the environment that ends with `status`, once. Returns the status it ends with.
pub fn run_exit(sh: &mut Shell, status: Status) -> Status {
    let Some(text) = sh.traps.command(Condition::Exit) else { return status };
    sh.counters.status = status;
    let outcome: Outcome = {
        sh.trap_depth += 1;
        sh.in_tail = false;
        let outer = sh.enter_trap(status);
        let outcome = read::eval(sh, &text);
        sh.trap_entry = outer;
        sh.trap_depth -= 1;
        outcome
    };
    // While it ran `trap` listed it. One that it has set for itself never runs.
    sh.clear_exit_trap();
    match outcome {
        Err(Divert::Exit(status)) => status,
        Err(Divert::Killed(number)) => 128 + number,
        _ => status,
    }
}

/// Runs the trap of one of the shell's own conditions, if there is one and it is not what is running.
pub fn run_condition(sh: &mut Shell, condition: Condition) -> Result<(), Divert> {
    let Some(text) = sh.traps.command(condition) else { return Ok(()) };
    if sh.active_traps.contains(&condition) {
        return Ok(());
    }
    sh.active_traps.push(condition);
    let result = run(sh, &text);
    sh.active_traps.pop();
    result
}

/// Before a command is executed: takes note of its text where BASH_COMMAND is asked for, and runs the DEBUG trap. False when
/// `extdebug` is on and the trap failed: the command is to be skipped.
#[inline]
pub fn before_command(sh: &mut Shell, line: u32, text: impl FnOnce(&Interner) -> Vec<u8>) -> Result<bool, Divert> {
    if !sh.names.mentions_command() && sh.traps.is_empty() { Ok(true) } else { before_watched_command(sh, line, text) }
}

#[cold]
fn before_watched_command(sh: &mut Shell, line: u32, text: impl FnOnce(&Interner) -> Vec<u8>) -> Result<bool, Divert> {
    let has_debug = sh.traps.get(Condition::Debug).is_some();
    if (has_debug || sh.names.mentions_command()) && sh.trap_depth == 0 {
        sh.command_text = text(&sh.names);
    }
    if !has_debug || sh.active_traps.contains(&Condition::Debug) {
        return Ok(true);
    }
    let Some(action) = sh.traps.command(Condition::Debug) else { return Ok(true) };
    sh.counters.line = line;
    sh.active_traps.push(Condition::Debug);
    let (status, pipestatus) = (sh.counters.status, sh.pipestatus.clone());
    let result = run(sh, &action);
    sh.active_traps.pop();
    let failed = sh.last_trap_status != 0;
    sh.counters.status = status;
    sh.pipestatus = pipestatus;
    sh.counters.line = line;
    result?;
    Ok(!(failed && sh.options.has(Opt::ExtDebug)))
}
