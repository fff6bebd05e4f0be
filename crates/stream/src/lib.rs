//! Buffered descriptors: output that is coalesced without anyone being able to tell, flush that is not sync, and reading
//! that takes no more than its share.
//!
//! # What it is for
//!
//! Most programs choose between writing every line at once, which costs a system call each time, and buffering, which
//! reorders, doubles or loses output as soon as another descriptor, another process or an error comes into play. And
//! many programs, once they want to be sure that something was *written*, call fsync(2), which waits for the disk and is
//! a thousand times slower than what they wanted, which was that others can *see* it. This crate keeps the three apart:
//!
//! | verb | what it promises | what it costs |
//! |---|---|---|
//! | put, write | it is part of the output, in this order | a copy in memory |
//! | [`flush`](Writer::flush) | every other process sees it; it survives this process | a system call for up to 64 KiB |
//! | [`sync`](Writer::sync) | it survives a power cut | waiting for the disk |
//!
//! Reading has the same problem turned round: a program that reads in blocks takes input away from the child it starts
//! next, and one that reads byte by byte is slow. A reader of this crate reads in blocks and
//! [gives back](Reader::give_back) what it did not use, on files, pipes, stream sockets and terminals.
//!
//! # The parts
//!
//! - [`Writer`]: one descriptor (or memory), buffered. Errors are kept until somebody asks for them.
//! - [`Reader`]: one descriptor, by lines, delimiters or pieces, with give-back.
//! - [`Replacement`] and [`replace()`]: the content of a file changes at once or not at all, whatever happens.
//! - [`Pool`] and [`OpenFile`]: many descriptors of one program, of which at most one has output waiting, so that the
//!   order across descriptors is kept; what a shell is built on.
//!
//! Nothing here is global, and nothing is installed behind your back: no handler at exit, no signal handler, no thread.
//! [`Writer`], [`Reader`] and [`Replacement`] can go to any thread; a [`Pool`] stays with its own. `SIGPIPE` is left as
//! it is: where it is ignored (as it is in Rust programs) a reader that has gone is the error `EPIPE`. A write that is
//! interrupted by a signal goes on; a read returns `EINTR` with what it had, and can go on.
//!
//! # Example
//!
//! The first line of some input is a header for us, the rest is for a program that we start; what the program says goes
//! to the same place as what we say, in the right order, and is on the disk in the end.
//!
//! ```
//! use std::io::Write;
//! use std::process::{Command, Stdio};
//! use skosh_stream::{Reader, SyncKind, Writer};
//!
//! # let directory = std::env::temp_dir().join(format!("skosh-stream-essay-{}", std::process::id()));
//! # std::fs::create_dir_all(&directory)?;
//! # let (input_path, report_path) = (directory.join("input"), directory.join("report"));
//! std::fs::write(&input_path, "words\npear\napple\n")?;
//!
//! let input = std::fs::File::open(&input_path)?;
//! let report = std::fs::File::create(&report_path)?;
//! let mut reader = Reader::new(input.try_clone()?);
//! let mut writer = Writer::new(report.try_clone()?);
//!
//! let mut header = Vec::new();
//! reader.read_line(&mut header)?;
//! writeln!(writer, "sorted {}:", String::from_utf8_lossy(&header))?;
//!
//! writer.flush()?; // what we said comes before what the program says
//! reader.give_back()?; // and the program finds the input behind the header
//! Command::new("sort").stdin(Stdio::from(input)).stdout(Stdio::from(report)).status()?;
//!
//! writer.put(b"end\n")?;
//! writer.sync(SyncKind::Data)?;
//! writer.close()?;
//! assert_eq!(std::fs::read_to_string(&report_path)?, "sorted words:\napple\npear\nend\n");
//! # std::fs::remove_dir_all(&directory)?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # What it does not do
//!
//! It is for Linux. It does not decode text: everything is bytes. It does not lock: two processes that write the same
//! file at the same time see each other's whole lines (a pipe: up to 4 KiB; an appended file: any length), as they would
//! without buffering, but in an order that nobody promises.
#![forbid(unsafe_code)]

mod input;
mod open_file;
mod output;
mod pool;
mod reader;
mod replacement;
mod writer;

pub use input::ReadEnd;
pub use open_file::OpenFile;
pub use pool::Pool;
pub use reader::Reader;
pub use replacement::{Replacement, replace};
pub use skosh_sys::Errno;
pub use skosh_sys::io::Class;
pub use writer::{SyncKind, Writer};
