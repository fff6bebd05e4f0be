//! `.` and `source` (POSIX XCU dot).

use skosh_interp::{file_test, read, report};
use skosh_state::{Fields, Opt, Outcome, Positional, Shell};
use skosh_syntax::names::well_known as name;
use skosh_sys::fs;

use crate::failure;
use crate::option_scan::{no_options, usage_error};

/// `. file [argument...]`: executes a file's commands here.
pub fn run(sh: &mut Shell, args: &Fields) -> Outcome {
    let sh_mode = failure::is_sh(sh);
    let first = if sh_mode {
        if args.at(1) == b"--" { 2 } else { 1 }
    } else {
        match no_options(sh, args) {
            Ok(first) => first,
            Err(status) => return failure::special(sh, status),
        }
    };
    let Some(file) = args.get(first) else {
        if sh_mode {
            return Ok(0);
        }
        report::builtin_error(sh, b"filename argument required");
        let status = usage_error(sh);
        return failure::special(sh, status);
    };
    sh.settle();
    let Some(path) = locate(sh, file) else {
        let mut text = file.to_vec();
        if sh.options.has(Opt::Posix) && !file.contains(&b'/') {
            text.extend_from_slice(b": file not found");
            report::builtin_error(sh, &text);
        } else {
            text.extend_from_slice(b": No such file or directory");
            report::message(sh, &text);
        }
        return failure::special(sh, 1);
    };
    if !sh_mode && fs::stat(&path).is_ok_and(|stat| stat.is_dir()) {
        report::builtin_word_error(sh, &path, "is a directory");
        return Ok(1);
    }
    // Arguments replace the positional parameters in bash; dash and POSIX ignore them.
    let parameters = (args.len() > first + 1 && !sh_mode).then(|| {
        let mut fields = Fields::new();
        args.iter().skip(first + 1).for_each(|field| fields.push(field));
        Positional::new(fields, 0)
    });
    sh.through_command = false;
    read::source(sh, &path, parameters)
}

/// Finds the file: as it is named if that has a slash, else in PATH, and outside of posix mode in the working directory.
fn locate(sh: &mut Shell, file: &[u8]) -> Option<Vec<u8>> {
    if file.starts_with(b"/dev/") {
        return Some(file.to_vec());
    }
    if file.contains(&b'/') {
        return file_test::unary(sh, b'e', file).unwrap_or(false).then(|| file.to_vec());
    }
    let posix = sh.options.has(Opt::Posix);
    if sh.options.has(Opt::SourcePath) || posix {
        let path = sh.scalar(name::PATH).map_or_else(Vec::new, |value| value.into_owned());
        for directory in path.split(|&byte| byte == b':') {
            let mut candidate = directory.to_vec();
            if candidate.last().is_some_and(|&byte| byte != b'/') {
                candidate.push(b'/');
            }
            candidate.extend_from_slice(file);
            if fs::stat(&candidate).is_ok_and(|stat| !stat.is_dir()) && fs::access(&candidate, fs::R_OK).is_ok() {
                return Some(candidate);
            }
        }
    }
    // An empty PATH means the working directory, too.
    (!posix && fs::stat(file).is_ok()).then(|| file.to_vec())
}
