//! Redirections (POSIX XCU 2.7) on the virtual descriptor table: an open and a close, no dup.

use std::rc::Rc;

use skosh_state::descriptors::{FIRST_OWN, Slot};
use skosh_state::flow::{Divert, Status};
use skosh_state::{Opt, Shell};
use skosh_stream::OpenFile;
use skosh_syntax::ast::{FileMode, Redirect, RedirectFd, RedirectKind, Word};
use skosh_sys::{Errno, fs};

use crate::expand::{self, AssignFailure};
use crate::report;

/// Applies redirections in the current frame, in order. False when one failed; it has been reported and the following ones are
/// not applied.
pub fn apply(sh: &mut Shell, redirects: &[Redirect]) -> Result<bool, Divert> {
    for redirect in redirects {
        if !apply_one(sh, redirect)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The status of a command whose redirection failed: dash's in sh mode.
pub fn failure_status(sh: &Shell) -> Status {
    if sh.invocation.posix && sh.options.has(Opt::Posix) { 2 } else { 1 }
}

fn apply_one(sh: &mut Shell, redirect: &Redirect) -> Result<bool, Divert> {
    sh.counters.line = redirect.span.line;
    match &redirect.kind {
        RedirectKind::File(mode, word) => {
            let mut path = sh.take_bytes();
            let one = expand::redirect_target(sh, word, &mut path)?;
            let done = if one { to_file(sh, redirect.fd, *mode, &path) } else { ambiguous(sh, word) };
            sh.recycle_bytes(path);
            done
        }
        RedirectKind::DupInput(word) | RedirectKind::DupOutput(word) => {
            let output = matches!(redirect.kind, RedirectKind::DupOutput(_));
            let mut text = sh.take_bytes();
            let one = expand::redirect_target(sh, word, &mut text)?;
            let done = if one { duplicate(sh, redirect.fd, output, &text, word) } else { ambiguous(sh, word) };
            sh.recycle_bytes(text);
            done
        }
        RedirectKind::HereDoc(doc) => {
            let mut text = Vec::new();
            expand::here_document(sh, doc, &mut text)?;
            place(sh, redirect.fd, 0, OpenFile::text(text.into()))
        }
        RedirectKind::HereString(word) => {
            let mut text = Vec::new();
            expand::single(sh, word, &mut text)?;
            text.push(b'\n');
            place(sh, redirect.fd, 0, OpenFile::text(text.into()))
        }
    }
}

fn ambiguous(sh: &mut Shell, word: &Word) -> Result<bool, Divert> {
    let text = skosh_syntax::print_word(word, &sh.names);
    failed(sh, &text, "ambiguous redirect")
}

fn failed(sh: &mut Shell, what: &[u8], text: &str) -> Result<bool, Divert> {
    let mut out = what.to_vec();
    out.extend_from_slice(b": ");
    out.extend_from_slice(text.as_bytes());
    report::message(sh, &out);
    Ok(false)
}

/// Puts a file at the descriptor that a redirection is about.
fn place(sh: &mut Shell, fd: RedirectFd, default: u32, file: Rc<OpenFile>) -> Result<bool, Divert> {
    match fd {
        RedirectFd::Default => sh.redirect(default, Slot::Open(file)),
        RedirectFd::Number(n) => {
            if n > 255 && u64::from(n) >= descriptor_limit() {
                return failed(sh, n.to_string().as_bytes(), &Errno::EBADF.message());
            }
            sh.redirect(n, Slot::Open(file));
        }
        RedirectFd::Variable(name) => {
            let n = sh.fds.free_from(FIRST_OWN);
            let target = sh.names.name(name).to_vec();
            match expand::assign_text(sh, &target, n.to_string().as_bytes()) {
                Ok(()) => {}
                Err(AssignFailure::Divert(divert)) => return Err(divert),
                Err(failure) => {
                    if let AssignFailure::Error(error) = failure {
                        let text = report::assign_error_text(sh, error);
                        report::message(sh, &text);
                    }
                    return failed(sh, &target, "cannot assign fd to variable");
                }
            }
            // It outlives the command (bash, unless varredir_close).
            if sh.options.has(Opt::VarRedirClose) {
                sh.redirect(n, Slot::Open(file));
            } else {
                sh.set_descriptor(n, Slot::Open(file));
            }
        }
    }
    Ok(true)
}

/// The number of descriptors the process may have: a logical one beyond could not be given to a child.
fn descriptor_limit() -> u64 {
    skosh_sys::limits::getrlimit(skosh_sys::limits::Resource::OpenFiles).map_or(1024, |limit| limit.soft)
}

fn to_file(sh: &mut Shell, fd: RedirectFd, mode: FileMode, path: &[u8]) -> Result<bool, Divert> {
    let (flags, default) = match mode {
        FileMode::Read => (fs::O_RDONLY, 0),
        FileMode::Write | FileMode::Clobber | FileMode::WriteBoth => (fs::O_WRONLY | fs::O_CREAT | fs::O_TRUNC, 1),
        FileMode::Append | FileMode::AppendBoth => (fs::O_WRONLY | fs::O_CREAT | fs::O_APPEND, 1),
        FileMode::ReadWrite => (fs::O_RDWR | fs::O_CREAT, 0),
    };
    let noclobber = sh.options.has(Opt::NoClobber) && matches!(mode, FileMode::Write | FileMode::WriteBoth);
    let opened = if noclobber { open_new(sh, path) } else { open_file(sh, path, flags, 0o666) };
    match opened {
        Ok(file) => {
            let _ = sh.fds.pool.opened(&file);
            if matches!(mode, FileMode::WriteBoth | FileMode::AppendBoth) {
                sh.redirect(1, Slot::Open(file.clone()));
                sh.redirect(2, Slot::Open(file));
                return Ok(true);
            }
            place(sh, fd, default, file)
        }
        Err(Errno::EEXIST) if noclobber => failed(sh, path, "cannot overwrite existing file"),
        Err(errno) => failed(sh, path, &errno.message()),
    }
}

/// `>` under noclobber: creates the file, or opens what exists if it is not a regular file.
fn open_new(sh: &mut Shell, path: &[u8]) -> Result<Rc<OpenFile>, Errno> {
    match open_file(sh, path, fs::O_WRONLY | fs::O_CREAT | fs::O_EXCL, 0o666) {
        Err(Errno::EEXIST) => {
            if fs::stat(path)?.is_file() {
                return Err(Errno::EEXIST);
            }
            let file = open_file(sh, path, fs::O_WRONLY, 0)?;
            // It may have become a regular file in between.
            let regular = match file.raw_fd() {
                Some(fd) => fs::fstat(fd)?.is_file(),
                None => false,
            };
            if regular { Err(Errno::EEXIST) } else { Ok(file) }
        }
        other => other,
    }
}

/// Opens a file for the table. Names of this process's own descriptors go through the table.
pub fn open_file(sh: &mut Shell, path: &[u8], flags: i32, mode: u32) -> Result<Rc<OpenFile>, Errno> {
    if (path.starts_with(b"/dev/") || path.starts_with(b"/proc/self/fd/"))
        && let Some(n) = own_descriptor(path)
    {
        return reopen(sh, n, flags);
    }
    sh.flush();
    loop {
        match fs::open(path, flags | fs::O_CLOEXEC, mode) {
            Ok(fd) => return Ok(sh.fds.adopt(fd)),
            // A FIFO waits for its other side; a signal with a trap may come first.
            Err(Errno::EINTR) => {}
            Err(errno) => return Err(errno),
        }
    }
}

/// The logical descriptor that a path names.
pub fn own_descriptor(path: &[u8]) -> Option<u32> {
    match path {
        b"/dev/stdin" => return Some(0),
        b"/dev/stdout" => return Some(1),
        b"/dev/stderr" => return Some(2),
        _ => {}
    }
    let number = path.strip_prefix(b"/dev/fd/").or_else(|| path.strip_prefix(b"/proc/self/fd/"))?;
    if number.is_empty() || !number.iter().all(u8::is_ascii_digit) {
        return None;
    }
    skosh_arith::parse_integer(number).and_then(|n| u32::try_from(n).ok())
}

/// Opening `/dev/fd/N` on Linux opens the file anew where it has a name, and otherwise shares the description.
fn reopen(sh: &mut Shell, n: u32, flags: i32) -> Result<Rc<OpenFile>, Errno> {
    sh.settle();
    let file = sh.fds.get(n).map_err(|_| Errno::ENOENT)?.clone();
    let Some(fd) = file.raw_fd() else { return Ok(file) };
    let path = format!("/proc/self/fd/{fd}");
    match fs::open(path.as_bytes(), flags | fs::O_CLOEXEC, 0o666) {
        Ok(fd) => Ok(sh.fds.adopt(fd)),
        // Sockets cannot be opened, and without /proc nothing can: share what is open, as bash does.
        Err(Errno::ENXIO | Errno::ENOENT) => Ok(file),
        Err(errno) => Err(errno),
    }
}

/// `<&word` and `>&word`.
fn duplicate(sh: &mut Shell, fd: RedirectFd, output: bool, text: &[u8], word: &Word) -> Result<bool, Divert> {
    let default = u32::from(output);
    if text == b"-" {
        match fd {
            RedirectFd::Default => sh.redirect(default, Slot::Closed),
            RedirectFd::Number(n) => sh.redirect(n, Slot::Closed),
            RedirectFd::Variable(name) => {
                let target = sh.names.name(name).to_vec();
                let mut value = Vec::new();
                expand::value_of_text(sh, &target, &mut value)?;
                match skosh_arith::parse_integer(&value).and_then(|n| u32::try_from(n).ok()) {
                    Some(n) => sh.set_descriptor(n, Slot::Closed),
                    None => return failed(sh, &target, "ambiguous redirect"),
                }
            }
        }
        return Ok(true);
    }
    let (digits, moved) = match text.strip_suffix(b"-") {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let number = if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) {
        skosh_arith::parse_integer(digits).and_then(|n| u32::try_from(n).ok())
    } else {
        None
    };
    let Some(source) = number else {
        // `>&file`: bash sends both outputs there.
        if output && !text.is_empty() && matches!(fd, RedirectFd::Default | RedirectFd::Number(1)) {
            return to_file(sh, RedirectFd::Default, FileMode::WriteBoth, text);
        }
        return ambiguous(sh, word);
    };
    let file = match sh.fds.get(source) {
        Ok(file) => file.clone(),
        Err(errno) => return failed(sh, digits, &errno.message()),
    };
    let target = match fd {
        RedirectFd::Default => Some(default),
        RedirectFd::Number(n) => Some(n),
        RedirectFd::Variable(_) => None,
    };
    let placed = place(sh, fd, default, file)?;
    if placed && moved && target != Some(source) {
        sh.redirect(source, Slot::Closed);
    }
    Ok(placed)
}
