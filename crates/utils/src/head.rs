//! `head [-n NUMBER | -NUMBER] [FILE]` (POSIX XCU head), for one plain file or text in memory.

use crate::call::{Call, End};
use crate::getopt::parse;
use crate::lines::Lines;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let first = call.args.at(1);
    // The old form: head -5.
    let (count, operands) =
        match first.strip_prefix(b"-").filter(|digits| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)) {
            Some(digits) => {
                if call.args.iter().skip(2).any(|word| word.starts_with(b"-")) {
                    return End::Program;
                }
                (number(digits), (2..call.args.len()).collect())
            }
            None => {
                let Some(given) = parse(call.args, b"n:", &[("lines=", b'n')]) else { return End::Program };
                (given.options.last().map_or(Some(10), |(_, value)| number(value)), given.operands)
            }
        };
    let Some(count) = count else { return End::Program };
    // Several files get headings. What is left of a pipe belongs to others.
    if operands.len() > 1 || (operands.is_empty() && call.sh.fds.get(0).is_ok_and(|file| file.raw_fd().is_some())) {
        return End::Program;
    }
    let Some(mut lines) = Lines::open(call, &operands) else { return End::Program };
    if lines.are_output(call) {
        return End::Program;
    }
    for _ in 0..count {
        let Some(line) = lines.next(call, b'\n') else { break };
        call.put(lines.bytes(line));
        if line.newline && !call.put(b"\n") {
            return call.write_error();
        }
    }
    if lines.interrupted {
        return End::Interrupted;
    }
    End::Status(i32::from(lines.failed))
}

/// A plain number of lines.
fn number(text: &[u8]) -> Option<u64> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}
