//! Trees of all shapes are removed whole, counted right, and reported by their paths; what is to stay stays.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use skosh_rmtree::{
    Decision, Entry, EntryKind, Errno, Error, Observer, Options, Silent, Summary, count, remove, remove_contents,
};

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("skosh-rmtree-{name}-{}", std::process::id()));
    fs::create_dir(&path).unwrap();
    path
}

fn bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_bytes()
}

/// A small generator of numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// Fills `root` with about `entries` entries; every path made, `root` included.
fn grow(root: &Path, entries: usize, random: &mut Random) -> BTreeSet<Vec<u8>> {
    let mut directories = vec![root.to_owned()];
    let mut made = BTreeSet::from([bytes(root).to_vec()]);
    for number in 0..entries {
        // Often the newest directory, so that the tree gets deep.
        let index =
            if random.below(3) > 0 { directories.len() as u64 - 1 } else { random.below(directories.len() as u64) };
        let directory = &directories[usize::try_from(index).unwrap()];
        let name = match random.below(8) {
            0 => [b"\xff\xfe\n ".as_slice(), number.to_string().as_bytes()].concat(),
            1 => format!("{number:0>255}").into_bytes(),
            2 => format!("-{number}").into_bytes(),
            _ => number.to_string().into_bytes(),
        };
        let path = directory.join(OsStr::from_bytes(&name));
        // The kernel takes no longer path in one piece.
        if bytes(&path).len() > 4000 {
            continue;
        }
        match random.below(9) {
            0 => std::os::unix::fs::symlink("/", &path).unwrap(),
            1 => std::os::unix::fs::symlink("nowhere", &path).unwrap(),
            2 => skosh_sys::fs::mkfifo(bytes(&path), 0o600).unwrap(),
            // Socket paths are short; a longer one makes nothing.
            3 => drop(std::os::unix::net::UnixListener::bind(&path)),
            4 | 5 => fs::write(&path, b"x").unwrap(),
            _ => {
                fs::create_dir(&path).unwrap();
                directories.push(path.clone());
            }
        }
        if fs::symlink_metadata(&path).is_ok() {
            made.insert(bytes(&path).to_vec());
        }
    }
    made
}

/// Notes the paths of everything that is removed; leaves what has a path in `leave`.
#[derive(Default)]
struct Notes {
    removed: BTreeSet<Vec<u8>>,
    leave: BTreeSet<Vec<u8>>,
    errors: Vec<(Vec<u8>, Error)>,
}

impl Observer for Notes {
    fn needs_kind(&self) -> bool {
        !self.leave.is_empty()
    }

    fn enter(&mut self, entry: &Entry<'_>) -> Decision {
        assert_eq!(entry.path().iter().filter(|&&byte| byte == b'/').count() - self.base_slashes(entry), entry.depth());
        Decision::Proceed
    }

    fn remove(&mut self, entry: &Entry<'_>) -> Decision {
        if self.leave.contains(&entry.path()) { Decision::Skip } else { Decision::Proceed }
    }

    fn removed(&mut self, entry: &Entry<'_>) {
        assert!(self.removed.insert(entry.path()), "twice: {}", entry.path().escape_ascii());
    }

    fn error(&mut self, entry: &Entry<'_>, error: Error) -> Decision {
        self.errors.push((entry.path(), error));
        Decision::Proceed
    }
}

impl Notes {
    fn base_slashes(&self, entry: &Entry<'_>) -> usize {
        if entry.depth() == 0 {
            return entry.path().iter().filter(|&&byte| byte == b'/').count();
        }
        bytes(&std::env::temp_dir()).iter().filter(|&&byte| byte == b'/').count() + 1
    }
}

fn complete(removed: usize) -> (u64, bool) {
    (removed as u64, true)
}

fn result(summary: Summary) -> (u64, bool) {
    (summary.removed, summary.is_complete())
}

