//! The stages that `bench` times. The answers of each stage are compared with those on which all backends agree. A time is
//! returned only for a run with the right counts.

use super::measure::{Task, rounds};
use super::measurement::{Measurement, Row};
use crate::args::bench::Bench as Args;
use crate::process::NULL_DEVICE;
use crate::progress::Steps;
use anyhow::{Context, Result, ensure};
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use wythoff::internal::{Ascending, IsCold, count_matches, count_newlines, scan};
use wythoff::{Backend, Input, Output, Solver, Summary};

/// A line of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage {
    pub(super) name: Name,
    /// The parser, if the stage has one.
    pub(super) backend: Option<Backend>,
    pub(super) threads: NonZeroUsize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Touch,
    Newlines,
    Parse,
    Decide,
    Null,
    File,
    Replace,
    Pipe,
}

impl Name {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Name::Touch => "touch",
            Name::Newlines => "newlines",
            Name::Parse => "parse",
            Name::Decide => "decide",
            Name::Null => "null",
            Name::File => "file",
            Name::Replace => "replace",
            Name::Pipe => "pipe",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.as_str())?;
        if let Some(backend) = self.backend {
            write!(f, " with {backend}")?;
        }
        write!(f, " on {} thread(s)", self.threads)
    }
}

/// The stages for these backends and numbers of threads, in the order of the table. Only the last backend, the fastest,
/// gets the stages `replace` and `pipe`.
pub(super) fn stages(backends: &[Backend], threads: &[NonZeroUsize]) -> Vec<Stage> {
    let mut stages = Vec::new();
    for &threads in threads {
        let mut add = |name, backend| {
            stages.push(Stage {
                name,
                backend,
                threads,
            });
        };
        add(Name::Touch, None);
        add(Name::Newlines, None);
        for name in [Name::Parse, Name::Decide, Name::Null, Name::File] {
            for &backend in backends {
                add(name, Some(backend));
            }
        }
        add(Name::Replace, backends.last().copied());
        add(Name::Pipe, backends.last().copied());
    }
    stages
}

/// Times every stage, after all backends gave the same answers.
pub(super) fn measure(args: &Args, bench: &Bench, steps: &Steps) -> Result<Measurement> {
    let backends: Vec<Backend> = match args.backend.as_deref() {
        Some(name) if !name.is_empty() => vec![name.parse()?],
        _ => Backend::list_available().collect(),
    };
    let mut threads = vec![NonZeroUsize::MIN, bench.threads(args.threads)?];
    threads.dedup();
    steps.next("comparing what the backends answer");
    let expected = bench.agree(&backends, &threads)?;
    let stages = stages(&backends, &threads);
    let mut tasks: Vec<_> = stages.iter().map(|&s| bench.task(s, expected)).collect();
    let runs = args.runs.get();
    let times = rounds(&mut tasks, runs, |round| {
        steps.next(&format!("round {round} of {runs}"));
    })?;
    let rows = stages.iter().zip(times).map(|(stage, seconds)| Row {
        stage: stage.name.as_str().to_owned(),
        backend: stage.backend.map(|backend| backend.name().to_owned()),
        threads: Some(stage.threads.get() as u64),
        seconds,
        memory: None,
    });
    Ok(Measurement {
        hot: expected.hot,
        cold: expected.cold,
        answers: expected.answers.shown(),
        backends: backends.iter().map(|b| b.name().to_owned()).collect(),
        rounds: runs as u64,
        rows: rows.collect(),
        ..Measurement::new(&bench.file)?
    })
}

/// The results that every backend must give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expected {
    pub(super) hot: u64,
    pub(super) cold: u64,
    /// Pairs whose second pile is the larger one: the answers of the stage `parse`.
    pub(super) ascending: u64,
    pub(super) newlines: u64,
    pub(super) answers: Hash,
}

/// The input of a benchmark, and the folder of its outputs.
pub(super) struct Bench {
    pub(super) file: PathBuf,
    pub(super) folder: PathBuf,
}

