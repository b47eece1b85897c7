//! Chunks that finish in any order, released in the order of their numbers.
//!
//! Owns the window of chunks in flight. It refuses to know what a chunk holds. Invariants: chunks
//! are released in the order 0, 1, 2, ...; each once; none after a stop; at most `window` are
//! admitted and not yet released, and each worker holds no more than one that waits for room, so memory is bounded.
//!
//! # Design
//!
//! The plain way is a writer thread behind a channel. With as many workers as cores it competes
//! with them for a core, and every chunk changes threads. Here whoever brings the chunk that was
//! being waited for releases it and all that are parked behind it; the others park theirs and go
//! on. A worker takes its number before it waits for room, so the lowest number in flight never
//! waits: no deadlock, whatever the window.
//!
//! Where releases must not overlap (a pipe), one worker at a time releases ([`Order::Serial`]).
//! Where only their order counts (offsets in a file are known once all chunks before are
//! *encoded*, not written), the slow half runs outside of the lock, side by side
//! ([`Order::Placed`]).

use super::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::collections::VecDeque;

/// Whether the slow half of a release may overlap with that of the next chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// One after the other.
    Serial,
    /// In order only for what happens under the lock.
    Placed,
}

/// The window. `T` is a chunk's result; `R` is what a release leaves to be done outside of the
/// lock.
#[derive(Debug)]
pub struct Ordered<T> {
    state: Mutex<State<T>>,
    room: Condvar,
    order: Order,
    window: u64,
}

#[derive(Debug)]
struct State<T> {
    /// The number to be released next; `parked[0]` is its place.
    next: u64,
    parked: VecDeque<Option<T>>,
    releasing: bool,
    stopped: bool,
}

impl<T> Ordered<T> {
    /// For at most `window` chunks in flight.
    pub fn new(order: Order, window: usize) -> Self {
        assert!(window > 0, "a window of no chunks would never move");
        Self {
            state: Mutex::new(State {
                next: 0,
                parked: (0..window).map(|_| None).collect(),
                releasing: false,
                stopped: false,
            }),
            room: Condvar::new(),
            order,
            window: window as u64,
        }
    }

    /// Waits until chunk `seq` is inside the window; `false` if there is no more to be done.
    pub fn admit(&self, seq: u64) -> bool {
        let mut state = self.lock();
        while !state.stopped && seq - state.next >= self.window {
            state = self
                .room
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        !state.stopped
    }

    /// Brings the result of chunk `seq`, which was admitted. `place` runs for each chunk that
    /// is released, in order, under the lock; `finish` after it, outside. Either can return
    /// `false` to stop everything.
    pub fn put<P>(
        &self,
        seq: u64,
        item: T,
        mut place: impl FnMut(&mut T) -> Option<P>,
        mut finish: impl FnMut(T, P) -> bool,
    ) {
        let mut state = self.lock();
        if state.stopped {
            return;
        }
        let slot = (seq - state.next) as usize;
        debug_assert!(state.parked[slot].is_none(), "a chunk comes once");
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
            let placed = place(&mut item);
            state.stopped |= placed.is_none();
            self.room.notify_all();
            let Some(placed) = placed else { return };
            state.releasing = true;
            drop(state);
            // If `finish` unwinds, the others must not wait for it.
            let guard = StopOnUnwind(self);
            let go_on = finish(item, placed);
            std::mem::forget(guard);
            state = self.lock();
            state.releasing = false;
            if !go_on {
                state.stopped = true;
                self.room.notify_all();
            }
        }
    }

    /// Nothing more is admitted or released.
    pub fn stop(&self) {
        self.lock().stopped = true;
        self.room.notify_all();
    }

    /// Whether there was a stop.
    pub fn stopped(&self) -> bool {
        self.lock().stopped
    }

    /// A guard that stops everything if its thread unwinds before it is forgotten.
    pub fn stop_on_unwind(&self) -> StopOnUnwind<'_, T> {
        StopOnUnwind(self)
    }

    /// Nothing that can panic runs under the lock but `place`, after which the state is whole:
    /// a poisoned lock is as good as another.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// See [`Ordered::stop_on_unwind`].
#[derive(Debug)]
pub struct StopOnUnwind<'a, T>(&'a Ordered<T>);

impl<T> Drop for StopOnUnwind<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}
