//! The forkless heart: the scope that stands for a subshell, and every reason for which one becomes a process.
//!
//! A subshell is a scope of the state's journal. It ends by putting the old values back, unless something inside could not be
//! undone in process: then [`become_process`] forks at that point, the child goes on as the real subshell and leaves at its
//! boundary, and the parent unwinds to the same boundary ([`Divert::Elsewhere`]) and takes the child's status.
//!
//! The boundary is the innermost real subshell: `${ ...; }` shares its environment's state and is never one. Apart from
//! [`fork_child`], used by background jobs and the second and further compound elements of a pipeline, nothing else in the
//! interpreter forks.

use std::os::fd::AsRawFd;
use std::rc::Rc;

use skosh_state::flow::{Divert, Outcome, Status};
use skosh_state::traps::Condition;
use skosh_state::{Opt, Shell};
use skosh_syntax::ast::CompoundList;
use skosh_sys::process::{self, Fork};
use skosh_sys::{Errno, fs, io, signal};

use crate::{command, jobs, launch, relay, report, trap};

/// Why a subshell has to be a process of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeedsProcess {
    /// `set +o virtual`: every subshell is.
    Option,
    /// It reads its own process id (`$BASHPID`), and must keep it.
    OwnPid,
    /// It starts a program that may ask for its parent's process id.
    ParentId,
    /// It sets a resource limit.
    Limit,
    /// It sets or ignores a signal with `trap`: dispositions belong to the process.
    SignalTrap,
    /// It turns into a program (`exec`).
    ExecProgram,
    /// It does job control of its own (`set -m`, `fg`, `bg`, `suspend`), or could be stopped from the terminal.
    JobControl,
    /// The directory it was entered in could not be opened, so there would be no way back from a `cd`.
    Directory,
    /// It runs the last element of a pipeline in its own environment, between children that it must be able to wait for.
    LastPipe,
    /// It reads what it must not give back by halves: a coprocess or similar owns the state.
    Coprocess,
    /// It kills itself, or stops itself, by its own process id.
    Signal,
}

/// Makes the innermost subshell a process of its own, if it is none yet. In the child returns `Ok`: execution goes on there, as the
/// real subshell. In the parent returns [`Divert::Elsewhere`] with the child's status once the child has ended.
///
/// In the shell's own environment, and in a subshell that is a process, returns `Ok` at once.
pub fn become_process(sh: &mut Shell, _reason: NeedsProcess) -> Result<(), Divert> {
    if !sh.is_virtual() {
        return Ok(());
    }
    let children = relay::running(sh);
    if !children.is_empty() {
        return become_process_with_jobs(sh, children);
    }
    match fork_scope(sh) {
        Ok(Fork::Child) => Ok(()),
        Ok(Fork::Parent(pid)) => {
            // What became of the subshell is told of the place where it stands.
            let line = sh.counters.line;
            sh.counters.line = sh.subshell_line().unwrap_or(line);
            let status = jobs::wait_child(sh, pid);
            sh.counters.line = line;
            Err(Divert::Elsewhere(status))
        }
        Err(errno) => Err(fork_failed(sh, errno)),
    }
}

/// As [`become_process`] where background jobs of the subshell are running: the child goes on knowing them.
#[cold]
fn become_process_with_jobs(sh: &mut Shell, children: Vec<i32>) -> Result<(), Divert> {
    let known = sh.jobs.clone();
    let pipe = io::pipe();
    let forked = pipe.and_then(|pipe| fork_scope(sh).map(|forked| (pipe, forked)));
    match forked {
        Ok(((from, to), Fork::Child)) => {
            drop(to);
            sh.fds.note_kernel(from.as_raw_fd());
            sh.jobs = known;
            relay::listen(sh, from);
            Ok(())
        }
        Ok(((from, to), Fork::Parent(pid))) => {
            drop(from);
            sh.fds.note_kernel(to.as_raw_fd());
            Err(Divert::Elsewhere(relay::wait(sh, pid, children, to)))
        }
        Err(errno) => Err(fork_failed(sh, errno)),
    }
}

fn fork_failed(sh: &mut Shell, errno: Errno) -> Divert {
    report::message(sh, format!("fork: {}", errno.message()).as_bytes());
    Divert::Exit(254)
}

/// To be called before a program is started: a script that mentions PPID may have it signal its parent, which has to be the
/// subshell.
pub fn before_program(sh: &mut Shell) -> Result<(), Divert> {
    if sh.mentions_parent { become_process(sh, NeedsProcess::ParentId) } else { Ok(()) }
}

/// Forks a child that runs in a subshell environment of its own. In the child the scope has been entered and is the process; it
/// must end in [`exit_child`].
pub fn fork_child(sh: &mut Shell) -> Result<Fork, Errno> {
    sh.enter_subshell();
    let forked = fork_scope(sh);
    if !matches!(forked, Ok(Fork::Child)) {
        leave(sh);
    }
    forked
}

