//! The records of a judge's problem.
//!
//! Draws the cases of several numbers, and changes pairs so that they keep what a problem promises.
//! Every record is within the limits of the problem, and no record looks like the end of the input.
//!
//! # The stream
//!
//! This section is part of the promise in [`super`]. Pairs are drawn as for any input. Then, if the
//! problem promises it, the smaller pile comes first. If `0 0` ends the input of the problem, `0 0`
//! is replaced by `1 2`, or by `0 1` if the limit is 1.
//!
//! A case of piles draws its kind.
//!
//! * Swapped: the piles of the previous case in the block, in reverse order. The first case of a
//!   block is uniform instead.
//! * Return of the Nim draws a coin next: on heads, the case has two piles, drawn as a pair of that
//!   kind.
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

use super::pile::Pile;
use super::positions::{Positions, convergents, in_random_order};
use super::{Draws, Kind};
use crate::game::nim_sum;
use crate::problem::{Framing, Game, Problem};
use std::num::NonZeroU64;

/// How a problem changes a drawn pair.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    /// Whether the smaller pile comes first.
    pub(super) ascending: bool,
    /// Whether `0 0` must not occur, because it ends the input.
    pub(super) no_zero: bool,
}

impl Shape {
    pub(super) fn of_problem(problem: &Problem) -> Self {
        Self {
            ascending: problem.limits.smaller_first,
            no_zero: problem.framing == Framing::Zero,
        }
    }

    #[inline]
    pub(super) fn apply<P: Pile>(self, (a, b): (P, P), max: &P) -> (P, P) {
        let swap = self.ascending && a > b;
        let (a, b) = if swap { (b, a) } else { (a, b) };
        if self.no_zero && a == b && a < P::from(1) {
            return match *max < P::from(2) {
                true => (a, P::from(1)),
                false => (P::from(1), P::from(2)),
            };
        }
        (a, b)
    }
}

/// Draws cases of several numbers.
#[derive(Debug)]
pub(super) struct CaseGenerator {
    game: Game,
    positions: Positions<u64>,
    max_piles: u64,
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
        }
    }

    /// A rough estimate of the size of a case, in bytes. Most cases are smaller.
    pub(super) fn record_size(&self) -> usize {
        match self.game {
            Game::BoundedDifference => 20 * MAX_PAIRS as usize,
            _ => 60,
        }
    }

    /// Draws the next case. Returns its numbers, how many of them are in the first line, and how
    /// many are in each other line.
    pub(super) fn next(
        &self,
        draws: &mut Draws,
        before: Option<&Vec<u64>>,
    ) -> (Vec<u64>, usize, usize) {
        if self.game == Game::BoundedDifference {
            return (self.draw_pairs(draws), 2, 2);
        }
        let piles = self.draw_piles(draws, before);
        let count = piles.len();
        let mut case = vec![count as u64];
        case.extend(piles);
        (case, 1, count)
    }

    fn draw_piles(&self, draws: &mut Draws, before: Option<&Vec<u64>>) -> Vec<u64> {
        let positions = &self.positions;
        let kind = match (positions.mix.draw(draws), before) {
            (Kind::Swapped, Some(case)) => return case[1..].iter().rev().copied().collect(),
            (Kind::Swapped, None) => Kind::Uniform,
            (kind, _) => kind,
        };
        let two_are_another_game = self.game == Game::ReturnOfTheNim;
        if two_are_another_game && draws.coin() {
            let (a, b) = positions.draw_of_kind(kind, draws, None);
            return vec![a, b];
        }
        let mut count = 1 + draws.below(USUAL_PILES.min(self.max_piles));
        if kind == Kind::Edges && draws.one_in(4) {
            count = if draws.coin() { self.max_piles } else { 1 };
        }
        if two_are_another_game && count == 2 {
            count = 3;
        }
        self.draw_piles_of_kind(kind, count, draws)
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
        piles
    }

    fn draw_pairs(&self, draws: &mut Draws) -> Vec<u64> {
        let end = if draws.one_in(4) { 1000 } else { 10 };
        let max_apart = draws.below(end);
        let count = 1 + draws.below(MAX_PAIRS);
        let mut case = vec![max_apart, count];
        let pairs = self.draw_pairs_under(max_apart, count, draws);
        case.extend(pairs.into_iter().flat_map(|(a, b)| [a, b]));
        case
    }

    /// Draws `count` pairs, where the amounts taken from both piles may differ by at most `max_apart`.
    pub(super) fn draw_pairs_under(
        &self,
        max_apart: u64,
        count: u64,
        draws: &mut Draws,
    ) -> Vec<(u64, u64)> {
        let positions = &self.positions;
        let r = NonZeroU64::MIN.saturating_add(max_apart);
        let last_index = u64::last_index(&positions.max, r);
        let pair = |index| u64::pair(&index, r);
        let mut pairs = Vec::new();
        for _ in 0..count {
            let (a, b) = match positions.mix.draw(draws) {
                Kind::Cold => in_random_order(pair(draws.up_to(last_index)), draws),
                Kind::Near => positions.off_by_one(pair(draws.up_to(last_index)), draws),
                Kind::Worst | Kind::Killers => {
                    let all = convergents(r, &last_index);
                    let index = all[draws.below(all.len() as u64) as usize];
                    positions.along_diagonal(pair(index), draws)
                }
                kind => positions.draw_of_kind(kind, draws, pairs.last()),
            };
            pairs.push((a, b));
        }
        pairs
    }
}
