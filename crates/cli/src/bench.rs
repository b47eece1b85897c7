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
use serde_json::json;
use stages::{Expected, FLOOR, STAGES, Stage, solve};
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

/// A line of the table: a stage or a process that each round runs once.
struct Row {
    name: String,
    /// `None` if it has no parser, or another one.
    backend: Option<Backend>,
    /// `None` for the user's programs.
    threads: Option<NonZeroUsize>,
    timed: Timed,
    /// The times of the counted runs, in order.
    seconds: Vec<f64>,
}

enum Timed {
    Stage(Stage),
    Process(Process),
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
    let fastest = if backends.len() > 1 {
        Backend::detect()
    } else {
        backends[0]
    };
    let solver = |backend, threads| Solver {
        backend,
        threads,
        ..Solver::default()
    };
    let start = Instant::now();
    let say = |text: String| {
        if !args.watch.quiet && !args.json {
            report::line(&text);
        }
    };
    if args.runs.is_none() {
        let least = if args.programs.is_empty() {
            ""
        } else {
            ", or longer if 3 rounds take longer"
        };
        say(format!("bench takes about {} s{least}", TIME.as_secs()));
    }

    // The input, and what it is answered with: by every parser, on one thread and on those that take part in solving it.
    let (file, name, _open) = input(args, regime, folder)?;
    let (summary, answers) = solve(&file, &solver(fastest, args.threads))?;
    ensure!(
        summary.records() > 0,
        "expected at least one position in the input, found none"
    );
    let all = NonZeroUsize::new(summary.threads).unwrap_or(NonZeroUsize::MIN);
    let mut threads = vec![NonZeroUsize::MIN, all];
    threads.dedup();
    let mut expected = Expected {
        records: summary.records(),
        cold: summary.cold,
        ascending: 0,
        sums: args.sum.then_some([0; 2]),
        answers,
    };
    for (i, &threads) in threads.iter().enumerate() {
        for (j, &backend) in backends.iter().enumerate() {
            let solver = solver(backend, Some(threads));
            let (found, text) = solve(&file, &solver)?;
            let ascending = count_ascending(Input::path(&file), &solver)?.cold;
            let sums = match args.sum {
                true => Some(sum_columns(Input::path(&file), &solver)?),
                false => None,
            };
            if i + j == 0 {
                (expected.ascending, expected.sums) = (ascending, sums);
            }
            ensure!(
                (found.records(), text) == (expected.records, answers)
                    && (ascending, sums) == (expected.ascending, expected.sums),
                "the answers differ, so nothing was timed: {backend} on {threads} thread(s)"
            );
        }
    }

    // The stages, and the processes.
    let mut rows = Vec::new();
    let parsers: Vec<_> = backends.iter().copied().map(Some).collect();
    // Only the SWAR kernel makes sums.
    let sums_parser = [Some(Backend::Swar)];
    let names = if args.sum { &STAGES[..3] } else { &STAGES[..] };
    for &threads in &threads {
        for &name in names {
            let parsers = match name {
                FLOOR => &[None],
                "parse" if args.sum => &sums_parser[..],
                _ => &parsers[..],
            };
            for &backend in parsers {
                let parser = backend.unwrap_or(fastest);
                rows.push(Row {
                    name: name.to_owned(),
                    backend,
                    threads: Some(threads),
                    timed: Timed::Stage(Stage {
                        name,
                        solver: solver(parser, Some(threads)),
                        output: folder.join(format!("{name} {parser} {threads}")),
                    }),
                    seconds: Vec::new(),
                });
            }
        }
    }
    let processes = Processes::new(&file, answers.bytes, folder, runners)?;
    if !args.programs.is_empty() {
        for &threads in &threads {
            rows.extend(processes.own(threads, fastest, args.sum)?);
        }
        for command in &args.programs {
            rows.push(processes.program(command, args.sum)?);
        }
    }

