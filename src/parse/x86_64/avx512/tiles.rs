//! Steps 1 and 2: where tokens end, how long they are, and the masks that follow.
//!
//! Owns the walk over the text and the memory it needs. Invariant: whole blocks inside of the text
//! are read, and the first with what is before the first line masked out.

use super::dense;
use super::few::{self, Few, Notes};
use super::form::expected;
use super::lanes::answer;
use crate::parse::Bits;
use crate::parse::x86_64::pieces::{Form, Known, LINES, ROUND, Wanted, switches};
use crate::parse::x86_64::tables::{
    GROUPS_4, GROUPS_8, HIGH_16, LONGEST, LOW_16, NO_LINE, PLAIN_8,
};
use crate::parse::x86_64::{AHEAD, Lanes512};
use core::arch::x86_64::*;
use core::mem::offset_of;

/// Digits of the largest `u64`: a separator and fewer of them are no more bytes than that.
const U64_DIGITS: i8 = 20;
/// Tokens in a tile.
const TOKENS: usize = 2 * LINES;
/// Blocks that are searched for separators in a round; a multiple of four, since places are mod
/// 256.
const BLOCKS: usize = ROUND / 64;
/// Places in store before they are moved to the front.
pub(super) const PLACES: usize = 4096;

/// What a tile needs, by its longest token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// To 3 digits: lanes of 4 bytes, sixteen tokens an expand.
    Three,
    /// To 6 digits, with a byte before the LF to 3: lanes of 8 bytes, eight tokens an expand.
    Six,
    /// To 7: the same lanes without groups.
    Seven,
    /// To 9: lanes of 12 bytes, 5⅓ tokens an expand; with a byte before the LF of 16 bytes, four tokens an expand.
    Nine,
    /// To 12: lanes of 16 bytes.
    Twelve,
    /// To 24, and single longer ones: lanes of 32 bytes, a line an expand.
    Long,
    /// Of any length to 24 where few lines need more than their piles' first digits: see [`few`].
    Few,
    /// An empty token: two separators in a row.
    #[default]
    Odd,
}

/// A tile between preparation and use. The arrays that whole vectors are stored to come first, so that these are
/// aligned.
#[repr(C, align(64))]
pub(super) struct Tile {
    /// One for each expand, as many as its kind needs.
    pub(super) masks: [u64; 32],
    /// Of the long kind: where in the table each line's entry is, in bytes.
    pub(super) forms: [u32; 64],
    /// Bytes that each expand takes.
    pub(super) steps: [u32; 64],
    /// Lines with a token that no lane holds; of the long kind.
    pub(super) beyond: u64,
    /// Lines with a token that may be beyond `u64`, by its length.
    pub(super) wide: u64,
    pub(super) few: Few,
    pub(super) kind: Kind,
}

const _: () = assert!(
    offset_of!(Tile, masks).is_multiple_of(64)
        && offset_of!(Tile, forms).is_multiple_of(64)
        && offset_of!(Tile, steps).is_multiple_of(64)
);

impl Tile {
    /// No number in it has more digits.
    fn digits(&self) -> usize {
        match self.kind {
            Kind::Three => 3,
            Kind::Six => 6,
            Kind::Seven => 7,
            Kind::Nine => 9,
            Kind::Twelve => 12,
            Kind::Few => 24,
            Kind::Long if self.beyond == 0 => 24,
            Kind::Long | Kind::Odd => usize::MAX,
        }
    }
}

/// Memory of the kernel, kept from call to call.
#[repr(align(64))]
pub(super) struct Store {
    /// No number in the tiles that were answered had more digits.
    pub(super) longest: usize,
    /// A tile wasn't answered because of zeros before its piles, without which it would be.
    pub(super) padded: bool,
    /// Places of separators, mod 256; the first 64 bytes are for the place before the first.
    places: [u8; 64 + PLACES + 2 * ROUND],
    pub(super) notes: Notes,
    tiles: [Tile; 2],
}

