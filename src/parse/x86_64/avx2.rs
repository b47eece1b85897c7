//! Sixty-four lines at a time with AVX2.
//!
//! Owns the kernel for machines without AVX-512. It refuses to handle anything unusual where it
//! stands: a tile of lines is answered only if every byte of it was seen to be in its place.
//! Invariant: between two tiles everything before is answered and nothing behind it, so it can
//! stop at any of them.
//!
//! # Design
//!
//! The plain algorithm: find where the tokens end, turn each into a number, decide. As in
//! [`super::avx512`] all of it is done in bulk, for a **tile** of 128 tokens, which are 64 strict
//! lines (`digits SP digits LF`). But AVX2 can neither compress nor expand bytes:
//!
//! 1. **Positions.** In each aligned 64-byte block the separators are the bytes below `'0'`. Their
//!    places in the block, which are their places mod 64, are written out one by one: count
//!    trailing zeros, clear the lowest bit.
//! 2. **Lengths.** The difference of neighbouring places mod 64 is a token's length, with the
//!    separator behind it. The longest one of a tile chooses the width of its windows.
//! 3. **Windows.** A window ends with the separator behind its token, so the token stands against
//!    the right, and the separator always in the last byte. XOR with `0...0 SP` or `0...0 LF`
//!    makes digits of the first and 0 of the second; a mask by the token's length clears what was
//!    before the token. The largest value that each byte of a window ever has is kept: once a
//!    tile, one comparison tells whether every digit was one and every separator in its place.
//! 4. **Numbers.** By pairs of digits, pairs of those, and again: the weights leave the last byte
//!    out, so the last group is of 3 digits, 7 with the one before it.
//! 5. **Decision**, by whoever asks ([`Lanes256`]), on vectors of piles.
//!
//! Departures from that, and why. Figures are for pairs up to 10^9 from memory, one thread, in ns
//! a pair, each compared in alternating runs; all of it takes 1.56.
//!
//! * The loop over the separators of a block has a fixed number of turns, 4 to 12, by how many
//!   the blocks before had; what is too much is overwritten. A loop to the true number
//!   would mispredict its end in every other block. Where there are still more, a table for each eight bits
//!   has a flat cost.
//! * Positions are a tile ahead, so that no load of them waits for the byte stores.
//! * Prefetch as far in front as there: 5% to 8% from memory, nothing lost in the cache.
//! * Step 1 takes the bytes from `':'` to 127 for digits and those above for separators, which saves
//!   two additions a block (less than 4%). Step 3 finds the first too large, and the others where they must
//!   not be.
//! * Lengths are known mod 64 only, so a token of 64 bytes and more looks shorter than it is. Then
//!   its window ends at a byte that step 1 took for no separator, and that byte isn't the one
//!   expected there.
//! * A token beyond 20 digits, or a pile that may be beyond `u64`, doesn't stop the tile: that
//!   line is given to the scalar parser, by itself.
//! * Pairs beyond 9 digits get a rough test, and those that pass are asked about one by one when
//!   the tile is done. Deciding each four exactly as soon as one of them passes took 6.0 with an eighth
//!   of the pairs to 10^18 cold or one off, and 4.8 with half of them cold; so it is 3.4 and 3.8 (of
//!   which other changes made a tenth).
//!
//! Tried without gain: two places a store (5% slower, though alone it takes a quarter less);
//! positions for each eight lines in between steps 3 to 5 (12% slower); two tiles in turns, one
//! prepared while the other is answered (the same).

use super::tables::{EIGHTS, PAIRS_16, TAILS_32};
use super::zeros::zero_line_256;
use super::{Avx2, Lanes256, one_by_one};
use crate::parse::{Bits, Decide, Kernel, free, swar};
use core::arch::x86_64::*;

/// Tokens in a tile.
const TOKENS: usize = 128;
/// Lines in a tile.
const LINES: usize = TOKENS / 2;
/// Blocks of 64 bytes that are searched for separators in a round.
const BLOCKS: usize = 20;
/// How far ahead the memory is asked for the text.
const AHEAD: usize = 8192;
/// Places in store before they are moved to the front.
const PLACES: usize = 4096;
/// Bytes that the text has before the first line of the kernel: windows reach back.
const LEAD: usize = 64;
/// Text that is left to [`swar`] at once when it isn't strict: about a tile, so that one odd line
/// costs no more than its neighbours.
const PIECE: usize = 2048;

