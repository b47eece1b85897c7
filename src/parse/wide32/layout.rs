//! Step 2: the lengths of a batch's tokens.
//!
//! Input: the positions of 128 separators, and of the separator before them. Output: a [`Tile`]. Any positions give a tile;
//! wrong positions are found when the windows of the tile are compared with the text.

use super::tile::{LONGEST, Tile, TokenLayout};
use super::vector::{Vector32, load, load_at, repeat, store};
use crate::parse::batch::TOKENS;
use crate::parse::batch::dialect::StaticDialect;

/// Fills `tile`. The first of `positions` is that of the separator before the batch. With [`StaticDialect::HAS_CR`]
/// the length of a line's first token includes the line feed before it.
#[inline(always)]
pub(super) fn layout<V: Vector32, K: StaticDialect>(
    token: V::Token,
    tile: &mut Tile,
    positions: &[u8; 1 + TOKENS],
) {
    let mut largest = V::splat(token, 0);
    let mut smallest = V::splat(token, 64);
    for i in 0..TOKENS / 32 {
        let before = load_at::<V, _, _>(token, positions, 32 * i);
        let here = load_at::<V, _, _>(token, positions, 32 * i + 1);
        let mut lengths = here.sub(before).and(V::splat(token, 63));
        store(&mut tile.lengths, i, lengths);
        if K::HAS_CR {
            // The length of a first token without the line feed before it. If there is only that line feed between two
            // separators, this length is below 2, so the tile is refused, as it must be.
            lengths = lengths.saturating_sub(V::bytes(token, repeat([1, 0])));
        }
        largest = largest.max(lengths);
        smallest = smallest.min(lengths);
    }
    tile.kind = kind(token, smallest, largest);
    tile.oversized = 0;
    if tile.kind == TokenLayout::Long && largest.any_above(LONGEST) {
        tile.oversized = oversized::<V>(token, tile);
    }
}

/// A bit for each line with a token that no window holds.
#[inline(always)]
fn oversized<V: Vector32>(token: V::Token, tile: &Tile) -> u64 {
    let limit = V::splat(token, LONGEST);
    let mut above = [limit; 4];
    for (i, above) in above.iter_mut().enumerate() {
        let lengths = load::<V, _, _>(token, &tile.lengths, i);
        *above = limit.is_below(lengths.max(swap_pairs(token, lengths)));
    }
    V::bits_of_pairs(above, V::weights(token))
}

/// Swaps each two bytes.
#[inline(always)]
pub(super) fn swap_pairs<V: Vector32>(token: V::Token, v: V) -> V {
    let order = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14];
    v.shuffle(V::bytes(token, repeat(order)))
}

/// The kind of a batch. `smallest` and `largest` have the smallest and the largest length at each place of a vector.
#[inline(always)]
fn kind<V: Vector32>(token: V::Token, smallest: V, largest: V) -> TokenLayout {
    if !V::splat(token, 2).saturating_sub(smallest).is_zero() {
        TokenLayout::EmptyToken
    } else if largest.any_above(16) {
        TokenLayout::Long
    } else if largest.any_above(10) {
        TokenLayout::Digits15
    } else if largest.any_above(8) {
        TokenLayout::Digits9
    } else if largest.any_above(4) {
        TokenLayout::Digits7
    } else {
        TokenLayout::Digits3
    }
}
