//! Rounds of timed stages.
//!
//! Every round runs every stage once. A machine that gets slower for a minute slows all stages, so ratios within a round
//! hardly change.

use anyhow::Result;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// Calls `run` with the number of the round and each of `stages` stages: in round 0, which warms caches and memory, and then
/// in `rounds` rounds.
///
/// Each round has its own order of stages, from a fixed seed. If a stage always followed the same stage, it might always find
/// dirty pages or a warm cache.
pub(super) fn run_rounds(
    stages: usize,
    rounds: usize,
    mut run: impl FnMut(usize, usize) -> Result<()>,
) -> Result<()> {
    let mut order: Vec<usize> = (0..stages).collect();
    let mut draws = SplitMix64::seed_from_u64(1);
    for round in 0..=rounds {
        for i in (1..order.len()).rev() {
            order.swap(i, (draws.next_u64() % (i as u64 + 1)) as usize);
        }
        for &stage in &order {
            run(round, stage)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_round_runs_each_stage_once() {
        let mut log = Vec::new();
        let run = |round, stage| {
            log.push((round, stage));
            Ok(())
        };
        run_rounds(4, 3, run).unwrap();
        let stages: Vec<_> = log.iter().map(|(_, stage)| *stage).collect();
        assert!(stages.chunks(4).any(|round| round != &stages[..4]));
        log.sort_unstable();
        let all = (0..=3).flat_map(|round| (0..4).map(move |stage| (round, stage)));
        assert!(all.eq(log));
    }
}
