//! `printf` (POSIX XCU printf), with bash's `-v`, `%q`, `%Q`, `%n` and `%(format)T`.

use skosh_interp::report;
use skosh_state::{Fields, Outcome, Shell, Status};
use skosh_sys::time;

use crate::assign::{assign, is_target, not_identifier};
use crate::failure;
use crate::option_scan::{OptionScan, usage_error};
use crate::quoting::{self, EscapeStyle, Unescaped};

mod number;

use number::{floating, integer, signed, unsigned};

/// The widest field: anything beyond is an accident.
const WIDEST: i64 = 1 << 26;

/// A conversion specification.
#[derive(Clone, Copy, Debug, Default)]
struct Conversion {
    minus: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
}

/// What a format is applied to, and what has come of it so far.
struct Job<'a> {
    args: &'a Fields,
    /// The next argument.
    index: usize,
    out: Vec<u8>,
    status: Status,
    dash: bool,
}

/// Why the output ends early.
enum Stop {
    /// `\c` in `%b`.
    Here,
    /// An error, reported.
    Error(Status),
    /// A failed assignment of `%n` diverted.
    Divert(skosh_state::Divert),
}

/// `printf [-v var] format [arguments]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let dash = failure::is_sh(sh);
    let mut variable: Option<&[u8]> = None;
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, if dash { b"" } else { b"v:" }) {
            Ok(None) => break,
            Ok(Some((_, name))) => variable = Some(name),
            Err(status) => return Ok(status),
        }
    }
    if let Some(name) = variable
        && !is_target(name)
    {
        not_identifier(sh, name);
        return Ok(2);
    }
    let Some(format) = args.get(scan.first()) else { return Ok(usage_error(sh)) };
    let out = sh.take_bytes();
    let mut job = Job { args, index: scan.first() + 1, out, status: 0, dash };
    loop {
        let before = job.index;
        match apply(sh, format, &mut job) {
            Ok(()) => {}
            Err(Stop::Here) => break,
            Err(Stop::Error(status)) => {
                job.status = status;
                break;
            }
            Err(Stop::Divert(divert)) => return Err(divert),
        }
        // The format is used again as long as there are arguments and it takes some.
        if job.index >= args.len() || job.index == before {
            break;
        }
    }
    let status = job.status;
    let written = match variable {
        Some(name) => assign(sh, name, &job.out),
        None => report::output(sh, &job.out),
    };
    sh.recycle_bytes(job.out);
    Ok(status.max(written?))
}

/// Goes through the format once.
fn apply(sh: &mut Shell, format: &[u8], job: &mut Job<'_>) -> Result<(), Stop> {
    let mut rest = format;
    while let Some(place) = memchr::memchr2(b'%', b'\\', rest) {
        let (plain, tail) = rest.split_at(place);
        job.out.extend_from_slice(plain);
        rest = if tail.first() == Some(&b'\\') {
            escape(sh, tail, job)
        } else if tail.get(1) == Some(&b'%') {
            job.out.push(b'%');
            tail.get(2..).unwrap_or(b"")
        } else {
            convert(sh, tail, job)?
        };
    }
    job.out.extend_from_slice(rest);
    Ok(())
}

/// A backslash sequence of the format. Returns what follows it; after a backslash that begins none, what follows that.
fn escape<'f>(sh: &mut Shell, tail: &'f [u8], job: &mut Job<'_>) -> &'f [u8] {
    let rest = tail.get(1..).unwrap_or(b"");
    let Some((&letter, after)) = rest.split_first() else {
        job.out.push(b'\\');
        return b"";
    };
    let used = match letter {
        b'0'..=b'7' => Some(quoting::octal(rest, 3, &mut job.out) - 1),
        b'"' | b'\'' | b'?' if !job.dash => {
            job.out.push(letter);
            Some(0)
        }
        b'x' | b'u' | b'U' | b'E' if job.dash => None,
        _ => quoting::common(letter, after, sh.locale.utf8, &mut job.out),
    };
    match used {
        Some(used) => after.get(used..).unwrap_or(b""),
        None => {
            if matches!(letter, b'x' | b'u' | b'U') && !job.dash {
                complain_of_digits(sh, letter);
            }
            job.out.push(b'\\');
            rest
        }
    }
}

