//! `dirs`, `pushd` and `popd`: the directory stack. Its top is the working directory, which is not kept with the rest.

use std::rc::Rc;

use skosh_interp::report;
use skosh_state::{Fields, Outcome, Shell, Status};
use skosh_syntax::names::well_known as name;

use crate::option_scan::{invalid, usage_error};
use crate::{cd, number, pwd};

/// The whole stack, the working directory first.
fn stack(sh: &mut Shell) -> Vec<Rc<[u8]>> {
    let here = pwd::logical_name(sh).unwrap_or_else(|_| Rc::from(&b""[..]));
    std::iter::once(here).chain(sh.interaction.directories.iter().cloned()).collect()
}

/// `+N` and `-N`: an index from the top, `N` counted from the top or from the bottom. `None` where it is no number.
fn index_of(text: &[u8], length: usize) -> Option<Result<usize, ()>> {
    let (from_top, digits) = match text.split_first() {
        Some((b'+', digits)) => (true, digits),
        Some((b'-', digits)) => (false, digits),
        _ => return None,
    };
    let number = usize::try_from(number::digits(digits)?).ok()?;
    let index = if from_top { Some(number) } else { length.checked_sub(number + 1) };
    Some(index.filter(|&index| index < length).ok_or(()))
}

/// A directory as it is shown: HOME as a tilde.
fn shown(sh: &mut Shell, path: &[u8], long: bool) -> Vec<u8> {
    if !long
        && let Some(home) = sh.scalar(name::HOME)
        && !home.is_empty()
        && let Some(rest) = path.strip_prefix(&*home)
        && (rest.is_empty() || rest.first() == Some(&b'/'))
        && *home != b"/"[..]
    {
        let mut text = b"~".to_vec();
        text.extend_from_slice(rest);
        return text;
    }
    path.to_vec()
}

fn out_of_range(sh: &mut Shell, word: &[u8]) -> Status {
    if sh.interaction.directories.is_empty() {
        return report::builtin_error(sh, b"directory stack empty");
    }
    report::builtin_word_error(sh, word, "directory stack index out of range")
}

/// `dirs [-clpv] [+N] [-N]`
pub fn run_dirs(sh: &mut Shell, args: &Fields) -> Outcome {
    let (mut long, mut lines, mut numbered) = (false, false, false);
    let mut entry = None;
    let all = stack(sh);
    for field in args.iter().skip(1) {
        if field == b"--" {
            continue;
        }
        if let Some(index) = index_of(field, all.len()) {
            match index {
                Ok(index) => entry = Some(index),
                Err(()) => {
                    let digits = field.get(1..).unwrap_or(b"");
                    return Ok(out_of_range(sh, digits));
                }
            }
            continue;
        }
        match field {
            b"-c" => {
                sh.interaction_mut().directories.clear();
                return Ok(0);
            }
            [b'-', letters @ ..] if !letters.is_empty() => {
                for letter in letters {
                    match letter {
                        b'l' => long = true,
                        b'p' => lines = true,
                        b'v' => {
                            lines = true;
                            numbered = true;
                        }
                        b'c' => sh.interaction_mut().directories.clear(),
                        _ => {
                            report::builtin_word_error(sh, field, "invalid number");
                            return Ok(usage_error(sh));
                        }
                    }
                }
            }
            _ => return Ok(invalid(sh, field)),
        }
    }
    let mut out = Vec::new();
    for (index, path) in all.iter().enumerate() {
        if entry.is_some_and(|entry| entry != index) {
            continue;
        }
        if !out.is_empty() && !lines {
            out.push(b' ');
        }
        if numbered {
            out.extend_from_slice(format!("{index:2}  ").as_bytes());
        }
        out.extend(shown(sh, path, long));
        if lines {
            out.push(b'\n');
        }
    }
    if !lines {
        out.push(b'\n');
    }
    report::output(sh, &out)
}

