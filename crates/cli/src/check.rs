//! `wythoff check`.

use super::exit_code::{ICPC_RIGHT, ICPC_WRONG, NEGATIVE};
use super::options::values::count;
use super::options::{Format, Parsing, Watch};
use super::output::answer;
use super::progress::Ticker;
use super::testlib::{self, ReportFile};
use super::{colour, output, process, report, resolve};
use anyhow::{Result, bail, ensure};
use clap::builder::{OsStringValueParser, PossibleValue};
use clap::{Args, ValueEnum, ValueHint};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wythoff::{
    AnswerFormat, CheckReport, Error, Input, MoveOrder, Solver, WrongCase, check,
    describe_signature,
};

/// Check whether the answers in a file are right
#[derive(Debug, Args)]
#[command(after_help = include_str!("help/check.txt").trim_ascii_end())]
pub(crate) struct Check {
    /// The input; `-` is standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    input: PathBuf,

    /// The answers to check; `-` is standard input (with icpc: the judge's answers, not read)
    #[arg(value_name = "ANSWERS", value_hint = ValueHint::FilePath)]
    answers: PathBuf,

    /// More arguments of some conventions: the judge's answers (not read), or a folder for messages;
    /// testlib's file for the verdict, then -appes to write it as XML
    // An argument may be empty: online-judge-tools passes an empty one for a case without a file of answers.
    #[arg(value_name = "MORE", value_hint = ValueHint::FilePath, value_parser = OsStringValueParser::new())]
    more: Vec<OsString>,

    // testlib's argument -appes: clap reads it as the option -a with the value `ppes`.
    #[arg(short = 'a', short_alias = 'A', value_parser = ["ppes"], ignore_case = true, hide = true)]
    xml: Option<String>,

    /// The arguments, exit codes and messages that the calling program expects
    #[arg(long, value_enum, default_value_t = Convention::Plain)]
    convention: Convention,

    /// Print the verdict, the counts and the first wrong cases as a JSON object, or only `error` if the command fails
    #[arg(long, conflicts_with = "convention")]
    json: bool,

    #[command(flatten)]
    format: Format,

    /// Accept the moves after a label in any order
    #[arg(long)]
    any_order: bool,

    /// Use at most N threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = count::<NonZeroUsize>)]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    parsing: Parsing,

    #[command(flatten)]
    watch: Watch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Convention {
    /// INPUT ANSWERS
    Plain,
    /// INPUT OUTPUT EXPECTED, as online-judge-tools calls it
    Oj,
    /// INPUT OUTPUT ANSWER [REPORT [-appes]], as checkers with testlib are called
    Testlib,
    /// INPUT ANSWER FEEDBACK_DIR, with the output on standard input, as in ICPC's problem format
    Icpc,
}

pub(crate) fn run(args: &Check) -> ExitCode {
    let judged = compare(args).and_then(|found| verdict(args, &found));
    judged.unwrap_or_else(|e| match args.convention {
        Convention::Testlib => testlib::failure(&e, report_file(args)),
        _ => report::failure(&e),
    })
}

/// Errors: the convention takes another number of arguments. Otherwise a wrong file would be judged.
fn require_arguments(args: &Check) -> Result<()> {
    let more = match args.convention {
        Convention::Plain => 0..=0,
        Convention::Testlib => 1..=2,
        Convention::Oj | Convention::Icpc => 1..=1,
    };
    let lacks_report = args.xml.is_some() && args.more.len() != 2;
    let value = args.convention.to_possible_value();
    let usage = value.as_ref().and_then(PossibleValue::get_help);
    ensure!(
        more.contains(&args.more.len()) && !lacks_report,
        "expected these arguments: {}",
        usage.expect("each convention has a help text")
    );
    Ok(())
}

/// The file for the verdict in testlib's convention. An empty name is no file.
fn report_file(args: &Check) -> Option<ReportFile<'_>> {
    let path = match &args.more[..] {
        [_, name] if !name.is_empty() => Path::new(name),
        _ => return None,
    };
    Some(ReportFile {
        path,
        is_xml: args.xml.is_some(),
        inputs: judged_files(args),
    })
}

/// The input, the answers and, in testlib's convention, the judge's answers.
fn judged_files(args: &Check) -> Vec<Input<'_>> {
    let mut files = vec![Input::path(&args.input), Input::path(&args.answers)];
    files.extend(args.more.first().map(Input::path));
    files.push(Input::Stdin);
    files
}

