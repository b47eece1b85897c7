//! `solve`, `check` and `generate`: runs over files.
//!
//! A run works in threads of its own. The calling thread waits for it, and meanwhile handles signals (Ctrl-C) and calls
//! the progress function.

use crate::error::exception;
use crate::stream::{FileObject, Raised, as_bytes};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString};
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use wythoff::workload::{Mix, Workload};
use wythoff::{
    AnswerFormat, Compression, GenerateLimit, Input, OnInvalid, Output, Problem, Progress, Solver,
    profile,
};

/// How often the calling thread looks for signals and calls the progress function.
const INTERVAL: Duration = Duration::from_millis(50);

/// A path, the bytes themselves, or a file object.
enum Place {
    Path(PathBuf),
    Bytes(PyBackedBytes),
    File(Py<PyAny>, String),
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
            return Ok(Self::File(object.clone().unbind(), named));
        }
        let class = object.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "{name} is of the type {class}, expected a path, bytes or a binary file with the method {method}"
        )))
    }

    fn into_input(self, raised: &Raised) -> Input<'static> {
        match self {
            Self::Path(path) => Input::path(path),
            Self::Bytes(bytes) => Input::reader(std::io::Cursor::new(bytes), "<bytes>"),
            Self::File(object, name) => {
                let raised = raised.clone();
                Input::reader(FileObject { object, raised }, &name)
            }
        }
    }

    fn into_output(self, raised: &Raised) -> wythoff::Result<Output<'static>> {
        match self {
            Self::Path(path) => Ok(Output::path(&path)?.compressed(Compression::from_path(&path))),
            Self::Bytes(_) => unreachable!("output_place refuses bytes"),
            Self::File(object, name) => {
                let raised = raised.clone();
                Ok(Output::stream(FileObject { object, raised }, &name))
            }
        }
    }
}

