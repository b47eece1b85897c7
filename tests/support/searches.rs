//! Outcomes of small positions, by a search that knows the rules and nothing else.

use std::collections::{BTreeSet, HashMap};

/// Whether a move of the game of two piles may take `from_a` and `from_b`: takes from both may differ by at most `apart`.
pub(crate) fn is_move(from_a: usize, from_b: usize, apart: usize) -> bool {
    match (from_a, from_b) {
        (0, 0) => false,
        (0, _) | (_, 0) => true,
        _ => from_a.abs_diff(from_b) <= apart,
    }
}

/// Whether each position of two piles up to `limit` is cold. `last_loses`: who takes the last object loses.
pub(crate) fn cold_by_search(limit: usize, apart: usize, last_loses: bool) -> Vec<Vec<bool>> {
    let mut cold = vec![vec![false; limit + 1]; limit + 1];
    for a in 0..=limit {
        for b in 0..=limit {
            let mut lost = a + b > 0 || !last_loses;
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

/// Grundy values of Wythoff's game: each is the smallest that no move reaches.
pub(crate) fn grundy_by_mex(side: usize) -> Vec<Vec<usize>> {
    let mut values = vec![vec![0; side]; side];
    for a in 0..side {
        for b in 0..side {
            let mut seen = BTreeSet::new();
            seen.extend((0..a).map(|i| values[i][b]));
            seen.extend((0..b).map(|j| values[a][j]));
            seen.extend((1..=a.min(b)).map(|n| values[a - n][b - n]));
            values[a][b] = (0..).find(|v| !seen.contains(v)).expect("a free one");
        }
    }
    values
}

/// Outcomes of Nim, each searched once.
#[derive(Default)]
pub(crate) struct NimSearch {
    last_loses: bool,
    /// By the piles that aren't empty, in order.
    known: HashMap<Vec<u64>, bool>,
}

impl NimSearch {
    pub(crate) fn new(last_loses: bool) -> Self {
        let known = HashMap::new();
        Self { last_loses, known }
    }

    pub(crate) fn is_cold(&mut self, piles: &[u64]) -> bool {
        let mut key: Vec<u64> = piles.iter().copied().filter(|&p| p > 0).collect();
        key.sort_unstable();
        if let Some(&cold) = self.known.get(&key) {
            return cold;
        }
        let cold = match key.is_empty() {
            true => !self.last_loses,
            false => self.winning_moves(&key).is_empty(),
        };
        self.known.insert(key, cold);
        cold
    }

    /// Which pile, by its place, may become what.
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
