//! Bytes to tokens to a printable syntax tree.
//!
//! The tree mirrors the nouns of POSIX XCU chapter 2 (*word*, *simple command*, *compound list*, *and-or list*,
//! *redirection*) with bash's additions beside them. The crate reads no file and runs nothing: an [`Input`] hands it text,
//! an [`Interner`] turns names into small integers, and [`Parser::next_command`] returns one complete command at a time, so that
//! a shell can execute it (and define aliases, or read standard input) before the next one is looked at.
#![forbid(unsafe_code)]

pub mod ansi;
mod arith;
mod assignment;
pub mod ast;
mod brace;
mod command;
mod compound;
mod conditional;
mod dollar;
mod error;
mod grammar;
mod heredoc;
mod lex;
pub mod names;
mod parameter;
mod parser;
mod print;
mod print_compound;
mod print_word;
mod quoted;
mod scan;
mod source;
mod token;
mod word;

pub use error::{SyntaxError, SyntaxErrorKind, Warning};
pub use grammar::MAX_DEPTH;
pub use names::{Interner, Sym};
pub use parser::{Context, ParseOptions, Parser, parse_arguments, parse_text, parse_word};
pub use print::{
    print_and_or, print_assignment, print_command, print_function, print_heading, print_list, print_pipeline,
    print_simple, print_word,
};
pub use source::{Aliases, Input, NoAliases, Text};
