//! What the ratio of the piles tells: most positions are hot by this alone.

/// The golden ratio times 2^32, rounded. In a cold position with difference d the smaller pile is s = d phi - f with a
/// fraction f, and the larger pile is s + d. So s phi is less than s + d by f / phi, and f / phi is less than 1.
pub(crate) const RATIO: u64 = 6_949_403_065;

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Cold positions: the first ones, those around powers of ten, and some of every size.
    pub(crate) fn cold_positions() -> impl Iterator<Item = (u64, u64)> {
        let powers = (0..20).map(|i| 10u64.pow(i));
        let edges = powers.flat_map(|p| (0..40).flat_map(move |i| [p + i, p.saturating_sub(i)]));
        let spread =
            (0..60).flat_map(|shift| (1..400u64).map(move |i| (i << shift).wrapping_mul(i)));
        let all = (0..100_000).chain(edges).chain(spread);
        all.filter_map(crate::game::wythoff_pair)
    }

    #[test]
    fn cold_positions_have_the_ratio() {
        assert!(cold_positions().count() > 100_000);
        for (a, b) in cold_positions() {
            // The ratio is rounded, which causes an error of half a unit for each object of a pile.
            let (a, b) = (u128::from(a), u128::from(b));
            assert!((a * u128::from(RATIO)).abs_diff(b << 32) < (1 << 32) + a / 2 + 1);
        }
    }
}
