//! The arithmetic of a pile, as a `u64` or as a big integer.
//!
//! The trait [`Pile`] contains what differs between the two types, so that each kind of position is
//! written once. For a number that both types can hold, both print the same digits. The draws for a
//! number differ; see the section on the stream in [`super`].

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

/// The largest pile of a workload: at least 1. In text it is any [`amount`] of at most a thousand
/// digits.
///
/// ```
/// use wythoff::workload::Max;
/// let max: Max = "2^64-1".parse()?;
/// assert_eq!(max, Max::from(u64::MAX));
/// assert!("0".parse::<Max>().is_err());
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Max(pub(super) BigUint);

/// The largest pile if neither the caller nor the problem gives one.
const DEFAULT_MAX: u64 = 1_000_000_000;

/// The largest number of decimal digits of an [`amount`] that is written in digits, and of a
/// [`Max`].
const MAX_DIGITS: u32 = 1000;

impl From<u64> for Max {
    /// At least 1.
    fn from(max: u64) -> Self {
        Self(max.max(1).into())
    }
}

impl From<BigUint> for Max {
    /// At least 1.
    fn from(max: BigUint) -> Self {
        Self(max.max(1_u32.into()))
    }
}

impl From<Max> for BigUint {
    fn from(max: Max) -> Self {
        max.0
    }
}