fn complain_of_digits(sh: &mut Shell, letter: u8) {
    let kind = if letter == b'x' { "hex" } else { "unicode" };
    let text = format!("missing {kind} digit for \\{}", char::from(letter));
    report::builtin_error(sh, text.as_bytes());
}

/// The letter of the first `\x`, `\u` or `\U` without digits.
fn missing_digits(text: &[u8]) -> Option<u8> {
    let mut rest = text;
    while let Some(place) = memchr::memchr(b'\\', rest) {
        match rest.get(place + 1)? {
            letter @ (b'x' | b'u' | b'U') if !rest.get(place + 2).is_some_and(u8::is_ascii_hexdigit) => {
                return Some(*letter);
            }
            b'c' => return None,
            _ => rest = rest.get(place + 2..)?,
        }
    }
    None
}

impl<'a> Job<'a> {
    fn argument(&mut self) -> Option<&'a [u8]> {
        let argument = self.args.get(self.index)?;
        self.index += 1;
        Some(argument)
    }
}

/// One conversion; `spec` begins with its `%`. Returns what follows it.
fn convert<'f>(sh: &mut Shell, spec: &'f [u8], job: &mut Job<'_>) -> Result<&'f [u8], Stop> {
    let mut conversion = Conversion::default();
    let mut at = 1;
    while let Some(flag) = spec.get(at) {
        match flag {
            b'-' => conversion.minus = true,
            b'+' => conversion.plus = true,
            b' ' => conversion.space = true,
            b'#' => conversion.alternate = true,
            b'0' => conversion.zero = true,
            b'\'' if !job.dash => {}
            _ => break,
        }
        at += 1;
    }
    let width = size(sh, spec, &mut at, job);
    if width < 0 {
        conversion.minus = true;
    }
    let mut precision = None;
    if spec.get(at) == Some(&b'.') {
        at += 1;
        let value = size(sh, spec, &mut at, job);
        precision = (value >= 0).then_some(value);
    }
    if width.abs() > WIDEST || precision.is_some_and(|precision| precision > WIDEST) {
        report::builtin_error(sh, b"field too wide");
        return Err(Stop::Error(1));
    }
    conversion.width = usize::try_from(width.abs()).unwrap_or(0);
    conversion.precision = precision.and_then(|precision| usize::try_from(precision).ok());
    while !job.dash && matches!(spec.get(at), Some(b'h' | b'l' | b'L' | b'j' | b't' | b'z')) {
        at += 1;
    }
    let Some(&letter) = spec.get(at) else {
        return Err(bad_format(sh, spec, "missing format character", job));
    };
    at += 1;
    match letter {
        b'd' | b'i' => signed(sh, conversion, job),
        b'o' | b'u' | b'x' | b'X' => unsigned(sh, conversion, letter, job),
        b'c' => {
            let argument = job.argument().unwrap_or(b"");
            let byte = [argument.first().copied().unwrap_or(0)];
            pad(&conversion, &byte, &mut job.out);
        }
        b's' => {
            let argument = job.argument().unwrap_or(b"");
            string(&conversion, argument, &mut job.out);
        }
        b'b' => return escaped_string(sh, &conversion, job).map(|()| spec.get(at..).unwrap_or(b"")),
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => floating(sh, conversion, letter, job),
        b'q' | b'Q' if !job.dash => quoted(sh, &conversion, letter, job),
        b'n' if !job.dash => {
            let name = job.argument().unwrap_or(b"");
            if !name.is_empty() {
                let length = job.out.len().to_string();
                let status = assign(sh, name, length.as_bytes()).map_err(Stop::Divert)?;
                job.status = job.status.max(status);
            }
        }
        b'(' if !job.dash => return date(sh, &conversion, spec, at, job),
        _ => {
            let text = if job.dash { spec.get(..at).unwrap_or(b"") } else { std::slice::from_ref(&letter) };
            return Err(bad_format(sh, text, "invalid format character", job));
        }
    }
    Ok(spec.get(at..).unwrap_or(b""))
}

fn bad_format(sh: &mut Shell, spec: &[u8], text: &str, job: &Job<'_>) -> Stop {
    let mut message = b"`".to_vec();
    message.extend_from_slice(spec);
    message.extend_from_slice(b"': ");
    message.extend_from_slice(text.as_bytes());
    report::builtin_error(sh, &message);
    Stop::Error(if job.dash { 2 } else { 1 })
}

