//! A pile as a `u64` or as a big integer. This trait has the operations that differ, so that other modules need only one
//! generic function.

use super::big::{pair_big, rank_big};
use super::generalised::rank_generalised;
use super::{Rank, Rule, Side, pair_generalised};
use crate::decimal;
use num_bigint::BigUint;
use num_traits::{CheckedAdd, CheckedMul, CheckedSub};
use std::num::NonZeroU64;
use std::ops::Div;

pub(crate) trait Pile:
    Clone
    + Ord
    + From<u64>
    + TryFrom<BigUint>
    + Into<BigUint>
    + CheckedAdd
    + CheckedSub
    + CheckedMul
    + Div<Output = Self>
{
    fn is_cold(rule: Rule, piles: [&Self; 2]) -> bool;
    /// The pair of index `k` under the rule with `r`; `None` if a number does not fit.
    fn pair(k: &Self, r: NonZeroU64) -> Option<(Self, Self)>;
    /// The index of the pair that contains the number, and the side of the number.
    fn rank(&self, r: NonZeroU64) -> Rank<Self>;
    fn write_decimal(&self, out: &mut Vec<u8>);
    /// A number that is uniform in `0..=self` if the words are random. The two types take different numbers of words.
    fn uniform(&self, random_word: impl FnMut() -> u64) -> Self;

    /// The largest index of a pair whose numbers are both at most this number.
    fn last_index(&self, r: NonZeroU64) -> Self {
        let Rank { k, side } = self.rank(r);
        match side {
            Side::Upper => k,
            // k of the numbers from 1 to this number are lower numbers; the others are upper numbers.
            Side::Lower => self.clone() - k,
        }
    }
}

impl Pile for u64 {
    #[inline]
    fn is_cold(rule: Rule, [a, b]: [&Self; 2]) -> bool {
        rule.is_cold(*a, *b)
    }

    #[inline]
    fn pair(k: &Self, r: NonZeroU64) -> Option<(Self, Self)> {
        pair_generalised(*k, r)
    }

    #[inline]
    fn rank(&self, r: NonZeroU64) -> Rank {
        rank_generalised(*self, r)
    }

    #[inline]
    fn write_decimal(&self, out: &mut Vec<u8>) {
        decimal::push(*self, out);
    }

    #[inline]
    fn uniform(&self, mut random_word: impl FnMut() -> u64) -> Self {
        // At most (2^64 - 1) * 2^64.
        ((u128::from(random_word()) * (u128::from(*self) + 1)) >> 64) as u64
    }
}

impl Pile for BigUint {
    fn is_cold(rule: Rule, [a, b]: [&Self; 2]) -> bool {
        rule.is_cold_big(a, b)
    }

    fn pair(k: &Self, r: NonZeroU64) -> Option<(Self, Self)> {
        Some(pair_big(k, r))
    }

    fn rank(&self, r: NonZeroU64) -> Rank<Self> {
        rank_big(self, r)
    }

    fn write_decimal(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.to_str_radix(10).as_bytes());
    }

    fn uniform(&self, mut random_word: impl FnMut() -> u64) -> Self {
        let words = self.bits().div_ceil(64) + 1;
        let words_32 = (0..words).map(|_| random_word());
        let words_32 = words_32.flat_map(|word| [word as u32, (word >> 32) as u32]);
        let random = BigUint::new(words_32.collect());
        (random * (self + 1_u32)) >> (64 * words)
    }
}
