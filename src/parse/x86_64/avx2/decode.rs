//! Steps 3 to 5 of a batch: from its tile to its answers.
//!
//! Input: a [`Tile`], the text, and what a prefilter found. Output: 64 answers, or nothing if a byte is not in its place.
//! The decoders are in `windows8` and `windows16_32`; lines that no window holds go to [`answer_lines`].

use super::tile::{Decoded, Piles, Tile, TokenLayout};
use super::windows8::answer_digits7;
use super::windows16_32::{answer_digits9, answer_digits15, answer_digits31};
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::fallback::answer_lines;
use crate::parse::x86_64::Decide256;

/// The answers of a batch whose first token begins after the separator at `cursor`, and the separator after the batch;
/// `None` if it is not of the dialect. If a prefilter has answered, its answers count.
///
/// # Safety
/// * [`layout`](super::layout) filled `tile`.
/// * `cursor` is a byte of `text`, and the 32 bytes that end with it are part of `text`.
/// * The bytes from `cursor` that all steps of the tile lead over, and one more, are part of `text`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn decode<D: Decide256, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    piles: &mut Piles,
    prefiltered: Option<Decoded>,
    cursor: *const u8,
    text: &[u8],
) -> Option<(u64, *const u8)> {
    let decoded = match (prefiltered, tile.kind) {
        (Some(decoded), _) => decoded,
        (None, TokenLayout::EmptyToken) => return None,
        (None, TokenLayout::Digits3 | TokenLayout::Digits7) => {
            // SAFETY: the caller's promise, and the kind fits.
            unsafe { answer_digits7::<D, K>(tile, dialect, cursor) }
        }
        (None, TokenLayout::Digits9) => {
            // SAFETY: the caller's promise, and the kind fits.
            unsafe { answer_digits9::<D, K>(tile, dialect, cursor) }
        }
        (None, TokenLayout::Digits15) => {
            // SAFETY: the caller's promise, and the kind fits.
            unsafe { answer_digits15::<D, K>(tile, dialect, piles, cursor) }
        }
        (None, TokenLayout::Digits31) => {
            // SAFETY: the caller's promise, and the kind fits.
            unsafe { answer_digits31::<D, K>(tile, dialect, piles, cursor) }
        }
    };
    let line_start = |separator: *const u8| separator.addr() + 1 - text.as_ptr().addr();
    let is_closed = !K::HAS_LAST || text.get(line_start(decoded.end)) == Some(&b'\n');
    if !decoded.is_valid || !is_closed {
        return None;
    }
    let mut answers = decoded.answers;
    if decoded.fallback != 0 {
        if K::HAS_LAST {
            return None;
        }
        let start = line_start(cursor);
        answers = answer_lines::<D>(&tile.steps, start, text, answers, decoded.fallback)?;
    }
    Some((answers, decoded.end))
}
