//! Solves one input: several workers compute, and the answers are written in the order of the chunks.
//!
//! A worker takes the next chunk and computes its result alone. When the chunk is next in order, its result is added to the
//! totals under a lock, and so gets its place in the output. Then it is written there, without the lock.
//! [`framing`](super::framing) explains how an input with a frame is read in parallel.

use super::chunk_result::{ChunkResult, InputTotals, RunTotals};
use super::frame_state::FrameState;
use super::pool::{self, Pool, WORTH_A_POOL};
use super::record_reader::RecordReader;
use super::solver::{OnInvalid, Solver};
use super::summary::FIRST_INVALID;
use crate::error::{Error, ErrorKind, Location, Result};
use crate::input::Source;
use crate::input::chunk::{Buffer, Chunk, count_newlines, line_start};
use crate::input::file_signature::add_description;
use crate::output::Output;
use crate::output::answers::AnswerBuffer;
use crate::output::reorder::{Released, ReorderBuffer};
use crate::parse::Fault;
use crate::problem::{Framing, Missing};
use std::sync::atomic::{AtomicUsize, Ordering};

pub(super) type NewReader<'p> = dyn Fn() -> Box<RecordReader<'p>> + Sync + 'p;

/// Solves an input. `totals` are the totals of the inputs before it. Returns the totals with this input.
///
/// Errors: the first failure in the order of the chunks.
pub(super) fn solve_input(
    source: &Source<'_>,
    output: &Output<'_>,
    solver: &Solver,
    new_reader: &NewReader<'_>,
    pool: &mut Pool,
    mut totals: RunTotals,
) -> Result<RunTotals> {
    // The number of threads that is useful for this input, and the size of a chunk.
    let compressed = output.compression.is_some();
    let cost = if compressed { pool::COMPRESSING } else { 1 };
    let problem = &solver.problem;
    let is_framed = problem.framing != Framing::Lines;
    let size = source.size().unwrap_or(u64::MAX);
    // One worker reads all cases, in order.
    let mut threads = 1;
    if problem.is_pairs() || !is_framed {
        threads = pool.threads_for(size, cost);
    }
    let has_moves = problem.answer_format.needs_moves();
    let chunk_size = match solver.chunk_size {
        Some(size) => size.get(),
        None if compressed => pool::COMPRESSED_CHUNK_BYTES,
        None if has_moves => pool::READ_CHUNK_BYTES,
        None => pool::chunk_size(size, source.read_method(), threads),
    };
    let threads = pool::at_most_chunks(threads, size, chunk_size);
    let order = output.order();
    // An answer with moves may take many times the memory of its record, so few chunks may wait.
    let window = if has_moves {
        threads + 1
    } else {
        order.window(threads)
    };

    // The workers.
    totals.input = InputTotals {
        frame: is_framed.then(|| FrameState::at_start(problem)),
        ..InputTotals::default()
    };
    let order = ReorderBuffer::new(order, window, totals);
    let new_worker = || Worker {
        source,
        output,
        solver,
        is_framed,
        order: &order,
        reader: new_reader(),
    };
    let finished = AtomicUsize::new(0);
    let work = |worker: &mut Worker<'_, '_, '_, '_>, max_bytes| {
        if order.run_worker(|| worker.work(chunk_size, max_bytes)) {
            source.release_share(finished.fetch_add(1, Ordering::Relaxed), threads);
        }
    };
    // The calling thread works alone until several threads are worth their start.
    let alone = match source.size() {
        _ if threads == 1 => u64::MAX,
        Some(_) => 0,
        None => WORTH_A_POOL,
    };
    let mut first = new_worker();
    work(&mut first, alone);
    let mut started = 1;
    if finished.load(Ordering::Relaxed) == 0 {
        started = pool.run(threads, &|| work(&mut new_worker(), u64::MAX));
    }

    // The totals.
    let mut totals = order.take_sums()?;
    first.check_complete(&mut totals)?;
    totals.read_before += first.bytes_read(&totals);
    let summary = &mut totals.summary;
    summary.threads = summary.threads.max(started);
    let method = source.read_method();
    if !summary.read_methods.contains(&method) {
        summary.read_methods.push(method);
    }
    Ok(totals)
}

/// Solves chunks of one input.
struct Worker<'j, 'r, 'w, 'p> {
    source: &'j Source<'r>,
    output: &'j Output<'w>,
    solver: &'j Solver,
    /// Whether line ends are only whitespace between numbers: every framing but [`Framing::Lines`].
    is_framed: bool,
    order: &'j ReorderBuffer<ChunkResult, RunTotals, Error>,
    reader: Box<RecordReader<'p>>,
}

