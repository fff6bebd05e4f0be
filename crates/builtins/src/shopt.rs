//! `shopt`: bash's options.

use skosh_interp::report;
use skosh_state::options::{Entry, Family, TABLE};
use skosh_state::{Fields, Opt, Outcome, Shell};

use crate::option_scan::OptionScan;
use crate::set::set_option;

/// `shopt [-pqsu] [-o] [optname...]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let (mut on, mut off, mut quiet, mut reusable, mut family) = (false, false, false, false, Family::Shopt);
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"pqsuo") {
            Ok(None) => break,
            Ok(Some((b's', _))) => on = true,
            Ok(Some((b'u', _))) => off = true,
            Ok(Some((b'q', _))) => quiet = true,
            Ok(Some((b'o', _))) => family = Family::Set,
            Ok(Some(_)) => reusable = true,
            Err(status) => return Ok(status),
        }
    }
    if on && off {
        return Ok(report::builtin_error(sh, b"cannot set and unset shell options simultaneously"));
    }
    let first = scan.first();
    if args.len() == first {
        let wanted = (on || off).then_some(on);
        return list(sh, family, wanted, reusable, quiet);
    }
    let mut status = 0;
    let mut out = String::new();
    for name in args.iter().skip(first) {
        let Some(entry) = find(name, family) else {
            let text = if family == Family::Set { "invalid option name" } else { "invalid shell option name" };
            report::builtin_word_error(sh, name, text);
            status = 1;
            continue;
        };
        if on || off {
            change(sh, entry.opt, on)?;
        } else {
            let is_on = sh.options.has(entry.opt);
            if !is_on {
                status = 1;
            }
            if !quiet {
                out += &line(entry, is_on, reusable);
            }
        }
    }
    if !out.is_empty() {
        status = status.max(report::output(sh, out.as_bytes())?);
    }
    Ok(status)
}

fn find(name: &[u8], family: Family) -> Option<&'static Entry> {
    TABLE.iter().find(|entry| entry.family == family && !entry.opt.is_invocation() && entry.name.as_bytes() == name)
}

/// Turns an option on or off, with what goes with it.
fn change(sh: &mut Shell, opt: Opt, on: bool) -> Result<(), skosh_state::Divert> {
    match opt {
        // These say how the shell was started.
        Opt::LoginShell | Opt::RestrictedShell => return Ok(()),
        Opt::ExtDebug => {
            sh.options.set(Opt::ErrTrace, on);
            sh.options.set(Opt::FuncTrace, on);
        }
        _ => {}
    }
    set_option(sh, opt, on)
}

fn line(entry: &Entry, on: bool, reusable: bool) -> String {
    match (reusable, entry.family) {
        (true, Family::Set) => format!("set {}o {}\n", if on { '-' } else { '+' }, entry.name),
        (true, Family::Shopt) => format!("shopt -{} {}\n", if on { 's' } else { 'u' }, entry.name),
        _ => format!("{:<15}\t{}\n", entry.name, if on { "on" } else { "off" }),
    }
}

fn list(sh: &mut Shell, family: Family, wanted: Option<bool>, reusable: bool, quiet: bool) -> Outcome {
    let mut out = String::new();
    for entry in TABLE.iter().filter(|e| e.family == family && !e.opt.is_invocation() && !e.opt.is_own()) {
        let on = sh.options.has(entry.opt);
        if wanted.is_none_or(|wanted| wanted == on) && !quiet {
            out += &line(entry, on, reusable);
        }
    }
    report::output(sh, out.as_bytes())
}
