//! Runs a program to its end and takes over its status: `run PROGRAM [ARGUMENT...]`.
//!
//! With `SKOSH_WAY` set to `clone3`, `clone` or `fork`, the process is made in that way.

use skosh_launch::{Command, WaitStatus, Way};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(program) = arguments.next() else {
        eprintln!("usage: run PROGRAM [ARGUMENT...]");
        return ExitCode::from(2);
    };
    let mut command = Command::new(program);
    command.args(arguments);
    match std::env::var("SKOSH_WAY").as_deref() {
        Ok("clone3") => drop(command.way(Way::Clone3)),
        Ok("clone") => drop(command.way(Way::Clone)),
        Ok("fork") => drop(command.way(Way::Fork)),
        _ => {}
    }
    match command.status() {
        Ok(WaitStatus::Exited(status)) => ExitCode::from(status),
        Ok(WaitStatus::Signaled { signal, .. }) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(255)),
        Ok(other) => {
            eprintln!("run: {other:?}");
            ExitCode::from(125)
        }
        Err(error) => {
            eprintln!("run: {error}");
            ExitCode::from(if error.errno() == skosh_launch::Errno::ENOENT { 127 } else { 126 })
        }
    }
}
