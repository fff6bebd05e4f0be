//! The arguments of the shell itself: options, then a script or the operands (POSIX XCU sh; bash).

use skosh_state::options::Family;
use skosh_state::{Opt, Options};

/// Where the commands come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// `-c`: the command string.
    Command(Vec<u8>),
    /// A script file.
    File(Vec<u8>),
    /// Standard input.
    Standard,
}

/// What the command line asks for.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The options of the shell after the command line.
    pub options: Options,
    /// A login shell.
    pub login: bool,
    /// No start-up file for interactive shells.
    pub no_rc: bool,
    /// No start-up files for login shells.
    pub no_profile: bool,
    /// `--rcfile`
    pub rc_file: Option<Vec<u8>>,
    /// Where the commands come from.
    pub origin: Origin,
    /// `$0`, where the command line gives it.
    pub name: Option<Vec<u8>>,
    /// `$1` and on.
    pub operands: Vec<Vec<u8>>,
    /// `-i` was given.
    pub interactive: bool,
}

/// What else a command line can come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Other {
    /// `--version`
    Version,
    /// `--help`
    Help,
    /// `-o` or `+o` without a name: show the options, in the form that can be read back if true.
    ShowOptions(bool),
    /// A mistake: the message.
    Invalid(Vec<u8>),
}

/// Reads the command line. `arguments[0]` is the name the shell was called by.
pub fn parse(arguments: &[Vec<u8>], options: Options) -> Result<Arguments, Other> {
    let called = arguments.first().map_or(&b"skosh"[..], Vec::as_slice);
    let mut parsed = Arguments {
        options,
        login: called.first() == Some(&b'-'),
        no_rc: false,
        no_profile: false,
        rc_file: None,
        origin: Origin::Standard,
        name: None,
        operands: Vec::new(),
        interactive: false,
    };
    let mut command = false;
    let mut standard = false;
    let mut rest = arguments.get(1..).unwrap_or(&[]);
    while let Some((argument, after)) = rest.split_first() {
        match argument.as_slice() {
            b"--" | b"-" => {
                rest = after;
                break;
            }
            [b'-', b'-', ..] => rest = long_option(&mut parsed, argument, after)?,
            [sign @ (b'-' | b'+'), letters @ ..] if !letters.is_empty() => {
                rest = after;
                for &letter in letters {
                    match letter {
                        b'c' if *sign == b'-' => command = true,
                        b's' if *sign == b'-' => standard = true,
                        b'o' => rest = named_option(&mut parsed, *sign == b'-', Family::Set, rest)?,
                        b'O' => rest = named_option(&mut parsed, *sign == b'-', Family::Shopt, rest)?,
                        _ => letter_option(&mut parsed, *sign, letter)?,
                    }
                }
            }
            _ => break,
        }
    }
    take_operands(&mut parsed, rest, command, standard)?;
    Ok(parsed)
}

fn take_operands(parsed: &mut Arguments, rest: &[Vec<u8>], command: bool, standard: bool) -> Result<(), Other> {
    let mut rest = rest.iter().cloned();
    if command {
        let Some(text) = rest.next() else { return Err(Other::Invalid(b"-c: option requires an argument".to_vec())) };
        parsed.origin = Origin::Command(text);
        parsed.options.set(Opt::CommandString, true);
        parsed.name = rest.next();
    } else if !standard && let Some(file) = rest.next() {
        parsed.name = Some(file.clone());
        parsed.origin = Origin::File(file);
    } else {
        parsed.options.set(Opt::Stdin, true);
    }
    parsed.operands = rest.collect();
    Ok(())
}

fn letter_option(parsed: &mut Arguments, sign: u8, letter: u8) -> Result<(), Other> {
    let on = sign == b'-';
    match letter {
        b'l' => parsed.login = on,
        b'i' => parsed.interactive = on,
        b'r' | b'D' if on => {}
        _ => match Opt::by_letter(letter) {
            Some(opt) => parsed.options.set(opt, on),
            None => return Err(invalid(&[sign, letter])),
        },
    }
    Ok(())
}

fn named_option<'a>(
    parsed: &mut Arguments,
    on: bool,
    family: Family,
    rest: &'a [Vec<u8>],
) -> Result<&'a [Vec<u8>], Other> {
    let Some((name, after)) = rest.split_first() else { return Err(Other::ShowOptions(!on)) };
    match Opt::by_name(name, family) {
        Some(opt) => {
            parsed.options.set(opt, on);
            Ok(after)
        }
        None => {
            let mut text = name.clone();
            text.extend_from_slice(b": invalid option name");
            Err(Other::Invalid(text))
        }
    }
}

fn long_option<'a>(parsed: &mut Arguments, argument: &[u8], after: &'a [Vec<u8>]) -> Result<&'a [Vec<u8>], Other> {
    match argument {
        b"--version" => return Err(Other::Version),
        b"--help" => return Err(Other::Help),
        b"--login" => parsed.login = true,
        b"--norc" => parsed.no_rc = true,
        b"--noprofile" => parsed.no_profile = true,
        b"--posix" => parsed.options.set(Opt::Posix, true),
        b"--verbose" => parsed.options.set(Opt::Verbose, true),
        b"--noediting" | b"--debugger" | b"--restricted" => {}
        b"--rcfile" | b"--init-file" => {
            let Some((file, after)) = after.split_first() else {
                let mut text = argument.to_vec();
                text.extend_from_slice(b": option requires an argument");
                return Err(Other::Invalid(text));
            };
            parsed.rc_file = Some(file.clone());
            return Ok(after);
        }
        _ => return Err(invalid(argument)),
    }
    Ok(after)
}

fn invalid(option: &[u8]) -> Other {
    let mut text = option.to_vec();
    text.extend_from_slice(b": invalid option");
    Other::Invalid(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Arguments, Other> {
        let words: Vec<Vec<u8>> = words.iter().map(|word| word.as_bytes().to_vec()).collect();
        parse(&words, Options::default())
    }

    #[test]
    fn system_sends_two_dashes_after_c() {
        let parsed = read(&["sh", "-c", "--", "exit 3"]).unwrap();
        assert_eq!(parsed.origin, Origin::Command(b"exit 3".to_vec()));
        assert!(parsed.operands.is_empty());
    }

    #[test]
    fn bundles_and_names() {
        let parsed = read(&["sh", "-euo", "pipefail", "+f", "script", "-x"]).unwrap();
        assert!(
            parsed.options.has(Opt::ErrExit) && parsed.options.has(Opt::NoUnset) && parsed.options.has(Opt::PipeFail)
        );
        assert_eq!(parsed.origin, Origin::File(b"script".to_vec()));
        assert_eq!(parsed.operands, [b"-x".to_vec()]);
        let parsed = read(&["sh", "-ec", "true", "name", "1"]).unwrap();
        assert_eq!(parsed.name.as_deref(), Some(&b"name"[..]));
        assert_eq!(parsed.operands, [b"1".to_vec()]);
    }

    #[test]
    fn mistakes() {
        assert!(matches!(read(&["sh", "-Z"]), Err(Other::Invalid(_))));
        assert!(matches!(read(&["sh", "-c"]), Err(Other::Invalid(_))));
        assert!(matches!(read(&["sh", "-o", "nonsense"]), Err(Other::Invalid(_))));
        assert!(matches!(read(&["sh", "--version"]), Err(Other::Version)));
    }
}
