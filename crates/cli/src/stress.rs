//! `wythoff stress` and `wythoff lint`.

mod options;
mod report;
mod save;
mod sentences;
mod source;

use super::colour::verdict;
use super::exit_code::{FAILED, NEGATIVE};
use super::messages::{Lang, batches, cases, lang, t};
use super::progress::{Ticker, trials};
use super::resolve;
use super::shell_words::{command, problem_options, quoted, with_file, with_stdin};
use super::{output, process};
use anyhow::Result;
use options::Test;
pub(crate) use options::{Lint, Stress};
use report::{batch_line, explanation, failure_json, failure_report};
use save::{Saved, check_writable, save};
use serde_json::json;
use source::in_one;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use unicode_width::UnicodeWidthStr as _;
use wythoff::{Case, MoveOrder, Profile, profile, shown_path};
use wythoff_contest::{
    Compiled, Failure, FormatFault, Program, RunLimits, SearchResult, Settings, Until, Verdict,
    has_microsoft_compilers, stress as search,
};

const DEFAULT_PROFILE: &str = "poj1067";

/// The time for random cases after the known ones, if no option limits the trials.
const MIX_TIME: Duration = Duration::from_secs(5);

/// The limit of CPU time, if the judge's is not known.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// The stack of programs for judges with Windows, in MiB. On the judges it is 1 or 2 MiB, unless the program requests a larger
/// stack.
const WINDOWS_STACK: u64 = 8;

/// The memory that the runtime of Java needs besides its heap, for which the limit is.
const JAVA_MEMORY: u64 = 256 << 20;

/// The longest time for shrinking a failure of a program that ends at once.
const SHRINK: Duration = Duration::from_secs(5);

pub(crate) fn stress(args: Stress) -> Result<ExitCode> {
    let only = args.only.map(|only| only.min(u64::MAX - 1));
    let until = match (only, args.batches, args.cases, args.time) {
        (Some(only), ..) => Until::Batches(only..only + 1),
        (_, Some(batches), ..) => Until::Batches(0..batches.get()),
        (.., Some(cases), _) => Until::Cases(cases.get()),
        (.., Some(time)) => Until::Time(time),
        _ => Until::MixTime(MIX_TIME),
    };
    // Each run of a program that does not end takes the whole time limit.
    let limit = time_limit(&args.test);
    let shrink = (SHRINK + 8 * limit).min(4 * SHRINK).max(3 * limit);
    run("stress", args.test, args.seed.number, until, shrink)
}

pub(crate) fn lint(args: Lint) -> Result<ExitCode> {
    let until = Until::MixTime(Duration::ZERO);
    run("lint", args.test, 1, until, Duration::from_secs(1))
}

fn judge(test: &Test) -> Option<&'static Profile> {
    profile(test.format.profile.as_deref()?).ok()
}

/// The limit of CPU time: twice the judge's, because this machine may be slower.
fn time_limit(test: &Test) -> Duration {
    let of_judge = judge(test).and_then(|judge| judge.time);
    let usual = of_judge.map_or(TIME_LIMIT, |time| 2 * time);
    test.time_limit.unwrap_or(usual)
}

