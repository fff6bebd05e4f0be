//! `alias` and `unalias` (POSIX XCU alias, unalias).

use std::rc::Rc;

use skosh_interp::report;
use skosh_state::{Fields, Outcome, Shell};

use crate::option_scan::{OptionScan, usage_error};
use crate::{failure, quoting};

/// `alias [-p] [name[=value]...]`: defines and shows aliases.
pub fn run_alias(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut all = false;
    let mut first = 1;
    if !failure::is_sh(sh) {
        let mut scan = OptionScan::new(args);
        loop {
            match scan.next(sh, b"p") {
                Ok(None) => break,
                Ok(Some(_)) => all = true,
                Err(status) => return Ok(status),
            }
        }
        first = scan.first();
    } else if args.at(1) == b"--" {
        first = 2;
    }
    let mut out = sh.take_bytes();
    if all || args.len() == first {
        let aliases = sh.aliases.clone();
        for (name, value) in aliases.iter() {
            show(sh, name, value, &mut out);
        }
    }
    let mut status = 0;
    for operand in args.iter().skip(first) {
        // A name may begin with an equals sign.
        let equals = memchr::memchr(b'=', operand.get(1..).unwrap_or(b"")).map(|place| place + 1);
        let Some(equals) = equals else {
            match sh.aliases.get(operand).cloned() {
                Some(value) => show(sh, operand, &value, &mut out),
                None => {
                    report::builtin_word_error(sh, operand, "not found");
                    status = 1;
                }
            }
            continue;
        };
        let (name, value) = (operand.get(..equals).unwrap_or(b""), operand.get(equals + 1..).unwrap_or(b""));
        if !failure::is_sh(sh) && !is_alias_name(name) {
            let mut text = b"`".to_vec();
            text.extend_from_slice(name);
            text.extend_from_slice(b"': invalid alias name");
            report::builtin_error(sh, &text);
            status = 1;
            continue;
        }
        Rc::make_mut(&mut sh.aliases).insert(name.into(), value.into());
    }
    if !out.is_empty() {
        let written = report::output(sh, &out)?;
        status = status.max(written);
    }
    sh.recycle_bytes(out);
    Ok(status)
}

/// A line that defines the alias again.
fn show(sh: &Shell, name: &[u8], value: &[u8], out: &mut Vec<u8>) {
    let dash = failure::is_sh(sh);
    if !dash {
        out.extend_from_slice(b"alias ");
        if name.first() == Some(&b'-') {
            out.extend_from_slice(b"-- ");
        }
    }
    out.extend_from_slice(name);
    out.push(b'=');
    quoting::single_quoted(value, dash, out);
    out.push(b'\n');
}

/// No byte that would end a word or needs quoting, and no slash (bash).
fn is_alias_name(name: &[u8]) -> bool {
    !name.is_empty()
        && !name.iter().any(|byte| {
            matches!(
                byte,
                b' ' | b'\t'
                    | b'\n'
                    | b'|'
                    | b'&'
                    | b';'
                    | b'('
                    | b')'
                    | b'<'
                    | b'>'
                    | b'\\'
                    | b'"'
                    | b'\''
                    | b'`'
                    | b'$'
                    | b'/'
            )
        })
}

/// `unalias [-a] name...`: removes aliases.
pub fn run_unalias(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut all = false;
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"a") {
            Ok(None) => break,
            Ok(Some(_)) => all = true,
            Err(status) => return Ok(status),
        }
    }
    if all {
        Rc::make_mut(&mut sh.aliases).clear();
        return Ok(0);
    }
    if args.len() == scan.first() && !failure::is_sh(sh) {
        return Ok(usage_error(sh));
    }
    let mut status = 0;
    for name in args.iter().skip(scan.first()) {
        if Rc::make_mut(&mut sh.aliases).remove(name).is_none() {
            report::builtin_word_error(sh, name, "not found");
            status = 1;
        }
    }
    Ok(status)
}
