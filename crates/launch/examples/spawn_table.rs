//! What starting a tiny program costs: `spawn_table [ROUNDS [MEGABYTES [PROGRAM]]]`.
//!
//! The process touches so many megabytes first: a fork would have to copy their page tables.

use skosh_launch::{Command, Plan, Stdio, StringArray, launch};
use std::time::Instant;

fn measure(name: &str, rounds: u32, mut one: impl FnMut()) {
    let mut best = f64::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..rounds {
            one();
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{name:<32} {:8.1} us", best * 1e6 / f64::from(rounds));
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let rounds: u32 = arguments.next().map_or(Ok(1000), |text| text.parse())?;
    let megabytes: usize = arguments.next().map_or(Ok(0), |text| text.parse())?;
    let program = arguments.next().unwrap_or_else(|| "/bin/true".to_owned());
    let touched = vec![1_u8; megabytes << 20];

    let argv: StringArray = [program.as_bytes()].into_iter().collect();
    let envp: StringArray = skosh_sys::entry::environ().collect();
    measure("launch", rounds, || {
        let plan = Plan { quiet_signals: true, ..Plan::new(program.as_bytes(), &argv, &envp) };
        if let Ok(child) = launch(&plan) {
            use skosh_sys::process::{WaitFlags, WaitFor, wait};
            let _ = wait(WaitFor::Pid(child.pid), WaitFlags::default());
        }
    });
    measure("Command::status", rounds, || {
        let _ = Command::new(&program).status();
    });
    measure("std Command::status", rounds, || {
        let _ = std::process::Command::new(&program).status();
    });
    measure("Command, pipe on output", rounds, || {
        let mut command = Command::new(&program);
        if let Ok(mut process) = command.stdout(Stdio::piped()).spawn() {
            if let Some(mut output) = process.stdout.take() {
                let _ = std::io::copy(&mut output, &mut std::io::sink());
            }
            let _ = process.wait();
        }
    });
    measure("std Command::output", rounds, || {
        let _ = std::process::Command::new(&program).output();
    });
    std::hint::black_box(touched);
    Ok(())
}
