//! The golden ratio in fixed point, each width with a certificate that it suffices.
//!
//! Owns the constants and `floor(d * alpha)`, `alpha = phi - 1`. It refuses to guess: a constant
//! without a `const` assertion about its range does not belong here.
//!
//! # A width, a range, a proof
//!
//! A constant `C` of `k` bits gives `floor(d * C / 2^k)`, which is `floor(d * alpha)` until `d` is
//! so large that the error of `C` carries `d * C / 2^k` across a whole number. Doubles cross one at
//! `d = 102334155` (their pair `165580140 267914295` is cold, and they call it hot), so the range
//! must be proved, not assumed. With `N(x) = x^2 - x*d - d^2`, which is a whole number and not 0
//! at every whole `x` for `d > 0`, and which changes sign at `d * phi`:
//!
//! * rounding down, `C / 2^k < alpha`, is exact for every `d` with
//!   `d^2 * (2^2k - C*2^k - C^2) <= 2^2k`;
//! * rounding up, `C / 2^k > alpha`, is exact for every `d` with
//!   `d^2 * (C^2 + C*2^k - 2^2k) < 2^2k`.
//!
//! The reason: `x = d * (1 + C / 2^k)` has `N(x) = -+ d^2 * |1 - c - c^2|`; were `floor(x)` wrong,
//! a whole number would lie between `x` and `d * phi`, and `|N|` is at least 1 there, hence
//! at `x` too. The private module `certificate` has the proof step by step and evaluates it in the
//! compiler.
//!
//! | constant | bits | rounded | proved for every |
//! |---|---|---|---|
//! | [`PHI_LIMB_1_UP`] | 52 | up | `d <= 90734617` |
//! | [`PHI_FRAC_64_UP`] | 64 | up | `d <= 13056963378`, so every `u32` |
//! | [`PHI_LIMB_1`], [`PHI_LIMB_2`] | 104 | down | `d <= 3124983493589296`, so every `d < 2^51` |
//! | [`PHI_LIMB_1`], [`PHI_LIMB_2_UP`] | 104 | up | `d <= 11289830896450125`, so every `d < 2^53` |
//! | [`PHI_FRAC_128`] | 128 | down | `u64` |
//! | [`PHI_LIMB_1`], [`PHI_LIMB_2`], [`PHI_LIMB_3`] | 156 | down | `u64` |
//!
//! Why 52-bit limbs: the AVX-512 IFMA instructions multiply 52 by 52 bits and return either half.

use super::certificate::{Wide, is_alpha_truncated, proves_rounded_down, proves_rounded_up};

/// `floor(alpha * 2^128)`: exact for every `u64`.
pub const PHI_FRAC_128: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834;

/// `ceil(alpha * 2^64)`: exact for every `u32`, and up to `13056963378`.
///
/// Rounded down, 64 bits fail within `u32`, at the Fibonacci number 2971215073.
pub const PHI_FRAC_64_UP: u64 = 0x9e37_79b9_7f4a_7c16;

/// First 52 bits of alpha: `alpha = l1 / 2^52 + l2 / 2^104 + l3 / 2^156 + ...`, truncated.
pub const PHI_LIMB_1: u64 = 0x9_e377_9b97_f4a7;

/// Bits 53 to 104 of alpha, truncated.
///
/// With [`PHI_LIMB_1`] exact up to [`D_MAX_LIMBS_12`].
pub const PHI_LIMB_2: u64 = 0xc_15f3_9cc0_605c;

/// Bits 105 to 156 of alpha, truncated.
///
/// With [`PHI_LIMB_1`] and [`PHI_LIMB_2`] exact for every `u64`.
pub const PHI_LIMB_3: u64 = 0xe_dc83_4108_2276;

/// `ceil(alpha * 2^52)`: alone exact up to [`D_MAX_LIMB_1_UP`].
///
/// Rounded down the lemma reaches 51636952 only (and 63245986, a Fibonacci number, does fail).
pub const PHI_LIMB_1_UP: u64 = PHI_LIMB_1 + 1;

/// Bits 53 to 104 of `ceil(alpha * 2^104)`: with [`PHI_LIMB_1`] exact up to [`D_MAX_LIMBS_12_UP`].
///
/// That is every number that fits a 52-bit limb, at the same cost as the truncated limb.
pub const PHI_LIMB_2_UP: u64 = PHI_LIMB_2 + 1;

/// The largest `d` for which the lemma proves [`PHI_LIMB_1_UP`] exact.
///
/// The first `d` that really fails is 102334155.
pub const D_MAX_LIMB_1_UP: u64 = 90_734_617;

/// The largest `d` for which the lemma proves [`PHI_LIMB_1`] with [`PHI_LIMB_2`] exact.
///
/// Below `2^52`, so the pair covers `d < 2^51` but not every 52-bit `d` by this proof.
pub const D_MAX_LIMBS_12: u64 = 3_124_983_493_589_296;

/// The largest `d` for which the lemma proves [`PHI_LIMB_1`] with [`PHI_LIMB_2_UP`] exact.
pub const D_MAX_LIMBS_12_UP: u64 = 11_289_830_896_450_125;

const LIMB_MASK: u64 = (1 << 52) - 1;

