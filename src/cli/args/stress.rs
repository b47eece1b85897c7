//! The arguments of `wythoff stress` and `wythoff lint`.

use super::values::{count, many, whole};
use clap::{Args as Group, ValueHint};
use std::ffi::OsString;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

/// Find out where a solution is wrong: edges and worst cases first, then random mixes
#[derive(Debug, Group)]
#[command(after_help = "\
Each batch is one process that gets thousands of cases on standard input (where
the problem has one case only, a process each). Verdicts: AC, WA (wrong
answer), RE (a crash, or an exit code that isn't 0), TLE (time), MLE (memory).
The first batch that fails is shrunk to the smallest failing input that can be
found, which is shown, explained, and saved with the right answer.

The same seed gives the same batches, with every number of jobs.

Without --as the input is pairs until its end, a line each, up to 10^9, and the
answers are 1 and 0, as poj1067 has it; --in, --rule, --words and --max change
that, or a problem's.

Examples:
  wythoff stress -- ./solution
  wythoff stress --as 51nod1185 --cases 10000000 -- ./solution
  wythoff stress --as hdu2177 -t 10 -- python3 solution.py
  wythoff stress --in count --words Yes,No --max 1e18 -- ./solution
  wythoff stress --seed 7 --only 3 -- ./solution

Exit codes: 0 every answer is right; 1 a failing input was found; 2 it could
not be done.")]
pub(crate) struct Stress {
    #[command(flatten)]
    pub(crate) test: Test,

    /// What the mixes are drawn from
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// Stop after so many batches [default: 20 mixes after the known cases]
    #[arg(long, value_name = "N", value_parser = many, group = "until", allow_negative_numbers = true)]
    pub(crate) batches: Option<NonZeroU64>,

    /// Stop after so many cases, or a little more
    #[arg(long, value_name = "N", value_parser = many, group = "until", allow_negative_numbers = true)]
    pub(crate) cases: Option<NonZeroU64>,

    /// Begin no batch after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, group = "until", allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,

    /// Run this batch only, to see a failure again
    #[arg(long, value_name = "BATCH", value_parser = whole, group = "until", allow_negative_numbers = true)]
    pub(crate) only: Option<u64>,
}

/// Try the inputs that break the usual wrong solutions, in a moment
#[derive(Debug, Group)]
#[command(after_help = "\
Small piles, limits, and the differences at which doubles, x87 long doubles,
products with 27 decimals of phi or a misprinted rounding go wrong: of piles up
to 10^9 every one, of larger ones those with d * phi nearest to a whole number.
By --rule r=N these are the cold positions at the convergents of that game's
slope, and what is beside them.
For random inputs as well: wythoff stress. Without --as the problem is that of
poj1067; --in, --rule, --words and --max change that, or another one.

Examples:
  wythoff lint -- ./solution
  wythoff lint --as 51nod1185 -- python3 solution.py
  wythoff lint --in count --rule r=2 -- ./solution

Exit codes: 0 every answer is right; 1 a failing input was found; 2 it could
not be done.")]
pub(crate) struct Lint {
    #[command(flatten)]
    pub(crate) test: Test,
}

/// What is tested, and how.
#[derive(Debug, Group)]
pub(crate) struct Test {
    #[command(flatten)]
    pub(crate) format: super::Format,

    /// The largest pile, as 1000000, 1e18, 2^64-1 or 10^100, of at most 1000 digits [default: 1e9, or the problem's limit]
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    pub(crate) max: Option<String>,

    /// Seconds that a process may take
    #[arg(short, long = "time-limit", value_name = "SECONDS", value_parser = seconds, default_value = "2", allow_negative_numbers = true)]
    pub(crate) time_limit: Duration,

    /// MiB that a process may take
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = mebibytes, allow_negative_numbers = true)]
    pub(crate) memory: u64,

    /// Processes at a time [default: as many as this process may use]
    #[arg(short, long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Where to save a failing input and its answer, hack-000.in and hack-000.out; not again if they are there
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, default_value = ".")]
    pub(crate) save: PathBuf,

    #[command(flatten)]
    pub(crate) watch: super::Watch,

    /// The solution and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND", value_hint = ValueHint::CommandWithArguments)]
    pub(crate) command: Vec<OsString>,
}

/// A positive number of seconds, of which there may be a part.
fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().unwrap_or(0.0);
    // A year is for ever here, and its microseconds are exact.
    if !(0.001..=31_536_000.0).contains(&number) {
        return Err("a number of seconds is wanted, as in 2 or 0.5".to_owned());
    }
    Ok(Duration::from_secs_f64(number))
}

/// A number of MiB whose bytes can be counted.
fn mebibytes(text: &str) -> Result<u64, String> {
    match whole(text) {
        Ok(number @ 1..0x100_0000_0000) => Ok(number),
        _ => Err("a whole number of MiB is wanted, as in 256".to_owned()),
    }
}
