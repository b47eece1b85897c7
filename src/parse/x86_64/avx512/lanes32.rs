//! Steps 2 to 5 in lanes of 32 bytes.

use super::expected::Expected;
use super::ops::{groups, join_sixes, lines, sixes};
use super::tile::Tile;
use crate::parse::Bits;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::x86_64::Lanes512;
use crate::parse::x86_64::tables::{LONGEST, NO_LINE, SHUFFLES, SHUFFLES_LAST};
use core::arch::x86_64::*;

/// Digits of the largest `u64`: a separator and fewer of them are no more bytes than that.
const U64_DIGITS: i8 = 20;

with_features! {
/// Lines with a token that no lane holds.
#[inline]
pub(super) unsafe fn beyond(lengths: [__m512i; 2]) -> u64 {
    let longest = _mm512_set1_epi8(LONGEST as i8);
    // SAFETY: only arithmetic.
    unsafe { lines(lengths.map(|length| _mm512_cmpgt_epu8_mask(length, longest))) }
}
}

with_features! {
/// The shuffles and steps of lanes of 32 bytes; `plain` are lengths without a byte before the LF.
#[inline]
pub(super) unsafe fn layout<D: Lanes512, B: Bits, K: StaticDialect>(tile: &mut Tile, lengths: [__m512i; 2], plain: [__m512i; 2]) {
    let steps = tile.steps.as_mut_ptr().cast::<__m512i>();
    let shuffles = tile.shuffles.as_mut_ptr().cast::<__m512i>();
    let [a, b] = lengths.map(|lengths| _mm512_sad_epu8(lengths, _mm512_setzero_si512()));
    tile.total = _mm512_reduce_add_epi64(_mm512_add_epi64(a, b)) as u64;
    let digits = _mm512_set1_epi8(U64_DIGITS);
    // Such lines are taken one by one, and their separators looked at there.
    // SAFETY: only arithmetic.
    unsafe {
        tile.beyond = beyond(lengths);
        tile.wide = lines(plain.map(|plain| _mm512_cmpgt_epu8_mask(plain, digits)));
    }
    for (i, (&length, &plain)) in lengths.iter().zip(&plain).enumerate() {
        let sums = _mm512_maddubs_epi16(length, _mm512_set1_epi8(1));
        let shuffle = _mm512_maddubs_epi16(plain, _mm512_set1_epi16(1 << 8 | (LONGEST as i16 - 1)));
        let shuffle = _mm512_sub_epi16(shuffle, _mm512_set1_epi16(2 * LONGEST as i16));
        let beyond = (tile.beyond >> (32 * i)) as u32;
        let shuffle = _mm512_mask_mov_epi16(shuffle, beyond, _mm512_set1_epi16(NO_LINE as i16));
        let halves = |v| [_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64::<1>(v)];
        for (j, (shuffle, sums)) in halves(shuffle).into_iter().zip(halves(sums)).enumerate() {
            let shuffle = _mm512_slli_epi32::<6>(_mm512_cvtepu16_epi32(shuffle));
            // SAFETY: a line has one of the 64 shuffles and steps.
            unsafe {
                _mm512_store_si512(shuffles.add(2 * i + j), shuffle);
                _mm512_store_si512(steps.add(2 * i + j), _mm512_cvtepu16_epi32(sums));
            }
        }
    }
}
}

with_features! {
/// Lanes of 32 bytes: a line an expand. Second: whether a pile may be beyond `u64`.
#[inline]
pub(super) unsafe fn answers<D: Lanes512, B: Bits, K: StaticDialect>(tile: &Tile, expected: &Expected, s: &mut *const u8, odd: &mut __m512i, often: bool) -> (u64, bool) {
    let expected = expected.long;
    let table = if K::HAS_LAST { &SHUFFLES_LAST } else { &SHUFFLES }.0.as_ptr().cast::<u8>();
    let mut answers = 0;
    let mut largest = _mm512_setzero_si512();
    // Eight lines are answered behind the next eight's permutations: then nothing waits for the whole chain of steps.
    let mut waiting = [_mm512_setzero_si512(); 2];
    for eighth in 0..9 {
        let [x, y] = waiting;
        if eighth < 8 {
            // One step of all eight lines before the next of any: what waits for the line's own last step takes
            // room in the processor's queues, and they are short.
            let mut lanes = [_mm512_setzero_si512(); 8];
            for (i, lane) in lanes.iter_mut().enumerate() {
                let line = 8 * eighth + i;
                // SAFETY: the shuffle is one of the table's; the caller has 64 bytes of text at `s`.
                unsafe {
                    let shuffle = _mm512_load_si512(table.wrapping_add(tile.shuffles[line] as usize).cast());
                    *lane = _mm512_permutex2var_epi8(expected, shuffle, _mm512_loadu_si512((*s).cast()));
                }
                *s = (*s).wrapping_add(tile.steps[line] as usize);
            }
            // SAFETY: only arithmetic.
            waiting = unsafe { line_lanes::<D, B, K, false>(lanes, expected, odd, &mut largest) };
        }
        if eighth > 0 {
            // SAFETY: as above.
            let answer = unsafe { D::any(x, y, often) };
            answers |= u64::from(answer) << (8 * (eighth - 1));
        }
    }
    // SAFETY: only arithmetic.
    (answers, unsafe { may_be_beyond(largest) })
}
}

with_features! {
/// Whether a pile may be beyond `u64`, by the largest number of upper twelve digits.
#[inline]
pub(super) unsafe fn may_be_beyond(largest: __m512i) -> bool {
    /// With these, or more, it may be.
    const DOUBT: i64 = (u64::MAX / 1_000_000_000_000) as i64;
    _mm512_cmpge_epu64_mask(largest, _mm512_set1_epi64(DOUBT)) != 0
}
}

with_features! {
/// The piles of eight lines, first and second, from their lanes of 32 bytes. `largest` becomes the largest number of
/// the upper twelve digits, where it is larger.
#[inline]
pub(super) unsafe fn line_lanes<D: Lanes512, B: Bits, K: StaticDialect, const FEW: bool>(lanes: [__m512i; 8], expected: __m512i, odd: &mut __m512i, largest: &mut __m512i) -> [__m512i; 2] {
    let trillion = _mm512_set1_epi64(1_000_000_000_000);
    // SAFETY: only arithmetic.
    let groups = lanes.map(|lane| unsafe { groups(lane) });
    for lane in lanes {
        *odd = _mm512_ternarylogic_epi64::<0xf6>(*odd, lane, expected);
    }
    // SAFETY: as above.
    let numbers: [__m512i; 4] = core::array::from_fn(|i| unsafe { join_sixes(sixes(groups[2 * i], groups[2 * i + 1])) });
    let halves: [__m512i; 2] = core::array::from_fn(|j| {
        let (a, b) = (numbers[2 * j], numbers[2 * j + 1]);
        // By 128-bit lanes: first piles' upper halves, lower; second piles' upper, lower.
        let upper = _mm512_shuffle_i64x2::<0x88>(a, b);
        let lower = _mm512_shuffle_i64x2::<0xdd>(a, b);
        *largest = _mm512_max_epu64(*largest, upper);
        _mm512_add_epi64(_mm512_mullo_epi64(upper, trillion), lower)
    });
    [
        _mm512_shuffle_i64x2::<0x88>(halves[0], halves[1]),
        _mm512_shuffle_i64x2::<0xdd>(halves[0], halves[1]),
    ]
}
}
