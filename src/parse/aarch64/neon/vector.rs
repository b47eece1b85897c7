//! Vectors of 32 bytes with NEON: two registers of 16 bytes.

use super::{highest_two, lanes, sums};
use crate::parse::streams::normalise::KEPT;
use crate::parse::streams::{Vector32, repeat};
use core::arch::aarch64::*;

/// A vector.
#[derive(Clone, Copy)]
pub(in crate::parse) struct V128x2(pub(super) uint8x16_t, uint8x16_t);

/// The operations on two vectors that are one instruction for each half.
macro_rules! operations {
    ($($name:ident: $lanes:ident $instruction:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            self.$lanes(other, |a, b| neon!($instruction(a, b)))
        }
    )*};
}

impl V128x2 {
    /// Applies `f` to the low halves and to the high halves of two vectors.
    #[inline(always)]
    fn each_with(self, other: Self, f: impl Fn(uint8x16_t, uint8x16_t) -> uint8x16_t) -> Self {
        Self(f(self.0, other.0), f(self.1, other.1))
    }

    /// As [`Self::each_with`], for numbers of 16 bits.
    #[inline(always)]
    fn each_with_u16(self, other: Self, f: impl Fn(uint16x8_t, uint16x8_t) -> uint16x8_t) -> Self {
        self.each_with(other, |a, b| {
            neon!(vreinterpretq_u8_u16(f(
                vreinterpretq_u16_u8(a),
                vreinterpretq_u16_u8(b)
            )))
        })
    }

    /// As [`Self::each_with`], for numbers of 32 bits.
    #[inline(always)]
    fn each_with_u32(self, other: Self, f: impl Fn(uint32x4_t, uint32x4_t) -> uint32x4_t) -> Self {
        self.each_with(other, |a, b| {
            neon!(vreinterpretq_u8_u32(f(
                vreinterpretq_u32_u8(a),
                vreinterpretq_u32_u8(b)
            )))
        })
    }

    /// The halves, as numbers of 32 bits.
    #[inline(always)]
    pub(super) fn u32s(self) -> [uint32x4_t; 2] {
        neon!([vreinterpretq_u32_u8(self.0), vreinterpretq_u32_u8(self.1)])
    }

    /// The halves, as numbers of 64 bits.
    #[inline(always)]
    pub(super) fn u64s(self) -> [uint64x2_t; 2] {
        neon!([vreinterpretq_u64_u8(self.0), vreinterpretq_u64_u8(self.1)])
    }

    #[inline(always)]
    fn from_u64s([low, high]: [uint64x2_t; 2]) -> Self {
        neon!(Self(vreinterpretq_u8_u64(low), vreinterpretq_u8_u64(high)))
    }

    /// The weight that each byte of a register has in a mask: `eight`, repeated.
    #[inline(always)]
    fn weights(eight: [u8; 8]) -> uint8x16_t {
        let mut weights = Self::bytes((), repeat(eight)).0;
        // If the compiler knew these weights, it would replace each pairwise addition by three instructions.
        // SAFETY: the assembly has no instruction. It only hides the value from the compiler.
        unsafe {
            core::arch::asm!("/* {0:v} */", inout(vreg) weights, options(pure, nomem, nostack, preserves_flags))
        };
        weights
    }

    /// For bytes that are all ones or all zeros: the sum of the weights of the ones in each two neighbouring bytes.
    #[inline(always)]
    fn pairs(self, weights: uint8x16_t) -> uint8x16_t {
        neon!(vpaddq_u8(
            vandq_u8(self.0, weights),
            vandq_u8(self.1, weights)
        ))
    }
}

/// The sum of the weights of the bytes that are not digits in each two neighbouring bytes, for 32 bytes.
///
/// # Safety
/// * 32 bytes are readable from `from`.
#[inline(always)]
unsafe fn pairs(from: *const u8, weights: uint8x16_t) -> uint8x16_t {
    // SAFETY: the caller guarantees that 32 bytes from `from` are readable.
    unsafe { V128x2::load((), from) }
        .no_digits(())
        .pairs(weights)
}

