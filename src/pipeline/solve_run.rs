//! Solves one input: several workers compute, and the answers are written in the order of the chunks.
//!
//! A worker takes the next chunk and computes its result alone. When the chunk is next in order, its result is added to the
//! totals under a lock, and so gets its place in the output. Then it is written there, without the lock.
//! [`framing`](super::framing) explains how an input with a frame is read in parallel.

use super::chunk_result::{
    ChunkError, ChunkResult, FramedResult, InputTotals, Position, RunTotals,
};
use super::chunk_sink::ChunkSink;
use super::framing::{FrameState, TextError};
use super::pool::{self, Pool, WORTH_A_POOL};
use super::record_reader::RecordReader;
use super::solver::Solver;
use super::summary::FIRST_INVALID;
use crate::compress::encode::Encoder;
use crate::error::{Error, ErrorKind, Location, Result};
use crate::input::Source;
use crate::input::chunk::{Buffer, Chunk, count_newlines, line_start};
use crate::input::file_signature::add_description;
use crate::output::Output;
use crate::output::answers::AnswerBuffer;
use crate::output::reorder::{Order, ReorderBuffer, StopOnUnwind};
use crate::problem::{Framing, Missing};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(super) type NewReader<'p> = dyn Fn() -> Box<RecordReader<'p>> + Sync + 'p;

/// One input, its output, and how its records are answered.
pub(super) struct SolveRun<'j, 'r, 'w, 'p> {
    source: &'j Source<'r>,
    output: &'j Output<'w>,
    solver: &'j Solver,
    /// An empty buffer, cloned for each chunk.
    no_answers: &'j AnswerBuffer,
    new_reader: &'j NewReader<'p>,
    /// Whether line ends are only whitespace between numbers: every framing but [`Framing::Lines`].
    is_framed: bool,
    chunk_size: usize,
    /// The number of threads that is useful for this input.
    threads: usize,
    order: ReorderBuffer<ChunkResult>,
    totals: Mutex<RunTotals>,
    /// The results of chunks that were written. Their memory is used again, because fresh memory costs page faults.
    spare: Mutex<Vec<ChunkResult>>,
    /// The number of bytes in the chunks so far. It decides when a pool is started.
    taken: AtomicU64,
    /// The number of workers that have no more chunks to do.
    finished: AtomicUsize,
}

struct WorkerMemory<'p> {
    reader: Box<RecordReader<'p>>,
    encoder: Encoder,
    /// The number of a chunk of a framed input, and the state at its start, which this worker knows.
    next_state: Option<(u64, FrameState)>,
}

impl<'j, 'r, 'w, 'p> SolveRun<'j, 'r, 'w, 'p> {
    /// `totals` are the totals of the inputs before this one.
    pub(super) fn new(
        source: &'j Source<'r>,
        output: &'j Output<'w>,
        solver: &'j Solver,
        no_answers: &'j AnswerBuffer,
        new_reader: &'j NewReader<'p>,
        pool: &Pool,
        mut totals: RunTotals,
    ) -> Self {
        let compressed = output.compression().is_some();
        let cost = if compressed { pool::COMPRESSING } else { 1 };
        let problem = &solver.problem;
        let is_framed = problem.framing != Framing::Lines;
        // One worker reads all cases, in order.
        let mut threads = 1;
        if problem.is_pairs() || !is_framed {
            threads = pool.threads_for(source.size().unwrap_or(u64::MAX), cost);
        }
        let has_moves = problem.answer_format.needs_moves();
        let chunk_size = match solver.chunk_size {
            Some(size) => size.get(),
            None if compressed => pool::COMPRESSED_CHUNK_BYTES,
            None if has_moves => pool::READ_CHUNK_BYTES,
            None => pool::chunk_size(source.size(), source.read_method(), threads),
        };
        let threads = pool::at_most_chunks(threads, source.size(), chunk_size);
        let window = match output.order() {
            // An answer with moves may take many times the memory of its record, so few chunks may wait.
            _ if has_moves => threads + 1,
            // One worker at a time writes. The others continue meanwhile.
            Order::Serial => 4 * threads,
            Order::Positioned => 2 * threads + 2,
        };
        totals.input = InputTotals {
            frame: is_framed.then(|| FrameState::at_start(problem)),
            ..InputTotals::default()
        };
        Self {
            source,
            output,
            solver,
            no_answers,
            new_reader,
            is_framed,
            chunk_size,
            threads,
            order: ReorderBuffer::new(output.order(), window),
            totals: Mutex::new(totals),
            spare: Mutex::default(),
            taken: AtomicU64::new(0),
            finished: AtomicUsize::new(0),
        }
    }

