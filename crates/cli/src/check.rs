//! `wythoff check`.

use super::args::judge::{Check, Convention};
use super::exit_code::{ICPC_RIGHT, ICPC_WRONG, NEGATIVE};
use super::output::answer;
use super::progress::Ticker;
use super::resolve::{self, refuse};
use super::testlib::{self, ReportFile};
use super::{colour, output, process, report};
use clap::ValueEnum as _;
use clap::builder::PossibleValue;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::ExitCode;
use std::slice;
use wythoff::{
    AnswerFormat, CheckReport, Error, Input, MoveOrder, Problem, Solver, WrongCase, check,
    describe_signature,
};

pub(crate) fn run(args: &Check) -> ExitCode {
    let judged = compare(args).and_then(|found| verdict(args, &found));
    judged.unwrap_or_else(|e| match args.convention {
        Convention::Testlib => testlib::failure(&e, report_file(args)),
        _ => report::failure(&e),
    })
}

/// Errors: the convention takes another number of arguments. Otherwise a wrong file would be judged.
fn require_arguments(args: &Check) -> Result<(), Error> {
    let more = match args.convention {
        Convention::Plain => 0..=0,
        Convention::Testlib => 1..=2,
        Convention::Oj | Convention::Icpc => 1..=1,
    };
    let lacks_report = args.xml.is_some() && args.more.len() != 2;
    if more.contains(&args.more.len()) && !lacks_report {
        return Ok(());
    }
    let value = args.convention.to_possible_value();
    let usage = value.as_ref().and_then(PossibleValue::get_help);
    let usage = usage.expect("each convention has a help text");
    refuse(format!("expected these arguments: {usage}"))
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

fn compare(args: &Check) -> anyhow::Result<CheckReport> {
    require_arguments(args)?;
    let ticker = Ticker::of_inputs(args.watch, &resolve::inputs(slice::from_ref(&args.input)));
    let mut problem = resolve::problem(&args.format)?;
    if args.any_order {
        problem.move_order = MoveOrder::Any;
    }
    let solver = Solver {
        threads: args.threads,
        progress: ticker.progress(),
        ..resolve::solver_of(problem, args.faults, &args.parsing)?
    };
    let answers = match args.convention {
        Convention::Icpc => Input::Stdin,
        _ => resolve::input(&args.answers),
    };
    let from_stdin = matches!(answers, Input::Stdin);
    let input = resolve::input(&args.input);
    if from_stdin && matches!(input, Input::Stdin) {
        refuse("the input and the answers can't both be standard input")?;
    }
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
            let refused = refuse(format!("expected answers as text, found {found}"));
            refused.map_err(|e| e.about(name.clone()))?;
        }
    }
    let found = check(open, Box::new(answers), &name, &solver)?;
    if let Some(label) = always_right(&found, &solver.problem)
        && matches!(args.convention, Convention::Plain | Convention::Oj)
        && !args.watch.quiet
    {
        let missing = if found.hot == 0 { "hot" } else { "cold" };
        report::line(&format_args!(
            "note: no {missing} position in {} cases: a program that always prints `{label}` passes",
            found.cases
        ));
    }
    Ok(found)
}

/// The label that all cases have in common, if the answers are right and there are several cases. `None` if the labels differ.
/// Such an input is a weak test of a program.
fn always_right<'p>(found: &CheckReport, problem: &'p Problem) -> Option<&'p str> {
    let is_right = found.is_right() && found.invalid == 0 && found.cases > 1;
    match (found.hot, found.cold) {
        _ if !is_right || problem.answer_format != AnswerFormat::Label => None,
        (0, _) => Some(problem.labels.cold()),
        (_, 0) => Some(problem.labels.hot()),
        _ => None,
    }
}

fn verdict(args: &Check, found: &CheckReport) -> anyhow::Result<ExitCode> {
    if args.json {
        let code = if found.is_right() { 0 } else { NEGATIVE };
        return answer(code, &format!("{}\n", as_json(found)));
    }
    let mut text = String::new();
    for wrong in &found.first {
        text += &(described(wrong) + "\n");
    }
    let (code, mut words) = judgement(args.convention, found);
    words += &match found.invalid {
        0 => String::new(),
        1 => "; 1 line of the input is invalid".to_owned(),
        lines => format!("; {lines} lines of the input are invalid"),
    };
    words.push('\n');
    match args.convention {
        Convention::Testlib => {
            let message = words + &text;
            Ok(testlib::verdict(
                code,
                message.trim_end(),
                report_file(args),
            ))
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
    let colon = if ways.is_empty() { "" } else { ": " };
    let extra = match &found.first_extra {
        None => String::new(),
        Some(first) => format!(
            "; answers after the last case: {}, the first is {first} in line {}",
            found.extra,
            found.first_extra_line.unwrap_or_default()
        ),
    };
    format!(
        "{wrong} of {} cases wrong{colon}{}{extra}",
        found.cases,
        ways.join(", ")
    )
}
