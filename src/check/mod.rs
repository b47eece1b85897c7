//! Is this output right?
//!
//! Owns the comparison of answers with the truth, which the pipeline makes on the way: at the speed
//! of reading both where they agree byte by byte, and case by case where they don't. Invariant: every
//! case of the input is counted once, as right, wrong, malformed or missing.
//!
//! # Design
//!
//! The pipeline writes its answers into a `Compare` instead of a file. What it writes is compared
//! with as much of the answers as one `memcmp` can; at a difference, the case that holds it is taken
//! from both sides, whitespace and layout set aside, and the comparison of bytes goes on behind it.
//! The records of the first wrong cases are looked up afterwards.

mod answer_reader;
mod locate;

use crate::error::{Error, ErrorKind, Result, shown};
use crate::grammar::is_space;
use crate::input::Input;
use crate::output::labels::INVALID;
use crate::output::output::Target;
use crate::pipeline::{Answers, Config, OnInvalid, solve, solve_cases};
use crate::problem::{Answer, Asked, same_words};
use answer_reader::Feed;
use locate::locate;
use std::io::{self, Read, Write};

/// What the answers are to be answers to.
#[derive(Clone, Debug)]
pub enum Truth {
    /// Records of two piles.
    Pairs(Config),
    /// Cases of another shape.
    Cases(Asked, Config),
}

impl Truth {
    fn config(&self) -> &Config {
        match self {
            Truth::Pairs(config) | Truth::Cases(_, config) => config,
        }
    }
}

/// How many wrong cases are told one by one.
pub const FIRST_WRONG: usize = 10;

/// What a comparison came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Cases of the input.
    pub cases: u64,
    /// Those of them that are lines of no record, marked as such: only with [`OnInvalid::Mark`].
    pub invalid: u64,
    /// Those with another answer than the right one.
    pub wrong: u64,
    /// Those with what is no answer at all.
    pub malformed: u64,
    /// Those behind the end of the answers.
    pub missing: u64,
    /// Answers behind that of the last case.
    pub extra: u64,
    /// The first few wrong or malformed ones, in order, and the first that is missing.
    pub first: Vec<Wrong>,
}

/// A case that was answered wrongly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Its number, from 1.
    pub case: u64,
    /// The line of the input where it stands (where its last number does), from 1.
    pub line: u64,
    /// Its numbers, cut short if there are many; of a line that is no record, its beginning.
    pub input: String,
    /// What is right.
    pub expected: String,
    /// What was found; `None` if nothing was.
    pub found: Option<String>,
}

impl Report {
    /// Whether every case has its right answer and nothing follows.
    pub fn is_right(&self) -> bool {
        self.wrong == 0 && self.malformed == 0 && self.missing == 0 && self.extra == 0
    }
}

/// Compares `answers`, which messages call `name`, with the truth about an input, which `open` opens: again from
/// its start, if there are cases to be looked up.
///
/// Errors: what can't be read; an input that is none, as [`solve`] says.
pub fn check<'r>(
    open: impl Fn() -> Result<Input<'r>>,
    answers: Box<dyn Read + Send + 'r>,
    name: &str,
    truth: &Truth,
) -> Result<Report> {
    let config = truth.config();
    let answers = Feed::new(answers).map_err(|e| e.of(name))?;
    let mut compare = Compare {
        answers,
        shape: Shape::of(truth)?,
        words: match truth {
            Truth::Pairs(config) => match &config.answers {
                Answers::Words(words) | Answers::WordsAndMoves(words) => {
                    [words.word(false), words.word(true)].map(<[u8]>::to_vec)
                }
                _ => Default::default(),
            },
            Truth::Cases(asked, _) => {
                [&asked.hot, &asked.cold].map(|word| word.as_bytes().to_vec())
            }
        },
        counts: match truth {
            Truth::Pairs(config) => matches!(config.answers, Answers::MoveCount),
            Truth::Cases(asked, _) => asked.answer == Answer::MoveCount,
        },
        marks: config.on_invalid == OnInvalid::Mark,
        report: Report::default(),
        failure: None,
    };
    let inputs = vec![open()?];
    let target = Target::stream(&mut compare, name);
    let result = match truth {
        Truth::Pairs(config) => solve(inputs, target, config),
        Truth::Cases(asked, config) => solve_cases(inputs, target, asked, false, config),
    };
    if let Some(e) = compare.failure.take() {
        return Err(Error::from(e).of(name));
    }
    let invalid = result?.invalid;
    compare.rest().map_err(|e| Error::from(e).of(name))?;
    let mut report = Report {
        invalid,
        ..compare.report
    };
    if !report.first.is_empty() {
        locate(open()?, truth, config, &mut report.first)?;
    }
    Ok(report)
}

