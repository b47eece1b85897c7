//! From arguments as typed to what the library takes.

use super::args;
use super::progress::Ticker;
use std::io::IsTerminal;
use wythoff::output::target::Stdout;
use wythoff::{
    Answers, Compression, Config, Error, ErrorKind, Input, Io, OnInvalid, Target, Words,
};

/// Everything about how to solve.
pub(crate) fn config(args: &args::Solve) -> Result<Config, Error> {
    let answers = if args.count {
        Answers::Count
    } else {
        let (hot, cold) = args
            .words
            .split_once(',')
            .filter(|(_, cold)| !cold.contains(','))
            .ok_or_else(|| {
                Error::new(ErrorKind::Argument(
                    "--words takes two words with one comma between, as in A,B".into(),
                ))
            })?;
        Answers::Words(Words::new(hot, cold)?)
    };
    Ok(Config {
        answers,
        on_invalid: match args.invalid {
            args::Invalid::Stop => OnInvalid::Stop,
            args::Invalid::Mark => OnInvalid::Mark,
        },
        io: match args.io {
            args::Io::Mmap => Io::Mmap,
            args::Io::Read => Io::Read,
        },
        threads: args.threads,
        backend: args.backend.parse()?,
        ..Config::default()
    })
}

/// What to read, in order.
pub(crate) fn inputs(args: &args::Solve) -> Vec<Input<'static>> {
    if args.files.is_empty() {
        return vec![Input::Stdin];
    }
    args.files
        .iter()
        .map(|file| match file.to_str() {
            Some("-") => Input::Stdin,
            _ => Input::Path(file.clone()),
        })
        .collect()
}

/// Where to write. Where the line of `ticker` would stand among the answers, it ends with the first
/// of them.
pub(crate) fn target(args: &args::Solve, ticker: &Ticker) -> Result<Target<'static>, Error> {
    match &args.output {
        Some(path) => Ok(Target::path(path)?.compressed(Compression::of_name(path))),
        None if ticker.may_draw() && std::io::stdout().is_terminal() => {
            Ok(Target::stream(ticker.before(Stdout), "<stdout>"))
        }
        None => Target::stdout(),
    }
}
