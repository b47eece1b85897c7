//! Exact, very fast batch solver for Wythoff's game.
//!
//! Two piles; a move takes any number from one pile, or the same number from both; whoever takes the last object wins. A
//! position is *cold* (a P-position, 奇异局势) if the player to move loses against perfect play, else *hot* (an
//! N-position).
//!
//! ```
//! assert!(wythoff::is_cold(1, 2));
//! // The usual formula in double precision says that this position is hot:
//! assert!(wythoff::is_cold(165_580_140, 267_914_295));
//! ```
//!
//! A [`Problem`] says what an input holds and what the answers look like. A [`Solver`] turns inputs into answers, in the
//! same order, on several threads where that pays:
//!
//! ```
//! use wythoff::{Input, Output, Problem, Solver};
//! let mut answers = Vec::new();
//! let input = Input::reader(&b"1 2\n8 4\n4 7\n"[..], "pairs");
//! let output = Output::stream(&mut answers, "answers");
//! let summary = Solver::new(Problem::default()).solve(vec![input], output)?;
//! assert_eq!(answers, b"0\n1\n0\n");
//! assert_eq!((summary.hot, summary.cold), (1, 2));
//! # Ok::<(), wythoff::Error>(())
//! ```
//!
//! # Features
//!
//! `cli` and `plot`, on by default, are for the program only. `compressed` (part of `cli`) reads and writes gzip and zstd;
//! zstd needs a C compiler. A library needs none of them: `default-features = false`.
//!
//! # Adding to it
//!
//! In the repository, docs/design.md says how the source is organised, and docs/adding-a-judge.md where to add a problem of a
//! judge, an answer format, a game or a subcommand.
//!
//! # How data flows
//!
//! ```text
//! input ── chunks of lines ──> parse ── pairs ──> game ── bits ──> output
//!   mmap, read, stream           one kernel a backend      labels, in order, whole or not at all
//!          └──────────── pipeline: workers, one chunk each ────────────┘
//! ```

pub mod game;
pub mod workload;

mod backend;
mod check;
mod compress;
mod error;
mod grammar;
mod input;
mod output;
#[doc(hidden)]
pub mod parse;
mod pipeline;
mod problem;
mod stress;

pub use backend::Backend;
pub use check::{Report, WrongCase, check};
pub use compress::Compression;
pub use error::{Error, ErrorKind, Location, Result};
pub use game::cold::is_cold;
pub use game::column::is_cold_column;
pub use game::moves::winning_moves;
pub use game::rule::Rule;
pub use input::{Input, Io};
pub use output::{AnswerFormat, AnswerLabels, Output, OutputWriter};
pub use pipeline::{
    Amount, ColdColumn, Column, Generated, OnInvalid, Progress, Solver, Strictness, Summary,
    generate,
};
pub use problem::{
    Framing, Game, Language, Limits, MaxPile, MoveOrder, PROFILES, PileOrder, Problem, Profile,
    parse_number, profile, submission,
};

/// What the program, the benches, the fuzzers and the tests of this repository need besides. It promises nothing: any
/// release may change or remove any of it.
#[doc(hidden)]
pub mod internal {
    pub use crate::error::{shown, shown_path};
    pub use crate::output::Stdout;
    pub use crate::output::render::number;
    pub use crate::pipeline::{Ascending, IsCold, count_matches, scan, write_input};
    pub use crate::problem::{
        Case, TestlibProgram, Validation, profiles_with_submissions, testlib_source, validate,
    };
    pub use crate::stress::{
        BatchResult, COMPILE_TIME, Children, Compiled, Depth, End, Extent, Failure, Files,
        Limits as RunLimits, Outcome, PeakMemory, Place, Program, Progress as SearchProgress, Ran,
        Repeats, Settings, Shrinking, Shrunk, Source, Trial, Until, Verdict, Wrong, on_one_line,
        serve_stdin, stress, watch_server,
    };
    /// The number of newlines.
    pub fn count_newlines(bytes: &[u8]) -> u64 {
        crate::input::chunk::count_newlines(bytes)
    }
}
