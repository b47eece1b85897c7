//! The arithmetic of a pile, as a `u64` or as a big integer.
//!
//! The trait [`Pile`] contains what differs between the two types, so that each kind of position is written once. For a
//! number that both types can hold, both print the same digits. The draws for a number differ; see the section on the
//! stream in [`super`].

use super::Draws;
use crate::game::big::{pair_big, rank_big};
use crate::game::generalised::rank_generalised;
use crate::game::{Rank, Side, pair_generalised};
use crate::problem::PileValue;
use num_bigint::BigUint;
use num_traits::{CheckedAdd, CheckedMul, CheckedSub};
use std::num::NonZeroU64;

/// The operations on piles that the kinds of positions need.
pub(super) trait Pile:
    PileValue
    + Clone
    + Ord
    + From<u64>
    + TryFrom<BigUint>
    + Into<BigUint>
    + CheckedAdd
    + CheckedSub
    + CheckedMul
{
    /// Draws a number, uniform in `0..=max`.
    fn up_to(max: &Self, draws: &mut Draws) -> Self;
    /// The pair of index `k` under the rule with `r`. The caller ensures that it fits.
    fn pair(k: &Self, r: NonZeroU64) -> (Self, Self);
    /// Whether `x` is a lower or an upper number of a pair, and the index of this pair.
    fn rank(x: &Self, r: NonZeroU64) -> Rank<Self>;
    /// The largest index of a pair with both numbers at most `max`.
    fn last_index(max: &Self, r: NonZeroU64) -> Self {
        let Rank { k, side } = Self::rank(max, r);
        match side {
            Side::Upper => k,
            // k of the numbers from 1 to `max` are lower numbers, and the others are upper numbers.
            Side::Lower => max.clone() - k,
        }
    }
}

impl Pile for u64 {
    #[inline]
    fn up_to(max: &Self, draws: &mut Draws) -> Self {
        draws.up_to(*max)
    }

    #[inline]
    fn pair(k: &Self, r: NonZeroU64) -> (Self, Self) {
        pair_generalised(*k, r).expect("the pair of an index up to the last one fits")
    }

    fn rank(x: &Self, r: NonZeroU64) -> Rank {
        rank_generalised(*x, r)
    }
}

impl Pile for BigUint {
    fn up_to(max: &Self, draws: &mut Draws) -> Self {
        let words = max.bits().div_ceil(64) + 1;
        let words_32 = (0..words).map(|_| draws.word());
        let words_32 = words_32.flat_map(|word| [word as u32, (word >> 32) as u32]);
        let random = BigUint::new(words_32.collect());
        (random * (max + 1_u32)) >> (64 * words)
    }

    fn pair(k: &Self, r: NonZeroU64) -> (Self, Self) {
        pair_big(k, r)
    }

    fn rank(x: &Self, r: NonZeroU64) -> Rank<Self> {
        rank_big(x, r)
    }
}
