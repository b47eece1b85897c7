//! Sixty-four lines at a time with AVX-512.
//!
//! Owns the fastest kernel. It refuses to handle anything unusual where it stands: a tile of
//! lines is answered only if every byte of it was seen to be in its place. Invariant: between two
//! tiles everything before is answered and nothing behind it, so it can stop at any of them.
//!
//! # Design
//!
//! The plain algorithm: find where the tokens end, turn each into a number, decide. One token at
//! a time loses to branches: its length is random. So all of it is done in bulk, for a **tile**
//! of 128 tokens, which are 64 strict lines (`digits SP digits LF`):
//!
//! 1. **Positions.** In each aligned 64-byte block, `byte - '0' > 9` marks the separators, and
//!    compressing a constant 0, 1, 2, ... by that mask gives their places. Places are kept mod
//!    256, one byte each: four constants serve. Twenty blocks a round.
//! 2. **Lengths.** The difference of neighbouring places is a token's length. The longest one of
//!    a tile chooses the width of its lanes; from each length a table gives an expand mask.
//! 3. **Lanes.** A token and the separator before it are expanded into 4-byte groups
//!    `[hole d d d]`, against the right. It is a *merging* expand over a vector that holds `0` in
//!    the digit places and, in the holes, the separator that must stand there: what differs in a
//!    hole is an error, and is collected without a branch.
//! 4. **Numbers.** Each group by one dot product (0, 100, 10, 1), pairs of groups by another
//!    (1000, 1) which starts from a bias that takes all the `'0'`s off.
//! 5. **Decision**, by whoever asks ([`Lanes512`]), on vectors of piles.
//!
//! Departures from that order, and why:
//!
//! * The tile whose lanes are filled was prepared (step 2) one turn before, and its positions one
//!   turn before that: no load waits for a store that is still on its way.
//! * Lengths are known mod 256 only, so a token of 256 bytes and more looks shorter than it is.
//!   Then the byte where the next separator must stand is one of its digits, which the next hole
//!   sees; and the byte behind the last token of the tile is looked at for this very reason.
//! * A token beyond 24 digits, or a pile that may be beyond `u64`, doesn't stop the tile: that
//!   line is given to the scalar parser, by itself.
//! * Prefetch runs `AHEAD` bytes in front. Measured at one thread on 10^9-sized pairs streaming
//!   from memory: 2 KiB 1.12 ns a pair, 4 KiB 0.96, 6 KiB 0.89, 8 KiB 0.85, 32 KiB 0.87.

// The steps take a type they don't use: so each has one caller, and the compiler puts it there. As
// calls they would pass vectors through memory and reload constants: 0.03 ns a pair.
#![allow(clippy::extra_unused_type_parameters)]

use super::tables::{GROUPS_4, GROUPS_8, HIGH_16, LONGEST, LOW_16, MASKS, PLAIN_8};
use super::{Avx512, Lanes512, normalise, one_by_one};
use crate::parse::swar::{Swar, lines_until};
use crate::parse::{Bits, Kernel};
use core::arch::x86_64::*;

/// Tokens in a tile.
const TOKENS: usize = 128;
/// Lines in a tile.
const LINES: usize = TOKENS / 2;
/// Blocks that are searched for separators in a round; a multiple of four, since places are mod
/// 256.
const BLOCKS: usize = 20;
/// Bytes of a round.
const ROUND: usize = 64 * BLOCKS;
/// How far ahead the memory is asked for the text.
const AHEAD: usize = 8192;
/// Places in store before they are moved to the front.
const PLACES: usize = 4096;

/// What a tile needs, by its longest token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    /// To 3 digits: lanes of 4 bytes, sixteen tokens an expand.
    Three,
    /// To 6 digits: lanes of 8 bytes, eight tokens an expand.
    Six,
    /// To 7: the same lanes without groups.
    Seven,
    /// To 9: lanes of 16 bytes, four tokens an expand, numbers in 32 bits.
    Nine,
    /// To 12: the same with numbers in 64 bits.
    Twelve,
    /// To 24, and single longer ones: lanes of 32 bytes, a line an expand.
    Long,
    /// An empty token: two separators in a row.
    #[default]
    Odd,
}

/// A tile between preparation and use.
#[repr(align(64))]
struct Tile {
    /// One for each expand, as many as its kind needs.
    masks: [u64; 64],
    /// Bytes that each expand takes.
    steps: [u32; 64],
    /// Lines with a token that no lane holds.
    beyond: u64,
    kind: Kind,
}

