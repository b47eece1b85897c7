//! A workload into a file, and the truth about it into another.
//!
//! Owns where a workload ends, and what a worker does with a chunk of blocks. It refuses to know what
//! the records are. Invariant: the output is the same at every thread count: blocks depend on their
//! numbers alone, and where the output ends is decided only when a chunk's turn comes.

use super::plan::{self, Pool};
use crate::error::{Error, Result};
use crate::output::encode::Words;
use crate::output::ordered::{Order, Ordered};
use crate::output::target::Target;
use crate::workload::{Block, LINES, Workload};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How much is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// So many records.
    Records(u64),
    /// As many whole records as fit in so many bytes.
    Bytes(u64),
}

/// What was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Produced {
    /// Records.
    pub records: u64,
    /// Those of them that are cold.
    pub cold: u64,
    /// Bytes, of the answers too.
    pub bytes: u64,
    /// Threads that took part.
    pub threads: usize,
}

/// The answers: where to, and in which words, for hot and for cold.
pub type Truth<'w> = (Target<'w>, Words);

/// Writes the first records of `workload` to `target`, a word for each of them to `truth`, and
/// publishes both, on at most `threads` threads.
///
/// Errors: what can't be written. Then files are left as they were.
pub fn produce<'w>(
    workload: &Workload,
    extent: Extent,
    target: Target<'w>,
    truth: Option<Truth<'w>>,
    threads: Option<NonZeroUsize>,
) -> Result<Produced> {
    let mut pool = Pool::new(threads);
    let job = Job::new(workload, extent, &target, truth.as_ref(), &pool);
    let (threads, totals) = job.run(&mut pool);
    let Totals {
        done,
        written,
        truth_written,
        failure,
        ..
    } = totals;
    if let Some(failure) = failure {
        return Err(failure);
    }
    // The truth first: whoever finds the records finds the answers beside them.
    if let Some((target, _)) = truth {
        target.publish(truth_written)?;
    }
    target.publish(written)?;
    Ok(Produced {
        bytes: written + truth_written,
        threads,
        ..done
    })
}

/// About so many bytes are written at once.
const CHUNK: u64 = 1 << 20;

struct Job<'j, 'w> {
    workload: &'j Workload,
    extent: Extent,
    target: &'j Target<'w>,
    truth: Option<&'j Truth<'w>>,
    /// In a chunk.
    blocks: u64,
    threads: usize,
    next: AtomicU64,
    ordered: Ordered<Chunk>,
    totals: Mutex<Totals>,
    /// Emptied chunks, to be used again: fresh memory costs page faults.
    spare: Mutex<Vec<Chunk>>,
}

#[derive(Default)]
struct Chunk {
    block: Block,
    answers: Vec<u8>,
}

#[derive(Default)]
struct Totals {
    done: Produced,
    written: u64,
    truth_written: u64,
    /// All is there.
    ended: bool,
    failure: Option<Error>,
}

/// Where a chunk's two texts belong.
struct Place {
    text: u64,
    answers: u64,
}

impl<'j, 'w> Job<'j, 'w> {
    fn new(
        workload: &'j Workload,
        extent: Extent,
        target: &'j Target<'w>,
        truth: Option<&'j Truth<'w>>,
        pool: &Pool,
    ) -> Self {
        let record = workload.longest_record() as u64;
        let bytes = match extent {
            Extent::Records(records) => records.saturating_mul(record),
            Extent::Bytes(bytes) => bytes,
        };
        let threads = pool.threads_for(bytes);
        let order = match truth.map(|(target, _)| target.order()) {
            Some(Order::Serial) => Order::Serial,
            _ => target.order(),
        };
        // Several for each thread, so that none waits long for the last.
        let chunk = (bytes / (8 * threads as u64)).min(CHUNK);
        Self {
            workload,
            extent,
            target,
            truth,
            blocks: (chunk / (record * LINES as u64)).max(1),
            threads,
            next: AtomicU64::new(0),
            ordered: Ordered::new(order, plan::window(threads, order)),
            totals: Mutex::default(),
            spare: Mutex::default(),
        }
    }

