//! `wythoff plot`.

mod png;

use super::messages::lang;
use super::options::RuleOption;
use super::options::values::{upto, whole};
use super::output;
use anyhow::{Result, bail, ensure};
use clap::{Args, Subcommand, ValueHint};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wythoff::shown_path;
use wythoff_explain::plot;

/// Draw the game, as an SVG or a PNG
#[derive(Debug, Subcommand)]
#[command(after_help = include_str!("help/plot.txt").trim_ascii_end())]
pub(crate) enum Plot {
    /// Draw the cold positions and the two golden lines
    #[command(after_help = include_str!("help/plot-cold.txt").trim_ascii_end())]
    Cold {
        /// The largest pile to draw, at most 10000
        #[arg(long, value_name = "N", default_value = "20", value_parser = upto::<10_000>)]
        max: u64,

        #[command(flatten)]
        rule: RuleOption,

        #[command(flatten)]
        picture: PictureOption,
    },

    /// Draw how the cold positions are found one after another, on one page
    #[command(after_help = include_str!("help/plot-sieve.txt").trim_ascii_end())]
    Sieve {
        /// The largest pile to draw, at most 30
        #[arg(long, value_name = "N", default_value = "12", value_parser = upto::<30>)]
        max: u64,

        #[command(flatten)]
        rule: RuleOption,

        #[command(flatten)]
        picture: PictureOption,
    },

    /// Draw the winning moves from a position
    #[command(after_help = include_str!("help/plot-moves.txt").trim_ascii_end())]
    Moves {
        /// The first pile
        #[arg(value_parser = whole)]
        a: u64,

        /// The second pile
        #[arg(value_parser = whole)]
        b: u64,

        #[command(flatten)]
        rule: RuleOption,

        #[command(flatten)]
        picture: PictureOption,
    },

    /// Draw the Grundy values as a heat map; a position of value 0 is cold
    #[command(after_help = include_str!("help/plot-grundy.txt").trim_ascii_end())]
    Grundy {
        /// The largest pile to draw, at most 1000
        #[arg(long, value_name = "N", default_value = "60", value_parser = upto::<1000>)]
        max: u64,

        #[command(flatten)]
        picture: PictureOption,
    },
}

#[derive(Debug, Args)]
pub(crate) struct PictureOption {
    /// Write to FILE, whole or not at all; the name ends in .svg or .png; `-` writes an SVG to standard
    /// output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,
}

/// The largest pile of an SVG of Grundy values. It holds every square, and viewers can't handle a larger file.
const MAX_SVG_PILE: u64 = 200;

pub(crate) fn run(args: Plot) -> Result<ExitCode> {
    let (drawn, path) = match args {
        Plot::Cold { max, rule, picture } => (plot::cold(max, rule.rule, lang()), picture.output),
        Plot::Sieve { max, rule, picture } => (plot::sieve(max, rule.rule, lang()), picture.output),
        Plot::Moves {
            a,
            b,
            rule,
            picture,
        } => (plot::moves(a, b, rule.rule, lang()), picture.output),
        Plot::Grundy { max, picture } => {
            ensure!(
                max <= MAX_SVG_PILE || is_png(&picture.output)?,
                "--max {max} is too large for an SVG; write a .png file, or use at most {MAX_SVG_PILE}"
            );
            (plot::grundy(max as usize, lang()), picture.output)
        }
    };
    let bytes = if is_png(&path)? {
        png::png(&drawn)?
    } else {
        drawn.svg().into_bytes()
    };
    output::write(Some(&path), &bytes)
}

/// Whether the name asks for a PNG. Standard output gets an SVG.
fn is_png(path: &Path) -> Result<bool> {
    if path == Path::new("-") {
        return Ok(false);
    }
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    match ending.to_ascii_lowercase().as_str() {
        "svg" => Ok(false),
        "png" => Ok(true),
        _ => bail!(
            "{}: the name of a picture must end in .svg or .png",
            shown_path(path)
        ),
    }
}
