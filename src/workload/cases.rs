//! A set of test cases, as a judge has them: numbered files, the hard ones first, the large ones last.
//!
//! Owns what each case of a set is made of. Invariant: a case depends on the set's seed, size, mix and
//! limit and on the number of cases; like the stream, that never changes.

use super::{Kind, Max, Mix, seed_of};

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