// SAFETY: every aarch64 has NEON, so vectors need no token.
unsafe impl Vector32 for V128x2 {
    type Token = ();
    const JOIN_SATURATES: bool = false;

    #[inline(always)]
    fn splat((): (), byte: u8) -> Self {
        let half = neon!(vdupq_n_u8(byte));
        Self(half, half)
    }

    #[inline(always)]
    fn splat_u16((): (), n: u16) -> Self {
        let half = neon!(vreinterpretq_u8_u16(vdupq_n_u16(n)));
        Self(half, half)
    }

    #[inline(always)]
    fn splat_u32((): (), n: u32) -> Self {
        let half = neon!(vreinterpretq_u8_u32(vdupq_n_u32(n)));
        Self(half, half)
    }

    #[inline(always)]
    unsafe fn load((): (), from: *const u8) -> Self {
        // SAFETY: the caller guarantees that 32 bytes from `from` are readable.
        unsafe { Self(vld1q_u8(from), vld1q_u8(from.wrapping_add(16))) }
    }

    #[inline(always)]
    unsafe fn load_halves((): (), [a, b]: [*const u8; 2]) -> Self {
        // SAFETY: the caller guarantees that 16 bytes from `a` and from `b` are readable.
        unsafe { Self(vld1q_u8(a), vld1q_u8(b)) }
    }

    #[inline(always)]
    unsafe fn load_quarters((): (), from: [*const u8; 4]) -> Self {
        // SAFETY: the caller guarantees that 8 bytes from each place are readable.
        let [a, b, c, d] = from.map(|from| unsafe { vld1_u8(from) });
        neon!(Self(vcombine_u8(a, b), vcombine_u8(c, d)))
    }

    #[inline(always)]
    unsafe fn load_eighths((): (), from: [[*const u8; 4]; 2]) -> Self {
        let [low, high] = from.map(|places| {
            // `vld1q_lane_u32` needs an aligned address. The instruction is the same.
            // SAFETY: the caller guarantees that 4 bytes from each place are readable.
            let [a, b, c, d] = places.map(|from| unsafe { from.cast::<u32>().read_unaligned() });
            neon!({
                let v = vsetq_lane_u32::<1>(b, vdupq_n_u32(a));
                let v = vsetq_lane_u32::<2>(c, v);
                vreinterpretq_u8_u32(vsetq_lane_u32::<3>(d, v))
            })
        });
        Self(low, high)
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller guarantees that 32 bytes from `to` are writable.
        unsafe {
            vst1q_u8(to, self.0);
            vst1q_u8(to.wrapping_add(16), self.1);
        }
    }

    #[inline(always)]
    unsafe fn first_two<const WIDE: bool>((): (), from: *const u8) -> (usize, usize) {
        // If there are only 32 bytes, the mask has two bits for each byte, which saves an addition. The shift by one bit is
        // free: it is part of the addition that follows. SAFETY: the caller guarantees that 32 bytes from `from` are readable,
        // and 64 bytes if `WIDE`.
        let (bits, shift) = unsafe {
            if WIDE {
                let weights = Self::weights([1, 2, 4, 8, 16, 32, 64, 128]);
                let (low, high) = (pairs(from, weights), pairs(from.wrapping_add(32), weights));
                (sums(vpaddq_u8(low, high)), 0)
            } else {
                let weights = Self::weights([1, 4, 16, 64, 1, 4, 16, 64]);
                (sums(pairs(from, weights)), 1)
            }
        };
        let (first, second) = highest_two(bits.reverse_bits());
        (first >> shift, second >> shift)
    }

