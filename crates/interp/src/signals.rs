//! Signals that have arrived: traps run between commands, and what a broken pipe does.

use skosh_state::flow::Divert;
use skosh_state::traps::{Action, Condition};
use skosh_state::{Opt, Shell};
use skosh_sys::signal::{self, Disposition};

use crate::trap;

/// To be called between commands: runs the traps of signals that have arrived. One load when there are none.
#[inline]
pub fn check(sh: &mut Shell) -> Result<(), Divert> {
    if signal::pending() { act(sh) } else { Ok(()) }
}

#[cold]
fn act(sh: &mut Shell) -> Result<(), Divert> {
    // In a virtual subshell a signal to this process was meant for the shell around it, whose traps run when the subshell has ended;
    // but an interrupt from the keyboard ends the subshell as well.
    for number in signal::pending_set().iter() {
        if number == signal::SIGPIPE {
            signal::take(number);
            continue;
        }
        let action = sh.traps.get(Condition::Signal(number)).cloned();
        match action {
            Some(Action::Command(text)) => {
                signal::take(number);
                trap::run(sh, &text)?;
            }
            Some(Action::Ignore) => {
                signal::take(number);
            }
            None if number == signal::SIGINT => {
                if !sh.is_virtual() {
                    signal::take(number);
                }
                return Err(interrupted(sh));
            }
            None if sh.is_virtual() => {}
            None => {
                signal::take(number);
                if !matches!(number, signal::SIGCHLD | signal::SIGWINCH | signal::SIGCONT)
                    && !sh.options.has(Opt::Interactive)
                {
                    return Err(Divert::Killed(number));
                }
            }
        }
    }
    Ok(())
}

/// An interrupt without a trap: ends the command line of an interactive shell, and any other environment.
fn interrupted(sh: &Shell) -> Divert {
    if sh.options.has(Opt::Interactive) && sh.subshell().is_none() {
        Divert::Discard(128 + signal::SIGINT)
    } else {
        Divert::Killed(signal::SIGINT)
    }
}

/// Before this process writes to a pipe of its own making: a reader that goes away must end the writing environment, not the
/// shell. A handler that does nothing is reset by exec, so that children do not inherit it; an inherited "ignore" stays.
pub fn guard_pipes() {
    if !signal::caught().contains(signal::SIGPIPE) && signal::disposition(signal::SIGPIPE) == Disposition::Default {
        let _ = signal::catch(signal::SIGPIPE);
    }
}

/// Whether a write to a closed pipe ends the environment, as SIGPIPE would end the process. Not where the signal is ignored: there
/// the write error is the command's.
pub fn dies_of_broken_pipe(sh: &Shell) -> bool {
    match sh.traps.get(Condition::Signal(signal::SIGPIPE)) {
        Some(_) => false,
        None => {
            signal::caught().contains(signal::SIGPIPE) || signal::disposition(signal::SIGPIPE) == Disposition::Default
        }
    }
}
