//! The inputs at the limits of a problem, for `lint`, `stress` and `gen --dir`: empty, equal and largest piles, and the last
//! cold pairs below the limit with their neighbours. If a case may have any number of piles, some inputs have the largest number.

use super::cases::CaseGenerator;
use super::positions::cold_pair;
use super::{Draws, Kind, Mix};
use crate::game::Rule;
use crate::game::pile::Pile as _;
use crate::problem::{Case, Game, Problem};
use num_bigint::{BigInt, BigUint};
use num_traits::CheckedSub as _;
use std::collections::BTreeSet;
use std::num::NonZeroU64;

/// The number of piles in an input of full size, if the problem doesn't limit the number of records.
const FULL_PILES: u64 = 200_000;

/// The number of pairs in an input of full size with piles beyond `u64`, if the problem doesn't limit the number of records.
const FULL_BIG_PAIRS: u64 = 10_000;

/// The largest number of piles in a case if the problem doesn't limit it. If the problem does, its limit is used, up to
/// [`FULL_PILES`].
const DEFAULT_MAX_PILES: u64 = 1000;

/// The inputs have this number of cold pairs, the largest within the limit.
const LAST_COLD: u64 = 5;

/// What the inputs add to the piles of these cold pairs: one pile, or both piles, are larger or smaller by 1.
const NEIGHBOURS: [[i32; 2]; 6] = [[1, 0], [0, -1], [-1, 0], [-1, -1], [0, 1], [1, 1]];

/// The bounds on the difference between the two amounts of a move, for problems whose cases give such a bound.
const BOUNDS: &[u64] = &[0, 1, 7, 1000];

/// The number of cases of pairs in an input of full size. Their bounds are 0, 1, 2 and so on.
const FULL_BOUNDS: u64 = 10;

/// The number of records of an input of full size: the problem's limit, or a number that makes about 2 MB.
pub fn full_records(problem: &Problem) -> u64 {
    let default = match problem.game {
        Game::Wythoff(_) if problem.max_pile() > u64::MAX.into() => FULL_BIG_PAIRS,
        Game::Wythoff(_) => FULL_PILES / 2,
        Game::Nim(_) | Game::ReturnOfTheNim => (FULL_PILES / max_piles(problem)).max(1),
        Game::BoundedDifference => FULL_BOUNDS,
    };
    problem.max_records().unwrap_or(default)
}

/// The inputs at the limits of `problem`, the most important ones first. [`Problem::input`] makes the text, and
/// [`Problem::output`] the right answers. If a record isn't a pair, the last input has full size: [`full_records`] records,
/// each with the largest number of numbers that the problem allows.
pub fn limit_inputs(problem: &Problem) -> Vec<Vec<Case>> {
    let cases = cases_of_game(problem, BOUNDS, limit_pairs, limit_nim_cases);
    let mut inputs = split(problem, cases);
    if !problem.is_pairs() {
        inputs.push(full_cases(problem));
    }
    inputs
}

fn max_piles(problem: &Problem) -> u64 {
    let limits = &problem.limits;
    let max = limits.max_piles.map_or(DEFAULT_MAX_PILES, NonZeroU64::get);
    let max = max.min(FULL_PILES).max(limits.min_piles);
    (1..=max)
        .rfind(|&count| problem.game.takes_piles(count))
        .unwrap_or(max)
}

/// The cases of the game of `problem` that it allows, each once: `pairs` under its rule, or with each of `bounds`; and
/// `nim_cases`. If the problem promises an order of piles, the cases have it.
pub(super) fn cases_of_game(
    problem: &Problem,
    bounds: &[u64],
    pairs: fn(&Problem, Rule) -> Vec<Case>,
    nim_cases: fn(&Problem) -> Vec<Case>,
) -> Vec<Case> {
    let mut cases = match problem.game {
        Game::Wythoff(rule) => pairs(problem, rule),
        Game::Nim(_) => nim_cases(problem),
        Game::ReturnOfTheNim => [pairs(problem, Rule::Normal), nim_cases(problem)].concat(),
        Game::BoundedDifference => {
            let of_bound = |&bound: &u64| {
                let rule = Rule::Generalised(NonZeroU64::MIN.saturating_add(bound));
                let bound = Some(bound);
                let pairs = pairs(problem, rule).into_iter();
                pairs.map(move |case| Case { bound, ..case })
            };
            bounds.iter().flat_map(of_bound).collect()
        }
    };
    if problem.limits.smaller_first {
        for case in &mut cases {
            case.piles.sort_unstable();
        }
    }
    let mut seen = BTreeSet::new();
    cases.retain(|case| problem.allows(case) && seen.insert((case.bound, case.piles.clone())));
    cases
}

