//! Simple commands (POSIX XCU 2.9.1): expansion, redirections, assignments, and what the command name means.

use std::rc::Rc;

use skosh_state::commands::UtilityEnd;
use skosh_state::flow::{Divert, Outcome, Status};
use skosh_state::scope::Frame;
use skosh_state::traps::Condition;
use skosh_state::variable::Attributes;
use skosh_state::variables::AssignError;
use skosh_state::{Builtin, BuiltinKind, Fields, Function, Opt, Shell};
use skosh_syntax::Sym;
use skosh_syntax::ast::{Assignment, FileMode, Redirect, RedirectFd, RedirectKind, SimpleCommand};
use skosh_sys::process::Fork;
use skosh_sys::signal::SIGPIPE;

use super::list;
use super::search::{self, find_program};
use crate::launch::How;
use crate::{expand, jobs, launch, redirect, report, subshell, trap, xtrace};

const BROKEN_PIPE: Condition = Condition::Signal(SIGPIPE);

/// What a command name means.
enum Target {
    Function(Sym, Rc<Function>),
    Builtin(&'static Builtin),
    Program,
}

/// Where a command name is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// Special builtins, functions, builtins, programs.
    Normal,
    /// `command`: no functions.
    NoFunctions,
    /// `command -p`: no functions, and programs by the default path.
    DefaultPath,
    /// `builtin`: nothing but builtins.
    BuiltinOnly,
}

/// Executes a simple command.
pub fn run(sh: &mut Shell, command: &SimpleCommand) -> Outcome {
    let tail = std::mem::take(&mut sh.in_tail);
    sh.counters.line = command.span.line;
    if !trap::before_command(sh, command.span.line, |names| skosh_syntax::print_simple(command, names))? {
        return Ok(sh.counters.status);
    }
    let mut fields = sh.take_fields();
    sh.substitution_status = None;
    // Holds the redirections, the assignments for the command, and descriptors of process substitutions.
    let frame = sh.enter_frame();
    let mut outcome = expand::fields(sh, &command.words, &mut fields).and_then(|()| {
        if fields.is_empty() { without_name(sh, command) } else { named(sh, command, &mut fields, frame, tail) }
    });
    if !sh.frame_is_empty(frame) {
        sh.leave_frame(frame);
        outcome = after_frame(sh, outcome);
    }
    sh.recycle_fields(fields);
    list::after(sh, outcome?)
}

/// No command name: the assignments affect the current environment, redirections only this command.
fn without_name(sh: &mut Shell, command: &SimpleCommand) -> Outcome {
    if command.redirects.is_empty() {
        for assignment in &command.assignments {
            expand::assignment::assign(sh, assignment)?;
        }
        if sh.options.has(Opt::XTrace) {
            xtrace::assignments(sh, &command.assignments)?;
        }
        return Ok(sh.substitution_status.take().unwrap_or(0));
    }
    // The order is left open by POSIX: bash assigns first.
    let assigns_first = !sh.options.has(Opt::Posix);
    if assigns_first {
        for assignment in &command.assignments {
            expand::assignment::assign(sh, assignment)?;
        }
    }
    if !redirect::apply(sh, &command.redirects)? {
        return Ok(redirect::failure_status(sh));
    }
    if !assigns_first {
        for assignment in &command.assignments {
            expand::assignment::assign(sh, assignment)?;
        }
    }
    Ok(sh.substitution_status.take().unwrap_or(0))
}

fn named(sh: &mut Shell, command: &SimpleCommand, fields: &mut Fields, frame: Frame, tail: bool) -> Outcome {
    let sym = command.name.or_else(|| sh.names.lookup(fields.at(0)));
    let target = resolve(sh, sym, Lookup::Normal);
    if sh.options.has(Opt::XTrace) {
        xtrace::command(sh, &command.assignments, fields)?;
    }
    if !sh.options.has(Opt::Posix) || !command.assignments.is_empty() {
        remember_last_argument(sh, fields);
    }
    if command.redirects.is_empty() && command.assignments.is_empty() {
        return execute(sh, target, fields, tail);
    }
    with_redirects(sh, command, target, fields, frame, tail)
}

