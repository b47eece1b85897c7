//! `wythoff moves` and `wythoff nim`: one position as arguments, or a batch.

use super::args::is_digits;
use super::resolve::{self, refuse};
use super::text_output::print;
use super::{args, nim, output, report, solve};
use std::io::{self, Cursor, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;
use wythoff::internal::shown_path;
use wythoff::{AnswerFormat, Error, Input, Solver};

pub(crate) fn moves(args: &args::moves::Moves) -> anyhow::Result<ExitCode> {
    let shape = Shape {
        example: "wythoff moves 5 8",
        count: Some(2),
    };
    run(&args.what, shape, resolve::moves(args), &args.run)
}

pub(crate) fn nim(args: &args::moves::Nim) -> anyhow::Result<ExitCode> {
    let shape = Shape {
        example: "wythoff nim 3 5 7",
        count: None,
    };
    if args.explain {
        let Some(piles) = piles(&args.what, shape)? else {
            return Ok(refuse(
                "--explain requires piles as arguments, not files; for example: wythoff nim --explain 3 5 7",
            )?);
        };
        let piles: Vec<_> = piles.iter().filter_map(|pile| pile.parse().ok()).collect();
        let piles = nim::piles(piles.iter())?;
        return print(nim::explanation(&piles, resolve::nim_rule(args)).as_bytes());
    }
    run(&args.what, shape, resolve::nim(args), &args.run)
}

/// The form of arguments that are a position.
#[derive(Clone, Copy)]
struct Shape {
    /// An example of a command with a position.
    example: &'static str,
    /// The number of piles; `None`: any number.
    count: Option<usize>,
}

/// Solves `what`: numbers are one position, other arguments are names of files.
fn run(
    what: &[PathBuf],
    shape: Shape,
    solver: Solver,
    args: &args::moves::Run,
) -> anyhow::Result<ExitCode> {
    // If no move wins, the answer is only `-`.
    let answers = solver.problem.answer_format;
    let shows_moves = matches!(answers, AnswerFormat::Moves | AnswerFormat::Positions);
    let piles = piles(what, shape)?;
    let inputs = match &piles {
        Some(piles) => {
            let line = piles.join(" ") + "\n";
            vec![Input::reader(Cursor::new(line), "<arguments>")]
        }
        None => resolve::inputs(what),
    };
    let path = args.output.as_deref();
    let summary = solve::solve(inputs, path, args.watch, solver)?;
    let is_seen = !args.watch.quiet && output::is_stdout(path) && io::stdout().is_terminal();
    if let Some(piles) = piles
        && summary.cold > 0
        && shows_moves
        && is_seen
    {
        let is_zero = |pile: &String| pile.bytes().all(|c| c == b'0');
        report::line(match piles.iter().all(is_zero) {
            true => format_args!("no move is left"),
            false => format_args!("the position is cold: no move wins"),
        });
    }
    Ok(solve::code(&summary))
}

/// The numbers in `what`; `None` if they are files.
fn piles(what: &[PathBuf], shape: Shape) -> Result<Option<Vec<String>>, Error> {
    let Shape { example, count } = shape;
    let (numbers, others): (Vec<_>, Vec<_>) = what
        .iter()
        .partition(|word| word.to_str().is_some_and(is_digits));
    if others.is_empty() && !numbers.is_empty() {
        if count.is_some_and(|count| count != numbers.len()) {
            let found = numbers.len();
            return refuse(format!(
                "expected two piles, found {found}; for example: {example}"
            ));
        }
        let numbers = numbers.iter().map(|word| word.to_string_lossy().into());
        return Ok(Some(numbers.collect()));
    }
    let is_missing = |word: &&&PathBuf| !word.exists();
    let looks_like_piles = |word: &&&PathBuf| {
        let text = word.to_string_lossy();
        text.contains(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| "0123456789 ,;:+-_^.eE".contains(c))
    };
    if let Some(word) = others.iter().filter(is_missing).find(looks_like_piles) {
        return refuse(format!(
            "{} is neither a file nor a pile; write each pile as an argument of its own, a \
             whole number from 0 in decimal digits, for example: {example}",
            shown_path(word)
        ));
    }
    match (numbers.iter().find(is_missing), others.first()) {
        (Some(number), Some(other)) => refuse(format!(
            "expected only piles or only files, found the pile {number} and {other}; for piles \
             write for example: {example}; for a file named {number} write ./{number}",
            number = number.display(),
            other = shown_path(other)
        )),
        _ => Ok(None),
    }
}
