//! `solve`, `check` and `generate`: runs over files.
//!
//! A run works in threads of its own. The calling thread waits for it, and meanwhile calls the methods of file objects and
//! the progress function, and handles signals (Ctrl-C).

use crate::error::exception;
use crate::stream::{Call, FileObject, as_bytes, is_plain};
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

/// A path, the bytes themselves, or a file object.
enum Place {
    Path(PathBuf),
    Bytes(PyBackedBytes),
    /// The object, its name, and whether any thread may call it.
    File(Py<PyAny>, String, bool),
}

impl Place {
    /// `object`, which has the method `method` if it is a file object, and which messages call `name`.
    fn new(object: &Bound<'_, PyAny>, method: &str, name: &str) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone().into()));
        }
        if object.is_instance_of::<PyString>() || object.hasattr("__fspath__")? {
            return object.extract().map(Self::Path);
        }
        if object.hasattr(method)? {
            let named = object.getattr("name").and_then(|name| name.extract());
            let named = named.unwrap_or_else(|_| "<file>".to_owned());
            let is_plain = is_plain(object)?;
            return Ok(Self::File(object.clone().unbind(), named, is_plain));
        }
        let class = object.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "{name} is of the type {class}, expected a path, bytes or a binary file with the method {method}"
        )))
    }

    /// The place of an output.
    fn output(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        match Self::new(object, "write", name)? {
            Self::Bytes(_) => Err(PyTypeError::new_err(format!(
                "{name} is bytes, expected a path or a binary file with the method write"
            ))),
            place => Ok(place),
        }
    }

    fn path(&self) -> Option<PathBuf> {
        match self {
            Self::Path(path) => Some(path.clone()),
            _ => None,
        }
    }

    fn into_input(self, calls: &Sender<Call>) -> Input<'static> {
        match self {
            Self::Path(path) => Input::path(path),
            Self::Bytes(bytes) => Input::reader(std::io::Cursor::new(bytes), "<bytes>"),
            Self::File(object, name, is_plain) => {
                Input::reader(FileObject::new(object, is_plain, calls), &name)
            }
        }
    }

    fn into_output(self, calls: &Sender<Call>) -> wythoff::Result<Output<'static>> {
        match self {
            Self::Path(path) => Ok(Output::path(&path)?.compressed(Compression::from_path(&path))),
            Self::Bytes(_) => unreachable!("Place::output refuses bytes"),
            Self::File(object, name, is_plain) => Ok(Output::stream(
                FileObject::new(object, is_plain, calls),
                &name,
            )),
        }
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

/// Runs `work` in a thread; calls file objects, and handles signals and progress, in this one.
fn run<T: Send>(
    py: Python<'_>,
    on_progress: Option<&Bound<'_, PyAny>>,
    paths: &[PathBuf],
    (calls, requests): (Sender<Call>, Receiver<Call>),
    work: impl FnOnce(&Arc<Progress>, &Sender<Call>) -> wythoff::Result<T> + Send,
) -> PyResult<T> {
    let progress = Arc::new(Progress::default());
    let on_progress = on_progress.map(|call| call.clone().unbind());
    let call_progress = |py: Python<'_>| match &on_progress {
        Some(call) => call
            .call1(py, (progress.bytes(), progress.records()))
            .map(drop),
        None => Ok(()),
    };
    let (result, raised) = py.detach(|| {
        let requests = requests;
        std::thread::scope(|scope| {
            let counters = &progress;
            // The channel ends with the thread.
            let worker = scope.spawn(move || work(counters, &calls));
            let mut raised = None;
            let mut next = Instant::now() + INTERVAL;
            loop {
                let wait = next.saturating_duration_since(Instant::now());
                let call = match requests.recv_timeout(wait) {
                    Ok(call) => Some(call),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break (worker.join(), raised),
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
    let result = result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let value = result.map_err(|error| exception(py, &error, paths))?;
    call_progress(py)?;
    Ok(value)
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
    let input = Place::new(input, "read", "input")?;
    let output = output
        .map(|output| Place::output(output, "output"))
        .transpose()?;
    if range.is_some() && !matches!(input, Place::Path(_)) {
        let what = "a range requires an input that is a path";
        return Err(PyTypeError::new_err(what));
    }
    // Their calls come from one thread. The answers before a `read` that waits, for a socket or a pipe, must not wait for it.
    let threads = match (&input, &output) {
        (Place::File(.., false), Some(Place::File(.., false))) => {
            threads.or(Some(NonZeroUsize::MIN))
        }
        _ => threads,
    };
    let mut problem = format.problem(py)?;
    if output.is_none() {
        problem.answer_format = AnswerFormat::Totals;
    }
    let mut solver = solver(problem, threads, mark)?;
    let places = [Some(&input), output.as_ref()].into_iter().flatten();
    let paths: Vec<_> = places.filter_map(Place::path).collect();
    let summary = run(py, on_progress, &paths, channel(), |progress, calls| {
        let input = match (input, range) {
            (Place::Path(path), Some((start, end))) => Input::path_range(path, start..end),
            (place, _) => place.into_input(calls),
        };
        let output = match output {
            Some(place) => place.into_output(calls)?,
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
    let input = match Place::new(input, "read", "input")? {
        // The cases of wrong answers are read again.
        Place::File(object, ..) => {
            let read = object.bind(py).call_method0("read")?;
            Place::Bytes(as_bytes(&read)?)
        }
        place => place,
    };
    let answers = Place::new(answers, "read", "answers")?;
    let mut solver = solver(format.problem(py)?, threads, mark)?;
    let paths: Vec<_> = [&input, &answers]
        .into_iter()
        .filter_map(Place::path)
        .collect();
    let report = run(py, on_progress, &paths, channel(), |progress, calls| {
        let open = || {
            Ok(match &input {
                Place::Bytes(bytes) => Input::reader(&bytes[..], "<bytes>"),
                Place::Path(path) => Input::path(path),
                Place::File(..) => unreachable!("it was read above"),
            })
        };
        let (answers, name): (Box<dyn Read + Send>, String) = match answers {
            Place::Bytes(bytes) => (Box::new(std::io::Cursor::new(bytes)), "<bytes>".to_owned()),
            Place::File(object, name, is_plain) => {
                (Box::new(FileObject::new(object, is_plain, calls)), name)
            }
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
    let output = Place::output(output, "output")?;
    let answers = answers
        .map(|answers| Place::output(answers, "answers"))
        .transpose()?;
    let problem = format.problem(py)?;
    let mix = mix.map(str::parse::<Mix>).transpose();
    let mix = mix.map_err(|error| exception(py, &error, &[]))?;
    let amount = GenerateLimit {
        records: amount.0.unwrap_or(u64::MAX),
        bytes: amount.1.unwrap_or(u64::MAX),
    };
    let places = [Some(&output), answers.as_ref()].into_iter().flatten();
    let paths: Vec<_> = places.filter_map(Place::path).collect();
    let generated = run(py, on_progress, &paths, channel(), |progress, calls| {
        let workload = Workload::new(seed, mix.unwrap_or_default(), &problem)?;
        let output = output.into_output(calls)?;
        let answers = answers.map(|place| place.into_output(calls)).transpose()?;
        wythoff::generate(&workload, amount, output, answers, threads, Some(progress))
    })?;
    Ok((generated.records, generated.cold, generated.bytes))
}
