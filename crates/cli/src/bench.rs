//! `wythoff bench`.

mod input;
mod stages;

use super::progress::{Ticker, Total};
use super::text_output::print;
use super::{args, process, resolve};
use anyhow::{Result, ensure};
use input::{input, remove};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use serde_json::json;
use stages::{Expected, FLOOR, STAGES, Stage, solve};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wythoff::measure::count_ascending;
use wythoff::{Backend, Error, Input, Solver, shown_path};

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
    // The parsers. One that this machine lacks is an error before the input is made.
    let backend = resolve::backend(args.backend.as_deref().unwrap_or_default())?;
    let backends: Vec<Backend> = match args.backend.as_deref() {
        Some(name) if !name.is_empty() => vec![backend],
        _ => Backend::list_available().collect(),
    };
    let solver = |backend, threads| Solver {
        backend,
        threads,
        ..Solver::default()
    };

    // The input, and what it is answered with: by every parser, on one thread and on those that take part in solving it.
    let (file, name, _open) = input(args, folder)?;
    let (summary, answers) = solve(&file, &solver(backend, args.threads))?;
    ensure!(
        summary.records() > 0,
        "expected at least one position in the input, found none"
    );
    let all = NonZeroUsize::new(summary.threads).unwrap_or(NonZeroUsize::MIN);
    let mut threads = vec![NonZeroUsize::MIN, all];
    threads.dedup();
    let mut ascending = None;
    for &threads in &threads {
        for &backend in &backends {
            let solver = solver(backend, Some(threads));
            let (found, text) = solve(&file, &solver)?;
            let found_ascending = count_ascending(Input::path(&file), &solver)?.cold;
            ensure!(
                (found.records(), text) == (summary.records(), answers)
                    && found_ascending == *ascending.get_or_insert(found_ascending),
                "the answers differ, so nothing was timed: {backend} on {threads} thread(s)"
            );
        }
    }
    let expected = Expected {
        records: summary.records(),
        cold: summary.cold,
        ascending: ascending.expect("there is a backend"),
        answers,
    };

    // The stages.
    let mut stages = Vec::new();
    let parsers: Vec<_> = backends.iter().copied().map(Some).collect();
    for &threads in &threads {
        for name in STAGES {
            for &backend in if name == FLOOR { &[None] } else { &parsers[..] } {
                let parser = backend.unwrap_or_else(Backend::detect);
                stages.push(Stage {
                    name,
                    backend,
                    solver: solver(parser, Some(threads)),
                    output: folder.join(format!("{name} {parser} {threads}")),
                    seconds: Vec::new(),
                });
            }
        }
    }

    // Every round runs every stage once. A machine that gets slower for a minute slows all stages, so ratios within a round
    // hardly change. Round 0 warms caches and memory. Each round has its own order, from a fixed seed: a stage that always
    // followed the same stage might always find dirty pages or a warm cache.
    let rounds = args.runs.get();
    let runs = stages.len() as u64 * (rounds as u64 + 1);
    let ticker = Ticker::start(args.watch, || Total::Runs(runs));
    let progress = ticker.progress().unwrap_or_default();
    let mut order: Vec<usize> = (0..stages.len()).collect();
    let mut draws = SplitMix64::seed_from_u64(1);
    for round in 0..=rounds {
        for i in (1..order.len()).rev() {
            order.swap(i, (draws.next_u64() % (i as u64 + 1)) as usize);
        }
        for &i in &order {
            let time = stages[i].time(&file, &expected)?;
            if round > 0 {
                stages[i].seconds.push(time.as_secs_f64());
            }
            progress.add(0, 1);
        }
    }
    drop(ticker);

    // The statistics. The JSON has the time of every counted run, so that others can be computed from it.
    let (bytes, pairs) = (file.metadata()?.len(), summary.records());
    let mut lines = String::new();
    let mut objects = Vec::new();
    for stage in &stages {
        let threads = stage.solver.threads;
        let is_floor = |other: &&Stage| other.name == FLOOR && other.solver.threads == threads;
        let floor = stages.iter().find(is_floor);
        let floor = floor.expect("every number of threads has the floor");
        // Both times are of one round, because these come from the same few seconds.
        let ratios = stage.seconds.iter().zip(&floor.seconds);
        let ratios: Vec<_> = ratios.map(|(time, floor)| time / floor).collect();
        let ratio = quantile(&ratios, 0.5);
        let [lower, median, upper] = [0.25, 0.5, 0.75].map(|part| quantile(&stage.seconds, part));
        let backend = stage.backend.map(Backend::name);
        lines += &format!(
            "{:<9} {:<7} {:>7} {:>8.2}  {:<17} {:>6.2}  {:>8.1}  {ratio:>7.2}\n",
            stage.name,
            backend.unwrap_or("-"),
            threads.map_or(0, NonZeroUsize::get),
            1e3 * median,
            format!("{:.2}-{:.2}", 1e3 * lower, 1e3 * upper),
            bytes as f64 / median / 1e9,
            pairs as f64 / median / 1e6,
        );
        objects.push(json!({
            "stage": stage.name,
            "backend": backend,
            "threads": threads,
            "seconds": stage.seconds,
            "median_seconds": median,
            "bytes_per_second": bytes as f64 / median,
            "pairs_per_second": pairs as f64 / median,
            "ratio_to_floor": ratio,
        }));
    }
    let version = env!("CARGO_PKG_VERSION");
    let hash = format!("{:016x}", answers.fnv1a);
    let backends: Vec<_> = backends.iter().map(|backend| backend.name()).collect();
    let (cpu, cores) = (cpu(), std::thread::available_parallelism());
    let cores = cores.map_or(1, NonZeroUsize::get);
    if args.json {
        let object = json!({
            "version": version,
            "input": name,
            "bytes": bytes,
            "pairs": pairs,
            "hot": summary.hot,
            "cold": summary.cold,
            "answers_fnv1a": hash,
            "backends": backends,
            "cpu": cpu,
            "cores": cores,
            "rounds": rounds,
            "stages": objects,
        });
        return Ok(format!("{object:#}\n"));
    }
    Ok(format!(
        "wythoff {version} bench\n\
         input    {name}: {bytes} bytes, {pairs} pairs, {cold} of them cold\n\
         answers  FNV-1a {hash}, the same from {parsers}\n\
         machine  {cpu}, {cores} cores\n\
         rounds   {rounds}, after one that is not counted; medians, quartiles\n\n\
         stage     parser  threads       ms  quartiles           GB/s  Mpairs/s  x floor\n\
         {lines}",
        cold = summary.cold,
        parsers = backends.join(", "),
    ))
}

/// The name of the processor.
fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    info.lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim())
        .to_owned()
}

/// The `fraction` quantile (0 to 1), interpolated linearly.
fn quantile(values: &[f64], fraction: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let position = fraction * (sorted.len() - 1) as f64;
    let below = sorted[position.floor() as usize];
    let above = sorted[position.ceil() as usize];
    below + (above - below) * position.fract()
}

#[cfg(test)]
mod tests {
    use super::quantile;

    #[test]
    fn quantiles() {
        assert_eq!(quantile(&[3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!(quantile(&[4.0, 1.0, 2.0, 3.0], 0.5), 2.5);
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.25), 2.0);
        assert_eq!(quantile(&[7.0], 0.75), 7.0);
    }
}
