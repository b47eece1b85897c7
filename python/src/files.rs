//! `solve`, `check` and `generate`: runs over files.
//!
//! A run works in threads of its own. The calling thread waits for it, and meanwhile calls the methods of file objects and
//! the progress function, and handles signals (Ctrl-C).

use crate::error::exception;
use crate::stream::{Call, FileObject, as_bytes};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString};
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use wythoff::workload::{Mix, Workload};
use wythoff::{
    AnswerFormat, AnswerLabels, Compression, Framing, Game, GenerateLimit, Input, OnInvalid,
    Output, Problem, Progress, Rule, Solver, profile,
};

/// How often the calling thread looks for signals and calls the progress function.
pub(crate) const INTERVAL: Duration = Duration::from_millis(50);

/// A path, the bytes themselves, or a file object and its name.
enum Place {
    Path(PathBuf),
    Bytes(PyBackedBytes),
    File(FileObject, String),
}

impl Place {
    fn into_input(self) -> Input<'static> {
        match self {
            Self::Path(path) => Input::path(path),
            Self::Bytes(bytes) => Input::reader(std::io::Cursor::new(bytes), "<bytes>"),
            Self::File(file, name) => Input::reader(file, &name),
        }
    }

    fn into_output(self) -> wythoff::Result<Output<'static>> {
        match self {
            Self::Path(path) => Ok(Output::path(&path)?.compressed(Compression::from_path(&path))),
            Self::Bytes(_) => unreachable!("bytes are no output"),
            Self::File(file, name) => Ok(Output::stream(file, &name)),
        }
    }

    /// Whether a call of a method may wait for another process.
    fn may_wait(&self) -> bool {
        matches!(self, Self::File(file, _) if !file.is_plain)
    }
}

/// The problem by name, and what differs from it: framing, rule, labels for hot and cold.
#[derive(FromPyObject)]
pub(crate) struct Format(
    Option<String>,
    Option<String>,
    Option<String>,
    Option<(String, String)>,
);

impl Format {
    fn problem(self, py: Python<'_>) -> PyResult<Problem> {
        let library = |error| exception(py, &error, &[]);
        let refuse = |what: String| Err(PyValueError::new_err(what));
        let Self(name, framing, rule, labels) = self;
        let profile = name.map(|name| profile(&name)).transpose();
        let profile = profile.map_err(library)?;
        let mut problem = profile.map_or_else(Problem::default, |found| found.problem.clone());
        if let Some(name) = framing {
            let mut all = Framing::FREE.iter().chain(&[Framing::Lines]);
            let Some(framing) = all.find(|framing| framing.name() == name) else {
                return refuse(format!(
                    "framing is {name:?}, expected lines, eof, count, zero or one"
                ));
            };
            problem.framing = *framing;
        }
        if let Some(text) = rule {
            let Ok(rule) = text.parse::<Rule>() else {
                return refuse(format!("rule is {text:?}, expected normal, misere or r=N"));
            };
            if !problem.is_pairs() {
                return refuse("rule applies only to problems with two piles".to_owned());
            }
            problem.game = Game::Wythoff(rule);
        }
        if let Some((hot, cold)) = labels {
            if problem.answer_format == AnswerFormat::MoveCount {
                return refuse("labels do not apply: the answers are numbers of moves".to_owned());
            }
            let [hot_words, cold_words] = [&hot, &cold].map(|label| label.split_whitespace());
            if hot.trim().is_empty() || cold.trim().is_empty() || hot_words.eq(cold_words) {
                return refuse("the labels are empty, or differ only in blanks".to_owned());
            }
            problem.labels = AnswerLabels::new(hot, cold).map_err(library)?;
        }
        Ok(problem)
    }
}

/// A run: its paths, for exceptions, and the calls of methods of file objects.
struct Run {
    paths: Vec<PathBuf>,
    calls: Sender<Call>,
    requests: Receiver<Call>,
}

impl Run {
    fn new() -> Self {
        let (calls, requests) = channel();
        Self {
            paths: Vec::new(),
            calls,
            requests,
        }
    }

