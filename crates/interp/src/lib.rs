//! Expansion and execution of the syntax tree.
//!
//! [`command`] has a file per construct, named as in POSIX XCU 2.9; [`expand`] a file per expansion of XCU 2.6; [`subshell`] is
//! the forkless heart: the scope that stands for a subshell, and every reason for which one becomes a process.
#![forbid(unsafe_code)]

pub mod command;
pub mod conditional;
pub mod expand;
pub mod file_test;
pub mod jobs;
pub mod launch;
pub mod read;
pub mod redirect;
mod relay;
pub mod report;
pub mod signals;
pub mod subshell;
pub mod substitution;
pub mod trap;
pub mod xtrace;
