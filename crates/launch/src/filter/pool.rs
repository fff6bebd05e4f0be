//! [`FilterPool`]: several processes of one filter, for the threads of an indexer or a server.

use super::{Filter, FilterError, Message};
use std::sync::{Condvar, Mutex, PoisonError};

/// Up to so many processes of the same filter. Any thread may ask; it waits while all of them are busy.
pub struct FilterPool<'a> {
    make: Box<dyn Fn() -> Filter + Send + Sync + 'a>,
    state: Mutex<State>,
    freed: Condvar,
    size: usize,
}

struct State {
    free: Vec<Filter>,
    made: usize,
}

impl std::fmt::Debug for FilterPool<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FilterPool").field("size", &self.size).finish_non_exhaustive()
    }
}

/// Gives a filter back, also when something panics.
struct Lent<'p, 'a> {
    pool: &'p FilterPool<'a>,
    filter: Option<Filter>,
}

impl<'a> FilterPool<'a> {
    /// A pool of at most `size` (at least one) filters, made as they are needed.
    pub fn new(size: usize, make: impl Fn() -> Filter + Send + Sync + 'a) -> FilterPool<'a> {
        let state = Mutex::new(State { free: Vec::new(), made: 0 });
        FilterPool { make: Box::new(make), state, freed: Condvar::new(), size: size.max(1) }
    }

    /// Sends a request to a filter that is free, and waits for the answer.
    pub fn request(&self, request: &Message) -> Result<Message, FilterError> {
        let mut lent = Lent { pool: self, filter: Some(self.take()) };
        match &mut lent.filter {
            Some(filter) => filter.request(request),
            None => Err(FilterError::Died(None)),
        }
    }

    fn take(&self) -> Filter {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            // The one used last: its memory is warm, and the others may be needless.
            if let Some(filter) = state.free.pop() {
                return filter;
            }
            if state.made < self.size {
                state.made += 1;
                drop(state);
                return (self.make)();
            }
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Lent<'_, '_> {
    fn drop(&mut self) {
        let mut state = self.pool.state.lock().unwrap_or_else(PoisonError::into_inner);
        match self.filter.take() {
            Some(filter) => state.free.push(filter),
            None => state.made = state.made.saturating_sub(1),
        }
        self.pool.freed.notify_one();
    }
}
