//! Draws positions of each [`Kind`], with both piles up to a limit.

use super::{Draws, Kind, Mix};
use crate::game::Rule;
use crate::game::near_whole::near_whole;
use crate::game::pile::Pile;
use crate::game::published::breaking_double;
use crate::problem::Problem;
use num_bigint::BigUint;
use std::iter::successors;
use std::num::NonZeroU64;

/// [`Kind::Worst`] has differences d for which some whole x makes `|x^2 - x*d - d^2|` at most this bound, so that d *
/// phi is very near a whole number.
pub(super) const WORST_BOUND: u32 = 100;

/// The exponents of the powers of two at which programs often fail: 1 and 2, and where a number type ends (signed and unsigned
/// integers, and the 53 bits of a double).
const EXPONENTS: [u32; 13] = [0, 1, 8, 15, 16, 31, 32, 52, 53, 63, 64, 127, 128];

/// Everything that is computed from a mix, a limit and a rule before the first draw.
#[derive(Debug)]
pub(super) struct Positions<P> {
    pub(super) mix: Mix,
    rule: Rule,
    pub(super) max: P,
    last_index: P,
    /// For each number of digits, the least number of that length, and the largest number up to the limit minus the least.
    lengths: Vec<(P, P)>,
    /// The lists of indices for [`Kind::Worst`], one for heads and one for tails: the Fibonacci numbers, and the
    /// differences within [`WORST_BOUND`]. If `r > 1`, both lists are the denominators of the convergents.
    worst: [Vec<P>; 2],
    edges: Vec<P>,
    /// The known killers, smaller pile first: the cold ones, then the hot ones. Both lists are empty if the mix has no
    /// killers.
    killers: [Vec<(P, P)>; 2],
}

impl<P: Pile> Positions<P> {
    /// Returns `None` if the largest pile of the problem does not fit the type of the piles.
    pub(super) fn new(mix: Mix, problem: &Problem) -> Option<Self> {
        let (max, rule) = (&problem.max_pile(), problem.rule());
        let number = |number: BigUint| P::try_from(number).ok();
        let limit = number(max.clone())?;
        let last_index = limit.last_index(rule.r());
        let tails_bound = match rule.r() {
            NonZeroU64::MIN => WORST_BOUND,
            _ => 1,
        };
        Some(Self {
            mix,
            rule,
            lengths: lengths(max)
                .into_iter()
                .filter_map(|(least, more)| number(least).zip(number(more)))
                .collect(),
            worst: [1, tails_bound].map(|bound| near_whole(bound, rule.r(), &last_index)),
            edges: edges(max).into_iter().filter_map(number).collect(),
            killers: killers(mix, max, rule),
            max: limit,
            last_index,
        })
    }

    /// Draws a position of this kind. `before` is the previous position in the block. Inlined, because a call for each position
    /// takes a twentieth of the time of `gen`.
    #[inline(always)]
    pub(super) fn draw_of_kind(
        &self,
        kind: Kind,
        draws: &mut Draws,
        before: Option<&(P, P)>,
    ) -> (P, P) {
        match kind {
            Kind::Uniform => self.draw_uniform(draws),
            Kind::Digits => {
                let a = self.draw_digits(draws);
                (a, self.draw_digits(draws))
            }
            Kind::Cold => {
                let pair = cold_pair(&draws.up_to(&self.last_index), self.rule);
                in_random_order(pair, draws)
            }
            Kind::Near => {
                let pair = cold_pair(&draws.up_to(&self.last_index), self.rule);
                self.off_by_one(pair, draws)
            }
            Kind::Worst => self.draw_worst(draws),
            Kind::Swapped => {
                let (a, b) = before.cloned().unwrap_or_else(|| self.draw_uniform(draws));
                (b, a)
            }
            Kind::Edges => {
                let a = self.draw_edge(draws);
                let b = self.draw_edge(draws);
                if draws.one_in(8) {
                    (a.clone(), a)
                } else {
                    (a, b)
                }
            }
            Kind::Killers if self.killers.iter().any(Vec::is_empty) => self.draw_worst(draws),
            Kind::Killers => {
                let list = &self.killers[usize::from(!draws.coin())];
                let pair = list[draws.below(list.len() as u64) as usize].clone();
                in_random_order(pair, draws)
            }
        }
    }

    #[inline]
    fn draw_uniform(&self, draws: &mut Draws) -> (P, P) {
        let a = draws.up_to(&self.max);
        (a, draws.up_to(&self.max))
    }

    #[inline]
    pub(super) fn draw_digits(&self, draws: &mut Draws) -> P {
        let length = draws.below(self.lengths.len() as u64) as usize;
        let (least, more) = &self.lengths[length];
        least.clone() + draws.up_to(more)
    }

