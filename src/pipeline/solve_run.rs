//! Solves one input on the workers. A worker takes a chunk and answers it. The result is released when the chunk is next in
//! order.

use super::chunk_result::{ChunkResult, Failure, Position, Totals};
use super::chunk_sink::ChunkSink;
use super::framing::{FrameReader, FrameState};
use super::pool::{self, Pool, WORTH_A_POOL};
use super::record_processor::RecordProcessor;
use super::solver::Solver;
use super::summary::FIRST_INVALID;
use crate::error::{Error, ErrorKind, Location, Result};
use crate::input::Source;
use crate::input::chunk::{Buffer, Chunk, count_newlines, line_start};
use crate::input::file_signature::add_description;
use crate::output::Output;
use crate::output::answers::AnswerBuffer;
use crate::output::encoder::OutputEncoder;
use crate::output::labels::LabelTable;
use crate::output::reorder::ReorderBuffer;
use crate::problem::Framing;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The run of one input.
pub(super) struct SolveRun<'j, 'r, 'w, P> {
    pub(super) source: &'j Source<'r>,
    output: &'j Output<'w>,
    solver: &'j Solver,
    labels: Option<&'j LabelTable>,
    pub(super) processor: &'j P,
    /// `None` if each line is a record, to the end of the input.
    pub(super) frame: Option<FrameReader<'j>>,
    chunk_size: usize,
    /// The number of threads that is useful for this input.
    threads: usize,
    ordered: ReorderBuffer<ChunkResult<'j>>,
    /// The totals of the chunks so far. Only the release of the chunk that is next in order uses them.
    totals: Mutex<Totals>,
    /// Emptied answer buffers, to be used again: fresh memory costs page faults.
    spare: Mutex<Vec<AnswerBuffer<'j>>>,
    /// The bytes of the inputs before this one. Of a compressed input, the compressed bytes count.
    read_before: u64,
    /// The number of threads that have no more chunks to do.
    finished: AtomicUsize,
    /// The number of bytes taken so far. It decides when a pool is started.
    taken: AtomicU64,
}

impl<'j, 'r, 'w, P: RecordProcessor> SolveRun<'j, 'r, 'w, P> {
    pub(super) fn new(
        source: &'j Source<'r>,
        output: &'j Output<'w>,
        solver: &'j Solver,
        labels: Option<&'j LabelTable>,
        processor: &'j P,
        pool: &Pool,
        (read_before, written): (u64, u64),
    ) -> Self {
        let compressed = output.compression().is_some();
        let cost = if compressed { pool::COMPRESSING } else { 1 };
        let threads = pool.threads_for(source.size().unwrap_or(u64::MAX), cost);
        let framing = solver.problem.framing;
        let frame = (framing != Framing::Lines).then_some(FrameReader {
            problem: &solver.problem,
            strictness: solver.options.strictness,
        });
        let chunk_size = match solver.options.chunk {
            Some(size) => size.get(),
            None if compressed => pool::COMPRESSED_CHUNK,
            None => pool::chunk_size(source.size(), source.read_method(), threads),
        };
        let threads = pool::at_most_chunks(threads, source.size(), chunk_size);
        let order = output.order();
        Self {
            source,
            output,
            solver,
            labels,
            processor,
            frame,
            chunk_size,
            threads,
            ordered: ReorderBuffer::new(order, pool::window(threads, order)),
            totals: Mutex::new(Totals {
                written,
                threads: 1,
                frame: frame.map(|_| FrameState::at_start(framing)),
                ..Totals::default()
            }),
            spare: Mutex::new(Vec::new()),
            read_before,
            finished: AtomicUsize::new(0),
            taken: AtomicU64::new(0),
        }
    }

