//! `grep [-E|-F] [-ceFhilnoqsvwxH] [-e PATTERN]... [PATTERN] [FILE...]` (POSIX XCU grep), as GNU grep does it for text.
//!
//! Left to the program: patterns on which matchers differ, input with NULs or with bytes that are no characters, which GNU
//! calls binary, `-w` with anything but plain words, directories.

use std::io::Read;
use std::os::fd::AsRawFd;

use skosh_sys::fs;
use skosh_sys::regex::Regex;

use crate::call::{Call, Charset, End, is_descriptor_name};
use crate::expression::{Groups, compile};
use crate::getopt::{Given, parse};

/// What is looked for.
enum Matcher {
    /// Plain text.
    Text(Vec<u8>),
    Regex(Box<Regex>),
}

struct Request {
    matchers: Vec<Matcher>,
    invert: bool,
    whole_line: bool,
    count: bool,
    names_only: bool,
    quiet: bool,
    numbers: bool,
    only_matching: bool,
    with_names: bool,
}

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let long = [
        ("extended-regexp", b'E'),
        ("fixed-strings", b'F'),
        ("basic-regexp", b'G'),
        ("count", b'c'),
        ("ignore-case", b'i'),
        ("files-with-matches", b'l'),
        ("line-number", b'n'),
        ("only-matching", b'o'),
        ("quiet", b'q'),
        ("silent", b'q'),
        ("invert-match", b'v'),
        ("line-regexp", b'x'),
        ("no-filename", b'h'),
        ("with-filename", b'H'),
        ("regexp=", b'e'),
        ("no-messages", b's'),
    ];
    let Some(given) = parse(call.args, b"EFGchHilnoqsvxe:", &long) else { return End::Program };
    let Some((request, operands)) = request(call, &given) else { return End::Program };
    let Some(inputs) = inputs(call, operands) else { return End::Program };
    let names: Vec<&[u8]> = operands.iter().map(|&index| call.args.at(index)).collect();
    search(call, &request, &inputs, &names)
}

/// More than this is read by the program.
const LIMIT: u64 = 64 << 20;

/// The contents of all inputs, which must be text: what GNU says of binary input, and when it notices, is its own affair.
fn inputs(call: &mut Call<'_>, operands: &[usize]) -> Option<Vec<Vec<u8>>> {
    call.sh.flush();
    let mut inputs = Vec::new();
    if operands.is_empty() {
        let file = call.sh.fds.get(0).ok()?.clone();
        // Only what is in memory: from anything else it could not be had again.
        let text = file.text_rest()?;
        if is_binary(&text, call.charset) {
            return None;
        }
        let mut read = Vec::new();
        call.sh.fds.pool.read_to_end(&file, &mut read).ok()?;
        inputs.push(read);
    }
    let output = call.sh.fds.get(1).ok()?.raw_fd().and_then(|fd| fs::fstat(fd).ok());
    for &index in operands {
        let path = call.args.at(index);
        if path == b"-" || is_descriptor_name(path) {
            return None;
        }
        let file = fs::open(path, fs::O_RDONLY, 0).ok()?;
        let stat = fs::fstat(file.as_raw_fd()).ok()?;
        let is_output = output.is_some_and(|output| output.is_file() && output.is_same_file(&stat));
        if (!stat.is_file() && path != b"/dev/null") || stat.size > LIMIT || is_output {
            return None;
        }
        let mut text = Vec::new();
        std::fs::File::from(file).read_to_end(&mut text).ok()?;
        if is_binary(&text, call.charset) {
            return None;
        }
        inputs.push(text);
    }
    Some(inputs)
}

fn request<'g>(call: &Call<'_>, given: &'g Given<'_>) -> Option<(Request, &'g [usize])> {
    // GREP_COLORS counts only with --color.
    let mut operands = given.operands.as_slice();
    let mut texts: Vec<&[u8]> =
        given.options.iter().filter(|(letter, _)| *letter == b'e').map(|(_, text)| *text).collect();
    if texts.is_empty() {
        let (first, rest) = operands.split_first()?;
        texts.push(call.args.at(*first));
        operands = rest;
    }
    if given.has(b'H') && given.has(b'h') {
        return None;
    }
    let syntaxes: Vec<u8> =
        given.options.iter().map(|(letter, _)| *letter).filter(|l| matches!(l, b'E' | b'F' | b'G')).collect();
    let syntax = match syntaxes.as_slice() {
        [] => b'G',
        [first, rest @ ..] if rest.iter().all(|other| other == first) => *first,
        _ => return None,
    };
    let mut matchers = Vec::new();
    let ignore_case = given.has(b'i');
    for text in texts.iter().flat_map(|text| text.split(|&byte| byte == b'\n')) {
        matchers.push(matcher(text, syntax, ignore_case, call.charset)?);
    }
    let only_matching = given.has(b'o');
    // Which of several patterns matches longest, and what -v leaves of -o, are the program's.
    if only_matching && (matchers.len() > 1 || given.has(b'v')) {
        return None;
    }
    let request = Request {
        matchers,
        invert: given.has(b'v'),
        whole_line: given.has(b'x'),
        count: given.has(b'c'),
        names_only: given.has(b'l'),
        quiet: given.has(b'q'),
        numbers: given.has(b'n'),
        only_matching,
        with_names: given.has(b'H') || (operands.len() > 1 && !given.has(b'h')),
    };
    // Without operands the name is `(standard input)`.
    if operands.is_empty() && (request.with_names || request.names_only) {
        return None;
    }
    Some((request, operands))
}

