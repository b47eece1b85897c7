//! Solves the chunks of a framed input, from the state at their start, which [`framing`](super::framing) explains.

use super::chunk_result::{ChunkError, ChunkResult, FramedResult, InputTotals, Position, Totals};
use super::framing::FrameState;
use super::record_reader::RecordReader;
use super::solve_run::{SolveMemory, SolveWork};
use super::solver::Strictness;
use crate::error::{Error, ErrorKind, Result};
use crate::input::chunk::Chunk;
use crate::problem::Missing;

impl SolveWork<'_, '_, '_, '_> {
    /// Solves a chunk of a framed input. If the worker did not read the chunk before it, the state at its start is assumed.
    pub(super) fn solve_framed(
        &self,
        memory: &mut SolveMemory<'_>,
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
        let text = (chunk.text, chunk.at);
        let read = self
            .solver
            .read_framed(reader, text, state, &mut result.sink, &mut warning);
        result.failure = read.err().map(|e| self.locate(chunk, e));
        result.warning = warning.map(|warning| self.locate(chunk, warning));
    }

    /// Moves `state` past the chunk that is next in order. If its worker assumed the wrong state, the chunk is solved again.
    pub(super) fn update_state(
        &self,
        state: &mut FrameState,
        result: &mut ChunkResult,
        memory: &mut SolveMemory<'_>,
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

    /// Reports what is missing at the end of a framed input, after all of the input was read.
    pub(super) fn check_complete(&self, totals: &mut Totals) -> Result<()> {
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
            Missing::Closing(_) if self.solver.strictness == Strictness::Lenient => {
                totals.summary.warnings.push(error.to_string());
                Ok(())
            }
            Missing::Closing(_) | Missing::Record(_) => Err(error),
        }
    }
}
