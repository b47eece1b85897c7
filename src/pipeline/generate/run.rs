//! Generates the blocks of a workload.
//!
//! The output is the same at every thread count: a block depends on its number alone, and where the output ends is
//! decided when a chunk is next in order.

use super::{GenerateLimit, GenerateSummary};
use crate::error::{Error, Result};
use crate::input::chunk::Buffer;
use crate::output::Output;
use crate::output::answers::AnswerBuffer;
use crate::output::disk_space;
use crate::output::encoder::OutputEncoder;
use crate::output::reorder::Order;
use crate::pipeline::ordered_run::{ChunkWork, OrderedRun, Released};
use crate::pipeline::pool::{self, Pool};
use crate::pipeline::progress::Progress;
use crate::workload::{Block, RECORDS_PER_BLOCK, Workload};
use std::sync::atomic::{AtomicU64, Ordering};

/// About the largest number of bytes that are written at once.
pub(super) const CHUNK: u64 = 1 << 20;

/// A workload, its outputs, and how many records are generated.
pub(super) struct GenerateWork<'r, 'w> {
    workload: &'r Workload,
    amount: GenerateLimit,
    /// The output of the records, and that of the answers if they are wanted.
    outputs: Vec<&'r Output<'w>>,
    progress: Option<&'r Progress>,
    /// Whether the records are generated only to count them, which is no progress.
    pub(super) only_counts: bool,
    blocks_per_chunk: u64,
    threads: usize,
    next: AtomicU64,
}

#[derive(Default)]
pub(super) struct Chunk {
    /// The number of the chunk.
    seq: u64,
    /// The records. If an output is compressed, its text is, too.
    block: Block,
    failure: Option<Error>,
}

#[derive(Default)]
pub(super) struct Totals {
    pub(super) done: GenerateSummary,
    /// Bytes of text, before compression.
    pub(super) generated: u64,
    /// The length of each output.
    pub(super) written: [u64; 2],
}

impl<'r, 'w> GenerateWork<'r, 'w> {
    pub(super) fn new(
        workload: &'r Workload,
        amount: GenerateLimit,
        output: &'r Output<'w>,
        answers: Option<&'r Output<'w>>,
        pool: &Pool,
        progress: Option<&'r Progress>,
    ) -> Self {
        let record = workload.record_size() as u64;
        let bytes = amount.records.saturating_mul(record).min(amount.bytes);
        let threads = pool.threads_for(bytes, pool::GENERATING);
        // Several chunks for each thread, so that no thread waits long for the last one.
        let chunk = (bytes / (8 * threads as u64)).min(CHUNK);
        let blocks_per_chunk = (chunk / (record * RECORDS_PER_BLOCK as u64)).max(1);
        let chunk_size = (blocks_per_chunk * record) as usize * RECORDS_PER_BLOCK;
        Self {
            workload,
            amount,
            outputs: [output].into_iter().chain(answers).collect(),
            progress,
            only_counts: false,
            blocks_per_chunk,
            threads: pool::at_most_chunks(threads, Some(bytes), chunk_size),
            next: AtomicU64::new(0),
        }
    }

    /// Generates the records. `before` is what the outputs have before the records.
    pub(super) fn generate_records(&self, before: Totals, pool: &mut Pool) -> Result<Totals> {
        let mut outputs = self.outputs.iter();
        let order = match outputs.any(|output| output.order() == Order::Serial) {
            true => Order::Serial,
            false => Order::Positioned,
        };
        let run = OrderedRun::new(self, self.threads, order, before);
        Ok(run.run(pool)?.1)
    }

    /// Generates the first records of a chunk. Compresses each text as a whole, if its output is compressed.
    fn fill(&self, records: usize, chunk: &mut Chunk, encoder: &mut OutputEncoder) {
        chunk.failure = None;
        chunk.block.clear();
        let first = chunk.seq * self.blocks_per_chunk;
        self.workload.fill(first, records, &mut chunk.block);
        for (output, text) in self.outputs.iter().zip(chunk.block.texts()) {
            if !text.is_empty() {
                match encoder.encode(output, text) {
                    Ok(None) => {}
                    Ok(Some(encoded)) => *text = encoded,
                    Err(e) => chunk.failure = Some(e),
                }
            }
        }
    }

