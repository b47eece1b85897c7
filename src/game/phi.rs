//! The golden ratio in fixed point, each constant with a proof that it is wide enough.
//!
//! A test evaluates the lemma below for every constant, and `scripts/prove` compares the constants with the proof in Coq.
//!
//! # Width, range and proof
//!
//! A constant `C` of `k` bits gives `floor(d * C / 2^k)`. This equals `floor(d * alpha)` until `d` is so large that the error
//! of `C` moves `d * C / 2^k` across a whole number. With doubles this happens at `d = 102334155` (the pair
//! `165580140 267914295` is cold, and doubles call it hot), so the range has to be proved.
//!
//! Let `c = C / 2^k`, and let `N(x) = x^2 - x*d - d^2` for a whole `d > 0`. `N` grows for `x > d/2`, and its positive root is
//! `d * phi`. For a whole `x`, `N(x)` is a whole number, and not 0, as `sqrt 5` is irrational. So `a = floor(d * phi)` is the
//! only whole number with `N(a) <= -1` and `N(a + 1) >= 1`.
//!
//! * *Rounded down* (`c < alpha`). Let `x = d * (1 + c)`; then `N(x) = -d^2 * (1 - c - c^2)`. If `floor(x)` is not `a`, it is
//!   less than `a`. Then `x < a`, and `N(x) < N(a) <= -1`. Hence `C` is exact for every `d` with
//!   `d^2 * (2^2k - C*2^k - C^2) <= 2^2k`.
//! * *Rounded up* (`c > alpha`). If `floor(x)` is not `a`, it is more than `a`. Then `x >= a + 1`, and
//!   `N(x) >= N(a + 1) >= 1`. Hence `C` is exact for every `d` with `d^2 * (C^2 + C*2^k - 2^2k) < 2^2k`.
//!
//! If a condition holds for one `d`, it holds for all smaller `d`. So one comparison of constants covers a whole range. The
//! conditions are sufficient, but not necessary: a constant may be exact for some larger `d`. No code relies on that. Coq has
//! checked this proof: `docs/proof/Width.v`, described in `docs/exactness.md`.
//!
//! | constant | bits | rounded | proved for every |
//! |---|---|---|---|
//! | `PHI_LIMB_1_UP` | 52 | up | `d <= 90734617` |
//! | `PHI_FRAC_64_UP` | 64 | up | `d <= 13056963378`, so every `u32` |
//! | `PHI_LIMB_1`, `PHI_LIMB_2` | 104 | down | `d <= 3124983493589296`, so every `d < 2^51` |
//! | `PHI_LIMB_1`, `PHI_LIMB_2_UP` | 104 | up | `d <= 11289830896450125`, so every `d < 2^53` |
//! | `PHI_FRAC_128` | 128 | down | `u64` |
//! | `PHI_LIMB_1`, `PHI_LIMB_2`, `PHI_LIMB_3` | 156 | down | `u64` |
//!
//! The limbs have 52 bits because the AVX-512 IFMA instructions multiply 52 by 52 bits and return either half of the product.

/// `floor(alpha * 2^128)`
pub(super) const PHI_FRAC_128: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834;

/// `ceil(alpha * 2^64)`. Rounded down, the constant is wrong for some `u32`: at the Fibonacci number 2971215073.
pub(super) const PHI_FRAC_64_UP: u64 = 0x9e37_79b9_7f4a_7c16;

/// The first 52 bits of alpha: `alpha = l1 / 2^52 + l2 / 2^104 + l3 / 2^156 + ...`, truncated.
pub(super) const PHI_LIMB_1: u64 = 0x9_e377_9b97_f4a7;

/// Bits 53 to 104 of alpha, truncated.
pub(super) const PHI_LIMB_2: u64 = 0xc_15f3_9cc0_605c;
/// Bits 105 to 156 of alpha, truncated.
pub(super) const PHI_LIMB_3: u64 = 0xe_dc83_4108_2276;

/// `ceil(alpha * 2^52)`. For the constant rounded down the lemma proves only `d <= 51636952`, and `d = 63245986`, a Fibonacci
/// number, does fail.
pub(super) const PHI_LIMB_1_UP: u64 = PHI_LIMB_1 + 1;

/// Bits 53 to 104 of `ceil(alpha * 2^104)`: exact for every number that fits a 52-bit limb. The rounded limb costs no more time
/// than the truncated one.
pub(super) const PHI_LIMB_2_UP: u64 = PHI_LIMB_2 + 1;

/// The largest `d` for which the lemma proves `PHI_LIMB_1_UP` exact. The first `d` for which it is wrong is 102334155.
pub(super) const D_MAX_LIMB_1_UP: u64 = 90_734_617;

/// The same for `PHI_LIMB_1` with `PHI_LIMB_2`, which are not exact for every `d` of 52 bits.
pub(super) const D_MAX_LIMBS_12: u64 = 3_124_983_493_589_296;