impl Store {
    pub(super) fn new() -> Self {
        const TILE: Tile = Tile {
            masks: [0; 32],
            forms: [0; 64],
            steps: [0; 64],
            beyond: 0,
            wide: 0,
            few: Few::NEW,
            kind: Kind::Odd,
        };
        Self {
            longest: 0,
            padded: false,
            places: [0; 64 + PLACES + 2 * ROUND],
            notes: Notes::new(),
            tiles: [TILE; 2],
        }
    }
}

/// Keeps a constant in a register: else the compiler rebuilds it from a general register in
/// every block, on the busiest port.
#[inline]
#[target_feature(enable = "avx512f")]
fn opaque(mut v: __m512i) -> __m512i {
    // SAFETY: no instruction at all; the value only passes through.
    unsafe {
        core::arch::asm!("/* {0} */", inout(zmm_reg) v, options(pure, nomem, nostack, preserves_flags))
    };
    v
}

with_features! {
/// Answers whole tiles of lines of that form, of `text` from `at`, before which a line ends in the same way; returns
/// where it stopped.
pub(super) unsafe fn tiles<D: Lanes512, B: Bits, K: Known>(
    store: &mut Store,
    form: Form,
    text: &[u8],
    at: usize,
    bits: &mut B,
) -> usize {
    // Bytes of a line's end.
    let ending = if K::LAST { 2 } else { 1 };
    debug_assert_eq!(form.last.is_some(), K::LAST);
    let form = K::FORM.unwrap_or(form);
    // SAFETY: only arithmetic.
    let expected = &unsafe { expected(form) };
    assert!(at >= ending && text[at - 1] == b'\n');
    if text.len() - at < ROUND + 256 {
        return at;
    }
    let Store { longest, padded, places, notes, tiles } = store;
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
    let nine = opaque(_mm512_set1_epi8(9));
    let line_feeds = _mm512_set1_epi8(b'\n' as i8);
    // What is no digit; of two bytes that end a line only the first counts.
    let separators = |bytes: __m512i| {
        let others = _mm512_cmpgt_epu8_mask(_mm512_sub_epi8(bytes, zeros), nine);
        if K::LAST {
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
    // SAFETY: `places` has room for 64 more than any count reached below.
    unsafe { _mm512_storeu_si512(places.cast(), _mm512_maskz_compress_epi8(others, iotas[0])) };
    // SAFETY: 64 bytes stand before.
    unsafe { *places.wrapping_sub(1) = (skew as u8).wrapping_sub(ending as u8) };
    let mut found = others.count_ones() as usize;
    let mut used = 0;
    if K::NOTES {
        notes.none(found);
    }
    block = block.wrapping_add(64);
    let end = base.wrapping_add(text.len());

    // Notes need room in the first cache, moving them takes less.
    let most = if K::NOTES { PLACES / 4 } else { PLACES - 2 * TOKENS };

    // The separator before the first token that isn't used yet.
    let mut s = first.wrapping_sub(ending);
    let mut ready = false;
    let mut slot = 0;
    // Whether the tile before had a 1 among its answers.
    let mut often = false;
    loop {
        // 1. Positions.
        let mut searched = false;
        if found - used < 2 * TOKENS && (end.addr() - block.addr()) >= ROUND + 64 {
            searched = true;
            let mut empty = false;
            let mut before = found;
            for i in 0..BLOCKS {
                _mm_prefetch::<_MM_HINT_T1>(block.wrapping_add(AHEAD).cast());
                // SAFETY: the whole round is in the text, as was just tested.
                let bytes = unsafe { _mm512_load_si512(block.cast()) };
                let others = separators(bytes);
                let compressed = _mm512_maskz_compress_epi8(others, iotas[(i + 1) & 3]);
                // SAFETY: `found` is at most PLACES + ROUND here.
                unsafe { _mm512_storeu_si512(places.wrapping_add(found).cast(), compressed) };
                if K::NOTES {
                    // SAFETY: as above, and more text stands behind the round.
                    unsafe { few::note::<D, B, K>(notes, block, bytes, others, found) };
                }
                found += others.count_ones() as usize;
                block = block.wrapping_add(64);
                if K::NOTES && i % 2 == 1 {
                    empty |= found == before;
                    before = found;
                }
            }
            if K::NOTES && empty {
                notes.none(found);
            }
        }
        // 3 to 5, on the tile that was prepared the turn before.
        if ready {
            let tile = &tiles[slot ^ 1];
            // SAFETY: all of the tile's tokens lie before `block`, and 64 bytes of text behind it.
            let result = unsafe { answer::<D, B, K>(tile, expected, s, text, often, padded) };
            let Some((answers, next)) = result else { break };
            bits.push(answers, 64);
            *longest = tile.digits().max(*longest);
            often = answers != 0;
            s = next;
            ready = false;
            if switches::<D, K>() && notes.wanted.now != K::NOTES {
                break;
            }
        } else if !searched && found - used < TOKENS {
            break;
        }
        // 2. Lengths and masks.
        if found - used >= TOKENS {
            // SAFETY: TOKENS places from `used` on are there, and one before.
            unsafe { prepare::<D, B, K>(&mut tiles[slot], places.wrapping_add(used), notes, used, form.blank) };
            if K::NOTES {
                notes.wanted.were(tiles[slot].kind == Kind::Few);
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
                if K::NOTES {
                    notes.forget(used, left);
                }
                (found, used) = (left, 0);
            }
        }
    }
    s.addr() + ending - base.addr()
}
}

with_features! {
/// Step 2: `places` points to the place of the first separator behind the tile's first token.
#[inline]
unsafe fn prepare<D: Lanes512, B: Bits, K: Known>(tile: &mut Tile, places: *const u8, notes: &mut Notes, used: usize, blank: u8) {
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
    let extra = if K::LAST {
        _mm512_set1_epi16(1)
    } else {
        _mm512_setzero_si512()
    };
    let plain = lengths.map(|length| _mm512_sub_epi8(length, extra));
    let most = _mm512_max_epu8(plain[0], plain[1]);
    let least = _mm512_min_epu8(plain[0], plain[1]);
    let above = |n: i8| _mm512_cmpgt_epu8_mask(most, _mm512_set1_epi8(n)) != 0;
    (tile.beyond, tile.wide) = (0, 0);
    tile.kind = if _mm512_cmplt_epu8_mask(least, _mm512_set1_epi8(2)) != 0 {
        Kind::Odd
    } else if K::LAST {
        // To 3 digits, to 9, and to 21.
        match (above(4), above(10), above(22)) {
            (false, ..) => Kind::Six,
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
    } else if K::NOTES && unsafe { few::prepare::<D, B, K>(&mut tile.few, notes, used, lengths, blank) } {
        Kind::Few
    } else {
        // Not of each tile: it costs something.
        if switches::<D, K>() && !K::NOTES && used == 0 {
            // SAFETY: only arithmetic.
            notes.wanted = Wanted::by(unsafe { few::likely(lengths) });
        }
        Kind::Long
    };
    let masks = tile.masks.as_mut_ptr().cast::<__m512i>();
    let steps = tile.steps.as_mut_ptr().cast::<__m512i>();
    match tile.kind {
        Kind::Odd | Kind::Few => {}
        Kind::Three => {
            // SAFETY: the table is 64 bytes, aligned.
            let table = unsafe { _mm512_load_si512(GROUPS_4.0.as_ptr().cast()) };
            for (i, &length) in lengths.iter().enumerate() {
                // Four bits a token, two tokens a byte.
                let nibbles = _mm512_shuffle_epi8(table, length);
                let pairs = _mm512_maddubs_epi16(nibbles, _mm512_set1_epi16(0x1001));
                // Sums of eight tokens, then of sixteen, each twice.
                let sums = _mm512_sad_epu8(length, _mm512_setzero_si512());
                let sums = _mm512_add_epi64(sums, _mm512_shuffle_epi32::<0x4e>(sums));
                // SAFETY: the first eight masks and sixteen steps of the tile.
                unsafe {
                    _mm256_store_si256(masks.cast::<__m256i>().add(i), _mm512_cvtepi16_epi8(pairs));
                    _mm256_store_si256(steps.cast::<__m256i>().add(i), _mm512_cvtepi64_epi32(sums));
                }
            }
        }
        Kind::Six | Kind::Seven => {
            let table = if tile.kind == Kind::Six { &GROUPS_8 } else { &PLAIN_8 };
            // SAFETY: tables are 64 bytes, aligned.
            let table = unsafe { _mm512_load_si512(table.0.as_ptr().cast()) };
            for (i, (&length, &plain)) in lengths.iter().zip(&plain).enumerate() {
                let sums = _mm512_cvtepi64_epi32(_mm512_sad_epu8(length, _mm512_setzero_si512()));
                let bytes = _mm512_or_si512(_mm512_shuffle_epi8(table, plain), extra);
                // SAFETY: the first 16 masks and steps of the tile.
                unsafe {
                    _mm512_store_si512(masks.add(i), bytes);
                    _mm256_store_si256(steps.cast::<__m256i>().add(i), sums);
                }
            }
        }
        // SAFETY: the first 26 masks of the tile, the last two of them only in passing.
        Kind::Nine if !K::LAST => unsafe { dense::masks::<D, B, K>(lengths, masks.cast()) },
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
            for (i, (&length, &plain)) in lengths.iter().zip(&plain).enumerate() {
                let low = _mm512_or_si512(_mm512_shuffle_epi8(low, plain), extra);
                let high = _mm512_shuffle_epi8(high, plain);
                // Interleaving works within 16-byte lanes; the permutation brings the order back.
                let even = _mm512_unpacklo_epi8(low, high);
                let odd = _mm512_unpackhi_epi8(low, high);
                let sums = _mm512_dpbusd_epi32(_mm512_setzero_si512(), length, _mm512_set1_epi8(1));
                // SAFETY: the first 32 masks and steps of the tile.
                unsafe {
                    _mm512_store_si512(masks.add(2 * i), _mm512_permutex2var_epi64(even, first, odd));
                    _mm512_store_si512(masks.add(2 * i + 1), _mm512_permutex2var_epi64(even, second, odd));
                    _mm512_store_si512(steps.add(i), sums);
                }
            }
        }
        Kind::Long => {
            let forms = tile.forms.as_mut_ptr().cast::<__m512i>();
            for (i, (&length, &plain)) in lengths.iter().zip(&plain).enumerate() {
                let sums = _mm512_maddubs_epi16(length, _mm512_set1_epi8(1));
                let form = _mm512_maddubs_epi16(plain, _mm512_set1_epi16(1 << 8 | (LONGEST as i16 - 1)));
                let form = _mm512_sub_epi16(form, _mm512_set1_epi16(2 * LONGEST as i16));
                // Two tokens a line; either makes it one for the scalar parser, who looks at its separators too.
                let lines = |tokens| _pext_u64(tokens | tokens >> 1, 0x5555_5555_5555_5555);
                let wide = _mm512_cmpgt_epu8_mask(plain, _mm512_set1_epi8(U64_DIGITS));
                tile.wide |= lines(wide) << (32 * i);
                let lines = lines(_mm512_cmpgt_epu8_mask(length, _mm512_set1_epi8(LONGEST as i8)));
                tile.beyond |= lines << (32 * i);
                let form = _mm512_mask_mov_epi16(form, lines as u32, _mm512_set1_epi16(NO_LINE as i16));
                let halves = |v| [_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64::<1>(v)];
                for (j, (form, sums)) in halves(form).into_iter().zip(halves(sums)).enumerate() {
                    let form = _mm512_slli_epi32::<6>(_mm512_cvtepu16_epi32(form));
                    // SAFETY: a line has one of the 64 forms and steps.
                    unsafe {
                        _mm512_store_si512(forms.add(2 * i + j), form);
                        _mm512_store_si512(steps.add(2 * i + j), _mm512_cvtepu16_epi32(sums));
                    }
                }
            }
        }
    }
}
}
