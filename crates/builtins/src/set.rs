//! `set` (POSIX XCU set): options and positional parameters.

use skosh_interp::report;
use skosh_interp::subshell::{NeedsProcess, become_process};
use skosh_state::options::{Family, TABLE};
use skosh_state::{Divert, Fields, Opt, Outcome, Positional, Shell};

use skosh_syntax::names::well_known as name;

use crate::option_scan::usage_error;
use crate::{failure, listing};

/// `set [-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg...]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    if args.len() == 1 {
        return list_variables(sh);
    }
    let mut index = 1;
    let mut operands = false;
    // bash checks all letters before it changes anything.
    if let Err(outcome) = check(sh, args) {
        return outcome;
    }
    while let Some(field) = args.get(index) {
        let [sign @ (b'-' | b'+'), letters @ ..] = field else { break };
        index += 1;
        if field == b"--" {
            operands = true;
            break;
        }
        if letters.is_empty() {
            if *sign == b'-' {
                // `set -` turns tracing off; without operands the parameters stay.
                sh.options.set(Opt::XTrace, false);
                sh.options.set(Opt::Verbose, false);
                break;
            }
            continue;
        }
        let on = *sign == b'-';
        for &letter in letters {
            if letter != b'o' {
                if let Some(opt) = Opt::by_letter(letter) {
                    set_option(sh, opt, on)?;
                }
                continue;
            }
            match args.get(index) {
                Some(name) if !is_option_group(name) => {
                    index += 1;
                    if let Some(opt) = option_named(sh, name) {
                        set_option(sh, opt, on)?;
                    }
                }
                _ => {
                    let written = list_options(sh, on)?;
                    if written != 0 {
                        return Ok(written);
                    }
                }
            }
        }
    }
    if operands || args.len() > index {
        let mut fields = sh.take_fields();
        args.iter().skip(index).for_each(|field| fields.push(field));
        sh.positional = Positional::new(fields, 0);
    }
    Ok(0)
}

/// Whether what follows `-o` is another group of options rather than a name.
fn is_option_group(field: &[u8]) -> bool {
    matches!(field.first(), Some(b'-' | b'+'))
}

/// The option that a name means: dash has some that bash has not.
fn option_named(sh: &Shell, name: &[u8]) -> Option<Opt> {
    let found = Opt::by_name(name, Family::Set);
    match name {
        b"interactive" | b"stdin" | b"debug" if found.is_none() && failure::is_sh(sh) => None,
        _ => found,
    }
}

/// Reports the first option that there is not.
fn check(sh: &mut Shell, args: &Fields) -> Result<(), Outcome> {
    let mut index = 1;
    while let Some(field) = args.get(index) {
        let [sign @ (b'-' | b'+'), letters @ ..] = field else { break };
        index += 1;
        if field == b"--" || letters.is_empty() && *sign == b'-' {
            break;
        }
        if field == b"--help" {
            usage_error(sh);
            return Err(Ok(2));
        }
        for &letter in letters {
            if letter == b'o' {
                match args.get(index) {
                    Some(name) if !is_option_group(name) => {
                        index += 1;
                        if option_named(sh, name).is_none() {
                            report::builtin_word_error(sh, name, "invalid option name");
                            return Err(failure::special(sh, 2));
                        }
                    }
                    _ => {}
                }
            } else if Opt::by_letter(letter).is_none() {
                report::builtin_word_error(sh, &[*sign, letter], "invalid option");
                usage_error(sh);
                return Err(failure::special(sh, 2));
            }
        }
    }
    Ok(())
}

/// Turns an option on or off, with what goes with it.
///
/// # Errors
///
/// The divert of a subshell that had to become a process for job control.
pub fn set_option(sh: &mut Shell, opt: Opt, on: bool) -> Result<(), Divert> {
    match opt {
        Opt::Monitor if on != sh.options.has(Opt::Monitor) => become_process(sh, NeedsProcess::JobControl)?,
        Opt::Coalesce => sh.fds.pool.set_coalesce(on),
        Opt::IgnoreEof => {
            let _ = if on { sh.assign(name::IGNOREEOF, b"10") } else { sh.unset_variable(name::IGNOREEOF) };
        }
        Opt::Emacs if on => sh.options.set(Opt::Vi, false),
        Opt::Vi if on => sh.options.set(Opt::Emacs, false),
        // An interactive shell does not stop reading what it executes (POSIX XCU set -n).
        Opt::NoExec if sh.options.has(Opt::Interactive) => return Ok(()),
        Opt::NoExec if on => {
            sh.options.set(opt, on);
            // What is left of this command is not executed any more either.
            return Err(Divert::Discard(0));
        }
        Opt::InteractiveComments => sh.options.set(Opt::InteractiveCommentsShopt, on),
        Opt::InteractiveCommentsShopt => sh.options.set(Opt::InteractiveComments, on),
        _ => {}
    }
    sh.options.set(opt, on);
    if opt == Opt::Posix {
        sh.ifs.invalidate();
    }
    Ok(())
}

/// `set -o` and `set +o`: all options, for reading or as commands.
fn list_options(sh: &mut Shell, readable: bool) -> Outcome {
    let mut out = String::new();
    for entry in TABLE.iter().filter(|entry| entry.family == Family::Set && !entry.opt.is_own()) {
        let on = sh.options.has(entry.opt);
        out += &if readable {
            format!("{:<15}\t{}\n", entry.name, if on { "on" } else { "off" })
        } else {
            format!("set {}o {}\n", if on { '-' } else { '+' }, entry.name)
        };
    }
    report::output(sh, out.as_bytes())
}

/// `set`: variables, and outside of posix mode functions, so that they can be read again.
fn list_variables(sh: &mut Shell) -> Outcome {
    let mut out = sh.take_bytes();
    for sym in listing::sorted_variables(sh) {
        listing::set_line(sh, sym, &mut out);
    }
    if !sh.options.has(Opt::Posix) {
        for sym in listing::sorted_functions(sh) {
            listing::function_text(sh, sym, &mut out);
        }
    }
    let outcome = report::output(sh, &out);
    sh.recycle_bytes(out);
    outcome
}
