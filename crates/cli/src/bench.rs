//! `wythoff bench`.

mod input;
mod programs;
mod stages;

use super::exit_code::NEGATIVE;
use super::output::{answer, print};
use super::progress::{Ticker, Total};
use super::{args, process, report, resolve};
use anyhow::{Result, ensure};
use input::{input, remove};
use programs::{Process, Processes, Wrong};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};
use stages::{Expected, FLOOR, STAGES};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wythoff::measure::{count_ascending, sum_columns};
use wythoff::workload::Regime;
use wythoff::{Backend, Error, Input, Solver, shown_path};

/// Whether a signal is ending this process.
static ENDING: AtomicBool = AtomicBool::new(false);

/// How long an input is measured, if the number of rounds is not given.
const TIME: Duration = Duration::from_secs(20);
/// As many rounds as fit in [`TIME`], but at least and at most these.
const ROUNDS: [usize; 2] = [3, 15];

/// The columns of the table: heading, width, key in JSON, and the unit.
const COLUMNS: [(&str, usize, &str, f64); 11] = [
    ("parser", 8, "backend", 1.0),
    ("threads", 9, "threads", 1.0),
    ("ms", 10, "median_seconds", 1e3),
    ("quartile", 10, "lower_quartile_seconds", 1e3),
    ("to", 10, "upper_quartile_seconds", 1e3),
    ("ns/pair", 9, "ns_per_pair", 1.0),
    ("GB/s", 8, "bytes_per_second", 1e-9),
    ("x floor", 13, "ratios_to_floor", 1.0),
    ("x solve", 13, "ratios_to_solve", 1.0),
    ("CPU ms", 10, "cpu_seconds", 1e3),
    ("MB", 9, "max_resident_bytes", 1e-6),
];

/// A line of the table: a stage or a process that each round runs once.
struct Row {
    name: String,
    /// `None` if it has no parser, or another one.
    backend: Option<Backend>,
    /// `None` for the user's programs.
    threads: Option<NonZeroUsize>,
    /// `None` for a stage.
    process: Option<Process>,
    /// The times of the counted runs, in order.
    seconds: Vec<f64>,
}

pub(crate) fn run(args: &args::bench::Bench) -> Result<ExitCode> {
    if let Some(stage) = &args.process {
        return programs::run_as_process(stage, args);
    }
    process::stdout()?;
    let folder = tempfile::Builder::new()
        .prefix("wythoff-bench-")
        .tempdir()
        .map_err(|e| Error::from(e).about(shown_path(&std::env::temp_dir())))?;
    let path = folder.path().to_owned();
    let runners = process::Runners::new();
    let children = Arc::clone(&runners.children);
    process::on_signals(move || {
        ENDING.store(true, Ordering::SeqCst);
        process::stop(&children);
        remove(&path);
    })?;
    let measured = measure_all(args, folder.path(), &runners);
    if measured.is_err() && ENDING.load(Ordering::SeqCst) {
        // A signal handler removed the file, and is about to end this process.
        std::thread::sleep(Duration::from_secs(5));
    }
    remove(folder.path());
    measured
}

