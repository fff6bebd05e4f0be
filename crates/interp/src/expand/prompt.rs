//! Prompt strings: the escapes of PS1 and its kin (bash), then expansion as within double quotes.

use skosh_state::{Divert, Opt, Shell};
use skosh_syntax::names::well_known as name;

use super::builder::{Builder, Context, Mode};
use super::pattern;

/// Appends what `text` shows as a prompt: escapes decoded (bash mode), then parameters, commands and arithmetic expanded
/// (`promptvars`, and in posix mode).
pub fn expand(sh: &mut Shell, text: &[u8], out: &mut Vec<u8>) -> Result<(), Divert> {
    let posix = sh.options.has(Opt::Posix);
    let mut decoded = Vec::new();
    if posix {
        decoded.extend_from_slice(text);
    } else {
        decode(sh, text, &mut decoded);
    }
    if !posix && !sh.options.has(Opt::PromptVars) {
        out.extend_from_slice(&decoded);
        return Ok(());
    }
    match pattern::parse_document(sh, &decoded) {
        Ok(word) => Builder::text(sh, out, Mode::Text).parts(sh, &word.parts, Context::Quoted),
        Err(divert) => Err(divert),
    }
}

/// Text that goes into a prompt as it is: what would be expanded is escaped.
fn protect(text: &[u8], out: &mut Vec<u8>) {
    for &byte in text {
        if matches!(byte, b'$' | b'`' | b'\\' | b'"') {
            out.push(b'\\');
        }
        out.push(byte);
    }
}

fn decode(sh: &mut Shell, text: &[u8], out: &mut Vec<u8>) {
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let Some((&letter, after)) = rest.split_first() else {
            out.push(b'\\');
            return;
        };
        rest = after;
        match letter {
            b'a' => out.push(0x07),
            b'e' => out.push(0x1b),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b'[' | b']' => {}
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'$' => out.extend_from_slice(if skosh_sys::process::geteuid() == 0 { b"#" } else { b"\\$" }),
            b'd' => time(out, "%a %b %d"),
            b't' => time(out, "%H:%M:%S"),
            b'T' => time(out, "%I:%M:%S"),
            b'@' => time(out, "%I:%M %p"),
            b'A' => time(out, "%H:%M"),
            b'D' => {
                if let Some(end) = rest.strip_prefix(b"{").and_then(|rest| memchr::memchr(b'}', rest)) {
                    let format = rest.get(1..=end).unwrap_or(b"");
                    match std::str::from_utf8(format) {
                        Ok("") => time(out, "%X"),
                        Ok(format) => time(out, format),
                        Err(_) => {}
                    }
                    rest = rest.get(end + 2..).unwrap_or(b"");
                }
            }
            b'h' | b'H' => {
                let host = skosh_sys::user::host_name();
                let short = host.split(|&byte| byte == b'.').next().unwrap_or(&host);
                protect(if letter == b'h' { short } else { &host }, out);
            }
            b'j' => out.extend_from_slice(sh.jobs.iter().count().to_string().as_bytes()),
            b'l' => out.extend_from_slice(b"tty"),
            b's' => {
                let arg0 = sh.arg0.clone();
                protect(arg0.rsplit(|&byte| byte == b'/').next().unwrap_or(&arg0), out);
            }
            b'u' => {
                let user = skosh_sys::user::by_uid(skosh_sys::process::geteuid());
                protect(user.map_or(b"I have no name!".to_vec(), |user| user.name).as_slice(), out);
            }
            b'v' | b'V' => version(sh, letter == b'v', out),
            b'w' | b'W' => directory(sh, letter == b'W', out),
            b'!' | b'#' => out.push(b'1'),
            b'0'..=b'7' => {
                let digits = 1 + rest.iter().take(2).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
                let mut escape = vec![b'\\', letter];
                escape.extend_from_slice(rest.get(..digits - 1).unwrap_or(b""));
                rest = rest.get(digits - 1..).unwrap_or(b"");
                protect(&skosh_syntax::ansi::decode(&escape), out);
            }
            other => out.extend_from_slice(&[b'\\', b'\\', other]),
        }
    }
}

/// `\v` and `\V`: the version of bash that is followed, without and with its patch level.
fn version(sh: &mut Shell, is_short: bool, out: &mut Vec<u8>) {
    let version = sh.scalar(name::BASH_VERSION).map(|version| version.into_owned()).unwrap_or_default();
    let end = version.iter().position(|&byte| byte == b'(').unwrap_or(version.len());
    let parts = version.get(..end).unwrap_or(b"").split(|&byte| byte == b'.').take(if is_short { 2 } else { 3 });
    protect(&parts.collect::<Vec<_>>().join(&b'.'), out);
}

/// `\w` and `\W`: the working directory, the home directory as `~`.
fn directory(sh: &mut Shell, last_only: bool, out: &mut Vec<u8>) {
    let path = sh.scalar(name::PWD).map(|path| path.into_owned()).unwrap_or_default();
    let home = sh.scalar(name::HOME).map(|path| path.into_owned()).unwrap_or_default();
    let mut shown = path.clone();
    if home.len() > 1
        && let Some(rest) = path.strip_prefix(home.as_slice())
        && (rest.is_empty() || rest.starts_with(b"/"))
    {
        shown = [b"~", rest].concat();
    }
    if last_only && shown != b"/" && shown != b"~" {
        shown = shown.rsplit(|&byte| byte == b'/').next().unwrap_or(b"").to_vec();
    }
    protect(&shown, out);
}

fn time(out: &mut Vec<u8>, format: &str) {
    if let Ok(now) = skosh_sys::time::localtime(skosh_sys::time::realtime().0) {
        protect(&skosh_sys::time::strftime(format.as_bytes(), &now), out);
    }
}
