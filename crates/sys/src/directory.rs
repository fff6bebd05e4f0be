//! Reading a directory: names and file types as the kernel lists them, many at a time, into a buffer of the caller.
#![allow(unsafe_code)]

use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use crate::errno::Errno;
use crate::fs;

/// A directory that is being read. Its descriptor is closed when it is dropped.
#[derive(Debug)]
pub struct Directory {
    fd: OwnedFd,
}

impl Directory {
    /// Opens the directory `path`. `ENOTDIR` when it is something else.
    #[inline]
    pub fn open(path: &[u8]) -> Result<Directory, Errno> {
        Directory::open_at(fs::AT_FDCWD, path, 0)
    }

    /// Opens `path` relative to the open directory `directory`; `flags` are further `O_` bits, such as `O_NOFOLLOW`.
    #[inline]
    pub fn open_at(directory: RawFd, path: &[u8], flags: i32) -> Result<Directory, Errno> {
        let fd = fs::openat(directory, path, fs::O_RDONLY | fs::O_DIRECTORY | flags, 0)?;
        Ok(Directory { fd })
    }

    /// The next entries, in no order, as many as `buffer` holds; none at the end. A buffer of 32 KiB is what readdir(3) uses.
    ///
    /// `EINVAL` when the buffer is too small for a single entry. See getdents64(2).
    pub fn read<'b>(&mut self, buffer: &'b mut [u8]) -> Result<Entries<'b>, Errno> {
        let length = read_records(self.fd.as_raw_fd(), buffer)?;
        Ok(Entries { rest: buffer.get(..length).unwrap_or_default() })
    }
}

/// [`Directory::read`] for a caller that keeps the descriptor and the bytes itself: how many bytes of `buffer` were
/// filled with records, 0 at the end. [`Entry::parse`] takes them apart.
#[inline]
pub fn read_records(directory: RawFd, buffer: &mut [u8]) -> Result<usize, Errno> {
    // SAFETY: the pointer and the length describe memory that is borrowed mutably for the whole call.
    let result =
        unsafe { libc::syscall(libc::SYS_getdents64, directory, buffer.as_mut_ptr(), buffer.len() as libc::c_uint) };
    usize::try_from(result).map_err(|_| Errno::last())
}

impl AsRawFd for Directory {
    fn as_raw_fd(&self) -> RawFd {
        self.fd.as_raw_fd()
    }
}

impl From<OwnedFd> for Directory {
    /// Reads from where the open directory `fd` stands.
    fn from(fd: OwnedFd) -> Self {
        Directory { fd }
    }
}

/// What a directory says about the type of an entry, so that it need not be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// The file system does not say: use [`fs::stat_at`].
    Unknown,
    /// A directory.
    Directory,
    /// A symbolic link.
    Symlink,
    /// A regular file.
    File,
    /// A device, FIFO or socket.
    Other,
}

/// An entry of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'b> {
    /// The name, without a NUL. `.` and `..` are entries too.
    pub name: &'b [u8],
    /// The type, if it is known.
    pub kind: EntryKind,
    /// The number of the file on its device (of what is mounted over, not of what is mounted).
    pub ino: u64,
}

impl<'b> Entry<'b> {
    /// The entry whose record `records` begins with, and the length of the record. `None` when there is no whole one.
    ///
    /// `struct linux_dirent64`: inode (8 bytes), offset (8), record length (2), type (1), name and NUL.
    #[inline]
    pub fn parse(records: &'b [u8]) -> Option<(Entry<'b>, usize)> {
        let ino = u64::from_ne_bytes(records.get(..8)?.try_into().ok()?);
        let length = usize::from(u16::from_ne_bytes(records.get(16..18)?.try_into().ok()?));
        let kind = match *records.get(18)? {
            libc::DT_UNKNOWN => EntryKind::Unknown,
            libc::DT_DIR => EntryKind::Directory,
            libc::DT_LNK => EntryKind::Symlink,
            libc::DT_REG => EntryKind::File,
            _ => EntryKind::Other,
        };
        let name = records.get(19..length)?;
        let end = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
        Some((Entry { name: name.get(..end)?, kind, ino }, length))
    }
}

/// The entries of one [`Directory::read`].
#[derive(Clone, Debug)]
pub struct Entries<'b> {
    rest: &'b [u8],
}

impl Entries<'_> {
    /// Nothing was read: the end of the directory.
    #[inline]
    pub fn is_end(&self) -> bool {
        self.rest.is_empty()
    }
}

impl<'b> Iterator for Entries<'b> {
    type Item = Entry<'b>;

    #[inline]
    fn next(&mut self) -> Option<Entry<'b>> {
        let (entry, length) = Entry::parse(self.rest)?;
        self.rest = self.rest.get(length..)?;
        Some(entry)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_listed_once_with_its_type() {
        let path = std::env::temp_dir().join(format!("skosh-directory-{}", std::process::id()));
        std::fs::create_dir_all(path.join("sub")).unwrap();
        std::os::unix::fs::symlink("sub", path.join("link")).unwrap();
        for number in 0..500 {
            std::fs::write(path.join(format!("file{number:03}")), b"").unwrap();
        }
        let bytes = path.as_os_str().as_encoded_bytes();
        let mut directory = Directory::open(bytes).unwrap();
        let mut buffer = vec![0; 4096];
        let mut found = Vec::new();
        loop {
            let entries = directory.read(&mut buffer).unwrap();
            if entries.is_end() {
                break;
            }
            found.extend(entries.map(|entry| (String::from_utf8(entry.name.to_vec()).unwrap(), entry.kind)));
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        let mut expected: Vec<String> = (0..500).map(|number| format!("file{number:03}")).collect();
        expected.splice(0..0, [".".to_owned(), "..".to_owned()]);
        expected.extend(["link".to_owned(), "sub".to_owned()]);
        assert_eq!(found.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), expected);
        for (name, kind) in found {
            let expected = match &*name {
                "." | ".." | "sub" => EntryKind::Directory,
                "link" => EntryKind::Symlink,
                _ => EntryKind::File,
            };
            assert!(kind == expected || kind == EntryKind::Unknown, "{name}: {kind:?}");
        }
        assert_eq!(Directory::open(&[bytes, b"/file000"].concat()).err(), Some(Errno::ENOTDIR));
        assert_eq!(directory.read(&mut [0; 4]).err(), None, "at the end nothing is put into the buffer");
        std::fs::remove_dir_all(path).unwrap();
    }
}