/// Tries the solution, and reports the result. `name` is the subcommand.
fn run(name: &str, mut test: Test, seed: u64, until: Until, shrink: Duration) -> Result<ExitCode> {
    // The limits of a run, and the problem.
    let judge = judge(&test);
    let time = *test.time_limit.insert(time_limit(&test));
    let memory = *test.memory.insert(source::memory_limit(&test, judge));
    let is_microsoft = judge.is_some_and(has_microsoft_compilers);
    let usual = if is_microsoft { WINDOWS_STACK } else { memory };
    let stack = test.stack.unwrap_or(usual);
    if problem_options(&test.format, &test.limits).is_empty() {
        test.format.profile = Some(DEFAULT_PROFILE.to_owned());
    }
    let options = problem_options(&test.format, &test.limits);
    let options = options.trim_start();
    let mut page = output::open(None, &Ticker::default())?.into_writer();
    // The current folder is the default and is not checked, because perhaps nothing is saved.
    if test.save != Path::new(".") {
        check_writable(&test.save)?;
    }
    let mut problem = resolve::limited_problem(&test.format, &test.limits)?;
    if test.any_order {
        problem.move_order = MoveOrder::Any;
    }
    let problem = &problem;
    let save_cases = |cases: &[Case], larger| {
        let (input, output) = (problem.input(cases), problem.output(cases));
        save(&test.save, [&input, &output], larger)
    };

    // The solution.
    let runners = process::Runners::new(Some(test.env.clone()))?;
    let solution = match source::build(&test, stack, &runners.children)? {
        Ok(solution) => solution,
        Err(refused) => {
            let text = if test.json {
                report::refusal_json(&refused, options).to_string()
            } else {
                report::refusal(&refused, test.verbose).join("\n")
            };
            return output::answer(FAILED, &(text + "\n"));
        }
    };
    let of_runtime = solution.source.is_java().then_some(JAVA_MEMORY);
    let limits = RunLimits {
        stack: source::stack_limit(&solution, &test, stack << 20),
        ..RunLimits::of_judge(time, (memory << 20).saturating_add(of_runtime.unwrap_or(0)))
    };
    let program = Program {
        command: solution.run.clone(),
        limits,
        named_files: test.files.clone(),
        children: Arc::clone(&runners.children),
    };

    // The search.
    let processors = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let progress = Arc::default();
    let settings = Settings {
        seed,
        until,
        jobs: test.jobs.unwrap_or_else(processors),
        shrink,
        strict_format: test.strict_format,
        progress: Arc::clone(&progress),
    };
    let start = Instant::now();
    let limit = match settings.until {
        Until::Time(time) => Some(time),
        _ => None,
    };
    let ticker = Ticker::watch(test.watch, move |taken| trials(&progress, limit, taken));
    let mut first = None;
    let outcome = search(&program, problem, &settings, |batch| {
        let has_failed = batch.trial.verdict != Verdict::Accepted;
        let mut text = batch_line(batch, seed) + "\n";
        if has_failed {
            // The input is saved before it is made smaller, which takes time and may be interrupted.
            first = save_cases(&batch.trial.failing, None).ok();
            if let Some(Saved { paths, .. }) = &first {
                let input = quoted(&shown_path(&paths[0]));
                text += &t!(
                    "The failing input is saved as {input} until a smaller one is found.",
                    input
                );
                text += "\n";
            }
        }
        if test.verbose || has_failed && !test.json {
            ticker.above(|| page.write_now(&text))?;
        }
        Ok(())
    });
    drop(ticker);
    let outcome = match outcome {
        // The reader closed the output before the last batch, so the result is unknown.
        Err(error) if error.is_broken_pipe() => return Ok(ExitCode::from(FAILED)),
        outcome => outcome.map_err(|error| source::explained_run(error, &solution))?,
    };
    let failure = outcome.failure.as_ref();
    let saved = failure.map(|failure| save_cases(&failure.trial.failing, first));
    let saved_files = saved.as_ref().and_then(|saved| saved.as_ref().ok());

    // What the verdict depends on.
    let warnings = match failure.map(|failure| &failure.trial.verdict) {
        Some(Verdict::WrongAnswer(_) | Verdict::RuntimeError(_)) => {
            // Without them the report is still complete.
            solution.warnings(&runners.children).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let notes = |lang| {
        let standard = solution.standard.map(|standard| {
            t!(
                in lang;
                "the compiler takes the source only with {standard}, as older judges have it",
                standard
            )
        });
        let mut notes = Vec::from_iter(standard);
        match (failure, judge) {
            (Some(failure), _) => notes.extend(report::assumption(problem, failure, lang)),
            (None, Some(judge)) => notes.extend(above_limits(judge, &outcome, &solution, lang)),
            (None, None) => {}
        }
        notes
    };
    let shown_note = |note: String| t!("note: {note}", note);

    // The report.
    let seconds = start.elapsed().as_secs_f64();
    let tried = t!(
        "{cases} in {batches}, {problem}, seed {seed}, {seconds} s",
        cases = cases(outcome.cases),
        batches = batches(outcome.batches),
        problem = options.trim_start_matches("--as "),
        seed,
        seconds = format!("{seconds:.2}")
    );
    let replay = |failure: &Failure| replay_command(name, seed, &test, failure.batch);
    let text = if test.json {
        let mut object = json!({
            "verdict": failure.map_or("AC", |failure| failure.trial.verdict.letters()),
            "problem": options,
            "compile": source::compiler(&solution),
            "seed": seed,
            "cases": outcome.cases,
            "batches": outcome.batches,
            "processes": outcome.processes,
            "lacks_newline": outcome.format_fault == Some(FormatFault::NoNewline),
            "max_cpu_seconds": outcome.cpu.as_secs_f64(),
            "max_memory_bytes": outcome.memory,
            "notes": notes(Lang::En),
            "format": outcome.format_fault.map(|fault| sentences::format_sentence(fault, Lang::En)),
            "seconds": (seconds * 1e3).round() / 1e3,
        });
        if let Some(failure) = failure {
            let mut part = failure_json(problem, failure);
            part["replay"] = replay(failure).into();
            part["warnings"] = json!(warnings);
            if let Some(Saved { paths, .. }) = saved_files {
                part["saved"] = json!(paths.each_ref().map(|path| shown_path(path)));
            }
            object["failure"] = part;
        }
        object.to_string()
    } else if let Some(failure) = failure {
        let output = test.files.as_ref().map(|[_, output]| output.as_str());
        let advice = report::advice(&solution, &failure.trial, limits.stack, output);
        let notes = notes(lang()).into_iter().map(shown_note);
        let advice = advice.into_iter().chain(notes).collect();
        let mut lines = failure_report(problem, failure, &tried, advice);
        lines.extend(report::messages(failure, &warnings, test.verbose));
        lines.extend(explanation(problem, failure));
        if let Some(Saved { paths, .. }) = saved_files {
            let mut commands = vec![replay(failure)];
            // A changed copy of the source is removed at the end, so the user can't compile it.
            if solution.given == solution.source.path {
                let (shell, input) = (source::shell(&solution), paths[0].to_string_lossy());
                let with_input = match &test.files {
                    Some([name, _]) => with_file(&shell, &input, name),
                    None => with_stdin(&shell, &input),
                };
                commands.insert(0, with_input);
            }
            let replay = t!("replay: ");
            let next = format!("\n{}", " ".repeat(replay.width()));
            let paths = paths.each_ref().map(|path| quoted(&shown_path(path)));
            lines.push(t!("saved: ") + &paths.join(" "));
            lines.push(replay + &commands.join(&next));
        }
        lines.join("\n")
    } else {
        let greatest = greatest(&outcome);
        let mut lines = vec![format!("{}: {tried}; {greatest}", verdict("AC"))];
        lines.extend(notes(lang()).into_iter().map(shown_note));
        if let Some(fault) = outcome.format_fault {
            let what = sentences::format_sentence(fault, lang());
            lines.push(t!(
                "note: {what}; some judges, such as UVa, reject that",
                what
            ));
        }
        if settings.until == Until::MixTime(MIX_TIME) {
            lines.push(t!(
                "to try longer: --time SECONDS; to try other cases: --seed random"
            ));
        }
        lines.join("\n")
    };
    let code = if failure.is_some() { NEGATIVE } else { 0 };
    let answered = output::answer(code, &(text + "\n"));
    crate::report::object_is_printed();
    let code = answered?;
    saved.transpose()?;
    Ok(code)
}

fn greatest(outcome: &SearchResult) -> String {
    let seconds = format!("{:.2}", outcome.cpu.as_secs_f64());
    let mib = format!("{:.1}", outcome.memory as f64 / f64::from(1 << 20));
    match outcome.memory {
        0 => t!("at most {seconds} s a run", seconds),
        _ => t!("at most {seconds} s and {mib} MiB a run", seconds, mib),
    }
}

/// The notes for a right solution that was within the limits here, but took more time or memory than the judge allows.
fn above_limits(
    judge: &Profile,
    outcome: &SearchResult,
    solution: &Compiled,
    lang: Lang,
) -> Vec<String> {
    let name = judge.name;
    let time = judge.time.filter(|limit| outcome.cpu > *limit);
    let is_above = |limit: &u64| solution.source.is_native() && outcome.memory > *limit;
    let memory = judge.memory.filter(is_above);
    let of_time = time.map(|limit| {
        let limit = limit.as_secs_f64();
        t!(in lang; "a run took more than {limit} s, the limit of {name}", limit, name)
    });
    let of_memory = memory.map(|limit| {
        let limit = limit >> 10;
        t!(in lang; "a run took more than {limit} KiB, the limit of {name}", limit, name)
    });
    of_time.into_iter().chain(of_memory).collect()
}

fn replay_command(name: &str, seed: u64, test: &Test, batch: u64) -> String {
    let options = problem_options(&test.format, &test.limits);
    let mut replay = format!("wythoff {name}{options}");
    if name == "stress" {
        replay += &format!(" --seed {seed} --only {batch}");
    }
    let seconds = time_limit(test).as_secs_f64();
    replay += &format!(" -t {seconds}");
    for (option, mib) in [("--memory", test.memory), ("--stack", test.stack)] {
        replay += &mib.map_or_else(String::new, |mib| format!(" {option} {mib}"));
    }
    if let Some(compiler) = &test.compile {
        replay += &format!(" --compile {}", quoted(&in_one(compiler)));
    }
    for (ending, words) in &test.runs {
        replay += &format!(" --run {}", quoted(&format!(".{ending}={}", in_one(words))));
    }
    for name in &test.env {
        replay += &format!(" --env {}", quoted(&name.to_string_lossy()));
    }
    if let Some(names) = &test.files {
        replay += &format!(" --files {}", quoted(&names.join(",")));
    }
    let flags = [
        ("--any-order", test.any_order),
        ("--strict-format", test.strict_format),
    ];
    for (flag, _) in flags.iter().filter(|(_, is_set)| *is_set) {
        replay += &format!(" {flag}");
    }
    replay + &format!(" -- {}", command(&test.command))
}
