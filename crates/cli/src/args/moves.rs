//! The arguments of `wythoff moves` and `wythoff nim`.

use super::values::count;
use clap::{Args as Group, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Print the winning moves from a position, or from each position in a file
#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  wythoff moves 5 8
  wythoff moves 4 7 --positions
  wythoff moves pairs.txt -o moves.txt
  wythoff moves --rule r=2 --json < pairs.txt

A move is printed as what it takes and the position after it, smaller pile
first:
  `both 1 -> 4 7`         takes 1 from each pile
  `larger 5 -> 3 5`       takes 5 from the larger pile; also: smaller
  `uneven 4 5 -> 1 3`     with r=N: 4 from the smaller pile, 5 from the larger
  `-`                     no move wins
With --json: a position, and one of the moves of a hot position:
  {\"piles\":[1,2],\"cold\":true,\"moves\":[]}
  {\"take\":\"larger\",\"amounts\":[1],\"to\":[1,2]}
With --invalid mark an invalid line is {\"invalid\":true}. If the name of a file
is a number, write it as ./5.

Exit codes: 0 done; 1 done, but invalid lines were marked; 2 it could not be
done.")]
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
#[command(after_help = "\
Examples:
  wythoff nim 3 5 7
  wythoff nim --count 5 7 9
  wythoff nim --moves piles.txt
  echo '3 4 5' | wythoff nim

The answer is 1 (hot: the player to move wins) or 0 (cold). A pile is at most
2^64 - 1. If the name of a file is a number, write it as ./5. For the inputs of
judges use wythoff solve --as luogu-p2197, hdu1850, hdu2176, ...

With --json, piles are counted from 0:
  {\"piles\":[1,3],\"cold\":false,\"moves\":[{\"pile\":1,\"from\":3,\"to\":1}]}

With --invalid mark an invalid line is {\"invalid\":true}.

Exit codes: 0 done; 1 done, but invalid lines were marked; 2 it could not be
done.")]
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

/// The output of positions, and how they are solved.
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
