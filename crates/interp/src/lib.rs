//! Expansion and execution of the syntax tree.
#![forbid(unsafe_code)]
