//! The cold test for a vector of positions: the decision of [`super::cold`] in each lane.
//!
//! Provides vector forms for AVX-512 and for AVX2. The arguments are two vectors of piles. Each function uses whole numbers
//! only, and is exact for all piles in the range that it documents; only [`may_be_cold_u64_x4`] is a filter that may pass hot
//! positions. The result for a lane outside of this range is undefined.
//!
//! Each function computes `m >= d && m - d == floor(d * alpha)` as the scalar test does, with `m` the smaller pile and `d` the
//! difference. Only the width of the multiplications differs. If piles are below half of a lane's range, the first condition
//! needs no instruction: if `m < d`, then `m - d` wraps to more than any `floor(d * alpha)`.
//!
//! # Safety
//!
//! A caller that is not compiled with the features of a function must ensure that the processor has them.

use super::phi::{
    PHI_FRAC_64_UP, PHI_FRAC_128, PHI_LIMB_1, PHI_LIMB_1_UP, PHI_LIMB_2, PHI_LIMB_2_UP, PHI_LIMB_3,
};
use core::arch::x86_64::*;

pub(crate) mod column;

/// Tests 32 positions with piles below 1000, in 16-bit lanes. Returns one bit for each position: 1 for cold.
///
/// With A = floor(alpha * 2^16), `floor(d * A / 2^16)` is `floor(d * alpha)` for every d up to 381. A cold position with a
/// larger d has a pile of 1000 or more.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn cold_words_x32(x: __m512i, y: __m512i) -> __mmask32 {
    const A: i16 = (PHI_FRAC_64_UP >> 48) as u16 as i16;
    let m = _mm512_min_epu16(x, y);
    let d = _mm512_sub_epi16(_mm512_max_epu16(x, y), m);
    let h = _mm512_mulhi_epu16(d, _mm512_set1_epi16(A));
    _mm512_cmpeq_epi16_mask(_mm512_sub_epi16(m, d), h)
}

/// Tests 16 positions with piles below 9 * 10^7, in 32-bit lanes. Returns one bit for each position: 1 for cold.
///
/// Multiplies by the 52-bit constant once for the even lanes and once for the odd lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(crate) fn cold_small_x16(x: __m512i, y: __m512i) -> __mmask16 {
    let limb = _mm512_set1_epi64(PHI_LIMB_1_UP as i64);
    let zero = _mm512_setzero_si512();
    let m = _mm512_min_epu32(x, y);
    let d = _mm512_sub_epi32(_mm512_max_epu32(x, y), m);
    let even = _mm512_madd52hi_epu64(zero, _mm512_maskz_mov_epi32(0x5555, d), limb);
    let odd = _mm512_madd52hi_epu64(zero, _mm512_srli_epi64::<32>(d), limb);
    let h = _mm512_or_si512(even, _mm512_slli_epi64::<32>(odd));
    _mm512_cmpeq_epi32_mask(_mm512_sub_epi32(m, d), h)
}

/// Tests 16 positions with piles below 2^31, in 32-bit lanes. Returns one bit for each position: 1 for cold. Pass `often` as
/// in [`cold_u64_x8`].
///
/// A rough test comes first. Among 16 random positions up to 10^9 it almost always leaves none, and the exact test is skipped.
/// The rough test multiplies each of the two 16-bit halves of `d` by A = floor(alpha * 2^16) and keeps the upper halves of the
/// products. Read as one 32-bit number q, they are at most `d * alpha`. The dropped bits make q less than `d * alpha` by less
/// than 2^16 + 1, and the bits that A lacks by less than 2^13. So a cold position has `0 <= m - d - q < 2^17`. If `m < d`, the
/// difference wraps and is at least 2^31.
///
/// The exact test computes `floor(d * C / 2^64)` with the rounded-up 64-bit constant C in two halves, as
/// `(d * high + (d * low >> 32)) >> 32`. The sum stays below 2^64, as `d * C < 2^96`. The multiplier uses every other lane, so
/// the computation runs once for the even lanes and once for the odd lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn cold_u31_x16(x: __m512i, y: __m512i, often: bool) -> __mmask16 {
    const ROUGH: i16 = (PHI_FRAC_64_UP >> 48) as u16 as i16;
    const HIGH: i64 = (PHI_FRAC_64_UP >> 32) as i64;
    const LOW: i64 = (PHI_FRAC_64_UP & 0xffff_ffff) as i64;
    let m = _mm512_min_epu32(x, y);
    let d = _mm512_sub_epi32(_mm512_max_epu32(x, y), m);
    let e = _mm512_sub_epi32(m, d);
    let rough = _mm512_mulhi_epu16(d, _mm512_set1_epi16(ROUGH));
    let near = _mm512_cmplt_epu32_mask(_mm512_sub_epi32(e, rough), _mm512_set1_epi32(1 << 17));
    if !often && near == 0 {
        return 0;
    }
    let (high, low) = (_mm512_set1_epi64(HIGH), _mm512_set1_epi64(LOW));
    let product = |d| {
        let low = _mm512_srli_epi64::<32>(_mm512_mul_epu32(d, low));
        _mm512_add_epi64(_mm512_mul_epu32(d, high), low)
    };
    let even = _mm512_srli_epi64::<32>(product(d));
    let odd = product(_mm512_srli_epi64::<32>(d));
    let h = _mm512_mask_blend_epi32(0xaaaa, even, odd);
    _mm512_cmpeq_epi32_mask(e, h)
}

