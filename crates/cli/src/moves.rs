//! `wythoff moves` and `wythoff nim`: one position as arguments, or a batch.

use super::resolve::{self, refuse};
use super::text_output::print;
use super::{args, nim, solve};
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wythoff::internal::shown_path;
use wythoff::{AnswerFormat, Backend, Error, Input, Solver};

pub(crate) fn moves(args: &args::moves::Moves) -> anyhow::Result<ExitCode> {
    let shape = Shape {
        example: "wythoff moves 5 8",
        count: Some(2),
    };
    let marked = marked(args.json);
    run(&args.what, shape, marked, resolve::moves(args), &args.run)
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
    let marked = marked(args.json);
    run(&args.what, shape, marked, resolve::nim(args), &args.run)
}

/// The words that describe the answers to invalid lines.
fn marked(json: bool) -> &'static str {
    if json { "marked invalid" } else { "marked ?" }
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
    marked: &'static str,
    solver: Solver,
    args: &args::moves::Run,
) -> anyhow::Result<ExitCode> {
    let (inputs, if_cold) = match piles(what, shape)? {
        Some(piles) => {
            let is_zero = |pile: &String| pile.bytes().all(|c| c == b'0');
            let words = match piles.iter().all(is_zero) {
                true => "no move is left",
                false => "the position is cold: no move wins",
            };
            let line = piles.join(" ") + "\n";
            let input = Input::reader(Cursor::new(line), "<arguments>");
            (vec![input], Some(words))
        }
        None => (resolve::inputs(what), None),
    };
    let reports = args::Reports {
        watch: args.watch,
        stats: None,
    };
    let reported = solve::Reported {
        reports,
        marked,
        backend: Backend::Scalar,
        range: None,
        if_cold: if_cold.filter(|_| shows_moves(solver.problem().answer_format())),
    };
    solve::solve(inputs, args.output.as_deref(), &reported, solver)
}

/// Whether the answers are moves or positions. Then `-` is the answer if no move wins.
fn shows_moves(answers: AnswerFormat) -> bool {
    matches!(answers, AnswerFormat::Moves | AnswerFormat::Positions)
}

/// The numbers in `what`; `None` if they are files.
fn piles(what: &[PathBuf], shape: Shape) -> Result<Option<Vec<String>>, Error> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let numbers: Vec<_> = what
        .iter()
        .filter_map(|word| word.to_str().filter(|text| is_number(text)))
        .map(str::to_owned)
        .collect();
    let Shape { example, count } = shape;
    if !numbers.is_empty() && numbers.len() == what.len() {
        if count.is_some_and(|count| count != numbers.len()) {
            let found = numbers.len();
            return refuse(format!(
                "expected two piles, found {found}; for example: {example}"
            ));
        }
        return Ok(Some(numbers));
    }
    for word in what {
        let shown = shown_path(word);
        let text = word.to_str().unwrap_or_default();
        if text.strip_prefix('-').is_some_and(is_number) && !word.exists() {
            return refuse(format!(
                "{shown} is not a pile: piles are whole numbers, 0 or more; for example: {example}"
            ));
        }
        if let Some(number) = numbers.iter().find(|number| !Path::new(number).exists()) {
            if !is_number(text) {
                return refuse(format!(
                    "expected only piles or only files, found the pile {number} and {shown}; for \
                     piles write for example: {example}; for a file named {number} write ./{number}"
                ));
            }
        } else if looks_like_numbers(text) && !word.exists() {
            return refuse(format!(
                "{shown} is neither a file nor a pile; write each pile as an argument of its own, \
                 in decimal digits, for example: {example}"
            ));
        }
    }
    Ok(None)
}

/// Whether `text` is like `3,5,7`, `-3` or `1e9`.
fn looks_like_numbers(text: &str) -> bool {
    text.bytes().any(|c| c.is_ascii_digit())
        && text
            .bytes()
            .all(|c| c.is_ascii_digit() || b" ,;:+-_^.eE".contains(&c))
}
