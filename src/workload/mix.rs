//! How often each kind comes.
//!
//! Owns the notation: `uniform=8,cold=1`, or `cold,near` for equal parts. Invariant: some kind has
//! a weight, and a mix prints as what parses to it.

use super::{Draws, Kind};
use crate::error::{Error, ErrorKind};
use std::fmt;
use std::str::FromStr;

/// A weight for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    /// The sums of the weights up to each of [`Kind::ALL`], that one included.
    sums: [u64; Kind::ALL.len()],
}

/// The largest weight.
const HEAVIEST: u64 = 1_000_000;

impl Mix {
    /// Of one kind only.
    pub fn only(kind: Kind) -> Self {
        Self::of(&[(kind, 1)])
    }

    /// Of these kinds with these weights, of which one isn't 0.
    pub(super) fn of(weights: &[(Kind, u64)]) -> Self {
        let mut sums = [0; Kind::ALL.len()];
        let mut sum = 0;
        for (to, kind) in sums.iter_mut().zip(Kind::ALL) {
            sum += weights
                .iter()
                .filter(|(k, _)| *k == kind)
                .map(|(_, weight)| weight)
                .sum::<u64>();
            *to = sum;
        }
        Self { sums }
    }

    /// Each kind and its weight.
    pub fn weights(&self) -> impl Iterator<Item = (Kind, u64)> {
        let before = std::iter::once(0).chain(self.sums);
        let weights = self
            .sums
            .into_iter()
            .zip(before)
            .map(|(to, from)| to - from);
        Kind::ALL.into_iter().zip(weights)
    }

    #[inline]
    pub(super) fn draw(&self, draws: &mut Draws) -> Kind {
        let at = draws.below(self.sums[Kind::ALL.len() - 1]);
        // No search and no jump: the answers of all comparisons, added up.
        let before = self
            .sums
            .iter()
            .map(|&sum| usize::from(sum <= at))
            .sum::<usize>();
        Kind::ALL[before]
    }
}

impl Default for Mix {
    /// Some of everything: half without a plan, half with one.
    fn default() -> Self {
        Self::of(&[
            (Kind::Uniform, 4),
            (Kind::Digits, 4),
            (Kind::Cold, 2),
            (Kind::Near, 2),
            (Kind::Worst, 2),
            (Kind::Swapped, 1),
            (Kind::Edges, 1),
        ])
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.weights().filter(|&(_, weight)| weight > 0);
        let parts: Vec<_> = parts
            .map(|(kind, weight)| format!("{kind}={weight}"))
            .collect();
        f.pad(&parts.join(","))
    }
}

impl FromStr for Mix {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = |what: String| Error::new(ErrorKind::Argument(what));
        let mut weights: Vec<(Kind, u64)> = Vec::new();
        for part in text.split([',', ':']) {
            let (name, weight) = part.split_once('=').unwrap_or((part, "1"));
            let kind: Kind = name.trim().parse()?;
            let weight = weight
                .trim()
                .parse()
                .ok()
                .filter(|&weight| weight <= HEAVIEST);
            let weight = weight.ok_or_else(|| {
                wrong(format!(
                    "the weight of {kind} is a whole number up to {HEAVIEST}, as in {kind}=2"
                ))
            })?;
            if weights.iter().any(|&(other, _)| other == kind) {
                return Err(wrong(format!("{kind} has two weights; give it one")));
            }
            weights.push((kind, weight));
        }
        if weights.iter().all(|&(_, weight)| weight == 0) {
            return Err(wrong("no kind has a weight; give one, as in cold=1".into()));
        }
        Ok(Self::of(&weights))
    }
}