/// Tests 8 positions with piles below 2^52, in 64-bit lanes. Returns one bit for each position: 1 for cold.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(crate) fn cold_u52_x8(x: __m512i, y: __m512i) -> __mmask8 {
    let limb_1 = _mm512_set1_epi64(PHI_LIMB_1 as i64);
    let limb_2 = _mm512_set1_epi64(PHI_LIMB_2_UP as i64);
    let m = _mm512_min_epu64(x, y);
    let d = _mm512_sub_epi64(_mm512_max_epu64(x, y), m);
    let low = _mm512_madd52hi_epu64(_mm512_setzero_si512(), d, limb_2);
    let low = _mm512_madd52lo_epu64(low, d, limb_1);
    let a = _mm512_madd52hi_epu64(d, d, limb_1);
    let a = _mm512_add_epi64(a, _mm512_srli_epi64::<52>(low));
    _mm512_cmpeq_epi64_mask(m, a)
}

/// Tests 8 positions with any `u64` piles. Returns one bit for each position: 1 for cold.
///
/// Pass `often` if cold positions are frequent. Then the function never branches on the rough test, because a branch that the
/// processor can't predict costs more than the exact test.
///
/// A rough test comes first. Let `d = d1 * 2^52 + d0`, and let L be the upper limb of alpha, which is less than alpha by less
/// than one unit of its last place. Then `q = floor(d0 * L / 2^52) + d1 * L` is at most `d * alpha`, and more than
/// `d * alpha - (d1 + 2)`. So a cold position has `0 <= m - d - q < d1 + 2`. The code compares modulo 2^52, as the multiplier
/// gives no more bits. If no lane passes, the exact test is skipped. (Dropping the lowest bits of the difference instead would
/// save a shift. But then all small piles would pass, and they are a third of all vectors if lengths are mixed.)
///
/// The exact test adds the products with the three limbs of alpha by their weights, 1, 2^-52 and 2^-104. The omitted products
/// weigh less than 2^-91 together. The fraction of `d * alpha` with `d < 2^64` is never below 2^-66 (as `|N(a)| >= 1`, see
/// [`super::phi`]), so the omission does not change the floor.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(crate) fn cold_u64_x8(x: __m512i, y: __m512i, often: bool) -> __mmask8 {
    let limb_1 = _mm512_set1_epi64(PHI_LIMB_1 as i64);
    let zero = _mm512_setzero_si512();
    let m = _mm512_min_epu64(x, y);
    let d = _mm512_sub_epi64(_mm512_max_epu64(x, y), m);
    let e = _mm512_sub_epi64(m, d);
    // The multiplier reads the lowest 52 bits of a lane, which are d0.
    let (d0, d1) = (d, _mm512_srli_epi64::<52>(d));
    let rough = _mm512_madd52hi_epu64(zero, d0, limb_1);
    let rough = _mm512_madd52lo_epu64(rough, d1, limb_1);
    let rough = _mm512_slli_epi64::<12>(_mm512_sub_epi64(e, rough));
    let missing = _mm512_add_epi64(d1, _mm512_set1_epi64(2));
    let near = _mm512_cmplt_epu64_mask(rough, _mm512_slli_epi64::<12>(missing));
    if !often && near == 0 {
        return 0;
    }
    let near = _mm512_mask_cmpge_epu64_mask(near, m, d);
    let limb_2 = _mm512_set1_epi64(PHI_LIMB_2 as i64);
    let limb_3 = _mm512_set1_epi64(PHI_LIMB_3 as i64);
    let w104 = _mm512_madd52lo_epu64(zero, d0, limb_2);
    let w104 = _mm512_madd52hi_epu64(w104, d0, limb_3);
    let w104 = _mm512_madd52lo_epu64(w104, d1, limb_3);
    let w52 = _mm512_srli_epi64::<52>(w104);
    let w52 = _mm512_madd52lo_epu64(w52, d0, limb_1);
    let w52 = _mm512_madd52hi_epu64(w52, d0, limb_2);
    let w52 = _mm512_madd52lo_epu64(w52, d1, limb_2);
    let w52 = _mm512_madd52hi_epu64(w52, d1, limb_3);
    let h = _mm512_srli_epi64::<52>(w52);
    let h = _mm512_madd52hi_epu64(h, d0, limb_1);
    let h = _mm512_madd52lo_epu64(h, d1, limb_1);
    let h = _mm512_madd52hi_epu64(h, d1, limb_2);
    let top = _mm512_madd52hi_epu64(zero, d1, limb_1);
    let h = _mm512_add_epi64(h, _mm512_slli_epi64::<52>(top));
    _mm512_mask_cmpeq_epi64_mask(near, e, h)
}

