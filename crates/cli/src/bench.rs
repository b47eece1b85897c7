//! `wythoff bench`.

mod options;
mod programs;
mod stages;

use super::exit_code::NEGATIVE;
use super::output::{answer, print};
use super::progress::{Ticker, Total};
use super::{process, report, resolve};
use anyhow::{Result, ensure};
pub(crate) use options::Bench;
use programs::OWN;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};
use stages::{FLOOR, STAGES};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wythoff::measure::{count_ascending, sum_columns};
use wythoff::workload::{Regime, Workload};
use wythoff::{
    Backend, Error, GenerateLimit, Input, Output, Solver, Summary, generate, shown_path,
};
use wythoff_contest::{Children, Program};

/// The seed of an input that is made.
const SEED: u64 = 1;
/// How long an input is measured, if the number of rounds is not given.
const TIME: Duration = Duration::from_secs(20);
/// The smallest and the largest number of rounds. Between them it is the number that fits in [`TIME`].
const ROUNDS: [usize; 2] = [3, 15];

/// The columns of the table: heading, width, key in JSON, and the unit.
const COLUMNS: [(&str, usize, &str, f64); 11] = [
    ("parser", 7, "backend", 1.0),
    ("threads", 8, "threads", 1.0),
    ("ms", 9, "median_seconds", 1e3),
    ("quartile", 9, "lower_quartile_seconds", 1e3),
    ("to", 9, "upper_quartile_seconds", 1e3),
    ("ns/pair", 8, "ns_per_pair", 1.0),
    ("GB/s", 7, "bytes_per_second", 1e-9),
    ("x floor", 12, "ratios_to_floor", 1.0),
    ("x solve", 12, "ratios_to_solve", 1.0),
    ("CPU ms", 9, "cpu_seconds", 1e3),
    ("MB", 8, "max_resident_bytes", 1e-6),
];

/// A line of the table: a stage or a process that each round runs once.
#[derive(Default)]
struct Row {
    name: String,
    /// `None` for `touch`, which has no parser, and for the user's programs.
    backend: Option<Backend>,
    /// `None` for the user's programs.
    threads: Option<NonZeroUsize>,
    /// `None` for a stage.
    program: Option<Program>,
    /// The standard input of the program.
    stdin: PathBuf,
    seconds: Vec<f64>,
    cpu_seconds: Vec<f64>,
    /// The largest memory of a counted run, in bytes.
    memory: u64,
}

/// The values that all rows of an input share.
struct Measurement {
    children: Arc<Children>,
    input: PathBuf,
    /// The file to which a measured process writes its output. On Linux it is in memory.
    printed: PathBuf,
    summary: Summary,
    /// The number of pairs whose second pile is the larger one, which the stage `parse` counts.
    ascending: u64,
    /// The sums of the columns, which the stage `parse` computes instead with `--sum`.
    sums: Option<[u64; 2]>,
}