impl Worker<'_, '_, '_, '_> {
    /// Takes chunks until there are no more, something stops the run, or this worker has taken `max_bytes` bytes. Returns
    /// whether no more chunks are to be taken.
    fn work(&mut self, chunk_size: usize, max_bytes: u64) -> bool {
        let (order, output) = (self.order, self.output);
        let mut buffer = Buffer::default();
        let mut text = Vec::new();
        let mut taken = 0;
        // The stop is checked before the input is read, because input from a pipe or a terminal may never come.
        while !order.stopped() {
            if taken >= max_bytes {
                return false;
            }
            let next = self.source.next_chunk(chunk_size, &mut buffer);
            let Some((seq, chunk)) = next else {
                break;
            };
            if !order.admit(seq) {
                break;
            }
            let mut result = self.new_result();
            match chunk {
                Ok(chunk) => self.solve_chunk(seq, &chunk, &mut result),
                Err(e) => result.failure = Some(e),
            }
            taken += result.bytes;
            let place = |result: &mut _, released: &mut _| self.place(result, released);
            let write = |result: &mut ChunkResult, offset| {
                output.write_at(offset, result.answers.text_in(&mut text))
            };
            order.put(seq, result, place, write);
        }
        true
    }

    /// A result without answers, in the memory of a result that was written.
    fn new_result(&self) -> ChunkResult {
        let problem = &self.solver.problem;
        let marks = self.solver.on_invalid == OnInvalid::Mark;
        let new = || ChunkResult {
            answers: AnswerBuffer::new(problem),
            ..ChunkResult::default()
        };
        let used = self.order.reused().unwrap_or_else(new);
        let (mut answers, mut kept) = (used.answers, used.kept);
        answers.clear();
        kept.clear();
        ChunkResult {
            mark: marks.then(|| problem.answer_format.invalid_mark()),
            max_records: u64::MAX,
            answers,
            kept,
            ..ChunkResult::default()
        }
    }

    fn solve_chunk(&mut self, seq: u64, chunk: &Chunk<'_>, result: &mut ChunkResult) {
        let text = &chunk.text[chunk.at..];
        result.offset = chunk.offset;
        result.bytes = text.len() as u64;
        result.tail = line_start(text, text.len()).map(|start| (text.len() - start) as u64);
        if self.source.is_stream() {
            // A chunk of a framed input may end within a line.
            let has_open_line = !self.is_framed && text.last().is_some_and(|&c| c != b'\n');
            result.newlines = count_newlines(text) + u64::from(has_open_line);
        }
        if self.is_framed {
            let take_state = |totals: &mut RunTotals| totals.input.frame.take();
            let state = self.order.with_sums_before(seq, take_state);
            if state.is_none() && self.source.mapped_bytes(chunk.offset, text.len()).is_none() {
                result.kept.extend_from_slice(text);
            }
            // If the chunks before this one are not released, the state at its start is assumed.
            let mut state = state.unwrap_or_else(FrameState::assumed);
            self.solve_from(&mut state, chunk, result);
            result.state_after = Some(state);
        } else {
            let read = self.reader.read_lines(chunk.text, chunk.at, result);
            let locate = |fault| self.locate(chunk, fault);
            let faults = std::mem::take(&mut result.faults);
            result.first_invalid = faults.into_iter().map(locate).collect();
            result.failure = read.err().map(locate);
        }
        self.encode(result);
    }

    /// Solves a chunk of a framed input with `state` at its start, and moves `state` past it.
    fn solve_from(&mut self, state: &mut FrameState, chunk: &Chunk<'_>, result: &mut ChunkResult) {
        let (solver, reader) = (self.solver, &mut *self.reader);
        let read = solver.read_framed(reader, chunk.text, chunk.at, state, result);
        result.failure = read.err().map(|fault| self.locate(chunk, fault));
        let beyond_limit = result.beyond_limit.take();
        result.warning = beyond_limit.map(|fault| self.locate(chunk, fault));
    }

    /// An error in the text of a chunk, with its location in the chunk.
    fn locate(&self, chunk: &Chunk<'_>, fault: Fault) -> Error {
        let Fault { at, kind } = fault;
        let is_start = chunk.offset == 0 && at == chunk.at;
        let start = is_start.then(|| &chunk.text[at..]);
        let line = line_start(chunk.text, at).unwrap_or(chunk.at);
        let lines = || count_newlines(&chunk.text[chunk.at..line]);
        Error::new(add_description(kind, start)).at(Location {
            byte: chunk.offset + (at - chunk.at) as u64,
            line: self.source.is_stream().then(lines),
            column: (at - line) as u64,
        })
    }

    /// Compresses the answers, if the output is compressed.
    fn encode(&self, result: &mut ChunkResult) {
        if self.output.compression.is_some()
            && let Err(e) = self.output.encode(result.answers.text())
        {
            result.clear_answers();
            result.failure = Some(e);
        }
    }

