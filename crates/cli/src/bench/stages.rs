//! The stages that `bench` times, and one run of each.

use crate::check::{described, what_is_wrong};
use crate::process::NULL_DEVICE;
use anyhow::{Result, ensure};
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wythoff::measure::{count_ascending, scan, sum_columns};
use wythoff::{AnswerFormat, Error, Input, Output, Solver, Summary, check};

/// The name of the stage that is the floor.
pub(super) const FLOOR: &str = "touch";

/// The names of the stages, in order.
pub(super) const STAGES: [&str; 5] = [FLOOR, "parse", "decide", "null", "file"];

/// What every run of an input must find.
pub(super) struct Expected {
    pub(super) records: u64,
    pub(super) cold: u64,
    /// The pairs whose second pile is the larger one, which is what the stage `parse` counts.
    pub(super) ascending: u64,
    /// What the stage `parse` computes instead, if the sums are wanted.
    pub(super) sums: Option<[u64; 2]>,
}

/// Runs the stage `name`, with its output in `folder`. Returns the time of the part that counts.
///
/// Errors: the run found something else than `expected`.
pub(super) fn time(
    name: &str,
    solver: &Solver,
    file: &Path,
    folder: &Path,
    expected: &Expected,
) -> Result<Duration> {
    // A stage has a file of its own, and does not replace that of another one.
    let path = folder.join(format!("{name} {} {:?}", solver.backend, solver.threads));
    let input = Input::path(file);
    let start = Instant::now();
    let (output, cold) = match name {
        FLOOR => {
            ensure!(!touch(input, solver)?, "the input has a byte 0");
            return Ok(start.elapsed());
        }
        "parse" if expected.sums.is_some() => {
            let is_right = expected.sums == Some(sum_columns(input, solver)?);
            ensure!(is_right, "the sums differ from those of earlier runs");
            return Ok(start.elapsed());
        }
        "parse" => (None, expected.ascending),
        "decide" => (None, expected.cold),
        "null" => (Some(Output::path(NULL_DEVICE.as_ref())?), expected.cold),
        _ => (Some(Output::path(&path)?), expected.cold),
    };
    let found = match output {
        None if name == "decide" => count(file, solver)?,
        None => count_ascending(input, solver)?,
        Some(output) => solver.solve(vec![input], output)?,
    };
    let time = start.elapsed();
    let mut is_right = (found.records(), found.cold) == (expected.records, cold);
    if name == "file" {
        is_right &= fault(file, &path, name)?.is_none();
        // The next run makes a new file.
        std::fs::remove_file(&path)?;
    }
    let backend = solver.backend;
    ensure!(
        is_right,
        "the answers of {backend} differ, so no time is shown"
    );
    Ok(time)
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

/// Counts the answers, untimed.
pub(super) fn count(file: &Path, solver: &Solver) -> Result<Summary, Error> {
    let mut solver = solver.clone();
    solver.problem.answer_format = AnswerFormat::Totals;
    solver.solve(
        vec![Input::path(file)],
        Output::stream(io::sink(), "nowhere"),
    )
}

/// Compares answers in the file `answers` with the right ones. Returns the first fault.
pub(super) fn fault(input: &Path, answers: &Path, name: &str) -> Result<Option<String>> {
    let answers = BufReader::with_capacity(1 << 20, File::open(answers)?);
    let open = || Ok(Input::path(input));
    let report = check(open, Box::new(answers), name, &Solver::default())?;
    let first = report.first.first().map(described);
    Ok((!report.is_right()).then(|| first.unwrap_or_else(|| what_is_wrong(&report))))
}
