//! Draws cases of several numbers, within the limits of the problem: Nim, and pairs after a bound.
//!
//! The kinds of positions have a similar meaning for Nim: the piles of a cold case have the nim-sum 0, a near case differs from
//! a cold one by 1 in one pile, and all piles of a worst case but the last are edges.

use super::positions::{Positions, in_random_order};
use super::{Draws, Kind, Mix};
use crate::game::near_whole::near_whole;
use crate::game::nim_sum;
use crate::game::pile::Pile;
use crate::problem::{Case, Game, Problem};
use std::num::NonZeroU64;

#[derive(Debug)]
pub(super) struct DrawnCase {
    pub(super) bound: Option<u64>,
    pub(super) piles: Vec<u64>,
}

impl DrawnCase {
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

#[derive(Debug)]
pub(super) struct CaseGenerator {
    problem: Problem,
    positions: Positions<u64>,
}

/// The largest usual number of piles of a case. Some cases of [`Kind::Edges`] have more.
const USUAL_PILES: u64 = 10;
/// The number of piles of a long case, or fewer if the problem's limit is less.
const LONG_PILES: u64 = 1000;
const MAX_PAIRS: u64 = 20;

impl CaseGenerator {
    pub(super) fn new(mix: Mix, problem: &Problem) -> Self {
        Self {
            problem: problem.clone(),
            positions: Positions::new(mix, problem).expect("piles of cases fit `u64`"),
        }
    }

    /// Draws the first `records` cases of a block, and gives each to `take`.
    pub(super) fn draw_cases(
        &self,
        mut draws: Draws,
        records: usize,
        mut take: impl FnMut(&DrawnCase),
    ) {
        let mut before = None;
        for _ in 0..records {
            take(before.insert(self.next(&mut draws, before.as_ref())));
        }
    }

    /// Draws the next case. `before` is the previous case in the block.
    fn next(&self, draws: &mut Draws, before: Option<&DrawnCase>) -> DrawnCase {
        if self.problem.game == Game::BoundedDifference {
            let end = if draws.one_in(4) { 1000 } else { 10 };
            let bound = draws.below(end);
            let bound = bound.min(self.problem.limits.max_bound.unwrap_or(bound));
            let count = 1 + draws.below(MAX_PAIRS);
            return self.draw_pairs(bound, count, draws);
        }
        DrawnCase {
            bound: None,
            piles: self.draw_piles(draws, before),
        }
    }

    fn draw_piles(&self, draws: &mut Draws, before: Option<&DrawnCase>) -> Vec<u64> {
        let Self { problem, positions } = self;
        let kind = match (positions.mix.draw(draws), before) {
            (Kind::Swapped, Some(case)) => return case.piles.iter().rev().copied().collect(),
            (Kind::Swapped, None) => Kind::Uniform,
            (kind, _) => kind,
        };
        let (min_pile, min_piles) = (problem.limits.min_pile, problem.limits.min_piles);
        let max_piles = problem.limits.max_piles.map_or(LONG_PILES, NonZeroU64::get);
        let max_piles = max_piles.min(LONG_PILES);
        let two_are_another_game = problem.game == Game::ReturnOfTheNim;
        let may_have_two = min_piles <= 2 && max_piles > 1;
        if two_are_another_game && may_have_two && draws.coin() {
            let (a, b) = positions.draw_of_kind(kind, draws, None);
            return vec![a.max(min_pile), b.max(min_pile)];
        }
        let mut count = 1 + draws.below(USUAL_PILES.min(max_piles));
        if kind == Kind::Edges && draws.one_in(4) {
            count = if draws.coin() { max_piles } else { 1 };
        }
        count = count.max(min_piles);
        if two_are_another_game {
            // An odd prime if the problem allows one, else 2.
            let mut odd = 3..=count.max(3).min(max_piles);
            let prime = odd.rfind(|&count| problem.game.takes_piles(count));
            count = prime.unwrap_or(2);
        }
        self.draw_piles_of_kind(kind, count, draws)
    }

    pub(super) fn draw_piles_of_kind(&self, kind: Kind, count: u64, draws: &mut Draws) -> Vec<u64> {
        let positions = &self.positions;
        // All piles are below a power of two, and so is their nim-sum.
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
                Kind::Cold | Kind::Near => draws.up_to(&below),
                Kind::Worst | Kind::Killers => positions.draw_edge(draws),
                Kind::Uniform | Kind::Swapped => draws.up_to(&positions.max),
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
        let min = self.problem.limits.min_pile;
        piles.iter_mut().for_each(|pile| *pile = (*pile).max(min));
        piles
    }

    /// Draws a case of `count` pairs. The amounts taken from both piles may differ by at most `bound`.
    pub(super) fn draw_pairs(&self, bound: u64, count: u64, draws: &mut Draws) -> DrawnCase {
        let positions = &self.positions;
        let r = NonZeroU64::MIN.saturating_add(bound);
        let last_index = positions.max.last_index(r);
        let pair =
            |index| u64::pair(&index, r).expect("the pair of an index up to the last one fits");
        let mut convergents = near_whole(1, r, &last_index);
        if r == NonZeroU64::MIN && last_index > 0 {
            // Two convergents have the denominator 1, so it occurs twice.
            convergents.insert(1, 1);
        }
        let mut piles: Vec<u64> = Vec::new();
        for _ in 0..count {
            let (a, b) = match positions.mix.draw(draws) {
                Kind::Cold => in_random_order(pair(draws.up_to(&last_index)), draws),
                Kind::Near => positions.off_by_one(pair(draws.up_to(&last_index)), draws),
                Kind::Worst | Kind::Killers => {
                    let index = convergents[draws.below(convergents.len() as u64) as usize];
                    positions.along_diagonal(pair(index), draws)
                }
                kind => {
                    let before = piles.last_chunk().map(|&[a, b]| (a, b));
                    positions.draw_of_kind(kind, draws, before.as_ref())
                }
            };
            piles.extend([a, b].map(|pile| pile.max(self.problem.limits.min_pile)));
        }
        DrawnCase {
            bound: Some(bound),
            piles,
        }
    }
}
