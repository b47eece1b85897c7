//! The arguments of `wythoff bench`.

use super::values::{backends, count, regimes, size};
use clap::{Args as Group, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use wythoff::workload::{REGIMES, Regime};

/// The list of regimes that replaces `{regimes}` in the help of `bench` and `gen`.
pub(super) fn list_regimes() -> String {
    let line = |regime: &Regime| format!("  {:10}  {}\n", regime.name, regime.about);
    REGIMES.iter().map(line).collect()
}

/// Compare the speed of solving with the speed of reading every byte
#[derive(Debug, Group)]
#[command(after_help = include_str!("help/bench.txt").trim_ascii_end().replace("{regimes}", &list_regimes()))]
pub(crate) struct Bench {
    /// A file of pairs [default: a temporary file is made]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["regimes", "size"])]
    pub(crate) file: Option<PathBuf>,

    /// The kind of input to make (below), in $TMPDIR, removed at the end; may be repeated
    #[arg(long = "regime", value_name = "NAME", default_value = "1e9", value_parser = regimes(), hide_possible_values = true)]
    pub(crate) regimes: Vec<Regime>,

    /// The size of the input to make; K, M and G are powers of 1024
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = size, allow_hyphen_values = true)]
    pub(crate) size: u64,

    /// Measure on one thread and on N threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// The number of rounds that are counted [default: as many as fit in 20 s, from 3 to 15]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroUsize>)]
    pub(crate) runs: Option<NonZeroUsize>,

    /// Measure this parser, or `all` parsers that this machine runs [default: the fastest]
    #[arg(
        long,
        value_name = "NAME",
        env = "WYTHOFF_BACKEND",
        hide_env_values = true,
        value_parser = backends(&["auto", "all"]),
        hide_possible_values = true
    )]
    pub(crate) backend: Option<String>,

    /// The programs print the sums of both columns, modulo 2^64, instead of answers: to measure parsing alone
    #[arg(long)]
    pub(crate) sum: bool,

    /// Print JSON with the time of every run instead of a table, or only `error` if the command fails
    #[arg(long)]
    pub(crate) json: bool,

    /// Run this stage once, to be timed as a process
    #[arg(long, hide = true, requires = "file", value_parser = ["touch", "parse"])]
    pub(crate) process: Option<String>,

    #[command(flatten)]
    pub(crate) watch: super::options::Watch,

    /// Programs to measure: each argument is a command, such as './reader {input}'. Without {input} the
    /// input is standard input
    #[arg(last = true, value_name = "COMMAND", value_hint = ValueHint::CommandString)]
    pub(crate) programs: Vec<String>,
}
