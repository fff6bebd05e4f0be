//! `ln [-s] FILE NAME` (POSIX XCU ln) where NAME does not exist.

use skosh_sys::fs;

use crate::call::{Call, End};
use crate::getopt::parse;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let Some(given) = parse(call.args, b"s", &[("symbolic", b's')]) else { return End::Program };
    let [file, name] = given.operands.as_slice() else { return End::Program };
    let (file, name) = (call.args.at(*file), call.args.at(*name));
    call.sh.flush();
    // A directory would take the link inside; a slash asks for one.
    if name.ends_with(b"/") || file.is_empty() || fs::lstat(name).is_ok() {
        return End::Program;
    }
    let made = if given.has(b's') {
        fs::symlink(file, name)
    } else {
        match fs::lstat(file) {
            Ok(stat) if stat.is_file() => fs::link(file, name),
            _ => return End::Program,
        }
    };
    if made.is_ok() { End::Status(0) } else { End::Program }
}
