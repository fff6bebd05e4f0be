//! A buffered writer over one descriptor (or memory), in which `flush` and `sync` are different verbs.

use std::io::{self as std_io, IoSlice};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use skosh_sys::io::{self, Class};
use skosh_sys::{Errno, fs};

use crate::output::Output;

/// How much [`Writer::sync`] asks of the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyncKind {
    /// The content, and what is needed to find it again, such as the size: fdatasync(2).
    Data,
    /// The times, owner and mode as well: fsync(2).
    Metadata,
}

impl SyncKind {
    /// Waits until the disk has what the OS was given for `fd`. Retried after `EINTR`.
    pub(crate) fn of(self, fd: RawFd) -> Result<(), Errno> {
        loop {
            let result = match self {
                SyncKind::Data => io::fdatasync(fd),
                SyncKind::Metadata => io::fsync(fd),
            };
            if result != Err(Errno::EINTR) {
                return result;
            }
        }
    }

    /// The same for a file that is closed durably: what has no disk (`EINVAL`) has nothing to lose.
    pub(crate) fn if_it_has_a_disk(self, fd: RawFd) -> Result<(), Errno> {
        match self.of(fd) {
            Err(Errno::EINVAL | Errno::ENOTSUP) => Ok(()),
            result => result,
        }
    }
}

#[derive(Debug)]
enum Target {
    Owned(OwnedFd),
    Inherited(RawFd),
    Memory(Vec<u8>),
    Closed,
}

impl Target {
    fn fd(&self) -> Result<RawFd, Errno> {
        match self {
            Target::Owned(fd) => Ok(fd.as_raw_fd()),
            Target::Inherited(n) => Ok(*n),
            Target::Memory(_) | Target::Closed => Err(Errno::EBADF),
        }
    }
}

/// Collects up to 64 KiB before it hands anything to the OS. `flush` hands it over, `sync` waits for the disk.
///
/// - On a terminal or another character device every line is written when it is complete.
/// - Large pieces are not copied: they are written together with what was collected, by one writev(2).
/// - On a pipe lines stay whole (up to 4 KiB), so that several writers do not tear each other's.
/// - An error is the result of the call that met it *and* of the next [`flush`](Writer::flush), [`sync`](Writer::sync)
///   or [`close`](Writer::close), so a program that looks only at the last one misses nothing. After a failed `sync`
///   every later one fails too: the kernel may have dropped what it could not write, and would say that all is well.
/// - Dropping a writer flushes it, but nobody hears of errors: call [`close`](Writer::close).
///
/// It is a [`std::io::Write`], so `write!` works.
///
/// ```
/// use std::io::Write;
/// use skosh_stream::{SyncKind, Writer};
///
/// let path = std::env::temp_dir().join(format!("skosh-stream-doc-{}", std::process::id()));
/// let mut writer = Writer::new(std::fs::File::create(&path)?);
/// for i in 0..1000 {
///     writeln!(writer, "{i}")?; // no system call
/// }
/// writer.flush()?; // to the OS: every other process sees it
/// writer.sync(SyncKind::Data)?; // to the disk: it survives a power cut
/// writer.close()?;
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer {
    target: Target,
    output: Output,
    class: Option<Class>,
    /// The first error that no flush, sync or close has reported.
    error: Option<Errno>,
    sync_failed: Option<Errno>,
    durable: bool,
}

impl Writer {
    fn on(target: Target) -> Writer {
        Writer { target, output: Output::default(), class: None, error: None, sync_failed: None, durable: false }
    }

    /// A writer that owns its descriptor: a `File`, a `UnixStream`, a `ChildStdin`, an `OwnedFd`.
    pub fn new(fd: impl Into<OwnedFd>) -> Writer {
        Writer::on(Target::Owned(fd.into()))
    }

    /// A writer on descriptor `n` of the process, which it does not close: 1 is the standard output.
    pub fn inherited(n: RawFd) -> Writer {
        Writer::on(Target::Inherited(n))
    }

    /// A writer into memory; [`Writer::into_memory`] takes it.
    pub fn memory() -> Writer {
        Writer::on(Target::Memory(Vec::new()))
    }

    /// What a memory writer has collected; `None` for a descriptor.
    pub fn into_memory(mut self) -> Option<Vec<u8>> {
        match std::mem::replace(&mut self.target, Target::Closed) {
            Target::Memory(bytes) => Some(bytes),
            other => {
                self.target = other;
                None
            }
        }
    }

    /// On: [`Writer::close`] does [`SyncKind::Data`] before it closes. Off at first.
    pub fn set_durable(&mut self, on: bool) {
        self.durable = on;
    }

    /// The descriptor's number; `None` for memory. Whoever writes to it directly must flush first.
    pub fn raw_fd(&self) -> Option<RawFd> {
        self.target.fd().ok()
    }

