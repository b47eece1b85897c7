//! Rejects lines by the ratio of their piles. It reads only six digits of each pile.
//!
//! If a question has the answer 1 only for piles of the golden ratio ([`Decide::SIX_DIGITS`]), six digits of both piles show
//! for nearly all other lines that the answer is 0. Lines that are not rejected are *candidates*: all of their digits are read.
//! The filter changes the time only, never an answer. With piles to 10^18 only one line in thousands is a candidate.
//!
//! The six digits have the same places in both piles: let u be the place of the last one, a power of ten. Then a pile of x u
//! or more, and less than (x + 1) u, has the digits x. `SIX_DIGITS` in `game/ratio.rs` says how x and y are compared. Leading
//! zeros may be among the digits. They only make more candidates.
//!
//! The filter has two uses:
//!
//! * Piles to 12 digits are in lanes when they are compared, 16 lines at a time ([`is_near_ratio`]). Lanes have equal places one
//!   under the other. The first six places are compared.
//! * In a tile with longer piles, the first eight bytes of each token are loaded, from the separator on
//!   ([`WalkState::candidates`]), and shifted: the pile with fewer digits by the difference of lengths, and both piles further
//!   if the longer one has fewer than six digits. So the bytes after a pile are shifted out. The other bytes of a rejected line
//!   are not read, but they are known to be digits: a byte below `'0'` would be a separator, and each separator is checked at
//!   the place that follows from the lengths. A round with a byte above `'9'` is not indexed, so the walk stops before it.

use super::ops::{collect_mismatch, store, upper_six};
use super::walk::{Tile, WalkState};
use crate::parse::Decide;
use crate::parse::x86_64::DecideX86;
use core::arch::x86_64::*;

/// A bit for each pile: 1 if the pile times the ratio is about the other pile. A pile is two words, each of three digits.
#[inline]
#[target_feature(enable = "avx512bw,avx512vnni")]
pub(super) fn is_near_ratio<D: Decide>(piles: __m512i, others: __m512i) -> u32 {
    // Without a filter the factors are not used.
    let ([h, l, m, n], limit) = D::SIX_DIGITS.unwrap_or_default();
    let words =
        |low: i16, high: i16| _mm512_set1_epi32(i32::from(high) << 16 | i32::from(low as u16));
    let product = _mm512_madd_epi16(piles, words(h, l));
    let difference = _mm512_dpwssd_epi32(product, others, words(-m, -n));
    _mm512_cmplt_epi32_mask(_mm512_abs_epi32(difference), _mm512_set1_epi32(limit)).into()
}

impl<D: DecideX86, B, const CR: bool> WalkState<'_, D, B, CR> {
    /// Step 2: stores the data that the filter needs about a tile whose lines start at `starts`. The tokens of the tile have
    /// lengths from 2 to 255.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    pub(super) fn layout_prefixes(tile: &mut Tile, lengths: [__m512i; 2], starts: [__m512i; 2]) {
        for (i, (length, starts)) in lengths.into_iter().zip(starts).enumerate() {
            let first = _mm512_and_si512(length, _mm512_set1_epi16(0xff));
            let second = _mm512_srli_epi16::<8>(length);
            // A separator and six digits fill the lane.
            let longest = _mm512_max_epu16(_mm512_max_epu16(first, second), _mm512_set1_epi16(7));
            let shift = |length| _mm512_slli_epi16::<3>(_mm512_sub_epi16(longest, length));
            store(&mut tile.second_starts, i, _mm512_add_epi16(starts, first));
            store(&mut tile.shifts[0], i, shift(first));
            store(&mut tile.shifts[1], i, shift(second));
        }
    }

    /// The candidates of a tile, whose first separator the rest begins with.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vnni,bmi2")]
    pub(super) fn candidates(&mut self, tile: &Tile) -> u64 {
        let largest = |offsets: &[u16]| offsets.iter().fold(0, |a, &b| a.max(b));
        let last = largest(&tile.starts).max(largest(&tile.second_starts));
        assert!(usize::from(last) + 16 <= self.rest.len());
        let text = self.rest.as_ptr();
        let lanes8 = self.expected.lanes8;
        let expected = [
            _mm512_unpacklo_epi64(lanes8, lanes8),
            _mm512_unpackhi_epi64(lanes8, lanes8),
        ];
        let mut candidates = 0;
        for eighth in 0..8 {
            // The first tokens of eight lines, then their second tokens.
            let tokens = [&tile.starts[..], &tile.second_starts].map(|starts| {
                let token = |i: usize| {
                    let token = text.wrapping_add(starts[8 * eighth + i].into());
                    // SAFETY: no offset is larger than `last`, and 16 bytes are there.
                    unsafe { _mm_loadu_si128(token.cast()) }
                };
                let [even, odd] = [0, 1].map(|odd| {
                    let [a, b, c, d] = core::array::from_fn(|i| token(2 * i + odd));
                    let low = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(a), b);
                    let high = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(c), d);
                    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
                });
                _mm512_unpacklo_epi64(even, odd)
            });
            let [first, second] = core::array::from_fn(|pile| {
                self.mismatch = collect_mismatch(self.mismatch, tokens[pile], expected[pile]);
                let shifts = tile.shifts[pile][eighth].as_ptr();
                // SAFETY: there are eight words, 16 bytes.
                let shifts = unsafe { _mm_loadu_si128(shifts.cast()) };
                // Separators become zeros.
                let digits = _mm512_subs_epu8(tokens[pile], _mm512_set1_epi8(b'0' as i8));
                let digits = _mm512_sllv_epi64(digits, _mm512_cvtepu16_epi64(shifts));
                upper_six(_mm512_setzero_si512(), digits)
            });
            // Two first piles, the second piles of the same two lines, then the next two lines.
            let piles = _mm512_packs_epi32(first, second);
            let near = is_near_ratio::<D>(piles, _mm512_shuffle_epi32::<0x4e>(piles));
            candidates |= _pext_u64((near | near >> 2).into(), 0x3333) << (8 * eighth);
        }
        candidates
    }
}