const fn limbs_12(limb_2: u64) -> Wide {
    Wide::new(((PHI_LIMB_1 as u128) << 52) | limb_2 as u128)
}

const fn limbs_123() -> Wide {
    limbs_12(PHI_LIMB_2)
        .mul(Wide::power_of_two(52))
        .add(Wide::new(PHI_LIMB_3 as u128))
}

// The certificates. Where a bound is stated, `!proves(bound + 1)` shows that it is the lemma's largest.
const _: () = {
    assert!(is_alpha_truncated(Wide::new(PHI_FRAC_128), 128));
    assert!(proves_rounded_down(Wide::new(PHI_FRAC_128), 128, u64::MAX));
};
const _: () = {
    let c = Wide::new(PHI_FRAC_64_UP as u128);
    assert!(proves_rounded_up(c, 64, 13_056_963_378));
    assert!(!proves_rounded_up(c, 64, 13_056_963_379));
    assert!(13_056_963_378 > u32::MAX as u64);
};
const _: () = {
    let c = Wide::new(PHI_LIMB_1_UP as u128);
    assert!(is_alpha_truncated(Wide::new(PHI_LIMB_1 as u128), 52));
    assert!(proves_rounded_up(c, 52, D_MAX_LIMB_1_UP));
    assert!(!proves_rounded_up(c, 52, D_MAX_LIMB_1_UP + 1));
    assert!(D_MAX_LIMB_1_UP > 10_000_000);
};
const _: () = {
    let c = limbs_12(PHI_LIMB_2);
    assert!(is_alpha_truncated(c, 104));
    assert!(proves_rounded_down(c, 104, D_MAX_LIMBS_12));
    assert!(!proves_rounded_down(c, 104, D_MAX_LIMBS_12 + 1));
    assert!(D_MAX_LIMBS_12 >= 1 << 51);
};
const _: () = {
    // The limb plus one must not carry into the first limb.
    assert!(PHI_LIMB_2_UP <= LIMB_MASK);
    let c = limbs_12(PHI_LIMB_2_UP);
    assert!(proves_rounded_up(c, 104, D_MAX_LIMBS_12_UP));
    assert!(!proves_rounded_up(c, 104, D_MAX_LIMBS_12_UP + 1));
    assert!(D_MAX_LIMBS_12_UP >= 1 << 53);
};
const _: () = {
    assert!(is_alpha_truncated(limbs_123(), 156));
    assert!(proves_rounded_down(limbs_123(), 156, u64::MAX));
};

/// `floor(d * (phi - 1))`, exact for every `d`.
///
/// `d + floor_alpha(d)` is the lower number of the Wythoff pair of index `d`; that sum may exceed
/// `u64`, so compare with a subtraction instead of adding.
///
/// ```
/// use wythoff::game::phi::floor_alpha;
/// assert_eq!(floor_alpha(3), 1); // pair 3 is (3 + 1, 3 + 1 + 3) = (4, 7)
/// ```
#[inline]
#[must_use]
pub const fn floor_alpha(d: u64) -> u64 {
    const HIGH: u64 = (PHI_FRAC_128 >> 64) as u64;
    const LOW: u64 = PHI_FRAC_128 as u64;
    // No overflow: (2^64 - 1)^2 + 2^64 - 1 < 2^128.
    let high = d as u128 * HIGH as u128 + ((d as u128 * LOW as u128) >> 64);
    (high >> 64) as u64
}

/// [`floor_alpha`] for 32 bits by a single multiplication, exact for every `d`.
#[inline]
#[must_use]
pub const fn floor_alpha_32(d: u32) -> u32 {
    ((d as u128 * PHI_FRAC_64_UP as u128) >> 64) as u32
}

/// [`floor_alpha`] from [`PHI_LIMB_1_UP`] alone, as vector code computes it: the high half of one
/// 52-bit product.
///
/// Exact for `d <= `[`D_MAX_LIMB_1_UP`], wrong for some larger ones. A reference for vector
/// code; scalar code has no reason to prefer it to [`floor_alpha`].
#[inline]
#[must_use]
pub const fn floor_alpha_limb_1(d: u64) -> u64 {
    multiply_high_52(d, PHI_LIMB_1_UP)
}

/// [`floor_alpha`] from [`PHI_LIMB_1`] and [`PHI_LIMB_2`], as vector code computes it: with a
/// multiply-low, two multiply-highs and a carry.
///
/// Exact for `d <= `[`D_MAX_LIMBS_12`].
#[inline]
#[must_use]
pub const fn floor_alpha_limbs_12(d: u64) -> u64 {
    multiply_limbs_12(d, PHI_LIMB_2)
}

/// As [`floor_alpha_limbs_12`], with [`PHI_LIMB_2_UP`]: exact for every `d < 2^52`, which is all
/// that a 52-bit multiplier can take.
#[inline]
#[must_use]
pub const fn floor_alpha_limbs_12_up(d: u64) -> u64 {
    multiply_limbs_12(d, PHI_LIMB_2_UP)
}

/// `floor(d * (l1 * 2^52 + limb_2) / 2^104)`.
///
/// Dropping the low half of `d * limb_2` before the addition changes nothing: it is less than one
/// unit of a sum of whole numbers that is rounded down afterwards.
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
