//! A buffered reader over one descriptor that gives back what it did not use.

use std::io as std_io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::Instant;

use skosh_sys::io::Class;
use skosh_sys::{Errno, fs};

use crate::input::{Ahead, Origin, ReadEnd, Scratch, Source};

#[derive(Debug)]
enum Descriptor {
    Owned(OwnedFd),
    Inherited(RawFd),
}

/// Reads in blocks, and leaves the descriptor as if it had read byte by byte.
///
/// [`give_back`](Reader::give_back) (also called when it is dropped) puts back what was read ahead and not used, so
/// that a child, or whoever shares the descriptor, goes on where this reader stopped. Files are positioned back; pipes
/// and stream sockets are only looked at until the bytes are used; a terminal gives a line at a time. What is none of
/// these is read byte by byte.
///
/// It is a [`std::io::BufRead`].
///
/// ```
/// use std::io::Read;
/// use skosh_stream::{ReadEnd, Reader};
///
/// let (mut read_end, mut write_end) = std::io::pipe()?;
/// std::io::Write::write_all(&mut write_end, b"header\nbody\n")?;
/// drop(write_end);
///
/// let mut reader = Reader::new(read_end.try_clone()?);
/// let mut header = Vec::new();
/// assert_eq!(reader.read_until(b'\n', usize::MAX, &mut header)?, ReadEnd::Delimiter);
/// assert_eq!(header, b"header");
/// drop(reader);
///
/// let mut rest = String::new();
/// read_end.read_to_string(&mut rest)?; // as another process would
/// assert_eq!(rest, "body\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader {
    descriptor: Descriptor,
    class: Option<Class>,
    /// What fstat(2) said of the size the first time, for a regular file.
    expected: usize,
    source: Source,
    scratch: Scratch,
    ahead: Ahead,
    deadline: Option<Instant>,
}

impl Reader {
    fn on(descriptor: Descriptor) -> Reader {
        Reader {
            descriptor,
            class: None,
            expected: 0,
            source: Source::default(),
            scratch: Scratch::default(),
            ahead: Ahead::default(),
            deadline: None,
        }
    }

    /// A reader that owns its descriptor: a `File`, a `UnixStream`, a `ChildStdout`, an `OwnedFd`.
    pub fn new(fd: impl Into<OwnedFd>) -> Reader {
        Reader::on(Descriptor::Owned(fd.into()))
    }

    /// A reader on descriptor `n` of the process, which it does not close: 0 is the standard input.
    pub fn inherited(n: RawFd) -> Reader {
        Reader::on(Descriptor::Inherited(n))
    }

    /// When reads give up waiting, with `ETIMEDOUT`. `None`, as at first: never. Regular files are not waited for.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// The descriptor's number. Whoever reads from it directly must [`give_back`](Reader::give_back) first.
    pub fn raw_fd(&self) -> RawFd {
        match &self.descriptor {
            Descriptor::Owned(fd) => fd.as_raw_fd(),
            Descriptor::Inherited(n) => *n,
        }
    }

    fn with<R>(&mut self, f: impl FnOnce(&mut Ahead, &mut Origin<'_>) -> Result<R, Errno>) -> Result<R, Errno> {
        let fd = self.raw_fd();
        let class = match self.class {
            Some(class) => class,
            None => {
                let stat = fs::fstat(fd)?;
                if stat.is_file() {
                    self.expected = usize::try_from(stat.size).unwrap_or(0);
                }
                *self.class.insert(Class::of(&stat))
            }
        };
        let mut origin =
            Origin { fd, class, source: &self.source, scratch: &mut self.scratch, deadline: self.deadline };
        f(&mut self.ahead, &mut origin)
    }

    /// Reads up to and including `delimiter`, at most `limit` bytes without it. What was read is appended to `out`,
    /// without the delimiter. After an error (`EINTR`, `ETIMEDOUT`) what was read so far stays in `out`: call again
    /// with the same `out` and what is left of the limit to go on.
    #[inline]
    pub fn read_until(&mut self, delimiter: u8, limit: usize, out: &mut Vec<u8>) -> Result<ReadEnd, Errno> {
        let before = out.len();
        if let Some(end) = self.ahead.take_until(delimiter, limit, out) {
            return Ok(end);
        }
        let limit = limit.saturating_sub(out.len() - before);
        self.with(|ahead, origin| ahead.read_until(origin, delimiter, limit, out))
    }

    /// Reads a line and appends it to `out` without its newline; false at the end of the file, when there was nothing.
    /// The last line need not have a newline.
    #[inline]
    pub fn read_line(&mut self, out: &mut Vec<u8>) -> Result<bool, Errno> {
        let before = out.len();
        let end = self.read_until(b'\n', usize::MAX, out)?;
        Ok(end == ReadEnd::Delimiter || out.len() > before)
    }

    /// Reads what is there, at most `max` bytes, and appends it to `out`; 0 at the end of the file.
    pub fn read(&mut self, max: usize, out: &mut Vec<u8>) -> Result<usize, Errno> {
        self.with(|ahead, origin| ahead.read(origin, max, out))
    }

    /// Reads everything to the end of the file and appends it to `out`, in few and large pieces.
    pub fn read_to_end(&mut self, out: &mut Vec<u8>) -> Result<(), Errno> {
        // The first use asks for the size.
        self.with(|_, _| Ok(()))?;
        let expected = self.expected;
        self.with(|ahead, origin| ahead.read_to_end(origin, expected, out))
    }

    /// Leaves the descriptor as if only what was used had been read.
    pub fn give_back(&mut self) -> Result<(), Errno> {
        if self.ahead.is_settled(&self.source) {
            return Ok(());
        }
        self.with(|ahead, origin| ahead.give_back(origin))
    }
}

impl std_io::Read for Reader {
    fn read(&mut self, into: &mut [u8]) -> std_io::Result<usize> {
        Ok(self.with(|ahead, origin| ahead.read_into(origin, into))?)
    }

    fn read_to_end(&mut self, out: &mut Vec<u8>) -> std_io::Result<usize> {
        let before = out.len();
        // As the trait asks: interruptions are not errors.
        loop {
            match Reader::read_to_end(self, out) {
                Ok(()) => return Ok(out.len() - before),
                Err(Errno::EINTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

impl std_io::BufRead for Reader {
    fn fill_buf(&mut self) -> std_io::Result<&[u8]> {
        if self.ahead.unused().is_empty() {
            self.with(|ahead, origin| ahead.fill(origin, usize::MAX, true))?;
        }
        Ok(self.ahead.unused())
    }

    fn consume(&mut self, count: usize) {
        self.ahead.advance(count);
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // There is nobody to tell; `give_back` is for those who want to know.
        let _ = self.give_back();
    }
}
