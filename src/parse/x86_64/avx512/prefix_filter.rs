//! Tiles of long tokens, of which the first six digits settle most lines.
//!
//! Owns what long piles cost where few lines are cold: for nearly all of them six digits of each pile and how long these are
//! say that they aren't (see [`ratio_filter`](super::ratio_filter)); to 10^18 for all but one of some thousands. The lines that are left go
//! through lanes as in [`candidates`](super::candidates).
//!
//! The other digits need not be looked at: they are digits, or else they would be separators, or above `'9'`, and then their
//! round was left to others. That each separator is where the lengths say is looked at for every line.
//!
//! # Design
//!
//! 1. Of either pile eight bytes from its separator on, eight piles to a vector; and a shuffle that is the same for all:
//!    `[hole d d d] [hole d d d]`, with the separator in both holes.
//! 2. Groups to numbers of three digits, h and l. A pile begins with x = 1000 h + l, and 3 r x is about
//!    (3000 r) h + (3 r) l, one dot product. The other pile's 3 y, or 30 y if it is a digit longer, is
//!    another, with constants that are looked up by the difference of lengths.
//! 3. A line is left if these are about the same for either pile, or if one begins with a zero or has fewer digits.
//!
//! Let a have n digits, b as many or one more, and u be 10^(n - 6), which is at least 1: then a is in [x, x + 1) and b in
//! [g y, g y + g), in units of u, where g is 1 or 10. If lengths differ by more, or if it is the longer pile that is multiplied
//! with r, r a and b differ by more than 1.

use super::candidates::{longer, place};
use super::expected::Expected;
use super::ops::{groups, lines};
use super::tile::{Few, Heads, Tile};
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::prefilter::MAX_CANDIDATES;
use crate::parse::batch::ratio::{OTHER_LONGER, OTHER_SAME, Ratio3};
use crate::parse::x86_64::Lanes512;
use crate::parse::{Bits, Decide};
use core::arch::x86_64::*;

/// Digits that are looked at.
const DIGITS: usize = 6;
/// Bytes of the shortest token that has so many, with its separator.
const SHORTEST: i8 = DIGITS as i8 + 1;
/// Lines that are left for that reason, at most.
const SHORT: u32 = MAX_CANDIDATES - 4;

/// By the difference of lengths: what the second pile is multiplied with (below), and the first (above), before the ratio
/// times the other is compared with it. With 0 it is never about the same.
const OTHERS: [u64; 8] = {
    let (same, longer) = (OTHER_SAME as u64, OTHER_LONGER as u64);
    [longer << 32, same << 32 | same, longer, 0, 0, 0, 0, 0]
};

/// Whether there are such tiles.
pub(super) const fn known<D: Decide, K: StaticDialect>() -> bool {
    D::RATIO.is_some() && !K::HAS_LAST && !K::PREFILTERED
}

with_features! {
/// Prepares a tile of tokens of up to 255 bytes, if not too many are short.
#[inline]
pub(super) unsafe fn prepare<D: Lanes512, B: Bits, K: StaticDialect>(heads: &mut Heads, few: &mut Few, lengths: [__m512i; 2]) -> bool {
    let short = lengths.map(|length| _mm512_cmplt_epu8_mask(length, _mm512_set1_epi8(SHORTEST)));
    // SAFETY: only arithmetic.
    heads.short = unsafe { lines(short) };
    if heads.short.count_ones() > SHORT {
        return false;
    }
    let mut total = _mm512_setzero_si512();
    for (i, &length) in lengths.iter().enumerate() {
        let first = _mm512_and_si512(length, _mm512_set1_epi16(0xff));
        // SAFETY: only arithmetic, and stores to what is borrowed.
        let (starts, longer) = unsafe {
            let starts;
            (starts, total) = place::<D, B, K>(few, i, length, total);
            (starts, longer(length).0)
        };
        let longer = _mm512_min_epu16(longer, _mm512_set1_epi16(3));
        // SAFETY: a tile has 64 lines, of which these are 32; the arrays are aligned.
        unsafe {
            let (seconds, differences) = (heads.seconds.as_mut_ptr(), heads.longer.as_mut_ptr());
            _mm512_store_si512(seconds.wrapping_add(32 * i).cast(), _mm512_add_epi16(starts, first));
            _mm512_store_si512(differences.wrapping_add(32 * i).cast(), longer);
        }
    }
    true
}
}