#[test]
fn random_trees_vanish_whole() {
    for seed in 1..40_u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let root = scratch(&format!("random{seed}"));
        let made = grow(&root, 400, &mut random);
        let options = Options::new().hide_types(seed % 3 == 0).one_file_system(seed % 2 == 0);
        assert_eq!(result(count(bytes(&root), &options)), complete(made.len()), "{seed}");
        let mut notes = Notes::default();
        let dry = remove(bytes(&root), &options.dry_run(true), &mut notes);
        assert_eq!(result(dry), complete(made.len()), "{seed}");
        assert_eq!(notes.removed, made, "{seed}");
        let mut notes = Notes::default();
        let summary = remove(bytes(&root), &options, &mut notes);
        assert_eq!(notes.errors, [], "{seed}");
        assert_eq!(result(summary), complete(made.len()), "{seed}");
        assert_eq!(notes.removed, made, "{seed}");
        assert!(!root.exists());
    }
}

#[test]
fn what_is_to_stay_stays_with_all_above_it() {
    for seed in 1..40_u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 7);
        let root = scratch(&format!("stay{seed}"));
        let made = grow(&root, 400, &mut random);
        let mut notes = Notes::default();
        for path in &made {
            if random.below(40) == 0 {
                notes.leave.insert(path.clone());
            }
        }
        let mut expected = notes.leave.clone();
        for path in &notes.leave {
            let mut above = Path::new(OsStr::from_bytes(path));
            while let Some(parent) = above.parent().filter(|parent| parent.starts_with(&root)) {
                expected.insert(bytes(parent).to_vec());
                above = parent;
            }
        }
        let options = Options::new().hide_types(seed % 3 == 0);
        let summary = remove(bytes(&root), &options, &mut notes);
        let removed: BTreeSet<Vec<u8>> = made.difference(&expected).cloned().collect();
        assert_eq!(notes.removed, removed, "{seed}");
        assert_eq!(summary.removed, removed.len() as u64, "{seed}");
        assert_eq!(summary.is_complete(), expected.is_empty(), "{seed}");
        for path in &made {
            let is_there = fs::symlink_metadata(Path::new(OsStr::from_bytes(path))).is_ok();
            assert_eq!(is_there, expected.contains(path), "{seed}: {}", path.escape_ascii());
        }
        if root.exists() {
            let mut rest = expected.len() as u64;
            let contents = remove_contents(bytes(&root), &options, &mut Silent);
            rest -= 1;
            assert_eq!(result(contents), (rest, true));
            assert_eq!(fs::read_dir(&root).unwrap().count(), 0);
            fs::remove_dir(&root).unwrap();
        }
    }
}

/// Makes a chain of `depth` directories, with `files` files in each, below `root`.
pub fn chain(root: &Path, depth: usize, files: usize) {
    let mut at: std::os::fd::OwnedFd = fs::File::open(root).unwrap().into();
    for _ in 0..depth {
        let fd = at.as_raw_fd();
        for number in 0..files {
            let name = format!("file{number}");
            skosh_sys::fs::openat(fd, name.as_bytes(), skosh_sys::fs::O_CREAT | skosh_sys::fs::O_WRONLY, 0o600)
                .unwrap();
        }
        skosh_sys::fs::mkdir_at(fd, b"directory", 0o700).unwrap();
        at = skosh_sys::fs::openat(fd, b"directory", skosh_sys::fs::O_DIRECTORY, 0).unwrap();
    }
}

#[test]
fn chains_of_any_depth_in_linear_time() {
    let root = scratch("chain");
    let start = std::time::Instant::now();
    let mut times = Vec::new();
    for depth in [2_000, 20_000, 100_000] {
        chain(&root, depth, 0);
        let made = start.elapsed();
        assert_eq!(result(count(bytes(&root), &Options::new())), complete(depth + 1));
        assert_eq!(result(remove_contents(bytes(&root), &Options::new(), &mut Silent)), complete(depth));
        times.push((depth, start.elapsed() - made));
    }
    let per_level = |index: usize| times[index].1.as_secs_f64() / times[index].0 as f64;
    assert!(per_level(2) < 8.0 * per_level(0), "linear: {times:?}");
    fs::remove_dir(root).unwrap();
}

