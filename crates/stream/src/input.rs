//! Reading ahead, and giving back what was not used, which [`Pool`](crate::Pool) and [`Reader`](crate::Reader) share.
//!
//! A shell may take from its standard input only what it uses: the rest belongs to the programs that it starts. Reading
//! byte by byte is exact and slow; this is exact and fast, by a method that depends on what is read:
//!
//! | what | reading ahead | giving back |
//! |---|---|---|
//! | regular file | read(2) a block | lseek(2) back over the unused part |
//! | pipe, FIFO | tee(2) into a pipe of our own, read(2) the copy: nothing is consumed | read(2) exactly what was used |
//! | stream socket | recv(2) with `MSG_PEEK`: nothing is consumed | read(2) exactly what was used |
//! | terminal in canonical mode, lines wanted | one read(2) gives one line | nothing to give back |
//! | anything else | one byte at a time | nothing to give back |
//!
//! The block grows while it is used up and shrinks when it is given back, so that a loop that starts a program for
//! every line does not read 64 KiB again for every line.

use std::cell::Cell;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

use memchr::memchr;
use skosh_sys::Errno;
use skosh_sys::io::{self, Class, Poll, Whence};
use skosh_sys::tty::Termios;

/// The first block read of a file, the smallest and the largest.
const FIRST_BLOCK: usize = 4096;
const SMALLEST_BLOCK: usize = 128;
const LARGEST_BLOCK: usize = 64 * 1024;

/// The most that one read(2) is asked for.
const LARGEST_PIECE: usize = 1024 * 1024;

/// Why a delimited read ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadEnd {
    /// The delimiter was found. It is consumed, and not part of what was read.
    Delimiter,
    /// As many bytes as were allowed have been read.
    Limit,
    /// The file ended.
    EndOfFile,
}

/// How a descriptor can be read ahead; the module's page has the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    Seek,
    Tee,
    Peek,
    Terminal,
    Bytes,
}

/// What is remembered about reading one open file, for as long as it is open.
#[derive(Debug)]
pub(crate) struct Source {
    method: Cell<Option<Method>>,
    block: Cell<usize>,
}

impl Default for Source {
    fn default() -> Source {
        Source { method: Cell::new(None), block: Cell::new(FIRST_BLOCK) }
    }
}

impl Source {
    /// The method for descriptor `fd`, which is a `class`. Found out once.
    fn method(&self, fd: RawFd, class: Class) -> Method {
        if let Some(method) = self.method.get() {
            return method;
        }
        let method = match class {
            // Some files in /proc and /sys look regular and cannot be positioned.
            Class::Regular if io::lseek(fd, 0, Whence::Current).is_ok() => Method::Seek,
            Class::Pipe => Method::Tee,
            Class::Socket if io::is_stream_socket(fd) => Method::Peek,
            Class::CharacterDevice => Method::Terminal,
            _ => Method::Bytes,
        };
        self.method.set(Some(method));
        method
    }

    /// Gives up reading ahead. Nothing must be read ahead.
    pub(crate) fn read_by_the_byte(&self, class: Class) {
        // A terminal is not read ahead in any case.
        let method = if class == Class::CharacterDevice { Method::Terminal } else { Method::Bytes };
        self.method.set(Some(method));
    }

    fn shrink(&self, used: usize) {
        let wanted = used.saturating_mul(2).clamp(SMALLEST_BLOCK, LARGEST_BLOCK).next_power_of_two();
        self.block.set(wanted.min(self.block.get()));
    }

    fn grow(&self) {
        self.block.set(self.block.get().saturating_mul(4).min(LARGEST_BLOCK));
    }
}

/// The pipe that tee(2) copies into. Made on first use; must not be shared between processes.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    ends: Option<(OwnedFd, OwnedFd)>,
    /// tee(2) or the pipe was refused (no descriptors left, a system call filter): not tried again.
    refused: bool,
}

impl Scratch {
    /// (read end, write end), or `None` when there cannot be one.
    fn ends(&mut self) -> Option<(RawFd, RawFd)> {
        if self.refused {
            return None;
        }
        if self.ends.is_none() {
            // Outside the numbers that scripts use.
            let made = io::pipe().and_then(|(r, w)| Ok((io::move_above(r, 10)?, io::move_above(w, 10)?)));
            self.refused = made.is_err();
            self.ends = made.ok();
        }
        self.ends.as_ref().map(|(r, w)| (r.as_raw_fd(), w.as_raw_fd()))
    }

