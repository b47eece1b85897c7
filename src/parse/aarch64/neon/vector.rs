//! Vectors of 32 bytes with NEON: two registers of 16 bytes.

use crate::parse::aarch64::DecideNeon;
use crate::parse::batch::{SPARSE_SEPARATORS, bit_positions};
use crate::parse::wide32::{Asks, Step, Vector32, repeat};
use core::arch::aarch64::*;

/// A vector.
#[derive(Clone, Copy)]
pub(super) struct V128x2(pub(super) uint8x16_t, pub(super) uint8x16_t);

/// Calls instructions that every aarch64 has.
macro_rules! neon {
    ($call:expr) => {
        // SAFETY: every aarch64 has NEON, and no instruction here reads or writes memory.
        unsafe { $call }
    };
}

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
    /// Does the same in both halves of two vectors.
    #[inline(always)]
    fn each_with(self, other: Self, f: impl Fn(uint8x16_t, uint8x16_t) -> uint8x16_t) -> Self {
        Self(f(self.0, other.0), f(self.1, other.1))
    }

    /// The same with numbers of 32 bits.
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
    fn u64s(self) -> [uint64x2_t; 2] {
        neon!([vreinterpretq_u64_u8(self.0), vreinterpretq_u64_u8(self.1)])
    }

    #[inline(always)]
    pub(super) fn from_u32s([low, high]: [uint32x4_t; 2]) -> Self {
        neon!(Self(vreinterpretq_u8_u32(low), vreinterpretq_u8_u32(high)))
    }
}

/// A bit for each of 64 bytes, which are all ones or all zeros. `weights` are the bits that the bytes of a vector stand for,
/// within each half of a register.
#[inline(always)]
fn bits([a, b, c, d]: [uint8x16_t; 4], weights: uint8x16_t) -> u64 {
    neon!({
        let low = vpaddq_u8(vandq_u8(a, weights), vandq_u8(b, weights));
        let high = vpaddq_u8(vandq_u8(c, weights), vandq_u8(d, weights));
        let eights = vpaddq_u8(low, high);
        let sums = vpadd_u8(vget_low_u8(eights), vget_high_u8(eights));
        vget_lane_u64::<0>(vreinterpret_u64_u8(sums))
    })
}

/// For each value of eight bits of a block's mask: the positions of up to four bits in the lower bytes, and the number of
/// bits in the top byte. If more than four bits are set, two of them are neighbours. Then four equal positions are written,
/// so that the batch has an empty token and is refused. The stale positions after them are never used.
static POSITIONS: [u64; 256] = {
    let mut positions: [u64; 256] = bit_positions();
    let mut byte = 0;
    while byte < 256 {
        let count = (byte as u8).count_ones() as u64;
        positions[byte] = if count > 4 { 0 } else { positions[byte] } | count << 56;
        byte += 1;
    }
    positions
};

/// For each mask of the kept bytes of eight: their positions.
static KEPT: [u64; 256] = bit_positions();

// SAFETY: every aarch64 has NEON, so a vector may come from anywhere.
unsafe impl Vector32 for V128x2 {
    type Token = ();
    /// A lane for each line.
    type Answers = [uint32x4_t; 16];

    #[inline(always)]
    fn no_answers((): ()) -> Self::Answers {
        [neon!(vdupq_n_u32(0)); 16]
    }

    #[inline(always)]
    fn run<S: Step>((): (), step: S) -> S::Output {
        #[inline(never)]
        fn run<S: Step>(step: S) -> S::Output {
            step.run()
        }
        run(step)
    }

    #[inline(always)]
    fn splat((): (), byte: u8) -> Self {
        let half = neon!(vdupq_n_u8(byte));
        Self(half, half)
    }

    #[inline(always)]
    fn splat_u32((): (), n: u32) -> Self {
        Self::from_u32s([neon!(vdupq_n_u32(n)); 2])
    }

