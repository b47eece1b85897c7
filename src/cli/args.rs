//! The arguments as they are typed; nothing is looked at or opened here.

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

    /// The parser: auto, or one that this machine runs (scalar, swar)
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