#[test]
fn paths_far_below_are_found() {
    struct Deep(Vec<usize>, usize);
    impl Observer for Deep {
        fn remove(&mut self, entry: &Entry<'_>) -> Decision {
            if entry.name() != b"file1" {
                return Decision::Proceed;
            }
            let path = entry.path();
            assert_eq!(
                path.iter().filter(|&&byte| byte == b'/').count(),
                entry.depth() + self.1,
                "{}",
                path.escape_ascii()
            );
            assert!(path.ends_with(b"/directory/file1") || entry.depth() == 1);
            assert!(!path.contains(&b'?'));
            self.0.push(entry.depth());
            Decision::Skip
        }
    }
    let root = std::env::temp_dir().join(format!("skosh-rmtree-far-{}", std::process::id()));
    fs::create_dir(&root).unwrap();
    chain(&root, 100, 3);
    let slashes = bytes(&root).iter().filter(|&&byte| byte == b'/').count();
    let mut deep = Deep(Vec::new(), slashes);
    let summary = remove(bytes(&root), &Options::new(), &mut deep);
    // One file a level stays, so all directories do.
    assert_eq!((summary.removed, summary.kept, summary.errors), (201, 100, 0));
    deep.0.sort_unstable();
    assert_eq!(deep.0, (1..=100).collect::<Vec<_>>());
    assert!(remove(bytes(&root), &Options::new(), &mut Silent).is_complete());
}

#[test]
fn large_directories_and_wide_ones_below_each_other() {
    let root = scratch("wide");
    let mut at = root.clone();
    let mut made = 1;
    for _ in 0..6 {
        for number in 0..1500 {
            fs::write(at.join(format!("{number:030}")), b"").unwrap();
            made += 1;
        }
        for number in 0..30 {
            fs::create_dir(at.join(format!("{number:0100}"))).unwrap();
            made += 1;
        }
        at = at.join(format!("{:0100}", 7));
    }
    assert_eq!(result(remove(bytes(&root), &Options::new(), &mut Silent)), complete(made));
}

#[test]
fn operands() {
    let root = scratch("operands");
    let errors = |path: &[u8]| {
        let mut notes = Notes::default();
        remove(path, &Options::new(), &mut notes);
        notes.errors.into_iter().map(|(_, error)| error).collect::<Vec<_>>()
    };
    assert_eq!(errors(b"/"), [Error::Root]);
    assert_eq!(errors(b"/proc/self/root/"), [Error::System(Errno::ENOTDIR)], "a link with a slash behind it");
    assert_eq!(errors(b"/proc/self/root/."), [Error::Dot]);
    let path = |name: &str| [bytes(&root), b"/", name.as_bytes()].concat();
    assert_eq!(errors(&path("absent")), [Error::System(Errno::ENOENT)]);
    assert_eq!(errors(&path("absent/..")), [Error::Dot]);
    fs::create_dir_all(root.join("kept/inner")).unwrap();
    std::os::unix::fs::symlink("kept", root.join("link")).unwrap();
    assert_eq!(errors(&path("link/")), [Error::System(Errno::ENOTDIR)]);
    assert_eq!(errors(&path("link/inner/")), []);
    assert_eq!(errors(&path("link")), []);
    assert!(
        root.join("kept").exists()
            && !root.join("kept/inner").exists()
            && root.join("link").symlink_metadata().is_err()
    );
    fs::write(root.join("file"), b"").unwrap();
    assert_eq!(errors(&path("file/")), [Error::System(Errno::ENOTDIR)]);
    assert_eq!(errors(&path("file")), []);
    assert_eq!(errors(&path("kept///")), []);
    assert_eq!(errors(b""), [Error::System(Errno::ENOENT)]);
    fs::remove_dir(root).unwrap();
}

#[test]
fn the_observer_can_end_it_anywhere() {
    struct Limit(u32);
    impl Observer for Limit {
        fn remove(&mut self, entry: &Entry<'_>) -> Decision {
            assert!(entry.kind() != EntryKind::Symlink);
            self.0 -= 1;
            if self.0 == 0 { Decision::Stop } else { Decision::Proceed }
        }
    }
    for limit in 1..60 {
        let root = scratch(&format!("end{limit}"));
        chain(&root, 20, 2);
        let summary = remove(bytes(&root), &Options::new(), &mut Limit(limit + 1));
        assert!(summary.stopped);
        assert_eq!(summary.removed, u64::from(limit) - 1);
        assert!(remove(bytes(&root), &Options::new(), &mut Silent).is_complete());
    }
}
