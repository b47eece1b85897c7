//! Steps 3 to 5 for tokens of 8 to 15 digits: windows of 16 bytes.
//!
//! Input: a [`Tile`] and its text. Output: the answers of its lines, and whether every byte is in its place.

use super::decide::Decision;
use super::expected::{Mismatch, expected, limits, tail};
use super::tile::{Decoded, Piles, Tile};
use super::vector::{Asks, Vector32, repeat, words};
use crate::parse::Decide;
use crate::parse::batch::dialect::StaticDialect;

/// The windows of a line.
const SEPARATORS: [u8; 32] = *b"000000000000000 000000000000000\n";

/// The windows of a batch's lines, which are read in order.
pub(in crate::parse) struct Windows16<V> {
    expected: V,
    mismatch: Mismatch<V>,
    /// The separator before the next line.
    pub(in crate::parse) cursor: *const u8,
}

impl<V: Vector32> Windows16<V> {
    #[inline(always)]
    pub(in crate::parse) fn new<K: StaticDialect>(token: V::Token, cursor: *const u8) -> Self {
        Self {
            expected: V::bytes(token, const { expected::<K>(SEPARATORS) }),
            mismatch: Mismatch::none(token),
            cursor,
        }
    }

    /// Reads the piles of two lines with tokens of `lengths`. Each pile is four numbers of 16 bits, of 4, 4, 4 and 3 digits.
    /// The first piles are in the lower half of the vector, the second piles in the upper half.
    ///
    /// # Safety
    /// * As for [`super::decode::decode`], of these two lines, which begin after the cursor.
    #[inline(always)]
    pub(in crate::parse) unsafe fn two_lines<K: StaticDialect>(
        &mut self,
        token: V::Token,
        lengths: &[[u8; 2]],
    ) -> V {
        let mut lines = [self.expected; 2];
        for (digits, &[first, second]) in lines.iter_mut().zip(lengths) {
            // SAFETY: a line begins here, so the byte after the cursor is text.
            unsafe { self.mismatch.add_line::<K>(self.cursor) };
            let end = self.cursor.wrapping_add(first.into());
            self.cursor = end.wrapping_add(second.into());
            let starts = [end, self.cursor].map(|end| end.wrapping_sub(15));
            // SAFETY: both ends are bytes of the text, and 32 bytes of text stand before the line.
            let bytes = unsafe { V::load_halves(token, starts) };
            // The line feed before the first token does not count.
            let tails = [tail::<16>(0).wrapping_sub(K::HAS_CR.into()), tail::<16>(0)];
            let masks = [
                tails[0].wrapping_add(first.into()),
                tails[1].wrapping_add(second.into()),
            ];
            // SAFETY: `tail` says that 16 bytes are readable.
            let mask = unsafe { V::load_halves(token, masks) };
            *digits = bytes.xor(self.expected).and(mask);
            self.mismatch.add(*digits);
        }
        let ones = [10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 1, 0];
        let hundreds = [100, 1, 100, 1, 100, 1, 10, 1];
        V::join_digits(lines[0], lines[1], V::bytes(token, repeat(ones)))
            .dot_u8(V::bytes(token, repeat(hundreds)))
    }

    /// Whether every byte of the windows is in its place.
    #[inline(always)]
    pub(in crate::parse) fn is_valid(&self, token: V::Token) -> bool {
        self.mismatch.is_within(token, const { limits(SEPARATORS) })
    }
}

/// Answers a batch of at most 9 digits.
///
/// # Safety
/// * As for [`super::decode::decode`].
/// * `tile` is of [`TokenLayout::Digits9`](super::tile::TokenLayout).
#[inline(always)]
pub(super) unsafe fn answer_digits9<D: Decide, V: Asks<D>, K: StaticDialect>(
    token: V::Token,
    tile: &Tile,
    piles: &mut Piles,
    cursor: *const u8,
) -> Decoded {
    let mut windows = Windows16::<V>::new::<K>(token, cursor);
    let mut decision = Decision::<V>::new(token, piles);
    let thousands = V::bytes(token, const { words([1000, 1]) });
    let second_words = V::bytes(token, const { words([0, 1]) });
    for (eighth, lengths) in tile.lengths.as_chunks::<8>().0.iter().enumerate() {
        let mut fours = [windows.expected; 2];
        for (four, lengths) in fours.iter_mut().zip(lengths.as_chunks::<4>().0) {
            // SAFETY: the caller's promise. The lines of the batch are read in order.
            let a = unsafe { windows.two_lines::<K>(token, &lengths[..2]) };
            // SAFETY: the same.
            let b = unsafe { windows.two_lines::<K>(token, &lengths[2..]) };
            let [upper, lower] = a.unzip_u32(b);
            // A pile has at most 9 digits, so the first of its four numbers is 0.
            let upper = upper.dot_u16(second_words);
            let upper = upper.mul_u32(V::splat_u32(token, 10_000_000));
            *four = upper.add_u32(lower.dot_u16(thousands));
        }
        let [a, b] = fours;
        decision.add_u31::<D>(eighth, a.low_halves(b), a.high_halves(b));
    }
    Decoded {
        answers: decision.answers_u31::<D>(),
        is_valid: windows.is_valid(token),
        fallback: 0,
        end: windows.cursor,
    }
}

/// Answers a batch of at most 15 digits. Lines that are left open are decided at the end, together: with half of the pairs
/// cold it takes 12% less time than windows of 32 bytes.
///
/// # Safety
/// * As for [`super::decode::decode`].
/// * `tile` is of [`TokenLayout::Digits15`](super::tile::TokenLayout).
#[inline(always)]
pub(super) unsafe fn answer_digits15<D: Decide, V: Asks<D>, K: StaticDialect>(
    token: V::Token,
    tile: &Tile,
    piles: &mut Piles,
    cursor: *const u8,
) -> Decoded {
    let fours = V::bytes(token, const { words([10_000, 1, 1000, 1]) });
    let mut windows = Windows16::<V>::new::<K>(token, cursor);
    let mut decision = Decision::<V>::new(token, piles);
    for (sixteenth, lengths) in tile.lengths.as_chunks::<4>().0.iter().enumerate() {
        // SAFETY: the caller's promise. The lines of the batch are read in order.
        let a = unsafe { windows.two_lines::<K>(token, &lengths[..2]) };
        // SAFETY: the same.
        let b = unsafe { windows.two_lines::<K>(token, &lengths[2..]) };
        let a = a.dot_u16(fours).join_u32(token, 10_000_000);
        let b = b.dot_u16(fours).join_u32(token, 10_000_000);
        decision.add_u64::<D>(sixteenth, a.low_halves(b), a.high_halves(b));
    }
    Decoded {
        answers: decision.answers_u64::<D>(),
        is_valid: windows.is_valid(token),
        fallback: 0,
        end: windows.cursor,
    }
}
