//! `export` and `readonly`.

use super::function::{mark_function, push_function_line};
use super::variable::declare;
use super::{Failure, Request, not_identifier, parse, take_array};
use crate::option_scan::OptionScan;
use crate::{failure, listing};
use skosh_interp::report;
use skosh_state::{Attributes, Fields, Opt, Outcome, Shell};

/// `export [-fn] [name[=value]...]`, `export -p`
pub fn run_export(sh: &mut Shell, args: &Fields) -> Outcome {
    run_marking(sh, args, "export", Attributes::EXPORT)
}

/// `readonly [-aAf] [name[=value]...]`, `readonly -p`
pub fn run_readonly(sh: &mut Shell, args: &Fields) -> Outcome {
    run_marking(sh, args, "readonly", Attributes::READONLY)
}

pub(super) fn run_marking(sh: &mut Shell, args: &Fields, command: &'static str, mark: Attributes) -> Outcome {
    let mut arrays = std::mem::take(&mut sh.array_arguments);
    let (mut functions, mut unmark) = (false, false);
    let mut kind = Attributes::NONE;
    let letters: &[u8] = match (failure::is_sh(sh), command) {
        (true, _) => b"p",
        (false, "export") => b"aAfnp",
        (false, _) => b"aAfnp",
    };
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, letters) {
            Ok(None) => break,
            Ok(Some((b'f', _))) => functions = true,
            // bash takes `readonly -n`, and ignores it.
            Ok(Some((b'n', _))) => unmark = command == "export",
            Ok(Some((b'a', _))) => kind = Attributes::INDEXED,
            Ok(Some((b'A', _))) => kind = Attributes::ASSOCIATIVE,
            Ok(Some(_)) => {}
            Err(status) => return failure::special(sh, status),
        }
    }
    let first = scan.first();
    if args.len() <= first {
        return list_marked(sh, command, mark, kind, functions);
    }
    let (add, remove) = if unmark { (Attributes::NONE, mark) } else { (mark.with(kind), Attributes::NONE) };
    let request = Request { add, remove, local: false, global: false, inherit: false, named: false };
    let mut status = 0;
    let mut assignment_failed = false;
    for (index, text) in args.iter().enumerate().skip(first) {
        if functions {
            status = status.max(mark_function(sh, text, &request));
            continue;
        }
        let array = take_array(&mut arrays, index);
        match parse(text, array) {
            Some(operand) if operand.target.len() == operand.name.len() => match declare(sh, &operand, &request) {
                Ok(()) => {}
                Err(Failure::Status(code)) => {
                    status = code;
                    assignment_failed = true;
                }
                Err(Failure::Divert(divert)) => return Err(divert),
            },
            other => {
                not_identifier(sh, other.map_or(text, |operand| operand.target));
                status = 1;
                assignment_failed |= failure::is_sh(sh);
            }
        }
        if assignment_failed && sh.options.has(Opt::Posix) {
            return failure::special(sh, status);
        }
    }
    Ok(status)
}

/// `export -p` and `readonly -p`, with `-f`, `-a` and `-A` restricting what is listed.
pub(super) fn list_marked(
    sh: &mut Shell,
    command: &str,
    mark: Attributes,
    kind: Attributes,
    functions: bool,
) -> Outcome {
    let mut out = sh.take_bytes();
    if functions {
        for sym in listing::sorted_functions(sh) {
            let marked = sh
                .function(sym)
                .is_some_and(|function| if mark == Attributes::EXPORT { function.exported } else { function.readonly });
            if marked {
                listing::function_text(sh, sym, &mut out);
                push_function_line(sh, sym, &mut out);
            }
        }
    } else {
        for sym in listing::sorted_variables(sh) {
            let attrs = sh.attributes(sym);
            if attrs.has(mark) && (kind == Attributes::NONE || attrs.has(kind)) {
                listing::command_line(sh, command, sym, &mut out);
            }
        }
    }
    let outcome = report::output(sh, &out);
    sh.recycle_bytes(out);
    outcome
}