/// Memory of the kernel, kept from call to call.
#[repr(align(64))]
struct Store {
    /// Places of separators, mod 256; the first 64 bytes are for the place before the first.
    places: [u8; 64 + PLACES + 2 * ROUND],
    tiles: [Tile; 2],
}

/// The kernel of this file.
pub struct Kernel512 {
    _token: Avx512,
    store: Box<Store>,
    /// Lines in strict form, made from lines that are not, behind a newline.
    strict: Vec<u8>,
    held: Held,
}

/// Text that is taken at once when it isn't strict.
const PIECE: usize = 16 << 10;

/// What stands behind the lines of a piece: lines to fill the last tile, and digits, so that a whole
/// round can be searched wherever the last line ends. They are never answered, nor is it worth
/// having more lines there than needed.
const PADDING: [u8; 4 * LINES + ROUND + 128] = {
    let mut padding = [b'0'; 4 * LINES + ROUND + 128];
    let mut i = 0;
    while i < 4 * LINES {
        padding[i] = b"1 0\n"[i % 4];
        i += 1;
    }
    padding
};

impl Kernel512 {
    /// A kernel, on a machine that runs it.
    pub fn new(token: Avx512) -> Self {
        const TILE: Tile = Tile {
            masks: [0; 64],
            steps: [0; 64],
            beyond: 0,
            kind: Kind::Odd,
        };
        Self {
            _token: token,
            store: Box::new(Store {
                places: [0; 64 + PLACES + 2 * ROUND],
                tiles: [TILE; 2],
            }),
            strict: Vec::new(),
            held: Held::default(),
        }
    }
}

impl std::fmt::Debug for Kernel512 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kernel512")
    }
}

/// Answers of a piece, kept back until all of it is known to be good.
#[derive(Default)]
struct Held {
    answers: Vec<u64>,
}

impl Bits for Held {
    fn push(&mut self, answers: u64, count: u32) {
        debug_assert_eq!(count, 64);
        self.answers.push(answers);
    }
}

impl<D: Lanes512> Kernel<D> for Kernel512 {
    fn lines<B: Bits>(&mut self, text: &[u8], mut at: usize, bits: &mut B) -> usize {
        // The first line of an input has no separator before it.
        if at == 0 {
            return at;
        }
        loop {
            // SAFETY (of both): the token says that the instructions are there.
            at = match form(text, at) {
                Some(Form::Strict) => unsafe {
                    tiles::<D, B, false>(&mut self.store, text, at, bits)
                },
                Some(Form::Crlf) => unsafe { tiles::<D, B, true>(&mut self.store, text, at, bits) },
                Some(Form::FirstCrlf) => {
                    let next = lines_until::<D, B>(text, at, at + 1, bits);
                    if next > at {
                        at = next;
                        continue;
                    }
                    at
                }
                None => at,
            };
            // The lines that follow are not strict, or too few for a tile.
            let rest = &text[at..];
            if rest.len() < 256 {
                return Kernel::<D>::lines(&mut Swar, text, at, bits);
            }
            let cut = &rest[..rest.len().min(PIECE)];
            let Some(end) = memchr::memrchr(b'\n', cut) else {
                return at;
            };
            let piece = &rest[..=end];
            if !self.piece::<D, B>(piece, bits) {
                // Some line in it is neither. Lines before it are taken one by one; the caller
                // takes it, and the kernel is called again behind it.
                let stop = lines_until::<D, B>(text, at, at + piece.len(), bits);
                if stop < at + piece.len() {
                    return stop;
                }
            }
            at += piece.len();
            if at == text.len() {
                return at;
            }
        }
    }
}

/// Forms of lines that the tiles take as they are.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// `digits SP digits LF`.
    Strict,
    /// The same with CR LF.
    Crlf,
    /// The same behind another line's end.
    FirstCrlf,
}

/// The form of the line at `at`: a look at one line tells nearly always whether a try at whole tiles
/// will be in vain, which costs a tenth of a piece.
fn form(text: &[u8], at: usize) -> Option<Form> {
    let mut blanks = 0;
    let mut bytes = text[at..].iter().take(128);
    loop {
        match bytes.next()? {
            b'0'..=b'9' => {}
            b' ' => blanks += 1,
            b'\n' => return (blanks == 1).then_some(Form::Strict),
            b'\r' if blanks == 1 && bytes.next() == Some(&b'\n') => {
                // A tile's first separator is the end of the line before.
                let behind_another = at >= 2 && text[at - 2] == b'\r';
                return Some(if behind_another {
                    Form::Crlf
                } else {
                    Form::FirstCrlf
                });
            }
            _ => return None,
        }
    }
}

