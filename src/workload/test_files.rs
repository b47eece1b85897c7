//! The test cases of a set, as a judge uses them: numbered files, hard small cases first, large
//! cases last.
//!
//! Decides the seed, mix, limit and size of each case. A case depends only on the seed, size, mix,
//! limit and rule of the set and on the number of cases. Like the stream, this never changes.

use super::pile::Pile;
use super::positions::Positions;
use super::{Draws, Kind, Mix, seed_of, seeds_from};
use crate::game::Rule;
use crate::problem::MaxPile;
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// One test file: seed, mix, largest pile and number of records of a [`Workload`](super::Workload).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TestFile {
    /// The seed of the case.
    pub seed: u64,
    /// The mix of kinds.
    pub mix: Mix,
    /// The largest pile.
    pub max: MaxPile,
    /// The number of records.
    pub records: u64,
}

/// The first cases of a set. At most half of the cases, rounded up, come from this table. Each has
/// one kind, a largest number of records, and a limit, if that is smaller than the limit of the
/// set.
const SPECIAL_CASES: [(Kind, u64, Option<u64>); 6] = [
    (Kind::Edges, 100, None),
    (Kind::Worst, 1000, None),
    (Kind::Cold, 1000, None),
    (Kind::Near, 1000, None),
    // The piles are so small that every position occurs, and a slow solution finishes, too.
    (Kind::Uniform, 1000, Some(20)),
    (Kind::Digits, 1000, None),
];

/// The least number of records of a mixed case, if the largest case has as many.
const MIN_MIXED_RECORDS: u64 = 1000;

/// Returns `count` cases. The first half (rounded up), at most six, are of one kind each: edges,
/// worst, cold, near, small uniform, digits. The others are of `mix`. The last case has `records`
/// records, and each mixed case has half as many records as the next one, but at least 1000. Case
/// `i`, from 0, has the seed [`seed_of`]`(seed, i)`.
pub fn test_files(seed: u64, mix: Mix, max: &MaxPile, records: u64, count: u64) -> Vec<TestFile> {
    let special = count.div_ceil(2).min(SPECIAL_CASES.len() as u64);
    (0..count)
        .map(|i| {
            let seed = seed_of(seed, i);
            if let Some(&(kind, max_records, limit)) =
                SPECIAL_CASES.get(i as usize).filter(|_| i < special)
            {
                return TestFile {
                    seed,
                    mix: Mix::only(kind),
                    max: lower_limit(limit, max),
                    records: max_records.min(records),
                };
            }
            let halvings = (count - 1 - i).min(63);
            TestFile {
                seed,
                mix,
                max: max.clone(),
                records: (records >> halvings).max(MIN_MIXED_RECORDS.min(records)),
            }
        })
        .collect()
}

/// The first cases of a set of single-record cases: edges, and positions that are small enough to
/// check by hand. A case of edges is almost always hot, so with these cases neither outcome is
/// rare.
const SPECIAL_SINGLE_CASES: [(Kind, Option<u64>); 4] = [
    (Kind::Edges, None),
    (Kind::Cold, Some(20)),
    (Kind::Near, Some(20)),
    (Kind::Cold, None),
];

/// The number of seeds that are tried for a killer that is not in the set yet. Up to 10^9 there are
/// 16 killers of either outcome, and each seed gives one of these 32 with equal probability.
const MAX_SEEDS: usize = 2000;

/// Returns `count` cases of one record each, a position under `rule`. A set from [`test_files`] would be
/// unsuitable: almost all of its first records would be hot ones that no program answers wrongly.
/// There one record among thousands breaks a wrong program; here every record has to.
///
/// The first quarter (rounded down), at most four, are of one kind each: edges, small cold, small
/// near, cold. The others are [`Kind::Killers`], alternately cold and hot, starting with cold. No
/// position repeats before all of that outcome have occurred. The seed of case `i` is
/// [`seed_of`]`(seed, i)`. For a killer, call that seed `s`: the seed of the case is the first of
/// `seed_of(s, 0)`, `seed_of(s, 1)` and so on, at most 2000 seeds, whose first record is a new
/// position with that outcome. If there is none, all positions with that outcome count as new
/// again, and the first of those seeds with that outcome is used (or `seed_of(s, 0)`, if no seed
/// has that outcome).
pub fn single_record_files(seed: u64, max: &MaxPile, rule: Rule, count: u64) -> Vec<TestFile> {
    match Positions::<u64>::new(Mix::only(Kind::Killers), &max.to_big(), rule) {
        Some(words) => single_record_files_from(&words, seed, max, count),
        None => {
            let big = Positions::<BigUint>::new(Mix::only(Kind::Killers), &max.to_big(), rule);
            single_record_files_from(
                &big.expect("a big integer holds any number"),
                seed,
                max,
                count,
            )
        }
    }
}

fn single_record_files_from<P: Pile>(
    positions: &Positions<P>,
    seed: u64,
    max: &MaxPile,
    count: u64,
) -> Vec<TestFile> {
    let first = (count / 4).min(SPECIAL_SINGLE_CASES.len() as u64);
    let mut seen = [BTreeSet::new(), BTreeSet::new()];
    (0..count)
        .map(|i| {
            let seed = seed_of(seed, i);
            if let Some(&(kind, limit)) = SPECIAL_SINGLE_CASES.get(i as usize).filter(|_| i < first)
            {
                return TestFile {
                    seed,
                    mix: Mix::only(kind),
                    max: lower_limit(limit, max),
                    records: 1,
                };
            }
            let wanted_cold = (i - first).is_multiple_of(2);
            let seen = &mut seen[usize::from(wanted_cold)];
            let mut tries = seeds_from(seed).take(MAX_SEEDS).filter_map(|seed| {
                let (a, b) = positions.next(&mut Draws::new(seed, 0), None);
                let piles = if a > b { (b, a) } else { (a, b) };
                (P::is_cold(positions.rule, &piles.0, &piles.1) == wanted_cold)
                    .then_some((seed, piles))
            });
            let any_position = tries.next();
            let mut candidates = any_position.iter().cloned().chain(tries);
            let found = candidates.find(|(_, piles)| !seen.contains(piles));
            if found.is_none() {
                seen.clear();
            }
            let chosen = found.or(any_position).map(|(seed, piles)| {
                seen.insert(piles);
                seed
            });
            TestFile {
                seed: chosen.unwrap_or(seed_of(seed, 0)),
                mix: Mix::only(Kind::Killers),
                max: max.clone(),
                records: 1,
            }
        })
        .collect()
}

/// The largest pile of a special case: `limit` if it is below `max`, else `max`.
fn lower_limit(limit: Option<u64>, max: &MaxPile) -> MaxPile {
    let limit = limit.map(MaxPile::from);
    let lower = limit.filter(|limit| limit.is_exceeded_by(max.digits().as_bytes()));
    lower.unwrap_or_else(|| max.clone())
}
