//! Input and output on descriptors: one function for each system call, nothing retried, nothing buffered.
//!
//! Every function returns what the kernel answered, `EINTR` and `EAGAIN` included: what to do about them is the
//! caller's decision (a shell runs traps on `EINTR`). Descriptors are plain numbers here, because the shell also works
//! on descriptors that it inherited and does not own; a number that is not open gives `EBADF`.
#![allow(unsafe_code)]

use std::ffi::c_int;
use std::io::IoSlice;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::time::Duration;

use crate::errno::Errno;
use crate::fs;
use crate::path::check;

/// The result of a system call that gives a count of bytes, or -1 and `errno`.
#[inline]
fn count(result: isize) -> Result<usize, Errno> {
    usize::try_from(result).map_err(|_| Errno::last())
}

/// read(2): fills the beginning of `into`; 0 is the end of the file.
#[inline]
pub fn read(fd: RawFd, into: &mut [u8]) -> Result<usize, Errno> {
    // SAFETY: the pointer and the length describe memory that is borrowed mutably for the whole call.
    count(unsafe { libc::read(fd, into.as_mut_ptr().cast(), into.len()) })
}

/// write(2): how many of `bytes` were taken, which may be fewer than all.
#[inline]
pub fn write(fd: RawFd, bytes: &[u8]) -> Result<usize, Errno> {
    // SAFETY: the pointer and the length describe memory that is borrowed for the whole call.
    count(unsafe { libc::write(fd, bytes.as_ptr().cast(), bytes.len()) })
}

/// writev(2): how many bytes of the pieces, taken together, were written. At most `IOV_MAX` pieces are looked at.
#[inline]
pub fn writev(fd: RawFd, pieces: &[IoSlice<'_>]) -> Result<usize, Errno> {
    let number = c_int::try_from(pieces.len().min(1024)).unwrap_or(c_int::MAX);
    // SAFETY: `IoSlice` has the layout of `struct iovec` on Unix (documented), and all pieces are borrowed for the call.
    count(unsafe { libc::writev(fd, pieces.as_ptr().cast(), number) })
}

/// Where an offset given to [`lseek`] counts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whence {
    /// The beginning of the file (`SEEK_SET`).
    Start,
    /// Where the descriptor stands now (`SEEK_CUR`).
    Current,
    /// The end of the file (`SEEK_END`).
    End,
}

/// lseek(2): moves the offset of the open file description and returns where it stands now.
/// `ESPIPE` for what cannot be positioned.
pub fn lseek(fd: RawFd, offset: i64, whence: Whence) -> Result<u64, Errno> {
    let whence = match whence {
        Whence::Start => libc::SEEK_SET,
        Whence::Current => libc::SEEK_CUR,
        Whence::End => libc::SEEK_END,
    };
    // SAFETY: takes and returns numbers only.
    let position = unsafe { libc::lseek64(fd, offset, whence) };
    u64::try_from(position).map_err(|_| Errno::last())
}

/// tee(2): duplicates up to `length` bytes from the pipe `from` into the pipe `to` without consuming them. Waits for
/// the first byte unless `from` is non-blocking; 0 when the pipe is empty and nobody can write to it any more.
/// `EINVAL` when one of them is not a pipe.
pub fn tee(from: RawFd, to: RawFd, length: usize) -> Result<usize, Errno> {
    // SAFETY: takes and returns numbers only.
    count(unsafe { libc::tee(from, to, length, 0) })
}

/// splice(2) at the current offsets: moves up to `length` bytes, one of the two descriptors being a pipe.
pub fn splice(from: RawFd, to: RawFd, length: usize) -> Result<usize, Errno> {
    // SAFETY: the two offset pointers may be null, which means the descriptors' own offsets.
    count(unsafe { libc::splice(from, std::ptr::null_mut(), to, std::ptr::null_mut(), length, 0) })
}

