//! `wythoff plot`.

mod png;

use super::args::plot as args;
use super::messages::lang;
use super::output;
use anyhow::{Result, bail, ensure};
use std::path::Path;
use std::process::ExitCode;
use wythoff::shown_path;
use wythoff_explain::plot;

/// The largest pile of an SVG of Grundy values. It holds every square, and viewers can't handle a larger file.
const MAX_SVG_PILE: u64 = 200;

pub(crate) fn run(args: args::Plot) -> Result<ExitCode> {
    let lang = lang();
    let (picture, path) = match args {
        args::Plot::Cold(args) => (
            plot::cold(args.max, args.rule.rule, lang),
            args.picture.output,
        ),
        args::Plot::Sieve(args) => (
            plot::sieve(args.max, args.rule.rule, lang),
            args.picture.output,
        ),
        args::Plot::Moves(args) => (
            plot::moves(args.a, args.b, args.rule.rule, lang),
            args.picture.output,
        ),
        args::Plot::Grundy(args) => {
            let (max, path) = (args.max, args.picture.output);
            ensure!(
                max <= MAX_SVG_PILE || is_png(&path)?,
                "--max {max} is too large for an SVG; write a .png file, or use at most {MAX_SVG_PILE}"
            );
            (plot::grundy(max as usize, lang), path)
        }
    };
    let bytes = if is_png(&path)? {
        png::png(&picture)?
    } else {
        picture.svg().into_bytes()
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
