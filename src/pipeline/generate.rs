//! Writes a workload into one file, and the right answers into another file. The output is the same at every thread count: a
//! block depends only on its number, and the last chunk is cut only when all chunks before it are counted.

use super::pool::{self, Pool};
use super::progress::Progress;
use super::summary::Summary;
use crate::error::{Error, Result};
use crate::output::Output;
use crate::output::answers::AnswerBuffer;
use crate::output::disk_space;
use crate::output::reorder::{Released, ReorderBuffer};
use crate::problem::Framing;
use crate::workload::{Block, RECORDS_PER_BLOCK, Workload};
use std::iter;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

const CHUNK_BYTES: u64 = 1 << 20;

/// The amount to generate: the largest number of records that both limits allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateLimit {
    /// The largest number of records.
    pub records: u64,
    /// The largest number of bytes of text, without the answers.
    pub bytes: u64,
}

impl GenerateLimit {
    /// A number of records.
    pub fn records(records: u64) -> Self {
        let bytes = u64::MAX;
        Self { records, bytes }
    }

    /// The whole records that fit in `bytes` bytes.
    pub fn bytes(bytes: u64) -> Self {
        let records = u64::MAX;
        Self { records, bytes }
    }
}

/// Writes the first records of `workload` to `output`, with the text that belongs before and after them. Writes the answer to
/// each record to `answers`. Publishes both outputs. The workload's problem can limit the number of records further. Returns the
/// number of hot and cold positions and of written bytes, answers included.
///
/// Errors: an output cannot be written; both outputs are the same file; `amount` allows no record, but the problem needs one
/// (every problem that is not framed by lines). After an error all files are unchanged.
pub fn generate<'w>(
    workload: &Workload,
    amount: GenerateLimit,
    output: Output<'w>,
    answers: Option<Output<'w>>,
    threads: Option<NonZeroUsize>,
    progress: Option<&Progress>,
) -> Result<Summary> {
    // Checks, and how much is written.
    let problem = &workload.problem;
    let needs_record = problem.framing != Framing::Lines;
    let too_few = || {
        Error::argument(match amount.bytes {
            u64::MAX => "an input of this problem has at least one record".to_owned(),
            bytes => format!("{bytes} bytes are too few for an input of this problem"),
        })
    };
    if needs_record && amount.records == 0 {
        return Err(too_few());
    }
    refuse_same_file(&output, answers.as_ref())?;
    problem.require_answers_of_one_line()?;
    let tail = problem.tail().as_bytes();
    let bytes = amount.bytes.checked_sub(tail.len() as u64);
    let bytes = bytes.ok_or_else(too_few)?;
    let max_records = problem.max_records().unwrap_or(u64::MAX);
    let records = amount.records.min(max_records);
    let mut limit = GenerateLimit { records, bytes };
    if limit.records == u64::MAX && limit.bytes != u64::MAX {
        // The space is checked before the records are counted, because counting takes time.
        let least = limit.bytes.saturating_sub(CHUNK_BYTES) as f64;
        disk_space::require(&[(&output, least)])?;
    }
    let mut head = String::new();
    if problem.framing == Framing::Count {
        if limit.bytes != u64::MAX {
            limit.records = count_fitting(workload, limit, progress)?;
        }
        if limit.records == 0 {
            return Err(too_few());
        }
        head = format!("{}\n", limit.records);
    }

    // The text before the records, the records, and the text after them.
    let answers = answers.map(|answers| answers.numbered(problem.case_prefix.as_ref()));
    let outputs: Vec<_> = iter::once(output).chain(answers).collect();
    let mut written = Written::default();
    if !head.is_empty() {
        written.text_bytes = head.len() as u64;
        written.lengths[0] = outputs[0].write_text(0, head.as_bytes())?;
    }
    written = write_records(workload, limit, &outputs, threads, progress, written)?;
    if needs_record && written.records == 0 {
        return Err(too_few());
    }
    if !tail.is_empty() {
        written.lengths[0] += outputs[0].write_text(written.lengths[0], tail)?;
    }
    publish(outputs, written.lengths)?;
    Ok(Summary {
        hot: written.records - written.cold,
        cold: written.cold,
        bytes: written.lengths.iter().sum(),
        ..Summary::default()
    })
}

