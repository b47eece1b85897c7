//! The arguments of `wythoff gen`.

use super::values::{amount, count, many, mix, size, whole};
use clap::{Args as Group, ValueHint};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// Make an input, and the true answers to it: the same bytes from the same seed, for ever
#[derive(Debug, Group)]
#[command(after_help = "\
Kinds, for --mix:
  uniform   each pile uniform up to --max
  digits    each pile of as many digits as another
  cold      cold positions (the player to move loses)
  near      one off a cold position in one pile: always hot
  worst     where approximations of phi fail first: cold ones, their neighbours
  swapped   the pair before it with its piles swapped
  edges     0, powers of two and of ten and their neighbours, --max; equal piles
  killers   where the usual formula in double is wrong; lint tries them, too
All but swapped put the larger pile first half of the time. By --rule they are
those of that game; with r=N killers are as worst.

A set (--dir) has a case of each of the first kinds, then mixed ones. Where an
input is one record (--as luogu-p2252) it has killers, cold and hot in turn;
with --mix it has what that says.

Amounts and limits may be written as 1000000, 1e6 or 2^64-1.

The same seed, format, --max, --mix and amount give the same bytes on every
machine, with every number of threads, in every version. On a terminal the
command that gives them again is told on standard error; --dir writes one for
each case to standard output.

Examples:
  wythoff gen --pairs 10
  wythoff gen --bytes 2G --seed 7 -o pairs.txt --answers answers.txt
  wythoff gen --mix worst=3,cold --max 1e18 --pairs 1e6 | ./solution
  wythoff gen --max 10^100 --mix digits
  wythoff gen --as hdu2177 --answers answers.txt > input.txt
  wythoff gen --in count --words Yes,No --dir test
  wythoff gen --dir test --cases 20")]
pub(crate) struct Gen {
    /// What everything is drawn from
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// How many pairs, or what the problem has; with --dir, in the last case [default: 1000, or what the
    /// problem allows]
    #[arg(long, value_name = "N", value_parser = amount, conflicts_with = "bytes", allow_negative_numbers = true)]
    pub(crate) pairs: Option<u64>,

    /// As many whole pairs as fit in SIZE bytes, before any compression; K, M and G are powers of 1024
    #[arg(long, value_name = "SIZE", value_parser = size, conflicts_with = "dir", allow_hyphen_values = true)]
    pub(crate) bytes: Option<u64>,

    #[command(flatten)]
    pub(crate) format: super::Format,

    /// The largest pile, as 1000000, 1e18, 2^64-1 or 10^100, of at most 1000 digits [default: 1e9, or the problem's limit]
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    pub(crate) max: Option<String>,

    /// Kinds and their weights, as in uniform=8,cold=1; as much of each: uniform:cold:near [default: some of each]
    #[arg(long, value_name = "KIND=WEIGHT,...", value_parser = mix(), hide_possible_values = true, allow_negative_numbers = true)]
    pub(crate) mix: Option<String>,

    /// Write there, whole or not at all, instead of to standard output; compressed if it ends in .gz or
    /// .zst
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "dir")]
    pub(crate) output: Option<PathBuf>,

    /// Write the answers there; `-`: to standard output; compressed if it ends in .gz or .zst
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "dir")]
    pub(crate) answers: Option<PathBuf>,

    /// Write cases there, NAME-01.in and NAME-01.out and so on: hard ones first, large ones last; refused if
    /// others of that name are there that it wouldn't replace
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,

    /// How many cases
    #[arg(long, value_name = "N", value_parser = many, default_value = "20", requires = "dir", allow_negative_numbers = true)]
    pub(crate) cases: NonZeroU64,

    /// What their names begin with
    #[arg(long, value_name = "NAME", default_value = "case", requires = "dir")]
    pub(crate) name: String,

    /// Answers in .ans instead of .out
    #[arg(long, requires = "dir")]
    pub(crate) ans: bool,

    /// Threads at most [default: as many as this process may use]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) watch: super::Watch,
}
