//! `cd` (POSIX XCU cd), with bash's `-e` and skosh's `-f FD`.
//!
//! The logical name of the new directory is computed from the old one without asking the kernel, so that a `cd` is one chdir(2).

use std::rc::Rc;

use skosh_interp::expand::quote;
use skosh_interp::{report, subshell};
use skosh_state::{Fields, Opt, Outcome, Shell};
use skosh_syntax::Sym;
use skosh_syntax::names::well_known as name;
use skosh_sys::{Errno, fs};

use crate::option_scan::OptionScan;
use crate::{failure, number, pwd};

/// How the new directory is found.
struct Options {
    /// `-P`: symbolic links are resolved before `..`.
    physical: bool,
    /// `-e`: with `-P`, fail when the new directory's name cannot be found out.
    strict: bool,
}

/// `cd [-L|-P [-e]] [directory | -]`, `cd -f FD`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut options = Options { physical: sh.options.has(Opt::Physical), strict: false };
    let mut descriptor = None;
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"LPef:") {
            Ok(None) => break,
            Ok(Some((b'L', _))) => options.physical = false,
            Ok(Some((b'P', _))) => options.physical = true,
            Ok(Some((b'e', _))) => options.strict = true,
            Ok(Some((b'f', value))) => descriptor = Some(value),
            Ok(Some(_)) => {}
            Err(status) => return Ok(status),
        }
    }
    if let Some(text) = descriptor {
        return to_descriptor(sh, text);
    }
    let first = scan.first();
    if args.len() > first + 1 && !failure::is_sh(sh) {
        return Ok(report::builtin_error(sh, b"too many arguments"));
    }
    let operand: Vec<u8> = match args.get(first) {
        Some(b"-") => match value_of(sh, name::OLDPWD) {
            // bash: an empty one stays where it is, and says so.
            Some(old) if old.is_empty() && !failure::is_sh(sh) => {
                report::output(sh, b"\n")?;
                return stay(sh);
            }
            Some(old) if !old.is_empty() => return change(sh, &old, &old, &options, true),
            _ => {
                report::builtin_error(sh, b"OLDPWD not set");
                return Ok(failure::status(sh, 1));
            }
        },
        Some(operand) => operand.to_vec(),
        None => match value_of(sh, name::HOME) {
            Some(home) => home,
            None if failure::is_sh(sh) => return Ok(0),
            None => return Ok(report::builtin_error(sh, b"HOME not set")),
        },
    };
    if operand.is_empty() {
        // Nowhere to go; bash and dash stay where they are.
        return stay(sh);
    }
    if let Some(found) = through_cdpath(sh, &operand, &options)? {
        return Ok(found);
    }
    change(sh, &operand, &operand, &options, false)
}

/// `cd ''`: PWD and OLDPWD are set as after any cd.
fn stay(sh: &mut Shell) -> Outcome {
    match pwd::logical_name(sh) {
        Ok(here) => arrived(sh, here),
        Err(_) => Ok(0),
    }
}

fn value_of(sh: &mut Shell, sym: Sym) -> Option<Vec<u8>> {
    sh.scalar(sym).map(|value| value.into_owned())
}

/// Tries the directories of CDPATH for a relative operand that does not begin with `.` or `..`.
fn through_cdpath(sh: &mut Shell, operand: &[u8], options: &Options) -> Result<Option<i32>, skosh_state::Divert> {
    let first = operand.split(|&byte| byte == b'/').next().unwrap_or(b"");
    if operand.first() == Some(&b'/') || matches!(first, b"." | b"..") {
        return Ok(None);
    }
    let Some(path) = value_of(sh, name::CDPATH).filter(|path| !path.is_empty()) else { return Ok(None) };
    for directory in path.split(|&byte| byte == b':') {
        let mut candidate = directory.to_vec();
        if candidate.last().is_some_and(|&byte| byte != b'/') {
            candidate.push(b'/');
        }
        candidate.extend_from_slice(operand);
        // One that is not there is passed over without a word.
        if try_change(sh, &candidate, options)?.is_ok() {
            let here = sh.cwd.name.clone();
            let status = finish(sh, options)?;
            // POSIX: shown where the directory came from a non-empty entry of CDPATH.
            if !directory.is_empty()
                && let Some(here) = here
            {
                print_name(sh, &here)?;
            }
            return Ok(Some(status));
        }
    }
    Ok(None)
}

