//! [`Runner`]: many programs, a few at a time, from a process with threads.

use crate::cancel::Cancel;
use crate::capture::{Capture, Captured};
use crate::error::CommandError;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A job that is done.
#[derive(Debug)]
pub struct Finished<T> {
    /// Its place among the jobs, from 0.
    pub index: usize,
    /// What it was made from.
    pub job: T,
    /// What came of it.
    pub result: Result<Captured, CommandError>,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Jobs taken from the list.
    pub started: usize,
    /// Jobs done.
    pub finished: usize,
}

/// Runs programs in parallel: so many workers take jobs from a list or any iterator, one after the other.
///
/// ```
/// use skosh_launch::{Capture, Command, Runner};
/// use std::ops::ControlFlow;
/// let mut sizes = Vec::new();
/// Runner::new(2).in_order(true).run(
///     ["/bin", "/usr"],
///     |path| {
///         let mut list = Command::new("ls");
///         list.arg(path);
///         Capture::new(list)
///     },
///     |done| {
///         sizes.push(done.result.map_or(0, |captured| captured.stdout.len()));
///         ControlFlow::Continue(())
///     },
/// );
/// assert!(sizes.len() == 2 && sizes[0] > 0);
/// ```
#[derive(Default)]
pub struct Runner<'a> {
    workers: usize,
    in_order: bool,
    cancel: Option<Cancel>,
    progress: Option<Box<dyn Fn(Progress) + Send + Sync + 'a>>,
}

impl std::fmt::Debug for Runner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runner")
            .field("workers", &self.workers)
            .field("in_order", &self.in_order)
            .finish_non_exhaustive()
    }
}

/// What the workers share.
struct Shared<T, I> {
    jobs: Option<I>,
    /// Jobs taken.
    started: usize,
    /// Jobs done.
    finished: usize,
    /// Results handed to the caller.
    delivered: usize,
    /// Done and not yet handed over, by index.
    results: BTreeMap<usize, Finished<T>>,
    /// Workers that are still there.
    workers: usize,
}

struct Board<T, I> {
    shared: Mutex<Shared<T, I>>,
    /// A result has come, or a worker has left.
    news: Condvar,
    /// A result was handed over.
    room: Condvar,
    /// How many jobs may be taken before the first of their results is handed over.
    window: usize,
}

impl<T, I> Board<T, I> {
    fn lock(&self) -> MutexGuard<'_, Shared<T, I>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Signs a worker off, also when a callback panics, so that nobody waits for it.
struct SignOff<'b, T, I>(&'b Board<T, I>);

impl<T, I> Drop for SignOff<'_, T, I> {
    fn drop(&mut self) {
        let mut shared = self.0.lock();
        shared.workers = shared.workers.saturating_sub(1);
        if std::thread::panicking() {
            shared.jobs = None;
        }
        self.0.news.notify_all();
        self.0.room.notify_all();
    }
}

impl<'a> Runner<'a> {
    /// A runner with so many workers; 0: one for each processor.
    pub fn new(workers: usize) -> Runner<'a> {
        let workers = match workers {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            workers => workers,
        };
        Runner { workers, ..Runner::default() }
    }

    /// Whether results are handed over in the order of the jobs, instead of as they come.
    #[must_use]
    pub fn in_order(mut self, on: bool) -> Self {
        self.in_order = on;
        self
    }

    /// When this switch is thrown, running programs are stopped and no more are started.
    #[must_use]
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.cancel = Some(cancel.clone());
        self
    }

    /// Called by the workers after each job.
    #[must_use]
    pub fn progress(mut self, tell: impl Fn(Progress) + Send + Sync + 'a) -> Self {
        self.progress = Some(Box::new(tell));
        self
    }

    /// Runs all jobs. `prepare` makes a program with its limits out of a job, in a worker; `finished` gets each result,
    /// in the calling thread. `Break` from it starts no more jobs and throws the switch, if there is one; results that
    /// come after that are dropped. Jobs are taken from the iterator only as workers and the caller keep up.
    pub fn run<T, I>(
        &self,
        jobs: I,
        prepare: impl for<'j> Fn(&'j T) -> Capture<'j> + Sync,
        mut finished: impl FnMut(Finished<T>) -> ControlFlow<()>,
    ) -> Progress
    where
        T: Send,
        I: IntoIterator<Item = T>,
        I::IntoIter: Send,
    {
        let workers = self.workers.max(1);
        let board = Board {
            shared: Mutex::new(Shared {
                jobs: Some(jobs.into_iter()),
                started: 0,
                finished: 0,
                delivered: 0,
                results: BTreeMap::new(),
                workers,
            }),
            news: Condvar::new(),
            room: Condvar::new(),
            window: workers.saturating_mul(8).saturating_add(32),
        };
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| {
                    let _leaving = SignOff(&board);
                    self.work(&board, &prepare);
                });
            }
            self.deliver(&board, &mut finished);
        });
        let shared = board.lock();
        Progress { started: shared.started, finished: shared.finished }
    }

    /// Hands results to the caller until the workers are gone.
    fn deliver<T, I>(&self, board: &Board<T, I>, finished: &mut impl FnMut(Finished<T>) -> ControlFlow<()>) {
        let _leaving = Closing(board);
        let mut shared = board.lock();
        loop {
            let next = if self.in_order && shared.workers > 0 {
                let index = shared.delivered;
                shared.results.remove(&index)
            } else {
                // With the workers gone, an index that is missing (one of them panicked) will not come any more.
                shared.results.pop_first().map(|(_, result)| result)
            };
            match next {
                Some(result) => {
                    shared.delivered += 1;
                    drop(shared);
                    board.room.notify_all();
                    let flow = finished(result);
                    shared = board.lock();
                    if flow.is_break() {
                        shared.jobs = None;
                        if let Some(cancel) = &self.cancel {
                            cancel.cancel();
                        }
                        return;
                    }
                }
                None if shared.workers == 0 => return,
                None => shared = board.news.wait(shared).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// Takes jobs and runs them until there are no more.
    fn work<T, I: Iterator<Item = T>>(
        &self,
        board: &Board<T, I>,
        prepare: &(impl for<'j> Fn(&'j T) -> Capture<'j> + Sync),
    ) {
        loop {
            let mut shared = board.lock();
            while shared.jobs.is_some() && shared.started >= shared.delivered.saturating_add(board.window) {
                shared = board.room.wait(shared).unwrap_or_else(PoisonError::into_inner);
            }
            if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
                return;
            }
            let Some(job) = shared.jobs.as_mut().and_then(Iterator::next) else {
                shared.jobs = None;
                return;
            };
            let index = shared.started;
            shared.started += 1;
            drop(shared);
            let mut capture = prepare(&job);
            if let Some(cancel) = &self.cancel {
                capture = capture.cancel(cancel);
            }
            let result = capture.run();
            let mut shared = board.lock();
            shared.finished += 1;
            let progress = Progress { started: shared.started, finished: shared.finished };
            shared.results.insert(index, Finished { index, job, result });
            drop(shared);
            board.news.notify_one();
            if let Some(tell) = &self.progress {
                tell(progress);
            }
        }
    }
}

/// No more jobs once the caller does not take results any more, also when its callback panics.
struct Closing<'b, T, I>(&'b Board<T, I>);

impl<T, I> Drop for Closing<'_, T, I> {
    fn drop(&mut self) {
        // Not while the lock is held: `deliver` has given it up wherever it can return or unwind.
        self.0.lock().jobs = None;
        self.0.room.notify_all();
    }
}
