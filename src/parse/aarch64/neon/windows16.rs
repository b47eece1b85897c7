//! Steps 3 to 5 for tokens of more than 7 digits: windows of 16 bytes, and of 4 bytes before them.
//!
//! Input: a [`Tile`] and its text. Output: the answers of its lines, and whether every byte is in its place.
//!
//! A window of 16 bytes holds 15 digits. Multiplications and pairwise additions make them four numbers: 4, 4, 4 and 3
//! digits.

use super::decide::{Decision, Piles};
use super::expected::{Mismatch, expected, limits};
use super::ops::{load_at, repeat, vector};
use super::tile::{Decoded, Tile};
use super::windows8::{join, join_pairs};
use crate::parse::aarch64::DecideNeon;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use core::arch::aarch64::*;

/// The window of a first token.
const FIRST: [u8; 16] = *b"000000000000000 ";
/// The window of a second token.
const SECOND: [u8; 16] = *b"000000000000000\n";

/// For each length L of a token, below 64: the mask of a window of 16 bytes. The last L bytes are 0xff, or all if L is above
/// 16.
static MASKS: [[u8; 16]; 64] = {
    let mut masks = [[0; 16]; 64];
    let mut i = 0;
    while i < 64 * 16 {
        let (length, byte) = (i / 16, i % 16);
        if byte + length >= 16 {
            masks[length][byte] = 0xff;
        }
        i += 1;
    }
    masks
};

/// The state of a decoder.
struct Windows<'t> {
    tile: &'t Tile,
    expected: [uint8x16_t; 2],
    mismatch: Mismatch,
    /// The separator before the next line.
    cursor: *const u8,
}

impl<'t> Windows<'t> {
    #[inline]
    #[target_feature(enable = "neon")]
    fn new<K: StaticDialect>(tile: &'t Tile, dialect: Dialect, cursor: *const u8) -> Self {
        Self {
            tile,
            expected: [FIRST, SECOND].map(|pattern| expected::<K>(pattern, dialect)),
            mismatch: Mismatch::none(),
            cursor,
        }
    }

    /// Loads the window that ends at `end`, with one token. Returns its digits' values, each times 10 or 1.
    ///
    /// # Safety
    /// * The 16 bytes that end with `end` are text.
    /// * `length` is below 64.
    #[inline]
    #[target_feature(enable = "neon")]
    unsafe fn token(&mut self, end: *const u8, length: usize, expected: uint8x16_t) -> uint8x16_t {
        let weights = vector([10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 1, 0]);
        // SAFETY: the caller's promise.
        let bytes = unsafe { vld1q_u8(end.wrapping_sub(15)) };
        let mask = MASKS.as_ptr().wrapping_add(length).cast();
        // SAFETY: the table has 64 entries, and the caller promises a length below 64.
        let mask = unsafe { vld1q_u8(mask) };
        let digits = vandq_u8(veorq_u8(bytes, expected), mask);
        self.mismatch.add(digits);
        vmulq_u8(digits, weights)
    }

    /// The next line: the four numbers of its first pile, and those of its second one. `cursor` moves to the end of the
    /// line. `ends` gets the separators after both tokens.
    ///
    /// # Safety
    /// * As for [`super::decode::decode`], of the line with this number, which begins after `cursor`.
    #[inline]
    #[target_feature(enable = "neon")]
    unsafe fn line<K: StaticDialect>(
        &mut self,
        line: usize,
        ends: &mut [*const u8; 2],
    ) -> uint32x4_t {
        // SAFETY: a line begins here, so the byte after the cursor is text.
        unsafe { self.mismatch.add_line::<K>(self.cursor) };
        let lengths = [self.tile.first[line], self.tile.second[line]].map(usize::from);
        ends[0] = self.cursor.wrapping_add(lengths[0]);
        ends[1] = ends[0].wrapping_add(lengths[1]);
        self.cursor = ends[1];
        let first = lengths[0].wrapping_sub(usize::from(K::HAS_LAST));
        // SAFETY: `end` is a byte of the text, and more than 16 bytes of text stand before the line. `layout` writes lengths
        // below 64, and no tile that is decoded has an empty token, so `first` has not wrapped around.
        let a = unsafe { self.token(ends[0], first, self.expected[0]) };
        // SAFETY: the same of the line's end and the other length.
        let b = unsafe { self.token(ends[1], lengths[1], self.expected[1]) };
        let pairs = vpaddq_u8(a, b);
        join_pairs([100, 100, 100, 10], pairs)
    }

