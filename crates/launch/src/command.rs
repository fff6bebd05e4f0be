//! [`Command`]: a builder for children that a user of `std::process::Command` knows at once.

use crate::environment::Environment;
use crate::error::{CommandError, Error, Stage};
use crate::plan::{Directory, Group, Move, Plan, launch};
use crate::process::Process;
use crate::stdio::{Prepared, Stdio};
use crate::{orphans, search};
use skosh_sys::limits::{Limit, Resource};
use skosh_sys::process::WaitStatus;
use skosh_sys::signal::{SIGPIPE, SignalSet};
use skosh_sys::spawn::Way;
use skosh_sys::{Errno, StringArray};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Where the child's directory is.
#[derive(Debug)]
enum WorkingDirectory {
    Inherit,
    Path(Vec<u8>),
    Open(OwnedFd),
}

/// A program, its arguments, and everything about the process that will run it.
///
/// As with the standard library's `Command`, the program is looked for in `PATH` (the child's, if it is changed), the
/// environment is inherited, signals are unblocked and SIGPIPE does what it does by default. Unlike there, **nothing is
/// inherited but descriptors 0, 1, 2** and what is named, whoever opened it and however.
#[derive(Debug)]
pub struct Command {
    program: Vec<u8>,
    argv: StringArray,
    /// `argv[0]`, where it differs from the program.
    name: Option<Vec<u8>>,
    has_nul: bool,
    environment: Environment,
    directory: WorkingDirectory,
    descriptors: BTreeMap<RawFd, Stdio>,
    close_others: bool,
    group: Group,
    foreground: Option<RawFd>,
    limits: Vec<(Resource, Limit)>,
    umask: Option<u32>,
    nice: i32,
    ignore: SignalSet,
    default: SignalSet,
    mask: Option<SignalSet>,
    parent_death_signal: Option<i32>,
    way: Option<Way>,
}

impl Command {
    /// A command that runs `program` without arguments.
    pub fn new(program: impl AsRef<OsStr>) -> Command {
        let program = program.as_ref().as_bytes().to_vec();
        Command {
            has_nul: program.contains(&0),
            program,
            argv: StringArray::new(),
            name: None,
            environment: Environment::default(),
            directory: WorkingDirectory::Inherit,
            descriptors: BTreeMap::new(),
            close_others: true,
            group: Group::Inherit,
            foreground: None,
            limits: Vec::new(),
            umask: None,
            nice: 0,
            ignore: SignalSet::EMPTY,
            default: [SIGPIPE].into_iter().collect(),
            mask: Some(SignalSet::EMPTY),
            parent_death_signal: None,
            way: None,
        }
    }

    /// Adds an argument.
    pub fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Command {
        let argument = argument.as_ref().as_bytes();
        self.has_nul |= argument.contains(&0);
        self.argv.push(argument);
        self
    }

    /// Adds arguments.
    pub fn args<S: AsRef<OsStr>>(&mut self, arguments: impl IntoIterator<Item = S>) -> &mut Command {
        for argument in arguments {
            self.arg(argument);
        }
        self
    }

    /// Sets the name that the program is called by (`argv[0]`).
    pub fn arg0(&mut self, name: impl AsRef<OsStr>) -> &mut Command {
        let name = name.as_ref().as_bytes();
        self.has_nul |= name.contains(&0);
        self.name = Some(name.to_vec());
        self
    }

