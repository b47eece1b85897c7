//! Exact answers to Wythoff's game: for one position, for columns in memory, and for files at the speed of memory.
//!
//! There are two piles. A move takes any number from one pile, or the same number from both. Whoever takes the last object
//! wins. All arithmetic is in whole numbers, so every answer is exact, however large the piles are.
//!
//! # Glossary
//!
//! | word | meaning |
//! |---|---|
//! | *position* | two piles, in any order; in Nim and its relatives any number of piles |
//! | *cold* | the player to move loses against perfect play; P-position, 奇异局势. The answer is `0` by default. |
//! | *hot* | the player to move can win; N-position. The answer is `1` by default. |
//! | *record* | one position of an input, with all its numbers |
//! | *framing* | how the records of an input follow one another: a line each, or as a judge's statement says |
//! | *label* | the text that names an outcome in answers, such as `Yes` |
//! | *profile* | a problem of an online judge, by name |
//! | *backend* | one of the parsers: AVX-512, AVX2, 64-bit words, or single bytes; all give the same answers |
//!
//! [`game`] has the words of the mathematics.
//!
//! # One position
//!
//! ```
//! use wythoff::{is_cold, winning_moves};
//! assert!(is_cold(1, 2));
//! // The usual formula in double precision says that this position is hot:
//! assert!(is_cold(165_580_140, 267_914_295));
//! assert_eq!(winning_moves(5, 8).positions().collect::<Vec<_>>(), [(4, 7), (3, 5)]);
//! ```
//!
//! Piles beyond `u64`, other rules, Grundy values and the cold positions by index are in [`game`].
//!
//! # Columns in memory
//!
//! ```
//! let mut cold = [false; 3];
//! wythoff::is_cold_column(&[1, 8, 4], &[2, 4, 7], &mut cold);
//! assert_eq!(cold, [true, false, true]);
//! ```
//!
//! [`Solver::solve_columns`] does the same on several threads, with other types of columns, and with answers as bits.
//!
//! # Files and streams
//!
//! A [`Problem`] defines the input and the form of the answers. A [`Solver`] turns inputs into answers, in the same order:
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
//! * [`Input::path`] maps a file. [`Output::path`] writes a file, which appears when it is complete, or not at all.
//! * [`profile`] finds the problem of a judge. With [`Problem::default`] each line is a position, and the answers are `1` and
//!   `0`.
//! * By default the number of threads depends on the size of the input. It does not change the output or any message.
//! * [`check()`] compares answers with the right answers. [`generate`] writes inputs from a seed, including hard inputs.
//!
//! # For programs around the library
//!
//! The program `wythoff` and the crate `wythoff-contest` use only public items, so that other programs can do the same:
//!
//! * [`shown`], [`shown_path`] and [`Error::about`] write bytes, paths and errors as the library does.
//! * [`Comparison`] compares an output with the right answers as [`check()`] does, case by case.
//! * [`InputReader`] has the bytes of an [`Input`], and [`Input::readable_twice`] an input for two passes.
//!   [`describe_signature`] recognises files that are not text.
//! * [`write_input`] writes a text and its answers as [`generate`] does. [`descriptor_of`] tells whether a path names an open
//!   file.
//! * [`measure`] runs parts of a run, to find where the time goes.
//!
//! # Errors
//!
//! An invalid line is an [`Error`] with its file, line and column, or is marked: see [`OnInvalid`]. A refusal by the system is
//! [`ErrorKind::Io`]. After an error an output file is unchanged.
//!
//! # Features
//!
//! `compressed`, off by default, reads and writes gzip and zstd; zstd needs a C compiler.
//!
//! # WebAssembly
//!
//! The library compiles for `wasm32-unknown-unknown`: [`Input::reader`] and [`Output::stream`] in place of files, and one
//! thread.
//!
//! In the repository, docs/design.md says how the source is organised.

pub mod game;
pub mod workload;

mod backend;
mod check;
#[cfg_attr(not(feature = "compressed"), allow(dead_code))]
mod compress;
mod decimal;
mod error;
mod grammar;
mod input;
mod output;
mod parse;
mod pipeline;
mod platform;
mod problem;

pub use backend::Backend;
pub use check::{CheckReport, WrongCase, compare::check};
pub use compress::Compression;
pub use error::{Error, ErrorKind, Location, Result, shown, shown_path};
pub use game::cold::is_cold;
pub use game::column::is_cold_column;
pub use game::moves::winning_moves;
pub use game::rule::Rule;
pub use input::{Input, InputReader, OpenFile, ReadMode, file_signature::describe_signature};
pub use output::{Output, open_file::descriptor_of, writer::OutputWriter};
pub use pipeline::{
    columns::{AnswerColumn, Column},
    generate::{GenerateLimit, generate, write_input},
    measure,
    progress::Progress,
    solver::{OnInvalid, Solver},
    summary::Summary,
};
pub use problem::{
    AnswerFormat, AnswerLabels, Case, CasePrefix, Comparison, Framing, Game, Limits, MoveOrder,
    PROFILES, Problem, Profile, profile,
};

/// The examples of the READMEs are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../README.zh-CN.md")]
struct Readme;