    /// `object`, which has the method `method` if it is a file object, and which messages call `name`.
    fn place(&mut self, object: &Bound<'_, PyAny>, method: &str, name: &str) -> PyResult<Place> {
        let is_input = method == "read";
        if is_input && let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Place::Bytes(bytes.clone().into()));
        }
        if object.is_instance_of::<PyString>() || object.hasattr("__fspath__")? {
            let path: PathBuf = object.extract()?;
            self.paths.push(path.clone());
            return Ok(Place::Path(path));
        }
        if object.hasattr(method)? {
            let named = object.getattr("name").and_then(|name| name.extract());
            let named = named.unwrap_or_else(|_| "<file>".to_owned());
            return Ok(Place::File(FileObject::new(object, &self.calls)?, named));
        }
        let class = object.get_type().name()?;
        let bytes = if is_input { ", bytes" } else { "" };
        Err(PyTypeError::new_err(format!(
            "{name} is of the type {class}, expected a path{bytes} or a binary file with the method {method}"
        )))
    }

    /// Runs `work` in a thread; calls file objects, and handles signals and progress, in this one.
    fn finish<T: Send>(
        self,
        py: Python<'_>,
        on_progress: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce(&Arc<Progress>) -> wythoff::Result<T> + Send,
    ) -> PyResult<T> {
        let progress = Arc::new(Progress::default());
        let on_progress = on_progress.map(|call| call.clone().unbind());
        let call_progress = |py: Python<'_>| match &on_progress {
            Some(call) => call
                .call1(py, (progress.bytes(), progress.records()))
                .map(drop),
            None => Ok(()),
        };
        let Self {
            paths,
            calls,
            requests,
        } = self;
        let mut result = None;
        let raised = py.detach(|| {
            let requests = requests;
            std::thread::scope(|scope| {
                let (counters, result) = (&progress, &mut result);
                scope.spawn(move || {
                    // The channel ends with the thread.
                    let _calls = calls;
                    *result = Some(work(counters));
                });
                let mut raised = None;
                let mut next = Instant::now() + INTERVAL;
                loop {
                    let wait = next.saturating_duration_since(Instant::now());
                    let call = match requests.recv_timeout(wait) {
                        Ok(call) => Some(call),
                        Err(RecvTimeoutError::Timeout) => None,
                        Err(RecvTimeoutError::Disconnected) => break raised,
                    };
                    let is_due = Instant::now() >= next;
                    if is_due {
                        next = Instant::now() + INTERVAL;
                    }
                    // After an exception calls are dropped, and the worker that waits for one fails.
                    if raised.is_none() && (is_due || call.is_some()) {
                        let handled = Python::attach(|py| {
                            if is_due {
                                py.check_signals()?;
                                call_progress(py)?;
                            }
                            call.map_or(Ok(()), |call| call(py))
                        });
                        raised = handled.err();
                        if raised.is_some() {
                            progress.cancel();
                        }
                    }
                }
            })
        });
        if let Some(exception) = raised {
            return Err(exception);
        }
        let result = result.expect("the scope passes a panic on");
        let value = result.map_err(|error| exception(py, &error, &paths))?;
        call_progress(py)?;
        Ok(value)
    }
}

/// Hot, cold, invalid; the first invalid lines, warnings; bytes, threads, ways of reading.
type Totals = (
    u64,
    u64,
    u64,
    Vec<String>,
    Vec<String>,
    u64,
    usize,
    Vec<&'static str>,
);

