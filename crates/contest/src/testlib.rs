//! A checker, a validator and a generator of each problem for testlib, each as a single C++ file that Polygon takes.
//!
//! The files in `testlib/` are templates. They have parts between `#if` and `#endif`, as in C++. The printed program has
//! only the parts of the problem: its framing, its game, its limits. No program decides who wins: the checker compares with
//! the judge's answers.

use std::num::NonZeroU64;
use wythoff::{AnswerFormat, Framing, Game, MoveOrder, Problem, Profile};

/// A program for a problem that uses testlib.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestlibProgram {
    /// A name in lower case.
    pub name: &'static str,
    template: &'static str,
}

/// The checker, which compares an output with the judge's answers; the validator and the generator of inputs.
pub const TESTLIB_PROGRAMS: [TestlibProgram; 3] = [
    program("testlib-checker", include_str!("testlib/checker.cpp")),
    program("testlib-validator", include_str!("testlib/validator.cpp")),
    program("testlib-generator", include_str!("testlib/generator.cpp")),
];

const fn program(name: &'static str, template: &'static str) -> TestlibProgram {
    TestlibProgram { name, template }
}

/// The source of `program` for the problem of `profile`, in C++11.
pub fn testlib_source(profile: &Profile, program: TestlibProgram) -> String {
    let problem = &profile.problem;
    let limits = &problem.limits;
    let mut source = with_parts(program.template, &parts(problem));
    let up_to = |max: Option<NonZeroU64>, usual: u64| {
        max.map_or(usual, |max| max.get().min(usual)).to_string()
    };
    let max_bound = limits.max_bound.unwrap_or(u64::MAX);
    const LONGEST: u64 = i64::MAX as u64;
    for (name, value) in [
        ("TITLE", profile.title.to_owned()),
        ("NAME", profile.name.to_owned()),
        ("MAX_PILE", problem.max_pile().to_string()),
        ("MIN_PILE", limits.min_pile.to_string()),
        ("MIN_PILES", limits.min_piles.max(1).to_string()),
        ("MAX_BOUND", max_bound.to_string()),
        ("MAX_RECORDS", up_to(limits.max_records, LONGEST)),
        ("MAX_PILES", up_to(limits.max_piles, LONGEST)),
        ("CASE_PILES", up_to(limits.max_piles, 10)),
        ("RECORDS", up_to(limits.max_records, 1000)),
    ] {
        source = source.replace(&format!("@{name}@"), &value);
    }
    source
}

/// The names of `#if`, and whether they are true.
fn parts(problem: &Problem) -> [(&'static str, bool); 15] {
    let (game, framing, order) = (problem.game, problem.framing, problem.move_order);
    let is_pair = matches!(game, Game::Wythoff(_));
    let is_nim = matches!(game, Game::Nim(_));
    let has_moves = problem.answer_format == AnswerFormat::LabelAndMoves;
    [
        ("PAIR", is_pair),
        ("PAIR_AND_ZERO", is_pair && framing == Framing::Zero),
        ("BOUNDED", game == Game::BoundedDifference),
        ("PILES", is_nim || game == Game::ReturnOfTheNim),
        ("PILES_OR_PAIR", game == Game::ReturnOfTheNim),
        ("SOME_PAIRS", !is_nim),
        ("COUNT", framing == Framing::Count),
        ("ZERO", framing == Framing::Zero),
        ("ONE", framing == Framing::One),
        ("TEXT", i64::try_from(problem.max_pile()).is_err()),
        ("POSITIVE", problem.limits.min_pile > 0),
        ("ORDERED", problem.limits.smaller_first),
        ("MOVES", has_moves),
        ("AS_LISTED", order == MoveOrder::AsListed),
        ("DIAGONAL_FIRST", order == MoveOrder::DiagonalFirst),
    ]
}

/// Keeps the parts of `template` that `#if NAME` and `#else` choose. A name that is not in `parts` is false.
fn with_parts(template: &str, parts: &[(&str, bool)]) -> String {
    // For each open `#if`, whether its current part is chosen.
    let mut open: Vec<bool> = Vec::new();
    let mut source = String::new();
    for line in template.split_inclusive('\n') {
        let words: Vec<_> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["#if", name] => open.push(parts.contains(&(name, true))),
            ["#else"] => *open.last_mut().expect("an open `#if`") ^= true,
            ["#endif"] => drop(open.pop()),
            _ if open.iter().all(|chosen| *chosen) => source += line,
            _ => {}
        }
    }
    source
}

#[cfg(test)]
mod tests {
    use super::*;
    use wythoff::PROFILES;

    #[test]
    fn parts_are_chosen_as_by_a_preprocessor() {
        let template = "a\n#if Y\ny\n#if Z\nz\n#endif\n#else\nelse\n#endif\nb\n";
        let text = |y, z| with_parts(template, &[("Y", y), ("Z", z)]).replace('\n', " ");
        assert_eq!(text(false, false), "a else b ");
        assert_eq!(text(true, false), "a y b ");
        assert_eq!(text(true, true), "a y z b ");
        assert_eq!(text(false, true), "a else b ");
    }

    /// No directive and no placeholder of a template is left in a source.
    #[test]
    fn sources_are_complete() {
        for profile in PROFILES.iter() {
            for program in TESTLIB_PROGRAMS {
                let source = testlib_source(profile, program);
                let is_left = |line: &str| line.starts_with("#if") || line.starts_with("#e");
                assert!(!source.lines().any(is_left), "{source}");
                assert!(!source.contains('@'), "{source}");
                assert!(source.is_ascii() && source.contains(profile.name));
            }
        }
    }
}
