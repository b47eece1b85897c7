//! The kinds of positions.
//!
//! Owns their names and what each one draws. Invariant: the order of [`Kind::ALL`] is part of the
//! stream; a new kind goes behind the others.

use crate::error::{Error, ErrorKind};
use std::fmt;
use std::str::FromStr;

/// A kind of position, with both piles at most a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Each pile uniform from 0 to the limit: one draw for the first, one for the second.
    Uniform,
    /// Each pile of as many digits as another: a length, from 1 to that of the limit, then a number
    /// among those of that length (0 has one digit) up to the limit. The first pile, then the
    /// second.
    Digits,
    /// A cold position: the index of its pair, uniform, then a coin: heads, and the larger pile
    /// stands first.
    Cold,
    /// One off a cold position, and so always hot, as a pile has one partner only: an index, then a
    /// number below 4: the lower pile one more, one less, the upper pile one more, one less (a
    /// step out of the limits is taken the other way); then a coin, as in [`Kind::Cold`].
    Near,
    /// Where an approximation of phi fails first. With `d` for the difference of the piles, `d * phi`
    /// is very near a whole number only if some whole `x` has a small `|x^2 - x*d - d^2|`, and all such
    /// `d` lie on sequences made like Fibonacci's. A coin: heads, `d` is a Fibonacci number (the form
    /// is 1), else any number whose form is at most 100; which one of those that the limit allows,
    /// ascending and 0 among them, is one draw. The position is the pair of that index, or the one
    /// or two steps along the diagonal beside it, down or up: a number below 5, from -2 to +2 (0
    /// instead of a step out of the limits). Then a coin, as in [`Kind::Cold`].
    Worst,
    /// The record before it with its piles swapped: an answer must not depend on their order. The
    /// first of a block swaps a [`Kind::Uniform`] one.
    Swapped,
    /// Each pile 0 once in 4 times (a number below 4 is 0), else uniform among numbers where
    /// something changes: 0 to 3, the powers of ten, those of two at which a type of C ends (2^8, 15,
    /// 16, 31, 32, 52, 53, 63, 64, 127, 128), each with both its neighbours, half the limit, the limit and the
    /// number before it. Then once in 8 times the second pile becomes equal to the first.
    Edges,
    /// Where a formula in double precision, as it is published, is wrong: known positions, cold ones and those one
    /// or two steps along the diagonal beside them. A coin: heads, a cold one, else a hot one; which one of those
    /// within the limit, ascending by difference and smaller pile, is one draw. Then a coin, as in
    /// [`Kind::Cold`]. Where there are none of one outcome (up to 267914295) or not all are known (a limit beyond
    /// `u64`), as in [`Kind::Worst`].
    Killers,
}

impl Kind {
    /// All of them. Weights are drawn in this order.
    pub const ALL: [Kind; 8] = [
        Kind::Uniform,
        Kind::Digits,
        Kind::Cold,
        Kind::Near,
        Kind::Worst,
        Kind::Swapped,
        Kind::Edges,
        Kind::Killers,
    ];

    /// Its name, which [`str::parse`] takes.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Uniform => "uniform",
            Kind::Digits => "digits",
            Kind::Cold => "cold",
            Kind::Near => "near",
            Kind::Worst => "worst",
            Kind::Swapped => "swapped",
            Kind::Edges => "edges",
            Kind::Killers => "killers",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = Error;

    /// The kind of that name; the error lists them all.
    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| {
            Error::new(ErrorKind::Argument(format!(
                "there is no kind `{}`; there are {}",
                name.escape_debug(),
                Kind::ALL.map(Kind::name).join(", ")
            )))
        })
    }
}
