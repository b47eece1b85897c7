//! Steps 3 to 5 for tokens of at most 7 digits: windows of 8 bytes, two in a vector.
//!
//! Input: a [`Tile`] of [`TokenLayout::Digits7`](super::tile::TokenLayout), and its text. Output: the answers of its lines, and whether
//! every byte is in its place.

use super::decide::{Decision, Piles};
use super::expected::{Mismatch, expected, limits};
use super::layout::MASK_ROW;
use super::ops::{repeat, vector};
use super::tile::{Decoded, Tile};
use crate::parse::aarch64::DecideNeon;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use core::arch::aarch64::*;

/// The windows of a line.
const SEPARATORS: [u8; 16] = *b"0000000 0000000\n";

/// Masks of the two tokens of a line. There is a row for each length of the first token, from 1 to 8, with an entry for each
/// length of the second token. Each token has 8 bytes of the mask: for the length L, the last L of them are 0xff.
static MASKS: [[u8; 16]; (MASK_ROW * MASK_ROW) as usize] = {
    let row = MASK_ROW as usize;
    let mut masks = [[0; 16]; (MASK_ROW * MASK_ROW) as usize];
    let mut i = 0;
    while i < row * row {
        let lengths = [i / row + 1, i % row + 1];
        let mut byte = 0;
        while byte < 16 {
            if byte % 8 >= 8 - lengths[byte / 8] {
                masks[i][byte] = 0xff;
            }
            byte += 1;
        }
        i += 1;
    }
    masks
};

/// Answers a batch.
///
/// # Safety
/// * As for [`super::decode::decode`].
/// * `tile` is of the kind that this file is for.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) unsafe fn answer_digits7<D: DecideNeon, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    piles: &mut Piles<u32>,
    mut cursor: *const u8,
) -> Decoded {
    let expected = expected::<K>(SEPARATORS, dialect);
    let w1 = vector(repeat([10, 1, 10, 1, 10, 1, 1, 0]));
    let mut mismatch = Mismatch::none();
    let mut decision = Decision::new(piles);
    for four in 0..16 {
        let mut pairs = [vdupq_n_u8(0); 4];
        for (i, pairs) in pairs.iter_mut().enumerate() {
            let line = 4 * four + i;
            // SAFETY: a line begins here, so the byte after the cursor is text.
            unsafe { mismatch.add_line::<K>(cursor) };
            let end = cursor.wrapping_add(tile.first[line].into());
            // SAFETY: `end` is a byte of the text, and more than 8 bytes of text stand before `cursor`.
            let a = unsafe { vld1_u8(end.wrapping_sub(7)) };
            cursor = cursor.wrapping_add(tile.steps[line].into());
            // SAFETY: the same of the line's end.
            let b = unsafe { vld1_u8(cursor.wrapping_sub(7)) };
            let masks = MASKS.as_ptr();
            let mask = masks.wrapping_add(tile.mask_entries[line].into()).cast();
            // SAFETY: for this kind `layout` writes entries of the table: both lengths are from 2 to 8.
            let mask = unsafe { vld1q_u8(mask) };
            let digits = vandq_u8(veorq_u8(vcombine_u8(a, b), expected), mask);
            mismatch.add(digits);
            *pairs = vmulq_u8(digits, w1);
        }
        // For two lines: the upper and the lower digits of each pile, in the order a b a b.
        let halves = |a, b| join_pairs([100, 10, 100, 10], vpaddq_u8(a, b));
        let [low, high] = [halves(pairs[0], pairs[1]), halves(pairs[2], pairs[3])];
        let [x, y] =
            [vuzp1q_u32(low, high), vuzp2q_u32(low, high)].map(|halves| join::<1000>(halves));
        decision.add::<D>(four, x, y);
    }
    Decoded {
        answers: decision.answers::<D>(),
        is_valid: mismatch.is_within(const { limits(SEPARATORS) }),
        fallback: 0,
        end: cursor,
    }
}

/// For each lane of 32 bits: its lower half times `FACTOR`, plus its upper half. The sum fits 32 bits.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn join<const FACTOR: u32>(halves: uint32x4_t) -> uint32x4_t {
    let upper = vshrq_n_u32::<16>(halves);
    // The product has the upper half `FACTOR << 16` times, and the result has it once.
    let excess = vdupq_n_u32((FACTOR << 16).wrapping_sub(1));
    vmlsq_u32(vmulq_u32(halves, vdupq_n_u32(FACTOR)), upper, excess)
}

/// For each lane of 16 bits: its lower byte times the factor of the lane, plus its upper byte. `factors` are those of four
/// lanes, used twice. Each byte is below 100.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn join_pairs(factors: [u16; 4], pairs: uint8x16_t) -> uint32x4_t {
    let vector = |factors: [u16; 4]| {
        // SAFETY: four words.
        let half = unsafe { vld1_u16(factors.as_ptr()) };
        vcombine_u16(half, half)
    };
    let pairs = vreinterpretq_u16_u8(pairs);
    let upper = vshrq_n_u16::<8>(pairs);
    let excess = factors.map(|factor| (factor << 8) - 1);
    let sums = vmlsq_u16(vmulq_u16(pairs, vector(factors)), upper, vector(excess));
    vreinterpretq_u32_u16(sums)
}
