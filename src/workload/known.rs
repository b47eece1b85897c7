//! The known cases: cases on which wrong programs fail, in an order that finds the usual mistakes first.
//!
//! A program whose phi is slightly too small first fails at a `d * phi` just above a whole number; if its phi is too large, at
//! a `d * phi` just below one. The nearest such products have Fibonacci numbers `d`, and are alternately above and below. The
//! largest `d` come first, because the error of `d * phi` grows with `d`.

use super::limit_inputs::{both_orders, cases_of_game, limit_pairs};
use super::positions::{Positions, WORST_BOUND};
use super::{Kind, Mix};
use crate::game::Rule;
use crate::game::near_whole::near_whole;
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
    let positions = Positions::of_any_size(Mix::only(Kind::Cold), &max, rule);
    let first = first_pairs(&positions).into_iter().enumerate();
    let (mut cases, mut swapped) = (Vec::new(), Vec::new());
    for (i, pair) in first {
        let mut orders = both_orders(pair);
        orders.rotate_left(i % 2);
        let [case, later] = orders;
        cases.push(case);
        swapped.push(later);
    }
    cases.extend(limit_pairs(problem, rule));
    cases.extend(swapped);
    cases.extend(square(60).flat_map(both_orders));
    let near = largest_first(&positions, WORST_BOUND);
    let beside = near.iter().flat_map(|d| beside(&positions, d));
    cases.extend(beside.flat_map(both_orders));
    cases
}

fn first_pairs(positions: &Positions<BigUint>) -> Vec<(BigUint, BigUint)> {
    let max = &positions.max;
    let nearest = largest_first(positions, 1);
    let mut pairs: Vec<_> = square(3).collect();
    pairs.extend([BigUint::ZERO, max.clone()].map(|a| (a, max.clone())));
    pairs.push(positions.pair(&positions.last_index));
    // A program that compares with a tolerance answers that the neighbours are cold.
    pairs.extend(nearest.iter().take(8).flat_map(|d| beside(positions, d)));
    let near = largest_first(positions, 11);
    let differences = near.iter().take(24).chain(&nearest);
    pairs.extend(differences.map(|d| positions.pair(d)));
    pairs
}

fn largest_first(positions: &Positions<BigUint>, bound: u32) -> Vec<BigUint> {
    let mut all = near_whole(bound, positions.rule.r(), &positions.last_index);
    all.reverse();
    all
}

/// The cold position of index `k`, and the positions beside it on its diagonal.
fn beside(
    positions: &Positions<BigUint>,
    k: &BigUint,
) -> impl Iterator<Item = (BigUint, BigUint)> + use<> {
    let (a, b) = positions.pair(k);
    let less = (a > BigUint::ZERO).then(|| (&a - 1_u32, &b - 1_u32));
    let more = (&a + 1_u32, &b + 1_u32);
    [(a, b), more].into_iter().chain(less)
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
