//! Steps 3 to 5 for tokens of more than 15 digits: windows of 32 bytes.
//!
//! Input: a [`Tile`] and its text. Output: the answers of its lines, whether every byte is in its place, and the lines that
//! need the fallback because a pile may not fit 64 bits.

use super::decide::Decision;
use super::expected::{Mismatch, expected, limits, tail};
use super::tile::{Decoded, Piles, Tile};
use super::vector::{Asks, Vector32, words};
use crate::parse::Decide;
use crate::parse::batch::dialect::StaticDialect;

const SEPARATORS: [[u8; 32]; 2] = [
    *b"0000000000000000000000000000000 ",
    *b"0000000000000000000000000000000\n",
];

/// The number of digits of the largest `u64`. If a digit before the last 20 is not 0, the pile does not fit 64 bits.
const U64_DIGITS: usize = 20;
/// The bytes of a window before these digits and the separator.
const BEFORE: [u8; 32] = {
    let mut before = [0; 32];
    let mut i = 0;
    while i < 31 - U64_DIGITS {
        before[i] = 0xff;
        i += 1;
    }
    before
};

/// The weights that make numbers of two, four and eight digits. The last number of a pile has a digit less.
const ONES: [u8; 32] = [
    10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, //
    10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 1, 0,
];
const HUNDREDS: [u8; 32] = [
    100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1, //
    100, 1, 100, 1, 100, 1, 10, 1, 100, 1, 100, 1, 100, 1, 10, 1,
];
const THOUSANDS: [u8; 32] = words([
    10_000, 1, 10_000, 1, 10_000, 1, 10_000, 1, 10_000, 1, 1000, 1, 10_000, 1, 1000, 1,
]);

/// The upper 16 and the lower 15 digits of two tokens, from the digits of their windows: four numbers of 64 bits.
#[inline(always)]
fn numbers<V: Vector32>(token: V::Token, a: V, b: V) -> V {
    V::join_digits(a, b, V::bytes(token, ONES))
        .dot_u8(V::bytes(token, HUNDREDS))
        .dot_u16(V::bytes(token, THOUSANDS))
        .join_u32(token, 10_000_000)
}

/// Answers a batch of piles with more than 15 digits. Lines with more than 31 are left to the fallback.
///
/// # Safety
/// * As for [`super::decode::decode`].
/// * `tile` is of [`TokenLayout::Long`](super::tile::TokenLayout).
#[inline(always)]
pub(super) unsafe fn answer_digits31<D: Decide, V: Asks<D>, K: StaticDialect>(
    token: V::Token,
    tile: &Tile,
    piles: &mut Piles,
    mut cursor: *const u8,
) -> Decoded {
    const E15: u64 = 1_000_000_000_000_000;
    let expected = const { [expected::<K>(SEPARATORS[0]), expected::<K>(SEPARATORS[1])] };
    let expected = expected.map(|bytes| V::bytes(token, bytes));
    // A pile whose quotient by 10^15 is larger may not fit 64 bits.
    let largest_quotient = V::splat_u32(token, (u64::MAX / E15) as u32 - 1);
    let mut too_large = V::splat(token, 0);
    let mut mismatch = Mismatch::none(token);
    let mut decision = Decision::<V>::new(token, piles);
    for (sixteenth, lengths) in tile.lengths.as_chunks::<4>().0.iter().enumerate() {
        let mut lines = [expected; 4];
        for (line, lengths) in lines.iter_mut().zip(lengths) {
            // SAFETY: a line begins here, so the byte after the cursor is text.
            unsafe { mismatch.add_line::<K>(cursor) };
            let digits = [lengths[0] - u8::from(K::HAS_CR), lengths[1]];
            for i in 0..2 {
                cursor = cursor.wrapping_add(lengths[i].into());
                // SAFETY: the cursor is a byte of the text, and 32 bytes of text stand before the line.
                let bytes = unsafe { V::load(token, cursor.wrapping_sub(31)) };
                // SAFETY: `tail` says that 32 bytes are readable.
                let mask = unsafe { V::load(token, tail::<32>(digits[i].into())) };
                line[i] = bytes.xor(expected[i]).and(mask);
                mismatch.add(line[i]);
            }
        }
        let mut piles = expected;
        for (i, pile) in piles.iter_mut().enumerate() {
            let a = numbers(token, lines[0][i], lines[1][i]);
            let b = numbers(token, lines[2][i], lines[3][i]);
            let upper = a.low_halves(b);
            too_large = too_large.or(upper.is_above_i32(largest_quotient));
            *pile = upper.mul_add_u64(token, E15, a.high_halves(b));
        }
        decision.add_u64::<D>(sixteenth, piles[0], piles[1]);
    }
    let mut fallback = tile.oversized;
    let before = mismatch.largest.and(V::bytes(token, BEFORE));
    if !too_large.or(before).is_zero() {
        for (line, lengths) in tile.lengths.iter().enumerate() {
            let is_long = lengths.iter().any(|&l| usize::from(l) > U64_DIGITS);
            fallback |= u64::from(is_long) << line;
        }
    }
    Decoded {
        answers: decision.answers_u64::<D>(),
        is_valid: mismatch.is_within(token, const { limits(SEPARATORS[1]) }),
        fallback,
        end: cursor,
    }
}
