//! [`Filter`]: a program that is started once and answers many requests; [`FilterPool`]: several of them for many threads.

mod message;
mod pool;

pub use message::{Decoder, Malformed, Message};
pub use pool::FilterPool;

use crate::command::Command;
use crate::error::CommandError;
use crate::pipe::{PipeWriter, without_sigpipe};
use crate::plan::Group;
use crate::process::{Ending, Process};
use crate::stdio::Stdio;
use skosh_sys::io::{self, Poll};
use skosh_sys::{Errno, fs};
use std::io::PipeReader;
use std::os::fd::{AsFd, AsRawFd};
use std::time::{Duration, Instant};

/// Why a request was not answered. The filter is started afresh for the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterError {
    /// It could not be started.
    Command(CommandError),
    /// It ended without an answer (each time that it was tried).
    Died(Option<Ending>),
    /// It took too long, and was killed.
    TimeLimit,
    /// It answered what is no message, and was killed.
    Malformed(Malformed),
    /// The exchange with it failed.
    Transfer(Errno),
}

impl std::fmt::Display for FilterError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FilterError::Command(error) => error.fmt(f),
            FilterError::Died(Some(ending)) => write!(f, "the filter ended without an answer: {:?}", ending.status),
            FilterError::Died(None) => f.write_str("the filter ended without an answer"),
            FilterError::TimeLimit => f.write_str("the filter took too long"),
            FilterError::Malformed(what) => write!(f, "the filter's answer is malformed: {what}"),
            FilterError::Transfer(errno) => write!(f, "cannot exchange data with the filter: {errno}"),
        }
    }
}

impl std::error::Error for FilterError {}

/// A program that reads requests and writes answers, one [`Message`] each, for as long as its input is open.
///
/// It is started at the first request, again when it has died, and afresh after a request that failed.
#[derive(Debug)]
pub struct Filter {
    command: Command,
    time_limit: Option<Duration>,
    message_limit: usize,
    requests_per_process: usize,
    retries: u32,
    running: Option<Running>,
    starts: usize,
}

#[derive(Debug)]
struct Running {
    process: Process,
    input: PipeWriter,
    output: PipeReader,
    decoder: Decoder,
    /// Requests that it has answered.
    answered: usize,
}

impl Filter {
    /// A filter that runs `command`, with a process group of its own.
    pub fn new(mut command: Command) -> Filter {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).group(Group::New);
        Filter {
            command,
            time_limit: None,
            message_limit: 256 << 20,
            requests_per_process: usize::MAX,
            retries: 1,
            running: None,
            starts: 0,
        }
    }

    /// How long each answer may take.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = Some(limit);
        self
    }

    /// How large an answer may be, in bytes. 256 MiB unless set.
    #[must_use]
    pub fn message_limit(mut self, bytes: usize) -> Self {
        self.message_limit = bytes;
        self
    }

    /// Starts it afresh after so many requests, for programs that leak.
    #[must_use]
    pub fn requests_per_process(mut self, count: usize) -> Self {
        self.requests_per_process = count.max(1);
        self
    }

    /// How often a request is tried again with a new process when the one that had it died. Once unless set.
    #[must_use]
    pub fn retries(mut self, count: u32) -> Self {
        self.retries = count;
        self
    }

    /// How many processes were started so far.
    pub fn starts(&self) -> usize {
        self.starts
    }

    /// The process id of the running program, if one runs.
    pub fn id(&self) -> Option<i32> {
        self.running.as_ref().map(|running| running.process.id())
    }

    /// Sends a request and waits for the answer to it.
    pub fn request(&mut self, request: &Message) -> Result<Message, FilterError> {
        let bytes = request.encode();
        let mut tries = 0;
        loop {
            if self.running.as_ref().is_some_and(|running| running.answered >= self.requests_per_process) {
                self.finish();
            }
            let mut running = match self.running.take() {
                Some(running) => running,
                None => self.start()?,
            };
            let deadline = self.time_limit.and_then(|limit| Instant::now().checked_add(limit));
            match running.exchange(&bytes, deadline) {
                Ok(answer) => {
                    running.answered += 1;
                    self.running = Some(running);
                    return Ok(answer);
                }
                Err(FilterError::Died(_)) => {
                    // It has closed its output, so it is ending or as good as dead.
                    let ending = running.process.terminate(Duration::from_millis(200)).ok();
                    if tries >= self.retries {
                        return Err(FilterError::Died(ending));
                    }
                    tries += 1;
                }
                Err(error) => {
                    let _ = running.process.terminate(Duration::ZERO);
                    return Err(error);
                }
            }
        }
    }

    fn start(&mut self) -> Result<Running, FilterError> {
        let mut process = self.command.spawn().map_err(FilterError::Command)?;
        self.starts += 1;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(FilterError::Transfer(Errno::EBADF));
        };
        let fd = input.as_fd().as_raw_fd();
        let nonblocking = fs::open_flags(fd).and_then(|flags| fs::set_open_flags(fd, flags | fs::O_NONBLOCK));
        nonblocking.map_err(FilterError::Transfer)?;
        Ok(Running { process, input, output, decoder: Decoder::new(self.message_limit), answered: 0 })
    }

    /// Lets the program end: closes its input, waits a moment, then asks it, then kills it. `None` when none was running.
    pub fn finish(&mut self) -> Option<Ending> {
        let Running { mut process, input, output, .. } = self.running.take()?;
        drop(input);
        let ended = process.wait_timeout(Duration::from_millis(500));
        drop(output);
        match ended {
            Ok(Some(ending)) => Some(ending),
            _ => process.terminate(Duration::from_millis(500)).ok(),
        }
    }
}

impl Drop for Filter {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Running {
    /// Writes the request and reads the answer; both at once, for a filter that answers before it has read everything.
    fn exchange(&mut self, mut request: &[u8], deadline: Option<Instant>) -> Result<Message, FilterError> {
        let (input, output) = (self.input.as_fd().as_raw_fd(), self.output.as_fd().as_raw_fd());
        // What came after the last answer would be taken for this one.
        if self.decoder.is_midway() {
            return Err(FilterError::Malformed(Malformed::Unasked));
        }
        let mut piece = vec![0; 32 << 10];
        loop {
            if let Some(answer) = self.decoder.next_message().map_err(FilterError::Malformed)? {
                return Ok(answer);
            }
            let timeout = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if timeout == Some(Duration::ZERO) {
                return Err(FilterError::TimeLimit);
            }
            let mut places = [Poll::writable(if request.is_empty() { -1 } else { input }), Poll::readable(output)];
            match io::poll(&mut places, timeout) {
                Ok(0) | Err(Errno::EINTR) => continue,
                Ok(_) => {}
                Err(errno) => return Err(FilterError::Transfer(errno)),
            }
            if places[0].is_ready() {
                match without_sigpipe(|| io::write(input, request)) {
                    Ok(count) => request = request.get(count..).unwrap_or_default(),
                    Err(Errno::EAGAIN | Errno::EINTR) => {}
                    Err(Errno::EPIPE) => return Err(FilterError::Died(None)),
                    Err(errno) => return Err(FilterError::Transfer(errno)),
                }
            }
            if places[1].is_ready() {
                match io::read(output, &mut piece) {
                    Ok(0) => return Err(FilterError::Died(None)),
                    Ok(count) => self.decoder.feed(piece.get(..count).unwrap_or_default()),
                    Err(Errno::EINTR) => {}
                    Err(errno) => return Err(FilterError::Transfer(errno)),
                }
            }
        }
    }
}