/// Changes to a directory as `pushd` and `popd` do: no CDPATH, nothing printed.
///
/// # Errors
///
/// The divert of a subshell that had to become a process.
pub fn enter(sh: &mut Shell, path: &[u8]) -> Outcome {
    let options = Options { physical: sh.options.has(Opt::Physical), strict: false };
    change(sh, path, path, &options, false)
}

/// Changes to `path`; `word` is how a message names it.
fn change(sh: &mut Shell, path: &[u8], word: &[u8], options: &Options, show: bool) -> Outcome {
    match try_change(sh, path, options)? {
        Ok(()) => {
            let status = finish(sh, options)?;
            if show && let Some(here) = sh.cwd.name.clone() {
                print_name(sh, &here)?;
            }
            Ok(status)
        }
        Err(errno) => {
            if sh.options.has(Opt::CdableVars)
                && let Some(target) = sh.scalar_named(word).map(|value| value.into_owned())
                && !show
                && !target.is_empty()
            {
                return match try_change(sh, &target, options)? {
                    Ok(()) => {
                        let status = finish(sh, options)?;
                        print_name(sh, &target)?;
                        Ok(status)
                    }
                    Err(errno) => Ok(refused(sh, word, errno)),
                };
            }
            Ok(refused(sh, word, errno))
        }
    }
}

fn refused(sh: &mut Shell, word: &[u8], errno: Errno) -> i32 {
    let mut shown = Vec::new();
    if quote::needs_escapes(word, sh.locale) {
        quote::ansi(word, sh.locale, &mut shown);
    } else {
        shown.extend_from_slice(word);
    }
    report::builtin_word_error(sh, &shown, &errno.message());
    failure::status(sh, 1)
}

fn print_name(sh: &mut Shell, path: &[u8]) -> Outcome {
    let mut line = path.to_vec();
    line.push(b'\n');
    report::output(sh, &line)
}

/// The directory and its logical name before [`finish`] puts them into PWD and OLDPWD. Sets `sh.cwd.name` on success.
fn try_change(sh: &mut Shell, path: &[u8], options: &Options) -> Result<Result<(), Errno>, skosh_state::Divert> {
    sh.settle();
    if options.physical {
        let before = pwd::logical_name(sh).ok();
        return Ok(match subshell::change_directory(sh, path)? {
            Ok(()) => {
                sh.cwd.name = fs::getcwd().ok().map(Rc::from);
                note_old(sh, before);
                Ok(())
            }
            Err(errno) => Err(errno),
        });
    }
    let before = pwd::logical_name(sh).ok();
    let logical = if path.first() == Some(&b'/') {
        canonical(path, path.contains(&b'.'))
    } else {
        before.as_ref().and_then(|before| {
            let mut joined = before.to_vec();
            if joined.last() != Some(&b'/') {
                joined.push(b'/');
            }
            joined.extend_from_slice(path);
            canonical(&joined, true)
        })
    };
    // Without `..` the operand itself is the shorter way, and works where the logical name is too long for one call.
    let direct = !path.split(|&byte| byte == b'/').any(|part| part == b"..");
    let result = match &logical {
        Some(logical) if !direct => match subshell::change_directory(sh, logical)? {
            // bash: the logical way may be gone while the physical one is there.
            Err(_) => match subshell::change_directory(sh, path)? {
                Ok(()) => {
                    sh.cwd.name = fs::getcwd().ok().map(Rc::from);
                    note_old(sh, before);
                    return Ok(Ok(()));
                }
                error => error,
            },
            done => done,
        },
        _ => subshell::change_directory(sh, path)?,
    };
    if let Err(errno) = result {
        return Ok(Err(errno));
    }
    sh.cwd.name = logical.map(Rc::from).or_else(|| fs::getcwd().ok().map(Rc::from));
    note_old(sh, before);
    Ok(Ok(()))
}

