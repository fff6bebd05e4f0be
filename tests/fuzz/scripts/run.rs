//! Runs a script under a shell in a fresh directory, within a time limit.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A shell and how it is called.
#[derive(Clone, Debug)]
pub struct Shell {
    /// What it is called in reports.
    pub label: &'static str,
    /// The program.
    pub path: PathBuf,
    /// Its `argv[0]`.
    pub argv0: &'static str,
    /// `SKOSHOPTS`.
    pub options: Option<&'static str>,
}

/// What a run left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
    /// The status, 128 + n for a signal; `None` when it took too long.
    pub status: Option<i32>,
    /// The files: name, permission bits, content.
    pub files: Vec<(String, u32, Vec<u8>)>,
}

/// The process group that is running now, and when it has to be over.
type Deadline = Arc<Mutex<Option<(u32, Instant)>>>;

/// A place to run scripts in.
pub struct Runner {
    base: PathBuf,
    deadline: Deadline,
    limit: Duration,
}

/// What every script finds in its directory.
const INPUT: &[u8] = b"one:1 a\ntwo:2  b\nthree\\x:3 c\nfour d\nfive\n";

impl Runner {
    /// A runner in a new directory below `base`.
    pub fn new(base: &Path, limit: Duration) -> io::Result<Runner> {
        let base = base.join(format!("skosh-fuzz.{}", std::process::id()));
        fs::create_dir_all(&base)?;
        let deadline: Deadline = Arc::default();
        let watched = deadline.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(200));
                let mut now = watched.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((group, end)) = *now
                    && Instant::now() > end
                {
                    *now = None;
                    let _ = Command::new("/bin/sh").arg("-c").arg(format!("kill -9 -{group}")).status();
                }
            }
        });
        Ok(Runner { base, deadline, limit })
    }

    /// Runs a script.
    pub fn run(&self, script: &str, shell: &Shell) -> io::Result<Outcome> {
        // Deep enough for some `cd ..`.
        let top = self.base.join("w");
        let work = top.join("x/y/z/w");
        let temporary = self.base.join("tmp");
        fs::create_dir_all(&work)?;
        for folder in [&temporary, &work.join("d1"), &work.join("d1/s"), &work.join("d2")] {
            fs::create_dir(folder)?;
        }
        fs::write(work.join("in"), INPUT)?;
        let path = self.base.join("case.sh");
        fs::write(&path, script)?;
        let (out, err) = (self.base.join("out"), self.base.join("err"));
        let mut command = Command::new(&shell.path);
        command
            .arg0(shell.argv0)
            .arg(&path)
            .current_dir(&work)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", "/")
            .env("TMP", &temporary)
            .env("LC_ALL", "C")
            .stdin(File::open(work.join("in"))?)
            .stdout(File::create(&out)?)
            .stderr(File::create(&err)?)
            .process_group(0);
        if let Some(options) = shell.options {
            command.env("SKOSHOPTS", options);
        }
        let mut child = command.stdin(Stdio::from(File::open(work.join("in"))?)).spawn()?;
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = Some((child.id(), Instant::now() + self.limit));
        let status = child.wait()?;
        let in_time = self.deadline.lock().unwrap_or_else(PoisonError::into_inner).take().is_some();
        let mut files = Vec::new();
        collect(&top, "", &mut files)?;
        files.sort();
        let outcome = Outcome {
            stdout: fs::read(&out)?,
            stderr: fs::read(&err)?,
            status: in_time.then(|| status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0))),
            files,
        };
        fs::remove_dir_all(&top)?;
        fs::remove_dir_all(&temporary)?;
        Ok(outcome)
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.base);
    }
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, u32, Vec<u8>)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else if name != "x/y/z/w/in" {
            let mode = entry.metadata()?.permissions().mode() & 0o777;
            files.push((name, mode, fs::read(entry.path())?));
        }
    }
    Ok(())
}
