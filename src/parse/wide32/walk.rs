//! The walk over text: batches of 64 lines of one dialect.
//!
//! Input: text, and where a line begins. Output: the answers of whole batches, and where it stopped. Batches are answered in
//! order, so the walk can stop after any of them. Only whole blocks of 64 bytes inside the text are read. The first block
//! may begin before the first line; its separators before that line are dropped.

use super::decode::decode;
use super::filter::{Filter, FilterBatch, is_likely};
use super::index::{Density, index, separators};
use super::layout::layout;
use super::short_lines::{ShortLinesState, Windows, walk_short_lines};
use super::tile::{BYTES_BEFORE, Decoded, Piles, Tile, TokenLayout};
use super::vector::{Asks, Step, Vector32};
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::filter_state::FilterState;
use crate::parse::batch::{BLOCKS, BatchEnd, ROUND, TOKENS};
use crate::parse::{AnswerSink, Decide};
use std::marker::PhantomData;

/// Where the index begins in [`BatchStore::positions`]. The entry before it is the position of the separator that stands
/// before the first one of the index.
const START: usize = 64;
/// When about this number of positions of an index is used, the walk moves the others to the front.
const MAX_USED_POSITIONS: usize = 4096;

/// The memory of a kernel, kept from call to call.
pub(in crate::parse) struct Store {
    pub(in crate::parse) windows: Windows,
    pub(in crate::parse) short_lines: ShortLinesState,
    batches: BatchStore,
}

/// The memory of [`Batches`].
#[repr(align(64))]
struct BatchStore {
    /// No number in the batches that were answered has more digits.
    max_digits: usize,
    filter_state: FilterState,
    filter: Filter,
    /// The index: positions of separators, modulo 64.
    positions: [u8; START + MAX_USED_POSITIONS + 2 * TOKENS + ROUND],
    tile: Tile,
    piles: Piles,
}

impl Store {
    pub(in crate::parse) const NEW: Self = Self {
        windows: Windows::NEW,
        short_lines: ShortLinesState::NEW,
        batches: BatchStore {
            max_digits: 0,
            filter_state: FilterState::NEW,
            filter: Filter::NEW,
            positions: [0; START + MAX_USED_POSITIONS + 2 * TOKENS + ROUND],
            tile: Tile::NEW,
            piles: Piles::NEW,
        },
    };

    #[cfg(test)]
    pub(in crate::parse) fn is_filtering(&self) -> bool {
        self.batches.filter_state.is_wanted()
    }
}

/// Answers whole batches of lines of `K` from `at`, which is [`BYTES_BEFORE`] at least. The line before `at` ends as `K` says.
pub(in crate::parse) struct Walk<'a, D, V: Vector32, B, K> {
    pub(in crate::parse) token: V::Token,
    pub(in crate::parse) store: &'a mut Store,
    pub(in crate::parse) text: &'a [u8],
    pub(in crate::parse) at: usize,
    pub(in crate::parse) sink: &'a mut B,
    pub(in crate::parse) instance: PhantomData<(D, K)>,
}

impl<D: Decide, V: Asks<D>, B: AnswerSink, K: StaticDialect> Step for Walk<'_, D, V, B, K> {
    type Output = BatchEnd;

    #[inline(always)]
    fn run(self) -> BatchEnd {
        let Self {
            token,
            store,
            text,
            mut at,
            sink,
            ..
        } = self;
        store.batches.max_digits = 0;
        loop {
            let start = at;
            if V::HAS_SHORT_LINES && store.short_lines.is_wanted() {
                let (windows, state) = (&mut store.windows, &mut store.short_lines);
                at = walk_short_lines::<D, V, B, K>(token, windows, state, text, at, sink);
                if at > start {
                    store.batches.max_digits = store.batches.max_digits.max(3);
                }
            }
            // If the walk for short lines is still wanted, it stopped because too little text is left. The other walk answers
            // what it can of that, and stops.
            let was_wanted = store.short_lines.is_wanted();
            let Store {
                short_lines,
                batches,
                ..
            } = store;
            let filters = batches.filter_state.is_wanted();
            let walk = Batches::<D, V, B, K>::new(token, batches, text, at, sink);
            if let Some(walk) = walk {
                at = walk.run(|kind| V::HAS_SHORT_LINES && short_lines.suggest(kind));
            }
            let is_short = !was_wanted && store.short_lines.is_wanted();
            // If it answered nothing, it must not begin again in the same place.
            let changes_filter = filters != store.batches.filter_state.is_wanted() && at > start;
            if !is_short && !changes_filter {
                break;
            }
        }
        BatchEnd {
            at,
            max_digits: store.batches.max_digits,
        }
    }
}

