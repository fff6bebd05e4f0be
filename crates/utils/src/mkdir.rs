//! `mkdir [-p] DIRECTORY...` (POSIX XCU mkdir).

use skosh_sys::{Errno, fs};

use crate::call::{Call, End};
use crate::getopt::parse;

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let Some(given) = parse(call.args, b"p", &[("parents", b'p')]) else { return End::Program };
    if given.operands.is_empty() {
        return End::Program;
    }
    let parents = given.has(b'p');
    call.sh.flush();
    for index in given.operands {
        let path = call.args.at(index);
        let made = if parents { make_with_parents(path) } else { fs::mkdir(path, 0o777).is_ok() };
        if !made {
            return End::From(index);
        }
    }
    End::Status(0)
}

/// Makes `path` and what is missing on the way. `false` if the program has to have a look.
fn make_with_parents(path: &[u8]) -> bool {
    match fs::mkdir(path, 0o777) {
        Ok(()) => return true,
        Err(Errno::EEXIST) => return fs::stat(path).is_ok_and(|stat| stat.is_dir()),
        Err(Errno::ENOENT) if !path.is_empty() => {}
        Err(_) => return false,
    }
    // Directories on the way can be written by their owner whatever the mask says; that case is rare.
    let mask = fs::umask(0o077);
    fs::umask(mask);
    if mask & 0o300 != 0 {
        return false;
    }
    let mut end = 0;
    while end < path.len() {
        let rest = path.get(end..).unwrap_or_default();
        let name = rest.iter().position(|&byte| byte != b'/').unwrap_or(rest.len());
        let length = rest.iter().skip(name).position(|&byte| byte == b'/').unwrap_or(rest.len() - name);
        end += name + length;
        if length == 0 {
            break;
        }
        let part = path.get(..end).unwrap_or_default();
        match fs::mkdir(part, 0o777) {
            Ok(()) => {}
            Err(Errno::EEXIST) if fs::stat(part).is_ok_and(|stat| stat.is_dir()) => {}
            Err(_) => return false,
        }
    }
    true
}
