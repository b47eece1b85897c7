//! A file of `wythoff bench --json`, and the speeds in it.
//!
//! Every speed comes from the times of the rounds, as in the table of `bench`.

use crate::bench::measure::{median, quantile};
use crate::bench::measurement::{Measurement, Row};
use anyhow::Result;
use std::path::Path;

/// Bytes a second: the median and the quartiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speed {
    pub(super) lower: f64,
    pub(super) middle: f64,
    pub(super) upper: f64,
}

/// The speed of runs that took these times for `bytes`.
pub(super) fn of_seconds(bytes: u64, seconds: &[f64]) -> Speed {
    let bytes = bytes as f64;
    Speed {
        lower: bytes / quantile(seconds, 0.75),
        middle: bytes / median(seconds),
        upper: bytes / quantile(seconds, 0.25),
    }
}

/// The speed in GB/s with at least two digits: 0.94, 3.1, 28.
pub(super) fn gigabytes(speed: f64) -> String {
    let speed = speed / 1e9;
    let digits = match speed {
        s if s < 1.0 => 2,
        s if s < 10.0 => 1,
        _ => 0,
    };
    format!("{speed:.digits$}")
}

/// One file of `bench --json`.
pub(super) struct Run {
    /// The name of the file in messages.
    pub(super) file: String,
    /// The name of the file without folder and extension.
    pub(super) stem: String,
    /// The regime, or the name of the input file.
    pub(super) name: String,
    pub(super) measured: Measurement,
}

impl Run {
    pub(super) fn read(path: &Path) -> Result<Self> {
        let measured = Measurement::read(path)?;
        let file = wythoff::internal::shown_path(path);
        let stem = path.file_stem().map(Path::new).unwrap_or(path);
        let stem = wythoff::internal::shown_path(stem);
        let input = measured.input.as_str();
        let made = input.strip_prefix("regime ");
        let name = made.map_or(input, |m| m.split(',').next().unwrap_or(m));
        let name = name.rsplit('/').next().unwrap_or(name).to_owned();
        Ok(Self {
            file,
            stem,
            name,
            measured,
        })
    }

    pub(super) fn speed(&self, row: &Row) -> Speed {
        of_seconds(self.measured.bytes, &row.seconds)
    }

    pub(super) fn threads(&self) -> Vec<u64> {
        let mut threads: Vec<u64> = self
            .measured
            .rows
            .iter()
            .filter_map(|r| r.threads)
            .collect();
        threads.sort_unstable();
        threads.dedup();
        threads
    }
}