/// What a tile needs, by its longest token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    /// To 7 digits: windows of 8 bytes.
    Seven,
    /// To 9: windows of 16 bytes, numbers in 32 bits.
    Nine,
    /// To 15: the same with numbers in 64 bits.
    Fifteen,
    /// To 20, and single longer ones: windows of 32 bytes.
    Long,
    /// An empty token: two separators in a row.
    #[default]
    Odd,
}

impl Kind {
    /// No number in such a tile has more digits.
    fn digits(self) -> usize {
        match self {
            Kind::Seven => 7,
            Kind::Nine => 9,
            Kind::Fifteen => 15,
            Kind::Long | Kind::Odd => usize::MAX,
        }
    }
}

/// A tile between preparation and use.
#[repr(align(64))]
struct Tile {
    /// Of each token, with the separator behind it.
    lengths: [u8; TOKENS],
    /// Of each line.
    steps: [u16; LINES],
    /// What chooses the masks of a line's windows: an offset into [`PAIRS_16`].
    pairs: [u16; LINES],
    /// What shifts the mask of a token's window, in the order that [`sevens`] wants.
    shifts: [u8; TOKENS],
    /// Lines with a token that no window holds.
    beyond: u64,
    kind: Kind,
}

/// Memory of the kernel, kept from call to call.
#[repr(align(64))]
struct Store {
    /// No number in the tiles that were answered had more digits.
    longest: usize,
    /// Places of separators, mod 64; the first 64 bytes are for the place before the first.
    places: [u8; 64 + PLACES + 2 * TOKENS + 64 * BLOCKS],
    tile: Tile,
    piles: Piles,
}

/// The piles of a tile's lines, where some lines may have to be asked about again.
type Piles = [[u64; LINES]; 2];

/// The kernel of this file.
pub struct Kernel256 {
    token: Avx2,
    store: Box<Store>,
    /// Pieces that are left to [`swar`] without trying the strict form first.
    skip: u32,
    /// How many it will be the next time.
    patience: u32,
}

impl Kernel256 {
    /// A kernel, on a machine that runs it.
    pub fn new(token: Avx2) -> Self {
        const TILE: Tile = Tile {
            lengths: [0; TOKENS],
            steps: [0; LINES],
            pairs: [0; LINES],
            shifts: [0; TOKENS],
            beyond: 0,
            kind: Kind::Odd,
        };
        Self {
            token,
            store: Box::new(Store {
                longest: 0,
                places: [0; 64 + PLACES + 2 * TOKENS + 64 * BLOCKS],
                tile: TILE,
                piles: [[0; LINES]; 2],
            }),
            skip: 0,
            patience: 0,
        }
    }
}

impl std::fmt::Debug for Kernel256 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kernel256")
    }
}

impl<D: Lanes256> Kernel<D> for Kernel256 {
    fn lines<B: Bits>(&mut self, text: &[u8], mut at: usize, bits: &mut B) -> usize {
        if at < LEAD {
            at = self.by_words::<D, B>(text, at, LEAD, bits);
            if at < LEAD {
                return at;
            }
        }
        // At the end, the last line may have been one without a newline.
        while at < text.len() {
            if self.skip == 0 {
                let start = at;
                let Avx2(()) = self.token;
                // SAFETY: the token says that the instructions are there.
                at = unsafe { tiles::<D, B>(&mut self.store, text, at, bits) };
                if at - start > PIECE {
                    self.patience = 0;
                }
                // Twice as many pieces each time that the strict form was tried in vain.
                self.skip = self.patience;
                self.patience = (2 * self.patience + 1).min(63);
            } else {
                self.skip -= 1;
            }
            // The lines that follow are not strict, or too few for a tile.
            let end = text.len().min(at + PIECE);
            at = self.by_words::<D, B>(text, at, end, bits);
            if at < end {
                break;
            }
        }
        at
    }

    fn longest(&mut self) -> usize {
        std::mem::take(&mut self.store.longest)
    }

    fn zero_line(&self, text: &[u8]) -> Option<usize> {
        zero_line_256(self.token, text)
    }
}

impl Kernel256 {
    /// Lines that don't go through tiles.
    fn by_words<D: Lanes256, B: Bits>(
        &mut self,
        text: &[u8],
        at: usize,
        end: usize,
        bits: &mut B,
    ) -> usize {
        let next = swar::lines_until::<D, B>(text, at, end, bits);
        self.store.longest = free::longest(&text[at..next]).max(self.store.longest);
        next
    }
}

