//! Counts the system calls of constructs with strace and holds them against the budget in [`BUDGETS`].
//!
//! A construct runs in a loop, at two loop sizes; the difference, divided, is what one round costs. That is exact and needs
//! no clock. What a started program does itself is measured apart and taken off, as it depends on the system's libraries.
//!
//! ```text
//! cargo test -p skosh-tests --test syscalls [-- NAME...]
//! ```

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use skosh_tests::{Scratch, find_program, say, shell_under_test};

/// A construct and the system calls that one round of it may cost.
struct Budget {
    /// What it is called in reports.
    name: &'static str,
    /// Run once before the loop.
    setup: &'static str,
    /// The body of the loop.
    body: &'static str,
    /// The programs it starts, whose own calls come on top of the budget; `cat` reads one line and writes it.
    programs: &'static [&'static str],
    /// How many calls a round may cost beside those.
    calls: f64,
    /// The smaller and the larger number of rounds.
    rounds: (u32, u32),
}

const FEW: (u32, u32) = (10, 60);
const MANY: (u32, u32) = (1_000, 31_000);

/// One line of the table: a construct that needs no set-up.
const fn budget(name: &'static str, body: &'static str, calls: f64) -> Budget {
    Budget { name, setup: "", body, programs: &[], calls, rounds: FEW }
}

/// The budgets; a construct that gets cheaper has its figure lowered.
const BUDGETS: &[Budget] = &[
    budget("empty loop", ":", 0.0),
    budget("subshell", "( : )", 0.0),
    budget("subshell with assignments", "( x=1; y=2 )", 0.0),
    budget("nested subshells", "( ( ( : ) ) )", 0.0),
    budget("substitution of a builtin", "x=$(echo hi)", 0.0),
    Budget { setup: "f() { echo hi; }", ..budget("substitution of a function", "x=$(f)", 0.0) },
    budget("nested substitutions", "x=$(echo $(echo $(echo hi)))", 0.0),
    budget("backquotes", "x=`echo hi`", 0.0),
    budget("subshell with options and traps", "( set -f; trap 'x=1' EXIT )", 0.0),
    budget("subshell with umask", "( umask 077 )", 2.0),
    budget("subshell with cd", "(cd / && :)", 2.0),
    budget("substitution with cd", "x=$(cd /; pwd)", 2.0),
    budget("cd", "cd /", 1.0),
    budget("append to a file", "echo x >>file", 3.0),
    budget("truncate a file", ">file", 2.0),
    budget("redirect to /dev/null", "echo x >/dev/null", 3.0),
    budget("2>&1", "{ :; } 2>&1", 0.0),
    Budget { rounds: MANY, ..budget("echo to a file", "echo x", 0.001) },
    Budget { rounds: MANY, ..budget("printf to a file", "printf '%s\\n' x", 0.001) },
    budget("here-document to a builtin", "read x <<E\nhi\nE\n", 0.0),
    budget("case, test and arithmetic", "case a in a) [ 1 -lt 2 ];; esac", 0.0),
    Budget { setup: "f() { local x=1; return 0; }", ..budget("function call", "f a b", 0.0) },
    budget("eval", "eval 'x=1'", 0.0),
    budget("unquoted expansion", "x='a b'; set -- $x", 0.0),
    Budget { programs: &["/bin/true"], ..budget("program", "/bin/true", 2.0) },
    Budget { programs: &["/bin/true"], ..budget("program found through PATH", "true_program", 3.0) },
    Budget { programs: &["/bin/true"], ..budget("substitution of a program", "x=$(/bin/true)", 10.0) },
    Budget { programs: &["/bin/true"], ..budget("program in a subshell", "( /bin/true )", 2.0) },
    Budget { programs: &["/bin/cat"], ..budget("builtin into a program", "echo hi | /bin/cat >/dev/null", 17.0) },
];

/// How many system calls starting up with `-c :` may cost.
const START_UP: f64 = 25.0;

fn main() -> ExitCode {
    match work() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            say(&format!("syscalls: {error}\n"));
            ExitCode::from(2)
        }
    }
}