/// Forks a child that takes over the subshell scope just entered. The parent still has to leave it.
pub fn fork_scope(sh: &mut Shell) -> Result<Fork, Errno> {
    // The child may list the jobs but cannot ask for their states.
    if !sh.jobs.is_empty() {
        jobs::poll(sh);
    }
    share_captures(sh)?;
    // Parent and child read a here-document from where the other has left it.
    let texts: Vec<_> = sh.files().filter(|file| file.raw_fd().is_none()).cloned().collect();
    for file in texts {
        launch::share_text(sh, &file)?;
    }
    sh.settle();
    sh.parent_pid.get_or_insert_with(process::getppid);
    let forked = process::fork()?;
    if forked == Fork::Child {
        enter_child(sh);
    }
    Ok(forked)
}

/// Output collected in memory needs a pipe as soon as a process writes to it: makes one for each such descriptor.
fn share_captures(sh: &mut Shell) -> Result<(), Errno> {
    let base = sh.capture_base();
    for index in 0..base {
        let used = match sh.captures.get(index) {
            Some(capture) => sh.files().any(|file| Rc::ptr_eq(file, &capture.file)),
            None => false,
        };
        if used {
            sh.capture_pipe(index)?;
        }
    }
    Ok(())
}

/// What a new child does first: the boundary is now the process.
fn enter_child(sh: &mut Shell) {
    sh.process_pid = process::getpid();
    sh.deaths.clear();
    sh.fds.pool.after_fork();
    // Memory that the parent collects becomes the pipe it drains.
    let base = sh.capture_base();
    for index in 0..base {
        let Some(capture) = sh.captures.get_mut(index) else { continue };
        let file = capture.file.clone();
        let Some((_, Some(write_end))) = capture.pipe.take() else { continue };
        let pipe = sh.fds.adopt(write_end);
        sh.replace_file(&file, &pipe);
    }
    sh.become_boundary();
    // A process of its own is told of signals as its own traps say: the parent's commands are reset to the default.
    for number in signal::caught().iter() {
        let ours = matches!(number, signal::SIGPIPE);
        if !ours && sh.traps.command(Condition::Signal(number)).is_none() {
            let _ = signal::default(number);
        }
    }
    while signal::take_pending().is_some() {}
    sh.options.set(Opt::Monitor, false);
}

/// Ends a child process: its EXIT trap, its output, its status.
pub fn exit_child(sh: &mut Shell, outcome: Outcome) -> ! {
    let status = end_environment(sh, outcome);
    sh.flush();
    if sh.fds.pool.has_read_ahead() {
        let _ = sh.fds.pool.give_back();
    }
    let status = match sh.take_write_error() {
        Some(errno) => match report::write_failed(sh, errno) {
            Err(Divert::Killed(number)) => process::raise_default(number),
            _ if status == Ending::Status(0) => Ending::Status(1),
            _ => status,
        },
        None => status,
    };
    match status {
        Ending::Status(status) => process::exit(status & 0xff),
        Ending::Killed(number) => process::raise_default(number),
    }
}

/// How an environment ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With a status.
    Status(Status),
    /// As if by this signal.
    Killed(i32),
}

/// What remains to be done when the commands of an environment have ended: the EXIT trap, and the status that it shows.
pub fn end_environment(sh: &mut Shell, outcome: Outcome) -> Ending {
    let status = match outcome {
        Ok(status) | Err(Divert::Exit(status) | Divert::Return(status) | Divert::Discard(status)) => status,
        Err(Divert::Break(_) | Divert::Continue(_)) => sh.counters.status,
        // A subshell inside became a process and this is its parent's side of a boundary that was not there: take the status.
        Err(Divert::Elsewhere(status)) => return Ending::Status(status),
        Err(Divert::Killed(number)) => return Ending::Killed(number),
    };
    Ending::Status(trap::run_exit(sh, status))
}

/// Executes a list in a subshell environment.
pub fn run(sh: &mut Shell, body: &CompoundList, needs: Option<NeedsProcess>) -> Outcome {
    in_scope(sh, needs, |sh| command::list(sh, body))
}

/// Executes `body` in a subshell environment: a scope, or a process where `needs` or the options ask for one.
pub fn in_scope(sh: &mut Shell, needs: Option<NeedsProcess>, body: impl FnOnce(&mut Shell) -> Outcome) -> Outcome {
    in_prepared_scope(sh, needs, |_| {}, body)
}

