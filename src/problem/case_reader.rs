//! Reads cases of several numbers: Nim, and pairs after a bound.

use super::{AnswerFormat, Framing, Game, Problem, render};
use crate::game::Rule;
use crate::game::nim::NimTally;
use std::num::NonZeroU64;

/// The largest number of piles of a case whose moves are listed: its piles are kept in memory.
pub(super) const MAX_KEPT_PILES: u64 = 1 << 24;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Step {
    /// The message, if the number is beyond a limit.
    pub(crate) beyond_limit: Option<String>,
    /// Whether the position that the number completes is cold; `None` if the number completes no position.
    pub(crate) cold: Option<bool>,
}

/// What an input lacks at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// The mark of the end. This is only a warning, because every record is complete.
    Closing(String),
    /// A record or a part of it. This is an error.
    Record(String),
}

#[derive(Debug)]
pub(crate) struct CaseReader {
    problem: Problem,
    next: Next,
    count: Option<u64>,
    done: u64,
    /// The piles of the case, if `tally` is not enough for the answer.
    piles: Vec<u64>,
    tally: NimTally,
    /// The largest pile that the problem allows, or `u64::MAX`.
    max_pile: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Count,
    /// The first number of a case.
    Case,
    /// One of the `of` piles of a case; `left` are missing, including this one.
    Pile {
        of: u64,
        left: u64,
    },
    Pairs {
        r: NonZeroU64,
    },
    /// A pile of a pair, the second one if `first` is the first one; `left` pairs are missing, including this one.
    PileOfPair {
        r: NonZeroU64,
        left: u64,
        first: Option<u64>,
    },
    End,
}

impl CaseReader {
    /// A reader at the start of an input.
    ///
    /// # Panics
    /// The records of the problem are two piles. (The line kernels read such records.)
    pub(crate) fn new(problem: Problem) -> Self {
        assert!(!problem.is_pairs(), "pairs are not cases");
        let max_pile = problem.limits.max_pile.as_ref();
        let max_pile = max_pile.and_then(|_| problem.max_pile().try_into().ok());
        Self {
            next: match problem.framing {
                Framing::Count => Next::Count,
                _ => Next::Case,
            },
            count: (problem.framing == Framing::One).then_some(1),
            done: 0,
            piles: Vec::new(),
            tally: NimTally::EMPTY,
            max_pile: max_pile.unwrap_or(u64::MAX),
            problem,
        }
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.next == Next::End
    }

    pub(crate) fn is_at_case(&self) -> bool {
        self.next == Next::Case
    }

    pub(crate) fn missing(&self) -> Option<Missing> {
        Some(Missing::Record(match self.next {
            Next::Count => "the number of cases".to_owned(),
            Next::Pile { of, left } => format!("{left} of the last case's {of} piles"),
            Next::Pairs { .. } => "the last case's number of pairs".to_owned(),
            Next::PileOfPair { first: Some(_), .. } => "the second pile of a pair".to_owned(),
            Next::PileOfPair { left, .. } => format!("{left} of the last case's pairs"),
            Next::Case => match (self.problem.framing, self.count) {
                (Framing::Count, Some(count)) => format!(
                    "all {count} cases that the first number announces; found {}",
                    self.done
                ),
                (Framing::Zero, _) => return Some(Missing::Closing("the closing 0".to_owned())),
                (_, Some(_)) => "a case".to_owned(),
                (_, None) => return None,
            },
            Next::End => return None,
        }))
    }