    fn refuse(&mut self) {
        self.refused = true;
        self.ends = None;
    }
}

/// What a read works on: a descriptor, what is remembered about it, and the scratch pipe.
pub(crate) struct Origin<'a> {
    pub(crate) fd: RawFd,
    pub(crate) class: Class,
    pub(crate) source: &'a Source,
    pub(crate) scratch: &'a mut Scratch,
    /// When to give up waiting with `ETIMEDOUT`.
    pub(crate) deadline: Option<Instant>,
}

impl Origin<'_> {
    fn method(&self) -> Method {
        self.source.method(self.fd, self.class)
    }

    /// Waits until there is something to read, if there is a deadline.
    fn wait(&self) -> Result<(), Errno> {
        match self.deadline {
            Some(deadline) if self.class != Class::Regular => wait_readable(self.fd, Some(deadline)),
            _ => Ok(()),
        }
    }
}

/// Waits until `fd` can be read. `EINTR` comes back as it is; `ETIMEDOUT` after the deadline.
pub(crate) fn wait_readable(fd: RawFd, deadline: Option<Instant>) -> Result<(), Errno> {
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        if io::poll(&mut [Poll::readable(fd)], left)? > 0 {
            return Ok(());
        }
        if left == Some(Duration::ZERO) {
            return Err(Errno::ETIMEDOUT);
        }
    }
}

/// Calls `read` until it gives something else than `EAGAIN`, waiting in between: a descriptor that somebody made
/// non-blocking is read as if it were not.
fn blocking(
    fd: RawFd,
    deadline: Option<Instant>,
    mut read: impl FnMut() -> Result<usize, Errno>,
) -> Result<usize, Errno> {
    loop {
        match read() {
            Err(Errno::EAGAIN) => wait_readable(fd, deadline)?,
            result => return result,
        }
    }
}

/// What has been read ahead of one file.
///
/// `bytes[start..end]` is what is there and unused. With [`Method::Tee`] and [`Method::Peek`] nothing of
/// `bytes[..end]` has been consumed yet, so `bytes[..start]` is what is owed.
#[derive(Debug, Default)]
pub(crate) struct Ahead {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

impl Ahead {
    /// What is there and unused.
    #[inline]
    pub(crate) fn unused(&self) -> &[u8] {
        self.bytes.get(self.start..self.end).unwrap_or_default()
    }

    /// Marks `count` of the unused bytes as used.
    #[inline]
    pub(crate) fn advance(&mut self, count: usize) {
        self.start = self.start.saturating_add(count).min(self.end);
    }

    /// Empties the buffer, whose memory serves another file.
    pub(crate) fn reset(&mut self) {
        self.start = 0;
        self.end = 0;
    }

    /// Whether another reader of the file would find it as if nothing had been read ahead.
    pub(crate) fn is_settled(&self, source: &Source) -> bool {
        let owes = self.start > 0 && matches!(source.method.get(), Some(Method::Tee | Method::Peek));
        self.start == self.end && !owes
    }

    /// Takes bytes up to `delimiter` out of what is there, at most `limit` of them, without asking the kernel. `None`
    /// when everything was taken and it goes on.
    #[inline]
    pub(crate) fn take_until(&mut self, delimiter: u8, limit: usize, out: &mut Vec<u8>) -> Option<ReadEnd> {
        let unused = self.unused();
        let window = unused.get(..limit).unwrap_or(unused);
        let (taken, used, end) = match memchr(delimiter, window) {
            Some(found) => (found, found + 1, Some(ReadEnd::Delimiter)),
            None if window.len() == limit => (limit, limit, Some(ReadEnd::Limit)),
            None => (window.len(), window.len(), None),
        };
        out.extend_from_slice(window.get(..taken).unwrap_or_default());
        self.start += used;
        end
    }

    /// Reads up to and including `delimiter`, at most `limit` bytes without it; the bytes are appended to `out`
    /// without the delimiter. After an error (`EINTR`, `ETIMEDOUT`) what was read so far stays in `out`.
    pub(crate) fn read_until(
        &mut self,
        origin: &mut Origin<'_>,
        delimiter: u8,
        limit: usize,
        out: &mut Vec<u8>,
    ) -> Result<ReadEnd, Errno> {
        let before = out.len();
        loop {
            let left = limit.saturating_sub(out.len() - before);
            if let Some(end) = self.take_until(delimiter, left, out) {
                return Ok(end);
            }
            let left = limit.saturating_sub(out.len() - before);
            if self.fill(origin, left, delimiter == b'\n')? == 0 {
                return Ok(ReadEnd::EndOfFile);
            }
        }
    }