/// Tests 16 positions with piles below 1000, in 16-bit lanes, with AVX2. The result lane is all ones for cold and 0 for hot.
///
/// The method is described at [`cold_words_x32`].
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn cold_words_x16(x: __m256i, y: __m256i) -> __m256i {
    const A: i16 = (PHI_FRAC_64_UP >> 48) as u16 as i16;
    let m = _mm256_min_epu16(x, y);
    let d = _mm256_sub_epi16(_mm256_max_epu16(x, y), m);
    let h = _mm256_mulhi_epu16(d, _mm256_set1_epi16(A));
    _mm256_cmpeq_epi16(_mm256_sub_epi16(m, d), h)
}

/// Tests 8 positions with piles below 2^31, in 32-bit lanes, with AVX2. Returns one bit a position: 1 for cold.
///
/// This is the exact test of [`cold_u31_x16`] at half the width, without a rough test before it. If piles of all sizes mix, the
/// outcome of a rough test is unpredictable, and a mispredicted branch costs more than the multiplications.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn cold_u31_x8(x: __m256i, y: __m256i) -> u32 {
    let high = _mm256_set1_epi64x((PHI_FRAC_64_UP >> 32) as i64);
    let low = _mm256_set1_epi64x((PHI_FRAC_64_UP & 0xffff_ffff) as i64);
    let m = _mm256_min_epu32(x, y);
    let d = _mm256_sub_epi32(_mm256_max_epu32(x, y), m);
    let product = |d| {
        let low = _mm256_srli_epi64::<32>(_mm256_mul_epu32(d, low));
        _mm256_add_epi64(_mm256_mul_epu32(d, high), low)
    };
    let even = _mm256_srli_epi64::<32>(product(d));
    let odd = product(_mm256_srli_epi64::<32>(d));
    let h = _mm256_blend_epi32::<0xaa>(even, odd);
    let cold = _mm256_cmpeq_epi32(_mm256_sub_epi32(m, d), h);
    _mm256_movemask_ps(_mm256_castsi256_ps(cold)) as u32
}

/// Tests 4 positions with any `u64` piles, with AVX2. Returns one bit for each position: 0 for certainly hot, 1 for possibly
/// cold.
///
/// This is only a rough test, because the exact test would take eight multiplications. Let `d1` be the upper half of `d`, `d0`
/// the lower half, A = floor(alpha * 2^32), and `q = d1 * A + floor(d0 * A / 2^32)`. A is less than `alpha * 2^32` by less
/// than 1, so `d * alpha` exceeds `d * A / 2^32` by less than `d / 2^32 < d1 + 1`. And `d * A / 2^32` exceeds q by less
/// than 1. So a cold position has `0 <= m - d - q <= d1 + 1`. For piles of any size few hot positions pass. If `m < d`, the
/// difference wraps, and the position may pass.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn may_be_cold_u64_x4(x: __m256i, y: __m256i) -> u32 {
    const A: i64 = (PHI_FRAC_128 >> 96) as i64;
    let a = _mm256_set1_epi64x(A);
    let top = _mm256_set1_epi64x(i64::MIN);
    // All ones where y is the larger pile. AVX2 compares signed numbers only. Flipping the top bits gives unsigned numbers the
    // same order as signed numbers.
    let less = _mm256_cmpgt_epi64(_mm256_xor_si256(y, top), _mm256_xor_si256(x, top));
    let m = _mm256_blendv_epi8(y, x, less);
    let d = _mm256_sub_epi64(x, y);
    let d = _mm256_sub_epi64(_mm256_xor_si256(d, less), less);
    let d1 = _mm256_srli_epi64::<32>(d);
    let e = _mm256_sub_epi64(m, d);
    let q = _mm256_add_epi64(
        _mm256_mul_epu32(d1, a),
        _mm256_srli_epi64::<32>(_mm256_mul_epu32(d, a)),
    );
    let above = _mm256_sub_epi64(e, q);
    // All ones where `above > d1 + 1`. The comparison is signed, so the `or` adds the lanes in which the top bit of `above` is
    // set.
    let far = _mm256_cmpgt_epi64(above, _mm256_add_epi64(d1, _mm256_set1_epi64x(1)));
    let far = _mm256_or_si256(far, above);
    !_mm256_movemask_pd(_mm256_castsi256_pd(far)) as u32 & 0b1111
}

