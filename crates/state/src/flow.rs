//! How execution goes on after a command: a status, or a divert.

/// An exit status. Kept as the language shows it: 0 to 255.
pub type Status = i32;

/// What executing something gives: a status, or a [`Divert`] that unwinds to whoever it is for.
pub type Outcome = Result<Status, Divert>;

/// A jump out of the normal flow. Not an error: messages were printed where the reason arose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Divert {
    /// `break`: levels still to leave.
    Break(u32),
    /// `continue`: levels still to leave.
    Continue(u32),
    /// `return` from a function or dot script.
    Return(Status),
    /// Leave the shell or subshell, running its EXIT trap: `exit`, `errexit`, a fatal error.
    Exit(Status),
    /// Abandon the command being read and go on with the next one (bash outside posix mode; interactive shells).
    Discard(Status),
    /// The (sub)shell ends as if killed by this signal, without its EXIT trap.
    Killed(i32),
    /// The subshell went on in a process of its own: unwind to the boundary, run nothing, take this as the status.
    Elsewhere(Status),
}
