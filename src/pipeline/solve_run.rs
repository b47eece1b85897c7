//! Solves the chunks of one input.

use super::chunk_result::{ChunkResult, Failure, Position, Totals};
use super::chunk_sink::ChunkSink;
use super::framing::{ChunkError, FrameReader, FrameState};
use super::ordered_run::{ChunkWork, OrderedRun, Released};
use super::pool::{self, Pool, WORTH_A_POOL};
use super::record_reader::RecordReader;
use super::solver::Solver;
use super::summary::FIRST_INVALID;
use crate::error::{Error, ErrorKind, Location, Result};
use crate::input::Source;
use crate::input::chunk::{Buffer, Chunk, count_newlines, line_start};
use crate::input::file_signature::add_description;
use crate::output::Output;
use crate::output::encoder::OutputEncoder;
use crate::output::labels::LabelTable;
use crate::parse::read_lines;
use crate::problem::Framing;
use std::sync::atomic::{AtomicU64, Ordering};

/// One input, its output, and how its records are answered.
pub(super) struct SolveWork<'j, 'r, 'w, N> {
    pub(super) source: &'j Source<'r>,
    pub(super) output: &'j Output<'w>,
    pub(super) solver: &'j Solver,
    pub(super) labels: Option<&'j LabelTable>,
    /// Makes the reader of a worker.
    new_reader: &'j N,
    /// `None` if each line is a record, to the end of the input.
    pub(super) frame: Option<FrameReader<'j>>,
    chunk_size: usize,
    /// The number of threads that is useful for this input.
    threads: usize,
    /// The bytes of the inputs before this one. Of a compressed input, the compressed bytes count.
    read_before: u64,
    /// The number of bytes taken so far. It decides when a pool is started.
    taken: AtomicU64,
}

/// The memory of a worker that solves.
pub(super) struct SolveMemory<R> {
    pub(super) reader: R,
    pub(super) encoder: OutputEncoder,
}

impl<'j, 'r, 'w, R: RecordReader, N: Fn() -> R + Sync> SolveWork<'j, 'r, 'w, N> {
    pub(super) fn new(
        source: &'j Source<'r>,
        output: &'j Output<'w>,
        solver: &'j Solver,
        labels: Option<&'j LabelTable>,
        new_reader: &'j N,
        pool: &Pool,
        read_before: u64,
    ) -> Self {
        let compressed = output.compression().is_some();
        let cost = if compressed { pool::COMPRESSING } else { 1 };
        let problem = &solver.problem;
        let frame = (problem.framing != Framing::Lines).then_some(FrameReader {
            problem,
            strictness: solver.options.strictness,
        });
        let threads = match frame {
            Some(frame) if frame.is_sequential() => 1,
            _ => pool.threads_for(source.size().unwrap_or(u64::MAX), cost),
        };
        let chunk_size = match solver.options.chunk {
            Some(size) => size.get(),
            None if compressed => pool::COMPRESSED_CHUNK,
            None => pool::chunk_size(source.size(), source.read_method(), threads),
        };
        Self {
            source,
            output,
            solver,
            labels,
            new_reader,
            frame,
            chunk_size,
            threads: pool::at_most_chunks(threads, source.size(), chunk_size),
            read_before,
            taken: AtomicU64::new(0),
        }
    }

    /// Solves the input. The output has `written` bytes before its answers.
    pub(super) fn solve_input(&self, written: u64, pool: &mut Pool) -> Result<Totals> {
        let totals = Totals {
            written,
            frame: self.frame.map(|frame| FrameState::at_start(frame.problem)),
            ..Totals::default()
        };
        let run = OrderedRun::new(self, self.threads, self.output.order(), totals);
        let (threads, mut released) = run.run(pool);
        released.totals.threads = threads;
        if released.failure.is_none() {
            self.check_complete(&mut released);
        }
        match released.failure {
            Some(failure) => Err(failure),
            None => Ok(released.totals),
        }
    }

