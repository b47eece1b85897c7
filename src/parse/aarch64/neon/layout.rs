//! Step 2: the lengths of a batch's tokens.
//!
//! Input: the positions of 128 separators, and of the separator before them. Output: a [`Tile`]. Any positions give a tile;
//! wrong positions are found when the windows of the tile are compared with the text.

use super::ops::{BitWeights, bits_of_bytes, load_at, store};
use super::tile::{MAX_DIGITS, Tile, TokenLayout};
use crate::parse::batch::TOKENS;
use crate::parse::batch::dialect::StaticDialect;
use core::arch::aarch64::*;

/// Entries in a row of the table of masks for windows of 8 bytes.
pub(super) const MASK_ROW: u8 = 8;

/// Fills `tile`. The first of `positions` is that of the separator before the batch. With [`StaticDialect::HAS_LAST`]
/// the length of a line's first token includes the line feed before it.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn layout<K: StaticDialect>(tile: &mut Tile, positions: &[u8; 1 + TOKENS]) {
    let mut largest = vdupq_n_u8(0);
    let mut smallest = vdupq_n_u8(64);
    let mut largest_of_lines = [vdupq_n_u8(0); 4];
    for (i, largest_of_lines) in largest_of_lines.iter_mut().enumerate() {
        let [low, high] = [32 * i, 32 * i + 16].map(|at| {
            let lengths = vsubq_u8(load_at(positions, at + 1), load_at(positions, at));
            vandq_u8(lengths, vdupq_n_u8(63))
        });
        let (first, second) = (vuzp1q_u8(low, high), vuzp2q_u8(low, high));
        store(&mut tile.first, i, first);
        store(&mut tile.second, i, second);
        store(&mut tile.steps, i, vaddq_u8(first, second));
        // The length without the line feed before the token. If only that line feed is between two separators, the length
        // is below 2 too, so that the tile is refused.
        let first = if K::HAS_LAST {
            vqsubq_u8(first, vdupq_n_u8(1))
        } else {
            first
        };
        // The shortest token that is not empty has the length 2. Other kinds than `Digits7` do not use the entries.
        let entries = vmlaq_u8(second, first, vdupq_n_u8(MASK_ROW));
        let entries = vsubq_u8(entries, vdupq_n_u8(MASK_ROW + 1));
        store(&mut tile.mask_entries, i, entries);
        *largest_of_lines = vmaxq_u8(first, second);
        largest = vmaxq_u8(largest, *largest_of_lines);
        smallest = vminq_u8(smallest, vminq_u8(first, second));
    }
    tile.oversized = 0;
    tile.kind = kind(vminvq_u8(smallest), vmaxvq_u8(largest));
    if tile.kind == TokenLayout::Digits19 {
        let oversized =
            largest_of_lines.map(|most| vcgtq_u8(most, vdupq_n_u8(MAX_DIGITS as u8 + 1)));
        tile.oversized = bits_of_bytes(oversized, BitWeights::new());
    }
}

/// The kind of a batch, by its smallest and its largest length.
fn kind(smallest: u8, largest: u8) -> TokenLayout {
    match largest {
        _ if smallest < 2 => TokenLayout::EmptyToken,
        0..=8 => TokenLayout::Digits7,
        9..=10 => TokenLayout::Digits9,
        11..=16 => TokenLayout::Digits15,
        _ => TokenLayout::Digits19,
    }
}
