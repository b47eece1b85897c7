//! The arguments of `wythoff moves` and `wythoff nim`.

use super::values::{count, rule};
use clap::{Args as Group, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Tell the winning moves from a position, or from every position of a file
#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  wythoff moves 5 8
  wythoff moves 4 7 --positions
  wythoff moves pairs.txt -o moves.txt
  wythoff moves --rule r=2 --json < pairs.txt

First what takes from both piles, then from the larger one, then from the
smaller one; `-` if there is none. Two numbers are a position; for a file of
such a name write ./5.

A move is what it takes, and the position that it leads to, smaller pile first:
`both 1 -> 4 7` takes 1 from each pile, `larger 5 -> 3 5` takes 5 from the
larger one. With r=N there is `uneven 4 5 -> 1 3`, which takes 4 from the
smaller pile and 5 from the larger one. With --json each line is an object with
the piles in the order of the input:
  {\"piles\":[1,2],\"cold\":true,\"moves\":[]}
and each of the moves from a hot position, as from 1 3, is
  {\"take\":\"larger\",\"amounts\":[1],\"to\":[1,2]}
where `take` is one of these four words, and uneven has both amounts. With
--invalid mark a line that is no pair is {\"invalid\":true}.

Exit codes: 0 done; 1 done, but invalid lines were marked; 2 it could not be
done.")]
pub(crate) struct Moves {
    /// Two piles, or files of pairs; `-` or none: standard input
    #[arg(value_name = "A B | FILE", allow_negative_numbers = true, value_hint = ValueHint::FilePath)]
    pub(crate) what: Vec<PathBuf>,

    /// The positions that the moves lead to, each once
    #[arg(long, conflicts_with = "json")]
    pub(crate) positions: bool,

    /// A JSON object for each position
    #[arg(long)]
    pub(crate) json: bool,

    /// The rules: normal, misere or r=N
    #[arg(long, value_name = "RULE", default_value = "normal", value_parser = rule(), hide_possible_values = true, allow_negative_numbers = true)]
    pub(crate) rule: wythoff::game::Rule,

    /// Write there, whole or not at all, instead of to standard output; compressed if it ends in .gz or
    /// .zst
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Threads at most [default: as many as this process may use]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) faults: super::Faults,

    #[command(flatten)]
    pub(crate) watch: super::Watch,
}

/// Nim: is the position won, by how many moves, and which? One position, or one a line
#[derive(Debug, Group)]
#[command(after_help = "\
Examples:
  wythoff nim 3 5 7
  wythoff nim --count 5 7 9
  wythoff nim --moves piles.txt
  echo '3 4 5' | wythoff nim

Answers 1 (hot: the player to move wins) or 0 (cold). Piles end at 2^64 - 1, as
many as there may be of them in a line of 1 MiB. Numbers are a position;
for a file of such a name write ./5. For the layouts of judges:
wythoff solve --as luogu-p2197, hdu1850, hdu2176, ...

With --json each line is an object; piles are counted from 0:
  {\"piles\":[1,3],\"cold\":false,\"moves\":[{\"pile\":1,\"from\":3,\"to\":1}]}
With --invalid mark a line that is no position is {\"invalid\":true}.

Exit codes: 0 done; 1 done, but invalid lines were marked; 2 it could not be
done.")]
pub(crate) struct Nim {
    /// Piles, or files with a position a line; `-` or none: standard input
    #[arg(value_name = "PILE... | FILE", allow_negative_numbers = true, value_hint = ValueHint::FilePath)]
    pub(crate) what: Vec<PathBuf>,

    /// How many winning moves there are
    #[arg(long, conflicts_with_all = ["moves", "json"])]
    pub(crate) count: bool,

    /// The winning moves: each pile as it is and as it is to be
    #[arg(long, conflicts_with = "json")]
    pub(crate) moves: bool,

    /// A JSON object for each position
    #[arg(long)]
    pub(crate) json: bool,

    /// Who takes the last object loses
    #[arg(long)]
    pub(crate) misere: bool,

    /// Write there, whole or not at all, instead of to standard output; compressed if it ends in .gz or
    /// .zst
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Threads at most [default: as many as this process may use]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) faults: super::Faults,

    #[command(flatten)]
    pub(crate) watch: super::Watch,
}
