//! What a removal tells the caller, and what it asks.

use std::os::fd::{AsRawFd, RawFd};

use skosh_sys::Errno;
use skosh_sys::directory::EntryKind;

use crate::frames::Frames;
use crate::name::path_of;

/// What to do with an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Go on: enter the directory, remove the entry.
    Proceed,
    /// Leave the entry where it is; the directories above it stay, too.
    Skip,
    /// For a directory about to be entered: try to remove it as it is, without looking inside or asking again.
    RemoveNow,
    /// End the whole removal here.
    Stop,
}

/// Why an entry stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// A system call has failed.
    System(Errno),
    /// The directory is on another file system ([`Options::one_file_system`](crate::Options)).
    OtherFileSystem,
    /// The directory was moved elsewhere while its contents were being removed, so there is no way back to what was
    /// above it. The removal ends here.
    Moved,
    /// The operand is `.` or `..`, or ends in one of them.
    Dot,
    /// The operand is the root directory.
    Root,
}

/// An entry, as an [`Observer`] sees it. Nothing is computed before it is asked for.
pub struct Entry<'w> {
    pub(crate) operand: &'w [u8],
    pub(crate) base: RawFd,
    /// The directories above, `None` for the operand itself.
    pub(crate) above: Option<&'w Frames>,
    /// How many directories above are in no frame any more.
    pub(crate) given_up: u32,
    /// How many of them are on the way to the entry. 0: it is the oldest of them itself, and its name is not at hand.
    pub(crate) names: usize,
    pub(crate) kind: EntryKind,
}

impl Entry<'_> {
    /// The name in its directory; for the operand, the path that was given. Empty where it has been forgotten, which
    /// is so only for directories 32 levels down or more when they cannot be read or are counted.
    pub fn name(&self) -> &[u8] {
        match self.above {
            Some(frames) => self.names.checked_sub(1).map_or(b"", |last| frames.name(last)),
            None => self.operand,
        }
    }

    /// The descriptor of the directory that [`name`](Entry::name) is in, for fstatat(2) and the like; -1 where the
    /// name has been forgotten.
    pub fn directory(&self) -> RawFd {
        match self.above {
            Some(frames) => {
                self.names.checked_sub(1).and_then(|last| frames.get(last)).map_or(-1, |frame| frame.fd.as_raw_fd())
            }
            None => self.base,
        }
    }

    /// How many directories lie between the operand and the entry: 0 for the operand, 1 for what is in it.
    pub fn depth(&self) -> usize {
        match self.above {
            Some(_) => self.given_up as usize + self.names,
            None => 0,
        }
    }

    /// The type, as far as it is known: what the directory said, corrected by what the kernel answered.
    pub fn kind(&self) -> EntryKind {
        self.kind
    }

    /// The path: the operand, a slash, and the way down. Built when this is called; far below, names that were
    /// forgotten are looked up in their directories, and a name that cannot be found is given as `?`.
    pub fn path(&self) -> Vec<u8> {
        path_of(self)
    }
}

/// Decides and hears what happens. Every method has a default: remove everything, say nothing, let errors be counted.
pub trait Observer {
    /// Whether [`remove`](Observer::remove) has to know directories from other files. Where a listing does not give the
    /// types they are looked up then; otherwise `remove` may be asked about an entry of unknown type that turns out to
    /// be a directory, and is entered.
    fn needs_kind(&self) -> bool {
        false
    }

    /// A directory is about to be opened.
    fn enter(&mut self, _entry: &Entry<'_>) -> Decision {
        Decision::Proceed
    }

    /// An entry is about to be removed: no directory, or a directory that is empty now.
    fn remove(&mut self, _entry: &Entry<'_>) -> Decision {
        Decision::Proceed
    }

    /// An entry has been removed (or counted, in a dry run).
    fn removed(&mut self, _entry: &Entry<'_>) {}

    /// An entry was listed and was gone when it should be removed: someone else was faster. Not an error by itself.
    fn vanished(&mut self, _entry: &Entry<'_>) {}

    /// An entry stays. [`Decision::Stop`] ends the removal; anything else goes on with the rest.
    fn error(&mut self, _entry: &Entry<'_>, _error: Error) -> Decision {
        Decision::Proceed
    }

    /// Asked for every directory and every few hundred entries: whether to end the removal (a signal has arrived).
    fn is_interrupted(&mut self) -> bool {
        false
    }
}

/// Removes everything and says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}
