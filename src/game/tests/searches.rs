//! Searches of small positions, by the rules alone: oracles for the tests of this crate.

use super::super::rule::Rule;

/// The outcome of every position with both piles at most a limit, computed from the rules alone.
///
/// Takes one byte of memory a position.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    side: usize,
    cold: Vec<bool>,
}

/// Searches all positions with both piles at most `limit`: a position is cold exactly if no move
/// leads to a cold position. Takes `O(limit^3 * r)` time.
#[must_use]
pub(crate) fn search(rule: Rule, limit: usize) -> Grid {
    let side = limit + 1;
    let mut cold = vec![false; side * side];
    for a in 0..side {
        for b in 0..side {
            // At (0, 0) the opponent has just taken the last object, so the player to move loses,
            // except under the misere rule.
            let lost = (a, b) == (0, 0) && rule != Rule::Misere;
            let moves = reachable(rule, a, b);
            let to_cold = moves.iter().any(|&(a, b)| cold[a * side + b]);
            cold[a * side + b] = lost || (!moves.is_empty() && !to_cold);
        }
    }
    Grid { side, cold }
}

/// Every position that one move from `(a, b)` reaches, with the piles in the given order.
#[must_use]
pub(crate) fn reachable(rule: Rule, a: usize, b: usize) -> Vec<(usize, usize)> {
    let r = usize::try_from(rule.r().get()).unwrap_or(usize::MAX);
    let mut reached = Vec::new();
    reached.extend((0..a).map(|rest| (rest, b)));
    reached.extend((0..b).map(|rest| (a, rest)));
    for from_a in 1..=a {
        let least = from_a.saturating_sub(r - 1).max(1);
        let most = from_a.saturating_add(r - 1).min(b);
        reached.extend((least..=most).map(|from_b| (a - from_a, b - from_b)));
    }
    reached
}

impl Grid {
    /// Whether `(a, b)` is cold.
    ///
    /// # Panics
    /// If a pile exceeds the limit of the grid.
    #[must_use]
    pub(crate) fn is_cold(&self, a: usize, b: usize) -> bool {
        assert!(
            a < self.side && b < self.side,
            "a pile exceeds the limit of the grid"
        );
        self.cold[a * self.side + b]
    }
}

/// The Wythoff pairs by Wythoff's recurrence: the lower number of pair `k` is the mex (minimum
/// excluded number) of all numbers in earlier pairs, and the upper number is `k` more.
#[derive(Clone, Debug)]
pub(crate) struct MexTable {
    pairs: Vec<(usize, usize)>,
    partners: Vec<usize>,
}

impl MexTable {
    /// All pairs whose lower number is at most `limit`.
    #[must_use]
    pub(crate) fn new(limit: usize) -> Self {
        // The upper number of a pair with lower number n <= limit is n + k <= 2 * limit, as k <= n.
        let mut partner = vec![None; 2 * limit + 1];
        let mut pairs = Vec::new();
        let mut mex = 0;
        while mex <= limit {
            let upper = mex + pairs.len();
            partner[mex] = Some(upper);
            partner[upper] = Some(mex);
            pairs.push((mex, upper));
            while mex < partner.len() && partner[mex].is_some() {
                mex += 1;
            }
        }
        // The mex (the smallest number without a partner) exceeds the limit, so every number up to the limit has a partner.
        let used = |p: &Option<usize>| p.expect("a number below the mex has a partner");
        let partners = partner[..=limit].iter().map(used).collect();
        Self { pairs, partners }
    }

    /// The pairs in the order of their index, from `(0, 0)`.
    #[must_use]
    pub(crate) fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// The partner of `n`; `None` if `n` exceeds the limit of the table.
    #[must_use]
    pub(crate) fn partner(&self, n: usize) -> Option<usize> {
        self.partners.get(n).copied()
    }

    /// Whether `(a, b)` is cold; `None` if both piles exceed the limit of the table.
    #[must_use]
    pub(crate) fn is_cold(&self, a: usize, b: usize) -> Option<bool> {
        Some(self.partner(a.min(b))? == a.max(b))
    }
}
