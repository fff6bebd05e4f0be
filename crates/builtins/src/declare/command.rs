//! `declare`, `typeset` and `local`: their options, and what they list.

use super::function::{declare_functions, push_function_line};
use super::variable::declare;
use super::{Failure, Request, not_identifier, parse, take_array};
use crate::option_scan::invalid;
use crate::{failure, listing};
use skosh_interp::report;
use skosh_state::{Attributes, Fields, Opt, Outcome, Shell, Status};

/// `declare [-aAfFgiIlnrtux] [-p] [name[=value]...]` and its other name `typeset`
pub fn run_declare(sh: &mut Shell, args: &Fields) -> Outcome {
    run(sh, args, false)
}

/// `local [option] [name[=value]...]`
pub fn run_local(sh: &mut Shell, args: &Fields) -> Outcome {
    if !sh.calls.iter().any(|call| call.function.is_some()) {
        sh.array_arguments.clear();
        report::builtin_error(sh, b"can only be used in a function");
        return failure::special_in_sh(sh, 1);
    }
    run(sh, args, true)
}

/// The options of `declare`, as far as they are no attributes.
#[derive(Default)]
pub(super) struct Flags {
    print: bool,
    pub(super) functions: bool,
    pub(super) function_names: bool,
    global: bool,
    inherit: bool,
    pub(super) add: Attributes,
    pub(super) remove: Attributes,
    pub(super) first: usize,
}

pub(super) fn attribute(letter: u8) -> Option<Attributes> {
    Some(match letter {
        b'a' => Attributes::INDEXED,
        b'A' => Attributes::ASSOCIATIVE,
        b'c' => Attributes::CAPITAL,
        b'i' => Attributes::INTEGER,
        b'l' => Attributes::LOWER,
        b'n' => Attributes::NAMEREF,
        b'r' => Attributes::READONLY,
        b't' => Attributes::TRACE,
        b'u' => Attributes::UPPER,
        b'x' => Attributes::EXPORT,
        _ => return None,
    })
}

pub(super) fn parse_flags(sh: &mut Shell, args: &Fields) -> Result<Flags, Status> {
    let mut flags = Flags { first: 1, ..Flags::default() };
    let mut case_letters = 0;
    while let Some(field) = args.get(flags.first) {
        let [sign @ (b'-' | b'+'), letters @ ..] = field else { break };
        if letters.is_empty() {
            break;
        }
        if field == b"--" {
            flags.first += 1;
            break;
        }
        if field == b"--help" {
            let usage = crate::option_scan::usage(sh);
            let name = sh.builtin_name.unwrap_or("");
            let _ = report::output(sh, format!("{name}: {name} {usage}\n").as_bytes());
            return Err(2);
        }
        for &letter in letters {
            match (letter, attribute(letter)) {
                (_, Some(bits)) if *sign == b'-' => {
                    case_letters += u32::from(matches!(letter, b'l' | b'u' | b'c'));
                    flags.add = flags.add.with(bits);
                }
                (_, Some(bits)) => flags.remove = flags.remove.with(bits),
                (b'p', _) => flags.print = true,
                (b'f', _) => flags.functions = *sign == b'-',
                (b'F', _) => {
                    flags.functions = *sign == b'-';
                    flags.function_names = *sign == b'-';
                }
                (b'g', _) => flags.global = *sign == b'-',
                (b'I', _) => flags.inherit = *sign == b'-',
                _ => return Err(invalid(sh, &[*sign, letter])),
            }
        }
        flags.first += 1;
    }
    if case_letters > 1 {
        // Contradictory ones cancel each other.
        let cases = Attributes(Attributes::LOWER.0 | Attributes::UPPER.0 | Attributes::CAPITAL.0);
        let given = flags.add.0 & cases.0;
        if given.count_ones() > 1 {
            flags.add = flags.add.without(cases);
        }
    }
    Ok(flags)
}

