//! The arguments of `wythoff cold`, `wythoff explain` and `wythoff grundy`.

use super::values::{bounds, grundy_pile, natural};
use clap::{ArgGroup, Args as Group};
use wythoff::Rule;
use wythoff::game::BigUint;

/// List cold positions, or find the one that contains a number
#[derive(Debug, Group)]
#[command(
    group = ArgGroup::new("question").required(true),
    after_help = include_str!("help/cold.txt").trim_ascii_end()
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
#[command(after_help = include_str!("help/explain.txt").trim_ascii_end())]
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
    after_help = include_str!("help/grundy.txt").trim_ascii_end()
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
