//! A program's answers beside the true ones.
//!
//! Owns what counts as the same: the words, whatever blanks and line ends stand between them. Where
//! positions to move to are asked for, lines tell the cases apart (a line of one word begins a case), and
//! the positions of a case are a set, as the problem promises no order. Invariant: an output without
//! any word is never right.

use super::case::Problem;
use crate::problem::Answer;
use std::borrow::Cow;
use std::fmt;

/// How an output is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It has no word at all.
    Nothing,
    /// The answer to a case is another.
    Different {
        /// The case, from 0.
        case: usize,
        /// What stood there.
        found: String,
    },
    /// It ends too early.
    Missing {
        /// Answers that are there, all of them right.
        found: usize,
        /// Answers that should be.
        of: usize,
    },
    /// Something follows the last answer.
    Extra {
        /// The first of it.
        found: String,
        /// Answers that should be.
        of: usize,
    },
    /// It has no end, or none that was waited for.
    Endless,
}

impl Wrong {
    /// The case that it is about, from 0, if it is about one.
    pub fn case(&self) -> Option<usize> {
        match self {
            Wrong::Different { case, .. } => Some(*case),
            Wrong::Missing { found, .. } => Some(*found),
            Wrong::Nothing | Wrong::Extra { .. } | Wrong::Endless => None,
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Nothing => f.write_str("it printed nothing"),
            Wrong::Different { case, found } => {
                write!(f, "answer {} is {}", case + 1, shown(found))
            }
            Wrong::Missing { found, of } => {
                write!(f, "it printed {found} of {of} answers, and no more")
            }
            Wrong::Extra { found, of } => {
                write!(f, "behind the last of {of} answers stands {}", shown(found))
            }
            Wrong::Endless => f.write_str("it printed without end"),
        }
    }
}

/// `text` on one line, cut short.
pub fn shown(text: &str) -> String {
    crate::error::shown(text.replace('\n', " / ").as_bytes())
}

/// How the output is wrong, if it is.
pub fn compare(problem: &Problem, expected: &[String], output: &[u8]) -> Option<Wrong> {
    let text = String::from_utf8_lossy(output);
    let found = answers(problem, &text);
    if found.is_empty() {
        return Some(Wrong::Nothing);
    }
    let of = expected.len();
    let mut pairs = found.iter().zip(expected);
    if let Some(case) = pairs.position(|(found, expected)| !same(problem, found, expected)) {
        let found = found[case].to_string();
        return Some(Wrong::Different { case, found });
    }
    match found.get(of) {
        Some(extra) => Some(Wrong::Extra {
            found: extra.to_string(),
            of,
        }),
        None if found.len() < of => Some(Wrong::Missing {
            found: found.len(),
            of,
        }),
        None => None,
    }
}

/// The cases whose answers are not the expected ones, if there are as many answers as cases.
pub fn wrong_cases(problem: &Problem, expected: &[String], output: &[u8]) -> Vec<usize> {
    let text = String::from_utf8_lossy(output);
    let found = answers(problem, &text);
    if found.len() != expected.len() {
        return Vec::new();
    }
    let pairs = found.iter().zip(expected).enumerate();
    pairs
        .filter(|(_, (found, expected))| !same(problem, found, expected))
        .map(|(case, _)| case)
        .collect()
}

/// How many answers an output holds.
pub fn count(problem: &Problem, output: &[u8]) -> usize {
    answers(problem, &String::from_utf8_lossy(output)).len()
}

/// The output, cut into answers.
fn answers<'t>(problem: &Problem, text: &'t str) -> Vec<Cow<'t, str>> {
    let asked = problem.asked();
    if asked.answer == Answer::Moves {
        let mut answers: Vec<Cow<'_, str>> = Vec::new();
        for line in text.lines() {
            let words: Vec<_> = line.split_ascii_whitespace().collect();
            match (words.as_slice(), answers.last_mut()) {
                ([], _) => {}
                ([_], _) | (_, None) => answers.push(words.join(" ").into()),
                (_, Some(last)) => {
                    let last = last.to_mut();
                    last.push('\n');
                    last.push_str(&words.join(" "));
                }
            }
        }
        return answers;
    }
    let words = text.split_ascii_whitespace();
    let parts = |cold| asked.word(cold).split_ascii_whitespace().count();
    let parts = match asked.answer {
        Answer::Word if parts(true) != parts(false) => {
            // Only the line's end tells where the longer one does.
            let lines = text.lines().map(joined);
            return lines
                .filter(|line| !line.is_empty())
                .map(Cow::from)
                .collect();
        }
        Answer::Word => parts(true),
        _ => 1,
    };
    if parts == 1 {
        return words.map(Cow::Borrowed).collect();
    }
    let words: Vec<_> = words.collect();
    words
        .chunks(parts)
        .map(|part| part.join(" ").into())
        .collect()
}

