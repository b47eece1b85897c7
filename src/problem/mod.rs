//! Problems: framing, game, answer format, labels and limits. They decide which cases and inputs are allowed, what the
//! answers are, and which output counts as the same answer.
//!
//! This module opens no files. The problems of online judges are data ([`PROFILES`]): no code depends on the name of a problem.
//!
//! To add a judge's problem, add its entry to [`PROFILES`]. The tests then run its sample, compare it with a search by the
//! rules alone, and expect it in the lists that users see. docs/adding-a-judge.md has the steps.

mod case;
mod case_reader;
mod comparison;
mod labels;
mod limits;
mod prefix;
mod profiles;
pub(crate) mod render;

pub use case::Case;
pub(crate) use case::push_line;
use case_reader::MAX_KEPT_PILES;
pub(crate) use case_reader::{CaseReader, Missing};
pub use comparison::Comparison;
pub use labels::AnswerLabels;
pub use limits::Limits;
pub use prefix::CasePrefix;
pub(crate) use prefix::Numbered;
pub use profiles::{PROFILES, Profile, profile};

use crate::error::{Error, Result};
use crate::game::Rule;
use crate::game::nim::NimRule;
use num_bigint::BigUint;
use std::num::NonZeroU64;

/// How the records of an input follow one another.
///
/// Line ends have a meaning only with [`Lines`](Self::Lines). With all other framings any run of blanks and line ends
/// separates two numbers, as in the programs that contestants write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framing {
    /// Each line is a record, until the end of the input.
    #[default]
    Lines,
    /// Records until the end of the input.
    Eof,
    /// The number of records, then the records.
    Count,
    /// Records until `0 0` (two piles) or until a record of 0 piles, which has no answer.
    Zero,
    /// A single record.
    One,
}

impl Framing {
    /// The framings of judges, in which line ends have no meaning.
    pub const FREE: &[Framing] = &[Framing::Eof, Framing::Count, Framing::Zero, Framing::One];

    /// A name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Framing::Lines => "lines",
            Framing::Eof => "eof",
            Framing::Count => "count",
            Framing::Zero => "zero",
            Framing::One => "one",
        }
    }
}

/// What a record is, and the rules of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Two piles of Wythoff's game.
    Wythoff(Rule),
    /// `n`, then `n` piles of Nim. With [`Framing::Lines`], a line has only the piles.
    Nim(NimRule),
    /// Nim in which a move may also take the same number from all piles, if no pile is empty. The number of piles is a
    /// prime: two piles are Wythoff's game, and an odd number of piles has the same cold positions as in Nim.
    /// [`Solver`](crate::Solver) does not list the moves of this game.
    ReturnOfTheNim,
    /// `K Q`, then `Q` pairs of Wythoff's game in which the amounts taken from both piles may differ by at most `K`. The
    /// answer to a case has a line for each pair, and then an empty line.
    BoundedDifference,
}

impl Default for Game {
    fn default() -> Self {
        Game::Wythoff(Rule::Normal)
    }
}

impl Game {
    /// Whether a case may have `count` piles. [`Game::ReturnOfTheNim`] takes primes up to 2^24.
    pub fn takes_piles(self, count: u64) -> bool {
        match self {
            Game::Wythoff(_) | Game::BoundedDifference => count == 2,
            Game::Nim(_) => count > 0,
            Game::ReturnOfTheNim => {
                let mut divisors = (2..).take_while(|divisor| divisor * divisor <= count);
                (2..=MAX_KEPT_PILES).contains(&count)
                    && !divisors.any(|divisor| count.is_multiple_of(divisor))
            }
        }
    }
}

/// How the answer to a record is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerFormat {
    /// For each record, a line with the label of the position.
    #[default]
    Label,
    /// For each record, a line with the number of winning moves.
    MoveCount,
    /// The label and, after it, a line for each winning move. Two piles: the position that the move leads to, smaller pile
    /// first, each position once (HDU 2177). Nim: the pile before and after the move (HDU 2176).
    LabelAndMoves,
    /// For each record, a line with the winning moves; `-` if there is none. Two piles: `both 3 -> 1 2, larger 5 -> 1 2`. Nim:
    /// `5 -> 2, 7 -> 4`.
    Moves,
    /// For each record, a line with the positions to which winning moves lead, each once: `1 2, 3 5`; `-` if there is none.
    /// Nim: as [`Moves`](Self::Moves).
    Positions,
    /// For each record, a line with a JSON object. The piles are in the order of the input. Two piles:
    /// `{"piles":[5,4],"cold":false,"moves":[{"take":"both","amounts":[3],"to":[1,2]}]}`. Nim, where the index of a pile is
    /// counted from 0: `{"piles":[1,3],"cold":false,"moves":[{"pile":1,"from":3,"to":1}]}`.
    Json,
    /// No line for a record. At the end, three lines with the totals: `hot N`, `cold N` and, only if invalid lines are marked,
    /// `invalid N`.
    Totals,
}

impl AnswerFormat {
    pub(crate) fn has_label(self) -> bool {
        matches!(self, Self::Label | Self::LabelAndMoves)
    }

    pub(crate) fn needs_moves(self) -> bool {
        !matches!(self, Self::Label | Self::Totals)
    }

    /// The line in place of an invalid record, if such records are marked.
    pub(crate) fn invalid_mark(self) -> &'static [u8] {
        match self {
            Self::Totals => b"",
            Self::Json => b"{\"invalid\":true}\n",
            _ => b"?\n",
        }
    }
}

