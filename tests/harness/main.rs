//! Runs the cases of `tests/script` (format: [`skosh_tests::cases`]) under skosh, in both of its modes, or under another shell.
//!
//! ```text
//! cargo test -p skosh-tests --test script [-- [NAME]... [--list] [--script]]
//! SKOSH_TEST_SHELL=dash cargo test -p skosh-tests --test script
//! ```
//!
//! A NAME selects the cases whose name contains it. `--list` prints names only, `--script` prints failing scripts too.
//! `SKOSH` names the binary to test (default: the one built beside this program, brought up to date first).
//! `SKOSH_TEST_SHELL` is `dash` or `bash` (or a path that ends in one): the cases that name it as witness run under it
//! instead, so that the expectations stay honest.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use skosh_tests::cases::{self, Case, Witness};
use skosh_tests::run::{self, Shell};
use skosh_tests::{Scratch, judge, say};

/// Turns every short cut of skosh off, so that it works as a classic forking shell.
const ALL_OFF: &str = "+o virtual +o inproc +o coalesce";

/// One thing to run.
struct Job<'a> {
    case: &'a Case,
    witness: Witness,
    shell: &'a Shell,
}

impl Job<'_> {
    fn label(&self) -> String {
        let mode = if self.shell.options.is_some() { ", all off" } else { "" };
        format!("{} ({}{mode})", self.case.name, self.witness.argv0())
    }
}

/// What the command line asks for.
#[derive(Default)]
struct Request {
    names: Vec<String>,
    list: bool,
    script: bool,
    threads: Option<usize>,
}

/// Set in the environment once the inherited descriptors are closed.
const CLOSED: &str = "SKOSH_TESTS_CLOSED";

fn main() -> ExitCode {
    if std::env::var_os(CLOSED).is_none() {
        say(&format!("script tests: {}\n", close_descriptors()));
        return ExitCode::from(2);
    }
    match work(&parse_arguments()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            say(&format!("script tests: {error}\n"));
            ExitCode::from(2)
        }
    }
}

/// Replaces this program by itself with descriptors 3 to 9 closed: cargo leaves some of its own open, and the cases use
/// them. `std` cannot close a descriptor that it did not open, a shell can. Returns only on failure.
fn close_descriptors() -> std::io::Error {
    let own = match std::env::current_exe() {
        Ok(own) => own,
        Err(error) => return error,
    };
    Command::new("/bin/sh")
        .args(["-c", "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; exec \"$@\"", "sh"])
        .arg(own)
        .args(std::env::args_os().skip(1))
        .env(CLOSED, "1")
        .env_remove("MAKEFLAGS")
        .env_remove("CARGO_MAKEFLAGS")
        .exec()
}

fn parse_arguments() -> Request {
    let mut request = Request::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--list" => request.list = true,
            "--script" => request.script = true,
            "--test-threads" => request.threads = arguments.next().and_then(|count| count.parse().ok()),
            // Other options of the standard harness (--nocapture, -q, ...) mean nothing here.
            _ if argument.starts_with('-') => {
                if let Some(count) = argument.strip_prefix("--test-threads=") {
                    request.threads = count.parse().ok();
                }
            }
            _ => request.names.push(argument),
        }
    }
    request
}

/// The cases that are known to fail, each a line `NAME: REASON` of `known-differences`.
fn known_differences(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("known-differences")).unwrap_or_default();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
        .map(|(name, _)| name.to_owned())
        .collect()
}

