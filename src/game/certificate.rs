//! Compile-time proofs that a fixed-point constant is wide enough.
//!
//! States the lemma and provides the wide arithmetic to evaluate it. The callers evaluate it in
//! `const` assertions, where an overflow or a borrow panics and so fails the build.
//!
//! # The lemma
//!
//! Let `c = C / 2^k` be a fixed-point approximation of `alpha = phi - 1`. The lemma gives whole
//! numbers `d > 0` for which `floor(d * (1 + c)) = floor(d * phi)`.
//!
//! Let `N(x) = x^2 - x*d - d^2`. `N` grows for `x > d/2`, and its positive root is `d * phi`. For a
//! whole `x`, `N(x)` is a whole number, and not 0, as `sqrt 5` is irrational. So
//! `a = floor(d * phi)` is the only whole number with `N(a) <= -1` and `N(a + 1) >= 1`.
//!
//! * *Rounded down* (`c < alpha`). Let `x = d * (1 + c)`; then `N(x) = -d^2 * (1 - c - c^2)`. If
//!   `floor(x)` is not `a`, it is less than `a`. Then `x < a`, and `N(x) < N(a) <= -1`. Hence `C`
//!   is exact for every `d` with
//!   `d^2 * (2^2k - C*2^k - C^2) <= 2^2k`.
//! * *Rounded up* (`c > alpha`). If `floor(x)` is not `a`, it is more than `a`. Then `x >= a + 1`,
//!   and `N(x) >= N(a + 1) >= 1`. Hence `C` is exact for every `d` with
//!   `d^2 * (C^2 + C*2^k - 2^2k) < 2^2k`.
//!
//! Coq has checked this proof: `docs/proof/Width.v`, described in `docs/exactness.md`.
//!
//! If a condition holds for one `d`, it holds for all smaller `d`. So one comparison of constants
//! covers a whole range. The conditions are sufficient, but not necessary: a constant may be exact
//! a little further. No code relies on that.

/// Whole numbers below `2^512`, least significant limb first.
///
/// The widest value needed is `d^2 * gap` for `k = 156`, far below `2^512`.
#[derive(Clone, Copy, Debug)]
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

/// Whether `c` is alpha truncated to `bits` fractional bits.
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

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    fn big(wide: Wide) -> BigUint {
        let limbs = wide.0.iter().rev();
        limbs.fold(BigUint::ZERO, |value, &limb| (value << 64_u32) + limb)
    }

    /// Random numbers of at most `limbs` limbs. Most limbs are 0, 1 or one of the two largest
    /// values.
    fn wide(limbs: usize) -> impl Strategy<Value = Wide> {
        let limb = prop_oneof![
            Just(0),
            Just(1),
            Just(u64::MAX - 1),
            Just(u64::MAX),
            any::<u64>()
        ];
        proptest::collection::vec(limb, limbs).prop_map(|some| {
            let mut all = [0; Wide::LIMBS];
            all[..some.len()].copy_from_slice(&some);
            Wide(all)
        })
    }

    /// alpha truncated to `bits` fractional bits, by an exact root:
    /// `(sqrt(5 * 4^bits) - 2^bits) / 2`. Rounding down twice gives the same as rounding down once.
    fn alpha(bits: u32) -> BigUint {
        let one = BigUint::from(1_u32) << bits;
        ((&one * &one * 5_u32).sqrt() - &one) >> 1_u32
    }

    fn wide_from_big(value: &BigUint) -> Wide {
        let mut limbs = [0; Wide::LIMBS];
        for (limb, digit) in limbs.iter_mut().zip(value.iter_u64_digits()) {
            *limb = digit;
        }
        Wide(limbs)
    }

    /// The two conditions of the lemma, computed with big integers.
    fn proved(c: &BigUint, bits: u32, d: u64) -> (bool, bool) {
        let one = BigUint::from(1_u32) << (2 * bits);
        let form = c * c + (c << bits);
        let square = BigUint::from(d) * d;
        match form < one {
            true => (square * (&one - form) <= one, false),
            false => (false, square * (form - &one) < one),
        }
    }

    #[test]
    fn truncation_is_exact_in_the_last_bit() {
        for bits in [1, 2, 31, 63, 64, 65, 96, 127, 156] {
            let exact = alpha(bits);
            assert!(is_alpha_truncated(wide_from_big(&exact), bits), "{bits}");
            assert!(
                !is_alpha_truncated(wide_from_big(&(&exact + 1_u32)), bits),
                "{bits}"
            );
            assert!(
                !is_alpha_truncated(wide_from_big(&(&exact - 1_u32)), bits),
                "{bits}"
            );
        }
    }

    #[test]
    fn conditions_agree_with_big_integers() {
        for bits in [8, 20, 40, 63] {
            for c in [alpha(bits), alpha(bits) + 1_u32] {
                let holds = |d| {
                    let by_wide = (
                        proves_rounded_down(wide_from_big(&c), bits, d),
                        proves_rounded_up(wide_from_big(&c), bits, d),
                    );
                    assert_eq!(by_wide, proved(&c, bits, d), "{bits} bits, {d}");
                    by_wide.0 || by_wide.1
                };
                // Bisection finds the last proved `d`. Both evaluations are compared at every step.
                let (mut proved, mut not) = (0, u64::MAX);
                assert!(holds(proved) && !holds(not));
                while not - proved > 1 {
                    let middle = proved + (not - proved) / 2;
                    *(if holds(middle) { &mut proved } else { &mut not }) = middle;
                }
                // The number of bits of the last proved `d` is about half that of the constant.
                assert!(
                    proved.ilog2().abs_diff(bits / 2) <= 3,
                    "{bits} bits: {proved}"
                );
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

        #[test]
        fn arithmetic(x in wide(7), y in wide(7), small in wide(4), factor in wide(4), number: u128) {
            prop_assert_eq!(big(Wide::new(number)), number.into());
            prop_assert_eq!(big(x.add(y)), big(x) + big(y));
            prop_assert_eq!(big(small.mul(factor)), big(small) * big(factor));
            prop_assert_eq!(x.less_than(y), big(x) < big(y));
            prop_assert!(!x.less_than(x));
            let (more, less) = if big(x) < big(y) { (y, x) } else { (x, y) };
            prop_assert_eq!(big(more.sub(less)), big(more) - big(less));
        }

        #[test]
        fn powers(exponent in 0_u32..512) {
            prop_assert_eq!(big(Wide::power_of_two(exponent)), BigUint::from(1_u32) << exponent);
        }
    }

    #[test]
    fn overflow_and_borrow_panic() {
        let all = Wide([u64::MAX; Wide::LIMBS]);
        let (one, two, high) = (Wide::new(1), Wide::new(2), Wide::power_of_two(511));
        for beyond in [
            (|all, one, _, _| Wide::add(all, one)) as fn(Wide, Wide, Wide, Wide) -> Wide,
            |_, one, two, _| Wide::sub(one, two),
            |_, _, two, high| Wide::mul(high, two),
            |_, _, two, high| Wide::mul(two, high),
            |all, _, _, high| Wide::mul(all, high),
        ] {
            assert!(std::panic::catch_unwind(|| beyond(all, one, two, high)).is_err());
        }
    }
}
