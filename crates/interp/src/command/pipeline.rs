//! Pipelines (POSIX XCU 2.9.2) and asynchronous lists (2.9.3.1).
//!
//! Programs are launched, at most one element runs in this process, a builtin whose output is small and has no side effect runs
//! into memory before its reader starts, and only what is left forks.

use std::os::fd::OwnedFd;

use skosh_state::descriptors::Slot;
use skosh_state::flow::{Divert, Outcome, Status};
use skosh_state::jobs::Process;
use skosh_state::shell::Capture;
use skosh_state::{Opt, Shell};
use skosh_stream::OpenFile;
use skosh_syntax::Sym;
use skosh_syntax::ast::{AndOr, Command, Compound, CompoundKind, ParamOp, Part, Pipeline};
use skosh_sys::process::{self, Fork};
use skosh_sys::{Errno, fs, io, signal};

use super::list::{self, ignoring_errors};
use super::simple::{self, Started};
use super::time;
use crate::launch::How;
use crate::subshell::NeedsProcess;
use crate::{jobs, report, signals, subshell};

/// Executes a pipeline.
pub fn run(sh: &mut Shell, pipeline: &Pipeline) -> Outcome {
    if pipeline.negated || pipeline.timed.is_some() {
        return qualified(sh, pipeline);
    }
    match &*pipeline.commands {
        [command] => {
            let outcome = super::command(sh, command);
            if !sh.deaths.is_empty() {
                jobs::report_deaths(sh, pipeline);
            }
            let status = outcome?;
            if matches!(command, Command::Simple(_)) || is_subshell(command) {
                set_pipestatus(sh, &[status]);
            }
            Ok(status)
        }
        commands => {
            let status = several(sh, commands)?;
            if !sh.deaths.is_empty() {
                jobs::report_deaths(sh, pipeline);
            }
            list::after(sh, status)
        }
    }
}

fn is_subshell(command: &Command) -> bool {
    matches!(command, Command::Compound(compound)
        if matches!(compound.kind, CompoundKind::Subshell(_) | CompoundKind::Conditional(_) | CompoundKind::Arith(_)))
}

#[inline]
fn set_pipestatus(sh: &mut Shell, statuses: &[Status]) {
    sh.pipestatus.clear();
    sh.pipestatus.extend_from_slice(statuses);
}

/// With `!` or `time` before it.
fn qualified(sh: &mut Shell, pipeline: &Pipeline) -> Outcome {
    sh.in_tail = false;
    let body = |sh: &mut Shell| match &*pipeline.commands {
        [] => Ok(0),
        [command] => {
            let outcome = super::command(sh, command);
            if !sh.deaths.is_empty() {
                jobs::report_deaths(sh, pipeline);
            }
            let status = outcome?;
            set_pipestatus(sh, &[status]);
            Ok(status)
        }
        commands => several(sh, commands),
    };
    let timed = |sh: &mut Shell| match pipeline.timed {
        Some(format) => time::measure(sh, format, body),
        None => body(sh),
    };
    if pipeline.negated {
        let status = ignoring_errors(sh, timed)?;
        let status = i32::from(status == 0);
        sh.counters.status = status;
        Ok(status)
    } else {
        let status = timed(sh)?;
        if pipeline.commands.len() > 1 { list::after(sh, status) } else { Ok(status) }
    }
}

/// What an element reads.
enum Input {
    /// What the pipeline reads.
    Outer,
    /// The pipe from the element before.
    Pipe(OwnedFd),
    /// The output of the element before, which has already run.
    Text(Vec<u8>),
}

/// A pipeline being started.
#[derive(Default)]
struct Progress {
    statuses: Vec<Status>,
    pids: Vec<Option<i32>>,
    /// Ends of pipes that only this process may hold: a forked child closes its copies.
    reserved: Vec<Option<OwnedFd>>,
    group: Option<i32>,
    /// It runs in the background, without job control.
    background: bool,
}

