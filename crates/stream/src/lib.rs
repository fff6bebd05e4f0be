//! Buffered descriptors: reading with give-back, coalesced writing, flush that is not sync.
#![forbid(unsafe_code)]
