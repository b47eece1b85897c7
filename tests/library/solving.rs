//! Solves a text in every way of reading it, in this process.

use crate::support::*;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::Path;
use wythoff::{Backend, Error, Input, OnInvalid, Output, ReadMode, Solver, Summary};

/// A reader that returns pieces of some size, as a pipe would.
pub(crate) struct Trickle<'t> {
    pub(crate) text: &'t [u8],
    pub(crate) piece: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let n = into.len().min(self.piece).min(self.text.len());
        into[..n].copy_from_slice(&self.text[..n]);
        self.text = &self.text[n..];
        Ok(n)
    }
}

/// How an input reaches the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    Mapped,
    Read,
    /// A stream that returns pieces of this size.
    Pieces(usize),
}

impl Reading {
    /// The input: `text`, or the file at `path`, which has the same text.
    pub(crate) fn input<'t>(self, text: &'t [u8], path: &Path) -> Input<'t> {
        match self {
            Reading::Mapped | Reading::Read => Input::path(path),
            Reading::Pieces(piece) => Input::reader(Trickle { text, piece }, "in"),
        }
    }

    /// `solver` with this way of reading files.
    pub(crate) fn set(self, solver: &Solver) -> Solver {
        let read_mode = match self {
            Reading::Read => ReadMode::Read,
            Reading::Mapped | Reading::Pieces(_) => ReadMode::Mmap,
        };
        Solver {
            read_mode,
            ..solver.clone()
        }
    }
}

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) answers: Vec<u8>,
    pub(crate) end: Result<Summary, Error>,
    input: String,
}

impl Solved {
    /// The message of the error, in which the input is called `in`; empty without an error.
    pub(crate) fn error(&self) -> String {
        let message = self.end.as_ref().err().map(Error::to_string);
        self.renamed(&message.unwrap_or_default())
    }

    /// The warnings; none after an error.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let warnings = self.end.iter().flat_map(|summary| &summary.warnings);
        warnings.map(|message| self.renamed(message)).collect()
    }

    /// The messages about the first marked lines; none after an error.
    pub(crate) fn marked(&self) -> Vec<String> {
        let marked = self.end.iter().flat_map(|summary| &summary.first_invalid);
        marked.map(|message| self.renamed(message)).collect()
    }

    fn renamed(&self, message: &str) -> String {
        message.replace(&self.input, "in")
    }
}

/// A solver that marks invalid lines.
pub(crate) fn marking() -> Solver {
    Solver {
        on_invalid: OnInvalid::Mark,
        ..Solver::default()
    }
}

pub(crate) fn solved(solver: &Solver, input: Input<'_>) -> Solved {
    let name = input.name();
    let mut answers = Vec::new();
    let output = Output::stream(&mut answers, "answers");
    let end = solver.solve(vec![input], output);
    Solved {
        answers,
        end,
        input: name,
    }
}

/// Solves `text` with every backend, in chunks of one and of several threads, mapped, read, and as a stream. `check` gets
/// each result and a text that names the combination.
pub(crate) fn in_every_way(solver: &Solver, text: &[u8], check: impl Fn(&Solved, &str)) {
    let folder = Folder::new();
    let path = folder.file("in", text);
    for backend in Backend::list_available() {
        for (i, chunk) in [1 + text.len() / 40, 4096, 1 << 18].into_iter().enumerate() {
            for way in [
                Reading::Mapped,
                Reading::Read,
                Reading::Pieces([7, 5000, 1 << 20][i]),
            ] {
                let threads = [3, 2, 1][i];
                let solver = Solver {
                    backend,
                    threads: NonZeroUsize::new(threads),
                    chunk_size: NonZeroUsize::new(chunk),
                    ..way.set(solver)
                };
                let what = format!("{backend} x{threads} {way:?} chunk {chunk}");
                check(&solved(&solver, way.input(text, &path)), &what);
            }
        }
    }
}
