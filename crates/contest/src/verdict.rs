//! The verdict of a judge about a run.

use crate::limits::{End, Stream};
use wythoff::{Comparison, shown};

/// The verdict of a judge about a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// AC: every answer is right.
    Accepted,
    /// WA: an answer is wrong or missing, or there is one too many.
    WrongAnswer(Wrong),
    /// PE: every answer is right, but the output has another layout than the judge's.
    PresentationError(FormatFault),
    /// RE: a signal ended the program, or it ended with an exit code other than 0.
    RuntimeError(End),
    /// TLE: when the program exceeded the time limit, it had printed this number of answers, right or wrong.
    TimeLimit(usize),
    /// MLE: the program exceeded the memory limit.
    MemoryLimit,
    /// OLE: the program wrote more than 64 MiB, and was stopped.
    OutputLimit(Stream),
}

/// How the layout of an output with right answers differs from the judge's output. Some judges refuse such an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatFault {
    /// The last line has no line end.
    NoNewline,
    /// There are other blanks or line ends.
    Layout,
}

/// How an output is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The answer to a case is wrong.
    Different {
        /// The case, from 0.
        case: usize,
        /// The answer that was found.
        found: Vec<u8>,
    },
    /// The output ends after this number of answers, all of them right. It may have no answer at all.
    Missing(usize),
    /// A text follows the last answer.
    Extra {
        /// The line of the output in which it begins, from 1.
        line: usize,
        /// The text.
        found: Vec<u8>,
    },
}

impl Verdict {
    /// The abbreviation that judges use, such as `WA`.
    pub fn letters(&self) -> &'static str {
        match self {
            Verdict::Accepted => "AC",
            Verdict::WrongAnswer(_) => "WA",
            Verdict::PresentationError(_) => "PE",
            Verdict::RuntimeError(_) => "RE",
            Verdict::TimeLimit(_) => "TLE",
            Verdict::MemoryLimit => "MLE",
            Verdict::OutputLimit(_) => "OLE",
        }
    }
}

impl Wrong {
    /// The index of the case that most likely fails alone.
    pub(super) fn suspect(&self) -> usize {
        match self {
            Wrong::Different { case, .. } => *case,
            Wrong::Missing(found) => *found,
            Wrong::Extra { .. } => 0,
        }
    }
}

/// `text` on one line, escaped and cut short.
pub fn on_one_line(text: &[u8]) -> String {
    let lines: Vec<_> = text.split(|&c| c == b'\n').collect();
    shown(&lines.join(&b" / "[..]))
}

/// At least this number of bytes of a wrong answer is shown.
const SHOWN: usize = 1 << 12;

/// The number of answers of an output, or `max` if there are more.
pub(super) fn count_answers(comparison: &Comparison, output: &[u8], max: usize) -> usize {
    comparison.answers(output, 0).take(max).count()
}

/// How `output` is wrong; `None` if it is right.
pub(super) fn compare(
    comparison: &Comparison,
    expected: &[Vec<u8>],
    output: &[u8],
) -> Option<Wrong> {
    // An answer that is longer than every right answer is wrong, and is shown only in part.
    let longest = expected.iter().map(Vec::len).max();
    let mut answers = comparison.answers(output, longest.unwrap_or(0).max(SHOWN));
    for (case, right) in expected.iter().enumerate() {
        let Some((_, found)) = answers.next() else {
            return Some(Wrong::Missing(case));
        };
        if !comparison.is_same(right, &found) {
            let found = Comparison::normalised(&found);
            return Some(Wrong::Different { case, found });
        }
    }
    if let Some((start, extra)) = answers.next() {
        return Some(Wrong::Extra {
            line: 1 + memchr::memchr_iter(b'\n', &output[..start]).count(),
            found: Comparison::normalised(&extra),
        });
    }
    // An output without answers is never right.
    expected.is_empty().then_some(Wrong::Missing(0))
}

