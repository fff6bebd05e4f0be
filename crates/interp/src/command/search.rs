//! Command search (POSIX XCU 2.9.1.4): where a program is.

use std::rc::Rc;

use skosh_state::{Opt, Shell};
use skosh_syntax::names::well_known as name;
use skosh_sys::fs;

/// PATH where it is unset: what `command -p` searches, too.
pub const DEFAULT_PATH: &[u8] = b"/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// The path of the program called `command`; a name with a slash is its own path. Remembers what it finds.
pub fn find_program(sh: &mut Shell, command: &[u8]) -> Option<Rc<[u8]>> {
    if command.contains(&b'/') {
        return Some(command.into());
    }
    let sym = sh.names.intern(command);
    if let Some(hashed) = sh.remembered_program(sym) {
        let path = hashed.path.clone();
        if let Some(hashed) = &mut sh.command_mut(sym).program {
            hashed.hits += 1;
        }
        return Some(path);
    }
    let (path, absolute) = search_path(sh, command)?;
    if absolute && sh.options.has(Opt::HashAll) {
        sh.remember_program(sym, path.clone(), false);
        if let Some(hashed) = &mut sh.command_mut(sym).program {
            hashed.hits = 1;
        }
    }
    Some(path)
}

/// Searches PATH. Also tells whether the directory was given by an absolute name. A file that is there but not
/// executable is the result if no other is found, so that the error can say so.
fn search_path(sh: &mut Shell, command: &[u8]) -> Option<(Rc<[u8]>, bool)> {
    let path = sh.scalar(name::PATH).map_or_else(Vec::new, |value| value.into_owned());
    sh.flush();
    let mut second_best = None;
    for directory in path.split(|&byte| byte == b':') {
        let candidate = join(directory, command);
        let Ok(stat) = fs::stat(&candidate) else { continue };
        if stat.is_dir() {
            continue;
        }
        let absolute = directory.first() == Some(&b'/');
        if stat.is_file() && stat.mode & 0o111 != 0 && fs::access(&candidate, fs::X_OK).is_ok() {
            return Some((candidate.into(), absolute));
        }
        if second_best.is_none() {
            second_best = Some((candidate.into(), absolute));
        }
    }
    second_best
}

/// Every place in PATH where an executable file of that name is.
pub fn find_all(sh: &mut Shell, command: &[u8]) -> Vec<Rc<[u8]>> {
    if command.contains(&b'/') {
        return if is_executable(command) { vec![command.into()] } else { Vec::new() };
    }
    let path = sh.scalar(name::PATH).map_or_else(Vec::new, |value| value.into_owned());
    sh.settle();
    find_in(&path, command).collect()
}

/// As [`find_all`] in a given list of directories.
pub fn find_in<'a>(path: &'a [u8], command: &'a [u8]) -> impl Iterator<Item = Rc<[u8]>> + 'a {
    path.split(|&byte| byte == b':')
        .map(move |directory| join(directory, command))
        .filter(|candidate| is_executable(candidate))
        .map(Into::into)
}

/// The first readable file of that name in PATH, executable or not: what `skosh NAME` and `. NAME` look for.
pub fn find_script(sh: &mut Shell, script: &[u8]) -> Option<Rc<[u8]>> {
    let path = sh.scalar(name::PATH).map_or_else(Vec::new, |value| value.into_owned());
    sh.settle();
    path.split(|&byte| byte == b':')
        .map(|directory| join(directory, script))
        .find(|candidate| {
            fs::stat(candidate).is_ok_and(|stat| !stat.is_dir()) && fs::access(candidate, fs::R_OK).is_ok()
        })
        .map(Into::into)
}

/// A regular file that may be executed.
pub fn is_executable(path: &[u8]) -> bool {
    fs::stat(path).is_ok_and(|stat| stat.is_file()) && fs::access(path, fs::X_OK).is_ok()
}

/// An empty directory name is the current directory.
fn join(directory: &[u8], command: &[u8]) -> Vec<u8> {
    let mut path = Vec::with_capacity(directory.len() + command.len() + 2);
    if directory.is_empty() {
        path.extend_from_slice(b"./");
    } else {
        path.extend_from_slice(directory);
        if directory.last() != Some(&b'/') {
            path.push(b'/');
        }
    }
    path.extend_from_slice(command);
    path
}
