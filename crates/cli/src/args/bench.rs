//! The arguments of `wythoff bench`.

use super::values::{backends, count, regimes, seconds, size};
use clap::{Args as Group, ValueHint};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;
use wythoff::workload::{REGIMES, Regime};

const HELP: &str = "\
Stages, each on one thread and on N threads:
  touch     map the file and search for a byte that is not in it (the floor)
  parse     parse every pair, and compare its piles
  decide    parse every pair, decide it, and count the answers
  null      all of `solve`, to /dev/null
  file      all of `solve`, to a new file
  replace   all of `solve`, to a file that exists and is replaced
  pipe      all of `solve`, into a pipe that another thread empties

A round runs each stage once, in shuffled order; the first round is not counted.
A run opens and maps the file and starts its threads, as a process would. The
file is in the page cache: disks are not measured. `x floor` is the median of
the time divided by that of touch, in the same round on the same number of
threads. Every run is checked: all backends must give the same answers.

With a program after --, the stages are touch, and three whole processes with
output to /dev/null: `wc -l`, `wythoff solve`, and the program, called the
reader. The answers of the reader are checked first. It reads the file from
standard input. If an argument contains {file}, the path of the file replaces
it, and standard input is /dev/null. `x floor` and `x solve` are the time
divided by that of touch and of `wythoff solve`, on N threads.

Exit codes: 0 done; 1 the reader failed or gave a wrong answer; 2 it could not
be done.

Regimes:
{regimes}
Examples:
  wythoff bench
  wythoff bench --regime mixed --size 2G --runs 31
  wythoff bench pairs.txt --backend avx512 --json > figures.json
  wythoff bench pairs.txt -- ./reader
  wythoff bench --size 100M --no-check -- python3 sums.py {file}";

fn list_regimes() -> String {
    let line = |regime: &Regime| format!("  {:10}  {}\n", regime.name, regime.about);
    REGIMES.iter().map(line).collect()
}

/// Compare the speed of solving, or of a program, with that of reading every byte
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

    /// Do not check the answers of the program
    #[arg(long, requires = "command")]
    pub(crate) no_check: bool,

    /// The time limit of one run of the program
    #[arg(short, long = "time-limit", value_name = "SECONDS", value_parser = seconds, default_value = "60", requires = "command")]
    pub(crate) time_limit: Duration,

    #[command(flatten)]
    pub(crate) format: super::options::Format,

    #[command(flatten)]
    pub(crate) watch: super::options::Watch,

    /// A program to compare with `wythoff solve`, and its arguments, after --
    #[arg(last = true, value_name = "COMMAND", value_hint = ValueHint::CommandWithArguments)]
    pub(crate) command: Vec<OsString>,
}
