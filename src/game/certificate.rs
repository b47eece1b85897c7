//! Proofs by the compiler that a fixed-point constant is wide enough.
//!
//! Owns the lemma and just enough wide arithmetic to evaluate it. Everything here runs in `const`
//! assertions; an overflow or a borrow is a panic, and so a build that fails.
//!
//! # The lemma
//!
//! Let `c = C / 2^k` be a fixed-point approximation of `alpha = phi - 1`. For which whole `d > 0` is
//! `floor(d * (1 + c)) = floor(d * phi)`?
//!
//! Let `N(x) = x^2 - x*d - d^2`. It grows for `x > d/2`, and its positive root is `d * phi`. For a
//! whole `x`, `N(x)` is whole, and never 0, as `sqrt 5` is irrational. So `a = floor(d * phi)` is
//! the only whole number with `N(a) <= -1` and `N(a + 1) >= 1`.
//!
//! * *Rounded down* (`c < alpha`). Let `x = d * (1 + c)`; then `N(x) = -d^2 * (1 - c - c^2)`. If
//!   `floor(x)` were not `a` it would be less, so `x < a` and `N(x) < N(a) <= -1`. Hence `C` is
//!   exact for every `d` with
//!   `d^2 * (2^2k - C*2^k - C^2) <= 2^2k`.
//! * *Rounded up* (`c > alpha`). If `floor(x)` were not `a` it would be more, so `x >= a + 1` and
//!   `N(x) >= N(a + 1) >= 1`. Hence `C` is exact for every `d` with
//!   `d^2 * (C^2 + C*2^k - 2^2k) < 2^2k`.
//!
//! A machine has checked this: `docs/proof/Width.v`, told in `docs/exactness.md`.
//!
//! Both conditions hold for all smaller `d` if they hold for one, so one comparison of constants
//! covers a whole range. They are sufficient and not necessary: a constant may happen to be exact a
//! little further, and nothing here relies on that.

/// Whole numbers below `2^512`, least significant limb first.
///
/// The widest value needed is `d^2 * gap` for `k = 156`, far below `2^512`.
#[derive(Clone, Copy)]
pub(super) struct Wide([u64; Wide::LIMBS]);

impl Wide {
    const LIMBS: usize = 8;

    pub(super) const fn new(value: u128) -> Self {
        let mut limbs = [0; Self::LIMBS];
        limbs[0] = value as u64;
        limbs[1] = (value >> 64) as u64;
        Self(limbs)
    }

    pub(super) const fn power_of_two(exponent: u32) -> Self {
        let mut limbs = [0; Self::LIMBS];
        limbs[(exponent / 64) as usize] = 1 << (exponent % 64);
        Self(limbs)
    }

    pub(super) const fn add(self, other: Self) -> Self {
        let mut sum = [0; Self::LIMBS];
        let mut carry = false;
        let mut i = 0;
        while i < Self::LIMBS {
            let (partial, carry_1) = self.0[i].overflowing_add(other.0[i]);
            let (limb, carry_2) = partial.overflowing_add(carry as u64);
            sum[i] = limb;
            carry = carry_1 | carry_2;
            i += 1;
        }
        assert!(!carry, "a sum exceeds 2^512");
        Self(sum)
    }

    const fn sub(self, other: Self) -> Self {
        let mut difference = [0; Self::LIMBS];
        let mut borrow = false;
        let mut i = 0;
        while i < Self::LIMBS {
            let (partial, borrow_1) = self.0[i].overflowing_sub(other.0[i]);
            let (limb, borrow_2) = partial.overflowing_sub(borrow as u64);
            difference[i] = limb;
            borrow = borrow_1 | borrow_2;
            i += 1;
        }
        assert!(!borrow, "a difference is negative");
        Self(difference)
    }

    pub(super) const fn mul(self, other: Self) -> Self {
        let mut product = [0; Self::LIMBS];
        let mut i = 0;
        while i < Self::LIMBS {
            let mut carry = 0_u128;
            let mut j = 0;
            while j < Self::LIMBS {
                // At most (2^64 - 1)^2 + 2 * (2^64 - 1) = 2^128 - 1.
                let mut limb = self.0[i] as u128 * other.0[j] as u128 + carry;
                if i + j < Self::LIMBS {
                    limb += product[i + j] as u128;
                    product[i + j] = limb as u64;
                } else {
                    assert!(limb == 0, "a product exceeds 2^512");
                }
                carry = limb >> 64;
                j += 1;
            }
            assert!(carry == 0, "a product exceeds 2^512");
            i += 1;
        }
        Self(product)
    }

    const fn less_than(self, other: Self) -> bool {
        let mut i = Self::LIMBS;
        while i > 0 {
            i -= 1;
            if self.0[i] != other.0[i] {
                return self.0[i] < other.0[i];
            }
        }
        false
    }
}

/// Whether `c / 2^bits` is below alpha, that is `c^2 + c * 2^bits < 2^(2 * bits)`.
const fn below_alpha(c: Wide, bits: u32) -> bool {
    c.mul(c.add(Wide::power_of_two(bits)))
        .less_than(Wide::power_of_two(2 * bits))
}

/// Whether `c` is alpha in `bits` fractional bits with the rest cut off.
pub(super) const fn is_alpha_truncated(c: Wide, bits: u32) -> bool {
    below_alpha(c, bits) && !below_alpha(c.add(Wide::new(1)), bits)
}

/// Whether the lemma proves `c / 2^bits < alpha` exact for every `d <= d_max`.
pub(super) const fn proves_rounded_down(c: Wide, bits: u32, d_max: u64) -> bool {
    if !below_alpha(c, bits) {
        return false;
    }
    let one = Wide::power_of_two(2 * bits);
    let gap = one.sub(c.mul(c.add(Wide::power_of_two(bits))));
    let d = Wide::new(d_max as u128);
    !one.less_than(d.mul(d).mul(gap))
}

/// Whether the lemma proves `c / 2^bits > alpha` exact for every `d <= d_max`.
pub(super) const fn proves_rounded_up(c: Wide, bits: u32, d_max: u64) -> bool {
    if below_alpha(c, bits) {
        return false;
    }
    let one = Wide::power_of_two(2 * bits);
    let gap = c.mul(c.add(Wide::power_of_two(bits))).sub(one);
    let d = Wide::new(d_max as u128);
    d.mul(d).mul(gap).less_than(one)
}
