//! What is timed: the stages, each checked against what all backends agreed on.
//!
//! Owns the list of stages and the check. Invariant: a time is only ever returned for a run that
//! gave the right counts.

use super::measure::Task;
use anyhow::{Context, Result, ensure};
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use wythoff::input::chunk::newlines;
use wythoff::pipeline::{self, Ascending, IsCold};
use wythoff::{Backend, Config, Input, Summary, Target};

/// One line of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage {
    pub(super) name: Name,
    /// The parser, for what has one.
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

/// The stages for these backends and numbers of threads, in the order of the table. The last
/// backend is the fastest: only it gets the two rarer targets.
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

/// What every backend says about the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Truth {
    pub(super) hot: u64,
    pub(super) cold: u64,
    /// Pairs whose second pile is the larger: the answers of the stage `parse`.
    pub(super) ascending: u64,
    pub(super) newlines: u64,
    pub(super) answers: Hash,
}

/// The file that is benchmarked, and where outputs may be made.
pub(super) struct Bench {
    pub(super) file: PathBuf,
    pub(super) folder: PathBuf,
}

impl Bench {
    /// How many threads take part if that many may: only one in a small file.
    pub(super) fn threads(&self, most: Option<NonZeroUsize>) -> Result<NonZeroUsize> {
        let config = Config {
            threads: most,
            ..Config::default()
        };
        let summary = pipeline::count::<IsCold>(self.input(), &config)?;
        Ok(NonZeroUsize::new(summary.threads).unwrap_or(NonZeroUsize::MIN))
    }

    /// Answers everything with every backend and on every number of threads, untimed. An error
    /// if any two don't agree.
    pub(super) fn agree(&self, backends: &[Backend], threads: &[NonZeroUsize]) -> Result<Truth> {
        let mut agreed: Option<(String, Truth)> = None;
        for &threads in threads {
            for &backend in backends {
                let who = format!("{backend} on {threads} thread(s)");
                let truth = self.truth(&config(Some(backend), threads))?;
                let (other, before) = agreed.get_or_insert((who.clone(), truth));
                ensure!(
                    truth == *before,
                    "the answers differ, so nothing was timed: {other}: {before:?}; {who}: {truth:?}"
                );
            }
        }
        let (_, truth) = agreed.context("no backend")?;
        ensure!(truth.hot + truth.cold > 0, "there is no pair in the input");
        Ok(truth)
    }

    fn truth(&self, config: &Config) -> Result<Truth> {
        let mut answers = Hash::default();
        let target = Target::stream(answers.by_ref(), "checksum");
        let summary = wythoff::solve(vec![self.input()], target, config)?;
        Ok(Truth {
            hot: summary.hot,
            cold: summary.cold,
            ascending: pipeline::count::<Ascending>(self.input(), config)?.cold,
            newlines: self.newlines(config)?,
            answers,
        })
    }