/// Answers whole tiles of strict lines of `text` from `at` (at least [`LEAD`]); returns where it
/// stopped.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn tiles<D: Lanes256, B: Bits>(store: &mut Store, text: &[u8], at: usize, bits: &mut B) -> usize {
    assert!(at >= LEAD && text[at - 1] == b'\n');
    let Store {
        longest,
        places,
        tile,
        piles,
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
    // SAFETY: LEAD bytes are before `first`, and the block ends inside the text.
    let mut others = unsafe { separators(block) };
    others &= u64::MAX << skew;
    // SAFETY: room for 64 places.
    unsafe { dense(places, others) };
    // SAFETY: 64 bytes stand before.
    unsafe { places.sub(1).write((skew as u8).wrapping_sub(1)) };
    block = block.wrapping_add(64);
    // Of the places: how many there are, and how many were used.
    let mut found = others.count_ones() as usize;
    let mut used = 0;
    let mut crowd = Crowd::Eight;
    // The separator before the first token that isn't used yet.
    let mut s = first.wrapping_sub(1);
    loop {
        // 1. Positions, of this tile and the next.
        while found - used < 2 * TOKENS {
            let blocks = BLOCKS.min((end - block.addr()) / 64);
            if blocks == 0 {
                break;
            }
            // SAFETY: that many blocks are in the text, and places have room for a round behind
            // PLACES + 2 * TOKENS.
            let count = unsafe { round(crowd, block, blocks, places.add(found)) };
            crowd = Crowd::of(count, blocks);
            found += count;
            block = block.wrapping_add(64 * blocks);
        }
        if found - used < TOKENS {
            break;
        }
        // 2. Lengths.
        // SAFETY: that many places are there, and one before.
        unsafe { prepare(tile, places.add(used)) };
        // 3 to 5.
        // SAFETY: all of the tile's tokens lie between `s` and `block`, and LEAD bytes of text
        // before it.
        let result = unsafe { answer::<D>(tile, piles, s, text) };
        let Some((answers, next)) = result else { break };
        bits.push(answers, 64);
        *longest = tile.kind.digits().max(*longest);
        s = next;
        used += TOKENS;
        if used >= PLACES {
            let left = found - used;
            // SAFETY: both lie in `places`; the one place before the first moves along.
            unsafe { core::ptr::copy(places.add(used).sub(1), places.sub(1), left + 1) };
            (found, used) = (left, 0);
        }
    }
    s.addr() + 1 - base.addr()
}

/// How many separators most blocks have at most.
#[derive(Clone, Copy)]
enum Crowd {
    Four,
    Six,
    Seven,
    Eight,
    Ten,
    Twelve,
    More,
}

impl Crowd {
    /// By the average of the round before. A turn too many costs 5% (8 instead of 7, to 10^9); each block that has
    /// more than the turns, a mispredicted branch. Piles of one length vary little from block to
    /// block; 5.8 is the average of piles of 1 to 19 digits, which do: 8 there is better than 7 by
    /// 6%.
    fn of(separators: usize, blocks: usize) -> Self {
        match 10 * separators / blocks {
            0..35 => Self::Four,
            35..54 => Self::Six,
            54..62 => Self::Eight,
            62..67 => Self::Seven,
            67..76 => Self::Eight,
            76..92 => Self::Ten,
            92..106 => Self::Twelve,
            _ => Self::More,
        }
    }
}

/// A bit for each of 64 bytes that is below `'0'` or, as the comparison is of signed numbers, above
/// 127.
///
/// # Safety
/// The 64 bytes can be read.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn separators(block: *const u8) -> u64 {
    let zeros = _mm256_set1_epi8(b'0' as i8);
    let half = |bytes| u64::from(_mm256_movemask_epi8(_mm256_cmpgt_epi8(zeros, bytes)) as u32);
    // SAFETY: the caller's.
    let low = unsafe { _mm256_load_si256(block.cast()) };
    // SAFETY: the caller's.
    let high = unsafe { _mm256_load_si256(block.add(32).cast()) };
    half(low) | half(high) << 32
}

/// Step 1: the places of the separators in some blocks; returns how many there are.
///
/// # Safety
/// The blocks can be read, and 64 places for each of them be written.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn round(crowd: Crowd, block: *const u8, blocks: usize, places: *mut u8) -> usize {
    // SAFETY: the caller's, in each of them.
    unsafe {
        match crowd {
            Crowd::Four => sparse_round::<4>(block, blocks, places),
            Crowd::Six => sparse_round::<6>(block, blocks, places),
            Crowd::Seven => sparse_round::<7>(block, blocks, places),
            Crowd::Eight => sparse_round::<8>(block, blocks, places),
            Crowd::Ten => sparse_round::<10>(block, blocks, places),
            Crowd::Twelve => sparse_round::<12>(block, blocks, places),
            Crowd::More => dense_round(block, blocks, places),
        }
    }
}