with_features! {
/// The lines whose answers may be 1.
///
/// # Safety
/// There are 64 bytes of text wherever a token begins.
#[inline]
pub(super) unsafe fn left<D: Lanes512, B: Bits, K: StaticDialect>(tile: &Tile, expected: &Expected, s: *const u8, odd: &mut __m512i) -> u64 {
    let all = |n: u64| _mm512_set1_epi32(n as i32);
    let ratio = all(Ratio3::<D>::H | Ratio3::<D>::L << 16);
    let less = all(Ratio3::<D>::OFFSET);
    let order = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 3, 0, 4, 5, 6, 8, 9, 10, 11, 8, 12, 13, 14));
    // SAFETY: 64 bytes.
    let others = unsafe { _mm512_loadu_si512(OTHERS.as_ptr().cast()) };
    let mut left = tile.heads.short;
    for eighth in 0..8 {
        // Of even lines, and of odd ones.
        let mut lanes = [_mm512_setzero_si512(); 2];
        for i in 0..8 {
            let line = 8 * eighth + i;
            let tokens = [tile.few.starts[line], tile.heads.seconds[line]];
            for (pile, token) in tokens.into_iter().enumerate() {
                // SAFETY: the caller has so many bytes there.
                let bytes = unsafe { s.wrapping_add(token.into()).cast::<i64>().read_unaligned() };
                let lane = &mut lanes[i % 2];
                *lane = _mm512_mask_set1_epi64(*lane, 1 << (i / 2 * 2 + pile), bytes);
            }
        }
        let lanes = lanes.map(|lane| _mm512_shuffle_epi8(lane, order));
        for lane in lanes {
            *odd = _mm512_ternarylogic_epi64::<0xf6>(*odd, lane, expected.six);
        }
        // SAFETY: only arithmetic.
        let [even, other] = lanes.map(|lane| unsafe { groups(lane) });
        // Packing takes two groups of either in turn: lines are in order, the first pile before the second.
        let piles = _mm512_packs_epi32(even, other);
        // SAFETY: eight of 64, aligned.
        let longer = unsafe { _mm_load_si128(tile.heads.longer.as_ptr().wrapping_add(8 * eighth).cast()) };
        let by = _mm512_permutexvar_epi64(_mm512_cvtepu16_epi64(longer), others);
        let times = _mm512_madd_epi16(piles, ratio);
        let other = _mm512_madd_epi16(_mm512_shuffle_epi32::<0xb1>(piles), by);
        let difference = _mm512_add_epi32(_mm512_sub_epi32(times, other), less);
        let about = _mm512_cmplt_epu32_mask(difference, all(Ratio3::<D>::LIMIT));
        let zero = _mm512_cmple_epu32_mask(times, all(Ratio3::<D>::ZERO_FIRST));
        let piles = u64::from(about | zero);
        left |= _pext_u64(piles | piles >> 1, 0x5555) << (8 * eighth);
    }
    left
}
}

#[cfg(test)]
mod tests {
    use crate::game::wythoff_pair;
    use crate::parse::batch::dialect::STRICT;
    use crate::parse::batch::driver::Driver;
    use crate::parse::batch::tests::{Answers, Asked, Draw};
    use crate::parse::x86_64::Avx512;
    use crate::parse::x86_64::avx512::Batches512;
    use crate::pipeline::IsCold;

