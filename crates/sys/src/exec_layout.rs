//! Laying out this process's own descriptors before it executes a program.

use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use crate::{Errno, fs};

/// Makes each descriptor `from` appear as `to`, all at once: every source is what it was before. Equal numbers mean that
/// close-on-exec is cleared. Then closes `closes`. When this fails some may already have been made.
pub fn lay_out(moves: &[(RawFd, RawFd)], closes: &[RawFd]) -> Result<(), Errno> {
    let highest = moves.iter().map(|&(from, to)| from.max(to)).max().unwrap_or(0);
    // A source that is also a target of another move is first copied out of the way.
    let mut copies: Vec<(RawFd, OwnedFd)> = Vec::new();
    for &(from, to) in moves {
        let overwritten = from != to && moves.iter().any(|&(other, target)| target == from && other != from);
        if overwritten && !copies.iter().any(|(fd, _)| *fd == from) {
            copies.push((from, fs::dup_above(from, highest + 1)?));
        }
    }
    for &(from, to) in moves {
        let source = copies.iter().find(|(fd, _)| *fd == from).map_or(from, |(_, copy)| copy.as_raw_fd());
        if source == to {
            fs::set_cloexec(to, false)?;
        } else {
            fs::dup2(source, to)?;
        }
    }
    for &fd in closes {
        if !moves.iter().any(|&(_, to)| to == fd) {
            let _ = fs::close(fd);
        }
    }
    Ok(())
}
