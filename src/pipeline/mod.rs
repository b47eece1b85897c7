//! The whole way from inputs to an output.
//!
//! Owns the wiring and the worker pool. It refuses to know how anything is parsed, decided,
//! read or written. Invariant: the output is the same at every thread count, chunk size and
//! backend, and so is every message.
//!
//! ```text
//!  input            parse          game        output
//!  Source ─ chunk ─ Kernel ─ pair ─ is_cold ─ bit ─ Ordered ─ Words ─ Target
//!           └────── one worker, one chunk ───────┘   in order
//! ```

mod cases;
pub use cases::solve_cases;
mod decide;
pub use decide::{Ascending, IsCold};
mod frame;
pub use frame::Frame;
mod piles;
mod progress;
pub use progress::Progress;
mod generate;
pub use generate::{Extent, Produced, Truth, produce};
mod pool;
mod scan;
pub use scan::scan;
mod sink;
mod work;
mod worker;

use crate::backend::Backend;
use crate::error::{Error, ErrorKind, Result};
use crate::game::Rule;
use crate::game::nim::NimRule;
use crate::input::{Cut, Input, Io, Source};
use crate::output::labels::{self, Words};
use crate::output::output::Target;
use crate::output::packer::Packer;
use crate::parse::Question;
use piles::ByPiles;
use pool::Pool;
use std::num::NonZeroUsize;
use std::sync::Arc;
use work::{ByKernel, ByRecord, Say, Work};

/// What is written for each record.
#[derive(Clone, Debug)]
pub enum Answers {
    /// A word a line.
    Words(Words),
    /// Nothing; at the end, how many of each: `hot N`, `cold N` and, where invalid lines are marked,
    /// `invalid N`, a line each.
    Count,
    /// How many winning moves there are, a line a record.
    MoveCount,
    /// The word, and behind it a line for each position that a winning move leads to, the smaller
    /// pile first: as HDU 2177 asks.
    WordsAndMoves(Words),
    /// The winning moves, a line a record: `both 3 -> 1 2, larger 5 -> 1 2`; `-` if there is none.
    Moves,
    /// The positions that winning moves lead to, each once, a line a record: `1 2, 3 5`; `-` if there is
    /// none.
    Positions,
    /// A JSON object a line, with the piles in the order of the input:
    /// `{"piles":[5,4],"cold":false,"moves":[{"take":"both","amounts":[3],"to":[1,2]}]}`.
    Json,
}

impl Answers {
    fn say(&self) -> Say {
        match self {
            Answers::Words(_) | Answers::Count => Say::Word,
            Answers::MoveCount => Say::MoveCount,
            Answers::WordsAndMoves(_) => Say::Lines,
            Answers::Moves => Say::Moves,
            Answers::Positions => Say::Positions,
            Answers::Json => Say::Json,
        }
    }
}

/// What becomes of a line that is no record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnInvalid {
    /// It ends the run with an error that says where it is.
    #[default]
    Stop,
    /// A `?` stands in its place (`{"invalid":true}` where lines are JSON), and the run goes on.
    Mark,
}

/// How a batch is solved.
#[derive(Clone, Debug)]
pub struct Config {
    /// What is written for each record.
    pub answers: Answers,
    /// The rules that are played by.
    pub rule: Rule,
    /// How the input says where its records end, and that they may lie over lines in any way.
    /// `None`: a record a line, until the input ends.
    pub frame: Option<Frame>,
    /// What becomes of a line that is no record.
    pub on_invalid: OnInvalid,
    /// How regular files are read.
    pub io: Io,
    /// At most this many threads; `None`: as many as the machine lets this process use, if an input is large enough for more
    /// than one to pay.
    pub threads: Option<NonZeroUsize>,
    /// The parsing kernel.
    pub backend: Backend,
    /// Told how far the run is.
    pub progress: Option<Arc<Progress>>,
    /// Bytes in a chunk; `None`: chosen by the size of the input. For tests.
    pub chunk: Option<NonZeroUsize>,
}