/// `$_`
fn remember_last_argument(sh: &mut Shell, fields: &Fields) {
    sh.last_argument.clear();
    let last = fields.at(fields.len() - 1);
    sh.last_argument.extend_from_slice(last);
}

/// Redirections and assignments, then the command; the frame puts both back.
fn with_redirects(
    sh: &mut Shell,
    command: &SimpleCommand,
    target: Target,
    fields: &mut Fields,
    frame: Frame,
    tail: bool,
) -> Outcome {
    let posix_special =
        matches!(&target, Target::Builtin(b) if b.kind == BuiltinKind::Special) && sh.options.has(Opt::Posix);
    if !redirect::apply(sh, &command.redirects)? {
        // A redirection error with a special builtin ends the shell (POSIX XCU 2.8.1).
        return if posix_special { Err(report::fatal(sh, 2)) } else { Ok(redirect::failure_status(sh)) };
    }
    sh.counters.line = command.span.line;
    let keeps_redirects =
        matches!(&target, Target::Builtin(b) if matches!(b.name, "exec" | "command")) && is_bare_exec(fields);
    if keeps_redirects {
        sh.keep_frame(frame);
    }
    let runs_program = matches!(&target, Target::Builtin(b) if b.name == "exec") && !keeps_redirects;
    if posix_special && !runs_program {
        for assignment in &command.assignments {
            expand::assignment::assign(sh, assignment)?;
        }
    } else {
        assign_for_command(sh, frame, &command.assignments)?;
    }
    sh.redirected = !keeps_redirects && command.redirects.iter().any(opens_standard_output);
    execute(sh, target, fields, tail)
}

/// `>file` and its kin, for standard output.
fn opens_standard_output(redirect: &Redirect) -> bool {
    let output = matches!(redirect.fd, RedirectFd::Default | RedirectFd::Number(1));
    output && matches!(&redirect.kind, RedirectKind::File(mode, _) if *mode != FileMode::Read)
}

/// `exec` without a program, also as the operand of `command`: its redirections stay.
fn is_bare_exec(fields: &Fields) -> bool {
    let mut words = fields.iter().skip_while(|word| matches!(*word, b"command" | b"-p" | b"--"));
    words.next() == Some(b"exec") && words.all(|word| word == b"--")
}

/// Assignments that hold for one command: exported to it, put back afterwards.
fn assign_for_command(sh: &mut Shell, frame: Frame, assignments: &[Assignment]) -> Result<(), Divert> {
    for assignment in assignments {
        if sh.attributes(assignment.name).has(Attributes::READONLY) && !sh.options.has(Opt::Posix) {
            // bash reports it and executes the command nevertheless.
            let error = report::assign_error_text(sh, AssignError::Readonly(assignment.name));
            report::message(sh, &error);
            continue;
        }
        sh.save_variable(frame, assignment.name);
        // A local or exported outer value is hidden, not changed: attributes other than readonly start anew.
        expand::assignment::assign(sh, assignment)?;
        sh.set_attributes(assignment.name, Attributes::EXPORT, Attributes::NONE);
    }
    Ok(())
}

/// What follows when a frame with redirections has ended: a write that failed while its file was closed is the command's.
pub fn after_frame(sh: &mut Shell, outcome: Outcome) -> Outcome {
    match sh.take_write_error() {
        None => outcome,
        Some(errno) => {
            let status = report::write_failed(sh, errno)?;
            outcome.map(|_| status)
        }
    }
}

