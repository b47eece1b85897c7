//! Reads the command line with clap. Its errors go to standard error, with exit code 2; help and the version go to standard
//! output. Help may be in Chinese.

use super::exit_code::FAILED;
use super::options::When;
#[cfg(feature = "plot")]
use super::plot::Plot;
use super::{
    bench, check, cold, explain, generate, grundy, judge, moves, pages, solve, stress, validate,
};
use super::{colour, help, messages, output, process, report};
use anyhow::anyhow;
use clap::error::ErrorKind;
use clap::{
    Arg, Args as _, CommandFactory as _, FromArgMatches as _, Parser, ValueHint, value_parser,
};
use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;
use wythoff::Backend;

/// Exact, very fast batch solver for Wythoff's game
#[derive(Debug, Parser)]
#[command(
    name = "wythoff",
    version,
    after_help = include_str!("help/wythoff.txt").trim_ascii_end()
)]
pub(crate) enum Command {
    Solve(solve::Solve),
    Judges(judge::Judges),
    Submission(judge::Submission),
    Check(check::Check),
    Validate(validate::Validate),
    Moves(moves::Moves),
    Nim(moves::Nim),
    Cold(cold::Cold),
    Explain(explain::Explain),
    Grundy(grundy::Grundy),
    Bench(bench::Bench),
    Stress(stress::Stress),
    Lint(stress::Lint),
    Gen(generate::Gen),
    #[cfg(feature = "plot")]
    #[command(subcommand)]
    Plot(Plot),
    Completions(pages::Completions),
    Man(pages::Man),
}

/// The definitions of all arguments.
pub(crate) fn definitions() -> clap::Command {
    with_shared(Command::command())
}

/// Adds the options that all commands share to the definitions of the program.
fn with_shared(program: clap::Command) -> clap::Command {
    // Both are read before the other arguments: see `colour::choose` and `messages::choose`.
    let colour = Arg::new("color")
        .long("color")
        .global(true)
        .value_name("WHEN")
        .value_parser(value_parser!(When))
        .default_value("auto")
        .help("Colour errors and verdicts: on a terminal, unless NO_COLOR is set (auto), always or never");
    with_lang(program.arg(colour))
}

/// Adds `--lang` to `command` and its subcommands except `submission`, whose own `--lang` names a programming language. (A global
/// option of clap would have the same type everywhere.) Any value except a path may begin with a hyphen, so that the error for
/// `-1` says which numbers are accepted.
fn with_lang(command: clap::Command) -> clap::Command {
    let command = command.mut_subcommands(with_lang).mut_args(|mut arg| {
        let is_path = arg.get_value_hint() != ValueHint::Unknown;
        if arg.get_action().takes_values() && !is_path {
            arg = arg.allow_negative_numbers(true);
        }
        arg
    });
    if command.get_name() == "submission" {
        return command;
    }
    // Read before the other arguments: see `messages::choose`.
    let lang = Arg::new("language")
        .long("lang")
        .value_name("LANG")
        .value_parser(messages::LANGS)
        .help("The language of help and explanations [default: by the locale]");
    command.arg(lang)
}

/// Parses the arguments of the process. As in clap, a request for help or the version is an error: see [`print`].
pub(crate) fn read() -> Result<Command, clap::Error> {
    let args: Vec<_> = std::env::args_os().collect();
    colour::choose(&args);
    messages::choose(&args);
    report::choose(&args);
    parse(&args)
}

fn parse(args: &[OsString]) -> Result<Command, clap::Error> {
    if args.get(1).is_some_and(|command| command == "solve")
        && let Some(command) = parse_solve(args)
    {
        return Ok(command);
    }
    parse_all(args).map_err(|error| {
        let again = if is_chinese_help(&error) {
            help::in_chinese(definitions())
                .try_get_matches_from(args)
                .err()
        } else {
            // clap's messages would repeat arguments of any length, with control characters that the terminal obeys. So the
            // arguments are parsed again, cut and without control characters.
            parse_all(&args.iter().map(plain).collect::<Vec<_>>()).err()
        };
        again.unwrap_or(error)
    })
}