    /// Solves the input. The pool starts only when the input is known to be large enough.
    pub(super) fn run(self, pool: &mut Pool) -> Result<Totals> {
        let mut threads = 1;
        let alone = match self.source.size() {
            _ if self.threads == 1 => u64::MAX,
            Some(_) => 0,
            None => WORTH_A_POOL,
        };
        if self.work(alone) == Worker::Paused {
            threads = pool.run(self.threads, &|| {
                self.work(u64::MAX);
            });
        }
        let mut totals = std::mem::take(&mut *self.totals());
        totals.threads = threads;
        if totals.failure.is_none() {
            self.check_complete(&mut totals);
        }
        match totals.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(totals),
        }
    }

    /// One worker: takes chunks until the input ends, something stops, or `pause_after` bytes were taken.
    fn work(&self, pause_after: u64) -> Worker {
        let mut buffer = Buffer::default();
        let mut memory = self.processor.memory();
        let mut encoder = OutputEncoder::default();
        let mut text = Vec::new();
        let guard = self.ordered.stop_on_unwind();
        let state = loop {
            // This is checked before the next chunk is read: after the last record, a terminal may not send any more text.
            if self.frame.is_some() && self.ordered.stopped() {
                break Worker::Finished;
            }
            if self.taken.load(Ordering::Relaxed) >= pause_after {
                break Worker::Paused;
            }
            let Some((seq, chunk)) = self.source.next_chunk(self.chunk_size, &mut buffer) else {
                break Worker::Finished;
            };
            if !self.ordered.admit(seq) {
                break Worker::Finished;
            }
            let result = match chunk {
                Ok(chunk) => {
                    let bytes = (chunk.text.len() - chunk.at) as u64;
                    self.taken.fetch_add(bytes, Ordering::Relaxed);
                    let result = match self.frame {
                        None => self.solve_lines(&mut memory, chunk),
                        Some(frame) => self.solve_framed(frame, &mut memory, seq, chunk),
                    };
                    self.encode(&mut encoder, result)
                }
                Err(e) => ChunkResult::failed(e),
            };
            self.ordered.put(
                seq,
                result,
                |result| self.position(result, &mut memory, &mut encoder),
                |result, offset| self.write(result, offset, &mut text),
            );
            // This is checked before the next chunk is read: on a pipe the next chunk may never come.
            if self.ordered.stopped() {
                break Worker::Finished;
            }
        };
        std::mem::forget(guard);
        if state == Worker::Finished {
            let part = self.finished.fetch_add(1, Ordering::Relaxed);
            self.source.release_share(part, self.threads);
        }
        state
    }

    fn solve_lines(&self, memory: &mut P::Memory, chunk: Chunk<'_>) -> ChunkResult<'j> {
        let mut sink = self.sink();
        let stopped = self
            .processor
            .lines(memory, chunk.text, chunk.at, &mut sink);
        let faults = std::mem::take(&mut sink.faults);
        let mut result = self.result(sink, &chunk);
        result.faults = faults
            .into_iter()
            .map(|fault| self.fault(&chunk, fault.at, fault.into()))
            .collect();
        result.failure = stopped.err().map(|fault| {
            let (position, kind) = self.fault(&chunk, fault.at, fault.into());
            Failure::Fault(position, kind)
        });
        result
    }

    /// The fault at offset `at` in the text of a chunk.
    pub(super) fn fault(
        &self,
        chunk: &Chunk<'_>,
        at: usize,
        kind: ErrorKind,
    ) -> (Position, ErrorKind) {
        let is_start = chunk.offset == 0 && at == chunk.at;
        let start = is_start.then(|| &chunk.text[at..]);
        (self.position_in(chunk, at), add_description(kind, start))
    }

    pub(super) fn sink(&self) -> ChunkSink<'j> {
        let answers = self.spare().pop().unwrap_or_default().reset(self.labels);
        let mark = self.solver.problem.answers.invalid_mark();
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

    /// Returns the offset in the output of the chunk that is next in order, or `None` to stop. Called under the lock.
    fn position(
        &self,
        result: &mut ChunkResult<'j>,
        memory: &mut P::Memory,
        encoder: &mut OutputEncoder,
    ) -> Option<u64> {
        let mut totals = self.totals();
        if totals.failure.is_some() {
            return None;
        }
        if let Some(state) = &mut totals.frame {
            // Text after the last record is not read: neither a fault nor a failed read there is an error.
            if state.has_ended() {
                return None;
            }
            if result.framed.is_some() {
                self.settle(state, result, memory, encoder);
            }
        }
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
                totals.failure = Some(cancelled);
                return None;
            }
        }
        self.collect_messages(result, &mut totals);
        totals.lines += result.newlines;
        if let Some(framed) = &result.framed {
            totals.end = framed.offset + result.bytes;
        }
        totals.tail = result.tail.unwrap_or(totals.tail + result.bytes);
        Some(offset)
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

    /// Moves the faults, the warning and the failure of a chunk into `totals`, as errors.
    fn collect_messages(&self, result: &mut ChunkResult<'j>, totals: &mut Totals) {
        for (position, kind) in result.faults.drain(..) {
            if totals.first_invalid.len() < FIRST_INVALID {
                let error = self.error_at(position, kind, totals);
                totals.first_invalid.push(error);
            }
        }
        let framed = result.framed.as_mut();
        let warning = framed.and_then(|framed| framed.warning.take());
        if let Some((position, what)) = warning
            && totals.warnings.is_empty()
        {
            let error = self.error_at(position, ErrorKind::Framing(what), totals);
            totals.warnings.push(error);
        }
        if let Some(failure) = result.failure.take() {
            totals.failure = Some(match failure {
                Failure::Fault(position, kind) => self.error_at(position, kind, totals),
                Failure::Io(error) => error,
            });
        }
    }

    /// Writes the answers of a chunk, as text in `buffer`; `false` to stop.
    fn write(&self, mut result: ChunkResult<'j>, offset: u64, buffer: &mut Vec<u8>) -> bool {
        let written = match result.answers.text_in(buffer) {
            [] => Ok(()),
            text => self.output.write_at(offset, text),
        };
        self.spare().push(result.answers);
        let mut totals = self.totals();
        if let Err(e) = written {
            totals.failure.get_or_insert(e);
        }
        let ended = totals.frame.as_ref().is_some_and(FrameState::has_ended);
        totals.failure.is_none() && !ended
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
                let location = Location::new(byte, line, column);
                Error::new(kind).at(location).about(self.source.name())
            }
            Err(e) => e,
        }
    }

    fn totals(&self) -> MutexGuard<'_, Totals> {
        self.totals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn spare(&self) -> MutexGuard<'_, Vec<AnswerBuffer<'j>>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How a worker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worker {
    /// The input has ended, or something stopped the run.
    Finished,
    /// The worker took the number of bytes that it was allowed to take.
    Paused,
}
