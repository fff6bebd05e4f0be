//! `trap` (POSIX XCU trap).

use std::collections::BTreeMap;

use skosh_interp::subshell::{NeedsProcess, become_process};
use skosh_interp::{report, trap};
use skosh_state::traps::{Action, Condition};
use skosh_state::{Fields, Outcome, Shell};
use skosh_sys::signal;

use crate::option_scan::{OptionScan, usage_error};
use crate::{failure, kill, quoting};

/// `trap [-lpP] [[action] condition...]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let (mut list, mut print, mut actions_only) = (false, false, false);
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"lpP") {
            Ok(None) => break,
            Ok(Some((b'l', _))) => list = true,
            Ok(Some((b'P', _))) => actions_only = true,
            Ok(Some(_)) => print = true,
            Err(status) => return failure::special(sh, status),
        }
    }
    if list {
        return kill::list_all(sh);
    }
    let first = scan.first();
    if print || actions_only || args.len() == first {
        return show(sh, args, first, print, actions_only);
    }
    set(sh, args, first)
}

/// Lists traps: all, or those of the operands.
fn show(sh: &mut Shell, args: &Fields, first: usize, print: bool, actions_only: bool) -> Outcome {
    // A subshell that has set none yet lists what its parent had.
    let mut actions: BTreeMap<Condition, Action> =
        if sh.traps.inherited.is_empty() { sh.traps.actions.clone() } else { sh.traps.inherited.clone() };
    // What was ignored when the shell started is, in effect, a trap that ignores it.
    for number in 1..=signal::LAST {
        if !actions.contains_key(&Condition::Signal(number)) && trap::was_ignored_on_entry(sh, number) {
            actions.insert(Condition::Signal(number), Action::Ignore);
        }
    }
    let mut out = Vec::new();
    let mut status = 0;
    if args.len() == first {
        for (condition, action) in &actions {
            line(sh, *condition, Some(action), actions_only, &mut out);
        }
        // POSIX 2024: `trap -p` lists every condition; bash lists what is set, and so does this.
        let _ = print;
    }
    for name in args.iter().skip(first) {
        match trap::parse_condition(name) {
            Some(condition) => {
                if let Some(action) = actions.get(&condition) {
                    line(sh, condition, Some(action), actions_only, &mut out);
                } else if failure::is_sh(sh) {
                    line(sh, condition, None, actions_only, &mut out);
                }
            }
            None => {
                report::builtin_word_error(sh, name, "invalid signal specification");
                status = 1;
            }
        }
    }
    let written = report::output(sh, &out)?;
    Ok(status.max(written))
}

fn line(sh: &Shell, condition: Condition, action: Option<&Action>, action_only: bool, out: &mut Vec<u8>) {
    let dash = failure::is_sh(sh);
    let text: &[u8] = match action {
        Some(Action::Ignore) => b"",
        Some(Action::Command(text)) => text,
        None => b"-",
    };
    if action_only {
        out.extend_from_slice(text);
        out.push(b'\n');
        return;
    }
    out.extend_from_slice(b"trap -- ");
    if action.is_none() {
        out.push(b'-');
    } else {
        quoting::single_quoted(text, dash, out);
    }
    let name = trap::condition_name(condition);
    out.push(b' ');
    out.extend_from_slice(if dash { name.strip_prefix("SIG").unwrap_or(&name) } else { &name }.as_bytes());
    out.push(b'\n');
}

/// Sets or resets traps.
fn set(sh: &mut Shell, args: &Fields, first: usize) -> Outcome {
    let word = args.at(first);
    let single = args.len() == first + 1;
    // An unsigned integer as first operand means that all operands are conditions to be reset; bash also takes one operand so.
    let resets = word.iter().all(u8::is_ascii_digit) && !word.is_empty() && trap::parse_condition(word).is_some()
        || single && trap::parse_condition(word).is_some();
    if single && !resets {
        if failure::is_sh(sh) {
            report::builtin_word_error(sh, word, "bad trap");
            return Ok(1);
        }
        return Ok(usage_error(sh));
    }
    let (action, conditions) = if resets {
        (None, first)
    } else {
        let action = match word {
            b"-" => None,
            b"" => Some(Action::Ignore),
            text => Some(Action::Command(text.into())),
        };
        (action, first + 1)
    };
    let mut status = 0;
    for name in args.iter().skip(conditions) {
        let Some(condition) = trap::parse_condition(name) else {
            report::builtin_word_error(sh, name, "invalid signal specification");
            status = 1;
            continue;
        };
        if let Condition::Signal(number) = condition
            && changes_process(sh, number, action.as_ref())
        {
            become_process(sh, NeedsProcess::SignalTrap)?;
        }
        // KILL and STOP cannot be trapped; bash accepts them without a word.
        let _ = trap::set(sh, condition, action.clone());
    }
    Ok(status)
}

/// Whether the signal's disposition in this process would change: setting back what is default already does not.
fn changes_process(sh: &Shell, number: i32, action: Option<&Action>) -> bool {
    match (action, skosh_sys::signal::disposition(number)) {
        (None, skosh_sys::signal::Disposition::Default) => false,
        (Some(Action::Ignore), skosh_sys::signal::Disposition::Ignore) => false,
        _ => sh.ignored_on_entry >> (number as u32 & 63) & 1 == 0,
    }
}