impl Default for Config {
    /// `1` for hot and `0` for cold, a stop at the first fault, everything else by the machine.
    fn default() -> Self {
        Self {
            answers: Answers::Words(Words::digits()),
            rule: Rule::Normal,
            frame: None,
            on_invalid: OnInvalid::default(),
            io: Io::default(),
            threads: None,
            backend: Backend::detect(),
            progress: None,
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
    /// What is odd about a framed input but stopped nothing, as messages.
    pub warnings: Vec<String>,
    /// Bytes of text: of compressed inputs, after they were decompressed.
    pub bytes: u64,
    /// Threads that took part.
    pub threads: usize,
    /// How the inputs were read: `mmap`, `read`, `stream`, `gzip`, `zstd`, each named once.
    pub ways: Vec<&'static str>,
}

impl Summary {
    /// All records, invalid ones left out.
    pub fn pairs(&self) -> u64 {
        self.hot + self.cold
    }

    /// One of the inputs was read in that way.
    fn was_read(&mut self, way: &'static str) {
        if !self.ways.contains(&way) {
            self.ways.push(way);
        }
    }
}

/// How many of the invalid lines a [`Summary`] tells.
pub const FIRST_INVALID: usize = 10;

/// Solves `inputs`, one after the other, into `target`, and publishes it.
///
/// Errors: whatever can't be read or written, and (if so configured) the first line that is no
/// record. Then a file target is left as it was, and a stream has got every answer before.
pub fn solve(inputs: Vec<Input<'_>>, target: Target<'_>, config: &Config) -> Result<Summary> {
    if config.rule == Rule::Normal
        && let Answers::Words(_) | Answers::Count = config.answers
    {
        let work = ByKernel::<IsCold>::new(config.backend);
        return run(inputs, target, &work, config);
    }
    let say = config.answers.say();
    let rule = config.rule;
    run(inputs, target, &ByRecord { rule, say }, config)
}

/// Solves `inputs` as [`solve`] does, where each line is a position of Nim: any number of piles.
///
/// Errors: as those of [`solve`]; a frame makes no sense here.
pub fn solve_nim(inputs: Vec<Input<'_>>, target: Target<'_>, config: &Config) -> Result<Summary> {
    let say = config.answers.say();
    let refuse = |what: &str| Err(Error::new(ErrorKind::Argument(what.to_owned())));
    let rule = match config.rule {
        Rule::Normal => NimRule::Normal,
        Rule::Misere => NimRule::Misere,
        Rule::Generalised(_) => return refuse("r is a rule for two piles, not for Nim"),
    };
    if config.frame.is_some() {
        return refuse("a position of Nim is a line, and a line has no frame");
    }
    run(inputs, target, &ByPiles { rule, say }, config)
}

/// Asks `Q` of every pair of `input` and writes nothing: how long parsing takes, and deciding.
/// `cold` counts the pairs of which it is true, `hot` the others.
pub fn count<Q: Question>(input: Input<'_>, config: &Config) -> Result<Summary> {
    let config = Config {
        answers: Answers::Count,
        ..config.clone()
    };
    let nowhere = Target::stream(std::io::sink(), "nowhere");
    let work = ByKernel::<Q>::new(config.backend);
    run(vec![input], nowhere, &work, &config)
}

fn run<W: Work>(
    inputs: Vec<Input<'_>>,
    target: Target<'_>,
    work: &W,
    config: &Config,
) -> Result<Summary> {
    let cut = match config.frame {
        None => Cut::Lines,
        Some(_) => Cut::Whitespace,
    };
    let mut summary = Summary::default();
    let mut pool = Pool::new(config.threads);
    let mut written = 0;
    // Of the inputs that are done with, as they are.
    let mut read = 0;
    for input in inputs {
        let mut source = open(input, &target, config.io, cut)?;
        if target.compression().is_some() {
            source.fill_chunks();
        }
        let job = worker::Job::new(&source, &target, config, work, &pool, (read, written));
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
        summary
            .warnings
            .extend(done.warnings.iter().map(Error::to_string));
        summary.threads = summary.threads.max(done.threads);
        read += source.compressed_bytes().unwrap_or(done.bytes);
        summary.was_read(source.way());
    }
    // Its threads end before, not beside or after.
    drop(pool);
    publish(target, written, &summary, config)?;
    Ok(summary)
}

/// Opens an input, which must not be the output.
fn open<'r>(input: Input<'r>, target: &Target<'_>, io: Io, cut: Cut) -> Result<Source<'r>> {
    let source = Source::open(input, io, cut)?;
    if source.identity().is_some() && source.identity() == target.identity() {
        return Err(Error::new(ErrorKind::OutputIsInput).of(source.name()));
    }
    Ok(source)
}

/// Publishes the answers, of which `written` bytes are written, or what is written instead of them.
fn publish(target: Target<'_>, mut written: u64, summary: &Summary, config: &Config) -> Result<()> {
    if let Answers::Count = config.answers {
        written = write_count(summary, config, &target)?;
    } else if written == 0 && target.compression().is_some() {
        // No answers, which is not the same as no member.
        written = Packer::default().write(&target, 0, b"")?;
    }
    target.publish(written)
}

/// Writes what [`Answers::Count`] says; returns how many bytes that is.
fn write_count(summary: &Summary, config: &Config, target: &Target<'_>) -> Result<u64> {
    let mut text = Vec::new();
    labels::count("hot", summary.hot, &mut text);
    labels::count("cold", summary.cold, &mut text);
    if config.on_invalid == OnInvalid::Mark {
        labels::count("invalid", summary.invalid, &mut text);
    }
    Packer::default().write(target, 0, &text)
}