/// Remembers where we came from for [`finish`].
fn note_old(sh: &mut Shell, before: Option<Rc<[u8]>>) {
    let old = match before {
        // dash goes by what it knows, bash by what PWD says.
        Some(before) if failure::is_sh(sh) => before.to_vec(),
        _ => value_of(sh, name::PWD).unwrap_or_default(),
    };
    set(sh, name::OLDPWD, &old);
}

/// PWD after a change of directory, and the status of `-e`.
fn finish(sh: &mut Shell, options: &Options) -> Outcome {
    match sh.cwd.name.clone() {
        Some(here) => {
            let failed = !set(sh, name::PWD, &here);
            Ok(if failed { failure::status(sh, 1) } else { 0 })
        }
        None => Ok(if options.strict && options.physical { 1 } else { 0 }),
    }
}

/// PWD and OLDPWD where the directory did not change.
fn arrived(sh: &mut Shell, here: Rc<[u8]>) -> Outcome {
    note_old(sh, Some(here.clone()));
    set(sh, name::PWD, &here);
    Ok(0)
}

/// Assigns PWD or OLDPWD; one that is readonly keeps its value, with a message. Returns whether it was assigned.
fn set(sh: &mut Shell, sym: Sym, value: &[u8]) -> bool {
    match sh.assign(sym, value) {
        Ok(()) => true,
        Err(error) => {
            failure::assignment(sh, error);
            false
        }
    }
}

/// `cd -f FD`: to what a logical descriptor is open on.
fn to_descriptor(sh: &mut Shell, text: &[u8]) -> Outcome {
    sh.settle();
    let file = number::digits(text).and_then(|n| u32::try_from(n).ok()).and_then(|n| sh.fds.get(n).ok().cloned());
    let Some(fd) = file.as_ref().and_then(|file| file.raw_fd()) else {
        return Ok(refused(sh, text, Errno::EBADF));
    };
    let before = pwd::logical_name(sh).ok();
    match subshell::change_directory_to(sh, fd)? {
        Ok(()) => {
            sh.cwd.name = fs::getcwd().ok().map(Rc::from);
            note_old(sh, before);
            finish(sh, &Options { physical: true, strict: false })
        }
        Err(errno) => Ok(refused(sh, text, errno)),
    }
}

/// The absolute `path` without `.`, `..` and repeated slashes. Where `..` follows a name that is no directory the result is
/// `None` and the kernel shall say what is wrong (POSIX XCU cd, step 8b); asked only when `dots` says that there are some.
fn canonical(path: &[u8], dots: bool) -> Option<Vec<u8>> {
    let mut out: Vec<u8> = Vec::with_capacity(path.len());
    // Two leading slashes, and no more, may mean something else (POSIX XBD 4.13).
    if path.starts_with(b"//") && !path.starts_with(b"///") {
        out.push(b'/');
    }
    let root = out.len();
    for part in path.split(|&byte| byte == b'/') {
        match part {
            b"" => {}
            b"." if dots => {}
            b".." if dots => {
                if out.len() > root && !fs::stat(&out).is_ok_and(|stat| stat.is_dir()) {
                    return None;
                }
                let cut = out.iter().rposition(|&byte| byte == b'/').unwrap_or(root).max(root);
                out.truncate(cut);
            }
            part => {
                out.push(b'/');
                out.extend_from_slice(part);
            }
        }
    }
    if out.len() == root {
        out.push(b'/');
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_canonical() {
        let canonical =
            |path: &str| canonical(path.as_bytes(), true).map(|path| String::from_utf8_lossy(&path).into_owned());
        assert_eq!(canonical("/a//b/./c").as_deref(), Some("/a/b/c"));
        assert_eq!(canonical("/usr/../usr/..").as_deref(), Some("/"));
        assert_eq!(canonical("/..").as_deref(), Some("/"));
        assert_eq!(canonical("//a").as_deref(), Some("//a"));
        assert_eq!(canonical("///a").as_deref(), Some("/a"));
        assert_eq!(canonical("/").as_deref(), Some("/"));
        assert_eq!(canonical("/no such name/.."), None);
    }
}