/// Solves `input`, or the lines of a path that start in `range`, into `output`; without `output` only counts.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    reason = "they are the arguments of the Python function"
)]
pub(crate) fn solve(
    py: Python<'_>,
    input: &Bound<'_, PyAny>,
    output: Option<&Bound<'_, PyAny>>,
    format: Format,
    range: Option<(u64, u64)>,
    threads: Option<NonZeroUsize>,
    mark: bool,
    on_progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Totals> {
    let mut run = Run::new();
    let input = run.place(input, "read", "input")?;
    let output = output.map(|output| run.place(output, "write", "output"));
    let output = output.transpose()?;
    if range.is_some() && !matches!(input, Place::Path(_)) {
        let what = "a range requires an input that is a path";
        return Err(PyTypeError::new_err(what));
    }
    // The calling thread makes both calls. Answers to the text before a `read` that waits must not wait for that call.
    let is_one_thread = input.may_wait() && output.as_ref().is_some_and(Place::may_wait);
    let threads = threads.or(is_one_thread.then_some(NonZeroUsize::MIN));
    let mut problem = format.problem(py)?;
    if output.is_none() {
        problem.answer_format = AnswerFormat::Totals;
    }
    let mut solver = solver(problem, threads, mark)?;
    let summary = run.finish(py, on_progress, |progress| {
        let input = match (input, range) {
            (Place::Path(path), Some((start, end))) => Input::path_range(path, start..end),
            (place, _) => place.into_input(),
        };
        let output = match output {
            Some(place) => place.into_output()?,
            None => Output::stream(std::io::sink(), "<none>"),
        };
        solver.progress = Some(progress.clone());
        solver.solve(vec![input], output)
    })?;
    Ok((
        summary.hot,
        summary.cold,
        summary.invalid,
        summary.first_invalid,
        summary.warnings,
        summary.bytes,
        summary.threads,
        summary.read_methods,
    ))
}

fn solver(problem: Problem, threads: Option<NonZeroUsize>, mark: bool) -> PyResult<Solver> {
    let labels = [problem.labels.hot(), problem.labels.cold()];
    if mark && labels.iter().any(|label| label.trim() == "?") {
        let what = "? marks an invalid line, so it can't be a label";
        return Err(PyValueError::new_err(what));
    }
    let on_invalid = match mark {
        true => OnInvalid::Mark,
        false => OnInvalid::Stop,
    };
    Ok(Solver {
        threads,
        on_invalid,
        ..Solver::new(problem)
    })
}

/// Number and line of a case, its input, the right answer, and the one that was found.
type Wrong = (u64, u64, String, String, Option<String>);

/// Compares `answers` with the right answers to `input`: cases, invalid, wrong, malformed, missing, extra; the first
/// wrong cases.
#[pyfunction]
pub(crate) fn check(
    py: Python<'_>,
    input: &Bound<'_, PyAny>,
    answers: &Bound<'_, PyAny>,
    format: Format,
    threads: Option<NonZeroUsize>,
    mark: bool,
    on_progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<([u64; 6], Vec<Wrong>)> {
    let mut run = Run::new();
    let input = match run.place(input, "read", "input")? {
        // The cases of wrong answers are read again.
        Place::File(..) => Place::Bytes(as_bytes(&input.call_method0("read")?)?),
        place => place,
    };
    let answers = run.place(answers, "read", "answers")?;
    let mut solver = solver(format.problem(py)?, threads, mark)?;
    let report = run.finish(py, on_progress, |progress| {
        let open = || {
            Ok(match &input {
                Place::Bytes(bytes) => Input::reader(&bytes[..], "<bytes>"),
                Place::Path(path) => Input::path(path),
                Place::File(..) => unreachable!("it was read above"),
            })
        };
        let (answers, name): (Box<dyn Read + Send>, String) = match answers {
            Place::Bytes(bytes) => (Box::new(std::io::Cursor::new(bytes)), "<bytes>".to_owned()),
            Place::File(file, name) => (Box::new(file), name),
            Place::Path(path) => {
                let name = Input::path(&path).name();
                let file = std::fs::File::open(path);
                let file = file.map_err(|e| wythoff::Error::from(e).about(name.as_str()))?;
                (Box::new(file), name)
            }
        };
        solver.progress = Some(progress.clone());
        wythoff::check(open, answers, &name, &solver)
    })?;
    let counts = [
        report.cases,
        report.invalid,
        report.wrong,
        report.malformed,
        report.missing,
        report.extra,
    ];
    let first = report.first.into_iter();
    let first = first.map(|it| (it.case, it.line, it.input, it.expected, it.found));
    Ok((counts, first.collect()))
}

/// Writes a seeded input, and the right answers to it: records, cold, bytes.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each of Python's")]
pub(crate) fn generate(
    py: Python<'_>,
    output: &Bound<'_, PyAny>,
    answers: Option<&Bound<'_, PyAny>>,
    format: Format,
    amount: (Option<u64>, Option<u64>),
    seed: u64,
    mix: Option<&str>,
    threads: Option<NonZeroUsize>,
    on_progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(u64, u64, u64)> {
    let mut run = Run::new();
    let output = run.place(output, "write", "output")?;
    let answers = answers.map(|answers| run.place(answers, "write", "answers"));
    let answers = answers.transpose()?;
    let problem = format.problem(py)?;
    let mix = mix.map(str::parse::<Mix>).transpose();
    let mix = mix.map_err(|error| exception(py, &error, &[]))?;
    let amount = GenerateLimit {
        records: amount.0.unwrap_or(u64::MAX),
        bytes: amount.1.unwrap_or(u64::MAX),
    };
    let generated = run.finish(py, on_progress, |progress| {
        let workload = Workload::new(seed, mix.unwrap_or_default(), &problem)?;
        let output = output.into_output()?;
        let answers = answers.map(|place| place.into_output()).transpose()?;
        wythoff::generate(&workload, amount, output, answers, threads, Some(progress))
    })?;
    Ok((generated.records, generated.cold, generated.bytes))
}
