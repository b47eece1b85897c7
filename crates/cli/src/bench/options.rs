//! The arguments of `wythoff bench`.

use crate::options::Watch;
use crate::options::values::{backends, count, list_regimes, regimes, size};
use clap::{Args, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use wythoff::workload::Regime;

/// Compare the speed of solving with the speed of reading every byte
#[derive(Debug, Args)]
#[command(after_help = include_str!("../help/bench.txt").trim_ascii_end().replace("{regimes}", &list_regimes()))]
pub(crate) struct Bench {
    /// A file of pairs [default: a temporary file is made]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["regimes", "size"])]
    pub(super) file: Option<PathBuf>,

    /// The kind of input to make (below), in $TMPDIR, removed at the end; may be repeated
    #[arg(long = "regime", value_name = "NAME", default_value = "1e9", value_parser = regimes(), hide_possible_values = true)]
    pub(super) regimes: Vec<Regime>,

    /// The size of the input to make; K, M and G are powers of 1024
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = size, allow_hyphen_values = true)]
    pub(super) size: u64,

    /// Measure on one thread and on N threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroUsize>)]
    pub(super) threads: Option<NonZeroUsize>,

    /// The number of rounds that are counted [default: as many as fit in 20 s, from 3 to 15]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroUsize>)]
    pub(super) runs: Option<NonZeroUsize>,

    /// Measure this parser, or `all` parsers that this machine runs [default: the fastest]
    #[arg(
        long,
        value_name = "NAME",
        env = "WYTHOFF_BACKEND",
        hide_env_values = true,
        value_parser = backends(&["auto", "all"]),
        hide_possible_values = true
    )]
    pub(super) backend: Option<String>,

    /// The programs print the sums of both columns, modulo 2^64, instead of answers: to measure parsing alone
    #[arg(long)]
    pub(super) sum: bool,

    /// Print JSON with the time of every run instead of a table, or only `error` if the command fails
    #[arg(long)]
    pub(super) json: bool,

    /// Run this stage once, to be timed as a process
    #[arg(long, hide = true, requires = "file", value_parser = ["touch", "parse"])]
    pub(super) process: Option<String>,

    #[command(flatten)]
    pub(super) watch: Watch,

    /// Programs to measure: each argument is a command, such as './reader {input}'. Without {input} the
    /// input is standard input
    #[arg(last = true, value_name = "COMMAND", value_hint = ValueHint::CommandString)]
    pub(super) programs: Vec<String>,
}
