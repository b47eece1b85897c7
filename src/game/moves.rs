//! Winning moves: from a hot position to the cold ones that one move reaches.
//!
//! Owns the list of moves, its order, and the search that all rules share: a rule says which cold
//! pairs a take from both piles can reach and which number completes each pile to a cold pair, and
//! `list` compares. It refuses to know any rule but the normal one. Invariant: every listed move
//! is legal and ends cold, none is missing, none stands twice.
//!
//! # Why so few
//!
//! Each number is in exactly one Wythoff pair, and each difference belongs to exactly one. A take
//! from one pile keeps the other, so it ends at the pair of the pile that is kept; the same number
//! from both keeps the difference, so it ends at the pair of that index. Hence at most three moves.

use std::fmt;
use std::ops::Sub;

use super::beatty::{partner, wythoff_pair};

#[cfg(test)]
mod tests;

/// How many objects a move takes, and from which pile.
///
/// `T` is `u64`, or a big integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Take<T = u64> {
    /// The same number from both piles.
    Both(T),
    /// From the larger pile, or from either of two equal ones.
    Larger(T),
    /// From the smaller pile.
    Smaller(T),
    /// Different numbers from both piles, which only the generalised rule allows.
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

/// A move and the position that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move<T = u64> {
    /// What is taken.
    pub take: Take<T>,
    /// What is left, the smaller pile first.
    pub to: (T, T),
}

/// The winning moves of one position, in their order; none if it is cold.
///
/// From both piles first (under the generalised rule there may be two such moves, the one that
/// leaves less first), then from the larger pile, then from the smaller one. Equal piles mirror
/// each other, and a take from one of them is listed once, as [`Take::Larger`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moves {
    list: [Move; Self::MOST],
    len: usize,
}

impl Moves {
    /// Two from both piles, and one from either.
    const MOST: usize = 4;

    const EMPTY: Self = {
        let nothing = Move {
            take: Take::Both(0),
            to: (0, 0),
        };
        Self {
            list: [nothing; Self::MOST],
            len: 0,
        }
    };

    pub(super) fn new(
        piles: (u64, u64),
        pairs: impl IntoIterator<Item = (u64, u64)>,
        partners: (Option<u64>, Option<u64>),
    ) -> Self {
        let mut moves = Self::EMPTY;
        list(piles, pairs, partners, |found| {
            moves.list[moves.len] = found;
            moves.len += 1;
        });
        moves
    }

    /// The moves.
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        &self.list[..self.len]
    }

    /// How many moves there are: 0 to 3, under the generalised rule up to 4.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none: the position is cold, or it is `(0, 0)` under the misere rule.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The moves, one by one.
    pub fn iter(&self) -> std::slice::Iter<'_, Move> {
        self.as_slice().iter()
    }

    /// The positions that the moves reach, in the same order, each once and the smaller pile first.
    ///
    /// ```
    /// use wythoff::game::winning_moves;
    /// let moves = winning_moves(2, 3);
    /// assert_eq!(moves.len(), 2); // one from both, or two from the larger pile
    /// assert_eq!(moves.positions().collect::<Vec<_>>(), [(1, 2)]);
    /// ```
    pub fn positions(&self) -> impl Iterator<Item = (u64, u64)> {
        distinct_positions(self.as_slice()).copied()
    }
}

impl<'m> IntoIterator for &'m Moves {
    type Item = &'m Move;
    type IntoIter = std::slice::Iter<'m, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The positions that these moves reach, in the same order, each once.
pub fn distinct_positions<T: PartialEq>(moves: &[Move<T>]) -> impl Iterator<Item = &(T, T)> {
    let new = |&(i, found): &(usize, &Move<T>)| moves[..i].iter().all(|m| m.to != found.to);
    moves.iter().enumerate().filter(new).map(|(_, m)| &m.to)
}

/// All winning moves from piles `a` and `b`, given in either order, under the normal rule.
///
/// ```
/// use wythoff::game::{Take, winning_moves};
/// let moves = winning_moves(7, 4);
/// assert!(moves.is_empty()); // cold
/// let moves = winning_moves(2, 2);
/// assert_eq!(moves.as_slice()[0].take, Take::Both(2));
/// assert_eq!(moves.as_slice()[1].take, Take::Larger(1));
/// assert_eq!(moves.positions().collect::<Vec<_>>(), [(0, 0), (1, 2)]);
/// ```
#[must_use]
pub fn winning_moves(a: u64, b: u64) -> Moves {
    let (x, y) = (a.min(b), a.max(b));
    Moves::new((x, y), wythoff_pair(y - x), (partner(x), partner(y)))
}

/// Adds each winning move from `(x, y)`, `x <= y`.
///
/// `pairs` are the cold positions, smaller pile first, that a take from both piles would reach if
/// they lie below. `partners` complete `x` and `y` to a cold position; `None` is for one too large
/// to be reached.
pub(super) fn list<T>(
    (x, y): (T, T),
    pairs: impl IntoIterator<Item = (T, T)>,
    (of_x, of_y): (Option<T>, Option<T>),
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
    if let Some(rest) = of_x
        && rest < y
    {
        let take = Take::Larger(y.clone() - rest.clone());
        let kept = x.clone();
        let to = (kept.clone().min(rest.clone()), kept.max(rest));
        add(Move { take, to });
    }
    if let Some(rest) = of_y
        && rest < x
        && !equal
    {
        let take = Take::Smaller(x - rest.clone());
        let to = (rest, y);
        add(Move { take, to });
    }
}
