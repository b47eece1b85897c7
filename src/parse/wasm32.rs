//! The kernel that needs the SIMD of WebAssembly: the operations of [`streams`](super::streams), with two vectors of 16 bytes. A
//! module that is compiled for it runs only where the instructions are, so nothing is detected.
#![allow(unsafe_code)]

use super::Decide;
use super::streams::normalise::KEPT;
use super::streams::{Asks, Streams, Vector32};
use core::arch::wasm32::*;

pub(in crate::parse) type Streams128 = Streams<V128x2>;

/// A vector.
#[derive(Clone, Copy)]
pub(in crate::parse) struct V128x2(v128, v128);

/// The operations on two vectors that are one instruction for each half.
macro_rules! operations {
    ($($name:ident: $instruction:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            self.each_with(other, |a, b| $instruction(a, b))
        }
    )*};
}

impl V128x2 {
    /// Does the same in both halves of two vectors.
    #[inline(always)]
    fn each_with(self, other: Self, f: impl Fn(v128, v128) -> v128) -> Self {
        Self(f(self.0, other.0), f(self.1, other.1))
    }

    /// Does the same in both halves.
    #[inline(always)]
    fn each(self, f: impl Fn(v128) -> v128) -> Self {
        Self(f(self.0), f(self.1))
    }
}

/// The upper halves of the products of numbers of 16 bits.
#[inline(always)]
fn upper_products(a: v128, b: v128) -> v128 {
    let (low, high) = (u32x4_extmul_low_u16x8(a, b), u32x4_extmul_high_u16x8(a, b));
    i16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(low, high)
}

// SAFETY: the instructions are part of the module, so a vector may come from anywhere.
unsafe impl Vector32 for V128x2 {
    type Token = ();

    #[inline(always)]
    fn splat((): (), byte: u8) -> Self {
        Self(u8x16_splat(byte), u8x16_splat(byte))
    }

    #[inline(always)]
    fn splat_u16((): (), n: u16) -> Self {
        Self(u16x8_splat(n), u16x8_splat(n))
    }

    #[inline(always)]
    fn splat_u32((): (), n: u32) -> Self {
        Self(u32x4_splat(n), u32x4_splat(n))
    }

    #[inline(always)]
    unsafe fn load((): (), from: *const u8) -> Self {
        // SAFETY: the caller guarantees that 32 bytes from `from` are readable.
        unsafe { Self::load_halves((), [from, from.wrapping_add(16)]) }
    }

    #[inline(always)]
    unsafe fn load_halves((): (), [a, b]: [*const u8; 2]) -> Self {
        // SAFETY: the caller guarantees that 16 bytes are readable from each place.
        unsafe { Self(v128_load(a.cast()), v128_load(b.cast())) }
    }

    #[inline(always)]
    unsafe fn load_quarters((): (), [a, b, c, d]: [*const u8; 4]) -> Self {
        // SAFETY: the caller guarantees that 8 bytes are readable from each place.
        unsafe {
            Self(
                v128_load64_lane::<1>(v128_load64_zero(a.cast()), b.cast()),
                v128_load64_lane::<1>(v128_load64_zero(c.cast()), d.cast()),
            )
        }
    }

    #[inline(always)]
    unsafe fn load_eighths((): (), [low, high]: [[*const u8; 4]; 2]) -> Self {
        let half = |[a, b, c, d]: [*const u8; 4]| {
            // SAFETY: the caller guarantees that 4 bytes are readable from each place.
            unsafe {
                let v = v128_load32_zero(a.cast());
                let v = v128_load32_lane::<1>(v, b.cast());
                let v = v128_load32_lane::<2>(v, c.cast());
                v128_load32_lane::<3>(v, d.cast())
            }
        };
        Self(half(low), half(high))
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller guarantees that 32 bytes from `to` are writable.
        unsafe {
            v128_store(to.cast(), self.0);
            v128_store(to.wrapping_add(16).cast(), self.1);
        }
    }

    #[inline(always)]
    fn no_digits(self, (): ()) -> Self {
        // A digit becomes one of the ten smallest signed bytes.
        let moved = self.add(Self::splat((), 0x80 - b'0'));
        moved.each(|v| i8x16_gt(v, i8x16_splat(i8::MIN + 9)))
    }

    #[inline(always)]
    fn low_halves(self, other: Self) -> Self {
        Self(self.0, other.0)
    }

    #[inline(always)]
    fn high_halves(self, other: Self) -> Self {
        Self(self.1, other.1)
    }

    #[inline(always)]
    fn swap_middle(self) -> Self {
        Self(
            i64x2_shuffle::<0, 2>(self.0, self.1),
            i64x2_shuffle::<1, 3>(self.0, self.1),
        )
    }

