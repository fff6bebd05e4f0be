//! The virtual descriptor table: logical descriptors over shared open files.
//!
//! What the script calls descriptor 1 is an entry here, not the kernel's descriptor 1. A redirection of a builtin is an open and a
//! close, `2>&1` a reference count. Only a child gets the kernel's 0..n laid out, between launch and exec, from
//! [`Descriptors::layout`]. Descriptors that the process was born with are known under their own number and looked at
//! only when somebody asks for them.

use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::rc::Rc;

use skosh_stream::{OpenFile, Pool};
use skosh_sys::{Errno, fs};

/// What a logical descriptor refers to.
#[derive(Clone, Debug, Default)]
pub enum Slot {
    /// Never used by this shell: the kernel's descriptor of that number, if the process inherited one.
    #[default]
    Unknown,
    /// Nothing.
    Closed,
    /// An open file.
    Open(Rc<OpenFile>),
}

#[derive(Debug, Default)]
struct Entry {
    slot: Slot,
    /// Serial of the subshell scope in which it was last logged.
    stamp: u64,
    /// The kernel's descriptor of this number is one that the process inherited and still has: not close-on-exec.
    inherited: bool,
}

/// How the descriptors of a child are laid out.
#[derive(Debug, Default)]
pub struct Layout {
    /// Kernel descriptor and the number that the child shall see it under. Equal numbers mean: clear close-on-exec.
    pub moves: Vec<(RawFd, RawFd)>,
    /// Inherited descriptors that the child shall not see.
    pub closes: Vec<RawFd>,
}

/// The table.
#[derive(Debug)]
pub struct Descriptors {
    entries: Vec<Entry>,
    /// The write buffer and the read-ahead.
    pub pool: Pool,
}

/// The lowest number that `{name}>` gives out, and that the shell prefers for descriptors of its own.
pub const FIRST_OWN: u32 = 10;

impl Default for Descriptors {
    fn default() -> Self {
        Self::new()
    }
}

impl Descriptors {
    /// A table that knows nothing yet.
    pub fn new() -> Self {
        let mut entries = Vec::with_capacity(16);
        entries.resize_with(4, Entry::default);
        Descriptors { entries, pool: Pool::new() }
    }

    fn entry(&mut self, n: u32) -> &mut Entry {
        let index = n as usize;
        if self.entries.len() <= index {
            self.entries.resize_with(index + 1, Entry::default);
        }
        #[allow(clippy::indexing_slicing, reason = "resized just before")]
        &mut self.entries[index]
    }

    /// The open file of descriptor `n`; EBADF when it is not open. An unknown one is probed (fcntl).
    #[inline]
    pub fn get(&mut self, n: u32) -> Result<&Rc<OpenFile>, Errno> {
        if !matches!(self.entries.get(n as usize), Some(Entry { slot: Slot::Open(_), .. })) {
            self.probe(n);
        }
        match self.entries.get(n as usize) {
            Some(Entry { slot: Slot::Open(file), .. }) => Ok(file),
            _ => Err(Errno::EBADF),
        }
    }

    /// Turns an unknown slot into an open or closed one.
    fn probe(&mut self, n: u32) {
        if n > i32::MAX as u32 || (n as usize >= self.entries.len() && !fs::is_inheritable(n as RawFd)) {
            return;
        }
        let entry = self.entry(n);
        if matches!(entry.slot, Slot::Unknown) {
            if fs::is_inheritable(n as RawFd) {
                entry.inherited = true;
                entry.slot = Slot::Open(OpenFile::inherited(n as RawFd));
            } else {
                entry.slot = Slot::Closed;
            }
        }
    }

    /// Serial of the scope that last logged `n`.
    pub(crate) fn stamp(&self, n: u32) -> u64 {
        self.entries.get(n as usize).map_or(0, |entry| entry.stamp)
    }

    /// Puts `slot` at `n` and returns what was there. An unknown descriptor is probed first, so that it can be put back.
    pub(crate) fn replace(&mut self, n: u32, slot: Slot, stamp: u64) -> Slot {
        self.probe(n);
        let entry = self.entry(n);
        entry.stamp = stamp;
        std::mem::replace(&mut entry.slot, slot)
    }

    /// Is `n` open?
    pub fn is_open(&mut self, n: u32) -> bool {
        self.get(n).is_ok()
    }

    /// The lowest free logical descriptor from `from` on.
    pub fn free_from(&mut self, from: u32) -> u32 {
        let mut n = from;
        while self.is_open(n) {
            n += 1;
        }
        n
    }

    /// Notes that the kernel gave this process descriptor `fd`: a logical descriptor of that number was not inherited.
    pub fn note_kernel(&mut self, fd: RawFd) {
        // Numbers beyond the table are noted too: the table grows to the number, which the kernel keeps small.
        if let Ok(n) = u32::try_from(fd) {
            let entry = self.entry(n);
            if matches!(entry.slot, Slot::Unknown) {
                entry.slot = Slot::Closed;
            }
        }
    }

    /// Makes an open file of a new kernel descriptor.
    pub fn adopt(&mut self, fd: OwnedFd) -> Rc<OpenFile> {
        self.note_kernel(fd.as_raw_fd());
        OpenFile::from_owned(fd)
    }

    /// Lets go of a file: what is buffered for it is written if this was the last reference, and an inherited descriptor is really closed.
    pub fn release(&mut self, file: Rc<OpenFile>) -> Result<(), Errno> {
        let result = self.pool.release(&file);
        if Rc::strong_count(&file) == 1
            && let Some(fd) = file.raw_fd()
            && let Some(entry) = u32::try_from(fd).ok().and_then(|n| self.entries.get_mut(n as usize))
            && entry.inherited
            && file.is_inherited()
        {
            entry.inherited = false;
            let _ = fs::close(fd);
        }
        result
    }

    /// After this process has taken on the layout itself, for a program that then did not start: every descriptor is now the
    /// kernel's of the same number. What was open before is left alone, its numbers may be in use anew.
    pub fn laid_out(&mut self) {
        for (n, entry) in self.entries.iter_mut().enumerate() {
            if let Slot::Open(_) = &entry.slot {
                std::mem::forget(std::mem::replace(&mut entry.slot, Slot::Open(OpenFile::inherited(n as RawFd))));
                entry.inherited = true;
            }
        }
    }

    /// How a child's descriptors are laid out. `resolve` gives the kernel descriptor of a file that has none (memory).
    pub fn layout(
        &self,
        mut resolve: impl FnMut(&Rc<OpenFile>) -> Result<RawFd, Errno>,
        out: &mut Layout,
    ) -> Result<(), Errno> {
        out.moves.clear();
        out.closes.clear();
        for (n, entry) in self.entries.iter().enumerate() {
            let n = n as RawFd;
            match &entry.slot {
                Slot::Unknown => {}
                Slot::Closed => {
                    if entry.inherited {
                        out.closes.push(n);
                    }
                }
                Slot::Open(file) => {
                    let fd = match file.raw_fd() {
                        Some(fd) => fd,
                        None => resolve(file)?,
                    };
                    if fd != n || !entry.inherited {
                        out.moves.push((fd, n));
                    }
                }
            }
        }
        Ok(())
    }

    /// All open logical descriptors with their files.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Rc<OpenFile>)> {
        self.entries.iter().enumerate().filter_map(|(n, entry)| match &entry.slot {
            Slot::Open(file) => Some((n as u32, file)),
            _ => None,
        })
    }
}
