//! Releases chunks in the order of their numbers. They may finish in any order.
//!
//! In: the results of chunks, from several threads. Out: each result once, in the order 0, 1, 2, ...; none after a stop. At
//! most `window` chunks are admitted and not yet released, and each worker has at most one more chunk that waits to be
//! admitted, so memory is bounded.
//!
//! There is no writer thread, which would compete with the workers for a core. A worker whose chunk is next in order releases
//! it, and the parked chunks directly after it. A worker whose chunk is not next parks it and continues. A worker takes the
//! number of its chunk before it waits to be admitted, so the lowest number in flight never waits: there is no deadlock,
//! whatever the window.

use super::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Whether two chunks may be written at the same time. Chunks for several outputs have the smallest order of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Order {
    /// Writes do not overlap: one worker at a time writes to a pipe.
    Serial,
    /// Chunks are written at their places, at the same time. Only `place` is called in order: a chunk's place is known when all
    /// chunks before it are *encoded*.
    Positioned,
}

impl Order {
    /// The window for `threads` workers: enough that they continue while one of them writes.
    pub(crate) fn window(self, threads: usize) -> usize {
        match self {
            Order::Serial => 4 * threads,
            Order::Positioned => 2 * threads + 2,
        }
    }
}

/// The window. `T` is the result of a chunk, `S` the sums over the released results, `E` an error.
pub(crate) struct ReorderBuffer<T, S, E> {
    state: Mutex<State<T, S, E>>,
    admitted: Condvar,
    order: Order,
    window: u64,
}

struct State<T, S, E> {
    /// The number of the chunk to be released next; `parked[0]` is its slot.
    next: u64,
    parked: VecDeque<Option<T>>,
    /// Results that were written. Their memory is used again, because fresh memory costs page faults.
    written: Vec<T>,
    releasing: bool,
    stopped: bool,
    released: Released<S, E>,
}

/// The chunks that were released.
pub(crate) struct Released<S, E> {
    pub(crate) sums: S,
    /// Whether these are all chunks of the output. Later chunks are dropped.
    pub(crate) is_complete: bool,
    /// The first failure. Later chunks are dropped.
    pub(crate) failure: Option<E>,
}

impl<T, S, E> ReorderBuffer<T, S, E> {
    /// `sums` are the sums before the first chunk.
    pub(crate) fn new(order: Order, window: usize, sums: S) -> Self {
        assert!(window > 0, "the window holds at least one chunk");
        Self {
            state: Mutex::new(State {
                next: 0,
                parked: (0..window).map(|_| None).collect(),
                written: Vec::new(),
                releasing: false,
                stopped: false,
                released: Released {
                    sums,
                    is_complete: false,
                    failure: None,
                },
            }),
            admitted: Condvar::new(),
            order,
            window: window as u64,
        }
    }

    /// Waits until chunk `seq` is inside the window; `false` after a stop.
    pub(crate) fn admit(&self, seq: u64) -> bool {
        let mut state = self.lock();
        while !state.stopped && seq - state.next >= self.window {
            let woken = self.admitted.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
        !state.stopped
    }

    /// A result that was written, to be used again.
    pub(crate) fn reused(&self) -> Option<T> {
        self.lock().written.pop()
    }

    /// Calls `f` with the sums over the chunks before chunk `seq`, if all these chunks are released.
    pub(crate) fn with_sums_before<R>(
        &self,
        seq: u64,
        f: impl FnOnce(&mut S) -> Option<R>,
    ) -> Option<R> {
        let mut state = self.lock();
        if state.next != seq {
            return None;
        }
        f(&mut state.released.sums)
    }

    /// Takes the result of chunk `seq`, which was admitted. For each released chunk, `place` is called under the lock, in order,
    /// and then `write` outside of the lock. Everything stops after the last chunk of the output and after a failure. A chunk
    /// that `place` refuses is not written.
    pub(crate) fn put<P>(
        &self,
        seq: u64,
        item: T,
        mut place: impl FnMut(&mut T, &mut Released<S, E>) -> Result<P, E>,
        mut write: impl FnMut(&mut T, P) -> Result<(), E>,
    ) {
        let mut state = self.lock();
        if state.stopped {
            return;
        }
        let slot = (seq - state.next) as usize;
        debug_assert!(state.parked[slot].is_none(), "each chunk is put once");
        state.parked[slot] = Some(item);
        loop {
            if state.stopped || (state.releasing && self.order == Order::Serial) {
                return;
            }
            let Some(mut item) = state.parked[0].take() else {
                return;
            };
            state.parked.rotate_left(1);
            state.next += 1;
            // Set before `place` is called: if it panics, the lock is released, and no later chunk may be written.
            state.stopped = true;
            let at = match place(&mut item, &mut state.released) {
                Ok(at) => at,
                Err(e) => {
                    drop(state);
                    return self.stop(Some(e));
                }
            };
            state.stopped = state.released.is_complete || state.released.failure.is_some();
            self.admitted.notify_all();
            state.releasing = true;
            drop(state);
            if let Err(e) = write(&mut item, at) {
                self.stop(Some(e));
            }
            state = self.lock();
            state.releasing = false;
            state.written.push(item);
        }
    }

    /// Runs a worker. If it panics, everything stops, because the others must not wait for its chunk.
    pub(crate) fn run_worker<R>(&self, work: impl FnOnce() -> R) -> R {
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
            self.stop(None);
            resume_unwind(panic)
        })
    }

    pub(crate) fn stop(&self, failure: Option<E>) {
        let mut state = self.lock();
        state.stopped = true;
        state.released.failure = state.released.failure.take().or(failure);
        self.admitted.notify_all();
    }

    pub(crate) fn stopped(&self) -> bool {
        self.lock().stopped
    }

    /// The sums over all released chunks, or the first failure.
    pub(crate) fn take_sums(&self) -> Result<S, E>
    where
        S: Default,
    {
        let released = &mut self.lock().released;
        match released.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(std::mem::take(&mut released.sums)),
        }
    }

    /// Only functions of the caller can panic under the lock, and the state is consistent then. So a poisoned lock is used like any
    /// other.
    fn lock(&self) -> MutexGuard<'_, State<T, S, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