    /// In these masks the highest bit belongs to the first byte. Masks of 32 bits are searched four at a time.
    #[inline(always)]
    unsafe fn four_lines<const WIDE: bool>(
        (): (),
        starts: [*const u8; 4],
        line_break: usize,
    ) -> [(*const u8, [usize; 2]); 4] {
        let weights = Self::weights([128, 64, 32, 16, 8, 4, 2, 1]);
        // SAFETY: the caller guarantees that 32 bytes from each start are readable.
        let [a, b, c, d] = unsafe { starts.map(|start| pairs(start, weights)) };
        let mut places = [[0; 3]; 4];
        if WIDE {
            // SAFETY: the caller guarantees that 64 bytes from each start are readable if `WIDE`.
            let [e, f, g, h] =
                unsafe { starts.map(|start| pairs(start.wrapping_add(32), weights)) };
            let halves = neon!([
                vpaddq_u8(vpaddq_u8(a, e), vpaddq_u8(b, f)),
                vpaddq_u8(vpaddq_u8(c, g), vpaddq_u8(d, h)),
            ]);
            for (half, places) in halves.into_iter().zip(places.as_chunks_mut::<2>().0) {
                let masks = neon!(vreinterpretq_u64_u8(vrev64q_u8(half)));
                let masks = neon!([vgetq_lane_u64::<0>(masks), vgetq_lane_u64::<1>(masks)]);
                for (mask, place) in masks.into_iter().zip(places) {
                    let (first, second) = highest_two(mask);
                    *place = [first, second, second + line_break];
                }
            }
        } else {
            let [first, second] = neon!({
                let masks = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
                let masks = vreinterpretq_u32_u8(vrev32q_u8(masks));
                let first = vclzq_u32(masks);
                let down = vnegq_s32(vreinterpretq_s32_u32(first));
                let rest = vbicq_u32(masks, vshlq_u32(vdupq_n_u32(1 << 31), down));
                [first, vclzq_u32(rest)]
            });
            let next = neon!(vaddq_u32(second, vdupq_n_u32(line_break as u32)));
            let lanes = [first, second, next].map(lanes);
            for (i, place) in places.iter_mut().enumerate() {
                *place = [lanes[0][i], lanes[1][i], lanes[2][i]];
            }
        }
        let mut lines = [(starts[0], [0; 2]); 4];
        for ((line, start), [first, second, next]) in lines.iter_mut().zip(starts).zip(places) {
            *line = (start.wrapping_add(next), [first, second]);
        }
        lines
    }

    #[inline(always)]
    fn no_digits(self, (): ()) -> Self {
        let half = |v| neon!(vcgtq_u8(vsubq_u8(v, vdupq_n_u8(b'0')), vdupq_n_u8(9)));
        Self(half(self.0), half(self.1))
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
        let [a, b] = self.u64s();
        Self::from_u64s(neon!([vzip1q_u64(a, b), vzip2q_u64(a, b)]))
    }

    operations! {
        and: each_with vandq_u8;
        or: each_with vorrq_u8;
        xor: each_with veorq_u8;
        add: each_with vaddq_u8;
        saturating_sub: each_with vqsubq_u8;
        max: each_with vmaxq_u8;
        equals: each_with vceqq_u8;
        shuffle: each_with vqtbl1q_u8;
        add_u16: each_with_u16 vaddq_u16;
        sub_u16: each_with_u16 vsubq_u16;
        saturating_sub_u16: each_with_u16 vqsubq_u16;
        min_u16: each_with_u16 vminq_u16;
        max_u16: each_with_u16 vmaxq_u16;
        equals_u16: each_with_u16 vceqq_u16;
        narrow: each_with_u16 vuzp1q_u16;
        add_u32: each_with_u32 vaddq_u32;
        mul_u32: each_with_u32 vmulq_u32;
        equals_u32: each_with_u32 vceqq_u32;
    }

    #[inline(always)]
    fn intersects(self, other: Self) -> bool {
        let both = self.and(other);
        neon!(vmaxvq_u32(vreinterpretq_u32_u8(vorrq_u8(both.0, both.1)))) != 0
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        let pairs = self.pairs(Self::weights([1, 2, 4, 8, 16, 32, 64, 128]));
        neon!({
            let fours = vpadd_u8(vget_low_u8(pairs), vget_high_u8(pairs));
            vget_lane_u32::<0>(vreinterpret_u32_u8(vpadd_u8(fours, fours)))
        })
    }

    #[inline(always)]
    fn shift_right_u16<const SHIFT: i32>(self) -> Self {
        self.each_with_u16(self, |v, _| neon!(vshrq_n_u16::<SHIFT>(v)))
    }

