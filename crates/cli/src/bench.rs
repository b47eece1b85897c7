//! `wythoff bench`.

mod baseline;
pub(crate) mod measure;
pub(crate) mod measurement;
mod programs;
mod show;
mod stages;

use super::exit_code::NEGATIVE;
use super::progress::Steps;
use super::shell_words::{format_options, format_words};
use super::{args, process, report, resolve};
use anyhow::{Context, Result, bail, ensure};
use baseline::Baseline;
use measurement::Measurement;
use programs::{Failed, Programs};
use stages::Bench;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wythoff::workload::Regime;
use wythoff::{Error, Input, Output, Solver};

/// The seed of the inputs.
const SEED: u64 = 1;

pub(crate) fn run(args: args::bench::Bench) -> Result<ExitCode> {
    let ending = Arc::new(AtomicBool::new(false));
    let result = measured(args, &ending);
    if result.is_err() && ending.load(Ordering::SeqCst) {
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

fn measured(args: args::bench::Bench, ending: &Arc<AtomicBool>) -> Result<ExitCode> {
    let options = format_options(&args.format);
    ensure!(
        !args.command.is_empty() || options.is_empty(),
        "{}: allowed only with a program after --, such as: wythoff bench FILE -- ./reader",
        options.trim()
    );
    let problem = resolve::problem(&args.format)?;
    // A file that can't be used is reported before the measurement, which takes minutes.
    let baseline = args.baseline.as_deref().map(Baseline::read).transpose()?;
    process::stdout()?;
    let mut output = Output::stdout()?.into_writer();
    let folder = tempfile::Builder::new()
        .prefix("wythoff-bench-")
        .tempdir()
        .context("a temporary folder")?;
    let path = folder.path().to_owned();
    let reapers = process::Reapers::new();
    let children = Arc::clone(&reapers.children);
    let steps = Steps::new(args.watch);
    let (end, ending) = (steps.end(), Arc::clone(ending));
    process::on_signals(move || {
        ending.store(true, Ordering::SeqCst);
        end();
        children.stop();
        remove(&path);
    })?;
    // An unknown name is an error before the input is made.
    let backend = resolve::backend(args.backend.as_deref().unwrap_or_default())?;
    let (file, source) = input(&args, folder.path(), &steps)?;
    let bench = Bench {
        file: std::path::absolute(file)?,
        folder: folder.path().to_owned(),
    };
    let measured = if args.command.is_empty() {
        stages::measure(&args, &bench, &steps)?
    } else {
        let programs = Programs {
            bench: &bench,
            solver: Solver::new(problem).backend(backend).threads(args.threads),
            backend,
            options: format_words(&args.format),
            command: args.command.clone(),
            time_limit: args.time_limit,
            children: Arc::clone(&reapers.children),
        };
        programs.measure(&args, &steps)?
    };
    drop(steps);
    let measured = Measurement {
        input: source,
        ..measured
    };
    output.write_now(&text(&args, &measured, baseline.as_ref()))?;
    output.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// The text of the measurement, in the form that `--json` and `--baseline` ask for.
fn text(args: &args::bench::Bench, measured: &Measurement, baseline: Option<&Baseline>) -> String {
    if args.json {
        let mut object = measured.to_json();
        if let Some(baseline) = baseline {
            object["baseline"] = baseline.json(measured);
        }
        return format!("{object:#}\n");
    }
    let changes = baseline.map(|baseline| baseline.table(measured));
    show::table(measured) + &changes.unwrap_or_default()
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
            let regime: Regime = args.regime.parse()?;
            let file = folder.join("pairs");
            make(&file, regime, args.size, steps).context("making an input")?;
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
        // The file ends with the line in which `size` is reached.
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