    /// Gets more after everything that was there is used; returns how many bytes, 0 at the end of the file. `want` is
    /// how many can be of use, `lines` whether a terminal's line is wanted whole.
    pub(crate) fn fill(&mut self, origin: &mut Origin<'_>, want: usize, lines: bool) -> Result<usize, Errno> {
        let method = origin.method();
        let used_up = self.end > 0;
        self.settle(origin)?;
        if used_up {
            origin.source.grow();
        }
        // Space and time for no more than is of use, but at least one byte: the end of the file must show.
        let want = want.max(1);
        let block = origin.source.block.get();
        let count = match method {
            Method::Seek => self.read_block(origin, block)?,
            Method::Tee => match self.look(origin, block)? {
                Some(count) => count,
                None => self.read_block(origin, 1)?,
            },
            Method::Peek => {
                origin.wait()?;
                let space = space(&mut self.bytes, block)?;
                blocking(origin.fd, origin.deadline, || io::peek(origin.fd, space))?
            }
            Method::Terminal if lines && is_canonical(origin.fd) => self.read_block(origin, want.min(FIRST_BLOCK))?,
            Method::Terminal | Method::Bytes => self.read_block(origin, 1)?,
        };
        self.end = count;
        Ok(count)
    }

    /// One read(2) of at most `length` bytes into the empty buffer.
    fn read_block(&mut self, origin: &Origin<'_>, length: usize) -> Result<usize, Errno> {
        origin.wait()?;
        let space = space(&mut self.bytes, length)?;
        blocking(origin.fd, origin.deadline, || io::read(origin.fd, space))
    }

    /// A copy of at most `length` bytes of what is in the pipe. `None` when that cannot be had: from now on the file
    /// is read byte by byte.
    fn look(&mut self, origin: &mut Origin<'_>, length: usize) -> Result<Option<usize>, Errno> {
        if let Some((copy_out, copy_in)) = origin.scratch.ends() {
            origin.wait()?;
            match blocking(origin.fd, origin.deadline, || io::tee(origin.fd, copy_in, length)) {
                Ok(count) => {
                    let space = space(&mut self.bytes, count)?;
                    let mut filled = 0;
                    while let Some(rest) = space.get_mut(filled..).filter(|rest| !rest.is_empty()) {
                        match io::read(copy_out, rest) {
                            Ok(0) => break,
                            Ok(more) => filled += more,
                            Err(Errno::EINTR) => {}
                            Err(error) => {
                                // The copy is out of step with the pipe; nothing of it has been used.
                                origin.scratch.refuse();
                                return Err(error);
                            }
                        }
                    }
                    return Ok(Some(filled));
                }
                Err(Errno::EINVAL | Errno::ENOSYS | Errno::EPERM | Errno::ENOMEM | Errno::EACCES) => {
                    origin.scratch.refuse();
                }
                Err(error) => return Err(error),
            }
        }
        origin.source.read_by_the_byte(origin.class);
        Ok(None)
    }

    /// Gives back what is unused and consumes what was used, so that any other reader of the file finds it as if
    /// nothing had been read ahead. The buffer is empty afterwards, after an error too.
    pub(crate) fn give_back(&mut self, origin: &mut Origin<'_>) -> Result<(), Errno> {
        if self.start < self.end {
            origin.source.shrink(self.start);
        }
        self.settle(origin)
    }

