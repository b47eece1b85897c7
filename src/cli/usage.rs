//! From the command line to [`args::Args`], and the words for one that isn't understood.
//!
//! Owns what clap would print by itself: an error is one line here, like every other one of the
//! program, and ends with what to do. Invariant: asking for help or the version is no error.

use super::args::{Args, Command, Quick, QuickCommand, joined};
use anyhow::anyhow;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser as _};
use wythoff::Backend;

/// What there is to do before, or instead of, a subcommand.
pub(crate) enum Usage {
    Run(Box<Args>),
    /// Help or the version: text for standard output.
    Print(String),
}

/// Reads the process's arguments.
pub(crate) fn read() -> anyhow::Result<Usage> {
    let args = joined(std::env::args_os());
    if args.get(1).is_some_and(|command| command == "solve")
        && let Ok(Quick {
            command: QuickCommand::Solve(solve),
        }) = Quick::try_parse_from(&args)
    {
        let command = Command::Solve(solve);
        return Ok(Usage::Run(Box::new(Args { command })));
    }
    match Args::try_parse_from(args) {
        Ok(args) => Ok(Usage::Run(Box::new(args))),
        Err(error) => match error.kind() {
            ErrorKind::DisplayVersion => Ok(Usage::Print(version())),
            // Standard output may be a terminal, where clap would embolden.
            ErrorKind::DisplayHelp => Ok(Usage::Print(match colours() {
                true => error.render().ansi().to_string(),
                false => error.render().to_string(),
            })),
            // No argument at all: the help is the answer, but nothing was done.
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => error.exit(),
            _ => {
                let args = std::env::args_os().skip(1);
                let args: Vec<_> = args.map(|a| a.to_string_lossy().into_owned()).collect();
                Err(anyhow!(one_line(&worded(&error, &args), &args)))
            }
        },
    }
}

/// The definitions, for completions and pages.
pub(crate) fn command() -> clap::Command {
    Args::command()
}

fn colours() -> bool {
    use std::io::IsTerminal as _;
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// The version, and what this machine runs. Only if asked: looking costs more than parsing.
fn version() -> String {
    let backends: Vec<_> = Backend::list_available().map(Backend::name).collect();
    format!(
        "wythoff {}\nbackends on this machine: {} (auto is {})\n",
        env!("CARGO_PKG_VERSION"),
        backends.join(", "),
        Backend::detect(),
    )
}

/// clap's words, and a tip that it can't know of.
fn worded(error: &clap::Error, args: &[String]) -> String {
    let text = error.render().to_string();
    let tests = args
        .first()
        .filter(|name| ["stress", "lint"].contains(&name.as_str()));
    match (error.kind(), error.get(ContextKind::InvalidArg), tests) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(word)), Some(name))
            if !word.starts_with('-') =>
        {
            let first = text.lines().next().unwrap_or_default();
            format!(
                "{first}\n\n  tip: the program goes behind --, as in 'wythoff {name} -- {word}'"
            )
        }
        // A tip of clap's would have it behind --, where it is no better.
        (ErrorKind::UnknownArgument, Some(ContextValue::String(word)), _) if is_negative(word) => {
            let whole = args.iter().find(|arg| arg.starts_with(word.as_str()));
            let word = whole.unwrap_or(word);
            format!(
                "unexpected argument '{word}' found: no number here is below 0, and a file of such \
                 a name is ./{word}"
            )
        }
        _ => text,
    }
}

/// `-5`, which is how much clap says of `-5M`.
fn is_negative(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or_default();
    digits.starts_with(|c: char| c.is_ascii_digit())
}

/// clap's paragraphs in one line: what is wrong, its tips, and which help to read. Its usage and
/// empty lines go.
fn one_line(text: &str, args: &[String]) -> String {
    let mut words = String::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with("Usage: ") || line.starts_with("For more information") {
            break;
        }
        let line = line.strip_prefix("error: ").unwrap_or(line);
        let tip = line.strip_prefix("tip: ");
        words += match tip {
            _ if words.is_empty() || line.is_empty() => "",
            Some(_) => "; ",
            None => " ",
        };
        words += tip.unwrap_or(line);
    }
    format!("{words}; see `{} --help`", named(args))
}

