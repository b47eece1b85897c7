//! The NEON kernel: the operations of [`streams`](crate::parse::streams) for aarch64 are in `vector`.

/// Calls instructions that every aarch64 has.
macro_rules! neon {
    ($call:expr) => {
        // SAFETY: every aarch64 has NEON, and no instruction here reads or writes memory.
        unsafe { $call }
    };
}

mod vector;

use super::DecideNeon;
use crate::parse::streams::{Asks, Streams, Vector32, words};
use core::arch::aarch64::*;
pub(in crate::parse) use vector::V128x2;

// The kernel reads words from the text with the first byte as the lowest one.
const _: () = assert!(cfg!(target_endian = "little"));

/// Every aarch64 processor has NEON, so the token is `()`.
pub(in crate::parse) type StreamsNeon = Streams<V128x2>;

impl<D: DecideNeon> Asks<D> for V128x2 {
    const IS_EXACT_U31: bool = D::IS_EXACT;
    const IS_EXACT_U64: bool = D::IS_EXACT;

    #[inline(always)]
    fn u31_x8(x: Self, y: Self) -> u32 {
        let ([a, b], [c, d]) = (x.u32s(), y.u32s());
        let (low, high) = (D::u31_x4(a, c), D::u31_x4(b, d));
        let weights = Self::bytes((), words([1, 2, 4, 8, 16, 32, 64, 128])).0;
        neon!({
            let eight = vuzp1q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high));
            u32::from(vaddvq_u16(vandq_u16(eight, vreinterpretq_u16_u8(weights))))
        })
    }

    #[inline(always)]
    fn u64_x4(x: Self, y: Self) -> u32 {
        let weights = Self::bytes((), words([1, 0, 2, 0, 4, 0, 8, 0])).0;
        neon!(vaddvq_u32(vandq_u32(
            D::u64_x4(x.u64s(), y.u64s()),
            vreinterpretq_u32_u8(weights)
        )))
    }
}

/// The places of the highest two bits, counted from the top; 64 for a bit that is missing. (The lowest bits would take one more
/// instruction.)
#[inline(always)]
fn highest_two(mask: u64) -> (usize, usize) {
    let first = mask.leading_zeros();
    let rest = mask & !(1 << 63 >> (first % 64));
    (first as usize, rest.leading_zeros() as usize)
}

#[inline(always)]
fn lanes(v: uint32x4_t) -> [usize; 4] {
    let [a, b, c, d] = neon!([
        vgetq_lane_u32::<0>(v),
        vgetq_lane_u32::<1>(v),
        vgetq_lane_u32::<2>(v),
        vgetq_lane_u32::<3>(v),
    ]);
    [a as usize, b as usize, c as usize, d as usize]
}

/// The sums of neighbouring bytes, two and two.
#[inline(always)]
fn sums(v: uint8x16_t) -> u64 {
    neon!(vget_lane_u64::<0>(vreinterpret_u64_u8(vpadd_u8(
        vget_low_u8(v),
        vget_high_u8(v)
    ))))
}

#[cfg(test)]
mod tests;
