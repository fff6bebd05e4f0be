//! Replacing a file: all or nothing, attributes kept, nothing left behind.
#![allow(clippy::unwrap_used)]

mod scratch;

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use scratch::Directory;
use skosh_stream::{Errno, Replacement, replace};

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

#[test]
fn the_old_content_stays_until_the_commit() {
    let dir = Directory::new("commit");
    let path = dir.file("f", "old");
    let mut new = Replacement::of(&path).unwrap();
    write!(new.writer(), "new").unwrap();
    new.writer().flush().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(dir.names().len(), 2);
    new.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(dir.names(), ["f"]);
}

#[test]
fn what_is_dropped_leaves_nothing() {
    let dir = Directory::new("dropped");
    let path = dir.file("f", "old");
    let mut new = Replacement::of(&path).unwrap();
    new.writer().put(b"new").unwrap();
    drop(new);
    let mut new = Replacement::of(dir.path("other")).unwrap();
    new.writer().put(b"new").unwrap();
    drop(new);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(dir.names(), ["f"]);
}

#[test]
fn mode_and_owner_are_kept() {
    let dir = Directory::new("attributes");
    let path = dir.file("f", "old");
    for wanted in [0o600, 0o444, 0o755, 0o4711, 0o640] {
        set_mode(&path, wanted);
        let before = fs::metadata(&path).unwrap();
        let new = Replacement::of(&path).unwrap();
        let temporary = dir.names().into_iter().find(|name| name != "f").unwrap();
        assert_eq!(mode(&dir.path(&temporary)), 0o600);
        new.commit().unwrap();
        let after = fs::metadata(&path).unwrap();
        assert_eq!(mode(&path), wanted);
        assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
        assert_ne!(after.ino(), before.ino());
    }
    // Only the superuser can make the case in which there is something to keep.
    if std::os::unix::fs::chown(&path, Some(1234), Some(5678)).is_ok() {
        set_mode(&path, 0o4750);
        replace(&path, b"x").unwrap();
        let after = fs::metadata(&path).unwrap();
        assert_eq!((after.uid(), after.gid(), mode(&path)), (1234, 5678, 0o4750));
    }
}

#[test]
fn a_new_file_has_the_mode_that_any_new_file_has() {
    let dir = Directory::new("new-file");
    replace(dir.path("ours"), b"x").unwrap();
    assert_eq!(mode(&dir.path("ours")), mode(&dir.file("theirs", "x")));
    assert_eq!(dir.names(), ["ours", "theirs"]);
}

#[test]
fn links_are_followed() {
    let dir = Directory::new("links");
    fs::create_dir(dir.path("sub")).unwrap();
    let target = dir.file("sub/target", "old");
    symlink("sub/middle", dir.path("link")).unwrap();
    symlink("target", dir.path("sub/middle")).unwrap();
    replace(dir.path("link"), b"new").unwrap();
    assert_eq!(fs::read(&target).unwrap(), b"new");
    assert!(fs::symlink_metadata(dir.path("link")).unwrap().is_symlink());

    symlink("sub/not yet", dir.path("dangling")).unwrap();
    replace(dir.path("dangling"), b"new").unwrap();
    assert_eq!(fs::read(dir.path("sub/not yet")).unwrap(), b"new");

    symlink(dir.path("round"), dir.path("round")).unwrap();
    assert_eq!(replace(dir.path("round"), b"new"), Err(Errno::ELOOP));
}

#[test]
fn only_regular_files_are_replaced() {
    let dir = Directory::new("kinds");
    assert_eq!(replace("/dev/null", b"x"), Err(Errno::EINVAL));
    assert_eq!(replace(&dir, b"x"), Err(Errno::EISDIR));
    assert_eq!(replace("/", b"x"), Err(Errno::EISDIR));
    assert_eq!(replace(dir.path("none/f"), b"x"), Err(Errno::ENOENT));
    assert_eq!(replace(dir.path("f/.."), b"x"), Err(Errno::EISDIR));
    assert!(dir.names().is_empty());
}

#[test]
fn the_longest_name_has_room_for_a_temporary_one() {
    let dir = Directory::new("long-name");
    let path = dir.path(&"n".repeat(255));
    replace(&path, b"new").unwrap();
    replace(&path, b"newer").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"newer");
    assert_eq!(dir.names().len(), 1);
}

#[test]
fn readers_find_the_one_or_the_other_whoever_replaces() {
    let dir = Directory::new("readers");
    let path = Arc::new(dir.file("f", vec![b'0'; 100_000]));
    let done = Arc::new(AtomicBool::new(false));
    let reader = {
        let (path, done) = (Arc::clone(&path), Arc::clone(&done));
        std::thread::spawn(move || {
            let mut reads = 0;
            while !done.load(Ordering::Relaxed) {
                let content = fs::read(&*path).unwrap();
                assert_eq!(content.len(), 100_000);
                assert!(content.iter().all(|byte| *byte == content[0]));
                reads += 1;
            }
            reads
        })
    };
    let writers: Vec<_> = (1..=3)
        .map(|digit| {
            let path = Arc::clone(&path);
            std::thread::spawn(move || (0..20).for_each(|_| replace(&*path, &vec![b'0' + digit; 100_000]).unwrap()))
        })
        .collect();
    for writer in writers {
        writer.join().unwrap();
    }
    done.store(true, Ordering::Relaxed);
    assert!(reader.join().unwrap() > 0);
    assert_eq!(dir.names(), ["f"]);
}

#[test]
fn an_error_while_writing_leaves_the_old_file() {
    let dir = Directory::new("error");
    let path = dir.file("f", "old");
    let mut new = Replacement::of(&path).unwrap();
    new.writer().put(b"new").unwrap();
    // Takes the temporary file away behind its back: the rename fails.
    let temporary = dir.names().into_iter().find(|name| name != "f").unwrap();
    fs::remove_file(dir.path(&temporary)).unwrap();
    assert_eq!(new.commit(), Err(Errno::ENOENT));
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(dir.names(), ["f"]);
}
