//! The stages that `bench` times, if no program is named.
//!
//! The answers of each stage are compared with those on which all backends agree. A time is returned only for a run with the
//! right counts.

use super::measurement::{FLOOR, Row};
use super::rounds::Task;
use super::{Bench, Hash, solve};
use crate::process::NULL_DEVICE;
use anyhow::{Context, Result, ensure};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use wythoff::internal::{count_ascending, scan};
use wythoff::{AnswerFormat, Backend, Input, Output, Solver, Summary};

/// The backends with which a stage is measured.
enum Parsers {
    None,
    All,
    /// The last backend only.
    Fastest,
}

/// The name of each stage, its parsers, and the function that times it.
type Stage = (&'static str, Parsers, fn(&StageRun<'_>) -> Result<Timed>);

/// The time of the part of a run that counts, and whether the results of the run are right.
type Timed = (Duration, bool);

/// The stages in the order of the table.
const STAGES: [Stage; 8] = [
    (FLOOR, Parsers::None, |run| run.touch()),
    ("newlines", Parsers::None, |run| run.newlines()),
    ("parse", Parsers::All, |run| run.parse()),
    ("decide", Parsers::All, |run| run.decide()),
    ("null", Parsers::All, |run| run.null()),
    ("file", Parsers::All, |run| run.file()),
    ("replace", Parsers::Fastest, |run| run.replace()),
    ("pipe", Parsers::Fastest, |run| run.pipe()),
];

/// Every stage as a row and a task, after all backends gave the same answers.
pub(super) fn stages<'b>(bench: &'b Bench, backends: &[Backend]) -> Result<Vec<(Row, Task<'b>)>> {
    let expected = agree(bench, backends)?;
    let mut stages: Vec<(Row, Task<'b>)> = Vec::new();
    for &threads in &bench.threads {
        for (name, parsers, run) in &STAGES {
            let parsers = match parsers {
                Parsers::None => vec![None],
                Parsers::All => backends.iter().copied().map(Some).collect(),
                Parsers::Fastest => vec![backends.last().copied()],
            };
            for backend in parsers {
                let row = Row::new(name, backend, Some(threads));
                let stage = row.stage.clone();
                let mut once = StageRun {
                    bench,
                    solver: solver(backend.unwrap_or_else(Backend::detect), threads),
                    expected,
                    // Each stage has its own output file, so that no stage replaces the file of another one.
                    output: bench.folder.join(format!("answers of {stage}")),
                    hashes: true,
                };
                let task = move || {
                    let (time, right) = run(&once)?;
                    // Hashing takes time, so only the first run, which is not counted, computes a hash.
                    once.hashes = false;
                    ensure!(
                        right,
                        "{stage}: the answers differ from those of earlier runs"
                    );
                    Ok((time, None))
                };
                stages.push((row, Box::new(task)));
            }
        }
    }
    Ok(stages)
}

/// The results that every backend must give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Expected {
    hot: u64,
    cold: u64,
    /// Pairs whose second pile is the larger one: the answers of the stage `parse`.
    ascending: u64,
    newlines: u64,
    answers: Hash,
}

/// Answers the input with every backend and on every number of threads, untimed. Errors: two of them differ.
fn agree(bench: &Bench, backends: &[Backend]) -> Result<Expected> {
    let mut agreed: Option<(String, Expected)> = None;
    for &threads in &bench.threads {
        for &backend in backends {
            let who = format!("{backend} on {threads} thread(s)");
            let solver = solver(backend, threads);
            let (summary, answers) = solve(&bench.file, &solver)?;
            let expected = Expected {
                hot: summary.hot,
                cold: summary.cold,
                ascending: count_ascending(bench.input(), &solver)?.cold,
                newlines: newlines(bench.input(), &solver)?,
                answers,
            };
            let (other, before) = agreed.get_or_insert((who.clone(), expected));
            ensure!(
                expected == *before,
                "the answers differ, so nothing was timed: {other}: {before:?}; {who}: {expected:?}"
            );
        }
    }
    Ok(agreed.context("no backend")?.1)
}

