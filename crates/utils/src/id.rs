//! `id -u` and `id -g` (POSIX XCU id): the effective ids as numbers.

use skosh_sys::process;

use crate::call::{Call, End};

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let id = match (call.args.len(), call.args.at(1)) {
        (2, b"-u") => process::geteuid(),
        (2, b"-g") => process::getegid(),
        _ => return End::Program,
    };
    call.put(format!("{id}\n").as_bytes());
    End::Status(0)
}
