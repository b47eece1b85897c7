//! The mathematics of Wythoff's game: whole numbers only.
//!
//! Every answer is exact for every value of the argument types, unless a function documents a smaller range. Only
//! [`double_int`] and [`double_lower`] use floating point, because their subject is the rounding errors of published programs.
//! Functions whose names end in `_big` take numbers of any size.
//!
//! [`is_cold`], [`is_cold_column`](crate::is_cold_column), [`winning_moves`](crate::winning_moves) and [`Rule`] are in
//! [the crate](crate), which also has the rules of the game. It is from W. A. Wythoff, *A modification of the game of nim*,
//! Nieuw Archief voor Wiskunde 7, 1907.
//!
//! # Glossary
//!
//! * **cold** position: the player to move loses against perfect play. Also called *P-position* (the Previous player wins), in
//!   Chinese 奇异局势. A position is cold exactly if no move leads from it to a cold position; each other one is **hot**.
//! * **phi**: the golden ratio `(1 + sqrt 5) / 2 = 1.618...`; **alpha**: `phi - 1 = 1 / phi`. For a whole number `d`,
//!   `floor(d * phi) = d + floor(d * alpha)`.
//! * **Wythoff pair**: a cold position with the smaller pile first, `(lower, upper)`.
//! * **k**, the index of a pair: `k = upper - lower`. Each `k >= 0` has exactly one pair, `(floor(k * phi), floor(k * phi^2))`
//!   (Wythoff's theorem). Pair 0 is `(0, 0)`, pair 1 is `(1, 2)`. For a position whose outcome is not known yet, the
//!   difference of the piles is called `d`.
//! * **Beatty sequence** of an irrational number `r > 1`: `floor(k * r)` for `k = 1, 2, 3, ...`. The Beatty sequence of phi is
//!   the **lower Wythoff sequence** (OEIS [A000201]: 1, 3, 4, 6, 8, ...). The Beatty sequence of `phi^2` is the **upper
//!   Wythoff sequence** (OEIS [A001950]: 2, 5, 7, 10, 13, ...). As `1/phi + 1/phi^2 = 1`, each positive number is in exactly
//!   one of the two sequences (Beatty's theorem).
//! * **partner** of `n`: the other number of the one Wythoff pair that contains `n`.
//! * **winning move**: a move to a cold position. Every hot position has one, except `(0, 0)` under the misere rule.
//! * **Grundy value** of a position: the mex (minimum excluded number) of the values of all positions one move away, which is
//!   the least whole number that none of them has. It is 0 exactly if the position is cold.
//!
//! [A000201]: https://oeis.org/A000201
//! [A001950]: https://oeis.org/A001950

#[cfg(target_arch = "aarch64")]
pub(crate) mod aarch64;
mod beatty;
pub(crate) mod big;
pub(crate) mod cold;
pub(crate) mod column;
pub(crate) mod generalised;
mod grundy;
mod misere;
pub(crate) mod moves;
pub(crate) mod near_whole;
pub(crate) mod nim;
mod phi;
pub(crate) mod pile;
pub(crate) mod published;
pub(crate) mod ratio;
pub(crate) mod rule;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64;

#[cfg(test)]
pub(crate) mod tests;

pub use self::{
    beatty::{Rank, Side, rank, wythoff_pair},
    big::{first_index_big, is_cold_u128, pair_big, rank_big, zeckendorf_digits_big},
    cold::is_cold_u32,
    generalised::pair_generalised,
    grundy::GrundyTable,
    moves::{Move, Moves, Take, partner_big},
    nim::{NimMove, NimRule, nim_sum},
    published::{double_int, double_lower},
};
/// The type of piles beyond `u64`.
pub use num_bigint::BigUint;

pub(crate) use self::{big::is_cold_decimal, cold::is_cold, rule::Rule};
