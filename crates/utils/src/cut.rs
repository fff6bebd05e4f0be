//! `cut -b LIST | -c LIST | -f LIST [-d CHARACTER] [-s] [FILE...]` (POSIX XCU cut). Characters are bytes, as in GNU cut.

use crate::call::{Call, End};
use crate::getopt::parse;
use crate::lines::Lines;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let Some(given) = parse(call.args, b"b:c:f:d:s", &[]) else { return End::Program };
    let (mut list, mut delimiter, mut only_delimited, mut fields) = (None, b'\t', false, false);
    for &(letter, value) in &given.options {
        match letter {
            b's' => only_delimited = true,
            b'd' => match value {
                [byte] if byte.is_ascii() && *byte != b'\n' => delimiter = *byte,
                _ => return End::Program,
            },
            _ if list.is_some() => return End::Program,
            _ => {
                let Some(ranges) = ranges(value) else { return End::Program };
                list = Some(ranges);
                fields = letter == b'f';
            }
        }
    }
    let Some(list) = list else { return End::Program };
    if !fields && given.options.len() > 1 {
        return End::Program;
    }
    let Some(mut lines) = Lines::open(call, &given.operands) else { return End::Program };
    if lines.are_output(call) {
        return End::Program;
    }
    let mut out = Vec::new();
    while let Some(line) = lines.next(call, b'\n') {
        let text = lines.bytes(line);
        out.clear();
        if !fields {
            out.extend((1..).zip(text).filter(|(number, _)| is_member(&list, *number)).map(|(_, byte)| *byte));
        } else if !text.contains(&delimiter) {
            if only_delimited {
                continue;
            }
            out.extend_from_slice(text);
        } else {
            let mut is_first = true;
            let numbered = (1..).zip(text.split(|&byte| byte == delimiter));
            for (_, field) in numbered.filter(|(number, _)| is_member(&list, *number)) {
                if !std::mem::take(&mut is_first) {
                    out.push(delimiter);
                }
                out.extend_from_slice(field);
            }
        }
        out.push(b'\n');
        if !call.put(&out) {
            return call.write_error();
        }
    }
    if lines.interrupted {
        return End::Interrupted;
    }
    End::Status(i32::from(lines.failed))
}

fn is_member(list: &[(u64, u64)], number: u64) -> bool {
    list.iter().any(|(first, last)| (*first..=*last).contains(&number))
}

/// `1,3-5,7-`
fn ranges(text: &[u8]) -> Option<Vec<(u64, u64)>> {
    let number = |digits: &[u8]| -> Option<u64> {
        if digits.is_empty() || digits.len() > 9 || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        std::str::from_utf8(digits).ok()?.parse().ok().filter(|&number| number > 0)
    };
    let mut ranges = Vec::new();
    for part in text.split(|&byte| byte == b',') {
        let range = match part.iter().position(|&byte| byte == b'-') {
            None => (number(part)?, number(part)?),
            Some(0) => (1, number(part.get(1..)?)?),
            Some(dash) if dash + 1 == part.len() => (number(part.get(..dash)?)?, u64::MAX),
            Some(dash) => (number(part.get(..dash)?)?, number(part.get(dash + 1..)?)?),
        };
        if range.0 > range.1 {
            return None;
        }
        ranges.push(range);
    }
    Some(ranges)
}
