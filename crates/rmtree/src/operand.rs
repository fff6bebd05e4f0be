//! What the caller names: refused if it is `/`, `.` or `..`, removed at once if it is no directory.

use std::os::fd::{OwnedFd, RawFd};

use skosh_sys::directory::EntryKind;
use skosh_sys::{Errno, fs};

use crate::observer::{Decision, Entry, Error, Observer, Silent};
use crate::walk::{OPEN, Walk};
use crate::{Options, Summary};

/// Removes the file or the tree `path`.
///
/// `/`, and any path that leads to it, and paths that end in `.` or `..` are refused. A symbolic link is removed itself;
/// links in the directories of `path` are followed, as everywhere. A `path` that does not exist is an error
/// (`ENOENT`).
pub fn remove<O: Observer>(path: &[u8], options: &Options, observer: &mut O) -> Summary {
    remove_at(fs::AT_FDCWD, path, options, observer)
}

/// [`remove`] with `path` relative to the open directory `directory`.
pub fn remove_at<O: Observer>(directory: RawFd, path: &[u8], options: &Options, observer: &mut O) -> Summary {
    let bare = without_slashes(path);
    if let Some(error) = refusal(path, bare) {
        return report(directory, path, EntryKind::Directory, error, observer);
    }
    if !options.dry_run && !options.keep_operand {
        // Most operands are files or not there at all: one call.
        match remove_file(directory, path, observer) {
            Ok(summary) => return summary,
            Err(()) => {
                let kind = EntryKind::Directory;
                match observer.enter(&operand(directory, path, kind)) {
                    Decision::Proceed => {}
                    Decision::Skip => return Summary { kept: 1, ..Summary::default() },
                    Decision::Stop => return Summary { stopped: true, ..Summary::default() },
                    Decision::RemoveNow => return remove_directory(directory, path, None, observer),
                }
            }
        }
    }
    // Without the slashes, which would make open follow a link.
    match open(directory, bare) {
        Ok(root) => walk(directory, path, root, options, observer),
        Err(errno @ (Errno::ENOTDIR | Errno::ELOOP)) if options.keep_operand => {
            report(directory, path, EntryKind::Unknown, Error::System(errno), observer)
        }
        Err(Errno::ENOTDIR | Errno::ELOOP) if options.dry_run => {
            observer.removed(&operand(directory, path, EntryKind::Unknown));
            Summary { removed: 1, ..Summary::default() }
        }
        // It was a directory a moment ago.
        Err(Errno::ENOTDIR | Errno::ELOOP) => match remove_file(directory, path, observer) {
            Ok(summary) => summary,
            Err(()) => report(directory, path, EntryKind::Unknown, Error::System(Errno::EBUSY), observer),
        },
        Err(errno @ (Errno::EACCES | Errno::EPERM)) if !options.dry_run && !options.keep_operand => {
            remove_directory(directory, path, Some(errno), observer)
        }
        Err(errno) => report(directory, path, EntryKind::Unknown, Error::System(errno), observer),
    }
}

/// Removes everything in the directory `path` and leaves the directory itself. `.` and `..` are taken; `/` is not.
pub fn remove_contents<O: Observer>(path: &[u8], options: &Options, observer: &mut O) -> Summary {
    let options = Options { keep_operand: true, ..*options };
    // The operand itself is trusted, so it may be a link to a directory.
    match fs::open(path, fs::O_RDONLY | fs::O_DIRECTORY, 0) {
        Ok(root) => walk(fs::AT_FDCWD, path, root, &options, observer),
        Err(errno) => report(fs::AT_FDCWD, path, EntryKind::Unknown, Error::System(errno), observer),
    }
}

/// What [`remove`] would remove: counts the entries, touches nothing.
pub fn count(path: &[u8], options: &Options) -> Summary {
    remove(path, &Options { dry_run: true, ..*options }, &mut Silent)
}

fn open(directory: RawFd, path: &[u8]) -> Result<OwnedFd, Errno> {
    loop {
        match fs::openat(directory, path, OPEN, 0) {
            Err(Errno::EINTR) => {}
            result => return result,
        }
    }
}

