//! The arguments of `wythoff bench`.

use super::values::{backends, count, regimes, size};
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

Regimes:
{regimes}
Examples:
  wythoff bench
  wythoff bench --regime mixed --size 2G --runs 31
  wythoff bench pairs.txt --backend avx512 --json > figures.json";

fn list_regimes() -> String {
    let line = |regime: &Regime| format!("  {:10}  {}\n", regime.name, regime.about);
    REGIMES.iter().map(line).collect()
}

/// Compare the speed of solving with that of reading every byte
#[derive(Debug, Group)]
#[command(after_help = HELP.replace("{regimes}", &list_regimes()))]
pub(crate) struct Bench {
    /// A file of pairs [default: a temporary file is made]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["regime", "size"])]
    pub(crate) file: Option<PathBuf>,

    /// The kind of input to make (below); it is made in $TMPDIR and removed at the end
    #[arg(long, value_name = "NAME", default_value = "1e9", value_parser = regimes(), hide_possible_values = true)]
    pub(crate) regime: Regime,

    /// The size of the input to make; K, M and G are powers of 1024
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = size, allow_hyphen_values = true)]
    pub(crate) size: u64,

    /// Measure on one thread and on N threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// The number of rounds that are counted
    #[arg(long, value_name = "N", default_value = "15", value_parser = count::<NonZeroUsize>)]
    pub(crate) runs: NonZeroUsize,

    /// Measure only this parser [default: all that this machine runs]
    #[arg(
        long,
        value_name = "NAME",
        env = "WYTHOFF_BACKEND",
        hide_env_values = true,
        value_parser = backends(),
        hide_possible_values = true
    )]
    pub(crate) backend: Option<String>,

    /// Print JSON with the time of every run instead of a table, or only `error` if the command fails
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) watch: super::options::Watch,
}
