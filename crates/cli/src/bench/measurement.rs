//! What `bench` measured: its statistics, and its JSON, which `plot bench` reads again.
//!
//! The JSON holds the time of every counted run, so that other statistics can be computed from it.

use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use wythoff::Backend;

/// The name of the stage that is the floor.
pub(crate) const FLOOR: &str = "touch";

/// The name of the stage that runs `wythoff solve` as a process.
pub(crate) const SOLVE: &str = "solve";

/// The name of the stage that runs the user's program.
pub(crate) const READER: &str = "reader";

/// A measurement: what all stages have in common, and the stages. Facts about the machine may be missing in a file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Measurement {
    pub(crate) version: String,
    /// The name of the file, or the regime and the seed.
    pub(crate) input: String,
    pub(crate) bytes: u64,
    pub(crate) pairs: u64,
    pub(crate) hot: u64,
    pub(crate) cold: u64,
    /// The hash of the answers.
    #[serde(rename = "answers_fnv1a")]
    pub(crate) answers: String,
    pub(crate) backends: Vec<String>,
    pub(crate) cpu: String,
    pub(crate) cores: u64,
    pub(crate) rounds: u64,
    #[serde(rename = "stages")]
    pub(crate) rows: Vec<Row>,
    /// The program that was measured together with `wythoff solve`, and its arguments, as the user wrote them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) command: Option<Vec<String>>,
    /// Whether the answers of the program were compared with the right answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) checked: Option<bool>,
}

/// A stage, and its times in the order of the rounds.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Row {
    pub(crate) stage: String,
    pub(crate) backend: Option<String>,
    /// `None` for a program that chooses the number itself.
    pub(crate) threads: Option<u64>,
    pub(crate) seconds: Vec<f64>,
    pub(super) median_seconds: f64,
    pub(super) bytes_per_second: f64,
    pub(super) pairs_per_second: f64,
    pub(super) ratio_to_floor: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ratio_to_solve: Option<f64>,
}

impl Row {
    /// A row without times.
    pub(super) fn new(
        stage: &str,
        backend: Option<Backend>,
        threads: Option<NonZeroUsize>,
    ) -> Self {
        Self {
            stage: stage.to_owned(),
            backend: backend.map(|backend| backend.name().to_owned()),
            threads: threads.map(|n| n.get() as u64),
            ..Self::default()
        }
    }
}

impl Measurement {
    /// The same measurement with the statistics of each row.
    pub(super) fn with_statistics(mut self) -> Self {
        for i in 0..self.rows.len() {
            let row = &self.rows[i];
            let seconds = median(&row.seconds);
            let ratio_to = |other: &Row| median(&ratios(&row.seconds, &other.seconds));
            let ratio_to_floor = self.floor(row).map_or(f64::NAN, ratio_to);
            let ratio_to_solve = self.solve().map(ratio_to);
            let row = &mut self.rows[i];
            row.median_seconds = seconds;
            row.bytes_per_second = self.bytes as f64 / seconds;
            row.pairs_per_second = self.pairs as f64 / seconds;
            row.ratio_to_floor = ratio_to_floor;
            row.ratio_to_solve = ratio_to_solve;
        }
        self
    }

    /// The row of this stage on the largest number of threads.
    fn on_most_threads(&self, stage: &str) -> Option<&Row> {
        let rows = self.rows.iter().filter(|r| r.stage == stage);
        rows.max_by_key(|r| r.threads)
    }

    /// The floor with which a row is compared: that on the same number of threads. If a program is measured, it is the floor
    /// on the largest number of threads, for every row.
    pub(crate) fn floor(&self, row: &Row) -> Option<&Row> {
        if self.command.is_some() {
            return self.on_most_threads(FLOOR);
        }
        let mut rows = self.rows.iter();
        rows.find(|r| r.stage == FLOOR && r.threads == row.threads)
    }

    /// `wythoff solve` on the largest number of threads, if it was measured.
    pub(crate) fn solve(&self) -> Option<&Row> {
        self.on_most_threads(SOLVE)
    }
}

/// The median and the quartiles of some values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    pub(crate) lower: f64,
    pub(crate) median: f64,
    pub(crate) upper: f64,
}

impl Spread {
    pub(crate) fn of(values: &[f64]) -> Self {
        Self {
            lower: quantile(values, 0.25),
            median: median(values),
            upper: quantile(values, 0.75),
        }
    }
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
}
