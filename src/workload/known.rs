//! The known cases: cases on which wrong programs fail, in an order that finds the usual mistakes first.
//!
//! A program whose phi is slightly too small first fails at a `d * phi` just above a whole number; if its phi is too large, at
//! a `d * phi` just below one. The nearest such products have Fibonacci numbers `d`, and are alternately above and below. The
//! largest `d` come first, because the error of `d * phi` grows with `d`.

use super::limit_inputs::{both_orders, cases_of_game, limit_pairs, moved};
use super::positions::{WORST_BOUND, cold_pair};
use crate::game::Rule;
use crate::game::near_whole::near_whole;
use crate::game::pile::Pile as _;
use crate::problem::{Case, Problem};
use num_bigint::BigUint;

/// The bounds on the difference between the two amounts of a move, for problems whose cases give such a bound.
const BOUNDS: &[u64] = &[0, 1, 2, 3, 7, 99, 100_000, 1 << 32, 1 << 62];

/// The first `count` known cases of `problem`. A program with a truncated or rounded phi that is wrong somewhere within the
/// limit fails on the first 120 known cases (tests try 257 formulas).
///
/// ```
/// use wythoff::workload::known_cases;
/// use wythoff::{Case, profile};
/// let problem = &profile("luogu-p2252").expect("a profile").problem;
/// // A program with phi rounded to 11 digits fails here:
/// let case = Case::new([317_811_u32, 514_229_u32]);
/// assert!(known_cases(problem, 120).contains(&case));
/// ```
pub fn known_cases(problem: &Problem, count: usize) -> Vec<Case> {
    let mut cases = cases_of_game(problem, BOUNDS, pairs, nim_cases);
    cases.truncate(count);
    cases
}

fn pairs(problem: &Problem, rule: Rule) -> Vec<Case> {
    let max = problem.max_pile();
    let last_index = max.last_index(rule.r());
    let pair = |k: &BigUint| cold_pair(k, rule);
    // A program that compares with a tolerance answers that the neighbours on the diagonal are cold.
    let with_neighbours = |k: &BigUint| [0, 1, -1].map(|step| moved(&pair(k), [step; 2]));
    let largest_first = |bound| {
        let mut all = near_whole(bound, rule.r(), &last_index);
        all.reverse();
        all
    };
    let nearest = largest_first(1);
    let mut first: Vec<_> = square(3).collect();
    first.extend([BigUint::ZERO, max.clone()].map(|a| (a, max.clone())));
    first.push(pair(&last_index));
    first.extend(nearest.iter().take(8).flat_map(with_neighbours).flatten());
    let near = largest_first(11);
    first.extend(near.iter().take(24).chain(&nearest).map(pair));

    // The first pairs in one order each, and later in the other order.
    let (mut cases, mut swapped) = (Vec::new(), Vec::new());
    for (i, pair) in first.into_iter().enumerate() {
        let [a, b] = both_orders(pair);
        let (one, other) = if i % 2 == 0 { (a, b) } else { (b, a) };
        cases.push(one);
        swapped.push(other);
    }
    cases.extend(limit_pairs(problem, rule));
    cases.extend(swapped);
    cases.extend(square(60).flat_map(both_orders));
    let near = largest_first(WORST_BOUND);
    let pairs = near.iter().flat_map(with_neighbours).flatten();
    cases.extend(pairs.flat_map(both_orders));
    cases
}

/// All positions with both piles at most `max`, the smaller pile first.
fn square(max: u32) -> impl Iterator<Item = (BigUint, BigUint)> {
    (0..=max).flat_map(move |b| (0..=b).map(move |a| (a.into(), b.into())))
}

fn nim_cases(problem: &Problem) -> Vec<Case> {
    let small = (1..=3).flat_map(|length| {
        let codes = 0..4_u64.pow(length);
        codes.map(move |code| Case::new((0..length).map(|i| code >> (2 * i) & 3)))
    });
    let mut cases: Vec<_> = small.collect();
    let max = u64::try_from(problem.max_pile()).unwrap_or(u64::MAX);
    let tops = [max, max - 1, max / 2, max / 2 + 1, 1];
    for a in tops {
        cases.push(Case::new([a]));
        cases.extend(tops.map(|b| Case::new([a, b])));
        cases.extend(tops.map(|b| Case::new([a, b, a ^ b])));
    }
    cases
}
