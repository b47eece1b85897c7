//! Steps 3 to 5 for tokens of 8 to 15 digits: windows of 16 bytes.
//!
//! Input: a [`Tile`] and its text. Output: the answers of its lines, and whether every byte is in its place.

use super::decide::Decision;
use super::expected::{Mismatch, expected, limits};
use super::tile::{Decoded, Piles, Tile};
use super::vector::{Asks, Vector32, repeat};
use crate::parse::Decide;
use crate::parse::batch::dialect::{Dialect, StaticDialect};

/// The windows of 16 bytes of a line.
const SEPARATORS: [u8; 32] = *b"000000000000000 000000000000000\n";

/// The windows of a batch's lines, which are read in order.
pub(in crate::parse) struct Windows16<'t, V> {
    tile: &'t Tile,
    expected: V,
    mismatch: Mismatch<V>,
    /// The separator before the next line.
    pub(in crate::parse) cursor: *const u8,
}

impl<'t, V: Vector32> Windows16<'t, V> {
    #[inline(always)]
    pub(in crate::parse) fn new<K: StaticDialect>(
        token: V::Token,
        tile: &'t Tile,
        dialect: Dialect,
        cursor: *const u8,
    ) -> Self {
        Self {
            tile,
            expected: expected::<V, K>(token, SEPARATORS, dialect),
            mismatch: Mismatch::none(token),
            cursor,
        }
    }

    /// Reads the piles of two lines, from `line` on. Each pile is four numbers of 16 bits, of 4, 4, 4 and 3 digits. The first
    /// piles are in the lower half of the vector, the second piles in the upper half.
    ///
    /// # Safety
    /// * As for [`super::decode::decode`], of the two lines from `line` on, which begin after the cursor.
    /// * The tile is of [`TokenLayout::Digits9`](super::tile::TokenLayout) or
    ///   [`TokenLayout::Digits15`](super::tile::TokenLayout).
    #[inline(always)]
    pub(in crate::parse) unsafe fn two_lines<K: StaticDialect>(
        &mut self,
        token: V::Token,
        line: usize,
    ) -> V {
        let weights = V::bytes(
            token,
            repeat([10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 1, 0]),
        );
        let mut lines = [self.expected; 2];
        for (i, digits) in lines.iter_mut().enumerate() {
            let i = line + i;
            // SAFETY: a line begins here, so the byte after the cursor is text.
            unsafe { self.mismatch.add_line::<K>(self.cursor) };
            let [first, second] = [self.tile.lengths[2 * i], self.tile.lengths[2 * i + 1]];
            let end = self.cursor.wrapping_add(first.into());
            // SAFETY: `end` is a byte of the text, and 32 bytes of text stand before the line.
            let a = unsafe { V::load_half(token, end.wrapping_sub(15)) };
            self.cursor = if V::HAS_PAIR_OFFSETS {
                self.cursor.wrapping_add(self.tile.steps[i].into())
            } else {
                // The lengths are read anyway.
                end.wrapping_add(second.into())
            };
            // SAFETY: the cursor is a byte of the text again, and 32 bytes of text stand before the line.
            let b = unsafe { V::load_half(token, self.cursor.wrapping_sub(15)) };
            let lengths = [first - u8::from(K::HAS_LAST), second];
            // SAFETY: for these kinds `layout` writes lengths from 2 to 16, with a line feed before the first token if there
            // is one, and their offset.
            let mask = unsafe { V::tails_16(token, lengths, self.tile.mask_offsets[i]) };
            *digits = V::from_halves(a, b).xor(self.expected).and(mask);
            self.mismatch.add(*digits);
        }
        let factors = repeat([100, 1, 100, 1, 100, 1, 10, 1]);
        V::join_digits(lines[0], lines[1], weights).join_u8(token, factors)
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
    dialect: Dialect,
    piles: &mut Piles,
    cursor: *const u8,
) -> Decoded {
    let mut windows = Windows16::<V>::new::<K>(token, tile, dialect, cursor);
    let mut decision = Decision::<V>::new(token);
    for eighth in 0..8 {
        let mut fours = [windows.expected; 2];
        for (i, four) in fours.iter_mut().enumerate() {
            let line = 8 * eighth + 4 * i;
            // SAFETY: the caller's promise. The lines of the batch are read in order.
            let a = unsafe { windows.two_lines::<K>(token, line) };
            // SAFETY: the same.
            let b = unsafe { windows.two_lines::<K>(token, line + 2) };
            let [upper, lower] = a.unzip_u32(b);
            // A pile has at most 9 digits, so the first of its four numbers is 0.
            let upper = upper.upper_u16().mul_u32(V::splat_u32(token, 10_000_000));
            *four = upper.add_u32(lower.join_u16(token, repeat([1000, 1])));
        }
        let x = fours[0].low_halves(fours[1]);
        let y = fours[0].high_halves(fours[1]);
        decision.add_u31::<D>(piles, eighth, x, y);
    }
    Decoded {
        answers: decision.answers_u31::<D>(token, piles),
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
    dialect: Dialect,
    piles: &mut Piles,
    cursor: *const u8,
) -> Decoded {
    let factors = repeat([10_000, 1, 1000, 1]);
    let mut windows = Windows16::<V>::new::<K>(token, tile, dialect, cursor);
    let mut decision = Decision::<V>::new(token);
    for sixteenth in 0..16 {
        let line = 4 * sixteenth;
        // SAFETY: the caller's promise. The lines of the batch are read in order.
        let a = unsafe { windows.two_lines::<K>(token, line) };
        // SAFETY: the same.
        let b = unsafe { windows.two_lines::<K>(token, line + 2) };
        let a = a.join_u16(token, factors).join_u32(token, 10_000_000);
        let b = b.join_u16(token, factors).join_u32(token, 10_000_000);
        decision.add_u64::<D>(piles, sixteenth, a.low_halves(b), a.high_halves(b));
    }
    Decoded {
        answers: decision.answers_u64::<D>(token, piles),
        is_valid: windows.is_valid(token),
        fallback: 0,
        end: windows.cursor,
    }
}
