//! Winning moves: the moves from a hot position to the cold positions that one move reaches.
//!
//! Every listed move is legal and leads to a cold position. No winning move is missing, and none is listed twice.
//!
//! # Why there are at most three
//!
//! Each number is in exactly one Wythoff pair, and each difference belongs to exactly one pair. A move from one pile keeps the
//! other pile, so it leads to the pair that contains the kept pile. A move that takes the same number from both piles keeps
//! the difference, so it leads to the pair with that difference. Hence a position has at most three winning moves.
//!
//! Under the generalised rule a move from both piles changes the difference `d` by less than `r`. So it ends at a pair `n` with
//! `|d - r*n| < r`: the pair `d / r` if `r` divides `d`, otherwise the two pairs with an index next to `d / r`. (If the move
//! makes the larger pile the smaller one, then `d + r*n < r`, so `n = 0`, and the pair is one of these.) So there are at most
//! four winning moves.

use super::misere::{PAIRS, PARTNERS};
use super::pile::Pile;
use super::{BigUint, Rank, Rule, Side};
use std::num::NonZeroU64;
use std::ops::Deref;

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
pub struct Moves<T = u64> {
    list: [Move<T>; 4],
    len: usize,
}

/// All winning moves from two piles, which may have any size.
pub(crate) fn winning_moves_of<P: Pile>(rule: Rule, [a, b]: [&P; 2]) -> Moves<P> {
    let (x, y) = if a <= b { (a, b) } else { (b, a) };
    let zero = || P::from(0);
    // `Uneven` has no unused bytes. With `Both`, `solve --as hdu2177` takes 1.5% longer.
    let none = || Move {
        take: Take::Uneven {
            smaller: zero(),
            larger: zero(),
        },
        to: (zero(), zero()),
    };
    // With `std::array::from_fn`, `solve --as hdu2177` takes 15% longer.
    let mut list = [none(), none(), none(), none()];
    let mut len = 0;
    let mut add = |take, to| {
        list[len] = Move { take, to };
        len += 1;
    };

    // From both piles.
    let d = y.clone() - x.clone();
    let r = P::from(rule.r().get());
    let n = d.clone() / r.clone();
    // A remainder means r >= 2, so the next index fits.
    let next = (n.clone() * r != d).then(|| n.clone() + P::from(1));
    let pairs = [Some(n), next].into_iter().flatten();
    for (lower, upper) in pairs.filter_map(|n| pair(rule, &n)) {
        if lower < *x && upper < *y {
            let smaller = x.clone() - lower.clone();
            let larger = y.clone() - upper.clone();
            let take = if smaller == larger {
                Take::Both(larger)
            } else {
                Take::Uneven { smaller, larger }
            };
            add(take, (lower, upper));
        }
    }

    // From one pile.
    if let Some(rest) = partner(rule, x).filter(|rest| rest < y) {
        let take = Take::Larger(y.clone() - rest.clone());
        add(take, (rest.clone().min(x.clone()), rest.max(x.clone())));
    }
    if let Some(rest) = partner(rule, y).filter(|rest| rest < x && x < y) {
        let take = Take::Smaller(x.clone() - rest.clone());
        add(take, (rest, y.clone()));
    }
    Moves { list, len }
}

/// The cold position whose piles differ by `r * n`; `None` if its piles do not fit.
#[inline]
fn pair<P: Pile>(rule: Rule, n: &P) -> Option<(P, P)> {
    match misere_value(rule, n, &PAIRS) {
        Some((lower, upper)) => Some((lower.into(), upper.into())),
        None => P::pair(n, rule.r()),
    }
}

/// The number that forms a cold position with `x`; `None` if it does not fit.
#[inline]
pub(super) fn partner<P: Pile>(rule: Rule, x: &P) -> Option<P> {
    if let Some(partner) = misere_value(rule, x, &PARTNERS) {
        return Some(partner.into());
    }
    let Rank { k, side } = x.rank(rule.r());
    let d = k.checked_mul(&rule.r().get().into())?;
    match side {
        Side::Lower => x.checked_add(&d),
        Side::Upper => x.checked_sub(&d),
    }
}

/// The partner of `x` in the generalised game: the number that forms a cold position with `x`. `x` can have any size.
#[must_use]
pub fn partner_big(x: &BigUint, r: NonZeroU64) -> BigUint {
    partner(Rule::Generalised(r), x).expect("a big integer holds any number")
}

/// The entry for `n` in a table of what differs from the normal rule; `None` if the rule is not misere or `n` is too large.
fn misere_value<P: Pile, T: Copy>(rule: Rule, n: &P, table: &[T]) -> Option<T> {
    if rule != Rule::Misere {
        return None;
    }
    let mut entries = (0..).map(P::from).zip(table);
    entries.find_map(|(small, value)| (small == *n).then_some(*value))
}

impl Moves {
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

impl<T> Deref for Moves<T> {
    type Target = [Move<T>];

    fn deref(&self) -> &[Move<T>] {
        &self.list[..self.len]
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
    winning_moves_of(Rule::Normal, [&a, &b])
}

impl Rule {
    /// All winning moves from piles `a` and `b`, in the order that [`Moves`] documents.
    ///
    /// Under the misere rule `(0, 0)` is hot, but has no move: the opponent has just taken the last object.
    ///
    /// ```
    /// use wythoff::Rule;
    /// let moves = Rule::Misere.winning_moves(1, 2);
    /// assert_eq!(moves.positions().collect::<Vec<_>>(), [(0, 1)]);
    /// assert!(Rule::Misere.winning_moves(2, 2).is_empty());
    ///
    /// use wythoff::game::Take;
    /// let rule: Rule = "r=2".parse()?;
    /// let moves = rule.winning_moves(4, 5);
    /// assert_eq!(moves[0].take, Take::Uneven { smaller: 4, larger: 5 });
    /// assert_eq!(moves[1].take, Take::Uneven { smaller: 3, larger: 2 });
    /// assert_eq!(moves[1].to, (1, 3));
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    #[must_use]
    pub fn winning_moves(self, a: u64, b: u64) -> Moves {
        winning_moves_of(self, [&a, &b])
    }

    /// [`Rule::winning_moves`] for piles of any size, in the same order.
    ///
    /// It takes the time of a few square roots of numbers twice as long as the piles.
    #[must_use]
    pub fn winning_moves_big(self, a: &BigUint, b: &BigUint) -> Vec<Move<BigUint>> {
        winning_moves_of(self, [a, b]).to_vec()
    }
}
