//! Step 2: how long tokens are, and the masks that follow.
//!
//! Owns the choice of a tile's lanes. Invariant: what it stores fits a tile of 128 tokens, whatever their lengths are.

use super::tile::{Kind, Notes, Tile, Tried};
use super::{lanes12, lanes32, length_filter, prefix_filter};
use crate::parse::Bits;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::prefilter::has_prefiltered_instance;
use crate::parse::x86_64::Lanes512;
use crate::parse::x86_64::tables::{GROUPS_4, GROUPS_8, HIGH_16, LOW_16, PLAIN_8};
use core::arch::x86_64::*;

with_features! {
/// Step 2: `places` points to the place of the first separator behind the tile's first token.
#[inline]
pub(super) unsafe fn prepare<D: Lanes512, B: Bits, K: StaticDialect>(tile: &mut Tile, places: *const u8, notes: &mut Notes, tried: &mut Tried, used: usize, blank: u8) {
    // SAFETY: the caller has 128 places there, and one before.
    let lengths = unsafe {
        [0, 64].map(|i| {
            let here = _mm512_loadu_si512(places.wrapping_add(i).cast());
            let before = _mm512_loadu_si512(places.wrapping_add(i).wrapping_sub(1).cast());
            _mm512_sub_epi8(here, before)
        })
    };
    // A byte before the LF stands before a line's first token, too: it has its place in the lane's first
    // byte, a hole that nothing else needs in the kinds that are used then.
    let extra = if K::HAS_LAST {
        _mm512_set1_epi16(1)
    } else {
        _mm512_setzero_si512()
    };
    let plain = lengths.map(|length| _mm512_sub_epi8(length, extra));
    let most = _mm512_max_epu8(plain[0], plain[1]);
    let least = _mm512_min_epu8(plain[0], plain[1]);
    let above = |n: i8| _mm512_cmpgt_epu8_mask(most, _mm512_set1_epi8(n)) != 0;
    (tile.beyond, tile.wide) = (0, 0);
    if K::PREFILTERED {
        tile.few.padded = false;
    }
    tile.kind = if _mm512_cmplt_epu8_mask(least, _mm512_set1_epi8(2)) != 0 {
        Kind::Odd
    } else if K::HAS_LAST {
        tile.small = !above(8);
        // To 3 digits, to 9, and to 21.
        match (above(4), above(10), above(22)) {
            (false, ..) => Kind::Three,
            (_, false, _) => Kind::Nine,
            (.., false) => Kind::Long,
            _ => Kind::Odd,
        }
    } else if !above(4) {
        Kind::Three
    } else if !above(8) {
        tile.has_seven_digits = above(7);
        Kind::Seven
    } else if !above(13) {
        if above(10) { Kind::Twelve } else { Kind::Nine }
    // SAFETY: the caller's.
    } else if K::PREFILTERED && unsafe { length_filter::prepare::<D, B, K>(&mut tile.few, notes, used, lengths, blank) } {
        Kind::Few
    } else if K::PREFILTERED && tile.few.padded {
        Kind::Odd
    } else {
        // Not of each tile: it costs something.
        if has_prefiltered_instance::<D, K>() && !K::PREFILTERED && used == 0 {
            // SAFETY: only arithmetic.
            notes.wanted.suggest(|| unsafe { length_filter::likely(lengths) });
        }
        // SAFETY: only arithmetic, and stores to what is borrowed.
        if prefix_filter::known::<D, K>() && tried.next() && unsafe { prefix_filter::prepare::<D, B, K>(&mut tile.heads, &mut tile.few, lengths) } {
            Kind::Heads
        } else {
            Kind::Long
        }
    };
    let masks = tile.masks.as_mut_ptr().cast::<__m512i>();
    match tile.kind {
        Kind::Odd => {}
        // SAFETY: only arithmetic.
        Kind::Few | Kind::Heads => tile.beyond = unsafe { lanes32::beyond(lengths) },
        Kind::Three if !K::HAS_LAST => {
            // SAFETY: the table is 64 bytes, aligned.
            let table = unsafe { _mm512_load_si512(GROUPS_4.0.as_ptr().cast()) };
            for (i, &length) in lengths.iter().enumerate() {
                // Four bits a token, two tokens a byte.
                let nibbles = _mm512_shuffle_epi8(table, length);
                let pairs = _mm512_maddubs_epi16(nibbles, _mm512_set1_epi16(0x1001));
                // SAFETY: the first eight masks of the tile.
                unsafe { _mm256_store_si256(masks.cast::<__m256i>().add(i), _mm512_cvtepi16_epi8(pairs)) };
            }
        }
        Kind::Three | Kind::Seven => {
            let table = if tile.kind == Kind::Seven { &PLAIN_8 } else { &GROUPS_8 };
            // SAFETY: tables are 64 bytes, aligned.
            let table = unsafe { _mm512_load_si512(table.0.as_ptr().cast()) };
            for (i, &plain) in plain.iter().enumerate() {
                let bytes = _mm512_or_si512(_mm512_shuffle_epi8(table, plain), extra);
                // SAFETY: the first 16 masks of the tile.
                unsafe { _mm512_store_si512(masks.add(i), bytes) };
            }
        }
        // SAFETY: the first 26 masks of the tile, the last two of them only in passing.
        Kind::Nine if !K::HAS_LAST => unsafe { lanes12::masks::<D, B, K>(lengths, masks.cast()) },
        Kind::Nine | Kind::Twelve => {
            // SAFETY: tables are 64 bytes, aligned.
            let (low, high) = unsafe {
                (
                    _mm512_load_si512(LOW_16.0.as_ptr().cast()),
                    _mm512_load_si512(HIGH_16.0.as_ptr().cast()),
                )
            };
            let first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            for (i, &plain) in plain.iter().enumerate() {
                let low = _mm512_or_si512(_mm512_shuffle_epi8(low, plain), extra);
                let high = _mm512_shuffle_epi8(high, plain);
                // Interleaving works within 16-byte lanes; the permutation brings the order back.
                let even = _mm512_unpacklo_epi8(low, high);
                let odd = _mm512_unpackhi_epi8(low, high);
                // SAFETY: the 32 masks of the tile.
                unsafe {
                    _mm512_store_si512(masks.add(2 * i), _mm512_permutex2var_epi64(even, first, odd));
                    _mm512_store_si512(masks.add(2 * i + 1), _mm512_permutex2var_epi64(even, second, odd));
                }
            }
        }
        // SAFETY: only arithmetic, and stores to what is borrowed.
        Kind::Long => unsafe { lanes32::layout::<D, B, K>(tile, lengths, plain) },
    }
}
}