/// The subcommand that the arguments begin with, as one would type it.
fn named(args: &[String]) -> String {
    let mut names = vec!["wythoff"];
    let root = command();
    let mut command = &root;
    for arg in args {
        match command.find_subcommand(arg) {
            Some(below) => command = below,
            None => break,
        }
        names.push(command.get_name());
    }
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn words(args: &[&str]) -> String {
        let all = [&["wythoff"], args].concat();
        let error = Args::try_parse_from(all).expect_err("no such usage");
        let args: Vec<_> = args.iter().map(|&a| a.to_owned()).collect();
        one_line(&worded(&error, &args), &args)
    }

    #[test]
    fn errors_are_one_line_with_what_to_do() {
        let solve = words(&["solve", "--thread", "2"]);
        assert_eq!(
            solve,
            "unexpected argument '--thread' found; a similar argument exists: '--threads'; \
             see `wythoff solve --help`"
        );
        let typo = words(&["solv"]);
        assert!(
            typo.contains("a similar subcommand exists: 'solve'"),
            "{typo}"
        );
        let value = words(&["solve", "--invalid", "mrak"]);
        assert_eq!(
            value,
            "invalid value 'mrak' for '--invalid <INVALID>' [possible values: stop, mark]; \
             a similar value exists: 'mark'; see `wythoff solve --help`"
        );
        for line in [solve, typo, value] {
            assert!(!line.contains('\n') && !line.contains("  "), "{line}");
        }
    }

    /// Whatever takes a number says what number it takes.
    #[test]
    fn a_number_below_zero_is_a_value() {
        let numbers = "N V K A B SIZE BYTES COUNT BATCH SECONDS MIB LO..HI RULE KIND=WEIGHT,...";
        let mut seen = 0;
        let mut open = vec![(command(), Vec::new())];
        while let Some((command, names)) = open.pop() {
            let valued = |arg: &&clap::Arg| arg.get_action().takes_values();
            for arg in command.get_arguments().filter(valued) {
                let value = arg.get_value_names().and_then(|names| names.first());
                if !value.is_some_and(|value| numbers.split(' ').any(|name| name == value.as_str()))
                {
                    continue;
                }
                seen += 1;
                let mut args: Vec<_> = names.iter().map(String::as_str).collect();
                let long = arg.get_long().map(|long| format!("--{long}"));
                args.extend(long.as_deref());
                args.push("-1");
                let all = [&["wythoff"], &args[..]].concat();
                // Some are strings, and are looked at later.
                if let Err(error) = Args::try_parse_from(all) {
                    let kind = error.kind();
                    assert_ne!(kind, ErrorKind::UnknownArgument, "{args:?}");
                    assert_ne!(kind, ErrorKind::InvalidValue, "{args:?}");
                }
            }
            for below in command.get_subcommands() {
                let mut names = names.clone();
                names.push(below.get_name().to_owned());
                open.push((below.clone(), names));
            }
        }
        assert!(seen > 40, "{seen}");
        let seed = words(&["gen", "--seed", "-1"]);
        assert_eq!(
            seed,
            "invalid value '-1' for '--seed <N>': a whole number in decimal digits is wanted, up to \
             18446744073709551615; see `wythoff gen --help`"
        );
        let bytes = words(&["gen", "--bytes", "-5M"]);
        assert!(
            bytes.starts_with("invalid value '-5M' for '--bytes <SIZE>': "),
            "{bytes}"
        );
        let pairs = words(&["gen", "--pairs", "-5M"]);
        assert!(
            pairs.starts_with("unexpected argument '-5M' found: no number here is below 0"),
            "{pairs}"
        );
    }

    #[test]
    fn the_definitions_are_sound() {
        command().debug_assert();
    }

    /// What stands behind the help is broken by hand, and would be broken again.
    #[test]
    fn help_fits_eighty_columns() {
        let mut open = vec![command()];
        while let Some(command) = open.pop() {
            let after = command.get_after_help().map(ToString::to_string);
            for line in after.unwrap_or_default().lines() {
                let name = command.get_name();
                assert!(line.chars().count() <= 80, "{name}: {line}");
            }
            open.extend(command.get_subcommands().cloned());
        }
    }
}
