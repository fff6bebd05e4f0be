//! Runs a program on each of many files, a few at a time, and collects what it prints: `capture_many WORKERS PROGRAM
//! <LIST`, the names of the files one to a line. Prints how many succeeded, how much came, and how long it took.

use skosh_launch::{Capture, Command, Errors, Runner};
use std::io::BufRead;
use std::ops::ControlFlow;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let workers = arguments.next().and_then(|text| text.to_str()?.parse().ok()).unwrap_or(0);
    let program = arguments.next().ok_or("usage: capture_many WORKERS PROGRAM <LIST")?;
    let files: Vec<String> = std::io::stdin().lock().lines().collect::<Result<_, _>>()?;
    let start = Instant::now();
    let (mut succeeded, mut bytes) = (0, 0);
    let runner = Runner::new(workers);
    let end = runner.run(
        files,
        |file| {
            let mut command = Command::new(&program);
            command.arg(file);
            Capture::new(command).errors(Errors::Null)
        },
        |done| {
            if let Ok(captured) = done.result {
                succeeded += usize::from(captured.is_success());
                bytes += captured.stdout.len();
            }
            ControlFlow::Continue(())
        },
    );
    let elapsed = start.elapsed();
    println!("{succeeded} of {} succeeded, {bytes} bytes, {elapsed:.3?}", end.finished);
    Ok(())
}