    fn solve_lines(
        &self,
        reader: &mut R,
        chunk: &Chunk<'_>,
        mut sink: ChunkSink<'j>,
    ) -> ChunkResult<'j> {
        let stopped = read_lines(reader, chunk.text, chunk.at, &mut sink);
        let faults = std::mem::take(&mut sink.faults);
        let mut result = self.result(sink, chunk);
        result.faults = faults
            .into_iter()
            .map(|fault| self.fault(chunk, fault.into()))
            .collect();
        result.failure = stopped.err().map(|fault| self.failure(chunk, fault.into()));
        result
    }

    pub(super) fn failure(&self, chunk: &Chunk<'_>, error: ChunkError) -> Failure {
        let (position, kind) = self.fault(chunk, error);
        Failure::Fault(position, kind)
    }

    fn fault(
        &self,
        chunk: &Chunk<'_>,
        ChunkError { at, kind }: ChunkError,
    ) -> (Position, ErrorKind) {
        let is_start = chunk.offset == 0 && at == chunk.at;
        let start = is_start.then(|| &chunk.text[at..]);
        (self.position_in(chunk, at), add_description(kind, start))
    }

    /// A sink that uses the memory of `spare`.
    pub(super) fn sink(&self, spare: ChunkResult<'j>) -> ChunkSink<'j> {
        let mark = self.solver.problem.answer_format.invalid_mark();
        let answers = spare.answers.reset(self.labels);
        ChunkSink::new(self.solver.options.on_invalid, mark, answers)
    }

    pub(super) fn result(&self, sink: ChunkSink<'j>, chunk: &Chunk<'_>) -> ChunkResult<'j> {
        let text = &chunk.text[chunk.at..];
        let newlines = if self.source.is_stream() {
            let has_open_line = self.frame.is_none() && text.last().is_some_and(|&c| c != b'\n');
            count_newlines(text) + u64::from(has_open_line)
        } else {
            0
        };
        ChunkResult {
            answers: sink.answers,
            hot: sink.records - sink.cold,
            cold: sink.cold,
            invalid: sink.invalid,
            offset: chunk.offset,
            bytes: text.len() as u64,
            newlines,
            tail: line_start(text, text.len()).map(|start| (text.len() - start) as u64),
            ..ChunkResult::default()
        }
    }

    /// Compresses the answers of a chunk if the output is compressed.
    pub(super) fn encode(
        &self,
        encoder: &mut OutputEncoder,
        mut result: ChunkResult<'j>,
    ) -> ChunkResult<'j> {
        if self.output.compression().is_none() || result.answers.is_empty() {
            return result;
        }
        match encoder.encode(self.output, result.answers.text()) {
            Ok(None) => result,
            Ok(Some(encoded)) => {
                *result.answers.text() = encoded;
                result
            }
            Err(e) => ChunkResult::failed(e),
        }
    }

    /// The position of the byte at offset `at` in the text of a chunk.
    pub(super) fn position_in(&self, chunk: &Chunk<'_>, at: usize) -> Position {
        let start = line_start(chunk.text, at);
        let line = start.unwrap_or(chunk.at);
        Position {
            line_offset: chunk.offset + (line - chunk.at) as u64,
            lines: if self.source.is_stream() {
                count_newlines(&chunk.text[chunk.at..line])
            } else {
                0
            },
            column: at - line,
            joined: start.is_none(),
        }
    }

    /// Estimates the size of the output from the first chunk. A stream is assumed to have [`WORTH_A_POOL`] bytes.
    fn expect_output(&self, offset: u64, first: &ChunkResult<'j>) {
        let size = self.source.size().unwrap_or(WORTH_A_POOL).max(first.bytes);
        let ratio = first.answers.len() as f64 / first.bytes as f64;
        if size > first.bytes {
            let bytes = (size as f64 * ratio * 1.002) as u64 + 4096;
            self.output.expect(offset + bytes);
        }
    }

    /// Moves the faults, the warning and the failure of a chunk into `released`, as errors.
    fn collect_messages(&self, result: &mut ChunkResult<'j>, released: &mut Released<Totals>) {
        let totals = &mut released.totals;
        for (position, kind) in result.faults.drain(..) {
            if totals.first_invalid.len() < FIRST_INVALID {
                let error = self.error_at(position, kind, totals);
                totals.first_invalid.push(error);
            }
        }
        if let Some((position, what)) = result.warning.take()
            && totals.warnings.is_empty()
        {
            let error = self.error_at(position, ErrorKind::Framing(what), totals);
            totals.warnings.push(error);
        }
        released.failure = result.failure.take().map(|failure| match failure {
            Failure::Fault(position, kind) => self.error_at(position, kind, totals),
            Failure::Io(error) => error,
        });
    }

    /// An error at a position in the next chunk. `totals` are the totals before that chunk.
    pub(super) fn error_at(&self, position: Position, kind: ErrorKind, totals: &Totals) -> Error {
        let line = if self.source.is_stream() {
            Ok(Some(totals.lines + position.lines + 1))
        } else {
            self.source.line_number(position.line_offset)
        };
        match line {
            Ok(line) => {
                let byte = position.line_offset + position.column as u64;
                let before = if position.joined { totals.tail } else { 0 };
                let column = before + position.column as u64 + 1;
                let location = Location { byte, line, column };
                Error::new(kind).at(location).about(self.source.name())
            }
            Err(e) => e,
        }
    }
}