/// How a case's answer is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// A token, wherever it stands.
    Token,
    /// A line of several tokens.
    Line,
    /// A line of one token, and lines of two in any order.
    Set,
}

impl Shape {
    fn of(truth: &Truth) -> Result<Self> {
        let refuse = |what: &str| Err(Error::new(ErrorKind::Argument(what.to_owned())));
        let tokens = |word: &[u8]| {
            word.split(|&c| is_space(c))
                .filter(|t| !t.is_empty())
                .count()
        };
        let of_words = |words: [&[u8]; 2], moves: bool| {
            let counts = words.map(tokens);
            if same_words(words[0], words[1]) {
                return refuse("the words for hot and cold have to differ, and not in blanks");
            }
            let marks = truth.config().on_invalid == OnInvalid::Mark;
            if marks && words.iter().any(|word| same_words(word, "?")) {
                return refuse("where lines are marked, ? is the answer to those only");
            }
            match (counts, moves) {
                ([1, 1], false) => Ok(Shape::Token),
                ([1, 1], true) => Ok(Shape::Set),
                (_, true) => refuse("with moves behind it, a word has no blanks"),
                ([0, _] | [_, 0], _) => refuse("an empty word can't be found again"),
                _ => Ok(Shape::Line),
            }
        };
        match truth {
            Truth::Pairs(config) => match &config.answers {
                Answers::Words(words) => of_words([words.word(false), words.word(true)], false),
                Answers::WordsAndMoves(words) => {
                    of_words([words.word(false), words.word(true)], true)
                }
                Answers::MoveCount => Ok(Shape::Token),
                _ => refuse("only answers that are words can be checked"),
            },
            Truth::Cases(asked, _) => {
                let words = [asked.hot.as_bytes(), asked.cold.as_bytes()];
                match asked.answer {
                    Answer::MoveCount => Ok(Shape::Token),
                    answer => of_words(words, answer == Answer::Moves),
                }
            }
        }
    }

    /// How many cases there are in whole lines of expected answers.
    fn count(self, expected: &[u8]) -> u64 {
        match self {
            // Hardly any judge wants empty lines.
            Shape::Token
                if !expected.starts_with(b"\n")
                    && memchr::memmem::find(expected, b"\n\n").is_none() =>
            {
                memchr::memchr_iter(b'\n', expected).count() as u64
            }
            _ => lines(expected)
                .filter(|line| self.starts_case(line))
                .count() as u64,
        }
    }

    fn starts_case(self, line: &[u8]) -> bool {
        match self {
            Shape::Token | Shape::Line => line.iter().any(|&c| !is_space(c)),
            Shape::Set => line.len() > 1 && !line.contains(&b' '),
        }
    }
}

/// The lines, each with its end.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&c| c == b'\n')
}

/// Takes the right answers, and compares.
struct Compare<'r> {
    answers: Feed<'r>,
    shape: Shape,
    /// For hot and for cold.
    words: [Vec<u8>; 2],
    /// The answers are numbers of moves.
    counts: bool,
    /// Lines that are no records have an answer, too.
    marks: bool,
    report: Report,
    failure: Option<io::Error>,
}

