//! A checker, a validator and a generator of each problem for testlib, each as a single C++ file that Polygon takes.
//!
//! The files in `testlib/` are templates. They have parts between `#if` and `#endif`, as in C++. The printed program has
//! only the parts of the problem: its framing, its game, its limits. No program decides who wins: the checker compares with
//! the judge's answers.

use std::num::NonZeroU64;
use wythoff::AnswerFormat;
use wythoff::Framing;
use wythoff::Profile;
use wythoff::{Game, MoveOrder, Problem};

/// A program of a problem that uses testlib.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestlibProgram {
    /// Compares an output with the judge's answers.
    Checker,
    /// Validates an input.
    Validator,
    /// Makes an input.
    Generator,
}

impl TestlibProgram {
    /// All programs.
    pub const ALL: &[TestlibProgram] = &[
        TestlibProgram::Checker,
        TestlibProgram::Validator,
        TestlibProgram::Generator,
    ];

    /// A name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            TestlibProgram::Checker => "testlib-checker",
            TestlibProgram::Validator => "testlib-validator",
            TestlibProgram::Generator => "testlib-generator",
        }
    }

    fn template(self) -> &'static str {
        match self {
            TestlibProgram::Checker => include_str!("testlib/checker.cpp"),
            TestlibProgram::Validator => include_str!("testlib/validator.cpp"),
            TestlibProgram::Generator => include_str!("testlib/generator.cpp"),
        }
    }
}

/// The source of `program` for the problem of `profile`, in C++11.
pub fn testlib_source(profile: &Profile, program: TestlibProgram) -> String {
    let problem = &profile.problem;
    let limits = &problem.limits;
    let mut source = with_parts(program.template(), &parts(problem));
    let or_longest =
        |max: Option<NonZeroU64>| match max.and_then(|max| i64::try_from(max.get()).ok()) {
            Some(max) => format!("{max}LL"),
            None => "LLONG_MAX".to_owned(),
        };
    let max_pile = problem.max_pile();
    // The integers of the generator are `long long`, and it adds two of them.
    let (max, default_max) = match u64::try_from(&max_pile) {
        Ok(max) => {
            let max = max.min(10_u64.pow(18));
            (max.to_string(), format!("{max}LL"))
        }
        Err(_) => (max_pile.to_string(), format!("\"{max_pile}\"")),
    };
    let few = |max: Option<NonZeroU64>, usual: u64| {
        max.map_or(usual, |max| max.get().min(usual)).to_string()
    };
    for (name, value) in [
        ("TITLE", profile.title.to_owned()),
        ("NAME", profile.name.to_owned()),
        ("MAX_PILE", max_pile.to_string()),
        ("MAX_RECORDS", or_longest(limits.max_records)),
        ("MAX_PILES", or_longest(limits.max_piles)),
        ("CASE_PILES", few(limits.max_piles, 10)),
        ("RECORDS", few(limits.max_records, 1000)),
        ("MAX", max),
        ("DEFAULT_MAX", default_max),
    ] {
        source = source.replace(&format!("@{name}@"), &value);
    }
    source
}

/// The names for which `#if` is true.
fn parts(problem: &Problem) -> Vec<&'static str> {
    let mut parts = match problem.game {
        Game::Wythoff(_) => vec!["PAIR"],
        Game::Nim(_) => vec!["PILES"],
        Game::ReturnOfTheNim => vec!["PILES", "BOTH"],
        Game::BoundedDifference => vec!["BOUNDED"],
    };
    parts.extend(match problem.framing {
        Framing::Lines | Framing::Eof => None,
        Framing::Count => Some("COUNT"),
        Framing::Zero => Some("ZERO"),
        Framing::One => Some("ONE"),
    });
    parts.push(match u64::try_from(problem.max_pile()).map(i64::try_from) {
        Ok(Ok(_)) => "SIGNED",
        Ok(Err(_)) => "UNSIGNED",
        Err(_) => "TEXT",
    });
    if problem.limits.smaller_first {
        parts.push("ORDERED");
    }
    if problem.answer_format == AnswerFormat::LabelAndMoves {
        parts.push("MOVES");
    }
    parts.extend(match problem.move_order {
        MoveOrder::AsListed => Some("AS_LISTED"),
        MoveOrder::DiagonalFirst => Some("DIAGONAL_FIRST"),
        MoveOrder::Any => None,
    });
    parts
}

/// `template` with the parts that `#if`, `#elif` and `#else` choose if `names` are true. A condition is one or more names,
/// with `||` or `&&` between them.
fn with_parts(template: &str, names: &[&str]) -> String {
    let holds = |condition: &str| {
        let is_true = |name: &str| names.contains(&name);
        match condition.contains("&&") {
            true => condition.split(" && ").all(is_true),
            false => condition.split(" || ").any(is_true),
        }
    };
    // For each open `#if`: whether one of its parts was chosen already, and whether the current part is chosen.
    let mut open: Vec<(bool, bool)> = Vec::new();
    let mut source = String::new();
    for line in template.split_inclusive('\n') {
        let (directive, condition) = line
            .trim_end()
            .split_once(' ')
            .unwrap_or((line.trim_end(), ""));
        match (directive, open.last().copied()) {
            ("#if", _) => open.push((holds(condition), holds(condition))),
            ("#elif", Some((had, _))) => {
                let chosen = !had && holds(condition);
                open.pop();
                open.push((had || chosen, chosen));
            }
            ("#else", Some((had, _))) => {
                open.pop();
                open.push((true, !had));
            }
            ("#endif", _) => {
                open.pop();
            }
            _ if open.iter().all(|(_, chosen)| *chosen) => source += line,
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
        let template = "a\n#if X && Y\nxy\n#if Z\nz\n#endif\n#elif X\nx\n#else\nelse\n#endif\nb\n";
        let text = |names: &[&str]| with_parts(template, names).replace('\n', " ");
        assert_eq!(text(&[]), "a else b ");
        assert_eq!(text(&["X"]), "a x b ");
        assert_eq!(text(&["X", "Y"]), "a xy b ");
        assert_eq!(text(&["X", "Y", "Z"]), "a xy z b ");
        assert_eq!(text(&["Z"]), "a else b ");
        assert_eq!(with_parts("#if A || B\n1\n#endif\n", &["B"]), "1\n");
    }

    /// No directive and no placeholder of a template is left in a source.
    #[test]
    fn sources_are_complete() {
        for profile in PROFILES.iter() {
            for &program in TestlibProgram::ALL {
                let source = testlib_source(profile, program);
                let is_left = |line: &str| line.starts_with("#if") || line.starts_with("#e");
                assert!(!source.lines().any(is_left), "{source}");
                assert!(!source.contains('@'), "{source}");
                assert!(source.is_ascii() && source.contains(profile.name));
            }
        }
    }
}
