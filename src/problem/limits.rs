//! The limits that a problem promises for its inputs.

use super::Problem;
use num_bigint::BigUint;
use std::fmt;
use std::num::NonZeroU64;

/// The limits that a problem promises for its inputs. Answers beyond the limits are exact, too. The default has no limit.
///
/// A [`Solver`](crate::Solver) warns about the first record beyond a limit, or refuses it: see
/// [`Strictness`](crate::Strictness). It checks no limit with [`Framing::Lines`](crate::Framing::Lines). A
/// [`Workload`](crate::workload::Workload) keeps the limits with every framing.
///
/// ```
/// use std::num::NonZeroU64;
/// let mut problem = wythoff::Problem::default();
/// problem.limits.max_pile = wythoff::parse_number("1e18");
/// problem.limits.max_records = NonZeroU64::new(10_000);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The largest pile. 0 counts as 1.
    pub max_pile: Option<BigUint>,
    /// The largest number of records, for inputs that begin with the number of records.
    pub max_records: Option<NonZeroU64>,
    /// The largest number of piles in a case of Nim.
    pub max_piles: Option<NonZeroU64>,
    /// Whether the second pile of a record is at least as large as the first one. Only for [`Game::Wythoff`](crate::Game).
    pub smaller_first: bool,
}

impl Problem {
    /// The name of the problem in messages about its limits.
    pub(crate) fn name_in_messages(&self) -> &str {
        self.name.as_deref().unwrap_or("the problem")
    }

    /// The message about `pile`, which is beyond the limit.
    #[cold]
    pub(crate) fn pile_message(&self, pile: impl fmt::Display) -> String {
        let (max, name) = (self.max_pile(), self.name_in_messages());
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

/// The largest number of digits of a number that [`parse_number`] reads without a power.
const MAX_DIGITS: u32 = 1000;

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
    let is_short = text.len() <= MAX_DIGITS as usize;
    // `parse` takes a sign, too.
    let is_number = is_short && text.bytes().all(|c| c.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
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
    let exponent = parse_digits(text)?.try_into().ok();
    exponent.filter(|&exponent| exponent <= 4 * MAX_DIGITS)
}
