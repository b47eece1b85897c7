//! Runs: from inputs to an output.
//!
//! This module connects the modules below and has the worker pool. The output and every message are the same with every number
//! of threads, chunk size and backend.
//!
//! ```text
//!  input            parse          game        output
//!  Source ─ chunk ─ Kernel ─ pair ─ is_cold ─ bit ─ ReorderBuffer ─ labels ─ Output
//!           └────── one worker, one chunk ───────┘        in order
//! ```

mod chunk_result;
pub(crate) mod columns;
pub(crate) mod decide;
mod frame_state;
mod framing;
pub(crate) mod generate;
pub mod measure;
mod pool;
pub(crate) mod progress;
pub(crate) mod record_reader;
mod solve;
mod solve_run;
pub(crate) mod solver;
pub(crate) mod summary;
