//! [`Cancel`]: stopping work from another thread.

use skosh_sys::{Errno, io};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A switch that is thrown once. Clones are the same switch; give one to a [`Capture`](crate::Capture) or a
/// [`Runner`](crate::Runner) and keep the other. It may serve any number of them, one after the other or at once.
#[derive(Clone, Debug)]
pub struct Cancel(Arc<Switch>);

#[derive(Debug)]
struct Switch {
    thrown: AtomicBool,
    /// Readable from the moment on that the switch is thrown, so that whoever polls wakes up.
    reader: OwnedFd,
    writer: OwnedFd,
}

impl Cancel {
    /// A switch that is not thrown. Takes two descriptors.
    pub fn new() -> Result<Cancel, Errno> {
        let (reader, writer) = io::pipe()?;
        Ok(Cancel(Arc::new(Switch { thrown: AtomicBool::new(false), reader, writer })))
    }

    /// Throws the switch. From any thread; more than once is as good as once.
    pub fn cancel(&self) {
        if !self.0.thrown.swap(true, Ordering::AcqRel) {
            // One byte into an empty pipe whose reader is open: neither blocks nor fails.
            let _ = io::write(self.0.writer.as_raw_fd(), &[0]);
        }
    }

    /// Whether it was thrown.
    pub fn is_cancelled(&self) -> bool {
        self.0.thrown.load(Ordering::Acquire)
    }

    /// Readable once it is thrown.
    pub(crate) fn descriptor(&self) -> RawFd {
        self.0.reader.as_raw_fd()
    }
}