/// [`round`] for blocks that have `N` separators at most, but for some.
///
/// # Safety
/// The same.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn sparse_round<const N: usize>(
    mut block: *const u8,
    blocks: usize,
    places: *mut u8,
) -> usize {
    let mut count = 0;
    for _ in 0..blocks {
        _mm_prefetch::<_MM_HINT_T0>(block.wrapping_add(AHEAD).cast());
        // SAFETY: the caller's.
        let mut others = unsafe { separators(block) };
        // SAFETY: at most 64 for each block before.
        let places = unsafe { places.add(count) };
        let here = others.count_ones() as usize;
        count += here;
        let mut next = |i| {
            // SAFETY: room for 64. What is too much is overwritten.
            unsafe { places.add(i).write(others.trailing_zeros() as u8) };
            others &= others.wrapping_sub(1);
            others
        };
        for i in 0..N {
            next(i);
        }
        let mut i = N;
        while i < here {
            next(i);
            i += 1;
        }
        block = block.wrapping_add(64);
    }
    count
}

/// [`round`] for blocks with any number of separators.
///
/// # Safety
/// The same.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn dense_round(mut block: *const u8, blocks: usize, places: *mut u8) -> usize {
    let mut count = 0;
    for _ in 0..blocks {
        _mm_prefetch::<_MM_HINT_T0>(block.wrapping_add(AHEAD).cast());
        // SAFETY: the caller's.
        let others = unsafe { separators(block) };
        // SAFETY: at most 64 for each block before, and room for 64.
        unsafe { dense(places.add(count), others) };
        count += others.count_ones() as usize;
        block = block.wrapping_add(64);
    }
    count
}

/// The places of the bits of `others`, by a table for each eight of them.
///
/// # Safety
/// 64 bytes from `places` on can be written.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn dense(places: *mut u8, others: u64) {
    let mut before = 0;
    for i in 0..8 {
        let eight = (others >> (8 * i)) as u8;
        let found = EIGHTS[usize::from(eight)] + i * 0x0808_0808_0808_0808;
        // SAFETY: at most 8 i are before.
        unsafe {
            places
                .add(before)
                .cast::<u64>()
                .write_unaligned(found.to_le())
        };
        before += eight.count_ones() as usize;
    }
}

/// Step 2: `places` points to the place of the separator behind the tile's first token.
///
/// # Safety
/// [`TOKENS`] places are there, and one before.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn prepare(tile: &mut Tile, places: *const u8) {
    let mut most = _mm256_setzero_si256();
    let mut least = _mm256_set1_epi8(64);
    let mut all = [_mm256_setzero_si256(); TOKENS / 32];
    for (i, lengths) in all.iter_mut().enumerate() {
        // SAFETY: the caller's.
        let here = unsafe { _mm256_loadu_si256(places.add(32 * i).cast()) };
        // SAFETY: the caller's.
        let before = unsafe { _mm256_loadu_si256(places.add(32 * i).sub(1).cast()) };
        *lengths = _mm256_and_si256(_mm256_sub_epi8(here, before), _mm256_set1_epi8(63));
        most = _mm256_max_epu8(most, *lengths);
        least = _mm256_min_epu8(least, *lengths);
        store(&mut tile.lengths, i, *lengths);
        store(
            &mut tile.steps,
            i,
            _mm256_maddubs_epi16(*lengths, _mm256_set1_epi8(1)),
        );
    }
    let any_above = |v, n| _mm256_movemask_epi8(_mm256_cmpgt_epi8(v, _mm256_set1_epi8(n))) as u32;
    tile.beyond = 0;
    tile.kind = if any_above(least, 1) != u32::MAX {
        Kind::Odd
    } else if any_above(most, 10) == 0 {
        if any_above(most, 8) == 0 {
            Kind::Seven
        } else {
            Kind::Nine
        }
    } else if any_above(most, 16) == 0 {
        Kind::Fifteen
    } else {
        Kind::Long
    };
    match tile.kind {
        Kind::Odd => {}
        Kind::Seven => {
            // Lines in the order 0 4 1 5 2 6 3 7.
            let order = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15,
            ));
            for (i, &lengths) in all.iter().enumerate() {
                // Eight times a length is at most 64: nothing gets into the neighbour.
                let bits = _mm256_slli_epi16::<3>(lengths);
                let shifts = _mm256_sub_epi8(_mm256_set1_epi8(64), bits);
                store(&mut tile.shifts, i, _mm256_shuffle_epi8(shifts, order));
            }
        }
        Kind::Nine | Kind::Fifteen => {
            for (i, &lengths) in all.iter().enumerate() {
                let less_1 = _mm256_add_epi8(lengths, _mm256_set1_epi8(-1));
                let entry = _mm256_maddubs_epi16(less_1, _mm256_set1_epi16(0x0110));
                store(&mut tile.pairs, i, _mm256_slli_epi16::<5>(entry));
            }
        }
        Kind::Long => {
            for (i, &lengths) in all.iter().enumerate() {
                let beyond = any_above(lengths, LONGEST);
                // Two tokens a line; either makes it one for the scalar parser.
                let lines = _pext_u32(beyond | beyond >> 1, 0x5555_5555);
                tile.beyond |= u64::from(lines) << (16 * i);
            }
        }
    }
}

