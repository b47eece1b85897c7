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

/// Whether two chunks may be written at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Writes do not overlap: one worker at a time writes to a pipe.
    Serial,
    /// Chunks are written at their offsets, at the same time. Only `position` is called in order: a chunk's offset is known
    /// when all chunks before it are *encoded*.
    Positioned,
}

/// The window. `T` is the result of a chunk.
#[derive(Debug)]
pub(crate) struct ReorderBuffer<T> {
    state: Mutex<State<T>>,
    admitted: Condvar,
    order: Order,
    window: u64,
}

#[derive(Debug)]
struct State<T> {
    /// The number of the chunk to be released next; `parked[0]` is its slot.
    next: u64,
    parked: VecDeque<Option<T>>,
    releasing: bool,
    stopped: bool,
}

impl<T> ReorderBuffer<T> {
    pub(crate) fn new(order: Order, window: usize) -> Self {
        assert!(window > 0, "the window holds at least one chunk");
        Self {
            state: Mutex::new(State {
                next: 0,
                parked: (0..window).map(|_| None).collect(),
                releasing: false,
                stopped: false,
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
            state = self
                .admitted
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        !state.stopped
    }

    /// Takes the result of chunk `seq`, which was admitted. For each released chunk, `position` is called under the lock, in
    /// order, and then `finish` outside of the lock. `None` from `position` or `false` from `finish` stops everything.
    pub(crate) fn put<P>(
        &self,
        seq: u64,
        item: T,
        mut position: impl FnMut(&mut T) -> Option<P>,
        mut finish: impl FnMut(T, P) -> bool,
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
            // Set before `position` is called: if it panics, the lock is released, and no later chunk may be written.
            state.stopped = true;
            let positioned = position(&mut item);
            state.stopped = positioned.is_none();
            self.admitted.notify_all();
            let Some(positioned) = positioned else { return };
            state.releasing = true;
            drop(state);
            // If `finish` panics, the other workers must not wait for it.
            let go_on = {
                let _guard = StopOnUnwind::new(self);
                finish(item, positioned)
            };
            state = self.lock();
            state.releasing = false;
            if !go_on {
                state.stopped = true;
                self.admitted.notify_all();
            }
        }
    }

    pub(crate) fn stop(&self) {
        self.lock().stopped = true;
        self.admitted.notify_all();
    }

    pub(crate) fn stopped(&self) -> bool {
        self.lock().stopped
    }

    /// Only `position` can panic under the lock, and the state is consistent then. So a poisoned lock is used like any other.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stops everything if its thread begins to unwind before this is dropped.
#[derive(Debug)]
pub(crate) struct StopOnUnwind<'a, T> {
    order: &'a ReorderBuffer<T>,
    was_unwinding: bool,
}

impl<'a, T> StopOnUnwind<'a, T> {
    pub(crate) fn new(order: &'a ReorderBuffer<T>) -> Self {
        Self {
            order,
            was_unwinding: std::thread::panicking(),
        }
    }
}

impl<T> Drop for StopOnUnwind<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() && !self.was_unwinding {
            self.order.stop();
        }
    }
}
