//! Steps 3 to 5 for tokens of more than 15 digits: windows of 16 bytes, and of 4 bytes before them.
//!
//! Input: a [`Tile`] and its text. Output: the answers of its lines, and whether every byte is in its place. Lines with more
//! than 19 digits are left to the fallback.

use super::vector::V128x2;
use crate::parse::aarch64::DecideNeon;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::wide32::{Decision, Decoded, Piles, Tile, Windows16};
use core::arch::aarch64::*;

/// 10^11 divided by 2^11.
const E11: u32 = (100_000_000_000u64 >> 11) as u32;

/// The piles of two lines, from windows of 16 bytes and the digits before these windows. `e11` is [`E11`].
#[inline]
#[target_feature(enable = "neon")]
fn nineteen_digits(before: uint32x4_t, windows: V128x2, e11: uint32x4_t) -> [uint64x2_t; 2] {
    const E7: u32 = 10_000_000;
    let [first, second] = windows.u32s();
    let (upper, lower) = (vuzp1q_u32(first, second), vuzp2q_u32(first, second));
    let uppermost = vandq_u32(upper, vdupq_n_u32(0xffff));
    let uppermost = vmlaq_u32(uppermost, before, vdupq_n_u32(10_000));
    let middle = vshrq_n_u32::<16>(upper);
    // The lower half times 1000, plus the upper half.
    let halves = vshrq_n_u32::<16>(lower);
    let product = vmulq_u32(lower, vdupq_n_u32(1000));
    let lower = vmlsq_u32(product, halves, vdupq_n_u32((1000 << 16) - 1));
    let x = vshlq_n_u64::<11>(vmull_u32(vget_low_u32(uppermost), vget_low_u32(e11)));
    let y = vshlq_n_u64::<11>(vmull_high_u32(uppermost, e11));
    let x = vmlal_n_u32(x, vget_low_u32(middle), E7);
    let y = vmlal_high_n_u32(y, middle, E7);
    [vaddw_u32(x, vget_low_u32(lower)), vaddw_high_u32(y, lower)]
}

/// Shuffles that take the lengths of two lines' tokens from those of four lines, each length four times: of both first tokens,
/// then of both second tokens.
const LENGTHS_OF_TWO: [[u8; 16]; 2] = [
    [0, 0, 0, 0, 2, 2, 2, 2, 1, 1, 1, 1, 3, 3, 3, 3],
    [4, 4, 4, 4, 6, 6, 6, 6, 5, 5, 5, 5, 7, 7, 7, 7],
];

/// A byte of the windows of 4 bytes is a digit if the length of the token is larger than this.
const WITHOUT_DIGIT: [u8; 16] = [
    19, 18, 17, 16, 19, 18, 17, 16, 19, 18, 17, 16, 19, 18, 17, 16,
];

/// Answers a batch of at most 19 digits a pile. Lines with more digits are left to the fallback.
///
/// # Safety
/// * As for [`Asks::long_windows`](crate::parse::wide32::Asks::long_windows).
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn answer_digits19<D: DecideNeon, K: StaticDialect>(
    tile: &Tile,
    piles: &mut Piles,
    cursor: *const u8,
) -> Decoded {
    // If the compiler knew the value of this factor, it would multiply by 10^11 in general registers.
    let e11 = core::hint::black_box(vdupq_n_u32(E11));
    let zeros = vdupq_n_u8(b'0');
    let weights = vreinterpretq_u8_u16(vdupq_n_u16(1 << 8 | 10));
    let weights_of_pairs = vreinterpretq_u16_u32(vdupq_n_u32(1 << 16 | 100));
    // A first token has a line feed before it.
    let mut without_digit = WITHOUT_DIGIT;
    if K::HAS_CR {
        for byte in &mut without_digit[..8] {
            *byte += 1;
        }
    }
    // SAFETY: each array has 16 bytes.
    let (without_digit, lengths_of_two) = unsafe {
        let [a, b] = LENGTHS_OF_TWO;
        (
            vld1q_u8(without_digit.as_ptr()),
            [vld1q_u8(a.as_ptr()), vld1q_u8(b.as_ptr())],
        )
    };
    let mut largest_upper = vdupq_n_u8(0);
    let mut windows = Windows16::<V128x2>::new::<K>((), cursor);
    let mut decision = Decision::<V128x2>::new((), piles);
    for (four, lengths) in tile.lengths.as_chunks::<4>().0.iter().enumerate() {
        // SAFETY: the array has eight bytes.
        let of_four = unsafe { vld1_u8(lengths.as_ptr().cast()) };
        let of_four = vcombine_u8(of_four, of_four);
        let mut two = [[vdupq_n_u64(0); 2]; 2];
        for (i, two) in two.iter_mut().enumerate() {
            // The end of each token of two lines.
            let mut ends = [windows.cursor; 4];
            let mut end = windows.cursor;
            for (end_of_token, &length) in ends
                .iter_mut()
                .zip(lengths[2 * i..2 * i + 2].as_flattened())
            {
                end = end.wrapping_add(length.into());
                *end_of_token = end;
            }
            // SAFETY: the caller's promise. The lines of the batch are read in order.
            let numbers = unsafe { windows.two_lines::<K>((), &lengths[2 * i..2 * i + 2]) };
            let mut bytes = vdupq_n_u32(0);
            // SAFETY: more than 20 bytes of text stand before the separators.
            unsafe {
                let four = |end: *const u8| end.wrapping_sub(19).cast::<u32>();
                bytes = vsetq_lane_u32::<0>(four(ends[0]).read_unaligned(), bytes);
                bytes = vsetq_lane_u32::<1>(four(ends[2]).read_unaligned(), bytes);
                bytes = vsetq_lane_u32::<2>(four(ends[1]).read_unaligned(), bytes);
                bytes = vsetq_lane_u32::<3>(four(ends[3]).read_unaligned(), bytes);
            }
            let mask = vcgtq_u8(vqtbl1q_u8(of_four, lengths_of_two[i]), without_digit);
            let digits = vandq_u8(veorq_u8(vreinterpretq_u8_u32(bytes), zeros), mask);
            largest_upper = vmaxq_u8(largest_upper, digits);
            let pairs = vpaddlq_u8(vmulq_u8(digits, weights));
            let before = vpaddlq_u16(vmulq_u16(pairs, weights_of_pairs));
            *two = nineteen_digits(before, numbers, e11);
        }
        let [x, y] = [0, 1].map(|pile| {
            let [low, high] = [two[0][pile], two[1][pile]].map(|v| vreinterpretq_u8_u64(v));
            V128x2(low, high)
        });
        decision.add_u64::<D>(four, x, y);
    }
    let is_valid = windows.is_valid(());
    Decoded {
        answers: decision.answers_u64::<D>(),
        is_valid: is_valid && vmaxvq_u8(largest_upper) <= 9,
        fallback: tile.oversized,
        end: windows.cursor,
    }
}