pub(super) fn run(sh: &mut Shell, args: &Fields, is_local: bool) -> Outcome {
    let mut arrays = std::mem::take(&mut sh.array_arguments);
    let flags = match parse_flags(sh, args) {
        Ok(flags) => flags,
        Err(status) => return Ok(status),
    };
    let first = flags.first;
    if args.len() <= first {
        return list(sh, &flags, is_local);
    }
    if flags.print {
        return print_named(sh, args, &flags);
    }
    if flags.functions {
        return declare_functions(sh, args, &flags);
    }
    let in_function = sh.calls.iter().any(|call| call.function.is_some());
    let request = Request {
        add: flags.add,
        remove: flags.remove,
        local: in_function && !flags.global,
        global: flags.global && in_function,
        inherit: flags.inherit,
        named: true,
    };
    let mut status = 0;
    for (index, text) in args.iter().enumerate().skip(first) {
        if is_local && text == b"-" {
            sh.make_options_local();
            continue;
        }
        let array = take_array(&mut arrays, index);
        match parse(text, array) {
            Some(operand) => match declare(sh, &operand, &request) {
                Ok(()) => {}
                Err(Failure::Status(code)) if failure::is_sh(sh) => return failure::special(sh, code),
                Err(Failure::Status(code)) => status = code,
                Err(Failure::Divert(divert)) => return Err(divert),
            },
            None => {
                not_identifier(sh, text);
                status = 1;
                if failure::is_sh(sh) {
                    return failure::special(sh, 2);
                }
            }
        }
    }
    Ok(status)
}

/// `declare` without operands.
pub(super) fn list(sh: &mut Shell, flags: &Flags, is_local: bool) -> Outcome {
    let mut out = sh.take_bytes();
    if flags.functions {
        for sym in listing::sorted_functions(sh) {
            if flags.function_names {
                push_function_line(sh, sym, &mut out);
            } else {
                listing::function_text(sh, sym, &mut out);
                if sh.function(sym).is_some_and(|function| function.exported || function.readonly || function.traced) {
                    push_function_line(sh, sym, &mut out);
                }
            }
        }
    } else {
        let plain = !flags.print && flags.add == Attributes::NONE && flags.remove == Attributes::NONE && !is_local;
        for sym in listing::sorted_variables(sh) {
            let mut attrs = sh.attributes(sym);
            if attrs.has(Attributes::DYNAMIC) && sh.array_value(sym).is_some() {
                attrs = attrs.with(Attributes::INDEXED);
            }
            if is_local && !sh.is_local(sym) || flags.add != Attributes::NONE && attrs.0 & flags.add.0 != flags.add.0 {
                continue;
            }
            if plain {
                listing::set_line(sh, sym, &mut out);
            } else {
                listing::declare_line(sh, sym, &mut out);
            }
        }
        if plain && !sh.options.has(Opt::Posix) {
            for sym in listing::sorted_functions(sh) {
                listing::function_text(sh, sym, &mut out);
            }
        }
    }
    let outcome = report::output(sh, &out);
    sh.recycle_bytes(out);
    outcome
}

/// `declare -p name...`
pub(super) fn print_named(sh: &mut Shell, args: &Fields, flags: &Flags) -> Outcome {
    let mut out = sh.take_bytes();
    let mut status = 0;
    for name in args.iter().skip(flags.first) {
        let sym = sh.names.lookup(name);
        let found = match sym {
            Some(sym) if flags.functions => sh.function(sym).is_some(),
            Some(sym) => sh.vars.get(sym).is_some_and(|variable| {
                variable.exists() || variable.attrs.has(Attributes(Attributes::DYNAMIC.0 | Attributes::LOCAL.0))
            }),
            None => false,
        };
        match sym {
            Some(sym) if found && flags.functions => {
                if flags.function_names {
                    push_function_line(sh, sym, &mut out);
                } else {
                    listing::function_text(sh, sym, &mut out);
                    if sh.function(sym).is_some_and(|function| function.exported || function.readonly) {
                        push_function_line(sh, sym, &mut out);
                    }
                }
            }
            Some(sym) if found => listing::declare_line(sh, sym, &mut out),
            _ => {
                // What was found so far comes first.
                if !out.is_empty() {
                    let _ = report::output(sh, &out)?;
                    out.clear();
                }
                report::builtin_word_error(sh, name, "not found");
                status = 1;
            }
        }
    }
    if !out.is_empty() {
        status = status.max(report::output(sh, &out)?);
    }
    sh.recycle_bytes(out);
    Ok(status)
}
