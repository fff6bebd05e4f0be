//! Prints many short lines to a file in one of three ways, to show what flush and sync cost:
//!
//! ```text
//! prints synced|flushed|coalesced COUNT FILE
//! ```
//!
//! `synced` waits for the disk after every line, `flushed` hands every line to the OS, `coalesced` leaves it to the
//! writer. The content of the file is the same. The time is printed to the standard error.

use std::process::ExitCode;
use std::time::Instant;

use skosh_stream::{Errno, SyncKind, Writer};

fn print_lines(way: &str, count: u64, path: &str) -> Result<(), Errno> {
    let mut writer = Writer::new(std::fs::File::create(path).map_err(Errno::from)?);
    let mut line = Vec::new();
    for i in 0..count {
        number_line(i, &mut line);
        writer.put(&line)?;
        match way {
            "synced" => writer.sync(SyncKind::Data)?,
            "flushed" => writer.flush()?,
            _ => {}
        }
    }
    writer.close()
}

/// Puts `number` and a newline into `line`. (What is measured is printing, not `core::fmt`.)
fn number_line(mut number: u64, line: &mut Vec<u8>) {
    line.clear();
    line.push(b'\n');
    loop {
        line.push(b'0' + (number % 10) as u8);
        number /= 10;
        if number == 0 {
            break;
        }
    }
    line.reverse();
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [way, count, path] = arguments.as_slice() else {
        eprintln!("usage: prints synced|flushed|coalesced COUNT FILE");
        return ExitCode::from(2);
    };
    let (true, Ok(count)) = (["synced", "flushed", "coalesced"].contains(&way.as_str()), count.parse::<u64>()) else {
        eprintln!("prints: {way} {count}: not a way to print, or not a number");
        return ExitCode::from(2);
    };
    let start = Instant::now();
    if let Err(error) = print_lines(way, count, path) {
        eprintln!("prints: {path}: {error}");
        return ExitCode::FAILURE;
    }
    eprintln!("{way}: {count} lines in {:.3} s", start.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}
