//! Pathname expansion against bash, in a directory made for it. Without a bash the comparison passes without looking.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use skosh_interp::expand::pathname::{GlobOptions, glob};

const PATTERNS: &[&str] = &[
    "*",
    ".*",
    "d*/",
    "*//",
    "d1//*",
    "d1/*//f1",
    "*/f1",
    "*/./f1",
    "*/../f1",
    "./*",
    ".//*",
    "*/*/f1",
    "*/F1",
    "d?/s1/",
    "ld/*",
    "*/s1/../f1",
    "l*",
    "lx*",
    "lf*/",
    "lx*/",
    "[a*",
    "[a]*",
    "[a/b]*",
    "\\f*",
    "d\\1/*",
    "d1\\/*",
    "@(.hf|f1)",
    "@(.h*|f1)",
    "!(f*)",
    ".!(f*)",
    "?(.)h*",
    "*(.)h*",
    "[.]h*",
    "\\.h*",
    ".h*/",
    "*/.*",
    "d2/.[!.]*",
    "nr/*",
    "n*/*",
    "*/",
    "*/.",
    ".*/f1",
    "d1/./*",
    "d1/s1/up/f*",
    "f1/*",
    "f*/",
    "nope/*",
    "*/s1//f1",
    "*/s1//",
    "*/s1//*",
    "d1//s1//*",
    "*//s1//*",
    "!(.h*)",
    "!(.hf)",
    "@(.hf|*)",
    "+(.h|*)f",
    "@(*|.hf)",
    "@(.|*)hf",
    "*(?)hf",
    "*(.|h)f",
    "@(d1|d2)/@(.hid|f1)",
    "d[1/]*",
    "*/s1/*/..//f1",
    "[[:alpha:]]*/f1",
    "d1\\\\/*",
    "*\\/f1",
    "a\\**",
    "?",
    "??",
    "*.c",
    "D*/F1",
    "D1/*",
    "[e-g]*",
    "[E-G]*",
    "*é*",
    "?é",
    "[é]*",
    "x\\ *",
    "*y",
    "*/*/*/*",
    "*/*/*/*/*",
];

const STAR_PATTERNS: &[&str] = &[
    "**",
    "**/",
    "**/f1",
    "**/s1",
    "d1/**",
    "d1/**/",
    "d1/**/f1",
    "**/**",
    "**/s1/**",
    "**/*",
    "**/.*",
    "**/t*/",
    "ld/**",
    "ld/**/f1",
    "d1/**/up/*",
    "**/up/",
    "a**",
    "**/**/f1",
    "./**",
    "**/../f1",
    "*/**",
    "**/x/..",
    "nope/**",
    "nope/**/",
    "f1/**",
    "e/**",
    "e/**/",
    "d1/**/.",
    "**/nope",
    ".*/**",
    ".hd/**",
    ".h*/**",
    "**//",
    "d1/**//",
    "*/**/",
    "*/**/f1",
    "**/*/",
    "d1//**",
    "d1//**/f1",
    "**/ld/*",
    "**/l*/f1",
    "*/s1/**",
    "**/s1/**/f1",
    "**/**/",
    "d1/**/**",
    "d1/**/**/f1",
    "**/d1/**/",
    ".//**/f1",
    "**/./f1",
    "**/./*",
    "**/s1/",
    "ld/**/",
    "**/up/**",
    "d1/s1/up/**/f1",
    "**/**/**/t1",
    "*/**/s*/**",
    "lf/**",
    "lx/**",
    "**/*/**",
    "nr/**",
    "n*/**",
    "nr/**/",
    "n*/**/",
];

struct Tree(PathBuf);

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = std::fs::set_permissions(self.0.join("nr"), PermissionsExt::from_mode(0o755));
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn tree() -> Tree {
    let root = std::env::temp_dir().join(format!("skosh-pathname-{}", std::process::id()));
    let tree = Tree(root.clone());
    for directory in ["d1/s1/t1", "d1/s2", "d2/s1", ".hd/x", "e", "[a/b]q", "nr"] {
        std::fs::create_dir_all(root.join(directory)).unwrap();
    }
    for file in [
        "f1",
        "f2.c",
        "F3",
        ".hf",
        "d1/f1",
        "d1/s1/f1",
        "d1/s1/t1/f1",
        "d2/.hid",
        "d2/s1/f1",
        ".hd/f1",
        "a*b",
        "b]x",
        "x y",
        "é",
        "aé",
        "nr/f",
        "...",
        "g\\h",
    ] {
        std::fs::write(root.join(file), b"").unwrap();
    }
    for (target, link) in [("d1", "ld"), ("nowhere", "lx"), ("..", "d1/s1/up"), ("f1", "lf")] {
        symlink(target, root.join(link)).unwrap();
    }
    std::fs::set_permissions(root.join("nr"), PermissionsExt::from_mode(0o000)).unwrap();
    tree
}

