//! Positions of each kind, up to a limit.
//!
//! Owns what a kind draws and makes of it; [`Kind`](super::Kind) tells it in words. Invariant: both
//! piles are at most the limit.

use super::killers::breaking_double;
use super::pile::Pile;
use super::{Draws, Kind, Mix, family};
use crate::game::Rule;
use num_bigint::BigUint;
use std::num::NonZeroU64;

/// See [`Kind::Worst`].
const BOUND: u32 = 100;

/// Steps beside a cold position, see [`Kind::Killers`].
const STEPS: u64 = 2;

/// Powers of two, by exponent, at which a number type ends: signed and unsigned, and the 53 bits
/// of a double.
const TYPES: [u32; 11] = [8, 15, 16, 31, 32, 52, 53, 63, 64, 127, 128];

/// All that is known of a mix and a limit before the first draw.
#[derive(Debug)]
pub(super) struct Positions<P> {
    mix: Mix,
    pub(super) rule: Rule,
    /// By how much less than that two takes differ.
    r: NonZeroU64,
    pub(super) max: P,
    pub(super) one: P,
    two: P,
    last_index: P,
    /// Of each length, the least number and how much more the largest is.
    lengths: Vec<(P, P)>,
    /// Indices for [`Kind::Worst`], on heads: Fibonacci numbers.
    fibonacci: Vec<P>,
    /// On tails: those of a larger bound.
    family: Vec<P>,
    edges: Vec<P>,
    /// Known killers, smaller pile first: the cold ones and the hot ones. Empty unless the mix has some.
    killers: [Vec<(P, P)>; 2],
}

impl<P: Pile> Positions<P> {
    /// `None` if the limit doesn't fit.
    pub(super) fn new(mix: Mix, max: &BigUint, rule: Rule) -> Option<Self> {
        let limit = P::of(max)?;
        let r = match rule {
            Rule::Generalised(r) => r,
            Rule::Normal | Rule::Misere => NonZeroU64::MIN,
        };
        let last_index = P::last_index(&limit, r);
        let allowed = |d: &BigUint| P::of(d).is_some_and(|d| d <= last_index);
        let fit = |numbers: Vec<BigUint>| numbers.iter().filter_map(P::of).collect();
        let worst = |bound| match r {
            NonZeroU64::MIN => fit(family::differences(bound, allowed)),
            r => convergents(r, &last_index),
        };
        Some(Self {
            mix,
            rule,
            r,
            one: P::of(&1_u32.into())?,
            two: P::of(&2_u32.into())?,
            lengths: lengths(max)
                .iter()
                .filter_map(|(least, more)| P::of(least).zip(P::of(more)))
                .collect(),
            fibonacci: worst(1),
            family: worst(BOUND),
            edges: fit(edges(max)),
            killers: killers(mix, max, rule),
            max: limit,
            last_index,
        })
    }

    /// The next position; `before` is the one before in its block.
    #[inline]
    pub(super) fn next(&self, draws: &mut Draws, before: Option<&(P, P)>) -> (P, P) {
        let kind = self.kind(draws);
        self.of(kind, draws, before)
    }

    /// The kind of the next one.
    #[inline]
    pub(super) fn kind(&self, draws: &mut Draws) -> Kind {
        self.mix.draw(draws)
    }

    /// The next position, which is of this kind.
    #[inline]
    pub(super) fn of(&self, kind: Kind, draws: &mut Draws, before: Option<&(P, P)>) -> (P, P) {
        match kind {
            Kind::Uniform => self.uniform(draws),
            Kind::Digits => {
                let a = self.digits(draws);
                (a, self.digits(draws))
            }
            Kind::Cold => {
                let pair = self.pair(&P::up_to(&self.last_index, draws));
                in_any_order(pair, draws)
            }
            Kind::Near => {
                let pair = self.pair(&P::up_to(&self.last_index, draws));
                self.one_off(pair, draws)
            }
            Kind::Worst => self.worst(draws),
            Kind::Swapped => {
                let (a, b) = before.cloned().unwrap_or_else(|| self.uniform(draws));
                (b, a)
            }
            Kind::Edges => {
                let a = self.edge(draws);
                let b = self.edge(draws);
                if draws.one_in(8) {
                    (a.clone(), a)
                } else {
                    (a, b)
                }
            }
            Kind::Killers if self.killers.iter().any(Vec::is_empty) => self.worst(draws),
            Kind::Killers => {
                let list = &self.killers[usize::from(!draws.coin())];
                let pair = list[draws.below(list.len() as u64) as usize].clone();
                in_any_order(pair, draws)
            }
        }
    }

    #[inline]
    fn uniform(&self, draws: &mut Draws) -> (P, P) {
        let a = P::up_to(&self.max, draws);
        (a, P::up_to(&self.max, draws))
    }

    #[inline]
    pub(super) fn digits(&self, draws: &mut Draws) -> P {
        let length = draws.below(self.lengths.len() as u64) as usize;
        let (least, more) = &self.lengths[length];
        least.with(&P::up_to(more, draws))
    }

