//! Generates the blocks of a workload.
//!
//! The output is the same at every thread count: a block depends on its number alone, and where the output ends is
//! decided when a chunk is next in order.

use super::{GenerateLimit, GenerateSummary};
use crate::error::{Error, Result};
use crate::input::chunk::Buffer;
use crate::output::Output;
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
    /// The output of the records, and that of the answers.
    outputs: [Option<&'r Output<'w>>; 2],
    progress: Option<&'r Progress>,
    /// Whether the records are generated only to count them, which is no progress.
    pub(super) only_counts: bool,
    blocks_per_chunk: u64,
    threads: usize,
    next: AtomicU64,
}

#[derive(Default)]
pub(super) struct Chunk {
    block: Block,
    /// The compressed records and answers, for outputs that are compressed.
    encoded: [Option<Vec<u8>>; 2],
    failure: Option<Error>,
}

impl Chunk {
    /// The records and the answers, in the form in which they are written.
    fn texts(&self) -> [&[u8]; 2] {
        let [records, answers] = &self.encoded;
        [
            records.as_deref().unwrap_or(&self.block.text),
            answers.as_deref().unwrap_or(&self.block.answers),
        ]
    }
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
            outputs: [Some(output), answers],
            progress,
            only_counts: false,
            blocks_per_chunk,
            threads: pool::at_most_chunks(threads, Some(bytes), chunk_size),
            next: AtomicU64::new(0),
        }
    }

    /// Generates the records. `before` is what the outputs have before the records.
    pub(super) fn generate_records(&self, before: Totals, pool: &mut Pool) -> Result<Totals> {
        let mut outputs = self.outputs.iter().flatten();
        let order = match outputs.any(|output| output.order() == Order::Serial) {
            true => Order::Serial,
            false => Order::Positioned,
        };
        let run = OrderedRun::new(self, self.threads, order, before);
        Ok(run.run(pool)?.1)
    }

    /// Compresses each text of a chunk as a whole, if its output is compressed.
    fn encode(&self, chunk: &mut Chunk, encoder: &mut OutputEncoder) {
        chunk.failure = None;
        chunk.encoded = [None, None];
        let texts = [&chunk.block.text, &chunk.block.answers];
        for (i, (output, text)) in self.outputs.iter().zip(texts).enumerate() {
            if let Some(output) = output.filter(|_| !text.is_empty()) {
                match encoder.encode(output, text) {
                    Ok(encoded) => chunk.encoded[i] = encoded,
                    Err(e) => chunk.failure = Some(e),
                }
            }
        }
    }

    /// Estimates from the first chunk the size of the outputs, and prepares them for it.
    ///
    /// Errors: there is not enough disk space. Without this check a mistyped amount would fill the disk.
    fn expect_output(&self, first: &Chunk) -> Result<()> {
        let generated = first.block.text.len() as f64;
        let by_records = self.amount.records as f64 / first.block.ends.len() as f64;
        let chunks = by_records.min(self.amount.bytes as f64 / generated);
        let outputs = self.outputs.iter().zip(first.texts());
        let outputs: Vec<_> = outputs
            .filter_map(|(output, text)| Some(((*output)?, chunks * text.len() as f64)))
            .collect();
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
    /// A chunk needs only its number.
    type Input<'b>
        = ()
    where
        Self: 'b;
    type Memory = OutputEncoder;
    type Chunk = Chunk;
    type Totals = Totals;
    /// The offsets of the two texts of a chunk in their outputs.
    type Place = [u64; 2];

    fn new_chunk(&self) -> Chunk {
        Chunk::default()
    }

    fn memory(&self) -> OutputEncoder {
        OutputEncoder::default()
    }

    fn next_input(&self, _: &mut Buffer) -> Option<(u64, ())> {
        Some((self.next.fetch_add(1, Ordering::Relaxed), ()))
    }

    fn compute(&self, seq: u64, (): (), chunk: &mut Chunk, encoder: &mut OutputEncoder) {
        chunk.block.truncate(0);
        chunk.block.wants_answers = self.outputs[1].is_some();
        for block in seq * self.blocks_per_chunk..(seq + 1) * self.blocks_per_chunk {
            self.workload.fill(block, &mut chunk.block);
        }
        if !chunk.block.wants_answers {
            chunk.block.answers.clear();
        }
        self.encode(chunk, encoder);
    }

    fn release(
        &self,
        chunk: &mut Chunk,
        released: &mut Released<Totals>,
        encoder: &mut OutputEncoder,
    ) -> Option<[u64; 2]> {
        let totals = &mut released.totals;
        let block = &mut chunk.block;
        let left = self.amount.records - totals.done.records;
        let bytes = self.amount.bytes - totals.generated;
        let fit = block.ends.partition_point(|&end| end as u64 <= bytes);
        let fit = usize::try_from(left).map_or(fit, |left| left.min(fit));
        // If a chunk fits exactly, the end is noticed at the next chunk, of which no record fits.
        if fit < block.ends.len() {
            released.ended = true;
            block.truncate(fit);
            self.encode(chunk, encoder);
        } else if totals.done.records == 0 {
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
        for (written, text) in totals.written.iter_mut().zip(chunk.texts()) {
            *written += text.len() as u64;
        }
        let block = &chunk.block;
        totals.generated += block.text.len() as u64;
        totals.done.records += block.ends.len() as u64;
        if let Some(progress) = self.progress {
            if !self.only_counts {
                progress.add(block.text.len() as u64, block.ends.len() as u64);
            }
            released.failure = progress.check_cancelled().err();
        }
        totals.done.cold += block.cold.iter().filter(|&&cold| cold).count() as u64;
        released.failure.is_none().then_some(offsets)
    }

    fn write(&self, chunk: &mut Chunk, offsets: [u64; 2], _: &mut Vec<u8>) -> Result<()> {
        let texts = chunk.texts().into_iter().zip(offsets);
        for (output, (text, offset)) in self.outputs.into_iter().zip(texts) {
            if let Some(output) = output.filter(|_| !text.is_empty()) {
                output.write_at(offset, text)?;
            }
        }
        Ok(())
    }
}
