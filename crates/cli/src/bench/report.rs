//! The statistics of a measurement, as a table and as JSON.
//!
//! The JSON holds the time of every counted run, so that other statistics can be computed from it.

use super::Bench;
use super::stages::Stage;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use wythoff::Backend;

/// The name of the stage that is the floor.
pub(super) const FLOOR: &str = "touch";

/// The stages of a measurement, and what they have in common.
pub(super) struct Measurement<'m> {
    pub(super) bench: &'m Bench,
    pub(super) backends: &'m [Backend],
    pub(super) rounds: NonZeroUsize,
    pub(super) stages: Vec<Stage<'m>>,
}

impl Measurement<'_> {
    /// The median ratio of the times of `stage` to those of the floor on the same number of threads. Each ratio is of two times
    /// of one round, because these come from the same few seconds.
    fn ratio_to_floor(&self, stage: &Stage<'_>) -> f64 {
        let is_floor = |other: &&Stage<'_>| other.name == FLOOR && other.threads == stage.threads;
        let floor = self.stages.iter().find(is_floor);
        let floor = floor.expect("every number of threads has the floor");
        let times = stage.seconds.iter().zip(&floor.seconds);
        let ratios: Vec<_> = times.map(|(time, floor)| time / floor).collect();
        quantile(&ratios, 0.5)
    }

    pub(super) fn json(&self) -> Value {
        let bench = self.bench;
        let stages = self.stages.iter().map(|stage| {
            let median = quantile(&stage.seconds, 0.5);
            json!({
                "stage": stage.name,
                "backend": stage.backend.map(Backend::name),
                "threads": stage.threads,
                "seconds": stage.seconds,
                "median_seconds": median,
                "bytes_per_second": bench.bytes as f64 / median,
                "pairs_per_second": bench.summary.records() as f64 / median,
                "ratio_to_floor": self.ratio_to_floor(stage),
            })
        });
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "input": bench.name,
            "bytes": bench.bytes,
            "pairs": bench.summary.records(),
            "hot": bench.summary.hot,
            "cold": bench.summary.cold,
            "answers_fnv1a": format!("{:016x}", bench.answers.fnv1a),
            "backends": names(self.backends),
            "cpu": cpu(),
            "cores": cores(),
            "rounds": self.rounds,
            "stages": stages.collect::<Vec<_>>(),
        })
    }

    pub(super) fn table(&self) -> String {
        let bench = self.bench;
        let summary = &bench.summary;
        let mut text = format!(
            "wythoff {} bench\n\
             input    {}: {} bytes, {} pairs, {} of them cold\n\
             answers  FNV-1a {:016x}, the same from {}\n\
             machine  {}, {} cores\n\
             rounds   {}, after one that is not counted; medians, quartiles\n\n\
             stage     parser  threads       ms  quartiles           GB/s  Mpairs/s  x floor\n",
            env!("CARGO_PKG_VERSION"),
            bench.name,
            bench.bytes,
            summary.records(),
            summary.cold,
            bench.answers.fnv1a,
            names(self.backends).join(", "),
            cpu(),
            cores(),
            self.rounds
        );
        for stage in &self.stages {
            let [lower, median, upper] =
                [0.25, 0.5, 0.75].map(|part| quantile(&stage.seconds, part));
            let quartiles = format!("{:.2}-{:.2}", 1e3 * lower, 1e3 * upper);
            // Writing to a string can't fail.
            let _ = writeln!(
                text,
                "{:<9} {:<7} {:>7} {:>8.2}  {quartiles:<17} {:>6.2}  {:>8.1}  {:>7.2}",
                stage.name,
                stage.backend.map_or("-", Backend::name),
                stage.threads,
                1e3 * median,
                bench.bytes as f64 / median / 1e9,
                summary.records() as f64 / median / 1e6,
                self.ratio_to_floor(stage),
            );
        }
        text
    }
}

fn names(backends: &[Backend]) -> Vec<&'static str> {
    backends.iter().map(|backend| backend.name()).collect()
}

/// The name of the processor.
fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    info.lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim())
        .to_owned()
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The `fraction` quantile (0 to 1), interpolated linearly.
fn quantile(values: &[f64], fraction: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let position = fraction * (sorted.len() - 1) as f64;
    let below = sorted[position.floor() as usize];
    let above = sorted[position.ceil() as usize];
    below + (above - below) * position.fract()
}

#[cfg(test)]
mod tests {
    use super::quantile;

    #[test]
    fn quantiles() {
        assert_eq!(quantile(&[3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!(quantile(&[4.0, 1.0, 2.0, 3.0], 0.5), 2.5);
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.25), 2.0);
        assert_eq!(quantile(&[7.0], 0.75), 7.0);
    }
}
