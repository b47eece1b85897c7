//! The walk over tiles.
//!
//! Owns the walk over the text and the memory it needs. Invariant: whole blocks inside of the text
//! are read, and the first with what is before the first line masked out.

use super::few::{self, Heads};
use super::heads::{self, Words};
use super::places::{self, one_by_one, round, separators};
use super::prepare::prepare;
use super::threes::{self, Windows, threes};
use super::windows::answer;
use crate::parse::Bits;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::prefilter::{PrefilterState, has_prefiltered_instance};
use crate::parse::batch::{BLOCKS, INDEX, LINES, ROUND, TOKENS};
use crate::parse::x86_64::Lanes256;
use core::arch::x86_64::*;

/// Bytes that the text has before the first line of the kernel: windows reach back.
pub(super) const LEAD: usize = 64;

/// What a tile needs, by its longest token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// To 3 digits: windows of 8 bytes, or one for both tokens of a line, in [`threes`](super::threes).
    Three,
    /// To 7 digits: windows of 8 bytes.
    Seven,
    /// To 9: windows of 16 bytes, numbers in 32 bits.
    Nine,
    /// To 15: the same with numbers in 64 bits.
    Fifteen,
    /// To 31, and single longer ones: windows of 32 bytes.
    Long,
    /// An empty token (two separators in a row), or one that looks so as its length is known mod 64.
    #[default]
    Odd,
}

impl Kind {
    /// Piles in it may have lengths so different that it is worth asking for no more.
    fn may_be_mixed(self) -> bool {
        matches!(self, Kind::Fifteen | Kind::Long)
    }

    /// No number in such a tile has more digits.
    pub(super) fn digits(self) -> usize {
        match self {
            Kind::Three => 3,
            Kind::Seven => 7,
            Kind::Nine => 9,
            Kind::Fifteen => 15,
            Kind::Long | Kind::Odd => usize::MAX,
        }
    }
}

/// A tile between preparation and use.
#[repr(align(64))]
pub(super) struct Tile {
    /// Of each token, with the separator behind it.
    pub(super) lengths: [u8; TOKENS],
    /// Of each line.
    pub(super) steps: [u16; LINES],
    /// What chooses the masks of a line's windows: an offset into [`super::super::tables::PAIRS_16`].
    pub(super) pairs: [u16; LINES],
    /// What shifts the mask of a token's window, in the order that the windows of 8 bytes want.
    pub(super) shifts: [u8; TOKENS],
    /// Lines with a token that no window holds.
    pub(super) beyond: u64,
    pub(super) kind: Kind,
}

/// Memory of the kernel, kept from call to call.
#[repr(align(64))]
pub(super) struct Store {
    /// No number in the tiles that were answered had more digits.
    pub(super) longest: usize,
    pub(super) wanted: PrefilterState,
    heads: Heads,
    words: Words,
    pub(super) threes: threes::Wanted,
    pub(super) windows: Windows,
    /// Places of separators, mod 64; the first 64 bytes are for the place before the first.
    places: [u8; 64 + INDEX + 2 * TOKENS + ROUND],
    tile: Tile,
    piles: Piles,
}

impl Store {
    pub(super) fn new() -> Self {
        const TILE: Tile = Tile {
            lengths: [0; TOKENS],
            steps: [0; LINES],
            pairs: [0; LINES],
            shifts: [0; TOKENS],
            beyond: 0,
            kind: Kind::Odd,
        };
        Self {
            longest: 0,
            wanted: PrefilterState::NEW,
            heads: Heads::NEW,
            words: Words::NEW,
            threes: threes::Wanted::NO,
            windows: Windows::NEW,
            places: [0; 64 + INDEX + 2 * TOKENS + ROUND],
            tile: TILE,
            piles: [[0; LINES]; 2],
        }
    }
}

/// The piles of a tile's lines, where some lines may have to be asked about again.
pub(super) type Piles = [[u64; LINES]; 2];

/// The `i`-th 32 bytes of `from`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load<T: Copy, const N: usize>(from: &[T; N], i: usize) -> __m256i {
    const { assert!(size_of::<[T; N]>().is_multiple_of(32)) };
    assert!(32 * i < size_of::<[T; N]>());
    // SAFETY: inside of the array.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast::<__m256i>().add(i)) }
}

/// Writes the `i`-th 32 bytes of `to`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store<T: Copy, const N: usize>(to: &mut [T; N], i: usize, v: __m256i) {
    const { assert!(size_of::<[T; N]>().is_multiple_of(32)) };
    assert!(32 * i < size_of::<[T; N]>());
    // SAFETY: inside of the array, whose elements are integers.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast::<__m256i>().add(i), v) };
}

/// Answers whole tiles of lines of that dialect, of `text` from `at` (at least [`LEAD`]), before which a line ends in
/// the same way; returns where it stopped.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn tiles<D: Lanes256, B: Bits, K: StaticDialect>(
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
            few_places = places::few(count, blocks);
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
                let near = few::near(tile);
                if few::likely(near) {
                    few::few::<D, K>(tile, dialect, notes, s, text, near)
                } else {
                    heads::heads::<D, K>(tile, dialect, words, s, text)
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
                    && (few::likely(few::near(tile)) || heads::likely::<D>(tile))
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
