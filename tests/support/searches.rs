//! Outcomes of small positions, found by a search with the rules of the game only.

use std::collections::HashMap;

/// Whether a move of the game of two piles may take `from_a` and `from_b`. The amounts taken from both piles may differ by
/// at most `apart`.
pub(crate) fn is_move(from_a: usize, from_b: usize, apart: usize) -> bool {
    match (from_a, from_b) {
        (0, 0) => false,
        (0, _) | (_, 0) => true,
        _ => from_a.abs_diff(from_b) <= apart,
    }
}

/// Whether the player who takes the last object wins or loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LastTaker {
    #[default]
    Wins,
    Loses,
}

/// Whether each position of two piles up to `limit` is cold. The amounts taken from both piles may differ by at most
/// `apart`.
pub(crate) fn cold_by_search(limit: usize, apart: usize, last_taker: LastTaker) -> Vec<Vec<bool>> {
    let mut cold = vec![vec![false; limit + 1]; limit + 1];
    for a in 0..=limit {
        for b in 0..=limit {
            let mut lost = a + b > 0 || last_taker == LastTaker::Wins;
            for from_a in 0..=a {
                for from_b in 0..=b {
                    if is_move(from_a, from_b, apart) && cold[a - from_a][b - from_b] {
                        lost = false;
                    }
                }
            }
            cold[a][b] = lost;
        }
    }
    cold
}

/// All positions of up to four piles of at most seven objects. The first position has no pile.
pub(crate) fn positions_of_nim() -> Vec<Vec<u64>> {
    let mut positions = vec![Vec::new()];
    for count in 1..=4u32 {
        for code in 0..8u64.pow(count) {
            positions.push((0..count).map(|i| code >> (3 * i) & 7).collect());
        }
    }
    positions
}

/// Outcomes of Nim, each searched once.
#[derive(Default)]
pub(crate) struct NimSearch {
    last_taker: LastTaker,
    /// The outcomes so far, by the piles that are not empty, in order.
    known: HashMap<Vec<u64>, bool>,
}

impl NimSearch {
    pub(crate) fn new(last_taker: LastTaker) -> Self {
        let known = HashMap::new();
        Self { last_taker, known }
    }

    pub(crate) fn is_cold(&mut self, piles: &[u64]) -> bool {
        let mut key: Vec<u64> = piles.iter().copied().filter(|&p| p > 0).collect();
        key.sort_unstable();
        if let Some(&cold) = self.known.get(&key) {
            return cold;
        }
        let cold = if key.is_empty() {
            self.last_taker == LastTaker::Wins
        } else {
            self.winning_moves(&key).is_empty()
        };
        self.known.insert(key, cold);
        cold
    }

    /// The winning moves: the index of a pile, and the number of objects left in it.
    pub(crate) fn winning_moves(&mut self, piles: &[u64]) -> Vec<(usize, u64)> {
        let mut found = Vec::new();
        for (i, &pile) in piles.iter().enumerate() {
            for to in 0..pile {
                let mut left = piles.to_vec();
                left[i] = to;
                if self.is_cold(&left) {
                    found.push((i, to));
                }
            }
        }
        found
    }
}
