//! Blocks of a workload, made by several workers and written in order.
//!
//! Owns where a workload ends, and what a worker does with a chunk of blocks. Invariant: the output is the same at every
//! thread count: blocks depend on their numbers alone, and where the output ends is decided only when a chunk's turn
//! comes.

use super::{Extent, Produced, Truth};
use crate::error::{Error, Result};
use crate::output::disk_space;
use crate::output::output::Target;
use crate::output::packer::Packer;
use crate::output::reorder::{Order, Ordered};
use crate::pipeline::Progress;
use crate::pipeline::pool::{self, Pool};
use crate::workload::{Block, LINES, Workload};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// About so many bytes are written at once.
pub(super) const CHUNK: u64 = 1 << 20;

pub(super) struct Job<'j, 'w> {
    workload: &'j Workload,
    extent: Extent,
    target: &'j Target<'w>,
    truth: Option<&'j Truth<'w>>,
    pub(super) progress: Option<&'j Progress>,
    /// In a chunk.
    blocks: u64,
    threads: usize,
    next: AtomicU64,
    ordered: Ordered<Chunk>,
    pub(super) totals: Mutex<Totals>,
    /// Emptied chunks, to be used again: fresh memory costs page faults.
    spare: Mutex<Vec<Chunk>>,
}

#[derive(Default)]
struct Chunk {
    block: Block,
    answers: Vec<u8>,
    /// Both as they are written, where that is not as they are.
    packed: [Option<Vec<u8>>; 2],
    failure: Option<Error>,
}

/// A worker's own: the two targets may be compressed in two ways.
#[derive(Default)]
pub(super) struct Packers {
    pub(super) records: Packer,
    pub(super) truth: Packer,
}

#[derive(Default)]
pub(super) struct Totals {
    pub(super) done: Produced,
    /// Bytes of text, before it is compressed.
    pub(super) made: u64,
    pub(super) written: u64,
    pub(super) truth_written: u64,
    /// All is there.
    ended: bool,
    pub(super) failure: Option<Error>,
}

/// Where a chunk's two texts belong.
struct Place {
    text: u64,
    answers: u64,
}

impl<'j, 'w> Job<'j, 'w> {
    pub(super) fn new(
        workload: &'j Workload,
        extent: Extent,
        target: &'j Target<'w>,
        truth: Option<&'j Truth<'w>>,
        pool: &Pool,
    ) -> Self {
        let record = workload.record_size() as u64;
        let bytes = extent.records.saturating_mul(record).min(extent.bytes);
        let threads = pool.threads_for(bytes, pool::MAKING);
        let order = match truth.map(|(target, _)| target.order()) {
            Some(Order::Serial) => Order::Serial,
            _ => target.order(),
        };
        // Several for each thread, so that none waits long for the last.
        let chunk = (bytes / (8 * threads as u64)).min(CHUNK);
        let blocks = (chunk / (record * LINES as u64)).max(1);
        let threads = pool::busy(threads, Some(bytes), (blocks * record) as usize * LINES);
        Self {
            workload,
            extent,
            target,
            truth,
            progress: None,
            blocks,
            threads,
            next: AtomicU64::new(0),
            ordered: Ordered::new(order, pool::window(threads, order)),
            totals: Mutex::default(),
            spare: Mutex::default(),
        }
    }

    pub(super) fn run(self, pool: &mut Pool) -> (usize, Totals) {
        let threads = if self.threads > 1 {
            pool.run(self.threads, &|| self.work())
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
        let mut packers = Packers::default();
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
            self.pack(&mut chunk, &mut packers);
            self.ordered.put(
                seq,
                chunk,
                |c| self.place(c, &mut packers),
                |c, at| self.write(c, at),
            );
        }
        std::mem::forget(guard);
    }

    fn answer(&self, chunk: &mut Chunk) {
        if let Some((_, words)) = self.truth.filter(|_| !self.workload.says_more()) {
            let block = &chunk.block;
            let end = words.write(&block.cold, block.records(), 0, &mut chunk.answers);
            chunk.answers.truncate(end);
        }
    }

    /// Where its outputs are compressed, compresses both of its texts, each as a whole.
    fn pack(&self, chunk: &mut Chunk, packers: &mut Packers) {
        chunk.failure = None;
        for (i, packer) in [&mut packers.records, &mut packers.truth]
            .into_iter()
            .enumerate()
        {
            let (target, text) = match (i, self.truth) {
                (0, _) => (self.target, chunk.block.text.as_slice()),
                (_, Some((target, _))) => (target, self.answers(chunk)),
                (_, None) => break,
            };
            chunk.packed[i] = if text.is_empty() {
                None
            } else {
                packer.pack(target, text).unwrap_or_else(|e| {
                    chunk.failure = Some(e);
                    None
                })
            };
        }
    }

