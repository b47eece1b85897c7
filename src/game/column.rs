//! The cold test for columns of positions in memory.
//!
//! In: two columns of piles. Out: one bit for each row, 64 rows in each word, 1 for cold.
#![allow(unsafe_code)]

use super::cold::cold_word;
#[cfg(target_arch = "x86_64")]
use super::x86_64::column::{has_avx512, word_avx2, word_avx512};

/// The number of rows that are decided at a time. The two columns of a block and its answers fit a level-2 cache.
pub(crate) const BLOCK_ROWS: usize = 4096;

/// If a word has at least this number of cold rows, the next word is decided without the rough test. The branch of the rough
/// test would often be mispredicted.
const OFTEN: u32 = 3;

/// A function that decides 64 rows. The last argument is true if the rows before them were cold [`OFTEN`].
type DecideWord = unsafe fn(&[u64; 64], &[u64; 64], bool) -> u64;

fn word_scalar(a: &[u64; 64], b: &[u64; 64], _often: bool) -> u64 {
    cold_word(a, b)
}

/// Decides each row with the vector instructions that this machine has: bit `i % 64` of `words[i / 64]` is 1 if row `i` is
/// cold. The bits after the last row are 0.
///
/// # Panics
///
/// If the columns differ in length, or if `words` does not have one word for every 64 rows or part of them.
pub(crate) fn cold_words(a: &[u64], b: &[u64], words: &mut [u64]) {
    // SAFETY: this machine has the features of the function.
    unsafe { cold_words_by(fastest(), a, b, words) }
}

/// The fastest function for this machine.
fn fastest() -> DecideWord {
    #[cfg(target_arch = "x86_64")]
    if has_avx512() {
        return word_avx512;
    } else if is_x86_feature_detected!("avx2") {
        return word_avx2;
    }
    word_scalar
}

/// # Safety
///
/// This machine has the features of `decide`.
unsafe fn cold_words_by(decide: DecideWord, a: &[u64], b: &[u64], words: &mut [u64]) {
    assert_eq!(a.len(), b.len(), "columns of piles differ in length");
    assert_eq!(words.len(), a.len().div_ceil(64), "a word for each 64 rows");
    let mut often = false;
    let ((a, last_a), (b, last_b)) = (a.as_chunks::<64>(), b.as_chunks::<64>());
    for ((a, b), word) in a.iter().zip(b).zip(&mut *words) {
        // SAFETY: the caller promises that this machine has the features of the function.
        *word = unsafe { decide(a, b, often) };
        often = word.count_ones() >= OFTEN;
    }
    if let Some(word) = words.get_mut(a.len()) {
        *word = cold_word(last_a, last_b);
    }
}

/// [`is_cold`](super::is_cold) of each row: `cold[i] = is_cold(a[i], b[i])`, with the vector instructions that this machine
/// has.
///
/// # Panics
/// If the three columns differ in length.
pub fn is_cold_column(a: &[u64], b: &[u64], cold: &mut [bool]) {
    assert_eq!(a.len(), b.len(), "columns of piles differ in length");
    assert_eq!(a.len(), cold.len(), "column of outcomes differs in length");
    let mut words = [0; BLOCK_ROWS / 64];
    let blocks = a.chunks(BLOCK_ROWS).zip(b.chunks(BLOCK_ROWS));
    for (cold, (a, b)) in cold.chunks_mut(BLOCK_ROWS).zip(blocks) {
        let words = &mut words[..a.len().div_ceil(64)];
        cold_words(a, b, words);
        write_rows(words, cold, |byte| byte != 0);
    }
}

