//! The weight of each kind.
//!
//! Parses and prints mixes such as `uniform=8,cold=1`, or `cold,near` for equal weights. At least one kind has a weight
//! above 0. Parsing the printed form gives the same mix.

use super::kind::NAMES;
use super::{Draws, Kind};
use crate::error::Error;
use std::fmt;
use std::str::FromStr;

/// A weight for each kind. A record is of a kind with a probability proportional to its weight.
///
/// ```
/// use wythoff::workload::{Kind, Mix};
/// let mix: Mix = "uniform=3,cold".parse()?;
/// assert_eq!(mix.to_string(), "uniform=3,cold=1");
/// assert_eq!("cold".parse::<Mix>()?, Mix::only(Kind::Cold));
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    /// For each kind of [`Kind::ALL`], the sum of the weights up to and including that kind.
    sums: [u64; Kind::ALL.len()],
}

/// The largest weight that can be parsed.
const MAX_WEIGHT: u64 = 1_000_000;

impl Mix {
    /// A mix of one kind only.
    pub fn only(kind: Kind) -> Self {
        Self::from_weights(&[(kind, 1)])
    }

    /// A mix of these kinds with these weights. At least one weight must be above 0.
    pub(super) fn from_weights(weights: &[(Kind, u64)]) -> Self {
        let mut sum = 0;
        let sums = std::array::from_fn(|i| {
            let of_kind = weights.iter().filter(|(kind, _)| *kind == Kind::ALL[i]);
            sum += of_kind.map(|(_, weight)| weight).sum::<u64>();
            sum
        });
        Self { sums }
    }

    /// Each kind with its weight, in the order of [`Kind::ALL`].
    pub(super) fn weights(&self) -> impl Iterator<Item = (Kind, u64)> {
        let sums = self.sums.into_iter();
        let before = std::iter::once(0).chain(self.sums);
        let weights = sums.zip(before).map(|(to, from)| to - from);
        Kind::ALL.iter().copied().zip(weights)
    }

    #[inline]
    pub(super) fn draw(&self, draws: &mut Draws) -> Kind {
        let at = draws.below(self.sums[Kind::ALL.len() - 1]);
        let index = self.sums.iter().position(|&sum| at < sum);
        Kind::ALL[index.expect("the last sum is above what is drawn")]
    }
}

impl Default for Mix {
    /// Half of the records are random ([`Kind::Uniform`] and [`Kind::Digits`]); the other half is of all other kinds except
    /// [`Kind::Killers`].
    fn default() -> Self {
        let text = "uniform=4,digits=4,cold=2,near=2,worst=2,swapped,edges";
        text.parse().expect("kinds with their weights")
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.weights().filter(|&(_, weight)| weight > 0);
        let parts = parts.map(|(kind, weight)| format!("{}={weight}", kind.name()));
        f.pad(&parts.collect::<Vec<_>>().join(","))
    }
}

impl FromStr for Mix {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut weights: Vec<(Kind, u64)> = Vec::new();
        for part in text.split([',', ':']) {
            let (name, weight) = part.split_once('=').unwrap_or((part, "1"));
            let name = name.trim();
            let index = NAMES.iter().position(|other| *other == name);
            let kind = index.map(|index| Kind::ALL[index]).ok_or_else(|| {
                let name = name.escape_debug();
                let names = NAMES.join(", ");
                Error::argument(format!("unknown kind `{name}`; the kinds are {names}"))
            })?;
            let weight = weight.trim().parse().ok();
            let weight = weight.filter(|&weight| weight <= MAX_WEIGHT);
            let weight = weight.ok_or_else(|| {
                Error::argument(format!(
                    "the weight of {name} must be a whole number from 0 to {MAX_WEIGHT}, as in {name}=2"
                ))
            })?;
            if weights.iter().any(|&(other, _)| other == kind) {
                return Err(Error::argument(format!(
                    "{name} occurs twice; give each kind one weight"
                )));
            }
            weights.push((kind, weight));
        }
        if weights.iter().all(|&(_, weight)| weight == 0) {
            let what = "all weights are 0; give one kind a weight above 0, as in cold=1";
            return Err(Error::argument(what));
        }
        Ok(Self::from_weights(&weights))
    }
}
