//! The cold positions and the Wythoff sequences as iterators.
//!
//! Owns where such a sequence starts and ends. Each item is [`super::beatty`]'s, two multiplications
//! from its index, so that skipping is free and no error can add up. Invariant: items grow, and an
//! iterator ends before the first number beyond `u64`.

use std::iter::FusedIterator;
use std::ops::RangeInclusive;

use super::beatty::{lower, upper, wythoff_pair};
use super::phi::floor_alpha;

/// Wythoff pairs `(lower, upper)` in the order of their index, which is their difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// The indices `next..end` are left.
    next: u64,
    end: u64,
}

impl Iterator for Pairs {
    type Item = (u64, u64);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.nth(0)
    }

    /// Takes no longer than `next`, however far it skips.
    #[inline]
    fn nth(&mut self, skipped: usize) -> Option<Self::Item> {
        let skipped = u64::try_from(skipped).unwrap_or(u64::MAX);
        let k = self.next.saturating_add(skipped).min(self.end);
        self.next = k;
        if k == self.end {
            return None;
        }
        let pair = wythoff_pair(k);
        // No pair follows one that does not fit.
        self.next = if pair.is_some() { k + 1 } else { self.end };
        pair
    }
}

impl FusedIterator for Pairs {}

/// The Wythoff pairs from index `k` on, as far as they fit `u64`.
///
/// ```
/// use wythoff::game::pairs_from;
/// assert_eq!(pairs_from(1).take(3).collect::<Vec<_>>(), [(1, 2), (3, 5), (4, 7)]);
/// ```
#[must_use]
pub const fn pairs_from(k: u64) -> Pairs {
    let (next, end) = (k, u64::MAX);
    Pairs { next, end }
}

/// The Wythoff pairs whose lower number lies in `range`.
///
/// ```
/// use wythoff::game::pairs_with_lower_in;
/// assert_eq!(pairs_with_lower_in(2..=4).collect::<Vec<_>>(), [(3, 5), (4, 7)]);
/// ```
#[must_use]
pub fn pairs_with_lower_in(range: RangeInclusive<u64>) -> Pairs {
    let (next, end) = indices(&range, first_lower_from);
    Pairs { next, end }
}

/// The Wythoff pairs with a number in `range`, the lower or the upper one; each pair once.
///
/// ```
/// use wythoff::game::pairs_with_member_in;
/// assert_eq!(pairs_with_member_in(5..=6).collect::<Vec<_>>(), [(3, 5), (6, 10)]);
/// ```
pub fn pairs_with_member_in(range: RangeInclusive<u64>) -> impl Iterator<Item = (u64, u64)> {
    let by_upper = indices(&range, first_upper_from);
    let by_lower = indices(&range, first_lower_from);
    // A pair's upper number is the larger one, so the indices by upper number come first; those that
    // are in both are left to them.
    let rest = (by_lower.0.max(by_upper.1), by_lower.1);
    let pairs = |(next, end): (u64, u64)| Pairs {
        next,
        end: end.max(next),
    };
    pairs(by_upper).chain(pairs(rest))
}

/// The lower Wythoff sequence (OEIS A000201) from its k-th number on; the 0th is 0.
///
/// ```
/// use wythoff::game::lower_sequence_from;
/// assert_eq!(lower_sequence_from(1).take(4).collect::<Vec<_>>(), [1, 3, 4, 6]);
/// ```
pub fn lower_sequence_from(k: u64) -> impl Iterator<Item = u64> + Clone {
    (k..=u64::MAX).map_while(lower)
}

/// The upper Wythoff sequence (OEIS A001950) from its k-th number on; the 0th is 0.
///
/// ```
/// use wythoff::game::upper_sequence_from;
/// assert_eq!(upper_sequence_from(1).take(4).collect::<Vec<_>>(), [2, 5, 7, 10]);
/// ```
pub fn upper_sequence_from(k: u64) -> impl Iterator<Item = u64> + Clone {
    (k..=u64::MAX).map_while(upper)
}

/// The indices `start..end` of the numbers in `range`, by the first index from a number on.
fn indices(range: &RangeInclusive<u64>, first_from: fn(u64) -> u64) -> (u64, u64) {
    let start = first_from(*range.start());
    let end = match range.end().checked_add(1) {
        Some(beyond) => first_from(beyond),
        None => u64::MAX,
    };
    if range.is_empty() {
        return (start, start);
    }
    (start, end)
}

/// The least index whose lower number is `n` or more.
///
/// Of the lower numbers from 1 on, those below `n` have `k * phi < n`, so `k < n * alpha`.
const fn first_lower_from(n: u64) -> u64 {
    if n == 0 { 0 } else { floor_alpha(n) + 1 }
}

