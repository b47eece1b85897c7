//! Compiles every submission as a judge does, runs it, and compares its output with exact answers found by other methods.
//!
//! A language whose compiler this machine lacks is skipped.

mod oracle;
mod problems;

use crate::languages::{Program, has_tools};
use crate::support::{Feed, Folder, assert_same, run, two_at_a_time, wythoff};
use problems::{Framing, PROBLEMS, Problem, Record};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::OnceLock;
use wythoff::internal::profiles_with_submissions;
use wythoff::{Language, profile, submission};

#[test]
#[ignore = "slow"]
fn submissions_in_c() {
    solves_everything(Language::C);
}

#[test]
#[ignore = "slow"]
fn submissions_in_cpp() {
    solves_everything(Language::Cpp);
}

#[test]
#[ignore = "slow"]
fn submissions_in_java() {
    solves_everything(Language::Java);
}

#[test]
#[ignore = "slow"]
fn submissions_in_pascal() {
    solves_everything(Language::Pascal);
}

#[test]
#[ignore = "slow"]
fn submissions_in_python() {
    solves_everything(Language::Python);
}

#[test]
#[ignore = "slow"]
fn submissions_in_go() {
    solves_everything(Language::Go);
}

#[test]
#[ignore = "slow"]
fn submissions_in_javascript() {
    solves_everything(Language::JavaScript);
}

#[test]
#[ignore = "slow"]
fn submissions_in_rust() {
    solves_everything(Language::Rust);
}

fn solves_everything(language: Language) {
    if !has_tools(language) {
        return;
    }
    // Profiles that share a solution share what is made of it.
    let mut by_source: BTreeMap<&str, Vec<&Problem>> = BTreeMap::new();
    for problem in PROBLEMS {
        let source = submission(problem.profile, language).expect("a solution");
        by_source.entry(source).or_default().push(problem);
    }
    let by_source: Vec<_> = by_source.into_iter().collect();
    two_at_a_time(&by_source, |(source, problems)| {
        let program = Program::new(language, source, strict(language));
        for problem in problems {
            solves(&program, language, problem);
            if language == Language::Cpp {
                passes_stress(&program, problem.profile);
            }
        }
    });
}

fn solves(program: &Program, language: Language, problem: &'static Problem) {
    for case in cases(problem) {
        let what = format!("{} in {language}, {}", problem.profile, case.name);
        let run = run(&mut program.command(), Feed::Pipe(case.input.as_bytes())).expect(0);
        assert_same(&run.stdout, case.answers.as_bytes(), &what);
        assert_eq!(run.stderr, "", "{what}");
    }
}

/// `stress` finds no fault in a right program. scripts/stress-submissions tries ten million cases, in more languages.
fn passes_stress(program: &Program, name: &str) {
    let problem = &profile(name).expect("a profile").problem;
    let few = problem.is_single() || problem.max_records().is_some_and(|max| max < 100);
    let cases = if few { 100 } else { 30_000 };
    let mut stress = wythoff(&["stress", "--json", "--as", name, "-t", "50", "-j", "1"]);
    stress.args(["--cases", &cases.to_string(), "--"]);
    let folder = Folder::new();
    stress.args(program.words()).current_dir(folder.path());
    let run = run(&mut stress, Feed::Nothing).expect(0);
    let found: serde_json::Value = serde_json::from_str(run.text()).expect("JSON");
    assert_eq!(found["verdict"], "AC", "{name}");
    assert!(found["cases"].as_u64() >= Some(cases), "{name}: {found}");
}

/// Options that take nothing newer than the oldest judges do: what is newer shows as a warning, and a warning is an error.
fn strict(language: Language) -> &'static [&'static str] {
    match language {
        Language::C => &[
            "-std=c99",
            "-pedantic",
            "-Wdeclaration-after-statement",
            "-Wall",
            "-Wextra",
            "-Werror",
        ],
        Language::Cpp => &[
            "-std=c++98",
            "-pedantic",
            "-Wno-long-long",
            "-Wall",
            "-Wextra",
            "-Werror",
        ],
        Language::Java => &["--release", "8", "-Xlint:all,-options", "-Werror"],
        _ => &[],
    }
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
    add("sample".to_owned(), input.to_owned(), answers);
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
    add("nothing at all".to_owned(), String::new(), "");
    if problem.framing != Framing::Eof {
        add("no record".to_owned(), text(problem, &[]), "");
    }
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

/// The same numbers on one line, and with every kind of blank and line end that a reader of tokens accepts.
fn laid_out(text: &str) -> [(&'static str, String); 2] {
    let numbers: Vec<_> = text.split_ascii_whitespace().collect();
    let ends = ["\n", " ", "\r\n", " \t\n\n  "].into_iter().cycle();
    let mixed = numbers
        .iter()
        .zip(ends)
        .map(|(number, end)| format!("{number}{end}"));
    let mixed = format!("\n \t{}\n\n", mixed.collect::<String>());
    [("on one line", numbers.join(" ")), ("mixed", mixed)]
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
            let comment = match language {
                Language::Python => "#",
                _ => "//",
            };
            assert!(source.starts_with(comment), "{what}: says what it solves");
            let code: String = source
                .lines()
                .filter(|line| !line.trim_start().starts_with(comment))
                .map(|line| format!("{line}\n"))
                .collect();
            let floating = [
                "double", "Double", "float", "sqrt", "f64", "f32", "math.h", "cmath", "Math.f",
                "int128", "unsafe",
            ];
            for word in floating {
                assert!(!code.contains(word), "{what}: {word}");
            }
            // The lowest limits of judges on the size of a source are about 16 KB.
            assert!(source.len() < 8000, "{what}: {} bytes", source.len());
        }
    }
}
