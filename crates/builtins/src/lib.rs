//! The built-in utilities of the shell.
#![forbid(unsafe_code)]