fn several(sh: &mut Shell, commands: &[Command]) -> Outcome {
    let tail = std::mem::take(&mut sh.in_tail);
    if sh.mentions_parent && sh.is_virtual() {
        subshell::before_program(sh)?;
    }
    let monitor = sh.options.has(Opt::Monitor);
    if !sh.jobs.is_empty() {
        // `jobs` among the elements shows what is known here.
        jobs::poll(sh);
    }
    let last = commands.len().saturating_sub(1);
    let current_environment =
        sh.options.has(Opt::LastPipe) && !monitor && commands.last().is_some_and(|c| !maybe_program(sh, c));
    let in_process = if current_environment {
        // It could become a process while its neighbours are children of this one.
        subshell::become_process(sh, NeedsProcess::LastPipe)?;
        Some(last)
    } else if monitor || !sh.options.has(Opt::Virtual) {
        None
    } else {
        choose_in_process(sh, commands)
    };
    let mut progress = Progress {
        statuses: vec![0; commands.len()],
        pids: vec![None; commands.len()],
        group: monitor.then_some(0),
        ..Progress::default()
    };
    let mut input = Input::Outer;
    let mut held: Option<(usize, Input)> = None;
    for (index, command) in commands.iter().enumerate() {
        let here = in_process == Some(index);
        if !here && index != last && is_quick(sh, command) {
            let text = run_to_memory(sh, command, input, &mut progress, index)?;
            input = Input::Text(text);
            continue;
        }
        let (next, output) = if index == last {
            (Input::Outer, None)
        } else {
            let (read_end, write_end) = match io::pipe() {
                Ok(pipe) => pipe,
                Err(errno) => return pipe_failed(sh, errno),
            };
            note(sh, &read_end);
            note(sh, &write_end);
            (Input::Pipe(read_end), Some(write_end))
        };
        let own = std::mem::replace(&mut input, next);
        if here {
            progress.reserved.push(output);
            held = Some((index, own));
        } else {
            start_element(sh, command, own, output, &mut input, &mut held, &mut progress, index)?;
        }
    }
    if let Some((index, own)) = held
        && let Some(command) = commands.get(index)
    {
        let output = progress.reserved.pop().flatten();
        let status = if current_environment && index == last {
            run_in_current(sh, command, own)?
        } else {
            run_held(sh, command, own, output)
        };
        if let Some(slot) = progress.statuses.get_mut(index) {
            *slot = status;
        }
    }
    Ok(collect_statuses(sh, commands, progress, tail))
}

fn note(sh: &mut Shell, fd: &OwnedFd) {
    use std::os::fd::AsRawFd;
    sh.fds.note_kernel(fd.as_raw_fd());
}

fn pipe_failed(sh: &mut Shell, errno: Errno) -> Outcome {
    report::message(sh, format!("pipe error: {}", errno.message()).as_bytes());
    Err(report::fatal(sh, 1))
}

/// Waits for the children; the status of the pipeline.
fn collect_statuses(sh: &mut Shell, commands: &[Command], progress: Progress, tail: bool) -> Status {
    let Progress { mut statuses, pids, group, .. } = progress;
    let children: Vec<i32> = pids.iter().flatten().copied().collect();
    if !children.is_empty() {
        let ended = match group {
            Some(group) if group > 0 => {
                let text = job_text_of(sh, commands);
                jobs::wait_foreground(sh, &children, group, &text)
            }
            _ => {
                if tail {
                    jobs::drain_last_capture(sh);
                }
                jobs::wait_all_of(sh, &children)
            }
        };
        let mut ended = ended.into_iter();
        for (status, pid) in statuses.iter_mut().zip(&pids) {
            if pid.is_some() {
                *status = ended.next().unwrap_or(127);
            }
        }
    }
    set_pipestatus(sh, &statuses);
    let last = statuses.last().copied().unwrap_or(0);
    if sh.options.has(Opt::PipeFail) {
        statuses.iter().rev().copied().find(|&status| status != 0).unwrap_or(0)
    } else {
        last
    }
}

/// The element to run in this process: the last one unless it is a program, otherwise the last that is none.
fn choose_in_process(sh: &Shell, commands: &[Command]) -> Option<usize> {
    commands
        .iter()
        .enumerate()
        .rev()
        .find(|(index, command)| !maybe_program(sh, command) && (index + 1 == commands.len() || !is_quick(sh, command)))
        .map(|(index, _)| index)
        .or_else(|| commands.last().filter(|last| is_utility(sh, last)).map(|_| commands.len() - 1))
}

/// Whether an element is a program that this shell may be able to do without. If it turns out that it is not, the program is
/// started in its place.
fn is_utility(sh: &Shell, command: &Command) -> bool {
    let Command::Simple(simple) = command else { return false };
    match (simple.name, sh.utilities) {
        (Some(name), Some(utilities)) => sh.options.has(Opt::InProc) && (utilities.has)(sh.names.name(name)),
        _ => false,
    }
}

