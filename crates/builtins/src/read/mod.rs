//! `read` (POSIX XCU read), with bash's options.
//!
//! Not a byte more than the line is taken from the input, whoever reads it next: the descriptor table's pool reads ahead only what
//! it can give back.

use std::time::{Duration, Instant};

use skosh_interp::report;
use skosh_state::environment::Separator;
use skosh_state::{Fields, Outcome, Shell, Value};
use skosh_syntax::names::is_name;
use skosh_sys::{fs, tty};

use crate::assign::{array_target, assign, is_target, not_identifier};
use crate::option_scan::OptionScan;
use crate::{failure, number};

mod line;

use line::{Line, read_line};

/// The options.
struct Request<'a> {
    raw: bool,
    delimiter: u8,
    /// `-n`: characters at most; `-N`: exactly, whatever they are.
    count: Option<usize>,
    exact: bool,
    prompt: &'a [u8],
    quiet: bool,
    deadline: Option<Instant>,
    /// `-t 0`: only look.
    look: bool,
    descriptor: u32,
    array: Option<&'a [u8]>,
    first: usize,
}

/// `read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name...]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let request = match parse(sh, args) {
        Ok(request) => request,
        Err(status) => return Ok(status),
    };
    let names: Vec<&[u8]> = args.iter().skip(request.first).collect();
    for name in names.iter().copied().chain(request.array) {
        let is_good = if request.array == Some(name) { is_name(name) } else { is_target(name) };
        if !is_good {
            not_identifier(sh, name);
            return Ok(failure::status(sh, 1));
        }
    }
    if failure::is_sh(sh) && names.is_empty() {
        report::builtin_error(sh, b"arg count");
        return Ok(2);
    }
    let file = match sh.fds.get(request.descriptor) {
        Ok(file) => file.clone(),
        Err(errno) => {
            let text = format!("{}: invalid file descriptor: {errno}", request.descriptor);
            report::builtin_error(sh, text.as_bytes());
            return Ok(failure::status(sh, 1));
        }
    };
    if request.look {
        return Ok(match sh.fds.pool.is_ready(&file) {
            Ok(true) => 0,
            _ => 1,
        });
    }
    let terminal = file.raw_fd().filter(|_| is_special(&request)).filter(|&fd| fs::is_terminal(fd));
    if !request.prompt.is_empty() && file.raw_fd().is_some_and(fs::is_terminal) {
        report::write_error_output(sh, request.prompt);
    }
    // Other output comes before the wait.
    sh.flush();
    let before = terminal.and_then(|fd| tty::Termios::get(fd).ok().map(|modes| (fd, modes)));
    if let Some((fd, modes)) = before {
        let mut wanted = modes;
        if request.quiet {
            wanted = wanted.echo(false);
        }
        if request.count.is_some() || request.delimiter != b'\n' {
            wanted = wanted.by_character();
        }
        let _ = wanted.set(fd);
    }
    let result = read_line(sh, &file, &request);
    if let Some((fd, modes)) = before {
        let _ = modes.set(fd);
    }
    let line = result?;
    finish(sh, &request, &names, line)
}

/// Does the terminal have to be set differently?
fn is_special(request: &Request<'_>) -> bool {
    request.quiet || request.count.is_some() || request.delimiter != b'\n'
}

fn parse<'a>(sh: &mut Shell, args: &'a Fields) -> Result<Request<'a>, i32> {
    let mut request = Request {
        raw: false,
        delimiter: b'\n',
        count: None,
        exact: false,
        prompt: b"",
        quiet: false,
        deadline: None,
        look: false,
        descriptor: 0,
        array: None,
        first: 1,
    };
    let letters: &[u8] = b"ersa:d:i:n:N:p:t:u:E";
    let mut scan = OptionScan::new(args);
    let mut limit = None;
    while let Some((letter, value)) = scan.next(sh, letters)? {
        match letter {
            b'r' => request.raw = true,
            b's' => request.quiet = true,
            b'a' => request.array = Some(value),
            b'd' => request.delimiter = value.first().copied().unwrap_or(0),
            b'p' => request.prompt = value,
            b'n' | b'N' => match number::integer(value).and_then(|count| usize::try_from(count).ok()) {
                Some(count) => {
                    request.count = Some(count);
                    request.exact = letter == b'N';
                }
                None => {
                    return Err(report::builtin_word_error(sh, value, "invalid number"));
                }
            },
            b't' => match seconds(value) {
                Some(duration) => limit = Some(duration),
                None => return Err(report::builtin_word_error(sh, value, "invalid timeout specification")),
            },
            b'u' => match number::integer(value).and_then(|fd| u32::try_from(fd).ok()) {
                Some(fd) => request.descriptor = fd,
                None => {
                    return Err(report::builtin_word_error(sh, value, "invalid file descriptor specification"));
                }
            },
            // Line editing is for interactive shells; the line is read without it.
            _ => {}
        }
    }
    if limit.is_none()
        && let Some(tmout) = sh.scalar(skosh_syntax::names::well_known::TMOUT)
    {
        limit = seconds(&tmout).filter(|limit| !limit.is_zero());
    }
    request.look = limit == Some(Duration::ZERO);
    request.deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    request.first = scan.first();
    Ok(request)
}

