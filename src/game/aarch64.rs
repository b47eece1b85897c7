//! A filter before the cold test, for a vector of positions in NEON. Every cold position and few hot positions pass it.
//!
//! The caller decides the positions that pass. Let `m` be the smaller pile and `d` the difference. Each function computes q,
//! which is `d * alpha` or a little less. A cold position has `m - d == floor(d * alpha)`, so `m - d - q` is small and not
//! negative. If `m < d`, then `m - d` wraps, and so `m - d - q` is large. A lane of the result is all zeros if the position is
//! certainly hot, and all ones if it may be cold.

use super::phi::PHI_FRAC_128;
use core::arch::aarch64::*;

/// Tests 4 positions with piles below 2^31.
///
/// With A = floor(alpha * 2^31), q is `floor(d * A / 2^31)`. As d is below 2^31, `d * alpha` exceeds `d * A / 2^31` by less
/// than 1. So a cold position has `0 <= m - d - q <= 1`.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn may_be_cold_u31_x4(x: uint32x4_t, y: uint32x4_t) -> uint32x4_t {
    const A: i32 = (PHI_FRAC_128 >> 97) as i32;
    let (m, d) = (vminq_u32(x, y), vabdq_u32(x, y));
    // The instruction returns the upper half of the doubled product: 2 d A / 2^32, which is d A / 2^31.
    let q = vqdmulhq_s32(vreinterpretq_s32_u32(d), vdupq_n_s32(A));
    let above = vsubq_u32(vsubq_u32(m, d), vreinterpretq_u32_s32(q));
    vcltq_u32(above, vdupq_n_u32(2))
}

/// Tests 4 positions with any `u64` piles, by the argument of the function with this name in `game/x86_64.rs`: a cold position
/// has `0 <= m - d - q <= d1 + 1`, where `d1` is the upper half of `d`. If `m < d`, the position may pass.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn may_be_cold_u64_x4(x: [uint64x2_t; 2], y: [uint64x2_t; 2]) -> uint32x4_t {
    const A: u32 = (PHI_FRAC_128 >> 96) as u32;
    let halves = |v| vreinterpretq_u32_u64(v);
    let (mut d, mut e) = (x, x);
    for i in 0..2 {
        let is_less = vcltq_u64(x[i], y[i]);
        // If x is below y, `is_less` is -1 and the difference is negated: all its bits are flipped, and 1 is added.
        let flipped = veorq_u64(vsubq_u64(x[i], y[i]), is_less);
        d[i] = vsubq_u64(flipped, is_less);
        e[i] = vsubq_u64(vbslq_u64(is_less, x[i], y[i]), d[i]);
    }
    // The factor is hidden from the compiler, which would otherwise multiply in general registers.
    let a = core::hint::black_box(vdupq_n_u32(A));
    let low_a = vget_low_u32(a);
    let d0 = vuzp1q_u32(halves(d[0]), halves(d[1]));
    let d1 = vuzp2q_u32(halves(d[0]), halves(d[1]));
    let (low_d1, low_d0) = (vget_low_u32(d1), vget_low_u32(d0));
    let q = vsraq_n_u64::<32>(vmull_u32(low_d1, low_a), vmull_u32(low_d0, low_a));
    let limit = vaddw_u32(vdupq_n_u64(2), low_d1);
    let first = vcltq_u64(vsubq_u64(e[0], q), limit);
    let q = vsraq_n_u64::<32>(vmull_high_u32(d1, a), vmull_high_u32(d0, a));
    let limit = vaddw_high_u32(vdupq_n_u64(2), d1);
    let second = vcltq_u64(vsubq_u64(e[1], q), limit);
    vuzp1q_u32(halves(first), halves(second))
}

#[cfg(test)]
mod tests {
    #![allow(unsafe_code)]
    use super::super::{cold::is_cold, phi::floor_alpha, tests::searches::positions_for_vectors};
    use super::*;

    /// Every cold position passes both filters. A hot position passes only if it is near a cold one.
    fn assert_lanes(a: u64, b: u64) {
        let (m, d) = (a.min(b), a.abs_diff(b));
        let expected = is_cold(a, b);
        // SAFETY: every aarch64 has NEON.
        let may_be = unsafe {
            // Two of the four lanes have the piles in the other order.
            let (x, y) = (vdupq_n_u64(a), vdupq_n_u64(b));
            let may_be = may_be_cold_u64_x4([x, y], [y, x]);
            [vminvq_u32(may_be), vmaxvq_u32(may_be)]
        };
        assert!(may_be == [u32::MAX; 2] || may_be == [0; 2], "{a} {b}");
        assert!(may_be[0] != 0 || !expected, "{a} {b}");
        if m >= d && (m - d).abs_diff(floor_alpha(d)) > (d >> 32) + 1 {
            assert_eq!(may_be[0], 0, "{a} {b}");
        }
        if a.max(b) < 1 << 31 {
            // SAFETY: every aarch64 has NEON.
            let (least, most) = unsafe {
                let may_be = may_be_cold_u31_x4(vdupq_n_u32(a as u32), vdupq_n_u32(b as u32));
                (vminvq_u32(may_be), vmaxvq_u32(may_be))
            };
            assert!(least == most && (least == 0 || least == u32::MAX));
            assert!(least != 0 || !expected, "{a} {b}");
            if m < d || (m - d).abs_diff(floor_alpha(d)) > 1 {
                assert_eq!(least, 0, "{a} {b}");
            }
        }
    }

    #[test]
    fn every_cold_position_passes_and_few_others() {
        positions_for_vectors().for_each(|(a, b)| assert_lanes(a, b));
    }
}
