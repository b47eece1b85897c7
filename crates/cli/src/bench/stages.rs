//! The stages that `bench` times, and one run of each.

use super::Measurement;
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

pub(super) const STAGES: [&str; 5] = [FLOOR, "parse", "decide", "null", "file"];

/// The time of one run of the stage `name`.
///
/// Errors: the run found other answers than earlier runs.
pub(super) fn run(name: &str, solver: &Solver, common: &Measurement) -> Result<Duration> {
    let input = Input::path(&common.input);
    let path = common.children.folder()?.join("answers");
    let (records, cold) = (common.summary.records(), common.summary.cold);
    let has = |found: Summary, cold| (found.records(), found.cold) == (records, cold);
    let start = Instant::now();
    let mut is_right = match (name, common.sums) {
        (FLOOR, _) => !touch(input, solver)?,
        ("parse", Some(sums)) => sum_columns(input, solver)? == sums,
        ("parse", None) => has(count_ascending(input, solver)?, common.ascending),
        ("decide", _) => has(count(input, solver)?, cold),
        ("null", _) => {
            let output = Output::path(NULL_DEVICE.as_ref())?;
            has(solver.solve(vec![input], output)?, cold)
        }
        _ => has(solver.solve(vec![input], Output::path(&path)?)?, cold),
    };
    let time = start.elapsed();
    if name == "file" {
        is_right &= fault(&common.input, &path, name)?.is_none();
        // The next run makes a new file.
        std::fs::remove_file(&path)?;
    }
    let backend = solver.backend;
    ensure!(
        is_right,
        "{name}: the answers of {backend} differ, so no time is shown"
    );
    Ok(time)
}

/// Searches all bytes for one that no valid input has.
///
/// This is the fastest way to read each byte: a comparison and an "or" for each vector, in memchr's loop over 128
/// bytes. With AVX-512 its time was within 3% of a sum with hand-written 512-bit loads. An exclusive or that the compiler
/// vectorised (for 128 bits) was 5% slower than memchr. A floor that is too slow would make the parsers look too fast.
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

pub(super) fn count(input: Input<'_>, solver: &Solver) -> Result<Summary, Error> {
    let mut solver = solver.clone();
    solver.problem.answer_format = AnswerFormat::Totals;
    solver.solve(vec![input], Output::stream(io::sink(), "nowhere"))
}

/// Compares answers in the file `answers` with the right ones. Returns the first fault.
pub(super) fn fault(input: &Path, answers: &Path, name: &str) -> Result<Option<String>> {
    let answers = BufReader::with_capacity(1 << 20, File::open(answers)?);
    let open = || Ok(Input::path(input));
    let report = check(open, Box::new(answers), name, &Solver::default())?;
    let first = report.first.first().map(described);
    Ok((!report.is_right()).then(|| first.unwrap_or_else(|| what_is_wrong(&report))))
}