/// A walk over batches of lines of any length.
struct Batches<'a, D, V: Asks<D>, B, K>
where
    D: Decide,
{
    token: V::Token,
    store: &'a mut BatchStore,
    text: &'a [u8],
    sink: &'a mut B,
    /// The next block to index.
    block: *const u8,
    /// The separator before the first token that is not answered.
    cursor: *const u8,
    /// The filter is tried, and the index checks for it that bytes are separators or digits.
    filters: bool,
    /// If it filters: all bytes from here to `block` are separators or digits.
    digits_only: *const u8,
    /// If it filters: for each byte of a vector, the largest byte at its place in the blocks since `digits_only`.
    largest: V,
    /// The positions in the index, and how many of them are used.
    found: usize,
    used: usize,
    density: Density,
    /// The type parameters give each instance its own steps, so each step has one caller and the compiler inlines it.
    instance: PhantomData<(D, K)>,
}

impl<'a, D: Decide, V: Asks<D>, B: AnswerSink, K: StaticDialect> Batches<'a, D, V, B, K> {
    /// The bytes of a line's end.
    const ENDING: usize = if K::HAS_CR { 2 } else { 1 };
    /// At least this number of positions is indexed before a batch is answered. With the positions of two batches, no load
    /// of positions waits for the stores.
    const MIN_POSITIONS: usize = 2 * TOKENS;
    /// There is a filter for the question, and for lines of the dialect.
    const HAS_FILTER: bool = D::RATIO.is_some() && !K::HAS_CR;

    /// Indexes the first block; `None` if there is none, or no line begins at `at`.
    #[inline(always)]
    fn new(
        token: V::Token,
        store: &'a mut BatchStore,
        text: &'a [u8],
        at: usize,
        sink: &'a mut B,
    ) -> Option<Self> {
        assert!(at >= BYTES_BEFORE);
        // A mapped file may have changed since the driver found the line. Then nothing is answered.
        if text[at - 1] != b'\n' {
            return None;
        }
        let first = text.as_ptr().wrapping_add(at);
        let skew = first.addr() % 64;
        let block = first.wrapping_sub(skew);
        if text.as_ptr_range().end.addr() - block.addr() < 64 {
            return None;
        }
        let mut largest = V::splat(token, 0);
        // SAFETY: BYTES_BEFORE bytes are before `first`, and the block ends inside the text.
        let all = unsafe { separators::<V, K, false>(token, block, &mut largest) };
        let all = V::bits_of_bytes(all, V::weights(token));
        store.positions[START - 1] = (skew as u8).wrapping_sub(Self::ENDING as u8);
        let positions = store.positions[START..].as_mut_ptr();
        // SAFETY: the array has more than 64 bytes from there on.
        let end = unsafe { V::write_one_by_one(positions, all & u64::MAX << skew) };
        let block = block.wrapping_add(64);
        Some(Self {
            token,
            text,
            sink,
            block,
            cursor: first.wrapping_sub(Self::ENDING),
            filters: Self::HAS_FILTER && store.filter_state.is_wanted(),
            digits_only: block,
            largest,
            found: end.addr() - positions.addr(),
            store,
            used: 0,
            density: Density::Dense,
            instance: PhantomData,
        })
    }

