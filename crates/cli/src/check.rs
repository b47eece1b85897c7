//! `wythoff check`.

use super::args::is_xml_flag;
use super::args::judge::{Check, Convention};
use super::exit_code::{FAILED, NEGATIVE};
use super::progress::Ticker;
use super::testlib::{self, ReportFile};
use super::{colour, process, report, resolve, text_output};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::ExitCode;
use wythoff::internal::{describe_signature, shown_path};
use wythoff::{CheckReport, Error, Input, WrongCase, check};

pub(crate) fn run(args: &Check) -> ExitCode {
    match compare(args) {
        Ok(report) => verdict(args, &report),
        Err(e) if args.convention == Convention::Testlib => testlib::failure(&e, report_file(args)),
        Err(e) => report::failure(&e),
    }
}

/// The number of arguments that a convention takes after INPUT and ANSWERS, and its usage line. A smaller number is refused,
/// because then the order of the arguments would be wrong, and another file would be judged.
fn files(convention: Convention) -> (RangeInclusive<usize>, &'static str) {
    match convention {
        Convention::Plain => (
            0..=0,
            "INPUT ANSWERS (--convention selects other arguments)",
        ),
        Convention::Oj => (1..=1, "INPUT OUTPUT EXPECTED"),
        Convention::Testlib => (1..=3, "INPUT OUTPUT ANSWER [REPORT [-appes]]"),
        Convention::Icpc => (
            1..=1,
            "INPUT ANSWER FEEDBACK_DIR, with the output on standard input",
        ),
    }
}

/// The file for the verdict in testlib's convention. `None` if the arguments are refused, because then their order is
/// unknown. An empty name is no file.
fn report_file(args: &Check) -> Option<ReportFile<'_>> {
    let (name, is_xml) = match &args.more[..] {
        [_, name] => (name, false),
        [_, name, flag] if is_xml_flag(flag) => (name, true),
        _ => return None,
    };
    let path = Path::new(name);
    (!name.is_empty()).then_some(ReportFile { path, is_xml })
}

fn compare(args: &Check) -> anyhow::Result<CheckReport> {
    let (more, usage) = files(args.convention);
    if !more.contains(&args.more.len()) {
        let much = if args.more.len() < *more.start() {
            "few"
        } else {
            "many"
        };
        resolve::refuse(format!("too {much} arguments: expected {usage}"))?;
    }
    if let [_, _, flag] = &args.more[..]
        && !is_xml_flag(flag)
    {
        let found = shown_path(Path::new(flag));
        resolve::refuse(format!("expected -appes after REPORT, found {found}"))?;
    }
    let input = match is_stdin(&args.input) {
        true => Input::Stdin,
        false => Input::path(&args.input),
    };
    let ticker = Ticker::of_inputs(args.watch, &[input]);
    let problem = resolve::problem(&args.format)?;
    let solver = resolve::solver_of(problem, args.faults, &args.parsing)?
        .threads(args.threads)
        .progress(ticker.progress());
    let from_stdin = args.convention == Convention::Icpc || is_stdin(&args.answers);
    let stdin = match is_stdin(&args.input) {
        true if from_stdin => {
            resolve::refuse("the input and the answers can't both be standard input")?
        }
        true => {
            report::typed_input(args.watch);
            Some(rewindable_stdin()?)
        }
        false => None,
    };
    let open = || match &stdin {
        Some((file, start)) => {
            let reopened = file.try_clone().and_then(|mut file| {
                file.seek(SeekFrom::Start(*start))?;
                Ok(file)
            });
            let file = reopened.map_err(|e| Error::from(e).about("<stdin>"))?;
            Ok(Input::reader(file, "<stdin>"))
        }
        None => Ok(Input::path(&args.input)),
    };
    let (answers, name): (Box<dyn Read + Send>, String) = if from_stdin {
        process::stdin()?;
        report::typed_input(args.watch);
        (Box::new(io::stdin()), "<stdin>".to_owned())
    } else {
        let name = shown_path(&args.answers);
        let file = File::open(&args.answers).map_err(|e| Error::from(e).about(&name))?;
        (Box::new(file), name)
    };
    let mut answers = BufReader::new(answers);
    // A judge's conventions have no error for this: there it is a wrong answer.
    if args.convention == Convention::Plain {
        refuse_other_formats(&mut answers).map_err(|e| e.about(name.clone()))?;
    }
    Ok(check(open, Box::new(answers), &name, &solver)?)
}

