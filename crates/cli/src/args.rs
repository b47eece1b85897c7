//! The definitions of the arguments, for clap. Nothing is opened or looked up here.

pub(crate) mod bench;
pub(crate) mod generate;
pub(crate) mod judge;
pub(crate) mod moves;
mod number;
pub(crate) mod options;
pub(crate) mod pages;
#[cfg(feature = "plot")]
pub(crate) mod plot;
pub(crate) mod sequences;
pub(crate) mod solve;
pub(crate) mod stress;
mod values;

use clap::{Args as _, ColorChoice, FromArgMatches as _, Parser, Subcommand};
pub(crate) use number::{MAX_DIGITS, is_digits, parse_number};
pub(crate) use options::{Faults, Format, Limits, Parsing, ShowProgress, Stats, Watch};
pub(crate) use solve::Solve;
use std::ffi::OsString;
pub(crate) use values::{Lines, Printed};

/// Exact, very fast batch solver for Wythoff's game
#[derive(Debug, Parser)]
#[command(
    name = "wythoff",
    version,
    arg_required_else_help = true,
    after_help = include_str!("args/help/wythoff.txt").trim_ascii_end()
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    colour: Colour,
}

/// Parses `wythoff solve ...` with the definitions of this subcommand alone, because building all definitions takes longer than
/// answering a line. `None` if the arguments are wrong.
pub(crate) fn parse_solve(args: &[OsString]) -> Option<Args> {
    let solve = Solve::augment_args(clap::Command::new("solve"));
    let program = Colour::augment_args(clap::Command::new("wythoff")).subcommand(solve);
    let matches = with_lang(program).try_get_matches_from(args).ok()?;
    let (_, solve) = matches.subcommand()?;
    Some(Args {
        command: Command::Solve(Solve::from_arg_matches(solve).ok()?),
        colour: Colour::from_arg_matches(&matches).ok()?,
    })
}

#[derive(Debug, clap::Args)]
struct Colour {
    /// Colour errors and verdicts: on a terminal, unless NO_COLOR is set (auto), always or never
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    // Read before the other arguments: see `colour::choose`.
    color: ColorChoice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LangName {
    En,
    Zh,
}

/// Adds `--lang` to `command` and its subcommands except `submission`, whose own `--lang` names a programming language. (A global
/// option of clap would have the same type everywhere.) Any value except a path may begin with a hyphen, so that the error for
/// `-1` says which numbers are accepted.
pub(crate) fn with_lang(command: clap::Command) -> clap::Command {
    let is_taken = command
        .get_arguments()
        .any(|arg| arg.get_long() == Some("lang"));
    let command = command.mut_subcommands(with_lang).mut_args(|arg| {
        let is_path = arg.get_value_hint() != clap::ValueHint::Unknown;
        if arg.get_action().takes_values() && !is_path {
            arg.allow_negative_numbers(true)
        } else {
            arg
        }
    });
    if is_taken {
        return command;
    }
    // Read before the other arguments: see `messages::choose`.
    let lang = clap::Arg::new("language")
        .long("lang")
        .value_name("LANG")
        .value_parser(clap::value_parser!(LangName))
        .help("The language of help and explanations [default: by the locale]");
    command.arg(lang)
}

/// The last valid value of the option `name`, for options that are needed before clap reads the arguments. clap reports invalid
/// values later.
pub(crate) fn early_value<T: clap::ValueEnum>(args: &[OsString], name: &str) -> Option<T> {
    let options = args.iter().take_while(|arg| *arg != "--");
    let texts: Vec<&str> = options
        .map(|arg| arg.to_str().unwrap_or_default())
        .collect();
    let value = |i: usize| match texts[i].strip_prefix(name)? {
        "" => texts.get(i + 1).copied(),
        rest => rest.strip_prefix('='),
    };
    let mut values = (0..texts.len()).rev().filter_map(value);
    values.find_map(|value| T::from_str(value, false).ok())
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(Solve),
    Judges(judge::Judges),
    Submission(judge::Submission),
    Check(judge::Check),
    Validate(judge::Validate),
    Moves(moves::Moves),
    Nim(moves::Nim),
    Cold(sequences::Cold),
    Explain(sequences::Explain),
    Grundy(sequences::Grundy),
    Bench(bench::Bench),
    Stress(stress::Stress),
    Lint(stress::Lint),
    Gen(generate::Gen),
    #[cfg(feature = "plot")]
    #[command(subcommand)]
    Plot(plot::Plot),
    Completions(pages::Completions),
    Man(pages::Man),
}
