//! Draws cases of several numbers.
//!
//! Every case is within the limits of the problem, and no case looks like the end of the input.
//!
//! # The stream
//!
//! This section is part of the promise in [`super`]. Pairs are drawn as for any input. Then, if the
//! problem promises it, the smaller pile comes first. If `0 0` ends the input of the problem, `0 0`
//! is replaced by `1 2`, or by `0 1` if the limit is 1. If the problem promises that no pile is
//! empty, an empty pile becomes 1. The same is true of the piles of a case.
//!
//! A case of piles draws its kind.
//!
//! * Swapped: the piles of the previous case in the block, in reverse order. The first case of a
//!   block is uniform instead.
//! * Return of the Nim draws a coin next, if the problem allows two piles: on heads, the case has
//!   two piles, drawn as a pair of that kind.
//! * Otherwise the number of piles is drawn: 1 plus a number below 10 (or below the problem's
//!   limit, if that is less). Edges draw a number below 4 next; if it is 0, they draw a coin: on
//!   heads the case has 1000 piles, or as many as the problem allows, and on tails it has one. In
//!   Return of the Nim, where two piles are another game, 2 becomes 3.
//! * Uniform and digits: each pile is drawn as one pile of a pair of that kind.
//! * Cold: all piles but the last are uniform below the largest power of two that is at most the
//!   limit plus one. The last pile makes the nim-sum 0.
//! * Near: a case as for cold; then one of its piles is drawn and gets one more, or one less if it
//!   is at the limit.
//! * Worst: all piles but the last are drawn as for edges. The last pile makes the nim-sum 0, or is
//!   the limit if that pile would exceed the limit.
//! * Edges: each pile is drawn as one pile of a pair of that kind.
//! * Killers: the same as worst.
//!
//! A case of pairs, where the numbers taken from both piles may differ by at most `K`, draws `K`: a
//! number below 4; if it is 0, `K` is a number below 1000, otherwise a number below 10. Then it
//! draws the number of pairs: 1 plus a number below 20. Each pair draws its kind, and is drawn as
//! that kind says, with the cold pairs of that game. Worst takes its index from 0 and the
//! denominators of the convergents of the slope, ascending (1, and from there on `K + 1` times the
//! last one plus the one before it). Killers are the same as worst.

use super::killers::near_whole;
use super::pile::Pile;
use super::positions::{Positions, in_random_order};
use super::{Draws, Kind};
use crate::game::nim_sum;
use crate::problem::{Case, Game, Problem};
use std::num::NonZeroU64;

/// A case of several numbers.
#[derive(Debug)]
pub(super) struct DrawnCase {
    /// The bound of a case of pairs.
    pub(super) bound: Option<u64>,
    /// The piles of all pairs, or of the one case of Nim.
    pub(super) piles: Vec<u64>,
}

impl DrawnCase {
    /// The piles of each pair, or all piles.
    pub(super) fn positions(&self) -> impl Iterator<Item = &[u64]> {
        let piles = self.bound.map_or(self.piles.len(), |_| 2);
        self.piles.chunks(piles)
    }

    pub(super) fn to_cases(&self) -> impl Iterator<Item = Case> {
        self.positions().map(|piles| Case {
            bound: self.bound,
            ..Case::new(piles.iter().copied())
        })
    }
}

/// Draws cases of several numbers.
#[derive(Debug)]
pub(super) struct CaseGenerator {
    game: Game,
    positions: Positions<u64>,
    max_piles: u64,
    min_piles: u64,
    min_pile: u64,
    max_bound: u64,
}

/// The largest number of piles of a case, except some cases of [`Kind::Edges`].
const USUAL_PILES: u64 = 10;
/// The number of piles of a long case, if the problem allows this number.
const LONG_PILES: u64 = 1000;
/// The largest number of pairs of a case.
const MAX_PAIRS: u64 = 20;

impl CaseGenerator {
    pub(super) fn new(problem: &Problem, positions: Positions<u64>) -> Self {
        let max_piles = problem
            .limits
            .max_piles
            .map_or(LONG_PILES, |max| max.get().min(LONG_PILES));
        Self {
            game: problem.game,
            positions,
            max_piles,
            min_piles: problem.limits.min_piles,
            min_pile: problem.limits.min_pile,
            max_bound: problem.limits.max_bound.unwrap_or(u64::MAX),
        }
    }

