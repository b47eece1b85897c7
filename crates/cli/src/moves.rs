//! `wythoff moves` and `wythoff nim`: one position as arguments, or a batch.

use super::options::values::count;
use super::options::{Faults, OutputOption, RuleOption, Watch, is_digits};
use super::{resolve, solve};
use anyhow::{Result, bail};
use clap::{Args, ValueHint};
use std::io::Cursor;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use wythoff::game::NimRule;
use wythoff::{AnswerFormat, Game, Input, Problem, Solver};

/// Print the winning moves from a position, or from each position in a file
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/moves.txt").trim_ascii_end())]
pub(crate) struct Moves {
    /// Two piles, or files with two piles on each line; `-` is standard input [default: -]
    #[arg(value_name = "A B | FILE", allow_negative_numbers = true, value_hint = ValueHint::FilePath)]
    what: Vec<PathBuf>,

    /// Print only the positions after the moves, each once
    #[arg(long, conflicts_with = "json")]
    positions: bool,

    /// Print a JSON object for each position
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    rule: RuleOption,

    #[command(flatten)]
    batch: BatchOptions,
}

/// Solve Nim: who wins, and by which moves
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/nim.txt").trim_ascii_end())]
pub(crate) struct Nim {
    /// The piles, or files with one position on each line; `-` is standard input [default: -]
    #[arg(value_name = "PILE... | FILE", allow_negative_numbers = true, value_hint = ValueHint::FilePath)]
    what: Vec<PathBuf>,

    /// Print the number of winning moves
    #[arg(long, conflicts_with_all = ["moves", "json"])]
    count: bool,

    /// Print the winning moves: the pile before and after each
    #[arg(long, conflicts_with = "json")]
    moves: bool,

    /// Print a JSON object for each position
    #[arg(long)]
    json: bool,

    /// Play by the misere rule: whoever takes the last object loses
    #[arg(long)]
    misere: bool,

    #[command(flatten)]
    batch: BatchOptions,
}

#[derive(Debug, Args)]
pub(crate) struct BatchOptions {
    #[command(flatten)]
    output: OutputOption,

    /// Use at most N threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroUsize>)]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    faults: Faults,

    #[command(flatten)]
    watch: Watch,
}

pub(crate) fn moves(args: &Moves) -> Result<ExitCode> {
    let answers = match (args.positions, args.json) {
        (true, _) => AnswerFormat::Positions,
        (_, true) => AnswerFormat::Json,
        _ => AnswerFormat::Moves,
    };
    let game = Game::Wythoff(args.rule.rule);
    run(&args.what, game, answers, &args.batch)
}

pub(crate) fn nim(args: &Nim) -> Result<ExitCode> {
    let answers = match (args.count, args.moves, args.json) {
        (true, ..) => AnswerFormat::MoveCount,
        (_, true, _) => AnswerFormat::Moves,
        (.., true) => AnswerFormat::Json,
        _ => AnswerFormat::Label,
    };
    let rule = if args.misere {
        NimRule::Misere
    } else {
        NimRule::Normal
    };
    run(&args.what, Game::Nim(rule), answers, &args.batch)
}

/// Solves `what`. If all words are numbers, they are one position; otherwise they are files with a position on each line.
fn run(
    what: &[PathBuf],
    game: Game,
    answers: AnswerFormat,
    args: &BatchOptions,
) -> Result<ExitCode> {
    let words = what.iter().map(|word| word.to_str());
    let numbers: Option<Vec<&str>> = words
        .map(|word| word.filter(|word| is_digits(word)))
        .collect();
    let mut advice = "";
    let inputs = match numbers.filter(|numbers| !numbers.is_empty()) {
        None => {
            if what.iter().any(|word| !word.exists()) {
                advice = "; a pile is a whole number in decimal digits";
            }
            resolve::inputs(what)
        }
        Some(piles) if matches!(game, Game::Wythoff(_)) && piles.len() != 2 => bail!(
            "expected two piles, found {}; for example: wythoff moves 5 8",
            piles.len()
        ),
        Some(piles) => {
            let line = piles.join(" ") + "\n";
            vec![Input::reader(Cursor::new(line), "<arguments>")]
        }
    };
    let mut problem = Problem::default();
    problem.game = game;
    problem.answer_format = answers;
    let solver = Solver {
        on_invalid: args.faults.invalid,
        threads: args.threads,
        ..Solver::new(problem)
    };
    let solved = solve::solve(inputs, args.output.output.as_deref(), args.watch, solver);
    let summary = solved.map_err(|error| solve::with_advice(error, advice))?;
    Ok(solve::code(&summary))
}
