//! `rm [-fRr] FILE...` (POSIX XCU rm). Trees are removed by the `rmtree` crate.

use skosh_rmtree::{Decision, Entry, Errno, Error, Observer, Options};
use skosh_sys::fs;

use crate::call::{Call, End, is_interrupted};
use crate::getopt::parse;

/// Stops at the first error: from there on it is the program's work, and its message.
struct UntilError {
    ignore_missing: bool,
    failed: bool,
}

impl Observer for UntilError {
    fn error(&mut self, entry: &Entry<'_>, error: Error) -> Decision {
        if entry.depth() == 0 && self.ignore_missing && is_missing(error) {
            return Decision::Proceed;
        }
        self.failed = true;
        Decision::Stop
    }

    fn is_interrupted(&mut self) -> bool {
        is_interrupted()
    }
}

/// What `-f` does not mind.
fn is_missing(error: Error) -> bool {
    matches!(error, Error::System(Errno::ENOENT | Errno::ENOTDIR))
}

pub(crate) fn run(call: &mut Call<'_>) -> End {
    let long = [("force", b'f'), ("recursive", b'r')];
    let Some(given) = parse(call.args, b"fRr", &long) else { return End::Program };
    let force = given.has(b'f');
    let recursive = given.has(b'r') || given.has(b'R');
    if !force && (given.operands.is_empty() || may_ask(call)) {
        return End::Program;
    }
    call.sh.flush();
    for index in given.operands {
        let path = call.args.at(index);
        let removed = if recursive {
            let mut observer = UntilError { ignore_missing: force, failed: false };
            skosh_rmtree::remove(path, &Options::new(), &mut observer);
            !observer.failed
        } else {
            match fs::unlink(path) {
                Ok(()) => true,
                Err(errno) => force && is_missing(Error::System(errno)),
            }
        };
        if call.is_interrupted() {
            return End::Interrupted;
        }
        if !removed {
            return End::From(index);
        }
    }
    End::Status(0)
}

/// With a terminal as its input `rm` asks about files that cannot be written.
fn may_ask(call: &mut Call<'_>) -> bool {
    match call.sh.fds.get(0).map(|file| file.raw_fd()) {
        Ok(Some(fd)) => fs::is_terminal(fd),
        _ => false,
    }
}
