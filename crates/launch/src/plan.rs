//! [`Plan`] and [`launch`]: everything about one child, and making it.

use crate::error::{Error, Stage};
use crate::layout;
use skosh_sys::limits::{Limit, Resource};
use skosh_sys::signal::SignalSet;
use skosh_sys::spawn::{FailedAt, SpawnRequest, Step, Way, spawn, spawn_by};
use skosh_sys::{Errno, StringArray};
use std::ffi::CString;
use std::os::fd::{OwnedFd, RawFd};
use std::time::Duration;

/// In the child, `to` becomes what `from` is in the parent, open across exec. `from == to`: it stays open across exec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Number in the parent.
    pub from: RawFd,
    /// Number in the child.
    pub to: RawFd,
}

/// The child's process group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Group {
    /// That of the parent.
    #[default]
    Inherit,
    /// A new one, with the child's process id.
    New,
    /// An existing one of the same session.
    Join(i32),
    /// A new session, and so a new group; without a controlling terminal.
    Session,
}

/// The child's current directory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Directory<'a> {
    /// That of the parent.
    #[default]
    Inherit,
    /// This path, relative to the parent's.
    Path(&'a [u8]),
    /// This open directory.
    Open(RawFd),
}

/// A child to be: what it executes and what it finds. Make one with [`Plan::new`] and set the fields that matter.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The file to execute; `PATH` is not searched.
    pub path: &'a [u8],
    /// Its arguments, the name it is called by first.
    pub argv: &'a StringArray,
    /// Its environment.
    pub envp: &'a StringArray,
    /// Its descriptors, assigned in parallel: each source is what it was before. A target named twice: the last one counts.
    pub moves: &'a [Move],
    /// Numbers that it does not get. After the moves; targets of moves stay.
    pub closes: &'a [RawFd],
    /// Nothing survives but 0, 1, 2 and the targets of the moves, also of what other threads open just now.
    pub close_others: bool,
    /// Its process group.
    pub pgroup: Group,
    /// A terminal of which its group becomes the foreground group.
    pub foreground: Option<RawFd>,
    /// Its directory.
    pub directory: Directory<'a>,
    /// Its resource limits. Values over the hard limit of the parent are cut down to that.
    pub limits: &'a [(Resource, Limit)],
    /// Its file creation mask.
    pub umask: Option<u32>,
    /// Added to its nice value.
    pub nice: i32,
    /// Signals that it ignores, beside those that are ignored now.
    pub ignore: SignalSet,
    /// Signals that get their default action although they may be ignored now. Caught ones always do.
    pub default: SignalSet,
    /// Its signal mask; `None`: that of the calling thread.
    pub mask: Option<SignalSet>,
    /// Sent to it when the *thread* that launches it ends. See prctl(2), `PR_SET_PDEATHSIG`.
    pub parent_death_signal: Option<i32>,
    /// The caller vouches that no signal handler is installed in the process. Saves two calls on kernels before 5.5.
    pub quiet_signals: bool,
    /// Ask for a descriptor of the process.
    pub pidfd: bool,
    /// Try again for up to a tenth of a second when the file is open for writing somewhere (`ETXTBSY`). In a threaded
    /// process that writes programs and runs them, another thread's child may hold such a descriptor for a moment.
    pub retry_busy: bool,
    /// Do not try anything better than this way of making a process.
    pub way: Option<Way>,
}

