//! Step 2: how long tokens are, and the masks that follow.
//!
//! Owns the choice of a tile's lanes. Invariant: what it stores fits a tile of 128 tokens, whatever their lengths are.

use super::dense;
use super::few::{self, Notes};
use super::heads;
use super::ratio::Tried;
use super::tiles::{Kind, Tile};
use crate::parse::Bits;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::prefilter::has_prefiltered_instance;
use crate::parse::x86_64::Lanes512;
use crate::parse::x86_64::tables::{
    GROUPS_4, GROUPS_8, HIGH_16, LONGEST, LOW_16, NO_LINE, PLAIN_8,
};
use core::arch::x86_64::*;

/// Digits of the largest `u64`: a separator and fewer of them are no more bytes than that.
const U64_DIGITS: i8 = 20;
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
        if above(7) { Kind::Seven } else { Kind::Six }
    } else if !above(13) {
        if above(10) { Kind::Twelve } else { Kind::Nine }
    // SAFETY: the caller's.
    } else if K::PREFILTERED && unsafe { few::prepare::<D, B, K>(&mut tile.few, notes, used, lengths, blank) } {
        Kind::Few
    } else if K::PREFILTERED && tile.few.padded {
        Kind::Odd
    } else {
        // Not of each tile: it costs something.
        if has_prefiltered_instance::<D, K>() && !K::PREFILTERED && used == 0 {
            // SAFETY: only arithmetic.
            notes.wanted.suggest(|| unsafe { few::likely(lengths) });
        }
        // SAFETY: only arithmetic, and stores to what is borrowed.
        if heads::known::<D, K>() && tried.next() && unsafe { heads::prepare::<D, B, K>(&mut tile.heads, &mut tile.few, lengths) } {
            Kind::Heads
        } else {
            Kind::Long
        }
    };
    let masks = tile.masks.as_mut_ptr().cast::<__m512i>();
    match tile.kind {
        Kind::Odd => {}
        // SAFETY: only arithmetic.
        Kind::Few | Kind::Heads => tile.beyond = unsafe { beyond(lengths) },
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
        Kind::Three | Kind::Six | Kind::Seven => {
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
        Kind::Nine if !K::HAS_LAST => unsafe { dense::masks::<D, B, K>(lengths, masks.cast()) },
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
        Kind::Long => unsafe { long::<D, B, K>(tile, lengths, plain) },
    }
}
}

with_features! {
/// Of 64 lines, those that have one of these 128 tokens.
#[inline]
pub(super) unsafe fn lines(tokens: [u64; 2]) -> u64 {
    let half = |tokens: u64| _pext_u64(tokens | tokens >> 1, 0x5555_5555_5555_5555);
    half(tokens[0]) | half(tokens[1]) << 32
}
}

with_features! {
/// Lines with a token that no lane holds.
#[inline]
unsafe fn beyond(lengths: [__m512i; 2]) -> u64 {
    let longest = _mm512_set1_epi8(LONGEST as i8);
    // SAFETY: only arithmetic.
    unsafe { lines(lengths.map(|length| _mm512_cmpgt_epu8_mask(length, longest))) }
}
}

with_features! {
/// The shuffles and steps of lanes of 32 bytes; `plain` are lengths without a byte before the LF.
#[inline]
pub(super) unsafe fn long<D: Lanes512, B: Bits, K: StaticDialect>(tile: &mut Tile, lengths: [__m512i; 2], plain: [__m512i; 2]) {
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
