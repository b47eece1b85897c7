//! `floor_alpha` from 52-bit limbs: scalar code for the computation in a lane of the vector code.
//!
//! A reference for the tests and for the proof.

use super::phi::{PHI_LIMB_1, PHI_LIMB_1_UP, PHI_LIMB_2, PHI_LIMB_2_UP};

const LIMB_MASK: u64 = (1 << 52) - 1;

/// `floor_alpha` from `PHI_LIMB_1_UP` alone, as vector code computes it: the high half of one 52-bit product.
///
/// Exact for `d <= D_MAX_LIMB_1_UP`, wrong for some larger `d`.
#[inline]
#[must_use]
pub(super) const fn floor_alpha_limb_1(d: u64) -> u64 {
    multiply_high_52(d, PHI_LIMB_1_UP)
}

/// `floor_alpha` from `PHI_LIMB_1` and `PHI_LIMB_2`, as vector code computes it: with one multiply-low, two multiply-highs and
/// a carry.
///
/// Exact for `d <= D_MAX_LIMBS_12`.
#[inline]
#[must_use]
pub(super) const fn floor_alpha_limbs_12(d: u64) -> u64 {
    multiply_limbs_12(d, PHI_LIMB_2)
}

/// [`floor_alpha_limbs_12`] with `PHI_LIMB_2_UP`: exact for every `d < 2^52`, which is every operand that a 52-bit multiplier
/// takes.
#[inline]
#[must_use]
pub(super) const fn floor_alpha_limbs_12_up(d: u64) -> u64 {
    multiply_limbs_12(d, PHI_LIMB_2_UP)
}

/// `floor(d * (l1 * 2^52 + limb_2) / 2^104)`.
///
/// The low half of `d * limb_2` is dropped before the addition. That does not change the result: the low half is less than one
/// unit, the other terms of the sum are whole numbers, and the sum is rounded down.
const fn multiply_limbs_12(d: u64, limb_2: u64) -> u64 {
    let middle = multiply_low_52(d, PHI_LIMB_1) + multiply_high_52(d, limb_2);
    multiply_high_52(d, PHI_LIMB_1) + (middle >> 52)
}

const fn multiply_low_52(x: u64, y: u64) -> u64 {
    debug_assert!(x <= LIMB_MASK, "a 52-bit multiplier ignores the upper bits");
    (x as u128 * y as u128) as u64 & LIMB_MASK
}

const fn multiply_high_52(x: u64, y: u64) -> u64 {
    debug_assert!(x <= LIMB_MASK, "a 52-bit multiplier ignores the upper bits");
    ((x as u128 * y as u128) >> 52) as u64
}
