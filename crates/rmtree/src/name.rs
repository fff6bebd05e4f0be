//! The path of an entry, put together when someone asks for it.

use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use skosh_sys::directory::{Entry as Record, read_records};
use skosh_sys::fs;

use crate::observer::Entry;

/// See [`Entry::path`].
pub(crate) fn path_of(entry: &Entry<'_>) -> Vec<u8> {
    let mut path = entry.operand.to_vec();
    let Some(frames) = entry.above else { return path };
    if entry.given_up > 0
        && let Some(oldest) = frames.get(0)
    {
        for name in forgotten(oldest.fd.as_raw_fd(), entry.given_up).iter().rev() {
            join(&mut path, name);
        }
    }
    for index in 0..entry.names {
        join(&mut path, frames.name(index));
    }
    path
}

fn join(path: &mut Vec<u8>, name: &[u8]) {
    if path.last() != Some(&b'/') {
        path.push(b'/');
    }
    path.extend_from_slice(name);
}

/// The names of the directory `from` and of the `levels - 1` ones above it, the deepest first.
fn forgotten(from: RawFd, levels: u32) -> Vec<Vec<u8>> {
    let mut names = Vec::new();
    let mut at: Option<OwnedFd> = None;
    for _ in 0..levels {
        let fd = at.as_ref().map_or(from, AsRawFd::as_raw_fd);
        let flags = fs::O_RDONLY | fs::O_DIRECTORY | fs::O_NOFOLLOW;
        let (Ok(here), Ok(above)) = (fs::fstat(fd), fs::openat(fd, b"..", flags, 0)) else { break };
        names.push(name_in(above.as_raw_fd(), &here).unwrap_or_else(|| b"?".to_vec()));
        at = Some(above);
    }
    while names.len() < levels as usize {
        names.push(b"?".to_vec());
    }
    names
}

/// The name of `file` in `directory`.
fn name_in(directory: RawFd, file: &fs::Stat) -> Option<Vec<u8>> {
    let mut buffer = [0; 4096];
    let mut inexact = None;
    loop {
        let length = read_records(directory, &mut buffer).ok().filter(|&length| length > 0);
        let Some(length) = length else { return inexact };
        let mut records = buffer.get(..length)?;
        while let Some((record, length)) = Record::parse(records) {
            records = records.get(length..)?;
            if record.name == b"." || record.name == b".." {
                continue;
            }
            let is_it = || {
                fs::stat_at(directory, record.name, fs::AT_SYMLINK_NOFOLLOW).is_ok_and(|stat| stat.is_same_file(file))
            };
            if record.ino == file.ino && is_it() {
                return Some(record.name.to_vec());
            }
            // What is mounted over a directory has another number than the listing gives.
            if inexact.is_none() && record.ino != file.ino && is_it() {
                inexact = Some(record.name.to_vec());
            }
        }
    }
}
