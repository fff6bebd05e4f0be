//! The parent's end of a pipe that a child reads, safe from SIGPIPE.

use skosh_sys::signal::{self, SignalSet};
use skosh_sys::{Errno, io};
use std::io::Write;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

/// The write end of a pipe. Writing when the reader is gone gives the error `BrokenPipe` and nothing else, whatever the
/// process does about SIGPIPE: a library must neither die by it nor change how its host takes it.
#[derive(Debug)]
pub struct PipeWriter(OwnedFd);

impl PipeWriter {
    /// Wraps the write end of a pipe.
    pub fn new(fd: OwnedFd) -> PipeWriter {
        PipeWriter(fd)
    }
}

impl Write for PipeWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        without_sigpipe(|| io::write(self.0.as_raw_fd(), bytes)).map_err(Into::into)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl AsFd for PipeWriter {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl From<PipeWriter> for OwnedFd {
    fn from(writer: PipeWriter) -> OwnedFd {
        writer.0
    }
}

/// Does `write` with SIGPIPE held back in this thread, and removes the signal that it raised. The kernel sends SIGPIPE
/// to the writing thread itself, so it is there at once, and nobody else can get it.
pub(crate) fn without_sigpipe<T>(write: impl FnOnce() -> Result<T, Errno>) -> Result<T, Errno> {
    let pipe: SignalSet = [signal::SIGPIPE].into_iter().collect();
    let former = signal::block(pipe);
    // One that waits already (because the host blocks it) is the host's.
    let waited = former.contains(signal::SIGPIPE) && signal::waiting().contains(signal::SIGPIPE);
    let result = write();
    if matches!(result, Err(Errno::EPIPE)) && !waited {
        let _ = signal::take_waiting(pipe);
    }
    if !former.contains(signal::SIGPIPE) {
        signal::set_mask(former);
    }
    result
}
