//! Solves the chunks of a framed input. A worker assumes the state at the start of its chunk; a chunk with another state is
//! solved again. [`framing`](super::framing) has the reasons.

use super::chunk_result::{ChunkResult, FramedResult, Position, Totals};
use super::chunk_sink::ChunkSink;
use super::framing::{Findings, FrameReader, FrameState};
use super::options::Strictness;
use super::ordered_run::Released;
use super::record_reader::RecordReader;
use super::solve_run::{SolveMemory, SolveWork};
use crate::error::ErrorKind;
use crate::input::chunk::Chunk;
use crate::problem::Missing;

impl<'j, R: RecordReader, N: Fn() -> R + Sync> SolveWork<'j, '_, '_, N> {
    /// Solves a chunk of a framed input, on the assumption that it begins with a record.
    pub(super) fn solve_framed(
        &self,
        frame: FrameReader<'_>,
        reader: &mut R,
        seq: u64,
        chunk: &Chunk<'_>,
        sink: ChunkSink<'j>,
    ) -> ChunkResult<'j> {
        if seq == 0 {
            let state = FrameState::at_start(frame.problem);
            return self.solve_from(frame, reader, state, chunk, sink);
        }
        let mut result = match frame.is_sequential() {
            true => self.result(sink, chunk),
            false => self.solve_from(frame, reader, FrameState::assumed(), chunk, sink),
        };
        let text = &chunk.text[chunk.at..];
        let mapped = self.source.mapped_bytes(chunk.offset, text.len());
        result.framed = Some(FramedResult {
            behind: result
                .framed
                .map_or(FrameState::assumed(), |framed| framed.behind),
            is_certain: false,
            kept: mapped.is_none().then(|| text.to_vec()),
        });
        result
    }

    /// Solves a chunk of a framed input. `state` is the state at its start.
    fn solve_from(
        &self,
        frame: FrameReader<'_>,
        reader: &mut R,
        mut state: FrameState,
        chunk: &Chunk<'_>,
        mut sink: ChunkSink<'j>,
    ) -> ChunkResult<'j> {
        let mut warning = None;
        let read = frame.read(
            reader,
            (chunk.text, chunk.at),
            &mut state,
            &mut sink,
            &mut warning,
        );
        let mut result = self.result(sink, chunk);
        result.failure = read.err().map(|e| self.failure(chunk, e));
        result.framed = Some(FramedResult {
            behind: state,
            is_certain: true,
            kept: None,
        });
        result.warning = warning.map(|(at, what)| (self.position_in(chunk, at), what));
        result
    }

    /// Moves `state` past the chunk that is next in order. If its worker assumed the wrong state, the chunk is solved again.
    pub(super) fn update_state(
        &self,
        state: &mut FrameState,
        result: &mut ChunkResult<'j>,
        memory: &mut SolveMemory<R>,
    ) {
        let (Some(frame), Some(framed)) = (self.frame, &mut result.framed) else {
            return;
        };
        let records = result.hot + result.cold;
        let findings = match (&result.failure, &result.warning) {
            (None, None) => Findings::None,
            _ => Findings::Some,
        };
        if !framed.is_certain && !state.is_as_assumed(records, findings) {
            let len = result.bytes as usize;
            let kept = framed.kept.take();
            let mapped = self.source.mapped_bytes(result.offset, len);
            let chunk = Chunk {
                text: kept.as_deref().or(mapped).unwrap_or_default(),
                at: 0,
                offset: result.offset,
            };
            let state = std::mem::replace(state, FrameState::assumed());
            let sink = self.sink(std::mem::take(result));
            let again = self.solve_from(frame, &mut memory.reader, state, &chunk, sink);
            *result = self.encode(&mut memory.encoder, again);
        }
        // The encoder may have failed.
        let Some(framed) = &mut result.framed else {
            return;
        };
        let behind = std::mem::replace(&mut framed.behind, FrameState::assumed());
        match framed.is_certain {
            true => *state = behind,
            false => state.advance(behind, records),
        }
    }

    /// Reports what is missing at the end of a framed input, after all of the input was read.
    pub(super) fn check_complete(&self, released: &mut Released<Totals>) {
        let totals = &mut released.totals;
        let (Some(frame), Some(state)) = (self.frame, &totals.frame) else {
            return;
        };
        let records = totals.hot + totals.cold;
        let Some(missing) = state.missing(frame.problem.framing, records) else {
            return;
        };
        let (Missing::Closing(what) | Missing::Record(what)) = &missing;
        let kind = ErrorKind::Framing(format!("the input ends without {what}"));
        let position = Position {
            line_offset: totals.end,
            lines: 0,
            column: 0,
            joined: true,
        };
        let error = self.error_at(position, kind, totals);
        match missing {
            Missing::Closing(_) if frame.strictness == Strictness::Lenient => {
                // An input of cases has at most one warning.
                if totals.warnings.is_empty() || !frame.is_sequential() {
                    totals.warnings.push(error);
                }
            }
            Missing::Closing(_) | Missing::Record(_) => released.failure = Some(error),
        }
    }
}
