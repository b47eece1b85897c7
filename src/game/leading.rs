//! What the lengths, the first digits and the ratio of the piles tell: most positions are hot by these alone.

/// The golden ratio times 2^32, rounded. In a cold position with difference d the smaller pile is s = d phi - f with a
/// fraction f, and the larger pile is s + d. So s phi is less than s + d by f / phi, and f / phi is less than 1.
pub(crate) const RATIO: u64 = 6_949_403_065;

/// For which lengths and first digits two piles may be cold, as the parser asks (`parse::Leading`). The larger pile of a cold
/// position is between 3/2 and 2 times the smaller one (`not_far` in docs/proof/Wythoff.v).
pub(crate) const LEADING: [[u16; 16]; 3] = {
    let mut leading = [[0; 16]; 3];
    let mut i = 0;
    while i < 3 * 16 * 16 {
        let (longer, p, q) = (i / 256, i as u32 / 16 % 16, i as u32 % 16);
        // A pile is at least its first digit followed by zeros, and less than the next digit followed by the same
        // number of zeros.
        let unit = 10u32.pow(longer as u32);
        let (a, b) = ((10 * p, 10 * (p + 1)), (unit * q, unit * (q + 1)));
        if may_be_cold(a, b) || may_be_cold(b, a) {
            leading[longer][p as usize] |= 1 << q;
        }
        i += 1;
    }
    leading
};

/// Whether piles in two ranges may be cold. A range includes its first value and excludes its second one.
const fn may_be_cold(smaller: (u32, u32), larger: (u32, u32)) -> bool {
    larger.0 < 2 * smaller.1 && 2 * larger.1 > 3 * smaller.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a pair may be cold according to [`LEADING`].
    fn is_in_table(a: u64, b: u64) -> bool {
        let (digits, others) = (a.to_string(), b.to_string());
        let first = |digits: &str| usize::from(digits.as_bytes()[0] - b'0');
        let row = (1 + others.len()).checked_sub(digits.len());
        let row = row.and_then(|row| LEADING.get(row).copied());
        row.is_some_and(|row| row[first(&digits)] >> first(&others) & 1 == 1)
    }

    #[test]
    fn the_first_digits_of_cold_positions_are_in_the_table() {
        let powers = (0..20).map(|i| 10u64.pow(i));
        let edges = powers.flat_map(|p| (0..40).flat_map(move |i| [p + i, p.saturating_sub(i)]));
        let spread =
            (0..60).flat_map(|shift| (1..400u64).map(move |i| (i << shift).wrapping_mul(i)));
        let mut cold = 0;
        for d in (0..100_000).chain(edges).chain(spread) {
            let Some((a, b)) = super::super::wythoff_pair(d) else {
                continue;
            };
            assert!(is_in_table(a, b) && is_in_table(b, a), "{a} {b}");
            // The ratio is rounded, which causes an error of half a unit for each object of a pile.
            let (a, b) = (u128::from(a), u128::from(b));
            assert!((a * u128::from(RATIO)).abs_diff(b << 32) < (1 << 32) + a / 2 + 1);
            cold += 1;
        }
        assert!(cold > 100_000);
        // How many of the 81 pairs of first digits may be cold.
        let left = LEADING.map(|rows| {
            let bits = rows[1..10].iter().map(|row| (row & 0x3fe).count_ones());
            bits.sum::<u32>()
        });
        assert_eq!(left, [5, 35, 5]);
    }
}