    /// The next two lines: the upper two and the lower two numbers of both first piles, then of both second ones.
    ///
    /// # Safety
    /// * As for [`Windows::line`], of two lines.
    #[inline]
    #[target_feature(enable = "neon")]
    unsafe fn two_lines<K: StaticDialect>(
        &mut self,
        line: usize,
        ends: &mut [[*const u8; 2]; 2],
    ) -> [uint32x4_t; 2] {
        // SAFETY: the caller's promise. The lines are read in order.
        let a = unsafe { self.line::<K>(line, &mut ends[0]) };
        // SAFETY: the same.
        let b = unsafe { self.line::<K>(line + 1, &mut ends[1]) };
        [vtrn1q_u32(a, b), vtrn2q_u32(a, b)]
    }
}

/// Answers a batch of at most 9 digits.
///
/// # Safety
/// * As for [`super::decode::decode`].
/// * `tile` is of [`TokenLayout::Digits9`](super::tile::TokenLayout).
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) unsafe fn answer_digits9<D: DecideNeon, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    piles: &mut Piles<u32>,
    cursor: *const u8,
) -> Decoded {
    let mut windows = Windows::new::<K>(tile, dialect, cursor);
    let mut decision = Decision::new(piles);
    for four in 0..16 {
        let [low, high] = [0, 2].map(|i| {
            // SAFETY: the caller's promise. The lines of the batch are read in order.
            let [upper, lower] =
                unsafe { windows.two_lines::<K>(4 * four + i, &mut [[cursor; 2]; 2]) };
            // A lane of `upper` has the first two of a pile's four numbers. The first one, in the lower half, is 0,
            // because the pile has at most 9 digits. The shift leaves the second one.
            let upper = vshrq_n_u32::<16>(upper);
            let piles = vmlaq_u32(join::<1000>(lower), upper, vdupq_n_u32(10_000_000));
            vreinterpretq_u64_u32(piles)
        });
        let x = vreinterpretq_u32_u64(vzip1q_u64(low, high));
        let y = vreinterpretq_u32_u64(vzip2q_u64(low, high));
        decision.add::<D>(four, x, y);
    }
    Decoded {
        answers: decision.answers::<D>(),
        is_valid: windows.mismatch.is_within(const { limits(SECOND) }),
        fallback: 0,
        end: windows.cursor,
    }
}

/// The piles of two lines, from windows of 16 bytes.
#[inline]
#[target_feature(enable = "neon")]
fn fifteen_digits([upper, lower]: [uint32x4_t; 2]) -> [uint64x2_t; 2] {
    let (upper, lower) = (join::<10_000>(upper), join::<1000>(lower));
    let factor = 10_000_000;
    let x = vmull_n_u32(vget_low_u32(upper), factor);
    let y = vmull_high_n_u32(upper, factor);
    [vaddw_u32(x, vget_low_u32(lower)), vaddw_high_u32(y, lower)]
}

/// Answers a batch of at most 15 digits.
///
/// # Safety
/// * As for [`super::decode::decode`].
/// * `tile` is of [`TokenLayout::Digits15`](super::tile::TokenLayout).
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) unsafe fn answer_digits15<D: DecideNeon, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    piles: &mut Piles<u64>,
    cursor: *const u8,
) -> Decoded {
    let mut windows = Windows::new::<K>(tile, dialect, cursor);
    let mut decision = Decision::new(piles);
    for four in 0..16 {
        let [low, high] = [0, 2].map(|i| {
            // SAFETY: the caller's promise. The lines of the batch are read in order.
            fifteen_digits(unsafe { windows.two_lines::<K>(4 * four + i, &mut [[cursor; 2]; 2]) })
        });
        decision.add::<D>(four, [low[0], high[0]], [low[1], high[1]]);
    }
    Decoded {
        answers: decision.answers::<D>(),
        is_valid: windows.mismatch.is_within(const { limits(SECOND) }),
        fallback: 0,
        end: windows.cursor,
    }
}

/// 10^11 divided by 2^11.
const E11: u32 = (100_000_000_000u64 >> 11) as u32;

/// The piles of two lines, from windows of 16 bytes and the digits before these windows. `e11` is [`E11`].
#[inline]
#[target_feature(enable = "neon")]
fn nineteen_digits(
    before: uint32x4_t,
    [upper, lower]: [uint32x4_t; 2],
    e11: uint32x4_t,
) -> [uint64x2_t; 2] {
    const E7: u32 = 10_000_000;
    let uppermost = vandq_u32(upper, vdupq_n_u32(0xffff));
    let uppermost = vmlaq_u32(uppermost, before, vdupq_n_u32(10_000));
    let (middle, lower) = (vshrq_n_u32::<16>(upper), join::<1000>(lower));
    let x = vshlq_n_u64::<11>(vmull_u32(vget_low_u32(uppermost), vget_low_u32(e11)));
    let y = vshlq_n_u64::<11>(vmull_high_u32(uppermost, e11));
    let x = vmlal_n_u32(x, vget_low_u32(middle), E7);
    let y = vmlal_high_n_u32(y, middle, E7);
    [vaddw_u32(x, vget_low_u32(lower)), vaddw_high_u32(y, lower)]
}

