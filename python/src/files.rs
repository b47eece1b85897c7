//! `solve`, `check` and `generate`: runs over files.

use crate::error::exception;
use crate::stream::{CalledFile, FileObject};
use crate::worker::{Call, join, serve};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use wythoff::workload::Workload;
use wythoff::{
    AnswerFormat, AnswerLabels, Compression, Error, ErrorKind, Framing, GenerateLimit, Input,
    OnInvalid, Output, Problem, Progress, Solver,
};

/// A path, a contiguous buffer of bytes, or a file object.
#[derive(FromPyObject)]
pub(crate) enum Place {
    Path(PathBuf),
    Bytes(PyBuffer<u8>),
    File(FileObject),
}

impl Place {
    fn input<'a>(&'a self, calls: &'a Sender<Call>) -> Input<'a> {
        match self {
            Self::Path(path) => Input::path(path),
            // Its pointer may be null.
            Self::Bytes(buffer) if buffer.len_bytes() == 0 => Input::reader(&[][..], "<bytes>"),
            Self::Bytes(buffer) => {
                let bytes = buffer.as_slice_ptr();
                let bytes = bytes.expect("the package passes contiguous bytes");
                // SAFETY: the memory is there as long as `buffer`. The documentation forbids writing to a bytearray while it is
                // read.
                Input::reader(unsafe { bytes.as_ref() }, "<bytes>")
            }
            Self::File(file) => Input::reader(CalledFile { file, calls }, &file.name),
        }
    }

    fn output<'a>(&'a self, calls: &'a Sender<Call>) -> wythoff::Result<Output<'a>> {
        match self {
            Self::Path(path) => Ok(Output::path(path)?.compressed(Compression::from_path(path))),
            Self::Bytes(_) => unreachable!("the package passes no bytes as an output"),
            Self::File(file) => Ok(Output::stream(CalledFile { file, calls }, &file.name)),
        }
    }
}

/// The other arguments of the Python function, by their names. Arguments that the function does not have are `None`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Arguments {
    problem: Option<String>,
    framing: Option<String>,
    rule: Option<String>,
    labels: Option<(String, String)>,
    threads: Option<NonZeroUsize>,
    progress: Py<PyAny>,
    paths: Vec<PathBuf>,
    marks_invalid: bool,
    range: Option<(u64, u64)>,
    records: Option<u64>,
    size: Option<u64>,
    seed: Option<u64>,
    mix: Option<String>,
}

fn refused(what: impl Into<String>) -> Error {
    Error::new(ErrorKind::Argument(what.into()))
}

impl Arguments {
    fn problem(&self) -> wythoff::Result<Problem> {
        let framing = self.framing.as_ref().map(|name| {
            let mut framings = Framing::FREE.iter().chain(&[Framing::Lines]);
            let framing = framings.find(|framing| framing.name() == name);
            let names = "lines, eof, count, zero or one";
            framing.ok_or_else(|| refused(format!("framing is {name:?}, expected {names}")))
        });
        let rule = self.rule.as_ref().map(|rule| rule.parse());
        let labels = self.labels.as_ref();
        let labels = labels.map(|(hot, cold)| AnswerLabels::new(hot, cold));
        Problem::from_options(
            self.problem.as_deref(),
            framing.transpose()?.copied(),
            rule.transpose()?,
            labels.transpose()?,
        )
    }

    /// Calls `work` in a worker.
    fn run<T: Send + 'static>(
        self,
        py: Python<'_>,
        work: impl FnOnce(&Self, Solver, &Sender<Call>) -> wythoff::Result<T> + Send + 'static,
    ) -> PyResult<T> {
        let paths = self.paths.clone();
        let progress = Arc::new(Progress::default());
        let on_progress = self.progress.clone_ref(py);
        let report = || {
            let done = (progress.bytes(), progress.records());
            on_progress.call1(py, done).map(drop)
        };
        let counters = Arc::clone(&progress);
        let work = move |calls: &_| {
            let mut solver = Solver::new(self.problem()?);
            solver.threads = self.threads;
            solver.progress = Some(counters);
            if self.marks_invalid {
                solver.on_invalid = OnInvalid::Mark;
            }
            work(&self, solver, calls)
        };
        let (worker, served) = serve(py, work, report);
        let served = served.inspect_err(|_| progress.cancel());
        let result = join(py, worker);
        served?;
        let value = result.map_err(|error| exception(&error, &paths))?;
        report()?;
        Ok(value)
    }
}

