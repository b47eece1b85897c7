//! `wythoff stress` and `wythoff lint`.

mod report;
mod save;
mod sentences;
mod source;

use super::args::Lang;
use super::args::stress::{Lint, Run, Stress, Test};
use super::colour::verdict;
use super::exit_code::{FAILED, NEGATIVE};
use super::messages::{lang, t};
use super::progress::{Ticker, Trials};
use super::resolve;
use super::shell_words::{command, format_options, quoted, with_stdin};
use super::{output, process, report::is_broken_pipe};
use anyhow::Result;
use report::{Detail, batch_line, batches, cases, failure_json, failure_report};
use save::{Saved, check_writable, save};
use serde_json::json;
use source::{Built, Solution, in_one};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use unicode_width::UnicodeWidthStr as _;
use wythoff::internal::shown_path;
use wythoff::{Case, Framing};
use wythoff::{Error, ErrorKind, OutputWriter, Problem};
use wythoff_contest::{
    Children, Depth, Failure, FormatFault, Limits as RunLimits, Program, SearchResult, Settings,
    Until, Verdict, stress as search,
};

/// The problem without --as, --in, --rule, --words and --max.
const DEFAULT_PROFILE: &str = "poj1067";

/// How long mixes are tried after the known cases, if no option limits the trials.
const MIX_TIME: Duration = Duration::from_secs(5);

/// The longest time for shrinking a failure of a program that ends at once.
const SHRINK: Duration = Duration::from_secs(5);

pub(crate) fn stress(args: Stress) -> Result<ExitCode> {
    let until = match (args.batches, args.cases, args.time) {
        (Some(batches), ..) => Until::Batches(batches.get()),
        (_, Some(cases), _) => Until::Cases(cases.get()),
        (.., Some(time)) => Until::Time(time),
        _ => Until::MixTime(MIX_TIME),
    };
    // Each run of a program that does not end takes the whole time limit.
    let limit = args.test.time_limit;
    let shrink = (SHRINK + 8 * limit).min(4 * SHRINK).max(3 * limit);
    Session {
        name: "stress",
        settings: Settings {
            seed: args.seed.number,
            until,
            only: args.only,
            depth: Depth::All,
            jobs: jobs(&args.test),
            shrink,
            strict_format: args.test.strict_format,
            progress: Arc::default(),
        },
        test: args.test,
    }
    .run()
}

pub(crate) fn lint(args: Lint) -> Result<ExitCode> {
    Session {
        name: "lint",
        settings: Settings {
            seed: 1,
            until: Until::Mixes(0),
            only: None,
            depth: Depth::Quick,
            jobs: jobs(&args.test),
            shrink: Duration::from_secs(1),
            strict_format: args.test.strict_format,
            progress: Arc::default(),
        },
        test: args.test,
    }
    .run()
}

/// The number of processes at a time.
fn jobs(test: &Test) -> NonZeroUsize {
    let processors = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    test.jobs.unwrap_or_else(processors)
}

/// A run of `stress` or `lint`.
struct Session {
    name: &'static str,
    settings: Settings,
    test: Test,
}

impl Session {
    fn run(mut self) -> Result<ExitCode> {
        if self.problem_options().is_empty() {
            self.test.format.profile = Some(DEFAULT_PROFILE.to_owned());
        }
        let mut page = output::stdout()?;
        check_writable(&self.test.save)?;
        let problem = resolve::problem_up_to(&self.test.format, self.test.max.as_deref())?;
        let reapers = process::Reapers::new();
        let children = Arc::clone(&reapers.children);
        process::on_signals(move || children.stop())?;
        let built = match source::build(&self.test, &reapers.children) {
            Err(error) if is_interrupted(&error) => return Ok(await_signal()),
            built => built?,
        };
        let solution = match built {
            Built::Solution(solution) => solution,
            Built::Refused(refused) => {
                let text = match self.test.json {
                    true => refused.json(self.problem_options().trim_start()),
                    false => refused.report(),
                };
                // The exit code is right even if the reader closed standard output.
                return match page.write_now(&text) {
                    Err(e) if !e.is_broken_pipe() => Err(e.into()),
                    _ => Ok(ExitCode::from(FAILED)),
                };
            }
        };
        self.try_solution(&problem, &solution, &reapers.children, &mut page)
    }

