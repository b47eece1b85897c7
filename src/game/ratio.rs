//! What the ratio of the piles tells: most positions are hot by this alone.

/// The golden ratio times 2^32, rounded. In a cold position with difference d the smaller pile is s = d phi - f with a
/// fraction f, and the larger pile is s + d. So s phi is less than s + d by f / phi, and f / phi is less than 1.
pub(crate) const RATIO: u64 = 6_949_403_065;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cold_positions_have_the_ratio() {
        let powers = (0..20).map(|i| 10u64.pow(i));
        let edges = powers.flat_map(|p| (0..40).flat_map(move |i| [p + i, p.saturating_sub(i)]));
        let spread =
            (0..60).flat_map(|shift| (1..400u64).map(move |i| (i << shift).wrapping_mul(i)));
        let mut cold = 0;
        for d in (0..100_000).chain(edges).chain(spread) {
            let Some((a, b)) = super::super::wythoff_pair(d) else {
                continue;
            };
            // The ratio is rounded, which causes an error of half a unit for each object of a pile.
            let (a, b) = (u128::from(a), u128::from(b));
            assert!((a * u128::from(RATIO)).abs_diff(b << 32) < (1 << 32) + a / 2 + 1);
            cold += 1;
        }
        assert!(cold > 100_000);
    }
}
