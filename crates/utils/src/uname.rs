//! `uname [-snrvm]` (POSIX XCU uname).

use skosh_sys::user;

use crate::call::{Call, End};
use crate::getopt::parse;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let Some(given) = parse(call.args, b"snrvm", &[]) else { return End::Program };
    if !given.operands.is_empty() {
        return End::Program;
    }
    let host = user::host();
    let fields =
        [(b's', host.system), (b'n', host.node), (b'r', host.release), (b'v', host.version), (b'm', host.machine)];
    let mut is_first = true;
    for (letter, text) in &fields {
        if given.has(*letter) || (given.options.is_empty() && *letter == b's') {
            if !is_first {
                call.put(b" ");
            }
            is_first = false;
            call.put(text);
        }
    }
    call.put(b"\n");
    End::Status(0)
}
