//! Smaller cases that a program most likely fails for the same reason as a given case.
//!
//! In: a case of a problem. Out: cases that are smaller and that the problem allows, smallest first.

use crate::batches::KNOWN_SINGLE_CASES;
use wythoff::game::{BigUint, pair_big};
use wythoff::workload::known_cases;
use wythoff::{Case, Framing, Game, Problem, Rule};

/// A case with more piles than this has only neighbours with fewer piles.
const MANY: usize = 100;

/// The neighbours of a case of many piles have about this many piles in all, or fewer.
const MAX_NUMBERS: usize = 500_000;

const KNOWN: usize = 5000;

/// The number of neighbours, if each case takes a process.
const PROCESSES: usize = 300;

/// Smaller cases that are like `case`, smallest first. If each case takes a process, they are the first [`PROCESSES`], and the
/// known cases come first.
pub(super) fn neighbours(problem: &Problem, case: &Case) -> Vec<Case> {
    let is_single = problem.framing == Framing::One;
    let (mut found, mut known) = (fewer_piles(case), Vec::new());
    if case.piles.len() <= MANY {
        found.extend(smaller_piles(case));
    }
    if let ([a, b], Some(rule)) = (&case.piles[..], problem.rule_of(case)) {
        found.extend(nearer_pairs(rule, a, b));
        let mut smaller = Problem::default();
        smaller.game = Game::Wythoff(rule);
        smaller.limits.max_pile = Some(a.max(b).clone());
        let count = if is_single { KNOWN_SINGLE_CASES } else { KNOWN };
        known = known_cases(&smaller, count);
    }
    if !is_single {
        found.append(&mut known);
    }
    let limit = size(case);
    let smaller_and_allowed = |mut cases: Vec<Case>| {
        for other in &mut cases {
            other.bound = other.bound.or(case.bound);
        }
        cases.retain(|other| problem.allows(other) && size(other) < limit);
        cases.sort_by_cached_key(size);
        cases.dedup();
        cases
    };
    let mut all = [known, found].map(smaller_and_allowed).concat();
    if is_single {
        all.truncate(PROCESSES);
    }
    all
}

/// Cases with one smaller pile, with two piles that are smaller by the same number, and with a smaller bound.
fn smaller_piles(case: &Case) -> Vec<Case> {
    let count = case.piles.len();
    let mut found = Vec::new();
    for first in 0..count.min(40) {
        for pile in smaller_numbers(&case.piles[first]) {
            let taken = &case.piles[first] - &pile;
            let mut smaller = case.clone();
            smaller.piles[first] = pile;
            // Both piles get smaller by the same number, so their difference stays.
            for second in first + 1..count.min(12) {
                if let Some(rest) = checked_sub(&case.piles[second], &taken) {
                    let mut along = smaller.clone();
                    along.piles[second] = rest;
                    found.push(along);
                }
            }
            found.push(smaller);
        }
    }
    let mut sorted = case.clone();
    sorted.piles.sort_unstable();
    found.push(sorted);
    if let Some(bound) = case.bound {
        found.extend(smaller_numbers(&bound.into()).iter().map(|bound| Case {
            bound: bound.try_into().ok(),
            ..case.clone()
        }));
    }
    found
}

/// A key that sorts smaller cases first: fewer piles, then a smaller largest pile, a smaller sum, a smaller bound, and smaller
/// piles in front.
pub(super) fn size(case: &Case) -> impl Ord + use<> {
    let piles = &case.piles;
    let largest = piles.iter().max().cloned().unwrap_or_default();
    let sum: BigUint = piles.iter().sum();
    (piles.len(), largest, sum, case.bound, piles.clone())
}