pub(crate) fn run(args: &Bench) -> Result<ExitCode> {
    if let Some(stage) = &args.process {
        return programs::run_as_process(stage, args);
    }
    process::stdout()?;
    let runners = process::Runners::new(None)?;
    for (i, &regime) in args.regimes.iter().enumerate() {
        if i > 0 && !args.json {
            print(b"\n")?;
        }
        let code = measure(args, regime, &runners.children)?;
        if code != ExitCode::SUCCESS {
            return Ok(code);
        }
        report::object_is_printed();
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures one input. Prints the times, or what is wrong with a program.
fn measure(args: &Bench, regime: Regime, children: &Arc<Children>) -> Result<ExitCode> {
    let folder = children.folder()?;
    // The parsers. A parser that this machine can't run is an error before the input is made.
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

    // The input, and the right results for every row.
    // An unnamed file exists only while it is open.
    let (file, name, _open) = match &args.file {
        Some(path) => {
            let name = Input::path(path).name();
            let meta = path.metadata().map_err(Error::about_path(path))?;
            ensure!(
                meta.is_file(),
                "{name}: bench reads its input several times, so it must be a regular file"
            );
            (path.clone(), name, None)
        }
        None => {
            let made = make_input(regime, args.size, folder);
            let (path, file) = made.map_err(|e| e.about(shown_path(folder)))?;
            let name = format!("regime {}, seed {SEED}", regime.name);
            (path, name, Some(file))
        }
    };
    let solver = Solver {
        backend: fastest,
        threads: args.threads,
        ..Solver::default()
    };
    let summary = stages::count(Input::path(&file), &solver)?;
    let pairs = summary.records();
    ensure!(
        pairs > 0,
        "expected at least one position in the input, found none"
    );
    let sums = || sum_columns(Input::path(&file), &solver);
    let printed = wythoff_contest::unnamed_file()?;
    let common = Measurement {
        children: Arc::clone(children),
        input: std::path::absolute(&file)?,
        printed: process::path_of(&printed).unwrap_or_else(|| folder.join("printed")),
        ascending: count_ascending(Input::path(&file), &solver)?.cold,
        sums: args.sum.then(sums).transpose()?,
        summary,
    };

    // The rows: the stages, and the processes.
    let mut threads = vec![NonZeroUsize::MIN];
    threads.extend(NonZeroUsize::new(common.summary.threads).filter(|n| n.get() > 1));
    let mut rows = Vec::new();
    for &threads in &threads {
        for name in if args.sum { &STAGES[..3] } else { &STAGES[..] } {
            let parsers = match *name {
                FLOOR => vec![None],
                // The other kernels compute no numbers.
                "parse" if args.sum => vec![Some(Backend::Swar)],
                _ => backends.iter().copied().map(Some).collect(),
            };
            rows.extend(parsers.into_iter().map(|backend| Row {
                name: (*name).to_owned(),
                backend,
                threads: Some(threads),
                ..Row::default()
            }));
        }
    }
    let (solver_name, parser) = if args.sum {
        ("parse", Backend::Swar)
    } else {
        ("solve", fastest)
    };
    if !args.programs.is_empty() {
        for &threads in &threads {
            rows.push(programs::own(FLOOR, None, threads, &common)?);
            let backend = Some(parser);
            rows.push(programs::own(solver_name, backend, threads, &common)?);
        }
    }
    for command in &args.programs {
        rows.push(programs::program(command, &common)?);
    }

    // Every round runs every row once. If the machine is slower for a minute, all rows are slower, and ratios within a round
    // hardly change. Round 0 warms caches and memory. Each round has its own order, from a fixed seed: a stage that always ran
    // after the same stage might always find dirty pages or a warm cache.
    let mut rounds = args.runs.map_or(ROUNDS[1], NonZeroUsize::get);
    let runs = rows.len() as u64;
    let mut ticker = Ticker::start(args.watch, Total::Runs(runs));
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let mut draws = SplitMix64::seed_from_u64(1);
    let mut round = 0;
    while round <= rounds {
        let progress = ticker.progress.clone().unwrap_or_default();
        let began = Instant::now();
        for i in (1..order.len()).rev() {
            order.swap(i, (draws.next_u64() % (i as u64 + 1)) as usize);
        }
        for &i in &order {
            let row = &mut rows[i];
            let solver = Solver {
                backend: row.backend.unwrap_or(fastest),
                threads: row.threads,
                ..Solver::default()
            };
            let (time, cpu, memory) = match &row.program {
                None => (stages::run(&row.name, &solver, &common)?, Duration::ZERO, 0),
                Some(program) => {
                    let (run, wrong) = programs::run(program, row, &common)?;
                    if let Some(wrong) = wrong {
                        drop(ticker);
                        let command = &row.name;
                        let text = if args.json {
                            format!("{}\n", json!({ "command": command, "wrong": wrong }))
                        } else {
                            format!("{command}: {wrong}\nNo time is shown.\n")
                        };
                        return answer(NEGATIVE, &text);
                    }
                    (run.time, run.cpu, run.memory)
                }
            };
            if round > 0 {
                row.seconds.push(time.as_secs_f64());
                row.cpu_seconds.push(cpu.as_secs_f64());
                row.memory = row.memory.max(memory);
            }
            progress.add(0, 1);
        }
        if round == 0 {
            drop(ticker);
            let taken = began.elapsed().as_secs_f64();
            if args.runs.is_none() {
                let left = TIME.saturating_sub(start.elapsed()).as_secs_f64();
                rounds = ((left / taken) as usize).clamp(ROUNDS[0], ROUNDS[1]);
            }
            let all = rounds as f64 * taken;
            say(format!(
                "{rounds} rounds of {taken:.1} s follow: {all:.0} s"
            ));
            ticker = Ticker::start(args.watch, Total::Runs(runs * rounds as u64));
        }
        round += 1;
    }
    drop(ticker);

    // The statistics. The JSON has the time of every counted run, so that others can be computed from it.
    let bytes = file.metadata()?.len();
    let width = rows.iter().map(|row| row.name.chars().count()).max();
    let width = width.unwrap_or(0).max(5);
    let mut lines = String::new();
    let mut objects = Vec::new();
    for row in &rows {
        // Divides each time of this row by the time of the row `name` in the same round. Processes are compared with processes,
        // and stages with stages on as many threads. A user's program is compared with every number of threads.
        let ratios_to = |name: &str| -> Vec<f64> {
            let bases = rows.iter().filter(|base| {
                (&*base.name, base.program.is_some()) == (name, row.program.is_some())
                    && row.threads.is_none_or(|n| Some(n) == base.threads)
            });
            let ratio = |base: &Row| {
                let times = row.seconds.iter().zip(&base.seconds);
                let ratios: Vec<_> = times.map(|(time, base)| time / base).collect();
                quantile(&ratios, 0.5)
            };
            bases.map(ratio).collect()
        };
        let [lower, median, upper] = [0.25, 0.5, 0.75].map(|part| quantile(&row.seconds, part));
        let program = row.program.as_ref();
        let suffix = program.map_or("", |_| OWN);
        let command = program.map(|program| {
            let words = program.command.iter();
            Vec::from_iter(words.map(|word| word.to_string_lossy()))
        });
        let object = json!({
            "stage": row.name,
            "command": command,
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
            "cpu_seconds": program.map(|_| quantile(&row.cpu_seconds, 0.5)),
            "max_resident_bytes": program.map(|_| row.memory as f64),
        });
        let cells = COLUMNS.map(|(_, width, key, unit)| {
            let number = |value: &Value| format!("{:.2}", unit * value.as_f64().unwrap_or(0.0));
            let text = match &object[key] {
                Value::Null => "-".to_owned(),
                Value::String(text) => text.clone(),
                Value::Array(ratios) => Vec::from_iter(ratios.iter().map(number)).join("/"),
                Value::Number(n) if n.is_u64() => n.to_string(),
                value => number(value),
            };
            format!(" {text:>width$}")
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
        "hot": common.summary.hot,
        "cold": common.summary.cold,
        "sums": common.sums,
        "cpu": cpu(),
        "cores": cores.map_or(1, NonZeroUsize::get),
        "rounds": rounds,
        "stages": objects,
    });
    if args.json {
        return print(format!("{object}\n").as_bytes());
    }
    let sums = common.sums.map_or(String::new(), |[a, b]| {
        format!("sums     {a} {b}, modulo 2^64\n")
    });
    let heads = COLUMNS.map(|(head, width, ..)| format!(" {head:>width$}"));
    let heads = heads.concat().replace("solve", solver_name);
    let text = format!(
        "wythoff {version} bench\n\
         input    {name}: {bytes} bytes, {pairs} pairs, {cold} of them cold\n{sums}\
         machine  {cpu}, {cores} cores\n\
         rounds   {rounds}, after one that is not counted; medians, quartiles\n\n\
         {stage:<width$}{heads}\n{lines}",
        version = env!("CARGO_PKG_VERSION"),
        cold = common.summary.cold,
        cpu = cpu(),
        cores = object["cores"],
        stage = "stage",
    );
    print(text.as_bytes())
}

/// Makes a file of `regime`. If the system allows, it has no name, so that not even `kill -9` leaves it behind.
fn make_input(regime: Regime, size: u64, folder: &Path) -> Result<(PathBuf, File), Error> {
    let unnamed = tempfile::tempfile_in(folder)?;
    let (path, file) = match process::path_of(&unnamed) {
        Some(path) => (path, unnamed),
        None => {
            let path = folder.join("input");
            (path.clone(), File::create(&path)?)
        }
    };
    // After smaller writes the system keeps the file in smaller parts in its cache, and using the mapped file takes up to three
    // times as long as reading it.
    let mut buffer = BufWriter::with_capacity(16 << 20, &file);
    let output = Output::stream(&mut buffer, "the input");
    let workload = Workload::of_regime(SEED, regime);
    let amount = GenerateLimit::bytes(size);
    generate(&workload, amount, output, None, None, None)?;
    buffer.flush()?;
    drop(buffer);
    // A later write-back would disturb the measurement.
    file.sync_all()?;
    Ok((path, file))
}

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
