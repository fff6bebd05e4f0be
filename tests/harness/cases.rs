//! The case files of `tests/script`: their format, and how they are read.
//!
//! A file holds many cases. What stands before the first case is comment. A case is
//!
//! ```text
//! ### name [tag ...]
//! script text, to the next case or the end of the file
//! #< a line of standard input (default: /dev/null)
//! #> a line of expected standard output
//! #\ the last line of standard output has no newline
//! #! a pattern that a line of expected standard error matches (`...` alone: any lines, at least one)
//! #? expected exit status (default 0; `!0`: any but 0)
//! ```
//!
//! In an error pattern `*` stands for any bytes. Standard error must be empty if no pattern is given.
//!
//! The tags say in which mode the case runs and which real shell bears witness to it:
//!
//! | tag | skosh runs as | checked with |
//! |---|---|---|
//! | (none) | `sh`, then `skosh` | dash, then bash |
//! | `sh` | `sh` | dash |
//! | `posix` | `sh` | bash called as `sh` (POSIX.1-2024 has it, dash does not) |
//! | `bash` | `skosh` | bash |
//! | `own` | `skosh` | nothing: it is a feature of skosh alone |
//! | `user` | (further tag) as an unprivileged user if the tests run as root | |

use std::path::{Path, PathBuf};

/// Who runs a case: the name in `argv[0]`, and the real shell that agrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witness {
    /// As `sh`; dash agrees.
    Dash,
    /// As `sh`; bash called as `sh` agrees.
    BashPosix,
    /// As `skosh`; bash agrees.
    Bash,
    /// As `skosh`; no other shell has it.
    Nobody,
}

impl Witness {
    /// The `argv[0]` the shell under test gets.
    pub fn argv0(self) -> &'static str {
        match self {
            Witness::Dash | Witness::BashPosix => "sh",
            Witness::Bash | Witness::Nobody => "skosh",
        }
    }
}

/// One case of a case file.
#[derive(Debug, Default)]
pub struct Case {
    /// `file::name`, the file without its `.sh`.
    pub name: String,
    /// The runs it asks for.
    pub witnesses: Vec<Witness>,
    /// Whether to run it without root's privileges.
    pub unprivileged: bool,
    /// The script.
    pub script: Vec<u8>,
    /// Its standard input; `None` is `/dev/null`.
    pub stdin: Option<Vec<u8>>,
    /// Expected standard output.
    pub stdout: Vec<u8>,
    /// Expected standard error, one pattern a line.
    pub stderr: Vec<Vec<u8>>,
    /// Expected exit status; `None` is any but 0.
    pub status: Option<i32>,
}

/// Reads every `*.sh` below `folder`, sorted by name. Errors name the file and line.
pub fn read_all(folder: &Path) -> Result<Vec<Case>, String> {
    let mut files = Vec::new();
    find(folder, &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let stem = file.strip_prefix(folder).unwrap_or(&file).with_extension("");
        parse(&stem.to_string_lossy(), &text, &mut cases).map_err(|error| format!("{}:{error}", file.display()))?;
    }
    Ok(cases)
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "sh") {
            files.push(path);
        }
    }
    Ok(())
}

/// Appends the cases in `text` to `cases`. The error is `line: what is wrong`.
fn parse(stem: &str, text: &[u8], cases: &mut Vec<Case>) -> Result<(), String> {
    let first = cases.len();
    for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let bare = line.strip_suffix(b"\n").unwrap_or(line);
        let complain = |what: &str| Err(format!("{}: {what}", index + 1));
        if let Some(head) = bare.strip_prefix(b"### ") {
            let case = open_case(stem, head).map_err(|what| format!("{}: {what}", index + 1))?;
            let same =
                |other: &Case| other.name == case.name && other.witnesses.iter().any(|w| case.witnesses.contains(w));
            if cases.iter().skip(first).any(same) {
                return complain("a second case of this name");
            }
            cases.push(case);
            continue;
        }
        let Some(case) = cases.get_mut(first..).and_then(|own| own.last_mut()) else {
            if bare.is_empty() || bare.starts_with(b"#") {
                continue;
            }
            return complain("text before the first case");
        };
        if let Some(text) = directive(bare, b'>') {
            case.stdout.extend_from_slice(text);
            case.stdout.push(b'\n');
        } else if bare == b"#\\" {
            case.stdout.pop();
        } else if let Some(text) = directive(bare, b'!') {
            case.stderr.push(text.to_vec());
        } else if let Some(text) = directive(bare, b'<') {
            let stdin = case.stdin.get_or_insert_default();
            stdin.extend_from_slice(text);
            stdin.push(b'\n');
        } else if let Some(text) = directive(bare, b'?') {
            case.status = match str::from_utf8(text).map(str::parse) {
                Ok(Ok(status)) => Some(status),
                _ if text == b"!0" => None,
                _ => return complain("a status is a number or !0"),
            };
        } else {
            case.script.extend_from_slice(line);
        }
    }
    for case in cases.iter_mut().skip(first) {
        while case.script.ends_with(b"\n\n") {
            case.script.pop();
        }
    }
    Ok(())
}