/// The same for `PHI_LIMB_1` with `PHI_LIMB_2_UP`.
const D_MAX_LIMBS_12_UP: u64 = 11_289_830_896_450_125;

const _: () = {
    // The limbs are digits of `PHI_FRAC_128`, and adding 1 to a limb does not carry.
    assert!(PHI_LIMB_1 == (PHI_FRAC_128 >> 76) as u64 && PHI_LIMB_1_UP < 1 << 52);
    assert!(PHI_LIMB_2 == (PHI_FRAC_128 >> 24) as u64 % (1 << 52) && PHI_LIMB_2_UP < 1 << 52);
    assert!(PHI_LIMB_3 >> 28 == PHI_FRAC_128 as u64 % (1 << 24));
    // The ranges that the vector forms need.
    assert!(D_MAX_LIMB_1_UP >= 90_000_000);
    assert!(D_MAX_LIMBS_12 >= 1 << 51 && D_MAX_LIMBS_12_UP >= 1 << 53);
};

/// `floor(d * (phi - 1))`, exact for every `d`.
///
/// `d + floor_alpha(d)` is the lower number of the Wythoff pair of index `d`. That sum may exceed `u64`, so compare by
/// subtracting `d` from a pile, not by adding. For example, `floor_alpha(3)` is 1: pair 3 is `(3 + 1, 3 + 1 + 3) = (4, 7)`.
#[inline]
#[must_use]
pub(super) const fn floor_alpha(d: u64) -> u64 {
    const HIGH: u64 = (PHI_FRAC_128 >> 64) as u64;
    const LOW: u64 = PHI_FRAC_128 as u64;
    // No overflow: (2^64 - 1)^2 + 2^64 - 1 < 2^128.
    let high = d as u128 * HIGH as u128 + ((d as u128 * LOW as u128) >> 64);
    (high >> 64) as u64
}

/// [`floor_alpha`] for 32 bits with a single multiplication, exact for every `d`.
#[inline]
#[must_use]
pub(super) const fn floor_alpha_32(d: u32) -> u32 {
    ((d as u128 * PHI_FRAC_64_UP as u128) >> 64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    /// alpha truncated to `bits` fractional bits, by an exact root: `(sqrt(5 * 4^bits) - 2^bits) / 2`. Rounding down twice
    /// gives the same as rounding down once.
    fn alpha(bits: u32) -> BigUint {
        let one = BigUint::from(1_u32) << bits;
        ((&one * &one * 5_u32).sqrt() - &one) >> 1_u32
    }

    /// Whether the lemma proves `c / 2^bits` exact for every `d <= d_max`.
    fn proves(c: &BigUint, bits: u32, d_max: u64) -> bool {
        let one = BigUint::from(1_u32) << (2 * bits);
        let form = c * c + (c << bits);
        let square = BigUint::from(d_max) * d_max;
        if form < one {
            square * (&one - form) <= one
        } else {
            square * (form - &one) < one
        }
    }

    fn limbs(limbs: &[u64]) -> BigUint {
        limbs
            .iter()
            .fold(BigUint::ZERO, |c, &limb| (c << 52_u32) + limb)
    }

    #[test]
    fn constants_are_the_digits_of_alpha() {
        assert_eq!(alpha(128), PHI_FRAC_128.into());
        assert_eq!(alpha(64) + 1_u32, PHI_FRAC_64_UP.into());
        assert_eq!(alpha(156), limbs(&[PHI_LIMB_1, PHI_LIMB_2, PHI_LIMB_3]));
        assert_eq!(alpha(52) + 1_u32, PHI_LIMB_1_UP.into());
        assert_eq!(alpha(104) + 1_u32, limbs(&[PHI_LIMB_1, PHI_LIMB_2_UP]));
    }

    /// Each documented bound is the largest that the lemma proves.
    #[test]
    fn lemma_proves_the_documented_ranges() {
        for (c, bits, d_max) in [
            (PHI_FRAC_64_UP.into(), 64, 13_056_963_378),
            (PHI_LIMB_1_UP.into(), 52, D_MAX_LIMB_1_UP),
            (limbs(&[PHI_LIMB_1, PHI_LIMB_2]), 104, D_MAX_LIMBS_12),
            (limbs(&[PHI_LIMB_1, PHI_LIMB_2_UP]), 104, D_MAX_LIMBS_12_UP),
        ] {
            assert!(proves(&c, bits, d_max), "{bits} bits");
            assert!(!proves(&c, bits, d_max + 1), "{bits} bits");
        }
        assert!(proves(&PHI_FRAC_128.into(), 128, u64::MAX));
        let all = limbs(&[PHI_LIMB_1, PHI_LIMB_2, PHI_LIMB_3]);
        assert!(proves(&all, 156, u64::MAX));
        assert!(13_056_963_378 > u64::from(u32::MAX));
    }
}