    operations! {
        and: v128_and;
        or: v128_or;
        xor: v128_xor;
        add: u8x16_add;
        saturating_sub: u8x16_sub_sat;
        max: u8x16_max;
        equals: u8x16_eq;
        shuffle: u8x16_swizzle;
        add_u16: u16x8_add;
        sub_u16: u16x8_sub;
        saturating_sub_u16: u16x8_sub_sat;
        min_u16: u16x8_min;
        max_u16: u16x8_max;
        equals_u16: u16x8_eq;
        times_fraction: upper_products;
        narrow: i16x8_narrow_i32x4;
        add_u32: u32x4_add;
        mul_u32: u32x4_mul;
        equals_u32: u32x4_eq;
        dot_u16: i32x4_dot_i16x8;
    }

    #[inline(always)]
    fn intersects(self, other: Self) -> bool {
        let both = self.and(other);
        v128_any_true(v128_or(both.0, both.1))
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from(u8x16_bitmask(self.0)) | u32::from(u8x16_bitmask(self.1)) << 16
    }

    #[inline(always)]
    fn shift_right_u16<const SHIFT: i32>(self) -> Self {
        self.each(|v| u16x8_shr(v, SHIFT as u32))
    }

    #[inline(always)]
    fn unzip_u32(self, other: Self) -> [Self; 2] {
        [
            self.each_with(other, |a, b| u32x4_shuffle::<0, 2, 4, 6>(a, b)),
            self.each_with(other, |a, b| u32x4_shuffle::<1, 3, 5, 7>(a, b)),
        ]
    }

    #[inline(always)]
    fn join_digits(a: Self, b: Self, weights: Self) -> Self {
        let (a, b) = (a.dot_u8(weights), b.dot_u8(weights));
        a.each_with(b, |a, b| u8x16_narrow_i16x8(a, b))
    }

    /// With v = a + 256 b and the weights f and g: a f + b g = v f - b (256 f - g).
    #[inline(always)]
    fn dot_u8(self, weights: Self) -> Self {
        self.each_with(weights, |v, weights| {
            let f = v128_and(weights, u16x8_splat(0xff));
            let excess = u16x8_sub(u16x8_shl(f, 8), u16x8_shr(weights, 8));
            u16x8_sub(u16x8_mul(v, f), u16x8_mul(u16x8_shr(v, 8), excess))
        })
    }

    #[inline(always)]
    fn widen_u32(self) -> [Self; 2] {
        [
            self.each(|v| u64x2_extend_low_u32x4(v)),
            self.each(|v| u64x2_extend_high_u32x4(v)),
        ]
    }

    #[inline(always)]
    fn shift_right_u64<const SHIFT: i32>(self) -> Self {
        self.each(|v| u64x2_shr(v, SHIFT as u32))
    }

    #[inline(always)]
    fn mul_add_u64<const SHIFT: i32>(self, factor: Self, other: Self) -> Self {
        let half = |v, factor, other| {
            let lower = u32x4_shuffle::<0, 2, 0, 2>(v, v);
            let product = u64x2_extmul_low_u32x4(lower, factor);
            u64x2_add(u64x2_shl(product, SHIFT as u32), other)
        };
        Self(
            half(self.0, factor.0, other.0),
            half(self.1, factor.1, other.1),
        )
    }

    #[inline(always)]
    unsafe fn write_kept(self, keep: u32, mut to: *mut u8) -> *mut u8 {
        let eights = [
            self.0,
            u64x2_shuffle::<1, 1>(self.0, self.0),
            self.1,
            u64x2_shuffle::<1, 1>(self.1, self.1),
        ];
        for (bytes, keep) in eights.into_iter().zip(keep.to_le_bytes()) {
            let kept = u8x16_swizzle(bytes, u64x2_splat(KEPT[usize::from(keep)]));
            // SAFETY: the caller guarantees 32 bytes; each step before moved `to` by eight at most.
            unsafe { v128_store64_lane::<0>(kept, to.cast()) };
            to = to.wrapping_add(keep.count_ones() as usize);
        }
        to
    }
}

/// The filter by digits leaves few lines, so no filter by numbers is needed: [`Decide::pair`] answers them.
impl<D: Decide> Asks<D> for V128x2 {
    const IS_EXACT_U31: bool = false;
    const IS_EXACT_U64: bool = false;

    #[inline(always)]
    fn u31_x8(_: Self, _: Self) -> u32 {
        0xff
    }

    #[inline(always)]
    fn u64_x4(_: Self, _: Self) -> u32 {
        0xf
    }
}

#[cfg(test)]
#[test]
fn it_is_a_kernel_of_streams() {
    super::streams::tests::a_kernel_of_streams::<V128x2>(());
}