    /// Takes the next number. If it completes a case or a pair, appends the answer.
    pub(crate) fn take(&mut self, value: u64, out: &mut Vec<u8>) -> Step {
        let mut step = Step::default();
        let zero_ends = self.problem.framing == Framing::Zero;
        self.next = match self.next {
            Next::Count => {
                let max = self.problem.max_records();
                step.beyond_limit = self.problem.count_message(value, "cases", max);
                self.count = Some(value);
                self.next_case(0)
            }
            Next::Case if self.problem.game == Game::BoundedDifference => {
                // Two amounts that differ by at most K differ by less than K + 1. If K is u64::MAX, the sum would overflow,
                // but no two amounts differ by more than u64::MAX - 1.
                let r = NonZeroU64::MIN.saturating_add(value);
                Next::Pairs { r }
            }
            Next::Case if value == 0 && zero_ends => Next::End,
            Next::Case => {
                let max = self.problem.limits.max_piles.map(NonZeroU64::get);
                step.beyond_limit = self.problem.count_message(value, "piles", max);
                self.piles.clear();
                self.tally = NimTally::EMPTY;
                match value {
                    0 => self.end_of_piles(0, &mut step, out),
                    of => Next::Pile { of, left: of },
                }
            }
            Next::Pile { of, left } => {
                step.beyond_limit = self.too_large(value);
                self.tally.add(value);
                if self.needs_piles(of) {
                    self.piles.push(value);
                }
                match left {
                    1 => self.end_of_piles(of, &mut step, out),
                    _ => Next::Pile { of, left: left - 1 },
                }
            }
            // If a zero ends the input, a case `0 0`, which has no pairs, ends it.
            Next::Pairs { r } if value == 0 && r.get() == 1 && zero_ends => Next::End,
            Next::Pairs { r } => self.next_pair(r, value, out),
            Next::PileOfPair { r, left, first } => {
                step.beyond_limit = self.too_large(value);
                if let Some(a) = first {
                    let rule = Rule::Generalised(r);
                    step.cold = Some(self.problem.append_pair_answer(rule, [&a, &value], out));
                    self.next_pair(r, left - 1, out)
                } else {
                    let first = Some(value);
                    Next::PileOfPair { r, left, first }
                }
            }
            Next::End => Next::End,
        };
        step
    }

    /// Whether the answer to a case of `count` piles needs its piles.
    fn needs_piles(&self, count: u64) -> bool {
        let format = self.problem.answer_format;
        let lists_moves = format.needs_moves() && format != AnswerFormat::MoveCount;
        lists_moves || self.problem.game == Game::ReturnOfTheNim && count == 2
    }

    /// If the next number, `value`, is a number of piles that can't be answered: the text of what a message expects instead.
    pub(crate) fn refuses(&self, value: u64) -> Option<&'static str> {
        if self.next != Next::Case || self.problem.game == Game::BoundedDifference {
            return None;
        }
        let is_end = value == 0 && self.problem.framing == Framing::Zero;
        let is_too_long = value > MAX_KEPT_PILES && self.needs_piles(value);
        let too_long = "at most 16777216 piles in a case whose moves are listed";
        let refused = self.problem.refuses_piles(value).filter(|_| !is_end);
        refused.or(is_too_long.then_some(too_long))
    }

    /// Answers a case after the last of its `of` piles.
    fn end_of_piles(&mut self, of: u64, step: &mut Step, out: &mut Vec<u8>) -> Next {
        let cold = if self.needs_piles(of) {
            self.problem.append_answer(&self.piles, out)
        } else {
            let rule = self.problem.nim_rule();
            let cold = self.tally.is_cold(rule);
            self.problem.append_label(cold, out);
            if self.problem.answer_format == AnswerFormat::MoveCount {
                render::count(self.tally.count_winning_moves(rule), out);
            }
            cold
        };
        step.cold = Some(cold);
        self.next_case(1)
    }

    /// What to read next if `left` pairs of the case are missing.
    fn next_pair(&mut self, r: NonZeroU64, left: u64, out: &mut Vec<u8>) -> Next {
        if left > 0 {
            let first = None;
            return Next::PileOfPair { r, left, first };
        }
        if self.problem.answer_format != AnswerFormat::Totals {
            out.push(b'\n');
        }
        self.next_case(1)
    }

    /// What to read next after `completed` more cases.
    fn next_case(&mut self, completed: u64) -> Next {
        self.done += completed;
        let is_last = self.count == Some(self.done);
        if is_last { Next::End } else { Next::Case }
    }

    fn too_large(&self, value: u64) -> Option<String> {
        let is_large = value > self.max_pile;
        is_large.then(|| self.problem.pile_message(value))
    }
}
