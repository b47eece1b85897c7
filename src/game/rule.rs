//! The rules of the game on two piles, and their names.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use super::cold::is_cold;
use super::generalised::is_cold_generalised;
use super::misere::is_cold_misere;
use crate::error::Error;

/// The rules of the game. In text they are `normal`, `misere` and `r=N`.
///
/// ```
/// use wythoff::Rule;
/// let rule: Rule = "r=2".parse()?;
/// assert!(rule.is_cold(3, 1) && !Rule::Normal.is_cold(3, 1));
/// assert!(!rule.is_cold(1, 2)); // one move takes 1 and 2
/// assert_eq!(rule.to_string(), "r=2");
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// Wythoff's game: the player who takes the last object wins.
    #[default]
    Normal,
    /// Wythoff's moves, but the player who takes the last object loses.
    Misere,
    /// Fraenkel's generalisation: a move from both piles may take numbers that differ by less than this `r`. The player who
    /// takes the last object wins. `r = 1` is the normal game.
    Generalised(NonZeroU64),
}

impl Rule {
    /// Whether the player to move from piles `a` and `b` loses.
    #[inline]
    #[must_use]
    pub const fn is_cold(self, a: u64, b: u64) -> bool {
        match self {
            Self::Normal => is_cold(a, b),
            Self::Misere => is_cold_misere(a, b),
            Self::Generalised(r) => is_cold_generalised(a, b, r),
        }
    }

    /// The amounts that a move takes from both piles differ by less than this number: the `r` of
    /// [`Generalised`](Self::Generalised), else 1.
    #[must_use]
    pub const fn r(self) -> NonZeroU64 {
        match self {
            Self::Normal | Self::Misere => NonZeroU64::MIN,
            Self::Generalised(r) => r,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Normal => f.pad("normal"),
            Self::Misere => f.pad("misere"),
            Self::Generalised(r) => f.pad(&format!("r={r}")),
        }
    }
}

impl FromStr for Rule {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "normal" => Ok(Self::Normal),
            "misere" => Ok(Self::Misere),
            _ => {
                let digits = name.strip_prefix("r=").unwrap_or_default();
                // `u64::from_str` would accept a plus sign.
                let plain = digits.bytes().all(|digit| digit.is_ascii_digit());
                let r = digits.parse().ok().filter(|_| plain);
                r.map(Self::Generalised).ok_or_else(|| {
                    let what = "a rule must be normal, misere or r=N, with N from 1 to 18446744073709551615";
                    Error::argument(what)
                })
            }
        }
    }
}