fn resolve(sh: &Shell, sym: Option<Sym>, lookup: Lookup) -> Target {
    let Some(sym) = sym else { return Target::Program };
    let Some(slot) = sh.commands.get(sym) else { return Target::Program };
    let builtin = slot.builtin.filter(|_| !slot.disabled);
    if let Some(builtin) = builtin
        && builtin.kind == BuiltinKind::Special
        && sh.options.has(Opt::Posix)
    {
        return Target::Builtin(builtin);
    }
    if let Some(function) = &slot.function
        && lookup == Lookup::Normal
    {
        return Target::Function(sym, function.clone());
    }
    builtin.map_or(Target::Program, Target::Builtin)
}

fn execute(sh: &mut Shell, target: Target, fields: &mut Fields, tail: bool) -> Outcome {
    match target {
        Target::Builtin(builtin) => run_builtin(sh, builtin, fields, tail),
        Target::Function(sym, function) => {
            sh.in_tail = tail;
            super::function::run(sh, sym, &function, std::mem::take(fields))
        }
        Target::Program => run_program(sh, fields, tail, None),
    }
}

fn run_builtin(sh: &mut Shell, builtin: &'static Builtin, fields: &Fields, tail: bool) -> Outcome {
    let outer = sh.builtin_name.replace(builtin.name);
    let redirected = std::mem::take(&mut sh.redirected);
    sh.in_tail = tail;
    let outcome = (builtin.run)(sh, fields);
    sh.in_tail = false;
    let outcome = after_output(sh, outcome, redirected);
    sh.builtin_name = outer;
    outcome
}

/// After a builtin: output that must not wait goes out now, and its failure is the builtin's.
#[inline]
fn after_output(sh: &mut Shell, outcome: Outcome, redirected: bool) -> Outcome {
    if sh.fds.pool.is_dirty()
        && let Ok(file) = sh.fds.get(1)
    {
        let file = file.clone();
        // Where SIGPIPE is ignored, a closed pipe is an error that this command has to know of.
        // A file that was opened for this command is closed next: there is no need to ask what it is.
        let written = if redirected || trap::was_ignored_on_entry(sh, SIGPIPE) || sh.traps.get(BROKEN_PIPE).is_some() {
            sh.fds.pool.flush()
        } else {
            sh.fds.pool.end_of_command(&file)
        };
        if let Err(errno) = written {
            let status = report::write_failed(sh, errno)?;
            return outcome.map(|_| status);
        }
    }
    if sh.counters.write_error.is_some() { after_frame(sh, outcome) } else { outcome }
}

/// Runs a program and waits for it, or becomes it where nothing remains to be done.
fn run_program(sh: &mut Shell, fields: &Fields, tail: bool, default_path: Option<&[u8]>) -> Outcome {
    let found = match default_path {
        Some(path) if !fields.at(0).contains(&b'/') => search::find_in(path, fields.at(0)).next(),
        _ => find_program(sh, fields.at(0)),
    };
    let Some(path) = found else { return not_found(sh, fields) };
    let rest;
    // A child whose last command this is becomes the program: descriptors that its redirections hide must not stay open.
    let is_last_of_child = tail && sh.process_pid != sh.pid && may_replace(sh);
    let end = if is_last_of_child { UtilityEnd::Program } else { in_process(sh, &path, fields) };
    let fields = match end {
        UtilityEnd::Status(status) => return Ok(status),
        UtilityEnd::Program => fields,
        UtilityEnd::ProgramWith(fields) => {
            rest = fields;
            &rest
        }
    };
    if sh.is_virtual() && sh.mentions_parent {
        subshell::before_program(sh)?;
    }
    if tail && may_replace(sh) {
        let status = launch::replace(sh, &path, fields, None);
        return Err(Divert::Exit(status));
    }
    let monitor = sh.options.has(Opt::Monitor);
    let how = How { group: monitor.then_some(0), foreground: monitor && sh.terminal.fd.is_some(), background: false };
    let pid = match start_program(sh, &path, fields, how) {
        Ok(pid) => pid,
        Err(status) => return Ok(status),
    };
    let status = if monitor {
        let text = fields.iter().collect::<Vec<_>>().join(&b' ');
        jobs::wait_foreground(sh, &[pid], pid, &text).pop().unwrap_or(127)
    } else if tail {
        jobs::wait_last_child(sh, pid)
    } else {
        jobs::wait_child(sh, pid)
    };
    Ok(status)
}

