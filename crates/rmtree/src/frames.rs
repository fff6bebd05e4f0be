//! The open directories of the walk: a stack of fixed size, and one piece of memory for what was read from them.
//!
//! The listings lie one behind the other in the order of the stack. A directory that was left for one of its entries
//! keeps its listing from that entry on, so the entry's name stays at hand without a copy. When handles or memory run
//! out, the oldest directory is given up.

use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use crate::trail::Identity;
use skosh_sys::Errno;
use skosh_sys::directory::{Entry, EntryKind, read_records};

/// Directories held open at a time.
pub(crate) const HANDLES: usize = 32;
/// Bytes for all listings together.
const ARENA: usize = 64 * 1024;
/// At most this much of one directory is read at a time, as readdir(3) does.
const READ: usize = 32 * 1024;
/// A listing gets at least this much room.
const LEAST: usize = 4 * 1024;
/// The longest record that getdents64 writes: header, a name of `NAME_MAX` bytes and its NUL, aligned.
const RECORD: usize = 280;

/// An open directory and the part of its listing that is in memory.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) fd: OwnedFd,
    /// Where its part of the memory begins.
    start: usize,
    /// The record of the entry that is being worked on.
    current: usize,
    /// The record after it.
    next: usize,
    /// Where the listing ends.
    end: usize,
    /// The listing may go on: the memory was full, or it has not been read at all.
    pub(crate) more: bool,
    /// A read has said that the directory has no more entries.
    pub(crate) ended: bool,
    /// How often it was read from the beginning without success.
    pub(crate) passes: u8,
    /// Device and inode, once they have been asked for.
    pub(crate) identity: Option<Identity>,
}

/// What is remembered of an entry when its record is left: its type as listed, and inode.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed {
    pub(crate) kind: EntryKind,
    pub(crate) ino: u64,
}

pub(crate) struct Frames {
    frames: [Option<Frame>; HANDLES],
    length: usize,
    memory: [u8; ARENA],
}