    /// Estimates from the first chunk the size of the outputs, and prepares them for it.
    ///
    /// Errors: there is not enough disk space. Without this check a mistyped amount would fill the disk.
    fn expect_output(&self, first: &mut Chunk) -> Result<()> {
        let generated = first.block.bytes() as f64;
        let by_records = self.amount.records as f64 / first.block.ends.len() as f64;
        let chunks = by_records.min(self.amount.bytes as f64 / generated);
        let sizes = first.block.texts().map(|text| chunks * text.len() as f64);
        let outputs: Vec<_> = self.outputs.iter().copied().zip(sizes).collect();
        // The reader of a stream may close it at any time.
        if outputs[0].0.free_space().is_some() {
            // At least 3/4 of the estimate is written, because all records are drawn from the same mix.
            let at_least = outputs
                .iter()
                .map(|(output, bytes)| (*output, 0.75 * bytes));
            disk_space::require(&at_least.collect::<Vec<_>>())?;
        }
        // An unlimited amount can't be allocated.
        if chunks * generated <= 1e15 {
            for (output, bytes) in outputs {
                output.expect((bytes * 1.002) as u64 + 4096);
            }
        }
        Ok(())
    }
}

impl ChunkWork for GenerateWork<'_, '_> {
    /// The number of records.
    type Input<'b>
        = usize
    where
        Self: 'b;
    type Memory = OutputEncoder;
    type Chunk = Chunk;
    type Totals = Totals;
    /// The offsets of the two texts of a chunk in their outputs.
    type Place = [u64; 2];

    fn new_chunk(&self) -> Chunk {
        let wants_answers = self.outputs.len() > 1;
        let mut chunk = Chunk::default();
        chunk.block.answers = wants_answers.then(|| AnswerBuffer::new(&self.workload.problem));
        chunk
    }

    fn memory(&self) -> OutputEncoder {
        OutputEncoder::default()
    }

    fn next_input(&self, _: &mut Buffer) -> Option<(u64, usize)> {
        let seq = self.next.fetch_add(1, Ordering::Relaxed);
        let records = self.blocks_per_chunk * RECORDS_PER_BLOCK as u64;
        let left = self.amount.records.checked_sub(seq * records)?;
        (left > 0).then_some((seq, left.min(records) as usize))
    }

    fn compute(&self, seq: u64, records: usize, chunk: &mut Chunk, encoder: &mut OutputEncoder) {
        chunk.seq = seq;
        self.fill(records, chunk, encoder);
    }

    fn release(
        &self,
        chunk: &mut Chunk,
        released: &mut Released<Totals>,
        encoder: &mut OutputEncoder,
    ) -> Option<[u64; 2]> {
        let totals = &mut released.totals;
        let left = self.amount.bytes - totals.generated;
        let ends = &chunk.block.ends;
        let fit = ends.partition_point(|&end| end as u64 <= left);
        // If a chunk fits exactly, no record of the next chunk fits, and that chunk is the end.
        if fit < ends.len() {
            released.ended = true;
            self.fill(fit, chunk, encoder);
        } else if totals.done.records == 0 && self.amount.records > ends.len() as u64 {
            // Nothing is written yet.
            if let Err(failure) = self.expect_output(chunk) {
                chunk.failure.get_or_insert(failure);
            }
        }
        released.failure = chunk.failure.take();
        if released.failure.is_some() {
            return None;
        }
        let offsets = totals.written;
        for (written, text) in totals.written.iter_mut().zip(chunk.block.texts()) {
            *written += text.len() as u64;
        }
        let (bytes, records) = (chunk.block.bytes(), chunk.block.ends.len() as u64);
        totals.generated += bytes;
        totals.done.records += records;
        totals.done.cold += chunk.block.cold;
        if let Some(progress) = self.progress {
            if !self.only_counts {
                progress.add(bytes, records);
            }
            released.failure = progress.check_cancelled().err();
        }
        released.failure.is_none().then_some(offsets)
    }

    fn write(&self, chunk: &mut Chunk, offsets: [u64; 2], _: &mut Vec<u8>) -> Result<()> {
        let texts = chunk.block.texts().zip(offsets);
        for (output, (text, offset)) in self.outputs.iter().zip(texts) {
            if !text.is_empty() {
                output.write_at(offset, text)?;
            }
        }
        Ok(())
    }
}