fn walk<O: Observer>(base: RawFd, path: &[u8], root: OwnedFd, options: &Options, observer: &mut O) -> Summary {
    let mut walk = Walk::new(base, path, options, observer);
    walk.run(root);
    walk.summary
}

fn operand(base: RawFd, operand: &[u8], kind: EntryKind) -> Entry<'_> {
    Entry { operand, base, above: None, given_up: 0, names: 0, kind }
}

fn report<O: Observer>(base: RawFd, path: &[u8], kind: EntryKind, error: Error, observer: &mut O) -> Summary {
    let stopped = observer.error(&operand(base, path, kind), error) == Decision::Stop;
    Summary { errors: 1, kept: 1, stopped, ..Summary::default() }
}

/// Removes the operand unless it is a directory (`Err`).
fn remove_file<O: Observer>(base: RawFd, path: &[u8], observer: &mut O) -> Result<Summary, ()> {
    let kind = EntryKind::Unknown;
    if observer.needs_kind() && fs::stat_at(base, path, fs::AT_SYMLINK_NOFOLLOW).is_ok_and(|stat| stat.is_dir()) {
        return Err(());
    }
    match observer.remove(&operand(base, path, kind)) {
        Decision::Proceed | Decision::RemoveNow => {}
        Decision::Skip => return Ok(Summary { kept: 1, ..Summary::default() }),
        Decision::Stop => return Ok(Summary { stopped: true, ..Summary::default() }),
    }
    match fs::unlink_at(base, path, 0) {
        Ok(()) => {
            observer.removed(&operand(base, path, kind));
            Ok(Summary { removed: 1, ..Summary::default() })
        }
        Err(Errno::EISDIR) => Err(()),
        Err(Errno::EPERM) if fs::stat_at(base, path, fs::AT_SYMLINK_NOFOLLOW).is_ok_and(|stat| stat.is_dir()) => {
            Err(())
        }
        Err(errno) => Ok(report(base, path, kind, Error::System(errno), observer)),
    }
}

/// Removes the operand, a directory that cannot be read for the reason `why` or need not be.
fn remove_directory<O: Observer>(base: RawFd, path: &[u8], why: Option<Errno>, observer: &mut O) -> Summary {
    let kind = EntryKind::Directory;
    match fs::unlink_at(base, path, fs::AT_REMOVEDIR) {
        Ok(()) => {
            observer.removed(&operand(base, path, kind));
            Summary { removed: 1, ..Summary::default() }
        }
        Err(Errno::ENOTEMPTY | Errno::EEXIST) if why.is_some() => {
            report(base, path, kind, Error::System(why.unwrap_or(Errno::ENOTEMPTY)), observer)
        }
        Err(errno) => report(base, path, kind, Error::System(errno), observer),
    }
}

/// `path` without the slashes at its end; empty if it is nothing else.
fn without_slashes(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|&byte| byte != b'/').map_or(0, |last| last + 1);
    path.get(..end).unwrap_or_default()
}

/// Why the operand is not even looked at.
fn refusal(path: &[u8], bare: &[u8]) -> Option<Error> {
    if bare.is_empty() {
        return Some(if path.is_empty() { Error::System(Errno::ENOENT) } else { Error::Root });
    }
    let last = bare.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    (last == b"." || last == b"..").then_some(Error::Dot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_operands_are_refused() {
        let refused = |path: &[u8]| refusal(path, without_slashes(path));
        for path in ["/", "//", "////"] {
            assert_eq!(refused(path.as_bytes()), Some(Error::Root), "{path}");
        }
        for path in [".", "..", "./", "..///", "a/.", "/..", "a/../"] {
            assert_eq!(refused(path.as_bytes()), Some(Error::Dot), "{path}");
        }
        for path in ["a", "/a", "...", ".a/", "a./"] {
            assert_eq!(refused(path.as_bytes()), None, "{path}");
        }
        assert_eq!(refused(b""), Some(Error::System(Errno::ENOENT)));
    }
}
