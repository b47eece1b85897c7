//! Rounds of timed tasks, and the statistics of their times.
//!
//! Every round runs every task once. A machine that gets slower for a minute slows all tasks, so ratios within a round
//! hardly change.

use anyhow::Result;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use std::time::Duration;

/// A function that is timed. It runs once, and returns the time of the part that counts.
pub(super) type Task<'t> = Box<dyn FnMut() -> Result<Duration> + 't>;

/// Runs one round that is not counted, which warms caches and memory, and then `rounds` rounds. Calls `progress` with the
/// number of each round. Returns the times of each task in seconds.
///
/// Each round has its own order of tasks, from a fixed seed. If a task always followed the same task, it might always find
/// dirty pages or a warm cache.
pub(super) fn rounds(
    tasks: &mut [Task<'_>],
    rounds: usize,
    progress: impl Fn(usize),
) -> Result<Vec<Vec<f64>>> {
    let mut times = vec![Vec::with_capacity(rounds); tasks.len()];
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    let mut draws = SplitMix64::seed_from_u64(1);
    for round in 0..=rounds {
        progress(round);
        for i in (1..order.len()).rev() {
            order.swap(i, (draws.next_u64() % (i as u64 + 1)) as usize);
        }
        for &i in &order {
            let time = tasks[i]()?.as_secs_f64();
            if round > 0 {
                times[i].push(time);
            }
        }
    }
    Ok(times)
}

/// The `fraction` quantile (0 to 1), interpolated linearly.
pub(crate) fn quantile(values: &[f64], fraction: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let position = fraction * (sorted.len() - 1) as f64;
    let (below, above) = (
        sorted[position.floor() as usize],
        sorted[position.ceil() as usize],
    );
    below + (above - below) * position.fract()
}

/// The median.
pub(crate) fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// For each round, the ratio of the two times. The median of these ratios is used, not the ratio of the medians, because
/// both times of a ratio come from the same few seconds.
pub(crate) fn ratios(times: &[f64], floor: &[f64]) -> Vec<f64> {
    times.iter().zip(floor).map(|(t, f)| t / f).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn quantiles() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.25), 2.0);
        assert_eq!(quantile(&[7.0], 0.75), 7.0);
        assert_eq!(
            ratios(&[2.0, 30.0, 2.0], &[1.0, 10.0, 2.0]),
            [2.0, 3.0, 1.0]
        );
    }

    #[test]
    fn each_round_runs_each_task_once_and_the_first_is_not_counted() {
        let log = RefCell::new(Vec::new());
        let mut tasks: Vec<Task<'_>> = (0..4)
            .map(|i| -> Task<'_> {
                let log = &log;
                Box::new(move || {
                    log.borrow_mut().push(i);
                    Ok(Duration::from_secs(log.borrow().len() as u64))
                })
            })
            .collect();
        let times = rounds(&mut tasks, 3, |_| ()).unwrap();
        drop(tasks);
        let log = log.into_inner();
        assert_eq!(log.len(), 16);
        for round in log.chunks(4) {
            let mut sorted = round.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3]);
        }
        assert!(log.chunks(4).any(|round| round != &log[..4]));
        assert!(
            times
                .iter()
                .all(|t| t.len() == 3 && t.iter().all(|&t| t > 4.0))
        );
    }

    #[test]
    fn a_failure_ends_it() {
        let mut tasks: Vec<Task<'_>> = vec![Box::new(|| anyhow::bail!("no"))];
        assert_eq!(rounds(&mut tasks, 3, |_| ()).unwrap_err().to_string(), "no");
    }
}