/// pipe2(2): a new pipe, (read end, write end), both closed on exec.
pub fn pipe() -> Result<(OwnedFd, OwnedFd), Errno> {
    let mut ends: [c_int; 2] = [-1; 2];
    // SAFETY: the pointer is to two ints, as pipe2 asks for.
    check(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) })?;
    // SAFETY: the call succeeded, so both numbers are descriptors that were just opened and belong to nobody else.
    Ok(unsafe { (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1])) })
}

/// The same open file under a number of at least `lowest` (close-on-exec): `fd` itself if it is high enough, otherwise
/// a duplicate (fcntl(2), `F_DUPFD_CLOEXEC`), and `fd` is closed.
pub fn move_above(fd: OwnedFd, lowest: RawFd) -> Result<OwnedFd, Errno> {
    if fd.as_raw_fd() >= lowest { Ok(fd) } else { fs::dup_above(fd.as_raw_fd(), lowest) }
}

/// close(2), with the error that dropping an `OwnedFd` would lose (a network file system reports here what it could
/// not write). The descriptor is closed in every case, after `EINTR` too, so it must never be retried.
pub fn close(fd: OwnedFd) -> Result<(), Errno> {
    fs::close(fd.into_raw_fd())
}

/// One descriptor to wait for with [`poll`].
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Poll(libc::pollfd);

impl Poll {
    /// Waits until something can be read (or the other side is gone).
    pub fn readable(fd: RawFd) -> Poll {
        Poll(libc::pollfd { fd, events: libc::POLLIN, revents: 0 })
    }

    /// Waits until something can be written (or the other side is gone).
    pub fn writable(fd: RawFd) -> Poll {
        Poll(libc::pollfd { fd, events: libc::POLLOUT, revents: 0 })
    }

    /// After [`poll`]: whether there is something to do, errors and hang-ups included.
    pub fn is_ready(&self) -> bool {
        self.0.revents != 0
    }

    /// After [`poll`]: whether the number is not an open descriptor.
    pub fn is_invalid(&self) -> bool {
        self.0.revents & libc::POLLNVAL != 0
    }
}

/// poll(2): waits until one of `descriptors` is ready; how many are. `None` waits without limit. A limit is rounded up
/// to milliseconds, so that no caller spins through the last fraction of one.
pub fn poll(descriptors: &mut [Poll], limit: Option<Duration>) -> Result<usize, Errno> {
    let milliseconds = match limit {
        None => -1,
        Some(limit) => c_int::try_from(limit.as_nanos().div_ceil(1_000_000)).unwrap_or(c_int::MAX),
    };
    let number = libc::nfds_t::try_from(descriptors.len()).map_err(|_| Errno::EINVAL)?;
    // SAFETY: `Poll` is `repr(transparent)` over `struct pollfd`, and the slice is borrowed mutably for the call.
    let ready = check(unsafe { libc::poll(descriptors.as_mut_ptr().cast(), number, milliseconds) })?;
    Ok(usize::try_from(ready).unwrap_or(0))
}

/// recv(2) with `MSG_PEEK`: what a stream socket holds, without consuming it. 0 when the other side has ended.
pub fn peek(fd: RawFd, into: &mut [u8]) -> Result<usize, Errno> {
    // SAFETY: the pointer and the length describe memory that is borrowed mutably for the whole call.
    count(unsafe { libc::recv(fd, into.as_mut_ptr().cast(), into.len(), libc::MSG_PEEK) })
}

/// Whether `fd` is a socket without message boundaries (`SOCK_STREAM`), on which a part of what was sent can be read
/// and the rest stays.
pub fn is_stream_socket(fd: RawFd) -> bool {
    let mut kind: c_int = 0;
    let mut length = std::mem::size_of::<c_int>() as libc::socklen_t;
    // SAFETY: the option is an int; both pointers are to locals of the announced size.
    let result = unsafe {
        libc::getsockopt(
            fd,
            libc::SOL_SOCKET,
            libc::SO_TYPE,
            std::ptr::from_mut(&mut kind).cast(),
            std::ptr::from_mut(&mut length),
        )
    };
    result == 0 && kind == libc::SOCK_STREAM
}

