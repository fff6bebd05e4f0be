//! `uniq [-cdu] [INPUT]` (POSIX XCU uniq).

use crate::call::{Call, End};
use crate::getopt::parse;
use crate::lines::Lines;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let Some(given) = parse(call.args, b"cdu", &[("count", b'c'), ("repeated", b'd'), ("unique", b'u')]) else {
        return End::Program;
    };
    if given.operands.len() > 1 {
        return End::Program;
    }
    let Some(mut lines) = Lines::open(call, &given.operands) else { return End::Program };
    let (counts, repeated, unique) = (given.has(b'c'), given.has(b'd'), given.has(b'u'));
    let mut group: Option<(Vec<u8>, u64)> = None;
    loop {
        let line = lines.next(call, b'\n');
        let text = line.map(|line| lines.bytes(line));
        if let (Some(text), Some((current, count))) = (text, &mut group)
            && text == current.as_slice()
        {
            *count += 1;
            continue;
        }
        if lines.interrupted {
            return End::Interrupted;
        }
        if let Some((current, count)) = &group
            && !(repeated && *count == 1)
            && !(unique && *count > 1)
        {
            if counts {
                call.put(format!("{count:7} ").as_bytes());
            }
            call.put(current);
            if !call.put(b"\n") {
                return call.write_error();
            }
        }
        match text {
            Some(text) => {
                let mut current = group.take().map(|(current, _)| current).unwrap_or_default();
                current.clear();
                current.extend_from_slice(text);
                group = Some((current, 1));
            }
            None => return End::Status(i32::from(lines.failed)),
        }
    }
}