    /// Answers batches up to the first batch for whose kind `leaves` returns `true`. Returns where it stopped.
    #[inline(always)]
    fn run(mut self, mut leaves: impl FnMut(TokenLayout) -> bool) -> usize {
        loop {
            // Step 1.
            self.index_ahead();
            if self.found - self.used < TOKENS {
                break;
            }
            // Step 2.
            let positions = self.store.positions[START - 1 + self.used..].first_chunk();
            let positions = positions.expect("the positions of a batch are indexed");
            layout::<V, K>(self.token, &mut self.store.tile, positions);
            if leaves(self.store.tile.kind) {
                break;
            }
            // Steps 3 to 5.
            let filtered = self.filter();
            let BatchStore { tile, piles, .. } = &mut *self.store;
            // SAFETY: `layout` filled the tile. `cursor` stands after BYTES_BEFORE bytes of text, less a line's end. Each length is
            // at most the distance of two separators, and the last separator is before `block`, so it is in the text.
            let answered = unsafe {
                decode::<D, V, K>(self.token, tile, piles, filtered, self.cursor, self.text)
            };
            let Some((answers, next)) = answered else {
                break;
            };
            self.sink.push(answers, 64);
            self.cursor = next;
            let max_digits = self.store.tile.max_digits();
            self.store.max_digits = max_digits.max(self.store.max_digits);
            self.used += TOKENS;
            if Self::HAS_FILTER && self.filters != self.store.filter_state.is_wanted() {
                break;
            }
            if self.used >= MAX_USED_POSITIONS {
                // The positions that are not used, and the one before them.
                let unused = START + self.used - 1..START + self.found;
                self.store.positions.copy_within(unused, START - 1);
                (self.found, self.used) = (self.found - self.used, 0);
            }
        }
        self.cursor.addr() + Self::ENDING - self.text.as_ptr().addr()
    }

    /// Step 1: indexes blocks until enough positions are there, or no block is left.
    #[inline(always)]
    fn index_ahead(&mut self) {
        let end = self.text.as_ptr_range().end.addr();
        while self.found - self.used < Self::MIN_POSITIONS {
            let blocks = BLOCKS.min((end - self.block.addr()) / 64);
            if blocks == 0 {
                break;
            }
            // `used` is below MAX_USED_POSITIONS, so a round has room after that and 2 * TOKENS.
            let room = self.store.positions[START + self.found..].first_chunk_mut();
            let room = room.expect("a round has room");
            let way = (self.density, Self::HAS_FILTER && self.filters);
            // SAFETY: all of these blocks are in the text.
            let count = unsafe {
                index::<V, K>(self.token, way, self.block, blocks, room, &mut self.largest)
            };
            self.density = Density::new(count, blocks);
            self.found += count;
            self.block = self.block.wrapping_add(64 * blocks);
            if Self::HAS_FILTER && self.filters && self.largest.any_above(b'9') {
                (self.digits_only, self.largest) = (self.block, V::splat(self.token, 0));
            }
        }
    }

    /// The result of the filter for the batch. A walk that does not filter only checks whether the filter would be useful,
    /// with its first batch and the first one of each part of the index.
    #[inline(always)]
    fn filter(&mut self) -> Option<Decoded> {
        if !Self::HAS_FILTER {
            return None;
        }
        let BatchStore {
            filter_state,
            filter,
            tile,
            ..
        } = &mut *self.store;
        let token = self.token;
        if !self.filters {
            if self.used == 0 && filter_state.is_due() {
                filter_state.set_wanted(is_likely::<D, V>(token, tile));
            }
            return None;
        }
        let mut decoded = None;
        if self.cursor >= self.digits_only && tile.may_be_filtered() {
            let batch = FilterBatch::<D, V> {
                filter,
                token,
                tile,
                cursor: self.cursor,
                text: self.text,
                instance: PhantomData,
            };
            decoded = V::run(token, batch);
        }
        filter_state.record(decoded.is_some());
        decoded
    }
}