/// Runs what is asked for and reports it; whether all of it passed.
fn work(request: &Request) -> Result<bool, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("script");
    let all = cases::read_all(&folder)?;
    let wanted = |case: &&Case| request.names.is_empty() || request.names.iter().any(|name| case.name.contains(name));
    let selected: Vec<&Case> = all.iter().filter(wanted).collect();
    if request.list {
        for case in &selected {
            say(&format!("{}: test\n", case.name));
        }
        return Ok(true);
    }
    let base = Scratch::new()?;
    let (shells, admits) = shells(&base.0)?;
    let mut jobs = Vec::new();
    for &case in &selected {
        for &witness in case.witnesses.iter().filter(|&&witness| admits(witness)) {
            jobs.extend(shells.iter().map(|shell| Job { case, witness, shell }));
        }
    }
    say(&format!("\nrunning {} tests of {} cases\n", jobs.len(), selected.len()));
    let started = Instant::now();
    let (known, failures): (Vec<_>, Vec<_>) = run_all(&jobs, &base.0, request.threads)
        .into_iter()
        .partition(|(_, _, case)| known_differences(&folder).contains(&case.name));
    if !known.is_empty() {
        say("\nknown differences (tests/script/known-differences says why):\n");
        known.iter().for_each(|(label, ..)| say(&format!("    {label}\n")));
    }
    for (label, report, case) in &failures {
        say(&format!("\n---- {label} ----\n{report}"));
        if request.script {
            for line in String::from_utf8_lossy(&case.script).lines() {
                say(&format!("    | {line}\n"));
            }
        }
    }
    if !failures.is_empty() {
        say("\nfailures:\n");
        failures.iter().for_each(|(label, ..)| say(&format!("    {label}\n")));
    }
    say(&format!(
        "\ntest result: {}. {} passed; {} failed; {} ignored; 0 measured; {} cases filtered out; finished in {:.2}s\n\n",
        if failures.is_empty() { "ok" } else { "FAILED" },
        jobs.len() - failures.len() - known.len(),
        failures.len(),
        known.len(),
        all.len() - selected.len(),
        started.elapsed().as_secs_f64(),
    ));
    Ok(failures.is_empty())
}

/// Runs the jobs over the cores; the label, report and case of each that failed, in the order of the jobs.
fn run_all<'a>(jobs: &[Job<'a>], base: &Path, threads: Option<usize>) -> Vec<(String, String, &'a Case)> {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.unwrap_or(cores).max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(index) else { break };
                    let scratch = base.join(index.to_string());
                    let report = match run::run(job.case, job.witness, job.shell, &scratch) {
                        Ok(outcome) => judge::judge(job.case, &outcome),
                        Err(error) => Some(format!("  cannot run: {error}\n")),
                    };
                    if let Some(report) = report {
                        let mut failures = failures.lock().unwrap_or_else(PoisonError::into_inner);
                        failures.push((index, job.label(), report, job.case));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    failures.sort_by_key(|(index, ..)| *index);
    failures.into_iter().map(|(_, label, report, case)| (label, report, case)).collect()
}

/// Which runs of a case apply.
type Admits = fn(Witness) -> bool;

/// The shells to run the cases with, and which runs of a case apply to them.
fn shells(base: &Path) -> Result<(Vec<Shell>, Admits), String> {
    if let Some(named) = std::env::var_os("SKOSH_TEST_SHELL") {
        let named = PathBuf::from(named);
        let admits: Admits = match named.file_name().and_then(|name| name.to_str()) {
            Some("dash") => |witness| witness == Witness::Dash,
            Some("bash") => |witness| matches!(witness, Witness::Bash | Witness::BashPosix),
            _ => return Err("SKOSH_TEST_SHELL must be a dash or a bash".into()),
        };
        let path = skosh_tests::find_program(&named).ok_or_else(|| format!("{}: not found", named.display()))?;
        return Ok((vec![Shell { path, options: None }], admits));
    }
    let built = skosh_tests::shell_under_test()?;
    // A copy: a build that goes on meanwhile does not disturb the run, and an unprivileged user can reach it.
    let path = base.join("skosh");
    std::fs::copy(&built, &path).map_err(|error| format!("{}: {error}", built.display()))?;
    let plain = Shell { path, options: None };
    let off = Shell { options: Some(ALL_OFF), ..plain.clone() };
    Ok((vec![plain, off], |_| true))
}