pub(super) fn limit_pairs(problem: &Problem, rule: Rule) -> Vec<Case> {
    let max = problem.max_pile();
    let last_index = max.last_index(rule.r());
    let last = (0..LAST_COLD).filter_map(|back| last_index.checked_sub(&back.into()));
    let cold: Vec<_> = last.map(|k| cold_pair(&k, rule)).collect();
    let small = |a: u32, b: u32| (BigUint::from(a), BigUint::from(b));
    let mut pairs = vec![small(0, 0), (max.clone(), max.clone())];
    pairs.extend(cold.iter().take(1).cloned());
    pairs.extend([small(1, 1), (BigUint::ZERO, max.clone())]);
    pairs.extend(cold.iter().skip(1).cloned());
    // One neighbour of each pair, then another one of each, and so on.
    for round in 0..6 {
        let neighbours = (round..).zip(&cold);
        pairs.extend(neighbours.filter_map(|(i, pair)| moved(pair, NEIGHBOURS[i % 6])));
    }
    let half = &max >> 1_u32;
    pairs.extend([(&max - 1_u32, max), (half.clone(), half)]);
    pairs.extend([small(0, 1), small(1, 2)]);
    pairs.into_iter().flat_map(both_orders).collect()
}

pub(super) fn both_orders((a, b): (BigUint, BigUint)) -> [Case; 2] {
    [Case::new([a.clone(), b.clone()]), Case::new([b, a])]
}

/// The pair with `steps` added to its piles; `None` if a pile is too small.
pub(super) fn moved((a, b): &(BigUint, BigUint), steps: [i32; 2]) -> Option<(BigUint, BigUint)> {
    let [a, b] = [(a, steps[0]), (b, steps[1])]
        .map(|(pile, step)| (BigInt::from(pile.clone()) + step).to_biguint());
    a.zip(b)
}

fn limit_nim_cases(problem: &Problem) -> Vec<Case> {
    let max = u64::try_from(problem.max_pile()).unwrap_or(u64::MAX);
    let most = max_piles(problem) as usize;
    let mut last_less = vec![max; most];
    last_less[most - 1] = max - 1;
    let mut all = vec![vec![max; most], last_less, vec![0], vec![max], vec![1]];
    let two = [[0, 0], [max, max], [1, 1], [0, max], [max, 0]];
    all.extend(two.map(Vec::from));
    all.push(vec![max, max - 1]);
    all.push(vec![max, max - 1, max ^ (max - 1)]);
    // The last case has several different winning moves, so their order matters.
    all.extend([[max; 3], [1, 2, 3], [2, 3, 3]].map(Vec::from));
    all.into_iter().map(Case::new).collect()
}

fn full_cases(problem: &Problem) -> Vec<Case> {
    let generator = CaseGenerator::new(Mix::default(), problem);
    let records = full_records(problem);
    let mut draws = Draws::new(0, 0);
    let mut cases = Vec::new();
    if problem.game == Game::BoundedDifference {
        let max_bound = problem.limits.max_bound.unwrap_or(u64::MAX);
        for bound in 0..records.min(FULL_BOUNDS).min(max_bound.saturating_add(1)) {
            let pairs = FULL_PILES / 2 / FULL_BOUNDS;
            cases.extend(generator.draw_pairs(bound, pairs, &mut draws).to_cases());
        }
        return cases;
    }
    for i in 0..records {
        let kind = if i % 2 == 0 { Kind::Cold } else { Kind::Near };
        let piles = generator.draw_piles_of_kind(kind, max_piles(problem), &mut draws);
        cases.push(Case::new(piles));
    }
    cases
}

/// Splits `cases` into inputs. An input has at most the number of records that the problem allows. If it has several records,
/// it has at most [`FULL_PILES`] piles.
fn split(problem: &Problem, cases: Vec<Case>) -> Vec<Vec<Case>> {
    let max_records = problem.max_records().unwrap_or(u64::MAX);
    let (mut inputs, mut input) = (Vec::new(), Vec::new());
    let (mut records, mut piles) = (0, 0);
    for group in problem.groups(&cases) {
        let more: usize = group.iter().map(|case| case.piles.len()).sum();
        if records > 0 && (records == max_records || piles + more as u64 > FULL_PILES) {
            inputs.push(std::mem::take(&mut input));
            (records, piles) = (0, 0);
        }
        input.extend_from_slice(group);
        (records, piles) = (records + 1, piles + more as u64);
    }
    inputs.push(input);
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Framing, PROFILES};

    /// `generate::sets` in crates/cli/tests has the inputs of some problems.
    #[test]
    fn inputs_are_what_the_problem_allows() {
        for profile in PROFILES.iter() {
            let as_it_is = profile.problem.clone();
            let (mut least, mut few) = (as_it_is.clone(), as_it_is.clone());
            least.limits.max_pile = Some(1_u32.into());
            few.limits.max_pile = Some(20_u32.into());
            few.framing = Framing::Zero;
            for problem in [as_it_is, least, few] {
                let what = format!("{problem:?}");
                let inputs = limit_inputs(&problem);
                let most = problem.max_records().unwrap_or(u64::MAX);
                for input in &inputs {
                    assert!(input.iter().all(|case| problem.allows(case)), "{what}");
                    let records = problem.groups(input).count() as u64;
                    assert!((1..=most).contains(&records), "{what}: {records}");
                }
                if !problem.is_pairs() {
                    let last = inputs.last().expect("an input of full size");
                    let records = problem.groups(last).count() as u64;
                    assert_eq!(records, full_records(&problem), "{what}");
                }
            }
        }
    }
}