/// A shuffle that takes the lengths of two lines' tokens from those of sixteen lines, each length four times: of both first
/// tokens, then of both second tokens.
const LENGTHS_OF_TWO: [u8; 16] = [0, 0, 0, 0, 1, 1, 1, 1, 16, 16, 16, 16, 17, 17, 17, 17];

/// A byte of the windows of 4 bytes is a digit if the length of the token is larger than this.
const WITHOUT_DIGIT: [u8; 16] = repeat([19, 18, 17, 16]);

/// Answers a batch of at most 19 digits a pile. Lines with more digits are left to the fallback.
///
/// # Safety
/// * As for [`super::decode::decode`].
/// * `tile` is not of [`TokenLayout::EmptyToken`](super::tile::TokenLayout).
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) unsafe fn answer_digits19<D: DecideNeon, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    piles: &mut Piles<u64>,
    cursor: *const u8,
) -> Decoded {
    // If the compiler knew the value of this factor, it would multiply by 10^11 in general registers.
    let e11 = core::hint::black_box(vdupq_n_u32(E11));
    let zeros = vdupq_n_u8(b'0');
    let weights = vector(repeat([10, 1]));
    let weights_of_pairs = vreinterpretq_u16_u32(vdupq_n_u32(1 << 16 | 100));
    // A first token has a line feed before it.
    let mut without_digit = WITHOUT_DIGIT;
    if K::HAS_LAST {
        for byte in &mut without_digit[..8] {
            *byte += 1;
        }
    }
    let without_digit = vector(without_digit);
    let mut largest_upper = vdupq_n_u8(0);
    let mut windows = Windows::new::<K>(tile, dialect, cursor);
    let mut decision = Decision::new(piles);
    let mut lengths = uint8x16x2_t(zeros, zeros);
    let mut lengths_of_two = zeros;
    for four in 0..16 {
        if four % 4 == 0 {
            let of_sixteen = |lengths| load_at(lengths, 4 * four);
            lengths = uint8x16x2_t(of_sixteen(&tile.first), of_sixteen(&tile.second));
            lengths_of_two = vector(LENGTHS_OF_TWO);
        }
        let [low, high] = [0, 2].map(|i| {
            let mut ends = [[cursor; 2]; 2];
            // SAFETY: the caller's promise. The lines of the batch are read in order.
            let numbers = unsafe { windows.two_lines::<K>(4 * four + i, &mut ends) };
            let mut bytes = vdupq_n_u32(0);
            // SAFETY: more than 20 bytes of text stand before the separators.
            unsafe {
                let four = |end: *const u8| end.wrapping_sub(19).cast::<u32>();
                bytes = vsetq_lane_u32::<0>(four(ends[0][0]).read_unaligned(), bytes);
                bytes = vsetq_lane_u32::<1>(four(ends[1][0]).read_unaligned(), bytes);
                bytes = vsetq_lane_u32::<2>(four(ends[0][1]).read_unaligned(), bytes);
                bytes = vsetq_lane_u32::<3>(four(ends[1][1]).read_unaligned(), bytes);
            }
            let mask = vcgtq_u8(vqtbl2q_u8(lengths, lengths_of_two), without_digit);
            lengths_of_two = vaddq_u8(lengths_of_two, vdupq_n_u8(2));
            let digits = vandq_u8(veorq_u8(vreinterpretq_u8_u32(bytes), zeros), mask);
            largest_upper = vmaxq_u8(largest_upper, digits);
            let pairs = vpaddlq_u8(vmulq_u8(digits, weights));
            let before = vpaddlq_u16(vmulq_u16(pairs, weights_of_pairs));
            nineteen_digits(before, numbers, e11)
        });
        decision.add::<D>(four, [low[0], high[0]], [low[1], high[1]]);
    }
    let is_valid = windows.mismatch.is_within(const { limits(SECOND) });
    Decoded {
        answers: decision.answers::<D>(),
        is_valid: is_valid && vmaxvq_u8(largest_upper) <= 9,
        fallback: tile.oversized,
        end: windows.cursor,
    }
}
