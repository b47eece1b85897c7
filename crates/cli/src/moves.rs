//! `wythoff moves` and `wythoff nim`: one position as arguments, or a batch.

use super::args::is_digits;
use super::resolve::{self, refuse};
use super::{args, solve};
use std::io::Cursor;
use std::path::PathBuf;
use std::process::ExitCode;
use wythoff::{Error, Input, Solver};

pub(crate) fn moves(args: &args::moves::Moves) -> anyhow::Result<ExitCode> {
    run(&args.what, Some(2), resolve::moves(args), &args.batch)
}

pub(crate) fn nim(args: &args::moves::Nim) -> anyhow::Result<ExitCode> {
    run(&args.what, None, resolve::nim(args), &args.batch)
}

/// Solves `what`: numbers are one position, of `count` piles or of any number; other arguments are names of files.
fn run(
    what: &[PathBuf],
    count: Option<usize>,
    solver: Solver,
    args: &args::moves::BatchOptions,
) -> anyhow::Result<ExitCode> {
    let piles = piles(what, count)?;
    let advice = match piles {
        None if what.iter().any(|word| !word.exists()) => {
            "; a pile is a whole number in decimal digits"
        }
        _ => "",
    };
    let inputs = match piles {
        Some(piles) => {
            let line = piles.join(" ") + "\n";
            vec![Input::reader(Cursor::new(line), "<arguments>")]
        }
        None => resolve::inputs(what),
    };
    let summary = solve::solve(inputs, args.output.output.as_deref(), args.watch, solver);
    let summary = summary.map_err(|error| solve::with_advice(error, advice))?;
    Ok(solve::code(&summary))
}

/// The numbers in `what`; `None` if they are files.
fn piles(what: &[PathBuf], count: Option<usize>) -> Result<Option<Vec<String>>, Error> {
    let number = |word: &PathBuf| {
        word.to_str()
            .filter(|word| is_digits(word))
            .map(str::to_owned)
    };
    let numbers: Option<Vec<_>> = what.iter().map(number).collect();
    let numbers = numbers.filter(|numbers| !numbers.is_empty());
    match (&numbers, count) {
        (Some(numbers), Some(count)) if count != numbers.len() => refuse(format!(
            "expected two piles, found {}; for example: wythoff moves 5 8",
            numbers.len()
        )),
        _ => Ok(numbers),
    }
}
