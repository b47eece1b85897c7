//! Step 1: finds where tokens end.
//!
//! Input: text, and where its first line starts. Output: the positions of its separators, modulo 256, up to the place where the
//! index ends. Only aligned blocks of 64 bytes are read. The first block may begin before the first line; it is read from a
//! copy that has digits instead of the bytes before that line.

use super::ops::{bytes_at, load, store};
use crate::parse::x86_64::prefetch;
use core::arch::x86_64::*;

/// The number of lines in a tile.
pub(super) const LINES: usize = 64;
/// The number of tokens in a tile.
pub(super) const TOKENS: usize = 2 * LINES;
/// The bytes that are indexed in one round: twenty blocks of 64 bytes.
pub(super) const ROUND: usize = 64 * 20;

// Every round starts with the same vector of positions modulo 256, so its size is a multiple of 256.
const _: () = assert!(ROUND.is_multiple_of(256));

/// The number of entries of an index. The first separator has entry 64; the separator before the first line has entry 63.
const ENTRIES: usize = 4096;
/// When this many separators are used, the entries of the others are moved to the front. Before a round, the separators found
/// and not used are less than two tiles.
const MAX_USED: usize = ENTRIES - 64 - 2 * TOKENS - ROUND;

/// The memory of an index: the positions of the separators, modulo 256.
///
/// It is a page. On Zen 4 a store instruction across the end of a page takes 34 cycles: text of mixed lengths took up to 16%
/// longer.
#[repr(align(4096))]
pub(super) struct Entries([u8; ENTRIES]);

impl Entries {
    pub(super) const NEW: Self = Self([0; ENTRIES]);
}

/// The separators of the indexed part of the text.
pub(super) struct Index<'a> {
    entries: &'a mut Entries,
    text: &'a [u8],
    /// The offset of the next block in the text.
    block: usize,
    /// A block is read only if it ends at least 64 bytes before this place.
    end: usize,
    /// The number of separators that are indexed.
    found: usize,
    /// The number of separators that were laid out.
    pub(super) used: usize,
    /// For each place in a block: the largest byte that any block has there.
    largest: __m512i,
    /// The positions, modulo 256, of the bytes of a block. Four vectors are enough for all blocks; the first one is for the
    /// second block.
    iotas: [__m512i; 4],
}

impl<'a> Index<'a> {
    /// Indexes the first block. The first line starts at `at`, and `line_end` bytes before it is the separator that ends the
    /// line before.
    #[inline]
    #[target_feature(enable = "avx512vbmi2,popcnt")]
    pub(super) fn new<const CR: bool>(
        entries: &'a mut Entries,
        text: &'a [u8],
        at: usize,
        line_end: usize,
    ) -> Self {
        let skew = text[at..].as_ptr().addr() & 63;
        let block = at + 64 - skew;
        let mut first = [b'0'; 64];
        first[skew..].copy_from_slice(&text[at..block]);
        let bytes = load(&first);
        let iota = load(&core::array::from_fn::<u8, 64, _>(|i| i as u8));
        let separators = separators::<CR>(bytes);
        let found = separators.count_ones() as usize;
        entries.0[63] = (skew as u8).wrapping_sub(line_end as u8);
        let positions = _mm512_maskz_compress_epi8(separators, iota);
        store(&mut entries.0, 1, positions);
        Self {
            entries,
            text,
            block,
            end: text.len(),
            found,
            used: 0,
            largest: bytes,
            iotas: [64, -128, -64, 0].map(|i| _mm512_add_epi8(iota, _mm512_set1_epi8(i))),
        }
    }

    /// Whether the next step needs more separators, and the text has a whole round and 64 bytes left.
    #[inline]
    pub(super) fn is_round_due(&self) -> bool {
        self.found - self.used < 2 * TOKENS && self.end - self.block >= ROUND + 64
    }

    /// Whether the index has a whole tile that is not laid out.
    #[inline]
    pub(super) fn has_tile(&self) -> bool {
        self.found - self.used >= TOKENS
    }

    /// Indexes a round. A round with a byte above `'9'`, or with more separators in a block than lines
    /// of two piles have, has lines of another form: its separators are dropped and nothing after it is indexed.
    /// If this function were inlined, its whole loop would not be unrolled: 5% more time (10^9, 10^18).
    #[inline(never)]
    #[target_feature(enable = "avx512vbmi2,popcnt")]
    pub(super) fn index_round<const CR: bool>(&mut self) {
        let text: &[u8; ROUND + 64] = bytes_at(self.text, self.block);
        let positions = self.entries.0[64 + self.found..].first_chunk_mut::<ROUND>();
        let positions = positions.expect("the entries have room for a round");
        // For piles to 10^9, storing half the vector takes 5% less time than storing all of it.
        let store_half = |room: &mut [u8; ROUND], found: usize, bytes: __m512i| {
            let to = room.as_mut_ptr().wrapping_add(found).cast();
            // SAFETY: each block before this one has at most 64 separators, so `room` has at least 64 bytes left.
            unsafe { _mm256_storeu_si256(to, _mm512_castsi512_si256(bytes)) };
        };
        let mut found = 0;
        // Bit 6 is set if a block has more than 32 separators.
        let mut many = 0;
        for at in (0..ROUND).step_by(256) {
            for (i, iota) in self.iotas.into_iter().enumerate() {
                let at = at + 64 * i;
                prefetch(text[at..].as_ptr());
                let bytes = load(bytes_at::<64>(text, at));
                let separators = separators::<CR>(bytes);
                self.largest = _mm512_max_epu8(self.largest, bytes);
                let compressed = _mm512_maskz_compress_epi8(separators, iota);
                store_half(positions, found, compressed);
                let count = separators.count_ones() as usize;
                many |= count + 31;
                found += count;
            }
        }
        self.block += ROUND;
        // Lines of two piles have a digit between two separators, so at most 32 separators in a block.
        let has_more = many & 64 != 0;
        if has_more || _mm512_cmpgt_epu8_mask(self.largest, _mm512_set1_epi8(b'9' as i8)) != 0 {
            self.end = self.block;
        } else {
            self.found += found;
        }
    }

    /// The lengths of the tokens of the next tile. Each length includes the separator before the token.
    #[inline]
    #[target_feature(enable = "avx512bw")]
    pub(super) fn lengths(&self) -> [__m512i; 2] {
        let positions: &[u8; TOKENS + 1] = bytes_at(&self.entries.0, 63 + self.used);
        [0, 64].map(|i| {
            let [before, here] = [i, i + 1].map(|at| load(bytes_at::<64>(positions, at)));
            _mm512_sub_epi8(here, before)
        })
    }

    /// Marks the next tile as used.
    #[inline]
    pub(super) fn use_tile(&mut self) {
        self.used += TOKENS;
        if self.used >= MAX_USED {
            // The separators that are not used, and the one before them, move to the front.
            let kept = 63 + self.used..64 + self.found;
            self.entries.0.copy_within(kept, 63);
            (self.found, self.used) = (self.found - self.used, 0);
        }
    }
}

/// The separators of a block: the bytes less than `'0'`. If two bytes end a line, only the first one is a separator.
#[inline]
#[target_feature(enable = "avx512bw")]
fn separators<const CR: bool>(bytes: __m512i) -> u64 {
    let separators = _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(b'0' as i8));
    if CR {
        let line_feeds = _mm512_set1_epi8(b'\n' as i8);
        _mm512_mask_cmpneq_epi8_mask(separators, bytes, line_feeds)
    } else {
        separators
    }
}