    /// Sets an environment variable.
    pub fn env(&mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Command {
        let value = value.as_ref().as_bytes().to_vec();
        self.environment.changes.insert(name.as_ref().as_bytes().to_vec(), Some(value));
        self
    }

    /// Sets environment variables.
    pub fn envs<N: AsRef<OsStr>, V: AsRef<OsStr>>(
        &mut self,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> &mut Command {
        for (name, value) in variables {
            self.env(name, value);
        }
        self
    }

    /// Removes an environment variable.
    pub fn env_remove(&mut self, name: impl AsRef<OsStr>) -> &mut Command {
        self.environment.changes.insert(name.as_ref().as_bytes().to_vec(), None);
        self
    }

    /// Passes nothing on of the process's environment.
    pub fn env_clear(&mut self) -> &mut Command {
        self.environment = Environment { clear: true, changes: BTreeMap::new() };
        self
    }

    /// Sets the current directory by path. A relative *program* path with a slash then starts from there.
    pub fn current_dir(&mut self, path: impl AsRef<Path>) -> &mut Command {
        self.directory = WorkingDirectory::Path(path.as_ref().as_os_str().as_bytes().to_vec());
        self
    }

    /// Sets the current directory to an open one.
    pub fn current_dir_at(&mut self, directory: OwnedFd) -> &mut Command {
        self.directory = WorkingDirectory::Open(directory);
        self
    }

    /// What the child's standard input is.
    pub fn stdin(&mut self, what: impl Into<Stdio>) -> &mut Command {
        self.descriptor(0, what)
    }

    /// What the child's standard output is.
    pub fn stdout(&mut self, what: impl Into<Stdio>) -> &mut Command {
        self.descriptor(1, what)
    }

    /// What the child's standard error is.
    pub fn stderr(&mut self, what: impl Into<Stdio>) -> &mut Command {
        self.descriptor(2, what)
    }

    /// What the child's descriptor `number` is. A pipe on a number above 2 is one that the child writes.
    pub fn descriptor(&mut self, number: RawFd, what: impl Into<Stdio>) -> &mut Command {
        self.descriptors.insert(number, what.into());
        self
    }

    /// The child gets descriptor `number` as it is in this process.
    pub fn inherit(&mut self, number: RawFd) -> &mut Command {
        self.descriptor(number, Stdio::inherit())
    }

    /// Whether everything that is not named is closed, close-on-exec or not (the default).
    pub fn close_others(&mut self, on: bool) -> &mut Command {
        self.close_others = on;
        self
    }

    /// The child's process group or session.
    pub fn group(&mut self, group: Group) -> &mut Command {
        self.group = group;
        self
    }

    /// The terminal of which the child's group becomes the foreground group.
    pub fn foreground(&mut self, tty: RawFd) -> &mut Command {
        self.foreground = Some(tty);
        self
    }

    /// Limits a resource, soft and hard. More than this process's own hard limit is cut down to that.
    pub fn limit(&mut self, resource: Resource, value: u64) -> &mut Command {
        self.limit_soft_hard(resource, Limit { soft: value, hard: value })
    }

    /// Limits a resource, with a hard limit of its own.
    pub fn limit_soft_hard(&mut self, resource: Resource, limit: Limit) -> &mut Command {
        self.limits.retain(|(of, _)| *of != resource);
        self.limits.push((resource, limit));
        self
    }

    /// The file creation mask.
    pub fn umask(&mut self, mask: u32) -> &mut Command {
        self.umask = Some(mask);
        self
    }

    /// Added to the nice value.
    pub fn nice(&mut self, increment: i32) -> &mut Command {
        self.nice = increment;
        self
    }

    /// The child ignores this signal.
    pub fn ignore_signal(&mut self, signal: i32) -> &mut Command {
        self.ignore.add(signal);
        self.default.remove(signal);
        self
    }

    /// This signal does in the child what it does by default, although it may be ignored here.
    pub fn default_signal(&mut self, signal: i32) -> &mut Command {
        self.default.add(signal);
        self.ignore.remove(signal);
        self
    }

    /// The child's signal mask; without this call, nothing is blocked.
    pub fn signal_mask(&mut self, mask: SignalSet) -> &mut Command {
        self.mask = Some(mask);
        self
    }

    /// Mask and ignored signals, SIGPIPE among them, are those of the calling thread.
    pub fn inherit_signals(&mut self) -> &mut Command {
        self.mask = None;
        self.default = SignalSet::EMPTY;
        self
    }

    /// The child gets this signal when the *thread* that starts it ends: start it from one that lives on.
    pub fn parent_death_signal(&mut self, signal: i32) -> &mut Command {
        self.parent_death_signal = Some(signal);
        self
    }

    /// Makes the process in this way or a lesser one, instead of the best that the kernel offers.
    pub fn way(&mut self, way: Way) -> &mut Command {
        self.way = Some(way);
        self
    }

    /// The program as it was given.
    pub fn program(&self) -> &OsStr {
        OsStr::from_bytes(&self.program)
    }

    /// Starts the program.
    pub fn spawn(&self) -> Result<Process, CommandError> {
        self.spawn_with(&[])
    }

    /// [`Command::spawn`] with other defaults for descriptors that are not set.
    pub(crate) fn spawn_with(&self, defaults: &[(RawFd, Stdio)]) -> Result<Process, CommandError> {
        self.try_spawn(defaults).map_err(|error| CommandError { program: self.program.clone(), error })
    }

    fn try_spawn(&self, defaults: &[(RawFd, Stdio)]) -> Result<Process, Error> {
        if self.has_nul || self.environment.is_invalid() {
            return Err(Error { step: Stage::Argument, errno: Errno::EINVAL });
        }
        orphans::reap();
        let exec = |errno| Error { step: Stage::Exec, errno };
        let path = if self.program.contains(&b'/') {
            self.program.clone()
        } else {
            search::find_program(&self.program, self.environment.path().as_deref()).map_err(exec)?
        };
        let mut argv = StringArray::new();
        argv.push(self.name.as_deref().unwrap_or(&self.program));
        for argument in self.argv.iter() {
            argv.push(argument);
        }
        let envp = self.environment.build();
        let prepared = Prepared::new(&self.descriptors, defaults)?;
        let child = launch(&Plan {
            moves: &prepared.moves,
            close_others: self.close_others,
            pgroup: self.group,
            foreground: self.foreground,
            directory: match &self.directory {
                WorkingDirectory::Inherit => Directory::Inherit,
                WorkingDirectory::Path(path) => Directory::Path(path),
                WorkingDirectory::Open(fd) => Directory::Open(fd.as_raw_fd()),
            },
            limits: &self.limits,
            umask: self.umask,
            nice: self.nice,
            ignore: self.ignore,
            default: self.default,
            mask: self.mask,
            parent_death_signal: self.parent_death_signal,
            retry_busy: true,
            way: self.way,
            ..Plan::new(&path, &argv, &envp)
        })?;
        Ok(Process::new(child.pid, matches!(self.group, Group::New | Group::Session), prepared))
    }

    /// Runs the program to its end with this process's own standard descriptors; says how it ended.
    pub fn status(&self) -> Result<WaitStatus, CommandError> {
        let failed = |error| CommandError { program: self.program.clone(), error };
        let mut process = self.spawn()?;
        process.wait().map(|ending| ending.status).map_err(|errno| failed(Error { step: Stage::Wait, errno }))
    }
}

/// Keeps a number open in the child.
pub(crate) fn keep(number: RawFd) -> Move {
    Move { from: number, to: number }
}
