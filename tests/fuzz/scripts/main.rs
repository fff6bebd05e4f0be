//! Compares generated scripts between the two modes of skosh, and with bash or dash.
//!
//! ```text
//! cargo run -p skosh-tests --bin fuzz-scripts -- [--seed N] [--count N] [--skosh PATH] [--language posix|bash|own]
//!     [--folder DIR] [--keep DIR] [--show] [--modes] [--stop-after N]
//! ```
//!
//! Script number N is the same on every machine. A script that differs is run twice more, shrunk while it still differs in the same
//! way, and printed with what the shells made of it (`--keep`: also kept there as a file). `--modes` leaves bash and dash out. `--show` prints the script with
//! number `--seed` and does nothing else. The status is 0 if nothing differs.

mod compare;
mod generate;
mod run;
mod tree;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use compare::Kind;
use generate::{Generator, Language};
use run::{Outcome, Runner, Shell};
use tree::{Change, Node};

/// What the command line asks for.
struct Request {
    seed: u64,
    count: u64,
    skosh: PathBuf,
    language: Option<&'static str>,
    folder: PathBuf,
    keep: Option<PathBuf>,
    show: bool,
    /// Without witnesses.
    modes: bool,
    stop_after: u64,
}

/// How long a script may be shrunk.
const SHRINK_LIMIT: Duration = Duration::from_secs(20);

/// Turns every short cut off.
const CLASSIC: &str = "+virtual +coalesce +inproc";

fn main() -> ExitCode {
    match work() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            say(&format!("fuzz-scripts: {error}\n"));
            ExitCode::from(2)
        }
    }
}

fn parse() -> Result<Request, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut request = Request {
        seed: 1,
        count: 1000,
        skosh: own.with_file_name("skosh"),
        language: None,
        folder: std::env::temp_dir(),
        keep: None,
        show: false,
        modes: false,
        stop_after: u64::MAX,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        if name == "--show" || name == "--modes" {
            request.show |= name == "--show";
            request.modes |= name == "--modes";
            continue;
        }
        let value = arguments.next().ok_or(format!("{name}: value missing"))?;
        let number = value.parse::<u64>().map_err(|_| format!("{name} {value}: not a number"));
        match name.as_str() {
            "--seed" => request.seed = number?,
            "--count" => request.count = number?,
            "--stop-after" => request.stop_after = number?,
            "--skosh" => request.skosh = PathBuf::from(value),
            "--folder" => request.folder = PathBuf::from(value),
            "--keep" => request.keep = Some(PathBuf::from(value)),
            "--language" => {
                let known = ["posix", "bash", "own"];
                request.language = known.into_iter().find(|known| *known == value);
            }
            _ => return Err(format!("{name}: unknown option")),
        }
    }
    request.skosh = std::fs::canonicalize(&request.skosh).map_err(|e| format!("{}: {e}", request.skosh.display()))?;
    Ok(request)
}

/// The script with a number, and its language.
fn script(seed: u64, wanted: Option<&str>) -> (Vec<Node>, Language, bool) {
    let (language, shared) = match wanted {
        Some("posix") => (Language::Posix, false),
        Some("bash") => (Language::Bash, false),
        Some(_) => (Language::Bash, true),
        None => match seed % 10 {
            0..=3 => (Language::Posix, false),
            4..=8 => (Language::Bash, false),
            _ => (Language::Bash, true),
        },
    };
    let (nodes, own) = Generator::script(seed, language, shared);
    (nodes, language, own)
}

fn shells(request: &Request, language: Language, own: bool) -> Vec<Shell> {
    let argv0 = if language == Language::Posix { "sh" } else { "skosh" };
    let path = request.skosh.clone();
    let default = Shell { label: "default", path, argv0, options: None };
    let mut shells = vec![default.clone(), Shell { label: "classic", options: Some(CLASSIC), ..default }];
    if !own && !request.modes {
        let (label, path) = match language {
            Language::Posix => ("dash", "/bin/dash"),
            Language::Bash => ("bash", "/bin/bash"),
        };
        let argv0 = if language == Language::Posix { "sh" } else { "bash" };
        shells.push(Shell { label, path: PathBuf::from(path), argv0, options: None });
        if language == Language::Posix {
            shells.push(Shell { label: "bash --posix", path: PathBuf::from("/bin/bash"), argv0, options: None });
        }
    }
    shells
}