    /// Tries the solution, and reports the result.
    fn try_solution(
        &self,
        problem: &Problem,
        solution: &Solution,
        children: &Arc<Children>,
        page: &mut OutputWriter<'_>,
    ) -> Result<ExitCode> {
        let program = Program {
            command: solution.run.clone(),
            limits: RunLimits {
                time: self.test.time_limit,
                memory: self.test.memory << 20,
            },
            children: Arc::clone(children),
        };
        let settings = &self.settings;
        let start = Instant::now();
        let ticker = Ticker::of_trials(
            self.test.watch,
            Trials {
                progress: Arc::clone(&settings.progress),
                time: match settings.until {
                    Until::Time(time) if settings.only.is_none() => Some(time),
                    _ => None,
                },
            },
        );
        let mut first = None;
        let outcome = search(&program, problem, settings, |batch| {
            let has_failed = batch.trial.verdict != Verdict::Accepted;
            let mut text = batch_line(batch, settings.seed);
            if has_failed {
                // The input is saved before it is made smaller, because that takes time and may be interrupted.
                first = self.save(problem, &batch.failing, None).ok();
                text += &first.as_ref().map(first_line).unwrap_or_default();
            }
            match self.test.verbose || has_failed && !self.test.json {
                true => ticker.above(|| page.write_now(&text)),
                false => Ok(()),
            }
        });
        // The progress line is removed before anything else is printed.
        drop(ticker);
        let outcome = match outcome {
            Err(error) if is_interrupted(&error) => return Ok(await_signal()),
            // The output was closed before the last batch, so exit code 0 would be wrong.
            Err(error) if error.is_broken_pipe() => return Ok(ExitCode::from(FAILED)),
            outcome => outcome.map_err(|error| solution.explained(error))?,
        };
        if self.test.json {
            return self.print_json(problem, solution, (&outcome, first), start.elapsed(), page);
        }
        let tried = self.tried(problem, &outcome, start.elapsed());
        let Some(failure) = outcome.failure else {
            let mut text = format!("{}: {tried}", verdict("AC"));
            if let Some(fault) = outcome.format_fault {
                let what = sentences::format(fault, lang());
                text += &t!("note: {what}; some judges, such as UVa, reject that", what);
                text += "\n";
            }
            if matches!(settings.until, Until::MixTime(_)) && settings.only.is_none() {
                text += &t!("to try longer: --time SECONDS; to try other cases: --seed random");
                text += "\n";
            }
            page.write_now(&text)?;
            return Ok(ExitCode::SUCCESS);
        };
        // The exit code is right even if the reader closed standard output.
        match self.report(problem, (&failure, first), &tried, solution, page) {
            Err(e) if !is_broken_pipe(&e) => Err(e),
            _ => Ok(ExitCode::from(NEGATIVE)),
        }
    }

    /// A line that says how much was tried.
    fn tried(&self, problem: &Problem, outcome: &SearchResult, time: Duration) -> String {
        let options = self.problem_options();
        let problem_name = options.trim_start().trim_start_matches("--as ");
        let processes = match problem.framing == Framing::One {
            true => t!(
                ", one process for each case ({processes})",
                processes = outcome.processes
            ),
            false => String::new(),
        };
        let tried = t!(
            "{cases} in {batches}{processes}, {problem}, seed {seed}, {seconds} s",
            cases = cases(outcome.cases),
            batches = batches(outcome.batches),
            processes,
            problem = problem_name,
            seed = self.settings.seed,
            seconds = format!("{:.2}", time.as_secs_f64())
        );
        tried + "\n"
    }