fn show(sh: &mut Shell) -> Outcome {
    let mut out = Vec::new();
    for path in stack(sh) {
        if !out.is_empty() {
            out.push(b' ');
        }
        out.extend(shown(sh, &path, false));
    }
    out.push(b'\n');
    report::output(sh, &out)
}

/// Changes to a directory of the stack, without the word of `cd -` and CDPATH.
fn enter(sh: &mut Shell, path: &[u8]) -> Outcome {
    cd::enter(sh, path)
}

/// `pushd [-n] [+N | -N | dir]`
pub fn run_pushd(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut stay = false;
    let mut operand = None;
    let all = stack(sh);
    let mut ended = false;
    for field in args.iter().skip(1) {
        match field {
            b"-n" if !ended => stay = true,
            b"--" if !ended => ended = true,
            b"-" if operand.is_none() => operand = Some(field),
            [b'-', _, ..] if !ended && index_of(field, all.len()).is_none() => {
                report::builtin_word_error(sh, field, "invalid number");
                return Ok(usage_error(sh));
            }
            _ if operand.is_none() => operand = Some(field),
            _ => return Ok(report::builtin_error(sh, b"too many arguments")),
        }
    }
    let Some(operand) = operand else {
        // The two at the top change places.
        let Some(second) = sh.interaction.directories.first().cloned() else {
            return Ok(report::builtin_error(sh, b"no other directory"));
        };
        let here = all.first().cloned();
        if !stay {
            let status = enter(sh, &second)?;
            if status != 0 {
                return Ok(status);
            }
        }
        if let (Some(here), Some(top)) = (here, sh.interaction_mut().directories.first_mut()) {
            *top = here;
        }
        return show(sh);
    };
    match if ended { None } else { index_of(operand, all.len()) } {
        Some(Ok(index)) => {
            let mut rotated = all;
            rotated.rotate_left(index);
            if !stay && let Some(top) = rotated.first().cloned() {
                let status = enter(sh, &top)?;
                if status != 0 {
                    return Ok(status);
                }
            }
            sh.interaction_mut().directories = rotated.into_iter().skip(1).collect();
        }
        Some(Err(())) => return Ok(out_of_range(sh, operand)),
        None if stay => sh.interaction_mut().directories.insert(0, operand.into()),
        None => {
            let target = if operand == b"-" {
                match sh.scalar(name::OLDPWD).map(|value| value.into_owned()) {
                    Some(old) => old,
                    None => return Ok(report::builtin_error(sh, b"OLDPWD not set")),
                }
            } else {
                operand.to_vec()
            };
            let status = enter(sh, &target)?;
            if status != 0 {
                return Ok(status);
            }
            if let Some(here) = all.first().cloned() {
                sh.interaction_mut().directories.insert(0, here);
            }
        }
    }
    show(sh)
}

/// `popd [-n] [+N | -N]`
pub fn run_popd(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut stay = false;
    let mut index = 0;
    let all = stack(sh);
    for field in args.iter().skip(1) {
        match field {
            b"-n" => stay = true,
            b"--" => {}
            _ => match index_of(field, all.len()) {
                Some(Ok(found)) => index = found,
                Some(Err(())) => return Ok(out_of_range(sh, field)),
                None if field.first() == Some(&b'-') => {
                    report::builtin_word_error(sh, field, "invalid number");
                    return Ok(usage_error(sh));
                }
                None => {
                    report::builtin_word_error(sh, field, "invalid argument");
                    return Ok(usage_error(sh));
                }
            },
        }
    }
    if sh.interaction.directories.is_empty() {
        return Ok(report::builtin_error(sh, b"directory stack empty"));
    }
    if index == 0 && !stay {
        if let Some(next) = sh.interaction.directories.first().cloned() {
            let status = enter(sh, &next)?;
            if status != 0 {
                return Ok(status);
            }
        }
        sh.interaction_mut().directories.remove(0);
    } else {
        // Without a change of directory the first that goes is the one below the top.
        let below = index.saturating_sub(1);
        let directories = &mut sh.interaction_mut().directories;
        if below < directories.len() {
            directories.remove(below);
        }
    }
    show(sh)
}
