//! Vectors of 32 bytes with AVX2.

use super::short_lines;
use crate::parse::batch::LINES;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::wide32::{Asks, Step, Vector32};
use crate::parse::x86_64::tables::BIT_POSITIONS;
use crate::parse::x86_64::{Avx2, Decide256, prefetch};
use core::arch::x86_64::*;

/// A vector. It exists only on a machine with AVX2, because only an [`Avx2`] makes one.
#[derive(Clone, Copy)]
pub(super) struct V256(pub(super) __m256i);

/// Calls an instruction on vectors, all of which came from an [`Avx2`].
macro_rules! avx2 {
    ($call:expr) => {
        // SAFETY: an `Avx2` or a vector is there, so AVX2, BMI1, BMI2 and POPCNT are.
        V256(unsafe { $call })
    };
}

/// The operations on two vectors that are one instruction.
macro_rules! operations {
    ($($name:ident($a:ident, $b:ident) = $instruction:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let (Self($a), Self($b)) = (self, other);
            avx2!($instruction)
        }
    )*};
}

// SAFETY: only an `Avx2`, or a vector, makes a vector.
unsafe impl Vector32 for V256 {
    type Token = Avx2;
    type Answers = u64;

    #[inline(always)]
    fn run<S: Step>(Avx2(()): Avx2, step: S) -> S::Output {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn run<S: Step>(step: S) -> S::Output {
            step.run()
        }
        // SAFETY: the token says that the instructions are there.
        unsafe { run(step) }
    }

    #[inline(always)]
    fn prefetch(_: Avx2, block: *const u8) {
        // SAFETY: the token says that the instruction is there.
        unsafe { prefetch(block) };
    }

    #[inline(always)]
    fn splat(_: Avx2, byte: u8) -> Self {
        avx2!(_mm256_set1_epi8(byte as i8))
    }

    #[inline(always)]
    fn splat_u32(_: Avx2, n: u32) -> Self {
        avx2!(_mm256_set1_epi32(n as i32))
    }

    #[inline(always)]
    unsafe fn load(_: Avx2, from: *const u8) -> Self {
        // SAFETY: the caller's promise, and the token says that the instruction is there.
        Self(unsafe { _mm256_loadu_si256(from.cast()) })
    }

    #[inline(always)]
    unsafe fn load_halves(_: Avx2, [a, b]: [*const u8; 2]) -> Self {
        // SAFETY: as for `load`.
        Self(unsafe { _mm256_loadu2_m128i(b.cast(), a.cast()) })
    }

    #[inline(always)]
    unsafe fn load_quarters(_: Avx2, from: [*const u8; 4]) -> Self {
        // SAFETY: the caller's promise.
        let [a, b, c, d] = from.map(|from| unsafe { from.cast::<i64>().read_unaligned() });
        avx2!(_mm256_set_epi64x(d, c, b, a))
    }

    #[inline(always)]
    unsafe fn load_eighths(_: Avx2, [low, high]: [[*const u8; 4]; 2]) -> Self {
        // SAFETY: the caller's promise.
        let [a, b, c, d] = low.map(|from| unsafe { from.cast::<i32>().read_unaligned() });
        // SAFETY: the same.
        let [e, f, g, h] = high.map(|from| unsafe { from.cast::<i32>().read_unaligned() });
        avx2!(_mm256_setr_epi32(a, b, c, d, e, f, g, h))
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe { _mm256_storeu_si256(to.cast(), self.0) };
    }

