//! `wythoff plot`.

mod bench;
mod canvas;
mod cold;
mod grundy;
mod moves;
mod paper;
mod plane;
mod sieve;

use super::text_output::print;
use super::{args::plot as args, process};
use anyhow::{Result, ensure};
use paper::{Format, Picture};
use std::path::Path;
use std::process::ExitCode;
use wythoff::Output;

/// Up to this pile an SVG, which has every square, has a size that viewers can handle.
const SVG: u16 = 200;

pub(crate) fn run(args: args::Plot) -> Result<ExitCode> {
    match args {
        args::Plot::Cold(args) => {
            let (max, rule) = (u64::from(args.max), args.rule);
            write(&cold::Cold { max, rule }, &args.picture)
        }
        args::Plot::Sieve(args) => {
            let sieve = sieve::Sieve::new(args.max.into(), args.rule);
            write(&sieve, &args.picture)
        }
        args::Plot::Bench(args) => write(&bench::picture(&args.files)?, &args.picture),
        args::Plot::Moves(args) => {
            let moves = moves::Moves::new(args.a, args.b, args.rule);
            write(&moves, &args.picture)
        }
        args::Plot::Grundy(args) => {
            let (max, format) = (args.max, Format::from_path(&args.picture.output)?);
            ensure!(
                max <= SVG || format == Format::Png,
                "--max {max} is too large for an SVG; write a .png file, or use at most {SVG}"
            );
            write(&grundy::Grundy::new(max.into())?, &args.picture)
        }
    }
}

/// Draws the picture and writes it to a file or to standard output.
fn write(picture: &dyn Picture, args: &args::Picture) -> Result<ExitCode> {
    // Errors of the file name are reported before the picture is drawn.
    let format = Format::from_path(&args.output)?;
    if args.output == Path::new("-") {
        return print(&paper::render(picture, format)?);
    }
    let mut output = Output::path(&args.output)?;
    process::clean_up_on_signals(&mut output)?;
    let bytes = paper::render(picture, format)?;
    let mut writer = output.into_writer();
    let written = writer
        .append(|buffer| buffer.extend_from_slice(&bytes))
        .and_then(|()| writer.finish());
    process::let_signals_go();
    written?;
    Ok(ExitCode::SUCCESS)
}
