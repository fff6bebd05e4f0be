//! The exchange with a running program: one loop around poll(2) until it has ended, and been waited for.

use super::sink::{Sink, Verdict};
use super::source::Source;
use super::{Captured, Stopped};
use crate::cancel::Cancel;
use crate::pipe::PipeWriter;
use crate::process::Process;
use skosh_sys::Errno;
use skosh_sys::io::{self, Poll};
use skosh_sys::signal::{SIGCONT, SIGTERM};
use std::io::PipeReader;
use std::os::fd::{AsFd, AsRawFd};
use std::time::{Duration, Instant};

/// Bytes that one read takes: half a pipe.
const PIECE: usize = 32 << 10;
/// How often to look whether the program has ended, on kernels without descriptors for processes.
const LOOK: Duration = Duration::from_millis(10);

/// Everything about one exchange but the process.
pub(crate) struct Exchange<'a> {
    pub source: Option<Source<'a>>,
    pub sink: Sink<'a>,
    pub output_limit: usize,
    pub deadline: Option<Instant>,
    pub kill_after: Duration,
    pub linger: Option<Duration>,
    pub cancel: Option<Cancel>,
}

/// A stream of the program that is read.
struct Stream {
    /// Until its end.
    pipe: Option<PipeReader>,
}

/// How far stopping the program has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// It runs freely.
    Running,
    /// It was asked to end, and is killed at this moment.
    Asked(Instant),
}

/// The state of a running exchange.
struct Running<'a> {
    exchange: Exchange<'a>,
    process: Process,
    input: Option<PipeWriter>,
    stdout: Stream,
    stderr: Stream,
    errors: Sink<'a>,
    phase: Phase,
    stopped: Option<Stopped>,
    /// When to give up on what others still hold open: set once the program is seen to have ended.
    give_up: Option<Instant>,
    buffer: Vec<u8>,
}

impl<'a> Exchange<'a> {
    /// Carries the exchange through. Whatever it returns, the process has ended.
    pub fn run(self, mut process: Process) -> Result<Captured, Errno> {
        let (stdout, stderr) = (Stream { pipe: process.stdout.take() }, Stream { pipe: process.stderr.take() });
        let input = process.stdin.take();
        let mut running = Running {
            exchange: self,
            process,
            input,
            stdout,
            stderr,
            errors: Sink::collect(),
            phase: Phase::Running,
            stopped: None,
            give_up: None,
            buffer: vec![0; PIECE],
        };
        let result = running.run();
        if result.is_err() {
            let _ = running.process.kill();
        }
        running.input = None;
        running.stdout.pipe = None;
        running.stderr.pipe = None;
        let ending = running.process.wait().ok();
        result?;
        Ok(Captured {
            ending,
            stdout: running.exchange.sink.bytes,
            stderr: running.errors.bytes,
            stopped: running.stopped,
        })
    }
}