/// fdatasync(2): what was written to the file, and the metadata needed to read it back, is on the disk when this
/// returns. `EINVAL` for pipes, terminals and other things that have no disk.
pub fn fdatasync(fd: RawFd) -> Result<(), Errno> {
    // SAFETY: takes and returns numbers only.
    check(unsafe { libc::fdatasync(fd) }).map(|_| ())
}

/// fsync(2): as [`fdatasync`], with all metadata (times, owner, mode). On a directory: its entries.
pub fn fsync(fd: RawFd) -> Result<(), Errno> {
    // SAFETY: takes and returns numbers only.
    check(unsafe { libc::fsync(fd) }).map(|_| ())
}

/// What kind of thing a descriptor refers to, as far as reading and writing differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// A terminal or another character device.
    CharacterDevice,
    /// A regular file.
    Regular,
    /// A pipe or FIFO.
    Pipe,
    /// A socket.
    Socket,
    /// A block device, a directory, or something without a file type (an epoll or signal descriptor).
    Other,
}

impl Class {
    /// The class of what `stat` describes.
    pub fn of(stat: &fs::Stat) -> Class {
        match stat.file_type() {
            libc::S_IFCHR => Class::CharacterDevice,
            libc::S_IFREG => Class::Regular,
            libc::S_IFIFO => Class::Pipe,
            libc::S_IFSOCK => Class::Socket,
            _ => Class::Other,
        }
    }
}

/// Whether the descriptor was opened for writing (fcntl(2), `F_GETFL`). `EBADF` when it is not open.
pub fn is_writable(fd: RawFd) -> Result<bool, Errno> {
    let flags = fs::open_flags(fd)?;
    Ok(flags & libc::O_PATH == 0 && matches!(flags & libc::O_ACCMODE, libc::O_WRONLY | libc::O_RDWR))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn tee_leaves_the_original() {
        let (read_end, write_end) = pipe().unwrap();
        let (copy_read, copy_write) = pipe().unwrap();
        assert_eq!(write(write_end.as_raw_fd(), b"abc"), Ok(3));
        assert_eq!(tee(read_end.as_raw_fd(), copy_write.as_raw_fd(), 100), Ok(3));
        let mut bytes = [0; 8];
        assert_eq!(read(copy_read.as_raw_fd(), &mut bytes), Ok(3));
        assert_eq!(read(read_end.as_raw_fd(), &mut bytes), Ok(3));
        assert_eq!(&bytes[..3], b"abc");
        close(write_end).unwrap();
        assert_eq!(tee(read_end.as_raw_fd(), copy_write.as_raw_fd(), 100), Ok(0));
    }

    #[test]
    fn describes_what_it_is_given() {
        let (read_end, write_end) = pipe().unwrap();
        assert_eq!(Class::of(&fs::fstat(read_end.as_raw_fd()).unwrap()), Class::Pipe);
        assert_eq!(is_writable(read_end.as_raw_fd()), Ok(false));
        assert_eq!(is_writable(write_end.as_raw_fd()), Ok(true));
        let null = std::fs::File::open("/dev/null").unwrap();
        assert_eq!(Class::of(&fs::fstat(null.as_raw_fd()).unwrap()), Class::CharacterDevice);
        assert_eq!(is_writable(-1), Err(Errno::EBADF));
        assert_eq!(lseek(read_end.as_raw_fd(), 0, Whence::Current), Err(Errno::ESPIPE));
    }

    #[test]
    fn moved_descriptors_are_high() {
        let (read_end, _write_end) = pipe().unwrap();
        let moved = move_above(read_end, 100).unwrap();
        assert!(moved.as_raw_fd() >= 100);
    }

    #[test]
    fn poll_sees_a_byte() {
        let (read_end, write_end) = pipe().unwrap();
        let mut wait = [Poll::readable(read_end.as_raw_fd())];
        assert_eq!(poll(&mut wait, Some(Duration::ZERO)), Ok(0));
        write(write_end.as_raw_fd(), b"x").unwrap();
        assert_eq!(poll(&mut wait, None), Ok(1));
        assert!(wait[0].is_ready() && !wait[0].is_invalid());
    }
}
