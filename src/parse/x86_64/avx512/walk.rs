//! The walk over tiles, and step 1: where tokens end.
//!
//! Owns the walk over the text and the memory it needs. Invariant: whole blocks inside of the text
//! are read, and the first with what is before the first line masked out.

use super::decode::answer;
use super::expected::expected;
use super::layout::prepare;
use super::length_filter;
use super::ops::opaque;
use super::tile::{Kind, Store};
use crate::parse::Bits;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::{BLOCKS, INDEX, ROUND, TOKENS};
use crate::parse::x86_64::{Lanes512, prefetch};
use core::arch::x86_64::*;

// Places are mod 256.
const _: () = assert!(ROUND.is_multiple_of(256));

with_features! {
/// Answers whole tiles of lines of that dialect, of `text` from `at`, before which a line ends in the same way; returns
/// where it stopped.
pub(super) unsafe fn walk<D: Lanes512, B: Bits, K: StaticDialect>(
    store: &mut Store,
    dialect: Dialect,
    text: &[u8],
    at: usize,
    bits: &mut B,
) -> usize {
    // Bytes of a line's end.
    let ending = if K::HAS_LAST { 2 } else { 1 };
    debug_assert_eq!(dialect.last.is_some(), K::HAS_LAST);
    let dialect = K::DIALECT.unwrap_or(dialect);
    // SAFETY: only arithmetic.
    let expected = &unsafe { expected(dialect) };
    assert!(at >= ending);
    // The file that it is mapped from may have been cut since somebody looked: that is no reason to panic.
    if text[at - 1] != b'\n' || text.len() - at < ROUND + 256 {
        return at;
    }
    let Store { longest, padded, places, notes, tried, tiles } = store;
    let places = places.as_mut_ptr().wrapping_add(64);
    let base = text.as_ptr();
    // Blocks begin at multiples of 64.
    let first = base.wrapping_add(at);
    let skew = first.addr() & 63;
    let iota = _mm512_set_epi8(
        63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41,
        40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18,
        17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
    );
    let zeros = opaque(_mm512_set1_epi8(b'0' as i8));
    let nines = _mm512_set1_epi8(b'9' as i8);
    let line_feeds = _mm512_set1_epi8(b'\n' as i8);
    // What is less than a digit; of two bytes that end a line only the first counts.
    let separators = |bytes: __m512i| {
        let others = _mm512_cmplt_epu8_mask(bytes, zeros);
        if K::HAS_LAST {
            _mm512_mask_cmpneq_epi8_mask(others, bytes, line_feeds)
        } else {
            others
        }
    };
    let iotas = [
        opaque(iota),
        opaque(_mm512_add_epi8(iota, _mm512_set1_epi8(64))),
        opaque(_mm512_add_epi8(iota, _mm512_set1_epi8(-128))),
        opaque(_mm512_add_epi8(iota, _mm512_set1_epi8(-64))),
    ];

    // The first block, with what is before the first line masked out.
    let mut block = first.wrapping_sub(skew);
    let inside = u64::MAX << skew;
    // SAFETY: lanes outside of the mask are not read, the others are in the text.
    let bytes = unsafe { _mm512_maskz_loadu_epi8(inside, block.cast()) };
    let others = separators(bytes) & inside;
    // Of all bytes searched.
    let mut largest = bytes;
    // SAFETY: `places` has room for 64 more than any count reached below.
    unsafe { _mm512_storeu_si512(places.cast(), _mm512_maskz_compress_epi8(others, iotas[0])) };
    // SAFETY: 64 bytes stand before.
    unsafe { *places.wrapping_sub(1) = (skew as u8).wrapping_sub(ending as u8) };
    let mut found = others.count_ones() as usize;
    let mut used = 0;
    if K::PREFILTERED {
        notes.all(text[at]);
        // SAFETY: as above: what is in the text behind a byte that is, is in it, too.
        let behind = unsafe { _mm512_maskz_loadu_epi8(inside, block.wrapping_add(1).cast()) };
        // SAFETY: these are the first.
        unsafe { length_filter::note::<D, B, K>(notes, bytes, behind, others, 0) };
    }
    block = block.wrapping_add(64);
    let mut end = base.wrapping_add(text.len());

    // Notes need room in the first cache, moving them takes less.
    let most = if K::PREFILTERED { INDEX / 4 } else { INDEX - 2 * TOKENS };

    // The separator before the first token that isn't used yet.
    let mut s = first.wrapping_sub(ending);
    let mut ready = false;
    let mut slot = 0;
    // Whether the tile before had a 1 among its answers.
    let mut often = false;
    loop {
        // 1. Places.
        let mut searched = false;
        if found - used < 2 * TOKENS && (end.addr() - block.addr()) >= ROUND + 64 {
            searched = true;
            let mut empty = false;
            let mut before = found;
            let round = found;
            for i in 0..BLOCKS {
                prefetch(block);
                // SAFETY: the whole round is in the text, as was just tested.
                let bytes = unsafe { _mm512_load_si512(block.cast()) };
                let others = separators(bytes);
                largest = _mm512_max_epu8(largest, bytes);
                let compressed = _mm512_maskz_compress_epi8(others, iotas[(i + 1) & 3]);
                // SAFETY: `found` is at most INDEX + ROUND here.
                unsafe {
                    let places = places.wrapping_add(found);
                    // What takes notes doesn't look at each token's first byte again.
                    if K::PREFILTERED {
                        _mm512_storeu_si512(places.cast(), compressed);
                    } else {
                        _mm256_storeu_si256(places.cast(), _mm512_castsi512_si256(compressed));
                    }
                }
                if K::PREFILTERED {
                    // SAFETY: more text stands behind the round; and as above.
                    unsafe {
                        let behind = _mm512_loadu_si512(block.wrapping_add(1).cast());
                        length_filter::note::<D, B, K>(notes, bytes, behind, others, found);
                    }
                }
                found += others.count_ones() as usize;
                block = block.wrapping_add(64);
                if K::PREFILTERED && i % 2 == 1 {
                    empty |= found == before;
                    before = found;
                }
            }
            if _mm512_cmpgt_epu8_mask(largest, nines) != 0 {
                // Something is no text of lines; what is before this round may be.
                (found, end) = (round, block);
            }
            if K::PREFILTERED && empty {
                notes.none(found);
            }
        }
        // 3 to 5, on the tile that was prepared the turn before.
        if ready {
            let tile = &mut tiles[slot ^ 1];
            let searched = &text[..block.addr() - base.addr()];
            // SAFETY: 64 bytes of text stand behind `block`.
            let result = unsafe { answer::<D, B, K>(tile, expected, s, searched, often, padded, tried) };
            let Some((answers, next)) = result else { break };
            bits.push(answers, 64);
            *longest = tile.digits().max(*longest);
            often = answers != 0;
            s = next;
            ready = false;
            if notes.wanted.wants_switch::<D, K>() {
                break;
            }
        } else if !searched && found - used < TOKENS {
            break;
        }
        // 2. Lengths and masks.
        if found - used >= TOKENS {
            // SAFETY: TOKENS places from `used` on are there, and one before.
            unsafe { prepare::<D, B, K>(&mut tiles[slot], places.wrapping_add(used), notes, tried, used, dialect.blank) };
            if K::PREFILTERED {
                notes.wanted.record(tiles[slot].kind == Kind::Few || tiles[slot].few.padded);
            }
            slot ^= 1;
            ready = true;
            used += TOKENS;
            if used >= most {
                let left = found - used;
                // SAFETY: both lie in `places`; the one place before the first moves along.
                unsafe {
                    core::ptr::copy(places.wrapping_add(used).wrapping_sub(1), places.wrapping_sub(1), left + 1);
                }
                if K::PREFILTERED {
                    notes.forget(used, left);
                }
                (found, used) = (left, 0);
            }
        }
    }
    s.addr() + ending - base.addr()
}
}
