//! Online-judge problems of the family: how each one lays out its input and words its answers.
//!
//! Owns the table of [`PROFILES`], one entry a problem, and what the problems that are no list of pairs
//! ask of a case ([`cases`]). It refuses to read or write anything. Invariant: a profile is data; no
//! code anywhere asks for a problem by its name.
//!
//! # How to add a judge
//!
//! Add its entry to [`PROFILES`]: framing, game, answer, words, limits, sample. The tests then run its
//! sample, compare it with a search by the rules alone, and ask for it in the lists that users see.
//! A new game needs a [`Game`] and what a case of it asks in [`cases`]; the rest follows.

pub mod cases;
#[allow(clippy::module_inception)]
mod problem;
mod profiles;
pub mod submissions;

pub use problem::{Asked, same_words};
pub use profiles::PROFILES;

use crate::error::{Error, ErrorKind, Result};
use crate::game::Rule;
use std::fmt;
use std::str::FromStr;

/// How records follow one another. Under each, any run of blanks and line ends separates numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Records until the end of the input.
    Eof,
    /// A number, then so many records.
    Count,
    /// A record `0 0`, or a case of no numbers, ends the input and has no answer.
    Zero,
    /// A single record.
    One,
}

/// What a record is, and by which rules it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Two piles of Wythoff's game.
    Wythoff(Rule),
    /// `n`, then `n` piles of Nim.
    Nim,
    /// `n`, then `n` piles: two are Wythoff's game, any other number is Nim.
    ReturnOfTheNim,
    /// `K Q`, then `Q` pairs of Wythoff's game in which the amounts taken from both piles may differ
    /// by at most `K`. A case is answered by a line a pair, and an empty line.
    AtMostApart,
}

/// What is said of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// One of the two words.
    Word,
    /// How many winning first moves there are.
    MoveCount,
    /// The word; of a hot position, then what each winning move leads to, a line each. Wythoff: the
    /// two piles, smaller first; Nim: the pile as it was and as it is to be.
    Moves,
}

/// The words for hot and for cold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HotCold {
    /// The player to move wins.
    pub hot: &'static str,
    /// The player to move loses.
    pub cold: &'static str,
}

/// What the problem promises of its input. Beyond it answers are as exact; it is only worth a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest pile, in decimal digits: it may be beyond any machine word.
    pub pile: &'static str,
    /// The most records after a count.
    pub records: Option<u64>,
    /// The most piles in a case.
    pub piles: Option<u64>,
    /// Of two piles the smaller comes first. Nothing but pairs is asked for that.
    pub ascending: bool,
}

/// One problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Judge and number, as `--as` takes it.
    pub name: &'static str,
    /// The problem's title.
    pub title: &'static str,
    /// The same, or what it is known as, in Chinese.
    pub title_zh: &'static str,
    /// What it asks, in a sentence.
    pub asks: &'static str,
    /// The same in Chinese.
    pub asks_zh: &'static str,
    /// How its records follow one another.
    pub framing: Framing,
    /// What a record is.
    pub game: Game,
    /// What is said of it.
    pub answer: Answer,
    /// In which words.
    pub words: HotCold,
    /// Within which limits.
    pub limits: Limits,
    /// An input, and what is to be answered.
    pub sample: (&'static str, &'static str),
}

/// The profile of that name; the error lists those that are near, or says where all are listed.
pub fn profile(name: &str) -> Result<&'static Profile> {
    name.parse::<Named>().map(|named| named.0)
}

struct Named(&'static Profile);

impl FromStr for Named {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let plain = |text: &str| -> String {
            text.chars()
                .filter(|c| c.is_alphanumeric())
                .flat_map(char::to_lowercase)
                .collect()
        };
        PROFILES
            .iter()
            .find(|profile| plain(profile.name) == plain(name))
            .map(Named)
            .ok_or_else(|| {
                let names: Vec<_> = PROFILES.iter().map(|profile| profile.name).collect();
                Error::new(ErrorKind::Argument(format!(
                    "there is no profile `{}`; there are {}",
                    name.escape_debug(),
                    names.join(", ")
                )))
            })
    }
}

impl Profile {
    /// Whether its records are pairs of piles and nothing else, which the fast kernels read.
    pub fn is_pairs(&self) -> bool {
        matches!(self.game, Game::Wythoff(_))
    }
}

impl Framing {
    /// All of them, by name.
    pub const ALL: [Framing; 4] = [Framing::Eof, Framing::Count, Framing::Zero, Framing::One];

    /// As `--in` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Framing::Eof => "eof",
            Framing::Count => "count",
            Framing::Zero => "zero",
            Framing::One => "one",
        }
    }
}

impl fmt::Display for Framing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Whether a pile of these digits (leading zeros are fine) is larger than the number `limit`.
pub fn beyond(digits: &[u8], limit: &str) -> bool {
    let zeros = digits.iter().take_while(|&&c| c == b'0').count();
    let digits = &digits[zeros..];
    (digits.len(), digits) > (limit.len(), limit.as_bytes())
}

#[cfg(test)]
mod tests;
