//! Traps: what is done when a signal arrives or the shell does something.

use std::collections::BTreeMap;
use std::rc::Rc;

/// What a trap is set on: a signal number (from 1) or one of the shell's own conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// `EXIT` or `0`
    Exit,
    /// A signal.
    Signal(i32),
    /// `DEBUG`
    Debug,
    /// `ERR`
    Err,
    /// `RETURN`
    Return,
}

/// What is done. The default is to have no entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// `''`: ignored.
    Ignore,
    /// Executed as by `eval`.
    Command(Rc<[u8]>),
}

/// The traps of a shell environment. Shared until it is changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traps {
    /// What is set.
    pub actions: BTreeMap<Condition, Action>,
    /// In a subshell that has not set a trap yet: what the parent had, for `trap` without operands to list (POSIX XCU trap).
    pub inherited: BTreeMap<Condition, Action>,
}

impl Traps {
    /// The action of `condition`.
    pub fn get(&self, condition: Condition) -> Option<&Action> {
        self.actions.get(&condition)
    }

    /// The command of `condition`, if it has one.
    pub fn command(&self, condition: Condition) -> Option<Rc<[u8]>> {
        match self.actions.get(&condition) {
            Some(Action::Command(text)) => Some(text.clone()),
            _ => None,
        }
    }

    /// Whether no trap is set or inherited.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty() && self.inherited.is_empty()
    }

    /// Whether some signal has a command.
    pub fn catches_signals(&self) -> bool {
        self.actions.iter().any(|(c, a)| matches!((c, a), (Condition::Signal(_), Action::Command(_))))
    }

    /// What a subshell starts with: commands are reset to the default, ignored signals stay ignored. DEBUG, RETURN and ERR go on
    /// where `keep_debug` and `keep_err` (functrace, errtrace) say so.
    pub fn for_subshell(&self, keep_debug: bool, keep_err: bool) -> Traps {
        let keep = |condition: &Condition, action: &Action| match condition {
            Condition::Debug | Condition::Return => keep_debug,
            Condition::Err => keep_err,
            Condition::Exit => false,
            Condition::Signal(_) => *action == Action::Ignore,
        };
        let actions = self.actions.iter().filter(|(c, a)| keep(c, a)).map(|(c, a)| (*c, a.clone())).collect();
        let inherited = if self.actions.is_empty() { self.inherited.clone() } else { self.actions.clone() };
        Traps { actions, inherited }
    }
}
