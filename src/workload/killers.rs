//! Positions on which programs that are wrong by little show it.
//!
//! Owns the lists. Invariant: every difference at which a formula of [`published`] is wrong for piles up
//! to 10^9 is in [`near_whole`], as are the first at which an x87 `long double` and a product with 27
//! decimals of phi are; tests say so.

use crate::game::oracle::worst_cases;
use crate::game::{is_cold, published, wythoff_pair};

/// How near `d * phi` is to a whole number: see [`worst_cases`]. Up to `d = 4 * 10^8` no difference
/// that breaks a double is further from one.
const BOUND: u64 = 1000;

/// The differences with a cold position up to `most` that break approximations of phi first,
/// ascending.
pub(crate) fn near_whole(most: u64) -> Vec<u64> {
    let differences = worst_cases(BOUND).into_iter().map(|(_, d)| d);
    let fits = |d: &u64| wythoff_pair(*d).is_some_and(|(_, upper)| upper <= most);
    differences.take_while(fits).collect()
}

/// The cold position of difference `d`, and those up to `by` along the diagonal, up to `most`: the
/// smaller pile first.
pub(crate) fn around(d: u64, by: u64, most: u64) -> impl Iterator<Item = (u64, u64)> {
    let pair = wythoff_pair(d);
    let from = |(lower, _): (u64, u64)| (lower.saturating_sub(by), lower.saturating_add(by));
    let (from, to) = pair.map_or((1, 0), from);
    (from..=to)
        .filter_map(move |a| Some((a, a.checked_add(d)?)))
        .filter(move |&(_, b)| b <= most)
}

/// The positions up to `by` along the diagonal from a cold one, with both piles up to `most`, at which a formula
/// of [`published`] is wrong: the smaller pile first, by difference.
pub(crate) fn breaking_double(by: u64, most: u64) -> impl Iterator<Item = (u64, u64)> {
    let near = near_whole(most).into_iter();
    near.flat_map(move |d| around(d, by, most))
        .filter(|&(a, b)| breaks_double(a, b))
}

/// Whether a formula as it is printed is wrong there.
fn breaks_double(a: u64, b: u64) -> bool {
    let cold = is_cold(a, b);
    published::double_int(a, b) != cold || published::double_plus_half(a, b) != cold
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_ones_are_there() {
        let differences = near_whole(u64::MAX);
        assert!(differences.is_sorted());
        let broken: Vec<_> = near_whole(1_000_000_000)
            .into_iter()
            .filter(|&d| around(d, 2, 1_000_000_000).any(|(a, b)| breaks_double(a, b)))
            .collect();
        assert_eq!((broken.len(), broken[0]), (16, 102_334_155));
        // The first wrong difference of an x87 `long double`, and of 27 decimals of phi.
        for d in [4_807_526_976, 44_945_570_212_853] {
            assert!(differences.binary_search(&d).is_ok(), "{d}");
        }
    }

    #[test]
    fn around_keeps_to_the_limits() {
        let pairs = |d, by, most| around(d, by, most).collect::<Vec<_>>();
        assert_eq!(pairs(0, 1, 9), [(0, 0), (1, 1)]);
        assert_eq!(pairs(1, 1, 9), [(0, 1), (1, 2), (2, 3)]);
        assert_eq!(pairs(3, 1, 7), [(3, 6), (4, 7)]);
        assert_eq!(pairs(u64::MAX, 1, u64::MAX), []);
    }
}