/// Whether an element is, or may turn out to be, a program.
fn maybe_program(sh: &Shell, command: &Command) -> bool {
    let Command::Simple(simple) = command else { return false };
    let Some(name) = simple.name else { return !simple.words.is_empty() };
    match sh.commands.get(name) {
        Some(slot) => slot.function.is_none() && slot.builtin.is_none_or(|_| slot.disabled),
        None => true,
    }
}

/// `echo` and `printf`: no input, no side effect, output of limited size. Their readers need not run at the same time.
fn is_quick(sh: &Shell, command: &Command) -> bool {
    if !sh.options.has(Opt::Virtual) {
        return false;
    }
    let Command::Simple(simple) = command else { return false };
    let Some(slot) = simple.name.and_then(|name| sh.commands.get(name)) else { return false };
    slot.function.is_none() && !slot.disabled && slot.builtin.is_some_and(|b| matches!(b.name, "echo" | "printf"))
}

/// Runs a quick builtin with its output going to memory.
fn run_to_memory(
    sh: &mut Shell,
    command: &Command,
    input: Input,
    progress: &mut Progress,
    index: usize,
) -> Result<Vec<u8>, Divert> {
    let file = sh.take_capture();
    sh.captures.push(Capture { file: file.clone(), pipe: None });
    let level = sh.captures.len();
    let outcome = subshell::in_scope(sh, None, |sh| {
        connect_input(sh, input);
        sh.set_descriptor(1, Slot::Open(file.clone()));
        super::command(sh, command)
    });
    // A substitution among its words may have become a process and written here by a pipe.
    if let Some((read_end, write_end)) = sh.captures.get_mut(level - 1).and_then(|capture| capture.pipe.take()) {
        drop(write_end);
        file.with_captured(|bytes| jobs::drain(&read_end, bytes));
    }
    sh.captures.truncate(level - 1);
    let text = file.with_captured(std::mem::take).unwrap_or_default();
    sh.recycle_capture(file);
    if let Some(status) = progress.statuses.get_mut(index) {
        *status = outcome?;
    }
    Ok(text)
}

fn connect_input(sh: &mut Shell, input: Input) {
    let file = match input {
        Input::Outer => return,
        Input::Pipe(fd) => sh.fds.adopt(fd),
        Input::Text(text) => OpenFile::text(text.into()),
    };
    sh.set_descriptor(0, Slot::Open(file));
}

fn connect_output(sh: &mut Shell, output: Option<OwnedFd>) {
    if let Some(fd) = output {
        let file = sh.fds.adopt(fd);
        sh.set_descriptor(1, Slot::Open(file));
    }
}

/// `( )` as an element of a pipeline or in the background is the same subshell: it does not count twice.
fn count_once(sh: &mut Shell, command: &Command) {
    if matches!(command, Command::Compound(compound) if matches!(compound.kind, CompoundKind::Subshell(_))) {
        sh.counters.subshell_level -= 1;
    }
}

/// Starts an element as a process, without waiting for it.
#[allow(clippy::too_many_arguments, reason = "the state of the loop that starts a pipeline")]
fn start_element(
    sh: &mut Shell,
    command: &Command,
    own: Input,
    output: Option<OwnedFd>,
    next: &mut Input,
    held: &mut Option<(usize, Input)>,
    progress: &mut Progress,
    index: usize,
) -> Result<(), Divert> {
    let monitor = progress.group.is_some();
    let how = How {
        group: progress.group,
        foreground: monitor && !progress.background && progress.group == Some(0) && sh.terminal.fd.is_some(),
        background: progress.background,
    };
    sh.enter_subshell();
    count_once(sh, command);
    connect_input(sh, own);
    connect_output(sh, output);
    let reserved = &mut progress.reserved;
    // In a forked child: the ends of pipes that belong to its siblings.
    let close_others = |_: &mut Shell| {
        *next = Input::Outer;
        *held = None;
        reserved.clear();
    };
    let started = start_command(sh, command, how, close_others);
    subshell::leave(sh);
    match started {
        Ok(Started::Process(pid)) => {
            if let Some(group) = &mut progress.group {
                if *group == 0 {
                    *group = pid;
                }
                let _ = process::setpgid(pid, *group);
            }
            if let Some(slot) = progress.pids.get_mut(index) {
                *slot = Some(pid);
            }
        }
        Ok(Started::Done(status)) => {
            if let Some(slot) = progress.statuses.get_mut(index) {
                *slot = status;
            }
        }
        // An expansion error in an element ends that element only.
        Err(Divert::Discard(status) | Divert::Exit(status)) => {
            if let Some(slot) = progress.statuses.get_mut(index) {
                *slot = status;
            }
        }
        Err(divert) => return Err(divert),
    }
    Ok(())
}

