//! The shell's view: one write buffer for all files, and the files that have been read ahead.
//!
//! The rules, none of which may show from outside:
//! - At most one file is dirty (has output that the OS has not seen). Writing to another flushes it first, so the
//!   order across descriptors is the order of the script.
//! - Terminals and devices are flushed after every command, everything else when it is full, when [`Pool::tick`] finds
//!   it old, or when the shell says that somebody could look ([`Pool::flush`]).
//! - A read that asks the kernel flushes first: who answers may wait for what was written.
//! - A file that is read ahead is never at the same time dirty, or read ahead through another open file.
//! - An error is reported once, to the first who asks and whom it concerns: to the writer if it is its own file, to
//!   [`Pool::end_of_command`] and [`Pool::release`] of that file, at the latest to [`Pool::flush`].

use std::rc::Rc;
use std::time::Instant;

use skosh_sys::Errno;
use skosh_sys::io::{self, Class, Poll};

use crate::input::{Ahead, Origin, ReadEnd, Scratch};
use crate::open_file::OpenFile;
use crate::output::Output;
use crate::writer::SyncKind;

/// Output older than this is flushed by [`Pool::tick`], in nanoseconds.
const OLDEST: u64 = 50_000_000;

/// Every how many calls [`Pool::tick`] looks at the clock. A power of two.
const TICKS_PER_LOOK: u32 = 16;

/// How many read buffers are kept for the next file.
const SPARE_BUFFERS: usize = 4;

/// One for each shell: the single write buffer, and the files that have been read ahead.
///
/// ```
/// use skosh_stream::{OpenFile, Pool, ReadEnd};
///
/// let mut pool = Pool::new();
/// let output = OpenFile::capture();
/// pool.write(&output, b"hello\n")?;
/// pool.end_of_command(&output)?;
/// assert_eq!(output.with_captured(|bytes| bytes.clone()).as_deref(), Some(&b"hello\n"[..]));
///
/// let here_document = OpenFile::text((*b"one\ntwo").into());
/// let mut line = Vec::new();
/// assert_eq!(pool.read_until(&here_document, b'\n', usize::MAX, &mut line)?, ReadEnd::Delimiter);
/// assert_eq!(line, b"one");
/// # Ok::<(), skosh_stream::Errno>(())
/// ```
#[derive(Debug)]
pub struct Pool {
    output: Output,
    dirty: Option<Rc<OpenFile>>,
    /// When the output was first seen waiting, by the coarse clock.
    since: Option<u64>,
    ticks: u32,
    coalesce: bool,
    /// Errors of flushes that nobody asked for, until somebody asks.
    failed: Vec<(Rc<OpenFile>, Errno)>,
    ahead: Vec<Entry>,
    spare: Vec<Ahead>,
    scratch: Scratch,
}

#[derive(Debug)]
struct Entry {
    file: Rc<OpenFile>,
    ahead: Ahead,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::new()
    }
}

