//! The limits that a problem promises for its inputs.

use super::problem::Problem;
use crate::error::{Error, ErrorKind, Result};
use num_bigint::BigUint;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// The limits that a problem promises for its inputs. Answers beyond the limits are exact, too.
///
/// A [`Solver`](crate::Solver) warns about the first record beyond a limit, or refuses it: see
/// [`Strictness`](crate::Strictness). It checks no limit with [`Framing::Lines`](crate::Framing::Lines). A
/// [`Workload`](crate::workload::Workload) keeps the limits with every framing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The largest pile.
    pub max_pile: MaxPile,
    /// The largest number of records, for inputs that begin with the number of records.
    pub max_records: Option<u64>,
    /// The largest number of piles in a case of Nim.
    pub max_piles: Option<u64>,
    /// The order of two piles.
    pub pile_order: PileOrder,
}

/// The order of the two piles of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PileOrder {
    /// Either pile may be the larger one.
    Any,
    /// The second pile is at least as large as the first one.
    SmallerFirst,
}

impl Limits {
    /// Only the largest pile is limited.
    pub fn new(max_pile: MaxPile) -> Self {
        Self {
            max_pile,
            max_records: None,
            max_piles: None,
            pile_order: PileOrder::Any,
        }
    }
}

impl Problem {
    /// The message about `pile`, which is beyond the limit `max`.
    pub(crate) fn pile_message(&self, pile: impl fmt::Display, max: &MaxPile) -> String {
        let name = self.name_in_messages();
        format!("{pile} is larger than {max}, the limit of {name}")
    }

    /// The message about `count` records, cases or piles, as `what` says, if they are more than `max`.
    pub(crate) fn count_message(&self, count: u64, what: &str, max: Option<u64>) -> Option<String> {
        let max = max.filter(|&max| count > max)?;
        let name = self.name_in_messages();
        Some(format!(
            "{count} {what} are more than {max}, the limit of {name}"
        ))
    }
}

/// The largest pile of an input: at least 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaxPile {
    /// The number in decimal digits, without leading zeros.
    digits: Cow<'static, str>,
    /// The number in `digits`, if it fits in 64 bits.
    value: Option<u64>,
}

/// The largest number of digits of a [`MaxPile`].
const MAX_DIGITS: u32 = 1000;

/// The largest pile of a problem without limits.
pub(super) static DEFAULT_MAX_PILE: MaxPile = MaxPile::from_static("1000000000");

impl MaxPile {
    /// A number in decimal digits without leading zeros.
    pub(crate) const fn from_static(digits: &'static str) -> Self {
        assert!(!digits.is_empty() && digits.as_bytes()[0] != b'0');
        // Digits that do not fit in 64 bits are not checked here: the tests read all numbers.
        let value = match u64::from_str_radix(digits, 10) {
            Ok(value) => Some(value),
            Err(_) => None,
        };
        Self {
            digits: Cow::Borrowed(digits),
            value,
        }
    }

    /// The number as decimal digits.
    pub fn digits(&self) -> &str {
        &self.digits
    }

    /// The number, if it fits.
    pub fn as_u64(&self) -> Option<u64> {
        self.value
    }

    /// The number.
    pub(crate) fn to_big(&self) -> BigUint {
        match self.value {
            Some(value) => value.into(),
            None => self.digits.parse().expect("decimal digits"),
        }
    }

    /// Whether `pile` is at most this number.
    pub fn allows(&self, pile: &BigUint) -> bool {
        match (u64::try_from(pile), self.value) {
            (Ok(pile), Some(max)) => pile <= max,
            (Ok(_), None) => true,
            (Err(_), Some(_)) => false,
            (Err(_), None) => !self.is_exceeded_by(pile.to_string().as_bytes()),
        }
    }

    /// Whether a pile with these decimal digits is larger than this number. The digits may have leading zeros.
    pub(crate) fn is_exceeded_by(&self, digits: &[u8]) -> bool {
        let zeros = digits.iter().take_while(|&&c| c == b'0').count();
        let digits = &digits[zeros..];
        (digits.len(), digits) > (self.digits.len(), self.digits.as_bytes())
    }
}

impl From<u64> for MaxPile {
    /// 0 becomes 1.
    fn from(max: u64) -> Self {
        let max = max.max(1);
        Self {
            digits: Cow::Owned(max.to_string()),
            value: Some(max),
        }
    }
}

impl From<BigUint> for MaxPile {
    /// 0 becomes 1.
    fn from(max: BigUint) -> Self {
        match u64::try_from(&max) {
            Ok(max) => max.into(),
            Err(_) => Self {
                digits: Cow::Owned(max.to_string()),
                value: None,
            },
        }
    }
}

impl fmt::Display for MaxPile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.digits)
    }
}

impl FromStr for MaxPile {
    type Err = Error;

    /// Any number that [`parse_number`] takes, if it is at least 1 and has at most 1000 digits.
    fn from_str(text: &str) -> Result<Self> {
        let end = BigUint::from(10_u32).pow(MAX_DIGITS);
        parse_number(text)
            .filter(|max| *max != BigUint::ZERO && *max < end)
            .map(Self::from)
            .ok_or_else(|| {
                Error::new(ErrorKind::Argument(format!(
                    "the largest pile must be a whole number, at least 1 and of at most {MAX_DIGITS} digits, such as 1e18 or 2^64-1"
                )))
            })
    }
}

/// A number in decimal digits or as a power: `1000`, `1e18`, `10^100`, `2^64-1`. `None` for other texts, and for numbers
/// of more than a few thousand digits.
///
/// ```
/// let max = wythoff::parse_number("2^64-1").expect("a number");
/// assert_eq!(max, u64::MAX.into());
/// ```
pub fn parse_number(text: &str) -> Option<BigUint> {
    match text.split_once('-') {
        // Only after a power may a number be subtracted.
        Some((from, less)) => {
            let (from, less) = parse_power(from).zip(parse_digits(less))?;
            (from >= less).then(|| from - less)
        }
        None => parse_digits(text).or_else(|| parse_power(text)),
    }
}

fn parse_digits(text: &str) -> Option<BigUint> {
    let is_number = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let is_short = text.len() <= MAX_DIGITS as usize;
    (is_number && is_short)
        .then(|| BigUint::parse_bytes(text.as_bytes(), 10))
        .flatten()
}

fn parse_power(text: &str) -> Option<BigUint> {
    if let Some((factor, exponent)) = text.split_once(['e', 'E']) {
        let (factor, exponent) = parse_digits(factor).zip(parse_exponent(exponent))?;
        return Some(factor * BigUint::from(10_u32).pow(exponent));
    }
    let (base, exponent) = text.split_once('^')?;
    // A base of more than four digits is refused: its powers must be written as digits.
    let base = parse_digits(base).filter(|_| base.len() <= 4)?;
    Some(base.pow(parse_exponent(exponent)?))
}

fn parse_exponent(text: &str) -> Option<u32> {
    let is_number = text.bytes().all(|c| c.is_ascii_digit());
    is_number
        .then(|| text.parse().ok())
        .flatten()
        .filter(|&exponent| exponent <= 4 * MAX_DIGITS)
}
