//! `wythoff moves` and `wythoff nim`: one position as arguments, or a batch.

use super::args::is_digits;
use super::resolve::{self, refuse};
use super::text_output::print;
use super::{args, nim, solve};
use std::io::Cursor;
use std::path::PathBuf;
use std::process::ExitCode;
use wythoff::internal::shown_path;
use wythoff::{Error, Input, Solver};

pub(crate) fn moves(args: &args::moves::Moves) -> anyhow::Result<ExitCode> {
    run(&args.what, Some(2), resolve::moves(args), &args.batch)
}

pub(crate) fn nim(args: &args::moves::Nim) -> anyhow::Result<ExitCode> {
    if args.explain {
        let Some(piles) = piles(&args.what, None)? else {
            return Ok(refuse(
                "--explain requires piles as arguments, not files; for example: wythoff nim --explain 3 5 7",
            )?);
        };
        let piles: Vec<_> = piles.iter().filter_map(|pile| pile.parse().ok()).collect();
        let piles = nim::piles(piles.iter())?;
        return print(nim::explanation(&piles, resolve::nim_rule(args)).as_bytes());
    }
    run(&args.what, None, resolve::nim(args), &args.batch)
}

/// Solves `what`: numbers are one position, of `count` piles or of any number; other arguments are names of files.
fn run(
    what: &[PathBuf],
    count: Option<usize>,
    solver: Solver,
    args: &args::moves::BatchOptions,
) -> anyhow::Result<ExitCode> {
    let inputs = match piles(what, count)? {
        Some(piles) => {
            let line = piles.join(" ") + "\n";
            vec![Input::reader(Cursor::new(line), "<arguments>")]
        }
        None => resolve::inputs(what),
    };
    let summary = solve::solve(inputs, args.output.output.as_deref(), args.watch, solver)?;
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
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else {
        // Such as 3,5,7 or 1e9 or -1.
        let is_like_pile = |word: &&PathBuf| {
            let text = word.to_string_lossy();
            text.len() > 1
                && text.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c))
                && !is_digits(&text)
        };
        return match what.iter().filter(is_like_pile).find(|word| !word.exists()) {
            Some(word) => refuse(format!(
                "{} is neither a file nor a pile; a pile is a whole number in decimal digits",
                shown_path(word)
            )),
            None => Ok(None),
        };
    };
    match count {
        Some(count) if count != numbers.len() => refuse(format!(
            "expected two piles, found {}; for example: wythoff moves 5 8",
            numbers.len()
        )),
        _ => Ok(Some(numbers)),
    }
}
