//! Nim: any number of piles; a move takes objects from one of them.
//!
//! An empty slice has the same outcome as piles of 0.
//!
//! # Theorem
//!
//! *Normal play*, where the player who takes the last object wins. A position is cold exactly if the xor of its piles, the
//! nim-sum `s`, is 0. In a hot position, a pile `p` with `p ^ s < p` has exactly one winning move, to `p ^ s`; any other pile
//! has none (C. L. Bouton, *Nim, a game with a complete mathematical theory*, 1901).
//!
//! *Misere play*, where the player who takes the last object loses. The same holds, but with `s ^ 1` in place of `s` while at
//! most one pile exceeds 1:
//!
//! * *No pile above 1.* Each move takes one object, so the player who must move at an odd number of objects loses: the position
//!   is cold exactly if `s = 1`. If the number of ones is even, each pile of 1 has a winning move, to `1 ^ 0 ^ 1 = 0`.
//! * *One pile above 1*, and `j` piles of 1. The position is hot: the large pile can be reduced to 0 or to 1, whichever leaves
//!   an odd number of ones. This is the only winning move: any other move keeps a pile above 1 or leaves an even number of
//!   ones. With the large pile `p`, the move leads to `1 ^ (s ^ p)`.
//! * *Two or more piles above 1.* Every move leaves at least one pile above 1. A position with exactly one such pile is hot
//!   under either rule, so both rules have the same cold positions.

/// Whether the player who takes the last object wins or loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NimRule {
    /// The player who takes the last object wins.
    #[default]
    Normal,
    /// The player who takes the last object loses.
    Misere,
}

impl NimRule {
    /// Whether the position is cold: the player to move loses.
    ///
    /// ```
    /// use wythoff::game::NimRule;
    /// assert!(NimRule::Normal.is_cold(&[1, 2, 3]) && NimRule::Misere.is_cold(&[1, 2, 3]));
    /// assert!(NimRule::Normal.is_cold(&[1, 1]) && !NimRule::Misere.is_cold(&[1, 1]));
    /// ```
    #[inline]
    #[must_use]
    pub fn is_cold(self, piles: &[u64]) -> bool {
        self.key_of(piles) == 0
    }

    /// The winning moves from these piles, in the order of the piles. There is none if the position is cold, or if all piles
    /// are 0.
    ///
    /// ```
    /// use wythoff::game::{NimMove, NimRule};
    /// let mut moves = NimRule::Normal.winning_moves(&[3, 6, 9]);
    /// assert_eq!(moves.next(), Some(NimMove { pile: 2, from: 9, to: 5 }));
    /// assert_eq!(moves.next(), None);
    /// ```
    pub fn winning_moves(self, piles: &[u64]) -> impl Iterator<Item = NimMove> {
        let key = self.key_of(piles);
        piles.iter().enumerate().filter_map(move |(pile, &from)| {
            let to = from ^ key;
            (to < from).then_some(NimMove { pile, from, to })
        })
    }

    /// The number that a winning move xors its pile with: the nim-sum, or `nim-sum ^ 1` under misere play while at most one
    /// pile exceeds 1. It is 0 exactly if the position is cold.
    fn key(self, nim_sum: u64, above_1: u64) -> u64 {
        match self {
            Self::Normal => nim_sum,
            Self::Misere => nim_sum ^ u64::from(above_1 <= 1),
        }
    }

    fn key_of(self, piles: &[u64]) -> u64 {
        let above_1 = piles.iter().map(|&pile| u64::from(pile > 1)).sum();
        self.key(nim_sum(piles), above_1)
    }
}

/// The facts about a position of Nim that need a fixed amount of memory, for any number of piles: who wins, and the number of
/// winning moves, but not the moves.
#[derive(Clone, Debug)]
pub(crate) struct NimTally {
    nim_sum: u64,
    above_1: u64,
    /// Bit `b` of these words, the lowest word first, is the number of piles that have bit `b`.
    counts: [u64; 64],
}