/// Measures each input and prints the result. Ends at the first wrong answer.
fn measure_all(
    args: &args::bench::Bench,
    folder: &Path,
    runners: &process::Runners,
) -> Result<ExitCode> {
    let inputs: Vec<Option<Regime>> = match &args.file {
        Some(_) => vec![None],
        None => args.regimes.iter().copied().map(Some).collect(),
    };
    for (i, regime) in inputs.into_iter().enumerate() {
        match measure(args, regime, folder, runners)? {
            Ok(text) if i > 0 && !args.json => print(format!("\n{text}").as_bytes())?,
            Ok(text) => print(text.as_bytes())?,
            Err(wrong) => return answer(NEGATIVE, &wrong.text(args.json)),
        };
        report::object_is_printed();
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures one input, with temporary files in `folder`. Returns the text to print, or what is wrong with a program.
fn measure(
    args: &args::bench::Bench,
    regime: Option<Regime>,
    folder: &Path,
    runners: &process::Runners,
) -> Result<Result<String, Wrong>> {
    // The parsers. One that this machine lacks is an error before the input is made.
    let backends: Vec<Backend> = match args.backend.as_deref() {
        Some("all") => Backend::list_available().collect(),
        name => vec![resolve::backend(name.unwrap_or_default())?],
    };
    let fastest = *backends.last().expect("the scalar parser is available");
    let start = Instant::now();
    let say = |text: String| {
        if !args.watch.quiet && !args.json {
            report::line(&text);
        }
    };
    if args.runs.is_none() {
        let (time, least) = (TIME.as_secs(), ROUNDS[0]);
        say(format!(
            "bench takes about {time} s, or {least} rounds if they take longer"
        ));
    }

    // The input, and what every row has to find in it.
    let (file, name, _open) = input(args, regime, folder)?;
    let solver = Solver {
        backend: fastest,
        threads: args.threads,
        ..Solver::default()
    };
    let summary = stages::count(&file, &solver)?;
    let pairs = summary.records();
    ensure!(
        pairs > 0,
        "expected at least one position in the input, found none"
    );
    let sums = || sum_columns(Input::path(&file), &solver);
    let expected = Expected {
        records: pairs,
        cold: summary.cold,
        ascending: count_ascending(Input::path(&file), &solver)?.cold,
        sums: args.sum.then(sums).transpose()?,
    };

    // The rows: the stages, and the processes.
    let mut threads = vec![NonZeroUsize::MIN];
    threads.extend(NonZeroUsize::new(summary.threads).filter(|n| n.get() > 1));
    let mut rows = Vec::new();
    for &threads in &threads {
        for name in if args.sum { &STAGES[..3] } else { &STAGES[..] } {
            let parsers = match *name {
                FLOOR => vec![None],
                // The other kernels make no numbers.
                "parse" if args.sum => vec![Some(Backend::Swar)],
                _ => backends.iter().copied().map(Some).collect(),
            };
            rows.extend(parsers.into_iter().map(|backend| Row {
                name: (*name).to_owned(),
                backend,
                threads: Some(threads),
                process: None,
                seconds: Vec::new(),
            }));
        }
    }
    let processes = Processes::new(&file, folder, &expected, runners)?;
    if !args.programs.is_empty() {
        for &threads in &threads {
            rows.extend(processes.own(threads, fastest)?);
        }
        for command in &args.programs {
            rows.push(processes.program(command)?);
        }
    }

    // Every round runs every row once. A machine that gets slower for a minute slows all rows, so ratios within a round
    // hardly change. Round 0 warms caches and memory. Each round has its own order, from a fixed seed: a stage that always
    // followed the same stage might always find dirty pages or a warm cache.
    let mut rounds = args.runs.map_or(0, NonZeroUsize::get);
    let runs = rows.len() as u64;
    let mut ticker = Ticker::start(args.watch, || Total::Runs(runs));
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let mut draws = SplitMix64::seed_from_u64(1);
    let mut round = 0;
    loop {
        let progress = ticker.progress().unwrap_or_default();
        let began = Instant::now();
        for i in (1..order.len()).rev() {
            order.swap(i, (draws.next_u64() % (i as u64 + 1)) as usize);
        }
        for &i in &order {
            let row = &mut rows[i];
            let time = match &mut row.process {
                Some(process) => match process.time(&row.name, &processes)? {
                    Ok(time) => time,
                    Err(wrong) => return Ok(Err(wrong)),
                },
                None => {
                    let solver = Solver {
                        backend: row.backend.unwrap_or(fastest),
                        threads: row.threads,
                        ..Solver::default()
                    };
                    stages::time(&row.name, &solver, &file, folder, &expected)?
                }
            };
            if round > 0 {
                row.seconds.push(time.as_secs_f64());
            }
            progress.add(0, 1);
        }
        if round == 0 {
            drop(ticker);
            let (taken, left) = (began.elapsed(), TIME.saturating_sub(start.elapsed()));
            let taken = taken.as_secs_f64();
            if args.runs.is_none() {
                rounds = ((left.as_secs_f64() / taken) as usize).clamp(ROUNDS[0], ROUNDS[1]);
            }
            let all = rounds as f64 * taken;
            say(format!(
                "{rounds} rounds of {taken:.1} s follow: {all:.0} s"
            ));
            ticker = Ticker::start(args.watch, || Total::Runs(runs * rounds as u64));
        }
        if round == rounds {
            break;
        }
        round += 1;
    }
    drop(ticker);

    // The statistics. The JSON has the time of every counted run, so that others can be computed from it.
    let bytes = file.metadata()?.len();
    let solver_name = if args.sum { "parse" } else { "solve" };
    let width = rows.iter().map(|row| row.name.chars().count()).max();
    let width = width.unwrap_or(0).max(5);
    let mut lines = String::new();
    let mut objects = Vec::new();
    for row in &rows {
        // The ratios to the rows of the same kind with a name and with the same number of threads, or with each number. Both
        // times are of one round, because these come from the same few seconds.
        let ratios_to = |name: &str| -> Vec<f64> {
            let bases = rows.iter().filter(|base| {
                (&*base.name, base.process.is_some()) == (name, row.process.is_some())
                    && row.threads.is_none_or(|n| Some(n) == base.threads)
            });
            let ratio = |base: &Row| {
                let times = row.seconds.iter().zip(&base.seconds);
                quantile(times.map(|(time, base)| time / base), 0.5)
            };
            bases.map(ratio).collect()
        };
        let [lower, median, upper] =
            [0.25, 0.5, 0.75].map(|part| quantile(row.seconds.iter().copied(), part));
        let process = row.process.as_ref();
        let suffix = if process.is_some() { programs::OWN } else { "" };
        let object = json!({
            "stage": row.name,
            "command": process.map(Process::command),
            "backend": row.backend.map(Backend::name),
            "threads": row.threads,
            "seconds": row.seconds,
            "median_seconds": median,
            "lower_quartile_seconds": lower,
            "upper_quartile_seconds": upper,
            "ns_per_pair": 1e9 * median / pairs as f64,
            "bytes_per_second": bytes as f64 / median,
            "ratios_to_floor": ratios_to(&format!("{FLOOR}{suffix}")),
            "ratios_to_solve": ratios_to(&format!("{solver_name}{suffix}")),
            "cpu_seconds": process.map(|process| quantile(process.cpu.iter().copied(), 0.5)),
            "max_resident_bytes": process.map(|process| process.memory as f64),
        });
        let cells = COLUMNS.map(|(_, width, key, unit)| {
            let text = match &object[key] {
                Value::Array(ratios) => {
                    let ratios = ratios.iter().filter_map(Value::as_f64);
                    Vec::from_iter(ratios.map(|ratio| format!("{ratio:.2}"))).join("/")
                }
                Value::String(text) => text.clone(),
                Value::Number(n) if n.is_f64() => {
                    format!("{:.2}", unit * n.as_f64().unwrap_or(0.0))
                }
                Value::Number(n) => format!("{}", n.as_f64().unwrap_or(0.0) * unit),
                _ => "-".to_owned(),
            };
            format!("{text:>width$}")
        });
        lines += &format!("{:<width$}{}\n", row.name, cells.concat());
        objects.push(object);
    }
    let cores = std::thread::available_parallelism();
    let object = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "input": name,
        "bytes": bytes,
        "pairs": pairs,
        "hot": summary.hot,
        "cold": summary.cold,
        "sums": expected.sums,
        "cpu": cpu(),
        "cores": cores.map_or(1, NonZeroUsize::get),
        "rounds": rounds,
        "stages": objects,
    });
    if args.json {
        return Ok(Ok(format!("{object}\n")));
    }
    let sums = expected.sums;
    let sums = sums.map_or(String::new(), |[a, b]| {
        format!("sums     {a} {b}, modulo 2^64\n")
    });
    let heads = COLUMNS.map(|(head, width, ..)| format!("{head:>width$}"));
    let heads = heads.concat().replace("solve", solver_name);
    Ok(Ok(format!(
        "wythoff {version} bench\n\
         input    {name}: {bytes} bytes, {pairs} pairs, {cold} of them cold\n{sums}\
         machine  {cpu}, {cores} cores\n\
         rounds   {rounds}, after one that is not counted; medians, quartiles\n\n\
         {stage:<width$}{heads}\n{lines}",
        version = env!("CARGO_PKG_VERSION"),
        cold = summary.cold,
        cpu = cpu(),
        cores = object["cores"],
        stage = "stage",
    )))
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
fn quantile(values: impl IntoIterator<Item = f64>, fraction: f64) -> f64 {
    let mut sorted = Vec::from_iter(values);
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
        assert_eq!(quantile([3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!(quantile([4.0, 1.0, 2.0, 3.0], 0.5), 2.5);
        assert_eq!(quantile([1.0, 2.0, 3.0, 4.0, 5.0], 0.25), 2.0);
        assert_eq!(quantile([7.0], 0.75), 7.0);
    }
}