impl Bench {
    /// The number of threads that take part if at most `max` threads are allowed: one thread for a small file.
    pub(super) fn threads(&self, max: Option<NonZeroUsize>) -> Result<NonZeroUsize> {
        let solver = Solver::default().threads(max);
        let summary = count_matches::<IsCold>(self.input(), &solver)?;
        Ok(NonZeroUsize::new(summary.threads).unwrap_or(NonZeroUsize::MIN))
    }

    /// Answers the input with every backend and on every number of threads, untimed. Errors: two of them differ.
    pub(super) fn agree(&self, backends: &[Backend], threads: &[NonZeroUsize]) -> Result<Expected> {
        let mut agreed: Option<(String, Expected)> = None;
        for &threads in threads {
            for &backend in backends {
                let who = format!("{backend} on {threads} thread(s)");
                let expected = self.expected(&solver(Some(backend), threads))?;
                let (other, before) = agreed.get_or_insert((who.clone(), expected));
                ensure!(
                    expected == *before,
                    "the answers differ, so nothing was timed: {other}: {before:?}; {who}: {expected:?}"
                );
            }
        }
        let (_, expected) = agreed.context("no backend")?;
        ensure!(
            expected.hot + expected.cold > 0,
            "expected at least one pair in the input, found none"
        );
        Ok(expected)
    }

    fn expected(&self, solver: &Solver) -> Result<Expected> {
        let mut answers = Hash::default();
        let output = Output::stream(answers.by_ref(), "checksum");
        let summary = solver.solve(vec![self.input()], output)?;
        Ok(Expected {
            hot: summary.hot,
            cold: summary.cold,
            ascending: count_matches::<Ascending>(self.input(), solver)?.cold,
            newlines: self.newlines(solver)?,
            answers,
        })
    }

    /// The stage as a task for the timer.
    pub(super) fn task(&self, stage: Stage, expected: Expected) -> Task<'_> {
        let solver = solver(stage.backend, stage.threads);
        let decided = (expected.hot, expected.cold);
        let pairs = expected.hot + expected.cold;
        // Each stage has its own output file, so that no stage replaces the file of another one.
        let output = self.folder.join(format!("answers of {stage}"));
        let mut first = true;
        Box::new(move || {
            // Hashing takes time, so only the first run, which is not counted, computes a hash.
            let checksum = match std::mem::take(&mut first) {
                true => Checksum::Hash,
                false => Checksum::LengthOnly,
            };
            let (time, right) = match stage.name {
                Name::Touch => judged(|| self.touch(&solver), |found| !found),
                Name::Newlines => judged(|| self.newlines(&solver), |n| n == expected.newlines),
                Name::Parse => judged(
                    || Ok(count_matches::<Ascending>(self.input(), &solver)?),
                    |s| (s.cold, s.records()) == (expected.ascending, pairs),
                ),
                Name::Decide => judged(
                    || Ok(count_matches::<IsCold>(self.input(), &solver)?),
                    |s| (s.hot, s.cold) == decided,
                ),
                Name::Null => judged(
                    || self.solve(NULL_DEVICE.as_ref(), &solver),
                    |s| (s.hot, s.cold) == decided,
                ),
                Name::File | Name::Replace => {
                    let (time, right) = judged(
                        || self.solve(&output, &solver),
                        |s| (s.hot, s.cold) == decided,
                    )?;
                    let mut file = File::open(&output)?;
                    let found = Hash::of_reader(&mut file, checksum)?;
                    if stage.name == Name::File {
                        std::fs::remove_file(&output)?;
                    }
                    Ok((time, right && found.agrees(expected.answers)))
                }
                Name::Pipe => judged(
                    || self.pipe(&solver, checksum),
                    |found| found.agrees(expected.answers),
                ),
            }?;
            ensure!(
                right,
                "{stage}: the answers differ from those of earlier runs"
            );
            Ok(time)
        })
    }

    fn input(&self) -> Input<'static> {
        Input::path(&self.file)
    }

    /// Searches all bytes for one that no valid input has.
    ///
    /// This is the fastest way to read each byte: a comparison and an "or" for each vector, in memchr's loop over 128
    /// bytes. With AVX-512 its time was within 3% of a sum with hand-written 512-bit loads. An exclusive or that the
    /// compiler vectorised (for 128 bits) was 5% slower than memchr. With a slow floor the parsers would look too fast.
    pub(super) fn touch(&self, solver: &Solver) -> Result<bool> {
        const ABSENT: u8 = 0;
        let found = AtomicBool::new(false);
        scan(self.input(), solver, |bytes| {
            if memchr::memchr(ABSENT, bytes).is_some() {
                found.store(true, Ordering::Relaxed);
            }
        })?;
        Ok(found.into_inner())
    }

    fn newlines(&self, solver: &Solver) -> Result<u64> {
        let count = AtomicU64::new(0);
        scan(self.input(), solver, |bytes| {
            count.fetch_add(count_newlines(bytes), Ordering::Relaxed);
        })?;
        Ok(count.into_inner())
    }

    fn solve(&self, output: &Path, solver: &Solver) -> Result<Summary> {
        let output = Output::path(output)?;
        Ok(solver.solve(vec![self.input()], output)?)
    }

    /// Solves into a pipe; returns the hash of what the other end reads.
    fn pipe(&self, solver: &Solver, checksum: Checksum) -> Result<Hash> {
        let (mut reader, writer) = io::pipe()?;
        std::thread::scope(|scope| {
            let drain = scope.spawn(move || Hash::of_reader(&mut reader, checksum));
            // The output is dropped at the end of the run. This closes the pipe, so that the reader ends.
            let output = Output::stream(writer, "pipe");
            let solved = solver.solve(vec![self.input()], output);
            let found = drain.join().expect("reading and adding don't panic");
            solved?;
            Ok(found?)
        })
    }
}

