//! Input as lines: files one after the other, or standard input.

use std::os::fd::{AsRawFd, OwnedFd};
use std::rc::Rc;

use skosh_stream::OpenFile;
use skosh_sys::{Errno, fs, io};

use crate::call::{Call, is_descriptor_name};

/// Read at a time.
const PIECE: usize = 1 << 16;

enum Input {
    Standard(Rc<OpenFile>),
    File(OwnedFd),
}

/// Lines of several inputs.
pub(crate) struct Lines {
    inputs: Vec<Input>,
    current: Option<Input>,
    buffer: Vec<u8>,
    start: usize,
    /// Up to here there is no newline.
    scanned: usize,
    /// The index of the input that the last line came from.
    pub(crate) index: usize,
    /// A read has failed, or an interrupt has arrived: how the utility has to end.
    pub(crate) interrupted: bool,
    pub(crate) failed: bool,
}

/// A line: where it stands in the buffer, and whether a newline ends it.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    start: usize,
    end: usize,
    pub(crate) newline: bool,
}

impl Lines {
    /// Opens the files `operands` (places among the fields), or standard input if there are none. `None` when one cannot be
    /// opened or is not a plain file: the program knows what to say.
    pub(crate) fn open(call: &mut Call<'_>, operands: &[usize]) -> Option<Lines> {
        let mut inputs = Vec::new();
        call.sh.flush();
        for &index in operands {
            let path = call.args.at(index);
            if path == b"-" || is_descriptor_name(path) {
                return None;
            }
            let file = fs::open(path, fs::O_RDONLY, 0).ok()?;
            let stat = fs::fstat(file.as_raw_fd()).ok()?;
            if !stat.is_file() && path != b"/dev/null" {
                return None;
            }
            inputs.push(Input::File(file));
        }
        if operands.is_empty() {
            let file = call.sh.fds.get(0).ok()?.clone();
            // A directory or something write-only.
            if let Some(fd) = file.raw_fd() {
                let flags = fs::open_flags(fd).ok()?;
                if flags & fs::O_ACCMODE == fs::O_WRONLY || fs::fstat(fd).ok()?.is_dir() {
                    return None;
                }
            } else if file.is_capture() {
                return None;
            }
            inputs.push(Input::Standard(file));
        }
        Some(Lines {
            inputs,
            current: None,
            buffer: Vec::new(),
            start: 0,
            scanned: 0,
            index: 0,
            interrupted: false,
            failed: false,
        })
    }

    /// Whether one of the files is the file that output goes to.
    pub(crate) fn are_output(&self, call: &mut Call<'_>) -> bool {
        let Ok(Some(output)) = call.sh.fds.get(1).map(|file| file.raw_fd()) else { return false };
        let Ok(output) = fs::fstat(output) else { return false };
        let fd = |input: &Input| match input {
            Input::Standard(file) => file.raw_fd(),
            Input::File(fd) => Some(fd.as_raw_fd()),
        };
        output.is_file()
            && self.inputs.iter().filter_map(fd).any(|fd| fs::fstat(fd).is_ok_and(|stat| stat.is_same_file(&output)))
    }

    /// The bytes of a line, until the next one is read.
    pub(crate) fn bytes(&self, line: Line) -> &[u8] {
        self.buffer.get(line.start..line.end).unwrap_or_default()
    }

    /// The next line. `None` at the end of the last input, or when something has gone wrong.
    #[inline]
    pub(crate) fn next(&mut self, call: &mut Call<'_>, delimiter: u8) -> Option<Line> {
        loop {
            if let Some(length) = self.buffer.get(self.scanned..).and_then(|rest| memchr::memchr(delimiter, rest)) {
                let line = Line { start: self.start, end: self.scanned + length, newline: true };
                self.start = line.end + 1;
                self.scanned = self.start;
                return Some(line);
            }
            self.scanned = self.buffer.len();
            if self.fill(call) {
                continue;
            }
            if self.interrupted || self.failed {
                return None;
            }
            if self.start < self.buffer.len() {
                let line = Line { start: self.start, end: self.buffer.len(), newline: false };
                self.start = line.end;
                self.scanned = line.end;
                return Some(line);
            }
            if !self.open_next() {
                return None;
            }
        }
    }

    /// Whether there is no further line. Reads ahead.
    pub(crate) fn is_at_end(&mut self, call: &mut Call<'_>) -> bool {
        loop {
            if self.start < self.buffer.len() {
                return false;
            }
            if self.fill(call) {
                continue;
            }
            if self.interrupted || self.failed || !self.open_next() {
                return true;
            }
        }
    }

    fn open_next(&mut self) -> bool {
        if self.inputs.is_empty() {
            return false;
        }
        self.buffer.clear();
        (self.start, self.scanned) = (0, 0);
        self.current = Some(self.inputs.remove(0));
        self.index += 1;
        true
    }

    /// Reads more of the current input. `false` at its end.
    fn fill(&mut self, call: &mut Call<'_>) -> bool {
        let Some(current) = &self.current else { return false };
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.scanned -= self.start;
            self.start = 0;
        }
        loop {
            let result = match current {
                Input::Standard(file) => {
                    // Reading may wait, and hands on what it finds written.
                    call.hand_on();
                    call.sh.fds.pool.read(file, PIECE, &mut self.buffer)
                }
                Input::File(fd) => {
                    let length = self.buffer.len();
                    self.buffer.resize(length + PIECE, 0);
                    let result = io::read(fd.as_raw_fd(), self.buffer.get_mut(length..).unwrap_or_default());
                    self.buffer.truncate(length + result.unwrap_or(0));
                    result
                }
            };
            if call.is_interrupted() {
                self.interrupted = true;
                return false;
            }
            match result {
                Ok(0) => {
                    self.current = None;
                    return false;
                }
                Ok(_) => return true,
                Err(Errno::EINTR) => {}
                Err(_) => {
                    self.failed = true;
                    return false;
                }
            }
        }
    }
}
