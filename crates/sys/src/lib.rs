//! System calls, signal handlers and descriptor types: the only unsafe code.
#![deny(unsafe_code)]

pub mod errno;

pub use errno::Errno;
