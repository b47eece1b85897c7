//! The kernel for aarch64: the operations of [`streams`](super::streams) on halves of 16 bytes, with NEON. Every aarch64 has
//! NEON, so nothing is detected.
//!
//! All unsafe code of the parser for this architecture is in this file. No kernel reads a byte outside of the text that it was
//! given.
#![allow(unsafe_code)]

use super::Decide;
use core::arch::aarch64::*;
use core::mem::transmute;

// The kernel reads words from the text with the first byte as the lowest one.
const _: () = assert!(cfg!(target_endian = "little"));

pub(super) type Half = uint8x16_t;

pub(super) use DecideNeon as HalfDecide;

/// The question of a [`Decide`], asked about a vector of pairs. All bits of a lane are 0 if its answer is 0, and 1 if it is 1.
pub(crate) trait DecideNeon: Decide {
    /// Whether an answer 1 is always right. If not, the caller asks [`Decide::pair`] about such a pair later.
    const IS_EXACT: bool;

    /// Four pairs of piles below 2^31.
    fn u31_x4(x: uint32x4_t, y: uint32x4_t) -> uint32x4_t;

    /// Four pairs of piles of any size.
    fn u64_x4(x: [uint64x2_t; 2], y: [uint64x2_t; 2]) -> uint32x4_t;
}

/// Calls instructions that every aarch64 has.
macro_rules! neon {
    ($call:expr) => {
        // SAFETY: every aarch64 has NEON, and no instruction here reads or writes memory. All vectors of 16 bytes have the same
        // bytes, whatever their lanes are.
        unsafe { $call }
    };
}

/// The operations that are one instruction.
macro_rules! operations {
    ($($name:ident: $instruction:ident;)*) => {$(
        // The instruction gives the types, some of which are `Half`.
        #[allow(clippy::missing_transmute_annotations, clippy::useless_transmute)]
        #[inline(always)]
        pub(super) fn $name(a: Half, b: Half) -> Half {
            neon!(transmute($instruction(transmute(a), transmute(b))))
        }
    )*};
}

operations! {
    and: vandq_u8;
    or: vorrq_u8;
    xor: veorq_u8;
    saturating_sub: vqsubq_u8;
    max: vmaxq_u8;
    equals: vceqq_u8;
    shuffle: vqtbl1q_u8;
    add_u16: vaddq_u16;
    sub_u16: vsubq_u16;
    saturating_sub_u16: vqsubq_u16;
    min_u16: vminq_u16;
    max_u16: vmaxq_u16;
    equals_u16: vceqq_u16;
    narrow: vuzp1q_u16;
    add_u32: vaddq_u32;
    mul_u32: vmulq_u32;
    equals_u32: vceqq_u32;
    even_u32: vuzp1q_u32;
    odd_u32: vuzp2q_u32;
}

#[inline(always)]
pub(super) fn no_digits(v: Half) -> Half {
    neon!(vcgtq_u8(vsubq_u8(v, vdupq_n_u8(b'0')), vdupq_n_u8(9)))
}

#[inline(always)]
pub(super) fn any(v: Half) -> bool {
    neon!(vmaxvq_u32(vreinterpretq_u32_u8(v))) != 0
}

#[inline(always)]
pub(super) fn bits(low: Half, high: Half) -> u32 {
    let pairs = pairs([low, high], weights([1, 2, 4, 8, 16, 32, 64, 128]));
    neon!({
        let fours = vpadd_u8(vget_low_u8(pairs), vget_high_u8(pairs));
        vget_lane_u32::<0>(vreinterpret_u32_u8(vpadd_u8(fours, fours)))
    })
}

/// The instruction gives the upper half of twice the product of signed numbers. So it gets half the fraction, which is exact
/// because the fraction is even. That half and the other number are below 2^15, so neither is negative.
#[inline(always)]
pub(super) fn times_fraction(v: Half, fraction: Half) -> Half {
    neon!({
        let half = vreinterpretq_s16_u16(vshrq_n_u16::<1>(vreinterpretq_u16_u8(fraction)));
        vreinterpretq_u8_s16(vqdmulhq_s16(vreinterpretq_s16_u8(v), half))
    })
}

#[inline(always)]
pub(super) fn join_digits(a: Half, b: Half, weights: Half) -> Half {
    neon!(vpaddq_u8(vmulq_u8(a, weights), vmulq_u8(b, weights)))
}

/// With v = a + 256 b and the weights f and g: a f + b g = v f - b (256 f - g).
#[inline(always)]
pub(super) fn dot_u8(v: Half, weights: Half) -> Half {
    neon!({
        let (v, weights) = (vreinterpretq_u16_u8(v), vreinterpretq_u16_u8(weights));
        let f = vandq_u16(weights, vdupq_n_u16(0xff));
        let excess = vsubq_u16(vshlq_n_u16::<8>(f), vshrq_n_u16::<8>(weights));
        vreinterpretq_u8_u16(vmlsq_u16(vmulq_u16(v, f), vshrq_n_u16::<8>(v), excess))
    })
}

/// As [`dot_u8`].
#[inline(always)]
pub(super) fn dot_u16(v: Half, weights: Half) -> Half {
    neon!({
        let (v, weights) = (vreinterpretq_u32_u8(v), vreinterpretq_u32_u8(weights));
        let f = vandq_u32(weights, vdupq_n_u32(0xffff));
        let excess = vsubq_u32(vshlq_n_u32::<16>(f), vshrq_n_u32::<16>(weights));
        vreinterpretq_u8_u32(vmlsq_u32(vmulq_u32(v, f), vshrq_n_u32::<16>(v), excess))
    })
}