    operations! {
        low_halves(a, b) = _mm256_permute2x128_si256::<0x20>(a, b);
        high_halves(a, b) = _mm256_permute2x128_si256::<0x31>(a, b);
        and(a, b) = _mm256_and_si256(a, b);
        or(a, b) = _mm256_or_si256(a, b);
        xor(a, b) = _mm256_xor_si256(a, b);
        without(a, b) = _mm256_andnot_si256(b, a);
        add(a, b) = _mm256_add_epi8(a, b);
        sub(a, b) = _mm256_sub_epi8(a, b);
        saturating_sub(a, b) = _mm256_subs_epu8(a, b);
        min(a, b) = _mm256_min_epu8(a, b);
        max(a, b) = _mm256_max_epu8(a, b);
        equals(a, b) = _mm256_cmpeq_epi8(a, b);
        is_below(a, b) = _mm256_cmpgt_epi8(b, a);
        shuffle(a, indices) = _mm256_shuffle_epi8(a, indices);
        add_u32(a, b) = _mm256_add_epi32(a, b);
        sub_u32(a, b) = _mm256_sub_epi32(a, b);
        mul_u32(a, b) = _mm256_mullo_epi32(a, b);
        is_above_i32(a, b) = _mm256_cmpgt_epi32(a, b);
        dot_u8(a, weights) = _mm256_maddubs_epi16(a, weights);
        dot_u16(a, weights) = _mm256_madd_epi16(a, weights);
        pair_sums(a, b) = _mm256_hadd_epi16(a, b);
    }

    #[inline(always)]
    fn any_above(self, limit: u8) -> bool {
        let above = avx2!(_mm256_subs_epu8(self.0, _mm256_set1_epi8(limit as i8)));
        // SAFETY: a vector is there, so AVX2 is.
        unsafe { _mm256_testz_si256(above.0, above.0) == 0 }
    }

    #[inline(always)]
    fn unzip_u32(self, other: Self) -> [Self; 2] {
        // SAFETY: vectors are there, so AVX2 is.
        unsafe {
            let (a, b) = (_mm256_castsi256_ps(self.0), _mm256_castsi256_ps(other.0));
            [
                Self(_mm256_castps_si256(_mm256_shuffle_ps::<0x88>(a, b))),
                Self(_mm256_castps_si256(_mm256_shuffle_ps::<0xdd>(a, b))),
            ]
        }
    }

    #[inline(always)]
    fn join_digits(a: Self, b: Self, weights: Self) -> Self {
        let (a, b) = (a.dot_u8(weights), b.dot_u8(weights));
        avx2!(_mm256_packus_epi16(a.0, b.0))
    }

    #[inline(always)]
    fn widen_u32(self) -> [Self; 2] {
        let zero = avx2!(_mm256_setzero_si256());
        [
            avx2!(_mm256_unpacklo_epi32(self.0, zero.0)),
            avx2!(_mm256_unpackhi_epi32(self.0, zero.0)),
        ]
    }

    #[inline(always)]
    fn mul_add_u64<const SHIFT: i32>(self, factor: Self, other: Self) -> Self {
        let product = avx2!(_mm256_mul_epu32(self.0, factor.0));
        let shifted = avx2!(_mm256_slli_epi64::<SHIFT>(product.0));
        avx2!(_mm256_add_epi64(shifted.0, other.0))
    }

    /// No constant is needed.
    #[inline(always)]
    fn weights(token: Avx2) -> Self {
        Self::splat(token, 0)
    }

    #[inline(always)]
    fn bits_of_bytes([low, high]: [Self; 2], _: Self) -> u64 {
        // SAFETY: vectors are there, so AVX2 is.
        let [low, high] = unsafe { [_mm256_movemask_epi8(low.0), _mm256_movemask_epi8(high.0)] };
        u64::from(low as u32) | u64::from(high as u32) << 32
    }

    #[inline(always)]
    fn bits_of_pairs([a, b, c, d]: [Self; 4], weights: Self) -> u64 {
        const EVEN: u64 = 0x5555_5555_5555_5555;
        let low = Self::bits_of_bytes([a, b], weights);
        let high = Self::bits_of_bytes([c, d], weights);
        // SAFETY: vectors are there, so BMI2 is.
        unsafe { _pext_u64(low, EVEN) | _pext_u64(high, EVEN) << 32 }
    }

    #[inline(always)]
    fn no_answers(_: Avx2) -> u64 {
        0
    }

