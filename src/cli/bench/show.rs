//! Prints measurements, as a table or as JSON.
//!
//! The JSON holds the time of every counted run, so that other statistics can be computed from it.

use super::measure::{median, quantile, ratio};
use super::stages::{Expected, Name, Stage};
use serde_json::json;
use std::fmt::Write as _;
use wythoff::Backend;

/// What all measurements have in common.
pub(super) struct Header {
    source: String,
    bytes: u64,
    expected: Expected,
    backends: Vec<Backend>,
    rounds: usize,
    cpu: String,
    cores: usize,
}

impl Header {
    pub(super) fn new(
        source: String,
        bytes: u64,
        expected: Expected,
        backends: Vec<Backend>,
        rounds: usize,
    ) -> Self {
        Self {
            source,
            bytes,
            expected,
            backends,
            rounds,
            cpu: cpu(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }

    fn pairs(&self) -> u64 {
        self.expected.hot + self.expected.cold
    }

    fn answers(&self) -> String {
        self.expected
            .answers
            .fnv1a
            .map_or_else(String::new, |hash| format!("{hash:016x}"))
    }
}

/// A stage, its times in seconds, and its ratio to the floor.
pub(super) struct Row {
    stage: Stage,
    seconds: Vec<f64>,
    ratio: f64,
}

impl Row {
    pub(super) fn all(stages: &[Stage], times: Vec<Vec<f64>>) -> Vec<Self> {
        let ratios: Vec<f64> = stages
            .iter()
            .zip(&times)
            .map(|(stage, seconds)| {
                let floor = stages
                    .iter()
                    .position(|s| s.name == Name::Touch && s.threads == stage.threads)
                    .expect("each number of threads has its floor");
                ratio(seconds, &times[floor])
            })
            .collect();
        stages
            .iter()
            .zip(times)
            .zip(ratios)
            .map(|((&stage, seconds), ratio)| Row {
                stage,
                seconds,
                ratio,
            })
            .collect()
    }
}

pub(super) fn table(header: &Header, rows: &[Row]) -> String {
    let backends: Vec<_> = header.backends.iter().map(|b| b.name()).collect();
    let mut text = format!(
        "wythoff {version} bench\n\
         input    {source}: {bytes} bytes, {pairs} pairs, {cold} of them cold\n\
         answers  FNV-1a {answers}, the same from {backends}\n\
         machine  {cpu}, {cores} cores\n\
         rounds   {rounds}, and one before that isn't counted; medians, quartiles\n\n\
         stage     parser  threads       ms  quartiles           GB/s  Mpairs/s  x floor\n",
        version = env!("CARGO_PKG_VERSION"),
        source = header.source,
        bytes = header.bytes,
        pairs = header.pairs(),
        cold = header.expected.cold,
        answers = header.answers(),
        backends = backends.join(", "),
        cpu = header.cpu,
        cores = header.cores,
        rounds = header.rounds,
    );
    for row in rows {
        let seconds = median(&row.seconds);
        let quartiles = format!(
            "{:.2}-{:.2}",
            1e3 * quantile(&row.seconds, 0.25),
            1e3 * quantile(&row.seconds, 0.75)
        );
        // Writing to a string can't fail.
        let _ = writeln!(
            text,
            "{:<9} {:<7} {:>7} {:>8.2}  {quartiles:<17} {:>6.2}  {:>8.1}  {:>7.2}",
            row.stage.name.as_str(),
            row.stage.backend.map_or("-", Backend::name),
            row.stage.threads,
            1e3 * seconds,
            header.bytes as f64 / seconds / 1e9,
            header.pairs() as f64 / seconds / 1e6,
            row.ratio,
        );
    }
    if let Some(spread) = busy(rows) {
        let _ = writeln!(
            text,
            "\nBusy machine: the quartiles of a floor lie {:.0}% apart. Ratios can stand, times can't.",
            1e2 * spread
        );
    }
    text
}

/// The distance of the quartiles of the worst floor, as a part of its median, if it is above 0.1. On a quiet machine it
/// is 0.05 or less.
fn busy(rows: &[Row]) -> Option<f64> {
    let floors = rows.iter().filter(|row| row.stage.name == Name::Touch);
    let spread = |row: &Row| {
        let times = &row.seconds;
        (quantile(times, 0.75) - quantile(times, 0.25)) / median(times)
    };
    let worst = floors.map(spread).fold(0.0, f64::max);
    (worst > 0.1).then_some(worst)
}

pub(super) fn json(header: &Header, rows: &[Row]) -> String {
    let stages: Vec<_> = rows
        .iter()
        .map(|row| {
            let seconds = median(&row.seconds);
            json!({
                "stage": row.stage.name.as_str(),
                "backend": row.stage.backend.map(Backend::name),
                "threads": row.stage.threads.get(),
                "seconds": row.seconds,
                "median_seconds": seconds,
                "bytes_per_second": header.bytes as f64 / seconds,
                "pairs_per_second": header.pairs() as f64 / seconds,
                "ratio_to_floor": row.ratio,
            })
        })
        .collect();
    let object = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "input": header.source,
        "bytes": header.bytes,
        "pairs": header.pairs(),
        "hot": header.expected.hot,
        "cold": header.expected.cold,
        "answers_fnv1a": header.answers(),
        "backends": header.backends.iter().map(|b| b.name()).collect::<Vec<_>>(),
        "cpu": header.cpu,
        "cores": header.cores,
        "rounds": header.rounds,
        "stages": stages,
    });
    format!("{object:#}\n")
}

/// The name of the processor.
fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    info.lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim())
        .to_owned()
}