fn compare(args: &Check) -> Result<CheckReport> {
    require_arguments(args)?;
    let ticker = Ticker::of_inputs(args.watch, &[resolve::input(&args.input)]);
    let mut problem = resolve::problem(&args.format)?;
    if args.any_order {
        problem.move_order = MoveOrder::Any;
    }
    let solver = Solver {
        threads: args.threads,
        progress: ticker.progress.clone(),
        ..resolve::solver(problem, &args.parsing)?
    };
    let answers = match args.convention {
        Convention::Icpc => Input::Stdin,
        _ => resolve::input(&args.answers),
    };
    let from_stdin = matches!(answers, Input::Stdin);
    let input = resolve::input(&args.input);
    ensure!(
        !(from_stdin && matches!(input, Input::Stdin)),
        "the input and the answers can't both be standard input"
    );
    if from_stdin || matches!(input, Input::Stdin) {
        process::stdin(args.watch)?;
    }
    // A pipe is copied before the answers are opened, because one program may write the input first and then the answers.
    let input = input.readable_twice()?;
    let open = || Ok(input.again().expect("`readable_twice` made it a file"));
    let name = answers.name();
    let mut answers = BufReader::new(answers.open()?);
    // Only here are answers that are not text, or are UTF-16 (from PowerShell), an error. By the conventions of judges they are
    // wrong answers.
    if args.convention == Convention::Plain {
        let start = answers.fill_buf().map_err(Error::from);
        let start = start.map_err(|e| e.about(name.clone()))?;
        if let Some(found) = describe_signature(start) {
            bail!("{name}: expected answers as text, found {found}");
        }
    }
    let found = check(open, Box::new(answers), &name, &solver)?;
    // If all right answers are the same, the input is a weak test of a program.
    let labels = &solver.problem.labels;
    let missing = match (found.hot, found.cold) {
        (0, _) => Some(("hot", labels.cold())),
        (_, 0) => Some(("cold", labels.hot())),
        _ => None,
    };
    if let Some((missing, label)) = missing
        && (found.is_right() && found.invalid == 0 && found.cases > 1)
        && solver.problem.answer_format == AnswerFormat::Label
        && matches!(args.convention, Convention::Plain | Convention::Oj)
        && !args.watch.quiet
    {
        report::line(&format_args!(
            "note: no {missing} position in {} cases: a program that always prints `{label}` passes",
            found.cases
        ));
    }
    Ok(found)
}

fn verdict(args: &Check, found: &CheckReport) -> Result<ExitCode> {
    if args.json {
        let code = if found.is_right() { 0 } else { NEGATIVE };
        return answer(code, &format!("{}\n", as_json(found)));
    }
    let lines = found.first.iter().map(|wrong| described(wrong) + "\n");
    let text: String = lines.collect();
    let (code, mut words) = judgement(args.convention, found);
    words += &match found.invalid {
        0 => String::new(),
        1 => "; 1 line of the input is invalid".to_owned(),
        lines => format!("; {lines} lines of the input are invalid"),
    };
    words.push('\n');
    match args.convention {
        Convention::Testlib => {
            let (message, file) = (words + &text, report_file(args));
            Ok(testlib::verdict(code, message.trim_end(), file))
        }
        Convention::Icpc => {
            let message = text + &words;
            if let Some(folder) = args.more.first().map(Path::new) {
                let file = folder.join("judgemessage.txt");
                output::write_report(&file, &message, judged_files(args))?;
            }
            report::write(&message);
            Ok(ExitCode::from(code))
        }
        Convention::Plain | Convention::Oj => {
            let (letters, rest) = words.split_at(2);
            answer(code, &(text + &colour::verdict(letters) + rest))
        }
    }
}

pub(super) fn described(wrong: &WrongCase) -> String {
    let found = wrong.found.as_deref().unwrap_or("the end of the answers");
    let (case, line, input, expected) = (wrong.case, wrong.line, &wrong.input, &wrong.expected);
    format!("case {case}, line {line}: {input}: expected {expected}, found {found}")
}

fn as_json(found: &CheckReport) -> Value {
    let first = found.first.iter().map(|wrong| {
        json!({
            "case": wrong.case,
            "line": wrong.line,
            "input": wrong.input,
            "expected": wrong.expected,
            "found": wrong.found,
        })
    });
    json!({
        "verdict": if found.is_right() { "AC" } else { "WA" },
        "cases": found.cases,
        "hot": found.hot,
        "cold": found.cold,
        "wrong": found.wrong,
        "malformed": found.malformed,
        "missing": found.missing,
        "extra": found.extra,
        "first_extra": found.first_extra,
        "first_extra_line": found.first_extra_line,
        "invalid": found.invalid,
        "first": first.collect::<Vec<_>>(),
    })
}

fn judgement(convention: Convention, found: &CheckReport) -> (u8, String) {
    let right = match found.cases {
        1 => "1 case".to_owned(),
        n => format!("{n} cases"),
    };
    let wrong = what_is_wrong(found);
    match (convention, found.is_right()) {
        (Convention::Plain | Convention::Oj, true) => (0, format!("AC {right}")),
        (Convention::Plain | Convention::Oj, false) => (NEGATIVE, format!("WA {wrong}")),
        (Convention::Testlib, true) => (0, right),
        // A presentation error: no answer is wrong, but some answers are malformed, missing or extra.
        (Convention::Testlib, false) if found.wrong == 0 => (2, wrong),
        (Convention::Testlib, false) => (1, wrong),
        (Convention::Icpc, true) => (ICPC_RIGHT, format!("{right} right")),
        (Convention::Icpc, false) => (ICPC_WRONG, wrong),
    }
}

/// The number of wrong cases, and of malformed, missing and extra answers.
pub(super) fn what_is_wrong(found: &CheckReport) -> String {
    let wrong = found.wrong + found.malformed + found.missing;
    let ways = [(found.malformed, "malformed"), (found.missing, "missing")];
    let ways = ways.into_iter().filter(|(count, _)| *count > 0);
    let ways: Vec<_> = ways.map(|(count, way)| format!("{count} {way}")).collect();
    let mut text = format!("{wrong} of {} cases wrong", found.cases);
    if !ways.is_empty() {
        text += &format!(": {}", ways.join(", "));
    }
    if let Some(first) = &found.first_extra {
        let (extra, line) = (found.extra, found.first_extra_line.unwrap_or_default());
        text +=
            &format!("; answers after the last case: {extra}, the first is {first} in line {line}");
    }
    text
}
