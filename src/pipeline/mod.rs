//! Runs: from inputs to an output.
//!
//! This module connects the modules below and has the worker pool. The output and every message are the same with every
//! number of threads, chunk size and backend.
//!
//! ```text
//!  input            parse          game        output
//!  Source ─ chunk ─ Kernel ─ pair ─ is_cold ─ bit ─ ReorderBuffer ─ labels ─ Output
//!           └────── one worker, one chunk ───────┘        in order
//! ```

mod cases;
mod chunk_result;
mod chunk_sink;
mod columns;
mod decide;
mod framed_run;
mod framing;
mod generate;
mod measure;
mod options;
mod ordered_run;
mod pool;
mod progress;
mod record_reader;
mod solve;
mod solve_run;
mod solver;
mod summary;

pub use columns::{AnswerColumn, Column};
#[cfg(test)]
pub(crate) use decide::{Ascending, IsCold};
pub use generate::{GenerateLimit, GenerateSummary, generate, write_input};
pub use measure::{LineReader, Question, count_matches, scan};
pub use options::{OnInvalid, Strictness};
pub use progress::Progress;
pub(crate) use record_reader::read_piles;
pub use solver::Solver;
pub use summary::Summary;
