//! Steps 3 to 5: a tile's lanes, their numbers, and the answers.
//!
//! Owns the layout of the widest lanes, and what all have in common. Invariant: there is an answer only if
//! every byte of the tile was seen to be in its place.

use super::expected::Expected;
use super::heads;
use super::narrow::{narrow, three};
use super::ratio::Tried;
use super::sixteens::{nine_last, twelve};
use super::tiles::{Kind, Tile};
use super::{dense, few, prepare};
use crate::parse::Bits;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::fallback::{answer_lines, are_mostly_padded};
use crate::parse::batch::prefilter::MAX_CANDIDATES;
use crate::parse::x86_64::Lanes512;
use crate::parse::x86_64::tables::{SHUFFLES, SHUFFLES_LAST};
use core::arch::x86_64::*;

with_features! {
/// Steps 3 to 5: the answers of a tile whose first separator is at `s`, and the separator behind
/// it; `None` if it isn't strict, or not without the zeros before its piles (then it sets `padded`). The caller has 64
/// bytes behind `text`, before the end of which it ends if all of its places are true.
#[inline]
pub(super) unsafe fn answer<D: Lanes512, B: Bits, K: StaticDialect>(tile: &mut Tile, expected: &Expected, mut s: *const u8, text: &[u8], often: bool, padded: &mut bool, tried: &mut Tried) -> Option<(u64, *const u8)> {
    let start = s;
    let mut odd = _mm512_setzero_si512();
    let end = text.as_ptr_range().end.addr();
    if heads::known::<D, K>() && tile.kind == Kind::Heads {
        // Not all places are true: see `super`.
        if s.addr() + tile.few.total as usize >= end {
            return None;
        }
        // SAFETY: the caller's.
        tile.few.left = unsafe { heads::left::<D, B, K>(tile, expected, s, &mut odd) };
        let few = tile.few.left.count_ones() <= MAX_CANDIDATES;
        tried.was(few);
        if !few {
            // SAFETY: lengths of 64 lines.
            unsafe {
                let lengths = [0, 32].map(|line| _mm512_loadu_si512(tile.few.lengths[line..].as_ptr().cast()));
                prepare::long::<D, B, K>(tile, lengths, lengths);
            }
            tile.kind = Kind::Long;
            // Of short tokens that saw more than there is; and all is looked at again.
            odd = _mm512_setzero_si512();
        }
    }
    let mut doubtful = tile.beyond;
    // SAFETY: as the caller's, for each of them.
    let mut answers = unsafe {
        match tile.kind {
            Kind::Odd => {
                *padded |= K::PREFILTERED && tile.few.padded;
                return None;
            }
            // None such is prepared there; and so each function below has one caller.
            Kind::Six | Kind::Seven | Kind::Twelve | Kind::Few | Kind::Heads if K::HAS_LAST => return None,
            Kind::Few | Kind::Heads => {
                doubtful &= tile.few.left;
                tile.few.left &= !doubtful;
                let (answers, beyond) = few::answers::<D, B, K>(&tile.few, expected, &mut s, &mut odd, often);
                if beyond {
                    doubtful |= tile.few.wide();
                }
                answers
            }
            Kind::Three => three::<D, B, K>(tile, expected, &mut s, &mut odd),
            Kind::Six => narrow::<D, B, K, false>(tile, expected.six, &mut s, &mut odd, often, tried),
            Kind::Seven => narrow::<D, B, K, true>(tile, expected.seven, &mut s, &mut odd, often, tried),
            Kind::Nine if K::HAS_LAST => nine_last::<D, B, K>(tile, expected, &mut s, &mut odd, often, tried),
            Kind::Nine => dense::answers::<D, B, K>(tile, expected, &mut s, &mut odd, often, tried),
            Kind::Twelve => twelve::<D, B, K>(tile, expected, &mut s, &mut odd, often, tried),
            // As above.
            Kind::Long if s.addr() + tile.total as usize >= end => return None,
            Kind::Long => {
                let (answers, beyond) = long::<D, B, K>(tile, expected, &mut s, &mut odd, often);
                if beyond {
                    doubtful |= tile.wide;
                }
                answers
            }
        }
    };
    // A hole must hold what was expected; a digit's place any digit, which differs from '0' in its
    // lower half only (where a byte stands before the line feed, that might stand there, as it is no separator).
    let fixed = match tile.kind {
        Kind::Seven => _mm512_set1_epi64(0xf0f0_f0f0_f0f0_f0ffu64 as i64),
        // What stands behind the first digit of a short token may be none.
        Kind::Heads => _mm512_set1_epi64(0x0000_00ff_0000_f0ff),
        _ => _mm512_set1_epi32(0xf0f0_f0ffu32 as i32),
    };
    // SAFETY: `s` is in the text, and 64 bytes behind it.
    let closed = unsafe {
        match expected.dialect.last {
            Some(last) => *s == last && *s.wrapping_add(1) == b'\n',
            None => *s == b'\n',
        }
    };
    if _mm512_test_epi32_mask(odd, fixed) != 0 || !closed {
        return None;
    }
    if K::HAS_LAST && doubtful != 0 {
        return None;
    }
    if doubtful != 0 {
        let line_start = start.addr() - text.as_ptr().addr() + 1;
        let steps = match tile.kind {
            Kind::Few | Kind::Heads => &tile.few.steps(),
            _ => &tile.steps,
        };
        if are_mostly_padded(steps, line_start, text, doubtful) {
            *padded = true;
            return None;
        }
        answers = answer_lines::<D>(steps, line_start, text, answers, doubtful)?;
    }
    Some((answers, s))
}
}

