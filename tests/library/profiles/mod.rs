//! Every profile answers in the format of its problem, in any layout of the input and in every way of reading, and warns
//! about breaches of the limits.

mod faults;
mod searches;

use crate::solving::*;
use crate::support::*;
use std::fmt::Write as _;
use wythoff::{Backend, PROFILES, Problem, Solver, profile};

/// Layouts of an input file.
fn layouts(input: &str) -> Vec<(&'static str, String)> {
    let numbers: Vec<&str> = input.split_whitespace().collect();
    vec![
        ("as it is", input.to_owned()),
        ("one line", numbers.join(" ") + "\n"),
        ("a number a line", numbers.join("\n") + "\n"),
        ("carriage returns", input.replace('\n', "\r\n")),
        ("carriage returns alone", input.replace('\n', "\r")),
        ("tabs", input.replace(' ', "\t \t")),
        ("vertical tabs", numbers.join("\x0b")),
        ("form feeds", input.replace([' ', '\n'], "\x0c")),
        (
            "blanks around",
            format!("\n \t\n  {}  \n\n \t", input.replace('\n', "  \n ")),
        ),
        ("no last newline", input.trim_end().to_owned()),
        ("a byte order mark", format!("\u{feff}{input}")),
        ("leading zeros", {
            let zeros = |number: &&str| format!("000{number}");
            numbers.iter().map(zeros).collect::<Vec<_>>().join(" \n")
        }),
        ("two numbers off the lines", {
            let mut text = String::new();
            for (i, number) in numbers.iter().enumerate() {
                text += number;
                text += if i % 3 == 1 { " " } else { "\n" };
            }
            text
        }),
    ]
}

#[test]
fn samples_in_every_layout_and_way() {
    for profile in PROFILES.iter() {
        let (input, answers) = profile.sample;
        for (layout, text) in layouts(input) {
            let solver = Solver::new(profile.problem.clone());
            in_every_way(&solver, text.as_bytes(), |got, what| {
                let what = format!("{} {layout} {what}", profile.name);
                assert_eq!(got.error(), "", "{what}");
                assert_same(&got.answers, answers.as_bytes(), &what);
                assert_eq!(got.warnings(), [""; 0], "{what}");
            });
        }
    }
}

/// The answers to `input`, and the warnings.
#[track_caller]
fn answered(problem: &Problem, backend: Backend, input: &str) -> (String, Vec<String>) {
    let solver = Solver {
        backend,
        ..Solver::new(problem.clone())
    };
    let way = Reading::Pieces(1 << 16);
    let got = solved(&solver, way.input(input.as_bytes(), "".as_ref()));
    assert_eq!(got.error(), "", "{problem:?}");
    let warnings = got.warnings();
    (String::from_utf8(got.answers).expect("UTF-8"), warnings)
}

/// The answers of a profile to `input`, which is within its limits.
#[track_caller]
fn answers(name: &str, backend: Backend, input: &str) -> String {
    let problem = &profile(name).expect("a profile").problem;
    let (answers, warnings) = answered(problem, backend, input);
    assert_eq!(warnings, [""; 0], "{name}");
    answers
}
