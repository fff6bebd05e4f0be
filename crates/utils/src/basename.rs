//! `basename NAME [SUFFIX]` (POSIX XCU basename); GNU's options are left to the program.

use crate::call::{Call, End};
use crate::getopt::parse;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let Some(given) = parse(call.args, b"", &[]) else { return End::Program };
    let (name, suffix) = match given.words(call.args).collect::<Vec<_>>().as_slice() {
        [name] => (base(name), &b""[..]),
        [name, suffix] => (base(name), *suffix),
        _ => return End::Program,
    };
    let short = name.strip_suffix(suffix).filter(|rest| !rest.is_empty() && !suffix.is_empty());
    call.put(short.unwrap_or(name));
    call.put(b"\n");
    End::Status(0)
}

/// The last component, without slashes behind it; a slash if there is nothing else.
fn base(name: &[u8]) -> &[u8] {
    let Some(last) = name.iter().rposition(|&byte| byte != b'/') else { return name.get(..1).unwrap_or(b"") };
    let start = name.iter().take(last).rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    name.get(start..=last).unwrap_or(b"")
}
