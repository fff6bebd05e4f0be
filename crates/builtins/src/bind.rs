//! `bind`: accepted, so that start-up files run; key bindings belong to the line editor of interactive shells.

use skosh_interp::report;
use skosh_state::{Fields, Outcome, Shell};

use crate::option_scan::OptionScan;

/// `bind [-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x keyseq:command] [keyseq:function]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    if !sh.options.has(skosh_state::Opt::Interactive) {
        report::builtin_error(sh, b"warning: line editing not enabled");
    }
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"lvpVPsSXf:q:u:m:r:x:") {
            Ok(None) => return Ok(0),
            Ok(Some(_)) => {}
            Err(status) => return Ok(status),
        }
    }
}
