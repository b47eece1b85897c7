//! From arguments as typed to what the library takes.

use super::args;
use std::path::PathBuf;
use wythoff::pipeline::Frame;
use wythoff::problem::{Answer, Asked, Game, profile, same_words};
use wythoff::{Answers, Backend, Config, Error, ErrorKind, Input, Io, OnInvalid, Words};

/// What `solve` is to do.
pub(crate) enum Ask {
    /// Two piles a record.
    Pairs(Config),
    /// Cases of another shape.
    Cases(Asked, Config),
}

/// What was typed about the game and its layout.
pub(crate) struct Typed<'a> {
    pub(crate) format: &'a args::Format,
    pub(crate) strict: bool,
    /// Only how many of each there are.
    pub(crate) count: bool,
}

/// Everything about how to solve.
pub(crate) fn ask(args: &args::Solve) -> Result<Ask, Error> {
    let typed = Typed {
        format: &args.format,
        strict: args.strict,
        count: args.count,
    };
    let how = Config {
        on_invalid: on_invalid(args.faults),
        io: match args.io {
            args::Io::Mmap => Io::Mmap,
            args::Io::Read => Io::Read,
        },
        threads: args.threads,
        backend: backend(&args.parsing.backend)?,
        ..Config::default()
    };
    resolve(&typed, how)
}

/// What becomes of a line that is no record.
pub(crate) fn on_invalid(faults: args::Faults) -> OnInvalid {
    match faults.invalid {
        args::Invalid::Stop => OnInvalid::Stop,
        args::Invalid::Mark => OnInvalid::Mark,
    }
}

/// The parser of that name; the fastest where nothing is named.
pub(crate) fn backend(name: &str) -> Result<Backend, Error> {
    if name.is_empty() { "auto" } else { name }.parse()
}

/// The same for `how` to read and work, whose answers, rule and frame are still open.
pub(crate) fn resolve(args: &Typed<'_>, how: Config) -> Result<Ask, Error> {
    let by_lines = args.format.profile.is_none() && args.format.framing.is_none();
    if !by_lines && how.on_invalid == OnInvalid::Mark {
        return refuse("--invalid mark is for a record a line: not with --as or --in");
    }
    if by_lines && args.strict {
        return refuse("--strict goes with --as or --in");
    }
    let asked = asked(args.format)?;
    let is_mark = |word: &String| same_words(word, "?");
    if how.on_invalid == OnInvalid::Mark && [&asked.hot, &asked.cold].into_iter().any(is_mark) {
        return refuse(
            "--invalid mark answers ? for a line that is no record: --words takes others",
        );
    }
    let words = Words::new(&asked.hot, &asked.cold)?;
    let config = Config {
        answers: match asked.answer {
            _ if args.count => Answers::Count,
            Answer::Moves => Answers::WordsAndMoves(words),
            Answer::MoveCount => Answers::MoveCount,
            Answer::Word => Answers::Words(words),
        },
        ..how
    };
    let Game::Wythoff(rule) = asked.game else {
        return Ok(Ask::Cases(asked, config));
    };
    let frame = Frame {
        framing: asked.framing,
        limits: asked.limits,
        strict: args.strict,
    };
    Ok(Ask::Pairs(Config {
        rule,
        frame: (!by_lines).then_some(frame),
        ..config
    }))
}

/// What the profile asks, with another word on what was typed besides.
pub(crate) fn asked(format: &args::Format) -> Result<Asked, Error> {
    let mut asked = match &format.profile {
        Some(name) => profile(name)?.into(),
        None => Asked::default(),
    };
    if let Some(framing) = format.framing {
        asked.framing = framing;
    }
    if let Some(words) = &format.words {
        if asked.answer == Answer::MoveCount {
            return refuse(
                "--words is for answers that are words; there they are numbers of moves",
            );
        }
        (asked.hot, asked.cold) = two_words(words)?;
        // Whoever doesn't write them by the batch is as strict.
        Words::new(&asked.hot, &asked.cold)?;
    }
    match (format.rule, &mut asked.game) {
        (Some(rule), Game::Wythoff(own)) => *own = rule,
        (Some(_), _) => return refuse("--rule is for records of two piles"),
        (None, _) => {}
    }
    Ok(asked)
}

fn two_words(words: &str) -> Result<(String, String), Error> {
    match words.split_once(',') {
        Some((hot, cold)) if [hot, cold].iter().any(|word| word.trim().is_empty()) => {
            refuse("--words takes two words of which none is empty: it couldn't be found again")
        }
        Some((hot, cold)) if same_words(hot, cold) => {
            refuse("--words takes two words that differ: who could tell hot from cold by these?")
        }
        Some((hot, cold)) if !cold.contains(',') => Ok((hot.into(), cold.into())),
        _ => refuse("--words takes two words with one comma between, as in A,B"),
    }
}

fn refuse<T>(what: &str) -> Result<T, Error> {
    Err(Error::new(ErrorKind::Argument(what.to_owned())))
}

/// What to read, in order.
pub(crate) fn inputs(files: &[PathBuf]) -> Vec<Input<'static>> {
    if files.is_empty() {
        return vec![Input::Stdin];
    }
    files
        .iter()
        .map(|file| match file.to_str() {
            Some("-") => Input::Stdin,
            _ => Input::Path(file.clone()),
        })
        .collect()
}
