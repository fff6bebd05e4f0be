//! Buffered descriptors: reading with give-back, coalesced writing, flush that is not sync.
#![forbid(unsafe_code)]

mod input;
mod open_file;
mod output;
mod pool;
mod reader;
mod replacement;
mod writer;

pub use input::ReadEnd;
pub use open_file::OpenFile;
pub use pool::Pool;
pub use reader::Reader;
pub use replacement::{Replacement, replace};
pub use skosh_sys::Errno;
pub use skosh_sys::io::Class;
pub use writer::{SyncKind, Writer};
