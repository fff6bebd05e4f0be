//! `umask` (POSIX XCU umask).

use std::io::Write;

use skosh_interp::report;
use skosh_state::{Fields, Outcome, Shell};
use skosh_sys::fs;

use crate::option_scan::OptionScan;
use crate::{failure, number};

/// `umask [-S] [-p] [mask]`: shows or sets the file creation mask.
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let (mut symbolic, mut reusable) = (false, false);
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"Sp") {
            Ok(None) => break,
            Ok(Some((b'S', _))) => symbolic = true,
            Ok(Some(_)) => reusable = true,
            Err(status) => return Ok(status),
        }
    }
    // The usual way: one system call.
    if let Some(operand) = args.get(scan.first())
        && let Some(mask) = number::octal(operand).filter(|&mask| mask <= 0o7777)
        && !symbolic
    {
        sh.settle();
        let old = fs::umask(mask & 0o777);
        sh.log_umask(old);
        return Ok(0);
    }
    // The kernel tells the mask only to whoever sets it.
    let old = fs::umask(0);
    let _ = fs::umask(old);
    let Some(operand) = args.get(scan.first()) else {
        let mut line = Vec::new();
        if reusable {
            line.extend_from_slice(b"umask ");
        }
        if symbolic {
            if reusable {
                line.extend_from_slice(b"-S ");
            }
            line.extend_from_slice(symbols(old).as_bytes());
        } else {
            let _ = write!(line, "{old:04o}");
        }
        line.push(b'\n');
        return report::output(sh, &line);
    };
    let mask = if operand.first().is_some_and(u8::is_ascii_digit) {
        match number::octal(operand).filter(|&mask| mask <= 0o7777) {
            // With -S the new mask is shown.
            Some(mask) => mask & 0o777,
            None => {
                report::builtin_word_error(sh, operand, "octal number out of range");
                return Ok(failure::status(sh, 1));
            }
        }
    } else {
        match parse_symbolic(operand, old, failure::is_sh(sh)) {
            Ok(mask) => mask,
            Err((byte, what)) => {
                let mut text = b"`".to_vec();
                text.push(byte);
                text.extend_from_slice(b"': invalid symbolic mode ");
                text.extend_from_slice(what.as_bytes());
                report::builtin_error(sh, &text);
                return Ok(failure::status(sh, 1));
            }
        }
    };
    sh.settle();
    sh.log_umask(old);
    let _ = fs::umask(mask);
    if symbolic {
        let line = symbols(mask) + "\n";
        return report::output(sh, line.as_bytes());
    }
    Ok(0)
}

/// The permissions that `mask` leaves, in symbols.
fn symbols(mask: u32) -> String {
    let part = |shift: u32| -> String {
        [(4, 'r'), (2, 'w'), (1, 'x')].iter().filter(|(bit, _)| mask >> shift & bit == 0).map(|(_, c)| *c).collect()
    };
    format!("u={},g={},o={}", part(6), part(3), part(0))
}

/// A symbolic mode (POSIX XCU chmod) applied to the permissions that `mask` leaves. Copies of permissions (`g=u`), which
/// POSIX asks for and bash refuses, are taken in `sh`. The error is the byte at fault and whether an operator or a
/// character was expected.
fn parse_symbolic(text: &[u8], mask: u32, copies: bool) -> Result<u32, (u8, &'static str)> {
    let mut allowed = !mask & 0o777;
    for clause in text.split(|&byte| byte == b',') {
        let mut bytes = clause.iter().copied().peekable();
        let mut who = 0;
        while let Some(bits) = bytes.peek().and_then(|byte| class(*byte)) {
            who |= bits;
            bytes.next();
        }
        if who == 0 {
            who = 0o777;
        }
        let mut operator = bytes.next().unwrap_or(0);
        loop {
            if !matches!(operator, b'+' | b'-' | b'=') {
                return Err((operator, "operator"));
            }
            let mut bits = 0;
            let mut next = None;
            for byte in bytes.by_ref() {
                bits |= match byte {
                    b'r' => 0o444,
                    b'w' => 0o222,
                    b'x' => 0o111,
                    b'X' => {
                        if allowed & 0o111 != 0 {
                            0o111
                        } else {
                            0
                        }
                    }
                    b's' | b't' if copies => 0,
                    b'u' if copies => (allowed >> 6 & 7) * 0o111,
                    b'g' if copies => (allowed >> 3 & 7) * 0o111,
                    b'o' if copies => (allowed & 7) * 0o111,
                    b'+' | b'-' | b'=' => {
                        next = Some(byte);
                        break;
                    }
                    _ => return Err((byte, "character")),
                };
            }
            let bits = bits & who;
            allowed = match operator {
                b'+' => allowed | bits,
                b'-' => allowed & !bits,
                _ => allowed & !who | bits,
            };
            match next {
                Some(byte) => operator = byte,
                None => break,
            }
        }
    }
    Ok(!allowed & 0o777)
}

fn class(byte: u8) -> Option<u32> {
    match byte {
        b'u' => Some(0o700),
        b'g' => Some(0o070),
        b'o' => Some(0o007),
        b'a' => Some(0o777),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbolic_modes_are_applied() {
        assert_eq!(parse_symbolic(b"u=rwx,g=rx,o=", 0o22, false), Ok(0o027));
        assert_eq!(parse_symbolic(b"a=", 0o22, false), Ok(0o777));
        assert_eq!(parse_symbolic(b"+r", 0o777, false), Ok(0o333));
        assert_eq!(parse_symbolic(b"u-w,g+w,o=g", 0o22, true), Ok(0o200));
        assert_eq!(parse_symbolic(b"o=g", 0o22, false), Err((b'g', "character")));
        assert_eq!(parse_symbolic(b"abc", 0o22, false), Err((b'b', "operator")));
        assert_eq!(parse_symbolic(b"g+w-x", 0o22, false), Ok(0o012));
    }

    #[test]
    fn masks_are_shown_in_symbols() {
        assert_eq!(symbols(0o027), "u=rwx,g=rx,o=");
    }
}
