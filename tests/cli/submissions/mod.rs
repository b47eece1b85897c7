//! Compiles every submission as a judge does, runs it, and compares its output with exact answers found by other methods.
//!
//! A language whose compiler this machine lacks is skipped.

mod oracle;
mod problems;

use crate::support::{Feed, Folder, assert_same, command, has, run};
use problems::{Framing, PROBLEMS, Problem, Record};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use wythoff::internal::profiles_with_submissions;
use wythoff::{Language, submission};

#[test]
fn slow_submissions_in_rust() {
    solves_everything(Language::Rust);
}

#[test]
fn slow_submissions_in_cpp() {
    solves_everything(Language::Cpp);
}

#[test]
fn slow_submissions_in_python() {
    solves_everything(Language::Python);
}

fn solves_everything(language: Language) {
    let tool = match language {
        Language::Rust => "rustc",
        Language::Cpp => "g++",
        Language::Python => "python3",
        other => panic!("which tool runs {other}?"),
    };
    if !has(tool) {
        return;
    }

    let folder = Folder::new();
    // Profiles with the same solution share the compiled program.
    let mut made: HashMap<&str, Program> = HashMap::new();
    for problem in PROBLEMS {
        let source = submission(problem.profile, language).expect("a solution");
        let program = made
            .entry(source)
            .or_insert_with(|| Program::new(&folder, problem.profile, language, source));
        for case in cases(problem) {
            let what = format!("{} in {language}, {}", problem.profile, case.name);
            let run = run(&mut program.command(), Feed::Pipe(case.input.as_bytes())).expect(0);
            assert_same(&run.stdout, case.answers.as_bytes(), &what);
            assert_eq!(run.stderr, "", "{what}");
        }
    }
}

// --------------------------------------------------------------------------------- the programs

struct Program {
    path: PathBuf,
    /// `None` for a compiled program.
    interpreter: Option<PathBuf>,
}

impl Program {
    /// Writes `source` into `folder` and compiles it. In C++ warnings are errors, so that anything newer than C++98 fails.
    fn new(folder: &Folder, name: &str, language: Language, source: &str) -> Self {
        let file = folder.file(&format!("{name}.{}", language.extension()), source);
        let binary = folder.path().join(format!("{name}-{language}"));
        let mut compiler = match language {
            Language::Rust => {
                let mut rustc = command("rustc");
                // A crate can't have the name of a file that begins with a digit.
                rustc.args(["-O", "--crate-name", "submission"]);
                rustc
            }
            Language::Cpp => {
                let mut gpp = command("g++");
                gpp.args(["-O2", "-std=c++98", "-pedantic", "-Wno-long-long"]);
                gpp.args(["-Wall", "-Wextra", "-Werror"]);
                gpp
            }
            Language::Python => {
                return Self {
                    path: file,
                    interpreter: Some(interpreter().to_owned()),
                };
            }
            other => panic!("how are programs in {other} compiled?"),
        };
        run(compiler.arg("-o").arg(&binary).arg(file), Feed::Nothing).expect(0);
        Self {
            path: binary,
            interpreter: None,
        }
    }

    fn command(&self) -> Command {
        match &self.interpreter {
            None => command(&self.path),
            Some(interpreter) => {
                let mut command = command(interpreter);
                command.arg(&self.path);
                command
            }
        }
    }
}

/// The executable behind `python3`: a wrapper script that chooses a version would take longer than most runs.
fn interpreter() -> &'static Path {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        let mut ask = command("python3");
        ask.args(["-c", "import sys; print(sys.executable)"]);
        PathBuf::from(run(&mut ask, Feed::Nothing).expect(0).text().trim_end())
    })
}

// ------------------------------------------------------------------------------------ the cases

struct Case {
    name: String,
    input: String,
    answers: String,
}

/// The cases of a problem. All languages share them.
fn cases(problem: &'static Problem) -> &'static [Case] {
    static MADE: OnceLock<HashMap<&'static str, OnceLock<Vec<Case>>>> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let names = PROBLEMS.iter().map(|problem| problem.profile);
        names.map(|name| (name, OnceLock::new())).collect()
    });
    made[problem.profile].get_or_init(|| make_cases(problem))
}

