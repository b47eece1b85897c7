//! `wythoff judges` and `wythoff submission`.

use super::args::Printed;
use super::args::judge as args;
use super::report;
use super::text_output::print;
use serde_json::json;
use std::fmt::Write as _;
use std::process::ExitCode;
use wythoff::internal::testlib_source;
use wythoff::{
    AnswerFormat, Error, ErrorKind, Game, Language, Limits, PROFILES, PileOrder, Profile, profile,
    submission,
};

pub(crate) fn judges(args: &args::Judges) -> anyhow::Result<ExitCode> {
    let profiles: Vec<&Profile> = match &args.profile {
        Some(name) => vec![profile(name)?],
        None => PROFILES.iter().collect(),
    };
    let text = if args.json {
        let all: Vec<_> = profiles.into_iter().map(as_json).collect();
        format!("{:#}\n", json!(all))
    } else if args.profile.is_some() {
        in_full(profiles[0])
    } else {
        table(&profiles)
    };
    print(text.as_bytes())
}

pub(crate) fn submit(args: &args::Submission) -> anyhow::Result<ExitCode> {
    let name = &args.profile;
    let language = match args.lang {
        Printed::Solution(language) => language,
        Printed::Testlib(program) => {
            return print(testlib_source(profile(name)?, program).as_bytes());
        }
    };
    let source = submission(name, language).ok_or_else(|| {
        let what = format!("there is no solution of {name} in {language}");
        Error::new(ErrorKind::Argument(what))
    })?;
    let taken = profile(name)?.languages;
    if !args.quiet && taken.is_some_and(|taken| !taken.contains(&language)) {
        report::line(format_args!(
            "note: the judge of {name} takes {}, not {language}",
            languages(taken)
        ));
    }
    print(source.as_bytes())
}

/// The languages that a judge takes.
fn languages(taken: Option<&[Language]>) -> String {
    let names = |taken: &[Language]| -> Vec<_> { taken.iter().map(|l| l.name()).collect() };
    taken.map_or_else(|| "unknown".to_owned(), |taken| names(taken).join(", "))
}

fn game(profile: &Profile) -> &'static str {
    match profile.problem.game() {
        Game::Wythoff(_) => "Wythoff",
        Game::Nim(_) => "Nim",
        Game::ReturnOfTheNim => "both",
        Game::AtMostApart => "r-Wythoff",
        _ => "other",
    }
}

/// The limits of a profile: every profile has some.
fn limits(profile: &Profile) -> &Limits {
    profile.problem.limits().expect("a profile has limits")
}

/// The largest pile. Large powers of ten are written as powers.
fn limit(profile: &Profile) -> String {
    let digits = profile.problem.max_pile().digits();
    match digits.strip_prefix('1') {
        Some(zeros) if zeros.len() > 5 && zeros.bytes().all(|c| c == b'0') => {
            format!("10^{}", zeros.len())
        }
        _ => digits.to_owned(),
    }
}

/// Each profile in six lines of at most 80 columns.
fn table(profiles: &[&Profile]) -> String {
    let mut text = format!(
        "{:<12} {:<9} {:<6} {:<24} {}\n",
        "profile", "game", "input", "answer", "piles up to"
    );
    for profile in profiles {
        let words = format!(
            "{} / {}",
            profile.problem.labels().hot(),
            profile.problem.labels().cold()
        );
        let answer = match profile.problem.answers() {
            AnswerFormat::Label => words,
            AnswerFormat::MoveCount => "number of moves".to_owned(),
            _ => format!("{words}, moves"),
        };
        let one_line = |sample: &str| sample.trim_end().replace('\n', ", ");
        let _ = write!(
            text,
            "{:<12} {:<9} {:<6} {:<24} {}\n  {}\n  {}: {}\n  sample: {}\n  answer: {}\n  languages: {}\n",
            profile.name,
            game(profile),
            profile.problem.framing(),
            answer,
            limit(profile),
            profile.asks,
            profile.title_zh,
            profile.asks_zh,
            one_line(profile.sample.0),
            one_line(profile.sample.1),
            languages(profile.languages),
        );
    }
    text + "\nAll about one: wythoff judges PROFILE; to solve it: wythoff solve --as PROFILE\n"
}

fn in_full(profile: &Profile) -> String {
    let mut text = String::new();
    let mut line = |what: &str, value: &str| {
        // A Chinese character is as wide as two others.
        let width = what.chars().map(|c| 1 + usize::from(!c.is_ascii())).sum();
        let pad = 11_usize.saturating_sub(width);
        let _ = writeln!(text, "{what}{:pad$}{value}", "");
    };
    line("profile", profile.name);
    line("title", profile.title);
    line("题目", profile.title_zh);
    line("asks", profile.asks);
    line("题意", profile.asks_zh);
    line("game", game(profile));
    line("input", profile.problem.framing().name());
    let words = format!(
        "{} hot, {} cold",
        profile.problem.labels().hot(),
        profile.problem.labels().cold()
    );
    let answer = match profile.problem.answers() {
        AnswerFormat::Label => words,
        AnswerFormat::MoveCount => "how many moves win".to_owned(),
        _ => format!("{words}; then what each winning move leads to"),
    };
    line("answer", &answer);
    line("piles to", &limit(profile));
    if let Some(records) = limits(profile).max_records {
        line("records", &format!("up to {records}"));
    }
    if let Some(piles) = limits(profile).max_piles {
        line("piles", &format!("up to {piles} in a case"));
    }
    if limits(profile).pile_order == PileOrder::SmallerFirst {
        line("order", "the smaller pile first");
    }
    line("languages", &languages(profile.languages));
    let indented = |sample: &str| {
        sample
            .replace('\n', "\n  ")
            .trim_end_matches(' ')
            .to_owned()
    };
    let (input, output) = profile.sample;
    let _ = write!(
        text,
        "sample input\n  {}sample output\n  {}",
        indented(input),
        indented(output)
    );
    text
}

fn as_json(profile: &Profile) -> serde_json::Value {
    json!({
        "name": profile.name,
        "title": profile.title,
        "title_zh": profile.title_zh,
        "asks": profile.asks,
        "asks_zh": profile.asks_zh,
        "game": game(profile),
        "framing": profile.problem.framing().name(),
        "answer": match profile.problem.answers() {
            AnswerFormat::Label => "word",
            AnswerFormat::MoveCount => "move count",
            _ => "word and moves",
        },
        "hot": profile.problem.labels().hot(),
        "cold": profile.problem.labels().cold(),
        "max_pile": profile.problem.max_pile().digits(),
        "max_records": limits(profile).max_records,
        "max_piles": limits(profile).max_piles,
        "smaller_first": limits(profile).pile_order == PileOrder::SmallerFirst,
        "languages": profile.languages.map(|taken| taken.iter().map(|l| l.name()).collect::<Vec<_>>()),
        "sample": { "input": profile.sample.0, "output": profile.sample.1 },
    })
}