/// Solves `input`, or the lines of a path that start in a range, into `output`; without `output` only counts.
#[pyfunction]
pub(crate) fn solve(
    py: Python<'_>,
    input: Place,
    output: Option<Place>,
    arguments: Arguments,
) -> PyResult<Bound<'_, PyTuple>> {
    let summary = arguments.run(py, move |arguments, mut solver, calls| {
        let input = match (&input, arguments.range) {
            (_, None) => input.input(calls),
            (Place::Path(path), Some((start, end))) => Input::path_range(path, start..end),
            _ => return Err(refused("a range requires an input that is a path")),
        };
        let output = match &output {
            Some(output) => output.output(calls)?,
            None => {
                solver.problem.answer_format = AnswerFormat::Totals;
                Output::stream(std::io::sink(), "<none>")
            }
        };
        solver.solve(vec![input], output)
    })?;
    let counts = [summary.hot, summary.cold, summary.invalid];
    let texts = [summary.first_invalid, summary.warnings];
    let reading = (summary.bytes, summary.threads, summary.read_methods);
    (counts, texts, reading).into_pyobject(py)
}

/// Compares `answers` with the right answers to `input`: counts, and the first wrong cases.
#[pyfunction]
pub(crate) fn check(
    py: Python<'_>,
    input: Place,
    answers: Place,
    arguments: Arguments,
) -> PyResult<Bound<'_, PyTuple>> {
    let report = arguments.run(py, move |_, solver, calls| {
        let answers = answers.input(calls);
        let name = answers.name();
        // The input is read a second time for the cases of wrong answers.
        let copy = match &input {
            Place::File(file) if file.start.is_none() => Some(input.input(calls).readable_twice()?),
            _ => None,
        };
        let open = || {
            if let Place::File(file) = &input
                && let Some(start) = file.start
            {
                CalledFile { file, calls }.seek(start)?;
            }
            let copy = copy.as_ref().and_then(Input::again);
            Ok(copy.unwrap_or_else(|| input.input(calls)))
        };
        wythoff::check(open, Box::new(answers.open()?), &name, &solver)
    })?;
    let first = report.first.into_iter();
    let first = first.map(|it| (it.case, it.line, it.input, it.expected, it.found));
    let first: Vec<_> = first.collect();
    let counts = [report.cases, report.invalid, report.wrong];
    let others = [report.malformed, report.missing, report.extra];
    (counts, others, first).into_pyobject(py)
}

/// Writes a seeded input, and the right answers to it. Returns the numbers of records, of cold positions and of bytes.
#[pyfunction]
pub(crate) fn generate(
    py: Python<'_>,
    output: Place,
    answers: Option<Place>,
    arguments: Arguments,
) -> PyResult<(u64, u64, u64)> {
    let generated = arguments.run(py, move |arguments, solver, calls| {
        let mix = arguments.mix.as_deref().map(str::parse).transpose()?;
        let seed = arguments.seed.unwrap_or_default();
        let workload = Workload::new(seed, mix.unwrap_or_default(), &solver.problem)?;
        let limit = GenerateLimit {
            records: arguments.records.unwrap_or(u64::MAX),
            bytes: arguments.size.unwrap_or(u64::MAX),
        };
        let output = output.output(calls)?;
        let answers = answers.as_ref().map(|place| place.output(calls));
        let answers = answers.transpose()?;
        let progress = solver.progress.as_deref();
        wythoff::generate(&workload, limit, output, answers, solver.threads, progress)
    })?;
    Ok((generated.records(), generated.cold, generated.bytes))
}
