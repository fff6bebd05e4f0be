//! The built-in utilities of the shell: a file for each, or for each close family, and one sorted [`TABLE`].
//!
//! A builtin takes its fields, the name first, writes through the shell's descriptor table and reports its own errors. What
//! several builtins share is named after what it is: [`option_scan`] reads options as POSIX XBD 12.2 describes them, [`quoting`]
//! writes values so that the shell can read them again, [`number`] reads numbers, [`failure`] decides which errors end a shell.
#![forbid(unsafe_code)]

pub mod complete;
pub mod failure;
pub mod float;
pub mod number;
pub mod option_scan;
pub mod quoting;
pub mod table;

mod alias;
mod assign;
mod bind;
mod break_continue;
mod caller;
mod cd;
mod command;
mod declare;
mod dirs;
mod dot;
mod echo;
mod enable;
mod eval;
mod exec;
mod exit;
mod fc;
mod fg_bg;
mod getopts;
mod hash;
mod help;
mod history;
mod jobs;
mod kill;
mod let_;
mod listing;
mod mapfile;
mod print;
mod printf;
mod pwd;
mod read;
mod return_;
mod set;
mod shift;
mod shopt;
mod test;
mod times;
mod trap;
mod true_false;
mod type_;
mod ulimit;
mod umask;
mod unset;
mod wait;

pub use table::{TABLE, turn_off_others};
