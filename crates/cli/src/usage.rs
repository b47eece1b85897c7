//! Reads the command line with clap. Its errors go to standard error, with exit code 2; help and the version go to standard
//! output. Help may be in Chinese.

use super::args::{Args, parse_solve, with_lang};
use super::exit_code::FAILED;
use super::{colour, help, messages, output, process, report};
use anyhow::anyhow;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;
use wythoff::Backend;

/// Parses the arguments of the process. As in clap, a request for help or the version is an error: see [`print`].
pub(crate) fn read() -> Result<Args, clap::Error> {
    let args: Vec<_> = std::env::args_os().collect();
    colour::choose(&args);
    messages::choose(&args);
    report::choose(&args);
    parse(&args)
}

fn parse(args: &[OsString]) -> Result<Args, clap::Error> {
    if args.get(1).is_some_and(|command| command == "solve")
        && let Some(args) = parse_solve(args)
    {
        return Ok(args);
    }
    parse_all(args).map_err(|error| {
        let again = if is_chinese_help(&error) {
            help::in_chinese(command()).try_get_matches_from(args).err()
        } else {
            // clap's messages would repeat arguments of any length, with control characters that the terminal obeys. So the
            // arguments are parsed again, cut and without control characters.
            parse_all(&args.iter().map(plain).collect::<Vec<_>>()).err()
        };
        again.unwrap_or(error)
    })
}

fn parse_all(args: &[OsString]) -> Result<Args, clap::Error> {
    let mut command = command();
    let mut matches = command.try_get_matches_from_mut(args)?;
    Args::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

fn is_chinese_help(error: &clap::Error) -> bool {
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    is_help && messages::lang() == messages::Lang::Zh
}

const MAX_SHOWN_CHARS: usize = 200;

/// `arg` without control characters, and cut if it is too long.
fn plain(arg: &OsString) -> OsString {
    let text: String = arg
        .to_string_lossy()
        .chars()
        .take(MAX_SHOWN_CHARS)
        .collect();
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

/// The definitions of all arguments, with the options that all commands share.
pub(crate) fn command() -> clap::Command {
    with_lang(Args::command())
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
        command().debug_assert();
    }

    /// clap wraps the options, but not the text after them. That text has examples.
    #[test]
    fn help_has_examples_and_fits_eighty_columns() {
        let mut open = vec![("wythoff".to_owned(), command())];
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
