//! The stages that `bench` times.
//!
//! All backends must give the same answers before anything is timed. A time is returned only for a run with the right counts.

use super::report::FLOOR;
use super::{Bench, solve};
use crate::process::NULL_DEVICE;
use anyhow::{Result, ensure};
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wythoff::internal::{count_ascending, scan};
use wythoff::{AnswerFormat, Backend, Input, Output, Solver, Summary};

fn solver(backend: Backend, threads: NonZeroUsize) -> Solver {
    Solver {
        backend,
        threads: Some(threads),
        ..Solver::default()
    }
}

/// Every stage, after all backends gave the same answers.
pub(super) fn stages<'b>(bench: &'b Bench, backends: &[Backend]) -> Result<Vec<Stage<'b>>> {
    let ascending = agree(bench, backends)?;
    let all: Vec<_> = backends.iter().copied().map(Some).collect();
    let named = [
        (FLOOR, &[None][..]),
        ("parse", &all),
        ("decide", &all),
        ("null", &all),
        ("file", &all),
    ];
    let mut stages = Vec::new();
    for &threads in &bench.threads {
        for (name, parsers) in named {
            for &backend in parsers {
                let parser = backend.unwrap_or_else(Backend::detect);
                stages.push(Stage {
                    name,
                    backend,
                    threads,
                    seconds: Vec::new(),
                    bench,
                    solver: solver(parser, threads),
                    ascending,
                    // Each stage has its own output file, so that no stage replaces the file of another one.
                    output: bench.folder.join(format!("{name} {parser} {threads}")),
                });
            }
        }
    }
    Ok(stages)
}

/// Answers the input with every backend and on every number of threads, untimed. Returns the number of pairs whose second
/// pile is the larger one, which is what the stage `parse` counts. Errors: the answers differ.
fn agree(bench: &Bench, backends: &[Backend]) -> Result<u64> {
    let mut ascending = None;
    for &threads in &bench.threads {
        for &backend in backends {
            let solver = solver(backend, threads);
            let (summary, answers) = solve(&bench.file, &solver)?;
            let found = count_ascending(bench.input(), &solver)?.cold;
            ensure!(
                (summary.records(), answers) == (bench.summary.records(), bench.answers)
                    && found == *ascending.get_or_insert(found),
                "the answers differ, so nothing was timed: {backend} on {threads} thread(s)"
            );
        }
    }
    Ok(ascending.expect("there is a backend"))
}

/// Searches all bytes for one that no valid input has.
///
/// This is the fastest way to read each byte: a comparison and an "or" for each vector, in memchr's loop over 128
/// bytes. With AVX-512 its time was within 3% of a sum with hand-written 512-bit loads. An exclusive or that the
/// compiler vectorised (for 128 bits) was 5% slower than memchr. With a slow floor the parsers would look too fast.
fn touch(input: Input<'_>, solver: &Solver) -> Result<bool> {
    const ABSENT: u8 = 0;
    let found = AtomicBool::new(false);
    scan(input, solver, |bytes| {
        if memchr::memchr(ABSENT, bytes).is_some() {
            found.store(true, Ordering::Relaxed);
        }
    })?;
    Ok(found.into_inner())
}

/// A stage that can be run many times.
pub(super) struct Stage<'b> {
    pub(super) name: &'static str,
    pub(super) backend: Option<Backend>,
    pub(super) threads: NonZeroUsize,
    /// The times of the counted runs, in order.
    pub(super) seconds: Vec<f64>,
    bench: &'b Bench,
    solver: Solver,
    ascending: u64,
    /// The output file of this stage.
    output: PathBuf,
}

impl Stage<'_> {
    /// Runs the stage. Returns the time of the part that counts.
    pub(super) fn time(&self) -> Result<Duration> {
        let (input, solver) = (self.bench.input(), &self.solver);
        let start = Instant::now();
        let summary = match self.name {
            FLOOR => {
                ensure!(!touch(input, solver)?, "the input has a byte 0");
                return Ok(start.elapsed());
            }
            "parse" => count_ascending(input, solver)?,
            "decide" => self.count_answers()?,
            "null" => self.solve(Output::path(NULL_DEVICE.as_ref())?)?,
            _ => self.solve(Output::path(&self.output)?)?,
        };
        let time = start.elapsed();
        let right = &self.bench.summary;
        let cold = match self.name {
            "parse" => self.ascending,
            _ => right.cold,
        };
        let mut is_right = (summary.records(), summary.cold) == (right.records(), cold);
        if self.name == "file" {
            is_right &= self.output.metadata()?.len() == self.bench.answers.bytes;
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

    fn solve(&self, output: Output<'_>) -> Result<Summary> {
        Ok(self.solver.solve(vec![self.bench.input()], output)?)
    }

    fn count_answers(&self) -> Result<Summary> {
        let mut solver = self.solver.clone();
        solver.problem.answer_format = AnswerFormat::Totals;
        let nowhere = Output::stream(io::sink(), "nowhere");
        Ok(solver.solve(vec![self.bench.input()], nowhere)?)
    }
}