fn solver(backend: Backend, threads: NonZeroUsize) -> Solver {
    Solver::default().threads(threads).backend(backend)
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

fn newlines(input: Input<'_>, solver: &Solver) -> Result<u64> {
    let count = AtomicU64::new(0);
    scan(input, solver, |bytes| {
        let found = memchr::memchr_iter(b'\n', bytes).count() as u64;
        count.fetch_add(found, Ordering::Relaxed);
    })?;
    Ok(count.into_inner())
}

/// One run of a stage. Each stage is a method.
struct StageRun<'b> {
    bench: &'b Bench,
    solver: Solver,
    expected: Expected,
    /// The output file of this stage.
    output: PathBuf,
    /// Whether an output is checked by its hash, or only by its length.
    hashes: bool,
}

impl StageRun<'_> {
    fn touch(&self) -> Result<Timed> {
        timed(
            || touch(self.bench.input(), &self.solver),
            |found| Ok(!found),
        )
    }

    fn newlines(&self) -> Result<Timed> {
        timed(
            || newlines(self.bench.input(), &self.solver),
            |count| Ok(count == self.expected.newlines),
        )
    }

    fn parse(&self) -> Result<Timed> {
        let Expected { hot, cold, .. } = self.expected;
        timed(
            || Ok(count_ascending(self.bench.input(), &self.solver)?),
            |s| Ok((s.cold, s.records()) == (self.expected.ascending, hot + cold)),
        )
    }

    fn decide(&self) -> Result<Timed> {
        let mut solver = self.solver.clone();
        solver.problem.answer_format = AnswerFormat::Totals;
        timed(
            || {
                let nowhere = Output::stream(io::sink(), "nowhere");
                Ok(solver.solve(vec![self.bench.input()], nowhere)?)
            },
            |s| Ok(self.is_right(&s)),
        )
    }

    fn null(&self) -> Result<Timed> {
        timed(
            || self.solve(Output::path(NULL_DEVICE.as_ref())?),
            |s| Ok(self.is_right(&s)),
        )
    }

    /// Removes the output file after the run, so that the next run makes a new one.
    fn file(&self) -> Result<Timed> {
        let timed = self.replace()?;
        std::fs::remove_file(&self.output)?;
        Ok(timed)
    }

    fn replace(&self) -> Result<Timed> {
        timed(
            || self.solve(Output::path(&self.output)?),
            |s| Ok(self.is_right(&s) && self.are_answers(File::open(&self.output)?)?),
        )
    }

    /// Solves into a pipe, which another thread empties.
    fn pipe(&self) -> Result<Timed> {
        let solve = || {
            let (reader, writer) = io::pipe()?;
            std::thread::scope(|scope| {
                let drain = scope.spawn(|| self.are_answers(reader));
                // The output is dropped at the end of the run. This closes the pipe, so that the reader ends.
                let solved = self.solve(Output::stream(writer, "pipe"));
                let found = drain.join().expect("reading and adding don't panic");
                solved?;
                found
            })
        };
        timed(solve, Ok)
    }

    fn solve(&self, output: Output<'_>) -> Result<Summary> {
        Ok(self.solver.solve(vec![self.bench.input()], output)?)
    }

    fn is_right(&self, summary: &Summary) -> bool {
        (summary.hot, summary.cold) == (self.expected.hot, self.expected.cold)
    }

    /// Whether the bytes of `reader` are the expected answers, or as many.
    fn are_answers(&self, reader: impl Read) -> Result<bool> {
        let mut reader = BufReader::with_capacity(256 << 10, reader);
        let expected = self.expected.answers;
        if self.hashes {
            let mut found = Hash::EMPTY;
            io::copy(&mut reader, &mut found)?;
            return Ok(found == expected);
        }
        Ok(io::copy(&mut reader, &mut io::sink())? == expected.bytes)
    }
}

/// The time of `run`, and whether its result is `right`.
fn timed<T>(
    run: impl FnOnce() -> Result<T>,
    right: impl FnOnce(T) -> Result<bool>,
) -> Result<Timed> {
    let start = Instant::now();
    let result = run()?;
    Ok((start.elapsed(), right(result)?))
}