/// Parses `wythoff solve ...` with the definitions of this subcommand alone, because building all definitions takes longer than
/// answering a line. `None` if the arguments are wrong.
fn parse_solve(args: &[OsString]) -> Option<Command> {
    let solve = solve::Solve::augment_args(clap::Command::new("solve"));
    let program = with_shared(clap::Command::new("wythoff").subcommand(solve));
    let matches = program.try_get_matches_from(args).ok()?;
    let (_, solve) = matches.subcommand()?;
    Some(Command::Solve(solve::Solve::from_arg_matches(solve).ok()?))
}

fn parse_all(args: &[OsString]) -> Result<Command, clap::Error> {
    let mut definitions = definitions();
    let mut matches = definitions.try_get_matches_from_mut(args)?;
    Command::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut definitions))
}

fn is_chinese_help(error: &clap::Error) -> bool {
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    is_help && messages::lang() == messages::Lang::Zh
}

/// At most 200 characters of `arg`, with control characters escaped.
fn plain(arg: &OsString) -> OsString {
    let text: String = arg.to_string_lossy().chars().take(200).collect();
    text.escape_debug().to_string().into()
}

/// Prints the error, the help or the version that [`read`] returned.
pub(crate) fn print(error: &clap::Error) -> anyhow::Result<ExitCode> {
    if error.kind() == ErrorKind::DisplayVersion {
        return output::print(version().as_bytes());
    }
    let mut text = error.render().ansi().to_string();
    if is_chinese_help(error) {
        text = help::fitted(&text);
    }
    if error.use_stderr() {
        // A failure to write standard error can't be reported.
        let _ = anstream::stderr().write_all(text.as_bytes());
        report::print_error_object(&message(error).to_string());
        return Ok(ExitCode::from(FAILED));
    }
    process::stdout()?;
    let written = anstream::stdout().write_all(text.as_bytes());
    written.map_err(wythoff::Error::from)?;
    Ok(ExitCode::SUCCESS)
}

/// The error on one line, without clap's prefix.
pub(crate) fn message(error: &clap::Error) -> anyhow::Error {
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let first = text.split("\n\n").next().unwrap_or(text);
    let words: Vec<_> = first.split_whitespace().collect();
    anyhow!(words.join(" "))
}

/// The version, and the backends of this machine. The text is made only on request, because detecting backends takes longer
/// than parsing the arguments.
fn version() -> String {
    let backends: Vec<_> = Backend::list_available().map(Backend::name).collect();
    format!(
        "wythoff {}\nbackends on this machine: {} (auto is {})\n",
        env!("CARGO_PKG_VERSION"),
        backends.join(", "),
        Backend::detect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_values_are_shown_plainly() {
        let long = "7x".repeat(50_000);
        for (args, expected) in [
            (
                &["--thr\u{1b}[31m\r\u{7}x"][..],
                "'--thr\\u{1b}[31m\\r\\u{7}x'",
            ),
            (&["--invalid", "a\u{1b}[2J\nb"], "'a\\u{1b}[2J\\nb'"),
            (&["--threads", "1\n"], "'1\\n'"),
            // At most 200 characters are repeated.
            (&["--threads", &long], &format!("'{}'", &long[..200])),
        ] {
            let all = [&["wythoff", "solve"], args].concat();
            let error = parse(&all.into_iter().map(OsString::from).collect::<Vec<_>>());
            let text = error.expect_err("no such usage").to_string();
            assert!(text.contains(expected), "{text}");
        }
    }

    #[test]
    fn the_definitions_are_sound() {
        definitions().debug_assert();
    }

    /// clap wraps the options, but not the text after them. That text has examples.
    #[test]
    fn help_has_examples_and_fits_eighty_columns() {
        let mut open = vec![("wythoff".to_owned(), definitions())];
        while let Some((call, command)) = open.pop() {
            let after = command.get_after_help().map(ToString::to_string);
            let after = after.unwrap_or_default();
            for line in after.lines() {
                assert!(line.chars().count() <= 80, "{call}: {line}");
            }
            let examples = after.split("Examples:\n").nth(1).unwrap_or_default();
            assert!(
                examples.contains(&call),
                "no example of `{call}` in its help"
            );
            let below = command.get_subcommands();
            open.extend(below.map(|below| (format!("{call} {}", below.get_name()), below.clone())));
        }
    }
}
