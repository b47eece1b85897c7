//! The definitions of the arguments, for clap. Nothing is opened or looked up here.

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
Examples:
  wythoff solve pairs.txt -o answers.txt
  wythoff explain 5 8
  wythoff stress --as poj1067 -- ./a.out
  wythoff solve --help

The game: there are two piles. A move takes any number of objects from one pile,
or the same number from both. Whoever takes the last object wins. A position is
hot (1) if the player to move can win, and cold (0) if not.

Exit codes: 0 done; 1 done, but something is wrong (a line was marked, an answer
differs, a failing input was found); 2 it could not be done."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// `solve` alone. Building the definitions of all subcommands takes longer than answering a line.
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

Input: two piles a line, such as 3 5, in decimal digits with blanks between.
Empty lines are skipped. gzip and zstd are decompressed. With --as or --in
reading stops after the last record of the problem.

Exit codes: 0 done; 1 done, but invalid lines were marked; 2 it could not be
done.")]
pub(crate) struct Solve {
    /// Input files, a pair of piles a line; `-` is standard input [default: -]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,

    /// Write to FILE, all or nothing; .gz and .zst compress [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) format: Format,

    /// With --as or --in: input that the problem does not allow is an error, not a warning
    #[arg(long)]
    pub(crate) strict: bool,

    /// Print only how many positions are hot and how many are cold
    #[arg(long, conflicts_with = "words")]
    pub(crate) count: bool,

    /// Use at most N threads [default: one for each processor, or one for an input below 32 MiB (512 KiB
    /// if the output is compressed)]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) parsing: Parsing,

    #[command(flatten)]
    pub(crate) faults: Faults,

    /// How to read files: mmap is faster, read is for files that other programs write to
    #[arg(long, value_enum, default_value_t = Io::Mmap)]
    pub(crate) io: Io,

    #[command(flatten)]
    pub(crate) tell: Tell,
}

/// What goes to standard error besides errors, during the run and at its end.
#[derive(Clone, Copy, Debug, Default, Group)]
pub(crate) struct Tell {
    #[command(flatten)]
    pub(crate) watch: Watch,

    /// Print counts, time and speed to standard error at the end; `--stats json` as JSON
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub(crate) stats: Option<Stats>,
}

/// How text becomes numbers.
#[derive(Clone, Debug, Group)]
pub(crate) struct Parsing {
    /// The parser: auto (the fastest on this machine), avx512, avx2, swar or scalar
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

/// What happens to an invalid line.
#[derive(Clone, Copy, Debug, Group)]
pub(crate) struct Faults {
    /// At an invalid line: stop, or mark it (answer `?`) and go on
    #[arg(long, value_enum, default_value_t = Invalid::Stop)]
    pub(crate) invalid: Invalid,
}

/// What goes to standard error during the run.
#[derive(Clone, Copy, Debug, Default, Group)]
pub(crate) struct Watch {
    /// Show progress on standard error: auto only on a terminal, after half a second; always also
    /// prints a last line
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Progress::Auto)]
    pub(crate) progress: Progress,

    /// No progress, warnings or notes on standard error
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

/// The arguments with `--stats json` as `--stats=json`. The format is optional, so any other word
/// after `--stats` is a file.
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
