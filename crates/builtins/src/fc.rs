//! `fc` (POSIX XCU fc): commands of the history list again.

use std::rc::Rc;

use skosh_interp::{read, report};
use skosh_state::{Fields, Opt, Outcome, Shell, Status};
use skosh_syntax::names::well_known as name;
use skosh_sys::fs;

use crate::history::{read_all, write_all};
use crate::number;
use crate::option_scan::usage_error;

/// `fc [-e ename] [-lnr] [first] [last]`, `fc -s [pat=rep] [command]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let (mut listing, mut unnumbered, mut reverse, mut again) = (false, false, false, false);
    let mut editor: Option<&[u8]> = None;
    let mut index = 1;
    // `fc -3` is an operand, not an option.
    while let Some(field) = args.get(index) {
        let [b'-', letters @ ..] = field else { break };
        if letters.is_empty() || letters.first().is_some_and(u8::is_ascii_digit) {
            break;
        }
        index += 1;
        if field == b"--" {
            break;
        }
        for (place, letter) in letters.iter().enumerate() {
            match letter {
                b'l' => listing = true,
                b'n' => unnumbered = true,
                b'r' => reverse = true,
                b's' => again = true,
                b'e' => {
                    let rest = letters.get(place + 1..).unwrap_or(b"");
                    if rest.is_empty() {
                        editor = args.get(index);
                        index += 1;
                    } else {
                        editor = Some(rest);
                    }
                    if editor.is_none() {
                        report::builtin_error(sh, b"-e: option requires an argument");
                        return Ok(usage_error(sh));
                    }
                    break;
                }
                letter => return Ok(crate::option_scan::invalid(sh, &[b'-', *letter])),
            }
        }
    }
    let operands: Vec<&[u8]> = args.iter().skip(index).collect();
    if again || editor == Some(b"-") {
        return repeat(sh, &operands);
    }
    let Some((first, last)) = range(sh, &operands, listing) else {
        if sh.interaction.history.is_empty() && operands.is_empty() {
            return Ok(0);
        }
        return Ok(report::builtin_error(sh, b"history specification out of range"));
    };
    let backwards = reverse != (first > last);
    let (first, last) = (first.min(last), first.max(last));
    let mut numbers: Vec<usize> = (first..=last).collect();
    if backwards {
        numbers.reverse();
    }
    if listing { show(sh, &numbers, unnumbered) } else { edit(sh, &numbers, editor) }
}

fn show(sh: &mut Shell, indices: &[usize], unnumbered: bool) -> Outcome {
    let mut out = Vec::new();
    for &index in indices {
        let Some(line) = sh.interaction.history.get(index) else { continue };
        if !unnumbered {
            out.extend_from_slice((sh.interaction.forgotten + index + 1).to_string().as_bytes());
        }
        out.extend_from_slice(b"\t ");
        out.extend_from_slice(line);
        out.push(b'\n');
    }
    report::output(sh, &out)
}

/// The entry that an operand names: a number, a negative number from the end, or the beginning of a line.
fn entry(sh: &Shell, text: &[u8]) -> Option<usize> {
    let history = &sh.interaction.history;
    let last = history.len().checked_sub(1)?;
    match number::integer(text) {
        Some(number) if number < 0 => {
            Some(history.len().saturating_sub(usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX)))
        }
        Some(0) => Some(last),
        Some(number) => Some(usize::try_from(number).ok()?.saturating_sub(sh.interaction.forgotten + 1).min(last)),
        None => history.iter().rposition(|line| line.starts_with(text)),
    }
}

fn range(sh: &Shell, operands: &[&[u8]], listing: bool) -> Option<(usize, usize)> {
    let last = sh.interaction.history.len().checked_sub(1)?;
    match operands {
        [] if listing => Some((last.saturating_sub(15), last)),
        [] => Some((last, last)),
        [first] => {
            let first = entry(sh, first)?;
            Some((first, if listing { last } else { first }))
        }
        [first, second, ..] => Some((entry(sh, first)?, entry(sh, second)?)),
    }
}