/// How the layout of `output` differs from the layout of `judges`, which has the same answers.
pub(super) fn format_fault(judges: &[u8], output: &[u8]) -> Option<FormatFault> {
    match output {
        _ if output == judges => None,
        [.., b'\n'] => Some(FormatFault::Layout),
        _ => Some(FormatFault::NoNewline),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batches::Batches;
    use std::num::NonZeroU64;
    use wythoff::AnswerFormat;
    use wythoff::Input;
    use wythoff::Solver;
    use wythoff::check;
    use wythoff::{Framing, Game, PROFILES, Problem, Rule, profile};

    fn verdict(name: &str, expected: &[&str], output: &str) -> Option<Wrong> {
        let comparison = Comparison::new(&profile(name).unwrap().problem, None).unwrap();
        let expected: Vec<_> = expected
            .iter()
            .map(|text| text.as_bytes().to_vec())
            .collect();
        compare(&comparison, &expected, output.as_bytes())
    }

    #[test]
    fn every_way_to_be_wrong() {
        let two = ["1\n", "0\n"];
        assert_eq!(verdict("poj1067", &two, "1\n0\n"), None);
        let different = |case, found: &str| {
            let found = found.as_bytes().to_vec();
            Some(Wrong::Different { case, found })
        };
        assert_eq!(verdict("poj1067", &two, "1 1\n"), different(1, "1"));
        assert_eq!(verdict("poj1067", &two, "10\n"), different(0, "10"));
        let missing = Some(Wrong::Missing(1));
        assert_eq!(verdict("poj1067", &two, "1\n"), missing);
        let extra = |line| {
            let found = b"1".to_vec();
            Some(Wrong::Extra { line, found })
        };
        assert_eq!(verdict("poj1067", &two, "1 0 1 0\n"), extra(1));
        assert_eq!(verdict("poj1067", &two, "1\n\n0\n1\n0"), extra(4));
        let moves = verdict("hdu2177", &["1\n4 7\n3 5\n"], "1\n 3  5\n\n4 7");
        assert_eq!(moves, different(0, "1\n3 5\n4 7"));
    }

    #[test]
    fn layouts_that_some_judges_refuse() {
        use FormatFault::{Layout, NoNewline};
        for (judges, output, fault) in [
            ("1\n0\n", "1\n0\n", None),
            ("1\n0\n", "1\n0", Some(NoNewline)),
            ("1\n0\n", "1\n0 \n", Some(Layout)),
            ("1\n0\n", "1\r\n0\r\n", Some(Layout)),
            ("1\n0\n", "1 0\n", Some(Layout)),
            ("1\n0\n", "1\n\n0\n", Some(Layout)),
            ("1\n\n0\n\n", "1\n\n0\n", Some(Layout)),
            ("Rabbit Win!\n", "Rabbit\nWin!\n", Some(Layout)),
            ("1\n4 7\n", "1\n4  7\n", Some(Layout)),
        ] {
            let found = format_fault(judges.as_bytes(), output.as_bytes());
            assert_eq!(found, fault, "{output:?}");
        }
    }

    #[test]
    fn an_output_without_answers_is_never_right() {
        for output in ["", "\n \n"] {
            for expected in [&[][..], &["1\n"]] {
                let nothing = Some(Wrong::Missing(0));
                assert_eq!(verdict("poj1067", expected, output), nothing);
            }
        }
    }

    /// A kind of output: its name, and the change that makes it from the lines of right answers.
    type Change = (&'static str, fn(&mut Vec<&str>));

    const OF_EVERY_PROFILE: &[Change] = &[
        ("half", |lines| lines.truncate(lines.len() / 2)),
        ("one more", |lines| lines.push(lines[0])),
    ];

    const OF_MOVES: &[Change] = &[
        ("each twice", |lines| {
            *lines = lines.iter().flat_map(|&line| [line; 2]).collect();
        }),
        ("without a label", |lines| {
            let first = lines.iter().position(|line| line.contains(' '));
            lines.remove(first.expect("a move") - 1);
        }),
    ];

    /// `check` and `stress` give the same verdict on the same kind of output.
    #[test]
    fn check_and_stress_agree() {
        let of_profiles = PROFILES.iter().map(|profile| profile.problem.clone());
        let rule = Rule::Generalised(NonZeroU64::new(2).unwrap());
        let mut other_rule = profile("hdu2177").unwrap().problem.clone();
        other_rule.game = Game::Wythoff(rule);
        for problem in of_profiles.chain([other_rule]) {
            let mut cases = Batches::new(&problem, 1).unwrap().batch(0).1;
            cases.truncate(if problem.framing == Framing::One {
                1
            } else {
                200
            });
            let comparison = Comparison::new(&problem, None).unwrap();
            let answers = |problem: &Problem| -> Vec<_> {
                cases.iter().map(|case| problem.answer(case)).collect()
            };
            let right = String::from_utf8(answers(&problem).concat()).unwrap();
            let answers = answers(comparison.problem());
            let input = problem.input(&cases);
            let solver = Solver::new(problem.clone());
            let verdicts = |output: &str| {
                let open = || Ok(Input::reader(&input[..], "input"));
                let output = output.as_bytes();
                let report = check(open, Box::new(output), "output", &solver).unwrap();
                let wrong = compare(&comparison, &answers, output);
                [report.is_right(), wrong.is_none()]
            };
            // Lists a position as often as there are moves to it.
            let every_move = String::from_utf8(answers.concat()).unwrap();
            assert_eq!(verdicts(&every_move), [true; 2], "{problem:?}");
            let of_moves = match problem.answer_format {
                AnswerFormat::LabelAndMoves => OF_MOVES,
                _ => &[],
            };
            // Other blanks and line ends do not change the verdict.
            let spaced = right.replace(' ', " \t ").replace('\n', " \r\n\n ");
            assert_eq!(verdicts(&spaced), [true; 2], "{problem:?}");
            for (what, change) in OF_EVERY_PROFILE.iter().chain(of_moves) {
                let mut lines = right.lines().collect();
                change(&mut lines);
                let verdicts = verdicts(&lines.join("\n"));
                assert_eq!(verdicts, [false; 2], "{problem:?} {what}");
            }
        }
    }
}