/// The number of records that fit in `limit` if their number is written before them.
fn count_fitting(
    workload: &Workload,
    limit: GenerateLimit,
    progress: Option<&Progress>,
) -> Result<u64> {
    let (mut records, mut bytes) = (0_u64, 0);
    let mut block = Block::default();
    while records < limit.records {
        progress.map_or(Ok(()), Progress::check_cancelled)?;
        let left = (limit.records - records).min(RECORDS_PER_BLOCK as u64);
        block.clear();
        let number = records / RECORDS_PER_BLOCK as u64;
        workload.fill(number, left as usize, &mut block);
        for &end in &block.ends {
            // The digits of the number, and a line end.
            let head = (records + 1).ilog10() as u64 + 2;
            if head + bytes + end as u64 > limit.bytes {
                return Ok(records);
            }
            records += 1;
        }
        bytes += block.bytes();
    }
    Ok(records)
}

/// The sums over the records that have their place in the outputs.
#[derive(Default)]
struct Written {
    records: u64,
    cold: u64,
    text_bytes: u64,
    lengths: [u64; 2],
}

/// Writes records to the first output, and their answers to the second one, if there is one. `before` is already in the outputs.
fn write_records(
    workload: &Workload,
    limit: GenerateLimit,
    outputs: &[Output<'_>],
    threads: Option<NonZeroUsize>,
    progress: Option<&Progress>,
    before: Written,
) -> Result<Written> {
    // Several chunks for each thread, so that no thread waits long for the last one.
    let mut pool = Pool::new(threads);
    let record_bytes = workload.record_size() as u64;
    let bytes = limit.records.saturating_mul(record_bytes);
    let bytes = bytes.min(limit.bytes);
    let threads = pool.threads_for(bytes, pool::GENERATING);
    let chunk_bytes = (bytes / (8 * threads as u64)).min(CHUNK_BYTES);
    let block_bytes = record_bytes * RECORDS_PER_BLOCK as u64;
    let blocks = (chunk_bytes / block_bytes).max(1);
    let threads = pool::at_most_chunks(threads, bytes, (blocks * block_bytes) as usize);

    // Generates records from block number `number` on, and compresses the texts whose outputs are compressed.
    let fill = |number: u64, records: usize, block: &mut Block| -> Result<()> {
        block.clear();
        workload.fill(number, records, block);
        let mut texts = outputs.iter().zip(block.texts());
        texts.try_for_each(|(output, text)| output.encode(text))
    };

    // Gives the chunk that is next in order its place, and cuts it at the end of the output. Returns the offsets of its texts.
    let place = |block: &mut Block, released: &mut Released<Written, Error>| {
        let written = &mut released.sums;
        let left = limit.bytes - written.text_bytes;
        let count = block.ends.len();
        let fitting = block.ends.partition_point(|&end| end as u64 <= left);
        // A chunk that fits exactly does not end the output: the next chunk does, with no record.
        released.is_complete = fitting < count;
        if released.is_complete {
            fill(written.records / RECORDS_PER_BLOCK as u64, fitting, block)?;
        } else if written.records == 0 && limit.records > count as u64 {
            // Nothing is written yet.
            expect_output(limit, outputs, block)?;
        }
        let offsets = written.lengths;
        for (length, text) in written.lengths.iter_mut().zip(block.texts()) {
            *length += text.len() as u64;
        }
        let (bytes, records) = (block.bytes(), block.ends.len() as u64);
        written.text_bytes += bytes;
        written.records += records;
        written.cold += block.cold;
        if let Some(progress) = progress {
            progress.add(bytes, records);
            progress.check_cancelled()?;
        }
        Ok(offsets)
    };

    let write = |block: &mut Block, offsets: [u64; 2]| {
        let mut texts = outputs.iter().zip(block.texts()).zip(offsets);
        texts.try_for_each(|((output, text), offset)| output.write_at(offset, text))
    };

    // A worker generates a chunk. When the chunk is next in order, it gets its place in the outputs and is written.
    let order = outputs.iter().map(Output::order).min();
    let order = order.expect("the records have an output");
    let order = ReorderBuffer::new(order, order.window(threads), before);
    let next = AtomicU64::new(0);
    let records = blocks * RECORDS_PER_BLOCK as u64;
    let work = || {
        while !order.stopped() {
            let seq = next.fetch_add(1, Ordering::Relaxed);
            let left = limit.records.saturating_sub(seq * records);
            if left == 0 || !order.admit(seq) {
                break;
            }
            let new = || Block {
                answers: (outputs.len() > 1).then(|| AnswerBuffer::new(&workload.problem)),
                ..Block::default()
            };
            let mut chunk = order.reused().unwrap_or_else(new);
            if let Err(e) = fill(seq * blocks, left.min(records) as usize, &mut chunk) {
                return order.stop(Some(e));
            }
            order.put(seq, chunk, place, write);
        }
    };
    pool.run(threads, &|| order.run_worker(work));
    order.take_sums()
}

/// Estimates the size of the outputs from the first chunk, and prepares the outputs for it.
///
/// Errors: there is not enough disk space. Without this check a mistyped amount would fill the disk.
fn expect_output(limit: GenerateLimit, outputs: &[Output<'_>], first: &mut Block) -> Result<()> {
    let generated = first.bytes() as f64;
    let by_records = limit.records as f64 / first.ends.len() as f64;
    let chunks = by_records.min(limit.bytes as f64 / generated);
    let sizes = first.texts().map(|text| chunks * text.len() as f64);
    let sizes: Vec<_> = outputs.iter().zip(sizes).collect();
    // The size of a stream is not checked, because its reader may close it at any time.
    if outputs[0].free_space().is_some() {
        // At least 3/4 of the estimate is written, because all records are drawn from the same mix.
        let at_least = sizes.iter().map(|(output, bytes)| (*output, 0.75 * bytes));
        disk_space::require(&at_least.collect::<Vec<_>>())?;
    }
    // An unlimited amount can't be allocated.
    if chunks * generated <= 1e15 {
        for (output, bytes) in sizes {
            output.expect(bytes);
        }
    }
    Ok(())
}

/// Writes the text of an input to `output` and the text of its answers to `answers`, and publishes both.
///
/// Errors: an output cannot be written. After an error all files are unchanged.
pub fn write_input<'w>(texts: [&[u8]; 2], output: Output<'w>, answers: Output<'w>) -> Result<()> {
    refuse_same_file(&output, Some(&answers))?;
    let outputs = vec![output, answers];
    let mut lengths = [0; 2];
    for ((output, text), length) in outputs.iter().zip(texts).zip(&mut lengths) {
        *length = output.write_text(0, text)?;
    }
    publish(outputs, lengths)
}

fn refuse_same_file(output: &Output<'_>, answers: Option<&Output<'_>>) -> Result<()> {
    match answers {
        Some(answers) if answers.is_same_file(output) => {
            let what = "the pairs and the answers can't both be written there";
            Err(Error::argument(what).about(answers.name()))
        }
        _ => Ok(()),
    }
}

/// Publishes outputs, each with its length. The answers are published first: a program that finds the records finds the
/// answers too.
fn publish(outputs: Vec<Output<'_>>, lengths: [u64; 2]) -> Result<()> {
    let mut last_first = outputs.into_iter().zip(lengths).rev();
    last_first.try_for_each(|(output, length)| output.publish(length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::profile;
    use crate::workload::Mix;

    /// Records that are generated only to be counted do not count as progress.
    #[test]
    fn progress_is_what_was_written() {
        let problem = &profile("51nod1072").unwrap().problem;
        let workload = Workload::new(1, Mix::default(), problem).unwrap();
        let (mut text, progress) = (Vec::new(), Progress::default());
        let output = Output::stream(&mut text, "text");
        let amount = GenerateLimit::bytes(100_000);
        let done = generate(&workload, amount, output, None, None, Some(&progress)).unwrap();
        let head = format!("{}\n", done.records()).len() as u64;
        assert_eq!(progress.records(), done.records());
        assert_eq!(progress.bytes() + head, text.len() as u64);
        assert_eq!(done.bytes, text.len() as u64);
    }
}
