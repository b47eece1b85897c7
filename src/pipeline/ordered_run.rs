//! Work in chunks: several workers compute, and the results are written in the order of the chunks.
//!
//! A worker takes the next chunk and computes its result alone. When that chunk is next in order, its result is added to
//! the totals under a lock, which gives it a place in the output. Then it is written there.

use super::pool::Pool;
use crate::error::{Error, Result};
use crate::input::chunk::Buffer;
use crate::output::reorder::{Order, ReorderBuffer, StopOnUnwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Work that an [`OrderedRun`] does.
pub(super) trait ChunkWork: Sync {
    /// What a worker takes.
    type Input<'b>
    where
        Self: 'b;
    /// The memory of one worker.
    type Memory;
    /// The result of a chunk.
    type Chunk: Send;
    /// The sums over all chunks that are released.
    type Totals: Send;
    /// Where the result of a chunk is written.
    type Place;

    fn memory(&self) -> Self::Memory;

    fn new_chunk(&self) -> Self::Chunk;

    /// The next input, and the number of its chunk; `None` at the end.
    fn next_input<'b>(&'b self, buffer: &'b mut Buffer) -> Option<(u64, Self::Input<'b>)>;

    /// Computes the result of chunk `seq`. `chunk` is new, or the result of a chunk that was written.
    fn compute(
        &self,
        seq: u64,
        input: Self::Input<'_>,
        chunk: &mut Self::Chunk,
        memory: &mut Self::Memory,
    );

    /// Adds the result of the chunk that is next in order to the totals, and returns its place, or `None` if nothing is
    /// written and the run stops. If it sets a failure or the end, this chunk is written and the run stops after it. Called
    /// under a lock.
    fn release(
        &self,
        chunk: &mut Self::Chunk,
        released: &mut Released<Self::Totals>,
        memory: &mut Self::Memory,
    ) -> Option<Self::Place>;

    /// Writes the result of a chunk. `text` is memory of the worker.
    fn write(&self, chunk: &mut Self::Chunk, place: Self::Place, text: &mut Vec<u8>) -> Result<()>;

    /// Whether several threads are worth their start. Until then the calling thread works alone.
    fn is_worth_a_pool(&self) -> bool {
        true
    }

    /// Whether a result may take many times the memory of its chunk, so that few of them may wait.
    fn has_long_results(&self) -> bool {
        false
    }

    /// Worker `part` of `parts` has no more chunks to do.
    fn end_worker(&self, _part: usize, _parts: usize) {}
}

/// What is known after the chunks that are released.
#[derive(Debug, Default)]
pub(super) struct Released<T> {
    pub(super) totals: T,
    /// Whether the chunks that follow are not part of the output.
    pub(super) ended: bool,
    pub(super) failure: Option<Error>,
}

/// The run of some work on the workers.
pub(super) struct OrderedRun<'w, W: ChunkWork> {
    work: &'w W,
    threads: usize,
    order: ReorderBuffer<W::Chunk>,
    released: Mutex<Released<W::Totals>>,
    /// Results that were written, to be used again: fresh memory costs page faults.
    spare: Mutex<Vec<W::Chunk>>,
    /// The number of workers that have no more chunks to do.
    finished: AtomicUsize,
}

impl<'w, W: ChunkWork> OrderedRun<'w, W> {
    /// A run of `work` on at most `threads` threads.
    pub(super) fn new(work: &'w W, threads: usize, order: Order, totals: W::Totals) -> Self {
        // If one worker at a time writes, there are four chunks for each worker, so that the others can continue meanwhile.
        let window = match order {
            _ if work.has_long_results() => threads + 1,
            Order::Serial => 4 * threads,
            Order::Positioned => 2 * threads + 2,
        };
        Self {
            work,
            threads,
            order: ReorderBuffer::new(order, window),
            released: Mutex::new(Released {
                totals,
                ended: false,
                failure: None,
            }),
            spare: Mutex::default(),
            finished: AtomicUsize::new(0),
        }
    }

    /// Does the work. Returns the number of threads that took part, and the totals.
    ///
    /// Errors: the first failure in the order of the chunks.
    pub(super) fn run(self, pool: &mut Pool) -> Result<(usize, W::Totals)> {
        let mut threads = 1;
        self.run_worker(|| self.threads > 1 && self.work.is_worth_a_pool());
        if self.finished.load(Ordering::Relaxed) == 0 {
            threads = pool.run(self.threads, &|| self.run_worker(|| false));
        }
        let released = self.released.into_inner();
        let released = released.unwrap_or_else(PoisonError::into_inner);
        match released.failure {
            Some(failure) => Err(failure),
            None => Ok((threads, released.totals)),
        }
    }

    /// One worker: takes chunks until there are no more, something stops the run, or `needs_pool` is true.
    fn run_worker(&self, needs_pool: impl Fn() -> bool) {
        let mut buffer = Buffer::default();
        let mut memory = self.work.memory();
        let mut text = Vec::new();
        let guard = StopOnUnwind(&self.order);
        // Whether the run stopped is checked before an input is read: on a pipe or a terminal it may never come.
        while !self.order.stopped() {
            if needs_pool() {
                std::mem::forget(guard);
                return;
            }
            let Some((seq, input)) = self.work.next_input(&mut buffer) else {
                break;
            };
            if !self.order.admit(seq) {
                break;
            }
            let spare = lock(&self.spare).pop();
            let mut chunk = spare.unwrap_or_else(|| self.work.new_chunk());
            self.work.compute(seq, input, &mut chunk, &mut memory);
            let release = |chunk: &mut W::Chunk| {
                let mut released = lock(&self.released);
                if released.ended || released.failure.is_some() {
                    return None;
                }
                self.work.release(chunk, &mut released, &mut memory)
            };
            let write = |mut chunk, place| {
                let written = self.work.write(&mut chunk, place, &mut text);
                lock(&self.spare).push(chunk);
                let mut released = lock(&self.released);
                if let Err(e) = written {
                    released.failure.get_or_insert(e);
                }
                released.failure.is_none() && !released.ended
            };
            self.order.put(seq, chunk, release, write);
        }
        std::mem::forget(guard);
        let part = self.finished.fetch_add(1, Ordering::Relaxed);
        self.work.end_worker(part, self.threads);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
