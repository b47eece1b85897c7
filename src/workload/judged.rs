//! Records as a judge's problem has them.
//!
//! Owns what stands before, between and behind the positions, and the cases of several numbers.
//! Invariant: nothing is beyond the problem's limits, and nothing but the end ends an input.
//!
//! # The stream
//!
//! Part of the promise in [`super`]. Pairs are drawn as ever. Then, where the problem promises it, the
//! smaller pile stands first; and where `0 0` ends the input it is replaced by `1 2`, or
//! by `0 1` up to a limit of 1.
//!
//! A case of piles draws its kind. Swapped: the case before it in the block, backwards; the first one is
//! uniform. Of Return of the Nim a coin: heads, two piles, as a pair of that kind. Else the number of
//! piles: 1 and a number below 10 (below the problem's limit, if that is less; where two piles
//! are another game, 3 in place of 2); edges: once in 4 times another coin: heads, 1000 piles or as many as
//! the problem has, tails, one. Uniform and digits: each pile. Cold: all but the last, uniform below the
//! largest power of two that is no more than the limit and one, and the last so that the nim-sum is 0. Near:
//! such a case, then one of its piles, drawn, one more, or at the limit one less. Worst: all but
//! the last from the numbers of edges, and the last as for cold, or at the limit if it would be
//! beyond. Edges: each pile. Killers: as worst.
//!
//! A case of pairs for which takes may differ by at most `K` draws `K`: where a number below 4 is
//! 0, below 1000, else below 10; then the number of pairs, 1 and a number below 20. Each pair draws its kind, and is
//! what it says with the cold pairs of that game. Worst: the index is one of 0 and the denominators of
//! the slope's convergents (1, then `K + 1` times the last one and the one before that), ascending. Killers: as
//! worst.

use super::pile::Pile;
use super::positions::{Positions, convergents, in_any_order};
use super::{Draws, Kind};
use crate::game::pair_generalised;
use crate::problem::cases::Cases;
use crate::problem::{Asked, Framing, Game};
use std::num::NonZeroU64;

/// What a problem makes of a pair.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    /// The smaller pile first.
    pub(super) ascending: bool,
    /// `0 0` isn't to come.
    pub(super) no_zero: bool,
}

impl Shape {
    pub(super) fn of(asked: &Asked) -> Self {
        Self {
            ascending: asked.is_ascending(),
            no_zero: asked.framing == Framing::Zero,
        }
    }

    #[inline]
    pub(super) fn fit<P: Pile>(self, (a, b): (P, P), positions: &Positions<P>) -> (P, P) {
        let swap = self.ascending && a > b;
        let (a, b) = if swap { (b, a) } else { (a, b) };
        if self.no_zero && a == b && a.minus(&positions.one).is_none() {
            return positions.first_but_zero();
        }
        (a, b)
    }
}

/// What answers such cases, one behind the other.
pub(super) fn answers(asked: &Asked) -> Cases {
    Cases::new(Asked {
        framing: Framing::Eof,
        limits: None,
        ..asked.clone()
    })
}

/// Cases of several numbers.
#[derive(Debug)]
pub(super) struct Several {
    game: Game,
    positions: Positions<u64>,
    most_piles: u64,
}

/// Piles of a usual case, at most.
const PILES: u64 = 10;
/// Piles of a long one.
const MANY: u64 = 1000;
/// Pairs of a case, at most.
const PAIRS: u64 = 20;

impl Several {
    pub(super) fn new(asked: &Asked, positions: Positions<u64>) -> Self {
        let most_piles = asked.most_piles().unwrap_or(MANY).min(MANY);
        Self {
            game: asked.game,
            positions,
            most_piles,
        }
    }

    /// About so many bytes a record.
    pub(super) fn record_size(&self) -> usize {
        match self.game {
            Game::AtMostApart => 20 * PAIRS as usize,
            _ => 60,
        }
    }

    /// The next case: the numbers of its first line, and of the others how many stand in one.
    pub(super) fn next(
        &self,
        draws: &mut Draws,
        before: Option<&Vec<u64>>,
    ) -> (Vec<u64>, usize, usize) {
        if self.game == Game::AtMostApart {
            return (self.pairs(draws), 2, 2);
        }
        let piles = self.piles(draws, before);
        let count = piles.len();
        let mut case = vec![count as u64];
        case.extend(piles);
        (case, 1, count)
    }

    fn piles(&self, draws: &mut Draws, before: Option<&Vec<u64>>) -> Vec<u64> {
        let at = &self.positions;
        let kind = match (at.kind(draws), before) {
            (Kind::Swapped, Some(case)) => return case[1..].iter().rev().copied().collect(),
            (Kind::Swapped, None) => Kind::Uniform,
            (kind, _) => kind,
        };
        let two_are_another_game = self.game == Game::ReturnOfTheNim;
        if two_are_another_game && draws.coin() {
            let (a, b) = at.of(kind, draws, None);
            return vec![a, b];
        }
        let mut count = 1 + draws.below(PILES.min(self.most_piles));
        if kind == Kind::Edges && draws.one_in(4) {
            count = if draws.coin() { self.most_piles } else { 1 };
        }
        if two_are_another_game && count == 2 {
            count = 3;
        }
        // All numbers below a power of two, so that a nim-sum is no larger.
        let below = match at.max.checked_add(1) {
            Some(end) => (1 << end.ilog2()) - 1,
            None => u64::MAX,
        };
        let last = count - 1;
        let mut piles: Vec<u64> = (0..count)
            .map(|i| match kind {
                Kind::Digits => at.digits(draws),
                Kind::Edges => at.edge(draws),
                Kind::Cold | Kind::Near | Kind::Worst | Kind::Killers if i == last => 0,
                Kind::Cold | Kind::Near => draws.up_to(below),
                Kind::Worst | Kind::Killers => at.edge(draws),
                Kind::Uniform | Kind::Swapped => draws.up_to(at.max),
            })
            .collect();
        if matches!(kind, Kind::Cold | Kind::Near | Kind::Worst | Kind::Killers) {
            let sum = piles.iter().fold(0, |sum, pile| sum ^ pile);
            piles[last as usize] = sum.min(at.max);
        }
        if kind == Kind::Near {
            let pile = &mut piles[draws.below(count) as usize];
            *pile = if *pile < at.max { *pile + 1 } else { *pile - 1 };
        }
        piles
    }

    fn pairs(&self, draws: &mut Draws) -> Vec<u64> {
        let at = &self.positions;
        let most_apart = if draws.below(4) == 0 {
            draws.below(1000)
        } else {
            draws.below(10)
        };
        let r = NonZeroU64::MIN.saturating_add(most_apart);
        let last_index = u64::last_index(&at.max, r);
        let pair = |index| pair_generalised(index, r).expect("an index up to the last one");
        let count = 1 + draws.below(PAIRS);
        let mut case = vec![most_apart, count];
        let mut before = None;
        for _ in 0..count {
            let (a, b) = match at.kind(draws) {
                Kind::Cold => in_any_order(pair(draws.up_to(last_index)), draws),
                Kind::Near => at.one_off(pair(draws.up_to(last_index)), draws),
                Kind::Worst | Kind::Killers => {
                    let all = convergents(r, &last_index);
                    let index = all[draws.below(all.len() as u64) as usize];
                    at.along(pair(index), draws)
                }
                kind => at.of(kind, draws, before.as_ref()),
            };
            case.extend([a, b]);
            before = Some((a, b));
        }
        case
    }
}
