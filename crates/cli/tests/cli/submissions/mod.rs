//! Compiles every submission as a judge does, runs it, and compares its output with the answers of the library, which the
//! library's own tests compare with other methods.
//!
//! A language whose compiler this machine lacks is skipped.

use crate::check::solved;
use crate::languages::{Program, has_tools};
use crate::support::{Feed, assert_same, run};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;
use wythoff::workload::{Mix, Workload, limit_inputs};
use wythoff::{Framing, GenerateLimit, Output, PROFILES, Profile, generate, profile};
use wythoff_contest::Language;
use wythoff_explain::submission;

#[test]
#[ignore = "slow"]
fn submissions_in_every_language() {
    for language in Language::ALL {
        solves_everything(language);
    }
}

fn solves_everything(language: &'static Language) {
    if !has_tools(language) {
        return;
    }
    // Profiles that share a solution are tested together, so that it is compiled once.
    let mut by_source: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in PROFILES.iter().map(|profile| profile.name) {
        let source = submission(name, language.extensions[0]).expect("a solution");
        by_source.entry(source).or_default().push(name);
    }
    let by_source: Vec<_> = by_source.into_iter().collect();
    by_source.par_iter().for_each(|(source, names)| {
        let program = Program::new(language, source, strict(language));
        for name in names {
            solves(&program, language, name);
        }
    });
}

fn solves(program: &Program, language: &'static Language, name: &'static str) {
    for case in cases(name) {
        let what = format!("{name} in {}, {}", language.name, case.name);
        let run = run(&mut program.command(), Feed::Pipe(case.input.as_bytes())).expect(0);
        assert_same(&run.stdout, &case.answers, &what);
        assert_eq!(run.stderr, "", "{what}");
    }
}

/// Options that accept only what the oldest judges accept: newer syntax causes a warning, and warnings are errors.
fn strict(language: &'static Language) -> &'static [&'static str] {
    match language.name {
        "c" => &[
            "-std=c99",
            "-pedantic",
            "-Wdeclaration-after-statement",
            "-Wall",
            "-Wextra",
            "-Werror",
        ],
        "cpp" => &[
            "-std=c++98",
            "-pedantic",
            "-Wno-long-long",
            "-Wall",
            "-Wextra",
            "-Werror",
        ],
        "java" => &["--release", "8", "-Xlint:all,-options", "-Werror"],
        _ => &[],
    }
}

// ------------------------------------------------------------------------------------ the cases

struct Case {
    name: &'static str,
    input: String,
    answers: Vec<u8>,
}

/// The cases of a problem, which are the same for all languages.
fn cases(name: &'static str) -> &'static [Case] {
    static MADE: OnceLock<HashMap<&'static str, OnceLock<Vec<Case>>>> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let names = PROFILES.iter().map(|profile| profile.name);
        names.map(|name| (name, OnceLock::new())).collect()
    });
    made[name].get_or_init(|| make_cases(profile(name).expect("a profile")))
}

fn make_cases(profile: &Profile) -> Vec<Case> {
    let problem = &profile.problem;
    let mut cases = Vec::new();
    let mut add = |name: &'static str, input: String, answers: &[u8]| {
        cases.push(Case {
            name,
            input,
            answers: answers.to_vec(),
        });
    };
    let (input, answers) = profile.sample;
    add("sample", input.to_owned(), answers.as_bytes());
    let answers = |input: &str| solved(problem, input.as_bytes());
    let limits = problem.input(&limit_inputs(problem)[0]);
    let limits = String::from_utf8(limits).expect("digits");
    add("limits", limits.clone(), &answers(&limits));
    if problem.framing == Framing::One {
        for seed in 1..=25 {
            let one = generated(profile, seed, 1);
            let answers = answers(&one);
            add("one", one, &answers);
        }
        let [first, second] = [1, 2].map(|seed| generated(profile, seed, 1));
        add("more behind it", first.clone() + &second, &answers(&first));
        return cases;
    }
    let many = generated(profile, 1, 3000);
    let of_many = answers(&many);
    add("many", many, &of_many);
    add("nothing at all", String::new(), b"");
    let some = generated(profile, 2, 60);
    let of_some = answers(&some);
    for (name, input) in laid_out(&some) {
        add(name, input, &of_some);
    }
    if problem.framing != Framing::Eof {
        add("more behind the end", some.repeat(2), &of_some);
    }
    if problem.framing == Framing::Zero {
        let lines: Vec<_> = some.split_inclusive('\n').collect();
        let (end, records) = lines.split_last().expect("the end");
        add("no record", (*end).to_owned(), b"");
        add("no end but the file's", records.concat(), &of_some);
    }
    cases
}

/// An input with all kinds of records, including hard ones.
fn generated(profile: &Profile, seed: u64, records: u64) -> String {
    let workload = Workload::new(seed, Mix::default(), &profile.problem).expect("a workload");
    let amount = GenerateLimit::records(records);
    let mut input = Vec::new();
    let output = Output::stream(&mut input, "input");
    generate(&workload, amount, output, None, None, None).expect("an input");
    String::from_utf8(input).expect("digits")
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

/// Sources are ASCII without extensions, because judges may mistake encodings, have only the standard library, and some have no
/// 128-bit type in C++.
#[test]
fn sources_are_as_plain_as_judges_need_them() {
    for profile in PROFILES.iter().map(|profile| profile.name) {
        for language in Language::ALL {
            let source = submission(profile, language.extensions[0]).expect("a solution");
            let what = format!("{profile} in {}", language.name);
            assert!(source.is_ascii() && source.ends_with('\n'), "{what}");
            let comment = match language.name {
                "python" => "#",
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
