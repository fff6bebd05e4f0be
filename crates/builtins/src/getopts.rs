//! `getopts` (POSIX XCU getopts).
//!
//! Where it is inside a group of options (`-abc`) is kept beside OPTIND and starts anew whenever OPTIND is assigned. Between the
//! letters of a group bash leaves OPTIND at the group, dash sets it past it; `sh` does as dash does.

use skosh_interp::report;
use skosh_state::{Fields, Outcome, Shell, Status};
use skosh_syntax::names::{is_name, well_known as name};

use crate::assign::assign;
use crate::option_scan::{no_options, usage_error};
use crate::{failure, number};

/// What the next option is.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    Option(u8, Option<Vec<u8>>),
    Unknown(u8),
    MissingArgument(u8),
    End,
}

/// A place among the arguments: index of the argument from 1, offset in it (0: before its hyphen).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    index: usize,
    at: usize,
}

/// `getopts optstring name [arg...]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let sh_mode = failure::is_sh(sh);
    let first = match (sh_mode, args.at(1) == b"--") {
        (true, marked) => 1 + usize::from(marked),
        (false, _) => match no_options(sh, args) {
            Ok(first) => first,
            Err(status) => return Ok(status),
        },
    };
    if args.len() < first + 2 {
        return Ok(usage_error(sh));
    }
    let (letters, variable) = (args.at(first), args.at(first + 1));
    let given: Vec<&[u8]> = args.iter().skip(first + 2).collect();
    let positional = sh.positional.clone();
    let given = if given.is_empty() && args.len() == first + 2 { positional.iter().collect() } else { given };
    let silent = letters.first() == Some(&b':');

    let index = sh.scalar(name::OPTIND).and_then(|value| number::integer(&value)).unwrap_or(1);
    let mut place = Place { index: usize::try_from(index).unwrap_or(1).max(1), at: sh.counters.getopts };
    if sh_mode && place.at > 0 {
        place.index -= 1;
    }
    if sh_mode && place.index > given.len() + 1 {
        place = Place { index: 1, at: 0 };
    }
    let found = next(&given, letters.get(usize::from(silent)..).unwrap_or(b""), &mut place);
    let (value, argument, status) = match found {
        Found::Option(letter, argument) => (letter, argument, 0),
        Found::Unknown(letter) if silent => (b'?', Some(vec![letter]), 0),
        Found::MissingArgument(letter) if silent => (b':', Some(vec![letter]), 0),
        Found::Unknown(letter) => {
            complain(sh, "illegal option", letter);
            (b'?', None, 0)
        }
        Found::MissingArgument(letter) => {
            complain(sh, "option requires an argument", letter);
            (b'?', None, 0)
        }
        Found::End => (b'?', None, 1),
    };
    finish(sh, variable, value, argument.as_deref(), place, status)
}

/// Steps to the next option.
fn next(given: &[&[u8]], letters: &[u8], place: &mut Place) -> Found {
    if given.get(place.index - 1).is_none_or(|field| place.at >= field.len()) {
        place.at = 0;
    }
    let Some(field) = given.get(place.index - 1) else {
        place.index = given.len() + 1;
        return Found::End;
    };
    if place.at == 0 {
        if field.len() < 2 || field.first() != Some(&b'-') {
            return Found::End;
        }
        if *field == b"--" {
            place.index += 1;
            return Found::End;
        }
        place.at = 1;
    }
    let letter = field.get(place.at).copied().unwrap_or(0);
    place.at += 1;
    let last = place.at >= field.len();
    let known = letters.iter().position(|&other| other == letter && letter != b':');
    let wants_argument = known.is_some_and(|known| letters.get(known + 1) == Some(&b':'));
    let rest = field.get(place.at..).unwrap_or(b"");
    if last || wants_argument {
        *place = Place { index: place.index + 1, at: 0 };
    }
    match known {
        None => Found::Unknown(letter),
        Some(_) if !wants_argument => Found::Option(letter, None),
        Some(_) if !rest.is_empty() => Found::Option(letter, Some(rest.to_vec())),
        Some(_) => match given.get(place.index - 1) {
            Some(argument) => {
                place.index += 1;
                Found::Option(letter, Some(argument.to_vec()))
            }
            None => Found::MissingArgument(letter),
        },
    }
}

/// The message of bash, which OPTERR=0 turns off; it names the script, not the line.
fn complain(sh: &mut Shell, text: &str, letter: u8) {
    if sh.scalar(name::OPTERR).is_some_and(|value| number::integer(&value) == Some(0)) {
        return;
    }
    let mut line = sh.arg0.to_vec();
    line.extend_from_slice(b": ");
    line.extend_from_slice(text.as_bytes());
    line.extend_from_slice(&[b' ', b'-', b'-', b' ', letter, b'\n']);
    report::write_error_output(sh, &line);
}

/// Sets OPTIND, OPTARG and the variable.
fn finish(
    sh: &mut Shell,
    variable: &[u8],
    value: u8,
    argument: Option<&[u8]>,
    place: Place,
    status: Status,
) -> Outcome {
    let shown = if failure::is_sh(sh) && place.at > 0 { place.index + 1 } else { place.index };
    if let Err(error) = sh.assign(name::OPTIND, shown.to_string().as_bytes()) {
        failure::assignment(sh, error);
    }
    // Assigning OPTIND starts anew; this was our own assignment.
    sh.counters.getopts = place.at;
    let outcome = match argument {
        Some(text) => sh.assign(name::OPTARG, text),
        None => sh.unset_variable(name::OPTARG),
    };
    if let Err(error) = outcome {
        failure::assignment(sh, error);
        return Ok(2);
    }
    if !is_name(variable) {
        let mut text = b"`".to_vec();
        text.extend_from_slice(variable);
        text.extend_from_slice(b"': not a valid identifier");
        report::builtin_error(sh, &text);
        return Ok(failure::status(sh, 1));
    }
    if assign(sh, variable, &[value])? != 0 {
        return Ok(2);
    }
    Ok(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(given: &[&[u8]], letters: &[u8]) -> (String, usize) {
        let mut place = Place { index: 1, at: 0 };
        let mut seen = String::new();
        loop {
            match next(given, letters, &mut place) {
                Found::Option(letter, argument) => {
                    seen.push(char::from(letter));
                    if let Some(argument) = argument {
                        seen += &format!("({})", String::from_utf8_lossy(&argument));
                    }
                }
                Found::Unknown(letter) => seen += &format!("?{}", char::from(letter)),
                Found::MissingArgument(letter) => seen += &format!(":{}", char::from(letter)),
                Found::End => return (seen, place.index),
            }
        }
    }

    #[test]
    fn options_come_in_order() {
        assert_eq!(all(&[b"-ab", b"x", b"-a", b"y"], b"ab:"), ("ab(x)a".into(), 4));
        assert_eq!(all(&[b"-abx", b"--", b"-a"], b"ab:"), ("ab(x)".into(), 3));
        assert_eq!(all(&[b"-", b"-a"], b"a"), (String::new(), 1));
        assert_eq!(all(&[b"-z:b"], b"ab:"), ("?z?::b".into(), 2));
    }
}
