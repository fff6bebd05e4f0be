//! `sed [-nEr] [-e SCRIPT]... [-f FILE]... [SCRIPT] [FILE...]` (POSIX XCU sed), as GNU sed does it.
//!
//! [`script`] reads the script, [`run`](mod@run) executes it. Not here, and left to the program: `-i`, `-s`, `-z`, the commands
//! `r w e F l R W z v`, the flags `m w e` of `s`, case conversion in replacements.

mod run;
mod script;

use skosh_sys::fs;

use crate::call::{Call, End};
use crate::getopt::parse;
use crate::lines::Lines;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let long = [("quiet", b'n'), ("silent", b'n'), ("regexp-extended", b'E'), ("expression=", b'e'), ("file=", b'f')];
    let Some(given) = parse(call.args, b"nEre:f:", &long) else { return End::Program };
    let extended = given.has(b'E') || given.has(b'r');
    let mut text = Vec::new();
    let mut has_script = false;
    for (letter, value) in &given.options {
        if !matches!(letter, b'e' | b'f') {
            continue;
        }
        if has_script {
            text.push(b'\n');
        }
        has_script = true;
        if *letter == b'e' {
            text.extend_from_slice(value);
        } else {
            call.sh.flush();
            let Some(file) = file_text(value) else { return End::Program };
            text.extend_from_slice(&file);
        }
    }
    let mut operands = given.operands.as_slice();
    if !has_script {
        let Some((first, rest)) = operands.split_first() else { return End::Program };
        text.extend_from_slice(call.args.at(*first));
        operands = rest;
    }
    let Some(script) = script::parse(&text, extended, call.charset) else { return End::Program };
    // What a script that quits leaves of a pipe or a file is the program's affair.
    if operands.is_empty() && script.quits && reads_shared_input(call) {
        return End::Program;
    }
    let Some(lines) = Lines::open(call, operands) else { return End::Program };
    run::Run::new(call, &script, lines, given.has(b'n')).run()
}

/// A script file: not too large, and a plain file.
fn file_text(path: &[u8]) -> Option<Vec<u8>> {
    if path == b"-" || !fs::stat(path).ok()?.is_file() {
        return None;
    }
    let mut text = std::fs::read(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(path)).ok()?;
    if text.last() == Some(&b'\n') {
        text.pop();
    }
    Some(text)
}

/// Standard input is something of which others could read the rest.
fn reads_shared_input(call: &mut Call<'_>) -> bool {
    call.sh.fds.get(0).is_ok_and(|file| file.raw_fd().is_some())
}