    fn run(self, pool: &mut Pool) -> (usize, Totals) {
        let threads = if self.threads > 1 {
            pool.run(&|| self.work())
        } else {
            self.work();
            1
        };
        let totals = self.totals.into_inner();
        (threads, totals.unwrap_or_else(PoisonError::into_inner))
    }

    /// What a worker does, until all is there or something fails.
    fn work(&self) {
        let guard = self.ordered.stop_on_unwind();
        loop {
            let seq = self.next.fetch_add(1, Ordering::Relaxed);
            if !self.ordered.admit(seq) {
                break;
            }
            let spare = lock(&self.spare).pop();
            let mut chunk = spare.unwrap_or_default();
            chunk.block.clear();
            for block in 0..self.blocks {
                self.workload
                    .fill(seq * self.blocks + block, &mut chunk.block);
            }
            self.answer(&mut chunk);
            self.ordered
                .put(seq, chunk, |c| self.place(c), |c, at| self.write(c, at));
        }
        std::mem::forget(guard);
    }

    fn answer(&self, chunk: &mut Chunk) {
        chunk.answers.clear();
        if let Some((_, words)) = self.truth {
            let mut rest = chunk.block.records();
            for &cold in &chunk.block.cold {
                let count = rest.min(64);
                words.append(cold, count as u32, &mut chunk.answers);
                rest -= count;
            }
        }
    }

    /// A chunk's turn has come: its places in the outputs, or `None` if nothing more is wanted.
    /// Under the lock.
    fn place(&self, chunk: &mut Chunk) -> Option<Place> {
        let mut totals = lock(&self.totals);
        if totals.ended || totals.failure.is_some() {
            return None;
        }
        let block = &mut chunk.block;
        let fit = match self.extent {
            Extent::Records(records) => {
                usize::try_from(records - totals.done.records).unwrap_or(usize::MAX)
            }
            Extent::Bytes(bytes) => {
                let room = bytes - totals.written;
                block.ends.partition_point(|&end| end as u64 <= room)
            }
        };
        // Where all fits exactly, the next chunk finds out.
        if fit < block.records() {
            totals.ended = true;
            block.truncate(fit);
            self.answer(chunk);
        } else if totals.written == 0 {
            self.expect(chunk);
        }
        let place = Place {
            text: totals.written,
            answers: totals.truth_written,
        };
        let block = &chunk.block;
        totals.written += block.text.len() as u64;
        totals.truth_written += chunk.answers.len() as u64;
        totals.done.records += block.records() as u64;
        let cold = block.cold.iter().map(|word| u64::from(word.count_ones()));
        totals.done.cold += cold.sum::<u64>();
        Some(place)
    }

    /// From the first of several chunks: how much there will be, give or take.
    fn expect(&self, first: &Chunk) {
        let text = first.block.text.len() as f64;
        let chunks = match self.extent {
            Extent::Records(records) => records as f64 / first.block.records() as f64,
            Extent::Bytes(bytes) => bytes as f64 / text,
        };
        let hint = |bytes: f64| (chunks * bytes * 1.002) as u64 + 4096;
        self.target.expect(hint(text));
        if let Some((target, _)) = self.truth {
            target.expect(hint(first.answers.len() as f64));
        }
    }

    /// Writes a chunk; `false` to stop.
    fn write(&self, chunk: Chunk, at: Place) -> bool {
        let write = |target: &Target<'_>, at, bytes: &[u8]| match bytes {
            [] => Ok(()),
            bytes => target.write(at, bytes),
        };
        let mut result = write(self.target, at.text, &chunk.block.text);
        if let Some((target, _)) = self.truth {
            result = result.and_then(|()| write(target, at.answers, &chunk.answers));
        }
        lock(&self.spare).push(chunk);
        let mut totals = lock(&self.totals);
        if let Err(e) = result {
            totals.failure.get_or_insert(e);
        }
        totals.failure.is_none() && !totals.ended
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
