//! The results of the chunks of an input: data only.

use super::framing::FrameState;
use crate::error::{Error, ErrorKind};
use crate::output::answers::AnswerBuffer;

/// The sums over all chunks that are released.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub(super) hot: u64,
    pub(super) cold: u64,
    pub(super) invalid: u64,
    pub(super) first_invalid: Vec<Error>,
    pub(super) warnings: Vec<Error>,
    pub(super) bytes: u64,
    pub(super) written: u64,
    pub(super) threads: usize,
    /// Lines before the next chunk, where the input can be read only once.
    pub(super) lines: u64,
    /// The offset of the next chunk in the input.
    pub(super) end: u64,
    /// Bytes before the next chunk in the line that it begins with: more than 0 only where chunks may
    /// begin within a line.
    pub(super) tail: u64,
    /// The state of a framed input.
    pub(super) frame: Option<FrameState>,
    pub(super) failure: Option<Error>,
}

/// The result of a chunk.
#[derive(Default)]
pub(super) struct ChunkResult<'l> {
    pub(super) answers: AnswerBuffer<'l>,
    pub(super) hot: u64,
    pub(super) cold: u64,
    pub(super) invalid: u64,
    pub(super) bytes: u64,
    /// Counted only where the input can be read only once.
    pub(super) newlines: u64,
    pub(super) faults: Vec<(Position, ErrorKind)>,
    /// The error that ended the chunk early.
    pub(super) failure: Option<Failure>,
    /// Bytes after the last newline; `None` if there is none.
    pub(super) tail: Option<u64>,
    pub(super) framed: Option<FramedResult>,
}

pub(super) enum Failure {
    Fault(Position, ErrorKind),
    Io(Error),
}

/// A position in the input, as far as it is known from its chunk.
pub(super) struct Position {
    /// The offset of its line in the input.
    pub(super) line_offset: u64,
    /// Lines before that line in the chunk; only where the input can be read only once.
    pub(super) lines: u64,
    /// The byte in that line, from 0, as far as the line is in the chunk.
    pub(super) column: usize,
    /// Whether the line may have begun before the chunk.
    pub(super) joined: bool,
}

/// What a chunk of a framed input needs besides when it is next in order.
pub(super) struct FramedResult {
    /// The state after the chunk, from the state that was assumed or known at its start.
    pub(super) behind: FrameState,
    /// The state at its start was known, not assumed.
    pub(super) is_certain: bool,
    /// The first breach of the limits.
    pub(super) warning: Option<(Position, String)>,
    /// The offset of the chunk in the input.
    pub(super) offset: u64,
    /// The text of the chunk, where the input can be read only once.
    pub(super) kept: Option<Vec<u8>>,
}

impl ChunkResult<'_> {
    pub(super) fn failed(error: Error) -> Self {
        ChunkResult {
            failure: Some(Failure::Io(error)),
            ..ChunkResult::default()
        }
    }
}
