//! Bytes to tokens to a printable syntax tree.
//!
//! The tree mirrors the nouns of POSIX XCU chapter 2 (*word*, *simple command*, *compound list*, *and-or list*,
//! *redirection*) with bash's additions beside them. The crate reads no file and runs nothing: an [`Input`] hands it text,
//! an [`Interner`] turns names into small integers, and [`Parser::next_command`] returns one complete command at a time, so that
//! a shell can execute it (and define aliases, or read standard input) before the next one is looked at.
#![forbid(unsafe_code)]

pub mod ast;
pub mod names;

pub use names::{Interner, Sym};
