//! Replacing a file so that everybody, at every moment and after every crash, finds the old content or the new.

use std::fs as std_fs;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::fchown;
use std::path::{Path, PathBuf};

use skosh_sys::fs::{self, Stat};
use skosh_sys::{Errno, io};

use crate::writer::{SyncKind, Writer};

/// As many symbolic links as Linux follows in one path (path_resolution(7)).
const MOST_LINKS: usize = 40;

/// The longest name of a directory entry (`NAME_MAX`).
const LONGEST_NAME: usize = 255;

/// The next content of a file, under a temporary name in the same directory until it is complete.
///
/// [`commit`](Replacement::commit) gives it to the disk, renames it over the old file and gives the directory to the
/// disk. Dropped before that, it is removed and the old file is untouched.
///
/// - Mode, owner and group of an existing file are kept. Where that is not permitted `commit` fails with `EPERM` rather
///   than hand the file to somebody else. A new file gets 0666 less the mask. Access control lists and extended
///   attributes are not copied.
/// - A symbolic link is followed: what it leads to is replaced.
/// - It is a new file: other hard links keep the old content, and processes that have the old one open go on with it.
/// - What is no regular file is refused (`EISDIR`, `EINVAL`): a device must not be renamed away.
/// - A process that is killed leaves the temporary file behind, named `.NAME.PID-N.new`.
///
/// ```
/// use std::io::Write;
/// use skosh_stream::Replacement;
///
/// let path = std::env::temp_dir().join(format!("skosh-stream-doc-replacement-{}", std::process::id()));
/// std::fs::write(&path, "old")?;
/// let mut new = Replacement::of(&path)?;
/// write!(new.writer(), "new")?;
/// assert_eq!(std::fs::read_to_string(&path)?, "old");
/// new.commit()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "new");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Replacement {
    writer: Writer,
    file: Option<OwnedFd>,
    directory: OwnedFd,
    name: Vec<u8>,
    /// Empty once there is nothing to remove.
    temporary: Vec<u8>,
    /// The file that is replaced, if there is one.
    old: Option<Stat>,
}

impl Replacement {
    /// Begins to replace `path`, which need not exist; its directory must.
    pub fn of(path: impl AsRef<Path>) -> Result<Replacement, Errno> {
        let path = follow(path.as_ref())?;
        let name = path.file_name().ok_or(Errno::EISDIR)?.as_bytes().to_vec();
        let parent = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.as_os_str().as_bytes(),
            _ => b".",
        };
        let directory = fs::open(parent, fs::O_RDONLY | fs::O_DIRECTORY, 0)?;
        let old = match fs::stat_at(directory.as_raw_fd(), &name, fs::AT_SYMLINK_NOFOLLOW) {
            Ok(stat) if stat.is_dir() => return Err(Errno::EISDIR),
            Ok(stat) if stat.is_symlink() => return Err(Errno::ELOOP),
            Ok(stat) if !stat.is_file() => return Err(Errno::EINVAL),
            Ok(stat) => Some(stat),
            Err(Errno::ENOENT) => None,
            Err(error) => return Err(error),
        };
        // Nobody may read the new content who might not be allowed to read the old.
        let mode = if old.is_some() { 0o600 } else { 0o666 };
        let (file, temporary) = create(&directory, &name, mode)?;
        let writer = Writer::inherited(file.as_raw_fd());
        Ok(Replacement { writer, file: Some(file), directory, name, temporary, old })
    }

    /// Where the new content is written.
    pub fn writer(&mut self) -> &mut Writer {
        &mut self.writer
    }

    /// Puts the new content in place of the old. When this returns without an error it survives a power cut. After an
    /// error the old file is untouched, except when only the very last step failed, giving the directory to the disk:
    /// then the new content is in place, and a power cut might bring the old one back.
    pub fn commit(mut self) -> Result<(), Errno> {
        self.writer.flush()?;
        let file = self.file.take().ok_or(Errno::EBADF)?;
        if let Some(old) = &self.old {
            keep_attributes(&file, old)?;
        }
        self.writer.sync(SyncKind::Metadata)?;
        io::close(file)?;
        fs::rename_in(self.directory.as_raw_fd(), &self.temporary, &self.name)?;
        self.temporary.clear();
        SyncKind::Metadata.if_it_has_a_disk(self.directory.as_raw_fd())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        self.writer.forget();
        if !self.temporary.is_empty() {
            // There is nobody to tell; what matters is that the old file stays.
            let _ = fs::unlink_at(self.directory.as_raw_fd(), &self.temporary, 0);
        }
    }
}

/// Replaces the content of the file `path` by `content`, as [`Replacement`] does.
pub fn replace(path: impl AsRef<Path>, content: &[u8]) -> Result<(), Errno> {
    let mut replacement = Replacement::of(path)?;
    replacement.writer().put(content)?;
    replacement.commit()
}

/// Where `path` leads when its last component is a symbolic link, or several one after the other.
fn follow(path: &Path) -> Result<PathBuf, Errno> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match std_fs::read_link(&path) {
            // Relative to the directory of the link; an absolute one takes its place.
            Ok(target) => path = path.parent().map_or(target.clone(), |parent| parent.join(&target)),
            Err(error) => match Errno::from(error) {
                // Not a link, or not there at all.
                Errno::EINVAL | Errno::ENOENT => return Ok(path),
                error => return Err(error),
            },
        }
    }
    Err(Errno::ELOOP)
}

/// A new file beside `name`, and what it is called.
fn create(directory: &OwnedFd, name: &[u8], mode: u32) -> Result<(OwnedFd, Vec<u8>), Errno> {
    let flags = fs::O_WRONLY | fs::O_CREAT | fs::O_EXCL | fs::O_NOFOLLOW;
    for number in 0..1000 {
        let ending = format!(".{}-{number}.new", std::process::id());
        let kept = name.get(..LONGEST_NAME.saturating_sub(ending.len() + 1)).unwrap_or(name);
        let temporary = [b".", kept, ending.as_bytes()].concat();
        match fs::openat(directory.as_raw_fd(), &temporary, flags, mode) {
            Ok(file) => return Ok((file, temporary)),
            // Another thread's, or left by a process that had our number.
            Err(Errno::EEXIST | Errno::EINTR) => {}
            Err(error) => return Err(error),
        }
    }
    Err(Errno::EEXIST)
}

/// Gives `file` the owner, group and mode of `old`. The mode last: changing the owner clears the set-id bits.
fn keep_attributes(file: &OwnedFd, old: &Stat) -> Result<(), Errno> {
    let new = fs::fstat(file.as_raw_fd())?;
    if (new.uid, new.gid) != (old.uid, old.gid) {
        fchown(file, Some(old.uid), Some(old.gid))?;
    }
    fs::fchmod(file.as_raw_fd(), old.mode & 0o7777)
}