/// How an output is checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Checksum {
    Hash,
    LengthOnly,
}

/// The number of bytes, and their FNV-1a hash (64 bits), which depends on their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hash {
    pub(super) bytes: u64,
    /// `None` in timed runs.
    pub(super) fnv1a: Option<u64>,
}

impl Default for Hash {
    fn default() -> Self {
        Self {
            bytes: 0,
            fnv1a: Some(0xcbf2_9ce4_8422_2325),
        }
    }
}

impl Hash {
    /// The hash of all bytes of `reader`.
    fn of_reader(reader: &mut impl Read, checksum: Checksum) -> io::Result<Self> {
        let mut hash = Self::default();
        if checksum == Checksum::LengthOnly {
            hash.fnv1a = None;
        }
        let mut buffer = vec![0; 256 << 10];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return Ok(hash),
                Ok(n) => hash.write_all(&buffer[..n])?,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
    }

    /// The hash as 16 hexadecimal digits; empty if it is not known.
    pub(super) fn shown(self) -> String {
        self.fnv1a
            .map_or_else(String::new, |hash| format!("{hash:016x}"))
    }

    /// Whether both are the same. Hashes are compared only if both are known.
    fn agrees(self, other: Self) -> bool {
        self.bytes == other.bytes && (self.fnv1a.is_none() || self.fnv1a == other.fnv1a)
    }
}

impl Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len() as u64;
        if let Some(hash) = &mut self.fnv1a {
            *hash = bytes.iter().fold(*hash, |hash, &c| {
                (hash ^ u64::from(c)).wrapping_mul(0x0000_0100_0000_01b3)
            });
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn solver(backend: Option<Backend>, threads: NonZeroUsize) -> Solver {
    Solver::default()
        .threads(threads)
        .backend(backend.unwrap_or_else(Backend::detect))
}

/// The time of `run`, and its result.
pub(super) fn timed<T>(run: impl FnOnce() -> Result<T>) -> Result<(Duration, T)> {
    let start = Instant::now();
    let result = run()?;
    Ok((start.elapsed(), result))
}

/// The time of `run`, and whether its result is `right`.
fn judged<T>(
    run: impl FnOnce() -> Result<T>,
    right: impl FnOnce(T) -> bool,
) -> Result<(Duration, bool)> {
    let (time, result) = timed(run)?;
    Ok((time, right(result)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash() {
        // The test vectors of the reference.
        let of = |text: &str| {
            Hash::of_reader(&mut text.as_bytes(), Checksum::Hash)
                .unwrap()
                .fnv1a
                .unwrap()
        };
        assert_eq!(of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of("foobar"), 0x8594_4171_f739_67e8);
    }
}
