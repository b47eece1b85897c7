//! Searches of small positions, by the rules alone, and positions that are hard to decide.

use super::super::rule::Rule;
use super::super::wythoff_pair;
use super::numbers::{SplitMix, pairs_by_mex};
use super::oracle::worst_cases;
use super::shared::{LastTaker, cold_by_search};

/// Whether each position with both piles at most `limit` is cold, by a search of all moves.
#[must_use]
pub(crate) fn search(rule: Rule, limit: usize) -> Vec<Vec<bool>> {
    let apart = usize::try_from(rule.r().get() - 1).unwrap_or(usize::MAX);
    let last_taker = match rule {
        Rule::Misere => LastTaker::Loses,
        _ => LastTaker::Wins,
    };
    cold_by_search(limit, apart, last_taker)
}

/// Every position that one move from `(a, b)` reaches, with the piles in the given order.
#[must_use]
pub(crate) fn reachable(rule: Rule, a: usize, b: usize) -> Vec<(usize, usize)> {
    let r = usize::try_from(rule.r().get()).unwrap_or(usize::MAX);
    let mut reached = Vec::new();
    reached.extend((0..a).map(|rest| (rest, b)));
    reached.extend((0..b).map(|rest| (a, rest)));
    for from_a in 1..=a {
        let least = from_a.saturating_sub(r - 1).max(1);
        let most = from_a.saturating_add(r - 1).min(b);
        reached.extend((least..=most).map(|from_b| (a - from_a, b - from_b)));
    }
    reached
}

/// The partner of each number up to `limit`, by Wythoff's recurrence.
#[must_use]
pub(crate) fn partners_by_mex(limit: usize) -> Vec<usize> {
    let mut partners = vec![0; limit + 1];
    // The partner of a number up to the limit is at most twice the limit.
    for (lower, upper) in pairs_by_mex(2 * limit + 1) {
        for (number, partner) in [(lower, upper), (upper, lower)] {
            if let Some(known) = partners.get_mut(number as usize) {
                *known = partner as usize;
            }
        }
    }
    partners
}

/// Positions at most two steps along the diagonal from those of [`worst_cases`].
pub(crate) fn near_worst_cases(bound: u64) -> impl Iterator<Item = (u64, u64)> {
    worst_cases(bound).into_iter().flat_map(|(a, d)| {
        let near = (-2..=2).filter_map(move |step| a.checked_add_signed(step));
        near.filter_map(move |a| Some((a.try_into().ok()?, (a + u128::from(d)).try_into().ok()?)))
    })
}

/// Random numbers.
pub(crate) fn random_numbers() -> impl FnMut() -> u64 {
    let mut numbers = SplitMix(1);
    move || numbers.next()
}

/// Positions for a vector form of the cold test: small ones, hard ones, random ones of all sizes and near cold ones, and
/// positions at the ends of the ranges of the forms.
pub(crate) fn positions_for_vectors() -> impl Iterator<Item = (u64, u64)> {
    let small = (0..300).flat_map(|a| (0..300).map(move |b| (a, b)));
    let near = near_worst_cases(100).flat_map(|(a, b)| [(a, b), (b, a)]);
    let mut next = random_numbers();
    let random = (0..20_000).flat_map(move |_| {
        let (a, b, shift) = (next(), next(), next() % 64);
        let pair = wythoff_pair(a >> shift);
        let near = pair.map(|(a, b)| [(a, b), (a ^ 1, b), (a, b.saturating_add(1))]);
        near.into_iter().flatten().chain([(a >> shift, b >> shift)])
    });
    let edges = [31, 32, 52, 53, 63].map(|bits| (1_u64 << bits) - 20);
    let edges = edges.into_iter().flat_map(|edge| {
        let pairs = (0..40).flat_map(|i| (0..40).map(move |j| (i, j)));
        pairs.flat_map(move |(i, j)| [(edge + i, edge + j), (i, edge + j)])
    });
    // With wrapping addition, d + floor(d * alpha) would equal the smaller pile of the first one.
    let wraps = (1_293_530_146_158_671_551, 13_493_690_561_280_548_289);
    let ends = [wraps, (u64::MAX, u64::MAX), (0, u64::MAX)];
    small.chain(near).chain(random).chain(edges).chain(ends)
}