    #[inline(always)]
    unsafe fn load((): (), from: *const u8) -> Self {
        // SAFETY: the caller's promise.
        unsafe { Self(vld1q_u8(from), vld1q_u8(from.wrapping_add(16))) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe {
            vst1q_u8(to, self.0);
            vst1q_u8(to.wrapping_add(16), self.1);
        }
    }

    #[inline(always)]
    unsafe fn load_halves((): (), [a, b]: [*const u8; 2]) -> Self {
        // SAFETY: the caller's promise.
        unsafe { Self(vld1q_u8(a), vld1q_u8(b)) }
    }

    #[inline(always)]
    unsafe fn load_quarters((): (), from: [*const u8; 4]) -> Self {
        // SAFETY: the caller's promise.
        let [a, b, c, d] = from.map(|from| unsafe { vld1_u8(from) });
        neon!(Self(vcombine_u8(a, b), vcombine_u8(c, d)))
    }

    #[inline(always)]
    unsafe fn load_eighths((): (), from: [[*const u8; 4]; 2]) -> Self {
        let halves = from.map(|[a, b, c, d]| {
            // SAFETY: the caller's promise.
            unsafe {
                let v = vld1q_dup_u32(a.cast());
                let v = vld1q_lane_u32::<1>(b.cast(), v);
                let v = vld1q_lane_u32::<2>(c.cast(), v);
                vld1q_lane_u32::<3>(d.cast(), v)
            }
        });
        Self::from_u32s(halves)
    }

    #[inline(always)]
    fn low_halves(self, other: Self) -> Self {
        Self(self.0, other.0)
    }

    #[inline(always)]
    fn high_halves(self, other: Self) -> Self {
        Self(self.1, other.1)
    }

    operations! {
        and: each_with vandq_u8;
        or: each_with vorrq_u8;
        xor: each_with veorq_u8;
        without: each_with vbicq_u8;
        add: each_with vaddq_u8;
        sub: each_with vsubq_u8;
        saturating_sub: each_with vqsubq_u8;
        min: each_with vminq_u8;
        max: each_with vmaxq_u8;
        equals: each_with vceqq_u8;
        is_below: each_with vcltq_u8;
        shuffle: each_with vqtbl1q_u8;
        add_u32: each_with_u32 vaddq_u32;
        sub_u32: each_with_u32 vsubq_u32;
        mul_u32: each_with_u32 vmulq_u32;
    }

    #[inline(always)]
    fn any_above(self, limit: u8) -> bool {
        neon!(vmaxvq_u8(vmaxq_u8(self.0, self.1))) > limit
    }

    #[inline(always)]
    fn is_above_i32(self, other: Self) -> Self {
        self.each_with_u32(other, |a, b| {
            neon!(vcgtq_s32(
                vreinterpretq_s32_u32(a),
                vreinterpretq_s32_u32(b)
            ))
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
        self.each_with(weights, |v, weights| {
            neon!({
                let (v, weights) = (vreinterpretq_u16_u8(v), vreinterpretq_u16_u8(weights));
                let f = vandq_u16(weights, vdupq_n_u16(0xff));
                let excess = vsubq_u16(vshlq_n_u16::<8>(f), vshrq_n_u16::<8>(weights));
                let b = vshrq_n_u16::<8>(v);
                vreinterpretq_u8_u16(vmlsq_u16(vmulq_u16(v, f), b, excess))
            })
        })
    }

    #[inline(always)]
    fn pair_sums(self, other: Self) -> Self {
        self.each_with(other, |a, b| {
            neon!(vreinterpretq_u8_u16(vpaddq_u16(
                vreinterpretq_u16_u8(a),
                vreinterpretq_u16_u8(b)
            )))
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
        neon!({
            let low = [vmovl_u32(vget_low_u32(a)), vmovl_u32(vget_low_u32(b))];
            let high = [vmovl_high_u32(a), vmovl_high_u32(b)];
            [low, high].map(|[a, b]| Self(vreinterpretq_u8_u64(a), vreinterpretq_u8_u64(b)))
        })
    }

    #[inline(always)]
    fn mul_add_u64<const SHIFT: i32>(self, factor: Self, other: Self) -> Self {
        let [factor, _] = factor.u32s();
        let half = |v, other| {
            neon!({
                let product = vmull_u32(vmovn_u64(v), vget_low_u32(factor));
                vreinterpretq_u8_u64(vaddq_u64(vshlq_n_u64::<SHIFT>(product), other))
            })
        };
        let ([a, b], [c, d]) = (self.u64s(), other.u64s());
        Self(half(a, c), half(b, d))
    }

    #[inline(always)]
    fn weights((): ()) -> Self {
        let weights = Self::bytes((), repeat([1, 2, 4, 8, 16, 32, 64, 128]));
        // If the compiler knew these weights, it would replace each pairwise addition by three instructions.
        core::hint::black_box(weights)
    }

    #[inline(always)]
    fn bits_of_bytes([low, high]: [Self; 2], weights: Self) -> u64 {
        bits([low.0, low.1, high.0, high.1], weights.0)
    }

    #[inline(always)]
    fn bits_of_pairs(pairs: [Self; 4], weights: Self) -> u64 {
        bits(pairs.map(|v| neon!(vuzp1q_u8(v.0, v.1))), weights.0)
    }

    #[inline(always)]
    fn add_answers(answers: &mut Self::Answers, i: usize, eight: Self) {
        [answers[2 * i], answers[2 * i + 1]] = eight.u32s();
    }

    #[inline(always)]
    fn bits_of_answers(answers: Self::Answers, weights: Self) -> u64 {
        let (sixteens, _) = answers.as_chunks::<4>();
        let bytes = [0, 1, 2, 3].map(|i| {
            let [a, b, c, d] = sixteens[i].map(|lanes| neon!(vreinterpretq_u16_u32(lanes)));
            neon!({
                let (low, high) = (vuzp1q_u16(a, b), vuzp1q_u16(c, d));
                vuzp1q_u8(vreinterpretq_u8_u16(low), vreinterpretq_u8_u16(high))
            })
        });
        bits(bytes, weights.0)
    }

    /// The highest bit is found in one instruction, the lowest bit in two.
    #[inline(always)]
    unsafe fn write_one_by_one(positions: *mut u8, found: u64) -> *mut u8 {
        const TOP: u64 = 1 << 63;
        let count = found.count_ones() as usize;
        let mut reversed = found.reverse_bits();
        let mut next = |i| {
            let position = reversed.leading_zeros();
            // SAFETY: `i` is below 64. A write after the last position is overwritten later.
            unsafe { positions.wrapping_add(i).write(position as u8) };
            reversed ^= TOP.wrapping_shr(position);
        };
        for i in 0..SPARSE_SEPARATORS {
            next(i);
        }
        for i in SPARSE_SEPARATORS..count {
            next(i);
        }
        positions.wrapping_add(count)
    }

    #[inline(always)]
    unsafe fn write_by_table(found: [Self; 2], mut positions: *mut u8, weights: Self) -> *mut u8 {
        let found = Self::bits_of_bytes(found, weights);
        for i in 0..8 {
            let entry = POSITIONS[(found >> (8 * i)) as usize & 0xff];
            let eight = entry + 8 * i * 0x0101_0101;
            // SAFETY: those before have used eight bytes each at most, so eight of the caller's bytes are left.
            unsafe { positions.cast::<u64>().write_unaligned(eight.to_le()) };
            positions = positions.wrapping_add((entry >> 56) as usize);
        }
        positions
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
            // SAFETY: eight of the caller's bytes; those before have used eight each at most.
            unsafe { vst1_u8(to, vtbl1_u8(bytes, order)) };
            to = to.wrapping_add(keep.count_ones() as usize);
        }
        to
    }
}

impl<D: DecideNeon> Asks<D> for V128x2 {
    const IS_EXACT_U31: bool = D::IS_EXACT;
    const IS_EXACT_U64: bool = D::IS_EXACT;

    #[inline(always)]
    fn u31_x8(answers: &mut Self::Answers, i: usize, x: Self, y: Self) {
        let ([a, b], [c, d]) = (x.u32s(), y.u32s());
        [answers[2 * i], answers[2 * i + 1]] = [D::u31_x4(a, c), D::u31_x4(b, d)];
    }

    #[inline(always)]
    fn u64_x4(answers: &mut Self::Answers, i: usize, x: Self, y: Self) {
        answers[i] = D::u64_x4(x.u64s(), y.u64s());
    }
}