    // Every round runs every row once. A machine that gets slower for a minute slows all rows, so ratios within a round
    // hardly change. Round 0 warms caches and memory. Each round has its own order, from a fixed seed: a stage that always
    // followed the same stage might always find dirty pages or a warm cache.
    let mut rounds = args.runs.map_or(0, NonZeroUsize::get);
    let mut ticker = Ticker::start(args.watch, || Total::Runs(rows.len() as u64));
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
            let time = match &mut row.timed {
                Timed::Stage(stage) => stage.time(&file, &expected)?,
                Timed::Process(process) => match process.time(&row.name, &processes, &expected)? {
                    Ok(time) => time,
                    Err(wrong) => return Ok(Err(wrong)),
                },
            };
            if round > 0 {
                row.seconds.push(time.as_secs_f64());
            }
            progress.add(0, 1);
        }
        if round == 0 {
            for row in &mut rows {
                if let Timed::Process(process) = &mut row.timed {
                    process.cpu.clear();
                }
            }
            let (taken, left) = (began.elapsed(), TIME.saturating_sub(start.elapsed()));
            if args.runs.is_none() {
                let fitting = left.as_secs_f64() / taken.as_secs_f64();
                rounds = (fitting as usize).clamp(ROUNDS[0], ROUNDS[1]);
            }
            drop(ticker);
            let (round, all) = (taken.as_secs_f64(), rounds as f64 * taken.as_secs_f64());
            say(format!(
                "{rounds} rounds of {round:.1} s follow: {all:.0} s"
            ));
            let runs = rows.len() as u64 * rounds as u64;
            ticker = Ticker::start(args.watch, || Total::Runs(runs));
        }
        if round == rounds {
            break;
        }
        round += 1;
    }
    drop(ticker);

    // The statistics. The JSON has the time of every counted run, so that others can be computed from it. A ratio is that of
    // two times of one round, because these come from the same few seconds.
    let (bytes, pairs) = (file.metadata()?.len(), summary.records());
    let solver_name = if args.sum { "parse" } else { "solve" };
    let width = rows.iter().map(|row| row.name.chars().count()).max();
    let width = width.unwrap_or(0);
    let mut lines = String::new();
    let mut objects = Vec::new();
    for row in &rows {
        let ratios_to = |name: &str| {
            let is_process = |row: &Row| matches!(row.timed, Timed::Process(_));
            let bases = rows.iter().filter(|base| {
                is_process(base) == is_process(row)
                    && base.name == name
                    && row.threads.is_none_or(|n| Some(n) == base.threads)
            });
            let ratio = |base: &Row| {
                let times = row.seconds.iter().zip(&base.seconds);
                let ratios: Vec<_> = times.map(|(time, base)| time / base).collect();
                quantile(&ratios, 0.5)
            };
            Vec::from_iter(
                bases.map(|base| (base.threads.map_or(0, NonZeroUsize::get), ratio(base))),
            )
        };
        let shown = |ratios: &[(usize, f64)]| {
            let ratios = ratios.iter().map(|(_, ratio)| format!("{ratio:.2}"));
            ratios.collect::<Vec<_>>().join("/")
        };
        let by_threads = |ratios: &[(usize, f64)]| {
            let ratios = ratios
                .iter()
                .map(|(n, ratio)| (n.to_string(), json!(ratio)));
            serde_json::Map::from_iter(ratios)
        };
        let (cpu, memory, command) = match &row.timed {
            Timed::Process(process) => {
                let cpu = quantile(&process.cpu, 0.5);
                (Some(cpu), Some(process.memory), Some(process.command()))
            }
            Timed::Stage(_) => (None, None, None),
        };
        let (to_floor, to_solve) = match row.timed {
            Timed::Stage(_) => (ratios_to(FLOOR), Vec::new()),
            Timed::Process(_) => {
                let to = |name: &str| ratios_to(&programs::own_name(name));
                (to(FLOOR), to(solver_name))
            }
        };
        let [lower, median, upper] = [0.25, 0.5, 0.75].map(|part| quantile(&row.seconds, part));
        let backend = row.backend.map(Backend::name);
        let threads = row.threads.map(NonZeroUsize::get);
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let line = format!(
            "{:<width$} {:<7} {:>7} {:>9.2}  {:<19} {:>7.2} {:>7.2}  {:>11} {:>11} {:>8} {:>7}",
            row.name,
            backend.unwrap_or("-"),
            or_none(threads.map(|n| n.to_string())),
            1e3 * median,
            format!("{:.2}-{:.2}", 1e3 * lower, 1e3 * upper),
            1e9 * median / pairs as f64,
            bytes as f64 / median / 1e9,
            shown(&to_floor),
            shown(&to_solve),
            or_none(cpu.map(|cpu| format!("{:.1}", 1e3 * cpu))),
            or_none(
                memory
                    .filter(|&n| n > 0)
                    .map(|n| format!("{:.1}", n as f64 / 1e6))
            ),
        );
        lines += &(line + "\n");
        objects.push(json!({
            "stage": row.name,
            "command": command,
            "backend": backend,
            "threads": threads,
            "seconds": row.seconds,
            "median_seconds": median,
            "ns_per_pair": 1e9 * median / pairs as f64,
            "bytes_per_second": bytes as f64 / median,
            "ratio_to_floor": by_threads(&to_floor),
            "ratio_to_solve": by_threads(&to_solve),
            "cpu_seconds": cpu,
            "max_resident_bytes": memory,
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
            "sums": expected.sums,
            "backends": backends,
            "cpu": cpu,
            "cores": cores,
            "rounds": rounds,
            "stages": objects,
        });
        return Ok(Ok(format!("{object}\n")));
    }
    let answered = match expected.sums {
        Some([a, b]) => format!("sums     {a} {b}, modulo 2^64"),
        None => format!(
            "answers  FNV-1a {hash}, the same from {}",
            backends.join(", ")
        ),
    };
    let threads = threads.iter().map(|n| n.to_string()).collect::<Vec<_>>();
    let heads = format!(
        "{:<width$} parser  threads        ms  quartiles           ns/pair    GB/s  {:>11} {:>11} {:>8} {:>7}",
        "stage",
        "x floor",
        format!("x {solver_name}"),
        "CPU ms",
        "MB"
    );
    let mut text = format!(
        "wythoff {version} bench\n\
         input    {name}: {bytes} bytes, {pairs} pairs, {cold} of them cold\n\
         {answered}\n\
         machine  {cpu}, {cores} cores\n\
         rounds   {rounds}, after one that is not counted; medians, quartiles\n\n\
         {heads}\n{lines}",
        cold = summary.cold,
    );
    if !args.programs.is_empty() && threads.len() > 1 {
        let threads = threads.join("/");
        text += &format!("A program's ratios are those to {threads} threads.\n");
    }
    Ok(Ok(text))
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
