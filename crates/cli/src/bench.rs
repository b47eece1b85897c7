//! `wythoff bench`.

pub(crate) mod measurement;
mod programs;
mod rounds;
mod stages;
mod table;

use super::exit_code::NEGATIVE;
use super::progress::Steps;
use super::shell_words::format_options;
use super::{args, output, process, report, resolve};
use anyhow::{Result, bail, ensure};
use measurement::{Measurement, Row};
use programs::{Failed, Programs};
use rounds::{Task, run_rounds};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wythoff::internal::shown_path;
use wythoff::workload::Regime;
use wythoff::{Backend, Error, Input, Output, Solver, Summary};

/// The seed of the inputs.
const SEED: u64 = 1;

/// Whether a signal is ending this process.
static ENDING: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(args: args::bench::Bench) -> Result<ExitCode> {
    let result = measure(&args);
    if result.is_err() && ENDING.load(Ordering::SeqCst) {
        // A signal handler removed the file, and is about to end this process.
        std::thread::sleep(Duration::from_secs(5));
    }
    match result {
        Err(error) if error.is::<Failed>() => {
            report::line(format_args!("{error}"));
            Ok(ExitCode::from(NEGATIVE))
        }
        result => result,
    }
}

fn measure(args: &args::bench::Bench) -> Result<ExitCode> {
    let options = format_options(&args.format);
    ensure!(
        !args.command.is_empty() || options.is_empty(),
        "{}: allowed only with a program after --, such as: wythoff bench FILE -- ./reader",
        options.trim()
    );
    let problem = resolve::problem(&args.format)?;
    let mut output = output::stdout()?;
    let folder = tempfile::Builder::new()
        .prefix("wythoff-bench-")
        .tempdir()
        .map_err(|e| Error::from(e).about(shown_path(&std::env::temp_dir())))?;
    let path = folder.path().to_owned();
    let runners = process::Runners::new();
    let children = Arc::clone(&runners.children);
    let steps = Steps::new(args.watch);
    let end = steps.end();
    process::on_signals(move || {
        ENDING.store(true, Ordering::SeqCst);
        end();
        process::stop(&children);
        remove(&path);
    })?;
    // A parser that this machine lacks is an error before the input is made.
    let backend = resolve::backend(args.backend.as_deref().unwrap_or_default())?;
    let (file, input) = input(args, folder.path(), &steps)?;
    steps.next("solving the input");
    let solver = Solver {
        backend,
        threads: args.threads,
        ..Solver::new(problem)
    };
    let bench = Bench::new(std::path::absolute(file)?, folder.path(), &solver)?;
    let measured = if args.command.is_empty() {
        let backends: Vec<Backend> = match args.backend.as_deref() {
            Some(name) if !name.is_empty() => vec![backend],
            _ => Backend::list_available().collect(),
        };
        steps.next("comparing what the backends answer");
        let stages = stages::stages(&bench, &backends)?;
        bench.measure(stages, args.runs, &steps, &backends)?
    } else {
        let programs = Programs {
            bench: &bench,
            args,
            backend,
            children: Arc::clone(&runners.children),
        };
        if !args.no_check {
            steps.next("checking the answers of the reader");
            programs.check(&solver)?;
        }
        let words = args.command.iter().map(|w| w.to_string_lossy());
        Measurement {
            command: Some(words.map(Cow::into_owned).collect()),
            checked: Some(!args.no_check),
            ..bench.measure(programs.stages()?, args.runs, &steps, &[backend])?
        }
    };
    drop(steps);
    let measured = Measurement { input, ..measured }.with_statistics();
    let text = match args.json {
        true => format!("{:#}\n", serde_json::to_value(&measured)?),
        false => table::table(&measured),
    };
    output.write_now(&text)?;
    output.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// The input of a benchmark, what it is answered with, and the folder of the outputs.
struct Bench {
    file: PathBuf,
    folder: PathBuf,
    summary: Summary,
    answers: Hash,
    /// The numbers of threads to measure: one, and those that take part in solving this input.
    threads: Vec<NonZeroUsize>,
}

impl Bench {
    fn new(file: PathBuf, folder: &Path, solver: &Solver) -> Result<Self> {
        let (summary, answers) = solve(&file, solver)?;
        ensure!(
            summary.records() > 0,
            "expected at least one position in the input, found none"
        );
        let all = NonZeroUsize::new(summary.threads).unwrap_or(NonZeroUsize::MIN);
        let mut threads = vec![NonZeroUsize::MIN, all];
        threads.dedup();
        Ok(Self {
            file,
            folder: folder.to_owned(),
            summary,
            answers,
            threads,
        })
    }

    fn input(&self) -> Input<'static> {
        Input::path(&self.file)
    }

    /// Times these stages.
    fn measure(
        &self,
        mut stages: Vec<(Row, Task<'_>)>,
        runs: NonZeroUsize,
        steps: &Steps,
        backends: &[Backend],
    ) -> Result<Measurement> {
        run_rounds(&mut stages, runs.get(), steps)?;
        Ok(Measurement {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            bytes: self.file.metadata()?.len(),
            pairs: self.summary.records(),
            hot: self.summary.hot,
            cold: self.summary.cold,
            answers: format!("{:016x}", self.answers.fnv1a),
            backends: backends.iter().map(|b| b.name().to_owned()).collect(),
            cpu: cpu(),
            cores: std::thread::available_parallelism().map_or(1, |n| n.get() as u64),
            rounds: runs.get() as u64,
            rows: stages.into_iter().map(|(row, _)| row).collect(),
            ..Measurement::default()
        })
    }
}

/// Solves a file once, untimed.
fn solve(file: &Path, solver: &Solver) -> Result<(Summary, Hash)> {
    let mut hash = Hash::EMPTY;
    let output = Output::stream(hash.by_ref(), "checksum");
    let summary = solver.solve(vec![Input::path(file)], output)?;
    Ok((summary, hash))
}

/// The number of bytes, and their FNV-1a hash (64 bits), which depends on their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hash {
    bytes: u64,
    fnv1a: u64,
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

/// The name of the processor.
fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    info.lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim())
        .to_owned()
}

