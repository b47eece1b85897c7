//! The stages that `bench` times, and one run of each.

use crate::process::NULL_DEVICE;
use anyhow::{Result, ensure};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wythoff::measure::{count_ascending, scan, sum_columns};
use wythoff::{AnswerFormat, Input, Output, Solver, Summary};

/// The name of the stage that is the floor.
pub(super) const FLOOR: &str = "touch";

/// The names of the stages, in order.
pub(super) const STAGES: [&str; 5] = [FLOOR, "parse", "decide", "null", "file"];

/// A stage that can be run many times.
pub(super) struct Stage {
    pub(super) name: &'static str,
    pub(super) solver: Solver,
    /// The output file. Each stage has its own, so that no stage replaces the file of another one.
    pub(super) output: PathBuf,
}

/// What every run of an input must find.
pub(super) struct Expected {
    pub(super) records: u64,
    pub(super) cold: u64,
    /// The pairs whose second pile is the larger one, which is what the stage `parse` counts.
    pub(super) ascending: u64,
    /// What the stage `parse` computes instead, if the sums are wanted.
    pub(super) sums: Option<[u64; 2]>,
    pub(super) answers: Hash,
}

impl Stage {
    /// Runs the stage. Returns the time of the part that counts.
    ///
    /// Errors: the run found something else than `expected`.
    pub(super) fn time(&self, file: &Path, expected: &Expected) -> Result<Duration> {
        let mut solver = self.solver.clone();
        let input = Input::path(file);
        let start = Instant::now();
        let (output, cold) = match self.name {
            FLOOR => {
                ensure!(!touch(input, &solver)?, "the input has a byte 0");
                return Ok(start.elapsed());
            }
            "parse" if expected.sums.is_some() => {
                let sums = sum_columns(input, &solver)?;
                let time = start.elapsed();
                ensure!(
                    expected.sums == Some(sums),
                    "the sums differ from those of earlier runs"
                );
                return Ok(time);
            }
            "parse" => (None, expected.ascending),
            "decide" => {
                solver.problem.answer_format = AnswerFormat::Totals;
                (Some(Output::stream(io::sink(), "nowhere")), expected.cold)
            }
            "null" => (Some(Output::path(NULL_DEVICE.as_ref())?), expected.cold),
            _ => (Some(Output::path(&self.output)?), expected.cold),
        };
        let found = match output {
            None => count_ascending(input, &solver)?,
            Some(output) => solver.solve(vec![input], output)?,
        };
        let time = start.elapsed();
        let mut is_right = (found.records(), found.cold) == (expected.records, cold);
        if self.name == "file" {
            is_right &= self.output.metadata()?.len() == expected.answers.bytes;
            // The next run makes a new file.
            std::fs::remove_file(&self.output)?;
        }
        ensure!(
            is_right,
            "{}: the answers differ from those of earlier runs",
            self.name
        );
        Ok(time)
    }
}

/// Searches all bytes for one that no valid input has.
///
/// This is the fastest way to read each byte: a comparison and an "or" for each vector, in memchr's loop over 128
/// bytes. With AVX-512 its time was within 3% of a sum with hand-written 512-bit loads. An exclusive or that the
/// compiler vectorised (for 128 bits) was 5% slower than memchr. With a slow floor the parsers would look too fast.
pub(super) fn touch(input: Input<'_>, solver: &Solver) -> Result<bool> {
    const ABSENT: u8 = 0;
    let found = AtomicBool::new(false);
    scan(input, solver, |bytes| {
        if memchr::memchr(ABSENT, bytes).is_some() {
            found.store(true, Ordering::Relaxed);
        }
    })?;
    Ok(found.into_inner())
}

/// Solves a file once, untimed.
pub(super) fn solve(file: &Path, solver: &Solver) -> Result<(Summary, Hash)> {
    let mut hash = Hash::EMPTY;
    let output = Output::stream(hash.by_ref(), "checksum");
    let summary = solver.solve(vec![Input::path(file)], output)?;
    Ok((summary, hash))
}

/// The number of bytes, and their FNV-1a hash (64 bits), which depends on their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hash {
    pub(super) bytes: u64,
    pub(super) fnv1a: u64,
}

impl Hash {
    const EMPTY: Self = Self {
        bytes: 0,
        fnv1a: 0xcbf2_9ce4_8422_2325,
    };
}

impl Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len() as u64;
        self.fnv1a = bytes.iter().fold(self.fnv1a, |hash, &c| {
            (hash ^ u64::from(c)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
