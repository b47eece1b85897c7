//! The arguments as they are typed; nothing is looked at or opened here.

pub(crate) mod bench;
mod format;
pub(crate) mod generate;
pub(crate) mod judge;
pub(crate) mod moves;
pub(crate) mod pages;
#[cfg(feature = "plot")]
pub(crate) mod plot;
pub(crate) mod sequences;
pub(crate) mod stress;
mod values;

use clap::{Args as Group, Parser, Subcommand, ValueEnum, ValueHint};
pub(crate) use format::Format;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use values::{backend, count};

/// Exact, very fast batch solver for Wythoff's game
#[derive(Debug, Parser)]
#[command(
    name = "wythoff",
    version,
    arg_required_else_help = true,
    after_help = "\
Two piles; a move takes any positive number from one pile, or the same number
from both; who takes the last object wins. A position is hot (1) if the player
to move wins, and cold (0) if that player loses against perfect play. Every
answer is exact, for piles of any number of digits that a line of 1 MiB holds;
where a case has several numbers (Nim, uva11249, haut1297) and in plot moves
up to 2^64 - 1, and in tables of Grundy values up to 21845.

Examples:
  wythoff solve pairs.txt -o answers.txt
  wythoff explain 5 8
  wythoff stress --as poj1067 -- ./a.out
  wythoff solve --help

Exit codes: 0 done; 1 done, but something is wrong (a line was marked, an answer
differs, a failing input was found); 2 it could not be done."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// `solve` alone: to build the definitions of all subcommands takes longer than to answer a line.
#[derive(Debug, Parser)]
#[command(name = "wythoff")]
pub(crate) struct Quick {
    #[command(subcommand)]
    pub(crate) command: QuickCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum QuickCommand {
    Solve(Solve),
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(Solve),
    Judges(judge::Judges),
    Submission(judge::Submission),
    Check(judge::Check),
    Moves(moves::Moves),
    Nim(moves::Nim),
    Cold(sequences::Cold),
    Explain(sequences::Explain),
    Grundy(sequences::Grundy),
    Bench(bench::Bench),
    Stress(stress::Stress),
    Lint(stress::Lint),
    Gen(generate::Gen),
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
  wythoff solve pairs.gz -o answers.zst --stats
  generate | wythoff solve --invalid mark > answers.txt
  wythoff solve --as 51nod1185 input.txt
  wythoff solve --in count --words Yes,No input.txt

A line holds two piles: decimal digits, as many as fit in 1 MiB, blanks around
and between. With --as or --in a number has at most 2^20 digits; those of Nim,
uva11249 and haut1297 end at 2^64 - 1. Empty lines are skipped. Inputs that gzip
or zstd compressed are told by their first bytes and decompressed.

What stands behind the last record that --as or --in promise is not read, as no
solution of the problem would read it.

Exit codes: 0 done; 1 done, but invalid lines were marked; 2 it could not be
done.")]
pub(crate) struct Solve {
    /// Files of pairs, answered one after the other; `-` or none: standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,

    /// Write there, whole or not at all, instead of to standard output; compressed if it ends in .gz or .zst
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) format: Format,

    /// With --as or --in: what the problem doesn't promise is an error, not a warning
    #[arg(long)]
    pub(crate) strict: bool,

    /// Print only how many of each there are
    #[arg(long, conflicts_with = "words")]
    pub(crate) count: bool,

    /// Threads at most [default: as many as this process may use, where that pays: from 32 MiB of input
    /// on, or from 512 KiB if the output is compressed]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) parsing: Parsing,

    #[command(flatten)]
    pub(crate) faults: Faults,

    /// How to read regular files: mmap is faster, read is for files that others write to
    #[arg(long, value_enum, default_value_t = Io::Mmap)]
    pub(crate) io: Io,

    #[command(flatten)]
    pub(crate) tell: Tell,
}

/// What is said on standard error besides errors, while it works and at the end.
#[derive(Clone, Copy, Debug, Default, Group)]
pub(crate) struct Tell {
    #[command(flatten)]
    pub(crate) watch: Watch,

    /// At the end, on standard error: how much, how fast and in which way; `--stats json` as one JSON object
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) stats: Option<Stats>,
}

/// How text becomes numbers.
#[derive(Clone, Debug, Group)]
pub(crate) struct Parsing {
    /// The parser: auto (the fastest), or avx512, avx2, swar, scalar; one that this machine can't run is an error
    #[arg(
        long,
        value_name = "NAME",
        env = "WYTHOFF_BACKEND",
        hide_env_values = true,
        default_value = "auto",
        value_parser = backend(),
        hide_possible_values = true
    )]
    pub(crate) backend: String,
}

/// What becomes of a line that the grammar refuses.
#[derive(Clone, Copy, Debug, Group)]
pub(crate) struct Faults {
    /// At an invalid line: stop there, or answer it with `?` and go on
    #[arg(long, value_enum, default_value_t = Invalid::Stop)]
    pub(crate) invalid: Invalid,
}

/// What is said on standard error while it works.
#[derive(Clone, Copy, Debug, Default, Group)]
pub(crate) struct Watch {
    /// How far it is, on standard error: auto is on a terminal, after half a second; always is
    /// everywhere, and leaves a last line
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Progress::Auto)]
    pub(crate) progress: Progress,

    /// Nothing on standard error but errors and what was asked for
    #[arg(short, long, conflicts_with = "progress")]
    pub(crate) quiet: bool,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Default)]
pub(crate) enum Progress {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Stats {
    Text,
    Json,
}

/// The arguments with `--stats json` as `--stats=json`: a format may stand behind `--stats` or not,
/// so any other word there is a file, not a format misspelt.
pub(crate) fn joined(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let mut words = true;
    for arg in args {
        words &= arg != "--";
        match joined.last_mut() {
            Some(last) if words && last == "--stats" && (arg == "json" || arg == "text") => {
                last.push("=");
                last.push(arg);
            }
            _ => joined.push(arg),
        }
    }
    joined
}
