//! The arguments of `wythoff cold`, `wythoff explain` and `wythoff grundy`.

use super::values::{bounds, grundy_pile, natural};
use clap::{ArgGroup, Args as Group};
use wythoff::Rule;
use wythoff::game::BigUint;

/// List cold positions, or find the one that contains a number
#[derive(Debug, Group)]
#[command(
    group = ArgGroup::new("question").required(true),
    after_help = "\
Examples:
  wythoff cold --nth 4
  wythoff cold --rank 7
  wythoff cold --partner 165580140
  wythoff cold --range 1000..1020
  wythoff cold --list 10 --from 2^64-1
  wythoff cold --list 10000000 -o cold.txt

Pair K is a cold position, smaller pile first; K is the difference of its piles
(with r=N: divided by N). Pair 0 is 0 0. Every number above 0 is in exactly one
pair. Numbers may have any number of digits; up to a thousand digits they may be
written as 1e30, 10^100 or 2^64-1.

It prints a line `lower upper` for each pair; for --rank `K lower` or `K upper`
(0 is lower); for --partner one number. With --json:
  {\"k\":3,\"lower\":4,\"upper\":7}
  {\"n\":7,\"k\":3,\"side\":\"upper\"}
  {\"n\":7,\"partner\":4}"
)]
pub(crate) struct Cold {
    /// Print pair K: floor(K * phi) and floor(K * phi) + K
    #[arg(long, value_name = "K", value_parser = natural, group = "question")]
    pub(crate) nth: Option<BigUint>,

    /// Print which pair contains N, and whether N is its lower or upper number
    #[arg(long, value_name = "N", value_parser = natural, group = "question")]
    pub(crate) rank: Option<BigUint>,

    /// Print the other number of the pair that contains N
    #[arg(long, value_name = "N", value_parser = natural, group = "question")]
    pub(crate) partner: Option<BigUint>,

    /// Print the pairs whose smaller pile is at least LO and less than HI; LO..=HI includes HI
    #[arg(long, value_name = "LO..HI", value_parser = bounds, group = "question", allow_hyphen_values = true)]
    pub(crate) range: Option<(BigUint, BigUint)>,

    /// Print COUNT pairs in order
    #[arg(long, value_name = "COUNT", value_parser = natural, group = "question")]
    pub(crate) list: Option<BigUint>,

    /// With --list: start at pair K [default: 0]
    #[arg(long, value_name = "K", value_parser = natural, conflicts_with_all = ["nth", "rank", "partner", "range"])]
    pub(crate) from: Option<BigUint>,

    /// The rules: normal, or r=N (the amounts taken from both piles differ by less than N)
    #[arg(long, value_name = "RULE", default_value = "normal")]
    pub(crate) rule: Rule,

    /// Print JSON, one object on each line
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) output: super::options::OutputOption,

    #[command(flatten)]
    pub(crate) watch: super::options::Watch,
}

/// Explain why a position is cold or hot
#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  wythoff explain 5 8
  wythoff explain 165580140 267914295
  wythoff explain --rule misere 1 2
  wythoff explain --rule r=2 4 5
  wythoff explain 3 5 7

It shows the cold pair with the same difference, the winning moves, the
Fibonacci digits of both piles, and the result of the usual formula in double.
Each line can be checked by hand. Three piles or more are Nim: it shows the
nim-sum in binary columns.")]
pub(crate) struct Explain {
    /// Two piles, of any number of digits; 1e30 and 2^64-1 are accepted too. With more piles the game is Nim
    #[arg(value_names = ["A", "B"], num_args = 2.., required = true, value_parser = natural)]
    pub(crate) piles: Vec<BigUint>,

    #[command(flatten)]
    pub(crate) rule: super::options::RuleOption,
}

/// Print the Grundy value of a position, or a table of them
#[derive(Debug, Group)]
#[command(
    group = ArgGroup::new("question").required(true),
    override_usage = "wythoff grundy [OPTIONS] <A> <B>\n       wythoff grundy [OPTIONS] --max <N>",
    after_help = "\
Examples:
  wythoff grundy 2 3
  wythoff grundy --max 10
  wythoff grundy --max 2000 --csv -o grundy.csv

The Grundy value is the least whole number that no position one move away has.
It is 0 exactly if the position is cold. In a sum of games the values are
combined by xor. No formula is known, so all values up to the larger pile are
computed: piles up to N take 7/4 N^2 bytes of memory, and N is at most 21845."
)]
pub(crate) struct Grundy {
    /// Two piles
    #[arg(value_names = ["A", "B"], num_args = 2, value_parser = grundy_pile, group = "question")]
    pub(crate) piles: Vec<usize>,

    /// Print the table of all piles up to N: row a has the values of (a, 0), (a, 1), ...
    #[arg(long, value_name = "N", value_parser = grundy_pile, group = "question")]
    pub(crate) max: Option<usize>,

    /// Separate the values with commas
    #[arg(long, conflicts_with = "piles")]
    pub(crate) csv: bool,

    #[command(flatten)]
    pub(crate) output: super::options::OutputOption,

    #[command(flatten)]
    pub(crate) watch: super::options::Watch,
}