    /// Draws the next case. `before` is the previous case in the block.
    pub(super) fn next(&self, draws: &mut Draws, before: Option<&DrawnCase>) -> DrawnCase {
        if self.game == Game::BoundedDifference {
            let end = if draws.one_in(4) { 1000 } else { 10 };
            let bound = draws.below(end).min(self.max_bound);
            let count = 1 + draws.below(MAX_PAIRS);
            return self.draw_pairs(bound, count, draws);
        }
        DrawnCase {
            bound: None,
            piles: self.draw_piles(draws, before),
        }
    }

    fn draw_piles(&self, draws: &mut Draws, before: Option<&DrawnCase>) -> Vec<u64> {
        let positions = &self.positions;
        let kind = match (positions.mix.draw(draws), before) {
            (Kind::Swapped, Some(case)) => return case.piles.iter().rev().copied().collect(),
            (Kind::Swapped, None) => Kind::Uniform,
            (kind, _) => kind,
        };
        let two_are_another_game = self.game == Game::ReturnOfTheNim;
        let may_have_two = self.min_piles <= 2 && self.max_piles > 1;
        if two_are_another_game && may_have_two && draws.coin() {
            let (a, b) = positions.draw_of_kind(kind, draws, None);
            return vec![a.max(self.min_pile), b.max(self.min_pile)];
        }
        let mut count = 1 + draws.below(USUAL_PILES.min(self.max_piles));
        if kind == Kind::Edges && draws.one_in(4) {
            count = if draws.coin() { self.max_piles } else { 1 };
        }
        if two_are_another_game && count == 2 {
            count = if self.max_piles > 2 { 3 } else { 1 };
        }
        self.draw_piles_of_kind(kind, count.max(self.min_piles), draws)
    }

    /// Draws a case of `count` piles.
    pub(super) fn draw_piles_of_kind(&self, kind: Kind, count: u64, draws: &mut Draws) -> Vec<u64> {
        let positions = &self.positions;
        // All piles are below a power of two, so that their nim-sum is, too.
        let below = match positions.max.checked_add(1) {
            Some(end) => (1 << end.ilog2()) - 1,
            None => u64::MAX,
        };
        let last = count - 1;
        let mut piles: Vec<u64> = (0..count)
            .map(|i| match kind {
                Kind::Digits => positions.draw_digits(draws),
                Kind::Edges => positions.draw_edge(draws),
                Kind::Cold | Kind::Near | Kind::Worst | Kind::Killers if i == last => 0,
                Kind::Cold | Kind::Near => draws.up_to(below),
                Kind::Worst | Kind::Killers => positions.draw_edge(draws),
                Kind::Uniform | Kind::Swapped => draws.up_to(positions.max),
            })
            .collect();
        if matches!(kind, Kind::Cold | Kind::Near | Kind::Worst | Kind::Killers) {
            piles[last as usize] = nim_sum(&piles).min(positions.max);
        }
        if kind == Kind::Near {
            let pile = &mut piles[draws.below(count) as usize];
            *pile = if *pile < positions.max {
                *pile + 1
            } else {
                *pile - 1
            };
        }
        let min = self.min_pile;
        piles.iter_mut().for_each(|pile| *pile = (*pile).max(min));
        piles
    }

    /// Draws a case of `count` pairs, where the amounts taken from both piles may differ by at most `bound`.
    pub(super) fn draw_pairs(&self, bound: u64, count: u64, draws: &mut Draws) -> DrawnCase {
        let positions = &self.positions;
        let r = NonZeroU64::MIN.saturating_add(bound);
        let last_index = u64::last_index(&positions.max, r);
        let pair = |index| u64::pair(&index, r);
        let mut convergents = near_whole(1, r, &last_index);
        if r == NonZeroU64::MIN && last_index > 0 {
            // 1 is the denominator of two convergents.
            convergents.insert(1, 1);
        }
        let mut piles: Vec<u64> = Vec::new();
        for _ in 0..count {
            let (a, b) = match positions.mix.draw(draws) {
                Kind::Cold => in_random_order(pair(draws.up_to(last_index)), draws),
                Kind::Near => positions.off_by_one(pair(draws.up_to(last_index)), draws),
                Kind::Worst | Kind::Killers => {
                    let index = convergents[draws.below(convergents.len() as u64) as usize];
                    positions.along_diagonal(pair(index), draws)
                }
                kind => {
                    let before = piles.last_chunk().map(|&[a, b]| (a, b));
                    positions.draw_of_kind(kind, draws, before.as_ref())
                }
            };
            piles.extend([a, b].map(|pile| pile.max(self.min_pile)));
        }
        DrawnCase {
            bound: Some(bound),
            piles,
        }
    }
}
