//! What is asked about the records of an input: a problem's, or what no problem is.
//!
//! Owns what a [`Profile`] comes to once something else was said about a part of it. Invariant: without a
//! problem nothing is promised, and records are pairs.

use super::{Answer, Framing, Game, Limits, Profile};
use crate::game::Rule;

/// What is to be done with an input, and what may be in it.
#[derive(Clone, Debug)]
pub struct Asked {
    /// How records follow one another.
    pub framing: Framing,
    /// What a record is.
    pub game: Game,
    /// What is said of it.
    pub answer: Answer,
    /// The word for hot.
    pub hot: String,
    /// The word for cold.
    pub cold: String,
    /// What is promised of the input, and by whom.
    pub limits: Option<(&'static str, Limits)>,
}

/// Whether nobody who reads answers word by word could tell these two apart: blanks are all that differs.
///
/// ```
/// use wythoff::problem::same_words;
/// assert!(same_words("first  wins ", "first wins"));
/// assert!(!same_words("firstwins", "first wins"));
/// ```
pub fn same_words(one: impl AsRef<[u8]>, other: impl AsRef<[u8]>) -> bool {
    fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
        let words = text.split(u8::is_ascii_whitespace);
        words.filter(|word| !word.is_empty())
    }
    words(one.as_ref()).eq(words(other.as_ref()))
}

impl Default for Asked {
    /// Pairs until the end, by the normal rules, answered by `1` and `0`.
    fn default() -> Self {
        Self {
            framing: Framing::Eof,
            game: Game::Wythoff(Rule::Normal),
            answer: Answer::Word,
            hot: "1".to_owned(),
            cold: "0".to_owned(),
            limits: None,
        }
    }
}

impl From<&'static Profile> for Asked {
    fn from(profile: &'static Profile) -> Self {
        Self {
            framing: profile.framing,
            game: profile.game,
            answer: profile.answer,
            hot: profile.words.hot.to_owned(),
            cold: profile.words.cold.to_owned(),
            limits: Some((profile.name, profile.limits)),
        }
    }
}

impl Asked {
    /// Whether its records are pairs of piles and nothing else, which the fast kernels read.
    pub fn is_pairs(&self) -> bool {
        matches!(self.game, Game::Wythoff(_))
    }

    /// By which rules pairs are played.
    pub fn rule(&self) -> Rule {
        match self.game {
            Game::Wythoff(rule) => rule,
            _ => Rule::Normal,
        }
    }

    /// The word for an outcome.
    pub fn word(&self, cold: bool) -> &str {
        if cold { &self.cold } else { &self.hot }
    }

    /// The most records of an input.
    pub fn most_records(&self) -> Option<u64> {
        match self.framing {
            Framing::One => Some(1),
            _ => self.limits?.1.records,
        }
    }

    /// The most piles of a case.
    pub fn most_piles(&self) -> Option<u64> {
        self.limits?.1.piles
    }

    /// Whether the smaller pile has to come first.
    pub fn is_ascending(&self) -> bool {
        self.limits.is_some_and(|(_, limits)| limits.ascending)
    }

    /// What stands behind the last record.
    pub fn tail(&self) -> &'static str {
        match (self.framing, self.game) {
            (Framing::Zero, Game::Wythoff(_) | Game::AtMostApart) => "0 0\n",
            (Framing::Zero, Game::Nim | Game::ReturnOfTheNim) => "0\n",
            _ => "",
        }
    }
}
