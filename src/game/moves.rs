//! Winning moves: the moves from a hot position to the cold positions that one move reaches.
//!
//! Defines the list of winning moves and its order, and the search that all rules share. A rule passes the cold pairs that a
//! move from both piles may reach, and the partner of each pile, to `for_each_winning_move`, which compares them with the
//! piles. Every listed move is legal and leads to a cold position. No winning move is missing, and none is listed twice. The
//! other rules are in their own modules.
//!
//! # Why there are at most three
//!
//! Each number is in exactly one Wythoff pair, and each difference belongs to exactly one pair. A move from one pile keeps the
//! other pile, so it leads to the pair that contains the kept pile. A move that takes the same number from both piles keeps
//! the difference, so it leads to the pair with that difference. Hence a position has at most three winning moves.

use std::fmt;
use std::ops::{Deref, Sub};

use super::beatty::{partner, wythoff_pair};

#[cfg(test)]
mod tests;

/// The number of objects that a move takes, and the piles it takes them from.
///
/// `T` is `u64` or a big integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Take<T = u64> {
    /// The same number from both piles.
    Both(T),
    /// From the larger pile, or from one of two equal piles.
    Larger(T),
    /// From the smaller pile.
    Smaller(T),
    /// Different numbers from the two piles. Only the generalised rule allows this.
    Uneven {
        /// The number taken from the smaller pile.
        smaller: T,
        /// The number taken from the larger pile.
        larger: T,
    },
}

impl<T: fmt::Display> fmt::Display for Take<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Both(n) => write!(f, "{n} from both piles"),
            Self::Larger(n) => write!(f, "{n} from the larger pile"),
            Self::Smaller(n) => write!(f, "{n} from the smaller pile"),
            Self::Uneven { smaller, larger } => {
                write!(
                    f,
                    "{smaller} from the smaller pile, {larger} from the larger"
                )
            }
        }
    }
}

/// A move and the position it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move<T = u64> {
    /// The number of objects taken, and from which pile.
    pub take: Take<T>,
    /// The position after the move, the smaller pile first.
    pub to: (T, T),
}

/// The winning moves of one position, as a slice: at most 3, or 4 under the generalised rule. It is empty if the position is
/// cold, or `(0, 0)` under the misere rule.
///
/// The order is: moves from both piles, then from the larger pile, then from the smaller pile. Under the generalised rule there
/// may be two moves from both piles; the move that leaves less comes first. If the piles are equal, a move from one of them is
/// listed once, as [`Take::Larger`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moves {
    list: [Move; Self::MAX_MOVES],
    len: usize,
}

impl Moves {
    /// Two moves from both piles, and one from each pile.
    const MAX_MOVES: usize = 4;

    const EMPTY: Self = {
        let nothing = Move {
            take: Take::Both(0),
            to: (0, 0),
        };
        Self {
            list: [nothing; Self::MAX_MOVES],
            len: 0,
        }
    };

    pub(super) fn new(
        piles: (u64, u64),
        pairs: impl IntoIterator<Item = (u64, u64)>,
        partners: (Option<u64>, Option<u64>),
    ) -> Self {
        let mut moves = Self::EMPTY;
        for_each_winning_move(piles, pairs, partners, |found| {
            moves.list[moves.len] = found;
            moves.len += 1;
        });
        moves
    }

    /// The positions that the moves reach, in the order of the moves, without duplicates, the smaller pile first.
    ///
    /// ```
    /// use wythoff::winning_moves;
    /// let moves = winning_moves(2, 3);
    /// assert_eq!(moves.len(), 2); // one from both, or two from the larger pile
    /// assert_eq!(moves.positions().collect::<Vec<_>>(), [(1, 2)]);
    /// ```
    pub fn positions(&self) -> impl Iterator<Item = (u64, u64)> {
        distinct_positions(self).copied()
    }
}

impl Deref for Moves {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.list[..self.len]
    }
}

impl<'m> IntoIterator for &'m Moves {
    type Item = &'m Move;
    type IntoIter = std::slice::Iter<'m, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The positions that these moves reach, in the order of the moves, without duplicates.
pub(crate) fn distinct_positions<T: PartialEq>(moves: &[Move<T>]) -> impl Iterator<Item = &(T, T)> {
    let new = |&(i, found): &(usize, &Move<T>)| moves[..i].iter().all(|m| m.to != found.to);
    moves.iter().enumerate().filter(new).map(|(_, m)| &m.to)
}

/// All winning moves from piles `a` and `b`, in either order of the piles, under the normal rule.
///
/// ```
/// use wythoff::{game::Take, winning_moves};
/// let moves = winning_moves(7, 4);
/// assert!(moves.is_empty()); // cold
/// let moves = winning_moves(2, 2);
/// assert_eq!(moves[0].take, Take::Both(2));
/// assert_eq!(moves[1].take, Take::Larger(1));
/// assert_eq!(moves.positions().collect::<Vec<_>>(), [(0, 0), (1, 2)]);
/// ```
#[must_use]
pub fn winning_moves(a: u64, b: u64) -> Moves {
    let (x, y) = (a.min(b), a.max(b));
    Moves::new((x, y), wythoff_pair(y - x), (partner(x), partner(y)))
}

/// Calls `add` for each winning move from `(x, y)`, `x <= y`, in the order that [`Moves`] documents.
///
/// `pairs` are the cold positions, smaller pile first, that a move from both piles can reach; a pair whose numbers are not
/// below `x` and `y` is skipped. `partner_x` forms a cold position with `x`, and `partner_y` with `y`. A partner is `None` if
/// it is too large to be reached.
pub(super) fn for_each_winning_move<T>(
    (x, y): (T, T),
    pairs: impl IntoIterator<Item = (T, T)>,
    (partner_x, partner_y): (Option<T>, Option<T>),
    mut add: impl FnMut(Move<T>),
) where
    T: Clone + Ord + Sub<Output = T>,
{
    for (lower, upper) in pairs {
        if lower < x && upper < y {
            let smaller = x.clone() - lower.clone();
            let larger = y.clone() - upper.clone();
            let take = if smaller == larger {
                Take::Both(larger)
            } else {
                Take::Uneven { smaller, larger }
            };
            let to = (lower, upper);
            add(Move { take, to });
        }
    }
    let equal = x == y;
    if let Some(rest) = partner_x
        && rest < y
    {
        let take = Take::Larger(y.clone() - rest.clone());
        let kept = x.clone();
        let to = (kept.clone().min(rest.clone()), kept.max(rest));
        add(Move { take, to });
    }
    if let Some(rest) = partner_y
        && rest < x
        && !equal
    {
        let take = Take::Smaller(x - rest.clone());
        let to = (rest, y);
        add(Move { take, to });
    }
}
