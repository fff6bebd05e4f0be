//! The write buffer that [`Pool`](crate::Pool) and [`Writer`](crate::Writer) share, and writing everything to a
//! descriptor whatever the kernel makes of it.

use std::io::IoSlice;
use std::os::fd::RawFd;

use memchr::memrchr;
use skosh_sys::Errno;
use skosh_sys::io::{self, Poll};

/// How much is collected before it is handed to the OS.
pub(crate) const CAPACITY: usize = 64 * 1024;

/// From here on bytes are not copied into the buffer: they go out with it in one writev(2).
const LARGE: usize = 16 * 1024;

/// As many bytes as a pipe takes in one piece (`PIPE_BUF` of Linux, see pipe(7)).
const PIPE_ATOMIC: usize = 4096;

/// Bytes on their way to one descriptor. Which one is the owner's business, and so is calling `flush` before the
/// descriptor changes. After an error nothing is kept: it is reported once, and not again for the same bytes.
#[derive(Debug, Default)]
pub(crate) struct Output {
    bytes: Vec<u8>,
}

impl Output {
    /// How many bytes wait.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether a flush has more than one piece for a pipe, so that it has to be known whether it is one.
    pub(crate) fn is_long(&self) -> bool {
        self.bytes.len() > PIPE_ATOMIC
    }

    /// Appends if there is room; false if there is not.
    #[inline]
    pub(crate) fn append(&mut self, bytes: &[u8]) -> bool {
        if bytes.len() > self.bytes.capacity().saturating_sub(self.bytes.len()) {
            return false;
        }
        self.bytes.extend_from_slice(bytes);
        true
    }

    /// Appends, and writes what does not fit. `is_pipe` is asked only when something is written.
    pub(crate) fn put(&mut self, fd: RawFd, is_pipe: impl FnOnce() -> bool, bytes: &[u8]) -> Result<(), Errno> {
        if self.bytes.capacity() == 0 {
            self.bytes.try_reserve_exact(CAPACITY).map_err(|_| Errno::ENOMEM)?;
        }
        if self.append(bytes) {
            return Ok(());
        }
        let result = self.overflow(fd, is_pipe(), bytes);
        if result.is_err() {
            self.bytes.clear();
        }
        result
    }

    /// Appends all pieces, or writes them with what was collected, without copying, when they are large.
    pub(crate) fn put_pieces(
        &mut self,
        fd: RawFd,
        is_pipe: impl Fn() -> bool,
        pieces: &[IoSlice<'_>],
    ) -> Result<(), Errno> {
        if pieces.iter().map(|piece| piece.len()).sum::<usize>() < LARGE {
            return pieces.iter().try_for_each(|piece| self.put(fd, &is_pipe, piece));
        }
        let result = self.write_with(fd, is_pipe(), pieces);
        self.bytes.clear();
        result
    }

    fn write_with(&self, fd: RawFd, is_pipe: bool, pieces: &[IoSlice<'_>]) -> Result<(), Errno> {
        let mut all = Vec::new();
        all.try_reserve_exact(pieces.len().saturating_add(1)).map_err(|_| Errno::ENOMEM)?;
        if is_pipe {
            write_lines(fd, &self.bytes)?;
        } else {
            all.push(IoSlice::new(&self.bytes));
        }
        all.extend_from_slice(pieces);
        write_pieces(fd, &mut all)
    }

    fn overflow(&mut self, fd: RawFd, is_pipe: bool, bytes: &[u8]) -> Result<(), Errno> {
        if bytes.len() >= LARGE {
            if is_pipe {
                write_lines(fd, &self.bytes)?;
                self.bytes.clear();
            }
            write_pieces(fd, &mut [IoSlice::new(&self.bytes), IoSlice::new(bytes)])?;
            self.bytes.clear();
            return Ok(());
        }
        // Whole lines go out, a begun one stays: a line then reaches the file in one write, as it would have without
        // buffering, and is not mixed with what other processes append.
        let end = memrchr(b'\n', &self.bytes).map_or(self.bytes.len(), |newline| newline + 1);
        let (lines, begun) = self.bytes.split_at(end);
        let fits = begun.len() + bytes.len() <= CAPACITY;
        let now = if fits { lines } else { &self.bytes };
        if is_pipe {
            write_lines(fd, now)?
        } else {
            write_fully(fd, now)?
        }
        let written = now.len();
        self.bytes.drain(..written);
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Hands everything to the OS.
    pub(crate) fn flush(&mut self, fd: RawFd, is_pipe: bool) -> Result<(), Errno> {
        let result = if is_pipe { write_lines(fd, &self.bytes) } else { write_fully(fd, &self.bytes) };
        self.bytes.clear();
        result
    }

    /// Drops what was not written.
    pub(crate) fn forget(&mut self) {
        self.bytes.clear();
    }
}

/// Writes to a pipe in pieces that end with a line and are small enough to be atomic where lines are, so that the lines
/// of several writers (the recipes of `make -j`) are not torn, just as if each had been written on its own.
fn write_lines(fd: RawFd, mut bytes: &[u8]) -> Result<(), Errno> {
    while let Some(window) = bytes.get(..PIPE_ATOMIC) {
        let end = match memrchr(b'\n', window) {
            Some(newline) => newline + 1,
            None => memchr::memchr(b'\n', bytes).map_or(bytes.len(), |newline| newline + 1),
        };
        let (now, rest) = bytes.split_at(end);
        write_fully(fd, now)?;
        bytes = rest;
    }
    write_fully(fd, bytes)
}

/// Writes `bytes` completely, as [`write_pieces`] does.
pub(crate) fn write_fully(fd: RawFd, bytes: &[u8]) -> Result<(), Errno> {
    write_pieces(fd, &mut [IoSlice::new(bytes)])
}

/// Writes all pieces completely, in as few writev(2) as the kernel makes it: goes on after a short write and after
/// `EINTR`, waits where a non-blocking descriptor has no room.
pub(crate) fn write_pieces(fd: RawFd, mut pieces: &mut [IoSlice<'_>]) -> Result<(), Errno> {
    loop {
        // Leaves out empty pieces at the beginning.
        IoSlice::advance_slices(&mut pieces, 0);
        let result = match &*pieces {
            [] => return Ok(()),
            [piece] => io::write(fd, piece),
            _ => io::writev(fd, pieces),
        };
        match result {
            // No file behaves so; if one does, this must not go round for ever.
            Ok(0) => return Err(Errno::EIO),
            Ok(written) => IoSlice::advance_slices(&mut pieces, written),
            Err(Errno::EINTR) => {}
            Err(Errno::EAGAIN) => match io::poll(&mut [Poll::writable(fd)], None) {
                Ok(_) | Err(Errno::EINTR) => {}
                Err(error) => return Err(error),
            },
            Err(error) => return Err(error),
        }
    }
}
