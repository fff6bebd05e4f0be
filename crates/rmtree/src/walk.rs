//! The walk: down into each directory as it is listed, back up when it is empty.
//!
//! Every step works on names relative to an open directory, which is opened with `O_NOFOLLOW`, so nothing that is swapped
//! in meanwhile can lead out of the tree. What a listing says about types is a hint: the kernel's answer to the wrong
//! call (`EISDIR`, `ENOTDIR`, `ELOOP`) puts it right.
//!
//! An entry that stays keeps all directories above it. So one number, the deepest level at which something stayed, is
//! all that has to be known of failures, however deep the walk is.

use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use skosh_sys::directory::EntryKind;
use skosh_sys::{Errno, fs};

use crate::frames::{Frame, Frames};
use crate::observer::{Decision, Entry, Error, Observer};
use crate::trail::{Identity, Trail};
use crate::{Options, Summary};

/// How a directory of the tree is opened.
pub(crate) const OPEN: i32 = fs::O_RDONLY | fs::O_DIRECTORY | fs::O_NOFOLLOW;
/// How often a directory is read from the beginning when it is not empty although all that was listed is gone.
const PASSES: u8 = 8;

/// The directory that the walk has just come back from, to be found again in the listing of the one above.
#[derive(Clone, Copy)]
struct Return {
    identity: Identity,
    is_empty: bool,
}

pub(crate) struct Walk<'w, O> {
    frames: Frames,
    /// How many directories above the oldest frame have been given up; their identities are on the trail.
    given_up: u32,
    trail: Option<Trail>,
    /// The levels up to this one (0 is the operand) hold something that stays; -1: none.
    kept: i64,
    /// Set between coming back to a directory that was given up and finding the entry where it was left.
    returning: Option<Return>,
    /// A listing was found to go on although there was room: do not try to remove before its end any more.
    reads_to_end: bool,
    operand: &'w [u8],
    base: RawFd,
    options: &'w Options,
    observer: &'w mut O,
    device: Option<u64>,
    pub(crate) summary: Summary,
}

impl<'w, O: Observer> Walk<'w, O> {
    pub(crate) fn new(base: RawFd, operand: &'w [u8], options: &'w Options, observer: &'w mut O) -> Self {
        Walk {
            frames: Frames::new(),
            given_up: 0,
            trail: None,
            kept: -1,
            returning: None,
            reads_to_end: false,
            operand,
            base,
            options,
            observer,
            device: None,
            summary: Summary::default(),
        }
    }

    /// Removes what is in the open directory `root`, and the directory itself unless the options say that it stays.
    pub(crate) fn run(&mut self, root: OwnedFd) {
        if self.options.one_file_system {
            self.device = fs::fstat(root.as_raw_fd()).ok().map(|stat| stat.dev);
        }
        self.frames.push(root);
        self.read();
        if !self.frames.has_parent() && self.is_root() {
            return self.give_up(Error::Root);
        }
        while !self.summary.stopped && self.frames.len() > 0 {
            let Some(listed) = self.frames.advance() else {
                self.finish_listing();
                continue;
            };
            if self.returning.is_some() && !self.is_found_again(listed.ino, listed.kind) {
                continue;
            }
            let kind = if self.options.hide_types { EntryKind::Unknown } else { listed.kind };
            match kind {
                EntryKind::Directory => self.descend(),
                _ => self.remove_file(kind),
            }
        }
    }

    /// The level of the top directory.
    fn level(&self) -> i64 {
        i64::from(self.given_up) + self.frames.len() as i64 - 1
    }

    /// Something in the top directory stays.
    fn keep(&mut self) {
        self.kept = self.kept.max(self.level());
        self.summary.kept += 1;
    }

