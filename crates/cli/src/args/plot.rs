//! The arguments of `wythoff plot`.

use super::values::{upto, whole};
use clap::{Args as Group, Subcommand, ValueHint};
use std::path::PathBuf;

/// Draw the game, as an SVG or a PNG
#[derive(Debug, Subcommand)]
#[command(after_help = include_str!("help/plot.txt").trim_ascii_end())]
pub(crate) enum Plot {
    Cold(Cold),
    Sieve(Sieve),
    Moves(Moves),
    Grundy(Grundy),
}

/// Draw the cold positions and the two golden lines
#[derive(Debug, Group)]
#[command(after_help = include_str!("help/plot-cold.txt").trim_ascii_end())]
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
#[command(after_help = include_str!("help/plot-sieve.txt").trim_ascii_end())]
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
#[command(after_help = include_str!("help/plot-moves.txt").trim_ascii_end())]
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
#[command(after_help = include_str!("help/plot-grundy.txt").trim_ascii_end())]
pub(crate) struct Grundy {
    /// The largest pile to draw, at most 1000
    #[arg(long, value_name = "N", default_value = "60", value_parser = upto::<1000>)]
    pub(crate) max: u64,

    #[command(flatten)]
    pub(crate) picture: Picture,
}

#[derive(Debug, Group)]
pub(crate) struct Picture {
    /// Write to FILE, whole or not at all; the name ends in .svg or .png; `-` writes an SVG to standard
    /// output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
}
