//! Inputs in the formats of problems, and answers that are more than a label.

use super::*;
use wythoff::{AnswerLabels, Framing, Game, Input, Solver};
use wythoff_contest::validate;

/// The answers to `text`, which must be valid and read without a warning, strictly or leniently.
#[track_caller]
fn solved(problem: &Problem, is_strict: bool, text: &[u8], what: &str) -> Vec<u8> {
    let valid = validate(problem, Input::reader(text, "text"), None).expect("it is read");
    assert!(valid.is_ok(), "{what}: {valid:?}");
    let solver = Solver {
        is_strict,
        ..Solver::new(problem.clone())
    };
    let mut answers = Vec::new();
    let output = Output::stream(&mut answers, "answers");
    let summary = solver.solve(vec![Input::reader(text, "text")], output);
    let summary = summary.unwrap_or_else(|e| panic!("{what}: {e}"));
    assert!(
        summary.warnings.is_empty(),
        "{what}: {:?}",
        summary.warnings
    );
    answers
}

/// Every kind of input has the framing, the limits and the answers of its problem.
#[test]
#[ignore = "slow"]
fn inputs_of_every_profile() {
    for profile in wythoff::PROFILES.iter() {
        let check = |seed: u64, mix: &str, max: Option<u64>, amount: GenerateLimit| {
            let mut problem = profile.problem.clone();
            if let Some(max) = max {
                problem.limits.max_pile = Some(max.into());
            }
            let what = format!("{} --mix {mix} --max {max:?} {amount:?}", profile.name);
            let workload = workload(seed, mix, &problem);
            let (text, answers) = generated(&workload, amount, 1);
            assert_same(&solved(&problem, true, &text, &what), &answers, &what);
            text
        };
        for mix in [
            "uniform", "digits", "cold", "near", "worst", "swapped", "edges",
        ] {
            let text = check(3, mix, None, GenerateLimit::records(300));
            assert!(!text.is_empty(), "{} --mix {mix}", profile.name);
        }
        check(1, "uniform", Some(1), GenerateLimit::records(300));
        check(1, "worst,near,edges", Some(2), GenerateLimit::records(300));
        for bytes in [600, 1000, 1004, 30_000] {
            let text = check(1, "uniform,cold", None, GenerateLimit::bytes(bytes));
            assert!(text.len() as u64 <= bytes, "{} {bytes}", profile.name);
        }
    }
}

/// Other combinations of framing, rule and labels, and piles of any size.
#[test]
fn problems_without_a_profile() {
    for framing in [&[Framing::Lines], Framing::FREE].concat() {
        for (rule, labels, (base, exponent)) in [
            ("normal", ("1", "0"), (10, 100)),
            ("misere", ("Yes", "No"), (2, 1)),
            ("r=2", ("first wins", "second"), (2, 64)),
            ("r=100", ("Yes", "No"), (10, 40)),
        ] {
            let mut problem = Problem::default();
            problem.framing = framing;
            problem.game = Game::Wythoff(rule.parse().expect("a rule"));
            problem.labels = AnswerLabels::new(labels.0, labels.1).expect("labels");
            problem.limits.max_pile = Some(wythoff::game::BigUint::from(base as u32).pow(exponent));
            let what = format!("{problem:?}");
            let workload = workload(5, "cold,near,worst=2,uniform=4", &problem);
            let amount = GenerateLimit::records(200);
            let (text, answers) = generated(&workload, amount, 2);
            let read = solved(&problem, false, &text, &what);
            assert_same(&read, &answers, &what);
        }
    }
}

/// `solve` with the arguments of a set gives its answers.
#[test]
fn sets_of_other_problems() {
    let folder = Folder::new();
    for (format, max) in [
        ("--as hdu2177 --rule r=3 --words Y,N", ""),
        (
            "--in count --rule misere --words 'first wins,second'",
            "--max 99",
        ),
        ("--as uva11249", "--max-k 5"),
    ] {
        let script = format!(
            "\"$W\" gen {format} {max} --dir d --cases 4 --pairs 200 &&
             \"$W\" solve {format} d/case-04.in | cmp - d/case-04.out"
        );
        let run = shell(&script, folder.path()).expect(0);
        assert_eq!(run.stderr, "", "{script}");
    }
}

/// The limit of bytes includes the number of records, even if that number gets one more digit.
#[test]
fn a_count_within_bytes() {
    for (name, step) in [("51nod1185", 9), ("haut1297", 90), ("uva11249", 90)] {
        let problem = &wythoff::profile(name).unwrap().problem;
        let workload = workload(1, "uniform", problem);
        for bytes in (300..750).step_by(step).chain([60_000]) {
            let (text, _) = generated(&workload, GenerateLimit::bytes(bytes), 1);
            assert!(text.len() as u64 <= bytes, "{name} {bytes}");
            let end = text.iter().position(|&c| c == b'\n').expect("a line");
            let count = std::str::from_utf8(&text[..end]).expect("digits");
            let count: u64 = count.parse().expect("a number");
            let (more, _) = generated(&workload, GenerateLimit::records(count + 1), 1);
            let grown = more.len() as u64 > bytes;
            assert!(
                grown || Some(count) == problem.max_records(),
                "{name} {bytes}: {count}"
            );
            assert_eq!(
                generated(&workload, GenerateLimit::records(count), 1).0,
                text
            );
        }
    }
}
