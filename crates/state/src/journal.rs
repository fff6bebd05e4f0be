//! The journal of scopes: old values, logged on the first write in each scope, put back when the scope ends.
//!
//! Two lanes, both strictly nested:
//! - **Subshell scopes** undo *every* change made inside. Each slot carries the serial of the scope that last logged it, so a
//!   slot is logged once per scope however often it is written.
//! - **Frames** (function calls, assignments before a command, redirections of a builtin or compound command) undo only what was
//!   put into them: a function's plain assignments outlive it.
//!
//! The lanes are separate because a plain assignment in a function in a subshell belongs to the subshell's log but not to the
//! function's. When a frame puts a variable back, the variable keeps the stamp it has, so that a subshell that calls a function a
//! million times logs each local once.

use skosh_syntax::Sym;

use crate::commands::CommandSlot;
use crate::descriptors::Slot;
use crate::options::Options;
use crate::variable::Variable;

/// An old value that leaving a subshell scope puts back.
#[derive(Debug)]
pub enum Undo {
    /// A variable.
    Variable(Sym, Variable),
    /// A function, builtin state or remembered program.
    Command(Sym, CommandSlot),
    /// A logical descriptor.
    Descriptor(u32, Slot),
    /// The file mode creation mask.
    Umask(u32),
}

/// An old value that leaving a frame puts back.
#[derive(Debug)]
pub enum Saved {
    /// A variable made local or assigned before a command.
    Variable(Sym, Variable),
    /// A logical descriptor that was redirected.
    Descriptor(u32, Slot),
    /// `local -`: the options.
    Options(Options),
}

/// The two lanes.
#[derive(Debug, Default)]
pub struct Journal {
    /// What subshell scopes put back.
    pub(crate) undo: Vec<Undo>,
    /// What frames put back.
    pub(crate) saved: Vec<Saved>,
    /// What the ends of function calls put back: variables made local and the options of `local -`. Apart from the frames,
    /// because `local` is often executed inside of one (`{ local x; } <file`) that ends before the function does.
    pub(crate) locals: Vec<Saved>,
    /// Serial of the innermost subshell scope; 0 outside of any.
    pub(crate) serial: u64,
    /// The last serial given.
    pub(crate) last_serial: u64,
}

impl Journal {
    /// Whether a slot with this stamp must be logged before it is written.
    #[inline]
    pub(crate) fn must_log(&self, stamp: u64) -> bool {
        stamp != self.serial
    }

    /// The number of entries, for the memory tests.
    pub fn len(&self) -> usize {
        self.undo.len() + self.saved.len() + self.locals.len()
    }

    /// Whether nothing is logged.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
