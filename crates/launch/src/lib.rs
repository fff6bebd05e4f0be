//! Start a program at the price of vfork and exec, from any thread of a process of any size.
//!
//! A [`Plan`] says everything about a child, [`launch`] makes it: one path for every child. The child borrows the
//! memory of the parent until it executes the program, so nothing is copied, and it does nothing but system calls.
//! Its descriptors are laid out as a parallel assignment; what it should not have is closed whatever other threads open
//! meanwhile. What fails in the child is known to the caller at once, with the step and the error number.
#![forbid(unsafe_code)]

mod cancel;
mod capture;
mod command;
mod environment;
mod error;
mod filter;
mod layout;
mod orphans;
mod pipe;
mod plan;
mod popen;
mod process;
mod runner;
mod search;
mod stdio;

pub use cancel::Cancel;
pub use capture::{Capture, Captured, Errors, Stopped};
pub use command::Command;
pub use error::{CommandError, Error, Stage};
pub use filter::{Decoder, Filter, FilterError, FilterPool, Malformed, Message};
pub use pipe::PipeWriter;
pub use plan::{Child, Directory, Group, Move, Plan, launch};
pub use popen::Popen;
pub use process::{Ending, Process};
pub use runner::{Finished, Progress, Runner};
pub use search::find_program;
pub use stdio::Stdio;

pub use skosh_sys::Errno;
pub use skosh_sys::StringArray;
pub use skosh_sys::limits::{Limit, Resource};
pub use skosh_sys::process::{Usage, WaitStatus};
pub use skosh_sys::signal::SignalSet;
pub use skosh_sys::spawn::Way;