/// Runs the program at `path` inside the shell if nobody can tell the difference.
fn in_process(sh: &mut Shell, path: &[u8], fields: &Fields) -> UtilityEnd {
    match sh.utilities {
        // Under job control a program has a process group of its own, which ^C and ^Z are for.
        Some(utilities) if sh.options.has(Opt::InProc) && !sh.options.has(Opt::Monitor) => {
            (utilities.run)(sh, path, fields)
        }
        _ => UtilityEnd::Program,
    }
}

/// Starts a program. One that is no longer where it was remembered is searched again.
fn start_program(sh: &mut Shell, path: &Rc<[u8]>, fields: &Fields, how: How) -> Result<i32, Status> {
    let name = fields.at(0);
    if !name.contains(&b'/')
        && let Some(sym) = sh.names.lookup(name)
        && sh.remembered_program(sym).is_some_and(|hashed| !hashed.given && hashed.hits > 1)
        && skosh_sys::fs::access(path, skosh_sys::fs::X_OK).is_err()
    {
        sh.command_mut(sym).program = None;
        return match find_program(sh, name) {
            Some(path) => launch::start(sh, &path, fields, how),
            None => Err(not_found(sh, fields).unwrap_or(127)),
        };
    }
    launch::start(sh, path, fields, how)
}

/// A program may replace this process when the process is the subshell (or the whole shell) and nothing waits for its end.
fn may_replace(sh: &Shell) -> bool {
    !sh.is_virtual()
        && sh.captures.len() == sh.capture_base()
        && !sh.options.has(Opt::Monitor)
        && !sh.options.has(Opt::Interactive)
        && sh.trap_depth == 0
        && sh.traps.actions.values().all(|action| *action == skosh_state::traps::Action::Ignore)
}

fn not_found(sh: &mut Shell, fields: &Fields) -> Outcome {
    let name = fields.at(0);
    if let Some(sym) = sh.names.lookup(b"command_not_found_handle")
        && !sh.options.has(Opt::Posix)
        && let Some(function) = sh.function(sym).cloned()
    {
        let mut arguments = Fields::new();
        arguments.push(b"command_not_found_handle");
        fields.iter().for_each(|field| arguments.push(field));
        return subshell::in_scope(sh, None, |sh| super::function::run(sh, sym, &function, arguments));
    }
    let mut text = name.to_vec();
    text.extend_from_slice(if name.contains(&b'/') { b": No such file or directory" } else { b": command not found" });
    report::message(sh, &text);
    Ok(127)
}

/// Executes a command given as fields, as `command` and `builtin` do.
pub fn execute_fields(sh: &mut Shell, fields: &Fields, lookup: Lookup) -> Outcome {
    let tail = std::mem::take(&mut sh.in_tail);
    let sym = sh.names.lookup(fields.at(0));
    let mut fields = fields.clone();
    match (resolve(sh, sym, lookup), lookup) {
        (Target::Program, Lookup::BuiltinOnly) => {
            let mut text = fields.at(0).to_vec();
            text.extend_from_slice(b": not a shell builtin");
            Ok(report::builtin_error(sh, &text))
        }
        (Target::Program, Lookup::DefaultPath) => run_program(sh, &fields, tail, Some(search::DEFAULT_PATH)),
        (target, _) => execute(sh, target, &mut fields, tail),
    }
}

