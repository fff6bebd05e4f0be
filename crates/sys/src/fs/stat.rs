//! What the kernel knows about a file: stat(2) in a small struct of plain numbers.
#![allow(unsafe_code)]
// The width of these numbers differs from one architecture to the next, so some of the casts change nothing here.
#![allow(clippy::unnecessary_cast)]

use crate::Errno;
use crate::path::{check, with_path};
use std::mem::MaybeUninit;
use std::os::fd::RawFd;

/// The attributes of a file. See stat(2); times are seconds and nanoseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stat {
    /// Device that holds the file.
    pub dev: u64,
    /// Number of the file on its device.
    pub ino: u64,
    /// File type and permission bits.
    pub mode: u32,
    /// Number of hard links.
    pub nlink: u64,
    /// Owner.
    pub uid: u32,
    /// Group.
    pub gid: u32,
    /// Length in bytes.
    pub size: u64,
    /// Allocated blocks of 512 bytes.
    pub blocks: u64,
    /// Device that a device file stands for.
    pub rdev: u64,
    /// Last read.
    pub atime: (i64, u32),
    /// Last change of the contents.
    pub mtime: (i64, u32),
    /// Last change of the attributes.
    pub ctime: (i64, u32),
}

impl Stat {
    /// The file type bits (`S_IFMT`) of the mode.
    #[inline]
    pub fn file_type(&self) -> u32 {
        self.mode & libc::S_IFMT as u32
    }

    /// A directory.
    #[inline]
    pub fn is_dir(&self) -> bool {
        self.file_type() == libc::S_IFDIR as u32
    }

    /// A regular file.
    #[inline]
    pub fn is_file(&self) -> bool {
        self.file_type() == libc::S_IFREG as u32
    }

    /// A symbolic link (only [`lstat`] and [`stat_at`] show one).
    #[inline]
    pub fn is_symlink(&self) -> bool {
        self.file_type() == libc::S_IFLNK as u32
    }

    /// A FIFO or pipe.
    #[inline]
    pub fn is_fifo(&self) -> bool {
        self.file_type() == libc::S_IFIFO as u32
    }

    /// A socket.
    #[inline]
    pub fn is_socket(&self) -> bool {
        self.file_type() == libc::S_IFSOCK as u32
    }

    /// A character device.
    #[inline]
    pub fn is_char_device(&self) -> bool {
        self.file_type() == libc::S_IFCHR as u32
    }

    /// A block device.
    #[inline]
    pub fn is_block_device(&self) -> bool {
        self.file_type() == libc::S_IFBLK as u32
    }

    /// The same file as `other`: equal device and number.
    #[inline]
    pub fn is_same_file(&self, other: &Stat) -> bool {
        self.dev == other.dev && self.ino == other.ino
    }

    fn of(raw: &libc::stat) -> Stat {
        Stat {
            dev: raw.st_dev as u64,
            ino: raw.st_ino as u64,
            mode: raw.st_mode as u32,
            nlink: raw.st_nlink as u64,
            uid: raw.st_uid as u32,
            gid: raw.st_gid as u32,
            size: raw.st_size as u64,
            blocks: raw.st_blocks as u64,
            rdev: raw.st_rdev as u64,
            atime: (raw.st_atime as i64, raw.st_atime_nsec as u32),
            mtime: (raw.st_mtime as i64, raw.st_mtime_nsec as u32),
            ctime: (raw.st_ctime as i64, raw.st_ctime_nsec as u32),
        }
    }
}

/// The attributes of the file `path` leads to, links followed. See stat(2).
#[inline]
pub fn stat(path: &[u8]) -> Result<Stat, Errno> {
    stat_at(libc::AT_FDCWD, path, 0)
}

/// The attributes of `path` itself, were it a link. See lstat(2).
#[inline]
pub fn lstat(path: &[u8]) -> Result<Stat, Errno> {
    stat_at(libc::AT_FDCWD, path, libc::AT_SYMLINK_NOFOLLOW)
}

/// [`stat`] relative to the open directory `directory`, with the `AT_` bits of `flags`. See fstatat(2).
#[inline]
pub fn stat_at(directory: RawFd, path: &[u8], flags: i32) -> Result<Stat, Errno> {
    with_path(path, |path| {
        let mut raw = MaybeUninit::<libc::stat>::uninit();
        // SAFETY: `path` is NUL-terminated and `raw` has the size that the call fills.
        check(unsafe { libc::fstatat(directory, path, raw.as_mut_ptr(), flags) })?;
        // SAFETY: the call succeeded, so it filled `raw`.
        Ok(Stat::of(unsafe { raw.assume_init_ref() }))
    })
}

/// The attributes of the open file `fd`. See fstat(2).
#[inline]
pub fn fstat(fd: RawFd) -> Result<Stat, Errno> {
    let mut raw = MaybeUninit::<libc::stat>::uninit();
    // SAFETY: `raw` has the size that the call fills; a bad `fd` gives EBADF.
    check(unsafe { libc::fstat(fd, raw.as_mut_ptr()) })?;
    // SAFETY: the call succeeded, so it filled `raw`.
    Ok(Stat::of(unsafe { raw.assume_init_ref() }))
}
