//! The type that says everything about a problem.

use super::answer_format::AnswerFormat;
use super::framing::Framing;
use super::labels::AnswerLabels;
use super::limits::{DEFAULT_MAX_PILE, Limits, MaxPile, PileOrder};
use crate::error::{Error, ErrorKind, Result};
use crate::game::Rule;
use crate::game::nim::NimRule;
use std::borrow::Cow;

/// What a record is, and the rules of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Two piles of Wythoff's game.
    Wythoff(Rule),
    /// `n`, then `n` piles of Nim. With [`Framing::Lines`], a line has only the piles.
    Nim(NimRule),
    /// As Nim, but a position of two piles is played by Wythoff's rules.
    ReturnOfTheNim,
    /// `K Q`, then `Q` pairs of Wythoff's game in which the amounts taken from both piles may differ by at most `K`. The
    /// answer to a case has a line for each pair, and then an empty line.
    BoundedDifference,
}

/// Which order of the moves after a label a judge accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrder {
    /// The order of [`AnswerFormat::LabelAndMoves`], each move once.
    AsListed,
    /// The move that takes from both piles comes first, if there is one. The others may be in any order. A position to which
    /// two moves lead may occur twice.
    DiagonalFirst,
    /// Any order. A position to which two moves lead may occur twice.
    Any,
}

/// A problem: everything that decides which answers to an input are right.
///
/// The default: each line is two piles, until the end of the input, and the answers are `1` (hot) and `0` (cold).
///
/// ```
/// use wythoff::{AnswerLabels, Framing, Problem, profile};
/// let of_a_judge = &profile("51nod1185")?.problem;
/// assert_eq!(of_a_judge.framing(), Framing::Count);
/// let own = Problem::default()
///     .with_framing(Framing::Count)
///     .with_labels(AnswerLabels::new("Yes", "No")?);
/// assert_eq!(own.labels().hot(), "Yes");
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub(crate) name: Option<Cow<'static, str>>,
    pub(crate) framing: Framing,
    pub(crate) game: Game,
    pub(crate) answers: AnswerFormat,
    pub(crate) labels: AnswerLabels,
    pub(crate) move_order: MoveOrder,
    pub(crate) limits: Option<Limits>,
}

impl Default for Problem {
    fn default() -> Self {
        Self {
            name: None,
            framing: Framing::Lines,
            game: Game::Wythoff(Rule::Normal),
            answers: AnswerFormat::Label,
            labels: AnswerLabels::DIGITS,
            move_order: MoveOrder::AsListed,
            limits: None,
        }
    }
}

impl Problem {
    /// The same problem with a name, for messages about its limits.
    ///
    /// ```
    /// let problem = wythoff::Problem::default().with_name(format!("round {}", 7));
    /// assert_eq!(problem.name(), Some("round 7"));
    /// ```
    #[must_use]
    pub fn with_name(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The same problem with another framing.
    #[must_use]
    pub fn with_framing(mut self, framing: Framing) -> Self {
        self.framing = framing;
        self
    }

    /// The same problem with another game.
    #[must_use]
    pub fn with_game(mut self, game: Game) -> Self {
        // The order of moves that a judge asks for is defined for the normal rules. With r = N several moves may take
        // from both piles.
        if let (Game::Wythoff(Rule::Generalised(_)), MoveOrder::DiagonalFirst) =
            (game, self.move_order)
        {
            self.move_order = MoveOrder::Any;
        }
        self.game = game;
        self
    }

    /// The same problem with another answer format.
    #[must_use]
    pub fn with_answers(mut self, answers: AnswerFormat) -> Self {
        self.answers = answers;
        self
    }

    /// The same problem with other labels.
    #[must_use]
    pub fn with_labels(mut self, labels: AnswerLabels) -> Self {
        self.labels = labels;
        self
    }

    /// The same problem with another accepted order of moves.
    #[must_use]
    pub fn with_move_order(mut self, order: MoveOrder) -> Self {
        self.move_order = order;
        self
    }

    /// The same problem with other limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Option<Limits>) -> Self {
        self.limits = limits;
        self
    }

    /// The same problem with a smaller largest pile.
    ///
    /// Errors: `max` is beyond the current limit; or it is beyond `u64`, and a case has any number of piles.
    pub fn with_max_pile(mut self, max: MaxPile) -> Result<Self> {
        let refuse = |what: String| Err(Error::new(ErrorKind::Argument(what)));
        let is_pairs = self.is_pairs();
        match &mut self.limits {
            Some(limits) if limits.max_pile.is_exceeded_by(max.digits().as_bytes()) => {
                let name = self.name.as_deref().unwrap_or("the problem");
                let limit = &limits.max_pile;
                return refuse(format!(
                    "the largest pile must be at most {limit}, the limit of {name}"
                ));
            }
            _ if !is_pairs && max.as_u64().is_none() => {
                return refuse(
                    "the piles of a case with several piles must be at most 2^64 - 1".to_owned(),
                );
            }
            Some(limits) => limits.max_pile = max,
            None => self.limits = Some(Limits::new(max)),
        }
        Ok(self)
    }

    /// The name in messages. For a judge's problem it is the name of the profile.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// How records follow one another.
    pub fn framing(&self) -> Framing {
        self.framing
    }

    /// What a record is.
    pub fn game(&self) -> Game {
        self.game
    }

    /// What is written for a record.
    pub fn answer_format(&self) -> AnswerFormat {
        self.answers
    }

    /// The labels of hot and cold positions.
    pub fn labels(&self) -> &AnswerLabels {
        &self.labels
    }

    /// Which order of moves counts as the same answer.
    pub fn move_order(&self) -> MoveOrder {
        self.move_order
    }

    /// The limits that the problem promises for its inputs.
    pub fn limits(&self) -> Option<&Limits> {
        self.limits.as_ref()
    }

    /// Whether records are only two piles. The fast kernels read such records.
    pub fn is_pairs(&self) -> bool {
        matches!(self.game, Game::Wythoff(_))
    }

    /// The rules of the game with two piles; [`Rule::Normal`] for other games.
    pub fn rule(&self) -> Rule {
        match self.game {
            Game::Wythoff(rule) => rule,
            _ => Rule::Normal,
        }
    }

    /// The largest pile, or 10^9 if there is no limit.
    pub fn max_pile(&self) -> &MaxPile {
        match &self.limits {
            Some(limits) => &limits.max_pile,
            None => &DEFAULT_MAX_PILE,
        }
    }

    /// The largest number of records of an input.
    pub fn max_records(&self) -> Option<u64> {
        match self.framing {
            Framing::One => Some(1),
            _ => self.limits.as_ref()?.max_records,
        }
    }

    /// The largest number of piles of a case.
    pub fn max_piles(&self) -> Option<u64> {
        self.limits.as_ref()?.max_piles
    }

    /// Whether the smaller pile comes first.
    pub fn is_smaller_first(&self) -> bool {
        let order = self.limits.as_ref().map(|limits| limits.pile_order);
        order == Some(PileOrder::SmallerFirst)
    }

    /// The name of the problem in messages about its limits.
    pub(crate) fn name_in_messages(&self) -> &str {
        self.name().unwrap_or("the problem")
    }

    /// Whether an input has only one record.
    pub fn is_single(&self) -> bool {
        self.framing == Framing::One
    }

    /// The text after the last record.
    pub fn tail(&self) -> &'static str {
        match (self.framing, self.game) {
            (Framing::Zero, Game::Wythoff(_) | Game::BoundedDifference) => "0 0\n",
            (Framing::Zero, Game::Nim(_) | Game::ReturnOfTheNim) => "0\n",
            _ => "",
        }
    }
}
