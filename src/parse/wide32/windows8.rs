//! Steps 3 to 5 for tokens of at most 7 digits: windows of 8 bytes.
//!
//! Input: a [`Tile`] of [`TokenLayout::Digits3`](super::tile::TokenLayout) or
//! [`TokenLayout::Digits7`](super::tile::TokenLayout), and its text. Output: the answers of its lines, and whether every byte
//! is in its place.

use super::decide::Decision;
use super::expected::{Mismatch, expected, limits};
use super::tile::{Decoded, Piles, Tile};
use super::vector::{Asks, Vector32, repeat};
use crate::parse::Decide;
use crate::parse::batch::dialect::{Dialect, StaticDialect};

/// The windows of a line.
const SEPARATORS: [u8; 32] = repeat(*b"0000000 0000000\n");

/// Answers a batch.
///
/// # Safety
/// * As for [`super::decode::decode`].
/// * `tile` is of one of the kinds that this file is for.
#[inline(always)]
pub(super) unsafe fn answer_digits7<D: Decide, V: Asks<D>, K: StaticDialect>(
    token: V::Token,
    tile: &Tile,
    dialect: Dialect,
    piles: &mut Piles,
    mut cursor: *const u8,
) -> Decoded {
    let expected = expected::<V, K>(token, SEPARATORS, dialect);
    let weights = V::bytes(token, repeat([10, 1, 10, 1, 10, 1, 1, 0]));
    let mut mismatch = Mismatch::none(token);
    let mut decision = Decision::<V>::new(token);
    for eighth in 0..8 {
        // SAFETY: `cursor` is a byte of the text, and so are the eight bytes before it.
        let empty = unsafe { V::load_eights(token, [cursor.wrapping_sub(7); 2]) };
        let mut lines = [empty; 8];
        for (i, line) in lines.iter_mut().enumerate() {
            let i = 8 * eighth + i;
            // SAFETY: a line begins here, so the byte after the cursor is text.
            unsafe { mismatch.add_line::<K>(cursor) };
            let end = cursor.wrapping_add(tile.lengths[2 * i].into());
            cursor = cursor.wrapping_add(tile.steps[i].into());
            let ends = [end, cursor].map(|end| end.wrapping_sub(7));
            // SAFETY: both ends are bytes of the text, and 32 bytes of text stand before the line.
            *line = unsafe { V::load_eights(token, ends) };
        }
        let shifts = &tile.mask_shifts.as_chunks().0[eighth];
        let mut fours = [expected; 4];
        for (i, four) in fours.iter_mut().enumerate() {
            let bytes = V::from_halves(lines[i], lines[i + 4]);
            *four = bytes.xor(expected).and(V::tails_8(token, shifts, i));
            mismatch.add(*four);
        }
        let a = numbers(token, fours[0], fours[1], weights);
        let b = numbers(token, fours[2], fours[3], weights);
        let [x, y] = a.unzip_u32(b);
        decision.add_u31::<D>(piles, eighth, x, y);
    }
    Decoded {
        answers: decision.answers_u31::<D>(token, piles),
        is_valid: mismatch.is_within(token, const { limits(SEPARATORS) }),
        fallback: 0,
        end: cursor,
    }
}

/// The numbers that the digits of four lines make: in each half two lines, and of each its first and its second pile.
#[inline(always)]
fn numbers<V: Vector32>(token: V::Token, a: V, b: V, weights: V) -> V {
    V::join_digits(a, b, weights)
        .join_u8(token, repeat([100, 1, 10, 1]))
        .join_u16(token, repeat([1000, 1]))
}
