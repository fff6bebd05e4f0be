//! Reading a line, or as many characters as wanted, from a descriptor.

use std::rc::Rc;

use skosh_interp::{report, signals};
use skosh_state::environment::Locale;
use skosh_state::{Divert, Shell};
use skosh_stream::{OpenFile, ReadEnd};
use skosh_sys::Errno;

use super::Request;
use crate::failure;

/// What was read.
pub(super) struct Line {
    /// The bytes, backslashes removed.
    pub(super) text: Vec<u8>,
    /// Places of bytes that a backslash protects: they split no field.
    pub(super) protected: Vec<usize>,
    pub(super) status: i32,
}

/// Reads a line, or as many characters as wanted, processing backslashes.
pub(super) fn read_line(sh: &mut Shell, file: &Rc<OpenFile>, request: &Request<'_>) -> Result<Line, Divert> {
    let mut line = Line { text: Vec::new(), protected: Vec::new(), status: 0 };
    if request.count == Some(0) {
        return Ok(line);
    }
    // What `-N` reads is not ended by the delimiter.
    let mut raw = sh.take_bytes();
    let mut characters = 0;
    let mut escaped = false;
    loop {
        raw.clear();
        let end = match request.count {
            Some(count) => read_characters(sh, file, request, count - characters, &mut raw),
            None => read_until(sh, file, request, &mut raw),
        };
        let end = match end {
            Ok(end) => end,
            Err(Stop::Divert(divert)) => {
                sh.recycle_bytes(raw);
                return Err(divert);
            }
            Err(Stop::Error(errno)) => {
                line.status = if errno == Errno::ETIMEDOUT {
                    128 + skosh_sys::signal::SIGALRM
                } else {
                    let text = format!("read error: {}: {errno}", request.descriptor);
                    report::builtin_error(sh, text.as_bytes());
                    failure::status(sh, 1)
                };
                // What has been read before a timeout is assigned.
                let locale = sh.locale;
                add(&raw, request.raw, locale, &mut escaped, &mut line, &mut characters);
                break;
            }
        };
        let locale = sh.locale;
        add(&raw, request.raw, locale, &mut escaped, &mut line, &mut characters);
        match end {
            ReadEnd::EndOfFile => {
                line.status = 1;
                break;
            }
            ReadEnd::Delimiter if request.exact => {
                if escaped {
                    escaped = false;
                    if request.delimiter == b'\n' {
                        continue;
                    }
                }
                line.text.push(request.delimiter);
                characters += 1;
            }
            // A backslash before the newline joins the lines.
            ReadEnd::Delimiter if escaped => {
                escaped = false;
                if request.delimiter != b'\n' {
                    line.protected.push(line.text.len());
                    line.text.push(request.delimiter);
                    characters += 1;
                }
                continue;
            }
            ReadEnd::Delimiter => break,
            ReadEnd::Limit => {}
        }
        if request.count.is_some_and(|count| characters >= count) {
            break;
        }
    }
    sh.recycle_bytes(raw);
    Ok(line)
}

/// Appends what was read to the line: without NULs, backslashes taken as protecting the next character unless `raw`.
pub(super) fn add(
    bytes: &[u8],
    raw: bool,
    locale: Locale,
    escaped: &mut bool,
    line: &mut Line,
    characters: &mut usize,
) {
    if raw && memchr::memchr(0, bytes).is_none() {
        line.text.extend_from_slice(bytes);
        *characters += locale.count(bytes);
        return;
    }
    let mut rest = bytes;
    while let Some(&byte) = rest.first() {
        let length = locale.character_length(rest).max(1);
        let (character, tail) = rest.split_at(length.min(rest.len()));
        rest = tail;
        if byte == 0 {
            continue;
        }
        if !raw && !*escaped && byte == b'\\' {
            *escaped = true;
            continue;
        }
        if *escaped {
            *escaped = false;
            // bash: an escaped newline vanishes also where another delimiter ends the line.
            if byte == b'\n' {
                continue;
            }
            line.protected.push(line.text.len());
        }
        line.text.extend_from_slice(character);
        *characters += 1;
    }
}

/// Why reading stopped.
pub(super) enum Stop {
    Error(Errno),
    Divert(Divert),
}

/// Reads up to the delimiter; traps run in between.
pub(super) fn read_until(
    sh: &mut Shell,
    file: &Rc<OpenFile>,
    request: &Request<'_>,
    into: &mut Vec<u8>,
) -> Result<ReadEnd, Stop> {
    limited(sh, file, request, usize::MAX, into)
}

pub(super) fn limited(
    sh: &mut Shell,
    file: &Rc<OpenFile>,
    request: &Request<'_>,
    limit: usize,
    into: &mut Vec<u8>,
) -> Result<ReadEnd, Stop> {
    let start = into.len();
    loop {
        let left = if limit == usize::MAX { limit } else { limit - (into.len() - start) };
        let result = match request.deadline {
            None => sh.fds.pool.read_until(file, request.delimiter, left, into),
            Some(_) => sh.fds.pool.read_until_by(file, request.delimiter, left, request.deadline, into),
        };
        match result {
            Err(Errno::EINTR) => signals::check(sh).map_err(Stop::Divert)?,
            Err(errno) => return Err(Stop::Error(errno)),
            Ok(end) => return Ok(end),
        }
    }
}

/// Reads at most `count` characters, completing the last one.
pub(super) fn read_characters(
    sh: &mut Shell,
    file: &Rc<OpenFile>,
    request: &Request<'_>,
    count: usize,
    into: &mut Vec<u8>,
) -> Result<ReadEnd, Stop> {
    let start = into.len();
    loop {
        let read = into.get(start..).unwrap_or(b"");
        let have = sh.locale.count(read);
        let missing = if have < count { count - have } else { unfinished(sh, read) };
        if missing == 0 {
            return Ok(ReadEnd::Limit);
        }
        match limited(sh, file, request, missing, into)? {
            ReadEnd::Limit => {}
            end => return Ok(end),
        }
        // Bytes of an unfinished character count as one each until it is complete.
        let read = into.get(start..).unwrap_or(b"");
        if sh.locale.count(read) >= count && unfinished(sh, read) == 0 {
            return Ok(ReadEnd::Limit);
        }
    }
}

/// How many bytes the last character of UTF-8 text still misses.
pub(super) fn unfinished(sh: &Shell, text: &[u8]) -> usize {
    if !sh.locale.utf8 {
        return 0;
    }
    for back in 1..=3usize.min(text.len()) {
        let Some(&byte) = text.get(text.len() - back) else { return 0 };
        let wanted = match byte {
            0x80..=0xbf => continue,
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => return 0,
        };
        return usize::saturating_sub(wanted, back);
    }
    0
}
