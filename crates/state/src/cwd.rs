//! The working directory: its logical name, and a cached descriptor to come back to it.
//!
//! ksh93u+m keeps a descriptor for the directory of each virtual subshell. Here it is opened only when a subshell really changes
//! directory, and kept as long as the directory stays the same, so that a loop of `(cd DIR; ...)` costs chdir and fchdir.

use std::os::fd::OwnedFd;
use std::rc::Rc;

/// What the shell knows of its working directory.
#[derive(Clone, Debug, Default)]
pub struct Cwd {
    /// The logical absolute name, as `pwd -L` prints it. `None` before it was needed or when it could not be found out.
    pub name: Option<Rc<[u8]>>,
    /// A close-on-exec `O_PATH` descriptor of the directory, once one was needed.
    pub handle: Option<Rc<OwnedFd>>,
    /// Changes with every chdir(2): equal serials mean the same directory.
    pub serial: u64,
}
