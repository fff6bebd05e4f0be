//! `command` and `builtin` (POSIX XCU command).

use skosh_interp::command::simple::{Lookup, execute_fields};
use skosh_state::{Fields, Outcome, Shell};

use crate::failure;
use crate::option_scan::{OptionScan, no_options};
use crate::type_::{Detail, Search, describe_all};

/// `command [-pVv] command [arg...]`: executes a command, functions passed over, or tells what it is.
pub fn run_command(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut default_path = false;
    let mut detail = None;
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"pVv") {
            Ok(None) => break,
            Ok(Some((b'p', _))) => default_path = true,
            Ok(Some((b'v', _))) => detail = Some(Detail::Short),
            Ok(Some(_)) => detail = Some(Detail::Sentence),
            Err(status) => return Ok(status),
        }
    }
    let first = scan.first();
    if args.len() <= first {
        return Ok(0);
    }
    if let Some(detail) = detail {
        let search = Search { detail, all: false, no_functions: false, programs_only: false, default_path, any: true };
        return if failure::is_sh(sh) {
            // dash describes the first only.
            let one: Fields = args.iter().skip(first).take(1).collect();
            describe_all(sh, &one, 0, search)
        } else {
            describe_all(sh, args, first, search)
        };
    }
    let mut fields = args.clone();
    fields.remove_first(first);
    shift_arrays(sh, first);
    sh.through_command = true;
    let outcome = execute_fields(sh, &fields, if default_path { Lookup::DefaultPath } else { Lookup::NoFunctions });
    sh.through_command = false;
    outcome
}

/// `builtin [shell-builtin [arg...]]`: executes a builtin, whatever else has its name.
pub fn run_builtin(sh: &mut Shell, args: &Fields) -> Outcome {
    let first = match no_options(sh, args) {
        Ok(first) => first,
        Err(status) => return Ok(status),
    };
    if args.len() <= first {
        return Ok(0);
    }
    let mut fields = args.clone();
    fields.remove_first(first);
    shift_arrays(sh, first);
    execute_fields(sh, &fields, Lookup::BuiltinOnly)
}

/// The array values of `command declare a=(...)` belong to fields that have moved.
fn shift_arrays(sh: &mut Shell, count: usize) {
    for (index, _) in &mut sh.array_arguments {
        *index = index.saturating_sub(count);
    }
}