    /// What is left are all lines that may be of the ratio, and few others. (Of others only time hangs on it.)
    #[test]
    fn lines_near_the_ratio_are_left() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        let mut numbers = Draw(1);
        let mut draw =
            |below: u128| (u128::from(numbers.next()) << 64 | u128::from(numbers.next())) % below;
        let (mut near, mut others) = (0, 0);
        for blank in [b' ', b'\t'] {
            let dialect = crate::parse::batch::dialect::Dialect { blank, last: None };
            let mut text = vec![b'\n'];
            let mut expected = Vec::new();
            for i in 0..40_000u32 {
                let digits = if i % 64 == 7 { 13 } else { 7 + draw(13) as u32 };
                let a = 10u128.pow(digits - 1) + draw(9 * 10u128.pow(digits - 1));
                // One in 16 is just so; as many are a little off, or have a zero before them.
                let (b, left) = match i % 16 {
                    3 => (a * 8 / 5 + u128::from(i / 16 % 2), Some(true)),
                    5 => (a * 8 / 5 + a / 500, Some(false)),
                    9 => (a * 8 / 5 - a / 500, Some(false)),
                    _ => (
                        10u128.pow(digits - 1) * (1 + draw(9)) + draw(10u128.pow(digits - 1)),
                        None,
                    ),
                };
                // What begins with 1000 may be left as if it began with a zero.
                let thousand = [a, b].iter().any(|n| n.to_string().starts_with("1000"));
                let left = left.filter(|&left| left || !thousand);
                let zero = if i % 64 == 11 { "0" } else { "" };
                let left = if i % 64 == 11 { Some(true) } else { left };
                let (a, b) = if i / 32 % 2 == 0 { (a, b) } else { (b, a) };
                text.extend(format!("{zero}{a}{}{b}\n", char::from(blank)).bytes());
                expected.push(left);
            }
            let (mut kernel, mut seen) = (Driver::new(Batches512::new(token)), Answers::default());
            kernel.run::<Asked, _>(dialect, &text, 1, &mut seen).at;
            assert!(seen.0.len() > 600);
            for (i, left) in expected.iter().enumerate().take(64 * seen.0.len()) {
                let asked = seen.0[i / 64] >> (i % 64) & 1 == 1;
                match left {
                    Some(left) => assert_eq!(asked, *left, "line {i}"),
                    None => near += usize::from(asked),
                }
                others += usize::from(left.is_none());
            }
        }
        assert!(near * 200 < others, "{near} of {others}");
    }

    /// Among long ones, wherever it stands; so its six bytes are none of its own.
    #[test]
    fn no_short_cold_position_is_lost() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        let (mut kernel, mut seen) = (Driver::new(Batches512::new(token)), Answers::default());
        let mut text = vec![b'\n'];
        for d in 0..64 * 64 {
            // Up to twelve of 64 may be short.
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
        kernel.run::<IsCold, _>(STRICT, &text, 1, &mut seen).at;
        assert!(seen.0.len() > 500, "{}", seen.0.len());
        for (i, answers) in seen.0.iter().enumerate() {
            let expected = (0..64).filter(|line| line % 8 == (8 * i + line / 8) % 8);
            let expected = expected.map(|line| 1 << line).sum::<u64>();
            assert_eq!(*answers, expected, "tile {i}");
        }
    }

    /// Tiles of which too many lines are left are answered, be short ones among them: only time hangs on it.
    #[test]
    fn where_it_is_of_no_use_nothing_is_lost() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        let lines = ["5 7\n", &"0012345678901234 0012345678901234\n".repeat(7)].concat();
        let text = format!("\n{}", lines.repeat(400));
        let (mut kernel, mut seen) = (Driver::new(Batches512::new(token)), Answers::default());
        let stop = kernel
            .run::<Asked, _>(STRICT, text.as_bytes(), 1, &mut seen)
            .at;
        assert!(text.len() - stop < 64 * 40 + 2000, "{stop}");
    }

    /// An empty token's end is the 33rd separator of its block, and has the place of one in a text before. All others stand there as
    /// if the line went on to that place, 256 bytes ahead.
    #[test]
    fn no_separator_is_taken_from_a_text_before() {
        #[repr(align(64))]
        struct Aligned([u8; 16384]);
        let Some(token) = Avx512::detect() else {
            return;
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
            kernel.run::<IsCold, _>(STRICT, &text.0, 1, &mut seen).at
        };
        let dense = 1 + long.len() + short.len();
        assert_eq!(dense % 64, 61);
        // To where the first of the others ends.
        assert!(stop("1 1234567890123456\n") > dense);
        // Between two tiles.
        assert_eq!(stop("1 \n"), 1 + long.len() + 8 * 4);
    }

    /// Only time hangs on it.
    #[test]
    fn long_piles_are_settled_like_others() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        for (a, b) in [("1", "9"), ("7654321", "9"), ("3", "4")] {
            let (mut kernel, mut seen) = (Driver::new(Batches512::new(token)), Answers::default());
            let mut text = vec![b'\n'];
            for i in 0..4000 {
                let digits = 20 + i % 234;
                text.extend(format!("{a:0<digits$} {b:0<30}\n").bytes());
            }
            kernel.run::<Asked, _>(STRICT, &text, 1, &mut seen).at;
            assert!(seen.0.len() > 50 && seen.0.iter().all(|&asked| asked == 0));
        }
    }
}
