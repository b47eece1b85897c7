//! A pile as a number: a machine word, or of any size.
//!
//! Owns what differs between the two, so that each kind of position is written once. Invariant: where
//! both can hold a number they print it alike; what they draw for it differs, see the stream.

use super::Draws;
use crate::error::{Error, ErrorKind};
use crate::game::big::{pair_big, rank_big};
use crate::game::moves::distinct_positions;
use crate::game::{Rank, Rule, Side, pair_generalised, rank_generalised, wythoff_pair};
use crate::problem::Asked;
use num_bigint::BigUint;
use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

/// The largest pile that is wanted: at least 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Max(pub(super) BigUint);

/// The largest pile, where nothing says which.
const USUAL: u64 = 1_000_000_000;

/// Digits of the largest that can be asked for.
const LONGEST: u32 = 1000;

impl From<u64> for Max {
    /// At least 1.
    fn from(most: u64) -> Self {
        Self(most.max(1).into())
    }
}

impl From<BigUint> for Max {
    /// At least 1.
    fn from(most: BigUint) -> Self {
        Self(most.max(1_u32.into()))
    }
}

impl From<Max> for BigUint {
    fn from(max: Max) -> Self {
        max.0
    }
}

impl Max {
    /// The largest pile of an input of which that is asked: `max`, or else the problem's limit, or else 10^9.
    ///
    /// Errors if `max` is beyond the problem's limit.
    pub fn of(asked: &Asked, max: Option<Max>) -> Result<Max, Error> {
        let Some((name, limits)) = asked.limits else {
            return Ok(max.unwrap_or(Max::from(USUAL)));
        };
        let limit: Max = limits.pile.parse()?;
        match max {
            Some(max) if max.0 > limit.0 => Err(Error::new(ErrorKind::Argument(format!(
                "{name} has no pile beyond {limit}; the largest may be that, or less"
            )))),
            max => Ok(max.unwrap_or(limit)),
        }
    }
}

impl fmt::Display for Max {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Max {
    type Err = Error;

    /// Any [`amount`] from 1 on, of at most a thousand digits.
    fn from_str(text: &str) -> Result<Self, Error> {
        let end = BigUint::from(10_u32).pow(LONGEST);
        amount(text)
            .filter(|max| *max != BigUint::ZERO && *max < end)
            .map(Max)
            .ok_or_else(|| {
                Error::new(ErrorKind::Argument(format!(
                    "the largest pile is a whole number from 1 up to {LONGEST} digits, as 1000000000, 1e18 or 2^64-1"
                )))
            })
    }
}

/// The number that `text` stands for: digits, or as `1e18`, `10^100` or `2^64-1`; `None` if it is none of these, or
/// beyond all that can be asked for.
///
/// ```
/// let word = wythoff::workload::amount("2^64-1").expect("a number");
/// assert_eq!(word, u64::MAX.into());
/// ```
pub fn amount(text: &str) -> Option<BigUint> {
    let digits = |text: &str| {
        let all = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        let short = text.len() <= LONGEST as usize;
        (all && short)
            .then(|| BigUint::parse_bytes(text.as_bytes(), 10))
            .flatten()
    };
    let exponent = |text: &str| -> Option<u32> {
        let small = text.bytes().all(|c| c.is_ascii_digit());
        small
            .then(|| text.parse().ok())
            .flatten()
            .filter(|&e| e <= 4 * LONGEST)
    };
    let power = |text: &str| {
        if let Some((factor, e)) = text.split_once(['e', 'E']) {
            let (factor, e) = (digits(factor), exponent(e));
            factor
                .zip(e)
                .map(|(factor, e)| factor * BigUint::from(10_u32).pow(e))
        } else {
            let (base, e) = text.split_once('^')?;
            // No base with an exponent of four thousand may be a number of a thousand digits.
            let (base, e) = (digits(base).filter(|_| base.len() <= 4), exponent(e));
            base.zip(e).map(|(base, e)| base.pow(e))
        }
    };
    match text.split_once('-') {
        // Of a power only: what else would somebody subtract from?
        Some((from, less)) => {
            let (from, less) = power(from).zip(digits(less))?;
            (from >= less).then(|| from - less)
        }
        None => digits(text).or_else(|| power(text)),
    }
}

/// What a pile must be able to do.
pub(super) trait Pile: Clone + Ord {
    /// That number, if it fits.
    fn of(number: &BigUint) -> Option<Self>;
    /// Uniform in `0..=most`.
    fn up_to(most: &Self, draws: &mut Draws) -> Self;
    /// The sum, which fits.
    fn with(&self, other: &Self) -> Self;
    /// Its sum with a small number, if it fits.
    fn plus(&self, step: u64) -> Option<Self>;
    /// The difference, if it isn't negative.
    fn minus(&self, other: &Self) -> Option<Self>;
    /// So many times it, and `more`, if that fits.
    fn times_plus(&self, factor: NonZeroU64, more: &Self) -> Option<Self>;
    /// The pair of index `k` in the game of that `r`, which fits.
    fn pair(k: &Self, r: NonZeroU64) -> (Self, Self);
    /// The largest index of a pair with both numbers at most `most`.
    fn last_index(most: &Self, r: NonZeroU64) -> Self;
    /// Whether the position is cold.
    fn is_cold(rule: Rule, a: &Self, b: &Self) -> bool;
    /// Where winning moves lead, each position once, the smaller pile first.
    fn winning(rule: Rule, a: &Self, b: &Self) -> Vec<(Self, Self)>;
    /// Appends its digits.
    fn print(&self, out: &mut Vec<u8>);
}

impl Pile for u64 {
    fn of(number: &BigUint) -> Option<Self> {
        number.try_into().ok()
    }

