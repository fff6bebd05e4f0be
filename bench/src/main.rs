//! Runs the cases of `bench/cases` under skosh and every other shell that is installed, and sets the times side by side.
//!
//!     cargo run --release -p skosh-bench -- [--rounds N] [--skosh PATH] [--out DIR] [CASE...]
//!
//! Rounds are interleaved: each runs every shell once, so that a slow moment of the machine meets all of them. A case whose
//! output differs from what most shells print is marked: a fast wrong answer is no result. The table goes to standard output and,
//! with `--out`, to `DIR/README.md` beside the raw times in `DIR/times.csv`.

mod case;
mod measure;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;

use measure::Shell;

/// What the command line asks for.
struct Arguments {
    rounds: usize,
    skosh: PathBuf,
    out: Option<PathBuf>,
    names: Vec<String>,
}

fn arguments() -> Result<Arguments, String> {
    let mut parsed =
        Arguments { rounds: 5, skosh: PathBuf::from("target/release/skosh"), out: None, names: Vec::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word}: needs a value"));
        match word.as_str() {
            "--rounds" => parsed.rounds = value()?.parse().map_err(|_| "--rounds: not a number".to_owned())?,
            "--skosh" => parsed.skosh = value()?.into(),
            "--out" => parsed.out = Some(value()?.into()),
            _ if word.starts_with('-') => return Err(format!("{word}: unknown option")),
            _ => parsed.names.push(word),
        }
    }
    Ok(parsed)
}

fn run() -> Result<(), String> {
    let arguments = arguments()?;
    let skosh = arguments
        .skosh
        .canonicalize()
        .map_err(|error| format!("{}: {error} (build it with: cargo build --release)", arguments.skosh.display()))?;
    let cases = case::load(&PathBuf::from("bench/cases"), &arguments.names)?;
    let shells = measure::shells(skosh);
    eprintln!("shells: {}", shells.iter().map(|shell: &Shell| shell.name.as_str()).collect::<Vec<_>>().join(" "));
    let mut rows = Vec::new();
    for case in &cases {
        eprintln!("{} ...", case.name);
        rows.push(measure::measure(case, &shells, arguments.rounds)?);
        if let Some(out) = &arguments.out {
            // What is there so far survives an interruption.
            report::write(out, &shells, &cases, &rows).map_err(|error| format!("{}: {error}", out.display()))?;
        }
    }
    print!("{}", report::table(&shells, &cases, &rows));
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("skosh-bench: {message}");
            ExitCode::FAILURE
        }
    }
}