    fn settle(&mut self, origin: &Origin<'_>) -> Result<(), Errno> {
        let (used, unused) = (self.start, self.end - self.start);
        self.start = 0;
        self.end = 0;
        match origin.method() {
            Method::Seek if unused > 0 => {
                let back = i64::try_from(unused).unwrap_or(i64::MAX);
                io::lseek(origin.fd, -back, Whence::Current).map(|_| ())
            }
            // What was looked at is still there, so this does not wait. It is copied over the same bytes.
            Method::Tee | Method::Peek => {
                let mut consumed = 0;
                while let Some(rest) = self.bytes.get_mut(consumed..used).filter(|rest| !rest.is_empty()) {
                    match io::read(origin.fd, rest) {
                        // Somebody else has taken it. Nothing is owed any more.
                        Ok(0) | Err(Errno::EAGAIN) => break,
                        Ok(count) => consumed += count,
                        Err(Errno::EINTR) => {}
                        Err(error) => return Err(error),
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Reads what there is into the beginning of `into`; 0 at the end of the file. Takes nothing that is not
    /// returned, whatever the file is, so nothing is read ahead.
    pub(crate) fn read_into(&mut self, origin: &Origin<'_>, into: &mut [u8]) -> Result<usize, Errno> {
        let there = self.unused();
        if !there.is_empty() || into.is_empty() {
            let count = there.len().min(into.len());
            if let (Some(to), Some(from)) = (into.get_mut(..count), there.get(..count)) {
                to.copy_from_slice(from);
            }
            self.advance(count);
            return Ok(count);
        }
        self.settle(origin)?;
        origin.wait()?;
        blocking(origin.fd, origin.deadline, || io::read(origin.fd, into))
    }

    /// The same with at most `max` bytes (and at most 1 MiB at a time), which are appended to `out`.
    pub(crate) fn read(&mut self, origin: &Origin<'_>, max: usize, out: &mut Vec<u8>) -> Result<usize, Errno> {
        let before = out.len();
        let max = match self.unused().len() {
            0 => max.min(LARGEST_PIECE),
            there => max.min(there),
        };
        out.try_reserve(max).map_err(|_| Errno::ENOMEM)?;
        out.resize(before + max, 0);
        let result = self.read_into(origin, out.get_mut(before..).unwrap_or_default());
        out.truncate(before + result.unwrap_or(0));
        result
    }

    /// Reads everything to the end of the file. After an error what was read so far stays in `out`. `expected` is
    /// how much there probably is.
    pub(crate) fn read_to_end(&mut self, origin: &Origin<'_>, expected: usize, out: &mut Vec<u8>) -> Result<(), Errno> {
        // What was only looked at is still in the pipe.
        if origin.method() == Method::Seek {
            out.extend_from_slice(self.unused());
            self.start = self.end;
        }
        self.settle(origin)?;
        // One more than expected, so that the end shows without growing.
        let mut piece = expected.saturating_add(1).clamp(FIRST_BLOCK, LARGEST_PIECE);
        loop {
            let count = self.read(origin, piece, out)?;
            if count == 0 {
                return Ok(());
            }
            if count == piece {
                piece = piece.saturating_mul(2).clamp(LARGEST_BLOCK, LARGEST_PIECE);
            }
        }
    }
}

/// Whether `fd` is a terminal that gives a line at a time. It can change, so it is asked every time.
fn is_canonical(fd: RawFd) -> bool {
    Termios::get(fd).is_ok_and(|settings| settings.is_canonical())
}

/// The first `length` bytes of the buffer, which grows as needed and never shrinks.
fn space(bytes: &mut Vec<u8>, length: usize) -> Result<&mut [u8], Errno> {
    if bytes.len() < length {
        bytes.try_reserve_exact(length - bytes.len()).map_err(|_| Errno::ENOMEM)?;
        bytes.resize(length, 0);
    }
    Ok(bytes.get_mut(..length).unwrap_or_default())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn without_tee_a_pipe_is_read_byte_by_byte() {
        let (read_end, write_end) = io::pipe().unwrap();
        io::write(write_end.as_raw_fd(), b"one\ntwo\n").unwrap();
        let (source, mut scratch, mut ahead) = (Source::default(), Scratch::default(), Ahead::default());
        scratch.refuse();
        let fd = read_end.as_raw_fd();
        let mut origin = Origin { fd, class: Class::Pipe, source: &source, scratch: &mut scratch, deadline: None };
        let mut out = Vec::new();
        assert_eq!(ahead.read_until(&mut origin, b'\n', usize::MAX, &mut out), Ok(ReadEnd::Delimiter));
        assert_eq!(out, b"one");
        assert!(ahead.is_settled(&source));
        let mut rest = [0; 10];
        assert_eq!(io::read(fd, &mut rest), Ok(4));
    }

    #[test]
    fn the_block_follows_the_use() {
        let source = Source::default();
        (0..3).for_each(|_| source.grow());
        assert_eq!(source.block.get(), LARGEST_BLOCK);
        source.shrink(100);
        assert_eq!(source.block.get(), 256);
        source.shrink(0);
        assert_eq!(source.block.get(), SMALLEST_BLOCK);
        source.shrink(60_000);
        assert_eq!(source.block.get(), SMALLEST_BLOCK);
        (0..9).for_each(|_| source.grow());
        assert_eq!(source.block.get(), LARGEST_BLOCK);
    }
}
