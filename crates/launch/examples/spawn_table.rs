//! What starting a tiny program costs: `spawn_table [ROUNDS [MEGABYTES [PROGRAM]]]`.
//!
//! The process touches so many megabytes first: a fork would have to copy their page tables.

use skosh_launch::{Capture, Command, Plan, Stdio, StringArray, launch};
use std::time::Instant;

/// A way to start the program and wait for it.
type Row<'a> = (&'static str, Box<dyn FnMut() + 'a>);

/// Times the rows in turn, so that a busy moment of the machine hits all of them, and prints the best of 20 for each.
fn measure(rounds: u32, rows: &mut [Row]) {
    let mut best = vec![f64::MAX; rows.len()];
    for _ in 0..20 {
        for ((_, one), best) in rows.iter_mut().zip(&mut best) {
            let start = Instant::now();
            for _ in 0..rounds.div_ceil(20) {
                one();
            }
            *best = best.min(start.elapsed().as_secs_f64() / f64::from(rounds.div_ceil(20)));
        }
    }
    let first = best.first().copied().unwrap_or(1.0);
    for ((name, _), best) in rows.iter().zip(&best) {
        println!("{name:<32} {:8.1} us {:6.3}", best * 1e6, best / first);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let rounds: u32 = arguments.next().map_or(Ok(1000), |text| text.parse())?;
    let megabytes: usize = arguments.next().map_or(Ok(0), |text| text.parse())?;
    let program = arguments.next().unwrap_or_else(|| "/bin/true".to_owned());
    let touched = vec![1_u8; megabytes << 20];

    let argv: StringArray = [program.as_bytes()].into_iter().collect();
    let envp: StringArray = skosh_sys::entry::environ().collect();
    let mut rows: Vec<Row> = Vec::new();
    rows.push((
        "launch",
        Box::new(|| {
            let plan = Plan { quiet_signals: true, ..Plan::new(program.as_bytes(), &argv, &envp) };
            if let Ok(child) = launch(&plan) {
                use skosh_sys::process::{WaitFlags, WaitFor, wait};
                let _ = wait(WaitFor::Pid(child.pid), WaitFlags::default());
            }
        }),
    ));
    rows.push((
        "Command::status",
        Box::new(|| {
            let _ = Command::new(&program).status();
        }),
    ));
    rows.push((
        "std Command::status",
        Box::new(|| {
            let _ = std::process::Command::new(&program).status();
        }),
    ));
    rows.push((
        "Command, pipe on output",
        Box::new(|| {
            let mut command = Command::new(&program);
            if let Ok(mut process) = command.stdout(Stdio::piped()).spawn() {
                if let Some(mut output) = process.stdout.take() {
                    let _ = std::io::copy(&mut output, &mut std::io::sink());
                }
                let _ = process.wait();
            }
        }),
    ));
    rows.push((
        "Capture",
        Box::new(|| {
            let _ = Capture::new(Command::new(&program)).run();
        }),
    ));
    rows.push((
        "std Command::output",
        Box::new(|| {
            let _ = std::process::Command::new(&program).output();
        }),
    ));
    measure(rounds, &mut rows);
    std::hint::black_box(touched);
    Ok(())
}
