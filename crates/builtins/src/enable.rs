//! `enable`: which builtins are found.

use skosh_interp::report;
use skosh_state::{BuiltinKind, Fields, Outcome, Shell};

use crate::option_scan::OptionScan;
use crate::table::{TABLE, is_listed};

/// `enable [-a] [-dnps] [-f filename] [name...]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let (mut all, mut disable, mut special) = (false, false, false);
    let mut print = false;
    let mut file: Option<&[u8]> = None;
    let mut unload = false;
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"adf:nps") {
            Ok(None) => break,
            Ok(Some((b'a', _))) => all = true,
            Ok(Some((b'd', _))) => unload = true,
            Ok(Some((b'f', value))) => file = Some(value),
            Ok(Some((b'n', _))) => disable = true,
            Ok(Some((b's', _))) => special = true,
            Ok(Some(_)) => print = true,
            Err(status) => return Ok(status),
        }
    }
    let first = scan.first();
    if args.len() == first || print {
        return list(sh, all, disable, special);
    }
    let mut status = 0;
    for name in args.iter().skip(first) {
        if let Some(file) = file {
            let mut text = b"cannot open shared object ".to_vec();
            text.extend_from_slice(file);
            text.extend_from_slice(b": builtins are not loaded from files");
            status = report::builtin_error(sh, &text);
            continue;
        }
        let sym = sh.names.intern(name);
        if sh.commands.get(sym).is_none_or(|slot| slot.builtin.is_none()) {
            status = report::builtin_word_error(sh, name, "not a shell builtin");
        } else if unload {
            status = report::builtin_word_error(sh, name, "not dynamically loaded");
        } else {
            sh.command_mut(sym).disabled = disable;
        }
    }
    Ok(status)
}

fn list(sh: &mut Shell, all: bool, disabled_only: bool, special: bool) -> Outcome {
    let mut out = String::new();
    for builtin in TABLE.iter().filter(|builtin| is_listed(sh, builtin)) {
        let disabled = sh
            .names
            .lookup(builtin.name.as_bytes())
            .and_then(|sym| sh.commands.get(sym))
            .is_some_and(|slot| slot.disabled);
        if special && builtin.kind != BuiltinKind::Special || !all && disabled != disabled_only {
            continue;
        }
        out += &format!("enable {}{}\n", if disabled { "-n " } else { "" }, builtin.name);
    }
    report::output(sh, out.as_bytes())
}
