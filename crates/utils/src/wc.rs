//! `wc -l` or `wc -c` of standard input or one file (POSIX XCU wc).

use crate::call::{Call, End};
use crate::getopt::parse;
use crate::lines::Lines;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let Some(given) = parse(call.args, b"lc", &[("lines", b'l'), ("bytes", b'c')]) else { return End::Program };
    // More than one number is written in columns whose width depends on the input.
    if given.options.len() != 1 || given.operands.len() > 1 {
        return End::Program;
    }
    let Some(mut lines) = Lines::open(call, &given.operands) else { return End::Program };
    let (mut newlines, mut bytes) = (0_u64, 0_u64);
    while let Some(line) = lines.next(call, b'\n') {
        newlines += u64::from(line.newline);
        bytes += lines.bytes(line).len() as u64 + u64::from(line.newline);
    }
    if lines.interrupted {
        return End::Interrupted;
    }
    if lines.failed {
        return End::Program;
    }
    call.put((if given.has(b'l') { newlines } else { bytes }).to_string().as_bytes());
    if let Some(&index) = given.operands.first() {
        call.put(b" ");
        call.put(call.args.at(index));
    }
    call.put(b"\n");
    End::Status(0)
}