    /// Adds the result of the chunk that is next in order to the totals, and returns its offset in the output. Called under a
    /// lock.
    ///
    /// Errors: the run is cancelled.
    fn place(
        &mut self,
        result: &mut ChunkResult,
        released: &mut Released<RunTotals, Error>,
    ) -> Result<u64> {
        let totals = &mut released.sums;
        self.update_state(&mut totals.input.frame, result);
        // Neither a fault nor a failed read after the last record is an error.
        let frame = totals.input.frame.as_ref();
        released.is_complete = frame.is_some_and(FrameState::has_ended);
        let offset = totals.written;
        if totals.input.bytes == 0 && result.bytes > 0 && !result.answers.is_empty() {
            self.expect_output(offset, result);
        }
        totals.written += result.answers.len() as u64;
        totals.summary.hot += result.records - result.cold;
        totals.summary.cold += result.cold;
        totals.summary.invalid += result.invalid;
        totals.summary.bytes += result.bytes;
        totals.input.records += result.records;
        totals.input.bytes += result.bytes;
        if let Some(progress) = &self.solver.progress {
            let read = totals.read_before + self.bytes_read(totals);
            progress.chunk_solved(read, result.records + result.invalid)?;
        }
        self.collect_messages(result, totals);
        released.failure = match result.failure.take() {
            // The chunk could not be read. A location in this error is in another input.
            Some(error) if result.bytes == 0 => Some(error),
            failure => failure.map(|error| self.place_error(error, &mut totals.input)),
        };
        let input = &mut totals.input;
        input.lines += result.newlines;
        input.end = result.offset + result.bytes;
        input.tail = result.tail.unwrap_or(input.tail + result.bytes);
        Ok(offset)
    }

    /// Moves `frame`, the state at the start of the chunk that is next in order, past this chunk. If its worker assumed another
    /// state, the chunk is solved again.
    fn update_state(&mut self, frame: &mut Option<FrameState>, result: &mut ChunkResult) {
        let Some(after) = result.state_after.take() else {
            return;
        };
        let Some(state) = frame else {
            // The worker has taken the true state.
            *frame = Some(after);
            return;
        };
        let is_clean = result.failure.is_none() && result.warning.is_none();
        if state.is_as_assumed(result.records + u64::from(!is_clean)) {
            state.advance(after, result.records);
            return;
        }
        let mapped = self
            .source
            .mapped_bytes(result.offset, result.bytes as usize);
        let kept = std::mem::take(&mut result.kept);
        let chunk = Chunk {
            text: mapped.unwrap_or(&kept),
            at: 0,
            offset: result.offset,
        };
        result.clear_answers();
        self.solve_from(state, &chunk, result);
        self.encode(result);
        result.kept = kept;
    }

    /// The bytes of this input that were read; of a compressed input, the compressed bytes.
    fn bytes_read(&self, totals: &RunTotals) -> u64 {
        (self.source.compressed_bytes()).unwrap_or(totals.input.bytes)
    }

    /// Estimates the size of the output from the first chunk. A stream is assumed to have [`WORTH_A_POOL`] bytes.
    fn expect_output(&self, offset: u64, first: &ChunkResult) {
        let size = self.source.size().unwrap_or(WORTH_A_POOL).max(first.bytes);
        let ratio = first.answers.len() as f64 / first.bytes as f64;
        if size > first.bytes {
            self.output.expect(offset as f64 + size as f64 * ratio);
        }
    }

    /// Adds the messages about the invalid lines and the warning of a chunk to the summary.
    fn collect_messages(&self, result: &mut ChunkResult, totals: &mut RunTotals) {
        let RunTotals { summary, input, .. } = totals;
        let room = FIRST_INVALID - summary.first_invalid.len();
        for error in result.first_invalid.drain(..).take(room) {
            let message = self.place_error(error, input).to_string();
            summary.first_invalid.push(message);
        }
        if let Some(error) = result.warning.take()
            && !input.has_warning
        {
            let message = self.place_error(error, input).to_string();
            summary.warnings.push(message);
            input.has_warning = true;
        }
    }

    /// The error of the chunk that is next in order, with its location in the input. `before` are the totals before this chunk.
    fn place_error(&self, error: Error, before: &mut InputTotals) -> Error {
        let Some(Location { byte, line, column }) = error.location() else {
            return error;
        };
        let line_offset = byte - column;
        let line = match line {
            Some(lines) => Some(before.lines + lines + 1),
            None => match self.source.line_number(line_offset, &mut before.counted) {
                Ok(line) => line,
                Err(e) => return e,
            },
        };
        // The line may have begun before the chunk.
        let is_first = line_offset == before.end;
        let tail = if is_first { before.tail } else { 0 };
        let column = tail + column + 1;
        let location = Location { byte, line, column };
        error.at(location).about(self.source.name())
    }

    /// Reports a missing record or end of a framed input, after all of the input was read.
    fn check_complete(&self, totals: &mut RunTotals) -> Result<()> {
        let InputTotals { records, end, .. } = totals.input;
        let problem = &self.solver.problem;
        let state = totals.input.frame.as_ref();
        let Some(missing) = state.and_then(|state| state.missing(problem.framing, records)) else {
            return Ok(());
        };
        let (Missing::Closing(what) | Missing::Record(what)) = &missing;
        let what = format!("the input ends without {what}");
        let at_end = Location {
            byte: end,
            line: self.source.is_stream().then_some(0),
            column: 0,
        };
        let error = Error::new(ErrorKind::Framing(what)).at(at_end);
        let error = self.place_error(error, &mut totals.input);
        if self.solver.is_strict || matches!(missing, Missing::Record(_)) {
            return Err(error);
        }
        totals.summary.warnings.push(error.to_string());
        Ok(())
    }
}