/// The longest token that [`longs`] reads, with its separator: 20 digits.
const LONGEST: i8 = 21;

/// Writes the `i`-th 32 bytes of `to`.
#[inline]
#[target_feature(enable = "avx2")]
fn store<T: Copy, const N: usize>(to: &mut [T; N], i: usize, v: __m256i) {
    const { assert!(size_of::<[T; N]>().is_multiple_of(32)) };
    assert!(32 * i < size_of::<[T; N]>());
    // SAFETY: inside of the array, whose elements are integers.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast::<__m256i>().add(i), v) };
}

/// Steps 3 to 5: the answers of a tile whose first separator is at `s`, and the separator behind
/// it; `None` if it isn't strict.
///
/// # Safety
/// The steps of the tile, all together, lead to a byte of the text, and [`LEAD`] bytes of it are
/// before `s`, itself one of them.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn answer<D: Lanes256>(
    tile: &Tile,
    piles: &mut Piles,
    mut s: *const u8,
    text: &[u8],
) -> Option<(u64, *const u8)> {
    let line_start = s.addr() + 1 - text.as_ptr().addr();
    // SAFETY: the caller's, in each of them.
    let (mut answers, strict, doubtful) = unsafe {
        match tile.kind {
            Kind::Odd => return None,
            Kind::Seven => sevens::<D>(tile, &mut s),
            Kind::Nine => nines::<D>(tile, &mut s),
            Kind::Fifteen => fifteens::<D>(tile, piles, &mut s),
            Kind::Long => longs::<D>(tile, piles, &mut s),
        }
    };
    if !strict {
        return None;
    }
    if doubtful != 0 {
        answers = one_by_one::<D>(&tile.steps, line_start, text, answers, doubtful)?;
    }
    Some((answers, s))
}

/// What [`sevens`] and the others return: answers, whether every byte was in its place, and the
/// lines whose answers aren't among them.
///
/// They move `s` to the separator behind the tile, and may be called where [`answer`] may: what
/// leads to the text's bytes is lengths and steps, and a window reaches back by less than [`LEAD`].
type Answered = (u64, bool, u64);

/// `pattern`, over and over.
const fn repeat<const N: usize>(pattern: [u8; N]) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 32 {
        bytes[i] = pattern[i % N];
        i += 1;
    }
    bytes
}

/// A constant in a register.
#[inline]
#[target_feature(enable = "avx2")]
fn vector(bytes: [u8; 32]) -> __m256i {
    // SAFETY: as many bytes, without any invariant.
    unsafe { core::mem::transmute(bytes) }
}