impl<'j, R: RecordReader, N: Fn() -> R + Sync> ChunkWork for SolveWork<'j, '_, '_, N> {
    type Input<'b>
        = Result<Chunk<'b>>
    where
        Self: 'b;
    type Memory = SolveMemory<R>;
    type Chunk = ChunkResult<'j>;
    type Totals = Totals;
    /// The offset in the output.
    type Place = u64;

    fn memory(&self) -> Self::Memory {
        SolveMemory {
            reader: (self.new_reader)(),
            encoder: OutputEncoder::default(),
        }
    }

    fn next_input<'b>(&'b self, buffer: &'b mut Buffer) -> Option<(u64, Result<Chunk<'b>>)> {
        self.source.next_chunk(self.chunk_size, buffer)
    }

    fn compute(
        &self,
        seq: u64,
        input: Result<Chunk<'_>>,
        spare: ChunkResult<'j>,
        memory: &mut Self::Memory,
    ) -> ChunkResult<'j> {
        let chunk = match input {
            Ok(chunk) => chunk,
            Err(e) => return ChunkResult::failed(e),
        };
        let bytes = (chunk.text.len() - chunk.at) as u64;
        self.taken.fetch_add(bytes, Ordering::Relaxed);
        let sink = self.sink(spare);
        let result = match self.frame {
            None => self.solve_lines(&mut memory.reader, &chunk, sink),
            Some(frame) => self.solve_framed(frame, &mut memory.reader, seq, &chunk, sink),
        };
        self.encode(&mut memory.encoder, result)
    }

    fn release(
        &self,
        result: &mut ChunkResult<'j>,
        released: &mut Released<Totals>,
        memory: &mut Self::Memory,
    ) -> Option<u64> {
        if let Some(state) = &mut released.totals.frame {
            self.update_state(state, result, memory);
            // Text after the last record is not read: neither a fault nor a failed read there is an error.
            released.ended = state.has_ended();
        }
        let totals = &mut released.totals;
        let offset = totals.written;
        if totals.bytes == 0 && result.bytes > 0 && !result.answers.is_empty() {
            self.expect_output(offset, result);
        }
        totals.written += result.answers.len() as u64;
        totals.hot += result.hot;
        totals.cold += result.cold;
        totals.invalid += result.invalid;
        totals.bytes += result.bytes;
        if let Some(progress) = &self.solver.options.progress {
            let read = self.source.compressed_bytes().unwrap_or(totals.bytes);
            let records = result.hot + result.cold + result.invalid;
            progress.chunk_solved(self.read_before + read, records);
            if let Err(cancelled) = progress.check_cancelled() {
                released.failure = Some(cancelled);
                return None;
            }
        }
        self.collect_messages(result, released);
        let totals = &mut released.totals;
        totals.lines += result.newlines;
        totals.end = result.offset + result.bytes;
        totals.tail = result.tail.unwrap_or(totals.tail + result.bytes);
        Some(offset)
    }

    fn write(&self, result: &mut ChunkResult<'j>, offset: u64, text: &mut Vec<u8>) -> Result<()> {
        match result.answers.text_in(text) {
            [] => Ok(()),
            text => self.output.write_at(offset, text),
        }
    }

    fn is_worth_a_pool(&self) -> bool {
        self.source.size().is_some() || self.taken.load(Ordering::Relaxed) >= WORTH_A_POOL
    }

    fn end_worker(&self, part: usize, parts: usize) {
        self.source.release_share(part, parts);
    }
}