#[cfg(test)]
mod tests {
    #![allow(unsafe_code)]
    use super::super::{cold::is_cold, phi::floor_alpha, tests::searches::positions_for_vectors};
    use super::*;
    use crate::backend::tests::skipped;

    /// Compares the AVX-512 forms with the scalar test, with one position in every lane.
    #[target_feature(enable = "avx512f,avx512bw,avx512ifma")]
    fn assert_lanes_avx512(a: u64, b: u64, often: bool) {
        let expected = is_cold(a, b);
        let (x, y) = (_mm512_set1_epi64(a as i64), _mm512_set1_epi64(b as i64));
        let all = if expected { 0xff } else { 0 };
        assert_eq!(cold_u64_x8(x, y, often), all, "u64 {a} {b}");
        if a.max(b) < 1 << 52 {
            assert_eq!(cold_u52_x8(x, y), all, "u52 {a} {b}");
        }
        if a.max(b) < 1 << 31 {
            let (x, y) = (_mm512_set1_epi32(a as i32), _mm512_set1_epi32(b as i32));
            let all = if expected { 0xffff } else { 0 };
            assert_eq!(cold_u31_x16(x, y, often), all, "u31 {a} {b}");
            if a.max(b) < 90_000_000 {
                assert_eq!(cold_small_x16(x, y), all, "small {a} {b}");
            }
            if a.max(b) < 1000 {
                let (x, y) = (_mm512_set1_epi16(a as i16), _mm512_set1_epi16(b as i16));
                let all = if expected { !0 } else { 0 };
                assert_eq!(cold_words_x32(x, y), all, "words {a} {b}");
            }
        }
    }

    /// Compares the AVX2 forms with the scalar test. The rough test must pass every cold position, and few hot ones.
    #[target_feature(enable = "avx2")]
    fn assert_lanes_avx2(a: u64, b: u64) {
        let expected = is_cold(a, b);
        let (x, y) = (_mm256_set1_epi64x(a as i64), _mm256_set1_epi64x(b as i64));
        let may_be = may_be_cold_u64_x4(x, y);
        assert!(may_be == 0b1111 || may_be == 0 && !expected, "{a} {b}");
        let (m, d) = (a.min(b), a.abs_diff(b));
        if m >= d && (m - d).abs_diff(floor_alpha(d)) > (d >> 32) + 1 {
            assert_eq!(may_be, 0, "{a} {b}");
        }
        if a.max(b) < 1 << 31 {
            let (x, y) = (_mm256_set1_epi32(a as i32), _mm256_set1_epi32(b as i32));
            let all = if expected { 0xff } else { 0 };
            assert_eq!(cold_u31_x8(x, y), all, "u31 {a} {b}");
        }
        if a.max(b) < 1000 {
            let (x, y) = (_mm256_set1_epi16(a as i16), _mm256_set1_epi16(b as i16));
            let all = if expected { !0 } else { 0 };
            let bytes = _mm256_movemask_epi8(cold_words_x16(x, y));
            assert_eq!(bytes, all, "words {a} {b}");
        }
    }

    #[test]
    fn avx2_agrees_with_the_scalar_test() {
        if !is_x86_feature_detected!("avx2") {
            return skipped("AVX2");
        }
        for (a, b) in positions_for_vectors() {
            // SAFETY: this machine has AVX2.
            unsafe { assert_lanes_avx2(a, b) };
        }
    }

    #[test]
    fn avx512_agrees_with_the_scalar_test() {
        if !column::has_avx512() {
            return skipped("AVX-512");
        }
        for (a, b) in positions_for_vectors() {
            for often in [false, true] {
                // SAFETY: this machine has AVX-512 F, BW and IFMA.
                unsafe { assert_lanes_avx512(a, b, often) };
            }
        }
    }
}