fn make_cases(problem: &Problem) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: String, input: String, answers: &str| {
        cases.push(Case {
            name,
            input,
            answers: answers.to_owned(),
        });
    };
    let (input, answers) = problem.sample;
    for (name, input) in laid_out(input) {
        add(format!("sample, {name}"), input, answers);
    }
    add("nothing at all".to_owned(), String::new(), "");
    let records = (problem.records)();
    let answer = |records: &[Record]| -> String {
        records
            .iter()
            .map(|record| (problem.answer)(record))
            .collect()
    };
    if problem.framing == Framing::One {
        for record in &records {
            let given = text(problem, std::slice::from_ref(record));
            add(
                given.trim_end().to_owned(),
                given,
                &(problem.answer)(record),
            );
        }
        let two = text(problem, &records[..2]);
        add("more behind it".to_owned(), two, &answer(&records[..1]));
        return cases;
    }
    add("no record".to_owned(), text(problem, &[]), "");
    add("all".to_owned(), text(problem, &records), &answer(&records));
    let some: Vec<_> = records.iter().rev().step_by(7).take(60).cloned().collect();
    let (given, answers) = (text(problem, &some), answer(&some));
    for (name, input) in laid_out(&given) {
        add(format!("some, {name}"), input, &answers);
    }
    if problem.framing != Framing::Eof {
        let behind = format!("{given}{given}");
        add("more behind the end".to_owned(), behind, &answers);
    }
    if let Framing::Until(end) = problem.framing {
        let given = given
            .trim_end()
            .strip_suffix(&end.join(" "))
            .expect("its end");
        add(
            "no end but the file's".to_owned(),
            given.to_owned(),
            &answers,
        );
    }
    cases
}

/// An input as its judge lays it out.
fn text(problem: &Problem, records: &[Record]) -> String {
    let mut text = String::new();
    if problem.framing == Framing::Count {
        text += &format!("{}\n", records.len());
    }
    for record in records {
        for (place, number) in record.iter().enumerate() {
            if place > 0 {
                text += if (problem.breaks)(place) { "\n" } else { " " };
            }
            text += number;
        }
        text += "\n";
    }
    if let Framing::Until(end) = problem.framing {
        text += &format!("{}\n", end.join(" "));
    }
    text
}

/// The same numbers in every layout that a reader of tokens accepts.
fn laid_out(text: &str) -> Vec<(&'static str, String)> {
    let numbers: Vec<_> = text.split_ascii_whitespace().collect();
    vec![
        ("as given", text.to_owned()),
        ("a number a line", numbers.join("\n") + "\n"),
        ("on one line", numbers.join(" ")),
        ("CRLF", text.replace('\n', "\r\n")),
        ("no last line end", text.trim_end().to_owned()),
        (
            "far apart",
            format!("\n \t{}\n\n", numbers.join(" \t\n\n  ")),
        ),
    ]
}

// ---------------------------------------------------------------------------------- the sources

#[test]
fn every_profile_with_a_solution_is_tested() {
    let tested: BTreeSet<_> = PROBLEMS.iter().map(|problem| problem.profile).collect();
    assert_eq!(tested, profiles_with_submissions().collect::<BTreeSet<_>>());
}

/// Judges mistake encodings, have only the standard library, and some have no 128-bit type in C++.
#[test]
fn sources_are_as_plain_as_judges_need_them() {
    for profile in profiles_with_submissions() {
        for &language in Language::ALL {
            let source = submission(profile, language).expect("a solution");
            let what = format!("{profile} in {language}");
            assert!(source.is_ascii() && source.ends_with('\n'), "{what}");
            let comment = if language == Language::Python {
                "#"
            } else {
                "//"
            };
            assert!(source.starts_with(comment), "{what}: says what it solves");
            let code: String = source
                .lines()
                .filter(|line| !line.trim_start().starts_with(comment))
                .map(|line| format!("{line}\n"))
                .collect();
            let floating = [
                "double", "float", "sqrt", "f64", "f32", "math", "int128", "unsafe",
            ];
            for word in floating {
                assert!(!code.contains(word), "{what}: {word}");
            }
            // The lowest limits of judges on the size of a source are about 16 KB.
            assert!(source.len() < 8000, "{what}: {} bytes", source.len());
        }
    }
}
