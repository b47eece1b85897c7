//! `wythoff bench`.

pub(crate) mod measure;
mod show;
mod stages;

use super::progress::Steps;
use super::{args, process};
use anyhow::{Context, Result, bail, ensure};
use show::{Header, Row};
use stages::Bench;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wythoff::workload::Regime;
use wythoff::{Backend, Error, Input, Output};

/// The seed of the inputs.
const SEED: u64 = 1;

pub(crate) fn run(args: args::bench::Bench) -> Result<ExitCode> {
    let ending = Arc::new(AtomicBool::new(false));
    let result = measured(args, &ending);
    if result.is_err() && ending.load(Ordering::SeqCst) {
        // A signal removed the file, and is about to end this process.
        std::thread::sleep(Duration::from_secs(5));
    }
    result
}

fn measured(args: args::bench::Bench, ending: &Arc<AtomicBool>) -> Result<ExitCode> {
    let regime: Regime = args.regime.parse()?;
    let backends: Vec<Backend> = match args.backend.as_deref() {
        Some(name) if !name.is_empty() => vec![name.parse()?],
        _ => Backend::list_available().collect(),
    };
    process::stdout()?;
    let mut output = Output::stdout()?.into_writer();
    let folder = tempfile::Builder::new()
        .prefix("wythoff-bench-")
        .tempdir()
        .context("a temporary folder")?;
    let path = folder.path().to_owned();
    let steps = Steps::new(args.watch);
    let (end, ending) = (steps.end(), Arc::clone(ending));
    process::on_signals(move || {
        ending.store(true, Ordering::SeqCst);
        end();
        remove(&path);
    })?;
    let (file, source) = match args.file {
        Some(file) if file == Path::new("-") => {
            bail!("bench reads its input several times, so it can't be standard input: name a file")
        }
        Some(file) => {
            let name = Input::path(&file).name();
            (file, name)
        }
        None => {
            let file = folder.path().join("pairs");
            make(&file, regime, args.size, &steps).context("making an input")?;
            (file, format!("regime {regime}, seed {SEED}"))
        }
    };
    let meta = file
        .metadata()
        .map_err(|e| Error::from(e).about(source.as_str()))?;
    ensure!(
        meta.is_file(),
        "{source}: bench reads its input several times, so it must be a regular file"
    );

    let bench = Bench {
        file,
        folder: folder.path().to_owned(),
    };
    let all = bench.threads(args.threads)?;
    let mut threads = vec![NonZeroUsize::MIN, all];
    threads.dedup();
    steps.next("comparing what the backends answer");
    let expected = bench.agree(&backends, &threads)?;

    let stages = stages::stages(&backends, &threads);
    let mut tasks: Vec<_> = stages.iter().map(|&s| bench.task(s, expected)).collect();
    let runs = args.runs.get();
    let times = measure::rounds(&mut tasks, runs, |round| {
        steps.next(&format!("round {round} of {runs}"));
    })?;
    drop(steps);

    let header = Header::new(source, meta.len(), expected, backends, runs);
    let rows = Row::all(&stages, times);
    let text = if args.json {
        show::json(&header, &rows)
    } else {
        show::table(&header, &rows)
    };
    output.write_now(&text)?;
    output.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Removes the folder while runs still write to it: a file that is created after the listing makes the removal fail, so it
/// is tried again.
fn remove(folder: &Path) {
    let start = Instant::now();
    while std::fs::remove_dir_all(folder).is_err_and(|e| e.kind() != ErrorKind::NotFound) {
        // The signal ends the whole program: a user does not wait longer.
        if start.elapsed() > Duration::from_secs(1) {
            break;
        }
    }
}

/// Bytes in a write; see [`make`].
const WRITE: usize = 1 << 20;

/// Writes the first `size` bytes of `regime` to `file`, up to the end of a line, and waits until they are on the disk: a
/// later write-back would disturb the measurement. Writes aligned mebibytes: of small writes the system keeps single pages
/// in its cache, and mapping such a file costs three times as much as reading it.
fn make(file: &Path, regime: Regime, size: u64, steps: &Steps) -> std::io::Result<()> {
    let mut file = File::create(file)?;
    let mut written = 0;
    let mut text = Vec::new();
    for block in 0.. {
        let rest = size - written;
        if rest == 0 {
            break;
        }
        let start = text.len();
        regime.fill(SEED, block, &mut text);
        // The end of the line that reaches the size.
        if let Ok(rest) = usize::try_from(rest) {
            let whole = text.iter().skip(start + rest - 1).position(|&c| c == b'\n');
            text.truncate(whole.map_or(text.len(), |i| start + rest + i));
        }
        written = size.min(written + (text.len() - start) as u64);
        if text.len() >= WRITE {
            let whole = text.len() / WRITE * WRITE;
            file.write_all(&text[..whole])?;
            text.drain(..whole);
            let (made, all) = (written >> 20, size >> 20);
            if made % 32 == 0 {
                steps.next(&format!("making an input: {made} of {all} MiB"));
            }
        }
    }
    file.write_all(&text)?;
    file.sync_all()
}