#[cfg(test)]
mod tests {
    use crate::backend::tests::skipped;
    use crate::game::ratio::tests::cold_positions;
    use crate::game::{is_cold, wythoff_pair};
    use crate::parse::driver::{Driver, Walk};
    use crate::parse::tests::questions::{Answers, Asked, Bits, Draw};
    use crate::parse::x86_64::Avx512;
    use crate::parse::x86_64::avx512::Tiles;
    use crate::parse::x86_64::avx512::index::ROUND;
    use crate::pipeline::decide::IsCold;

    /// A cold position among 127 other positions is found, at every place and with every length of piles. (There are 127
    /// because the tile after a tile with a cold position is not filtered.)
    #[test]
    fn no_cold_position_is_lost() {
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        let mut draw = Draw(1);
        // Tiles whose piles have twelve digits only because of leading zeros, after tiles without leading zeros.
        let padded = [1, 5, 7, 9, 10].map(|digits| (digits, 12));
        for (digits, width) in (1..=19).map(|digits| (digits, digits)).chain(padded) {
            let (mut text, mut expected) = (vec![b'\n'], Vec::new());
            for at in 64..128 {
                for line in 0..128 {
                    let digits = if at % 2 == 0 && line >= 64 {
                        width
                    } else {
                        digits
                    };
                    let least = 10u64.pow(digits - 1);
                    let (a, b) = if line == at {
                        // A difference of piles, chosen so that the smaller pile has `digits` digits.
                        let d = least / 17 * 11 + 1 + draw.below(least * 5);
                        wythoff_pair(d).unwrap()
                    } else if line % 64 == 127 - at {
                        (least, 9 * least)
                    } else {
                        (least + draw.below(9 * least), draw.below(9 * least))
                    };
                    let (a, b) = if draw.below(2) == 0 { (b, a) } else { (a, b) };
                    let zeros = if width > digits { width as usize } else { 0 };
                    text.extend(format!("{a:0zeros$} {b:0zeros$}\n").bytes());
                    expected.push(is_cold(a, b));
                }
            }
            let (mut kernel, mut seen) = (Driver::new(Tiles::new(token)), Answers::default());
            Walk::<IsCold>::walk::<_, false>(&mut kernel.walk, &text, 1, &mut seen);
            assert!(64 * seen.0.len() + 1000 > expected.len());
            let mut cold = 0;
            for (i, &expected) in expected.iter().enumerate().take(64 * seen.0.len()) {
                let answer = seen.0[i / 64] >> (i % 64) & 1 == 1;
                assert_eq!(answer, expected, "line {i} of {digits} digits, {width}");
                cold += usize::from(answer);
            }
            assert!(cold > 50, "{cold}");
        }
    }

