//! The facade for programs that embed the shell, and what the `skosh` command is made of.
//!
//! ```no_run
//! let arguments = ["skosh", "-c", "echo $((6 * 7))"].map(|text| text.as_bytes().to_vec());
//! let status = skosh_shell::main(arguments.into());
//! assert_eq!(status, 0);
//! ```
#![forbid(unsafe_code)]

mod arguments;
mod run;
mod start;

pub use run::main;