impl Kernel512 {
    /// A piece of whole lines in any form; `false`, and nothing answered, if a line isn't one.
    fn piece<D: Lanes512, B: Bits>(&mut self, piece: &[u8], bits: &mut B) -> bool {
        let needed = 1 + piece.len() + 64 + PADDING.len();
        if self.strict.len() < needed {
            self.strict = vec![b'\n'; needed];
        }
        // SAFETY: the token says that the instructions are there.
        let strict = unsafe { normalise::normalise(piece, &mut self.strict[1..]) };
        let Some((end, lines)) = strict else {
            return false;
        };
        let end = 1 + end;
        let text = &mut self.strict[..end + PADDING.len()];
        text[end..].copy_from_slice(&PADDING);
        self.held.answers.clear();
        // SAFETY: as above.
        let stop = unsafe { tiles::<D, Held, false>(&mut self.store, text, 1, &mut self.held) };
        if stop < end {
            return false;
        }
        let mut left = lines;
        for &answers in &self.held.answers {
            let count = left.min(64);
            if count == 0 {
                break;
            }
            let keep = u64::MAX >> (64 - count);
            bits.push(answers & keep, count as u32);
            left -= count;
        }
        debug_assert_eq!(left, 0);
        true
    }
}

/// The blocks of a text, searched in order.
macro_rules! with_features {
    ($(#[$meta:meta])* unsafe fn $($rest:tt)*) => {
        $(#[$meta])*
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt")]
        unsafe fn $($rest)*
    };
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
/// Answers whole tiles of strict lines of `text` from `at`, before which a line ends; returns where it
/// stopped. `CRLF`: of lines that end so.
unsafe fn tiles<D: Lanes512, B: Bits, const CRLF: bool>(
    store: &mut Store,
    text: &[u8],
    at: usize,
    bits: &mut B,
) -> usize {
    // Bytes of a line's end.
    let ending = if CRLF { 2 } else { 1 };
    debug_assert!(at >= ending && text[at - 1] == b'\n');
    if text.len() - at < ROUND + 256 {
        return at;
    }
    let Store { places, tiles } = store;
    let places = places.as_mut_ptr().wrapping_add(64);
    let base = text.as_ptr();
    // Everything below is an offset from `base`; block addresses are multiples of 64.
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
    // What is no digit; of a CR LF only the CR counts.
    let separators = |bytes: __m512i| {
        let others = _mm512_cmpgt_epu8_mask(_mm512_sub_epi8(bytes, zeros), nine);
        if CRLF {
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
    block = block.wrapping_add(64);
    let end = base.wrapping_add(text.len());

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
            for i in 0..BLOCKS {
                _mm_prefetch::<_MM_HINT_T0>(block.wrapping_add(AHEAD).cast());
                // SAFETY: the whole round is in the text, as was just tested.
                let bytes = unsafe { _mm512_load_si512(block.cast()) };
                let others = separators(bytes);
                let compressed = _mm512_maskz_compress_epi8(others, iotas[(i + 1) & 3]);
                // SAFETY: `found` is at most PLACES + ROUND here.
                unsafe { _mm512_storeu_si512(places.wrapping_add(found).cast(), compressed) };
                found += others.count_ones() as usize;
                block = block.wrapping_add(64);
            }
        }
        // 3 to 5, on the tile that was prepared the turn before.
        if ready {
            let tile = &tiles[slot ^ 1];
            // SAFETY: all of the tile's tokens lie before `block`, and 64 bytes of text behind it.
            let result = unsafe { answer::<D, B, CRLF>(tile, s, text, often) };
            let Some((answers, next)) = result else { break };
            bits.push(answers, 64);
            often = answers != 0;
            s = next;
            ready = false;
        } else if !searched && found - used < TOKENS {
            break;
        }
        // 2. Lengths and masks.
        if found - used >= TOKENS {
            // SAFETY: TOKENS places from `used` on are there, and one before.
            unsafe { prepare::<B, CRLF>(&mut tiles[slot], places.wrapping_add(used)) };
            slot ^= 1;
            ready = true;
            used += TOKENS;
            if used >= PLACES - 2 * TOKENS {
                let left = found - used;
                // SAFETY: both lie in `places`; the one place before the first moves along.
                unsafe {
                    core::ptr::copy(places.wrapping_add(used).wrapping_sub(1), places.wrapping_sub(1), left + 1);
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
unsafe fn prepare<B: Bits, const CRLF: bool>(tile: &mut Tile, places: *const u8) {
    // SAFETY: the caller has 128 places there, and one before.
    let lengths = unsafe {
        [0, 64].map(|i| {
            let here = _mm512_loadu_si512(places.wrapping_add(i).cast());
            let before = _mm512_loadu_si512(places.wrapping_add(i).wrapping_sub(1).cast());
            _mm512_sub_epi8(here, before)
        })
    };
    // With CR LF a line's first token has a byte more before it: the CR, which has its place in the
    // lane's first byte, a hole that nothing else needs in the kinds that are used then.
    let (extra, extra_mask) = if CRLF {
        (_mm512_set1_epi16(1), _mm512_set1_epi64(1))
    } else {
        (_mm512_setzero_si512(), _mm512_setzero_si512())
    };
    let plain = lengths.map(|length| _mm512_sub_epi8(length, extra));
    let most = _mm512_max_epu8(plain[0], plain[1]);
    let least = _mm512_min_epu8(plain[0], plain[1]);
    let above = |n: i8| _mm512_cmpgt_epu8_mask(most, _mm512_set1_epi8(n)) != 0;
    tile.beyond = 0;
    tile.kind = if _mm512_cmplt_epu8_mask(least, _mm512_set1_epi8(2)) != 0 {
        Kind::Odd
    } else if CRLF {
        // To 9 digits and to 21.
        match (above(10), above(22)) {
            (false, _) => Kind::Nine,
            (_, false) => Kind::Long,
            _ => Kind::Odd,
        }
    } else if !above(4) {
        Kind::Three
    } else if !above(8) {
        if above(7) { Kind::Seven } else { Kind::Six }
    } else if !above(13) {
        if above(10) { Kind::Twelve } else { Kind::Nine }
    } else {
        Kind::Long
    };
    let masks = tile.masks.as_mut_ptr().cast::<__m512i>();
    let steps = tile.steps.as_mut_ptr().cast::<__m512i>();
    match tile.kind {
        Kind::Odd => {}
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
            for (i, &length) in lengths.iter().enumerate() {
                let sums = _mm512_cvtepi64_epi32(_mm512_sad_epu8(length, _mm512_setzero_si512()));
                // SAFETY: the first 16 masks and steps of the tile.
                unsafe {
                    _mm512_store_si512(masks.add(i), _mm512_shuffle_epi8(table, length));
                    _mm256_store_si256(steps.cast::<__m256i>().add(i), sums);
                }
            }
        }
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
            // SAFETY: the table has 32 entries.
            let (low, high) = unsafe {
                (
                    _mm512_loadu_si512(MASKS.as_ptr().cast()),
                    _mm512_loadu_si512(MASKS.as_ptr().add(16).cast()),
                )
            };
            for (i, (&length, &plain)) in lengths.iter().zip(&plain).enumerate() {
                let sums = _mm512_maddubs_epi16(length, _mm512_set1_epi8(1));
                let quarters = [
                    _mm512_extracti32x4_epi32::<0>(plain),
                    _mm512_extracti32x4_epi32::<1>(plain),
                    _mm512_extracti32x4_epi32::<2>(plain),
                    _mm512_extracti32x4_epi32::<3>(plain),
                ];
                for (j, quarter) in quarters.into_iter().enumerate() {
                    let index = _mm512_cvtepu8_epi32(quarter);
                    let mask = _mm512_permutex2var_epi32(low, index, high);
                    let mask = _mm512_or_si512(mask, extra_mask);
                    // SAFETY: a line has one of the 64 masks.
                    unsafe { _mm512_store_si512(masks.add(4 * i + j), mask) };
                }
                let beyond = _mm512_cmpgt_epu8_mask(length, _mm512_set1_epi8(LONGEST as i8));
                // Two tokens a line; either makes it one for the scalar parser.
                let lines = _pext_u64(beyond | beyond >> 1, 0x5555_5555_5555_5555);
                tile.beyond |= lines << (32 * i);
                // SAFETY: a line has one of the 64 steps.
                unsafe {
                    _mm512_store_si512(steps.add(2 * i), _mm512_cvtepu16_epi32(_mm512_castsi512_si256(sums)));
                    _mm512_store_si512(steps.add(2 * i + 1), _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64::<1>(sums)));
                }
            }
            // Such a line's lanes take nothing: its separators are the scalar parser's to check.
            let mut beyond = tile.beyond;
            while beyond != 0 {
                tile.masks[beyond.trailing_zeros() as usize] = 0;
                beyond &= beyond - 1;
            }
        }
    }
}
}

with_features! {
/// Steps 3 to 5: the answers of a tile whose first separator is at `s`, and the separator behind
/// it; `None` if it isn't strict. The caller has 64 bytes of text behind the tile.
#[inline]
unsafe fn answer<D: Lanes512, B: Bits, const CRLF: bool>(tile: &Tile, mut s: *const u8, text: &[u8], often: bool) -> Option<(u64, *const u8)> {
    let start = s;
    let mut odd = _mm512_setzero_si512();
    let mut doubtful = tile.beyond;
    // SAFETY: as the caller's, for each of them.
    let mut answers = unsafe {
        match tile.kind {
            Kind::Odd => return None,
            Kind::Three => three::<D, B>(tile, &mut s, &mut odd),
            Kind::Six => narrow::<D, B, false>(tile, &mut s, &mut odd),
            Kind::Seven => narrow::<D, B, true>(tile, &mut s, &mut odd),
            Kind::Nine => nine::<D, B, CRLF>(tile, &mut s, &mut odd, often),
            Kind::Twelve => twelve::<D, B>(tile, &mut s, &mut odd),
Kind::Long => match long::<D, B, CRLF, false>(tile, &mut s, &mut odd, often) {
                (answers, 0) => answers,
                // A pile that may be beyond `u64`: again, to see in which lines.
                _ => {
                    s = start;
                    let (answers, lines) = long::<D, B, CRLF, true>(tile, &mut s, &mut odd, often);
                    doubtful |= lines;
                    answers
                }
            },
        }
    };
    // A hole must hold what was expected; a digit's place any digit, which differs from '0' in its
    // lower half only (with CR LF a line feed might stand there, as it is no separator).
    let places = match tile.kind {
        Kind::Seven => _mm512_set1_epi64(0xf0f0_f0f0_f0f0_f0ffu64 as i64),
        _ => _mm512_set1_epi32(0xf0f0_f0ffu32 as i32),
    };
    // SAFETY: `s` is in the text, and 64 bytes behind it.
    let closed = unsafe {
        if CRLF {
            *s == b'\r' && *s.wrapping_add(1) == b'\n'
        } else {
            *s == b'\n'
        }
    };
    if _mm512_test_epi32_mask(odd, places) != 0 || !closed {
        return None;
    }
    if CRLF && doubtful != 0 {
        return None;
    }
    if doubtful != 0 {
        let line_start = start.addr() - text.as_ptr().addr() + 1;
        answers = one_by_one::<D>(&tile.steps, line_start, text, answers, doubtful)?;
    }
    Some((answers, s))
}
}

with_features! {
/// Step 3: one expand, the tile's `i`-th.
#[inline]
unsafe fn expand(tile: &Tile, i: usize, s: &mut *const u8, expected: __m512i, odd: &mut __m512i) -> __m512i {
    // SAFETY: as the caller's.
    unsafe { expand_by(tile.masks[i], tile.steps[i], s, expected, odd) }
}
}

with_features! {
/// One expand by `mask`, which takes `step` bytes.
#[inline]
unsafe fn expand_by(mask: u64, step: u32, s: &mut *const u8, expected: __m512i, odd: &mut __m512i) -> __m512i {
    // SAFETY: the caller has 64 bytes at `s`.
    let bytes = unsafe { _mm512_loadu_si512((*s).cast()) };
    let lanes = _mm512_mask_expand_epi8(expected, mask, bytes);
    // odd | (lanes ^ expected)
    *odd = _mm512_ternarylogic_epi64::<0xf6>(*odd, lanes, expected);
    *s = (*s).wrapping_add(step as usize);
    lanes
}
}

with_features! {
/// Step 4, first half: each group of three digits to a number, still with the `'0'`s in it.
#[inline]
unsafe fn groups(lanes: __m512i) -> __m512i {
    _mm512_dpbusd_epi32(_mm512_setzero_si512(), lanes, _mm512_set1_epi32(0x010a_6400))
}
}

with_features! {
/// Step 4, second half: neighbouring groups to numbers of six digits.
#[inline]
unsafe fn sixes(a: __m512i, b: __m512i) -> __m512i {
    let bias = _mm512_set1_epi32(-48 * 111 * 1001);
    _mm512_dpwssd_epi32(bias, _mm512_packs_epi32(a, b), _mm512_set1_epi32(0x0001_03e8))
}
}

/// `'0'`s, and the separators that must stand in the holes: `first` in the odd tokens' ones (which
/// end the line before), a blank in the others'.
const fn expected_group(separator: u8) -> i32 {
    i32::from_le_bytes([separator, b'0', b'0', b'0'])
}
const LINE_END: i32 = expected_group(b'\n');
const BLANK: i32 = expected_group(b' ');
/// Before the line feed, in the hole of the highest group.
const RETURN: i32 = expected_group(b'\r');

with_features! {
/// The piles of sixteen lines, first and second, from four vectors with two numbers a line.
#[inline]
unsafe fn unzip(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
    let (a, b) = (_mm512_castsi512_ps(a), _mm512_castsi512_ps(b));
    (
        _mm512_castps_si512(_mm512_shuffle_ps::<0x88>(a, b)),
        _mm512_castps_si512(_mm512_shuffle_ps::<0xdd>(a, b)),
    )
}
}

with_features! {
/// Lanes of 4 bytes: a group is a number.
#[inline]
unsafe fn three<D: Lanes512, B: Bits>(tile: &Tile, s: &mut *const u8, odd: &mut __m512i) -> u64 {
    let expected = _mm512_set1_epi64(i64::from(BLANK) << 32 | i64::from(LINE_END));
    // Takes the '0's off.
    let bias = _mm512_set1_epi32(-48 * 111);
    let mut answers = 0;
    for quarter in 0..4 {
        let mut numbers = || {
            let i = 2 * quarter;
            // SAFETY: as the caller's.
            let (a, b) = unsafe {
                (
                    expand_by(tile.masks[i], tile.steps[2 * i], s, expected, odd),
                    expand_by(tile.masks[i + 1], tile.steps[2 * i + 2], s, expected, odd),
                )
            };
            let weights = _mm512_set1_epi32(0x010a_6400);
            (_mm512_dpbusd_epi32(bias, a, weights), _mm512_dpbusd_epi32(bias, b, weights))
        };
        let (a, b) = numbers();
        // SAFETY: only arithmetic.
        let answer = unsafe {
            let (x, y) = unzip(a, b);
            D::seven_digits(x, y)
        };
        answers |= u64::from(answer) << (16 * quarter);
    }
    // Of each four lanes the first two are lines of the first eight, the others of the second.
    gather_halves(answers)
}
}

with_features! {
/// Lanes of 8 bytes.
#[inline]
unsafe fn narrow<D: Lanes512, B: Bits, const SEVEN: bool>(tile: &Tile, s: &mut *const u8, odd: &mut __m512i) -> u64 {
    const ZEROS: i32 = i32::from_le_bytes([b'0'; 4]);
    let mut answers = 0;
    let expected = if SEVEN {
        _mm512_set4_epi32(ZEROS, BLANK, ZEROS, LINE_END)
    } else {
        _mm512_set4_epi32(BLANK, BLANK, LINE_END, LINE_END)
    };
    for quarter in 0..4 {
        let mut lanes = [_mm512_setzero_si512(); 4];
        for (i, lane) in lanes.iter_mut().enumerate() {
            // SAFETY: as the caller's.
            *lane = unsafe { expand(tile, 4 * quarter + i, s, expected, odd) };
        }
        // SAFETY: only arithmetic.
        let answer = unsafe {
            let (a, b) = if SEVEN {
                (sevens(lanes[0], lanes[1]), sevens(lanes[2], lanes[3]))
            } else {
                let lanes = lanes.map(|l| groups(l));
                (sixes(lanes[0], lanes[1]), sixes(lanes[2], lanes[3]))
            };
            let (x, y) = unzip(a, b);
            D::seven_digits(x, y)
        };
        answers |= u64::from(answer) << (16 * quarter);
    }
    // Lane 4 i + j has line 4 j + i.
    transpose_nibbles(answers)
}
}

with_features! {
/// Seven digits behind a hole, by pairs, fours and eights.
#[inline]
unsafe fn sevens(a: __m512i, b: __m512i) -> __m512i {
    let zeros = _mm512_set1_epi8(b'0' as i8);
    let pairs = |v| _mm512_maddubs_epi16(_mm512_sub_epi8(v, zeros), _mm512_set1_epi64(0x010a_010a_010a_0100));
    let fours = _mm512_maddubs_epi16(_mm512_packus_epi16(pairs(a), pairs(b)), _mm512_set1_epi16(0x0164));
    _mm512_madd_epi16(fours, _mm512_set1_epi32(0x0001_2710))
}
}

with_features! {
/// Lanes of 16 bytes: a pair of six-digit numbers (upper, lower) for each token, in the order of
/// lines 0 2 | 0 2 | 1 3 | 1 3 (first piles in the even 128-bit lanes).
#[inline]
unsafe fn quads<const CRLF: bool>(tile: &Tile, i: usize, s: &mut *const u8, odd: &mut __m512i) -> __m512i {
    let first = _mm_setr_epi32(if CRLF { RETURN } else { LINE_END }, LINE_END, LINE_END, LINE_END);
    let expected = _mm512_broadcast_i64x4(_mm256_setr_m128i(first, _mm_set1_epi32(BLANK)));
    // SAFETY: as the caller's.
    unsafe {
        let a = groups(expand(tile, i, s, expected, odd));
        let b = groups(expand(tile, i + 1, s, expected, odd));
        sixes(a, b)
    }
}
}

with_features! {
#[inline]
unsafe fn nine<D: Lanes512, B: Bits, const CRLF: bool>(tile: &Tile, s: &mut *const u8, odd: &mut __m512i, often: bool) -> u64 {
    let million = _mm512_set1_epi32(1_000_000);
    let mut answers = 0;
    for quarter in 0..4 {
        // SAFETY: as the caller's.
        let answer = unsafe {
            let mut numbers = || {
                let i = 8 * quarter;
                let a = quads::<CRLF>(tile, i, s, odd);
                let b = quads::<CRLF>(tile, i + 2, s, odd);
                let c = quads::<CRLF>(tile, i + 4, s, odd);
                let d = quads::<CRLF>(tile, i + 6, s, odd);
                let (upper, lower) = unzip(a, b);
                let ab = _mm512_add_epi32(_mm512_mullo_epi32(upper, million), lower);
                let (upper, lower) = unzip(c, d);
                let cd = _mm512_add_epi32(_mm512_mullo_epi32(upper, million), lower);
                (ab, cd)
            };
            let (ab, cd) = numbers();
            let x = _mm512_shuffle_i32x4::<0x88>(ab, cd);
            let y = _mm512_shuffle_i32x4::<0xdd>(ab, cd);
            D::nine_digits(x, y, often)
        };
        answers |= u64::from(answer) << (16 * quarter);
    }
    // Of each eight lines the even ones come first.
    interleave_nibbles(answers)
}
}

with_features! {
/// Two six-digit numbers to one, in each 64-bit lane.
#[inline]
unsafe fn join_sixes(sixes: __m512i) -> __m512i {
    let million = _mm512_set1_epi64(1_000_000);
    _mm512_add_epi64(_mm512_mul_epu32(sixes, million), _mm512_srli_epi64::<32>(sixes))
}
}

with_features! {
#[inline]
unsafe fn twelve<D: Lanes512, B: Bits>(tile: &Tile, s: &mut *const u8, odd: &mut __m512i) -> u64 {
    let mut answers = 0;
    for eighth in 0..8 {
        // SAFETY: as the caller's.
        let answer = unsafe {
            let a = join_sixes(quads::<false>(tile, 4 * eighth, s, odd));
            let b = join_sixes(quads::<false>(tile, 4 * eighth + 2, s, odd));
            let x = _mm512_shuffle_i64x2::<0x88>(a, b);
            let y = _mm512_shuffle_i64x2::<0xdd>(a, b);
            D::twelve_digits(x, y)
        };
        answers |= u64::from(answer) << (8 * eighth);
    }
    // Lines 0 2 1 3 of each four.
    swap_middles(answers)
}
}

with_features! {
/// Lanes of 32 bytes: a line an expand. Second: not 0 if a pile may be beyond `u64`; with `WHICH`,
/// a bit for each line that has one.
#[inline]
unsafe fn long<D: Lanes512, B: Bits, const CRLF: bool, const WHICH: bool>(tile: &Tile, s: &mut *const u8, odd: &mut __m512i, often: bool) -> (u64, u64) {
    /// The upper twelve digits of the largest `u64`: with these, or more, it may be beyond.
    const DOUBT: i64 = (u64::MAX / 1_000_000_000_000) as i64;
    let expected = _mm512_inserti64x4::<1>(_mm512_set1_epi32(LINE_END), _mm256_set1_epi32(BLANK));
    let expected = if CRLF {
        _mm512_mask_mov_epi32(expected, 1, _mm512_set1_epi32(RETURN))
    } else {
        expected
    };
    let trillion = _mm512_set1_epi64(1_000_000_000_000);
    let mut answers = 0;
    let mut doubts = 0;
    let mut largest = _mm512_setzero_si512();
    for eighth in 0..8 {
        let mut halves = [_mm512_setzero_si512(); 2];
        for (j, half) in halves.iter_mut().enumerate() {
            let mut numbers = [_mm512_setzero_si512(); 2];
            for (k, number) in numbers.iter_mut().enumerate() {
                let i = 8 * eighth + 4 * j + 2 * k;
                // SAFETY: as the caller's.
                *number = unsafe {
                    let a = groups(expand(tile, i, s, expected, odd));
                    let b = groups(expand(tile, i + 1, s, expected, odd));
                    join_sixes(sixes(a, b))
                };
            }
            // By 128-bit lanes: first piles' upper halves, lower; second piles' upper, lower.
            let upper = _mm512_shuffle_i64x2::<0x88>(numbers[0], numbers[1]);
            let lower = _mm512_shuffle_i64x2::<0xdd>(numbers[0], numbers[1]);
            *half = _mm512_add_epi64(_mm512_mullo_epi64(upper, trillion), lower);
            if WHICH {
                let doubt = _mm512_cmpge_epu64_mask(upper, _mm512_set1_epi64(DOUBT));
                // Lines 0 1 | 0 1 | 2 3 | 2 3.
                let doubt = u64::from(doubt | doubt >> 2);
                doubts |= (doubt & 3 | doubt >> 2 & 12) << (8 * eighth + 4 * j);
            } else {
                largest = _mm512_max_epu64(largest, upper);
            }
        }
        let x = _mm512_shuffle_i64x2::<0x88>(halves[0], halves[1]);
        let y = _mm512_shuffle_i64x2::<0xdd>(halves[0], halves[1]);
        // SAFETY: only arithmetic.
        let answer = unsafe { D::any(x, y, often) };
        answers |= u64::from(answer) << (8 * eighth);
    }
    if !WHICH {
        doubts = _mm512_cmpge_epu64_mask(largest, _mm512_set1_epi64(DOUBT)).into();
    }
    (answers, doubts)
}
}

/// Bits 4 i + j and 4 j + i of each sixteen change places.
fn transpose_nibbles(v: u64) -> u64 {
    let v = exchange(v, 0x0a0a_0a0a_0a0a_0a0a, 3);
    exchange(v, 0x00cc_00cc_00cc_00cc, 6)
}

/// Bits 4 i + j of each sixteen go to 2 i + j, and for j > 1 to 8 + 2 i + j - 2.
fn gather_halves(v: u64) -> u64 {
    let v = exchange(v, 0x0c0c_0c0c_0c0c_0c0c, 2);
    exchange(v, 0x00f0_00f0_00f0_00f0, 4)
}

/// Bits 0 to 7 of each eight were 0 2 4 6 1 3 5 7.
fn interleave_nibbles(v: u64) -> u64 {
    let v = exchange(v, 0x0c0c_0c0c_0c0c_0c0c, 2);
    exchange(v, 0x2222_2222_2222_2222, 1)
}

/// Bits 1 and 2 of each four change places.
fn swap_middles(v: u64) -> u64 {
    exchange(v, 0x2222_2222_2222_2222, 1)
}

/// The bits of `mask` change places with those `by` above.
fn exchange(v: u64, mask: u64, by: u32) -> u64 {
    let t = (v >> by ^ v) & mask;
    v ^ t ^ t << by
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_get_to_their_lines() {
        for line in 0..64u32 {
            let (block, at) = (line & !15, line & 15);
            assert_eq!(
                transpose_nibbles(1 << (block + at % 4 * 4 + at / 4)),
                1 << line
            );
            let (block, at) = (line & !7, line & 7);
            assert_eq!(
                interleave_nibbles(1 << (block + at % 2 * 4 + at / 2)),
                1 << line
            );
            let (block, at) = (line & !3, line & 3);
            assert_eq!(swap_middles(1 << (block + at % 2 * 2 + at / 2)), 1 << line);
        }
    }
}
