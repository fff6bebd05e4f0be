//! [`Popen`]: a program whose input or output, or both, is a buffered stream: popen(3) without a shell.

use crate::command::Command;
use crate::error::{CommandError, Error, Stage};
use crate::pipe::PipeWriter;
use crate::process::{Ending, Process};
use crate::stdio::Stdio;
use skosh_sys::{Errno, fs};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, PipeReader, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;

/// A program that this process writes to or reads from.
///
/// ```
/// use skosh_launch::{Command, Popen};
/// use std::io::BufRead;
/// let mut echo = Popen::read(Command::new("echo").arg("hello"))?;
/// let mut line = String::new();
/// echo.read_line(&mut line)?;
/// assert_eq!(line, "hello\n");
/// assert!(echo.close()?.is_success());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Popen {
    process: Process,
    program: Vec<u8>,
    input: Option<BufWriter<PipeWriter>>,
    output: Option<BufReader<PipeReader>>,
    /// A file in memory that collects the errors: it takes any amount, so nobody has to read it meanwhile.
    errors: Option<File>,
}

impl Popen {
    /// Starts a program to read its output. Everything else is as the command says.
    pub fn read(command: &mut Command) -> Result<Popen, CommandError> {
        Popen::start(command, false, true, false)
    }

    /// Starts a program to write its input.
    pub fn write(command: &mut Command) -> Result<Popen, CommandError> {
        Popen::start(command, true, false, false)
    }

    /// Starts a program to write its input and read its output. If both may be large, whoever writes without reading
    /// may wait for ever: [`Capture`](crate::Capture) does both at once.
    pub fn both(command: &mut Command) -> Result<Popen, CommandError> {
        Popen::start(command, true, true, false)
    }

    /// As [`Popen::read`], [`Popen::write`] or [`Popen::both`] (input, output), with the errors collected:
    /// [`Popen::errors`] gives them.
    pub fn with_errors(command: &mut Command, input: bool, output: bool) -> Result<Popen, CommandError> {
        Popen::start(command, input, output, true)
    }

    fn start(command: &mut Command, input: bool, output: bool, errors: bool) -> Result<Popen, CommandError> {
        let program = command.program().as_bytes().to_vec();
        if input {
            command.stdin(Stdio::piped());
        }
        if output {
            command.stdout(Stdio::piped());
        }
        let mut collected = None;
        if errors {
            let failed =
                |errno| CommandError { program: program.clone(), error: Error { step: Stage::Descriptor(2), errno } };
            let file = fs::memfd(c"errors").map_err(failed)?;
            let own = fs::dup_above(file.as_raw_fd(), 3).map_err(failed)?;
            collected = Some(File::from(own));
            command.stderr(file);
        }
        let mut process = command.spawn()?;
        let input = process.stdin.take().map(BufWriter::new);
        let output = process.stdout.take().map(BufReader::new);
        Ok(Popen { process, program, input, output, errors: collected })
    }

    /// The process behind the streams.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Ends its input: writes out what is buffered and closes the pipe.
    pub fn close_input(&mut self) -> std::io::Result<()> {
        match self.input.take() {
            Some(mut input) => input.flush(),
            None => Ok(()),
        }
    }

    /// What it has written to its standard error so far, if that is collected.
    pub fn errors(&self) -> std::io::Result<Vec<u8>> {
        let mut text = Vec::new();
        if let Some(file) = &self.errors {
            let mut piece = [0; 4096];
            loop {
                // By place: the program writes at the position of the open file, which it shares with us.
                match file.read_at(&mut piece, text.len() as u64) {
                    Ok(0) => break,
                    Ok(count) => text.extend_from_slice(piece.get(..count).unwrap_or_default()),
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(text)
    }

    /// Writes out what is buffered, closes both streams and waits for the end of the program.
    ///
    /// That it did not read all of its input is no error; its status will tell.
    pub fn close(mut self) -> Result<Ending, CommandError> {
        self.end()
    }

    /// [`Popen::close`], and what it has written to its standard error.
    pub fn close_with_errors(mut self) -> Result<(Ending, Vec<u8>), CommandError> {
        let ending = self.end()?;
        let errors = self.errors().map_err(|error| self.failed(Stage::Transfer, error.into()))?;
        Ok((ending, errors))
    }

    fn failed(&self, step: Stage, errno: Errno) -> CommandError {
        CommandError { program: self.program.clone(), error: Error { step, errno } }
    }

    fn end(&mut self) -> Result<Ending, CommandError> {
        let flushed = self.close_input();
        self.output = None;
        let ending = self.process.wait().map_err(|errno| self.failed(Stage::Wait, errno))?;
        match flushed {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                Err(self.failed(Stage::Transfer, error.into()))
            }
            _ => Ok(ending),
        }
    }
}

fn not_open() -> std::io::Error {
    Errno::EBADF.into()
}

impl Read for Popen {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.output.as_mut().ok_or_else(not_open)?.read(into)
    }
}

impl BufRead for Popen {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.output.as_mut().ok_or_else(not_open)?.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        if let Some(output) = &mut self.output {
            output.consume(count);
        }
    }
}

impl Write for Popen {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.input.as_mut().ok_or_else(not_open)?.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.input.as_mut().ok_or_else(not_open)?.flush()
    }
}
