//! The kinds of positions, and mixes of them. Cold means cold under the rule of the problem.

use super::Draws;
use crate::error::Error;
use std::str::FromStr;

/// A kind of position with both piles up to a limit. The order of the piles is random, unless the problem promises an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Each pile is uniform from 0 to the limit.
    Uniform,
    /// The number of digits of each pile is uniform. The pile is uniform among the numbers of that length up to the limit.
    Digits,
    /// A cold position. Its index is uniform among those within the limit.
    Cold,
    /// A position that differs from a cold one by 1 in one pile. It is always hot, because each pile has exactly one partner.
    Near,
    /// A position for which programs with an inexact phi are most often wrong: a cold position whose difference `d` makes
    /// `d * phi` very near a whole number, or a position at most two steps from it on its diagonal. For such a `d` some whole
    /// `x` makes the form `|x^2 - x*d - d^2|` small: half of the `d` are Fibonacci numbers, whose form is 1; the form of the
    /// others is at most 100. With [`Rule::Generalised`](crate::Rule::Generalised) the index is the denominator of a convergent
    /// of the slope.
    Worst,
    /// The previous record with its piles swapped, because an answer must not depend on the order. The first record of a block
    /// is a swapped [`Kind::Uniform`] position.
    Swapped,
    /// Each pile is 0 with a probability of 1 in 4. Otherwise it is uniform among the numbers at which programs often fail: 0
    /// to 3, the powers of ten, the powers of two at which a type of C ends, each power with both its neighbours, half the
    /// limit, the limit and the number before it. With a probability of 1 in 8 both piles are equal.
    Edges,
    /// A position for which a published formula in double precision is wrong: a known cold position, or a hot position one or
    /// two steps from a cold one on its diagonal. Half of the positions are cold. This kind is the same as [`Kind::Worst`] if
    /// there is no such cold or no such hot position (limits up to 267914295), or if not all such positions are known (limits
    /// above `u64`, `r` above 1).
    Killers,
}

/// The names, in the order in which the weights are drawn. A new kind is added at the end.
pub(super) const KINDS: [(&str, Kind); 8] = [
    ("uniform", Kind::Uniform),
    ("digits", Kind::Digits),
    ("cold", Kind::Cold),
    ("near", Kind::Near),
    ("worst", Kind::Worst),
    ("swapped", Kind::Swapped),
    ("edges", Kind::Edges),
    ("killers", Kind::Killers),
];

/// A weight for each kind. A record is of a kind with a probability proportional to its weight. As a text: `uniform=8,cold=1`, or
/// `cold,near` for equal weights.
///
/// ```
/// use wythoff::workload::{Kind, Mix};
/// let mix: Mix = "uniform=3,cold".parse()?;
/// assert_eq!(mix, "cold=1,uniform=3".parse()?);
/// assert_eq!("cold".parse::<Mix>()?, Mix::only(Kind::Cold));
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    /// The weights in the order of [`KINDS`]. At least one is above 0.
    weights: [u64; KINDS.len()],
}

const MAX_WEIGHT: u64 = 1_000_000;

impl Mix {
    /// A mix of one kind only.
    pub fn only(kind: Kind) -> Self {
        let weights = KINDS.map(|(_, other)| u64::from(other == kind));
        Self { weights }
    }

    pub(super) fn has(&self, kind: Kind) -> bool {
        self.weights[kind as usize] > 0
    }

    #[inline]
    pub(super) fn draw(&self, draws: &mut Draws) -> Kind {
        let mut at = draws.below(self.weights.iter().sum());
        for ((_, kind), weight) in KINDS.into_iter().zip(self.weights) {
            if at < weight {
                return kind;
            }
            at -= weight;
        }
        unreachable!("the number is below the sum of the weights")
    }
}

impl Default for Mix {
    /// Half of the records are random ([`Kind::Uniform`] and [`Kind::Digits`]); the other half is of all other kinds except
    /// [`Kind::Killers`].
    fn default() -> Self {
        let text = "uniform=4,digits=4,cold=2,near=2,worst=2,swapped,edges";
        text.parse()
            .expect("the text names kinds with their weights")
    }
}

impl FromStr for Mix {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut weights = [None; KINDS.len()];
        for part in text.split([',', ':']) {
            let (name, weight) = part.split_once('=').unwrap_or((part, "1"));
            let name = name.trim();
            let refuse = |what| Err(Error::argument(what));
            let Some(index) = KINDS.iter().position(|(other, _)| *other == name) else {
                let (name, names) = (name.escape_debug(), KINDS.map(|(name, _)| name).join(", "));
                return refuse(format!("unknown kind `{name}`; the kinds are {names}"));
            };
            let Some(weight) = weight.trim().parse().ok().filter(|&n| n <= MAX_WEIGHT) else {
                return refuse(format!(
                    "the weight of {name} must be a whole number from 0 to {MAX_WEIGHT}, as in {name}=2"
                ));
            };
            if weights[index].replace(weight).is_some() {
                return refuse(format!("{name} occurs twice; give each kind one weight"));
            }
        }
        let weights = weights.map(Option::unwrap_or_default);
        if weights == [0; KINDS.len()] {
            let what = "all weights are 0; give one kind a weight above 0, as in cold=1";
            return Err(Error::argument(what));
        }
        Ok(Self { weights })
    }
}
