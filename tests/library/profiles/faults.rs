//! The place and the message of each fault in an input of cases. `frame` tests the faults in inputs of pairs.

use super::*;
use std::num::NonZeroUsize;
use wythoff::{Framing, Limits};

const STRICT: bool = true;
const LENIENT: bool = false;

/// Solves `input` in every way. `message` is the error, or the warnings, each after `warning: `; empty if there is neither.
#[track_caller]
fn check(problem: &Problem, is_strict: bool, input: &str, answers: &str, message: &str) {
    let solver = Solver {
        is_strict,
        ..Solver::new(problem.clone())
    };
    in_every_way(&solver, input.as_bytes(), |got, what| {
        let what = format!("{:?} {input:?} {what}", problem.name);
        assert_same(&got.answers, answers.as_bytes(), &what);
        let warnings = got.warnings();
        let warnings: Vec<_> = warnings
            .iter()
            .map(|warning| format!("warning: {warning}"))
            .collect();
        let said = if warnings.is_empty() {
            got.error()
        } else {
            warnings.join("\n")
        };
        let named = message.replace("{}", "in");
        assert_eq!(said, named, "{what}");
    });
}

/// Profile, whether the run is strict, input, answers; the error, or a warning after `warning: `.
#[rustfmt::skip]
const FAULTS: &[(&str, bool, &str, &str, &str)] = &[
    // Fewer cases or piles than announced.
    ("luogu-p2197", LENIENT, "2\n2\n1 1\n", "No\n",
     "{}:4:1: the input ends without all 2 cases that the first number announces; found 1"),
    ("luogu-p2197", LENIENT, "1\n3\n1 1", "", "{}:3:4: the input ends without 1 of the last case's 3 piles"),
    ("uva11249", LENIENT, "1 0", "", "{}:1:4: the input ends without the last case's number of pairs"),
    ("uva11249", LENIENT, "1 0 2 1 2 1", "LOSING\n", "{}:1:12: the input ends without the second pile of a pair"),
    ("uva11249", LENIENT, "1 0 2 1 2", "LOSING\n", "{}:1:10: the input ends without 1 of the last case's pairs"),
    // A missing end, and an empty input.
    ("hdu1850", LENIENT, "1 3", "1\n", "warning: {}:1:4: the input ends without the closing 0"),
    ("hdu1850", STRICT, "1 3", "1\n", "{}:1:4: the input ends without the closing 0"),
    ("luogu-p2197", LENIENT, "\n", "", "{}:2:1: the input ends without the number of cases"),
    ("hdu2176", LENIENT, "", "", "warning: {}:1:1: the input ends without the closing 0"),
    // A case with so many piles that they would fill the memory.
    ("hdu2176", LENIENT, "1 5 16777217 1", "Yes\n5 0\n",
     "{}:1:5: expected at most 16777216 piles in a case whose moves are listed, found `16777217`"),
    ("hdu1850", LENIENT, "16777217 1", "",
     "{}:1:11: the input ends without 16777216 of the last case's 16777217 piles"),
    // For such a number of piles no exact answer to Return of the Nim is known.
    ("haut1297", LENIENT, "2\n2\n1 2\n4\n1 1 1 1", "Watson\n",
     "{}:4:1: expected a prime number of piles, at most 16777216, found `4`"),
    ("haut1297", LENIENT, "1 0", "", "{}:1:3: expected a prime number of piles, at most 16777216, found `0`"),
    // Beyond the limits.
    ("poj2975", LENIENT, "1 1000000001 0", "1\n",
     "warning: {}:1:3: 1000000001 is larger than 1000000000, the limit of poj2975"),
    ("poj2975", STRICT, "1 1\n1 1000000001 0", "1\n", "{}:2:3: 1000000001 is larger than 1000000000, the limit of poj2975"),
    ("luogu-p2197", STRICT, "11 0", "", "{}:1:1: 11 cases are more than 10, the limit of luogu-p2197"),
    ("hdu1849", STRICT, "1 1\n1001 1", "Rabbit Win!\n", "{}:2:1: 1001 piles are more than 1000, the limit of hdu1849"),
    ("hdu1850", LENIENT, "2\n1000001 5\n", "1\n",
     "warning: {}:2:1: 1000001 is larger than 1000000, the limit of hdu1850\nwarning: {}:3:1: the input ends without the closing 0"),
    // Not a number.
    ("hdu1850", LENIENT, "2 1\n\x1b 0", "", "{}:2:1: expected a number (decimal digits), found `\\x1b`"),
    ("hdu1850", LENIENT, "\u{feff}2 1 1x 0", "", "{}:1:6: expected a digit or whitespace, found `x`"),
    ("hdu1850", LENIENT, "1 1\n2 1\n 18446744073709551616 0", "1\n",
     "{}:3:2: expected a number up to 18446744073709551615, found `18446744073709551616`"),
    ("hdu1850", LENIENT, "1 18446744073709551615 0", "1\n",
     "warning: {}:1:3: 18446744073709551615 is larger than 1000000, the limit of hdu1850"),
];

