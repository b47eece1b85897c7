//! The walk over tiles.
//!
//! Owns the walk over the text and the memory it needs. Invariant: whole blocks inside of the text
//! are read, and the first with what is before the first line masked out.

use super::decode::answer;
use super::index::{self, one_by_one, round, separators};
use super::layout::prepare;
use super::length_filter::{self, Heads};
use super::prefix_filter::{self, Words};
use super::short_lines::{self, Windows, threes};
use super::tile::{LEAD, Piles, Tile};
use crate::parse::Bits;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::prefilter::{PrefilterState, has_prefiltered_instance};
use crate::parse::batch::{BLOCKS, INDEX, LINES, ROUND, TOKENS};
use crate::parse::x86_64::Lanes256;
use core::arch::x86_64::*;

/// Memory of the kernel, kept from call to call.
#[repr(align(64))]
pub(super) struct Store {
    /// No number in the tiles that were answered had more digits.
    pub(super) longest: usize,
    pub(super) wanted: PrefilterState,
    heads: Heads,
    words: Words,
    pub(super) threes: short_lines::Wanted,
    pub(super) windows: Windows,
    /// Places of separators, mod 64; the first 64 bytes are for the place before the first.
    places: [u8; 64 + INDEX + 2 * TOKENS + ROUND],
    tile: Tile,
    piles: Piles,
}

impl Store {
    pub(super) fn new() -> Self {
        Self {
            longest: 0,
            wanted: PrefilterState::NEW,
            heads: Heads::NEW,
            words: Words::NEW,
            threes: short_lines::Wanted::NO,
            windows: Windows::NEW,
            places: [0; 64 + INDEX + 2 * TOKENS + ROUND],
            tile: Tile::NEW,
            piles: [[0; LINES]; 2],
        }
    }
}

/// Answers whole tiles of lines of that dialect, of `text` from `at` (at least [`LEAD`]), before which a line ends in
/// the same way; returns where it stopped.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn walk<D: Lanes256, B: Bits, K: StaticDialect>(
    store: &mut Store,
    dialect: Dialect,
    text: &[u8],
    mut at: usize,
    bits: &mut B,
) -> usize {
    loop {
        if store.threes.now {
            at = threes::<D, B, K>(store, dialect, text, at, bits);
        }
        // If so, what stopped it, the end of the text or a line that isn't of the dialect, stops the others, too.
        let still = store.threes.now;
        at = any::<D, B, K, false>(store, dialect, text, at, bits);
        if still || !store.threes.now {
            return at;
        }
    }
}

/// The same, but for lines that [`threes`](threes()) are for, which it leaves; with `ONE` no more than a tile, whatever its lines are.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn any<D: Lanes256, B: Bits, K: StaticDialect, const ONE: bool>(
    store: &mut Store,
    dialect: Dialect,
    text: &[u8],
    at: usize,
    bits: &mut B,
) -> usize {
    // Bytes of a line's end.
    let ending = if K::HAS_LAST { 2 } else { 1 };
    debug_assert_eq!(dialect.last.is_some(), K::HAS_LAST);
    assert!(at >= LEAD);
    // The file that it is mapped from may have been cut since somebody looked: that is no reason to panic.
    if text[at - 1] != b'\n' {
        return at;
    }
    let Store {
        longest,
        wanted,
        heads: notes,
        words,
        threes,
        places,
        tile,
        piles,
        ..
    } = store;
    let places = places.as_mut_ptr().wrapping_add(64);
    // Blocks begin at multiples of 64. The first one has some bytes before the first line.
    let base = text.as_ptr();
    let first = base.wrapping_add(at);
    let skew = first.addr() % 64;
    let mut block = first.wrapping_sub(skew);
    let end = base.addr() + text.len();
    if end - block.addr() < 64 {
        return at;
    }
    // Bytes that are neither separators nor digits.
    let mut above = _mm256_setzero_si256();
    // SAFETY: LEAD bytes are before `first`, and the block ends inside the text.
    let mut others = unsafe { separators::<K>(block, &mut above) };
    others &= u64::MAX << skew;
    // Of the places: how many there are, and how many were used.
    // SAFETY: room for 64 places.
    let mut found = unsafe { one_by_one(places, others) };
    let mut used = 0;
    let mut few_places = false;
    // SAFETY: 64 bytes stand before.
    unsafe { places.sub(1).write((skew as u8).wrapping_sub(ending as u8)) };
    block = block.wrapping_add(64);
    // From there on what is no separator is a digit.
    let mut clean = block;
    // The separator before the first token that isn't used yet.
    let mut s = first.wrapping_sub(ending);
    // No load of places waits for their stores, but where there is only one tile.
    let (ahead, round_blocks) = if ONE {
        (TOKENS, BLOCKS / 2)
    } else {
        (2 * TOKENS, BLOCKS)
    };
    loop {
        // 1. Places, of this tile and the next.
        while found - used < ahead {
            let blocks = round_blocks.min((end - block.addr()) / 64);
            if blocks == 0 {
                break;
            }
            // SAFETY: that many blocks are in the text, and places have room for a round behind
            // INDEX + 2 * TOKENS.
            let count =
                unsafe { round::<K>(few_places, block, blocks, places.add(found), &mut above) };
            few_places = index::few(count, blocks);
            found += count;
            block = block.wrapping_add(64 * blocks);
            if K::PREFILTERED && _mm256_testz_si256(above, above) == 0 {
                (clean, above) = (block, _mm256_setzero_si256());
            }
        }
        if found - used < TOKENS {
            break;
        }
        // 2. Lengths.
        // SAFETY: that many places are there, and one before.
        unsafe { prepare::<K>(tile, places.add(used)) };
        if !ONE && threes.by(tile.kind) {
            break;
        }
        // 3 to 5.
        let few = if K::PREFILTERED && s >= clean && tile.kind.may_be_mixed() {
            // SAFETY: all of the tile's tokens lie between `s` and `block`, and LEAD bytes of text before it.
            unsafe {
                let near = length_filter::near(tile);
                if length_filter::likely(near) {
                    length_filter::few::<D, K>(tile, dialect, notes, s, text, near)
                } else {
                    prefix_filter::heads::<D, K>(tile, dialect, words, s, text)
                }
            }
        } else {
            None
        };
        if K::PREFILTERED {
            wanted.record(few.is_some());
        } else if has_prefiltered_instance::<D, K>() && used == 0 {
            wanted.suggest(|| {
                tile.kind.may_be_mixed()
                    && (length_filter::likely(length_filter::near(tile))
                        || prefix_filter::likely::<D>(tile))
            });
        }
        // SAFETY: as above.
        let result = unsafe { answer::<D, K>(tile, dialect, piles, few, s, text) };
        let Some((answers, next)) = result else { break };
        bits.push(answers, 64);
        *longest = tile.kind.digits().max(*longest);
        s = next;
        used += TOKENS;
        if ONE || wanted.wants_switch::<D, K>() {
            break;
        }
        if used >= INDEX {
            let left = found - used;
            // SAFETY: both lie in `places`; the one place before the first moves along.
            unsafe { core::ptr::copy(places.add(used).sub(1), places.sub(1), left + 1) };
            (found, used) = (left, 0);
        }
    }
    s.addr() + ending - base.addr()
}