/// The least index whose upper number is `n` or more.
///
/// Of the `n - 1` numbers from 1 on below `n`, those that are not lower are upper.
const fn first_upper_from(n: u64) -> u64 {
    if n == 0 { 0 } else { n - floor_alpha(n) }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::MexTable;
    use super::super::{Side, is_cold, partner, rank};
    use super::*;
    use proptest::prelude::*;

    /// The last index whose pair fits, from the last numbers of `u64`: the largest upper one.
    fn last_pair() -> u64 {
        let upper = (0..10).map(|back| rank(u64::MAX - back));
        let mut upper = upper.filter(|rank| rank.side == Side::Upper);
        upper.next().expect("one of ten numbers is an upper one").k
    }

    #[test]
    fn ranges_of_small_numbers() {
        let table = MexTable::new(400);
        let pairs: Vec<_> = table
            .pairs()
            .iter()
            .map(|&(a, b)| (a as u64, b as u64))
            .collect();
        for start in 0..60 {
            for end in 0..60 {
                #[allow(clippy::reversed_empty_ranges)]
                let range = start..=end;
                let by = |keep: &dyn Fn(&(u64, u64)) -> bool| {
                    pairs
                        .iter()
                        .copied()
                        .filter(|p| keep(p))
                        .collect::<Vec<_>>()
                };
                let expected = by(&|(a, _)| range.contains(a));
                let found: Vec<_> = pairs_with_lower_in(range.clone()).collect();
                assert_eq!(found, expected, "{range:?}");
                let expected = by(&|(a, b)| range.contains(a) || range.contains(b));
                let found: Vec<_> = pairs_with_member_in(range.clone()).collect();
                assert_eq!(found, expected, "{range:?}");
            }
            let from = &pairs[start as usize..100];
            let found: Vec<_> = pairs_from(start).take(from.len()).collect();
            assert_eq!(found, from);
            let count = from.len();
            assert!(
                lower_sequence_from(start)
                    .take(count)
                    .eq(from.iter().map(|p| p.0))
            );
            assert!(
                upper_sequence_from(start)
                    .take(count)
                    .eq(from.iter().map(|p| p.1))
            );
        }
    }

    #[test]
    fn the_end_of_u64() {
        let last = last_pair();
        assert_eq!(pairs_from(last - 9).count(), 10);
        assert_eq!(upper_sequence_from(last - 9).count(), 10);
        assert_eq!(pairs_from(last).last(), wythoff_pair(last));
        assert_eq!(pairs_from(last + 1).next(), None);
        assert_eq!(pairs_from(u64::MAX).next(), None);
        assert_eq!(lower_sequence_from(u64::MAX).next(), None);
        let last_lower = (0..10).map(|back| u64::MAX - back);
        let mut last_lower = last_lower.filter(|&n| rank(n).side == Side::Lower);
        let last_lower = last_lower
            .next()
            .expect("one of ten numbers is a lower one");
        assert_eq!(
            lower_sequence_from(rank(last_lower).k).collect::<Vec<_>>(),
            [last_lower]
        );
        // Lower numbers at the end have no partner in u64; upper ones do.
        assert_eq!(pairs_with_lower_in(u64::MAX - 100..=u64::MAX).next(), None);
        let found: Vec<_> = pairs_with_member_in(u64::MAX - 100..=u64::MAX).collect();
        let expected = (u64::MAX - 100..=u64::MAX).filter_map(|n| Some((partner(n)?, n)));
        assert_eq!(found, expected.collect::<Vec<_>>());
        assert_eq!(pairs_with_member_in(0..=u64::MAX).next(), Some((0, 0)));
        let mut pairs = pairs_from(last - 1);
        assert_eq!(pairs.nth(5), None);
        assert_eq!(pairs.next(), None);
        assert_eq!(pairs_from(3).nth(usize::MAX), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

        #[test]
        fn random_ranges(start: u64, shift in 0_u32..64, length in 0_u64..200) {
            let start = start >> shift;
            let end = start.saturating_add(length);
            let members = (start..=end).filter_map(|n| {
                let m = partner(n)?;
                Some((n.min(m), n.max(m)))
            });
            let mut expected: Vec<_> = members.collect();
            expected.sort_unstable();
            expected.dedup();
            let found: Vec<_> = pairs_with_member_in(start..=end).collect();
            prop_assert!(found.iter().all(|&(a, b)| is_cold(a, b)));
            prop_assert_eq!(found, expected);
            let lowers: Vec<_> = pairs_with_lower_in(start..=end).map(|p| p.0).collect();
            let fits = |n: &u64| partner(*n).is_some() && rank(*n).side == Side::Lower;
            prop_assert_eq!(lowers, (start..=end).filter(fits).collect::<Vec<_>>());
        }
    }
}