#[test]
fn messages() {
    for &(name, is_strict, input, answers, message) in FAULTS {
        let problem = &profile(name).expect("a profile").problem;
        check(problem, is_strict, input, answers, message);
    }
    let heaps = |framing| {
        let mut problem = profile("hdu2176").expect("a profile").problem.clone();
        problem.framing = framing;
        problem
    };
    let message = "{}:1:1: the input ends without a case";
    check(&heaps(Framing::One), LENIENT, "", "", message);
    check(&heaps(Framing::Eof), STRICT, "", "", "");
    // A number of more digits than a message shows, and the longest limit.
    let (ones, zeros) = ("1".repeat(101), "0".repeat(100));
    let digits = format!(
        "{{}}:2:1: `{}...` is larger than 1{zeros}, the limit of hdu5973",
        &ones[..32]
    );
    let big = &profile("hdu5973").expect("a profile").problem;
    check(big, STRICT, &format!("1 2\n{ones} 1"), "0\n", &digits);
}

/// A fault, and an early end, many chunks after the start.
#[test]
fn far_faults() {
    let mut problem = profile("haut1297").expect("a profile").problem.clone();
    problem.limits = Limits::default();
    let problem = &problem;
    let mut random = SplitMix(12);
    for (space, between) in [
        (" ", "\n"),
        ("\r\n", "\n"),
        (" ", "\t"),
        // Lines without blanks.
        ("\x0b", "\x0c"),
    ] {
        let mut input = String::from("\u{feff}200000\n");
        let mut answers = String::new();
        for _ in 0..3_000 {
            let [a, b, c] = [random.below(9), random.below(9), random.below(1000)];
            let _ = write!(input, "3{space}{a}{space}{b}{space}{c}{between}");
            answers += if a ^ b ^ c == 0 {
                "Watson\n"
            } else {
                "Sherlock\n"
            };
        }
        for (end, message) in [
            ("3 1 x", "expected a number (decimal digits), found `x`"),
            (
                "3 1 ",
                "the input ends without 2 of the last case's 3 piles",
            ),
        ] {
            let text = input.clone() + end;
            let at = text.find('x').unwrap_or(text.len());
            let line = 1 + text[..at].matches('\n').count();
            let column = text[..at].rsplit('\n').next().expect("a line").len() + 1;
            let message = format!("{{}}:{line}:{column}: {message}");
            check(problem, LENIENT, &text, &answers, &message);
        }
    }
}

/// A case of megabytes.
#[test]
fn a_long_case() {
    let mut random = SplitMix(6);
    let mut piles: Vec<u64> = (0..249_999).map(|_| random.below(1 << 30)).collect();
    let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
    let winning = piles.iter().filter(|&&pile| pile ^ sum < pile);
    let mut answers = String::from("No\nYes\n");
    for pile in winning {
        let _ = writeln!(answers, "{pile} {}", pile ^ sum);
    }
    piles.push(sum);
    let listed: Vec<_> = piles.iter().map(u64::to_string).collect();
    let folder = Folder::new();
    let problem = &profile("hdu2176").expect("a profile").problem;
    for (space, way) in [
        (" ", Reading::Mapped),
        ("\n", Reading::Read),
        ("\x0b", Reading::Pieces(5000)),
    ] {
        // First a cold position, then the same position without its last pile.
        let [all, most] = [&listed[..], &listed[..249_999]].map(|piles| piles.join(space));
        let text = format!("250000 {all} 249999 {most} 0");
        let path = folder.file("in", &text);
        let mut solver = way.set(&Solver::new(problem.clone()));
        solver.chunk_size = NonZeroUsize::new(1 << 16);
        let got = solved(&solver, way.input(text.as_bytes(), &path));
        let what = format!("{space:?} {way:?}");
        assert_same(&got.answers, answers.as_bytes(), &what);
        let warning = "in:1:1: 250000 piles are more than 200000, the limit of hdu2176";
        assert_eq!(got.warnings(), [warning], "{what}");
    }
}
