//! The arguments of `wythoff plot`.

use super::values::{upto, whole};
use clap::{Args as Group, Subcommand, ValueHint};
use std::path::PathBuf;

/// Draw the game, as an SVG or a PNG
#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  wythoff plot cold --max 12 -o cold.svg
  wythoff plot moves 6 8 -o moves.png
  wythoff plot sieve --max 12 -o sieve.svg
  wythoff plot grundy --max 60 -o grundy.png

The colours can be told apart with any kind of colour blindness.")]
pub(crate) enum Plot {
    Cold(Cold),
    Sieve(Sieve),
    Moves(Moves),
    Grundy(Grundy),
}

/// Draw the cold positions and the two golden lines
#[derive(Debug, Group)]
#[command(after_help = "\
Up to --max 40 it also draws the row, column and diagonal that each cold
position rules out: the positions there have a move to it, so they are hot.

Examples:
  wythoff plot cold --max 12 -o cold.svg
  wythoff plot cold --rule r=2 -o - > cold.svg
  wythoff plot cold --max 1000 -o cold.png")]
pub(crate) struct Cold {
    /// The largest pile to draw, at most 10000
    #[arg(long, value_name = "N", default_value = "20", value_parser = upto::<10_000>)]
    pub(crate) max: u64,

    #[command(flatten)]
    pub(crate) rule: super::options::RuleOption,

    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// Draw how the cold positions are found one after another, on one page
#[derive(Debug, Group)]
#[command(after_help = "\
Each frame is a step. The first position that is not struck out, row by row, is
cold, as no move leads from it to a cold one. It strikes out all positions that
have a move to it: those are hot.

Examples:
  wythoff plot sieve --max 12 -o sieve.svg
  wythoff plot sieve --rule misere -o sieve.png")]
pub(crate) struct Sieve {
    /// The largest pile to draw, at most 30
    #[arg(long, value_name = "N", default_value = "12", value_parser = upto::<30>)]
    pub(crate) max: u64,

    #[command(flatten)]
    pub(crate) rule: super::options::RuleOption,

    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// Draw the winning moves from a position
#[derive(Debug, Group)]
#[command(after_help = "\
A pile is at most 2^64 - 1; `wythoff moves` takes larger ones.

Examples:
  wythoff plot moves 6 8 -o moves.svg
  wythoff plot moves 6 8 --rule r=2 -o moves.svg
  wythoff plot moves 100 170 -o moves.png")]
pub(crate) struct Moves {
    /// The first pile
    #[arg(value_parser = whole)]
    pub(crate) a: u64,

    /// The second pile
    #[arg(value_parser = whole)]
    pub(crate) b: u64,

    #[command(flatten)]
    pub(crate) rule: super::options::RuleOption,

    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// Draw the Grundy values as a heat map; a position of value 0 is cold
#[derive(Debug, Group)]
#[command(after_help = "\
Up to --max 20 each value is written in its square. Above --max 200 the picture
must be a PNG: an SVG holds every square and would be too large.

Examples:
  wythoff plot grundy --max 15 -o grundy.svg
  wythoff plot grundy --max 500 -o grundy.png")]
pub(crate) struct Grundy {
    /// The largest pile to draw, at most 1000
    #[arg(long, value_name = "N", default_value = "60", value_parser = upto::<1000>)]
    pub(crate) max: u64,

    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// Where every picture goes.
#[derive(Debug, Group)]
pub(crate) struct Picture {
    /// Write to FILE, whole or not at all; the name ends in .svg or .png; `-` writes an SVG to standard
    /// output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
}