    /// Saves a failing input, and prints the result as a JSON object.
    fn print_json(
        &self,
        problem: &Problem,
        solution: &Solution,
        (outcome, first): (&SearchResult, Option<Saved>),
        time: Duration,
        page: &mut OutputWriter<'_>,
    ) -> Result<ExitCode> {
        let options = self.problem_options();
        let mut object = json!({
            "verdict": "AC",
            "problem": options.trim_start(),
            "compile": solution.compiler,
            "seed": self.settings.seed,
            "cases": outcome.cases,
            "batches": outcome.batches,
            "processes": outcome.processes,
            "lacks_newline": outcome.format_fault == Some(FormatFault::NoNewline),
            "format": outcome.format_fault.map(|fault| sentences::format(fault, Lang::En)),
            "seconds": (time.as_secs_f64() * 1e3).round() / 1e3,
        });
        let mut code = ExitCode::SUCCESS;
        let mut saved = Ok(());
        if let Some(failure) = &outcome.failure {
            code = ExitCode::from(NEGATIVE);
            object["verdict"] = failure.shrunk.trial.verdict.letters().into();
            let mut part = failure_json(problem, failure);
            part["replay"] = self.replay_command(failure.batch).into();
            let repeats = failure.shrunk.repeats;
            part["repeats"] = json!({"failures": repeats.failures, "runs": repeats.runs});
            saved = self
                .save(problem, &failure.shrunk.cases, first)
                .map(|saved| part["saved"] = json!(saved.paths.map(|path| shown_path(&path))));
            object["failure"] = part;
        }
        match page.write_now(&format!("{object}\n")) {
            Err(e) if !e.is_broken_pipe() => return Err(e.into()),
            _ => saved?,
        }
        Ok(code)
    }

    /// Saves a failing input. It replaces `larger`, if that is one that was saved before.
    fn save(&self, problem: &Problem, cases: &[Case], larger: Option<Saved>) -> Result<Saved> {
        let (input, output) = (problem.input(cases), problem.output(cases));
        match larger {
            Some(larger) => larger.replaced(&self.test.save, &input, &output),
            None => save(&self.test.save, &input, &output),
        }
    }

    /// Saves a failing input and reports it. `first` is the input of the batch, if it was saved.
    fn report(
        &self,
        problem: &Problem,
        (failure, first): (&Failure, Option<Saved>),
        tried: &str,
        solution: &Solution,
        page: &mut OutputWriter<'_>,
    ) -> Result<()> {
        let saved = self.save(problem, &failure.shrunk.cases, first);
        let detail = match self.test.verbose {
            true => Detail::All,
            false => Detail::LastMessage,
        };
        let advice = solution.advice(&failure.shrunk.trial.verdict);
        page.write_now(&failure_report(problem, failure, tried, (detail, &advice)))?;
        let [input, output] = &saved?.paths;
        let mut commands = vec![self.replay_command(failure.batch)];
        // A shell has no changed copy of the source.
        if !solution.is_copy {
            commands.insert(0, with_stdin(&solution.shell, &input.to_string_lossy()));
        }
        let replay = t!("replay: ");
        let next = format!("\n{}", " ".repeat(replay.width()));
        page.write_now(&format!(
            "{}{} {}\n{replay}{}\n",
            t!("saved: "),
            quoted(&shown_path(input)),
            quoted(&shown_path(output)),
            commands.join(&next)
        ))?;
        Ok(())
    }

    /// The options that give the problem, with a blank before each.
    fn problem_options(&self) -> String {
        let mut options = format_options(&self.test.format);
        if let Some(max) = &self.test.max {
            options += &format!(" --max {}", quoted(max));
        }
        options
    }

    /// The command that gives the same failure again.
    fn replay_command(&self, batch: u64) -> String {
        let test = &self.test;
        let mut replay = format!("wythoff {}{}", self.name, self.problem_options());
        if self.name == "stress" {
            replay += &format!(" --seed {} --only {batch}", self.settings.seed);
        }
        let seconds = test.time_limit.as_secs_f64();
        replay += &format!(" -t {seconds} --memory {}", test.memory);
        if let Some(compiler) = &test.compile {
            replay += &format!(" --compile {}", quoted(&in_one(&compiler.0)));
        }
        for Run(ending, words) in &test.runs {
            replay += &format!(" --run {}", quoted(&format!(".{ending}={}", in_one(words))));
        }
        if test.strict_format {
            replay += " --strict-format";
        }
        replay + &format!(" -- {}", command(&test.command))
    }
}

/// The line about a failing input that is not made smaller yet.
fn first_line(saved: &Saved) -> String {
    let input = quoted(&shown_path(&saved.paths[0]));
    t!(
        "The failing input is saved as {input}. Looking for a smaller one.",
        input
    ) + "\n"
}

/// Waits for the end of this process: the signal that interrupted it is about to end it.
fn await_signal() -> ExitCode {
    std::thread::sleep(Duration::from_secs(5));
    ExitCode::from(FAILED)
}

fn is_interrupted(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Io(e) if e.kind() == std::io::ErrorKind::Interrupted)
}
