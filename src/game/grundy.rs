//! Grundy values of Wythoff's game, for piles up to a few thousand.
//!
//! Owns a table of them. The value of a position is the least number that no position one move away
//! has (mex), 0 exactly if it is cold; in a sum of games the values are combined by xor. No formula
//! for them is known, so they are computed from the rules (OEIS [A004481]). Invariant: each value
//! in the table is exact.
//!
//! # Design note
//!
//! The plain algorithm collects the values of all positions a move away, `O(n)` for each of `O(n^2)`
//! positions. Departures:
//!
//! * **Used sets.** One bit set for each line (a pile that is kept) and each diagonal (a difference that
//!   is kept) has the values that stand there already; the mex is the first bit clear in all three.
//! * **One half.** The value of `(a, b)` is that of `(b, a)`. Going through the half `b <= a` row by row, the
//!   line of `b` has exactly the positions `(i, b)`, `i < a`, whether stored as such or mirrored, and
//!   that of `a` exactly `(a, j)`, `j < b`.
//! * **Full words first.** Each set knows how many of its leading words are full; the search starts at
//!   the largest of the three counts.
//!
//! [A004481]: https://oeis.org/A004481

/// The Grundy values of all positions with both piles up to a limit.
///
/// ```
/// use wythoff::game::GrundyTable;
/// let table = GrundyTable::new(100).expect("within the limit");
/// assert_eq!(table.get(1, 2), Some(0)); // cold
/// assert_eq!(table.get(2, 3), Some(5));
/// assert_eq!(table.row(1).unwrap().take(6).collect::<Vec<_>>(), [1, 2, 0, 4, 5, 3]);
/// assert_eq!(table.get(101, 0), None);
/// ```
#[derive(Clone, Debug)]
pub struct GrundyTable {
    max: usize,
    /// The half `b <= a`: rows `a = 0, 1, ...`, each with its `a + 1` values.
    values: Vec<u16>,
}

impl GrundyTable {
    /// The largest pile that a table can reach.
    ///
    /// A position has at most three moves for each object of a pile, and the value is at most the
    /// number of moves; so `3 * LIMIT` must fit 16 bits.
    pub const LIMIT: usize = u16::MAX as usize / 3;

    /// The table of all positions with both piles at most `max`; `None` beyond [`Self::LIMIT`].
    ///
    /// Takes one byte for each position of the square to keep, and `max^2 * 3/4` more while it is made.
    #[must_use]
    pub fn new(max: usize) -> Option<Self> {
        Self::telling(max, |_| ())
    }

    /// As [`Self::new`]; after each row `tell` is told how many values it has, of the
    /// `(max + 1) * (max + 2) / 2` that are computed.
    #[must_use]
    pub fn telling(max: usize, mut tell: impl FnMut(usize)) -> Option<Self> {
        if max > Self::LIMIT {
            return None;
        }
        let side = max + 1;
        let mut values = Vec::with_capacity(row_start(side));
        let mut lines = vec![Used::new(3 * max); side];
        let mut diagonals = lines.clone();
        for a in 0..side {
            // Taken out, so that it can be changed along with the line of b.
            let mut line_a = std::mem::take(&mut lines[a]);
            for (b, line_b) in lines[..a].iter_mut().enumerate() {
                let diagonal = &mut diagonals[a - b];
                let value = mex(&line_a, line_b, diagonal);
                line_a.insert(value);
                line_b.insert(value);
                diagonal.insert(value);
                values.push(value);
            }
            let value = mex(&line_a, &line_a, &diagonals[0]);
            line_a.insert(value);
            diagonals[0].insert(value);
            values.push(value);
            lines[a] = line_a;
            tell(a + 1);
        }
        Some(Self { max, values })
    }

    /// The largest pile of the table.
    #[must_use]
    pub const fn max(&self) -> usize {
        self.max
    }

    /// The Grundy value of `(a, b)`; `None` beyond the table.
    #[inline]
    #[must_use]
    pub fn get(&self, a: usize, b: usize) -> Option<u16> {
        let (low, high) = (a.min(b), a.max(b));
        if high > self.max {
            return None;
        }
        self.values.get(row_start(high) + low).copied()
    }

    /// The Grundy values of `(a, 0)`, `(a, 1)`, ... to the limit of the table; `None` beyond it.
    pub fn row(&self, a: usize) -> Option<impl Iterator<Item = u16>> {
        (a <= self.max).then(|| (0..=self.max).filter_map(move |b| self.get(a, b)))
    }
}

/// How many values are before row `a`.
const fn row_start(a: usize) -> usize {
    a * (a + 1) / 2
}

