//! `mv [-f] SOURCE TARGET` (POSIX XCU mv): one rename on one file system; everything else is the program's.

use skosh_sys::fs;

use crate::call::{Call, End};
use crate::getopt::parse;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let Some(given) = parse(call.args, b"f", &[("force", b'f')]) else { return End::Program };
    let [source, target] = given.operands.as_slice() else { return End::Program };
    let (source, target) = (call.args.at(*source), call.args.at(*target));
    if source.ends_with(b"/") || target.ends_with(b"/") {
        return End::Program;
    }
    call.sh.flush();
    let Ok(moved) = fs::lstat(source) else { return End::Program };
    let exists = match fs::stat(target) {
        Ok(found) if found.is_dir() => return into_directory(&moved, source, target),
        // The same file by two names, a link to it, or a directory onto a file.
        Ok(found) if found.is_same_file(&moved) || moved.is_dir() => return End::Program,
        Ok(_) => true,
        Err(skosh_sys::Errno::ENOENT) => match fs::lstat(target) {
            Ok(_) => return End::Program,
            Err(_) => false,
        },
        Err(_) => return End::Program,
    };
    // Without -f the program asks about what cannot be written, if it can.
    let may_ask = exists && !given.has(b'f') && fs::access(target, fs::W_OK).is_err();
    if may_ask || moved.nlink > 1 && exists || fs::rename(source, target).is_err() {
        return End::Program;
    }
    End::Status(0)
}

/// `mv FILE DIRECTORY`: only where nothing of that name is there.
fn into_directory(moved: &fs::Stat, source: &[u8], directory: &[u8]) -> End {
    let name = source.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    if name.is_empty() || name == b"." || name == b".." || moved.is_dir() {
        return End::Program;
    }
    let target = [directory, b"/", name].concat();
    match fs::lstat(&target) {
        Err(skosh_sys::Errno::ENOENT) if fs::rename(source, &target).is_ok() => End::Status(0),
        _ => End::Program,
    }
}
