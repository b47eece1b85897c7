//! Steps 3 to 5: a tile's lanes, their numbers, and the answers.
//!
//! Owns the layout of the widest lanes, and what all have in common. Invariant: there is an answer only if
//! every byte of the tile was seen to be in its place.

use super::expected::Expected;
use super::lanes4_8::{narrow, three};
use super::lanes16::{nine_last, twelve};
use super::tile::{Kind, Tile, Tried};
use super::{candidates, lanes12, lanes32, prefix_filter};
use crate::parse::Bits;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::fallback::{answer_lines, are_mostly_padded};
use crate::parse::batch::prefilter::MAX_CANDIDATES;
use crate::parse::x86_64::Lanes512;
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
    if prefix_filter::known::<D, K>() && tile.kind == Kind::Heads {
        // Not all places are true: see `super`.
        if s.addr() + tile.few.total as usize >= end {
            return None;
        }
        // SAFETY: the caller's.
        tile.few.left = unsafe { prefix_filter::left::<D, B, K>(tile, expected, s, &mut odd) };
        let few = tile.few.left.count_ones() <= MAX_CANDIDATES;
        tried.was(few);
        if !few {
            // SAFETY: lengths of 64 lines.
            unsafe {
                let lengths = [0, 32].map(|line| _mm512_loadu_si512(tile.few.lengths[line..].as_ptr().cast()));
                lanes32::layout::<D, B, K>(tile, lengths, lengths);
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
            Kind::Seven | Kind::Twelve | Kind::Few | Kind::Heads if K::HAS_LAST => return None,
            Kind::Few | Kind::Heads => {
                doubtful &= tile.few.left;
                tile.few.left &= !doubtful;
                let (answers, beyond) = candidates::answers::<D, B, K>(&tile.few, expected, &mut s, &mut odd, often);
                if beyond {
                    doubtful |= tile.few.wide();
                }
                answers
            }
            Kind::Three => three::<D, B, K>(tile, expected, &mut s, &mut odd),
            Kind::Seven => narrow::<D, B, K>(tile, expected.seven, &mut s, &mut odd, often, tried),
            Kind::Nine if K::HAS_LAST => nine_last::<D, B, K>(tile, expected, &mut s, &mut odd, often, tried),
            Kind::Nine => lanes12::answers::<D, B, K>(tile, expected, &mut s, &mut odd, often, tried),
            Kind::Twelve => twelve::<D, B, K>(tile, expected, &mut s, &mut odd, often, tried),
            // As above.
            Kind::Long if s.addr() + tile.total as usize >= end => return None,
            Kind::Long => {
                let (answers, beyond) = lanes32::answers::<D, B, K>(tile, expected, &mut s, &mut odd, often);
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
