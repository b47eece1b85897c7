//! The options that several commands share, and the parsers of values.

mod number;
pub(crate) mod values;

// `--progress` has the values of `--color`.
pub(crate) use clap::ColorChoice as When;
use clap::{Args, ValueHint};
pub(crate) use number::{MAX_DIGITS, is_digits, parse_number};
use std::ffi::OsString;
use std::num::NonZeroU64;
use std::path::PathBuf;
use values::{backends, count, framings, on_invalid, profiles, whole};
use wythoff::{Framing, OnInvalid, Rule};

/// The last value of the option `name` that is one of `values`, for options that are needed before clap reads the arguments. clap
/// reports other values later.
pub(crate) fn early_value<'a>(
    args: &'a [OsString],
    name: &str,
    values: &[&str],
) -> Option<&'a str> {
    let args = args.iter().take_while(|arg| *arg != "--");
    let texts: Vec<&str> = args.map(|arg| arg.to_str().unwrap_or_default()).collect();
    let value = |i: usize| match texts[i].strip_prefix(name)? {
        "" => texts.get(i + 1).copied(),
        rest => rest.strip_prefix('='),
    };
    let mut given = (0..texts.len()).rev().filter_map(value);
    given.find(|value| values.contains(value))
}

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Format {
    /// The problem of an online judge, such as poj1067 or 1067 (`wythoff judges` lists them)
    #[arg(long = "as", value_name = "PROFILE", value_parser = profiles(), hide_possible_values = true)]
    pub(crate) profile: Option<String>,

    /// Treat line ends as blanks. The records end with the input (eof), follow their number
    /// (count), end with `0 0` (zero), or there is only one (one)
    #[arg(long = "in", value_name = "FRAMING", value_parser = framings())]
    pub(crate) framing: Option<Framing>,

    /// The rules: normal, misere (whoever takes the last object loses), or r=N (a move may take
    /// amounts from both piles that differ by less than N) [default: normal]
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<Rule>,

    /// The answers for hot and cold positions, such as Yes,No [default: 1,0, or as the problem says]
    #[arg(long, value_name = "HOT,COLD")]
    pub(crate) words: Option<String>,

    /// The text before each answer, with {} for the number of the case, such as `Case #{}: `
    #[arg(long, value_name = "TEXT")]
    pub(crate) prefix: Option<String>,
}

/// Limits of inputs. They may be narrower than the profile's, but not wider.
#[derive(Debug, Default, Args)]
pub(crate) struct Limits {
    /// The smallest pile [default: the problem's, or 0]
    #[arg(long, value_name = "V", value_parser = whole, allow_hyphen_values = true)]
    pub(crate) min: Option<u64>,

    /// The largest pile, such as 1e18, 2^64-1 or 10^100: at most 1000 digits, and not above the limit of the problem [default: that limit; without --as 1e9, and for validate no limit]
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    pub(crate) max: Option<String>,

    /// The largest K of a case of uva11249 [default: 100000]
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    pub(crate) max_k: Option<u64>,

    /// The most piles in a case of Nim [default: as many as the problem allows]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU64>)]
    pub(crate) max_piles: Option<NonZeroU64>,

    /// The most records in an input [default: as many as the problem allows]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroU64>)]
    pub(crate) max_records: Option<NonZeroU64>,
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RuleOption {
    /// The rules: normal, misere (whoever takes the last object loses), or r=N (a move may take
    /// amounts from both piles that differ by less than N)
    #[arg(long, value_name = "RULE", default_value = "normal")]
    pub(crate) rule: Rule,
}

#[derive(Debug, Args)]
pub(crate) struct OutputOption {
    /// Write to FILE, whole or not at all; .gz and .zst are compressed [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct Parsing {
    /// The parser: the fastest on this machine (auto), avx512, avx2, neon, swar or scalar
    #[arg(
        long,
        value_name = "NAME",
        env = "WYTHOFF_BACKEND",
        hide_env_values = true,
        default_value = "auto",
        value_parser = backends(&["auto"]),
        hide_possible_values = true
    )]
    pub(crate) backend: String,

    #[command(flatten)]
    pub(crate) faults: Faults,
}

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Faults {
    /// At an invalid line: stop, or answer `?` and go on (mark)
    #[arg(long, value_parser = on_invalid(), default_value = "stop")]
    pub(crate) invalid: OnInvalid,
}

#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Watch {
    /// Show progress on standard error: on a terminal, after half a second (auto); anywhere, with a
    /// last line at the end (always); or never
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub(crate) progress: When,

    /// Print no progress, warnings or notes
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
