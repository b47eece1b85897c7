//! Steps 3 to 5 of a batch: from its tile to its answers.
//!
//! Input: a [`Tile`], the text, and what the prefilter found. Output: 64 answers, or nothing if a byte is not in its place. The decoders are in
//! `windows8` and `windows16`; lines that no window holds go to [`answer_lines`].

use super::decide::Piles;
use super::tile::{Decoded, Tile, TokenLayout};
use super::windows8::answer_digits7;
use super::windows16::{answer_digits9, answer_digits15, answer_digits19};
use crate::parse::aarch64::DecideNeon;
use crate::parse::batch::LINES;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::fallback::{answer_lines, are_mostly_padded};

/// The piles of lines that are decided one by one.
pub(super) struct AllPiles {
    u32s: Piles<u32>,
    u64s: Piles<u64>,
}

impl AllPiles {
    pub(super) const NEW: Self = Self {
        u32s: [[0; LINES]; 2],
        u64s: [[0; LINES]; 2],
    };
}

/// What became of a batch.
pub(super) enum BatchAnswer {
    /// The answers, and the separator after the batch.
    Answers(u64, *const u8),
    /// The batch is not of the dialect.
    Refused,
    /// Most lines of the batch have leading zeros, and have too many digits because of these zeros.
    Padded,
}

/// The answers of a batch whose first token begins after the separator at `cursor`. If the prefilter has answered, its
/// answers count.
///
/// # Safety
/// * [`layout`](super::layout) filled `tile`.
/// * `cursor` is a byte of `text`, and the 32 bytes that end with it are part of `text`.
/// * The bytes from `cursor` that all steps of the tile lead over, and one more, are part of `text`.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn decode<D: DecideNeon, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    piles: &mut AllPiles,
    prefiltered: Option<Decoded>,
    cursor: *const u8,
    text: &[u8],
) -> BatchAnswer {
    let AllPiles { u32s, u64s } = piles;
    let decoded = match (prefiltered, tile.kind) {
        (Some(decoded), _) => decoded,
        (None, TokenLayout::EmptyToken) => return BatchAnswer::Refused,
        // SAFETY: the caller's promise, and the kind fits.
        (None, TokenLayout::Digits7) => unsafe {
            answer_digits7::<D, K>(tile, dialect, u32s, cursor)
        },
        // SAFETY: the caller's promise, and the kind fits.
        (None, TokenLayout::Digits9) => unsafe {
            answer_digits9::<D, K>(tile, dialect, u32s, cursor)
        },
        // SAFETY: the caller's promise, and the kind fits.
        (None, TokenLayout::Digits15) => unsafe {
            answer_digits15::<D, K>(tile, dialect, u64s, cursor)
        },
        // SAFETY: the caller's promise, and the kind fits.
        (None, TokenLayout::Digits19) => unsafe {
            answer_digits19::<D, K>(tile, dialect, u64s, cursor)
        },
    };
    let line_start = |separator: *const u8| separator.addr() + 1 - text.as_ptr().addr();
    let is_closed = !K::HAS_LAST || text.get(line_start(decoded.end)) == Some(&b'\n');
    if !decoded.is_valid || !is_closed {
        return BatchAnswer::Refused;
    }
    let mut answers = decoded.answers;
    if decoded.fallback != 0 {
        if K::HAS_LAST {
            return BatchAnswer::Refused;
        }
        let start = line_start(cursor);
        let steps = tile.steps.map(u32::from);
        if are_mostly_padded(&steps, start, text, decoded.fallback) {
            return BatchAnswer::Padded;
        }
        match answer_lines::<D>(&steps, start, text, answers, decoded.fallback) {
            Some(all) => answers = all,
            None => return BatchAnswer::Refused,
        }
    }
    BatchAnswer::Answers(answers, decoded.end)
}
