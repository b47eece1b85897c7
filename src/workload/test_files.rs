//! The files of a set of tests, as a judge uses them. The limits and hard small cases come first, large cases last. The cases
//! of a seed never change.

use super::{Kind, Mix, Workload, full_records, limit_inputs, seeds_from};
use crate::problem::{Case, Framing, Problem};
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// One test file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestFile {
    /// One of the inputs at the limits of the problem: see [`limit_inputs`].
    Limits(Vec<Case>),
    /// The first records of a [`Workload`](super::Workload).
    Drawn(DrawnFile),
}

/// Seed, mix, largest pile and number of records of a [`Workload`](super::Workload).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DrawnFile {
    /// The seed of the case.
    pub seed: u64,
    /// The mix of kinds.
    pub mix: Mix,
    /// The largest pile.
    pub max: BigUint,
    /// The number of records.
    pub records: u64,
}

/// The cases that follow the inputs at the limits. Each has records of one kind: the kind, the largest number of records, and
/// the limit of the piles, if it is below the limit of the set.
const SPECIAL_CASES: [(Kind, u64, Option<u64>); 6] = [
    (Kind::Worst, 1000, None),
    (Kind::Edges, 100, None),
    (Kind::Cold, 1000, None),
    (Kind::Near, 1000, None),
    // The piles are so small that every position occurs, and even a slow solution finishes.
    (Kind::Uniform, 1000, Some(20)),
    (Kind::Digits, 1000, None),
];

/// The least number of records of a mixed case, unless the largest case has fewer.
const MIN_MIXED_RECORDS: u64 = 1000;

/// Returns `count` cases of `problem`.
///
/// The first half begins with the inputs at the limits of the problem. Cases of one kind each follow: worst, edges, cold,
/// near, small uniform, digits. The other cases are mixed. The last case has `records` records, or [`full_records`] records if
/// no number is given. Each mixed case has half the records of the next case, but at least 1000. If a record isn't a pair and
/// no number is given, the last case is the last input at the limits, in which every record has full size.
///
/// If an input is a single pair, the second half is [killers](Kind::Killers), after some small cases. With a `mix` every case
/// has that mix, and no case is special.
pub fn test_files(
    problem: &Problem,
    seed: u64,
    mix: Option<Mix>,
    records: Option<u64>,
    count: u64,
) -> Vec<TestFile> {
    let full = records.unwrap_or_else(|| full_records(problem));
    let mut special = 0;
    let mut limits = Vec::new();
    if mix.is_none() {
        special = count.div_ceil(2).min(count.saturating_sub(1));
        limits = limit_inputs(problem);
    }
    let of_full_size = limits.pop_if(|_| !problem.is_pairs());
    limits.truncate(special as usize);
    let first = limits.len() as u64;
    let mut files: Vec<_> = limits.into_iter().map(TestFile::Limits).collect();
    if mix.is_none() && problem.framing == Framing::One && problem.is_pairs() {
        let rest = single_record_files(problem, seed, count - first);
        files.extend(rest.into_iter().map(TestFile::Drawn));
        return files;
    }
    let mut kinds = SPECIAL_CASES.iter();
    for (i, seed) in (first..count).zip(seeds_from(seed).skip(first as usize)) {
        let kind = if i < special { kinds.next() } else { None };
        files.push(TestFile::Drawn(match kind {
            Some(&(kind, records, limit)) => {
                DrawnFile::of_kind(kind, seed, limit, &problem.max_pile(), records.min(full))
            }
            None => DrawnFile {
                seed,
                mix: mix.unwrap_or_default(),
                max: problem.max_pile(),
                records: (full >> (count - 1 - i).min(63)).max(MIN_MIXED_RECORDS.min(full)),
            },
        }));
    }
    if let (Some(last), Some(input), None) = (files.last_mut(), of_full_size, records) {
        *last = TestFile::Limits(input);
    }
    files
}

impl DrawnFile {
    /// `records` records of one kind, with piles up to the smaller one of `limit` and `max`.
    fn of_kind(kind: Kind, seed: u64, limit: Option<u64>, max: &BigUint, records: u64) -> Self {
        let limit = limit.map_or_else(|| max.clone(), BigUint::from);
        Self {
            seed,
            mix: Mix::only(kind),
            max: limit.min(max.clone()),
            records,
        }
    }
}

/// The first cases of a set of single-record cases: edges, which are almost always hot, and positions that are small enough to
/// check by hand.
const SPECIAL_SINGLE_CASES: [(Kind, Option<u64>); 4] = [
    (Kind::Edges, None),
    (Kind::Cold, Some(20)),
    (Kind::Near, Some(20)),
    (Kind::Cold, None),
];

/// The number of seeds that are tried for a killer that is not in the set yet. Up to 10^9 there are 16 killers of either
/// outcome, and each seed gives one of these 32 with equal probability.
const MAX_SEEDS: usize = 2000;

/// Returns `count` cases of one record each. A large input shows that a program is wrong if one of its thousands of records
/// does. Here a single record must show it.
///
/// The first quarter of the cases (at most four) have one kind each. The others are [`Kind::Killers`], alternately cold and
/// hot. No position repeats before all positions with its outcome have occurred: seeds are tried until one gives a new
/// position.
fn single_record_files(problem: &Problem, seed: u64, count: u64) -> Vec<DrawnFile> {
    let max = &problem.max_pile();
    let mut killers = Workload::new(0, Mix::only(Kind::Killers), problem)
        .expect("the caller has a problem of pairs");
    let first = (count / 4).min(SPECIAL_SINGLE_CASES.len() as u64);
    let mut seen = [BTreeSet::new(), BTreeSet::new()];
    let file = |(i, seed): (u64, u64)| {
        if let Some(&(kind, limit)) = SPECIAL_SINGLE_CASES.get(i as usize).filter(|_| i < first) {
            return DrawnFile::of_kind(kind, seed, limit, max, 1);
        }
        let wanted_cold = (i - first).is_multiple_of(2);
        let seen = &mut seen[usize::from(wanted_cold)];
        let mut tries = seeds_from(seed).take(MAX_SEEDS).filter_map(|seed| {
            killers.seed = seed;
            let mut piles = killers.cases(0, 1).remove(0).piles;
            piles.sort_unstable();
            let cold = problem.rule().is_cold_big(&piles[0], &piles[1]);
            (cold == wanted_cold).then_some((seed, piles))
        });
        let any_position = tries.next();
        let mut candidates = any_position.iter().cloned().chain(tries);
        let found = candidates.find(|(_, piles)| !seen.contains(piles));
        if found.is_none() {
            seen.clear();
        }
        let seed = match found.or(any_position) {
            Some((seed, piles)) => {
                seen.insert(piles);
                seed
            }
            None => seeds_from(seed).next().expect("the seeds have no end"),
        };
        DrawnFile::of_kind(Kind::Killers, seed, None, max, 1)
    };
    (0..count).zip(seeds_from(seed)).map(file).collect()
}
