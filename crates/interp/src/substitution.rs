//! Command substitution (POSIX XCU 2.6.3) and process substitution.
//!
//! Output is collected in memory. A substitution of builtins and functions makes no system call; the first process started
//! inside brings one pipe into being, which the shell drains.

use std::os::fd::AsRawFd;
use std::rc::Rc;

use skosh_state::descriptors::Slot;
use skosh_state::flow::{Divert, Outcome};
use skosh_state::shell::Capture;
use skosh_state::{Opt, Shell};
use skosh_syntax::ast::{Command, CommandSubst, CompoundList, FileMode, RedirectFd, RedirectKind, SubstForm};
use skosh_syntax::names::well_known as name;
use skosh_sys::process::Fork;
use skosh_sys::{Errno, fs, io};

use crate::{command, expand, jobs, redirect, report, subshell};

/// Appends what the substitution writes, without trailing newlines and NULs. `$?` is the status of its last command.
pub fn command(sh: &mut Shell, subst: &CommandSubst, out: &mut Vec<u8>) -> Result<(), Divert> {
    let start = out.len();
    if let Some(word) = file_only(&subst.body) {
        read_file(sh, word, out)?;
    } else {
        collect(sh, subst, out)?;
    }
    if memchr::memchr(0, out.get(start..).unwrap_or(b"")).is_some() {
        report::message(sh, b"warning: command substitution: ignored null byte in input");
        let mut at = 0;
        out.retain(|&byte| {
            at += 1;
            at <= start || byte != 0
        });
    }
    while out.len() > start && out.last() == Some(&b'\n') {
        out.pop();
    }
    Ok(())
}

/// `$(<word)`: the one word.
fn file_only(body: &CompoundList) -> Option<&skosh_syntax::ast::Word> {
    let [item] = &*body.items else { return None };
    let ([command], []) = (&*item.and_or.first.commands, &*item.and_or.rest) else { return None };
    let Command::Simple(simple) = command else { return None };
    if item.is_async || item.and_or.first.negated || !simple.words.is_empty() || !simple.assignments.is_empty() {
        return None;
    }
    match &*simple.redirects {
        [redirect] if matches!(redirect.fd, RedirectFd::Default | RedirectFd::Number(0)) => match &redirect.kind {
            RedirectKind::File(FileMode::Read, word) => Some(word),
            _ => None,
        },
        _ => None,
    }
}

fn read_file(sh: &mut Shell, word: &skosh_syntax::ast::Word, out: &mut Vec<u8>) -> Result<(), Divert> {
    let mut path = sh.take_bytes();
    let one = expand::redirect_target(sh, word, &mut path)?;
    sh.settle();
    let result = if one {
        redirect::open_file(sh, &path, fs::O_RDONLY, 0).and_then(|file| {
            let result = sh.fds.pool.read_to_end(&file, out);
            sh.fds.release(file).and(result)
        })
    } else {
        Err(Errno::EINVAL)
    };
    sh.counters.status = match result {
        Ok(()) => 0,
        Err(errno) => {
            let mut text = std::mem::take(&mut path);
            text.extend_from_slice(b": ");
            text.extend_from_slice(if one { errno.message() } else { "ambiguous redirect".into() }.as_bytes());
            report::message(sh, &text);
            1
        }
    };
    sh.substitution_status = Some(sh.counters.status);
    sh.recycle_bytes(path);
    Ok(())
}