impl Max {
    /// The largest pile of an input for the problem `asked`: `max` if given, otherwise the
    /// problem's limit, otherwise 10^9.
    ///
    /// # Errors
    /// If `max` exceeds the problem's limit.
    pub fn of(asked: &Asked, max: Option<Max>) -> Result<Max, Error> {
        let Some((name, limits)) = asked.limits else {
            return Ok(max.unwrap_or(Max::from(DEFAULT_MAX)));
        };
        let limit: Max = limits.pile.parse()?;
        match max {
            Some(max) if max.0 > limit.0 => Err(Error::new(ErrorKind::Argument(format!(
                "{name} has no pile beyond {limit}; the largest pile must be {limit} or less"
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

    /// Parses an [`amount`] from 1 on, of at most a thousand digits.
    fn from_str(text: &str) -> Result<Self, Error> {
        let end = BigUint::from(10_u32).pow(MAX_DIGITS);
        amount(text)
            .filter(|max| *max != BigUint::ZERO && *max < end)
            .map(Max)
            .ok_or_else(|| {
                Error::new(ErrorKind::Argument(format!(
                    "the largest pile must be a whole number from 1 on with at most {MAX_DIGITS} digits, such as 1000000000, 1e18 or 2^64-1"
                )))
            })
    }
}

/// Parses a whole number: decimal digits, or a power such as `1e18`, `10^100` or `2^64-1`. Returns
/// `None` for any other text, and for numbers that may be too large: more than 1000 digits, an
/// exponent above 4000, or a base of more than four digits.
///
/// ```
/// let word = wythoff::workload::amount("2^64-1").expect("a number");
/// assert_eq!(word, u64::MAX.into());
/// ```
pub fn amount(text: &str) -> Option<BigUint> {
    let digits = |text: &str| {
        let all = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        let short = text.len() <= MAX_DIGITS as usize;
        (all && short)
            .then(|| BigUint::parse_bytes(text.as_bytes(), 10))
            .flatten()
    };
    let exponent = |text: &str| -> Option<u32> {
        let small = text.bytes().all(|c| c.is_ascii_digit());
        small
            .then(|| text.parse().ok())
            .flatten()
            .filter(|&e| e <= 4 * MAX_DIGITS)
    };
    let power = |text: &str| {
        if let Some((factor, e)) = text.split_once(['e', 'E']) {
            let (factor, e) = (digits(factor), exponent(e));
            factor
                .zip(e)
                .map(|(factor, e)| factor * BigUint::from(10_u32).pow(e))
        } else {
            let (base, e) = text.split_once('^')?;
            // A base of at most four digits keeps the power of a reasonable size: with the exponent
            // 4000 it has at most 16000 digits.
            let (base, e) = (digits(base).filter(|_| base.len() <= 4), exponent(e));
            base.zip(e).map(|(base, e)| base.pow(e))
        }
    };
    match text.split_once('-') {
        // Only a power can be followed by a subtraction.
        Some((from, less)) => {
            let (from, less) = power(from).zip(digits(less))?;
            (from >= less).then(|| from - less)
        }
        None => digits(text).or_else(|| power(text)),
    }
}

/// The operations on piles that the kinds of positions need.
pub(super) trait Pile: Clone + Ord {
    /// Converts a number; `None` if it does not fit the type.
    fn from_big(number: &BigUint) -> Option<Self>;
    /// Draws a number, uniform in `0..=max`.
    fn up_to(max: &Self, draws: &mut Draws) -> Self;
    /// The sum. The caller ensures that it fits.
    fn sum(&self, other: &Self) -> Self;
    /// The sum with a small number; `None` if it does not fit.
    fn plus(&self, step: u64) -> Option<Self>;
    /// The difference; `None` if it is negative.
    fn minus(&self, other: &Self) -> Option<Self>;
    /// `self * factor + more`; `None` if it does not fit.
    fn times_plus(&self, factor: NonZeroU64, more: &Self) -> Option<Self>;
    /// The pair of index `k` under the rule with `r`. The caller ensures that it fits.
    fn pair(k: &Self, r: NonZeroU64) -> (Self, Self);
    /// The largest index of a pair with both numbers at most `max`.
    fn last_index(max: &Self, r: NonZeroU64) -> Self;
    /// Whether the position is cold under `rule`.
    fn is_cold(rule: Rule, a: &Self, b: &Self) -> bool;
    /// The positions that the winning moves reach, without duplicates, the smaller pile first.
    fn winning_positions(rule: Rule, a: &Self, b: &Self) -> Vec<(Self, Self)>;
    /// Appends the decimal digits.
    fn write_decimal(&self, out: &mut Vec<u8>);
}

impl Pile for u64 {
    fn from_big(number: &BigUint) -> Option<Self> {
        number.try_into().ok()
    }

    #[inline]
    fn up_to(max: &Self, draws: &mut Draws) -> Self {
        draws.up_to(*max)
    }

    #[inline]
    fn sum(&self, other: &Self) -> Self {
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
        pair.expect("the pair of an index up to the last one fits")
    }

    fn last_index(max: &Self, r: NonZeroU64) -> Self {
        match rank_generalised(*max, r) {
            Rank {
                k,
                side: Side::Upper,
            } => k,
            // k of the numbers from 1 to `max` are lower numbers, and the others are upper numbers.
            Rank {
                k,
                side: Side::Lower,
            } => max - k,
        }
    }

    #[inline]
    fn is_cold(rule: Rule, a: &Self, b: &Self) -> bool {
        rule.is_cold(*a, *b)
    }

    fn winning_positions(rule: Rule, a: &Self, b: &Self) -> Vec<(Self, Self)> {
        rule.winning_moves(*a, *b).positions().collect()
    }

    #[inline]
    fn write_decimal(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(itoa::Buffer::new().format(*self).as_bytes());
    }
}

impl Pile for BigUint {
    fn from_big(number: &BigUint) -> Option<Self> {
        Some(number.clone())
    }

    fn up_to(max: &Self, draws: &mut Draws) -> Self {
        let words = max.bits().div_ceil(64) + 1;
        let words_32 = (0..words).map(|_| draws.word());
        let words_32 = words_32.flat_map(|word| [word as u32, (word >> 32) as u32]);
        let random = BigUint::new(words_32.collect());
        (random * (max + 1_u32)) >> (64 * words)
    }

    fn sum(&self, other: &Self) -> Self {
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

    fn last_index(max: &Self, r: NonZeroU64) -> Self {
        match rank_big(max, r) {
            Rank {
                k,
                side: Side::Upper,
            } => k,
            Rank {
                k,
                side: Side::Lower,
            } => max - k,
        }
    }

    fn is_cold(rule: Rule, a: &Self, b: &Self) -> bool {
        rule.is_cold_big(a, b)
    }

    fn winning_positions(rule: Rule, a: &Self, b: &Self) -> Vec<(Self, Self)> {
        let moves = rule.winning_moves_big(a, b);
        distinct_positions(&moves).cloned().collect()
    }

    fn write_decimal(&self, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend(self.to_radix_le(10).into_iter().map(|digit| b'0' + digit));
        out[start..].reverse();
    }
}