/// The place of an output.
fn output_place(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Place> {
    match Place::new(object, "write", name)? {
        Place::Bytes(_) => Err(PyTypeError::new_err(format!(
            "{name} is bytes, expected a path or a binary file with the method write"
        ))),
        place => Ok(place),
    }
}

fn problem(py: Python<'_>, name: Option<&str>) -> PyResult<Problem> {
    match name.map(profile).transpose() {
        Ok(profile) => Ok(profile.map_or_else(Problem::default, |found| found.problem.clone())),
        Err(error) => Err(exception(py, &error)),
    }
}

/// Runs `work` in a thread; handles signals and progress in this one.
fn run<T: Send>(
    py: Python<'_>,
    on_progress: Option<&Bound<'_, PyAny>>,
    raised: &Raised,
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
    let result = py.detach(|| {
        let (sender, receiver) = channel();
        std::thread::scope(|scope| {
            let (counters, work) = (&progress, work);
            scope.spawn(move || sender.send(work(counters)));
            loop {
                match receiver.recv_timeout(INTERVAL) {
                    Ok(result) => return Some(result),
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) if !raised.is_kept() => {
                        let handled = Python::attach(|py| {
                            py.check_signals()?;
                            call_progress(py)
                        });
                        if let Err(exception) = handled {
                            raised.keep(exception);
                            progress.cancel();
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        })
    });
    if let Some(exception) = raised.take() {
        return Err(exception);
    }
    let value = match result {
        Some(result) => result.map_err(|error| exception(py, &error))?,
        None => unreachable!("the scope passes a panic on"),
    };
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
    problem_name: Option<&str>,
    range: Option<(u64, u64)>,
    threads: Option<NonZeroUsize>,
    mark: bool,
    on_progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Totals> {
    let raised = Raised::default();
    let input = match (Place::new(input, "read", "input")?, range) {
        (Place::Path(path), Some((start, end))) => Input::path_range(path, start..end),
        (_, Some(_)) => {
            let what = "a range requires an input that is a path";
            return Err(PyTypeError::new_err(what));
        }
        (place, None) => place.into_input(&raised),
    };
    let output = output
        .map(|output| output_place(output, "output"))
        .transpose()?;
    let mut problem = problem(py, problem_name)?;
    if output.is_none() {
        problem.answer_format = AnswerFormat::Totals;
    }
    let solver = solver(problem, threads, mark);
    let summary = run(py, on_progress, &raised, |progress| {
        let output = match output {
            Some(place) => place.into_output(&raised)?,
            None => Output::stream(std::io::sink(), "<none>"),
        };
        solver.progress(progress.clone()).solve(vec![input], output)
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

fn solver(problem: Problem, threads: Option<NonZeroUsize>, mark: bool) -> Solver {
    let on_invalid = match mark {
        true => OnInvalid::Mark,
        false => OnInvalid::Stop,
    };
    Solver::new(problem).threads(threads).on_invalid(on_invalid)
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
    problem_name: Option<&str>,
    threads: Option<NonZeroUsize>,
    mark: bool,
    on_progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<([u64; 6], Vec<Wrong>)> {
    let raised = Raised::default();
    let input = match Place::new(input, "read", "input")? {
        // The cases of wrong answers are read again.
        Place::File(object, _) => {
            let read = object.bind(py).call_method0("read")?;
            Place::Bytes(as_bytes(&read)?.clone().into())
        }
        place => place,
    };
    let answers = Place::new(answers, "read", "answers")?;
    let solver = solver(problem(py, problem_name)?, threads, mark);
    let report = run(py, on_progress, &raised, |progress| {
        let open = || {
            Ok(match &input {
                Place::Bytes(bytes) => Input::reader(&bytes[..], "<bytes>"),
                Place::Path(path) => Input::path(path),
                Place::File(..) => unreachable!("it was read above"),
            })
        };
        let (answers, name): (Box<dyn Read + Send>, String) = match answers {
            Place::Bytes(bytes) => (Box::new(std::io::Cursor::new(bytes)), "<bytes>".to_owned()),
            Place::File(object, name) => {
                let raised = raised.clone();
                (Box::new(FileObject { object, raised }), name)
            }
            Place::Path(path) => {
                let name = path.display().to_string();
                let file = std::fs::File::open(path);
                let file = file.map_err(|e| wythoff::Error::from(e).about(name.as_str()))?;
                (Box::new(file), name)
            }
        };
        let solver = solver.progress(progress.clone());
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
    let first = report.first.into_iter().map(|wrong| {
        let wythoff::WrongCase {
            case,
            line,
            input,
            expected,
            found,
        } = wrong;
        (case, line, input, expected, found)
    });
    Ok((counts, first.collect()))
}

/// Writes a seeded input, and the right answers to it: records, cold, bytes.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each of Python's")]
pub(crate) fn generate(
    py: Python<'_>,
    output: &Bound<'_, PyAny>,
    answers: Option<&Bound<'_, PyAny>>,
    problem_name: Option<&str>,
    amount: (Option<u64>, Option<u64>),
    seed: u64,
    mix: Option<&str>,
    threads: Option<NonZeroUsize>,
    on_progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(u64, u64, u64)> {
    let raised = Raised::default();
    let output = output_place(output, "output")?;
    let answers = answers
        .map(|answers| output_place(answers, "answers"))
        .transpose()?;
    let problem = problem(py, problem_name)?;
    let mix = mix.map(str::parse::<Mix>).transpose();
    let mix = mix.map_err(|error| exception(py, &error))?;
    let amount = GenerateLimit {
        records: amount.0.unwrap_or(u64::MAX),
        bytes: amount.1.unwrap_or(u64::MAX),
    };
    let generated = run(py, on_progress, &raised, |progress| {
        let workload = Workload::new(seed, mix.unwrap_or_default(), &problem)?;
        let output = output.into_output(&raised)?;
        let answers = answers
            .map(|place| place.into_output(&raised))
            .transpose()?;
        wythoff::generate(&workload, amount, output, answers, threads, Some(progress))
    })?;
    Ok((generated.records, generated.cold, generated.bytes))
}