impl Pool {
    /// Nothing buffered; coalescing is on. Allocates nothing yet.
    pub fn new() -> Pool {
        Pool {
            output: Output::default(),
            dirty: None,
            since: None,
            ticks: 0,
            coalesce: true,
            failed: Vec::new(),
            ahead: Vec::new(),
            spare: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// Off: every [`Pool::end_of_command`] flushes, as in a shell that does not coalesce.
    pub fn set_coalesce(&mut self, on: bool) {
        self.coalesce = on;
    }

    // Writing.

    /// Writes `bytes` to `file`: a capture takes them at once, anything else buffers them. If another file is dirty it
    /// is flushed first; if that fails the error is kept for that file. `EBADF` for a text. After an error nothing of
    /// what was buffered for `file` is left.
    #[inline]
    pub fn write(&mut self, file: &Rc<OpenFile>, bytes: &[u8]) -> Result<(), Errno> {
        if let Some(dirty) = &self.dirty
            && Rc::ptr_eq(dirty, file)
            && self.output.append(bytes)
        {
            return Ok(());
        }
        self.write_elsewhere(file, bytes)
    }

    fn write_elsewhere(&mut self, file: &Rc<OpenFile>, bytes: &[u8]) -> Result<(), Errno> {
        if file.is_capture() {
            return file.with_captured(|captured| captured.extend_from_slice(bytes)).ok_or(Errno::EBADF);
        }
        let fd = file.descriptor()?;
        if bytes.is_empty() {
            return Ok(());
        }
        if !self.dirty.as_ref().is_some_and(|dirty| Rc::ptr_eq(dirty, file)) {
            self.flush_and_keep_error();
            self.settle_same(file)?;
            self.dirty = Some(Rc::clone(file));
            self.since = None;
        }
        let result = self.output.put(fd, || file.class() == Ok(Class::Pipe), bytes);
        if self.output.len() == 0 {
            self.dirty = None;
        }
        result
    }

    /// After a command wrote to `file`: flushes where output must not wait (terminals, devices, coalescing is off),
    /// and reports what went wrong with this file. The first time the kernel is asked what `file` is, so that a
    /// descriptor that is closed or not open for writing shows at this command (`EBADF`). Need not be called when
    /// [`Pool::release`] follows.
    #[inline]
    pub fn end_of_command(&mut self, file: &Rc<OpenFile>) -> Result<(), Errno> {
        if !self.failed.is_empty() {
            return self.end_of_command_after_error(file);
        }
        match &self.dirty {
            Some(dirty) if Rc::ptr_eq(dirty, file) => {
                if self.coalesce && file.may_wait_known() {
                    return Ok(());
                }
                self.end_of_first_command()
            }
            _ => Ok(()),
        }
    }

    fn end_of_command_after_error(&mut self, file: &Rc<OpenFile>) -> Result<(), Errno> {
        let earlier = self.take_error(file);
        let now = match &self.dirty {
            Some(dirty) if Rc::ptr_eq(dirty, file) => self.end_of_first_command(),
            _ => Ok(()),
        };
        earlier.map_or(now, Err)
    }

    fn end_of_first_command(&mut self) -> Result<(), Errno> {
        let Some(file) = &self.dirty else { return Ok(()) };
        if self.coalesce {
            match file.may_wait() {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(error) => {
                    self.forget();
                    return Err(error);
                }
            }
        }
        self.flush_dirty()
    }

    /// Whether [`Pool::flush`] has something to do: there is output that the OS has not seen, or an error that nobody
    /// has been told of.
    #[inline]
    pub fn is_dirty(&self) -> bool {
        self.dirty.is_some() || !self.failed.is_empty()
    }

    /// To be called often while dirty: flushes what has been kept for longer than 50 ms. Looks at the (coarse) clock
    /// only every 16th time.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Errno> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks & (TICKS_PER_LOOK - 1) == 0 && self.dirty.is_some() { self.look_at_clock() } else { Ok(()) }
    }

    /// The same, without counting calls: for a place that is passed rarely but while output may be waiting.
    pub fn look_at_clock(&mut self) -> Result<(), Errno> {
        if self.dirty.is_none() {
            return Ok(());
        }
        let now = skosh_sys::time::monotonic_coarse();
        match self.since {
            Some(since) if now.saturating_sub(since) > OLDEST => self.flush_dirty(),
            Some(_) => Ok(()),
            None => {
                self.since = Some(now);
                Ok(())
            }
        }
    }

    /// Hands everything to the OS. Also reports an error that an earlier flush met and nobody has asked for.
    #[inline]
    pub fn flush(&mut self) -> Result<(), Errno> {
        if !self.is_dirty() {
            return Ok(());
        }
        self.flush_and_keep_error();
        if self.failed.is_empty() { Ok(()) } else { Err(self.failed.remove(0).1) }
    }

    /// Hands everything to the OS, then waits until the disk has what was written to `file`. `EINVAL` when it is
    /// something that has no disk.
    pub fn sync(&mut self, file: &Rc<OpenFile>, kind: SyncKind) -> Result<(), Errno> {
        self.flush_for(file)?;
        kind.of(file.descriptor()?)
    }

    /// [`Pool::release`] for a file whose content must survive a power cut from now on: flushed, and given to the disk
    /// (fdatasync(2)) if it has one. Unlike `release` it does so whether or not other references are left.
    pub fn release_durably(&mut self, file: &Rc<OpenFile>) -> Result<(), Errno> {
        let result = match file.raw_fd() {
            Some(fd) => self.flush_for(file).and_then(|()| SyncKind::Data.if_it_has_a_disk(fd)),
            None => Ok(()),
        };
        result.and(self.release(file))
    }

    /// Flushes whatever is dirty; an error is the result only if it is this file's.
    fn flush_for(&mut self, file: &Rc<OpenFile>) -> Result<(), Errno> {
        self.flush_and_keep_error();
        self.take_error(file).map_or(Ok(()), Err)
    }

    /// Drops buffered output unwritten, and errors unreported: in a child that must not write what its parent will.
    pub fn forget(&mut self) {
        self.output.forget();
        self.dirty = None;
        self.failed.clear();
    }

    fn flush_dirty(&mut self) -> Result<(), Errno> {
        let Some(file) = self.dirty.take() else { return Ok(()) };
        let is_pipe = self.output.is_long() && file.class() == Ok(Class::Pipe);
        self.output.flush(file.descriptor()?, is_pipe)
    }

    /// Flushes for somebody whom the error does not concern.
    fn flush_and_keep_error(&mut self) {
        if let Some(file) = self.dirty.clone()
            && let Err(error) = self.flush_dirty()
        {
            self.failed.push((file, error));
        }
    }

    fn take_error(&mut self, file: &Rc<OpenFile>) -> Option<Errno> {
        let index = self.failed.iter().position(|(failed, _)| Rc::ptr_eq(failed, file))?;
        Some(self.failed.remove(index).1)
    }

    // Reading.

    /// Whether something would have to be given back before another process may read.
    #[inline]
    pub fn has_read_ahead(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// Gives back everything read ahead, so that any other process finds the descriptors as if nothing had been:
    /// files are positioned back, from pipes and sockets exactly what was used is consumed.
    pub fn give_back(&mut self) -> Result<(), Errno> {
        let mut result = Ok(());
        while let Some(entry) = self.ahead.pop() {
            result = result.and(self.settle(entry));
        }
        result
    }

    /// In a child after fork(2): the scratch pipe is left to the parent. Before the fork [`Pool::give_back`] and
    /// [`Pool::flush`] must have been called; what was not given back is now the parent's to give back.
    pub fn after_fork(&mut self) {
        self.scratch = Scratch::default();
        self.ahead.clear();
    }

    /// Another process is going to read from `file` at the same time as this one, not in turn: a background job that
    /// shares the queue its parent reads from. From now on it is read byte by byte, which is what such scripts count on
    /// (whoever looks ahead and gives back would make two processes see the same line).
    pub fn share(&mut self, file: &Rc<OpenFile>) -> Result<(), Errno> {
        if file.raw_fd().is_none() {
            return Ok(());
        }
        let result = self.settle_same(file);
        file.source.read_by_the_byte(file.class()?);
        result
    }

    /// Reads up to and including `delimiter`, at most `limit` bytes without it. What was read is appended to `out`,
    /// without the delimiter. With `EINTR` what was read so far stays in `out`: call again with the same `out` (and
    /// what is left of the limit) to go on. `EBADF` for a capture.
    #[inline]
    pub fn read_until(
        &mut self,
        file: &Rc<OpenFile>,
        delimiter: u8,
        limit: usize,
        out: &mut Vec<u8>,
    ) -> Result<ReadEnd, Errno> {
        self.read_until_by(file, delimiter, limit, None, out)
    }

    /// [`Pool::read_until`] with a time limit: `ETIMEDOUT` when the kernel has nothing more to read until then; what
    /// was read so far stays in `out`. Regular files are never waited for.
    pub fn read_until_by(
        &mut self,
        file: &Rc<OpenFile>,
        delimiter: u8,
        limit: usize,
        deadline: Option<Instant>,
        out: &mut Vec<u8>,
    ) -> Result<ReadEnd, Errno> {
        let before = out.len();
        // What is wanted is nearly always there.
        for entry in self.ahead.iter_mut().rev() {
            if Rc::ptr_eq(&entry.file, file) {
                if let Some(end) = entry.ahead.take_until(delimiter, limit, out) {
                    return Ok(end);
                }
                break;
            }
        }
        if let Some(end) = file.with_text(|text| take_text_until(text, delimiter, limit, out)) {
            return Ok(end);
        }
        let limit = limit.saturating_sub(out.len() - before);
        self.with_ahead(file, deadline, |ahead, origin| ahead.read_until(origin, delimiter, limit, out))
    }

    /// Reads what is there, at most `max` bytes, and appends it to `out`; 0 at the end of the file. Takes nothing
    /// that is not returned. `EBADF` for a capture.
    pub fn read(&mut self, file: &Rc<OpenFile>, max: usize, out: &mut Vec<u8>) -> Result<usize, Errno> {
        if let Some(count) = file.with_text(|text| {
            let taken = text.get(..max).unwrap_or(text);
            out.extend_from_slice(taken);
            (taken.len(), taken.len())
        }) {
            return Ok(count);
        }
        self.with_ahead(file, None, |ahead, origin| ahead.read(origin, max, out))
    }

    /// Reads everything to the end of the file and appends it to `out`, in few and large pieces. With `EINTR` what was
    /// read so far stays in `out`: call again to go on. `EBADF` for a capture.
    pub fn read_to_end(&mut self, file: &Rc<OpenFile>, out: &mut Vec<u8>) -> Result<(), Errno> {
        if let Some(()) = file.with_text(|text| {
            out.extend_from_slice(text);
            ((), text.len())
        }) {
            return Ok(());
        }
        let expected = match file.stat()? {
            stat if stat.is_file() => usize::try_from(stat.size).unwrap_or(0),
            _ => 0,
        };
        self.with_ahead(file, None, |ahead, origin| ahead.read_to_end(origin, expected, out))
    }

    /// Whether a read would not have to wait: something is there, or the file has ended. Takes nothing.
    pub fn is_ready(&mut self, file: &Rc<OpenFile>) -> Result<bool, Errno> {
        if self.ahead.iter().any(|entry| Rc::ptr_eq(&entry.file, file) && !entry.ahead.unused().is_empty()) {
            return Ok(true);
        }
        let Some(fd) = file.raw_fd() else { return if file.is_capture() { Err(Errno::EBADF) } else { Ok(true) } };
        // What was looked at and used is still in the pipe.
        self.settle_same(file)?;
        self.flush_and_keep_error();
        let mut wait = [Poll::readable(fd)];
        let ready = io::poll(&mut wait, Some(std::time::Duration::ZERO))? > 0;
        if wait.iter().any(Poll::is_invalid) { Err(Errno::EBADF) } else { Ok(ready) }
    }

    /// Runs `f` with what has been read ahead of `file`, and keeps what is left of it.
    fn with_ahead<R>(
        &mut self,
        file: &Rc<OpenFile>,
        deadline: Option<Instant>,
        f: impl FnOnce(&mut Ahead, &mut Origin<'_>) -> Result<R, Errno>,
    ) -> Result<R, Errno> {
        let fd = file.descriptor()?;
        let class = file.class()?;
        // Somebody may answer to what was written; or it is this very file.
        self.flush_and_keep_error();
        let mut ahead = match self.ahead.iter().position(|entry| Rc::ptr_eq(&entry.file, file)) {
            Some(index) => self.ahead.remove(index).ahead,
            None => {
                self.settle_same(file)?;
                self.spare.pop().unwrap_or_default()
            }
        };
        let mut origin = Origin { fd, class, source: &file.source, scratch: &mut self.scratch, deadline };
        let result = f(&mut ahead, &mut origin);
        if ahead.is_settled(&file.source) {
            self.keep_buffer(ahead);
        } else {
            self.ahead.push(Entry { file: Rc::clone(file), ahead });
        }
        result
    }

    /// Gives back what was read ahead of the same file, through whichever open file.
    fn settle_same(&mut self, file: &OpenFile) -> Result<(), Errno> {
        let mut result = Ok(());
        while let Some(index) = self.ahead.iter().position(|entry| entry.file.is_same_file(file)) {
            let entry = self.ahead.remove(index);
            result = result.and(self.settle(entry));
        }
        result
    }

    fn settle(&mut self, mut entry: Entry) -> Result<(), Errno> {
        let mut origin = Origin {
            fd: entry.file.descriptor()?,
            class: entry.file.class()?,
            source: &entry.file.source,
            scratch: &mut self.scratch,
            deadline: None,
        };
        let result = entry.ahead.give_back(&mut origin);
        self.keep_buffer(entry.ahead);
        result
    }

    fn keep_buffer(&mut self, mut ahead: Ahead) {
        if self.spare.len() < SPARE_BUFFERS {
            ahead.reset();
            self.spare.push(ahead);
        }
    }

    // Opening and closing.

    /// After a file was opened for writing (and perhaps truncated): what was read ahead of the same file may no
    /// longer be what it holds, and is given back. Costs nothing while nothing is read ahead.
    #[inline]
    pub fn opened(&mut self, file: &Rc<OpenFile>) -> Result<(), Errno> {
        if self.ahead.is_empty() { Ok(()) } else { self.settle_same(file) }
    }

    /// To be called with the caller's reference before it is dropped. If no other is left (besides the pool's own),
    /// what was written is flushed, what was read ahead is given back, and the result is what went wrong with this
    /// file; the pool keeps nothing of it, so that the drop closes it. If other references are left nothing is done:
    /// `echo x >&2` in a loop stays coalesced.
    pub fn release(&mut self, file: &Rc<OpenFile>) -> Result<(), Errno> {
        if self.dirty.is_none() && self.ahead.is_empty() && self.failed.is_empty() {
            return Ok(());
        }
        let is_dirty = self.dirty.as_ref().is_some_and(|dirty| Rc::ptr_eq(dirty, file));
        let ahead = self.ahead.iter().position(|entry| Rc::ptr_eq(&entry.file, file));
        let failures = self.failed.iter().filter(|(failed, _)| Rc::ptr_eq(failed, file)).count();
        let own = usize::from(is_dirty) + usize::from(ahead.is_some()) + failures;
        if own == 0 || Rc::strong_count(file) > own + 1 {
            return Ok(());
        }
        let earlier = self.take_error(file);
        self.failed.retain(|(failed, _)| !Rc::ptr_eq(failed, file));
        let mut result = earlier.map_or(Ok(()), Err);
        if is_dirty {
            result = result.and(self.flush_dirty());
        }
        if let Some(index) = ahead {
            let entry = self.ahead.remove(index);
            // Nobody asked for this: a reader is not told that it could not be undone.
            let _ = self.settle(entry);
        }
        result
    }
}

/// [`Pool::read_until`] on memory: the result, and how many bytes are used.
fn take_text_until(text: &[u8], delimiter: u8, limit: usize, out: &mut Vec<u8>) -> (ReadEnd, usize) {
    let window = text.get(..limit).unwrap_or(text);
    let (taken, used, end) = match memchr::memchr(delimiter, window) {
        Some(found) => (found, found + 1, ReadEnd::Delimiter),
        None if window.len() == limit => (limit, limit, ReadEnd::Limit),
        None => (window.len(), window.len(), ReadEnd::EndOfFile),
    };
    out.extend_from_slice(window.get(..taken).unwrap_or_default());
    (end, used)
}
