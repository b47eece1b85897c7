//! `wythoff moves` and `wythoff nim`: one position as arguments, or a batch.

use super::lines::refuse;
use super::{args, config, solve};
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use wythoff::error::shown_path;
use wythoff::game::Rule;
use wythoff::pipeline::{Progress, solve_nim};
use wythoff::{Answers, Backend, Config, Error, Input, Summary, Target, Words};

pub(crate) fn moves(args: &args::moves::Moves) -> anyhow::Result<ExitCode> {
    let config = Config {
        answers: match (args.positions, args.json) {
            (true, _) => Answers::Positions,
            (_, true) => Answers::Json,
            _ => Answers::Moves,
        },
        rule: args.rule,
        on_invalid: config::on_invalid(args.faults),
        threads: args.threads,
        ..Config::default()
    };
    run(
        &args.what,
        Shape {
            example: "wythoff moves 5 8",
            count: Some(2),
        },
        told(args.watch, args.json),
        args.output.as_deref(),
        |inputs, target, progress| wythoff::solve(inputs, target, &Config { progress, ..config }),
    )
}

pub(crate) fn nim(args: &args::moves::Nim) -> anyhow::Result<ExitCode> {
    let config = Config {
        answers: match (args.count, args.moves, args.json) {
            (true, ..) => Answers::MoveCount,
            (_, true, _) => Answers::Moves,
            (.., true) => Answers::Json,
            _ => Answers::Words(Words::digits()),
        },
        rule: if args.misere {
            Rule::Misere
        } else {
            Rule::Normal
        },
        on_invalid: config::on_invalid(args.faults),
        threads: args.threads,
        ..Config::default()
    };
    run(
        &args.what,
        Shape {
            example: "wythoff nim 3 5 7",
            count: None,
        },
        told(args.watch, args.json),
        args.output.as_deref(),
        |inputs, target, progress| solve_nim(inputs, target, &Config { progress, ..config }),
    )
}

/// What a position is.
#[derive(Clone, Copy)]
struct Shape {
    /// As one types it.
    example: &'static str,
    /// How many piles it has; `None`: any number.
    count: Option<usize>,
}

fn told(watch: args::Watch, json: bool) -> solve::Told {
    solve::Told {
        tell: args::Tell { watch, stats: None },
        marked: if json { "marked invalid" } else { "marked ?" },
        backend: Backend::Scalar,
    }
}

/// Numbers are one position, anything else names files.
fn run(
    what: &[PathBuf],
    shape: Shape,
    told: solve::Told,
    output: Option<&Path>,
    work: impl FnOnce(
        Vec<Input<'static>>,
        Target<'static>,
        Option<Arc<Progress>>,
    ) -> Result<Summary, Error>,
) -> anyhow::Result<ExitCode> {
    match piles(what, shape)? {
        Some(piles) => {
            let line = piles.join(" ") + "\n";
            let reader = Box::new(Cursor::new(line));
            let input = Input::Reader(reader, "<arguments>".into());
            solve::batch(vec![input], output, &told, work)
        }
        None => solve::batch(config::inputs(what), output, &told, work),
    }
}

/// The numbers that `what` is; `None` if it is files.
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
            return refuse(format!("a position is two piles, not {found}: {example}"));
        }
        return Ok(Some(numbers));
    }
    for word in what {
        let shown = shown_path(word);
        let text = word.to_str().unwrap_or_default();
        if text.strip_prefix('-').is_some_and(is_number) && !word.exists() {
            return refuse(format!(
                "{shown} is no pile: piles are whole numbers from 0 on, as in {example}"
            ));
        }
        if let Some(number) = numbers.iter().find(|number| !Path::new(number).exists()) {
            if !is_number(text) {
                return refuse(format!(
                    "{number} is a pile, but {shown} is none: {example}; for a file of such a \
                     name write ./{number}"
                ));
            }
        } else if looks_like_numbers(text) && !word.exists() {
            return refuse(format!(
                "{shown} is neither a file nor a pile; piles are decimal digits, one beside the \
                 other: {example}"
            ));
        }
    }
    Ok(None)
}

/// As in `3,5,7`, `-3` or `1e9`.
fn looks_like_numbers(text: &str) -> bool {
    text.bytes().any(|c| c.is_ascii_digit())
        && text
            .bytes()
            .all(|c| c.is_ascii_digit() || b" ,;:+-_^.eE".contains(&c))
}
