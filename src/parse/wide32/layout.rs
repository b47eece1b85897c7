//! Step 2: the lengths of a batch's tokens, and the masks of their windows.
//!
//! Input: the positions of 128 separators, and of the separator before them. Output: a [`Tile`], whose kind says which of
//! its masks are filled. Any positions give a tile; wrong positions are found when the windows of the tile are compared with
//! the text.

use super::tile::{Tile, TokenLayout};
use super::vector::{Vector32, load, load_at, repeat, store};
use crate::parse::batch::TOKENS;
use crate::parse::batch::dialect::StaticDialect;

/// Fills `tile`. The first of `positions` is that of the separator before the batch. With [`StaticDialect::HAS_LAST`]
/// the length of a line's first token includes the line feed before it.
#[inline(always)]
pub(super) fn layout<V: Vector32, K: StaticDialect>(
    token: V::Token,
    tile: &mut Tile,
    positions: &[u8; 1 + TOKENS],
) {
    let mut largest = V::splat(token, 0);
    let mut smallest = V::splat(token, 64);
    let mut all = [largest; TOKENS / 32];
    for (i, lengths) in all.iter_mut().enumerate() {
        let before = load_at::<V, _, _>(token, positions, 32 * i);
        let here = load_at::<V, _, _>(token, positions, 32 * i + 1);
        let whole = here.sub(before).and(V::splat(token, 63));
        store(&mut tile.lengths, i, whole);
        store(&mut tile.steps, i, whole.pair_sums());
        // The length of a first token without the line feed before it. If there is only that line feed between two
        // separators, this length is below 2, so the tile is refused, as it must be.
        *lengths = if K::HAS_LAST {
            whole.saturating_sub(V::splat_u16(token, 1))
        } else {
            whole
        };
        largest = largest.max(*lengths);
        smallest = smallest.min(*lengths);
    }
    tile.oversized = 0;
    tile.kind = kind(token, smallest, largest);
    match tile.kind {
        TokenLayout::EmptyToken => {}
        TokenLayout::Digits3 | TokenLayout::Digits7 => {
            // Lines in the order 0 4 1 5 2 6 3 7.
            let order = repeat([0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15]);
            let order = V::bytes(token, order);
            for (i, lengths) in all.into_iter().enumerate() {
                let shifts = V::splat(token, 64).sub(lengths.times_8());
                store(&mut tile.mask_shifts, i, shifts.shuffle(order));
            }
        }
        TokenLayout::Digits9 | TokenLayout::Digits15 => {
            if V::HAS_PAIR_OFFSETS {
                for (i, lengths) in all.into_iter().enumerate() {
                    store(&mut tile.mask_offsets, i, lengths.pair_offsets());
                }
            }
        }
        TokenLayout::Long => {
            if largest.any_above(V::LONGEST) {
                tile.oversized = lines_above::<V>(token, tile, V::LONGEST);
            }
        }
    }
}

/// A bit for each line with a token that is longer than `limit`.
#[inline(always)]
fn lines_above<V: Vector32>(token: V::Token, tile: &Tile, limit: u8) -> u64 {
    let (limit, zero) = (V::splat_u16(token, limit.into()), V::splat(token, 0));
    let mut within = [zero; 4];
    for (i, within) in within.iter_mut().enumerate() {
        let [first, second] = load::<V, _, _>(token, &tile.lengths, i).even_odd_bytes();
        *within = first.max(second).saturating_sub(limit).equals(zero);
    }
    !V::bits_of_low_bytes(within, V::weights(token))
}

/// The kind of a batch. `smallest` and `largest` have the smallest and the largest length at each place of a vector.
#[inline(always)]
fn kind<V: Vector32>(token: V::Token, smallest: V, largest: V) -> TokenLayout {
    if V::splat(token, 2).saturating_sub(smallest).any_above(0) {
        TokenLayout::EmptyToken
    } else if !largest.any_above(8) {
        if largest.any_above(4) {
            TokenLayout::Digits7
        } else {
            TokenLayout::Digits3
        }
    } else if !largest.any_above(10) {
        TokenLayout::Digits9
    } else if !largest.any_above(16) {
        TokenLayout::Digits15
    } else {
        TokenLayout::Long
    }
}
