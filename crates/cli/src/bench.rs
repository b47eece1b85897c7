//! `wythoff bench`.

mod report;
mod rounds;
mod stages;

use super::progress::{Ticker, Total};
use super::text_output::print;
use super::{args, process, resolve};
use anyhow::{Result, ensure};
use report::Measurement;
use rounds::run_rounds;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wythoff::internal::shown_path;
use wythoff::workload::Regime;
use wythoff::{Backend, Error, Input, Output, Solver, Summary};

/// The seed of the inputs.
const SEED: u64 = 1;

/// Whether a signal is ending this process.
static ENDING: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(args: &args::bench::Bench) -> Result<ExitCode> {
    process::stdout()?;
    let folder = tempfile::Builder::new()
        .prefix("wythoff-bench-")
        .tempdir()
        .map_err(|e| Error::from(e).about(shown_path(&std::env::temp_dir())))?;
    let path = folder.path().to_owned();
    process::on_signals(move || {
        ENDING.store(true, Ordering::SeqCst);
        remove(&path);
    })?;
    let measured = measure(args, folder.path());
    if measured.is_err() && ENDING.load(Ordering::SeqCst) {
        // A signal handler removed the file, and is about to end this process.
        std::thread::sleep(Duration::from_secs(5));
    }
    remove(folder.path());
    print(measured?.as_bytes())
}

/// Measures, with temporary files in `folder`. Returns the text to print.
fn measure(args: &args::bench::Bench, folder: &Path) -> Result<String> {
    // A parser that this machine lacks is an error before the input is made.
    let backend = resolve::backend(args.backend.as_deref().unwrap_or_default())?;
    let backends: Vec<Backend> = match args.backend.as_deref() {
        Some(name) if !name.is_empty() => vec![backend],
        _ => Backend::list_available().collect(),
    };
    let (file, name, _open) = input(args, folder)?;
    let solver = Solver {
        backend,
        threads: args.threads,
        ..Solver::default()
    };
    let (summary, answers) = solve(&file, &solver)?;
    ensure!(
        summary.records() > 0,
        "expected at least one position in the input, found none"
    );
    let all = NonZeroUsize::new(summary.threads).unwrap_or(NonZeroUsize::MIN);
    let mut threads = vec![NonZeroUsize::MIN, all];
    threads.dedup();
    let bench = Bench {
        bytes: file.metadata()?.len(),
        file,
        name,
        folder: folder.to_owned(),
        summary,
        answers,
        threads,
    };
    let mut stages = stages::stages(&bench, &backends)?;
    let (count, rounds) = (stages.len(), args.runs.get());
    let runs = count as u64 * (rounds as u64 + 1);
    let ticker = Ticker::start(args.watch, || Total::Runs(runs));
    let progress = ticker.progress().unwrap_or_default();
    run_rounds(count, rounds, |round, i| {
        let time = stages[i].time()?;
        if round > 0 {
            stages[i].seconds.push(time.as_secs_f64());
        }
        progress.add(0, 1);
        Ok(())
    })?;
    drop(ticker);
    let measurement = Measurement {
        bench: &bench,
        backends: &backends,
        rounds: args.runs,
        stages,
    };
    Ok(match args.json {
        true => format!("{:#}\n", measurement.json()),
        false => measurement.table(),
    })
}

/// The input of a benchmark, what it is answered with, and the folder of the outputs.
struct Bench {
    file: PathBuf,
    /// The name of the file, or the regime and the seed.
    name: String,
    bytes: u64,
    folder: PathBuf,
    summary: Summary,
    answers: Hash,
    /// The numbers of threads to measure: one, and those that take part in solving this input.
    threads: Vec<NonZeroUsize>,
}

impl Bench {
    fn input(&self) -> Input<'static> {
        Input::path(&self.file)
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

/// The input and its name in messages. Without a file, one is made: if the system can do that, it has no name, so that not even
/// `kill -9` leaves it behind. It exists as long as the third value is open.
fn input(args: &args::bench::Bench, folder: &Path) -> Result<(PathBuf, String, Option<File>)> {
    let mut open = None;
    let (file, source) = match &args.file {
        Some(file) => (file.clone(), Input::path(file).name()),
        None => {
            let regime = args.regime;
            let mut made = || {
                let (path, file) = process::temporary_file(folder)?;
                make(open.insert(file), regime, args.size)?;
                Ok(path)
            };
            let path = made().map_err(|e: io::Error| Error::from(e).about(shown_path(folder)))?;
            (path, format!("regime {}, seed {SEED}", regime.name))
        }
    };
    let meta = file
        .metadata()
        .map_err(|e| Error::from(e).about(source.as_str()))?;
    ensure!(
        meta.is_file(),
        "{source}: bench reads its input several times, so it must be a regular file"
    );
    Ok((file, source, open))
}

/// Removes the folder, even if runs still write to it. A file that is created after the folder was listed makes the removal
/// fail, so the removal is tried again.
fn remove(folder: &Path) {
    let start = Instant::now();
    while std::fs::remove_dir_all(folder).is_err_and(|e| e.kind() != ErrorKind::NotFound) {
        // An empty folder that the umask made unreadable can't be listed, but removed. The user interrupted the program and
        // should not wait longer than a second.
        if std::fs::remove_dir(folder).is_ok() || start.elapsed() > Duration::from_secs(1) {
            break;
        }
    }
}

/// The number of bytes in a write; see [`make`].
const WRITE: usize = 1 << 20;

/// Writes the first `size` bytes of `regime` to `file`, up to the end of a line. Waits until they are on the disk, because a
/// later write-back would disturb the measurement. Writes aligned mebibytes. After small writes the system would keep single
/// pages in its cache, and mapping such a file takes three times the time of reading it.
fn make(file: &mut File, regime: Regime, size: u64) -> io::Result<()> {
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