    /// Solves the input. Returns the totals with this input.
    ///
    /// Errors: the first failure in the order of the chunks.
    pub(super) fn run(self, pool: &mut Pool) -> Result<RunTotals> {
        // The calling thread works alone until several threads are worth their start.
        let mut threads = 1;
        self.run_worker(|| {
            let is_large = || self.taken.load(Ordering::Relaxed) >= WORTH_A_POOL;
            self.threads > 1 && (self.source.size().is_some() || is_large())
        });
        if self.finished.load(Ordering::Relaxed) == 0 {
            threads = pool.run(self.threads, &|| self.run_worker(|| false));
        }
        let mut totals = std::mem::take(&mut *lock(&self.totals));
        if let Some(failure) = totals.input.failure {
            return Err(failure);
        }
        self.check_complete(&mut totals)?;
        totals.read_before += self.bytes_read(&totals);
        let summary = &mut totals.summary;
        summary.threads = summary.threads.max(threads);
        let method = self.source.read_method();
        if !summary.read_methods.contains(&method) {
            summary.read_methods.push(method);
        }
        Ok(totals)
    }

    /// One worker: takes chunks until there are no more, something stops the run, or `needs_pool` is true.
    fn run_worker(&self, needs_pool: impl Fn() -> bool) {
        let mut buffer = Buffer::default();
        let mut memory = WorkerMemory {
            reader: (self.new_reader)(),
            encoder: Encoder::default(),
            next_state: (self.is_framed).then(|| (0, FrameState::at_start(&self.solver.problem))),
        };
        let mut text = Vec::new();
        let _guard = StopOnUnwind::new(&self.order);
        // The stop is checked before the input is read, because input from a pipe or a terminal may never come.
        while !self.order.stopped() {
            if needs_pool() {
                return;
            }
            let next = self.source.next_chunk(self.chunk_size, &mut buffer);
            let Some((seq, chunk)) = next else {
                break;
            };
            if !self.order.admit(seq) {
                break;
            }
            let spare = lock(&self.spare).pop();
            let mut result = spare.unwrap_or_else(|| self.new_result());
            self.compute(seq, chunk, &mut result, &mut memory);
            let release = |result: &mut ChunkResult| {
                let mut totals = lock(&self.totals);
                if totals.input.ended || totals.input.failure.is_some() {
                    return None;
                }
                self.release(result, &mut totals, &mut memory)
            };
            let write = |mut result: ChunkResult, offset| {
                let written = match result.sink.answers.text_in(&mut text) {
                    [] => Ok(()),
                    text => self.output.write_at(offset, text),
                };
                lock(&self.spare).push(result);
                let input = &mut lock(&self.totals).input;
                if let Err(e) = written {
                    input.failure.get_or_insert(e);
                }
                input.failure.is_none() && !input.ended
            };
            self.order.put(seq, result, release, write);
        }
        let part = self.finished.fetch_add(1, Ordering::Relaxed);
        self.source.release_share(part, self.threads);
    }

    fn new_result(&self) -> ChunkResult {
        let sink = ChunkSink {
            on_invalid: self.solver.on_invalid,
            mark: self.solver.problem.answer_format.invalid_mark(),
            answers: self.no_answers.clone(),
            max_records: u64::MAX,
            ..ChunkSink::default()
        };
        ChunkResult {
            sink,
            ..ChunkResult::default()
        }
    }

