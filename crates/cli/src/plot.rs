//! `wythoff plot`.

mod canvas;
mod cold;
mod grundy;
mod moves;
mod paper;
mod plane;
mod sieve;

use super::args::plot as args;
use super::text_output;
use anyhow::{Result, ensure};
use paper::{Format, Picture};
use std::process::ExitCode;

/// Up to this pile an SVG, which has every square, has a size that viewers can handle.
const SVG: u64 = 200;

pub(crate) fn run(args: args::Plot) -> Result<ExitCode> {
    match args {
        args::Plot::Cold(args) => {
            let (max, rule) = (args.max, args.rule.rule);
            write(&cold::Cold { max, rule }, &args.picture)
        }
        args::Plot::Sieve(args) => {
            let sieve = sieve::Sieve::new(args.max, args.rule.rule);
            write(&sieve, &args.picture)
        }
        args::Plot::Moves(args) => {
            let moves = moves::Moves::new(args.a, args.b, args.rule.rule);
            write(&moves, &args.picture)
        }
        args::Plot::Grundy(args) => {
            let (max, format) = (args.max, Format::from_path(&args.picture.output)?);
            ensure!(
                max <= SVG || format == Format::Png,
                "--max {max} is too large for an SVG; write a .png file, or use at most {SVG}"
            );
            write(&grundy::Grundy::new(max as usize), &args.picture)
        }
    }
}

/// Draws the picture and writes it to a file or to standard output.
fn write(picture: &dyn Picture, args: &args::Picture) -> Result<ExitCode> {
    let format = Format::from_path(&args.output)?;
    text_output::write(Some(&args.output), &paper::render(picture, format)?)
}
