//! The arguments of `wythoff moves` and `wythoff nim`.

use super::values::count;
use clap::{Args as Group, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Print the winning moves from a position, or from each position in a file
#[derive(Debug, Group)]
#[command(after_help = include_str!("help/moves.txt").trim_ascii_end())]
pub(crate) struct Moves {
    /// Two piles, or files with two piles on each line; `-` is standard input [default: -]
    #[arg(value_name = "A B | FILE", allow_negative_numbers = true, value_hint = ValueHint::FilePath)]
    pub(crate) what: Vec<PathBuf>,

    /// Print only the positions after the moves, each once
    #[arg(long, conflicts_with = "json")]
    pub(crate) positions: bool,

    /// Print a JSON object for each position
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) rule: super::options::RuleOption,

    #[command(flatten)]
    pub(crate) batch: BatchOptions,
}

/// Solve Nim: who wins, and by which moves
#[derive(Debug, Group)]
#[command(after_help = include_str!("help/nim.txt").trim_ascii_end())]
pub(crate) struct Nim {
    /// The piles, or files with one position on each line; `-` is standard input [default: -]
    #[arg(value_name = "PILE... | FILE", allow_negative_numbers = true, value_hint = ValueHint::FilePath)]
    pub(crate) what: Vec<PathBuf>,

    /// Print the number of winning moves
    #[arg(long, conflicts_with_all = ["moves", "json"])]
    pub(crate) count: bool,

    /// Print the winning moves: the pile before and after each
    #[arg(long, conflicts_with = "json")]
    pub(crate) moves: bool,

    /// Print a JSON object for each position
    #[arg(long)]
    pub(crate) json: bool,

    /// Play by the misere rule: whoever takes the last object loses
    #[arg(long)]
    pub(crate) misere: bool,

    #[command(flatten)]
    pub(crate) batch: BatchOptions,
}

#[derive(Debug, Group)]
pub(crate) struct BatchOptions {
    #[command(flatten)]
    pub(crate) output: super::options::OutputOption,

    /// Use at most N threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroUsize>)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) faults: super::options::Faults,

    #[command(flatten)]
    pub(crate) watch: super::options::Watch,
}