impl NimTally {
    pub(crate) const EMPTY: Self = Self {
        nim_sum: 0,
        above_1: 0,
        counts: [0; 64],
    };

    pub(crate) fn add(&mut self, pile: u64) {
        self.nim_sum ^= pile;
        self.above_1 += u64::from(pile > 1);
        let mut carry = pile;
        for digit in &mut self.counts {
            if carry == 0 {
                break;
            }
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }

    pub(crate) fn is_cold(&self, rule: NimRule) -> bool {
        rule.key(self.nim_sum, self.above_1) == 0
    }

    /// A pile `p` has a winning move, so `p ^ key < p`, exactly if `p` has the highest bit of `key`.
    pub(crate) fn count_winning_moves(&self, rule: NimRule) -> u64 {
        let key = rule.key(self.nim_sum, self.above_1);
        let Some(bit) = key.checked_ilog2() else {
            return 0;
        };
        let digits = self.counts.iter().rev().map(|digit| digit >> bit & 1);
        digits.fold(0, |count, digit| 2 * count + digit)
    }
}

/// A move in Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NimMove {
    /// The index of the pile, from 0.
    pub pile: usize,
    /// The number of objects in the pile before the move.
    pub from: u64,
    /// The number of objects in the pile after the move.
    pub to: u64,
}

/// The nim-sum, that is the xor of the piles. It is the Grundy value of the piles under the normal rule.
///
/// ```
/// assert_eq!(wythoff::game::nim_sum(&[5, 7, 9]), 11);
/// assert_eq!(wythoff::game::nim_sum(&[]), 0);
/// ```
#[inline]
#[must_use]
pub fn nim_sum(piles: &[u64]) -> u64 {
    piles.iter().fold(0, |sum, pile| sum ^ pile)
}

#[cfg(test)]
mod tests {
    use super::super::tests::shared::{LastTaker, NimSearch};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_small_positions_by_search() {
        for (rule, last_taker) in [
            (NimRule::Normal, LastTaker::Wins),
            (NimRule::Misere, LastTaker::Loses),
        ] {
            let mut game = NimSearch::new(last_taker);
            for code in 0..7_u64.pow(4) {
                let piles = [code % 7, code / 7 % 7, code / 49 % 7, code / 343];
                assert_eq!(
                    rule.is_cold(&piles),
                    game.is_cold(&piles),
                    "{rule:?} {piles:?}"
                );
                let expected = game.winning_moves(&piles).into_iter();
                let expected = expected.map(|(pile, to)| NimMove {
                    pile,
                    from: piles[pile],
                    to,
                });
                let moves: Vec<_> = rule.winning_moves(&piles).collect();
                assert!(moves.iter().copied().eq(expected), "{rule:?} {piles:?}");
            }
            for ones in 0..9 {
                let piles = &[1; 9][..ones];
                assert_eq!(rule.is_cold(piles), game.is_cold(piles), "{rule:?} {ones}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Every listed move leads to a cold position, every hot position with an object has a listed move, and the counts are
        /// the length of the list.
        #[test]
        fn random_piles(mut piles in prop::collection::vec(any::<u64>(), 0..40), mirror: bool) {
            if mirror {
                piles.extend_from_within(..);
                prop_assert!(NimRule::Normal.is_cold(&piles));
            }
            for rule in [NimRule::Normal, NimRule::Misere] {
                let moves: Vec<_> = rule.winning_moves(&piles).collect();
                let mut tally = NimTally::EMPTY;
                piles.iter().for_each(|&pile| tally.add(pile));
                prop_assert_eq!(tally.is_cold(rule), rule.is_cold(&piles));
                prop_assert_eq!(tally.count_winning_moves(rule), moves.len() as u64);
                let nothing = piles.iter().all(|&p| p == 0);
                prop_assert_eq!(moves.is_empty(), rule.is_cold(&piles) || nothing);
                for NimMove { pile, from, to } in moves {
                    prop_assert!(to < from && piles[pile] == from);
                    let mut next = piles.clone();
                    next[pile] = to;
                    prop_assert!(rule.is_cold(&next));
                }
            }
        }
    }
}
