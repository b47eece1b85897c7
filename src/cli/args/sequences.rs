//! The arguments of `wythoff cold`, `wythoff explain` and `wythoff grundy`.

use super::values::rule;
use clap::{ArgGroup, Args as Group, ValueHint};
use std::path::PathBuf;
use wythoff::game::Rule;

/// List cold positions, or tell which one a number belongs to
#[derive(Debug, Group)]
#[command(
    group = ArgGroup::new("question").required(true),
    after_help = "\
A pair is a cold position, smaller pile first; its index is the difference of
its piles (with r=N, that divided by N), and pair 0 is 0 0. Every number from 1
on is in exactly one pair. Numbers may have any number of digits; those with a
thousand at most may also be written as 1e30, 10^100 or 2^64-1.

Prints a line `lower upper` for each pair, in order; for --rank `K lower` or `K
upper` (0 is called lower); for --partner one number. With --json each line is
an object:
  {\"k\":3,\"lower\":4,\"upper\":7}
  {\"n\":7,\"k\":3,\"side\":\"upper\"}
  {\"n\":7,\"partner\":4}

Examples:
  wythoff cold --nth 4
  wythoff cold --rank 7
  wythoff cold --partner 165580140
  wythoff cold --range 1000..1020
  wythoff cold --list 10 --from 2^64-1
  wythoff cold --list 10000000 -o cold.txt"
)]
pub(crate) struct Cold {
    /// Pair K: floor(K * phi), and K more
    #[arg(
        long,
        value_name = "K",
        allow_negative_numbers = true,
        group = "question"
    )]
    pub(crate) nth: Option<String>,

    /// Which pair N belongs to, and whether as its lower or its upper number
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        group = "question"
    )]
    pub(crate) rank: Option<String>,

    /// The other number of the pair that N belongs to
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        group = "question"
    )]
    pub(crate) partner: Option<String>,

    /// The pairs whose smaller pile is LO or more and less than HI; LO..=HI has HI too
    #[arg(
        long,
        value_name = "LO..HI",
        group = "question",
        allow_hyphen_values = true
    )]
    pub(crate) range: Option<String>,

    /// So many pairs, one after the other
    #[arg(
        long,
        value_name = "COUNT",
        allow_negative_numbers = true,
        group = "question"
    )]
    pub(crate) list: Option<String>,

    /// The index of the first pair of the list [default: 0]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub(crate) from: Option<String>,

    /// The rules: normal, or r=N (two takes differ by less than N)
    #[arg(long, value_name = "RULE", default_value = "normal", value_parser = rule(), hide_possible_values = true, allow_negative_numbers = true)]
    pub(crate) rule: Rule,

    /// A JSON object a line
    #[arg(long)]
    pub(crate) json: bool,

    /// Write there, whole or not at all, instead of to standard output; compressed if it ends in .gz or
    /// .zst
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) watch: super::Watch,
}

/// Say why a position is cold or hot, in a few lines that can be checked
#[derive(Debug, Group)]
#[command(after_help = "\
Tells the difference and the cold pair that has it, the winning moves, the
partners of both piles, their Fibonacci digits, and what the usual formula in
double precision says.

Examples:
  wythoff explain 5 8
  wythoff explain 165580140 267914295
  wythoff explain --rule misere 1 2
  wythoff explain --rule r=2 4 5")]
pub(crate) struct Explain {
    /// A pile: decimal digits, any number of them; or as 1e30 or 2^64-1
    #[arg(value_name = "A", allow_negative_numbers = true)]
    pub(crate) a: String,

    /// The other pile
    #[arg(value_name = "B", allow_negative_numbers = true)]
    pub(crate) b: String,

    /// The rules: normal, misere (who takes the last object loses), or r=N (two takes differ by less
    /// than N)
    #[arg(long, value_name = "RULE", default_value = "normal", value_parser = rule(), hide_possible_values = true, allow_negative_numbers = true)]
    pub(crate) rule: Rule,
}

/// Print the Grundy value of a position, or a table of them
#[derive(Debug, Group)]
#[command(
    group = ArgGroup::new("question").required(true).multiple(false),
    override_usage = "wythoff grundy [OPTIONS] <A> <B>\n       wythoff grundy [OPTIONS] --max <N>",
    after_help = "\
The Grundy value is the least whole number that no position one move away has:
0 exactly if the position is cold. In a sum of games the values are combined by
xor. No formula is known, so all values up to the larger pile are computed: for
piles up to N in 7/4 N^2 bytes of memory, and N is at most 21845. --triangle is
the order of OEIS A004481.

Examples:
  wythoff grundy 2 3
  wythoff grundy --max 10
  wythoff grundy --max 10 --triangle
  wythoff grundy --max 2000 --csv -o grundy.csv"
)]
pub(crate) struct Grundy {
    /// A pile
    #[arg(value_name = "A", allow_negative_numbers = true, group = "question")]
    pub(crate) a: Option<String>,

    /// The other pile
    #[arg(value_name = "B", allow_negative_numbers = true, requires = "a")]
    pub(crate) b: Option<String>,

    /// The table of all piles up to N: row a has the values of (a, 0), (a, 1), ...
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        group = "question"
    )]
    pub(crate) max: Option<String>,

    /// The table by antidiagonals: row n has the values of (0, n), (1, n - 1), ... (n, 0)
    #[arg(long)]
    pub(crate) triangle: bool,

    /// The table with commas instead of columns
    #[arg(long)]
    pub(crate) csv: bool,

    /// Write there, whole or not at all, instead of to standard output; compressed if it ends in .gz or
    /// .zst
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) watch: super::Watch,
}