    /// The instruction gives the upper half of twice the product of signed numbers. So it gets half the fraction, which is
    /// exact because the fraction is even. That half and the other number are below 2^15, so neither is negative.
    #[inline(always)]
    fn times_fraction(self, fraction: Self) -> Self {
        self.each_with_u16(fraction, |v, fraction| {
            neon!({
                let half = vreinterpretq_s16_u16(vshrq_n_u16::<1>(fraction));
                vreinterpretq_u16_s16(vqdmulhq_s16(vreinterpretq_s16_u16(v), half))
            })
        })
    }

    #[inline(always)]
    fn unzip_u32(self, other: Self) -> [Self; 2] {
        [
            self.each_with_u32(other, |a, b| neon!(vuzp1q_u32(a, b))),
            self.each_with_u32(other, |a, b| neon!(vuzp2q_u32(a, b))),
        ]
    }

    #[inline(always)]
    fn join_digits(a: Self, b: Self, weights: Self) -> Self {
        let [a, b] = [a, b].map(|v| v.each_with(weights, |v, weights| neon!(vmulq_u8(v, weights))));
        a.each_with(b, |a, b| neon!(vpaddq_u8(a, b)))
    }

    /// With v = a + 256 b and the weights f and g: a f + b g = v f - b (256 f - g).
    #[inline(always)]
    fn dot_u8(self, weights: Self) -> Self {
        self.each_with_u16(weights, |v, weights| {
            neon!({
                let f = vandq_u16(weights, vdupq_n_u16(0xff));
                let excess = vsubq_u16(vshlq_n_u16::<8>(f), vshrq_n_u16::<8>(weights));
                vmlsq_u16(vmulq_u16(v, f), vshrq_n_u16::<8>(v), excess)
            })
        })
    }

    /// As [`Self::dot_u8`].
    #[inline(always)]
    fn dot_u16(self, weights: Self) -> Self {
        self.each_with_u32(weights, |v, weights| {
            neon!({
                let f = vandq_u32(weights, vdupq_n_u32(0xffff));
                let excess = vsubq_u32(vshlq_n_u32::<16>(f), vshrq_n_u32::<16>(weights));
                vmlsq_u32(vmulq_u32(v, f), vshrq_n_u32::<16>(v), excess)
            })
        })
    }

    #[inline(always)]
    fn widen_u32(self) -> [Self; 2] {
        let [a, b] = self.u32s();
        neon!([
            Self::from_u64s([vmovl_u32(vget_low_u32(a)), vmovl_u32(vget_low_u32(b))]),
            Self::from_u64s([vmovl_high_u32(a), vmovl_high_u32(b)]),
        ])
    }

    #[inline(always)]
    fn shift_right_u64<const SHIFT: i32>(self) -> Self {
        Self::from_u64s(self.u64s().map(|v| neon!(vshrq_n_u64::<SHIFT>(v))))
    }

    #[inline(always)]
    fn mul_add_u64<const SHIFT: i32>(self, factor: Self, other: Self) -> Self {
        let [factor, _] = factor.u32s();
        let half = |v, other| {
            neon!({
                let product = vmull_u32(vmovn_u64(v), vget_low_u32(factor));
                vaddq_u64(vshlq_n_u64::<SHIFT>(product), other)
            })
        };
        let ([a, b], [c, d]) = (self.u64s(), other.u64s());
        Self::from_u64s([half(a, c), half(b, d)])
    }

    #[inline(always)]
    unsafe fn write_kept(self, keep: u32, mut to: *mut u8) -> *mut u8 {
        let eights = neon!([
            vget_low_u8(self.0),
            vget_high_u8(self.0),
            vget_low_u8(self.1),
            vget_high_u8(self.1),
        ]);
        for (bytes, keep) in eights.into_iter().zip(keep.to_le_bytes()) {
            let order = neon!(vcreate_u8(KEPT[usize::from(keep)]));
            // SAFETY: 32 bytes were writable, and each earlier group of four has used at most eight, so eight are left.
            unsafe { vst1_u8(to, vtbl1_u8(bytes, order)) };
            to = to.wrapping_add(keep.count_ones() as usize);
        }
        to
    }
}