    /// Changes one pile of `pair` by 1, within the limits, and draws the order of the piles.
    pub(super) fn off_by_one(&self, (lower, upper): (P, P), draws: &mut Draws) -> (P, P) {
        let step = draws.below(4);
        let one = P::from(1);
        let up = |pile: &P| pile.checked_add(&one).filter(|pile| *pile <= self.max);
        let down = |pile: &P| pile.checked_sub(&one);
        let moved = |pile: &P| {
            let pile = match step & 1 {
                0 => up(pile).or_else(|| down(pile)),
                _ => down(pile).or_else(|| up(pile)),
            };
            pile.expect("the limit is at least 1")
        };
        let pair = if step < 2 {
            (moved(&lower), upper)
        } else {
            (lower, moved(&upper))
        };
        in_random_order(pair, draws)
    }

    fn draw_worst(&self, draws: &mut Draws) -> (P, P) {
        let list = &self.worst[usize::from(!draws.coin())];
        let index = &list[draws.below(list.len() as u64) as usize];
        self.along_diagonal(cold_pair(index, self.rule), draws)
    }

    /// Moves `pair` by up to two steps along its diagonal, and draws the order of the piles.
    pub(super) fn along_diagonal(&self, pair: (P, P), draws: &mut Draws) -> (P, P) {
        let (step, two) = (P::from(draws.below(5)), P::from(2));
        let along = |pile: &P| pile.checked_add(&step)?.checked_sub(&two);
        let moved = along(&pair.0).zip(along(&pair.1));
        let moved = moved.filter(|(_, upper)| *upper <= self.max);
        in_random_order(moved.unwrap_or(pair), draws)
    }

    pub(super) fn draw_edge(&self, draws: &mut Draws) -> P {
        let at = if draws.one_in(4) {
            0
        } else {
            draws.below(self.edges.len() as u64) as usize
        };
        self.edges[at].clone()
    }
}

/// The cold position of index `k`, smaller pile first. Both piles fit the type.
#[inline]
pub(super) fn cold_pair<P: Pile>(k: &P, rule: Rule) -> (P, P) {
    // The two pairs of the misere rule that differ from the normal ones are in the order of their smaller piles, not of
    // their differences, because the bytes of a seed never change.
    if rule == Rule::Misere && *k < P::from(2) {
        let (a, b) = if *k < P::from(1) { (0, 1) } else { (2, 2) };
        return (P::from(a), P::from(b));
    }
    let pair = P::pair(k, rule.r());
    pair.expect("the pair of an index up to the last one fits")
}

#[inline]
pub(super) fn in_random_order<P>((lower, upper): (P, P), draws: &mut Draws) -> (P, P) {
    if draws.coin() {
        (upper, lower)
    } else {
        (lower, upper)
    }
}

/// For each number of digits that `max` allows: the least number of that length, and the largest number up to `max` minus the
/// least.
fn lengths(max: &BigUint) -> Vec<(BigUint, BigUint)> {
    let mut lengths = Vec::new();
    let mut least = BigUint::ZERO;
    while least <= *max {
        let end = (&least * 10_u32).max(10_u32.into());
        let largest = max.min(&(&end - 1_u32)).clone();
        lengths.push((least.clone(), largest - least));
        least = end;
    }
    lengths
}

/// The known killers for [`Kind::Killers`], cold and hot. Both lists are empty if the mix has no killers, if `max` exceeds
/// `u64`, or if the rule has `r > 1`.
fn killers<P: Pile>(mix: Mix, max: &BigUint, rule: Rule) -> [Vec<(P, P)>; 2] {
    // The published formulas are for r = 1.
    let is_known = rule.r() == NonZeroU64::MIN && mix.has(Kind::Killers);
    let Some(limit) = u64::try_from(max).ok().filter(|_| is_known) else {
        return [Vec::new(), Vec::new()];
    };
    let piles = |(a, b): (u64, u64)| (P::from(a), P::from(b));
    let all = breaking_double(limit).map(piles);
    let (cold, hot) = all.partition(|(a, b)| P::is_cold(rule, [a, b]));
    [cold, hot]
}

fn edges(max: &BigUint) -> Vec<BigUint> {
    let twos = EXPONENTS.map(|e| BigUint::ONE << e);
    let tens = successors(Some(BigUint::from(10_u32)), |ten| Some(ten * 10_u32));
    let tens = tens.take_while(|ten| *ten <= max + 1_u32);
    let mut edges = vec![max - 1_u32, max.clone(), max >> 1_u32];
    for middle in tens.chain(twos) {
        edges.extend([&middle - 1_u32, middle.clone(), middle + 1_u32]);
    }
    edges.retain(|edge| edge <= max);
    edges.sort_unstable();
    edges.dedup();
    edges
}
