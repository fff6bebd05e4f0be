//! Start a program at the price of vfork and exec, from any thread of a process of any size.
//!
//! A [`Plan`] says everything about a child, [`launch`] makes it: one path for every child. The child borrows the
//! memory of the parent until it executes the program, so nothing is copied, and it does nothing but system calls.
//! Its descriptors are laid out as a parallel assignment; what it should not have is closed whatever other threads open
//! meanwhile. What fails in the child is known to the caller at once, with the step and the error number.
//!
//! On top of that, from the simple to the special:
//!
//! - [`Command`]: a builder as in the standard library, with process groups, limits, signals, any descriptors;
//! - [`Popen`]: the input or output of a program as a buffered stream, without a shell;
//! - [`Capture`]: input in, output and status out, within limits of time, size, memory and processor time; [`Cancel`]
//!   stops it from another thread;
//! - [`Runner`]: many captures, a few at a time;
//! - [`Filter`] and [`FilterPool`]: programs that are started once and answer many requests.
//!
//! Nothing here needs a signal handler, changes one, or minds which ones the host has installed. The only thing kept
//! between calls is the list of children that were let go before they ended, so that they can be waited for.
//!
//! ```
//! use skosh_launch::{Capture, Command};
//! use std::time::Duration;
//! let mut date = Command::new("date");
//! date.arg("+%Y").env("TZ", "UTC");
//! let done = Capture::new(date).time_limit(Duration::from_secs(10)).output_limit(100).run()?;
//! assert!(done.is_success() && done.stdout.len() == 5);
//! # Ok::<(), skosh_launch::CommandError>(())
//! ```
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
