//! Vectors of 32 bytes with NEON: two registers of 16 bytes.

use super::windows19;
use crate::parse::aarch64::DecideNeon;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::{SPARSE_SEPARATORS, bit_positions};
use crate::parse::wide32::{Asks, Decoded, Piles, Step, Tile, Vector32, repeat, separators};
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
    /// Does the same in both halves.
    #[inline(always)]
    fn each(self, f: impl Fn(uint8x16_t) -> uint8x16_t) -> Self {
        Self(f(self.0), f(self.1))
    }

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
        // The upper half of the sum is not used. If `eights` were added to itself, the compiler would replace this pairwise
        // addition by three instructions.
        vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(eights, weights)))
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

/// For each length L of a token, below 64: the mask of a window of 16 bytes. The last L bytes are 0xff, or all if L is above
/// 16.
pub(super) static TAILS_16: [[u8; 16]; 64] = {
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

// SAFETY: every aarch64 has NEON, so a vector may come from anywhere.
unsafe impl Vector32 for V128x2 {
    type Token = ();
    type Half = uint8x16_t;
    type Weights = uint8x16_t;
    type Answers8 = [uint32x4_t; 2];
    type Answers4 = uint32x4_t;
    /// A lane for each line.
    type Answers = [uint32x4_t; 16];

    const LONGEST: u8 = 20;
    const HAS_PAIR_OFFSETS: bool = false;

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
    fn bytes((): (), bytes: [u8; 32]) -> Self {
        // SAFETY: the array has 32 bytes.
        unsafe { Self::load((), bytes.as_ptr()) }
    }

    #[inline(always)]
    fn weights((): ()) -> uint8x16_t {
        let Self(weights, _) = Self::bytes((), repeat([1, 2, 4, 8, 16, 32, 64, 128]));
        // If the compiler knew these weights, it would replace each pairwise addition by three instructions.
        core::hint::black_box(weights)
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
    unsafe fn load_half((): (), from: *const u8) -> uint8x16_t {
        // SAFETY: the caller's promise.
        unsafe { vld1q_u8(from) }
    }

    #[inline(always)]
    unsafe fn load_eights((): (), [a, b]: [*const u8; 2]) -> uint8x16_t {
        // SAFETY: the caller's promise.
        unsafe { vcombine_u8(vld1_u8(a), vld1_u8(b)) }
    }

    #[inline(always)]
    fn from_halves(low: uint8x16_t, high: uint8x16_t) -> Self {
        Self(low, high)
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
        add_u32: each_with_u32 vaddq_u32;
        sub_u32: each_with_u32 vsubq_u32;
        mul_u32: each_with_u32 vmulq_u32;
    }

    #[inline(always)]
    fn replace(self, mask: Self, other: Self) -> Self {
        Self(
            neon!(vbslq_u8(mask.0, other.0, self.0)),
            neon!(vbslq_u8(mask.1, other.1, self.1)),
        )
    }

    #[inline(always)]
    fn times_8(self) -> Self {
        self.each(|v| neon!(vshlq_n_u8::<3>(v)))
    }

    #[inline(always)]
    fn shuffle(self, indices: Self) -> Self {
        self.each_with(indices, |v, indices| neon!(vqtbl1q_u8(v, indices)))
    }

    #[inline(always)]
    fn lookup(self, bytes: Self) -> Self {
        // A byte above 127 keeps its top bit. Such an index is outside of the table and gives 0.
        self.shuffle(bytes.and(Self::splat((), 0x8f)))
    }

    #[inline(always)]
    fn bytes_of_bits((): (), bits: u32) -> Self {
        let each = Self::bytes((), repeat([1, 2, 4, 8, 16, 32, 64, 128]));
        let [a, b, c, d] = bits.to_le_bytes().map(|byte| neon!(vdup_n_u8(byte)));
        let bits = Self(neon!(vcombine_u8(a, b)), neon!(vcombine_u8(c, d)));
        bits.each_with(each, |bits, each| neon!(vtstq_u8(bits, each)))
    }

    #[inline(always)]
    fn byte_up(self) -> Self {
        self.each(|v| {
            neon!(vreinterpretq_u8_u64(vshlq_n_u64::<8>(
                vreinterpretq_u64_u8(v)
            )))
        })
    }

    #[inline(always)]
    fn any_above(self, limit: u8) -> bool {
        neon!(vmaxvq_u8(vmaxq_u8(self.0, self.1))) > limit
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        !self.any_above(0)
    }

    #[inline(always)]
    fn even_odd_bytes(self) -> [Self; 2] {
        let even = self.and(Self::splat_u16((), 0xff));
        let odd = self.each(|v| {
            neon!(vreinterpretq_u8_u16(vshrq_n_u16::<8>(
                vreinterpretq_u16_u8(v)
            )))
        });
        [even, odd]
    }

    #[inline(always)]
    fn splat_u16((): (), n: u16) -> Self {
        let half = neon!(vreinterpretq_u8_u16(vdupq_n_u16(n)));
        Self(half, half)
    }

    #[inline(always)]
    fn pair_sums(self) -> Self {
        self.each(|v| neon!(vreinterpretq_u8_u16(vpaddlq_u8(v))))
    }

    #[inline(always)]
    fn splat_u32((): (), n: u32) -> Self {
        Self::from_u32s([neon!(vdupq_n_u32(n)); 2])
    }

    #[inline(always)]
    fn widen((): (), bytes: [u8; 8]) -> Self {
        let words = neon!(vmovl_u8(vcreate_u8(u64::from_le_bytes(bytes))));
        Self::from_u32s(neon!([
            vmovl_u16(vget_low_u16(words)),
            vmovl_high_u16(words)
        ]))
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
    fn upper_u16(self) -> Self {
        Self::from_u32s(self.u32s().map(|v| neon!(vshrq_n_u32::<16>(v))))
    }

    #[inline(always)]
    fn swap_u32(self) -> Self {
        Self::from_u32s(self.u32s().map(|v| neon!(vrev64q_u32(v))))
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

    #[inline(always)]
    fn join_u8(self, (): (), factors: [u8; 32]) -> Self {
        // For each 16 bits v = lower byte + 256 * upper byte: v f - upper byte * (256 f - 1).
        let factors: [u16; 16] = core::array::from_fn(|i| factors[2 * i].into());
        let excess = factors.map(|factor| (factor << 8) - 1);
        let load = |words: &[u16; 16], i: usize| {
            // SAFETY: half of the array.
            unsafe { vld1q_u16(words.as_ptr().wrapping_add(8 * i)) }
        };
        let half = |v, i| {
            let v = neon!(vreinterpretq_u16_u8(v));
            let upper = neon!(vshrq_n_u16::<8>(v));
            let product = neon!(vmulq_u16(v, load(&factors, i)));
            neon!(vreinterpretq_u8_u16(vmlsq_u16(
                product,
                upper,
                load(&excess, i)
            )))
        };
        Self(half(self.0, 0), half(self.1, 1))
    }

    #[inline(always)]
    fn join_u16(self, (): (), factors: [u16; 16]) -> Self {
        let factors: [u32; 8] = core::array::from_fn(|i| factors[2 * i].into());
        let excess = factors.map(|factor| (factor << 16).wrapping_sub(1));
        let load = |words: &[u32; 8], i: usize| {
            // SAFETY: half of the array.
            unsafe { vld1q_u32(words.as_ptr().wrapping_add(4 * i)) }
        };
        let half = |v, i| {
            let upper = neon!(vshrq_n_u32::<16>(v));
            let product = neon!(vmulq_u32(v, load(&factors, i)));
            neon!(vmlsq_u32(product, upper, load(&excess, i)))
        };
        let [low, high] = self.u32s();
        Self::from_u32s([half(low, 0), half(high, 1)])
    }

    #[inline(always)]
    fn join_u32(self, (): (), factor: u32) -> Self {
        let half = |v| {
            let first = neon!(vmull_n_u32(vmovn_u64(v), factor));
            neon!(vreinterpretq_u8_u64(vsraq_n_u64::<32>(first, v)))
        };
        let [low, high] = self.u64s();
        Self(half(low), half(high))
    }

    #[inline(always)]
    fn dot_i16(self, (): (), [first, second]: [i16; 2]) -> Self {
        let factors = u32::from(first as u16) | u32::from(second as u16) << 16;
        let factors = neon!(vreinterpretq_s16_u32(vdupq_n_u32(factors)));
        self.each(|v| {
            neon!({
                let v = vreinterpretq_s16_u8(v);
                let low = vmull_s16(vget_low_s16(v), vget_low_s16(factors));
                let high = vmull_high_s16(v, factors);
                vreinterpretq_u8_s32(vpaddq_s32(low, high))
            })
        })
    }

    #[inline(always)]
    fn six_digits((): (), a: Self, b: Self) -> Self {
        let Self(weights, _) = Self::bytes((), repeat([0, 100, 10, 1, 100, 10, 1, 0]));
        let twos = |v| {
            neon!({
                let low = vmull_u8(vget_low_u8(v), vget_low_u8(weights));
                vpaddq_u16(low, vmull_high_u8(v, weights))
            })
        };
        // The part of a number that comes from the '0's.
        let zeros = neon!(vdupq_n_u16(111 * u16::from(b'0')));
        a.each_with(b, |a, b| {
            neon!(vreinterpretq_u8_u16(vsubq_u16(
                vpaddq_u16(twos(a), twos(b)),
                zeros
            )))
        })
    }

    #[inline(always)]
    fn tails_8((): (), shifts: &[u8; 16], i: usize) -> Self {
        // SAFETY: the array has 16 bytes.
        let shifts = unsafe { vld1q_u8(shifts.as_ptr()) };
        // One shift to the lowest byte of each eight; the other bytes become 0.
        let index = |j: usize| {
            let mut index = [0xff; 16];
            (index[0], index[8]) = ((4 * i + 2 * j) as u8, (4 * i + 2 * j + 1) as u8);
            // SAFETY: the array has 16 bytes.
            unsafe { vld1q_u8(index.as_ptr()) }
        };
        let half = |j| {
            neon!({
                let shifts = vreinterpretq_s64_u8(vqtbl1q_u8(shifts, index(j)));
                vreinterpretq_u8_u64(vshlq_u64(vdupq_n_u64(u64::MAX), shifts))
            })
        };
        Self(half(0), half(1))
    }

    #[inline(always)]
    unsafe fn tails_16((): (), lengths: [u8; 2], _: u16) -> Self {
        // SAFETY: the table has an entry for each length that the caller may give.
        let [a, b] = lengths.map(|length| unsafe {
            vld1q_u8(TAILS_16.as_ptr().wrapping_add(length.into()).cast())
        });
        Self(a, b)
    }

    #[inline(always)]
    fn bits_of_bytes([low, high]: [Self; 2], weights: uint8x16_t) -> u64 {
        bits([low.0, low.1, high.0, high.1], weights)
    }

    #[inline(always)]
    fn bits_of_low_bytes(words: [Self; 4], weights: uint8x16_t) -> u64 {
        bits(words.map(|v| neon!(vuzp1q_u8(v.0, v.1))), weights)
    }

    #[inline(always)]
    fn answers_of_u32(self) -> [uint32x4_t; 2] {
        self.u32s()
    }

    #[inline(always)]
    fn add_8(answers: &mut Self::Answers, i: usize, eight: [uint32x4_t; 2]) {
        [answers[2 * i], answers[2 * i + 1]] = eight;
    }

    #[inline(always)]
    fn add_4(answers: &mut Self::Answers, i: usize, four: uint32x4_t) {
        answers[i] = four;
    }

    #[inline(always)]
    fn bits_of_answers(answers: Self::Answers, weights: uint8x16_t) -> u64 {
        let (sixteens, _) = answers.as_chunks::<4>();
        let bytes = [0, 1, 2, 3].map(|i| {
            let [a, b, c, d] = sixteens[i].map(|lanes| neon!(vreinterpretq_u16_u32(lanes)));
            neon!({
                let (low, high) = (vuzp1q_u16(a, b), vuzp1q_u16(c, d));
                vuzp1q_u8(vreinterpretq_u8_u16(low), vreinterpretq_u8_u16(high))
            })
        });
        bits(bytes, weights)
    }

    #[inline(always)]
    unsafe fn write_one_by_one(positions: *mut u8, found: u64) -> *mut u8 {
        const TOP: u64 = 1 << 63;
        let count = found.count_ones() as usize;
        let mut reversed = found.reverse_bits();
        let mut next = |i| {
            let position = reversed.leading_zeros();
            // SAFETY: `i` is below 64. What is too much is overwritten later.
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
    unsafe fn write_by_table<K: StaticDialect, const CHECKS: bool>(
        (): (),
        block: *const u8,
        mut positions: *mut u8,
        largest: &mut Self,
        weights: uint8x16_t,
    ) -> *mut u8 {
        // SAFETY: the caller's block.
        let found = unsafe { separators::<Self, K, CHECKS>((), block, largest, weights) };
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
    unsafe fn write_kept(self, keep: u32, to: *mut u8) -> usize {
        let eights = neon!([
            vget_low_u8(self.0),
            vget_high_u8(self.0),
            vget_low_u8(self.1),
            vget_high_u8(self.1),
        ]);
        let mut written = 0;
        for (bytes, keep) in eights.into_iter().zip(keep.to_le_bytes()) {
            let order = neon!(vcreate_u8(KEPT[usize::from(keep)]));
            // SAFETY: eight of the caller's bytes; those before have used eight each at most.
            unsafe { vst1_u8(to.wrapping_add(written), vtbl1_u8(bytes, order)) };
            written += keep.count_ones() as usize;
        }
        written
    }
}

impl<D: DecideNeon> Asks<D> for V128x2 {
    const IS_EXACT_U31: bool = D::IS_EXACT;
    const IS_EXACT_U64: bool = D::IS_EXACT;

    #[inline(always)]
    fn u31_x8(x: Self, y: Self) -> [uint32x4_t; 2] {
        let ([a, b], [c, d]) = (x.u32s(), y.u32s());
        [D::u31_x4(a, c), D::u31_x4(b, d)]
    }

    #[inline(always)]
    fn u64_x4(x: Self, y: Self) -> uint32x4_t {
        D::u64_x4(x.u64s(), y.u64s())
    }

    #[inline(always)]
    unsafe fn long_windows<K: StaticDialect>(
        (): (),
        tile: &Tile,
        dialect: Dialect,
        piles: &mut Piles,
        cursor: *const u8,
    ) -> Decoded {
        // SAFETY: the caller's promise.
        unsafe { windows19::answer_digits19::<D, K>(tile, dialect, piles, cursor) }
    }
}
