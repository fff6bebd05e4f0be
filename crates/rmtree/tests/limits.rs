//! Few descriptors and missing permissions, in processes of their own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("skosh-rmtree-limits-{name}-{}", std::process::id()));
    fs::create_dir(&path).unwrap();
    fs::set_permissions(&path, PermissionsExt::from_mode(0o777)).unwrap();
    path
}

/// The example program, which `cargo test` builds.
fn example() -> PathBuf {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.pop();
    path.join("examples/rmtree")
}

/// A copy where other users can run it.
fn public_example(directory: &Path) -> PathBuf {
    let copy = directory.join("rmtree-program");
    fs::copy(example(), &copy).unwrap();
    fs::set_permissions(&copy, PermissionsExt::from_mode(0o755)).unwrap();
    copy
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn is_root() -> bool {
    skosh_sys::process::geteuid() == 0
}

#[test]
fn few_descriptors_are_enough() {
    for limit in [6, 7, 8, 20, 30] {
        let base = scratch(&format!("few{limit}"));
        let root = base.join("tree");
        fs::create_dir_all(root.join("d/".repeat(400))).unwrap();
        for depth in [0, 5, 100, 390] {
            let at = root.join("d/".repeat(depth));
            for number in 0..50 {
                fs::create_dir(at.join(format!("side{number}"))).unwrap();
                fs::write(at.join(format!("side{number}/file")), b"").unwrap();
            }
        }
        let script = format!("ulimit -n {limit}; exec \"$0\" \"$1\"");
        let output = Command::new("sh").arg("-c").arg(script).arg(example()).arg(&root).output().unwrap();
        assert!(output.status.success(), "{limit}: {}", text(&output));
        assert!(!root.exists());
        fs::remove_dir(base).unwrap();
    }
}

#[test]
fn too_few_are_reported() {
    let base = scratch("toofew");
    let root = base.join("tree");
    fs::create_dir_all(root.join("d/d/d")).unwrap();
    let script = "exec 3</dev/null; ulimit -n 4; exec \"$0\" \"$1\"";
    let output = Command::new("sh").arg("-c").arg(script).arg(example()).arg(&root).output().unwrap();
    assert!(!output.status.success());
    assert!(text(&output).contains("EMFILE") || text(&output).contains("Too many open files"), "{}", text(&output));
    fs::remove_dir_all(base).unwrap();
}

#[test]
fn permissions_are_respected_and_reported() {
    if !is_root() {
        return;
    }
    let base = scratch("permissions");
    let program = public_example(&base);
    let root = base.join("tree");
    for name in
        ["readonly/file", "unreadable/file", "unreadable-empty", "unsearchable/dir", "sticky/file", "plain/file"]
    {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if name.ends_with("file") { fs::write(&path, b"").unwrap() } else { fs::create_dir(&path).unwrap() }
    }
    let owner = Some(65534);
    let mut all = vec![root.clone()];
    for entry in fs::read_dir(&root).unwrap() {
        let path = entry.unwrap().path();
        all.extend(fs::read_dir(&path).unwrap().map(|inner| inner.unwrap().path()));
        all.push(path);
    }
    for path in &all {
        std::os::unix::fs::chown(path, owner, owner).unwrap();
    }
    let mode = |name: &str, mode| fs::set_permissions(root.join(name), PermissionsExt::from_mode(mode)).unwrap();
    mode("readonly", 0o555);
    mode("unreadable", 0o311);
    mode("unreadable-empty", 0o000);
    mode("unsearchable", 0o666);
    // In a sticky directory of someone else's, only what is one's own can go.
    std::os::unix::fs::chown(root.join("sticky"), Some(0), Some(0)).unwrap();
    std::os::unix::fs::chown(root.join("sticky/file"), Some(0), Some(0)).unwrap();
    mode("sticky", 0o1777);
    let output = Command::new(&program).arg(&root).uid(65534).gid(65534).output().unwrap();
    assert!(!output.status.success());
    let text = text(&output);
    for name in ["readonly/file", "unreadable:", "unsearchable/dir", "sticky/file"] {
        assert_eq!(text.matches(name).count(), 1, "{name}: {text}");
    }
    assert_eq!(text.lines().count(), 5, "one line for each, and the counts: {text}");
    assert!(!root.join("plain").exists() && !root.join("unreadable-empty").exists());
    assert!(root.join("readonly/file").exists() && root.join("unreadable/file").exists());
    fs::remove_dir_all(base).unwrap();
}