/// The values that stand on a line or a diagonal.
#[derive(Clone, Default)]
struct Used {
    words: Vec<u64>,
    /// How many leading words are full.
    full: usize,
}

impl Used {
    /// Room for `0..=most`.
    fn new(most: usize) -> Self {
        let words = vec![0; most / 64 + 1];
        Self { words, full: 0 }
    }

    fn insert(&mut self, value: u16) {
        self.words[usize::from(value / 64)] |= 1 << (value % 64);
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }
}

/// The least value in none of the three.
fn mex(x: &Used, y: &Used, z: &Used) -> u16 {
    let start = x.full.max(y.full).max(z.full);
    let words = x.words[start..].iter().zip(&y.words[start..]);
    let words = words.zip(&z.words[start..]);
    let mut free = words.map(|((x, y), z)| !(x | y | z)).zip(start..);
    let (free, place) = free
        .find(|&(free, _)| free != 0)
        .expect("there are fewer moves than values");
    // At most 3 * LIMIT.
    (64 * place) as u16 + free.trailing_zeros() as u16
}

#[cfg(test)]
mod tests {
    use super::super::oracle::{MexTable, reachable};
    use super::super::rule::Rule;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_row_is_told_with_its_values() {
        for max in 0..30 {
            let mut told = Vec::new();
            GrundyTable::telling(max, |values| told.push(values)).unwrap();
            assert_eq!(told, (1..=max + 1).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_limit_is_the_last_that_fits() {
        let fits = |max: usize| 3 * max <= usize::from(u16::MAX);
        assert!(fits(GrundyTable::LIMIT) && !fits(GrundyTable::LIMIT + 1));
        assert!(GrundyTable::new(GrundyTable::LIMIT + 1).is_none());
    }

    /// Each value by the mex of all positions that one move reaches.
    #[test]
    fn values_by_the_definition() {
        const MAX: usize = 150;
        let mut values = vec![vec![0_u16; MAX + 1]; MAX + 1];
        for a in 0..=MAX {
            for b in 0..=MAX {
                let moves = reachable(Rule::Normal, a, b).into_iter();
                let seen: BTreeSet<_> = moves.map(|(a, b)| values[a][b]).collect();
                let free = (0..).find(|value| !seen.contains(value));
                values[a][b] = free.expect("some number is free");
            }
        }
        for max in [0, 1, 2, 20, 21, 22, 63, 64, MAX] {
            let table = GrundyTable::new(max).expect("small");
            assert_eq!(table.max(), max);
            for (a, row) in values.iter().enumerate().take(max + 1) {
                for (b, &value) in row.iter().enumerate().take(max + 1) {
                    assert_eq!(table.get(a, b), Some(value), "{a} {b} of {max}");
                }
                assert!(
                    table
                        .row(a)
                        .expect("within")
                        .eq(row[..=max].iter().copied())
                );
            }
            assert_eq!(table.get(max + 1, 0), None);
            assert_eq!(table.get(0, max + 1), None);
            assert!(table.row(max + 1).is_none());
        }
    }

    #[test]
    fn starts_as_in_oeis() {
        let table = GrundyTable::new(5).expect("small");
        let rows: Vec<Vec<_>> = (0..=5)
            .filter_map(|a| Some(table.row(a)?.collect()))
            .collect();
        assert_eq!(rows[0], [0, 1, 2, 3, 4, 5]);
        assert_eq!(rows[1], [1, 2, 0, 4, 5, 3]);
        assert_eq!(rows[2], [2, 0, 1, 5, 3, 4]);
        assert_eq!(rows[3], [3, 4, 5, 6, 2, 0]);
    }

    /// Zeros are the cold positions, and no line or diagonal has a value twice.
    #[test]
    fn a_larger_table() {
        const MAX: usize = 1200;
        let table = GrundyTable::new(MAX).expect("small");
        let mex = MexTable::new(MAX);
        for a in 0..=MAX {
            let row: Vec<_> = table.row(a).expect("within").collect();
            assert_eq!(row.iter().collect::<BTreeSet<_>>().len(), MAX + 1);
            for (b, &value) in row.iter().enumerate() {
                assert_eq!(Some(value == 0), mex.is_cold(a, b), "{a} {b}");
            }
            let diagonal = (0..=MAX - a).filter_map(|b| table.get(a + b, b));
            assert_eq!(diagonal.collect::<BTreeSet<_>>().len(), MAX + 1 - a);
        }
    }

    #[test]
    fn beyond_the_limit() {
        assert!(GrundyTable::new(GrundyTable::LIMIT + 1).is_none());
        assert!(GrundyTable::new(usize::MAX).is_none());
    }
}
