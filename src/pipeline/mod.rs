//! The whole way from inputs to an output.
//!
//! Owns the wiring and the worker pool. It refuses to know how anything is parsed, decided,
//! read or written. Invariant: the output is the same at every thread count, chunk size and
//! backend, and so is every message.
//!
//! ```text
//!  input            parse          game        output
//!  Source ─ chunk ─ Kernel ─ pair ─ is_cold ─ bit ─ Words ─ Ordered ─ Target
//!           └────────── one worker, one chunk ─────────┘    in order
//! ```

mod decide;
pub use decide::{Ascending, IsCold};
mod plan;
mod scan;
pub use scan::scan;
mod worker;

use crate::backend::Backend;
use crate::error::{Error, ErrorKind, Location, Result};
use crate::input::stream::LONGEST;
use crate::input::{Input, Io, Source};
use crate::output::encode::{self, Words};
use crate::output::target::Target;
use crate::parse::{BOM, MAX_LINE, Question};
use plan::Pool;
use std::num::NonZeroUsize;

// An input cuts a line short only where the grammar refuses it anyway: more than the longest line
// is left when a byte order mark and a carriage return are taken off.
const _: () = assert!(LONGEST > MAX_LINE + BOM.len() + 1);

/// What is written for each record.
#[derive(Clone, Debug)]
pub enum Answers {
    /// A word a line.
    Words(Words),
    /// Nothing; at the end, how many of each: `hot N`, `cold N` and, where invalid lines are marked,
    /// `invalid N`, a line each.
    Count,
}

/// What becomes of a line that is no record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnInvalid {
    /// It ends the run with an error that says where it is.
    #[default]
    Stop,
    /// A `?` stands in its place, and the run goes on.
    Mark,
}

/// How a batch is solved.
#[derive(Clone, Debug)]
pub struct Config {
    /// What is written for each record.
    pub answers: Answers,
    /// What becomes of a line that is no record.
    pub on_invalid: OnInvalid,
    /// How regular files are read.
    pub io: Io,
    /// At most this many threads; `None`: as many as the machine lets this process use.
    pub threads: Option<NonZeroUsize>,
    /// The parsing kernel.
    pub backend: Backend,
    /// Bytes in a chunk; `None`: chosen by the size of the input. For tests.
    pub chunk: Option<NonZeroUsize>,
}

impl Default for Config {
    /// `1` for hot and `0` for cold, a stop at the first fault, everything else by the machine.
    fn default() -> Self {
        Self {
            answers: Answers::Words(Words::digits()),
            on_invalid: OnInvalid::default(),
            io: Io::default(),
            threads: None,
            backend: Backend::detect(),
            chunk: None,
        }
    }
}

/// What a run did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Positions that the player to move wins (N-positions).
    pub hot: u64,
    /// Positions that the player to move loses (P-positions).
    pub cold: u64,
    /// Lines that were no records, marked.
    pub invalid: u64,
    /// The first few of those, in order, as messages.
    pub first_invalid: Vec<String>,
    /// Bytes read.
    pub bytes: u64,
    /// Threads that took part.
    pub threads: usize,
    /// How the last input was read: `mmap`, `read` or `stream`.
    pub way: &'static str,
}

impl Summary {
    /// All records, invalid ones left out.
    pub fn pairs(&self) -> u64 {
        self.hot + self.cold
    }
}

/// How many of the invalid lines a [`Summary`] tells.
pub const FIRST_INVALID: usize = 10;

/// Solves `inputs`, one after the other, into `target`, and publishes it.
///
/// Errors: whatever can't be read or written, and (if so configured) the first line that is no
/// record. Then a file target is left as it was, and a stream has got every answer before.
pub fn solve(inputs: Vec<Input<'_>>, target: Target<'_>, config: &Config) -> Result<Summary> {
    ask::<IsCold>(inputs, target, config)
}

/// Asks `Q` of every pair of `input` and writes nothing: how long parsing takes, and deciding.
/// `cold` counts the pairs of which it is true, `hot` the others.
pub fn count<Q: Question>(input: Input<'_>, config: &Config) -> Result<Summary> {
    let config = Config {
        answers: Answers::Count,
        ..config.clone()
    };
    let nowhere = Target::stream(std::io::sink(), "nowhere");
    ask::<Q>(vec![input], nowhere, &config)
}

fn ask<Q: Question>(
    inputs: Vec<Input<'_>>,
    target: Target<'_>,
    config: &Config,
) -> Result<Summary> {
    let mut summary = Summary::default();
    let mut pool = Pool::new(config.threads);
    let mut written = 0;
    for input in inputs {
        let source = Source::open(input, config.io)?;
        if source.identity().is_some() && source.identity() == target.identity() {
            return Err(Error::new(ErrorKind::OutputIsInput).of(source.name()));
        }
        let job = worker::Job::<Q>::new(&source, &target, config, &pool, written);
        let done = job.run(&mut pool);
        // First of all: a fault in a file that changed is no news about its lines.
        source.finish()?;
        let done = done?;
        written = done.written;
        summary.hot += done.hot;
        summary.cold += done.cold;
        summary.invalid += done.invalid;
        summary.bytes += done.bytes;
        let room = FIRST_INVALID - summary.first_invalid.len();
        summary
            .first_invalid
            .extend(done.first_invalid.iter().take(room).map(Error::to_string));
        summary.threads = summary.threads.max(done.threads);
        summary.way = source.way();
    }
    if let Answers::Count = config.answers {
        let mut text = Vec::new();
        encode::count("hot", summary.hot, &mut text);
        encode::count("cold", summary.cold, &mut text);
        if config.on_invalid == OnInvalid::Mark {
            encode::count("invalid", summary.invalid, &mut text);
        }
        target.write(0, &text)?;
        written = text.len() as u64;
    }
    // Its threads end before, not beside or after.
    drop(pool);
    target.publish(written)?;
    Ok(summary)
}

/// Where a fault is, once the lines before it are counted.
fn locate(line: u64, offset: u64, column: usize) -> Location {
    Location::new(offset + column as u64, line, column as u64 + 1)
}