/// Seconds with a fraction.
fn seconds(text: &[u8]) -> Option<Duration> {
    let text = std::str::from_utf8(text).ok()?;
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') || text == "." {
        return None;
    }
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

/// Splits the line and assigns the variables.
fn finish(sh: &mut Shell, request: &Request<'_>, names: &[&[u8]], line: Line) -> Outcome {
    let status = line.status;
    if let Some(array) = request.array {
        return assign_array(sh, array, &line, request.exact, status);
    }
    if names.is_empty() {
        // REPLY gets the line as it is.
        let assigned = assign(sh, b"REPLY", &line.text)?;
        return Ok(status.max(assigned));
    }
    if request.exact {
        let mut failed = assign(sh, names.first().copied().unwrap_or(b""), &line.text)?;
        for name in names.iter().skip(1) {
            failed = failed.max(assign(sh, name, b"")?);
        }
        return Ok(if failed != 0 { failed } else { status });
    }
    let parts = split(sh, &line, names.len());
    for (name, part) in names.iter().zip(parts.iter().map(Vec::as_slice).chain(std::iter::repeat(b"".as_slice()))) {
        let failed = assign(sh, name, part)?;
        if failed != 0 {
            return Ok(failure::status(sh, failed));
        }
    }
    Ok(status)
}

fn assign_array(sh: &mut Shell, name: &[u8], line: &Line, whole: bool, status: i32) -> Outcome {
    let sym = match array_target(sh, name, "not an indexed array") {
        Ok(sym) => sym,
        Err(status) => return Ok(status),
    };
    let parts = if whole { vec![line.text.clone()] } else { split(sh, line, usize::MAX) };
    let mut array = skosh_state::arrays::IndexedArray::new();
    parts.into_iter().for_each(|part| array.push(part));
    let value = Value::Indexed(Box::new(array));
    match sh.assign_value(sym, value) {
        Ok(()) => Ok(status),
        Err(error) => Ok(failure::assignment(sh, error)),
    }
}

/// Splits a line into at most `limit` fields by IFS. The last of a limited number takes the rest with its separators, without
/// white space at its end, and without a delimiter that ends it if nothing but that follows (POSIX XCU read).
fn split(sh: &mut Shell, line: &Line, limit: usize) -> Vec<Vec<u8>> {
    let text = &line.text;
    // bash: at the end of the last field white space goes even where it is escaped.
    let trims_all = !failure::is_sh(sh);
    let separators = sh.separators();
    let kind = |at: usize| -> Separator {
        match text.get(at) {
            Some(&byte) if line.protected.binary_search(&at).is_err() => separators.kind(byte),
            _ => Separator::No,
        }
    };
    let mut parts = Vec::new();
    let mut at = 0;
    let skip_space = |at: &mut usize| {
        while kind(*at) == Separator::Space {
            *at += 1;
        }
    };
    skip_space(&mut at);
    while at < text.len() {
        let start = at;
        while at < text.len() && kind(at) == Separator::No {
            at += 1;
        }
        let end = at;
        skip_space(&mut at);
        if kind(at) == Separator::Other {
            at += 1;
            skip_space(&mut at);
        }
        if parts.len() + 1 == limit && at < text.len() {
            // More follows: the last name takes it all.
            let mut end = text.len();
            let is_space = |at: usize| match text.get(at) {
                Some(&byte) if trims_all => separators.kind(byte) == Separator::Space,
                _ => kind(at) == Separator::Space,
            };
            while end > start && is_space(end - 1) {
                end -= 1;
            }
            parts.push(text.get(start..end).unwrap_or(b"").to_vec());
            return parts;
        }
        parts.push(text.get(start..end).unwrap_or(b"").to_vec());
    }
    parts
}