fn start_command(
    sh: &mut Shell,
    command: &Command,
    how: How,
    close_others: impl FnOnce(&mut Shell),
) -> Result<Started, Divert> {
    let set_up = move |sh: &mut Shell| {
        close_others(sh);
        subshell::hide_loops(sh);
        if let Some(group) = how.group {
            let _ = process::setpgid(0, group);
            if how.foreground
                && let Some(fd) = sh.terminal.fd
            {
                let _ = skosh_sys::tty::tcsetpgrp(fd, process::getpgrp());
            }
        }
        if how.background {
            ignore_keyboard_signals(sh);
        }
    };
    if let Command::Simple(simple) = command {
        return simple::start(sh, simple, how, set_up);
    }
    match subshell::fork_scope(sh) {
        Ok(Fork::Parent(pid)) => Ok(Started::Process(pid)),
        Ok(Fork::Child) => {
            set_up(sh);
            sh.in_tail = true;
            let outcome = match command {
                // This process is that subshell.
                Command::Compound(Compound { kind: CompoundKind::Subshell(body), redirects, .. })
                    if redirects.is_empty() =>
                {
                    sh.counters.subshell_level += 1;
                    list::list(sh, body)
                }
                _ => super::command(sh, command),
            };
            subshell::exit_child(sh, outcome)
        }
        Err(errno) => {
            report::message(sh, format!("fork: {}", errno.message()).as_bytes());
            Ok(Started::Done(254))
        }
    }
}

/// An asynchronous list without job control ignores SIGINT and SIGQUIT (POSIX XCU 2.11).
fn ignore_keyboard_signals(sh: &Shell) {
    for number in [signal::SIGINT, signal::SIGQUIT] {
        if sh.traps.get(skosh_state::traps::Condition::Signal(number)).is_none() {
            let _ = signal::ignore(number);
        }
    }
}

/// Runs the element that stays in this process, as a subshell scope between its neighbours.
fn run_held(sh: &mut Shell, command: &Command, own: Input, output: Option<OwnedFd>) -> Status {
    let writes_pipe = output.is_some();
    if writes_pipe {
        signals::guard_pipes();
    }
    let outcome = subshell::in_scope(sh, None, |sh| {
        count_once(sh, command);
        connect_input(sh, own);
        connect_output(sh, output);
        super::command(sh, command)
    });
    let status = outcome.unwrap_or(1);
    // The pipe was closed on the way out: a write that failed then is this element's.
    match sh.take_write_error() {
        Some(Errno::EPIPE) if signals::dies_of_broken_pipe(sh) => 128 + signal::SIGPIPE,
        Some(errno) => report::write_failed(sh, errno).unwrap_or(128 + signal::SIGPIPE),
        None => status,
    }
}

/// `shopt -s lastpipe`: the last element runs in the current environment.
fn run_in_current(sh: &mut Shell, command: &Command, own: Input) -> Outcome {
    let frame = sh.enter_frame();
    let file = match own {
        Input::Outer => None,
        Input::Pipe(fd) => Some(sh.fds.adopt(fd)),
        Input::Text(text) => Some(OpenFile::text(text.into())),
    };
    if let Some(file) = file {
        sh.redirect(0, Slot::Open(file));
    }
    let outcome = ignoring_errors(sh, |sh| super::command(sh, command));
    sh.leave_frame(frame);
    outcome
}