impl Write for Compare<'_> {
    fn write(&mut self, expected: &[u8]) -> io::Result<usize> {
        if let Err(e) = self.compare(expected) {
            let kind = e.kind();
            self.failure = Some(e);
            return Err(kind.into());
        }
        Ok(expected.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Compare<'_> {
    /// Compares whole lines of right answers with what comes next.
    fn compare(&mut self, mut expected: &[u8]) -> io::Result<()> {
        while !expected.is_empty() {
            let here = self.answers.here();
            let room = expected.len().min(here.len());
            let same = common(&expected[..room], &here[..room]);
            // Up to the case that holds the difference.
            let mut cut = memchr::memrchr(b'\n', &expected[..same]).map_or(0, |i| i + 1);
            if self.shape == Shape::Set {
                // Up to the last case that begins before: more of its lines may follow.
                let starts = |at: usize| {
                    let line = lines(&expected[at..]).next();
                    line.is_some_and(|line| self.shape.starts_case(line))
                };
                while cut > 0 && !starts(cut) {
                    cut = memchr::memrchr(b'\n', &expected[..cut - 1]).map_or(0, |i| i + 1);
                }
            }
            self.report.cases += self.shape.count(&expected[..cut]);
            self.answers.pass(cut);
            expected = &expected[cut..];
            if expected.is_empty() {
                return Ok(());
            }
            // All that was there agreed: there may be more to compare with.
            if same == room && self.answers.more()? {
                continue;
            }
            expected = self.one(expected)?;
        }
        Ok(())
    }

    /// Compares the next case by its tokens; returns what is expected behind it.
    fn one<'e>(&mut self, expected: &'e [u8]) -> io::Result<&'e [u8]> {
        let mut rest = lines(expected);
        let Some(first) = rest.next() else {
            return Ok(b"");
        };
        let mut end = first.len();
        if !self.shape.starts_case(first) {
            return Ok(&expected[end..]);
        }
        if self.shape == Shape::Set {
            end += rest
                .take_while(|line| !self.shape.starts_case(line))
                .map(<[u8]>::len)
                .sum::<usize>();
        }
        let (case, behind) = expected.split_at(end);
        self.report.cases += 1;
        let found = match self.shape {
            Shape::Token => self.answers.token()?,
            Shape::Line => self.answers.line()?,
            Shape::Set => self.set()?,
        };
        // The newline behind it, so that bytes can be compared again.
        self.answers.skip_space()?;
        let Some(found) = found else {
            if self.report.missing == 0 {
                self.tell(case, None);
            }
            // Nothing will come any more.
            let more = self.shape.count(behind);
            self.report.cases += more;
            self.report.missing += 1 + more;
            return Ok(b"");
        };
        if !self.agree(case, &found) {
            if self.is_answer(&found) {
                self.report.wrong += 1;
            } else {
                self.report.malformed += 1;
            }
            if self.report.first.len() < FIRST_WRONG {
                self.tell(case, Some(&found));
            }
        }
        Ok(behind)
    }

    /// The next line, and all behind it that have two tokens.
    fn set(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Some(mut found) = self.answers.line()? else {
            return Ok(None);
        };
        found.push(b'\n');
        while self.answers.skip_space()? {
            // A line as far as it is there; it is short, if it is one of two numbers.
            while !self.answers.here().contains(&b'\n')
                && self.answers.here().len() < 64
                && self.answers.more()?
            {}
            let here = self.answers.here();
            let line = &here[..memchr::memchr(b'\n', here).unwrap_or(here.len())];
            if tokens(line).count() != 2 {
                break;
            }
            let line = self.answers.line()?.unwrap_or_default();
            found.extend_from_slice(&line);
            found.push(b'\n');
        }
        Ok(Some(found))
    }

    fn agree(&self, expected: &[u8], found: &[u8]) -> bool {
        match self.shape {
            Shape::Token | Shape::Line => tokens(expected).eq(tokens(found)),
            Shape::Set => {
                let sorted = |text| {
                    let mut lines: Vec<Vec<&[u8]>> =
                        lines(text).map(|l| tokens(l).collect()).collect();
                    // The word stays in front.
                    lines[1..].sort();
                    lines
                };
                sorted(expected) == sorted(found)
            }
        }
    }

    /// Whether it could be an answer to another case.
    fn is_answer(&self, found: &[u8]) -> bool {
        if self.marks && tokens(found).eq(tokens(INVALID)) {
            return true;
        }
        let word = match self.shape {
            Shape::Set => lines(found).next().unwrap_or_default(),
            _ => found,
        };
        if self.counts {
            return word.iter().all(u8::is_ascii_digit);
        }
        let numbers = |c: &u8| c.is_ascii_digit() || is_space(*c);
        let rest_fits = self.shape != Shape::Set || found[word.len()..].iter().all(numbers);
        rest_fits && self.words.iter().any(|w| tokens(w).eq(tokens(word)))
    }

    fn tell(&mut self, expected: &[u8], found: Option<&[u8]>) {
        let plain = |text: &[u8]| {
            let text: Vec<&[u8]> = lines(text).map(<[u8]>::trim_ascii).collect();
            shown(&text.join(&b", "[..]))
        };
        self.report.first.push(Wrong {
            case: self.report.cases,
            line: 0,
            input: String::new(),
            expected: plain(expected),
            found: found.map(plain),
        });
    }

    /// All cases are compared: what else is there?
    fn rest(&mut self) -> io::Result<()> {
        loop {
            let next = match self.shape {
                Shape::Token => self.answers.token()?,
                Shape::Line => self.answers.line()?,
                Shape::Set => self.set()?,
            };
            match next {
                Some(_) => self.report.extra += 1,
                None => return Ok(()),
            }
        }
    }
}

fn tokens(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&c| is_space(c))
        .filter(|token| !token.is_empty())
}

/// How many bytes two texts of one length have in common.
fn common(a: &[u8], b: &[u8]) -> usize {
    if a == b {
        return a.len();
    }
    let blocks = a
        .chunks(256)
        .zip(b.chunks(256))
        .take_while(|(a, b)| a == b)
        .count();
    let at = 256 * blocks;
    at + a[at..]
        .iter()
        .zip(&b[at..])
        .take_while(|(a, b)| a == b)
        .count()
}
