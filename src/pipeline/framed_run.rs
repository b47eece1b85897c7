//! Solves the chunks of a framed input. A worker assumes the state at the start of its chunk; a chunk with another state is
//! solved again. [`framing`](super::framing) has the reasons.

use super::chunk_result::{ChunkResult, Failure, FramedResult, Position, Totals};
use super::framing::{Findings, FrameReader, FrameState};
use super::options::Strictness;
use super::record_processor::RecordProcessor;
use super::solve_run::SolveRun;
use crate::error::ErrorKind;
use crate::input::chunk::Chunk;
use crate::output::encoder::OutputEncoder;
use crate::problem::Missing;

impl<'j, P: RecordProcessor> SolveRun<'j, '_, '_, P> {
    /// Solves a chunk of a framed input, on the assumption that it begins with a record.
    pub(super) fn solve_framed(
        &self,
        frame: FrameReader<'_>,
        memory: &mut P::Memory,
        seq: u64,
        chunk: Chunk<'_>,
    ) -> ChunkResult<'j> {
        let state = match seq {
            0 => FrameState::at_start(frame.problem.framing),
            _ => FrameState::assumed(),
        };
        let mut result = self.solve_from(frame, memory, state, &chunk);
        let framed = result.framed.as_mut().expect("`solve_from` fills it");
        framed.is_certain = seq == 0;
        let lines = &chunk.text[chunk.at..];
        if seq > 0
            && self
                .source
                .mapped_bytes(chunk.offset, lines.len())
                .is_none()
        {
            framed.kept = Some(lines.to_vec());
        }
        result
    }

    /// Solves a chunk of a framed input. `state` is the state at its start.
    fn solve_from(
        &self,
        frame: FrameReader<'_>,
        memory: &mut P::Memory,
        state: FrameState,
        chunk: &Chunk<'_>,
    ) -> ChunkResult<'j> {
        let mut sink = self.sink();
        let reading = frame.read(
            self.processor,
            memory,
            chunk.text,
            chunk.at,
            state,
            &mut sink,
        );
        let mut result = self.result(sink, chunk);
        result.failure = reading.fault.map(|(at, kind)| {
            let (position, kind) = self.fault(chunk, at, kind);
            Failure::Fault(position, kind)
        });
        let warning = reading.warning;
        result.framed = Some(FramedResult {
            behind: reading.state,
            is_certain: true,
            warning: warning.map(|(at, what)| (self.position_in(chunk, at), what)),
            offset: chunk.offset,
            kept: None,
        });
        result
    }

    /// Completes the result of the chunk that is next in order. If its worker assumed the wrong state, the chunk is solved
    /// again.
    pub(super) fn settle(
        &self,
        state: &mut FrameState,
        result: &mut ChunkResult<'j>,
        memory: &mut P::Memory,
        encoder: &mut OutputEncoder,
    ) {
        let Some(frame) = self.frame else { return };
        let Some(framed) = result.framed.take() else {
            return;
        };
        let records = result.hot + result.cold;
        let findings = match (&result.failure, &framed.warning) {
            (None, None) => Findings::None,
            _ => Findings::Some,
        };
        if framed.is_certain {
            *state = framed.behind.clone();
        } else if state.is_as_assumed(records, findings) {
            state.advance(framed.behind.clone(), records);
        } else {
            let len = result.bytes as usize;
            let text = match &framed.kept {
                Some(text) => text,
                None => self
                    .source
                    .mapped_bytes(framed.offset, len)
                    .unwrap_or_default(),
            };
            let chunk = Chunk {
                text,
                at: 0,
                offset: framed.offset,
            };
            let emptied = std::mem::take(&mut result.answers);
            self.spare().push(emptied);
            let again = self.solve_from(frame, memory, state.clone(), &chunk);
            *result = self.encode(encoder, again);
            if let Some(framed) = &result.framed {
                *state = framed.behind.clone();
            }
            return;
        }
        result.framed = Some(framed);
    }

    /// Reports what is missing at the end of a framed input, after all of the input was read.
    pub(super) fn check_complete(&self, totals: &mut Totals) {
        let (Some(frame), Some(state)) = (self.frame, &totals.frame) else {
            return;
        };
        let records = totals.hot + totals.cold;
        let Some(missing) = state.missing(frame.problem.framing, records) else {
            return;
        };
        let position = Position {
            line_offset: totals.end,
            lines: 0,
            column: 0,
            joined: true,
        };
        let error = |what| {
            let what = format!("the input ends without {what}");
            self.error_at(position, ErrorKind::Framing(what), totals)
        };
        match missing {
            Missing::Closing(what) if frame.strictness == Strictness::Lenient => {
                let error = error(what);
                totals.warnings.push(error);
            }
            Missing::Closing(what) | Missing::Record(what) => {
                let error = error(what);
                totals.failure = Some(error);
            }
        }
    }
}