/// Starts an and-or list in the background (`&`). The status is 0.
pub fn background(sh: &mut Shell, list: &AndOr) -> Outcome {
    let tail = std::mem::take(&mut sh.in_tail);
    let _ = tail;
    jobs::reap_orphans(sh);
    let monitor = sh.options.has(Opt::Monitor);
    let how = How { group: monitor.then_some(0), foreground: false, background: !monitor };
    sh.enter_subshell();
    if !monitor && !reads_redirected_input(sh) {
        // Standard input is /dev/null unless redirected (POSIX XCU 2.9.3.1).
        match fs::open(b"/dev/null", fs::O_RDONLY, 0) {
            Ok(fd) => {
                let file = sh.fds.adopt(fd);
                sh.set_descriptor(0, Slot::Open(file));
            }
            Err(_) => sh.set_descriptor(0, Slot::Closed),
        }
    }
    let mut pids = Vec::new();
    let started = match (&*list.rest, &*list.first.commands) {
        ([], commands @ [_, _, ..])
            if !list.first.negated && list.first.timed.is_none() && commands.iter().all(expands_at_once) =>
        {
            start_all(sh, commands, monitor, &mut pids)
        }
        ([], [command]) if !list.first.negated && list.first.timed.is_none() && expands_at_once(command) => {
            count_once(sh, command);
            start_command(sh, command, how, |_| {})
        }
        _ => start_list(sh, list, how),
    };
    subshell::leave(sh);
    share_inputs(sh, monitor);
    let pid = match started {
        Ok(Started::Process(pid)) => pid,
        Ok(Started::Done(status)) => ended_child(status),
        Err(Divert::Discard(status) | Divert::Exit(status)) => ended_child(status),
        Err(divert) => return Err(divert),
    };
    if monitor && pid > 0 && pids.is_empty() {
        let _ = process::setpgid(pid, pid);
    }
    let text = job_text(sh, list);
    let status = (pid < 0).then_some(process::WaitStatus::Exited((-1 - pid) as u8));
    let pid = if pid < 0 { sh.next_fake_pid() } else { pid };
    let group = if monitor { pid } else { 0 };
    let group = if monitor { pids.first().copied().unwrap_or(group) } else { group };
    let mut processes: Vec<Process> = pids.iter().map(|&pid| Process { pid, status: None }).collect();
    if processes.last().is_none_or(|last| last.pid != pid) {
        processes.push(Process { pid, status });
    }
    let number = sh.jobs.add(group, processes, text, monitor);
    sh.counters.last_background = Some(pid);
    if sh.options.has(Opt::Interactive) && sh.subshell().is_none() {
        report::write_error_output(sh, format!("[{number}] {pid}\n").as_bytes());
    }
    set_pipestatus(sh, &[0]);
    sh.counters.status = 0;
    Ok(0)
}

/// Whether a command's words can be expanded before it runs in the background: what a substitution does belongs to the
/// background, too.
fn expands_at_once(command: &Command) -> bool {
    let Command::Simple(simple) = command else { return true };
    let plain = |word: &skosh_syntax::ast::Word| {
        !word.flags.has(skosh_syntax::ast::WordFlags::EXPANSION) || word.parts.iter().all(is_plain_part)
    };
    simple.words.iter().all(plain) && simple.redirects.is_empty() && simple.assignments.is_empty()
}

fn is_plain_part(part: &Part) -> bool {
    match part {
        Part::Literal(_) | Part::Escaped(_) | Part::SingleQuoted(_) | Part::AnsiQuoted { .. } | Part::Tilde(_) => true,
        Part::Variable { .. } => true,
        Part::Param(param) => matches!(param.op, ParamOp::None | ParamOp::Length) && param.subscript.is_none(),
        Part::DoubleQuoted(parts) => parts.iter().all(is_plain_part),
        _ => false,
    }
}

/// bash leaves its input to an asynchronous command of a subshell whose input was redirected.
fn reads_redirected_input(sh: &mut Shell) -> bool {
    !sh.options.has(Opt::Posix)
        && sh.counters.subshell_level > 1
        && sh.fds.get(0).is_ok_and(|file| file.raw_fd() != Some(0))
}

/// What a background job may read at the same time as the shell must not be read ahead.
fn share_inputs(sh: &mut Shell, standard_input: bool) {
    let files: Vec<_> =
        sh.fds.iter().filter(|&(n, _)| n > 2 || (n == 0 && standard_input)).map(|(_, f)| f.clone()).collect();
    for file in files {
        // What cannot be given back was taken already.
        let _ = sh.fds.pool.share(&file);
    }
}

