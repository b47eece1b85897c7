//! `wythoff moves` and `wythoff nim`: one position as arguments, or a batch.

use super::args::is_digits;
use super::resolve::{self, refuse};
use super::{args, solve};
use std::io::Cursor;
use std::path::PathBuf;
use std::process::ExitCode;
use wythoff::{Input, Solver};

pub(crate) fn moves(args: &args::moves::Moves) -> anyhow::Result<ExitCode> {
    run(&args.what, Some(2), resolve::moves(args), &args.batch)
}

pub(crate) fn nim(args: &args::moves::Nim) -> anyhow::Result<ExitCode> {
    run(&args.what, None, resolve::nim(args), &args.batch)
}

/// Solves `what`. If all words are numbers, they are one position, which must have `count` piles if `count` is given; otherwise
/// the words are files.
fn run(
    what: &[PathBuf],
    count: Option<usize>,
    solver: Solver,
    args: &args::moves::BatchOptions,
) -> anyhow::Result<ExitCode> {
    let number = |word: &PathBuf| {
        word.to_str()
            .filter(|word| is_digits(word))
            .map(str::to_owned)
    };
    let numbers: Option<Vec<_>> = what.iter().map(number).collect();
    let mut advice = "";
    let inputs = match numbers.filter(|numbers| !numbers.is_empty()) {
        None => {
            if what.iter().any(|word| !word.exists()) {
                advice = "; a pile is a whole number in decimal digits";
            }
            resolve::inputs(what)
        }
        Some(piles) if count.is_some_and(|count| count != piles.len()) => {
            return Ok(refuse(format!(
                "expected two piles, found {}; for example: wythoff moves 5 8",
                piles.len()
            ))?);
        }
        Some(piles) => {
            let line = piles.join(" ") + "\n";
            vec![Input::reader(Cursor::new(line), "<arguments>")]
        }
    };
    let solved = solve::solve(inputs, args.output.output.as_deref(), args.watch, solver);
    let summary = solved.map_err(|error| solve::with_advice(error, advice))?;
    Ok(solve::code(&summary))
}
