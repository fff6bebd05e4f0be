//! Counts the lines and bytes of the standard input, giving back what was read ahead after every line, every tenth, or
//! never, to show what reading no more than one's share costs:
//!
//! ```text
//! lines [EVERY] <FILE        producer | lines [EVERY]
//! ```
//!
//! `EVERY` is after how many lines to give back (0, as without it: never). The time is printed to the standard error.

use std::process::ExitCode;
use std::time::Instant;

use skosh_stream::{Errno, Reader};

fn count_lines(every: u64) -> Result<(u64, usize), Errno> {
    let mut reader = Reader::inherited(0);
    let mut line = Vec::new();
    let (mut lines, mut bytes) = (0, 0);
    while reader.read_line(&mut line)? {
        lines += 1;
        bytes += line.len() + 1;
        line.clear();
        if every > 0 && lines % every == 0 {
            reader.give_back()?;
        }
    }
    Ok((lines, bytes))
}

fn main() -> ExitCode {
    let every = match std::env::args().nth(1).map(|argument| argument.parse::<u64>()) {
        None => 0,
        Some(Ok(every)) => every,
        Some(Err(_)) => {
            eprintln!("usage: lines [EVERY]");
            return ExitCode::from(2);
        }
    };
    let start = Instant::now();
    match count_lines(every) {
        Ok((lines, bytes)) => {
            eprintln!("{lines} lines, {bytes} bytes in {:.4} s", start.elapsed().as_secs_f64());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("lines: {error}");
            ExitCode::FAILURE
        }
    }
}
