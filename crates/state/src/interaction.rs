//! What the builtins for interactive use keep: the directory stack, the history list and the completion specifications.
//!
//! Shared between a shell and its subshell scopes until one of them changes it.

use std::collections::BTreeMap;
use std::rc::Rc;

use skosh_syntax::names::well_known as name;

use crate::Shell;

/// A completion specification, as `complete` takes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// Names of `-A`, in the order in which they are listed.
    pub actions: Vec<&'static str>,
    /// Names of `-o`.
    pub options: Vec<&'static str>,
    /// `-G`
    pub pattern: Option<Vec<u8>>,
    /// `-W`
    pub words: Option<Vec<u8>>,
    /// `-F`
    pub function: Option<Vec<u8>>,
    /// `-C`
    pub command: Option<Vec<u8>>,
    /// `-X`
    pub filter: Option<Vec<u8>>,
    /// `-P`
    pub prefix: Option<Vec<u8>>,
    /// `-S`
    pub suffix: Option<Vec<u8>>,
}

/// What a completion specification is for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Completed {
    /// Arguments of a command.
    Command(Vec<u8>),
    /// `-D`: of commands that have none.
    Default,
    /// `-E`: on an empty line.
    Empty,
    /// `-I`: the first word.
    Initial,
}

/// The state of the interactive builtins.
#[derive(Clone, Debug, Default)]
pub struct Interaction {
    /// The directory stack below the working directory, its top first.
    pub directories: Vec<Rc<[u8]>>,
    /// The history list, oldest first.
    pub history: Vec<Rc<[u8]>>,
    /// The number of the first entry of the history list, less one.
    pub forgotten: usize,
    /// Completion specifications.
    pub completions: BTreeMap<Completed, Completion>,
}

impl Shell {
    /// The state of the interactive builtins, to change.
    pub fn interaction_mut(&mut self) -> &mut Interaction {
        Rc::make_mut(&mut self.interaction)
    }

    /// Adds a line to the history list, as HISTCONTROL and HISTSIZE say. False: it was left out.
    pub fn add_history(&mut self, line: &[u8]) -> bool {
        let control = self.scalar(name::HISTCONTROL).map_or_else(Vec::new, |value| value.into_owned());
        let says = |word: &[u8]| control.split(|&byte| byte == b':').any(|part| part == word);
        let both = says(b"ignoreboth");
        if (both || says(b"ignorespace")) && line.first() == Some(&b' ') {
            return false;
        }
        if (both || says(b"ignoredups")) && self.interaction.history.last().is_some_and(|last| **last == *line) {
            return false;
        }
        let erase = says(b"erasedups");
        let size = self.scalar(name::HISTSIZE).and_then(|value| skosh_arith::parse_integer(&value));
        let interaction = self.interaction_mut();
        if erase {
            interaction.history.retain(|other| **other != *line);
        }
        interaction.history.push(line.into());
        if let Some(size) = size.and_then(|size| usize::try_from(size).ok())
            && interaction.history.len() > size
        {
            let surplus = interaction.history.len() - size;
            interaction.history.drain(..surplus);
            interaction.forgotten += surplus;
        }
        true
    }
}