    /// One step off `pair` in one of its piles.
    pub(super) fn one_off(&self, (lower, upper): (P, P), draws: &mut Draws) -> (P, P) {
        let step = draws.below(4);
        let up = |pile: &P| pile.plus(1).filter(|pile| *pile <= self.max);
        let down = |pile: &P| pile.minus(&self.one);
        let moved = |pile: &P| {
            let pile = if step & 1 == 0 {
                up(pile).or_else(|| down(pile))
            } else {
                down(pile).or_else(|| up(pile))
            };
            pile.expect("the limit is at least 1")
        };
        let pair = if step < 2 {
            (moved(&lower), upper)
        } else {
            let moved = moved(&upper);
            (lower, moved)
        };
        in_any_order(pair, draws)
    }

    fn worst(&self, draws: &mut Draws) -> (P, P) {
        let list = if draws.coin() {
            &self.fibonacci
        } else {
            &self.family
        };
        let index = &list[draws.below(list.len() as u64) as usize];
        self.along(self.pair(index), draws)
    }

    /// The cold position of index `k`.
    #[inline]
    fn pair(&self, k: &P) -> (P, P) {
        if self.rule == Rule::Misere && *k <= self.one {
            // Instead of (0, 0) and (1, 2): the only ones that differ.
            return match *k < self.one {
                true => (k.clone(), self.one.clone()),
                false => (self.two.clone(), self.two.clone()),
            };
        }
        P::pair(k, self.r)
    }

    /// `pair`, or what is up to two steps along the diagonal beside it.
    pub(super) fn along(&self, pair: (P, P), draws: &mut Draws) -> (P, P) {
        let step = draws.below(5);
        let along = |pile: &P| pile.plus(step)?.minus(&self.two);
        let moved = along(&pair.0).zip(along(&pair.1));
        let moved = moved.filter(|(_, upper)| *upper <= self.max);
        in_any_order(moved.unwrap_or(pair), draws)
    }

    /// `(1, 2)`, or if that is beyond the limit `(0, 1)`.
    pub(super) fn first_but_zero(&self) -> (P, P) {
        if self.two <= self.max {
            (self.one.clone(), self.two.clone())
        } else {
            (self.edges[0].clone(), self.one.clone())
        }
    }

    pub(super) fn edge(&self, draws: &mut Draws) -> P {
        let at = if draws.one_in(4) {
            0
        } else {
            draws.below(self.edges.len() as u64) as usize
        };
        self.edges[at].clone()
    }
}

#[inline]
pub(super) fn in_any_order<P>((lower, upper): (P, P), draws: &mut Draws) -> (P, P) {
    if draws.coin() {
        (upper, lower)
    } else {
        (lower, upper)
    }
}

/// The least number of each length up to that of `max`, and how much more the largest up to `max` is.
fn lengths(max: &BigUint) -> Vec<(BigUint, BigUint)> {
    let mut lengths = Vec::new();
    let (mut least, mut end) = (BigUint::ZERO, BigUint::from(10_u32));
    while least <= *max {
        let most = max.min(&(&end - 1_u32)).clone();
        let next = &end * 10_u32;
        lengths.push((least.clone(), most - least));
        least = std::mem::replace(&mut end, next);
    }
    lengths
}

/// 0, and the denominators of the convergents of the slope up to `most`: 1, then `r` times the last one and the one
/// before that.
pub(super) fn convergents<P: Pile>(r: NonZeroU64, most: &P) -> Vec<P> {
    let [zero, one] = [0_u32, 1].map(|small| P::of(&small.into()).expect("any pile can be small"));
    let (mut all, mut before, mut next) = (vec![zero.clone()], zero, Some(one));
    while let Some(q) = next.filter(|q| q <= most) {
        next = q.times_plus(r, &before);
        all.push(q.clone());
        before = q;
    }
    all
}

/// See [`Kind::Killers`].
fn killers<P: Pile>(mix: Mix, max: &BigUint, rule: Rule) -> [Vec<(P, P)>; 2] {
    let asked = |(kind, weight)| kind == Kind::Killers && weight > 0;
    // The formula is that of the game with r = 1.
    let other = matches!(rule, Rule::Generalised(r) if r != NonZeroU64::MIN);
    let most = u64::try_from(max).ok();
    let Some(most) = most.filter(|_| !other && mix.weights().any(asked)) else {
        return [Vec::new(), Vec::new()];
    };
    let fit = |(a, b): (u64, u64)| P::of(&a.into()).zip(P::of(&b.into()));
    let fitting = breaking_double(STEPS, most).filter_map(fit);
    let (cold, hot) = fitting.partition(|(a, b)| P::is_cold(rule, a, b));
    [cold, hot]
}

/// See [`Kind::Edges`].
fn edges(max: &BigUint) -> Vec<BigUint> {
    let mut middles: Vec<_> = [1_u32, 2].map(BigUint::from).into();
    middles.extend(TYPES.map(|e| BigUint::from(1_u32) << e));
    let mut ten = BigUint::from(10_u32);
    while ten <= max + 1_u32 {
        let next = &ten * 10_u32;
        middles.push(std::mem::replace(&mut ten, next));
    }
    let mut edges = vec![max - 1_u32, max.clone(), max >> 1_u32];
    for middle in middles {
        edges.extend([&middle - 1_u32, middle.clone(), middle + 1_u32]);
    }
    edges.retain(|edge| edge <= max);
    edges.sort_unstable();
    edges.dedup();
    edges
}
