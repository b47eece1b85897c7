//! The kinds of positions. Under each rule, the cold positions of a kind are those of that rule.

/// A kind of position, with both piles at most a limit. The order of the piles is random, unless a problem promises one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Each pile is uniform from 0 to the limit.
    Uniform,
    /// The number of digits of each pile is uniform. The pile is uniform among the numbers of that length up to the limit.
    Digits,
    /// A cold position. Its index is uniform among those within the limit.
    Cold,
    /// One pile differs by 1 from a cold position. It is always hot, as each pile has exactly one partner.
    Near,
    /// A position where an approximation of phi fails first: a cold position whose difference `d` makes `d * phi` very near a
    /// whole number, or a position on its diagonal at most two steps from it. Such a `d` has a whole `x` with a small
    /// `|x^2 - x*d - d^2|`: half of them are Fibonacci numbers, where the form is 1, and for the others it is at most 100.
    /// With [`Rule::Generalised`](crate::Rule::Generalised) the index is the denominator of a convergent of the slope.
    Worst,
    /// The previous record with its piles swapped, because an answer must not depend on the order. The first record of a
    /// block swaps a [`Kind::Uniform`] position.
    Swapped,
    /// Each pile is 0 with a probability of 1 in 4. Otherwise it is uniform among the numbers where something changes: 0 to 3,
    /// the powers of ten, the powers of two at which a type of C ends, each power with both its neighbours, half the limit,
    /// the limit and the number before it. With a probability of 1 in 8 both piles are equal.
    Edges,
    /// A position for which a published formula in double precision is wrong: a known cold position, or a position on the
    /// diagonal of a cold one, one or two steps from it. Half of the positions are cold. If one of the outcomes has no such
    /// position (limits up to 267914295), or if not all such positions are known (limits above `u64`, `r` above 1), it is the
    /// same as [`Kind::Worst`].
    Killers,
}

/// The names, in the order of [`Kind::ALL`].
#[rustfmt::skip]
pub(super) const NAMES: [&str; Kind::ALL.len()] =
    ["uniform", "digits", "cold", "near", "worst", "swapped", "edges", "killers"];

impl Kind {
    /// All kinds, in the order in which their weights are drawn. A new kind is added at the end.
    pub(crate) const ALL: &[Kind] = &[
        Kind::Uniform,
        Kind::Digits,
        Kind::Cold,
        Kind::Near,
        Kind::Worst,
        Kind::Swapped,
        Kind::Edges,
        Kind::Killers,
    ];

    /// The name in the text of a [`Mix`](super::Mix).
    pub(super) fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}
