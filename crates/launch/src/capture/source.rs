//! Where the input of a program comes from.

use skosh_sys::{Errno, fs, io};
use std::borrow::Cow;
use std::os::fd::{AsFd, AsRawFd};

use crate::pipe::{PipeWriter, without_sigpipe};

type Fill<'a> = Box<dyn FnMut(&mut Vec<u8>) -> bool + Send + 'a>;

/// Bytes that are still to be written, and where more come from.
pub(crate) struct Source<'a> {
    bytes: Cow<'a, [u8]>,
    written: usize,
    more: Option<Fill<'a>>,
}

impl std::fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source").field("left", &self.bytes.len().saturating_sub(self.written)).finish_non_exhaustive()
    }
}

impl<'a> Source<'a> {
    pub fn bytes(bytes: Cow<'a, [u8]>) -> Source<'a> {
        Source { bytes, written: 0, more: None }
    }

    pub fn callback(fill: Fill<'a>) -> Source<'a> {
        Source { bytes: Cow::Owned(Vec::new()), written: 0, more: Some(fill) }
    }

    /// Makes our end of the pipe non-blocking: a program that does not read must not hold us up.
    pub fn prepare(pipe: &PipeWriter) -> Result<(), Errno> {
        let fd = pipe.as_fd().as_raw_fd();
        fs::set_open_flags(fd, fs::open_flags(fd)? | fs::O_NONBLOCK)
    }

    /// Writes as much as the pipe takes. True when nothing more is to come, also because the program does not read any more.
    pub fn advance(&mut self, pipe: &PipeWriter) -> Result<bool, Errno> {
        loop {
            let left = self.bytes.get(self.written..).unwrap_or_default();
            if left.is_empty() {
                let Some(fill) = &mut self.more else { return Ok(true) };
                let mut buffer = std::mem::take(&mut self.bytes).into_owned();
                buffer.clear();
                if !fill(&mut buffer) {
                    self.more = None;
                }
                self.bytes = Cow::Owned(buffer);
                self.written = 0;
                continue;
            }
            match without_sigpipe(|| io::write(pipe.as_fd().as_raw_fd(), left)) {
                Ok(count) => self.written += count,
                Err(Errno::EAGAIN) => return Ok(false),
                Err(Errno::EINTR) => {}
                Err(Errno::EPIPE) => return Ok(true),
                Err(errno) => return Err(errno),
            }
        }
    }
}
