//! The facade for programs that embed the shell.
#![forbid(unsafe_code)]
