//! Misere Wythoff: the player who takes the last object loses.
//!
//! The outcome differs from the normal game only if both piles are at most 2.
//!
//! # Why only small positions change
//!
//! From `(0, 0)` there is no move, and the player to move wins: the opponent has just taken the last object. So `(0, 0)` is
//! hot. Then `(0, 1)` is cold, as its only move leads to `(0, 0)`. Any position other than these two with a pile of 0 or 1, or
//! with difference 1, has a move to `(0, 1)`, and so is hot. `(2, 2)` is cold: its moves lead to `(0, 2)`, `(1, 2)`, `(0, 0)`
//! and `(1, 1)`, which are all hot. So `(0, 1)` and `(2, 2)` use up the numbers 0, 1, 2 and the differences 0, 1, as `(0, 0)`
//! and `(1, 2)` do in the normal game. All later pairs are the same in both games (by Wythoff's recurrence).

use super::cold::is_cold;

/// Whether the player to move from piles `a` and `b` loses, if the player who takes the last object loses.
#[inline]
#[must_use]
pub(crate) const fn is_cold_misere(a: u64, b: u64) -> bool {
    let (m, d) = if a < b { (a, b - a) } else { (b, a - b) };
    let misere_only = ((m == 0) & (d == 1)) | ((m == 2) & (d == 0));
    // (0, 0) and (1, 2) are cold in the normal game only. They are its pairs with an index below 2, so `d >= 2` excludes them.
    misere_only | ((d >= 2) & is_cold(a, b))
}

/// The cold positions of difference 0 and 1 under the misere rule.
pub(super) const PAIRS: [(u64, u64); 2] = [(2, 2), (0, 1)];

/// The numbers that form a cold position with 0, 1 and 2 under the misere rule.
pub(super) const PARTNERS: [u64; 3] = [1, 0, 2];
