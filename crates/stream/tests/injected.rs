//! System calls that fail: strace(1) makes them. Where strace is missing or may not trace, these tests say so and do
//! nothing. A program without the usual harness, so that only our own system calls are there to fail.
#![allow(clippy::unwrap_used)]

mod scratch;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use scratch::{Directory, lines};
use skosh_stream::{Errno, OpenFile, Pool, SyncKind, Writer, replace};

fn main() -> ExitCode {
    if let Ok(action) = std::env::var("SKOSH_STREAM_TEST_ACTION") {
        // The traced process, this program run again. Its exit status is the error number.
        let directory = PathBuf::from(std::env::var_os("SKOSH_STREAM_TEST_DIRECTORY").unwrap());
        let result = act(&action, &directory.join("f"));
        return ExitCode::from(result.err().map_or(0, |error| error.0 as u8));
    }
    if run(&Directory::new("works"), "nothing", "fsync:error=EIO") != Some(0) {
        eprintln!("strace cannot trace here: nothing tested");
        return ExitCode::SUCCESS;
    }
    interrupted_writes_go_on();
    a_full_disk_is_reported_and_what_arrived_is_a_prefix();
    a_failed_sync_is_never_forgotten();
    a_replacement_that_fails_changes_nothing();
    ExitCode::SUCCESS
}

fn act(action: &str, path: &Path) -> Result<(), Errno> {
    match action {
        "nothing" => Ok(()),
        "write" => {
            let mut writer = Writer::new(fs::File::create(path)?);
            for line in lines(50_000).split_inclusive(|byte| *byte == b'\n') {
                // As a program that looks only at the end.
                let _ = writer.put(line);
            }
            writer.close()
        }
        "pool" => {
            let file = OpenFile::from_owned(fs::File::create(path)?.into());
            let mut pool = Pool::new();
            for line in lines(50_000).split_inclusive(|byte| *byte == b'\n') {
                pool.write(&file, line)?;
                pool.end_of_command(&file)?;
            }
            pool.release(&file)
        }
        "sync twice" => {
            let mut writer = Writer::new(fs::File::create(path)?);
            writer.put(b"x")?;
            match writer.sync(SyncKind::Data) {
                // The kernel would say that all is well now.
                Err(_) => writer.sync(SyncKind::Data),
                Ok(()) => Err(Errno::ENOTSUP),
            }
        }
        "close" => {
            let mut writer = Writer::new(fs::File::create(path)?);
            writer.put(b"x")?;
            writer.close()
        }
        "durable" => {
            let mut writer = Writer::new(fs::File::create(path)?);
            writer.set_durable(true);
            writer.put(b"x")?;
            writer.close()
        }
        "release durably" => {
            let file = OpenFile::from_owned(fs::File::create(path)?.into());
            let mut pool = Pool::new();
            pool.write(&file, b"x")?;
            pool.release_durably(&file)
        }
        "replace" => replace(path, b"new"),
        _ => Err(Errno::EINVAL),
    }
}

/// Runs `action` with the system calls failing as `injection` says; the exit status. `None` without strace.
fn run(directory: &Directory, action: &str, injection: &str) -> Option<i32> {
    let status = Command::new("strace")
        .args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("inject={injection}")])
        // The loader closes files too.
        .args(if action == "close" { vec!["-P".into(), directory.path("f")] } else { Vec::new() })
        .arg(std::env::current_exe().unwrap())
        .env("SKOSH_STREAM_TEST_ACTION", action)
        .env("SKOSH_STREAM_TEST_DIRECTORY", directory.as_ref())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.ok().and_then(|status| status.code())
}

fn interrupted_writes_go_on() {
    let dir = Directory::new("interrupted");
    for action in ["write", "pool"] {
        assert_eq!(run(&dir, action, "write:error=EINTR:when=1+2"), Some(0));
        assert!(fs::read(dir.path("f")).unwrap() == lines(50_000), "{action}");
    }
}

fn a_full_disk_is_reported_and_what_arrived_is_a_prefix() {
    let dir = Directory::new("full");
    for action in ["write", "pool"] {
        for when in 1..6 {
            assert_eq!(run(&dir, action, &format!("write:error=ENOSPC:when={when}+")), Some(Errno::ENOSPC.0));
            let arrived = fs::read(dir.path("f")).unwrap();
            assert!(lines(50_000).starts_with(&arrived) && arrived.len() >= (when - 1) * 60_000, "{action} {when}");
        }
    }
}

fn a_failed_sync_is_never_forgotten() {
    let dir = Directory::new("sync");
    assert_eq!(run(&dir, "sync twice", "fdatasync:error=EIO:when=1"), Some(Errno::EIO.0));
    assert_eq!(run(&dir, "durable", "fdatasync:error=EIO"), Some(Errno::EIO.0));
    assert_eq!(run(&dir, "durable", "fdatasync:error=EINTR:when=1"), Some(0));
    assert_eq!(run(&dir, "release durably", "fdatasync:error=EIO"), Some(Errno::EIO.0));
    assert_eq!(run(&dir, "close", "close:error=EIO"), Some(Errno::EIO.0));
}

fn a_replacement_that_fails_changes_nothing() {
    let dir = Directory::new("replacement");
    for (injection, error) in [
        ("write:error=ENOSPC", Errno::ENOSPC),
        ("fsync:error=EIO:when=1", Errno::EIO),
        ("fchmod:error=EPERM", Errno::EPERM),
        ("renameat:error=EACCES", Errno::EACCES),
    ] {
        dir.file("f", "old");
        assert_eq!(run(&dir, "replace", injection), Some(error.0), "{injection}");
        assert_eq!(fs::read(dir.path("f")).unwrap(), b"old", "{injection}");
        assert_eq!(dir.names(), ["f"], "{injection}");
    }
    // Only the directory did not reach the disk: the new content is there, and the caller is told.
    assert_eq!(run(&dir, "replace", "fsync:error=EIO:when=2"), Some(Errno::EIO.0));
    assert_eq!(fs::read(dir.path("f")).unwrap(), b"new");
    assert_eq!(dir.names(), ["f"]);
}