    /// How many bytes wait in memory for a flush.
    pub fn waiting(&self) -> usize {
        self.output.len()
    }

    /// Writes all of `bytes`, as far as the caller can tell.
    #[inline]
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), Errno> {
        // A class is known once something went the long way; a device never takes the short one.
        if self.class.is_some_and(|class| class != Class::CharacterDevice) && self.output.append(bytes) {
            return Ok(());
        }
        self.put_slowly(bytes)
    }

    /// Writes all of all `pieces`, in order. Large ones are not copied.
    pub fn put_pieces(&mut self, pieces: &[IoSlice<'_>]) -> Result<(), Errno> {
        if let Target::Memory(_) = self.target {
            return pieces.iter().try_for_each(|piece| self.put_slowly(piece));
        }
        let result = self.buffered(|output, fd, class| {
            output.put_pieces(fd, || class == Class::Pipe, pieces)?;
            Ok(pieces.iter().any(|piece| has_newline(piece)))
        });
        self.keep(result)
    }

    fn put_slowly(&mut self, bytes: &[u8]) -> Result<(), Errno> {
        if let Target::Memory(memory) = &mut self.target {
            memory.try_reserve(bytes.len()).map_err(|_| Errno::ENOMEM)?;
            memory.extend_from_slice(bytes);
            return Ok(());
        }
        let result = self.buffered(|output, fd, class| {
            output.put(fd, || class == Class::Pipe, bytes)?;
            Ok(has_newline(bytes))
        });
        self.keep(result)
    }

    /// Runs `put`, which says whether a line was completed: on a device it must not wait.
    fn buffered(&mut self, put: impl FnOnce(&mut Output, RawFd, Class) -> Result<bool, Errno>) -> Result<(), Errno> {
        let fd = self.target.fd()?;
        let class = match self.class {
            Some(class) => class,
            None => *self.class.insert(Class::of(&fs::fstat(fd)?)),
        };
        let has_line = put(&mut self.output, fd, class)?;
        if has_line && class == Class::CharacterDevice { self.output.flush(fd, false) } else { Ok(()) }
    }

    /// Keeps an error until a flush, sync or close reports it.
    fn keep(&mut self, result: Result<(), Errno>) -> Result<(), Errno> {
        if let Err(error) = result {
            self.error.get_or_insert(error);
        }
        result
    }

    /// Hands everything to the OS, where every process can see it. That does not mean that the disk has it.
    pub fn flush(&mut self) -> Result<(), Errno> {
        let result = match self.target.fd() {
            Ok(fd) if self.output.len() > 0 => self.output.flush(fd, self.class == Some(Class::Pipe)),
            _ => Ok(()),
        };
        match self.error.take() {
            Some(earlier) => {
                self.error = result.err();
                Err(earlier)
            }
            None => result,
        }
    }

    /// Flushes, then waits until the disk has it. `EINVAL` for what has no disk: pipes, terminals, sockets.
    pub fn sync(&mut self, kind: SyncKind) -> Result<(), Errno> {
        self.flush()?;
        if let Some(error) = self.sync_failed {
            return Err(error);
        }
        let result = kind.of(self.target.fd()?);
        if let Err(error) = result
            && error != Errno::EINVAL
        {
            self.sync_failed = Some(error);
        }
        result
    }

    /// Flushes, syncs if it is durable, and closes; the result is the first thing that went wrong, an earlier error
    /// that nobody was told of included. The descriptor is closed in every case.
    pub fn close(mut self) -> Result<(), Errno> {
        let mut result = self.flush();
        if self.durable
            && let Ok(fd) = self.target.fd()
        {
            let synced = self.sync_failed.map_or_else(|| SyncKind::Data.if_it_has_a_disk(fd), Err);
            result = result.and(synced);
        }
        match std::mem::replace(&mut self.target, Target::Closed) {
            Target::Owned(fd) => result.and(io::close(fd)),
            _ => result,
        }
    }

    /// Drops what waits and was not written.
    pub fn forget(&mut self) {
        self.output.forget();
    }
}

fn has_newline(bytes: &[u8]) -> bool {
    memchr::memchr(b'\n', bytes).is_some()
}

impl std_io::Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> std_io::Result<usize> {
        self.put(bytes)?;
        Ok(bytes.len())
    }

    fn write_vectored(&mut self, pieces: &[IoSlice<'_>]) -> std_io::Result<usize> {
        self.put_pieces(pieces)?;
        Ok(pieces.iter().map(|piece| piece.len()).sum())
    }

    fn write_all(&mut self, bytes: &[u8]) -> std_io::Result<()> {
        Ok(self.put(bytes)?)
    }

    fn flush(&mut self) -> std_io::Result<()> {
        Ok(Writer::flush(self)?)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // There is nobody to tell; `close` is for those who want to know.
        let _ = Writer::flush(self);
    }
}