fn open_case(stem: &str, head: &[u8]) -> Result<Case, String> {
    let head = str::from_utf8(head).map_err(|_| "the name is not UTF-8")?.trim();
    let (name, tags) = match head.split_once(" [") {
        Some((name, tags)) => (name, tags.strip_suffix(']').ok_or("a tag list ends with ]")?),
        None => (head, ""),
    };
    if name.is_empty() || name.contains(' ') {
        return Err(format!("{name:?} is no case name"));
    }
    let mut case = Case { name: format!("{stem}::{name}"), status: Some(0), ..Case::default() };
    for tag in tags.split_whitespace() {
        match tag {
            "sh" => case.witnesses.push(Witness::Dash),
            "posix" => case.witnesses.push(Witness::BashPosix),
            "bash" => case.witnesses.push(Witness::Bash),
            "own" => case.witnesses.push(Witness::Nobody),
            "user" => case.unprivileged = true,
            _ => return Err(format!("unknown tag {tag:?}")),
        }
    }
    if case.witnesses.is_empty() {
        case.witnesses = vec![Witness::Dash, Witness::Bash];
    }
    Ok(case)
}

/// The text of the directive `#SIGN text` or `#SIGN`, if the line is one.
fn directive(line: &[u8], sign: u8) -> Option<&[u8]> {
    match line {
        [b'#', s, b' ', text @ ..] if *s == sign => Some(text),
        [b'#', s] if *s == sign => Some(b""),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may die")]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Vec<Case> {
        let mut cases = Vec::new();
        parse("file", text.as_bytes(), &mut cases).unwrap();
        cases
    }

    #[test]
    fn a_case_has_script_and_expectations() {
        let cases = parsed(
            "# head\n\n### one\ncat\n#< in\n#> out\n#>\n#! bad*\n#? 3\n\n### two [bash user]\n#!/bin/sh\n#> x\n#\\\n",
        );
        assert_eq!(cases.len(), 2);
        let [one, two] = &cases[..] else { unreachable!() };
        assert_eq!(one.name, "file::one");
        assert_eq!(one.witnesses, [Witness::Dash, Witness::Bash]);
        assert_eq!(one.script, b"cat\n");
        assert_eq!(one.stdin.as_deref(), Some(&b"in\n"[..]));
        assert_eq!(one.stdout, b"out\n\n");
        assert_eq!(one.stderr, [b"bad*".to_vec()]);
        assert_eq!(one.status, Some(3));
        assert_eq!(two.witnesses, [Witness::Bash]);
        assert!(two.unprivileged);
        assert_eq!(two.script, b"#!/bin/sh\n");
        assert_eq!(two.stdout, b"x");
        assert_eq!(two.status, Some(0));
    }

    #[test]
    fn mistakes_name_their_line() {
        for (text, line) in [
            ("x\n### a\n", "1:"),
            ("### a [nosuch]\n", "1:"),
            ("### a\n:\n### a\n", "3:"),
            ("### a\n#? x\n", "2:"),
            ("### a b\n", "1:"),
        ] {
            let error = parse("file", text.as_bytes(), &mut Vec::new()).unwrap_err();
            assert!(error.starts_with(line), "{text:?}: {error}");
        }
    }

    #[test]
    fn one_name_may_have_a_case_per_mode() {
        assert_eq!(parsed("### a [sh]\n:\n### a [bash]\n:\n").len(), 2);
    }
}