/// The input and its name. Without a file, one is made in `folder`.
fn input(args: &args::bench::Bench, folder: &Path, steps: &Steps) -> Result<(PathBuf, String)> {
    let (file, source) = match &args.file {
        Some(file) if file == Path::new("-") => {
            bail!(
                "bench reads its input several times, so it can't be standard input; write the name of a file"
            )
        }
        Some(file) => (file.clone(), Input::path(file).name()),
        None => {
            let regime = args.regime;
            let file = folder.join("pairs");
            steps.next("making an input");
            make(&file, regime, args.size).map_err(|e| Error::from(e).about(shown_path(&file)))?;
            (file, format!("regime {}, seed {SEED}", regime.name))
        }
    };
    let meta = file
        .metadata()
        .map_err(|e| Error::from(e).about(source.as_str()))?;
    ensure!(
        meta.is_file(),
        "{source}: bench reads its input several times, so it must be a regular file"
    );
    Ok((file, source))
}

/// Removes the folder, even if runs still write to it. A file that is created after the folder was listed makes the removal
/// fail, so the removal is tried again.
fn remove(folder: &Path) {
    let start = Instant::now();
    while std::fs::remove_dir_all(folder).is_err_and(|e| e.kind() != ErrorKind::NotFound) {
        // The user interrupted the program and should not wait longer.
        if start.elapsed() > Duration::from_secs(1) {
            break;
        }
    }
}

/// The number of bytes in a write; see [`make`].
const WRITE: usize = 1 << 20;

/// Writes the first `size` bytes of `regime` to `file`, up to the end of a line. Waits until they are on the disk, because a
/// later write-back would disturb the measurement. Writes aligned mebibytes. After small writes the system would keep single
/// pages in its cache, and mapping such a file takes three times the time of reading it.
fn make(file: &Path, regime: Regime, size: u64) -> io::Result<()> {
    let mut file = File::create(file)?;
    let mut written = 0;
    let mut text = Vec::new();
    for block in 0.. {
        regime.fill(SEED, block, &mut text);
        if written + text.len() as u64 >= size {
            break;
        }
        let whole = text.len() / WRITE * WRITE;
        if whole > 0 {
            file.write_all(&text[..whole])?;
            text.drain(..whole);
            written += whole as u64;
        }
    }
    // The file ends with the line in which `size` is reached.
    let last = (size - written) as usize - 1;
    let end = memchr::memchr(b'\n', &text[last..]).map_or(text.len(), |i| last + i + 1);
    file.write_all(&text[..end])?;
    file.sync_all()
}