/// A constant in a register.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn vector<T: Copy, const N: usize>(values: &[T; N]) -> __m512i {
    const { assert!(size_of::<[T; N]>() == 64) };
    // SAFETY: as many bytes, of integers.
    unsafe { _mm512_loadu_si512(values.as_ptr().cast()) }
}

with_features! {
/// Step 3: one expand, the tile's `i`-th.
#[inline]
pub(super) unsafe fn expand(tile: &Tile, i: usize, s: &mut *const u8, expected: __m512i, odd: &mut __m512i) -> __m512i {
    // SAFETY: as the caller's.
    unsafe { expand_by(tile.masks[i], s, expected, odd) }
}
}

with_features! {
/// One expand by `mask`, which takes as many bytes as it has bits.
#[inline]
pub(super) unsafe fn expand_by(mask: u64, s: &mut *const u8, expected: __m512i, odd: &mut __m512i) -> __m512i {
    // SAFETY: the caller has 64 bytes at `s`.
    let bytes = unsafe { _mm512_loadu_si512((*s).cast()) };
    let lanes = _mm512_mask_expand_epi8(expected, mask, bytes);
    // odd | (lanes ^ expected)
    *odd = _mm512_ternarylogic_epi64::<0xf6>(*odd, lanes, expected);
    *s = (*s).wrapping_add(mask.count_ones() as usize);
    lanes
}
}

with_features! {
/// Step 4, first half: each group of three digits to a number.
#[inline]
pub(super) unsafe fn groups(lanes: __m512i) -> __m512i {
    // Takes the '0's off.
    let bias = _mm512_set1_epi32(-48 * 111);
    _mm512_dpbusd_epi32(bias, lanes, _mm512_set1_epi32(0x010a_6400))
}
}

with_features! {
/// Step 4, second half: neighbouring groups to numbers of six digits.
#[inline]
pub(super) unsafe fn sixes(a: __m512i, b: __m512i) -> __m512i {
    _mm512_madd_epi16(_mm512_packs_epi32(a, b), _mm512_set1_epi32(0x0001_03e8))
}
}

with_features! {
/// The even and the odd 32-bit numbers of two vectors.
#[inline]
pub(super) unsafe fn unzip(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
    let (a, b) = (_mm512_castsi512_ps(a), _mm512_castsi512_ps(b));
    (
        _mm512_castps_si512(_mm512_shuffle_ps::<0x88>(a, b)),
        _mm512_castps_si512(_mm512_shuffle_ps::<0xdd>(a, b)),
    )
}
}

with_features! {
/// Two six-digit numbers to one, in each 64-bit lane.
#[inline]
pub(super) unsafe fn join_sixes(sixes: __m512i) -> __m512i {
    let million = _mm512_set1_epi64(1_000_000);
    _mm512_add_epi64(_mm512_mul_epu32(sixes, million), _mm512_srli_epi64::<32>(sixes))
}
}

with_features! {
/// Lanes of 32 bytes: a line an expand. Second: whether a pile may be beyond `u64`.
#[inline]
unsafe fn long<D: Lanes512, B: Bits, K: StaticDialect>(tile: &Tile, expected: &Expected, s: &mut *const u8, odd: &mut __m512i, often: bool) -> (u64, bool) {
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