fn work() -> Result<bool, String> {
    let names: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let scratch = Scratch::new()?;
    if let Err(reason) = can_trace(&scratch.0) {
        say(&format!("\nsystem-call budgets skipped: {reason}\n"));
        let all = BUDGETS.len() + 1;
        say(&format!("\ntest result: ok. 0 passed; 0 failed; {all} ignored; 0 measured; 0 filtered out\n\n"));
        return Ok(true);
    }
    let shell = shell_under_test()?;
    let bin = scratch.0.join("bin");
    fs::create_dir(&bin).map_err(|error| error.to_string())?;
    std::os::unix::fs::symlink("/bin/true", bin.join("true_program")).map_err(|error| error.to_string())?;
    let wanted = |name: &str| names.is_empty() || names.iter().any(|part| name.contains(part.as_str()));
    let (mut passed, mut failed) = (0, 0);
    let mut judge = |name: &str, measured: Result<f64, String>, calls: f64| {
        let verdict = match measured {
            // The heap grows now and then: one call among the rounds.
            Ok(measured) if measured <= calls + if calls >= 1.0 { 0.05 } else { 0.0 } => "ok",
            _ => "FAILED",
        };
        let measured = measured.map_or_else(|error| error, |count| format!("{count:.4}"));
        say(&format!("{verdict:<7} {name:<34} {measured:>9} of {calls}\n"));
        *(if verdict == "ok" { &mut passed } else { &mut failed }) += 1;
    };
    for budget in BUDGETS.iter().filter(|budget| wanted(budget.name)) {
        judge(budget.name, measure(budget, &shell, &scratch.0), budget.calls);
    }
    if wanted("start-up") {
        let calls = trace(&scratch.0, &[&shell.to_string_lossy(), "-c", ":"]).map(|count| count as f64);
        judge("start-up", calls, START_UP);
    }
    let verdict = if failed == 0 { "ok" } else { "FAILED" };
    say(&format!(
        "\ntest result: {verdict}. {passed} passed; {failed} failed; 0 ignored; 0 measured; 0 filtered out\n\n"
    ));
    Ok(failed == 0)
}

/// Whether strace is there and may trace; else the reason.
fn can_trace(scratch: &Path) -> Result<(), String> {
    find_program(Path::new("strace")).ok_or("strace is not installed")?;
    trace(scratch, &["/bin/true"]).map(|_| ())
}

/// The system calls of one round beyond those of the programs it starts.
fn measure(budget: &Budget, shell: &Path, scratch: &Path) -> Result<f64, String> {
    let count = |rounds: u32| {
        let script = scratch.join("script");
        let text = format!("{}\ni=0\nwhile [ $i -lt {rounds} ]; do {}\ni=$((i+1)); done\n", budget.setup, budget.body);
        fs::write(&script, text).map_err(|error| error.to_string())?;
        trace(scratch, &[&shell.to_string_lossy(), &script.to_string_lossy()])
    };
    let (few, many) = budget.rounds;
    let difference = count(many)? as f64 - count(few)? as f64;
    let mut calls = difference / f64::from(many - few);
    for program in budget.programs {
        calls -= trace(scratch, &[program])? as f64;
    }
    Ok(calls)
}

/// Runs a command below strace, standard input a line, output to a file; the number of system calls of all its processes.
fn trace(scratch: &Path, command: &[&str]) -> Result<usize, String> {
    let complain = |error: std::io::Error| error.to_string();
    let traces = scratch.join("traces");
    let _ = fs::remove_dir_all(&traces);
    fs::create_dir(&traces).map_err(complain)?;
    fs::write(scratch.join("stdin"), "hi\n").map_err(complain)?;
    let status = Command::new("strace")
        .args(["-ff", "-qq", "-o"])
        .arg(traces.join("t"))
        .args(command)
        .current_dir(scratch)
        .env_clear()
        .env("PATH", format!("{}:/usr/bin:/bin", scratch.join("bin").display()))
        .env("LC_ALL", "C")
        .stdin(File::open(scratch.join("stdin")).map_err(complain)?)
        .stdout(File::create(scratch.join("stdout")).map_err(complain)?)
        .stderr(Stdio::null())
        .status()
        .map_err(complain)?;
    if !status.success() {
        return Err(format!("{status}"));
    }
    let mut calls = 0;
    for entry in fs::read_dir(&traces).map_err(complain)? {
        let text = fs::read(entry.map_err(complain)?.path()).map_err(complain)?;
        // Beside calls there are signals (---) and ends (+++).
        calls +=
            text.split(|&byte| byte == b'\n').filter(|line| line.first().is_some_and(u8::is_ascii_lowercase)).count();
    }
    if calls == 0 {
        return Err("strace cannot trace here".into());
    }
    Ok(calls)
}
