//! Rejects lines by the first six digits of each pile and by how long the piles are.
//!
//! The filter is for tiles of long tokens. With piles to 10^18 it leaves only one line of some thousands; the lines that are
//! left are candidates. The other bytes of a rejected line are not read, but they are known to be digits. A byte below `'0'`
//! would be a separator, and each separator is checked at the place that follows from the lengths. A round of blocks with a
//! byte above `'9'` is not indexed, so the walk stops before it.
//!
//! 1. Eight bytes of each pile are loaded, from its separator on, eight piles to a vector.
//! 2. The first six digits become two numbers of three digits, h and l. A pile begins with x = 1000 h + l. Let r be the
//!    ratio of the question (`D::RATIO`, the golden ratio for cold positions), and let y be the first six digits of the
//!    other pile. Then 3 r x is about (3000 r) h + (3 r) l, a dot product. A second dot product gives 3 y, or 30 y if the
//!    other pile has one digit more. Its factors are looked up by the difference of lengths.
//! 3. A line is a candidate if the two products are about equal for one of its piles, or if a pile begins with a zero or has
//!    fewer than six digits.
//!
//! Let a have n digits, let b have n or n + 1 digits, and let u be 10^(n - 6), which is at least 1. In units of u, a is in
//! [x, x + 1) and b is in [g y, g y + g), where g is 1 or 10. If the lengths differ by more than 1, or if the longer pile is
//! multiplied by r, then r a and b differ by more than 1, so the answer is 0.

use super::lanes4_8::upper_six;
use super::length_filter::length_differences;
use super::ops::{collect_mismatch, lines_of_tokens, load, store};
use super::tile::{Prefixes, Tile};
use super::walk_state::WalkState;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::filter_state::MAX_CANDIDATES;
use crate::parse::batch::ratio::{OTHER_LONGER, OTHER_SAME, Ratio3};
use crate::parse::x86_64::Decide512;
use core::arch::x86_64::*;

/// The number of digits that are read of each pile.
const DIGITS: usize = 6;
/// The length of the shortest token that has this number of digits, with its separator.
const SHORTEST: i8 = DIGITS as i8 + 1;
/// At most this number of lines of a tile may have a shorter pile. All these lines are candidates.
const MAX_SHORT: u32 = MAX_CANDIDATES - 4;

/// Factors, by the difference of lengths. The second pile times the lower half is compared with the ratio times the first
/// pile. The first pile times the upper half is compared with the ratio times the second pile. With the factor 0 the
/// products are never about equal.
const OTHERS: [u64; 8] = {
    let (same, longer) = (OTHER_SAME as u64, OTHER_LONGER as u64);
    [longer << 32, same << 32 | same, longer, 0, 0, 0, 0, 0]
};

