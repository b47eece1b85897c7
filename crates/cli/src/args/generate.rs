//! The arguments of `wythoff gen`.

use super::bench::list_regimes;
use super::values::{Seed, count, regimes, seed, size, whole};
use clap::{Args as Group, ValueHint};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use wythoff::workload::{Mix, Regime};

/// Generate inputs and their right answers
#[derive(Debug, Group)]
#[command(after_help = include_str!("help/gen.txt").trim_ascii_end().replace("{regimes}", &list_regimes()))]
pub(crate) struct Gen {
    /// The seed of the random numbers, or `random` for a new one each time, which is printed on
    /// standard error
    #[arg(long, value_name = "N", default_value = "1", value_parser = seed)]
    pub(crate) seed: Seed,

    /// The number of pairs or other records; with --dir, of the last case [default: 1000, or fewer if
    /// the problem allows fewer; with --dir what the problem allows, or 100000]
    #[arg(long, value_name = "N", value_parser = whole, conflicts_with = "bytes")]
    pub(crate) pairs: Option<u64>,

    /// Generate as many pairs as fit in SIZE bytes before compression, such as 512M; K, M and G are
    /// powers of 1024
    #[arg(long, value_name = "SIZE", value_parser = size, conflicts_with = "dir", allow_hyphen_values = true)]
    pub(crate) bytes: Option<u64>,

    #[command(flatten)]
    pub(crate) format: super::options::Format,

    #[command(flatten)]
    pub(crate) limits: super::options::Limits,

    /// The kinds of pairs (below) and their weights, such as uniform=8,cold=1; uniform:cold:near has
    /// equal weights [default: some of each]
    #[arg(long, value_name = "KIND=WEIGHT,...")]
    pub(crate) mix: Option<Mix>,

    /// Make an input of this regime (below), for a benchmark
    #[arg(
        long,
        value_name = "NAME",
        value_parser = regimes(),
        hide_possible_values = true,
        conflicts_with_all = ["mix", "dir", "profile", "framing", "rule", "words", "prefix", "min", "max", "max_k", "max_piles", "max_records"]
    )]
    pub(crate) regime: Option<Regime>,

    /// Write to FILE, whole or not at all; .gz and .zst are compressed [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "dir")]
    pub(crate) output: Option<PathBuf>,

    /// Write the right answers to FILE; `-` is standard output; .gz and .zst are compressed
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "dir")]
    pub(crate) answers: Option<PathBuf>,

    /// Write a set of cases into DIR, as NAME-01.in, NAME-01.out and so on: the limits and hard cases
    /// first, large ones last; DIR must not contain other cases of that name
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,

    /// In --dir, write inputs that a validator must refuse, each with one fault, as NAME-FAULT.in
    #[arg(long, requires = "dir", conflicts_with_all = ["pairs", "mix", "seed", "cases", "ans"])]
    pub(crate) invalid: bool,

    /// The number of cases in --dir [default: 20, or 50 if an input is one record]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU64>, requires = "dir")]
    pub(crate) cases: Option<NonZeroU64>,

    /// The beginning of the file names in --dir
    #[arg(long, value_name = "NAME", default_value = "case", requires = "dir")]
    pub(crate) name: String,

    /// In --dir, use .ans instead of .out for the names of the answers
    #[arg(long, requires = "dir")]
    pub(crate) ans: bool,

    /// Use at most N threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) watch: super::options::Watch,
}
