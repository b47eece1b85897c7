//! Solves the chunks of one input.

use super::chunk_result::{ChunkError, ChunkResult, InputTotals, Position, Totals};
use super::chunk_sink::ChunkSink;
use super::framing::{FrameState, TextError};
use super::ordered_run::{ChunkWork, OrderedRun, Released};
use super::pool::{self, Pool, WORTH_A_POOL};
use super::record_reader::RecordReader;
use super::solver::Solver;
use super::summary::FIRST_INVALID;
use crate::error::{Error, Location, Result};
use crate::input::Source;
use crate::input::chunk::{Buffer, Chunk, count_newlines, line_start};
use crate::input::file_signature::add_description;
use crate::output::Output;
use crate::output::answers::AnswerBuffer;
use crate::output::encoder::OutputEncoder;
use crate::problem::Framing;
use std::sync::atomic::{AtomicU64, Ordering};

/// Makes the reader of a worker.
pub(super) type NewReader<'p> = dyn Fn() -> Box<RecordReader<'p>> + Sync + 'p;

/// One input, its output, and how its records are answered.
pub(super) struct SolveWork<'j, 'r, 'w, 'p> {
    pub(super) source: &'j Source<'r>,
    pub(super) output: &'j Output<'w>,
    pub(super) solver: &'j Solver,
    /// An empty buffer, which each chunk copies.
    no_answers: &'j AnswerBuffer,
    new_reader: &'j NewReader<'p>,
    /// Whether line ends are only whitespace between numbers: every framing but [`Framing::Lines`].
    is_framed: bool,
    chunk_size: usize,
    /// The number of threads that is useful for this input.
    threads: usize,
    /// The number of bytes taken so far. It decides when a pool is started.
    taken: AtomicU64,
}

/// The memory of a worker that solves.
pub(super) struct SolveMemory<'p> {
    pub(super) reader: Box<RecordReader<'p>>,
    pub(super) encoder: OutputEncoder,
    /// The number of a chunk of a framed input, and the state at its start, which this worker knows.
    pub(super) next_state: Option<(u64, FrameState)>,
}

impl<'j, 'r, 'w, 'p> SolveWork<'j, 'r, 'w, 'p> {
    pub(super) fn new(
        source: &'j Source<'r>,
        output: &'j Output<'w>,
        solver: &'j Solver,
        no_answers: &'j AnswerBuffer,
        new_reader: &'j NewReader<'p>,
        pool: &Pool,
    ) -> Self {
        let compressed = output.compression().is_some();
        let cost = if compressed { pool::COMPRESSING } else { 1 };
        let problem = &solver.problem;
        let is_framed = problem.framing != Framing::Lines;
        let threads = match problem.is_pairs() || !is_framed {
            true => pool.threads_for(source.size().unwrap_or(u64::MAX), cost),
            // One worker reads all cases, in order.
            false => 1,
        };
        let chunk_size = match solver.chunk_size {
            Some(size) => size.get(),
            None if compressed => pool::COMPRESSED_CHUNK,
            None if problem.answer_format.needs_moves() => pool::READ_CHUNK,
            None => pool::chunk_size(source.size(), source.read_method(), threads),
        };
        Self {
            source,
            output,
            solver,
            no_answers,
            new_reader,
            is_framed,
            chunk_size,
            threads: pool::at_most_chunks(threads, source.size(), chunk_size),
            taken: AtomicU64::new(0),
        }
    }