/// For parts of the piles of `case` (halves, quarters and so on, single piles): cases with only this part, and cases without
/// this part.
fn fewer_piles(case: &Case) -> Vec<Case> {
    let count = case.piles.len();
    let smallest = (count * count / MAX_NUMBERS).max(1);
    let (mut size, mut found) = (count, Vec::new());
    while size > smallest {
        size = size.div_ceil(2).max(smallest);
        for from in (0..count).step_by(size) {
            let part = from..count.min(from + size);
            let mut rest = case.piles.clone();
            let kept = rest.drain(part).collect();
            found.extend([kept, rest].map(Case::new));
        }
    }
    found
}

/// Positions with smaller differences and the same distance from their cold position.
fn nearer_pairs(rule: Rule, a: &BigUint, b: &BigUint) -> Vec<Case> {
    let (lower, upper) = (a.min(b), a.max(b));
    let (d, r) = (upper - lower, rule.r());
    let (n, rest) = (&d / r.get(), &d % r.get());
    let (from, _) = pair_big(&n, r);
    let moved = |index| {
        let (to, over) = pair_big(&index, r);
        let x = checked_sub(&(lower + &to), &from)?;
        let y = &x + (over - to) + &rest;
        Some([[x.clone(), y.clone()], [y, x]].map(Case::new))
    };
    let indices = smaller_numbers(&n).into_iter();
    indices.filter_map(moved).flatten().collect()
}

/// Numbers below `n`: 0, 1, 2, the powers of two, parts of `n`, and `n` minus a power of two.
fn smaller_numbers(n: &BigUint) -> Vec<BigUint> {
    let mut found = Vec::new();
    for e in 0..=n.bits() {
        let power = BigUint::from(1_u32) << e;
        found.extend(checked_sub(n, &power));
        found.push(n >> (e + 1));
        found.push(&power + 1_u32);
        found.push(power);
    }
    found.push(BigUint::ZERO);
    found.retain(|other| other < n);
    found.sort_unstable();
    found.dedup();
    found
}

fn checked_sub(a: &BigUint, b: &BigUint) -> Option<BigUint> {
    (a >= b).then(|| a - b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batches::Batches;
    use std::num::NonZeroU64;
    use wythoff::game::pair_generalised;
    use wythoff::{Game, PROFILES};

    #[test]
    #[ignore = "slow"]
    fn neighbours_are_smaller_and_allowed() {
        for profile in PROFILES.iter() {
            let problem = &profile.problem;
            let batches = Batches::new(problem, 3).unwrap();
            for case in batches.batch(batches.known_batches()).1.iter().take(20) {
                let found = neighbours(problem, case);
                assert!(found.iter().all(|other| problem.allows(other)));
                assert!(found.iter().all(|other| size(other) < size(case)));
                let is_sorted = found.is_sorted_by_key(size);
                assert!(
                    is_sorted || problem.framing == Framing::One,
                    "{}",
                    profile.name
                );
            }
        }
    }

    /// A cold position of another game has smaller cold neighbours.
    #[test]
    fn neighbours_in_another_game() {
        for r in [2, 3, 100] {
            let r = NonZeroU64::new(r).unwrap();
            let mut problem = Problem::default();
            problem.game = Game::Wythoff(Rule::Generalised(r));
            problem.limits.max_pile = Some(10_u64.pow(18).into());
            let (a, b) = pair_generalised(1_000_000_007, r).unwrap();
            let found = neighbours(&problem, &Case::new([a, b]));
            let cold = found.iter().filter(|case| problem.answer(case) == b"0\n");
            let large = cold.filter(|case| case.piles[1] > BigUint::from(1_000_000_u32));
            assert!(large.count() >= 10, "{r}");
        }
    }

    #[test]
    fn smaller_numbers_are_smaller() {
        let numbers = |n: u32| {
            let found = smaller_numbers(&n.into());
            found.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(numbers(0), [""; 0]);
        assert_eq!(numbers(1), ["0"]);
        assert_eq!(numbers(10), ["0", "1", "2", "3", "4", "5", "6", "8", "9"]);
    }
}
