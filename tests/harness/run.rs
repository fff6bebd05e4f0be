//! Runs one case: a scratch directory, a bare environment, a time limit, and what came of it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::cases::{Case, Witness};

/// How long a case may take on an unloaded machine.
pub const TIME_LIMIT: Duration = Duration::from_secs(10);

/// The user that cases tagged `user` run as when the tests run as root: `nobody`.
const UNPRIVILEGED: u32 = 65534;

/// The shell under test.
#[derive(Clone, Debug)]
pub struct Shell {
    /// The program.
    pub path: PathBuf,
    /// What `SKOSHOPTS` holds in the case's environment, if anything.
    pub options: Option<&'static str>,
}

/// What a run produced.
#[derive(Debug)]
pub struct Outcome {
    /// Everything written to standard output.
    pub stdout: Vec<u8>,
    /// Everything written to standard error.
    pub stderr: Vec<u8>,
    /// Exit status as a shell reports it (128 + n for a signal); `None` when the time limit ended it.
    pub status: Option<i32>,
}

/// Runs `case` with `shell` in the new directory `scratch`, which is removed afterwards.
pub fn run(case: &Case, witness: Witness, shell: &Shell, scratch: &Path) -> io::Result<Outcome> {
    let outcome = prepare(case, witness, shell, scratch).and_then(|child| collect(child, scratch));
    remove(scratch);
    outcome
}

fn prepare(case: &Case, witness: Witness, shell: &Shell, scratch: &Path) -> io::Result<Child> {
    let work = scratch.join("work");
    let bin = scratch.join("bin");
    for folder in [scratch, &work, &bin, &scratch.join("tmp")] {
        fs::create_dir(folder)?;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
    }
    let program = bin.join(witness.argv0());
    symlink(&shell.path, &program)?;
    fs::write(scratch.join("case.sh"), &case.script)?;
    let stdin = match &case.stdin {
        Some(bytes) => {
            fs::write(scratch.join("stdin"), bytes)?;
            File::open(scratch.join("stdin"))?
        }
        None => File::open("/dev/null")?,
    };
    let mut path = bin.into_os_string();
    path.push(":/usr/bin:/bin");
    let mut command = Command::new(program);
    command
        .arg0(witness.argv0())
        .arg("../case.sh")
        .current_dir(&work)
        .env_clear()
        .env("PATH", path)
        .env("HOME", &work)
        .env("TMPDIR", scratch.join("tmp"))
        .env("LC_ALL", "C")
        .env("SH", witness.argv0())
        .stdin(stdin)
        .stdout(Stdio::from(File::create(scratch.join("stdout"))?))
        .stderr(Stdio::from(File::create(scratch.join("stderr"))?))
        .process_group(0);
    if let Some(options) = shell.options {
        command.env("SKOSHOPTS", options);
    }
    if case.unprivileged && fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0) {
        for folder in [&work, &scratch.join("tmp")] {
            chown(folder, Some(UNPRIVILEGED), Some(UNPRIVILEGED))?;
        }
        command.uid(UNPRIVILEGED).gid(UNPRIVILEGED);
    }
    command.spawn()
}

fn collect(mut child: Child, scratch: &Path) -> io::Result<Outcome> {
    let started = Instant::now();
    let mut pause = Duration::from_micros(200);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if started.elapsed() > TIME_LIMIT {
            kill_group(child.id());
            child.wait()?;
            break None;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    };
    Ok(Outcome {
        stdout: fs::read(scratch.join("stdout"))?,
        stderr: fs::read(scratch.join("stderr"))?,
        status: status.map(shell_status),
    })
}

fn shell_status(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}

/// Kills the process group of a case. Through the system's shell, as a signal to a group has no safe call in `std`.
fn kill_group(group: u32) {
    let kill = Command::new("/bin/sh").arg("-c").arg(format!("kill -9 -{group}")).stderr(Stdio::null()).status();
    if let Err(error) = kill {
        let _ = writeln!(io::stderr(), "cannot kill process group {group}: {error}");
    }
}

/// Removes a scratch directory, even when a case has left unsearchable directories in it.
fn remove(scratch: &Path) {
    if fs::remove_dir_all(scratch).is_err() {
        let _ = Command::new("chmod").arg("-R").arg("u+rwx").arg(scratch).stderr(Stdio::null()).status();
        let _ = fs::remove_dir_all(scratch);
    }
}
