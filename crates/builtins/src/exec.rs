//! `exec` (POSIX XCU exec).

use skosh_interp::command::exec_program;
use skosh_state::{Fields, Outcome, Shell};

use crate::failure;
use crate::option_scan::OptionScan;

/// `exec [-cl] [-a name] [command [argument...]]`: becomes a program. Redirections alone are the caller's.
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let (mut clear, mut login) = (false, false);
    let mut name: Option<&[u8]> = None;
    let mut first = 1;
    if failure::is_sh(sh) {
        if args.at(1) == b"--" {
            first = 2;
        }
    } else {
        let mut scan = OptionScan::new(args);
        loop {
            match scan.next(sh, b"cla:") {
                Ok(None) => break,
                Ok(Some((b'c', _))) => clear = true,
                Ok(Some((b'l', _))) => login = true,
                Ok(Some((_, value))) => name = Some(value),
                Err(status) => return failure::special(sh, status),
            }
        }
        first = scan.first();
    }
    if args.len() <= first {
        return Ok(0);
    }
    let mut fields = args.clone();
    fields.remove_first(first);
    let mut argv0 = name.map(<[u8]>::to_vec);
    if login {
        let mut dashed = b"-".to_vec();
        dashed.extend_from_slice(argv0.as_deref().unwrap_or_else(|| fields.at(0)));
        argv0 = Some(dashed);
    }
    exec_program(sh, &fields, argv0.as_deref(), clear)
}