/// `exec program ...`: replaces the process. Returns only when that fails.
pub fn exec_program(sh: &mut Shell, fields: &Fields, argv0: Option<&[u8]>, clear_environment: bool) -> Outcome {
    subshell::become_process(sh, subshell::NeedsProcess::ExecProgram)?;
    let Some(path) = find_program(sh, fields.at(0)) else {
        let status = not_found_by_exec(sh, fields.at(0));
        return exec_failed(sh, status);
    };
    if clear_environment {
        let exported: Vec<Sym> =
            sh.vars.iter().filter(|(_, v)| v.attrs.has(Attributes::EXPORT)).map(|(sym, _)| sym).collect();
        exported.into_iter().for_each(|sym| sh.set_attributes(sym, Attributes::NONE, Attributes::EXPORT));
        sh.invocation.foreign_environment.clear();
        sh.env.invalidate();
    }
    let status = launch::replace(sh, &path, fields, argv0);
    exec_failed(sh, status)
}

fn not_found_by_exec(sh: &mut Shell, name: &[u8]) -> Status {
    let mut text = name.to_vec();
    text.extend_from_slice(b": not found");
    report::builtin_error(sh, &text);
    127
}

/// A failed `exec` ends a non-interactive shell (unless execfail).
fn exec_failed(sh: &Shell, status: Status) -> Outcome {
    if sh.options.has(Opt::Interactive) || (sh.options.has(Opt::ExecFail) && !sh.options.has(Opt::Posix)) {
        Ok(status)
    } else {
        Err(Divert::Exit(status))
    }
}

/// How an element of a pipeline or an asynchronous command was started.
pub enum Started {
    /// As a child.
    Process(i32),
    /// It was over at once, with this status.
    Done(Status),
}

/// Starts a simple command without waiting for it, in the subshell scope that the caller has entered for it. Everything but a
/// program needs a fork; `in_child` runs in that child before anything else.
pub fn start(
    sh: &mut Shell,
    command: &SimpleCommand,
    how: How,
    in_child: impl FnOnce(&mut Shell),
) -> Result<Started, Divert> {
    sh.counters.line = command.span.line;
    let mut fields = Fields::new();
    sh.substitution_status = None;
    expand::fields(sh, &command.words, &mut fields)?;
    let sym = command.name.or_else(|| sh.names.lookup(fields.at(0)));
    if fields.is_empty() || !matches!(resolve(sh, sym, Lookup::Normal), Target::Program) {
        return fork_command(sh, command, &mut fields, in_child);
    }
    if sh.options.has(Opt::XTrace) {
        xtrace::command(sh, &command.assignments, &fields)?;
    }
    if !redirect::apply(sh, &command.redirects)? {
        return Ok(Started::Done(redirect::failure_status(sh)));
    }
    let frame = sh.enter_frame();
    assign_for_command(sh, frame, &command.assignments)?;
    let Some(path) = find_program(sh, fields.at(0)) else {
        return not_found(sh, &fields).map(Started::Done);
    };
    Ok(match start_program(sh, &path, &fields, how) {
        Ok(pid) => Started::Process(pid),
        Err(status) => Started::Done(status),
    })
}

/// An already expanded builtin, function or bare assignment, executed by a child.
fn fork_command(
    sh: &mut Shell,
    command: &SimpleCommand,
    fields: &mut Fields,
    in_child: impl FnOnce(&mut Shell),
) -> Result<Started, Divert> {
    match subshell::fork_scope(sh) {
        Ok(Fork::Parent(pid)) => Ok(Started::Process(pid)),
        Ok(Fork::Child) => {
            in_child(sh);
            let frame = sh.enter_frame();
            let outcome =
                if fields.is_empty() { without_name(sh, command) } else { named(sh, command, fields, frame, true) };
            let outcome = outcome.and_then(|status| list::after(sh, status));
            subshell::exit_child(sh, outcome)
        }
        Err(errno) => {
            report::message(sh, format!("fork: {}", errno.message()).as_bytes());
            Ok(Started::Done(254))
        }
    }
}
