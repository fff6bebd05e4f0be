//! Why a launch failed.

use skosh_sys::Errno;
use std::os::fd::RawFd;

/// What the launch was doing when it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Reading the command: an argument, a name or a value with a NUL inside, a variable name that is empty or holds `=`.
    Argument,
    /// Making the process: `EAGAIN` at a limit of processes, `ENOMEM`.
    Clone,
    /// Starting a session.
    Session,
    /// Changing the process group.
    Group,
    /// Handing over the terminal.
    Terminal,
    /// Changing the directory.
    Directory,
    /// Setting a resource limit.
    Limit,
    /// Setting the nice value.
    Nice,
    /// Tying the child to its parent's life.
    ParentDeath,
    /// Making this descriptor: `EBADF` when its source is not open.
    Descriptor(RawFd),
    /// Executing the program: `ENOENT`, `EACCES`, `ENOEXEC` (no format that the kernel knows, perhaps a script without
    /// `#!`), `ETXTBSY` (somebody has the file open for writing), `E2BIG` (arguments and environment too long), ...
    Exec,
    /// Reading its output or writing its input.
    Transfer,
    /// Waiting for its end: `ECHILD` when somebody else in the process has taken its status.
    Wait,
}

/// A launch that failed. There is no child: if one had been made, it is gone and reaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// What was being done.
    pub step: Stage,
    /// Why it could not be done.
    pub errno: Errno,
}

impl Error {
    /// It was the program itself that could not be executed: what a shell reports as 126 or 127.
    pub fn is_exec(&self) -> bool {
        self.step == Stage::Exec
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let errno = self.errno;
        match self.step {
            Stage::Argument => write!(f, "argument or variable that a program cannot be given: {errno}"),
            Stage::Clone => write!(f, "cannot make a process: {errno}"),
            Stage::Session => write!(f, "cannot start a session: {errno}"),
            Stage::Group => write!(f, "cannot set the process group: {errno}"),
            Stage::Terminal => write!(f, "cannot hand over the terminal: {errno}"),
            Stage::Directory => write!(f, "cannot change the directory: {errno}"),
            Stage::Limit => write!(f, "cannot set a resource limit: {errno}"),
            Stage::Nice => write!(f, "cannot set the nice value: {errno}"),
            Stage::ParentDeath => write!(f, "cannot tie the child to its parent: {errno}"),
            Stage::Descriptor(fd) => write!(f, "cannot set up descriptor {fd}: {errno}"),
            Stage::Exec => write!(f, "cannot execute: {errno}"),
            Stage::Transfer => write!(f, "cannot exchange data: {errno}"),
            Stage::Wait => write!(f, "cannot wait for it: {errno}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        // The kind and number are what callers match on; the stage is in the text of `Error` only.
        error.errno.into()
    }
}

/// A [`Command`](crate::Command) that could not be carried out, with the program's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandError {
    /// The program as it was given.
    pub program: Vec<u8>,
    /// What failed.
    pub error: Error,
}

impl CommandError {
    /// What was being done.
    pub fn step(&self) -> Stage {
        self.error.step
    }

    /// Why it could not be done.
    pub fn errno(&self) -> Errno {
        self.error.errno
    }
}

impl std::fmt::Display for CommandError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", String::from_utf8_lossy(&self.program), self.error)
    }
}

impl std::error::Error for CommandError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl From<CommandError> for std::io::Error {
    fn from(error: CommandError) -> Self {
        error.error.errno.into()
    }
}