    /// The stage as something to be timed.
    pub(super) fn task(&self, stage: Stage, truth: Truth) -> Task<'_> {
        let config = config(stage.backend, stage.threads);
        let decided = (truth.hot, truth.cold);
        let pairs = truth.hot + truth.cold;
        // Each stage has its own output: what one leaves behind is no other's existing file.
        let output = self.folder.join(format!("answers of {stage}"));
        let mut first = true;
        Box::new(move || {
            let hashed = std::mem::take(&mut first);
            let (time, right) = match stage.name {
                Name::Touch => timed(|| self.touch(&config), |found| !found),
                Name::Newlines => timed(|| self.newlines(&config), |n| n == truth.newlines),
                Name::Parse => timed(
                    || Ok(pipeline::count::<Ascending>(self.input(), &config)?),
                    |s| (s.cold, s.pairs()) == (truth.ascending, pairs),
                ),
                Name::Decide => timed(
                    || Ok(pipeline::count::<IsCold>(self.input(), &config)?),
                    |s| (s.hot, s.cold) == decided,
                ),
                Name::Null => timed(
                    || self.solve("/dev/null".as_ref(), &config),
                    |s| (s.hot, s.cold) == decided,
                ),
                Name::File | Name::Replace => {
                    let (time, right) = timed(
                        || self.solve(&output, &config),
                        |s| (s.hot, s.cold) == decided,
                    )?;
                    let mut file = File::open(&output)?;
                    let found = Hash::of(&mut file, hashed)?;
                    if stage.name == Name::File {
                        std::fs::remove_file(&output)?;
                    }
                    Ok((time, right && found.agrees(truth.answers)))
                }
                Name::Pipe => timed(
                    || self.pipe(&config, hashed),
                    |found| found.agrees(truth.answers),
                ),
            }?;
            ensure!(right, "{stage}: the answers differ from those before");
            Ok(time)
        })
    }

    fn input(&self) -> Input<'static> {
        Input::Path(self.file.clone())
    }

    /// Looks through all bytes for one that isn't there, as every line is known to be a record.
    ///
    /// Of what reads each byte this costs the least: a comparison and an "or" for each vector, in
    /// memchr's loop over 128 bytes. On a machine with AVX-512 it was within 3% of a sum by
    /// hand-written 512-bit loads; an exclusive or left to the compiler, which may count on 128
    /// bits only, was 5% slower than memchr. A floor that is too high flatters what stands on it.
    fn touch(&self, config: &Config) -> Result<bool> {
        const ABSENT: u8 = 0;
        let found = AtomicBool::new(false);
        pipeline::scan(self.input(), config, |bytes| {
            if memchr::memchr(ABSENT, bytes).is_some() {
                found.store(true, Ordering::Relaxed);
            }
        })?;
        Ok(found.into_inner())
    }

    fn newlines(&self, config: &Config) -> Result<u64> {
        let count = AtomicU64::new(0);
        pipeline::scan(self.input(), config, |bytes| {
            count.fetch_add(newlines(bytes), Ordering::Relaxed);
        })?;
        Ok(count.into_inner())
    }

    fn solve(&self, output: &Path, config: &Config) -> Result<Summary> {
        let target = Target::path(output)?;
        Ok(wythoff::solve(vec![self.input()], target, config)?)
    }

    /// Solves into a pipe; returns what came out at the other end.
    fn pipe(&self, config: &Config, hashed: bool) -> Result<Hash> {
        let (mut reader, writer) = io::pipe()?;
        std::thread::scope(|scope| {
            let drain = scope.spawn(move || Hash::of(&mut reader, hashed));
            // By a name, so that the library opens it as it would any other pipe. The reader
            // comes to an end when both writers are dropped.
            let solved = (move || {
                let name = format!("/dev/fd/{}", writer.as_raw_fd());
                let target = Target::path(name.as_ref())?;
                drop(writer);
                wythoff::solve(vec![self.input()], target, config)
            })();
            let found = drain.join().expect("reading and adding don't panic");
            solved?;
            Ok(found?)
        })
    }
}

/// How many bytes there were, and their FNV-1a hash (64 bits), which depends on their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hash {
    pub(super) bytes: u64,
    /// `None` if it wasn't asked for, as in timed runs.
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
    /// Of everything that `reader` gives; the length alone if not `hashed`.
    fn of(reader: &mut impl Read, hashed: bool) -> io::Result<Self> {
        let mut hash = Self::default();
        if !hashed {
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

    /// The same, as far as both know.
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

fn config(backend: Option<Backend>, threads: NonZeroUsize) -> Config {
    Config {
        threads: Some(threads),
        backend: backend.unwrap_or_else(Backend::detect),
        ..Config::default()
    }
}

/// How long `run` took, and whether what it gave is `right`.
fn timed<T>(
    run: impl FnOnce() -> Result<T>,
    right: impl FnOnce(T) -> bool,
) -> Result<(Duration, bool)> {
    let start = Instant::now();
    let result = run()?;
    let time = start.elapsed();
    Ok((time, right(result)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash() {
        // The reference's own vectors.
        let of = |text: &str| Hash::of(&mut text.as_bytes(), true).unwrap().fnv1a.unwrap();
        assert_eq!(of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of("foobar"), 0x8594_4171_f739_67e8);
    }
}
