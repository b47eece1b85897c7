//! Cases of several numbers: Nim, and what is told before its pairs.
//!
//! Owns the order of the numbers in such a case and what it is answered. It takes one number after the
//! other and knows nothing of text that comes in. Invariant: a case's answer is appended whole, with
//! its last number.

use super::{Answer, Asked, Framing, Game, Limits};
use crate::game::Rule;
use crate::game::nim::NimRule;
use std::io::Write as _;
use std::num::NonZeroU64;

/// What a number came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// What the limits don't promise.
    pub beyond: Option<String>,
    /// It was the last one of a position: whether that is cold.
    pub cold: Option<bool>,
}

/// A reader of cases.
#[derive(Debug)]
pub struct Cases {
    asked: Asked,
    next: Next,
    /// Cases that are still to come, after a count.
    left: Option<u64>,
    /// Whole cases so far.
    done: u64,
    /// The piles of the case, where more than their sum is asked for.
    piles: Vec<u64>,
    sum: u64,
    /// The limit of a pile.
    most: u64,
}

/// What the next number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// How many cases there are.
    Count,
    /// The first number of a case.
    Case,
    /// One of so many piles.
    Pile { of: u64, left: u64 },
    /// How many pairs there are in the case.
    Pairs { r: NonZeroU64 },
    /// The first pile of one of so many pairs.
    First { r: NonZeroU64, left: u64 },
    /// The second one.
    Second { r: NonZeroU64, left: u64, a: u64 },
    /// Nothing more.
    End,
}

impl Cases {
    /// A reader at the start of an input.
    ///
    /// # Panics
    /// If the game is a record of two piles: those are read by the line kernels.
    pub fn new(asked: Asked) -> Self {
        assert!(!asked.is_pairs(), "pairs are no cases");
        let next = match asked.framing {
            Framing::Count => Next::Count,
            _ => Next::Case,
        };
        let left = (asked.framing == Framing::One).then_some(1);
        let limit = asked
            .limits
            .and_then(|(_, limits)| limits.pile.parse().ok());
        Self {
            asked,
            next,
            left,
            done: 0,
            piles: Vec::new(),
            sum: 0,
            most: limit.unwrap_or(u64::MAX),
        }
    }

    /// Whether no more numbers are to come.
    pub fn has_ended(&self) -> bool {
        self.next == Next::End
    }

    /// What is missing if the input ends here: an error, or (then `false`) a warning.
    pub fn missing(&self) -> Option<(bool, String)> {
        let (done, left) = (self.done, self.left);
        Some((
            true,
            match self.next {
                Next::Count => "the number of cases".to_owned(),
                Next::Pile { of, left } => format!("{left} of the last case's {of} piles"),
                Next::Pairs { .. } => "the last case's number of pairs".to_owned(),
                Next::First { left, .. } => format!("{left} of the last case's pairs"),
                Next::Second { .. } => "the second pile of a pair".to_owned(),
                Next::Case => match left {
                    Some(left) if self.asked.framing == Framing::Count => format!(
                        "{} cases, as the first number says; here are {done}",
                        done + left
                    ),
                    Some(_) => "a case".to_owned(),
                    None if self.asked.framing == Framing::Zero => {
                        return Some((false, "the closing 0".to_owned()));
                    }
                    None => return None,
                },
                Next::End => return None,
            },
        ))
    }

    /// Takes the next number, and appends the answer that it completes.
    pub fn number(&mut self, value: u64, out: &mut Vec<u8>) -> Taken {
        let mut taken = Taken::default();
        self.next = match self.next {
            Next::Count => {
                taken.beyond = self.more_than(value, |limits| limits.records, "cases");
                self.left = Some(value);
                if value == 0 { Next::End } else { Next::Case }
            }
            Next::Case if self.asked.game == Game::AtMostApart => {
                // Two takes that differ by at most K differ by less than K + 1. With the largest K of
                // all, no two takes differ by more either.
                let r = NonZeroU64::MIN.saturating_add(value);
                Next::Pairs { r }
            }
            Next::Case if value == 0 && self.asked.framing == Framing::Zero => Next::End,
            Next::Case => {
                taken.beyond = self.more_than(value, |limits| limits.piles, "piles");
                self.piles.clear();
                self.sum = 0;
                if value == 0 {
                    taken.cold = Some(true);
                    self.case(out)
                } else {
                    Next::Pile {
                        of: value,
                        left: value,
                    }
                }
            }
            Next::Pile { of, left } => {
                taken.beyond = self.pile(value);
                self.sum ^= value;
                let two = self.asked.game == Game::ReturnOfTheNim && of == 2;
                if two || self.asked.answer != Answer::Word {
                    self.piles.push(value);
                }
                if left > 1 {
                    Next::Pile { of, left: left - 1 }
                } else {
                    taken.cold = Some(if two {
                        Rule::Normal.is_cold(self.piles[0], self.piles[1])
                    } else {
                        self.sum == 0
                    });
                    if two {
                        self.sum = u64::from(taken.cold == Some(false));
                    }
                    self.case(out)
                }
            }
            // Where a zero ends the input, a case `0 0` of no pairs does.
            Next::Pairs { r }
                if value == 0 && r.get() == 1 && self.asked.framing == Framing::Zero =>
            {
                Next::End
            }
            Next::Pairs { .. } if value == 0 => {
                out.push(b'\n');
                self.end_of_case()
            }
            Next::Pairs { r } => Next::First { r, left: value },
            Next::First { r, left } => {
                taken.beyond = self.pile(value);
                Next::Second { r, left, a: value }
            }
            Next::Second { r, left, a } => {
                taken.beyond = self.pile(value);
                let cold = Rule::Generalised(r).is_cold(a, value);
                taken.cold = Some(cold);
                self.word(cold, out);
                if left > 1 {
                    Next::First { r, left: left - 1 }
                } else {
                    out.push(b'\n');
                    self.end_of_case()
                }
            }
            Next::End => Next::End,
        };
        taken
    }

    /// A case of piles is whole.
    fn case(&mut self, out: &mut Vec<u8>) -> Next {
        let cold = self.sum == 0;
        match self.asked.answer {
            Answer::Word => self.word(cold, out),
            Answer::MoveCount => {
                let count = NimRule::Normal.count_winning_moves(&self.piles);
                append(out, format_args!("{count}\n"));
            }
            Answer::Moves => {
                self.word(cold, out);
                for step in NimRule::Normal.winning_moves(&self.piles) {
                    append(out, format_args!("{} {}\n", step.from, step.to));
                }
            }
        }
        self.end_of_case()
    }

    fn end_of_case(&mut self) -> Next {
        self.done += 1;
        if let Some(left) = &mut self.left {
            *left -= 1;
            if *left == 0 {
                return Next::End;
            }
        }
        Next::Case
    }

    fn word(&self, cold: bool, out: &mut Vec<u8>) {
        out.extend_from_slice(self.asked.word(cold).as_bytes());
        out.push(b'\n');
    }

    fn pile(&self, value: u64) -> Option<String> {
        if value <= self.most {
            return None;
        }
        let (name, most) = (self.asked.limits?.0, self.most);
        Some(format!("{value} is beyond {most}, the limit of {name}"))
    }

    fn more_than(
        &self,
        value: u64,
        limit: impl Fn(&Limits) -> Option<u64>,
        what: &str,
    ) -> Option<String> {
        let (name, limits) = self.asked.limits?;
        let most = limit(&limits)?;
        (value > most).then(|| format!("{value} {what} are more than the {most} of {name}"))
    }
}

fn append(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text)
        .expect("a `Vec` takes whatever is written to it");
}
