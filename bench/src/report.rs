//! The table of a run, as Markdown, and its raw data.

use std::fmt::Write;
use std::path::Path;

use crate::case::Case;
use crate::measure::{Row, Shell};

fn minimum(times: &[f64]) -> Option<f64> {
    times.iter().copied().reduce(f64::min)
}

/// One line per case: the minimum of each shell, and skosh's ratio to the best peer.
pub fn table(shells: &[Shell], cases: &[Case], rows: &[Row]) -> String {
    let mut out = String::from("| case | what |");
    for shell in shells {
        let _ = write!(out, " {} |", shell.name);
    }
    out.push_str(" ratio to the best peer | aim |\n|---|---|");
    for _ in shells {
        out.push_str("---:|");
    }
    out.push_str("---:|---:|\n");
    for (case, row) in cases.iter().zip(rows) {
        let _ = write!(out, "| {} | {} |", case.name, case.what);
        for (index, times) in row.times.iter().enumerate() {
            let mark = if row.wrong.contains(&index) { " (other output)" } else { "" };
            match minimum(times) {
                Some(best) => {
                    let _ = write!(out, " {best:.3}{mark} |");
                }
                None => out.push_str(" |"),
            }
        }
        let own = row.times.first().and_then(|times| minimum(times));
        let peer = row.times.iter().skip(1).filter_map(|times| minimum(times)).reduce(f64::min);
        match (own, peer) {
            (Some(own), Some(peer)) if peer > 0.0 => {
                let _ = write!(out, " **{:.2}** |", own / peer);
            }
            _ => out.push_str(" |"),
        }
        match case.target {
            Some(target) => {
                let _ = writeln!(out, " {target:.2} |");
            }
            None => out.push_str(" |\n"),
        }
    }
    out
}

/// Writes `README.md` and `times.csv` into a folder.
pub fn write(folder: &Path, shells: &[Shell], cases: &[Case], rows: &[Row]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let text = format!(
        "Seconds, minimum of the rounds, shells in turn within each round. Linux {}, {cores} cores.\n\n{}",
        kernel.trim(),
        table(shells, cases, rows)
    );
    std::fs::write(folder.join("README.md"), text)?;
    let mut csv = String::from("case,shell,round,seconds\n");
    for (case, row) in cases.iter().zip(rows) {
        for (shell, times) in shells.iter().zip(&row.times) {
            for (round, seconds) in times.iter().enumerate() {
                let _ = writeln!(csv, "{},{},{round},{seconds:.6}", case.name, shell.name);
            }
        }
    }
    std::fs::write(folder.join("times.csv"), csv)
}