/// The words of a line, with one blank between.
fn joined(line: &str) -> String {
    line.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

fn same(problem: &Problem, found: &str, expected: &str) -> bool {
    if found == expected || problem.asked().answer == Answer::Word && found == joined(expected) {
        return true;
    }
    if !problem.is_ordered() {
        return false;
    }
    let set = |answer: &str| {
        let mut lines = answer.lines().map(str::to_owned);
        let word = lines.next();
        let mut positions: Vec<_> = lines.collect();
        positions.sort_unstable();
        positions.dedup();
        (word, positions)
    };
    set(found) == set(expected)
}

#[cfg(test)]
mod tests {
    use super::super::case::problem;
    use super::*;
    use crate::problem::{Asked, PROFILES};

    fn verdict(profile: &str, expected: &[&str], output: &str) -> Option<Wrong> {
        let expected: Vec<_> = expected.iter().map(|&text| text.to_owned()).collect();
        compare(&problem(profile).unwrap(), &expected, output.as_bytes())
    }

    #[test]
    fn both_words_have_as_many_parts() {
        for profile in PROFILES {
            let parts = |word: &str| word.split_ascii_whitespace().count();
            assert_eq!(
                parts(profile.words.hot),
                parts(profile.words.cold),
                "{}",
                profile.name
            );
        }
    }

    #[test]
    fn blanks_are_free_and_words_are_not() {
        let two = ["1", "0"];
        assert_eq!(verdict("poj1067", &two, "1\n0\n"), None);
        assert_eq!(verdict("poj1067", &two, " 1\r\n\n0"), None);
        let different = |case, found: &str| {
            let found = found.to_owned();
            Some(Wrong::Different { case, found })
        };
        assert_eq!(verdict("poj1067", &two, "1 1\n"), different(1, "1"));
        assert_eq!(verdict("poj1067", &two, "10\n"), different(0, "10"));
        let missing = Some(Wrong::Missing { found: 1, of: 2 });
        assert_eq!(verdict("poj1067", &two, "1\n"), missing);
        let found = "1".to_owned();
        let extra = Some(Wrong::Extra { found, of: 2 });
        assert_eq!(verdict("poj1067", &two, "1 0 1 0\n"), extra);
    }

    /// Words of one's own may be of any number of parts, with any blanks in them.
    #[test]
    fn words_that_no_profile_has() {
        let verdict = |hot: &str, cold: &str, output: &str| {
            let asked = Asked {
                hot: hot.to_owned(),
                cold: cold.to_owned(),
                ..Asked::default()
            };
            let problem = Problem::new(asked, None).unwrap();
            compare(
                &problem,
                &[hot.to_owned(), cold.to_owned()],
                output.as_bytes(),
            )
        };
        assert_eq!(verdict("Yes", "Not at all", "Yes\n\nNot  at all\n"), None);
        let wrong = verdict("Yes", "Not at all", "Yes Not at all\n").unwrap();
        assert_eq!(wrong.case(), Some(0));
        assert_eq!(
            verdict("first  wins", " second wins", "first wins\nsecond\nwins"),
            None
        );
        let wrong = verdict("first wins", "second wins", "first wins\nfirst wins\n");
        assert_eq!(wrong.unwrap().case(), Some(1));
    }

    #[test]
    fn nothing_is_never_right() {
        for output in ["", "\n \n"] {
            for expected in [&[][..], &["1"]] {
                assert_eq!(verdict("poj1067", expected, output), Some(Wrong::Nothing));
            }
        }
    }

    #[test]
    fn answers_of_two_words() {
        let two = ["Rabbit Win!", "Grass Win!"];
        assert_eq!(verdict("hdu1849", &two, "Rabbit  Win!\nGrass\nWin!"), None);
        let wrong = verdict("hdu1849", &two, "Rabbit Win!\nGrass\n").unwrap();
        assert_eq!(wrong.case(), Some(1));
    }

    #[test]
    fn positions_are_a_set_and_the_moves_of_nim_a_list() {
        let expected = ["0", "1\n4 7\n3 5", "0"];
        assert_eq!(verdict("hdu2177", &expected, "0\n1\n3 5\n4 7\n0\n"), None);
        assert_eq!(
            verdict("hdu2177", &expected, "0\n1\n3 5\n4 7\n3 5\n0\n"),
            None
        );
        let wrong = |output| verdict("hdu2177", &expected, output).unwrap().case();
        assert_eq!(wrong("0\n1\n3 5\n0\n"), Some(1));
        assert_eq!(wrong("0\n1\n3 5\n4 7\n1 2\n0\n"), Some(1));
        assert_eq!(wrong("0\n0\n3 5\n4 7\n0\n"), Some(1));
        let expected = ["Yes\n8 1\n9 0"];
        assert_eq!(verdict("hdu2176", &expected, "Yes\n8 1\n9 0\n"), None);
        let wrong = verdict("hdu2176", &expected, "Yes\n9 0\n8 1\n").unwrap();
        assert_eq!(wrong.case(), Some(0));
    }
}