/// `fc -s`: a command again, with replacements.
fn repeat(sh: &mut Shell, operands: &[&[u8]]) -> Outcome {
    let (replacements, rest): (Vec<&[u8]>, Vec<&[u8]>) =
        operands.iter().partition(|word| word.iter().skip(1).any(|&byte| byte == b'='));
    let found = match rest.first() {
        Some(word) => entry(sh, word),
        None => sh.interaction.history.len().checked_sub(1),
    };
    let Some(line) = found.and_then(|index| sh.interaction.history.get(index).cloned()) else {
        return Ok(report::builtin_error(sh, b"no command found"));
    };
    let mut text = line.to_vec();
    for word in replacements {
        let Some(equals) = memchr::memchr(b'=', word) else { continue };
        let (from, to) = (word.get(..equals).unwrap_or(b""), word.get(equals + 1..).unwrap_or(b""));
        text = replaced(&text, from, to);
    }
    execute(sh, &text)
}

fn replaced(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(place) = memchr::memmem::find(rest, from) {
        out.extend_from_slice(rest.get(..place).unwrap_or(b""));
        out.extend_from_slice(to);
        rest = rest.get(place + from.len()..).unwrap_or(b"");
    }
    out.extend_from_slice(rest);
    out
}

/// Shows a command, adds it to the history and executes it.
fn execute(sh: &mut Shell, text: &[u8]) -> Outcome {
    let mut shown = text.to_vec();
    if shown.last() != Some(&b'\n') {
        shown.push(b'\n');
    }
    report::write_error_output(sh, &shown);
    if sh.options.has(Opt::History) {
        sh.add_history(text.trim_ascii_end());
    }
    read::eval(sh, text)
}

/// Edits entries in a file and executes the result.
fn edit(sh: &mut Shell, indices: &[usize], editor: Option<&[u8]>) -> Outcome {
    let editor: Vec<u8> = match editor {
        Some(editor) => editor.to_vec(),
        None => [name::FCEDIT, name::EDITOR]
            .into_iter()
            .find_map(|sym| sh.scalar(sym).map(|value| value.into_owned()).filter(|value| !value.is_empty()))
            .unwrap_or_else(|| if sh.options.has(Opt::Posix) { b"ed".to_vec() } else { b"vi".to_vec() }),
    };
    let mut text = Vec::new();
    for &index in indices {
        if let Some(line) = sh.interaction.history.get(index) {
            text.extend_from_slice(line);
            text.push(b'\n');
        }
    }
    sh.settle();
    let path = match new_file(sh, &text) {
        Ok(path) => path,
        Err(errno) => {
            let text = format!("cannot open temporary file: {errno}");
            return Ok(report::builtin_error(sh, text.as_bytes()));
        }
    };
    let mut command = editor;
    command.push(b' ');
    command.extend_from_slice(&path);
    let outcome = edited(sh, &command, &path);
    let _ = fs::unlink(&path);
    outcome
}

fn edited(sh: &mut Shell, command: &[u8], path: &[u8]) -> Outcome {
    let status: Status = read::eval(sh, command)?;
    if status != 0 {
        return Ok(status);
    }
    match read_all(path) {
        Ok(text) => execute(sh, &text),
        Err(errno) => Ok(report::builtin_word_error(sh, path, &errno.message())),
    }
}

/// A file of its own in TMPDIR with this text.
fn new_file(sh: &mut Shell, text: &[u8]) -> Result<Rc<[u8]>, skosh_sys::Errno> {
    let directory = sh
        .scalar(name::TMPDIR)
        .map(|value| value.into_owned())
        .filter(|d| !d.is_empty())
        .unwrap_or_else(|| b"/tmp".to_vec());
    for attempt in 0..100 {
        let mut path = directory.clone();
        let tag = skosh_sys::time::monotonic().wrapping_add(attempt);
        path.extend_from_slice(format!("/skosh-fc.{}.{tag:x}", sh.process_pid).as_bytes());
        match fs::open(&path, fs::O_WRONLY | fs::O_CREAT | fs::O_EXCL, 0o600) {
            Ok(fd) => {
                write_all(std::os::fd::AsRawFd::as_raw_fd(&fd), text)?;
                return Ok(path.into());
            }
            Err(skosh_sys::Errno::EEXIST) => {}
            Err(errno) => return Err(errno),
        }
    }
    Err(skosh_sys::Errno::EEXIST)
}