fn collect(sh: &mut Shell, subst: &CommandSubst, out: &mut Vec<u8>) -> Result<(), Divert> {
    let file = sh.take_capture();
    sh.captures.push(Capture { file: file.clone(), pipe: None });
    let level = sh.captures.len();
    sh.trace_level += 1;
    let status = match subst.form {
        SubstForm::Dollar | SubstForm::Backquote => run_apart(sh, &subst.body, &file),
        SubstForm::Shared | SubstForm::Value => run_shared(sh, &subst.body, &file),
    };
    sh.trace_level -= 1;
    // `exec 3>&1` in `${ ; }` outlives it: nobody reads what is written there.
    if !matches!(subst.form, SubstForm::Dollar | SubstForm::Backquote)
        && sh.files().any(|other| Rc::ptr_eq(other, &file))
        && let Ok(null) = fs::open(b"/dev/null", fs::O_WRONLY, 0)
    {
        let null = sh.fds.adopt(null);
        sh.replace_file(&file, &null);
    }
    // What is left of the pipe: children that are still running write to it.
    if let Some(capture) = sh.captures.get_mut(level - 1)
        && let Some((read_end, write_end)) = capture.pipe.take()
    {
        drop(write_end);
        file.with_captured(|bytes| jobs::drain(&read_end, bytes));
    }
    sh.captures.truncate(level - 1);
    let status = status?;
    match subst.form {
        SubstForm::Value => {
            let reply = sh.scalar(name::REPLY).map(|value| value.into_owned());
            out.extend_from_slice(&reply.unwrap_or_default());
        }
        _ => {
            file.with_captured(|bytes| out.extend_from_slice(bytes));
        }
    }
    sh.recycle_capture(file);
    sh.counters.status = status;
    sh.substitution_status = Some(status);
    Ok(())
}

/// `$( )`: in a subshell environment.
fn run_apart(sh: &mut Shell, body: &CompoundList, file: &Rc<skosh_stream::OpenFile>) -> Outcome {
    sh.in_tail = true;
    let collect = |sh: &mut Shell| sh.set_descriptor(1, Slot::Open(file.clone()));
    let loops = sh.loop_depth;
    subshell::in_prepared_scope(sh, None, collect, |sh| {
        // In every shell `break` ends a substitution in a loop.
        sh.loop_depth = loops;
        if sh.options.has(Opt::ErrExit) && !sh.options.has(Opt::Posix) && !sh.options.has(Opt::InheritErrExit) {
            sh.options.set(Opt::ErrExit, false);
        }
        command::list(sh, body)
    })
}

/// `${ ...; }`: in the current environment, only the output goes elsewhere.
fn run_shared(sh: &mut Shell, body: &CompoundList, file: &Rc<skosh_stream::OpenFile>) -> Outcome {
    let frame = sh.enter_frame();
    sh.redirect(1, Slot::Open(file.clone()));
    let outcome = command::list(sh, body);
    sh.leave_frame(frame);
    match outcome {
        Err(Divert::Return(status)) => Ok(status),
        other => other,
    }
}

/// `<(list)` and `>(list)`: appends a name of the pipe that connects to the command.
pub fn process(sh: &mut Shell, output: bool, body: &Rc<CompoundList>, out: &mut Vec<u8>) -> Result<(), Divert> {
    let made = io::pipe();
    let (read_end, write_end) = match made {
        Ok(pipe) => pipe,
        Err(errno) => {
            let text = format!("cannot make pipe for process substitution: {}", errno.message());
            return Err(report::expansion_error(sh, text.as_bytes()));
        }
    };
    let (ours, theirs) = if output { (write_end, read_end) } else { (read_end, write_end) };
    sh.fds.note_kernel(ours.as_raw_fd());
    sh.fds.note_kernel(theirs.as_raw_fd());
    match subshell::fork_child(sh) {
        Ok(Fork::Child) => {
            drop(ours);
            let file = sh.fds.adopt(theirs);
            sh.set_descriptor(if output { 0 } else { 1 }, Slot::Open(file));
            sh.in_tail = true;
            Rc::make_mut(&mut sh.traps).inherited.clear();
            let outcome = command::list(sh, body);
            subshell::exit_child(sh, outcome)
        }
        Ok(Fork::Parent(pid)) => {
            drop(theirs);
            sh.counters.last_background = Some(pid);
            sh.orphans.push(pid);
            // The name has to work in a child too: a logical descriptor of its own, which every child gets, until the command ends.
            let file = sh.fds.adopt(ours);
            let n = free_high(sh);
            sh.redirect(n, Slot::Open(file));
            out.extend_from_slice(format!("/dev/fd/{n}").as_bytes());
            Ok(())
        }
        Err(errno) => Err(report::expansion_error(sh, format!("fork: {}", errno.message()).as_bytes())),
    }
}

/// bash numbers these downward from 63.
fn free_high(sh: &mut Shell) -> u32 {
    let mut n = 63;
    while n > 9 && sh.fds.is_open(n) {
        n -= 1;
    }
    if n > 9 { n } else { sh.fds.free_from(64) }
}
