//! The cold positions and the Wythoff sequences as iterators.
//!
//! Defines where each sequence starts and ends. Each item is computed from its index by
//! [`super::beatty`], with two multiplications, so skipping items costs nothing and no error
//! accumulates. Items are ascending. An iterator ends before the first number that exceeds `u64`.

use std::iter::FusedIterator;
use std::ops::RangeInclusive;

use super::beatty::{lower, upper, wythoff_pair};
use super::phi::floor_alpha;

/// An iterator over Wythoff pairs `(lower, upper)` in the order of their index, which is their
/// difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// The index of the next pair. The pairs with indices `next..end` are still to come.
    next: u64,
    end: u64,
}

impl Iterator for Pairs {
    type Item = (u64, u64);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.nth(0)
    }

    /// Takes constant time for any number of skipped pairs.
    #[inline]
    fn nth(&mut self, skipped: usize) -> Option<Self::Item> {
        let skipped = u64::try_from(skipped).unwrap_or(u64::MAX);
        let k = self.next.saturating_add(skipped).min(self.end);
        self.next = k;
        if k == self.end {
            return None;
        }
        let pair = wythoff_pair(k);
        // All pairs after a pair that exceeds u64 exceed u64, too.
        self.next = if pair.is_some() { k + 1 } else { self.end };
        pair
    }
}

impl FusedIterator for Pairs {}

/// The Wythoff pairs from index `k` on, as far as both numbers fit `u64`.
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

/// The Wythoff pairs whose lower number is in `range`, as far as both numbers fit `u64`.
///
/// ```
/// use wythoff::game::pairs_with_lower_in;
/// assert_eq!(pairs_with_lower_in(2..=4).collect::<Vec<_>>(), [(3, 5), (4, 7)]);
/// ```
#[must_use]
pub fn pairs_with_lower_in(range: RangeInclusive<u64>) -> Pairs {
    let (next, end) = index_range(&range, first_lower_from);
    Pairs { next, end }
}

/// The Wythoff pairs whose lower or upper number is in `range`, each pair once, ascending, as far
/// as both numbers fit `u64`.
///
/// ```
/// use wythoff::game::pairs_with_member_in;
/// assert_eq!(pairs_with_member_in(5..=6).collect::<Vec<_>>(), [(3, 5), (6, 10)]);
/// ```
pub fn pairs_with_member_in(range: RangeInclusive<u64>) -> impl Iterator<Item = (u64, u64)> {
    let by_upper = index_range(&range, first_upper_from);
    let by_lower = index_range(&range, first_lower_from);
    // The upper number of a pair is the larger one, so the indices found by upper number come
    // first. The second part skips the indices that are in the first part.
    let rest = (by_lower.0.max(by_upper.1), by_lower.1);
    let pairs = |(next, end): (u64, u64)| Pairs {
        next,
        end: end.max(next),
    };
    pairs(by_upper).chain(pairs(rest))
}

/// The lower Wythoff sequence (OEIS A000201) from its k-th number on, as far as it fits `u64`; the
/// number with index 0 is 0.
///
/// ```
/// use wythoff::game::lower_sequence_from;
/// assert_eq!(lower_sequence_from(1).take(4).collect::<Vec<_>>(), [1, 3, 4, 6]);
/// ```
pub fn lower_sequence_from(k: u64) -> impl Iterator<Item = u64> + Clone {
    (k..=u64::MAX).map_while(lower)
}

/// The upper Wythoff sequence (OEIS A001950) from its k-th number on, as far as it fits `u64`; the
/// number with index 0 is 0.
///
/// ```
/// use wythoff::game::upper_sequence_from;
/// assert_eq!(upper_sequence_from(1).take(4).collect::<Vec<_>>(), [2, 5, 7, 10]);
/// ```
pub fn upper_sequence_from(k: u64) -> impl Iterator<Item = u64> + Clone {
    (k..=u64::MAX).map_while(upper)
}

/// The indices `start..end` of the numbers in `range`. `first_from(n)` is the first index whose
/// number is `n` or more.
fn index_range(range: &RangeInclusive<u64>, first_from: fn(u64) -> u64) -> (u64, u64) {
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
/// A lower number from 1 on is below `n` exactly if its index has `k * phi < n`, that is
/// `k < n * alpha`.
const fn first_lower_from(n: u64) -> u64 {
    if n == 0 { 0 } else { floor_alpha(n) + 1 }
}

/// The least index whose upper number is `n` or more.
///
/// `n - 1` numbers from 1 on are below `n`. `floor_alpha(n)` of them are lower numbers, and the
/// others are upper numbers. The result is one more than the number of those upper numbers.
const fn first_upper_from(n: u64) -> u64 {
    if n == 0 { 0 } else { n - floor_alpha(n) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::searches::MexTable;
    use super::super::{Side, is_cold, partner, rank};
    use super::*;
    use proptest::prelude::*;

    /// The largest index whose pair fits `u64`, found from the largest upper number in `u64`.
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
                let pairs_where = |keep: &dyn Fn(&(u64, u64)) -> bool| {
                    pairs
                        .iter()
                        .copied()
                        .filter(|p| keep(p))
                        .collect::<Vec<_>>()
                };
                let expected = pairs_where(&|(a, _)| range.contains(a));
                let found: Vec<_> = pairs_with_lower_in(range.clone()).collect();
                assert_eq!(found, expected, "{range:?}");
                let expected = pairs_where(&|(a, b)| range.contains(a) || range.contains(b));
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
    fn sequences_end_with_u64() {
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
        // The partners of the largest lower numbers exceed u64; those of the largest upper numbers
        // do not.
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
