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
use crate::output::labels::LabelTable;
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
    /// The labels, if an answer is only a label.
    labels: Option<LabelTable>,
    progress: Option<&'r Progress>,
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

/// The encoders of one worker, one for each output, because the two outputs may have different compression formats.
pub(super) type Encoders = [OutputEncoder; 2];

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
        let has_labels = answers.is_some() && !workload.has_answer_text();
        Self {
            workload,
            amount,
            outputs: [Some(output), answers],
            labels: has_labels.then(|| LabelTable::new(&workload.problem().labels)),
            progress,
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
        let (threads, released) = run.run(pool);
        let mut totals = released.totals;
        totals.done.threads = threads;
        match released.failure {
            Some(failure) => Err(failure),
            None => Ok(totals),
        }
    }

    /// Writes the answers of a block, if an answer is only a label.
    fn write_labels(&self, block: &mut Block) {
        if let Some(labels) = &self.labels {
            let end = labels.write(&block.cold, block.records(), 0, &mut block.answers);
            block.answers.truncate(end);
        }
    }

    /// Compresses each of the two texts of a chunk, as a whole, if its output is compressed.
    fn encode(&self, chunk: &mut Chunk, encoders: &mut Encoders) {
        chunk.failure = None;
        for (i, (output, encoder)) in self.outputs.iter().zip(encoders).enumerate() {
            let Some(output) = output else { break };
            let text = match i {
                0 => chunk.block.text.as_slice(),
                _ => self.answer_text(chunk),
            };
            let encoded = if text.is_empty() {
                Ok(None)
            } else {
                encoder.encode(output, text)
            };
            chunk.encoded[i] = encoded.unwrap_or_else(|e| {
                chunk.failure = Some(e);
                None
            });
        }
    }

    /// The records and the answers of a chunk in the form in which they are written.
    fn texts<'c>(&self, chunk: &'c Chunk) -> [&'c [u8]; 2] {
        let [records, answers] = &chunk.encoded;
        [
            records.as_deref().unwrap_or(&chunk.block.text),
            answers.as_deref().unwrap_or(self.answer_text(chunk)),
        ]
    }

    /// The answers of a chunk, before compression.
    fn answer_text<'c>(&self, chunk: &'c Chunk) -> &'c [u8] {
        match self.outputs[1] {
            None => b"",
            Some(_) => &chunk.block.answers,
        }
    }

    /// Estimates from the first chunk the size of the outputs, and prepares them for it.
    ///
    /// Errors: there is not enough disk space. Without this check a mistyped amount would fill the disk.
    fn expect_output(&self, first: &Chunk) -> Result<()> {
        let [text, answers] = self.texts(first).map(|text| text.len() as f64);
        let generated = first.block.text.len() as f64;
        let by_records = self.amount.records as f64 / first.block.records() as f64;
        let by_bytes = self.amount.bytes as f64 / generated;
        let chunks = by_records.min(by_bytes);
        // At least 3/4 of the estimate is written, because all records are drawn from the same mix. If the amount is a
        // number of bytes, at most the last chunk is missing.
        let at_least = 0.75 * chunks;
        let least = if by_bytes < by_records {
            at_least.max(chunks - 1.0) * text
        } else {
            at_least * text
        };
        let [output, other] = self.outputs;
        // The reader of a stream may close it at any time.
        if output.is_some_and(|output| output.free_space().is_some()) {
            let needs = [(output, least), (other, at_least * answers)];
            let needs = needs.into_iter().filter_map(|(output, least)| {
                output.map(|output| (output.name(), output.free_space(), least))
            });
            disk_space::require(needs)?;
        }
        // An unlimited amount can't be allocated.
        if chunks * generated > 1e15 {
            return Ok(());
        }
        for (output, bytes) in self.outputs.into_iter().zip([text, answers]) {
            if let Some(output) = output {
                output.expect((chunks * bytes * 1.002) as u64 + 4096);
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
    type Memory = Encoders;
    type Chunk = Chunk;
    type Totals = Totals;
    /// The offsets of the two texts of a chunk in their outputs.
    type Place = [u64; 2];

    fn memory(&self) -> Encoders {
        Encoders::default()
    }

    fn next_input(&self, _: &mut Buffer) -> Option<(u64, ())> {
        Some((self.next.fetch_add(1, Ordering::Relaxed), ()))
    }

    fn compute(&self, seq: u64, (): (), mut chunk: Chunk, encoders: &mut Encoders) -> Chunk {
        chunk.block.clear();
        for block in 0..self.blocks_per_chunk {
            let number = seq * self.blocks_per_chunk + block;
            self.workload.fill(number, &mut chunk.block);
        }
        self.write_labels(&mut chunk.block);
        self.encode(&mut chunk, encoders);
        chunk
    }

    fn release(
        &self,
        chunk: &mut Chunk,
        released: &mut Released<Totals>,
        encoders: &mut Encoders,
    ) -> Option<[u64; 2]> {
        let totals = &mut released.totals;
        let block = &mut chunk.block;
        let left = self.amount.records - totals.done.records;
        let bytes = self.amount.bytes - totals.generated;
        let fit = block.ends.partition_point(|&end| end as u64 <= bytes);
        let fit = usize::try_from(left).map_or(fit, |left| left.min(fit));
        // If a chunk fits exactly, the end is noticed at the next chunk, of which no record fits.
        if fit < block.records() {
            released.ended = true;
            block.truncate(fit);
            self.write_labels(block);
            self.encode(chunk, encoders);
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
        for (written, text) in totals.written.iter_mut().zip(self.texts(chunk)) {
            *written += text.len() as u64;
        }
        let block = &chunk.block;
        totals.generated += block.text.len() as u64;
        totals.done.records += block.records() as u64;
        if let Some(progress) = self.progress {
            progress.add_bytes(block.text.len() as u64);
            progress.add_records(block.records() as u64);
            if let Err(cancelled) = progress.check_cancelled() {
                released.failure = Some(cancelled);
                return None;
            }
        }
        let cold = block.cold.iter().map(|word| u64::from(word.count_ones()));
        totals.done.cold += cold.sum::<u64>();
        Some(offsets)
    }

    fn write(&self, chunk: &mut Chunk, offsets: [u64; 2], _: &mut Vec<u8>) -> Result<()> {
        let texts = self.texts(chunk).into_iter().zip(offsets);
        for (output, (text, offset)) in self.outputs.into_iter().zip(texts) {
            if let Some(output) = output.filter(|_| !text.is_empty()) {
                output.write_at(offset, text)?;
            }
        }
        Ok(())
    }
}
