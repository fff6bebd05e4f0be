//! `touch [-c] FILE...` (POSIX XCU touch): now.

use skosh_sys::{Errno, fs};

use crate::call::{Call, End, is_descriptor_name};
use crate::getopt::parse;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let Some(given) = parse(call.args, b"c", &[("no-create", b'c')]) else { return End::Program };
    if given.operands.is_empty() || given.words(call.args).any(|path| path == b"-" || is_descriptor_name(path)) {
        return End::Program;
    }
    call.sh.flush();
    for index in given.operands.iter().copied() {
        let path = call.args.at(index);
        let done = match fs::touch(path) {
            Err(Errno::ENOENT) if given.has(b'c') => true,
            // Not what appears meanwhile, nor through a link that leads nowhere: the program creates those.
            Err(Errno::ENOENT) => fs::open(path, fs::O_WRONLY | fs::O_CREAT | fs::O_EXCL | fs::O_NOCTTY, 0o666).is_ok(),
            result => result.is_ok(),
        };
        if !done {
            return End::From(index);
        }
    }
    End::Status(0)
}