    /// Solves the input. `totals` are the totals of the inputs before it; returns those with this input.
    pub(super) fn solve_input(&self, mut totals: Totals, pool: &mut Pool) -> Result<Totals> {
        totals.input = InputTotals {
            frame: self.start_state(),
            ..InputTotals::default()
        };
        let run = OrderedRun::new(self, self.threads, self.output.order(), totals);
        let (threads, mut totals) = run.run(pool)?;
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

    /// The state at the start of a framed input.
    fn start_state(&self) -> Option<FrameState> {
        let problem = &self.solver.problem;
        self.is_framed.then(|| FrameState::at_start(problem))
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
    pub(super) fn locate(&self, chunk: &Chunk<'_>, error: TextError) -> ChunkError {
        let TextError { at, kind } = error;
        let is_start = chunk.offset == 0 && at == chunk.at;
        let start = is_start.then(|| &chunk.text[at..]);
        let line = line_start(chunk.text, at).unwrap_or(chunk.at);
        let position = Position {
            line_offset: chunk.offset + (line - chunk.at) as u64,
            lines: match self.source.is_stream() {
                true => count_newlines(&chunk.text[chunk.at..line]),
                false => 0,
            },
            column: at - line,
        };
        ChunkError {
            position: Some(position),
            error: Error::new(add_description(kind, start)),
        }
    }

    /// The number of lines that end in a chunk, or that the next chunk does not continue.
    fn newlines(&self, text: &[u8]) -> u64 {
        let has_open_line = !self.is_framed && text.last().is_some_and(|&c| c != b'\n');
        count_newlines(text) + u64::from(has_open_line)
    }

    /// Compresses the answers of a chunk.
    pub(super) fn encode(&self, encoder: &mut OutputEncoder, result: &mut ChunkResult) {
        let answers = &mut result.sink.answers;
        if answers.is_empty() {
            return;
        }
        match encoder.encode(self.output, answers.text()) {
            Ok(None) => {}
            Ok(Some(encoded)) => *answers.text() = encoded,
            Err(e) => {
                result.sink.clear();
                result.failure = Some(e.into());
            }
        }
    }

    /// The bytes of this input that were read. Of a compressed input, the compressed bytes count.
    fn bytes_read(&self, totals: &Totals) -> u64 {
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

    /// Moves the faults and the warning of a chunk into the totals, as messages. Returns its failure.
    fn collect_messages(&self, result: &mut ChunkResult, totals: &mut Totals) -> Option<Error> {
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

    /// An error of the next chunk, with its place in the input. `totals` are the totals before that chunk.
    pub(super) fn place(
        &self,
        ChunkError { position, error }: ChunkError,
        totals: &Totals,
    ) -> Error {
        let Some(position) = position else {
            return error;
        };
        let before = &totals.input;
        let line = match self.source.is_stream() {
            true => Ok(Some(before.lines + position.lines + 1)),
            false => self.source.line_number(position.line_offset),
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
}

impl<'p> ChunkWork for SolveWork<'_, '_, '_, 'p> {
    type Input<'b>
        = Result<Chunk<'b>>
    where
        Self: 'b;
    type Memory = SolveMemory<'p>;
    type Chunk = ChunkResult;
    type Totals = Totals;
    /// The offset in the output.
    type Place = u64;

    fn new_chunk(&self) -> ChunkResult {
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

    fn memory(&self) -> SolveMemory<'p> {
        SolveMemory {
            reader: (self.new_reader)(),
            encoder: OutputEncoder::default(),
            next_state: self.start_state().map(|state| (0, state)),
        }
    }

    fn next_input<'b>(&'b self, buffer: &'b mut Buffer) -> Option<(u64, Result<Chunk<'b>>)> {
        self.source.next_chunk(self.chunk_size, buffer)
    }

    fn compute(
        &self,
        seq: u64,
        input: Result<Chunk<'_>>,
        result: &mut ChunkResult,
        memory: &mut SolveMemory<'p>,
    ) {
        // The memory of the chunk before is used again: fresh memory costs page faults.
        let mut sink = std::mem::take(&mut result.sink);
        let mut kept = std::mem::take(&mut result.kept);
        sink.clear();
        kept.clear();
        *result = ChunkResult {
            sink,
            kept,
            ..ChunkResult::default()
        };
        let chunk = match input {
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
        match self.is_framed {
            false => self.solve_lines(&mut *memory.reader, &chunk, result),
            true => self.solve_framed(memory, seq, &chunk, result),
        }
        if self.output.compression().is_some() {
            self.encode(&mut memory.encoder, result);
        }
    }

    fn release(
        &self,
        result: &mut ChunkResult,
        released: &mut Released<Totals>,
        memory: &mut SolveMemory<'p>,
    ) -> Option<u64> {
        let totals = &mut released.totals;
        if let Some(state) = &mut totals.input.frame {
            self.update_state(state, result, memory);
            // Text after the last record is not read: neither a fault nor a failed read there is an error.
            released.ended = state.has_ended();
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
                released.failure = Some(cancelled);
                return None;
            }
        }
        released.failure = self.collect_messages(result, totals);
        let input = &mut totals.input;
        input.lines += result.newlines;
        input.end = result.offset + result.bytes;
        input.tail = result.tail.unwrap_or(input.tail + result.bytes);
        Some(offset)
    }

    fn write(&self, result: &mut ChunkResult, offset: u64, text: &mut Vec<u8>) -> Result<()> {
        match result.sink.answers.text_in(text) {
            [] => Ok(()),
            text => self.output.write_at(offset, text),
        }
    }

    fn is_worth_a_pool(&self) -> bool {
        self.source.size().is_some() || self.taken.load(Ordering::Relaxed) >= WORTH_A_POOL
    }

    fn has_long_results(&self) -> bool {
        self.solver.problem.answer_format.needs_moves()
    }

    fn end_worker(&self, part: usize, parts: usize) {
        self.source.release_share(part, parts);
    }
}