/// What bash finds for each pattern; `None` without a bash.
fn bash(patterns: &[&str], settings: &str, directory: &Path) -> Option<Vec<Vec<Vec<u8>>>> {
    let mut script = format!("shopt -s nullglob extglob {settings}\n");
    for pattern in patterns {
        script.push_str(&format!("printf '%s\\0' {pattern} ==\n"));
    }
    let output = Command::new("bash")
        .args(["-c", &script])
        .env("LC_ALL", "C.UTF-8")
        .env_remove("BASHOPTS")
        .current_dir(directory)
        .output()
        .ok()?;
    let mut all = Vec::new();
    let mut one = Vec::new();
    for field in output.stdout.split(|&byte| byte == 0) {
        if field == b"==" {
            all.push(std::mem::take(&mut one));
        } else {
            one.push(field.to_vec());
        }
    }
    Some(all)
}

fn found(pattern: &str, options: &GlobOptions) -> Vec<Vec<u8>> {
    let mut names = Vec::new();
    let count = glob(pattern.as_bytes(), options, &mut |name| names.push(name.to_vec()));
    assert_eq!(count, names.len());
    names
}

fn text(names: &[Vec<u8>]) -> String {
    names.iter().map(|name| format!("<{}> ", String::from_utf8_lossy(name))).collect()
}

/// One test, because it changes the current directory of the process.
#[test]
fn names_are_those_that_bash_finds() {
    let tree = tree();
    std::env::set_current_dir(&tree.0).unwrap();
    let base = GlobOptions { extglob: true, globskipdots: true, utf8: true, ..GlobOptions::default() };
    let star = GlobOptions { globstar: true, ..base };
    let mut different = Vec::new();
    for (settings, options, patterns) in [
        ("", base, PATTERNS),
        ("dotglob", GlobOptions { dotglob: true, ..base }, PATTERNS),
        ("nocaseglob", GlobOptions { nocaseglob: true, ..base }, PATTERNS),
        ("; shopt -u globskipdots", GlobOptions { globskipdots: false, ..base }, PATTERNS),
        ("globstar", star, STAR_PATTERNS),
        ("globstar dotglob", GlobOptions { dotglob: true, ..star }, STAR_PATTERNS),
        ("; shopt -u globstar", base, STAR_PATTERNS),
    ] {
        let Some(expected) = bash(patterns, settings, &tree.0) else { return };
        assert_eq!(expected.len(), patterns.len(), "bash did not answer every pattern");
        for (pattern, expected) in patterns.iter().zip(expected) {
            let names = found(pattern, &options);
            if names != expected {
                different.push(format!(
                    "{pattern} with {settings:?}:\n  bash {}\n  here {}",
                    text(&expected),
                    text(&names)
                ));
            }
        }
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));

    let absolute = format!("{}/d1/*", tree.0.display());
    let names = found(&absolute, &base);
    let expected: HashSet<String> = ["f1", "s1", "s2"].map(|name| format!("{}/d1/{name}", tree.0.display())).into();
    assert_eq!(names.iter().map(|name| String::from_utf8(name.clone()).unwrap()).collect::<HashSet<_>>(), expected);

    // Deep and wide, where recursion or a quadratic step would show.
    let mut deep = tree.0.join("deep");
    for _ in 0..300 {
        deep.push("d");
    }
    std::fs::create_dir_all(&deep).unwrap();
    assert_eq!(found("deep/**/", &star).len(), 301);
    std::fs::create_dir(tree.0.join("wide")).unwrap();
    for number in 0..5000 {
        std::fs::write(tree.0.join(format!("wide/{number}.txt")), b"").unwrap();
    }
    let names = found("wide/*7.txt", &base);
    assert_eq!(names.len(), 500);
    assert!(names.is_sorted());
}