    /// Computes the result of chunk `seq`. `result` is new, or the result of a chunk that was written.
    fn compute(
        &self,
        seq: u64,
        chunk: Result<Chunk<'_>>,
        result: &mut ChunkResult,
        memory: &mut WorkerMemory<'p>,
    ) {
        // The memory of an earlier chunk is used again: fresh memory costs page faults.
        let mut sink = std::mem::take(&mut result.sink);
        let mut kept = std::mem::take(&mut result.kept);
        sink.clear();
        kept.clear();
        *result = ChunkResult {
            sink,
            kept,
            ..ChunkResult::default()
        };
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(e) => {
                result.failure = Some(e.into());
                return;
            }
        };
        let text = &chunk.text[chunk.at..];
        result.offset = chunk.offset;
        result.bytes = text.len() as u64;
        result.tail = line_start(text, text.len()).map(|start| (text.len() - start) as u64);
        if self.source.is_stream() {
            result.newlines = self.newlines(text);
        }
        self.taken.fetch_add(result.bytes, Ordering::Relaxed);
        if self.is_framed {
            self.solve_framed(memory, seq, &chunk, result);
        } else {
            self.solve_lines(&mut *memory.reader, &chunk, result);
        }
        if self.output.compression().is_some() {
            self.encode(&mut memory.encoder, result);
        }
    }

    /// Adds the result of the chunk that is next in order to the totals, and returns its offset in the output; `None` if the
    /// run stops before it. If the input fails or ends in this chunk, the run stops after it. Called under a lock.
    fn release(
        &self,
        result: &mut ChunkResult,
        totals: &mut RunTotals,
        memory: &mut WorkerMemory<'p>,
    ) -> Option<u64> {
        if let Some(state) = &mut totals.input.frame {
            self.update_state(state, result, memory);
            // Neither a fault nor a failed read after the last record is an error.
            totals.input.ended = state.has_ended();
        }
        let sink = &result.sink;
        let offset = totals.written;
        if totals.input.bytes == 0 && result.bytes > 0 && !sink.answers.is_empty() {
            self.expect_output(offset, result);
        }
        totals.written += sink.answers.len() as u64;
        totals.summary.hot += sink.records - sink.cold;
        totals.summary.cold += sink.cold;
        totals.summary.invalid += sink.invalid;
        totals.summary.bytes += result.bytes;
        totals.input.records += sink.records;
        totals.input.bytes += result.bytes;
        if let Some(progress) = &self.solver.progress {
            let read = totals.read_before + self.bytes_read(totals);
            if let Err(cancelled) = progress.chunk_solved(read, sink.records + sink.invalid) {
                totals.input.failure = Some(cancelled);
                return None;
            }
        }
        totals.input.failure = self.collect_messages(result, totals);
        let input = &mut totals.input;
        input.lines += result.newlines;
        input.end = result.offset + result.bytes;
        input.tail = result.tail.unwrap_or(input.tail + result.bytes);
        Some(offset)
    }

    fn solve_lines(
        &self,
        reader: &mut RecordReader<'_>,
        chunk: &Chunk<'_>,
        result: &mut ChunkResult,
    ) {
        let stopped = reader.read_lines(chunk.text, chunk.at, &mut result.sink);
        let faults = result.sink.faults.drain(..);
        let faults = faults.map(|fault| self.locate(chunk, fault.into()));
        result.faults.extend(faults);
        result.failure = stopped.err().map(|fault| self.locate(chunk, fault.into()));
    }

    /// An error in the text of a chunk, with its position.
    fn locate(&self, chunk: &Chunk<'_>, error: TextError) -> ChunkError {
        let TextError { at, kind } = error;
        let is_start = chunk.offset == 0 && at == chunk.at;
        let start = is_start.then(|| &chunk.text[at..]);
        let line = line_start(chunk.text, at).unwrap_or(chunk.at);
        let position = Position {
            line_offset: chunk.offset + (line - chunk.at) as u64,
            lines: if self.source.is_stream() {
                count_newlines(&chunk.text[chunk.at..line])
            } else {
                0
            },
            column: at - line,
        };
        ChunkError {
            position: Some(position),
            error: Error::new(add_description(kind, start)),
        }
    }

    /// The number of lines in a chunk that the next chunk does not continue.
    fn newlines(&self, text: &[u8]) -> u64 {
        let has_open_line = !self.is_framed && text.last().is_some_and(|&c| c != b'\n');
        count_newlines(text) + u64::from(has_open_line)
    }

    fn encode(&self, encoder: &mut Encoder, result: &mut ChunkResult) {
        let answers = &mut result.sink.answers;
        if answers.is_empty() {
            return;
        }
        match encoder.encode(self.output.compression(), answers.text()) {
            Ok(None) => {}
            Ok(Some(encoded)) => *answers.text() = encoded,
            Err(e) => {
                result.sink.clear();
                result.failure = Some(e.into());
            }
        }
    }

    /// The bytes of this input that were read; of a compressed input, the compressed bytes.
    fn bytes_read(&self, totals: &RunTotals) -> u64 {
        let compressed = self.source.compressed_bytes();
        compressed.unwrap_or(totals.input.bytes)
    }

    /// Estimates the size of the output from the first chunk. A stream is assumed to have [`WORTH_A_POOL`] bytes.
    fn expect_output(&self, offset: u64, first: &ChunkResult) {
        let size = self.source.size().unwrap_or(WORTH_A_POOL).max(first.bytes);
        let ratio = first.sink.answers.len() as f64 / first.bytes as f64;
        if size > first.bytes {
            let bytes = (size as f64 * ratio * 1.002) as u64 + 4096;
            self.output.expect(offset + bytes);
        }
    }

    /// Solves a chunk of a framed input. If the worker did not read the chunk before it, the state at its start is assumed.
    fn solve_framed(
        &self,
        memory: &mut WorkerMemory<'_>,
        seq: u64,
        chunk: &Chunk<'_>,
        result: &mut ChunkResult,
    ) {
        let known = memory.next_state.take_if(|(next, _)| *next == seq);
        let start_was_known = known.is_some();
        let mut state = known.map_or_else(FrameState::assumed, |(_, state)| state);
        self.solve_from(&mut *memory.reader, &mut state, chunk, result);
        let state_after = state.without_cases();
        let text = &chunk.text[chunk.at..];
        if start_was_known {
            memory.next_state = Some((seq + 1, state));
        } else if self.source.mapped_bytes(chunk.offset, text.len()).is_none() {
            result.kept.extend_from_slice(text);
        }
        result.framed = Some(FramedResult {
            state_after,
            start_was_known,
        });
    }

    /// Solves a chunk of a framed input with `state` at its start, and moves `state` past it.
    fn solve_from(
        &self,
        reader: &mut RecordReader<'_>,
        state: &mut FrameState,
        chunk: &Chunk<'_>,
        result: &mut ChunkResult,
    ) {
        let mut warning = None;
        let (text, sink) = (chunk.text, &mut result.sink);
        let solver = self.solver;
        let read = solver.read_framed(reader, text, chunk.at, state, sink, &mut warning);
        result.failure = read.err().map(|e| self.locate(chunk, e));
        result.warning = warning.map(|warning| self.locate(chunk, warning));
    }

    /// Moves `state` past the chunk that is next in order. If its worker assumed the wrong state, the chunk is solved again.
    fn update_state(
        &self,
        state: &mut FrameState,
        result: &mut ChunkResult,
        memory: &mut WorkerMemory<'_>,
    ) {
        let Some(framed) = result.framed.take() else {
            return;
        };
        let records = result.sink.records;
        let is_clean = result.failure.is_none() && result.warning.is_none();
        if framed.start_was_known {
            *state = framed.state_after;
        } else if state.is_as_assumed(records + u64::from(!is_clean)) {
            state.advance(framed.state_after, records);
        } else {
            let mapped = self
                .source
                .mapped_bytes(result.offset, result.bytes as usize);
            let kept = std::mem::take(&mut result.kept);
            let chunk = Chunk {
                text: mapped.unwrap_or(&kept),
                at: 0,
                offset: result.offset,
            };
            result.sink.clear();
            self.solve_from(&mut *memory.reader, state, &chunk, result);
            result.kept = kept;
            if self.output.compression().is_some() {
                self.encode(&mut memory.encoder, result);
            }
        }
    }

    /// Moves the faults and the warning of a chunk into the totals, as messages. Returns its failure.
    fn collect_messages(&self, result: &mut ChunkResult, totals: &mut RunTotals) -> Option<Error> {
        for error in result.faults.drain(..) {
            if totals.summary.first_invalid.len() < FIRST_INVALID {
                let message = self.place(error, totals).to_string();
                totals.summary.first_invalid.push(message);
            }
        }
        if let Some(error) = result.warning.take()
            && !totals.input.has_warning
        {
            let message = self.place(error, totals).to_string();
            totals.summary.warnings.push(message);
            totals.input.has_warning = true;
        }
        let failure = result.failure.take();
        failure.map(|error| self.place(error, totals))
    }

    /// The error of the chunk that is next in order, with its place in the input. `totals` are the totals before this chunk.
    fn place(&self, ChunkError { position, error }: ChunkError, totals: &RunTotals) -> Error {
        let Some(position) = position else {
            return error;
        };
        let before = &totals.input;
        let line = if self.source.is_stream() {
            Ok(Some(before.lines + position.lines + 1))
        } else {
            self.source.line_number(position.line_offset)
        };
        match line {
            Ok(line) => {
                let byte = position.line_offset + position.column as u64;
                // The line may have begun before the chunk.
                let is_first = position.line_offset == before.end;
                let tail = if is_first { before.tail } else { 0 };
                let column = tail + position.column as u64 + 1;
                let location = Location { byte, line, column };
                error.at(location).about(self.source.name())
            }
            Err(e) => e,
        }
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
        let position = Position {
            line_offset: end,
            lines: 0,
            column: 0,
        };
        let error = ChunkError {
            position: Some(position),
            error: Error::new(ErrorKind::Framing(what)),
        };
        let error = self.place(error, totals);
        match missing {
            Missing::Closing(_) if !self.solver.is_strict => {
                totals.summary.warnings.push(error.to_string());
                Ok(())
            }
            Missing::Closing(_) | Missing::Record(_) => Err(error),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
