//! Grundy values of Wythoff's game, for piles up to 21845.
//!
//! The value of a sum of games is the xor of their values. No formula for the values is known, so they are computed from the
//! rules (OEIS [A004481]).
//!
//! # Design note
//!
//! The plain algorithm collects the values of all positions one move away, `O(n)` values for each of `O(n^2)` positions. This
//! implementation differs in three points:
//!
//! * **Sets of used values.** Each line (a fixed pile) and each diagonal (a fixed difference) has a bit set of the values that
//!   already occur on it. The mex is the first bit that is clear in all three sets.
//! * **One half.** The value of `(a, b)` is the value of `(b, a)`, so only the half `b <= a` is computed, row by row. At
//!   `(a, b)`, the line of `b` contains exactly the values of `(i, b)` with `i < a`, directly or mirrored. The line of `a`
//!   contains exactly the values of `(a, j)` with `j < b`.
//! * **Full words are skipped.** Each set counts its full leading words. The search starts at the largest of the three counts.
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
    /// The largest pile of a table: 21845.
    ///
    /// A position has at most three moves for each object of a pile, and a value is at most the number of moves. So
    /// `3 * LIMIT` must fit 16 bits.
    pub const LIMIT: usize = u16::MAX as usize / 3;

    /// The table of all positions with both piles at most `max`; `None` if `max` exceeds [`Self::LIMIT`].
    ///
    /// The table takes one byte for each position of the square (two bytes for each value of one half). Computing it takes
    /// another `max^2 * 3/4` bytes.
    #[must_use]
    pub fn new(max: usize) -> Option<Self> {
        Self::with_progress(max, &mut |_| ())
    }

    /// [`Self::new`] with a progress callback. After each row, `on_row` receives the number of values in that row. All rows
    /// together have `(max + 1) * (max + 2) / 2` values.
    #[must_use]
    pub fn with_progress(max: usize, on_row: &mut dyn FnMut(usize)) -> Option<Self> {
        if max > Self::LIMIT {
            return None;
        }
        let side = max + 1;
        let mut values = Vec::with_capacity(row_start(side));
        let mut lines = vec![UsedValues::new(3 * max); side];
        let mut diagonals = lines.clone();
        for a in 0..side {
            // Moved out of the vector, so that the lines of a and b can be borrowed mutably at the same time.
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
            on_row(a + 1);
        }
        Some(Self { max, values })
    }

    /// The largest pile of the table.
    #[must_use]
    pub const fn max(&self) -> usize {
        self.max
    }

    /// The Grundy value of `(a, b)`; `None` if a pile exceeds the table.
    #[inline]
    #[must_use]
    pub fn get(&self, a: usize, b: usize) -> Option<u16> {
        let (low, high) = (a.min(b), a.max(b));
        if high > self.max {
            return None;
        }
        self.values.get(row_start(high) + low).copied()
    }

    /// The Grundy values of `(a, 0)`, `(a, 1)`, ... up to the largest pile of the table; `None` if `a` exceeds it.
    pub fn row(&self, a: usize) -> Option<impl Iterator<Item = u16>> {
        (a <= self.max).then(|| (0..=self.max).filter_map(move |b| self.get(a, b)))
    }
}

const fn row_start(a: usize) -> usize {
    a * (a + 1) / 2
}

#[derive(Clone, Default)]
struct UsedValues {
    words: Vec<u64>,
    full: usize,
}

impl UsedValues {
    fn new(max: usize) -> Self {
        let words = vec![0; max / 64 + 1];
        Self { words, full: 0 }
    }

    fn insert(&mut self, value: u16) {
        self.words[usize::from(value / 64)] |= 1 << (value % 64);
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }
}

/// The least value that is in none of the three sets.
fn mex(x: &UsedValues, y: &UsedValues, z: &UsedValues) -> u16 {
    let start = x.full.max(y.full).max(z.full);
    let words = x.words[start..].iter().zip(&y.words[start..]);
    let words = words.zip(&z.words[start..]);
    let mut free = words.map(|((x, y), z)| !(x | y | z)).zip(start..);
    let (free, place) = free
        .find(|&(free, _)| free != 0)
        .expect("a position has fewer moves than a set has values");
    // The value is at most 3 * LIMIT, which fits u16.
    (64 * place) as u16 + free.trailing_zeros() as u16
}

#[cfg(test)]
mod tests {
    use super::super::rule::Rule;
    use super::super::tests::searches::{partners_by_mex, reachable};
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn callback_receives_the_length_of_each_row() {
        for max in 0..30 {
            let mut lengths = Vec::new();
            GrundyTable::with_progress(max, &mut |values| lengths.push(values)).unwrap();
            assert_eq!(lengths, (1..=max + 1).collect::<Vec<_>>());
        }
    }

    #[test]
    fn limit_is_the_largest_that_fits_u16() {
        let fits = |max: usize| 3 * max <= usize::from(u16::MAX);
        assert!(fits(GrundyTable::LIMIT) && !fits(GrundyTable::LIMIT + 1));
        assert!(GrundyTable::new(GrundyTable::LIMIT + 1).is_none());
    }

    /// Compares each value with the mex of the values of all positions that one move reaches.
    #[test]
    fn values_match_the_definition() {
        const MAX: usize = 70;
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
                let found = table.row(a).expect("within");
                assert!(found.eq(row[..=max].iter().copied()));
            }
            assert_eq!(table.get(max + 1, 0), None);
            assert_eq!(table.get(0, max + 1), None);
            assert!(table.row(max + 1).is_none());
        }
    }

    /// The value is 0 exactly at the cold positions. No line and no diagonal has a value twice.
    #[test]
    fn zeros_are_cold_and_lines_have_no_repeats() {
        const MAX: usize = 300;
        let table = GrundyTable::new(MAX).expect("small");
        let partners = partners_by_mex(MAX);
        for a in 0..=MAX {
            let row: Vec<_> = table.row(a).expect("within").collect();
            assert_eq!(row.iter().collect::<BTreeSet<_>>().len(), MAX + 1);
            for (b, &value) in row.iter().enumerate() {
                assert_eq!(value == 0, partners[a.min(b)] == a.max(b), "{a} {b}");
            }
            let diagonal = (0..=MAX - a).filter_map(|b| table.get(a + b, b));
            assert_eq!(diagonal.collect::<BTreeSet<_>>().len(), MAX + 1 - a);
        }
    }
}
