//! Tests by the ratio of the piles, which alone shows that most positions are hot.
// Each processor's kernels use some of the constants.
#![allow(dead_code)]

/// `([a, b, c, d], limit)`. Divide both piles of a cold position by the same power of ten, rounding down, so that they have at
/// most six digits: x of the smaller pile, y of the larger one. Then `a (x / 1000) + b (x % 1000) - c (y / 1000) - d (y % 1000)` is
/// between `-limit` and `limit`.
///
/// In a cold position with difference d the smaller pile is s = d phi - f with a fraction f, and the larger pile is s + d. So s
/// phi is less than s + d by f / phi, which is less than 0.62. Let u be the power of ten. Then the larger pile is at least phi x
/// u and less than (y + 1) u, and it is at least y u and less than phi (x + 1) u + 0.62. So phi x - y is below 1 and above -2.24.
/// The factors are 12.975 times 1000 phi, phi, 1000 and 1, rounded. Rounding adds at most 40, and 13 * 2.24 + 40 is below 70.
pub(crate) const SIX_DIGITS: ([i16; 4], i32) = ([20_994, 21, 12_975, 13], 70);

/// (phi - 1) * 2^16, rounded down to an even number (NEON multiplies by half of it and doubles).
pub(crate) const FOUR_DIGITS_SAME: u16 = 40_502;

/// phi / 10 * 2^16, rounded down to an even number.
pub(crate) const FOUR_DIGITS_LONGER: u16 = 10_602;

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::game::pair_big;
    use num_bigint::BigUint;
    use std::num::NonZeroU64;

    /// Whether two piles may be a cold position, by their first four digits x and y. Both piles have at least four digits, and the
    /// first digit is not zero. Cold positions of all lengths pass (`docs/proof/Decimal.v`); of all pairs x, y only one in 1700
    /// passes.
    ///
    /// Let x belong to the smaller pile. The larger pile has as many digits, or one more. Let s = phi x, or s = phi x / 10 if it
    /// has one more. The omitted digits change y - s by more than -1, and by less than phi or phi / 10. So y - s is above -1 and
    /// below 1.62 or 0.17. The number subtracted from y below is at most s, and at least s - 1.28: 1 for rounding down, and the
    /// rest for the constant. So the difference is 0 to 2, or 0 to 1.
    pub(crate) fn four_digits_fit(x: u16, y: u16) -> bool {
        let (least, most) = (x.min(y), x.max(y));
        let times = |x: u16, factor: u16| ((u32::from(x) * u32::from(factor)) >> 16) as u16;
        // The piles have the same number of digits, or the larger pile has one digit more.
        let same = most.wrapping_sub(least + times(least, FOUR_DIGITS_SAME));
        let longer = least.wrapping_sub(times(most, FOUR_DIGITS_LONGER));
        same <= 2 || longer <= 1
    }

    /// Cold positions: the first ones, cold positions around powers of ten, and some of every size.
    pub(crate) fn cold_positions() -> impl Iterator<Item = (u64, u64)> {
        let powers = (0..20).map(|i| 10u64.pow(i));
        let edges = powers.flat_map(|p| (0..40).flat_map(move |i| [p + i, p.saturating_sub(i)]));
        let spread =
            (0..60).flat_map(|shift| (1..400u64).map(move |i| (i << shift).wrapping_mul(i)));
        let all = (0..100_000).chain(edges).chain(spread);
        all.filter_map(crate::game::wythoff_pair)
    }

    /// The golden ratio times 2^32, rounded.
    const RATIO: u64 = 6_949_403_065;

    fn six_digits_fit(x: u64, y: u64) -> bool {
        let ([a, b, c, d], limit) = SIX_DIGITS;
        let [a, b, c, d] = [a, b, c, d].map(i64::from);
        let (x, y) = (x as i64, y as i64);
        let difference = a * (x / 1000) + b * (x % 1000) - c * (y / 1000) - d * (y % 1000);
        difference.abs() < limit.into()
    }

    #[test]
    fn cold_positions_fit_by_six_digits() {
        assert!(cold_positions().count() > 100_000);
        for (a, b) in cold_positions() {
            for unit in (0..20).map(|i| 10_u64.pow(i)) {
                let (x, y) = (a / unit, b / unit);
                assert!(y >= 1_000_000 || six_digits_fit(x, y), "{a} {b}, {unit}");
            }
        }
    }

    /// All y that a larger pile can have.
    #[test]
    fn all_six_digits_that_the_smaller_pile_allows_fit() {
        for x in 0..1_000_000 {
            let least = (x * RATIO) >> 32;
            let most = (x * RATIO + (224 << 32) / 100) >> 32;
            for y in least..=most.min(999_999) {
                assert!(six_digits_fit(x, y), "{x} {y}");
            }
        }
    }

    #[test]
    fn cold_positions_fit_by_four_digits() {
        let texts = cold_positions().map(|(a, b)| [a.to_string(), b.to_string()]);
        let beyond = (0..300).map(|n| {
            let (a, b) = pair_big(&BigUint::from(7_u32).pow(n), NonZeroU64::MIN);
            [a.to_string(), b.to_string()]
        });
        for piles in texts.chain(beyond).filter(|piles| piles[0].len() >= 4) {
            let [x, y] = piles.map(|pile| pile[..4].parse().expect("four digits fit 16 bits"));
            assert!(four_digits_fit(x, y) && four_digits_fit(y, x), "{x} {y}");
        }
    }

    /// With the digits x, the smaller pile is in x * s .. (x + 1) * s for a power of ten s, so the larger one is above
    /// `phi * x * s` and below `phi * (x + 1) * s`: these are all y that it can begin with.
    #[test]
    fn all_that_the_smaller_pile_allows_fits() {
        for x in 1000..=9999_u16 {
            let phi_times = |x: u16| (u64::from(x) * RATIO) >> 32;
            for power in [1, 10] {
                for y in phi_times(x) / power..=phi_times(x + 1) / power {
                    let y = y as u16;
                    if (1000..=9999).contains(&y) {
                        assert!(four_digits_fit(x, y) && four_digits_fit(y, x), "{x} {y}");
                    }
                }
            }
        }
    }

    #[test]
    fn few_pairs_of_four_digits_fit() {
        let (mut pairs, mut fitting) = (0, 0);
        for x in (1000..=9999).step_by(83) {
            for y in 1000..=9999 {
                pairs += 1;
                fitting += usize::from(four_digits_fit(x, y));
            }
        }
        assert!(fitting * 1600 < pairs, "{fitting} of {pairs}");
    }
}
