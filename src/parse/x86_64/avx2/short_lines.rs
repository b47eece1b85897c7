//! The answers of lines whose piles have at most 3 digits: one window of 8 bytes a line.
//!
//! Input: the last eight bytes of each line of a batch. Output: the answers, and the number of bytes that such lines have.
//! [`short_lines`](crate::parse::wide32) finds the lines.

use super::vector::V256;
use crate::parse::batch::LINES;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::wide32::{Mismatch, Vector32, expected, limits, load, repeat};
use crate::parse::x86_64::{Avx2, Decide256};
use core::arch::x86_64::*;

/// The answers of a batch, and the number of bytes that its lines have if they are of the dialect. `None` if a window has a
/// byte that the dialect does not have in that place.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn answer<D: Decide256, K: StaticDialect>(
    token: Avx2,
    windows: &[u64; LINES],
) -> Option<(u64, usize)> {
    const SEPARATORS: [u8; 32] = repeat(*b"000 000\n");
    /// The smallest signed byte: it is never above another byte.
    const NEVER: u8 = 0x80;
    let expected = V256::bytes(token, const { expected::<K>(SEPARATORS) }).0;
    let zeros = _mm256_set1_epi8(b'0' as i8);
    // If the blank of a line stands at one of these bytes, the window is shifted down by this number of bits, which moves
    // the first token to its place.
    let shifts = V256::bytes(token, repeat([0, 0, 0, 0, 8, 16, 0, 0])).0;
    // Of a token's three bytes for digits only the last one is always a digit. The other two may be separators.
    let upper = V256::bytes(token, repeat([b'0', b'0', NEVER, NEVER])).0;
    let hundreds = V256::bytes(token, repeat([100, 10, 1, 0])).0;
    let mut mismatch = Mismatch::<V256>::none(token);
    // For each byte of a window: minus the number of lines to which this byte does not belong.
    let mut outside = _mm256_setzero_si256();
    let mut answers = 0;
    for half in 0..2 {
        let mut fours = [_mm256_setzero_si256(); 8];
        for (i, four) in fours.iter_mut().enumerate() {
            let window = load::<V256, _, _>(token, windows, 8 * half + i).0;
            let separators = _mm256_cmpgt_epi8(zeros, window);
            let shift = _mm256_and_si256(separators, shifts);
            let shift = _mm256_sad_epu8(shift, _mm256_setzero_si256());
            let first = _mm256_srlv_epi64(window, shift);
            let both = _mm256_blend_epi32::<0b1010_1010>(first, window);
            // If a separator stands in the place of the tens, the byte before it does not belong to the token either.
            let before = _mm256_cmpgt_epi8(upper, both);
            let before = _mm256_or_si256(before, _mm256_srli_epi16::<8>(before));
            outside = _mm256_add_epi8(outside, before);
            let digits = _mm256_andnot_si256(before, _mm256_xor_si256(both, expected));
            mismatch.add(V256(digits));
            let parts = _mm256_maddubs_epi16(digits, hundreds);
            *four = _mm256_madd_epi16(parts, _mm256_set1_epi16(1));
        }
        let [low, high] = [0, 4].map(|i| {
            // `a` has the piles of lines 0 1 4 5, 2 3 6 7, and `b` those of lines 8 9 12 13, 10 11 14 15. The first and the
            // second pile of each line stand side by side.
            let a = _mm256_packus_epi32(fours[i], fours[i + 1]);
            let b = _mm256_packus_epi32(fours[i + 2], fours[i + 3]);
            let x = _mm256_blend_epi16::<0b1010_1010>(a, _mm256_slli_epi32::<16>(b));
            let y = _mm256_blend_epi16::<0b1010_1010>(_mm256_srli_epi32::<16>(a), b);
            // SAFETY: this function has the instructions of an `Avx2`.
            unsafe { D::three_digits(x, y) }
        });
        let order = _mm_setr_epi8(0, 2, 8, 10, 4, 6, 12, 14, 1, 3, 9, 11, 5, 7, 13, 15);
        let all = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(low, high));
        let all = _mm256_shuffle_epi8(all, _mm256_broadcastsi128_si256(order));
        answers |= u64::from(_mm256_movemask_epi8(all) as u32) << (32 * half);
    }
    let outside = _mm256_sub_epi8(_mm256_setzero_si256(), outside);
    let outside = _mm256_sad_epu8(outside, _mm256_setzero_si256());
    let half = _mm_add_epi64(
        _mm256_castsi256_si128(outside),
        _mm256_extracti128_si256::<1>(outside),
    );
    let outside = _mm_extract_epi64::<0>(half) + _mm_extract_epi64::<1>(half);
    let window = if K::HAS_CR { 9 } else { 8 };
    let bytes = window * LINES - outside as usize;
    let is_valid = mismatch.is_within(token, const { limits(SEPARATORS) });
    is_valid.then_some((answers, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::skipped;
    use crate::parse::Decide;
    use crate::parse::batch::dialect::{CrLf, Dialect, Strict};
    use crate::parse::batch::driver::Driver;
    use crate::parse::batch::tests::{Answers, Draw, dialects};
    use crate::parse::wide32::{BYTES_BEFORE, Store, TokenLayout, walk_short_lines};
    use crate::parse::x86_64::avx2::Batches256;
    use crate::pipeline::decide::Ascending;

    /// As [`Ascending`], for piles below 1000 only.
    struct Below1000;

    impl Decide for Below1000 {
        fn pair(_: u64, _: u64) -> bool {
            panic!("not by this walk")
        }
        fn digits(_: &[u8], _: &[u8]) -> bool {
            panic!("not by this walk")
        }
    }

    // SAFETY: as for `Ascending`.
    unsafe impl Decide256 for Below1000 {
        const IS_EXACT_U64: bool = true;

        unsafe fn three_digits(x: __m256i, y: __m256i) -> __m256i {
            // SAFETY: the caller has the instructions.
            unsafe { Ascending::three_digits(x, y) }
        }
        unsafe fn u31_x8(_: __m256i, _: __m256i) -> u32 {
            panic!("not by this walk")
        }
        unsafe fn u64_x4(_: __m256i, _: __m256i) -> u32 {
            panic!("not by this walk")
        }
    }

    /// The answers of the walk, and where it stops.
    fn take<D: Decide256>(dialect: Dialect, text: &[u8], at: usize) -> (Vec<u64>, usize) {
        let token = Avx2::detect().expect("the caller has seen that the instructions are there");
        let mut store = Box::new(Store::NEW);
        let mut answers = Answers::default();
        assert!(store.short_lines.suggest(TokenLayout::Digits3));
        let Store {
            windows,
            short_lines,
            ..
        } = &mut *store;
        let sink = &mut answers;
        let stop = match dialect {
            Dialect::Strict => {
                walk_short_lines::<D, V256, _, Strict>(token, windows, short_lines, text, at, sink)
            }
            Dialect::CrLf => {
                walk_short_lines::<D, V256, _, CrLf>(token, windows, short_lines, text, at, sink)
            }
        };
        (answers.0, stop)
    }

    /// Every line to where it stopped is of the dialect, and its answer is right.
    fn check(dialect: Dialect, text: &[u8], at: usize, (answers, stop): (Vec<u64>, usize)) {
        let lines = text[at..stop].split_inclusive(|&c| c == b'\n');
        assert_eq!(lines.clone().count(), LINES * answers.len());
        for (i, line) in lines.enumerate() {
            let shown = String::from_utf8_lossy(line);
            let strict = match dialect {
                Dialect::Strict => line.strip_suffix(b"\n"),
                Dialect::CrLf => line.strip_suffix(b"\r\n"),
            };
            let piles = strict.unwrap_or_else(|| panic!("{shown:?}"));
            let piles: Vec<u64> = piles
                .split(|&c| c == b' ')
                .map(|pile| {
                    let digits = !pile.is_empty() && pile.iter().all(u8::is_ascii_digit);
                    assert!(digits, "{shown:?}");
                    std::str::from_utf8(pile).unwrap().parse().unwrap()
                })
                .collect();
            let &[a, b] = &piles[..] else {
                panic!("{shown:?}")
            };
            let answer = answers[i / LINES] >> (i % LINES) & 1 == 1;
            assert_eq!(answer, a < b, "{shown:?}");
        }
    }

    /// Lines whose piles have at most the given number of digits, and where the lines begin.
    fn lines(
        r: &mut Draw,
        dialect: (Dialect, &str),
        digits: u32,
        lines: usize,
    ) -> (Vec<u8>, usize) {
        let mut text = dialect.1.repeat(BYTES_BEFORE);
        let at = text.len();
        for _ in 0..lines {
            let mut pile = || {
                let digits = 1 + r.below(digits.into()) as usize;
                let pile = r.below(10u64.pow(digits as u32));
                // Often with leading zeros.
                format!("{pile:0digits$}")
            };
            text += &format!("{} {}{}", pile(), pile(), dialect.1);
        }
        (text.into_bytes(), at)
    }

    /// All batches are answered: by this walk alone, and by the kernel, which must use this walk.
    #[test]
    fn all_batches_are_taken() {
        let Some(token) = Avx2::detect() else {
            return skipped("AVX2");
        };
        let mut r = Draw(7);
        for dialect in dialects() {
            for digits in 1..=3 {
                let (text, at) = lines(&mut r, dialect, digits, 10_000);
                let mut answers = Answers::default();
                let mut kernel = Driver::new(Batches256::new(token));
                let stop = kernel
                    .run::<Below1000, _>(dialect.0, &text, at, &mut answers)
                    .at;
                for seen in [take::<Below1000>(dialect.0, &text, at), (answers.0, stop)] {
                    let left = text[seen.1..].iter().filter(|&&c| c == b'\n').count();
                    // Less than a batch, and the rest of a block.
                    assert!(left < LINES + 32, "{dialect:?}: {left}");
                    check(dialect.0, &text, at, seen);
                }
            }
        }
    }

    /// Makes several edits at a time, because two edits may leave the number of bytes or of lines as it was.
    #[test]
    fn lines_of_another_form_are_never_taken() {
        if Avx2::detect().is_none() {
            return skipped("AVX2");
        }
        let mut r = Draw(1);
        let dialects = dialects();
        let mut whole = 0;
        for round in 0..2_000 {
            let dialect = dialects[round % dialects.len()];
            let (mut text, at) = lines(&mut r, dialect, 3, 3 * LINES);
            for _ in 0..1 + r.below(3) {
                let place = at + r.below((text.len() - at) as u64) as usize;
                let byte = b"0129  \n\n\t\r:/\x80\x00"[r.below(14) as usize];
                match r.below(4) {
                    0 => drop(text.remove(place)),
                    1 => text.insert(place, byte),
                    2 => text[place] = byte,
                    _ => text.swap(place, place - r.below(9) as usize),
                }
            }
            let seen = take::<Ascending>(dialect.0, &text, at);
            whole += usize::from(seen.0.len() >= 2);
            check(dialect.0, &text, at, seen);
        }
        assert!(whole > 100, "{whole}");
    }

    /// The walk stops before the batch that has a longer line.
    #[test]
    fn a_batch_with_a_longer_line_is_left() {
        if Avx2::detect().is_none() {
            return skipped("AVX2");
        }
        let mut r = Draw(3);
        for dialect in dialects() {
            for digits in [4, 5, 18] {
                let (mut text, at) = lines(&mut r, dialect, 3, 100 * LINES + 5);
                text.extend_from_slice(format!("{} 7{}", "1".repeat(digits), dialect.1).as_bytes());
                let (after, from) = lines(&mut r, dialect, 3, 100 * LINES);
                text.extend_from_slice(&after[from..]);
                let seen = take::<Ascending>(dialect.0, &text, at);
                let answered = text[at..seen.1].iter().filter(|&&c| c == b'\n').count();
                assert_eq!(answered, 100 * LINES, "{dialect:?} {digits}");
                check(dialect.0, &text, at, seen);
            }
        }
    }
}