    #[inline(always)]
    fn add_answers(answers: &mut u64, i: usize, Self(eight): Self) {
        // SAFETY: a vector is there, so AVX2 is.
        let bits = unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(eight)) } as u64;
        *answers |= bits << (8 * i);
    }

    #[inline(always)]
    fn bits_of_answers(answers: u64, _: Self) -> u64 {
        answers
    }

    /// Sixteen bits at a time. If more than eight of them are set, two of these are neighbours; then eight equal positions
    /// are written, so that the batch has an empty token and is refused. The stale positions after them are never used.
    #[inline(always)]
    unsafe fn write_by_table([a, b]: [Self; 2], mut positions: *mut u8, _: Self) -> *mut u8 {
        // SAFETY: vectors are there, so AVX2 is.
        let found = unsafe {
            let high = [
                _mm256_extracti128_si256::<1>(a.0),
                _mm256_extracti128_si256::<1>(b.0),
            ];
            [
                _mm_movemask_epi8(_mm256_castsi256_si128(a.0)),
                _mm_movemask_epi8(high[0]),
                _mm_movemask_epi8(_mm256_castsi256_si128(b.0)),
                _mm_movemask_epi8(high[1]),
            ]
        };
        for (i, found) in found.into_iter().enumerate() {
            let eight = BIT_POSITIONS[usize::from(found as u16)] + i as u64 * 0x1010_1010_1010_1010;
            // SAFETY: the quarters before have used 16 bytes each at most.
            unsafe { positions.cast::<u64>().write_unaligned(eight.to_le()) };
            positions = positions.wrapping_add(found.count_ones() as usize);
        }
        positions
    }

    #[inline(always)]
    unsafe fn write_kept(self, keep: u32, mut to: *mut u8) -> *mut u8 {
        // SAFETY: a vector is there, so AVX2 is.
        let eights = unsafe {
            let low = _mm256_castsi256_si128(self.0);
            let high = _mm256_extracti128_si256::<1>(self.0);
            [
                low,
                _mm_unpackhi_epi64(low, low),
                high,
                _mm_unpackhi_epi64(high, high),
            ]
        };
        for (i, keep) in keep.to_le_bytes().into_iter().enumerate() {
            let order = BIT_POSITIONS[usize::from(keep)] as i64;
            // SAFETY: eight of the caller's bytes; those before have used eight each at most.
            unsafe {
                let kept = _mm_shuffle_epi8(eights[i], _mm_cvtsi64_si128(order));
                _mm_storel_epi64(to.cast(), kept);
            }
            to = to.wrapping_add(keep.count_ones() as usize);
        }
        to
    }

    #[inline(always)]
    fn nth_bit(_: Avx2, bits: u64, before: u32) -> u32 {
        // SAFETY: the token says that the instruction is there.
        unsafe { _pdep_u64(1 << before, bits) }.trailing_zeros()
    }
}

impl<D: Decide256> Asks<D> for V256 {
    const IS_EXACT_U31: bool = true;
    const IS_EXACT_U64: bool = D::IS_EXACT_U64;
    const HAS_SHORT_LINES: bool = true;

    #[inline(always)]
    fn u31_x8(answers: &mut u64, i: usize, x: Self, y: Self) {
        // SAFETY: vectors are there, so an `Avx2` is.
        *answers |= u64::from(unsafe { D::u31_x8(x.0, y.0) }) << (8 * i);
    }

    #[inline(always)]
    fn u64_x4(answers: &mut u64, i: usize, x: Self, y: Self) {
        // SAFETY: vectors are there, so an `Avx2` is.
        *answers |= u64::from(unsafe { D::u64_x4(x.0, y.0) }) << (4 * i);
    }

    #[inline(always)]
    fn short_lines<K: StaticDialect>(token: Avx2, windows: &[u64; LINES]) -> Option<(u64, usize)> {
        // SAFETY: the token says that the instructions are there.
        unsafe { short_lines::answer::<D, K>(token, windows) }
    }
}