/// A width or precision: digits, or `*` for an argument; 0 if there is neither.
fn size(sh: &mut Shell, spec: &[u8], at: &mut usize, job: &mut Job<'_>) -> i64 {
    if spec.get(*at) == Some(&b'*') {
        *at += 1;
        return match job.argument() {
            Some(argument) => i64::from(integer(sh, argument, job) as i32),
            None => 0,
        };
    }
    let mut value = 0i64;
    while let Some(digit) = spec.get(*at).filter(|byte| byte.is_ascii_digit()) {
        value = value.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
        *at += 1;
    }
    value
}

/// Appends `text` in its field, with spaces.
fn pad(conversion: &Conversion, text: &[u8], out: &mut Vec<u8>) {
    let spaces = conversion.width.saturating_sub(text.len());
    if !conversion.minus {
        out.resize(out.len() + spaces, b' ');
    }
    out.extend_from_slice(text);
    if conversion.minus {
        out.resize(out.len() + spaces, b' ');
    }
}

fn string(conversion: &Conversion, text: &[u8], out: &mut Vec<u8>) {
    let text = match conversion.precision {
        Some(precision) => text.get(..precision).unwrap_or(text),
        None => text,
    };
    pad(conversion, text, out);
}

/// `%b`
fn escaped_string(sh: &mut Shell, conversion: &Conversion, job: &mut Job<'_>) -> Result<(), Stop> {
    let argument = job.argument().unwrap_or(b"");
    let mut text = Vec::new();
    let style = if job.dash { EscapeStyle::Dash } else { EscapeStyle::PercentB };
    if !job.dash
        && let Some(letter) = missing_digits(argument)
    {
        complain_of_digits(sh, letter);
    }
    let end = quoting::unescape(argument, style, sh.locale.utf8, &mut text);
    string(conversion, &text, &mut job.out);
    if end == Unescaped::Stop { Err(Stop::Here) } else { Ok(()) }
}

/// `%q` limits what it has quoted, `%Q` what it quotes.
fn quoted(sh: &mut Shell, conversion: &Conversion, letter: u8, job: &mut Job<'_>) {
    let argument = job.argument().unwrap_or(b"");
    let limited = match conversion.precision {
        Some(precision) if letter == b'Q' => argument.get(..precision).unwrap_or(argument),
        _ => argument,
    };
    let mut text = Vec::new();
    if conversion.alternate && !limited.is_empty() {
        quoting::single_quoted(limited, false, &mut text);
    } else {
        quoting::backslash_quoted(limited, sh.locale, &mut text);
    }
    let mut conversion = *conversion;
    if letter == b'Q' {
        conversion.precision = None;
    }
    string(&conversion, &text, &mut job.out);
}

/// `%(format)T`; `at` is after the parenthesis. Returns what follows the conversion.
fn date<'f>(
    sh: &mut Shell,
    conversion: &Conversion,
    spec: &'f [u8],
    at: usize,
    job: &mut Job<'_>,
) -> Result<&'f [u8], Stop> {
    let inside = spec.get(at..).unwrap_or(b"");
    let mut depth = 1usize;
    let close = inside.iter().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let Some(close) = close.filter(|close| inside.get(close + 1) == Some(&b'T')) else {
        let mut text = b"warning: `".to_vec();
        text.push(close.and_then(|close| inside.get(close + 1)).copied().unwrap_or(0));
        text.extend_from_slice(b"': invalid time format specification");
        report::builtin_error(sh, &text);
        job.out.push(b'%');
        return Ok(spec.get(1..).unwrap_or(b""));
    };
    let format = match inside.get(..close).unwrap_or(b"") {
        b"" => b"%X".as_slice(),
        format => format,
    };
    let seconds = match job.argument() {
        None => -1,
        Some(argument) => integer(sh, argument, job),
    };
    let seconds = match seconds {
        -1 => time::realtime().0,
        -2 => sh.counters.seconds.1,
        seconds => seconds,
    };
    let zone = sh.scalar_named(b"TZ").map(|zone| zone.into_owned());
    time::set_time_zone(zone.as_deref());
    let text = match time::localtime(seconds) {
        Ok(calendar) => time::strftime(format, &calendar),
        Err(_) => Vec::new(),
    };
    string(conversion, &text, &mut job.out);
    Ok(inside.get(close + 2..).unwrap_or(b""))
}
