//! What a command name can mean: functions, builtins, and the remembered places of programs.

use std::rc::Rc;

use skosh_syntax::Sym;
use skosh_syntax::ast::FunctionDefinition;

use crate::{Fields, Outcome, Shell, Status};

/// A builtin's standing in the command search (POSIX XCU 2.9.1.4, 2.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltinKind {
    /// A special builtin: found before functions in posix mode, assignments before it persist there, its errors end the shell.
    Special,
    /// Any other.
    Regular,
}

/// A builtin utility.
#[derive(Debug)]
pub struct Builtin {
    /// The command name.
    pub name: &'static str,
    /// Special or regular.
    pub kind: BuiltinKind,
    /// Its arguments that look like assignments are expanded as such (`export x=~/y`).
    pub declaration: bool,
    /// The synopsis after the name, for usage messages and `help`.
    pub usage: &'static str,
    /// Takes the fields, the name first. Writes through the shell's descriptors, reports its own errors.
    pub run: fn(&mut Shell, &Fields) -> Outcome,
}

/// How an attempt to run a utility inside the shell has ended.
#[derive(Debug)]
pub enum UtilityEnd {
    /// It has run, with this status.
    Status(Status),
    /// Nothing has happened: the program has to do it.
    Program,
    /// A part has been done without error; the program has to do the rest, with these fields.
    ProgramWith(Fields),
}

/// The utilities that can run inside the shell where nobody can tell the difference (`set -o inproc`).
#[derive(Debug)]
pub struct Utilities {
    /// Whether there is one of this name.
    pub has: fn(&[u8]) -> bool,
    /// Runs the program with this path and these fields, if it is one of them and does what is asked of it exactly.
    pub run: fn(&mut Shell, &[u8], &Fields) -> UtilityEnd,
}

/// A function as it was defined.
#[derive(Debug)]
pub struct Function {
    /// The tree.
    pub definition: Rc<FunctionDefinition>,
    /// The source it was defined in, as BASH_SOURCE names it.
    pub source: Rc<[u8]>,
    /// `export -f`
    pub exported: bool,
    /// `readonly -f`
    pub readonly: bool,
    /// `declare -ft`
    pub traced: bool,
}

/// What is known of a command name.
#[derive(Clone, Debug, Default)]
pub struct CommandSlot {
    /// The function of that name.
    pub function: Option<Rc<Function>>,
    /// The builtin of that name.
    pub builtin: Option<&'static Builtin>,
    /// `enable -n`
    pub disabled: bool,
    /// Where the program was found, and how often that was used.
    pub program: Option<Hashed>,
    /// Serial of the subshell scope in which it was last logged.
    pub stamp: u64,
}

/// A remembered program.
#[derive(Clone, Debug)]
pub struct Hashed {
    /// Its path.
    pub path: Rc<[u8]>,
    /// Uses, for `hash`.
    pub hits: u32,
    /// Set by `hash -p` rather than found in PATH.
    pub given: bool,
    /// The path generation it belongs to.
    pub generation: u64,
}

/// Command slots by symbol.
#[derive(Debug, Default)]
pub struct Commands {
    slots: Vec<CommandSlot>,
}

impl Commands {
    /// What is known of `name`.
    #[inline]
    pub fn get(&self, name: Sym) -> Option<&CommandSlot> {
        self.slots.get(name.index())
    }

    /// The slot of `name`, to change. The caller has logged it.
    pub(crate) fn slot(&mut self, name: Sym) -> &mut CommandSlot {
        if self.slots.len() <= name.index() {
            self.slots.resize_with(name.index() + 1, CommandSlot::default);
        }
        // The line above made room for it.
        #[allow(clippy::indexing_slicing, reason = "resized just before")]
        &mut self.slots[name.index()]
    }

    /// All slots with their symbols.
    pub fn iter(&self) -> impl Iterator<Item = (Sym, &CommandSlot)> {
        self.slots.iter().enumerate().map(|(index, slot)| (Sym(index as u32), slot))
    }
}
