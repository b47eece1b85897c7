//! The kernel for the SIMD of WebAssembly: the operations of [`streams`](super::streams) on halves of 16 bytes. A module that is
//! compiled for it runs only where the instructions are, so nothing is detected.

pub(super) use super::Decide as HalfDecide;
use core::arch::wasm32::*;
pub(super) use core::arch::wasm32::{
    i16x8_narrow_i32x4 as narrow, i32x4_dot_i16x8 as dot_u16, u8x16_eq as equals, u8x16_max as max,
    u8x16_sub_sat as saturating_sub, u8x16_swizzle as shuffle, u16x8_add as add_u16,
    u16x8_eq as equals_u16, u16x8_max as max_u16, u16x8_min as min_u16, u16x8_sub as sub_u16,
    u16x8_sub_sat as saturating_sub_u16, u32x4_add as add_u32, u32x4_eq as equals_u32,
    u32x4_mul as mul_u32, v128 as Half, v128_and as and, v128_any_true as any, v128_or as or,
    v128_xor as xor,
};

#[inline(always)]
pub(super) fn no_digits(v: Half) -> Half {
    // A digit becomes one of the ten smallest signed bytes.
    let moved = u8x16_add(v, u8x16_splat(0x80 - b'0'));
    i8x16_gt(moved, i8x16_splat(i8::MIN + 9))
}

#[inline(always)]
pub(super) fn bits(low: Half, high: Half) -> u32 {
    u32::from(u8x16_bitmask(low)) | u32::from(u8x16_bitmask(high)) << 16
}

#[inline(always)]
pub(super) fn times_fraction(v: Half, fraction: Half) -> Half {
    let low = u32x4_extmul_low_u16x8(v, fraction);
    let high = u32x4_extmul_high_u16x8(v, fraction);
    i16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(low, high)
}

#[inline(always)]
pub(super) fn even_u32(a: Half, b: Half) -> Half {
    u32x4_shuffle::<0, 2, 4, 6>(a, b)
}

#[inline(always)]
pub(super) fn odd_u32(a: Half, b: Half) -> Half {
    u32x4_shuffle::<1, 3, 5, 7>(a, b)
}

#[inline(always)]
pub(super) fn join_digits(a: Half, b: Half, weights: Half) -> Half {
    u8x16_narrow_i16x8(dot_u8(a, weights), dot_u8(b, weights))
}

/// With v = a + 256 b and the weights f and g: a f + b g = v f - b (256 f - g).
#[inline(always)]
pub(super) fn dot_u8(v: Half, weights: Half) -> Half {
    let f = v128_and(weights, u16x8_splat(0xff));
    let excess = u16x8_sub(u16x8_shl(f, 8), u16x8_shr(weights, 8));
    u16x8_sub(u16x8_mul(v, f), u16x8_mul(u16x8_shr(v, 8), excess))
}

#[inline(always)]
pub(super) fn upper_u32(v: Half) -> Half {
    u64x2_shr(v, 32)
}

#[inline(always)]
pub(super) fn mul_add_u64(v: Half, factor: Half, other: Half) -> Half {
    let lower = u32x4_shuffle::<0, 2, 0, 2>(v, v);
    u64x2_add(u64x2_extmul_low_u32x4(lower, factor), other)
}

/// The filter by digits leaves few lines, so no filter by numbers is needed: [`HalfDecide::pair`] answers them.
pub(super) const fn is_exact<D: HalfDecide>() -> bool {
    false
}

pub(super) fn u31_x8<D: HalfDecide>(_: [Half; 2], _: [Half; 2]) -> u32 {
    0xff
}

pub(super) fn u64_x4<D: HalfDecide>(_: [Half; 2], _: [Half; 2]) -> u32 {
    0xf
}