impl<D: Decide512, B, K: StaticDialect> WalkState<'_, D, B, K> {
    /// Step 2: stores what the filter needs of a tile whose lines start at `starts`. Returns `false` if too many piles are
    /// short. A token of the tile may be of any length from 2 to 255.
    #[inline]
    #[target_feature(enable = "avx512bw,bmi2,popcnt")]
    pub(super) fn layout_prefixes(
        prefixes: &mut Prefixes,
        lengths: [__m512i; 2],
        starts: [__m512i; 2],
    ) -> bool {
        let short =
            lengths.map(|length| _mm512_cmplt_epu8_mask(length, _mm512_set1_epi8(SHORTEST)));
        prefixes.short = lines_of_tokens(short);
        if prefixes.short.count_ones() > MAX_SHORT {
            return false;
        }
        for (i, (length, starts)) in lengths.into_iter().zip(starts).enumerate() {
            let first = _mm512_and_si512(length, _mm512_set1_epi16(0xff));
            let longer = _mm512_min_epu16(length_differences(length).0, _mm512_set1_epi16(3));
            store(
                &mut prefixes.second_starts,
                i,
                _mm512_add_epi16(starts, first),
            );
            store(&mut prefixes.longer, i, longer);
        }
        true
    }

    /// The candidates of a tile.
    ///
    /// # Safety
    /// * [`WalkState::layout_prefixes`] took the tile, and `cursor` points to its first separator.
    /// * 64 bytes can be read wherever one of its tokens begins, as its lengths say.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vnni,bmi2")]
    pub(super) unsafe fn filter_by_prefixes(&mut self, tile: &Tile) -> u64 {
        let all = |n: u64| _mm512_set1_epi32(n as i32);
        let ratio = all(Ratio3::<D>::H | Ratio3::<D>::L << 16);
        let offset = all(Ratio3::<D>::OFFSET);
        let others = load(&OTHERS);
        let differences = tile.prefixes.longer.as_chunks::<8>().0;
        let mut lines = tile.prefixes.short;
        for (eighth, differences) in differences.iter().enumerate() {
            // The lanes of even lines, and of odd lines.
            let mut lanes = [_mm512_setzero_si512(); 2];
            for i in 0..8 {
                let line = 8 * eighth + i;
                let tokens = [tile.lines.starts[line], tile.prefixes.second_starts[line]];
                for (pile, token) in tokens.into_iter().enumerate() {
                    let token = self.cursor.wrapping_add(token.into());
                    // SAFETY: the caller guarantees 64 bytes at each token.
                    let bytes = unsafe { token.cast::<i64>().read_unaligned() };
                    let lane = &mut lanes[i % 2];
                    *lane = _mm512_mask_set1_epi64(*lane, 1 << (i / 2 * 2 + pile), bytes);
                }
            }
            for lane in lanes {
                let expected = self.expected.lanes8;
                self.mismatch = collect_mismatch(self.mismatch, lane, expected);
            }
            let [even, odd] = lanes.map(|lane| upper_six(lane));
            // Packing takes two groups of `even`, two of `odd`, and so on. So the lines are in order, and of each line the
            // first pile comes before the second.
            let piles = _mm512_packs_epi32(even, odd);
            // SAFETY: the array has eight words, 16 bytes.
            let longer = unsafe { _mm_loadu_si128(differences.as_ptr().cast()) };
            let factors = _mm512_permutexvar_epi64(_mm512_cvtepu16_epi64(longer), others);
            let product = _mm512_madd_epi16(piles, ratio);
            let other = _mm512_madd_epi16(_mm512_shuffle_epi32::<0xb1>(piles), factors);
            let difference = _mm512_add_epi32(_mm512_sub_epi32(product, other), offset);
            let near = _mm512_cmplt_epu32_mask(difference, all(Ratio3::<D>::LIMIT));
            let padded = _mm512_cmple_epu32_mask(product, all(Ratio3::<D>::ZERO_FIRST));
            let piles = u64::from(near | padded);
            lines |= _pext_u64(piles | piles >> 1, 0x5555) << (8 * eighth);
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use crate::backend::skipped;
    use crate::game::wythoff_pair;
    use crate::parse::batch::dialect::Dialect;
    use crate::parse::batch::driver::Driver;
    use crate::parse::batch::tests::{Answers, Asked, Draw};
    use crate::parse::x86_64::Avx512;
    use crate::parse::x86_64::avx512::Batches512;
    use crate::pipeline::decide::IsCold;

    /// The candidates are all lines whose piles may have the ratio, and few other lines. (Too many candidates would only
    /// cost time.)
    #[test]
    fn lines_near_the_ratio_are_candidates() {
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        let mut numbers = Draw(1);
        let mut draw =
            |below: u128| (u128::from(numbers.next()) << 64 | u128::from(numbers.next())) % below;
        let (mut near, mut others) = (0, 0);
        let mut text = vec![b'\n'];
        let mut expected = Vec::new();
        for i in 0..40_000u32 {
            let digits = if i % 64 == 7 { 13 } else { 7 + draw(13) as u32 };
            let a = 10u128.pow(digits - 1) + draw(9 * 10u128.pow(digits - 1));
            // One line in 16 has the ratio, two in 16 nearly have it, and one in 64 has a zero before a pile.
            let (b, is_candidate) = match i % 16 {
                3 => (a * 8 / 5 + u128::from(i / 16 % 2), Some(true)),
                5 => (a * 8 / 5 + a / 500, Some(false)),
                9 => (a * 8 / 5 - a / 500, Some(false)),
                _ => (
                    10u128.pow(digits - 1) * (1 + draw(9)) + draw(10u128.pow(digits - 1)),
                    None,
                ),
            };
            // A pile that begins with 1000 may make a candidate as if it began with a zero.
            let thousand = [a, b].iter().any(|n| n.to_string().starts_with("1000"));
            let is_candidate = is_candidate.filter(|&is| is || !thousand);
            let zero = if i % 64 == 11 { "0" } else { "" };
            let is_candidate = if i % 64 == 11 {
                Some(true)
            } else {
                is_candidate
            };
            let (a, b) = if i / 32 % 2 == 0 { (a, b) } else { (b, a) };
            text.extend(format!("{zero}{a} {b}\n").bytes());
            expected.push(is_candidate);
        }
        let (mut kernel, mut seen) = (Driver::new(Batches512::new(token)), Answers::default());
        kernel.run::<Asked, _>(Dialect::Strict, &text, 1, &mut seen);
        assert!(seen.0.len() > 600);
        for (i, is_candidate) in expected.iter().enumerate().take(64 * seen.0.len()) {
            let asked = seen.0[i / 64] >> (i % 64) & 1 == 1;
            match is_candidate {
                Some(is) => assert_eq!(asked, *is, "line {i}"),
                None => near += usize::from(asked),
            }
            others += usize::from(is_candidate.is_none());
        }
        assert!(near * 200 < others, "{near} of {others}");
    }

    /// Short piles among long ones. Of a short pile, the six bytes that are read do not all belong to it.
    #[test]
    fn no_short_cold_position_is_lost() {
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        let (mut kernel, mut seen) = (Driver::new(Batches512::new(token)), Answers::default());
        let mut text = vec![b'\n'];
        for d in 0..64 * 64 {
            // Up to twelve of 64 lines may be short.
            for line in 0..8 {
                let long = 2 * 10u64.pow(10 + line as u32) + 7 * d;
                let (a, b) = match line == d % 8 {
                    true => wythoff_pair(d * 13).unwrap(),
                    false => (long, 4 * long),
                };
                let (a, b) = if d % 2 == 0 { (a, b) } else { (b, a) };
                text.extend(format!("{a} {b}\n").bytes());
            }
        }
        kernel.run::<IsCold, _>(Dialect::Strict, &text, 1, &mut seen);
        assert!(seen.0.len() > 500, "{}", seen.0.len());
        for (i, answers) in seen.0.iter().enumerate() {
            let expected = (0..64).filter(|line| line % 8 == (8 * i + line / 8) % 8);
            let expected = expected.map(|line| 1 << line).sum::<u64>();
            assert_eq!(*answers, expected, "tile {i}");
        }
    }

    /// Tiles with too many candidates are answered too, also their short lines.
    #[test]
    fn tiles_with_too_many_candidates_are_answered() {
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        let lines = ["5 7\n", &"0012345678901234 0012345678901234\n".repeat(7)].concat();
        let text = format!("\n{}", lines.repeat(400));
        let (mut kernel, mut seen) = (Driver::new(Batches512::new(token)), Answers::default());
        let stop = kernel
            .run::<Asked, _>(Dialect::Strict, text.as_bytes(), 1, &mut seen)
            .at;
        assert!(text.len() - stop < 64 * 40 + 2000, "{stop}");
    }

    /// The separator after an empty token is the 33rd of its block, so its position is stale: it is that of a separator in
    /// the text before. All other positions fit a line that goes on to that stale position, 256 bytes later.
    #[test]
    fn no_stale_position_passes() {
        #[repr(align(64))]
        struct Aligned([u8; 16384]);
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        let long = "123456789012345 123456789012345\n".repeat(56);
        let (short, others) = (
            "1 1\n".repeat(15),
            "1234567 1234567\n1234567890123456 123456\n",
        );
        let others = [others, "1234567890123456 123456\n"].concat().repeat(180);
        let mut kernel = Driver::new(Batches512::new(token));
        let mut stop = |line: &str| {
            let mut text = Aligned([b'0'; 16384]);
            let lines = ["\n", &long, &short, line, &others].concat();
            text.0[..lines.len()].copy_from_slice(lines.as_bytes());
            let mut seen = Answers::default();
            kernel
                .run::<IsCold, _>(Dialect::Strict, &text.0, 1, &mut seen)
                .at
        };
        let dense = 1 + long.len() + short.len();
        assert_eq!(dense % 64, 61);
        // This line is valid. It is as long as the line below together with the first line of `others`.
        assert!(stop("1 1234567890123456\n") > dense);
        // The round of this block is not indexed, so the walk stops before it.
        assert_eq!(stop("1 \n"), 1);
    }

    /// The filter also rejects lines with piles of more than 19 digits. If it did not, only the time would be longer.
    #[test]
    fn lines_of_long_piles_are_rejected_like_others() {
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        for (a, b) in [("1234567", "9"), ("7654321", "9"), ("3", "4")] {
            let (mut kernel, mut seen) = (Driver::new(Batches512::new(token)), Answers::default());
            let mut text = vec![b'\n'];
            for i in 0..4000 {
                let digits = 20 + i % 234;
                text.extend(format!("{a:0<digits$} {b:0<30}\n").bytes());
            }
            kernel.run::<Asked, _>(Dialect::Strict, &text, 1, &mut seen);
            let asked: u32 = seen.0.iter().map(|asked| asked.count_ones()).sum();
            assert!(seen.0.len() > 50 && asked < 10, "{asked}");
        }
    }
}