    /// Cold positions of all sizes, also short ones, are found among long piles. In a tile after one with an answer 1 the
    /// filter is tried, too.
    #[test]
    fn no_cold_position_among_long_piles_is_lost() {
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        let (mut text, mut expected) = (vec![b'\n'], Vec::new());
        for (i, (a, b)) in cold_positions().enumerate() {
            let (a, b) = if i % 2 == 0 { (a, b) } else { (b, a) };
            text.extend(format!("{a} {b}\n").bytes());
            expected.push(true);
            for line in 0..4 + i % 3 {
                let long = 2 * 10u64.pow(13 + line as u32 % 6) + 7 * i as u64;
                text.extend(format!("{long} {}\n", i % 1000).bytes());
                expected.push(false);
            }
        }
        let (mut kernel, mut seen) = (Driver::new(Tiles::new(token)), Bits::default());
        let stop = Walk::<IsCold>::walk::<_, false>(&mut kernel.walk, &text, 1, &mut seen);
        assert!(text.len() - stop < 4000);
        assert!(seen.0 == expected[..seen.0.len()]);
    }

    /// If a tile ends with a short pile, the filter also reads bytes after the tile. They may be any bytes, because the index
    /// has not seen them.
    #[test]
    fn bytes_after_a_tile_do_not_matter() {
        #[repr(align(64))]
        struct Aligned([u8; 8192]);
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        for after in [0, b' ', b'0', b'9', b'?', 0x7f, 0x80, 0xff] {
            for (line, is_cold) in [
                ("1 2\n", true),
                ("2 1\n", true),
                ("0 0\n", true),
                ("1 3\n", false),
                ("13 21\n", false),
                ("4 7\n", true),
                ("12 20\n", true),
            ] {
                // One tile, which ends where a round ends.
                let end = 64 + ROUND;
                let mut text = Aligned([after; 8192]);
                let long = end - 1 - line.len();
                let mut lines = String::from("\n");
                for i in 0..63 {
                    let digits = long * (i + 1) / 63 - long * i / 63 - 7;
                    lines += &format!("{:0<digits$} 12345\n", 1);
                }
                lines += line;
                assert_eq!(lines.len(), end);
                text.0[..end].copy_from_slice(lines.as_bytes());
                let (mut kernel, mut seen) = (Driver::new(Tiles::new(token)), Answers::default());
                Walk::<IsCold>::walk::<_, false>(&mut kernel.walk, &text.0, 1, &mut seen);
                assert_eq!(
                    seen.0,
                    [u64::from(is_cold) << 63],
                    "{line:?} before {after}"
                );
            }
        }
    }

    /// A token of 256 bytes or more looks short, because the index has lengths modulo 256. Its tile is refused.
    #[test]
    fn a_long_token_that_looks_short_is_refused() {
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        // A line of 32 bytes, so 256 bytes earlier the text is the same.
        let others = "1234567890123456789 12345678901\n";
        for before in [0, 6400] {
            for digits in (1..25).chain(250..280).chain(513..515) {
                let long = "7".repeat(digits);
                let text = format!(
                    "\n{}{long} 1\n{}",
                    &others.repeat(200)[..before],
                    others.repeat(200)
                );
                let (mut kernel, mut seen) = (Driver::new(Tiles::new(token)), Answers::default());
                let stop = Walk::<Asked>::walk::<_, false>(
                    &mut kernel.walk,
                    text.as_bytes(),
                    1,
                    &mut seen,
                );
                let is_refused = stop <= 1 + before;
                assert_eq!(is_refused, digits > 254, "{digits} digits at {before}");
            }
        }
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
        let mut kernel = Driver::new(Tiles::new(token));
        let mut stop = |line: &str| {
            let mut text = Aligned([b'0'; 16384]);
            let lines = ["\n", &long, &short, line, &others].concat();
            text.0[..lines.len()].copy_from_slice(lines.as_bytes());
            let mut seen = Answers::default();
            Walk::<IsCold>::walk::<_, false>(&mut kernel.walk, &text.0, 1, &mut seen)
        };
        let dense = 1 + long.len() + short.len();
        assert_eq!(dense % 64, 61);
        // This line is valid. It is as long as the line below together with the first line of `others`.
        assert!(stop("1 1234567890123456\n") > dense);
        // The round of this block is not indexed, so the walk stops before it.
        assert_eq!(stop("1 \n"), 1);
    }
}
