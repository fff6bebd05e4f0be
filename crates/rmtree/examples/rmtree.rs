//! `rmtree [-n] [-x] [-c] PATH...`: removes each path and prints what was done on standard error. `-n` only counts,
//! `-x` stays on one file system, `-c` removes the contents only. For benchmarks and as an example of an observer.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::process::ExitCode;

use skosh_rmtree::{Decision, Entry, Error, Observer, Options, remove, remove_contents};

/// Reports every error and goes on.
struct Report;

impl Observer for Report {
    fn error(&mut self, entry: &Entry<'_>, error: Error) -> Decision {
        eprintln!("rmtree: {}: {error:?}", entry.path().escape_ascii());
        Decision::Proceed
    }
}

fn main() -> ExitCode {
    let mut options = Options::new();
    let mut contents = false;
    let mut is_complete = true;
    for argument in std::env::args_os().skip(1).map(OsString::into_vec) {
        match argument.as_slice() {
            b"-n" => options = options.dry_run(true),
            b"-x" => options = options.one_file_system(true),
            b"-c" => contents = true,
            path => {
                let remove = if contents { remove_contents::<Report> } else { remove::<Report> };
                let summary = remove(path, &options, &mut Report);
                is_complete &= summary.is_complete();
                eprintln!("{}: {} removed, {} errors", path.escape_ascii(), summary.removed, summary.errors);
            }
        }
    }
    if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
