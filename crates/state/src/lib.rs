//! The state of a shell and the journal that undoes changes to it.
#![forbid(unsafe_code)]
