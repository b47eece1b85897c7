//! From arguments as typed to what the library takes.

use super::args;
use std::path::PathBuf;
use wythoff::game::Rule;
use wythoff::judge::cases::Asked;
use wythoff::judge::{Answer, Framing, Game, Profile, profile};
use wythoff::pipeline::Frame;
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
    pub(crate) profile: Option<&'a str>,
    pub(crate) framing: Option<Framing>,
    pub(crate) rule: Option<Rule>,
    pub(crate) words: Option<&'a str>,
    pub(crate) strict: bool,
    /// Only how many of each there are.
    pub(crate) count: bool,
}

/// Everything about how to solve.
pub(crate) fn ask(args: &args::Solve) -> Result<Ask, Error> {
    let typed = Typed {
        profile: args.profile.as_deref(),
        framing: args.framing,
        rule: args.rule,
        words: args.words.as_deref(),
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
    let profile = args.profile.map(profile).transpose()?;
    let framing = args.framing.or(profile.map(|profile| profile.framing));
    if framing.is_some() && how.on_invalid == OnInvalid::Mark {
        return refuse("--invalid mark is for a record a line: not with --as or --in");
    }
    if framing.is_none() && args.strict {
        return refuse("--strict goes with --as or --in");
    }
    let answer = profile.map(|profile| profile.answer);
    if args.words.is_some() && answer == Some(Answer::MoveCount) {
        return refuse("--words is for answers that are words; there they are numbers of moves");
    }
    let (hot, cold) = match (args.words, profile) {
        (Some(words), _) => two_words(words)?,
        (None, Some(profile)) => (profile.words.hot.into(), profile.words.cold.into()),
        (None, None) => ("1".into(), "0".into()),
    };
    let config = Config {
        answers: if args.count {
            Answers::Count
        } else {
            let words = Words::new(&hot, &cold)?;
            match answer {
                Some(Answer::Moves) => Answers::WordsAndMoves(words),
                Some(Answer::MoveCount) => Answers::MoveCount,
                Some(Answer::Word) | None => Answers::Words(words),
            }
        },
        rule: args.rule.unwrap_or(rule_of(profile)),
        ..how
    };
    let Some(framing) = framing else {
        return Ok(Ask::Pairs(config));
    };
    let limits = profile.map(|profile| (profile.name, profile.limits));
    match profile {
        Some(profile) if !profile.is_pairs() => {
            if args.rule.is_some() {
                return refuse("--rule is for records of two piles");
            }
            let asked = Asked {
                framing,
                game: profile.game,
                answer: profile.answer,
                hot,
                cold,
                limits,
            };
            Ok(Ask::Cases(asked, config))
        }
        _ => Ok(Ask::Pairs(Config {
            frame: Some(Frame {
                framing,
                limits,
                strict: args.strict,
            }),
            ..config
        })),
    }
}

fn rule_of(profile: Option<&Profile>) -> Rule {
    match profile.map(|profile| profile.game) {
        Some(Game::Wythoff(rule)) => rule,
        _ => Rule::Normal,
    }
}

fn two_words(words: &str) -> Result<(String, String), Error> {
    match words.split_once(',') {
        Some((hot, cold)) if hot == cold => {
            refuse("--words takes two words that differ: who could tell hot from cold by these?")
        }
        Some((hot, cold)) if [hot, cold].iter().any(|word| word.trim().is_empty()) => {
            refuse("--words takes two words of which none is empty: it couldn't be found again")
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