    #[inline]
    fn up_to(most: &Self, draws: &mut Draws) -> Self {
        draws.up_to(*most)
    }

    #[inline]
    fn with(&self, other: &Self) -> Self {
        self + other
    }

    #[inline]
    fn plus(&self, step: u64) -> Option<Self> {
        self.checked_add(step)
    }

    #[inline]
    fn minus(&self, other: &Self) -> Option<Self> {
        self.checked_sub(*other)
    }

    fn times_plus(&self, factor: NonZeroU64, more: &Self) -> Option<Self> {
        self.checked_mul(factor.get())?.checked_add(*more)
    }

    #[inline]
    fn pair(k: &Self, r: NonZeroU64) -> (Self, Self) {
        let pair = match r {
            NonZeroU64::MIN => wythoff_pair(*k),
            r => pair_generalised(*k, r),
        };
        pair.expect("an index up to the last one")
    }

    fn last_index(most: &Self, r: NonZeroU64) -> Self {
        match rank_generalised(*most, r) {
            Rank {
                k,
                side: Side::Upper,
            } => k,
            // k of the numbers from 1 to `most` are lower ones, and the rest are upper.
            Rank {
                k,
                side: Side::Lower,
            } => most - k,
        }
    }

    #[inline]
    fn is_cold(rule: Rule, a: &Self, b: &Self) -> bool {
        rule.is_cold(*a, *b)
    }

    fn winning(rule: Rule, a: &Self, b: &Self) -> Vec<(Self, Self)> {
        rule.winning_moves(*a, *b).positions().collect()
    }

    #[inline]
    fn print(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(itoa::Buffer::new().format(*self).as_bytes());
    }
}

impl Pile for BigUint {
    fn of(number: &BigUint) -> Option<Self> {
        Some(number.clone())
    }

    fn up_to(most: &Self, draws: &mut Draws) -> Self {
        let words = most.bits().div_ceil(64) + 1;
        let halves = (0..words).map(|_| draws.word());
        let halves = halves.flat_map(|word| [word as u32, (word >> 32) as u32]);
        let random = BigUint::new(halves.collect());
        (random * (most + 1_u32)) >> (64 * words)
    }

    fn with(&self, other: &Self) -> Self {
        self + other
    }

    fn plus(&self, step: u64) -> Option<Self> {
        Some(self + step)
    }

    fn minus(&self, other: &Self) -> Option<Self> {
        (self >= other).then(|| self - other)
    }

    fn times_plus(&self, factor: NonZeroU64, more: &Self) -> Option<Self> {
        Some(self * factor.get() + more)
    }

    fn pair(k: &Self, r: NonZeroU64) -> (Self, Self) {
        pair_big(k, r)
    }

    fn last_index(most: &Self, r: NonZeroU64) -> Self {
        match rank_big(most, r) {
            Rank {
                k,
                side: Side::Upper,
            } => k,
            Rank {
                k,
                side: Side::Lower,
            } => most - k,
        }
    }

    fn is_cold(rule: Rule, a: &Self, b: &Self) -> bool {
        rule.is_cold_big(a, b)
    }

    fn winning(rule: Rule, a: &Self, b: &Self) -> Vec<(Self, Self)> {
        let moves = rule.winning_moves_big(a, b);
        distinct_positions(&moves).cloned().collect()
    }

    fn print(&self, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend(self.to_radix_le(10).into_iter().map(|digit| b'0' + digit));
        out[start..].reverse();
    }
}