/// Windows of 8 bytes.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn sevens<D: Lanes256>(tile: &Tile, s: &mut *const u8) -> Answered {
    const SEPARATORS: [u8; 16] = *b"0000000 0000000\n";
    let expected = vector(repeat(SEPARATORS));
    let w1 = vector(repeat([10, 1, 10, 1, 10, 1, 1, 0]));
    let w2 = _mm256_set1_epi32(i32::from_le_bytes([100, 1, 10, 1]));
    let w3 = _mm256_set1_epi32(0x0001_03e8);
    let ones = _mm256_set1_epi8(-1);
    let mut odd = _mm256_setzero_si256();
    let mut answers = 0;
    for eighth in 0..8 {
        let mut lines = [_mm_setzero_si128(); 8];
        for (i, line) in lines.iter_mut().enumerate() {
            let i = 8 * eighth + i;
            // SAFETY: the caller's.
            let a = unsafe {
                s.add(tile.lengths[2 * i].into())
                    .sub(7)
                    .cast::<i64>()
                    .read_unaligned()
            };
            *s = s.wrapping_add(tile.steps[i].into());
            // SAFETY: the caller's.
            let b = unsafe { s.sub(7).cast::<i64>().read_unaligned() };
            *line = _mm_set_epi64x(b, a);
        }
        let mut fours = [_mm256_setzero_si256(); 4];
        for (i, four) in fours.iter_mut().enumerate() {
            let at = 32 * eighth / 2 + 4 * i;
            let shifts = i32::from_le_bytes([
                tile.shifts[at],
                tile.shifts[at + 1],
                tile.shifts[at + 2],
                tile.shifts[at + 3],
            ]);
            let mask = _mm256_sllv_epi64(ones, _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(shifts)));
            let bytes = _mm256_set_m128i(lines[i + 4], lines[i]);
            let digits = _mm256_and_si256(_mm256_xor_si256(bytes, expected), mask);
            odd = _mm256_max_epu8(odd, digits);
            *four = _mm256_maddubs_epi16(digits, w1);
        }
        let numbers =
            |a, b| _mm256_madd_epi16(_mm256_maddubs_epi16(_mm256_packus_epi16(a, b), w2), w3);
        let (x, y) = unzip(numbers(fours[0], fours[1]), numbers(fours[2], fours[3]));
        // SAFETY: the instructions are there.
        answers |= u64::from(unsafe { D::u31_x8(x, y) }) << (8 * eighth);
    }
    (answers, within(odd, repeat(SEPARATORS)), 0)
}

/// The even and the odd 32-bit numbers of two vectors.
#[inline]
#[target_feature(enable = "avx2")]
fn unzip(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
    (
        _mm256_castps_si256(_mm256_shuffle_ps::<0x88>(a, b)),
        _mm256_castps_si256(_mm256_shuffle_ps::<0xdd>(a, b)),
    )
}

const SEPARATORS_16: [u8; 32] = *b"000000000000000 000000000000000\n";

/// Two lines by windows of 16 bytes: 8 and 7 digits of the first pile of one, the same of the
/// other, and in the upper half of the second piles.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn windows_16(tile: &Tile, line: usize, s: &mut *const u8, odd: &mut __m256i) -> __m256i {
    let expected = vector(SEPARATORS_16);
    let w1 = vector(repeat([
        10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 1, 0,
    ]));
    let w2 = vector(repeat([100, 1, 100, 1, 100, 1, 10, 1]));
    let w3 = _mm256_set1_epi64x(0x0001_03e8_0001_2710);
    let mut pairs = [_mm256_setzero_si256(); 2];
    for (i, pair) in pairs.iter_mut().enumerate() {
        let i = line + i;
        // SAFETY: the caller's.
        let a = unsafe { _mm_loadu_si128(s.add(tile.lengths[2 * i].into()).sub(15).cast()) };
        *s = s.wrapping_add(tile.steps[i].into());
        // SAFETY: the caller's.
        let b = unsafe { _mm_loadu_si128(s.sub(15).cast()) };
        // SAFETY: an offset of one of the table's entries.
        let mask = unsafe {
            _mm256_load_si256(
                PAIRS_16
                    .0
                    .as_ptr()
                    .cast::<u8>()
                    .add(tile.pairs[i].into())
                    .cast(),
            )
        };
        let digits = _mm256_and_si256(_mm256_xor_si256(_mm256_set_m128i(b, a), expected), mask);
        *odd = _mm256_max_epu8(*odd, digits);
        *pair = _mm256_maddubs_epi16(digits, w1);
    }
    _mm256_madd_epi16(
        _mm256_maddubs_epi16(_mm256_packus_epi16(pairs[0], pairs[1]), w2),
        w3,
    )
}

/// Whether the largest differences seen between text and `expected` are those of digits, and none
/// where a separator is expected.
#[inline]
#[target_feature(enable = "avx2")]
fn within(differences: __m256i, expected: [u8; 32]) -> bool {
    let mut limits = [9; 32];
    for (limit, byte) in limits.iter_mut().zip(expected) {
        if byte != b'0' {
            *limit = 0;
        }
    }
    let above = _mm256_subs_epu8(differences, vector(limits));
    _mm256_testz_si256(above, above) == 1
}