impl<'a> Plan<'a> {
    /// A child that executes `path` and inherits everything else as it is.
    pub fn new(path: &'a [u8], argv: &'a StringArray, envp: &'a StringArray) -> Plan<'a> {
        Plan {
            path,
            argv,
            envp,
            moves: &[],
            closes: &[],
            close_others: false,
            pgroup: Group::Inherit,
            foreground: None,
            directory: Directory::Inherit,
            limits: &[],
            umask: None,
            nice: 0,
            ignore: SignalSet::EMPTY,
            default: SignalSet::EMPTY,
            mask: None,
            parent_death_signal: None,
            quiet_signals: false,
            pidfd: false,
            retry_busy: false,
            way: None,
        }
    }
}

/// A running child. It has to be waited for by its process id: dropping this value does not end it.
#[derive(Debug)]
pub struct Child {
    /// Process id.
    pub pid: i32,
    /// Descriptor of the process, if it was asked for and the kernel has such.
    pub pidfd: Option<OwnedFd>,
}

/// Makes the child. Returns when it executes its program, or with the reason why it does not; then it is gone.
///
/// A path with a NUL inside is `ENOENT` at [`Stage::Exec`]. `ENOEXEC` is handed to the caller, who may know how to run
/// the file.
pub fn launch(plan: &Plan) -> Result<Child, Error> {
    let path = CString::new(plan.path).map_err(|_| Error { step: Stage::Exec, errno: Errno::ENOENT })?;
    let directory = match plan.directory {
        Directory::Path(path) => {
            Some(CString::new(path).map_err(|_| Error { step: Stage::Directory, errno: Errno::ENOENT })?)
        }
        _ => None,
    };
    let steps = steps(plan, directory.as_deref());
    let request = SpawnRequest {
        path: &path,
        argv: plan.argv,
        envp: plan.envp,
        steps: &steps,
        ignore: plan.ignore,
        default: plan.default,
        mask: plan.mask,
        no_handlers: plan.quiet_signals,
        pidfd: plan.pidfd,
    };
    let mut pause = Duration::from_micros(500);
    loop {
        let result = match plan.way {
            None => spawn(&request),
            Some(way) => spawn_by(&request, way),
        };
        let error = match result {
            Ok(child) => return Ok(Child { pid: child.pid, pidfd: child.pidfd }),
            Err(error) => error,
        };
        // 0.5, 1, 2, ... 64 ms: about an eighth of a second in all.
        let again = plan.retry_busy && error.errno == Errno::ETXTBSY && error.at == FailedAt::Exec;
        if !again || pause > Duration::from_millis(64) {
            return Err(Error { step: stage(error.at, &steps), errno: error.errno });
        }
        std::thread::sleep(pause);
        pause *= 2;
    }
}

/// The plan as steps, in an order in which none spoils another: what names the parent's descriptors comes before they
/// are moved, limits (of open files, say) come after.
fn steps<'a>(plan: &Plan<'a>, directory: Option<&'a std::ffi::CStr>) -> Vec<Step<'a>> {
    let mut steps = Vec::with_capacity(8 + plan.moves.len() * 2 + plan.closes.len() + plan.limits.len());
    if let Some(signal) = plan.parent_death_signal {
        steps.push(Step::ParentDeathSignal { signal, parent: skosh_sys::process::getpid() });
    }
    match plan.pgroup {
        Group::Inherit => {}
        Group::New => steps.push(Step::ProcessGroup(0)),
        Group::Join(group) => steps.push(Step::ProcessGroup(group)),
        Group::Session => steps.push(Step::NewSession),
    }
    if let Some(tty) = plan.foreground {
        steps.push(Step::Foreground(tty));
    }
    match (plan.directory, directory) {
        (Directory::Open(fd), _) => steps.push(Step::Fchdir(fd)),
        (_, Some(path)) => steps.push(Step::Chdir(path)),
        _ => {}
    }
    layout::assign(plan.moves, &mut steps);
    for &fd in plan.closes {
        if !plan.moves.iter().any(|assignment| assignment.to == fd) {
            steps.push(Step::Close(fd));
        }
    }
    if plan.close_others {
        layout::close_others(plan.moves, &mut steps);
    }
    if let Some(mask) = plan.umask {
        steps.push(Step::Umask(mask));
    }
    if plan.nice != 0 {
        steps.push(Step::Nice(plan.nice));
    }
    for &(resource, limit) in plan.limits {
        steps.push(Step::Limit(resource, limit));
    }
    steps
}

fn stage(at: FailedAt, steps: &[Step]) -> Stage {
    let index = match at {
        FailedAt::Clone => return Stage::Clone,
        FailedAt::Exec => return Stage::Exec,
        FailedAt::Step(index) => index,
    };
    match steps.get(index) {
        Some(Step::NewSession) => Stage::Session,
        Some(Step::ProcessGroup(_)) => Stage::Group,
        Some(Step::Foreground(_)) => Stage::Terminal,
        Some(Step::Chdir(_) | Step::Fchdir(_)) => Stage::Directory,
        Some(Step::Limit(..) | Step::Umask(_)) => Stage::Limit,
        Some(Step::Nice(_)) => Stage::Nice,
        Some(Step::ParentDeathSignal { .. }) => Stage::ParentDeath,
        Some(Step::Duplicate { to, .. } | Step::Unpark(to) | Step::Park { from: to, .. }) => Stage::Descriptor(*to),
        Some(Step::KeepOpen(fd) | Step::Close(fd) | Step::CloseRange(fd, _)) => Stage::Descriptor(*fd),
        None => Stage::Clone,
    }
}
