//! `dirname NAME...` (POSIX XCU dirname); GNU's options are left to the program.

use crate::call::{Call, End};
use crate::getopt::parse;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let Some(given) = parse(call.args, b"", &[]) else { return End::Program };
    if given.operands.is_empty() {
        return End::Program;
    }
    for name in given.words(call.args) {
        call.put(directory(name));
        call.put(b"\n");
    }
    End::Status(0)
}

/// What is before the last component, without slashes behind it.
fn directory(name: &[u8]) -> &[u8] {
    let is_not_slash = |byte: &u8| *byte != b'/';
    let absolute: &[u8] = if name.first() == Some(&b'/') { b"/" } else { b"." };
    let Some(last) = name.iter().rposition(is_not_slash) else { return absolute };
    let Some(slash) = name.iter().take(last).rposition(|&byte| byte == b'/') else { return b"." };
    match name.iter().take(slash).rposition(is_not_slash) {
        Some(end) => name.get(..=end).unwrap_or(b"."),
        None => b"/",
    }
}
