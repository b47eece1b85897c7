//! The arguments as they are typed; nothing is looked at or opened here.

pub(crate) mod pages;
#[cfg(feature = "plot")]
pub(crate) mod plot;

use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Exact, very fast batch solver for Wythoff's game.
#[derive(Debug, Parser)]
#[command(name = "wythoff", version, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(Solve),
    Bench(Bench),
    #[cfg(feature = "plot")]
    #[command(subcommand)]
    Plot(plot::Plot),
    Completions(pages::Completions),
    Man(pages::Man),
}

/// Answer every pair of a file: 1 if the player to move wins (hot), 0 if that player loses (cold)
#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  wythoff solve pairs.txt -o answers.txt
  echo '165580140 267914295' | wythoff solve
  wythoff solve --words A,B pairs.txt
  wythoff solve --count a.txt b.txt
  zcat pairs.gz | wythoff solve --invalid mark > answers.txt

A line holds two piles: decimal digits of any length, blanks around and between.
Empty lines are skipped. Exit codes: 0 done; 1 done, but invalid lines were marked;
2 it could not be done.")]
pub(crate) struct Solve {
    /// Files of pairs, answered one after the other; `-` or none: standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Write there, whole or not at all, instead of to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// The two words, for hot and for cold
    #[arg(long, value_name = "HOT,COLD", default_value = "1,0")]
    pub(crate) words: String,

    /// Print only how many of each there are
    #[arg(long, conflicts_with = "words")]
    pub(crate) count: bool,

    /// Threads [default: as many as this process may use]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// The parser: auto (the fastest), or avx512, avx2, swar, scalar; one that this machine can't run is an error
    #[arg(
        long,
        value_name = "NAME",
        env = "WYTHOFF_BACKEND",
        default_value = "auto"
    )]
    pub(crate) backend: String,

    /// At a line that is no pair: stop there, or write `?` for it and go on
    #[arg(long, value_enum, default_value_t = Invalid::Stop)]
    pub(crate) invalid: Invalid,

    /// How to read regular files: mmap is faster, read is for files that others write to
    #[arg(long, value_enum, default_value_t = Io::Mmap)]
    pub(crate) io: Io,
}

/// Time each stage on this machine beside its floor, which is to read every byte once
#[derive(Debug, Group)]
#[command(after_help = "\
Stages, each on one thread and on all:
  touch     map the file and look at every byte, for one that isn't there: the floor
  newlines  count newlines (memchr)
  parse     parse every pair, ask of it the least that needs every digit
  decide    parse and decide every pair, count the answers
  null      all of `solve`, to /dev/null
  file      all of `solve`, to a new file
  replace   all of `solve`, to a file that is there and is replaced as a whole
  pipe      all of `solve`, into a pipe that another thread empties

Every run opens and maps the file and starts its threads anew, as a process would,
and takes it all down again. The file is in the page cache: disks are not measured.
A round runs each stage once, in an order of its own; the first round isn't counted.
x floor is the median over the rounds of time / touch on as many threads in the
same round. Before anything is timed all backends have to give the same answers,
byte by byte; every timed run is checked against their counts.

Examples:
  wythoff bench
  wythoff bench --regime mixed --size 2G --runs 31
  wythoff bench pairs.txt --backend avx512 --json > figures.json")]
pub(crate) struct Bench {
    /// A file of pairs [default: one is made]
    #[arg(value_name = "FILE", conflicts_with_all = ["regime", "size"])]
    pub(crate) file: Option<PathBuf>,

    /// Make an input of this kind, in $TMPDIR, removed at the end
    #[arg(long, value_name = "NAME", default_value = "1e9")]
    pub(crate) regime: String,

    /// How large an input to make; K, M and G are powers of 1024
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = size)]
    pub(crate) size: u64,

    /// What "all threads" are [default: as many as this process may use]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Rounds that are counted
    #[arg(long, value_name = "N", default_value = "15")]
    pub(crate) runs: NonZeroUsize,

    /// Only this parser [default: all that this machine runs]
    #[arg(long, value_name = "NAME", env = "WYTHOFF_BACKEND")]
    pub(crate) backend: Option<String>,

    /// One JSON object, with the time of every run, instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// A number of bytes, perhaps with a K, M or G behind it.
fn size(text: &str) -> Result<u64, String> {
    let (number, shift) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number: u64 = number
        .parse()
        .map_err(|_| "a number of bytes, as in 1000000 or 512M".to_owned())?;
    match number.checked_mul(1 << shift) {
        Some(0) => Err("not even one byte".to_owned()),
        Some(bytes) => Ok(bytes),
        None => Err("more than there are".to_owned()),
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Invalid {
    Stop,
    Mark,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Io {
    Mmap,
    Read,
}
