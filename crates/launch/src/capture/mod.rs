//! [`Capture`]: run a program to its end, feed its input, collect its output, within limits.

mod exchange;
mod sink;
mod source;

use crate::cancel::Cancel;
use crate::command::Command;
use crate::error::{CommandError, Error, Stage};
use crate::plan::Group;
use crate::process::{Ending, Process};
use crate::stdio::Stdio;
use exchange::Exchange;
use sink::Sink;
use skosh_sys::limits::Resource;
use source::Source;
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Why a program was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It ran too long.
    TimeLimit,
    /// It wrote too much.
    OutputLimit,
    /// [`Cancel::cancel`] was called.
    Cancelled,
    /// The callback for its output had enough.
    Callback,
}

/// What came of a program.
#[derive(Clone, Debug)]
pub struct Captured {
    /// How it ended. `None` when somebody else in this process took its status (by waiting for any child), or when the
    /// system throws statuses away because SIGCHLD is ignored.
    pub ending: Option<Ending>,
    /// Its output, as far as it was collected.
    pub stdout: Vec<u8>,
    /// Its errors, as far as they were collected.
    pub stderr: Vec<u8>,
    /// Why it was stopped, if it was.
    pub stopped: Option<Stopped>,
}

impl Captured {
    /// It came to its own end, with status 0.
    pub fn is_success(&self) -> bool {
        self.stopped.is_none() && self.ending.is_some_and(|ending| ending.is_success())
    }
}

/// What happens to the standard error of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Errors {
    /// It goes where this process's goes (or where the command sends it).
    #[default]
    Inherit,
    /// It is dropped.
    Null,
    /// It goes into the output.
    Merge,
    /// It is collected by itself.
    Collect,
}

/// A program to run to its end.
///
/// The program gets a process group of its own, so that stopping it stops what it has started as well: SIGTERM first,
/// SIGKILL a moment later. Whatever happens, when [`Capture::run`] returns the program has ended and is waited for, and
/// no descriptor is left. The host's SIGPIPE and SIGCHLD are neither needed nor touched.
///
/// ```
/// use skosh_launch::{Capture, Command};
/// let mut sort = Command::new("sort");
/// sort.arg("-n");
/// let done = Capture::new(sort).input(b"10\n9\n".as_slice()).run()?;
/// assert_eq!(done.stdout, b"9\n10\n");
/// # Ok::<(), skosh_launch::CommandError>(())
/// ```
#[derive(Debug)]
pub struct Capture<'a> {
    command: Command,
    source: Option<Source<'a>>,
    sink: Sink<'a>,
    errors: Errors,
    time_limit: Option<Duration>,
    output_limit: usize,
    kill_after: Duration,
    linger: Option<Duration>,
    cancel: Option<Cancel>,
    own_group: bool,
}

