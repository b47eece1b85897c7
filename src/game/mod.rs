//! The mathematics of Wythoff's game: whole numbers only.
//!
//! This module owns every question about the game itself. It does no I/O, knows no file format and
//! imports nothing else from the crate. Its one invariant: every answer is exact for every value of
//! its argument types. No floating point is used, except in [`published`], which is about its errors.
//!
//! # The game
//!
//! Two piles. A move takes any positive number of objects from one pile, or the same positive number
//! from both. Whoever takes the last object wins (W. A. Wythoff, *A modification of the game of nim*,
//! Nieuw Archief voor Wiskunde 7, 1907).
//!
//! # Glossary
//!
//! * **cold** position: the player to move loses against perfect play. Also *P-position* (the
//!   Previous player wins), in Chinese 奇异局势.
//! * **hot** position: the player to move wins. Also *N-position* (the Next player wins), 非奇异局势.
//!   A position is cold exactly if no move leads from it to a cold one.
//! * **phi**: the golden ratio `(1 + sqrt 5) / 2 = 1.618...`.
//! * **alpha**: `phi - 1 = 1 / phi = 0.618...`, the fraction that [`phi`] keeps in fixed point. For
//!   a whole `d`, `floor(d * phi) = d + floor(d * alpha)`.
//! * **Wythoff pair**: a cold position with its piles in order, `(lower, upper)`.
//! * **k**, the index of a pair: `k = upper - lower`. Each `k >= 0` has exactly one pair,
//!   `(floor(k * phi), floor(k * phi^2))` (Wythoff's theorem). Pair 0 is `(0, 0)`, pair 1 is
//!   `(1, 2)`. Where the difference comes from two piles of unknown outcome it is called `d`.
//! * **Beatty sequence** of an irrational `r > 1`: `floor(k * r)` for `k = 1, 2, 3, ...`.
//!   The one of phi is the **lower Wythoff sequence** (OEIS [A000201]: 1, 3, 4, 6, 8, ...), the one
//!   of `phi^2` is the **upper Wythoff sequence** (OEIS [A001950]: 2, 5, 7, 10, 13, ...). As
//!   `1/phi + 1/phi^2 = 1`, each positive number is in exactly one of the two (Beatty's theorem).
//! * **partner** of `n`: the other number of the one Wythoff pair that `n` belongs to.
//! * **rank** of `n`: the index of that pair, and whether `n` is its lower or its upper number.
//! * **winning move**: a move to a cold position. A hot position has one, unless no move is left in it.
//! * **rule**: which game is played with two piles. *Normal* is the above; *misere*: whoever takes the
//!   last object loses; *generalised* (Fraenkel, also r-Wythoff): takes from both piles may differ by less
//!   than `r`, and the pairs, ranks and partners are those of `r`.
//!
//! * **nim-sum**: the xor of numbers. **Grundy value** of a position: the least whole number that no position
//!   one move away has (mex); 0 exactly if it is cold.
//! * **Zeckendorf representation**: a number as the sum of Fibonacci numbers, no two of them neighbours.
//!
//! # Where things are
//!
//! | module | question |
//! |---|---|
//! | [`phi`] | what is `floor(d * alpha)`? with a proof, checked by the compiler, that the width suffices |
//! | [`cold`] | is this position cold? and a column of them |
//! | [`beatty`] | what is the k-th Wythoff pair? which pair does a number belong to? |
//! | [`moves`] | which moves win? |
//! | [`misere`] | the same, if whoever takes the last object loses |
//! | [`generalised`] | the same, if takes from both piles may differ by less than `r` |
//! | [`rule`] | the same, for a rule known at run time |
//! | [`nim`] | the same for any number of piles, each move from one of them |
//! | [`sequence`] | which positions are cold, one after the other? |
//! | [`grundy`] | what is the Grundy value of a position? a table |
//! | [`mod@zeckendorf`] | how is a number written in Fibonacci digits? |
//! | [`published`] | what do the usual programs in double precision say? wrong on purpose |
//! | [`big`] | the same for numbers beyond `u64`: cold or not, moves, pairs, ranks, digits; under every rule |
//! | [`oracle`] | the same answers, slowly and by other means |
//!
//! [A000201]: https://oeis.org/A000201
//! [A001950]: https://oeis.org/A001950

use std::fmt;

pub mod beatty;
pub mod big;
mod certificate;
pub mod cold;
pub mod generalised;
pub mod grundy;
pub mod misere;
pub mod moves;
pub mod nim;
pub mod oracle;
pub mod phi;
pub mod published;
pub mod rule;
pub mod sequence;
#[cfg(target_arch = "x86_64")]
pub mod x86_64;
pub mod zeckendorf;

#[cfg(test)]
mod tests;

pub use beatty::{Rank, Side, partner, rank, wythoff_pair};
pub use big::{
    is_cold_big, is_cold_decimal, is_cold_u128, pair_big, partner_big, rank_big, winning_moves_big,
};
pub use cold::{is_cold, is_cold_column, is_cold_u32};
pub use generalised::{
    is_cold_generalised, pair_generalised, rank_generalised, winning_moves_generalised,
};
pub use grundy::GrundyTable;
pub use misere::{is_cold_misere, winning_moves_misere};
pub use moves::{Move, Moves, Take, winning_moves};
pub use nim::{NimMove, NimRule, nim_sum};
pub use rule::Rule;
pub use sequence::{
    Pairs, lower_sequence_from, pairs_from, pairs_with_lower_in, pairs_with_member_in,
    upper_sequence_from,
};
pub use zeckendorf::{Zeckendorf, zeckendorf};

/// What perfect play makes of a position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// N-position: the player to move wins.
    Hot,
    /// P-position: the player to move loses.
    Cold,
}

impl Outcome {
    /// `Cold` for true, `Hot` for false: the bridge from the tests named `is_cold...`.
    #[must_use]
    pub const fn from_cold(cold: bool) -> Self {
        if cold { Self::Cold } else { Self::Hot }
    }

    /// True for [`Outcome::Cold`].
    #[must_use]
    pub const fn is_cold(self) -> bool {
        matches!(self, Self::Cold)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Hot => "hot",
            Self::Cold => "cold",
        })
    }
}

/// Two piles, in the order in which they were given.
///
/// The order never changes the outcome; it is kept so that a position prints as it was read.
///
/// ```
/// use wythoff::game::{Outcome, Position};
/// assert_eq!(Position::new(2, 1).outcome(), Outcome::Cold);
/// assert_eq!(Position::new(4, 4).outcome(), Outcome::Hot);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The first pile.
    pub a: u64,
    /// The second pile.
    pub b: u64,
}

impl Position {
    /// The position with these piles.
    #[must_use]
    pub const fn new(a: u64, b: u64) -> Self {
        Self { a, b }
    }

    /// The smaller pile first.
    #[must_use]
    pub const fn sorted(self) -> Self {
        if self.a <= self.b {
            self
        } else {
            Self::new(self.b, self.a)
        }
    }

    /// The difference of the piles: if the position is cold, the index of its Wythoff pair.
    #[must_use]
    pub const fn difference(self) -> u64 {
        self.a.abs_diff(self.b)
    }

    /// Whether the player to move loses.
    #[must_use]
    pub const fn is_cold(self) -> bool {
        cold::is_cold(self.a, self.b)
    }

    /// [`Position::is_cold`] as an [`Outcome`].
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        Outcome::from_cold(self.is_cold())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.a, self.b)
    }
}
