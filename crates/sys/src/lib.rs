//! System calls, signal handlers and descriptor types: the only unsafe code.
//!
//! Thin, safe functions over Linux: bytes for paths and strings, [`Errno`] for errors, plain numbers or `OwnedFd` for
//! descriptors, one module per subject. No policy lives here; what to do about an error is the caller's to decide.
//! Every descriptor that is opened is close-on-exec. `EINTR` is passed on unless a function says that it retries.
#![deny(unsafe_code)]

pub mod directory;
pub mod entry;
pub mod errno;
pub mod exec_layout;
pub mod fs;
pub mod io;
pub mod limits;
mod path;
pub mod process;
pub mod random;
pub mod regex;
pub mod signal;
pub mod spawn;
pub mod stack;
mod strings;
pub mod time;
pub mod tty;
pub mod user;

pub use errno::Errno;
pub use strings::StringArray;
