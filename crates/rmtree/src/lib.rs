//! Removal of directory trees: few system calls, no recursion, no heap, any depth, safe against races.
//!
//! [`remove`] deletes a file or a whole tree. For F files and D directories it makes F + D `unlinkat`, D `openat`, D
//! `getdents64` and D `close` calls and hardly any others: types come from the listing, nothing is stat'ed, no path is
//! built, and a directory is removed after its first complete read, without being asked whether that was all.
//!
//! At most 32 directories are open at a time, fewer if the process may not open so many (three are enough). Deeper
//! down, the oldest are closed and found again on the way back by `..`, device and inode compared, so that the cost
//! stays linear at any depth and a directory that someone moves elsewhere meanwhile ends the removal instead of
//! leading it out of the tree. A symbolic link is removed, never followed, also one that takes a directory's place
//! during the walk.
//!
//! What happens on errors, what is asked and what is told is decided by an [`Observer`]; with [`Silent`] everything that
//! can be removed is, and the [`Summary`] counts what could not.
//!
//! ```
//! let path = std::env::temp_dir().join(format!("rmtree-example-{}", std::process::id()));
//! std::fs::create_dir_all(path.join("a/b/c")).unwrap();
//! let path = path.as_os_str().as_encoded_bytes();
//! let summary = skosh_rmtree::remove(path, &Default::default(), &mut skosh_rmtree::Silent);
//! assert!(summary.is_complete());
//! assert_eq!(summary.removed, 4);
//! ```
//!
//! Neighbour: `skosh-sys` makes the system calls. The crate has no global state; every call may run in any thread, on
//! about 200 KiB of its stack.
#![forbid(unsafe_code)]

mod frames;
mod name;
mod observer;
mod operand;
mod trail;
mod walk;

pub use observer::{Decision, Entry, Error, Observer, Silent};
pub use operand::{count, remove, remove_at, remove_contents};
pub use skosh_sys::Errno;
pub use skosh_sys::directory::EntryKind;

/// How a tree is removed. The default removes everything below the operand, whatever is mounted there, and the operand.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// Leave directories on another file system than the operand's; each is an [`Error::OtherFileSystem`].
    pub one_file_system: bool,
    /// Remove nothing, and count what would be: entries that could be read, whether or not they could be removed.
    pub dry_run: bool,
    /// Remove what is in the operand, a directory, and leave the operand itself. Set by [`remove_contents`].
    pub keep_operand: bool,
    /// Take all listed types for unknown, as some file systems leave them. For tests.
    #[doc(hidden)]
    pub hide_types: bool,
}

impl Options {
    /// The default options.
    pub fn new() -> Options {
        Options::default()
    }

    /// Sets [`Options::one_file_system`].
    pub fn one_file_system(mut self, value: bool) -> Options {
        self.one_file_system = value;
        self
    }

    /// Sets [`Options::dry_run`].
    pub fn dry_run(mut self, value: bool) -> Options {
        self.dry_run = value;
        self
    }

    /// Sets [`Options::hide_types`].
    #[doc(hidden)]
    pub fn hide_types(mut self, value: bool) -> Options {
        self.hide_types = value;
        self
    }
}

/// What a removal has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Entries removed, directories and the operand among them.
    pub removed: u64,
    /// Errors handed to the observer.
    pub errors: u64,
    /// Entries that stay because of an error or because the observer said so. What is above them is not counted.
    pub kept: u64,
    /// The observer has ended the removal, or there was no way back ([`Error::Moved`]).
    pub stopped: bool,
}

impl Summary {
    /// Nothing is left.
    pub fn is_complete(&self) -> bool {
        self.errors == 0 && self.kept == 0 && !self.stopped
    }
}