/// Which order of the moves after a label a judge accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveOrder {
    /// The order of [`AnswerFormat::LabelAndMoves`], each move once.
    #[default]
    AsListed,
    /// The winning move that takes from both piles comes first, if there is one. With [`Rule::Generalised`] several moves
    /// may take from both piles, and any order is accepted. The other moves may be in any order. A position may occur as
    /// often as there are moves to it.
    DiagonalFirst,
    /// Any order. A position may occur as often as there are moves to it.
    Any,
}

/// A problem: everything that decides which answers to an input are right.
///
/// The default: each line is two piles, until the end of the input, and the answers are `1` (hot) and `0` (cold). Every
/// combination of fields is a problem. If a function does not support a problem, as [`check`](crate::check()) does not support
/// [`AnswerFormat::Totals`], it returns an error of the kind [`Argument`](crate::ErrorKind::Argument).
///
/// ```
/// use wythoff::{AnswerLabels, Framing, Problem, profile};
/// let of_a_judge = &profile("51nod1185")?.problem;
/// assert_eq!(of_a_judge.framing, Framing::Count);
/// let mut own = Problem::default();
/// own.framing = Framing::Count;
/// own.labels = AnswerLabels::new("Yes", "No")?;
/// assert_eq!(own.labels.hot(), "Yes");
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The name in messages about limits. For a judge's problem it is the name of the profile.
    pub name: Option<String>,
    /// How records follow one another.
    pub framing: Framing,
    /// What a record is.
    pub game: Game,
    /// How an answer is written.
    pub answer_format: AnswerFormat,
    /// The labels of hot and cold positions.
    pub labels: AnswerLabels,
    /// The text before each answer. Only if an answer is one line: [`AnswerFormat::Label`] and [`AnswerFormat::MoveCount`], and
    /// not for [`Game::BoundedDifference`].
    pub case_prefix: Option<CasePrefix>,
    /// Which order of moves counts as the same answer.
    pub move_order: MoveOrder,
    /// The limits that the problem promises for its inputs.
    pub limits: Limits,
    /// Whether [`AnswerFormat::LabelAndMoves`] lists a position as often as there are moves to it. [`Comparison`] needs this.
    pub(crate) repeats_positions: bool,
}

impl Problem {
    /// The problem of a profile, or the default one, with another framing, rule or labels.
    ///
    /// Errors: an unknown profile; a rule that the game does not have; labels for a problem whose answers are numbers of moves.
    pub fn from_options(
        name: Option<&str>,
        framing: Option<Framing>,
        rule: Option<Rule>,
        labels: Option<AnswerLabels>,
    ) -> Result<Self> {
        let mut problem = match name {
            Some(name) => profile(name)?.problem.clone(),
            None => Self::default(),
        };
        problem.framing = framing.unwrap_or(problem.framing);
        if let Some(rule) = rule {
            problem.game = match (problem.game, rule) {
                (Game::Wythoff(_), rule) => Game::Wythoff(rule),
                (Game::Nim(_), Rule::Normal) => Game::Nim(NimRule::Normal),
                (Game::Nim(_), Rule::Misere) => Game::Nim(NimRule::Misere),
                _ => {
                    let what =
                        "this rule applies only to problems with two piles, and misere also to Nim";
                    return Err(Error::argument(what));
                }
            };
        }
        if let Some(labels) = labels {
            if problem.answer_format == AnswerFormat::MoveCount {
                let what = "labels do not apply: the answers of this problem are numbers of moves";
                return Err(Error::argument(what));
            }
            problem.labels = labels;
        }
        Ok(problem)
    }

    /// Whether each record is two piles and nothing else. The fast kernels read such records.
    pub fn is_pairs(&self) -> bool {
        matches!(self.game, Game::Wythoff(_))
    }

    /// The rules of the game with two piles; [`Rule::Normal`] for other games.
    pub(crate) fn rule(&self) -> Rule {
        self.wythoff_rule(2).unwrap_or(Rule::Normal)
    }

    /// The largest pile of an input: the limit, or 10^9 if there is none. It is at most 2^64 - 1 if cases may have more
    /// than two piles: inputs of such cases allow no larger piles.
    pub fn max_pile(&self) -> BigUint {
        let max = self.limits.max_pile.clone();
        let max = max.unwrap_or_else(|| 1_000_000_000_u32.into());
        if self.is_pairs() {
            max.max(BigUint::ONE)
        } else {
            max.clamp(BigUint::ONE, u64::MAX.into())
        }
    }

    /// The largest number of records of an input; `None` if there is no limit.
    pub fn max_records(&self) -> Option<u64> {
        match self.framing {
            Framing::One => Some(1),
            _ => self.limits.max_records.map(NonZeroU64::get),
        }
    }

    /// Errors: the problem has a prefix for each case, but its answers are not lines.
    pub(crate) fn require_answers_of_one_line(&self) -> Result<()> {
        let is_line = matches!(
            self.answer_format,
            AnswerFormat::Label | AnswerFormat::MoveCount
        );
        if self.case_prefix.is_some() && !(is_line && self.game != Game::BoundedDifference) {
            return Err(Error::argument(
                "a prefix for each case needs answers of one line each",
            ));
        }
        Ok(())
    }

    /// What follows the last record of an input.
    pub(crate) fn tail(&self) -> &'static str {
        match (self.framing, self.game) {
            (Framing::Zero, Game::Wythoff(_) | Game::BoundedDifference) => "0 0\n",
            (Framing::Zero, Game::Nim(_) | Game::ReturnOfTheNim) => "0\n",
            _ => "",
        }
    }
}

#[cfg(test)]
mod tests;