/// The answers for the lines whose bits are in `open`; 0 for the others.
#[inline]
fn ask_again<D: Decide>(mut open: u64, piles: &Piles) -> u64 {
    let mut answers = 0;
    while open != 0 {
        let line = open.trailing_zeros() as usize;
        open &= open - 1;
        answers |= u64::from(D::pair(piles[0][line], piles[1][line])) << line;
    }
    answers
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn nines<D: Lanes256>(tile: &Tile, s: &mut *const u8) -> Answered {
    let mut odd = _mm256_setzero_si256();
    let mut answers = 0;
    for eighth in 0..8 {
        let mut fours = [_mm256_setzero_si256(); 2];
        for (i, four) in fours.iter_mut().enumerate() {
            let line = 8 * eighth + 4 * i;
            // SAFETY: the caller's.
            let a = unsafe { windows_16(tile, line, s, &mut odd) };
            // SAFETY: the caller's.
            let b = unsafe { windows_16(tile, line + 2, s, &mut odd) };
            let (upper, lower) = unzip(a, b);
            let upper = _mm256_mullo_epi32(upper, _mm256_set1_epi32(10_000_000));
            *four = _mm256_add_epi32(upper, lower);
        }
        let x = _mm256_permute2x128_si256::<0x20>(fours[0], fours[1]);
        let y = _mm256_permute2x128_si256::<0x31>(fours[0], fours[1]);
        // SAFETY: the instructions are there.
        answers |= u64::from(unsafe { D::u31_x8(x, y) }) << (8 * eighth);
    }
    (answers, within(odd, SEPARATORS_16), 0)
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn fifteens<D: Lanes256>(tile: &Tile, piles: &mut Piles, s: &mut *const u8) -> Answered {
    let mut odd = _mm256_setzero_si256();
    let (mut answers, mut open) = (0, 0);
    for sixteenth in 0..16 {
        let line = 4 * sixteenth;
        // SAFETY: the caller's.
        let a = join(unsafe { windows_16(tile, line, s, &mut odd) });
        // SAFETY: the caller's.
        let b = join(unsafe { windows_16(tile, line + 2, s, &mut odd) });
        let x = _mm256_permute2x128_si256::<0x20>(a, b);
        let y = _mm256_permute2x128_si256::<0x31>(a, b);
        store(&mut piles[0], sixteenth, x);
        store(&mut piles[1], sixteenth, y);
        // SAFETY: the instructions are there.
        let (known, left) = unsafe { D::u64_x4(x, y) };
        answers |= u64::from(known) << (4 * sixteenth);
        open |= u64::from(left) << (4 * sixteenth);
    }
    (
        answers | ask_again::<D>(open, piles),
        within(odd, SEPARATORS_16),
        0,
    )
}

/// Each 64-bit lane's lower number times 10^7, and the upper one.
#[inline]
#[target_feature(enable = "avx2")]
fn join(v: __m256i) -> __m256i {
    let upper = _mm256_mul_epu32(v, _mm256_set1_epi64x(10_000_000));
    _mm256_add_epi64(upper, _mm256_srli_epi64::<32>(v))
}

/// Windows of 32 bytes.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn longs<D: Lanes256>(tile: &Tile, piles: &mut Piles, s: &mut *const u8) -> Answered {
    /// All but the last 15 digits of the largest `u64`: with these, or more, it may be beyond.
    const DOUBT: i32 = (u64::MAX / 1_000_000_000_000_000) as i32;
    const E15: u64 = 1_000_000_000_000_000;
    let e15_low = _mm256_set1_epi64x((E15 & 0xffff_ffff) as i64);
    let e15_high = _mm256_set1_epi64x((E15 >> 32) as i64);
    let expected_a = vector(*b"0000000000000000000000000000000 ");
    let expected_b = vector(*b"0000000000000000000000000000000\n");
    let w1 = vector([
        10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1,
        10, 1, 10, 1, 1, 0,
    ]);
    let w2 = vector([
        100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1, //
        100, 1, 100, 1, 100, 1, 10, 1, 100, 1, 100, 1, 100, 1, 10, 1,
    ]);
    let w3 = _mm256_setr_epi32(
        0x0001_2710,
        0x0001_2710,
        0x0001_2710,
        0x0001_2710,
        0x0001_2710,
        0x0001_03e8,
        0x0001_2710,
        0x0001_03e8,
    );
    let mut odd = _mm256_setzero_si256();
    let mut most = _mm256_setzero_si256();
    let (mut answers, mut open) = (0, 0);
    for sixteenth in 0..16 {
        let mut lines = [_mm256_setzero_si256(); 4];
        for (i, line) in lines.iter_mut().enumerate() {
            let i = 4 * sixteenth + i;
            let mut window = |length: u8, expected| {
                *s = s.wrapping_add(length.into());
                // SAFETY: the caller's.
                let bytes = unsafe { _mm256_loadu_si256(s.sub(31).cast()) };
                // SAFETY: a length is below 64, and the table has 32 bytes more.
                let mask =
                    unsafe { _mm256_loadu_si256(TAILS_32.as_ptr().add(length.into()).cast()) };
                let digits = _mm256_and_si256(_mm256_xor_si256(bytes, expected), mask);
                odd = _mm256_max_epu8(odd, digits);
                _mm256_maddubs_epi16(digits, w1)
            };
            let a = window(tile.lengths[2 * i], expected_a);
            let b = window(tile.lengths[2 * i + 1], expected_b);
            let numbers = _mm256_maddubs_epi16(_mm256_packus_epi16(a, b), w2);
            // By 64-bit lanes: the first pile's digits above 10^15, the second's, those below.
            *line = join(_mm256_madd_epi16(numbers, w3));
        }
        let mut whole = |a, b| {
            let upper = _mm256_permute2x128_si256::<0x20>(a, b);
            let lower = _mm256_permute2x128_si256::<0x31>(a, b);
            most = _mm256_max_epu32(most, upper);
            let high = _mm256_slli_epi64::<32>(_mm256_mul_epu32(upper, e15_high));
            let low = _mm256_add_epi64(_mm256_mul_epu32(upper, e15_low), lower);
            _mm256_add_epi64(high, low)
        };
        let a = whole(lines[0], lines[2]);
        let b = whole(lines[1], lines[3]);
        let x = _mm256_unpacklo_epi64(a, b);
        let y = _mm256_unpackhi_epi64(a, b);
        store(&mut piles[0], sixteenth, x);
        store(&mut piles[1], sixteenth, y);
        // SAFETY: the instructions are there.
        let (known, left) = unsafe { D::u64_x4(x, y) };
        answers |= u64::from(known) << (4 * sixteenth);
        open |= u64::from(left) << (4 * sixteenth);
    }
    let mut doubtful = tile.beyond;
    let doubt = _mm256_cmpgt_epi32(most, _mm256_set1_epi32(DOUBT - 1));
    if _mm256_testz_si256(doubt, doubt) == 0 {
        for (line, lengths) in tile.lengths.chunks_exact(2).enumerate() {
            let longest = lengths.iter().any(|&l| l >= LONGEST as u8);
            doubtful |= u64::from(longest) << line;
        }
    }
    (
        answers | ask_again::<D>(open, piles),
        within(odd, repeat(*b"0000000000000000000000000000000\n")),
        doubtful,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers nothing: what counts is how far the kernel gets.
    struct Never;

    impl Decide for Never {
        fn pair(_: u64, _: u64) -> bool {
            false
        }
        fn digits(_: &[u8], _: &[u8]) -> bool {
            false
        }
    }

    // SAFETY: no instruction at all.
    unsafe impl Lanes256 for Never {
        unsafe fn u31_x8(_: __m256i, _: __m256i) -> u32 {
            0
        }
        unsafe fn u64_x4(_: __m256i, _: __m256i) -> (u32, u32) {
            (0, 0b1111)
        }
    }

    struct Count(usize);

    impl Bits for Count {
        fn push(&mut self, _: u64, count: u32) {
            self.0 += count as usize;
        }
    }

    /// The other tests would pass if every line were left to the next kernel.
    #[test]
    fn strict_lines_are_taken_to_the_last_tile() {
        let Some(token) = Avx2::detect() else { return };
        for digits in 1..=20 {
            for beyond in [false, true] {
                let mut text = vec![b'\n'; LEAD];
                for i in 0..5000 {
                    let (a, b) = (10u128.pow(digits - 1) + i % 9, i % 7);
                    // More than a window holds, in a tile that has windows of 32 bytes anyway.
                    let more = if beyond && digits > 15 && i % 500 == 3 {
                        "0".repeat(50)
                    } else {
                        String::new()
                    };
                    text.extend_from_slice(format!("{a} {more}{b}\n").as_bytes());
                }
                let (mut kernel, mut count) = (Kernel256::new(token), Count(0));
                // SAFETY: there is a token.
                let stop = unsafe { tiles::<Never, _>(&mut kernel.store, &text, LEAD, &mut count) };
                let lines = text[LEAD..stop].iter().filter(|&&c| c == b'\n').count();
                assert_eq!(count.0, lines);
                // Not a tile, and less than a block.
                assert!(5000 - lines < LINES + 16, "{digits} digits: {lines} lines");
            }
        }
    }
}
