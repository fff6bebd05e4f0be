//! Messages on standard error, and what an error does: the one place that decides on both.
//!
//! Messages have bash's form, `NAME: line N: MESSAGE`, in both modes: the name is that of the script or dot script being read, or `$0`.

use skosh_state::flow::{Divert, Outcome, Status};
use skosh_state::variables::AssignError;
use skosh_state::{Opt, Shell};
use skosh_sys::Errno;

/// The beginning of every message: the source and the line.
fn prefix(sh: &Shell, out: &mut Vec<u8>) {
    match sh.sources.last() {
        Some(source) => out.extend_from_slice(source),
        None => out.extend_from_slice(&sh.arg0),
    }
    out.extend_from_slice(b": ");
    if !sh.options.has(Opt::Interactive) || !sh.sources.is_empty() {
        out.extend_from_slice(format!("line {}: ", sh.counters.line).as_bytes());
    }
}

/// Writes a message to standard error: `NAME: line N: TEXT`.
pub fn message(sh: &mut Shell, text: &[u8]) {
    let mut out = Vec::new();
    prefix(sh, &mut out);
    out.extend_from_slice(text);
    out.push(b'\n');
    write_error_output(sh, &out);
}

/// Writes a message whose place is part of the text: `NAME: TEXT`.
pub fn located(sh: &mut Shell, text: &[u8]) {
    let mut out = match sh.sources.last() {
        Some(source) => source.to_vec(),
        None => sh.arg0.to_vec(),
    };
    out.extend_from_slice(b": ");
    out.extend_from_slice(text);
    out.push(b'\n');
    write_error_output(sh, &out);
}

/// Writes text as it is to standard error; nothing can be done when that fails.
pub fn write_error_output(sh: &mut Shell, text: &[u8]) {
    let file = match sh.fds.get(2) {
        Ok(file) => file.clone(),
        Err(_) => return,
    };
    // Standard error is never kept back, and what was written elsewhere before comes first.
    let _ = sh.fds.pool.write(&file, text);
    let _ = sh.fds.pool.flush();
}

/// A message of the running builtin: `NAME: line N: BUILTIN: TEXT`. Returns status 1.
pub fn builtin_error(sh: &mut Shell, text: &[u8]) -> Status {
    let mut out = Vec::new();
    if let Some(name) = sh.builtin_name {
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b": ");
    }
    out.extend_from_slice(text);
    message(sh, &out);
    1
}

/// `BUILTIN: WORD: TEXT`. Returns status 1.
pub fn builtin_word_error(sh: &mut Shell, word: &[u8], text: &str) -> Status {
    let mut out = word.to_vec();
    out.extend_from_slice(b": ");
    out.extend_from_slice(text.as_bytes());
    builtin_error(sh, &out)
}

/// An invalid option of the running builtin, with its usage line. Returns status 2.
pub fn invalid_option(sh: &mut Shell, option: &[u8], usage: &str) -> Status {
    builtin_word_error(sh, option, "invalid option");
    usage_error(sh, usage)
}

/// The usage line of the running builtin: `BUILTIN: usage: BUILTIN USAGE`. Returns status 2.
pub fn usage_error(sh: &mut Shell, usage: &str) -> Status {
    let name = sh.builtin_name.unwrap_or("");
    let line = format!("{name}: usage: {name} {usage}\n");
    write_error_output(sh, line.as_bytes());
    2
}

/// Writes a builtin's output to its standard output; a failure is reported and gives status 1.
#[inline]
pub fn output(sh: &mut Shell, bytes: &[u8]) -> Outcome {
    if bytes.is_empty() {
        return Ok(0);
    }
    match sh.write(1, bytes) {
        Ok(()) => Ok(0),
        Err(errno) => write_failed(sh, errno),
    }
}

/// What a failed write of a builtin does: status 1 with a message, or, for a closed pipe, what SIGPIPE would do.
pub fn write_failed(sh: &mut Shell, errno: Errno) -> Outcome {
    if errno == Errno::EPIPE && crate::signals::dies_of_broken_pipe(sh) {
        return Err(Divert::Killed(skosh_sys::signal::SIGPIPE));
    }
    let text = format!("write error: {}", errno.message());
    Ok(builtin_error(sh, text.as_bytes()))
}

/// An error that ends a non-interactive shell in every mode (POSIX XCU 2.8.1): reported by the caller.
pub fn fatal(sh: &Shell, status: Status) -> Divert {
    if sh.options.has(Opt::Interactive) && sh.subshell().is_none() {
        Divert::Discard(status)
    } else {
        Divert::Exit(status)
    }
}

/// An expansion error: ends a posix shell, makes bash abandon the command line. Reported by the caller.
pub fn expansion_failed(sh: &Shell, status: Status) -> Divert {
    if sh.options.has(Opt::Posix) {
        // dash exits with 2.
        fatal(sh, if status == 1 { 2 } else { status })
    } else {
        Divert::Discard(status)
    }
}

/// Reports an expansion error `TEXT` and says how execution goes on.
pub fn expansion_error(sh: &mut Shell, text: &[u8]) -> Divert {
    message(sh, text);
    expansion_failed(sh, 1)
}

/// The message of a failed assignment, without prefix.
pub fn assign_error_text(sh: &Shell, error: AssignError) -> Vec<u8> {
    let (sym, text) = match error {
        AssignError::Readonly(sym) => (sym, "readonly variable"),
        AssignError::CircularReference(sym) => (sym, "circular name reference"),
        AssignError::KindMismatch(sym) => (sym, "cannot convert associative to indexed array"),
        AssignError::BadSubscript(sym) => (sym, "bad array subscript"),
    };
    let mut out = sh.names.name(sym).to_vec();
    out.extend_from_slice(b": ");
    out.extend_from_slice(text.as_bytes());
    out
}

/// Reports a failed assignment outside of a builtin and says how execution goes on.
pub fn assign_failed(sh: &mut Shell, error: AssignError) -> Divert {
    let text = assign_error_text(sh, error);
    message(sh, &text);
    expansion_failed(sh, 1)
}