/// Starts every element of a pipeline that runs in the background. The result is that of the last one.
fn start_all(sh: &mut Shell, commands: &[Command], monitor: bool, pids: &mut Vec<i32>) -> Result<Started, Divert> {
    let mut progress = Progress {
        statuses: vec![0; commands.len()],
        pids: vec![None; commands.len()],
        group: monitor.then_some(0),
        background: !monitor,
        ..Progress::default()
    };
    let mut input = Input::Outer;
    let mut held = None;
    for (index, command) in commands.iter().enumerate() {
        let (next, output) = if index + 1 == commands.len() {
            (Input::Outer, None)
        } else {
            match io::pipe() {
                Ok((read_end, write_end)) => {
                    note(sh, &read_end);
                    note(sh, &write_end);
                    (Input::Pipe(read_end), Some(write_end))
                }
                Err(errno) => return pipe_failed(sh, errno).map(Started::Done),
            }
        };
        let own = std::mem::replace(&mut input, next);
        start_element(sh, command, own, output, &mut input, &mut held, &mut progress, index)?;
    }
    pids.extend(progress.pids.iter().flatten());
    Ok(match progress.pids.last().copied().flatten() {
        Some(pid) => Started::Process(pid),
        None => Started::Done(progress.statuses.last().copied().unwrap_or(0)),
    })
}

/// A command that was over before it became a process (not found, a redirection that failed).
fn ended_child(status: Status) -> i32 {
    -1 - (status & 0xff)
}

fn start_list(sh: &mut Shell, list: &AndOr, how: How) -> Result<Started, Divert> {
    match subshell::fork_scope(sh) {
        Ok(Fork::Parent(pid)) => Ok(Started::Process(pid)),
        Ok(Fork::Child) => {
            if how.group.is_some() {
                let _ = process::setpgid(0, 0);
            }
            if how.background {
                ignore_keyboard_signals(sh);
            }
            sh.in_tail = true;
            subshell::hide_loops(sh);
            let outcome = list::and_or(sh, list);
            subshell::exit_child(sh, outcome)
        }
        Err(errno) => {
            report::message(sh, format!("fork: {}", errno.message()).as_bytes());
            Ok(Started::Done(254))
        }
    }
}

fn job_text(sh: &Shell, list: &AndOr) -> Vec<u8> {
    skosh_syntax::print_and_or(list, &sh.names)
}

fn job_text_of(sh: &Shell, commands: &[Command]) -> Vec<u8> {
    let texts: Vec<Vec<u8>> = commands.iter().map(|command| skosh_syntax::print_command(command, &sh.names)).collect();
    texts.join(&b" | "[..])
}

/// `coproc NAME command`: the command runs in the background with both ends of its standard streams in `NAME[0]` and `NAME[1]`.
pub fn coproc(sh: &mut Shell, name: Sym, body: &Command) -> Outcome {
    sh.in_tail = false;
    let pipes = io::pipe().and_then(|to| io::pipe().map(|from| (to, from)));
    let ((child_in, to_child), (from_child, child_out)) = match pipes {
        Ok(pipes) => pipes,
        Err(errno) => return pipe_failed(sh, errno),
    };
    for fd in [&child_in, &to_child, &from_child, &child_out] {
        note(sh, fd);
    }
    let forked = subshell::fork_child(sh);
    match forked {
        Ok(Fork::Child) => {
            drop((to_child, from_child));
            connect_input(sh, Input::Pipe(child_in));
            connect_output(sh, Some(child_out));
            sh.in_tail = true;
            subshell::hide_loops(sh);
            let outcome = super::command(sh, body);
            subshell::exit_child(sh, outcome)
        }
        Ok(Fork::Parent(pid)) => {
            drop((child_in, child_out));
            let (reader, writer) = (sh.fds.adopt(from_child), sh.fds.adopt(to_child));
            let first = free_below(sh, 63);
            sh.set_descriptor(first, Slot::Open(reader));
            let second = free_below(sh, first - 1);
            sh.set_descriptor(second, Slot::Open(writer));
            for (index, n) in [first, second].into_iter().enumerate() {
                let _ = sh.assign_index(name, index as u64, n.to_string().into_bytes());
            }
            let mut pid_name = sh.names.name(name).to_vec();
            pid_name.extend_from_slice(b"_PID");
            let pid_name = sh.names.intern(&pid_name);
            let _ = sh.assign(pid_name, pid.to_string().as_bytes());
            let text = skosh_syntax::print_command(body, &sh.names);
            sh.jobs.add(0, vec![Process { pid, status: None }], text, false);
            sh.counters.last_background = Some(pid);
            sh.counters.status = 0;
            Ok(0)
        }
        Err(errno) => {
            report::message(sh, format!("fork: {}", errno.message()).as_bytes());
            Ok(254)
        }
    }
}

fn free_below(sh: &mut Shell, from: u32) -> u32 {
    let mut n = from;
    while n > 10 && sh.fds.is_open(n) {
        n -= 1;
    }
    n
}
