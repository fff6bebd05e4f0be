//! Other threads rename, replace and create while a tree is removed: nothing outside of the tree is touched, whatever
//! happens inside; and what merely vanishes or appears does no harm.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fs;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use skosh_rmtree::{Options, Silent, remove};

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("skosh-rmtree-race-{name}-{}", std::process::id()));
    fs::create_dir(&path).unwrap();
    path
}

fn remove_silently(path: &Path) -> skosh_rmtree::Summary {
    remove(path.as_os_str().as_bytes(), &Options::new(), &mut Silent)
}

/// `width` directories on each of `depth` levels along a chain, each with a file.
fn fill(root: &Path, depth: usize, width: usize) {
    let mut at = root.to_owned();
    for level in 0..depth {
        for number in 0..width {
            let directory = at.join(format!("d{number}"));
            fs::create_dir(&directory).unwrap();
            fs::write(directory.join("file"), b"").unwrap();
        }
        at = at.join(format!("d{}", level % width));
    }
}

fn sentinel(base: &Path) -> PathBuf {
    let precious = base.join("precious");
    for number in 0..3 {
        fs::create_dir_all(precious.join(format!("d{number}/d0/d1"))).unwrap();
        fs::write(precious.join(format!("d{number}/file")), b"precious").unwrap();
        fs::write(precious.join(format!("d{number}/d0/file")), b"precious").unwrap();
    }
    fs::write(precious.join("file"), b"precious").unwrap();
    precious
}

fn assert_whole(precious: &Path) {
    for number in 0..3 {
        assert!(precious.join(format!("d{number}/d0/d1")).is_dir());
        assert_eq!(fs::read(precious.join(format!("d{number}/file"))).unwrap(), b"precious");
        assert_eq!(fs::read(precious.join(format!("d{number}/d0/file"))).unwrap(), b"precious");
    }
    assert_eq!(fs::read(precious.join("file")).unwrap(), b"precious");
}

/// Every directory path of the chain, the root first.
fn levels(root: &Path, depth: usize, width: usize) -> Vec<PathBuf> {
    let mut all = vec![root.to_owned()];
    for level in 0..depth {
        let next = all.last().unwrap().join(format!("d{}", level % width));
        all.push(next);
    }
    all
}

/// Sets the flag when dropped, so that the attackers end even when the test fails.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn links_swapped_in_at_every_level_are_not_followed() {
    let base = scratch("swap");
    let precious = sentinel(&base);
    let start = Instant::now();
    let mut rounds = 0;
    let swaps = AtomicUsize::new(0);
    while rounds < 6 || start.elapsed() < Duration::from_secs(3) {
        rounds += 1;
        let (depth, width) = if rounds % 2 == 0 { (8, 3) } else { (60, 2) };
        let root = base.join("tree");
        fs::create_dir(&root).unwrap();
        fill(&root, depth, width);
        // The attackers hold every directory, so that their own renames do not go through their links.
        let held: Vec<fs::File> =
            levels(&root, depth, width).iter().map(|path| fs::File::open(path).unwrap()).collect();
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let _done = Done(&done);
            for attacker in 0..2 {
                let (held, done, precious, swaps) = (&held, &done, &precious, &swaps);
                scope.spawn(move || {
                    while !done.load(Ordering::Relaxed) {
                        for (level, directory) in held.iter().enumerate().rev() {
                            // Away with the directory, a link in its place, and sometimes back again.
                            let place = PathBuf::from(format!("/proc/self/fd/{}", directory.as_raw_fd()));
                            let target = place.join(format!("d{}", level % width));
                            let aside = place.join(format!("aside{attacker}"));
                            if fs::rename(&target, &aside).is_ok() {
                                swaps.fetch_add(1, Ordering::Relaxed);
                                let _ = symlink(precious, &target);
                                if level % 2 == attacker {
                                    let _ = fs::remove_file(&target);
                                    let _ = fs::rename(&aside, &target);
                                }
                            }
                        }
                    }
                });
            }
            for _ in 0..3 {
                remove_silently(&root);
                assert_whole(precious.as_path());
            }
        });
        remove_silently(&root);
        assert!(!root.exists());
        assert_whole(&precious);
    }
    assert!(swaps.into_inner() > rounds, "the attack took place");
    remove_silently(&base);
    assert!(!base.exists());
}

/// A directory far below is moved next to what must not be touched, so that `..` leads there.
#[test]
fn a_directory_moved_out_does_not_lead_out() {
    let base = scratch("move");
    let precious = sentinel(&base);
    let mut stopped = 0;
    for round in 0..60_u32 {
        let root = base.join("tree");
        fs::create_dir(&root).unwrap();
        let depth = 100;
        let targets = {
            let mut all = vec![root.clone()];
            for _ in 0..depth {
                all.push(all.last().unwrap().join("d"));
            }
            all
        };
        fs::create_dir_all(targets.last().unwrap()).unwrap();
        // Many files at the bottom, so that there is time.
        for number in 0..2000 {
            fs::write(targets.last().unwrap().join(format!("file{number}")), b"").unwrap();
        }
        let moved = precious.join("moved");
        let summary = std::thread::scope(|scope| {
            let removal = scope.spawn(|| remove_silently(&root));
            let bottom = targets.last().unwrap();
            while bottom.join("file0").exists() && bottom.join("file1999").exists() && !removal.is_finished() {}
            let level = usize::try_from(round).unwrap() % depth + 1;
            let _ = fs::rename(&targets[level], &moved);
            removal.join().unwrap()
        });
        stopped += u32::from(summary.stopped);
        assert_whole(&precious);
        remove_silently(&moved);
        remove_silently(&root);
    }
    assert!(stopped > 0, "the attack took place");
    remove_silently(&base);
}

#[test]
fn several_remove_the_same_tree() {
    let base = scratch("same");
    for _ in 0..20 {
        let root = base.join("tree");
        fs::create_dir(&root).unwrap();
        fill(&root, 50, 4);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let summary = remove_silently(&root);
                    assert!(summary.errors <= 1, "{summary:?}");
                });
            }
        });
        assert!(!root.exists());
    }
    fs::remove_dir(base).unwrap();
}

#[test]
fn what_appears_is_removed_too() {
    let base = scratch("appear");
    let mut complete = 0;
    for _ in 0..20 {
        let root = base.join("tree");
        fs::create_dir(&root).unwrap();
        fill(&root, 40, 3);
        let targets = levels(&root, 40, 3);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for number in 0..300 {
                    for target in targets.iter().rev().step_by(7) {
                        let _ = fs::write(target.join(format!("new{number}")), b"");
                        let _ = fs::create_dir(target.join(format!("newdir{number}")));
                    }
                }
            });
            complete += u32::from(remove_silently(&root).is_complete());
        });
        remove_silently(&root);
        assert!(!root.exists());
    }
    assert!(complete > 0);
    fs::remove_dir(base).unwrap();
}