impl Frames {
    pub(crate) fn new() -> Frames {
        Frames { frames: [const { None }; HANDLES], length: 0, memory: [0; ARENA] }
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    pub(crate) fn is_full(&self) -> bool {
        self.length == HANDLES
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Frame> {
        self.frames.get(index)?.as_ref()
    }

    pub(crate) fn top(&self) -> Option<&Frame> {
        self.get(self.length.checked_sub(1)?)
    }

    pub(crate) fn top_mut(&mut self) -> Option<&mut Frame> {
        self.frames.get_mut(self.length.checked_sub(1)?)?.as_mut()
    }

    /// The directory that holds the top one, if it is still open.
    pub(crate) fn below_top(&self) -> Option<&Frame> {
        self.get(self.length.checked_sub(2)?)
    }

    /// The name of the entry of directory `index` that is being worked on.
    pub(crate) fn name(&self, index: usize) -> &[u8] {
        let records = self.get(index).and_then(|frame| self.memory.get(frame.current..frame.end));
        records.and_then(Entry::parse).map_or(b"", |(entry, _)| entry.name)
    }

    /// Puts an open directory on the stack, which must not be full.
    pub(crate) fn push(&mut self, fd: OwnedFd) {
        // Records are aligned to 8 bytes, so are the ends of listings.
        let start = self.top().map_or(0, |top| top.end);
        let frame = Frame {
            fd,
            start,
            current: start,
            next: start,
            end: start,
            more: true,
            ended: false,
            passes: 0,
            identity: None,
        };
        if let Some(place) = self.frames.get_mut(self.length) {
            *place = Some(frame);
            self.length += 1;
        }
    }

    /// Takes the top directory off the stack.
    pub(crate) fn pop(&mut self) -> Option<Frame> {
        self.length = self.length.checked_sub(1)?;
        self.frames.get_mut(self.length)?.take()
    }

    /// Takes the oldest directory off the stack; its listing is forgotten.
    pub(crate) fn give_up_oldest(&mut self) -> Option<Frame> {
        let oldest = self.frames.first_mut()?.take()?;
        self.frames.rotate_left(1);
        self.length -= 1;
        self.shift(0, oldest.end, 0);
        Some(oldest)
    }

    /// Moves the listings of the directories from `index` on, the first of which begins at `from`, down to `to`.
    fn shift(&mut self, index: usize, from: usize, to: usize) {
        let end = self.top().map_or(from, |top| top.end);
        let by = from - to;
        if by == 0 || from > end {
            return;
        }
        self.memory.copy_within(from..end, to);
        for frame in self.frames.iter_mut().skip(index).flatten() {
            frame.start -= by.min(frame.start);
            frame.current -= by;
            frame.next -= by;
            frame.end -= by;
        }
    }

    /// Forgets the records before the current ones in all listings.
    fn compact(&mut self) {
        for index in 0..self.length {
            if let Some((start, current)) = self.get(index).map(|frame| (frame.start, frame.current)) {
                self.shift(index, current, start);
                // Only what lies above may stay where it was put: this listing begins where it began.
                if let Some(Some(frame)) = self.frames.get_mut(index) {
                    frame.start = start;
                }
            }
        }
    }

    /// Whether the top directory has room for a listing, made by forgetting what is done if need be.
    pub(crate) fn has_room(&mut self) -> bool {
        let room = |frames: &Frames| frames.top().map_or(ARENA, |top| ARENA - top.start.min(ARENA));
        if room(self) >= LEAST {
            return true;
        }
        self.compact();
        room(self) >= LEAST
    }

    /// Reads the next part of the top directory's listing over the last one. `false` at the end.
    pub(crate) fn read(&mut self) -> Result<bool, Errno> {
        let Some(Some(top)) = self.length.checked_sub(1).and_then(|index| self.frames.get_mut(index)) else {
            return Ok(false);
        };
        let end = (top.start + READ).min(ARENA);
        let memory = self.memory.get_mut(top.start..end).unwrap_or_default();
        let room = memory.len();
        top.current = top.start;
        top.next = top.start;
        top.end = top.start;
        let length = match read_records(top.fd.as_raw_fd(), memory) {
            // The directory itself has been removed by someone else.
            Err(Errno::ENOENT) => 0,
            result => result?,
        };
        top.end = top.start + length;
        top.more = length + RECORD > room;
        top.ended = length == 0;
        Ok(length > 0)
    }

    /// Goes on to the next entry of the top directory that is in memory, `.` and `..` left out.
    #[inline]
    pub(crate) fn advance(&mut self) -> Option<Listed> {
        let top = self.frames.get_mut(self.length.checked_sub(1)?)?.as_mut()?;
        loop {
            let (entry, length) = Entry::parse(self.memory.get(top.next..top.end)?)?;
            top.current = top.next;
            top.next += length;
            if entry.name != b"." && entry.name != b".." {
                return Some(Listed { kind: entry.kind, ino: entry.ino });
            }
        }
    }

    /// Whether the listing of the top directory, just read, shows that it is not the root of a file system: `.` and `..`
    /// are different. Costs nothing; `false` when it does not say.
    pub(crate) fn has_parent(&self) -> bool {
        let Some(top) = self.top() else { return false };
        let mut at = top.start;
        let mut found = [None; 2];
        for place in &mut found {
            let Some((entry, length)) = self.memory.get(at..top.end).and_then(Entry::parse) else { return false };
            *place = (entry.name == b"." || entry.name == b"..").then_some(entry.ino);
            at += length;
        }
        matches!(found, [Some(one), Some(other)] if one != other)
    }

    /// The descriptor of the top directory.
    pub(crate) fn top_fd(&self) -> RawFd {
        self.top().map_or(-1, |top| top.fd.as_raw_fd())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("skosh-rmtree-frames-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        path
    }

    fn open(path: &std::path::Path) -> OwnedFd {
        std::fs::File::open(path).unwrap().into()
    }

    #[test]
    fn names_survive_what_is_given_up_and_moved() {
        let path = scratch("names");
        for number in 0..2000 {
            std::fs::write(path.join(format!("{number:020}")), b"").unwrap();
        }
        let mut frames = Frames::new();
        let mut names = Vec::new();
        for round in 0..HANDLES {
            frames.push(open(&path));
            while !frames.has_room() {
                frames.give_up_oldest().unwrap();
                names.remove(0);
            }
            assert!(frames.read().unwrap());
            for _ in 0..=round {
                frames.advance().unwrap();
            }
            names.push(frames.name(frames.len() - 1).to_vec());
            for (index, name) in names.iter().enumerate() {
                assert_eq!(frames.name(index), name);
            }
        }
        assert!(frames.len() < HANDLES, "the memory is for less than two whole listings of 32 KiB and some");
        // What is left of each listing is whole.
        while frames.len() > 0 {
            assert_eq!(frames.name(frames.len() - 1), names.pop().unwrap());
            let mut count = 0;
            while frames.advance().is_some() {
                assert_eq!(frames.name(frames.len() - 1).len(), 20);
                count += 1;
            }
            assert!(count > 0);
            frames.pop().unwrap();
        }
        std::fs::remove_dir_all(path).unwrap();
    }

    #[test]
    fn the_root_is_told_from_its_listing() {
        let path = scratch("root");
        let mut frames = Frames::new();
        frames.push(open(&path));
        assert!(frames.read().unwrap());
        assert!(frames.has_parent());
        frames.pop();
        frames.push(open(std::path::Path::new("/")));
        assert!(frames.read().unwrap());
        assert!(!frames.has_parent());
        std::fs::remove_dir_all(path).unwrap();
    }
}
