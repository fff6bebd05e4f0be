//! `history`: the history list.

use std::os::fd::AsRawFd;

use skosh_interp::report;
use skosh_state::{Fields, Outcome, Shell};
use skosh_syntax::names::well_known as name;
use skosh_sys::{fs, io};

use crate::number;
use crate::option_scan::OptionScan;

/// `history [-c] [-d offset] [n]`, `history -anrw [filename]`, `history -ps arg...`
pub fn run_history(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut action = 0;
    let mut offset: &[u8] = b"";
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"acd:npsrw") {
            Ok(None) => break,
            Ok(Some((b'd', value))) => {
                action = b'd';
                offset = value;
            }
            Ok(Some((letter, _))) => {
                if matches!(action, b'a' | b'n' | b'r' | b'w') && matches!(letter, b'a' | b'n' | b'r' | b'w') {
                    return Ok(report::builtin_error(sh, b"cannot use more than one of -anrw"));
                }
                action = letter;
            }
            Err(status) => return Ok(status),
        }
    }
    let operands: Vec<&[u8]> = args.iter().skip(scan.first()).collect();
    match action {
        b'c' => {
            let interaction = sh.interaction_mut();
            interaction.history.clear();
            interaction.forgotten = 0;
            Ok(0)
        }
        b'd' => delete(sh, offset),
        b's' => {
            let line = operands.join(&b' ');
            if !line.is_empty() {
                sh.add_history(&line);
            }
            Ok(0)
        }
        b'p' => {
            let mut out = Vec::new();
            for word in operands {
                out.extend(expand_event(sh, word));
                out.push(b'\n');
            }
            report::output(sh, &out)
        }
        b'a' | b'w' => write_file(sh, operands.first().copied(), action == b'a'),
        b'r' | b'n' => read_file(sh, operands.first().copied()),
        _ => list(sh, &operands),
    }
}

fn list(sh: &mut Shell, operands: &[&[u8]]) -> Outcome {
    let mut first = 0;
    let length = sh.interaction.history.len();
    if let Some(text) = operands.first() {
        match number::integer(text) {
            Some(count) => first = length.saturating_sub(usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX)),
            None => return Ok(report::builtin_word_error(sh, text, "numeric argument required")),
        }
        if operands.len() > 1 {
            return Ok(report::builtin_error(sh, b"too many arguments"));
        }
    }
    let mut out = Vec::new();
    for (index, line) in sh.interaction.history.iter().enumerate().skip(first) {
        let number = sh.interaction.forgotten + index + 1;
        out.extend_from_slice(format!("{number:5}  ").as_bytes());
        out.extend_from_slice(line);
        out.push(b'\n');
    }
    report::output(sh, &out)
}

/// `history -d N`, `-d -N` and `-d N-M`.
fn delete(sh: &mut Shell, text: &[u8]) -> Outcome {
    let length = sh.interaction.history.len();
    let base = sh.interaction.forgotten;
    let place = |text: &[u8]| -> Option<usize> {
        let number = number::integer(text)?;
        let index = if number < 0 {
            length.checked_sub(usize::try_from(number.unsigned_abs()).ok()?)?
        } else {
            usize::try_from(number).ok()?.checked_sub(base + 1)?
        };
        (index < length).then_some(index)
    };
    let dash = text.iter().skip(1).position(|&byte| byte == b'-').map(|at| at + 1);
    let range = match dash {
        Some(dash) => match (place(text.get(..dash).unwrap_or(b"")), place(text.get(dash + 1..).unwrap_or(b""))) {
            (Some(first), Some(last)) if first <= last => Some((first, last)),
            _ => None,
        },
        None => place(text).map(|index| (index, index)),
    };
    match range {
        Some((first, last)) => {
            sh.interaction_mut().history.drain(first..=last);
            Ok(0)
        }
        None => Ok(report::builtin_word_error(sh, text, "history position out of range")),
    }
}

/// `history -p`: the event that a word beginning with `!` names; other words as they are.
fn expand_event(sh: &Shell, word: &[u8]) -> Vec<u8> {
    let history = &sh.interaction.history;
    let found = match word {
        b"!!" => history.last(),
        [b'!', b'-', digits @ ..] => number::digits(digits)
            .and_then(|n| history.len().checked_sub(usize::try_from(n).ok()?))
            .and_then(|i| history.get(i)),
        [b'!', digits @ ..] if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => number::digits(digits)
            .and_then(|n| usize::try_from(n).ok()?.checked_sub(sh.interaction.forgotten + 1))
            .and_then(|index| history.get(index)),
        [b'!', start @ ..] if !start.is_empty() => history.iter().rev().find(|line| line.starts_with(start)),
        _ => None,
    };
    found.map_or_else(|| word.to_vec(), |line| line.to_vec())
}

fn history_file(sh: &mut Shell, given: Option<&[u8]>) -> Option<Vec<u8>> {
    given.map(<[u8]>::to_vec).or_else(|| sh.scalar(name::HISTFILE).map(|value| value.into_owned()))
}

fn write_file(sh: &mut Shell, given: Option<&[u8]>, append: bool) -> Outcome {
    let Some(path) = history_file(sh, given) else { return Ok(0) };
    sh.settle();
    let mode = if append { fs::O_APPEND } else { fs::O_TRUNC };
    let mut text = Vec::new();
    for line in &sh.interaction.history {
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    let result =
        fs::open(&path, fs::O_WRONLY | fs::O_CREAT | mode, 0o600).and_then(|fd| write_all(fd.as_raw_fd(), &text));
    match result {
        Ok(()) => Ok(0),
        Err(errno) => Ok(report::builtin_word_error(sh, &path, &format!("cannot create: {errno}"))),
    }
}

pub fn write_all(fd: i32, mut text: &[u8]) -> Result<(), skosh_sys::Errno> {
    while !text.is_empty() {
        let count = io::write(fd, text)?;
        text = text.get(count..).unwrap_or(b"");
    }
    Ok(())
}

fn read_file(sh: &mut Shell, given: Option<&[u8]>) -> Outcome {
    let Some(path) = history_file(sh, given) else { return Ok(0) };
    sh.settle();
    match read_all(&path) {
        Ok(text) => {
            for line in text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
                sh.interaction_mut().history.push(line.into());
            }
            Ok(0)
        }
        Err(errno) => Ok(report::builtin_word_error(sh, &path, &errno.message())),
    }
}

pub fn read_all(path: &[u8]) -> Result<Vec<u8>, skosh_sys::Errno> {
    let fd = fs::open(path, fs::O_RDONLY, 0)?;
    let mut text = Vec::new();
    let mut block = [0; 8192];
    loop {
        match io::read(fd.as_raw_fd(), &mut block)? {
            0 => return Ok(text),
            count => text.extend_from_slice(block.get(..count).unwrap_or(b"")),
        }
    }
}