/// Writes an element for each row: `element(1)` for a cold row, `element(0)` for a hot one.
pub(crate) fn write_rows<T>(words: &[u64], rows: &mut [T], element: impl Fn(u8) -> T) {
    let (whole, last) = rows.as_chunks_mut::<64>();
    for (rows, word) in whole.iter_mut().zip(words) {
        let eighths = rows.as_chunks_mut::<8>().0.iter_mut();
        for (rows, bits) in eighths.zip(word.to_le_bytes()) {
            *rows = spread(bits).map(&element);
        }
    }
    if let Some(word) = words.get(whole.len()) {
        for (i, row) in last.iter_mut().enumerate() {
            *row = element((word >> i & 1) as u8);
        }
    }
}

/// The bits of a byte as eight bytes, the lowest bit first. A byte is 1 if its bit is set.
#[inline]
fn spread(bits: u8) -> [u8; 8] {
    // Byte i keeps bit i only. The addition then sets the highest bit of each byte that is not 0, without a carry into the next
    // byte.
    let apart = (u64::from(bits) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    ((apart + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::super::is_cold;
    use super::super::tests::searches::{near_worst_cases, random_numbers};
    use super::*;

    fn assert_column(a: &[u64], b: &[u64]) {
        let expected: Vec<bool> = a.iter().zip(b).map(|(&a, &b)| is_cold(a, b)).collect();
        let mut functions: Vec<DecideWord> = vec![word_scalar];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            functions.push(word_avx2);
            functions.extend(has_avx512().then_some(word_avx512 as DecideWord));
        }
        for (number, function) in functions.into_iter().enumerate() {
            let mut words = vec![!0; a.len().div_ceil(64)];
            // SAFETY: this machine has the features of the function.
            unsafe { cold_words_by(function, a, b, &mut words) };
            let found = (0..a.len()).map(|i| words[i / 64] >> (i % 64) & 1 == 1);
            assert!(found.eq(expected.iter().copied()), "{number}");
            let behind = words.last().map_or(0, |word| match a.len() % 64 {
                0 => 0,
                rows => word >> rows,
            });
            assert_eq!(behind, 0, "{number}: {} rows", a.len());
        }
        let mut cold = vec![true; a.len()];
        is_cold_column(a, b, &mut cold);
        assert_eq!(cold, expected);
    }

    /// Positions that are hard to decide and their neighbours, piles of all sizes, and blocks with different shares of cold
    /// positions.
    fn positions() -> (Vec<u64>, Vec<u64>) {
        let near = near_worst_cases(5).flat_map(|(a, b)| [(a, b), (b, a)]);
        let mut rows: Vec<_> = near.collect();
        let mut next = random_numbers();
        for shift in 0..64 {
            for share in [0, 1, 8, 64] {
                for _ in 0..70 {
                    let pair = super::super::wythoff_pair(next() >> shift >> 1);
                    match pair.filter(|_| next() % 64 < share) {
                        Some(pair) => rows.push(pair),
                        None => rows.push((next() >> shift, next() >> shift)),
                    }
                }
            }
        }
        // With wrapping addition, d + floor(d * alpha) would equal the smaller pile.
        rows.push((1_293_530_146_158_671_551, 13_493_690_561_280_548_289));
        rows.extend([(u64::MAX, u64::MAX), (0, u64::MAX), (u64::MAX, 0), (0, 0)]);
        rows.into_iter().unzip()
    }

    #[test]
    fn lanes_agree_with_the_scalar_test() {
        let (a, b) = positions();
        assert_column(&a, &b);
        // The same rows again, at other places of a word and among other rows.
        for start in (1..65).step_by(3) {
            assert_column(&a[start..], &b[start..]);
        }
        // Words of small and of large piles alternate, because the size of the piles of a word decides how they are tested.
        let mixed = |column: &[u64]| -> Vec<u64> {
            let half = column.len() / 2;
            (0..half)
                .flat_map(|i| [column[i], column[half + i]])
                .collect()
        };
        assert_column(&mixed(&a), &mixed(&b));
    }

    #[test]
    fn columns_of_every_length() {
        let (a, b) = positions();
        for len in (0..200).chain(BLOCK_ROWS - 3..BLOCK_ROWS + 3) {
            assert_column(&a[..len], &b[..len]);
        }
    }
}