impl Running<'_> {
    fn run(&mut self) -> Result<(), Errno> {
        if let Some(pipe) = &self.input {
            Source::prepare(pipe)?;
        }
        let watched =
            self.exchange.deadline.is_some() || self.exchange.cancel.is_some() || self.exchange.linger.is_some();
        if !watched && self.input.is_none() && self.stderr.pipe.is_none() && self.read_to_end()? {
            return Ok(());
        }
        while !self.is_done(watched) {
            self.wait_and_move(watched)?;
            self.consider_stopping();
        }
        Ok(())
    }

    /// The plain case: one stream and nothing to watch. False when the program has to be stopped.
    fn read_to_end(&mut self) -> Result<bool, Errno> {
        while self.stdout.pipe.is_some() {
            self.read(true)?;
            if self.stopped.is_some() {
                self.ask_to_end();
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn transfers_done(&self) -> bool {
        self.input.is_none() && self.stdout.pipe.is_none() && self.stderr.pipe.is_none()
    }

    /// Nothing is left but waiting for a process that ends for sure (or that nothing limits).
    fn is_done(&mut self, watched: bool) -> bool {
        match self.phase {
            Phase::Running if self.transfers_done() => !watched || self.process.has_ended(),
            Phase::Running => self.give_up.is_some_and(|moment| Instant::now() >= moment),
            Phase::Asked(kill_at) => {
                let done = Instant::now() >= kill_at || (self.transfers_done() && self.process.has_ended());
                if done {
                    // The program may have gone politely and left others of its group behind. It is not waited for
                    // yet, so the group's number still is its own.
                    let _ = self.process.kill();
                }
                done
            }
        }
    }

    /// Sleeps until something can be done, and does it.
    fn wait_and_move(&mut self, watched: bool) -> Result<(), Errno> {
        let fd_of = |stream: &Stream| stream.pipe.as_ref().map(|pipe| pipe.as_fd().as_raw_fd());
        let wants_end = watched || self.phase != Phase::Running;
        let ended = self.give_up.is_some();
        let pidfd = if wants_end && !ended { self.process.pidfd() } else { None };
        let cancel = self.exchange.cancel.as_ref().filter(|_| self.phase == Phase::Running).map(Cancel::descriptor);
        // poll ignores negative numbers, so each place has its meaning.
        let mut places = [
            Poll::writable(self.input.as_ref().map_or(-1, |pipe| pipe.as_fd().as_raw_fd())),
            Poll::readable(fd_of(&self.stdout).unwrap_or(-1)),
            Poll::readable(fd_of(&self.stderr).unwrap_or(-1)),
            Poll::readable(cancel.unwrap_or(-1)),
            Poll::readable(pidfd.unwrap_or(-1)),
        ];
        let until = match self.phase {
            Phase::Running => [self.exchange.deadline, self.give_up].into_iter().flatten().min(),
            Phase::Asked(kill_at) => Some(kill_at),
        };
        let mut timeout = until.map(|moment| moment.saturating_duration_since(Instant::now()));
        if wants_end && !ended && pidfd.is_none() {
            timeout = Some(timeout.map_or(LOOK, |timeout| timeout.min(LOOK)));
        }
        match io::poll(&mut places, timeout) {
            Ok(_) => {}
            Err(Errno::EINTR) => return Ok(()),
            Err(errno) => return Err(errno),
        }
        let [input, stdout, stderr, _, end] = places.map(|place| place.is_ready());
        if input && let (Some(pipe), Some(source)) = (&self.input, &mut self.exchange.source) {
            if source.advance(pipe)? {
                self.input = None;
            }
        } else if input {
            self.input = None;
        }
        if stdout {
            self.read(true)?;
        }
        if stderr {
            self.read(false)?;
        }
        if wants_end && !ended && (end || pidfd.is_none()) && self.process.has_ended() {
            self.note_end();
        }
        Ok(())
    }

    /// The program has ended; others may still hold its output open.
    fn note_end(&mut self) {
        let far = Duration::from_secs(1 << 32);
        self.give_up = Instant::now().checked_add(self.exchange.linger.unwrap_or(far));
    }

    /// Reads one piece of the output or of the errors.
    fn read(&mut self, output: bool) -> Result<(), Errno> {
        let (stream, sink) =
            if output { (&mut self.stdout, &mut self.exchange.sink) } else { (&mut self.stderr, &mut self.errors) };
        let Some(pipe) = &stream.pipe else { return Ok(()) };
        let verdict = match io::read(pipe.as_fd().as_raw_fd(), &mut self.buffer) {
            Ok(0) => {
                stream.pipe = None;
                sink.end()
            }
            // Once it is told to end for writing too much (or enough), the rest is read only to let it end.
            Ok(_) if matches!(self.stopped, Some(Stopped::OutputLimit | Stopped::Callback)) => Verdict::More,
            Ok(count) => sink.take(self.buffer.get(..count).unwrap_or_default(), self.exchange.output_limit),
            Err(Errno::EINTR) => Verdict::More,
            Err(errno) => return Err(errno),
        };
        let stopped = match verdict {
            Verdict::More => return Ok(()),
            Verdict::TooMuch => Stopped::OutputLimit,
            Verdict::Enough => Stopped::Callback,
        };
        self.stopped.get_or_insert(stopped);
        Ok(())
    }

    fn consider_stopping(&mut self) {
        if self.phase != Phase::Running {
            return;
        }
        if self.stopped.is_none() {
            if self.exchange.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
                self.stopped = Some(Stopped::Cancelled);
            } else if self.exchange.deadline.is_some_and(|deadline| Instant::now() >= deadline) && !self.is_done(true) {
                self.stopped = Some(Stopped::TimeLimit);
            }
        }
        if self.stopped.is_some() {
            self.ask_to_end();
        }
    }

    fn ask_to_end(&mut self) {
        let _ = self.process.send(SIGTERM);
        // A stopped program would not see it.
        let _ = self.process.send(SIGCONT);
        let now = Instant::now();
        self.phase = Phase::Asked(now.checked_add(self.exchange.kill_after).unwrap_or(now));
        self.input = None;
    }
}
