//! Shell pattern matching notation (POSIX XCU 2.14) with bash's extended patterns.
#![forbid(unsafe_code)]

/// A compiled pattern.
#[derive(Debug)]
pub struct Pattern;
