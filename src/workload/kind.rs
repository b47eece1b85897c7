//! The kinds of positions.
//!
//! Defines the names of the kinds and documents what each one draws. The order of [`Kind::ALL`] is
//! part of the stream: a new kind is added at the end.

use super::find_by_name;
use crate::error::Error;
use std::fmt;
use std::str::FromStr;

/// A kind of position, with both piles at most a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Each pile is uniform from 0 to the limit. One draw for the first pile, one for the second.
    Uniform,
    /// The number of digits of each pile is uniform. A pile draws its number of digits, from 1 to
    /// that of the limit, then a number of that length (0 has one digit) up to the limit. The first
    /// pile draws before the second.
    Digits,
    /// A cold position. It draws the index of the pair, uniform among those within the limit, then
    /// a coin: on heads the larger pile comes first.
    Cold,
    /// One pile differs by 1 from a cold position. It is always hot, as each pile has exactly one
    /// partner. It draws an index as [`Kind::Cold`] does, then a number below 4: 0 adds 1 to the
    /// lower pile, 1 subtracts 1 from the lower pile, 2 adds 1 to the upper pile, 3 subtracts 1
    /// from the upper pile (a step beyond the limits goes the other way). Then a coin, as in
    /// [`Kind::Cold`].
    Near,
    /// A position where an approximation of phi fails first. With `d` for the difference of the
    /// piles, `d * phi` is very near a whole number only if some whole `x` has a small
    /// `|x^2 - x*d - d^2|`. All such `d` are in sequences with the recurrence of the Fibonacci
    /// numbers. It draws a coin: on heads, `d` is a Fibonacci number (the form is 1); on tails, `d`
    /// is any number for which some `x` gives a form of at most 100. One draw chooses `d` among
    /// those within the limit, ascending, with 0 among them. The position is the pair with index
    /// `d`, or a position on its diagonal at most two steps from it: a number below 5 stands for
    /// the steps from -2 to +2 (a step beyond the limits counts as 0). Then a coin, as in
    /// [`Kind::Cold`].
    Worst,
    /// The previous record with its piles swapped, because an answer must not depend on the order.
    /// The first record of a block swaps a [`Kind::Uniform`] position.
    Swapped,
    /// Each pile is 0 with a probability of 1 in 4 (a number below 4 is 0). Otherwise it is uniform
    /// among the numbers where something changes: 0 to 3, the powers of ten, the powers of two at
    /// which a type of C ends (the exponents 8, 15, 16, 31, 32, 52, 53, 63, 64, 127, 128), each
    /// power with both its neighbours, half the limit, the limit and the number before it. Then,
    /// with a probability of 1 in 8, the second pile becomes equal to the first.
    Edges,
    /// A position for which a published formula in double precision is wrong: a known cold position,
    /// or a position on the diagonal of a cold one, one or two steps from it. A first coin chooses the
    /// outcome: cold for heads, hot for tails. The next draw chooses one of the positions of that
    /// outcome within the limit, in the order of their difference, then of their smaller pile. A last
    /// coin is drawn as in [`Kind::Cold`]. If one of the outcomes has no such position (limits up to
    /// 267914295), or if not all such positions are known (limits above `u64`), it is the same as
    /// [`Kind::Worst`].
    Killers,
}

/// The names, in the order of [`Kind::ALL`].
#[rustfmt::skip]
const NAMES: [&str; Kind::ALL.len()] =
    ["uniform", "digits", "cold", "near", "worst", "swapped", "edges", "killers"];

impl Kind {
    /// All kinds, in the order in which their weights are drawn.
    pub const ALL: &[Kind] = &[
        Kind::Uniform,
        Kind::Digits,
        Kind::Cold,
        Kind::Near,
        Kind::Worst,
        Kind::Swapped,
        Kind::Edges,
        Kind::Killers,
    ];

    /// The name, which [`str::parse`] accepts.
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kind {
    type Err = Error;

    /// Returns the kind with that name. The error lists all kinds.
    fn from_str(name: &str) -> Result<Self, Error> {
        find_by_name("kind", Kind::ALL, |kind| kind.name(), name)
    }
}
