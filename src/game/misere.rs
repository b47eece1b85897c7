//! Misere Wythoff: whoever takes the last object loses.
//!
//! Owns the cold test and the winning moves under that rule. Invariant: it differs from the normal
//! game only where both piles are at most 2.
//!
//! # Why so little changes
//!
//! Nothing can be moved from `(0, 0)`, and the player who must move there wins: it is hot. Then
//! `(0, 1)` is cold, as its one move ends at `(0, 0)`. Whatever else has a pile of 0 or 1, or
//! difference 1, can move to it, and so is hot. `(2, 2)` is cold: it can move to `(0, 2)`, `(1, 2)`,
//! `(0, 0)` and `(1, 1)`, all hot. So the numbers 0, 1, 2 and the differences 0, 1 are used up,
//! just as by `(0, 0)` and `(1, 2)` in the normal game, and from there on both games pair the same
//! numbers (the recurrence is that of [`super::oracle::MexTable`]).

use super::beatty::{partner, wythoff_pair};
use super::cold::is_cold;
use super::moves::Moves;

/// Whether the player to move from piles `a` and `b` loses, if whoever takes the last object loses.
///
/// ```
/// use wythoff::game::is_cold_misere;
/// assert!(is_cold_misere(1, 0) && is_cold_misere(2, 2) && is_cold_misere(3, 5));
/// assert!(!is_cold_misere(0, 0) && !is_cold_misere(1, 2));
/// ```
#[inline]
#[must_use]
pub const fn is_cold_misere(a: u64, b: u64) -> bool {
    let (m, d) = if a < b { (a, b - a) } else { (b, a - b) };
    let own = ((m == 0) & (d == 1)) | ((m == 2) & (d == 0));
    // The normal game's (0, 0) and (1, 2) are the pairs with an index below 2.
    own | ((d >= 2) & is_cold(a, b))
}

/// All winning moves from piles `a` and `b`, if whoever takes the last object loses.
///
/// As [`super::winning_moves`]. From `(0, 0)`, which is hot, there is no move at all: the other
/// player has just taken the last object.
///
/// ```
/// use wythoff::game::winning_moves_misere;
/// let moves = winning_moves_misere(1, 2);
/// assert_eq!(moves.positions().collect::<Vec<_>>(), [(0, 1)]);
/// assert!(winning_moves_misere(2, 2).is_empty() && winning_moves_misere(0, 0).is_empty());
/// ```
#[must_use]
pub fn winning_moves_misere(a: u64, b: u64) -> Moves {
    let (x, y) = (a.min(b), a.max(b));
    let pair = own_pair(y - x).or_else(|| wythoff_pair(y - x));
    let partner = |n| own_partner(n).or_else(|| partner(n));
    Moves::new((x, y), pair, (partner(x), partner(y)))
}

/// The cold position of difference `d`, where it isn't the normal game's.
pub(super) const fn own_pair(d: u64) -> Option<(u64, u64)> {
    match d {
        0 => Some((2, 2)),
        1 => Some((0, 1)),
        _ => None,
    }
}

/// The number `m` for which `(n, m)` is cold, where it isn't the normal game's.
pub(super) const fn own_partner(n: u64) -> Option<u64> {
    match n {
        0 => Some(1),
        1 => Some(0),
        2 => Some(2),
        _ => None,
    }
}