#[inline(always)]
pub(super) fn upper_u32(v: Half) -> Half {
    neon!(vreinterpretq_u8_u64(vshrq_n_u64::<32>(
        vreinterpretq_u64_u8(v)
    )))
}

#[inline(always)]
pub(super) fn mul_add_u64(v: Half, factor: Half, other: Half) -> Half {
    neon!({
        let lower = vmovn_u64(vreinterpretq_u64_u8(v));
        let factor = vget_low_u32(vreinterpretq_u32_u8(factor));
        vreinterpretq_u8_u64(vmlal_u32(vreinterpretq_u64_u8(other), lower, factor))
    })
}

/// The weight that each byte of a register has in a mask: `eight`, repeated.
#[inline(always)]
fn weights(eight: [u8; 8]) -> Half {
    let bytes: [u8; 16] = std::array::from_fn(|i| eight[i % 8]);
    // SAFETY: the array has 16 bytes.
    let mut weights = unsafe { vld1q_u8(bytes.as_ptr()) };
    // If the compiler knew these weights, it would replace each pairwise addition by three instructions.
    // SAFETY: the assembly has no instruction. It only hides the value from the compiler.
    unsafe {
        core::arch::asm!("/* {0:v} */", inout(vreg) weights, options(pure, nomem, nostack, preserves_flags))
    };
    weights
}

/// For bytes that are all ones or all zeros: the sum of the weights of the ones in each two neighbouring bytes.
#[inline(always)]
fn pairs([low, high]: [Half; 2], weights: Half) -> Half {
    neon!(vpaddq_u8(vandq_u8(low, weights), vandq_u8(high, weights)))
}

/// `four_lines` of the vector. In its masks the highest bit belongs to the first byte, because the highest bit takes one instruction
/// less to find than the lowest one. Masks of 32 bits are searched four at a time.
///
/// # Safety
/// * From each start 32 bytes are readable, and 64 bytes if `WIDE`.
#[inline(always)]
pub(super) unsafe fn four_lines<const WIDE: bool>(
    starts: [*const u8; 4],
    line_break: usize,
) -> [(*const u8, [usize; 2]); 4] {
    let weights = weights([128, 64, 32, 16, 8, 4, 2, 1]);
    let pairs_at = |from: *const u8| {
        // SAFETY: the caller guarantees that these 32 bytes are readable.
        let [low, high] = unsafe { from.cast::<[Half; 2]>().read_unaligned() };
        pairs([no_digits(low), no_digits(high)], weights)
    };
    let [a, b, c, d] = starts.map(pairs_at);
    let mut places = [[0; 3]; 4];
    if WIDE {
        let [e, f, g, h] = starts.map(|start| pairs_at(start.wrapping_add(32)));
        let halves = neon!([
            vpaddq_u8(vpaddq_u8(a, e), vpaddq_u8(b, f)),
            vpaddq_u8(vpaddq_u8(c, g), vpaddq_u8(d, h)),
        ]);
        let masks = halves.map(|half| neon!(transmute::<uint8x16_t, [u64; 2]>(vrev64q_u8(half))));
        for (place, mask) in places.iter_mut().zip(masks.as_flattened()) {
            let first = mask.leading_zeros();
            let second = (mask & !(1 << 63 >> (first % 64))).leading_zeros();
            *place = [first, second, second + line_break as u32];
        }
    } else {
        let places_of_each = neon!({
            let masks = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
            let masks = vreinterpretq_u32_u8(vrev32q_u8(masks));
            let first = vclzq_u32(masks);
            let down = vnegq_s32(vreinterpretq_s32_u32(first));
            let rest = vbicq_u32(masks, vshlq_u32(vdupq_n_u32(1 << 31), down));
            let second = vclzq_u32(rest);
            let next = vaddq_u32(second, vdupq_n_u32(line_break as u32));
            [first, second, next].map(|places| transmute::<uint32x4_t, [u32; 4]>(places))
        });
        for (i, place) in places.iter_mut().enumerate() {
            *place = places_of_each.map(|places| places[i]);
        }
    }
    let mut lines = [(starts[0], [0; 2]); 4];
    for ((line, start), place) in lines.iter_mut().zip(starts).zip(places) {
        let [first, second, next] = place.map(|place| place as usize);
        *line = (start.wrapping_add(next), [first, second]);
    }
    lines
}

pub(super) const fn is_exact<D: DecideNeon>() -> bool {
    D::IS_EXACT
}

#[inline(always)]
pub(super) fn u31_x8<D: DecideNeon>(x: [Half; 2], y: [Half; 2]) -> u32 {
    let [low, high] = [0, 1].map(|i| {
        neon!(D::u31_x4(
            vreinterpretq_u32_u8(x[i]),
            vreinterpretq_u32_u8(y[i])
        ))
    });
    neon!({
        let weights = transmute::<[u16; 8], uint16x8_t>([1, 2, 4, 8, 16, 32, 64, 128]);
        let eight = vuzp1q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high));
        u32::from(vaddvq_u16(vandq_u16(eight, weights)))
    })
}

#[inline(always)]
pub(super) fn u64_x4<D: DecideNeon>(x: [Half; 2], y: [Half; 2]) -> u32 {
    let [x, y] = [x, y].map(|piles| piles.map(|half| neon!(vreinterpretq_u64_u8(half))));
    neon!({
        let weights = transmute::<[u32; 4], uint32x4_t>([1, 2, 4, 8]);
        vaddvq_u32(vandq_u32(D::u64_x4(x, y), weights))
    })
}

#[cfg(test)]
mod tests;
