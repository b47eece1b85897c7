//! A set of test cases, as a judge has them: numbered files, the hard ones first, the large ones last.
//!
//! Owns what each case of a set is made of. Invariant: a case depends on the set's seed, size, mix and
//! limit and on the number of cases; like the stream, that never changes.

use super::pile::Pile;
use super::positions::Positions;
use super::{Draws, Kind, Max, Mix, seed_of, seeds_of};
use crate::game::Rule;
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// One case: what [`super::Workload::new`] takes, and how many records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The case's own seed.
    pub seed: u64,
    /// Which kinds.
    pub mix: Mix,
    /// The largest pile.
    pub max: Max,
    /// How many records.
    pub records: u64,
}

/// The first cases, as far as they are no more than half of all: one kind each, how many records at
/// most, and a limit of its own if that is smaller.
const FIRST: [(Kind, u64, Option<u64>); 6] = [
    (Kind::Edges, 100, None),
    (Kind::Worst, 1000, None),
    (Kind::Cold, 1000, None),
    (Kind::Near, 1000, None),
    // Piles so small that every position comes, and a slow solution is still done.
    (Kind::Uniform, 1000, Some(20)),
    (Kind::Digits, 1000, None),
];

/// What a mixed case has at least, if the largest has as much.
const LEAST: u64 = 1000;

/// `count` cases. The first half, up to six of them, are one kind each: edges, worst, cold, near,
/// small, digits. The others are of `mix`; the last has `records` records, each one before half as many
/// as the next, but not less than 1000. Case `i`, from 0, has the seed [`seed_of`]`(seed, i)`.
pub fn cases(seed: u64, mix: Mix, max: &Max, records: u64, count: u64) -> Vec<Case> {
    let special = count.div_ceil(2).min(FIRST.len() as u64);
    (0..count)
        .map(|i| {
            let seed = seed_of(seed, i);
            if let Some(&(kind, most, limit)) = FIRST.get(i as usize).filter(|_| i < special) {
                let limit = limit.map(Max::from).filter(|limit| limit.0 < max.0);
                return Case {
                    seed,
                    mix: Mix::only(kind),
                    max: limit.unwrap_or_else(|| max.clone()),
                    records: most.min(records),
                };
            }
            let halvings = (count - 1 - i).min(63);
            Case {
                seed,
                mix,
                max: max.clone(),
                records: (records >> halvings).max(LEAST.min(records)),
            }
        })
        .collect()
}

/// The first cases of a set of single records: edges, and what is small enough to be looked at by eye. The first
/// is hot nearly always, so with these, too, neither outcome is rare.
const FIRST_SINGLE: [(Kind, Option<u64>); 4] = [
    (Kind::Edges, None),
    (Kind::Cold, Some(20)),
    (Kind::Near, Some(20)),
    (Kind::Cold, None),
];

/// Seeds that are tried for a killer that is still missing. Up to 10^9 there are 16 of either outcome, and each seed
/// has one of these 32, any with the same chance.
const TRIES: usize = 2000;

/// `count` cases of one record each, a pair of the game with that rule. In a set as [`cases`] makes it nearly all of these would be hot ones that no
/// program gets wrong: what kills is one record among thousands there, and here it has to be the record.
///
/// The first quarter, up to four of them, are one kind each: edges, small cold, small near, cold. The others
/// are [`Kind::Killers`], a cold one and a hot one in turn, no two piles twice before all of that outcome were there. A
/// case's seed is [`seed_of`]`(seed, i)`, for a killer the first of `seed_of(that, 0)`, `seed_of(that, 1)` and so
/// on, up to 2000, whose first record is such a one. If none is, all of that outcome count as new again, and it
/// is the first of these seeds with that outcome (or, without one, the very first).
pub fn single_cases(seed: u64, max: &Max, rule: Rule, count: u64) -> Vec<Case> {
    match Positions::<u64>::new(Mix::only(Kind::Killers), &max.0, rule) {
        Some(words) => singles(&words, seed, max, count),
        None => {
            let any = Positions::<BigUint>::new(Mix::only(Kind::Killers), &max.0, rule);
            singles(&any.expect("any number fits"), seed, max, count)
        }
    }
}

fn singles<P: Pile>(positions: &Positions<P>, seed: u64, max: &Max, count: u64) -> Vec<Case> {
    let first = (count / 4).min(FIRST_SINGLE.len() as u64);
    let mut seen = [BTreeSet::new(), BTreeSet::new()];
    (0..count)
        .map(|i| {
            let seed = seed_of(seed, i);
            if let Some(&(kind, limit)) = FIRST_SINGLE.get(i as usize).filter(|_| i < first) {
                let limit = limit.map(Max::from).filter(|limit| limit.0 < max.0);
                return Case {
                    seed,
                    mix: Mix::only(kind),
                    max: limit.unwrap_or_else(|| max.clone()),
                    records: 1,
                };
            }
            let wanted_cold = (i - first).is_multiple_of(2);
            let seen = &mut seen[usize::from(wanted_cold)];
            let mut tries = seeds_of(seed).take(TRIES).filter_map(|seed| {
                let (a, b) = positions.next(&mut Draws::new(seed, 0), None);
                let piles = if a > b { (b, a) } else { (a, b) };
                (P::is_cold(positions.rule, &piles.0, &piles.1) == wanted_cold)
                    .then_some((seed, piles))
            });
            let again = tries.next();
            let mut found = again.iter().cloned().chain(tries);
            let found = found.find(|(_, piles)| !seen.contains(piles));
            if found.is_none() {
                seen.clear();
            }
            let chosen = found.or(again).map(|(seed, piles)| {
                seen.insert(piles);
                seed
            });
            Case {
                seed: chosen.unwrap_or(seed_of(seed, 0)),
                mix: Mix::only(Kind::Killers),
                max: max.clone(),
                records: 1,
            }
        })
        .collect()
}
