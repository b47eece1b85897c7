//! Compares a file of answers with the right answers, case by case.
//!
//! In: an input, a text of answers, a solver. Out: a [`CheckReport`], in which every case of the input counts once, as right,
//! wrong, malformed or missing. [`Comparison`](crate::Comparison) decides which answers are the same.

pub(crate) mod compare;
mod locate;

/// The number of wrong cases that a [`CheckReport`] lists.
pub(super) const FIRST_WRONG: usize = 10;

/// The result of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckReport {
    /// Cases of the input.
    pub cases: u64,
    /// Cases with a hot position.
    pub hot: u64,
    /// Cases with a cold position.
    pub cold: u64,
    /// Invalid lines among the cases: above 0 only if invalid lines are marked.
    pub invalid: u64,
    /// Cases with a wrong answer that has the form of an answer.
    pub wrong: u64,
    /// Cases with a text that does not have the form of an answer.
    pub malformed: u64,
    /// Cases after the end of the answers.
    pub missing: u64,
    /// Answers after the answer to the last case.
    pub extra: u64,
    /// The first extra answer, escaped and cut short.
    pub first_extra: Option<String>,
    /// The line of the answers in which it begins, from 1.
    pub first_extra_line: Option<u64>,
    /// The first ten wrong or malformed cases, in order, and the first missing case.
    pub first: Vec<WrongCase>,
}

/// A case with a wrong answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongCase {
    /// The number of the case, from 1.
    pub case: u64,
    /// The line of the input that has the first number of the case, from 1.
    pub line: u64,
    /// The numbers of the case, cut short if there are many; the beginning of an invalid line.
    pub input: String,
    /// The right answer.
    pub expected: String,
    /// The answer that was found; `None` if it is missing.
    pub found: Option<String>,
}

impl CheckReport {
    /// Whether every case has the right answer and no answer follows.
    pub fn is_right(&self) -> bool {
        self.wrong == 0 && self.malformed == 0 && self.missing == 0 && self.extra == 0
    }
}
