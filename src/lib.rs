//! Exact, very fast batch solver for Wythoff's game.
//!
//! Two piles; a move takes any number from one, or the same number from both; whoever takes the
//! last object wins. A position is *cold* (a P-position, 奇异局势) if the player to move loses,
//! else *hot*.
//!
//! ```
//! assert!(wythoff::is_cold(1, 2));
//! // The formula in double precision, as it is usually printed, says that this one is hot:
//! assert!(wythoff::is_cold(165_580_140, 267_914_295));
//! ```
//!
//! A file of pairs, one a line, becomes a file of answers, one a line and in the same order:
//!
//! ```
//! use wythoff::{Config, Input, Target};
//! let pairs = "1 2\n8 4\n4 7\n";
//! let mut answers = Vec::new();
//! let input = Input::Reader(Box::new(pairs.as_bytes()), "pairs".into());
//! let summary = wythoff::solve(vec![input], Target::stream(&mut answers, "answers"), &Config::default())?;
//! assert_eq!(answers, b"0\n1\n0\n");
//! assert_eq!((summary.hot, summary.cold), (1, 2));
//! # Ok::<(), wythoff::Error>(())
//! ```
//!
//! # Features
//!
//! `cli` and `plot`, which a library doesn't need, are on by default. `compressed` (in `cli`) reads what gzip or zstd
//! compressed, and writes it (`Target::compressed`); for the second it needs a C compiler. With `default-features = false`
//! there is none of them.
//!
//! # How data flows
//!
//! ```text
//! input ── chunks of lines ──> parse ── pairs ──> game ── bits ──> output
//!   mmap, read, stream           one kernel a backend      words, in order, whole or not at all
//!          └──────────── pipeline: workers, one chunk each ────────────┘
//! ```

pub mod backend;
pub mod check;
pub mod compress;
pub mod error;
pub mod game;
pub mod grammar;
pub mod input;
pub mod output;
pub mod parse;
pub mod pipeline;
pub mod problem;
pub mod stress;
pub mod workload;

pub use backend::Backend;
pub use compress::Compression;
pub use error::{Error, ErrorKind, Location, Result};
pub use game::cold::{is_cold, is_cold_column};
pub use game::moves::winning_moves;
pub use game::rule::Rule;
pub use input::{Input, Io};
pub use output::labels::Words;
pub use output::output::Target;
pub use pipeline::{Answers, Config, OnInvalid, Progress, Summary, solve};
