//! Running a case under each shell, round by round.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::case::Case;

/// A shell that is measured.
pub struct Shell {
    /// How the table calls it.
    pub name: String,
    program: PathBuf,
    /// Arguments before the script.
    first: Vec<String>,
}

/// What was measured of a case.
pub struct Row {
    /// For each shell its times in seconds, empty where it does not run the case.
    pub times: Vec<Vec<f64>>,
    /// Shells whose output differed from the first shell's.
    pub wrong: Vec<usize>,
}

/// skosh first, then the peers that are installed.
pub fn shells(skosh: PathBuf) -> Vec<Shell> {
    let mut shells = vec![Shell { name: "skosh".into(), program: skosh, first: Vec::new() }];
    let peers: [(&str, &[&str]); 7] = [
        ("dash", &[]),
        ("bash", &[]),
        ("ksh93", &[]),
        ("mksh", &[]),
        ("zsh", &[]),
        ("busybox", &["ash"]),
        ("brush", &[]),
    ];
    let path = std::env::var_os("PATH").unwrap_or_default();
    for (name, first) in peers {
        let found = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|program| program.is_file());
        if let Some(program) = found {
            let first = first.iter().map(|&word| word.to_owned()).collect();
            shells.push(Shell { name: name.into(), program, first });
        }
    }
    shells
}

/// Runs `case` under all shells, `rounds` times in turn.
pub fn measure(case: &Case, shells: &[Shell], rounds: usize) -> Result<Row, String> {
    let scratch = std::env::temp_dir().join(format!("skosh-bench.{}", std::process::id()));
    let mut row = Row { times: vec![Vec::new(); shells.len()], wrong: Vec::new() };
    let mut right: Option<Vec<u8>> = None;
    for round in 0..rounds {
        for (index, shell) in shells.iter().enumerate() {
            if case.not.contains(&shell.name) {
                continue;
            }
            std::fs::create_dir_all(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
            let (seconds, output) = once(case, shell, &scratch)?;
            let _ = std::fs::remove_dir_all(&scratch);
            if let Some(times) = row.times.get_mut(index) {
                times.push(seconds);
            }
            // dash comes second: skosh is compared with it, and it with the rest.
            let expected = right.get_or_insert_with(|| output.clone());
            if round == 0 && *expected != output {
                row.wrong.push(index);
            }
        }
    }
    Ok(row)
}

fn once(case: &Case, shell: &Shell, scratch: &Path) -> Result<(f64, Vec<u8>), String> {
    let mut command = Command::new(&shell.program);
    command.args(&shell.first).current_dir(scratch).stdin(Stdio::null()).stderr(Stdio::null());
    command.env_clear().env("PATH", "/usr/bin:/bin").env("HOME", scratch).env("LC_ALL", "C");
    let start;
    let mut output = Vec::new();
    if let Some(starts) = case.starts {
        let body: Vec<&str> = case.script.lines().filter(|line| !line.starts_with('#')).collect();
        command.arg("-c").arg(body.join("\n")).stdout(Stdio::null());
        start = Instant::now();
        for _ in 0..starts {
            command.status().map_err(|error| format!("{}: {error}", shell.name))?;
        }
    } else {
        let script = scratch.join("script");
        std::fs::write(&script, &case.script).map_err(|error| format!("{}: {error}", script.display()))?;
        command.arg(&script);
        start = Instant::now();
        output = command.output().map_err(|error| format!("{}: {error}", shell.name))?.stdout;
    }
    Ok((start.elapsed().as_secs_f64(), output))
}
