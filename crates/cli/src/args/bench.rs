//! The arguments of `wythoff bench`.

use super::values::{backends_and_all, count, regimes, size};
use clap::{Args as Group, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use wythoff::workload::{REGIMES, Regime};

const HELP: &str = "\
Stages, each on one thread and on N threads:
  touch     map the file and search for a byte that is not in it (the floor)
  parse     parse every pair, and compare its piles
  decide    parse every pair, decide it, and count the answers
  null      all of `solve`, to /dev/null
  file      all of `solve`, to a new file

A round runs each stage once, in shuffled order; the first round is not counted.
A run opens and maps the file and starts its threads, as a process would. The
file is in the page cache: disks are not measured. `x floor` is the median of
the time divided by that of touch, in the same round on the same number of
threads. Every run is checked: all backends must give the same answers.

With programs, each round also runs them, `touch` and `solve` as whole
processes. The input is standard input; if a command has {input}, that is the
path of the input. No shell is used, and the current folder is a new one with
links to the files of yours. Two ratios, such as 7.85/14.90, are those to one
thread and to N threads. MB is the most memory, including that of mapped files.
All answers are compared in each round. If one is wrong, or a program fails or
takes 600 s, the exit code is 1, and no time is shown.

With --sum the programs print the sums of the first and of the second column.
So does `parse`, with the kernel SWAR: the others compute no numbers.

Regimes:
{regimes}
Examples:
  wythoff bench
  wythoff bench --regime mixed --regime 1e18 --size 2G --runs 31
  wythoff bench --regime half-cold -- ./reader './other --threads 2 {input}'
  wythoff bench pairs.txt --backend all --json > figures.json";

pub(super) fn list_regimes() -> String {
    let line = |regime: &Regime| format!("  {:10}  {}\n", regime.name, regime.about);
    REGIMES.iter().map(line).collect()
}

/// Compare the speed of solving with that of reading every byte
#[derive(Debug, Group)]
#[command(after_help = HELP.replace("{regimes}", &list_regimes()))]
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

    /// Measure this parser, or `all` that this machine runs [default: the fastest]
    #[arg(
        long,
        value_name = "NAME",
        env = "WYTHOFF_BACKEND",
        hide_env_values = true,
        value_parser = backends_and_all(),
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
