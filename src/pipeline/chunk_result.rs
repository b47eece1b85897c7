//! The results of the chunks of an input.

use super::chunk_sink::ChunkSink;
use super::framing::FrameState;
use super::summary::Summary;
use crate::error::Error;

/// The sums over all chunks that are released.
#[derive(Debug, Default)]
pub(super) struct RunTotals {
    pub(super) summary: Summary,
    pub(super) written: u64,
    /// The bytes of the inputs before this one; of a compressed input, the compressed bytes.
    pub(super) read_before: u64,
    pub(super) input: InputTotals,
}

#[derive(Debug, Default)]
pub(super) struct InputTotals {
    pub(super) records: u64,
    pub(super) bytes: u64,
    pub(super) has_warning: bool,
    /// The number of lines before the next chunk, if the input can be read only once.
    pub(super) lines: u64,
    pub(super) end: u64,
    /// The number of bytes before the next chunk that belong to the line with which it begins. It is above 0 only if chunks
    /// may begin within a line.
    pub(super) tail: u64,
    pub(super) frame: Option<FrameState>,
    /// Whether the records of a framed input have ended. Later chunks are ignored.
    pub(super) ended: bool,
    pub(super) failure: Option<Error>,
}

#[derive(Default)]
pub(super) struct ChunkResult {
    pub(super) sink: ChunkSink,
    pub(super) offset: u64,
    pub(super) bytes: u64,
    /// The number of newlines of the chunk. Counted only if the input can be read only once.
    pub(super) newlines: u64,
    pub(super) faults: Vec<ChunkError>,
    /// The error that ended the chunk early.
    pub(super) failure: Option<ChunkError>,
    /// The number of bytes after the last newline; `None` if the chunk has no newline.
    pub(super) tail: Option<u64>,
    /// The first place where the chunk breaks the limits of the problem.
    pub(super) warning: Option<ChunkError>,
    pub(super) framed: Option<FramedResult>,
    /// The text of the chunk, if the input is not mapped and the chunk may have to be read again.
    pub(super) kept: Vec<u8>,
}

/// An error in a chunk. A failed read has no position.
pub(super) struct ChunkError {
    pub(super) position: Option<Position>,
    pub(super) error: Error,
}

/// A position in the input, as far as it can be computed from the chunk alone.
pub(super) struct Position {
    pub(super) line_offset: u64,
    /// The number of lines before this line in the chunk. Counted only if the input can be read only once.
    pub(super) lines: u64,
    /// The byte in this line, counted from 0. If the line begins before the chunk, `line_offset` is the start of the chunk,
    /// and `column` is counted from there.
    pub(super) column: usize,
}

/// The additional result of a chunk of a framed input, used when the chunk is next in order.
pub(super) struct FramedResult {
    /// The state after the chunk, computed from the assumed or known state at its start. It has no
    /// [cases](FrameState::without_cases).
    pub(super) state_after: FrameState,
    /// Whether the state at the start of the chunk was known, not assumed.
    pub(super) start_was_known: bool,
}

impl From<Error> for ChunkError {
    fn from(error: Error) -> Self {
        let position = None;
        Self { position, error }
    }
}
