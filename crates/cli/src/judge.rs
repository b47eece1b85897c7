//! `wythoff judges` and `wythoff submission`.

use super::messages::{Lang, lang, padded, t};
use super::options::values::{Printed, printed, profiles};
use super::output::print;
use super::report;
use anyhow::{Result, bail};
use clap::Args;
use serde_json::{Value, json};
use std::process::ExitCode;
use wythoff::{AnswerFormat, Game, PROFILES, Profile, profile};
use wythoff_contest::{Language, languages_of_judge, testlib_source};
use wythoff_explain::{asks, submission, title};

/// List the problems of online judges that `--as` accepts
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/judges.txt").trim_ascii_end())]
pub(crate) struct Judges {
    /// Show only this problem, with its sample
    #[arg(value_name = "PROFILE", value_parser = profiles(), hide_possible_values = true)]
    profile: Option<String>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Print a program that solves a judge's problem, or its checker, validator or generator
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/submission.txt").trim_ascii_end())]
pub(crate) struct Submission {
    /// The problem, such as poj1067 (`wythoff judges` lists them)
    #[arg(long = "as", value_name = "PROFILE", value_parser = profiles(), hide_possible_values = true)]
    profile: String,

    /// The programming language, or a program that uses testlib; file extensions and c++ are accepted
    /// too. `wythoff judges PROFILE` lists the languages that the judge accepts
    #[arg(long, value_name = "LANG", value_parser = printed(), default_value = "cpp")]
    lang: Printed,

    /// Print no note on standard error
    #[arg(short, long)]
    quiet: bool,
}

pub(crate) fn judges(args: &Judges) -> Result<ExitCode> {
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

pub(crate) fn submit(args: &Submission) -> Result<ExitCode> {
    let name = &args.profile;
    let language = match args.lang {
        Printed::Solution(language) => language,
        Printed::Testlib(program) => {
            return print(testlib_source(profile(name)?, program).as_bytes());
        }
    };
    let Some(source) = submission(name, language.extensions[0]) else {
        bail!("there is no solution of {name} in {}", language.name);
    };
    if let Some(taken) = languages_of_judge(profile(name)?)
        && !taken.contains(language)
        && !args.quiet
    {
        report::line(&t!(
            "note: the judge of {name} takes {languages}, not {language}",
            name,
            languages = names(taken).join(", "),
            language = language.name
        ));
    }
    print(source.as_bytes())
}

fn names(languages: &[Language]) -> Vec<&str> {
    languages.iter().map(|language| language.name).collect()
}

fn game(profile: &Profile, lang: Lang) -> String {
    match profile.problem.game {
        Game::Wythoff(_) => t!(in lang; "Wythoff"),
        Game::Nim(_) => t!(in lang; "Nim"),
        Game::ReturnOfTheNim => t!(in lang; "both"),
        Game::BoundedDifference => t!(in lang; "r-Wythoff"),
    }
}

/// The largest pile, written as a power if it is a large power of ten.
fn limit(profile: &Profile) -> String {
    let digits = profile.problem.max_pile().to_string();
    match digits.strip_prefix('1') {
        Some(zeros) if zeros.len() > 5 && zeros.bytes().all(|c| c == b'0') => {
            format!("10^{}", zeros.len())
        }
        _ => digits,
    }
}

/// The table of all profiles, in lines of at most 80 columns.
fn table(profiles: &[&Profile]) -> String {
    let row = |cells: [String; 5]| {
        let cells = cells.iter().zip([12, 9, 6, 24, 0]);
        let cells: String = cells
            .map(|(cell, columns)| padded(cell, columns) + " ")
            .collect();
        cells.trim_end().to_owned() + "\n"
    };
    let mut text = row([
        t!("profile"),
        t!("game"),
        t!("input"),
        t!("answer"),
        t!("piles up to"),
    ]);
    for profile in profiles {
        let (problem, labels) = (&profile.problem, &profile.problem.labels);
        let words = format!("{} / {}", labels.hot(), labels.cold());
        let answer = match problem.answer_format {
            AnswerFormat::Label => words,
            AnswerFormat::MoveCount => t!("number of moves"),
            _ => t!("{words}, moves", words),
        };
        text += &row([
            profile.name.to_owned(),
            game(profile, lang()),
            problem.framing.name().to_owned(),
            answer,
            limit(profile),
        ]);
        let (title, asks) = (title(profile, Lang::Zh), asks(profile, Lang::Zh));
        match lang() {
            Lang::En => text += &format!("  {}\n  {title}: {asks}\n", profile.asks),
            Lang::Zh => text += &format!("  {title}：{asks}\n"),
        }
    }
    let more = t!("Details: wythoff judges PROFILE; to solve it: wythoff solve --as PROFILE");
    text + &format!("\n{more}\n")
}

fn in_full(profile: &Profile) -> String {
    let mut fields = as_json(profile);
    fields["sample"] = Value::Null;
    let mut text = report::as_lines(&fields);
    let (input, output) = profile.sample;
    for (name, sample) in [(t!("sample input"), input), (t!("sample output"), output)] {
        let lines = sample.lines().map(|line| format!("  {line}\n"));
        text += &format!("{name}\n{}", lines.collect::<String>());
    }
    text
}

fn as_json(profile: &Profile) -> Value {
    json!({
        "name": profile.name,
        "title": profile.title,
        "title_zh": title(profile, Lang::Zh),
        "asks": profile.asks,
        "asks_zh": asks(profile, Lang::Zh),
        "game": game(profile, Lang::En),
        "framing": profile.problem.framing.name(),
        "answer": match profile.problem.answer_format {
            AnswerFormat::Label => "word",
            AnswerFormat::MoveCount => "move count",
            _ => "word and moves",
        },
        "hot": profile.problem.labels.hot(),
        "cold": profile.problem.labels.cold(),
        "max_pile": profile.problem.max_pile().to_string(),
        "min_pile": profile.problem.limits.min_pile,
        "max_records": profile.problem.limits.max_records,
        "max_piles": profile.problem.limits.max_piles,
        "min_piles": profile.problem.limits.min_piles.max(1),
        "max_bound": profile.problem.limits.max_bound,
        "smaller_first": profile.problem.limits.smaller_first,
        "languages": languages_of_judge(profile).map(names),
        "sample": { "input": profile.sample.0, "output": profile.sample.1 },
    })
}
