//! Rounds of timed tasks.
//!
//! Every round runs every task once. A machine that gets slower for a minute slows all tasks, so ratios within a round
//! hardly change.

use super::report::Row;
use crate::progress::Ticker;
use anyhow::Result;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use std::time::Duration;

/// A function that is timed. It runs once, and returns the time of the part that counts.
pub(super) type Task<'t> = Box<dyn FnMut() -> Result<Duration> + 't>;

/// Runs one round that is not counted, which warms caches and memory, and then `rounds` rounds. Adds the times of each task
/// to its row.
///
/// Each round has its own order of tasks, from a fixed seed. If a task always followed the same task, it might always find
/// dirty pages or a warm cache.
pub(super) fn run_rounds(
    stages: &mut [(Row, Task<'_>)],
    rounds: usize,
    ticker: &Ticker,
) -> Result<()> {
    let mut order: Vec<usize> = (0..stages.len()).collect();
    let mut draws = SplitMix64::seed_from_u64(1);
    for round in 0..=rounds {
        ticker.step(format!("round {round} of {rounds}"));
        for i in (1..order.len()).rev() {
            order.swap(i, (draws.next_u64() % (i as u64 + 1)) as usize);
        }
        for &i in &order {
            let (row, task) = &mut stages[i];
            let time = task()?;
            if round > 0 {
                row.seconds.push(time.as_secs_f64());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::num::NonZeroUsize;

    #[test]
    fn each_round_runs_each_task_once_and_the_first_is_not_counted() {
        let log = RefCell::new(Vec::new());
        let stage = |i| -> (Row, Task<'_>) {
            let log = &log;
            let task = move || {
                log.borrow_mut().push(i);
                Ok(Duration::from_secs(log.borrow().len() as u64))
            };
            let row = Row {
                stage: "",
                backend: None,
                threads: NonZeroUsize::MIN,
                seconds: Vec::new(),
            };
            (row, Box::new(task))
        };
        let mut stages: Vec<_> = (0..4).map(stage).collect();
        run_rounds(&mut stages, 3, &Ticker::default()).unwrap();
        let log = log.borrow();
        assert_eq!(log.len(), 16);
        for round in log.chunks(4) {
            let mut sorted = round.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3]);
        }
        assert!(log.chunks(4).any(|round| round != &log[..4]));
        let times = stages.iter().map(|(row, _)| &row.seconds);
        assert!(times.clone().all(|t| t.len() == 3));
        assert!(times.flatten().all(|&t| t > 4.0));
    }
}