/// As [`in_scope`]; `prepare` runs in the scope before it may become a process.
pub fn in_prepared_scope(
    sh: &mut Shell,
    needs: Option<NeedsProcess>,
    prepare: impl FnOnce(&mut Shell),
    body: impl FnOnce(&mut Shell) -> Outcome,
) -> Outcome {
    let tail = std::mem::take(&mut sh.in_tail);
    let loops = sh.loop_depth;
    hide_loops(sh);
    sh.enter_subshell();
    prepare(sh);
    let needs = needs.or_else(|| reason_at_entry(sh));
    let outcome = match needs {
        Some(reason) => become_process(sh, reason),
        None => Ok(()),
    };
    let outcome = outcome.and_then(|()| {
        // The last command of a process may replace it; that of a scope may not.
        sh.in_tail = !sh.is_virtual() || tail;
        body(sh)
    });
    sh.in_tail = false;
    let result = finish(sh, outcome);
    sh.loop_depth = loops;
    result
}

/// The loops around a subshell are none of `break`'s business inside; but as dash has it, in sh mode it ends the subshell.
pub fn hide_loops(sh: &mut Shell) {
    if !(sh.invocation.posix && sh.options.has(Opt::Posix)) {
        sh.loop_depth = 0;
    }
}

/// Reasons that are known before the body runs.
fn reason_at_entry(sh: &Shell) -> Option<NeedsProcess> {
    if !sh.options.has(Opt::Virtual) {
        Some(NeedsProcess::Option)
    } else if sh.options.has(Opt::Monitor) && sh.captures.is_empty() {
        // It could be stopped by ^Z as a whole.
        Some(NeedsProcess::JobControl)
    } else if sh.mentions_parent {
        // Programs inside, also in nested substitutions, have to find this subshell as their parent.
        Some(NeedsProcess::ParentId)
    } else {
        None
    }
}

/// Ends the innermost subshell scope with what its commands gave. A process ends here.
pub fn finish(sh: &mut Shell, outcome: Outcome) -> Outcome {
    if !sh.is_virtual() {
        exit_child(sh, outcome);
    }
    let ending = end_environment(sh, outcome);
    // The EXIT trap may have made it a process.
    if !sh.is_virtual() {
        let outcome = match ending {
            Ending::Status(status) => Ok(status),
            Ending::Killed(number) => Err(Divert::Killed(number)),
        };
        sh.clear_exit_trap();
        exit_child(sh, outcome);
    }
    leave(sh);
    match ending {
        Ending::Status(status) => Ok(status & 0xff),
        Ending::Killed(number) => Ok(128 + number),
    }
}

/// Leaves the innermost scope and goes back to its directory. The shell must not run on in a wrong directory: it stops.
pub fn leave(sh: &mut Shell) {
    let Some(back) = sh.leave_subshell() else { return };
    let result = match &back.handle {
        Some(handle) => fs::fchdir(handle.as_raw_fd()),
        None => match &back.name {
            Some(name) => fs::chdir(name),
            None => Err(Errno::ENOENT),
        },
    };
    if let Err(errno) = result {
        let text = format!("cannot go back to the directory of the enclosing shell: {}", errno.message());
        report::message(sh, text.as_bytes());
        sh.flush();
        process::exit(1);
    }
}

/// Changes the working directory by chdir(2). In a virtual subshell the directory it was entered in is kept open first; where that
/// is impossible the subshell becomes a process.
pub fn change_directory(sh: &mut Shell, path: &[u8]) -> Result<Result<(), Errno>, Divert> {
    if sh.is_virtual() && !sh.has_outer_handle() {
        match fs::open(b".", skosh_sys::fs::O_PATH | skosh_sys::fs::O_DIRECTORY, 0) {
            Ok(handle) => {
                sh.fds.note_kernel(handle.as_raw_fd());
                let handle = Rc::new(handle);
                if sh.cwd.handle.is_none() {
                    sh.cwd.handle = Some(handle.clone());
                }
                sh.set_outer_handle(handle);
            }
            Err(_) => become_process(sh, NeedsProcess::Directory)?,
        }
    }
    let result = fs::chdir(path);
    if result.is_ok() {
        moved(sh);
    }
    Ok(result)
}

/// Changes the working directory to what a descriptor is open on.
pub fn change_directory_to(sh: &mut Shell, fd: i32) -> Result<Result<(), Errno>, Divert> {
    if sh.is_virtual() && !sh.has_outer_handle() {
        // The way back is opened as for a path.
        if let Err(errno) = change_directory(sh, b".")? {
            return Ok(Err(errno));
        }
    }
    let result = fs::fchdir(fd);
    if result.is_ok() {
        moved(sh);
    }
    Ok(result)
}

fn moved(sh: &mut Shell) {
    sh.last_directory += 1;
    sh.cwd.serial = sh.last_directory;
    sh.cwd.handle = None;
    sh.cwd.name = None;
}