    /// Both texts of a chunk, as they are written.
    fn texts<'c>(&self, chunk: &'c Chunk) -> [&'c [u8]; 2] {
        let [records, answers] = &chunk.packed;
        [
            records.as_deref().unwrap_or(&chunk.block.text),
            answers.as_deref().unwrap_or(self.answers(chunk)),
        ]
    }

    /// What goes to the truth.
    fn answers<'c>(&self, chunk: &'c Chunk) -> &'c [u8] {
        if self.truth.is_none() {
            b""
        } else if self.workload.says_more() {
            &chunk.block.said
        } else {
            &chunk.answers
        }
    }

    /// A chunk's turn has come: its places in the outputs, or `None` if nothing more is wanted.
    /// Under the lock.
    fn place(&self, chunk: &mut Chunk, packers: &mut Packers) -> Option<Place> {
        let mut totals = lock(&self.totals);
        if totals.ended || totals.failure.is_some() {
            return None;
        }
        let block = &mut chunk.block;
        let left = self.extent.records - totals.done.records;
        let room = self.extent.bytes - totals.made;
        let fit = block.ends.partition_point(|&end| end as u64 <= room);
        let fit = usize::try_from(left).map_or(fit, |left| left.min(fit));
        // Where all fits exactly, the next chunk finds out.
        if fit < block.records() {
            totals.ended = true;
            block.truncate(fit);
            self.answer(chunk);
            self.pack(chunk, packers);
        } else if totals.done.records == 0 {
            // Nothing is written yet.
            if let Err(failure) = self.expect(chunk) {
                chunk.failure.get_or_insert(failure);
            }
        }
        if let Some(failure) = chunk.failure.take() {
            totals.failure.get_or_insert(failure);
            return None;
        }
        let place = Place {
            text: totals.written,
            answers: totals.truth_written,
        };
        let (block, [text, answers]) = (&chunk.block, self.texts(chunk));
        totals.made += block.text.len() as u64;
        totals.written += text.len() as u64;
        totals.truth_written += answers.len() as u64;
        totals.done.records += block.records() as u64;
        if let Some(progress) = self.progress {
            progress.add_bytes(block.text.len() as u64);
            progress.add_pairs(block.records() as u64);
        }
        let cold = block.cold.iter().map(|word| u64::from(word.count_ones()));
        totals.done.cold += cold.sum::<u64>();
        Some(place)
    }

    /// From the first of several chunks: how much there will be, give or take.
    ///
    /// Errors: there is no room for it. A slip of the hand would fill the disk before it fails.
    fn expect(&self, first: &Chunk) -> Result<()> {
        let [text, answers] = self.texts(first).map(|text| text.len() as f64);
        let made = first.block.text.len() as f64;
        let by_records = self.extent.records as f64 / first.block.records() as f64;
        let by_bytes = self.extent.bytes as f64 / made;
        let chunks = by_records.min(by_bytes);
        // Less than that it isn't: the records are drawn from one mix from beginning to end, and what is
        // bounded in bytes ends less than a chunk before the bound.
        let surely = 0.75 * chunks;
        let least = match by_bytes < by_records {
            true => surely.max(chunks - 1.0) * text,
            false => surely * text,
        };
        // A stream's reader may leave at any time, and then that was all.
        if self.target.room().is_some() {
            let truth = self.truth.map(|(target, _)| (target, surely * answers));
            disk_space::no_less(std::iter::once((self.target, least)).chain(truth))?;
        }
        // Records without end are expected nowhere.
        if chunks * made > 1e15 {
            return Ok(());
        }
        let hint = |bytes: f64| (chunks * bytes * 1.002) as u64 + 4096;
        self.target.expect(hint(text));
        if let Some((target, _)) = self.truth {
            target.expect(hint(answers));
        }
        Ok(())
    }

    /// Writes a chunk; `false` to stop.
    fn write(&self, chunk: Chunk, at: Place) -> bool {
        let write = |target: &Target<'_>, at, bytes: &[u8]| match bytes {
            [] => Ok(()),
            bytes => target.write(at, bytes),
        };
        let [text, answers] = self.texts(&chunk);
        let mut result = write(self.target, at.text, text);
        if let Some((target, _)) = self.truth {
            result = result.and_then(|()| write(target, at.answers, answers));
        }
        lock(&self.spare).push(chunk);
        let mut totals = lock(&self.totals);
        if let Err(e) = result {
            totals.failure.get_or_insert(e);
        }
        totals.failure.is_none() && !totals.ended
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
