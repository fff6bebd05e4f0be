//! The open file description as a shell sees it: a descriptor, or memory that stands in for one.

use std::cell::{Cell, OnceCell, RefCell};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::rc::Rc;

use skosh_sys::Errno;
use skosh_sys::fs::{self, Stat};
use skosh_sys::io::{self, Class};
use skosh_sys::signal::{self, Disposition};

use crate::input::Source;

/// An open file description as the shell sees it, shared by every logical descriptor that refers to it (`2>&1` is a
/// reference count). Always in an `Rc`; what is buffered for it lives in the [`Pool`](crate::Pool).
#[derive(Debug)]
pub struct OpenFile {
    kind: Kind,
    stat: Cell<Option<Stat>>,
    /// Set once it is known that output may wait: a regular file, pipe or socket that is open for writing.
    may_wait: Cell<bool>,
    /// How this file is read ahead.
    pub(crate) source: Source,
}

#[derive(Debug)]
enum Kind {
    Owned(OwnedFd),
    Inherited(RawFd),
    Capture(RefCell<Vec<u8>>),
    Text { data: Rc<[u8]>, position: Cell<usize>, descriptor: OnceCell<OwnedFd> },
}

impl OpenFile {
    fn new(kind: Kind) -> Rc<OpenFile> {
        Rc::new(OpenFile { kind, stat: Cell::new(None), may_wait: Cell::new(false), source: Source::default() })
    }

    /// A descriptor that belongs to the shell and is closed with the last reference. It should be close-on-exec.
    pub fn from_owned(fd: OwnedFd) -> Rc<OpenFile> {
        OpenFile::new(Kind::Owned(fd))
    }

    /// Descriptor number `n` of the process, as it was inherited. Never closed here. Whether it is open shows when it
    /// is used.
    pub fn inherited(n: RawFd) -> Rc<OpenFile> {
        OpenFile::new(Kind::Inherited(n))
    }

    /// The memory sink of `$( )`: what is written is appended to a `Vec`.
    pub fn capture() -> Rc<OpenFile> {
        OpenFile::new(Kind::Capture(RefCell::new(Vec::new())))
    }

    /// Memory to read from: a here-document for a builtin.
    pub fn text(data: Rc<[u8]>) -> Rc<OpenFile> {
        OpenFile::new(Kind::Text { data, position: Cell::new(0), descriptor: OnceCell::new() })
    }

    /// The kernel's number; `None` for a capture, and for a text that has no descriptor yet.
    #[inline]
    pub fn raw_fd(&self) -> Option<RawFd> {
        match &self.kind {
            Kind::Owned(fd) => Some(fd.as_raw_fd()),
            Kind::Inherited(n) => Some(*n),
            Kind::Capture(_) => None,
            Kind::Text { descriptor, .. } => descriptor.get().map(AsRawFd::as_raw_fd),
        }
    }

    /// The kernel's number, or `EBADF` for memory.
    pub(crate) fn descriptor(&self) -> Result<RawFd, Errno> {
        self.raw_fd().ok_or(Errno::EBADF)
    }

    /// Whether this is a descriptor that the process inherited, under its own number.
    pub fn is_inherited(&self) -> bool {
        matches!(self.kind, Kind::Inherited(_))
    }

    /// Whether this is the memory sink of `$( )`.
    #[inline]
    pub fn is_capture(&self) -> bool {
        matches!(self.kind, Kind::Capture(_))
    }

    /// Calls `f` with what a capture has collected (to take it, to shorten it, to append to it). `None` when this is
    /// not a capture. `f` must not come back to this capture.
    pub fn with_captured<R>(&self, f: impl FnOnce(&mut Vec<u8>) -> R) -> Option<R> {
        match &self.kind {
            Kind::Capture(bytes) => bytes.try_borrow_mut().ok().map(|mut bytes| f(&mut bytes)),
            _ => None,
        }
    }

    /// What is left to read of a text that has no descriptor: what a child that reads it has to be given. `None` when
    /// this is not such a text.
    pub fn text_rest(&self) -> Option<Vec<u8>> {
        self.with_text(|rest| (rest.to_vec(), 0))
    }

    /// A text goes on as a descriptor, for every reference to it: called when a child has to share it, with a file
    /// or pipe that holds [`OpenFile::text_rest`]. From then on the shell reads from the descriptor too, so that each
    /// finds what the other left. Gives `fd` back when this is not a text, or already has a descriptor.
    pub fn become_descriptor(&self, fd: OwnedFd) -> Result<(), OwnedFd> {
        match &self.kind {
            Kind::Text { descriptor, .. } => descriptor.set(fd),
            _ => Err(fd),
        }
    }

    /// Calls `f` with the rest of a text; `f` gives a result and how many bytes of it are used.
    pub(crate) fn with_text<R>(&self, f: impl FnOnce(&[u8]) -> (R, usize)) -> Option<R> {
        match &self.kind {
            Kind::Text { data, position, descriptor } if descriptor.get().is_none() => {
                let rest = data.get(position.get()..).unwrap_or_default();
                let (result, used) = f(rest);
                position.set(position.get().saturating_add(used).min(data.len()));
                Some(result)
            }
            _ => None,
        }
    }

    /// What kind of thing the descriptor is. Asked of the kernel once (fstat(2)) and remembered.
    /// `EBADF` when it is not open, or is memory.
    pub fn class(&self) -> Result<Class, Errno> {
        self.stat().map(|stat| Class::of(&stat))
    }

    /// What fstat(2) said the first time. Only what cannot change may be relied on: the type and the identity.
    pub(crate) fn stat(&self) -> Result<Stat, Errno> {
        if let Some(stat) = self.stat.get() {
            return Ok(stat);
        }
        let stat = fs::fstat(self.descriptor()?)?;
        self.stat.set(Some(stat));
        Ok(stat)
    }

    /// Whether the two are the same file, pipe or socket, though perhaps opened twice. False when nobody knows.
    pub(crate) fn is_same_file(&self, other: &OpenFile) -> bool {
        match (self.stat(), other.stat()) {
            (Ok(a), Ok(b)) => a.is_same_file(&b),
            _ => false,
        }
    }

    /// Whether [`OpenFile::may_wait`] has said yes before.
    #[inline]
    pub(crate) fn may_wait_known(&self) -> bool {
        self.may_wait.get()
    }

    /// Whether output may stay in memory after a command: regular files, pipes and sockets, if they can be written at
    /// all. Terminals and other devices are read by somebody who waits for it; the rest shows its errors at once.
    pub(crate) fn may_wait(&self) -> Result<bool, Errno> {
        if self.may_wait.get() {
            return Ok(true);
        }
        let buffered = match self.class()? {
            Class::Regular => true,
            // Where SIGPIPE is ignored, that the reader has gone is an error of the command that writes.
            Class::Pipe | Class::Socket => signal::disposition(signal::SIGPIPE) != Disposition::Ignore,
            _ => false,
        };
        if buffered && io::is_writable(self.descriptor()?)? {
            self.may_wait.set(true);
        }
        Ok(self.may_wait.get())
    }
}