fn outcomes(runner: &Runner, script: &str, shells: &[Shell]) -> Result<Vec<Outcome>, String> {
    let mut all = Vec::new();
    for shell in shells {
        // A second witness is asked only where the first does not agree.
        if all.len() == 3 && matches!(&all[..], [own, _, witness] if compare::same(own, witness)) {
            break;
        }
        all.push(runner.run(script, shell).map_err(|error| error.to_string())?);
    }
    Ok(all)
}

fn work() -> Result<u64, String> {
    let request = parse()?;
    if request.show {
        say(&tree::text(&script(request.seed, request.language).0));
        return Ok(0);
    }
    let runner = Runner::new(&request.folder, Duration::from_secs(5)).map_err(|error| error.to_string())?;
    let (started, mut found, mut unsteady) = (Instant::now(), 0, 0);
    for index in 0..request.count {
        let seed = request.seed + index;
        let (mut nodes, language, own) = script(seed, request.language);
        let shells = shells(&request, language, own);
        let Some(kind) = judge(&runner, &nodes, &shells)? else { continue };
        if judge(&runner, &nodes, &shells)? != Some(kind) || judge(&runner, &nodes, &shells)? != Some(kind) {
            unsteady += 1;
            say(&format!("-- {seed}: {kind:?}, not every time\n"));
            continue;
        }
        found += 1;
        shrink(&runner, &mut nodes, &shells, kind)?;
        let text = tree::text(&nodes);
        say(&format!("== {seed}: {kind:?} ({})\n{text}", if language == Language::Posix { "posix" } else { "bash" }));
        for (shell, outcome) in shells.iter().zip(outcomes(&runner, &text, &shells)?) {
            show(shell.label, &outcome);
        }
        if let Some(folder) = &request.keep {
            std::fs::write(folder.join(format!("{seed}.sh")), &text).map_err(|error| error.to_string())?;
        }
        if found >= request.stop_after {
            break;
        }
    }
    let took = started.elapsed().as_secs_f64();
    say(&format!(
        "{} scripts from {}, {found} differ, {unsteady} unsteady, {took:.0} s\n",
        request.count, request.seed
    ));
    Ok(found)
}

fn judge(runner: &Runner, nodes: &[Node], shells: &[Shell]) -> Result<Option<Kind>, String> {
    let text = tree::text(nodes);
    Ok(compare::judge(&text, &outcomes(runner, &text, shells)?))
}

/// Takes away what is not needed for the difference.
fn shrink(runner: &Runner, nodes: &mut Vec<Node>, shells: &[Shell], kind: Kind) -> Result<(), String> {
    let started = Instant::now();
    loop {
        let mut smaller = false;
        for how in [Change::Delete, Change::Hoist] {
            let mut target = 0;
            while target < tree::count(nodes) && started.elapsed() < SHRINK_LIMIT {
                let mut candidate = nodes.clone();
                let mut at = target;
                if tree::change(&mut candidate, &mut at, how) && judge(runner, &candidate, shells)? == Some(kind) {
                    *nodes = candidate;
                    smaller = true;
                } else {
                    target += 1;
                }
            }
        }
        if !smaller || started.elapsed() > SHRINK_LIMIT {
            return Ok(());
        }
    }
}

fn show(label: &str, outcome: &Outcome) {
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes.get(..bytes.len().min(600)).unwrap_or(b"")).into_owned();
    say(&format!("---- {label}: status {:?}\n{}", outcome.status, lossy(&outcome.stdout)));
    for line in lossy(&outcome.stderr).lines() {
        say(&format!("  ! {line}\n"));
    }
    for (name, mode, content) in &outcome.files {
        say(&format!("  {name} {mode:o} {:?}\n", lossy(content)));
    }
}

/// Writes to standard output; a reader that went away is no reason to fail.
fn say(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}
