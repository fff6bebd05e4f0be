//! `rmdir DIRECTORY...` (POSIX XCU rmdir).

use skosh_sys::fs;

use crate::call::{Call, End};
use crate::getopt::parse;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let Some(given) = parse(call.args, b"", &[]) else { return End::Program };
    if given.operands.is_empty() {
        return End::Program;
    }
    call.sh.flush();
    for index in given.operands {
        if fs::rmdir(call.args.at(index)).is_err() {
            return End::From(index);
        }
    }
    End::Status(0)
}