    /// Asks or tells the observer about the current entry of the top directory.
    fn with_entry<T>(&mut self, kind: EntryKind, call: impl FnOnce(&mut O, &Entry<'_>) -> T) -> T {
        self.with_names(self.frames.len(), kind, call)
    }

    /// As [`with_entry`](Self::with_entry) for the directory that is on top itself.
    fn with_top<T>(&mut self, call: impl FnOnce(&mut O, &Entry<'_>) -> T) -> T {
        self.with_names(self.frames.len().saturating_sub(1), EntryKind::Directory, call)
    }

    fn with_names<T>(&mut self, names: usize, kind: EntryKind, call: impl FnOnce(&mut O, &Entry<'_>) -> T) -> T {
        let (operand, base, given_up) = (self.operand, self.base, self.given_up);
        let above = (names > 0 || given_up > 0).then_some(&self.frames);
        call(self.observer, &Entry { operand, base, above, given_up, names, kind })
    }

    fn heed(&mut self, decision: Decision) {
        if decision == Decision::Stop {
            self.summary.stopped = true;
        }
    }

    /// The current entry of the top directory stays because of `error`.
    fn report(&mut self, kind: EntryKind, error: Error) {
        self.summary.errors += 1;
        self.keep();
        let decision = self.with_entry(kind, |observer, entry| observer.error(entry, error));
        self.heed(decision);
    }

    /// The directory on top stays because of `error`, found out when it was read or removed.
    fn report_top(&mut self, error: Error) {
        self.summary.errors += 1;
        self.keep();
        let decision = self.with_top(|observer, entry| observer.error(entry, error));
        self.heed(decision);
    }

    /// The walk ends because of `error`, and the operand stays.
    fn give_up(&mut self, error: Error) {
        self.summary.errors += 1;
        self.summary.kept += 1;
        self.summary.stopped = true;
        let (operand, base, kind) = (self.operand, self.base, EntryKind::Directory);
        self.observer.error(&Entry { operand, base, above: None, given_up: 0, names: 0, kind }, error);
    }

    fn is_root(&self) -> bool {
        let Ok(root) = fs::lstat(b"/") else { return false };
        fs::fstat(self.frames.top_fd()).is_ok_and(|stat| stat.is_same_file(&root))
    }

    /// Reads on in the top directory. `false`: the end, or an error that has been reported.
    fn read(&mut self) -> bool {
        if self.observer.is_interrupted() {
            self.summary.stopped = true;
            return false;
        }
        while !self.frames.has_room() && self.give_up_oldest() {}
        match self.frames.read() {
            Ok(found) => found,
            Err(Errno::EINTR) => true,
            Err(errno) => {
                if let Some(top) = self.frames.top_mut() {
                    (top.more, top.ended) = (false, true);
                }
                self.report_top(Error::System(errno));
                false
            }
        }
    }

    /// Removes the current entry, which is probably no directory.
    fn remove_file(&mut self, kind: EntryKind) {
        let is_known = kind != EntryKind::Unknown;
        if !is_known && (self.options.dry_run || self.observer.needs_kind()) && self.is_directory() {
            return self.descend();
        }
        if self.options.dry_run {
            return self.removed(kind);
        }
        match self.with_entry(kind, |observer, entry| observer.remove(entry)) {
            Decision::Proceed | Decision::RemoveNow => {}
            Decision::Skip => return self.keep(),
            Decision::Stop => return self.summary.stopped = true,
        }
        match fs::unlink_at(self.frames.top_fd(), self.name(), 0) {
            Ok(()) => self.removed(kind),
            Err(Errno::ENOENT) => self.vanished(kind),
            Err(Errno::EISDIR) => self.descend(),
            // POSIX lets a system say EPERM of a directory.
            Err(Errno::EPERM) if kind != EntryKind::File && self.is_directory() => self.descend(),
            Err(errno) => self.report(kind, Error::System(errno)),
        }
    }

    fn name(&self) -> &[u8] {
        self.frames.name(self.frames.len().saturating_sub(1))
    }

    fn is_directory(&self) -> bool {
        fs::stat_at(self.frames.top_fd(), self.name(), fs::AT_SYMLINK_NOFOLLOW).is_ok_and(|stat| stat.is_dir())
    }

    fn removed(&mut self, kind: EntryKind) {
        self.summary.removed += 1;
        self.with_entry(kind, |observer, entry| observer.removed(entry));
    }

    fn vanished(&mut self, kind: EntryKind) {
        self.with_entry(kind, |observer, entry| observer.vanished(entry));
    }

    /// Enters the current entry, a directory as far as is known.
    fn descend(&mut self) {
        let kind = EntryKind::Directory;
        match self.with_entry(kind, |observer, entry| observer.enter(entry)) {
            Decision::Proceed => {}
            Decision::Skip => return self.keep(),
            Decision::Stop => return self.summary.stopped = true,
            Decision::RemoveNow => return self.remove_unread(None),
        }
        while self.frames.is_full() {
            if !self.give_up_oldest() {
                return;
            }
        }
        let opened = loop {
            match self.open() {
                Err(Errno::EMFILE | Errno::ENFILE) if self.frames.len() > 1 => {
                    if !self.give_up_oldest() {
                        return;
                    }
                }
                Err(Errno::EINTR) => {}
                result => break result,
            }
        };
        match opened {
            Ok(fd) => {
                self.frames.push(fd);
                self.read();
            }
            Err(Errno::ENOENT) => self.vanished(kind),
            // It is a directory no more, or never was.
            Err(Errno::ENOTDIR | Errno::ELOOP) => match fs::unlink_at(self.frames.top_fd(), self.name(), 0) {
                Ok(()) => self.removed(EntryKind::Unknown),
                Err(Errno::ENOENT) => self.vanished(EntryKind::Unknown),
                // And it is one again: someone is playing. It is met once more when this directory is not empty.
                Err(Errno::EISDIR) => {}
                Err(errno) => self.report(EntryKind::Unknown, Error::System(errno)),
            },
            Err(Errno::EXDEV) if self.device.is_some() => self.report(kind, Error::OtherFileSystem),
            Err(errno) => self.remove_unread(Some(errno)),
        }
    }

    fn open(&self) -> Result<OwnedFd, Errno> {
        let (directory, name) = (self.frames.top_fd(), self.name());
        let Some(device) = self.device else { return fs::openat(directory, name, OPEN, 0) };
        // Nearly always answered without a look at the device of each directory.
        match fs::openat_same_mount(directory, name, OPEN) {
            // EXDEV: a mount, but perhaps of the same file system; EPERM: a sandbox, perhaps.
            Err(Errno::EXDEV | Errno::ENOSYS | Errno::EPERM) => {}
            result => return result,
        }
        let fd = fs::openat(directory, name, OPEN, 0)?;
        if fs::fstat(fd.as_raw_fd())?.dev == device { Ok(fd) } else { Err(Errno::EXDEV) }
    }

    /// Removes the current entry, a directory that could not be opened (why) or need not be: it goes if it is empty.
    fn remove_unread(&mut self, why: Option<Errno>) {
        let kind = EntryKind::Directory;
        if self.options.dry_run {
            return match why {
                Some(errno) => self.report(kind, Error::System(errno)),
                None => self.removed(kind),
            };
        }
        if why.is_some() {
            match self.with_entry(kind, |observer, entry| observer.remove(entry)) {
                Decision::Proceed | Decision::RemoveNow => {}
                Decision::Skip => return self.keep(),
                Decision::Stop => return self.summary.stopped = true,
            }
        }
        match fs::unlink_at(self.frames.top_fd(), self.name(), fs::AT_REMOVEDIR) {
            Ok(()) => self.removed(kind),
            Err(Errno::ENOENT) => self.vanished(kind),
            Err(Errno::ENOTEMPTY | Errno::EEXIST | Errno::ENOTDIR) if why.is_some() => {
                self.report(kind, Error::System(why.unwrap_or(Errno::ENOTEMPTY)));
            }
            Err(errno) => self.report(kind, Error::System(errno)),
        }
    }

    /// What is in memory of the top directory's listing is done: read on, or remove the directory and go back up.
    fn finish_listing(&mut self) {
        let Some(top) = self.frames.top() else { return };
        let (more, ended) = (top.more, top.ended);
        let level = self.level();
        let stays = level <= self.kept || self.options.dry_run || (level == 0 && self.options.keep_operand);
        let to_end = stays || self.reads_to_end || self.returning.is_some();
        if (more || to_end) && !ended {
            self.read();
            return;
        }
        let is_lost = self.returning.take().is_some();
        if stays {
            self.leave(false);
        } else if is_lost {
            // The entry where this directory was left is not there any more: look at the others from the beginning.
            self.read_again();
        } else {
            self.remove_top(ended);
        }
    }

    /// Reads the top directory from its beginning.
    fn read_again(&mut self) {
        let result = skosh_sys::io::lseek(self.frames.top_fd(), 0, skosh_sys::io::Whence::Start);
        if let Some(top) = self.frames.top_mut() {
            top.passes = top.passes.saturating_add(1);
        }
        match result {
            Ok(_) => {
                self.read();
            }
            Err(errno) => {
                self.report_top(Error::System(errno));
            }
        }
    }

    /// Removes the top directory, of which everything is gone as far as it was listed, and goes back up.
    fn remove_top(&mut self, ended: bool) {
        if self.frames.len() == 1 && self.given_up > 0 {
            // Removed by its name, once that has been found in the directory above.
            return self.leave(true);
        }
        match self.with_top(|observer, entry| observer.remove(entry)) {
            Decision::Proceed | Decision::RemoveNow => {}
            Decision::Skip => {
                self.keep();
                return self.leave(false);
            }
            Decision::Stop => return self.summary.stopped = true,
        }
        let result = match self.frames.below_top() {
            Some(below) => {
                let name = self.frames.name(self.frames.len().saturating_sub(2));
                fs::unlink_at(below.fd.as_raw_fd(), name, fs::AT_REMOVEDIR)
            }
            None => fs::unlink_at(self.base, self.operand, fs::AT_REMOVEDIR),
        };
        match result {
            Ok(()) => {
                self.summary.removed += 1;
                self.with_top(|observer, entry| observer.removed(entry));
                self.leave(false);
            }
            Err(Errno::ENOTEMPTY | Errno::EEXIST) => self.not_empty(ended),
            // Gone, or moved away and replaced by something else: if that is in the tree, it is met once more.
            Err(Errno::ENOENT | Errno::ENOTDIR) => {
                self.with_top(|observer, entry| observer.vanished(entry));
                self.leave(false);
            }
            Err(errno) => {
                self.report_top(Error::System(errno));
                self.leave(false);
            }
        }
    }

    /// The top directory is not empty after all: read on, then from the beginning a few times.
    fn not_empty(&mut self, ended: bool) {
        if !ended {
            // A listing that had room left should have been whole.
            if self.read() {
                self.reads_to_end = true;
                return;
            }
            if self.summary.stopped || self.level() <= self.kept {
                return;
            }
        }
        if self.frames.top().is_some_and(|top| top.passes < PASSES) {
            return self.read_again();
        }
        self.report_top(Error::System(Errno::ENOTEMPTY));
        self.leave(false);
    }

    /// Goes back to the directory above the top one. `is_empty`: the top one, whose name is not known, can be removed.
    fn leave(&mut self, is_empty: bool) {
        if self.options.dry_run && !(self.level() == 0 && self.options.keep_operand) {
            self.summary.removed += 1;
            self.with_top(|observer, entry| observer.removed(entry));
        }
        let level = self.level();
        let Some(left) = self.frames.pop() else { return };
        self.kept = self.kept.min(level - 1);
        if self.frames.len() == 0
            && self.given_up > 0
            && let Err(error) = self.regain(&left, is_empty)
        {
            self.give_up(error);
        }
    }

    /// Gives up the oldest directory to make room. `false` when the walk cannot go on like this; that is reported.
    fn give_up_oldest(&mut self) -> bool {
        if self.frames.len() < 2 {
            return false;
        }
        let identity =
            self.frames.get(0).and_then(|oldest| oldest.identity.or_else(|| identity(oldest.fd.as_raw_fd()).ok()));
        let pushed = identity.is_some_and(|identity| self.trail.get_or_insert_with(Trail::new).push(identity));
        if !pushed {
            self.report(EntryKind::Directory, Error::System(Errno::ENOMEM));
            return false;
        }
        self.frames.give_up_oldest();
        self.given_up += 1;
        true
    }

    /// Comes back to the directory above `left`, which had been given up, and makes sure that it is the same one.
    fn regain(&mut self, left: &Frame, is_empty: bool) -> Result<(), Error> {
        let trail = self.trail.as_mut().ok_or(Error::Moved)?;
        let mut above: Option<OwnedFd> = None;
        let mut failure = None;
        let ascend = || {
            let from = above.as_ref().map_or(left.fd.as_raw_fd(), AsRawFd::as_raw_fd);
            let result = fs::openat(from, b"..", OPEN, 0).and_then(|fd| Ok((identity(fd.as_raw_fd())?, fd)));
            let (identity, fd) = result.map_err(|errno| failure = Some(Error::System(errno))).ok()?;
            above = Some(fd);
            Some(identity)
        };
        if !trail.refill(ascend) {
            return Err(failure.unwrap_or(Error::Moved));
        }
        drop(above);
        let fd = fs::openat(left.fd.as_raw_fd(), b"..", OPEN, 0).map_err(Error::System)?;
        let found = identity(fd.as_raw_fd()).map_err(Error::System)?;
        if !trail.pop(found) {
            return Err(Error::Moved);
        }
        let left_identity = left.identity.map_or_else(|| identity(left.fd.as_raw_fd()), Ok);
        self.returning = Some(Return { identity: left_identity.map_err(Error::System)?, is_empty });
        self.given_up -= 1;
        self.frames.push(fd);
        if let Some(top) = self.frames.top_mut() {
            top.identity = Some(found);
        }
        Ok(())
    }

    /// Whether the current entry is to be worked on, in a directory that was given up and is read again: not before
    /// the entry where it was left. That one is removed here if it is empty, and is done otherwise.
    fn is_found_again(&mut self, ino: u64, kind: EntryKind) -> bool {
        let Some(Return { identity: (device, number), is_empty }) = self.returning else { return true };
        if ino != number {
            // Some file systems list other numbers than they tell of the file itself.
            let may_be = matches!(kind, EntryKind::Directory | EntryKind::Unknown);
            let stat = || fs::stat_at(self.frames.top_fd(), self.name(), fs::AT_SYMLINK_NOFOLLOW);
            if !may_be || !stat().is_ok_and(|stat| (stat.dev, stat.ino) == (device, number)) {
                return false;
            }
        }
        self.returning = None;
        if !is_empty {
            return false;
        }
        let kind = EntryKind::Directory;
        match self.with_entry(kind, |observer, entry| observer.remove(entry)) {
            Decision::Proceed | Decision::RemoveNow => {}
            Decision::Skip => {
                self.keep();
                return false;
            }
            Decision::Stop => {
                self.summary.stopped = true;
                return false;
            }
        }
        match fs::unlink_at(self.frames.top_fd(), self.name(), fs::AT_REMOVEDIR) {
            Ok(()) => self.removed(kind),
            Err(Errno::ENOENT) => self.vanished(kind),
            // Something has appeared in it: enter it like any other.
            Err(Errno::ENOTEMPTY | Errno::EEXIST | Errno::ENOTDIR) => return true,
            Err(errno) => self.report(kind, Error::System(errno)),
        }
        false
    }
}

fn identity(fd: RawFd) -> Result<Identity, Errno> {
    let stat = fs::fstat(fd)?;
    Ok((stat.dev, stat.ino))
}
