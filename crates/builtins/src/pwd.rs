//! `pwd` (POSIX XCU pwd), with bash's names of the directory and skosh's `-f FD`.

use std::rc::Rc;

use skosh_interp::report;
use skosh_state::{Fields, Opt, Outcome, Shell};
use skosh_syntax::names::well_known as name;
use skosh_sys::{Errno, fs};

use crate::option_scan::OptionScan;
use crate::{failure, number};

/// The logical name of the working directory: what is known, else a PWD that names this directory, else its physical name.
///
/// # Errors
///
/// That of getcwd(3).
pub fn logical_name(sh: &mut Shell) -> Result<Rc<[u8]>, Errno> {
    if let Some(name) = &sh.cwd.name {
        return Ok(name.clone());
    }
    let from_environment = sh.vars.get(name::PWD).and_then(|variable| variable.scalar()).map(<[u8]>::to_vec);
    let name: Rc<[u8]> = match from_environment {
        Some(pwd) if is_clean(&pwd) && names_this_directory(&pwd) => pwd.into(),
        _ => fs::getcwd()?.into(),
    };
    sh.set_directory_name(name.clone());
    Ok(name)
}

/// Absolute and without `.` or `..` components (POSIX XCU pwd -L).
fn is_clean(path: &[u8]) -> bool {
    path.first() == Some(&b'/') && !path.split(|&byte| byte == b'/').any(|part| matches!(part, b"." | b".."))
}

fn names_this_directory(path: &[u8]) -> bool {
    match (fs::stat(path), fs::stat(b".")) {
        (Ok(named), Ok(here)) => named.is_same_file(&here),
        _ => false,
    }
}

/// `pwd [-LP] [-f fd]`
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let mut physical = sh.options.has(Opt::Physical);
    let mut descriptor = None;
    let mut scan = OptionScan::new(args);
    loop {
        match scan.next(sh, b"LPf:") {
            Ok(None) => break,
            Ok(Some((b'f', value))) => descriptor = Some(value),
            Ok(Some((letter, _))) => physical = letter == b'P',
            Err(status) => return Ok(status),
        }
    }
    let found = match descriptor {
        Some(text) => directory_of(sh, text),
        None if physical => {
            sh.settle();
            fs::getcwd().map(Rc::from)
        }
        None => logical_name(sh),
    };
    match found {
        Ok(path) => {
            let mut line = sh.take_bytes();
            line.extend_from_slice(&path);
            line.push(b'\n');
            let outcome = report::output(sh, &line);
            sh.recycle_bytes(line);
            outcome
        }
        Err(errno) => {
            let text = format!("error retrieving current directory: {errno}");
            report::builtin_error(sh, text.as_bytes());
            Ok(failure::status(sh, 1))
        }
    }
}

/// The name of the directory that a logical descriptor refers to.
fn directory_of(sh: &mut Shell, text: &[u8]) -> Result<Rc<[u8]>, Errno> {
    let n = number::digits(text).and_then(|n| u32::try_from(n).ok()).ok_or(Errno::EBADF)?;
    let fd = sh.fds.get(n)?.raw_fd().ok_or(Errno::ENOTDIR)?;
    if !fs::fstat(fd)?.is_dir() {
        return Err(Errno::ENOTDIR);
    }
    fs::readlink(format!("/proc/self/fd/{fd}").as_bytes()).map(Rc::from)
}
