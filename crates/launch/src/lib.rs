//! Start a program at the price of vfork and exec.
#![forbid(unsafe_code)]