fn matcher(text: &[u8], syntax: u8, ignore_case: bool, charset: Charset) -> Option<Matcher> {
    if !text.is_ascii() || text.contains(&0) {
        return None;
    }
    let is_special = |byte: &u8| b"\\[]*.^$+?(){}|".contains(byte);
    if !ignore_case && (syntax == b'F' || !text.iter().any(is_special)) {
        return Some(Matcher::Text(text.to_vec()));
    }
    if syntax == b'F' {
        // Every special character escaped.
        let escaped: Vec<u8> = text
            .iter()
            .flat_map(|byte| if b"\\[]*.^$".contains(byte) { vec![b'\\', *byte] } else { vec![*byte] })
            .collect();
        return Some(Matcher::Regex(Box::new(Regex::compile(&escaped, false, true, charset == Charset::Utf8).ok()?)));
    }
    let regex = compile(text, syntax == b'E', ignore_case, charset)?;
    Some(Matcher::Regex(Box::new(regex)))
}

impl Matcher {
    /// The first match from `from` on.
    fn find(&self, line: &[u8], from: usize) -> Option<(usize, usize)> {
        match self {
            Matcher::Text(text) => {
                let start = from + memchr::memmem::find(line.get(from..)?, text)?;
                Some((start, start + text.len()))
            }
            Matcher::Regex(regex) => {
                let mut groups = Groups::default();
                if !regex.find(line, from, &mut groups) {
                    return None;
                }
                let (start, end) = groups.first()?;
                Some((usize::try_from(*start).ok()?, usize::try_from(*end).ok()?))
            }
        }
    }

    /// Whether a match takes the whole line. The longest match at its beginning decides; that is what POSIX matchers find.
    fn is_whole(&self, line: &[u8]) -> bool {
        match self {
            Matcher::Text(text) => text == line,
            Matcher::Regex(_) => self.find(line, 0) == Some((0, line.len())),
        }
    }
}

impl Request {
    fn selects(&self, line: &[u8]) -> bool {
        let matches = self
            .matchers
            .iter()
            .any(|matcher| if self.whole_line { matcher.is_whole(line) } else { matcher.find(line, 0).is_some() });
        matches != self.invert
    }
}

/// Bytes that make GNU grep take a file for binary.
fn is_binary(line: &[u8], charset: Charset) -> bool {
    memchr::memchr(0, line).is_some()
        || (!line.is_ascii() && (charset == Charset::Bytes || std::str::from_utf8(line).is_err()))
}

fn search(call: &mut Call<'_>, request: &Request, inputs: &[Vec<u8>], names: &[&[u8]]) -> End {
    let mut selected = false;
    for (index, input) in inputs.iter().enumerate() {
        let name = names.get(index).copied().unwrap_or_default();
        let mut count = 0_u64;
        let text = input.strip_suffix(b"\n").unwrap_or(input);
        let lines = text.split(|&byte| byte == b'\n').take(if input.is_empty() { 0 } else { usize::MAX });
        for (number, line) in (1_u64..).zip(lines) {
            if number.is_multiple_of(4096) && call.is_interrupted() {
                return End::Interrupted;
            }
            if !request.selects(line) {
                continue;
            }
            selected = true;
            count += 1;
            if request.quiet {
                return End::Status(0);
            }
            if request.names_only {
                if !(call.put(name) && call.put(b"\n")) {
                    return call.write_error();
                }
                break;
            }
            if !request.count && !put_line(call, request, name, number, line) {
                return call.write_error();
            }
        }
        if request.count && !request.quiet && !request.names_only && !put_count(call, request, name, count) {
            return call.write_error();
        }
    }
    End::Status(i32::from(!selected))
}

fn put_count(call: &mut Call<'_>, request: &Request, name: &[u8], count: u64) -> bool {
    if request.with_names {
        call.put(name);
        call.put(b":");
    }
    call.put(format!("{count}\n").as_bytes())
}

fn put_line(call: &mut Call<'_>, request: &Request, name: &[u8], number: u64, text: &[u8]) -> bool {
    let prefix = |call: &mut Call<'_>| {
        if request.with_names {
            call.put(name);
            call.put(b":");
        }
        if request.numbers {
            call.put(format!("{number}:").as_bytes());
        }
    };
    if !request.only_matching {
        prefix(call);
        call.put(text);
        return call.put(b"\n");
    }
    let Some(matcher) = request.matchers.first() else { return true };
    if request.whole_line {
        if !text.is_empty() {
            prefix(call);
            call.put(text);
            call.put(b"\n");
        }
        return true;
    }
    let mut from = 0;
    while let Some((start, end)) = matcher.find(text, from) {
        if start == end {
            // Empty matches are not shown.
            from = end + 1;
            if from > text.len() {
                break;
            }
            continue;
        }
        prefix(call);
        call.put(text.get(start..end).unwrap_or_default());
        if !call.put(b"\n") {
            return false;
        }
        from = end;
    }
    true
}
