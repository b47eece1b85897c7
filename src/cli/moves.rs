//! `wythoff moves` and `wythoff nim`: one position as arguments, or a batch.

use super::{args, config, solve};
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
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
        threads: args.threads,
        ..Config::default()
    };
    run(
        &args.what,
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
        threads: args.threads,
        ..Config::default()
    };
    run(
        &args.what,
        args.output.as_deref(),
        |inputs, target, progress| solve_nim(inputs, target, &Config { progress, ..config }),
    )
}

/// Numbers are one position, anything else names files.
fn run(
    what: &[PathBuf],
    output: Option<&Path>,
    work: impl FnOnce(
        Vec<Input<'static>>,
        Target<'static>,
        Option<Arc<Progress>>,
    ) -> Result<Summary, Error>,
) -> anyhow::Result<ExitCode> {
    let told = solve::Told {
        tell: args::Tell::default(),
        backend: Backend::Scalar,
    };
    let number = |path: &PathBuf| {
        let text = path.to_str()?;
        let digits = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        digits.then(|| text.to_owned())
    };
    let numbers: Option<Vec<String>> = what.iter().map(number).collect();
    match numbers {
        Some(numbers) if !numbers.is_empty() => {
            let line = numbers.join(" ") + "\n";
            let reader = Box::new(Cursor::new(line));
            let input = Input::Reader(reader, "<arguments>".into());
            solve::batch(vec![input], output, &told, work)
        }
        _ => solve::batch(config::inputs(what), output, &told, work),
    }
}