/// Errors: the answers begin as text in UTF-16, which PowerShell may write, or as a file that is not text.
fn refuse_other_formats(answers: &mut impl BufRead) -> Result<(), Error> {
    match describe_signature(answers.fill_buf()?) {
        Some(description) => {
            resolve::refuse(format!("expected answers as text, found {description}"))
        }
        None => Ok(()),
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-") || process::is_descriptor(path, 0)
}

/// Standard input as a file that can be read twice, and the offset of the input in that file. A pipe is copied into a file
/// without a name, which the system removes at the end of the process.
fn rewindable_stdin() -> anyhow::Result<(File, u64)> {
    process::stdin()?;
    let rewindable = || -> io::Result<(File, u64)> {
        let mut stdin = process::stdin_file()?;
        // Windows has no metadata of a pipe.
        if stdin.metadata().is_ok_and(|meta| meta.is_file()) {
            let start = stdin.stream_position()?;
            return Ok((stdin, start));
        }
        let mut copy = tempfile::tempfile()?;
        io::copy(&mut stdin, &mut copy)?;
        Ok((copy, 0))
    };
    let name = "<stdin>, or its copy in $TMPDIR";
    rewindable().map_err(|e| Error::from(e).about(name).into())
}

/// Prints the verdict. Returns its exit code.
fn verdict(args: &Check, found: &CheckReport) -> ExitCode {
    if args.json {
        let code = if found.is_right() { 0 } else { NEGATIVE };
        return answered(code, &format!("{}\n", as_json(found)));
    }
    let mut text = String::new();
    for wrong in &found.first {
        let _ = writeln!(text, "{}", described(wrong));
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
            return testlib::verdict(code, message.trim_end(), report_file(args));
        }
        Convention::Icpc => {
            let message = text + &words;
            if let Some(folder) = args.more.first().map(Path::new)
                && let Err(e) = fs::write(folder.join("judgemessage.txt"), &message)
            {
                let error = Error::from(e).about(shown_path(folder));
                report::line(format_args!("{error}"));
                return ExitCode::from(FAILED);
            }
            report::write(&message);
        }
        Convention::Plain | Convention::Oj => {
            let (letters, rest) = words.split_at(2);
            return answered(code, &(text + &colour::verdict(letters) + rest));
        }
    }
    ExitCode::from(code)
}

/// Describes a wrong case on one line.
pub(super) fn described(wrong: &WrongCase) -> String {
    let found = wrong.found.as_deref().unwrap_or("the end of the answers");
    format!(
        "case {}, line {}: {}: expected {}, found {found}",
        wrong.case, wrong.line, wrong.input, wrong.expected
    )
}

/// Prints `text` to standard output, and returns the exit code `code`, even if the reader closed standard output early.
fn answered(code: u8, text: &str) -> ExitCode {
    match text_output::print(text.as_bytes()) {
        Err(e) if !report::is_broken_pipe(&e) => report::failure(&e),
        _ => ExitCode::from(code),
    }
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
        "wrong": found.wrong,
        "malformed": found.malformed,
        "missing": found.missing,
        "extra": found.extra,
        "invalid": found.invalid,
        "first": first.collect::<Vec<_>>(),
    })
}

/// The exit code and the verdict in a convention.
fn judgement(convention: Convention, found: &CheckReport) -> (u8, String) {
    let of = found.cases;
    let (noun, are) = match of {
        1 => ("case", "is"),
        _ => ("cases", "are"),
    };
    let what = what_is_wrong(found, noun);
    // A presentation error: no answer is wrong, but some texts are no answers.
    let shape_only = found.wrong == 0;
    match (convention, found.is_right()) {
        (Convention::Plain | Convention::Oj, true) => (0, format!("AC {of} {noun}")),
        (Convention::Plain | Convention::Oj, false) => (NEGATIVE, format!("WA {what}")),
        (Convention::Testlib, true) => (0, format!("{of} {noun}")),
        (Convention::Testlib, false) if shape_only => (2, what),
        (Convention::Testlib, false) => (1, what),
        (Convention::Icpc, true) => (42, format!("{of} {noun} {are} right")),
        (Convention::Icpc, false) => (43, format!("wrong: {what}")),
    }
}

/// A text with the number of wrong cases. If some answers are malformed, missing or too many, the text has their numbers,
/// too.
pub(super) fn what_is_wrong(found: &CheckReport, noun: &str) -> String {
    let (of, bad) = (found.cases, found.wrong + found.malformed + found.missing);
    let s = |count| if count == 1 { "" } else { "s" };
    if bad == 0 {
        let extra = found.extra;
        return format!(
            "{extra} answer{} too many, after {of} right {noun}",
            s(extra)
        );
    }
    let are = if bad == 1 { "is" } else { "are" };
    let sentence = format!("{bad} of {of} {noun} {are} wrong");
    if bad == found.wrong && found.extra == 0 {
        return sentence;
    }
    let ways: Vec<String> = [
        (found.wrong, "wrong answer", ""),
        (found.malformed, "malformed answer", ""),
        (found.missing, "missing answer", ""),
        (found.extra, "answer", " too many"),
    ]
    .into_iter()
    .filter(|(count, ..)| *count > 0)
    .map(|(count, what, behind)| format!("{count} {what}{}{behind}", s(count)))
    .collect();
    format!("{sentence}: {}", ways.join(", "))
}
