//! `sort [-u] [-r] [FILE...]` (POSIX XCU sort) of whole lines by code, in memory.

use crate::call::{Call, End};
use crate::getopt::parse;
use crate::lines::Lines;

/// More than this is the program's, which uses files.
const LIMIT: usize = 64 << 20;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let Some(given) = parse(call.args, b"ur", &[("unique", b'u'), ("reverse", b'r')]) else { return End::Program };
    // A pipe whose length nobody knows is not taken in.
    if given.operands.is_empty() && call.sh.fds.get(0).is_ok_and(|file| file.raw_fd().is_some()) {
        return End::Program;
    }
    let Some(mut lines) = Lines::open(call, &given.operands) else { return End::Program };
    let mut text = Vec::new();
    let mut ends = Vec::new();
    while let Some(line) = lines.next(call, b'\n') {
        text.extend_from_slice(lines.bytes(line));
        ends.push(text.len());
        if text.len() > LIMIT {
            return End::Program;
        }
    }
    if lines.interrupted {
        return End::Interrupted;
    }
    if lines.failed {
        return End::Program;
    }
    let mut start = 0;
    let mut sorted: Vec<&[u8]> = Vec::with_capacity(ends.len());
    for end in ends {
        sorted.push(text.get(start..end).unwrap_or_default());
        start = end;
    }
    sorted.sort_unstable();
    if given.has(b'u') {
        sorted.dedup();
    }
    if given.has(b'r') {
        sorted.reverse();
    }
    for line in sorted {
        call.put(line);
        if !call.put(b"\n") {
            return call.write_error();
        }
    }
    End::Status(0)
}
