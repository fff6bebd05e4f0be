//! `print`: ksh's `echo`.

use skosh_interp::report;
use skosh_state::{Fields, Outcome, Shell};

use crate::number;
use crate::option_scan::OptionScan;
use crate::quoting::{EscapeStyle, Unescaped, unescape};

/// `print [-enrs] [-f format] [-u fd] [--] [arg...]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let (mut raw, mut newline, mut history) = (false, true, false);
    let mut descriptor = 1;
    let mut format: Option<&[u8]> = None;
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"enrRpsf:u:") {
            Ok(None) => break,
            Ok(Some((b'e', _))) => raw = false,
            Ok(Some((b'n', _))) => newline = false,
            Ok(Some((b'r' | b'R', _))) => raw = true,
            Ok(Some((b's', _))) => history = true,
            Ok(Some((b'f', value))) => format = Some(value),
            Ok(Some((b'u', value))) => match number::integer(value).and_then(|fd| u32::try_from(fd).ok()) {
                Some(fd) => descriptor = fd,
                None => return Ok(report::builtin_word_error(sh, value, "bad file unit number")),
            },
            Ok(Some(_)) => {}
            Err(status) => return Ok(status),
        }
    }
    let mut first = scan.first();
    // A hyphen alone ends the options, too.
    if args.at(first) == b"-" {
        first += 1;
    }
    if let Some(format) = format {
        let mut fields = Fields::new();
        fields.push(b"printf");
        fields.push(b"--");
        fields.push(format);
        args.iter().skip(first).for_each(|field| fields.push(field));
        return crate::printf::run(sh, &fields);
    }
    let mut out = sh.take_bytes();
    for (index, field) in args.iter().enumerate().skip(first) {
        if index > first {
            out.push(b' ');
        }
        if raw {
            out.extend_from_slice(field);
        } else if unescape(field, EscapeStyle::Echo, sh.locale.utf8, &mut out) == Unescaped::Stop {
            newline = false;
            break;
        }
    }
    if history {
        sh.add_history(&out);
        sh.recycle_bytes(out);
        return Ok(0);
    }
    if newline {
        out.push(b'\n');
    }
    let outcome = match sh.write(descriptor, &out) {
        Ok(()) => Ok(0),
        Err(errno) => report::write_failed(sh, errno),
    };
    sh.recycle_bytes(out);
    outcome
}