impl<'a> Capture<'a> {
    /// Runs `command` with empty input, collects its output, leaves its errors where they go.
    pub fn new(command: Command) -> Capture<'a> {
        Capture {
            command,
            source: None,
            sink: Sink::collect(),
            errors: Errors::Inherit,
            time_limit: None,
            output_limit: usize::MAX,
            kill_after: Duration::from_secs(2),
            linger: None,
            cancel: None,
            own_group: true,
        }
    }

    /// Feeds these bytes. That the program does not read all of them is no error.
    #[must_use]
    pub fn input(mut self, bytes: impl Into<Cow<'a, [u8]>>) -> Self {
        self.source = Some(Source::bytes(bytes.into()));
        self
    }

    /// Feeds what `fill` puts into the buffer each time that more is wanted, until it returns `false`.
    #[must_use]
    pub fn input_from(mut self, fill: impl FnMut(&mut Vec<u8>) -> bool + Send + 'a) -> Self {
        self.source = Some(Source::callback(Box::new(fill)));
        self
    }

    /// Hands over the output piece by piece as it comes. `Break` stops the program.
    #[must_use]
    pub fn output_to(mut self, take: impl FnMut(&[u8]) -> ControlFlow<()> + Send + 'a) -> Self {
        self.sink = Sink::pieces(Box::new(take));
        self
    }

    /// Hands over the output line by line, without the newlines; the last line need not have one. `Break` stops the program.
    #[must_use]
    pub fn lines_to(mut self, take: impl FnMut(&[u8]) -> ControlFlow<()> + Send + 'a) -> Self {
        self.sink = Sink::lines(Box::new(take));
        self
    }

    /// What happens to its errors.
    #[must_use]
    pub fn errors(mut self, errors: Errors) -> Self {
        self.errors = errors;
        self
    }

    /// Stops it after this time.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = Some(limit);
        self
    }

    /// Stops it when it has written more than this many bytes (output and errors each); so many are kept.
    #[must_use]
    pub fn output_limit(mut self, bytes: usize) -> Self {
        self.output_limit = bytes;
        self
    }

    /// Limits the address space of each of its processes, in bytes.
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.command.limit(Resource::AddressSpace, bytes);
        self
    }

    /// Limits the processor time of each of its processes, in seconds; then SIGXCPU, a second later SIGKILL.
    #[must_use]
    pub fn cpu_limit(mut self, seconds: u64) -> Self {
        let limit = skosh_sys::limits::Limit { soft: seconds, hard: seconds.saturating_add(1) };
        self.command.limit_soft_hard(Resource::Cpu, limit);
        self
    }

    /// How long after SIGTERM a SIGKILL follows. Two seconds unless set.
    #[must_use]
    pub fn kill_after(mut self, grace: Duration) -> Self {
        self.kill_after = grace;
        self
    }

    /// Once the program has ended, waits only this long for others that hold its output open. Unless set, until the
    /// last of them has closed it (or the time limit strikes).
    #[must_use]
    pub fn linger(mut self, time: Duration) -> Self {
        self.linger = Some(time);
        self
    }

    /// Stops it when this switch is thrown.
    #[must_use]
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.cancel = Some(cancel.clone());
        self
    }

    /// Leaves it in the process group that the command says, instead of a new one. Stopping then reaches only the program itself.
    #[must_use]
    pub fn keep_group(mut self) -> Self {
        self.own_group = false;
        self
    }

    /// Runs it. An error means that it could not be started or that the exchange with it failed; how it fared
    /// otherwise is in the result.
    pub fn run(mut self) -> Result<Captured, CommandError> {
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Ok(Captured {
                ending: None,
                stdout: Vec::new(),
                stderr: Vec::new(),
                stopped: Some(Stopped::Cancelled),
            });
        }
        if self.own_group {
            self.command.group(Group::New);
        }
        let (process, program) = self.start()?;
        let deadline = self.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        let exchange = Exchange {
            source: self.source,
            sink: self.sink,
            output_limit: self.output_limit,
            deadline,
            kill_after: self.kill_after,
            linger: self.linger,
            cancel: self.cancel,
        };
        exchange.run(process).map_err(|errno| CommandError { program, error: Error { step: Stage::Transfer, errno } })
    }

    fn start(&mut self) -> Result<(Process, Vec<u8>), CommandError> {
        let command = &mut self.command;
        if self.source.is_some() {
            command.stdin(Stdio::piped());
        }
        command.stdout(Stdio::piped());
        match self.errors {
            Errors::Inherit => {}
            Errors::Null => drop(command.stderr(Stdio::null())),
            Errors::Merge => drop(command.stderr(Stdio::same_as(1))),
            Errors::Collect => drop(command.stderr(Stdio::piped())),
        }
        let process = command.spawn_with(&[(0, Stdio::null())])?;
        Ok((process, std::os::unix::ffi::OsStrExt::as_bytes(command.program()).to_vec()))
    }
}

impl Command {
    /// Runs the program to its end and collects its output and errors. Input is empty unless set. Without limits, and
    /// without a process group of its own: see [`Capture`] for those.
    pub fn output(&self) -> Result<Captured, CommandError> {
        let process = self.spawn_with(&[(0, Stdio::null()), (1, Stdio::piped()), (2, Stdio::piped())])?;
        let exchange = Exchange {
            source: None,
            sink: Sink::collect(),
            output_limit: usize::MAX,
            deadline: None,
            kill_after: Duration::ZERO,
            linger: None,
            cancel: None,
        };
        exchange.run(process).map_err(|errno| CommandError {
            program: std::os::unix::ffi::OsStrExt::as_bytes(self.program()).to_vec(),
            error: Error { step: Stage::Transfer, errno },
        })
    }
}
