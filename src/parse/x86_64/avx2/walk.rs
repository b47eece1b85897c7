//! The walk over text: batches of 64 lines of one dialect.
//!
//! Input: text, and where a line begins. Output: the answers of whole batches, and where it stopped. Batches are answered in
//! order, so the walk can stop after any of them. Only whole blocks of 64 bytes inside the
//! text are read. The first block may begin before the first line; its separators before that line are dropped.

use super::decode::decode;
use super::index::{index, separators, write_one_by_one};
use super::layout::layout;
use super::length_filter::{LengthFilter, near_lines};
use super::prefix_filter::{self, PrefixFilter};
use super::short_lines::{ShortLinesState, Windows, walk_short_lines};
use super::tile::{Decoded, LEAD, Piles, Tile, TokenLayout};
use crate::parse::AnswerSink;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::length_filter::is_likely;
use crate::parse::batch::prefilter::{PrefilterState, has_prefiltered_instance};
use crate::parse::batch::{BLOCKS, BatchEnd, Density, INDEX, LINES, ROUND, Stop, TOKENS};
use crate::parse::x86_64::Decide256;
use core::arch::x86_64::*;
use std::marker::PhantomData;

/// Where the index begins in [`PassStore::positions`]. The entry before it is the position of the separator that stands
/// before the first one of the index.
const START: usize = 64;

/// The memory of a kernel, kept from call to call.
pub(super) struct Store {
    windows: Windows,
    pub(super) short_lines: ShortLinesState,
    pass: PassStore,
}

/// The memory of a [`Pass`].
#[repr(align(64))]
struct PassStore {
    /// No number in the batches that were answered has more digits.
    max_digits: usize,
    prefilter: PrefilterState,
    length_filter: LengthFilter,
    prefix_filter: PrefixFilter,
    /// The index: positions of separators, modulo 64.
    positions: [u8; START + INDEX + 2 * TOKENS + ROUND],
    tile: Tile,
    piles: Piles,
}

impl Store {
    pub(super) fn new() -> Self {
        Self {
            windows: Windows::NEW,
            short_lines: ShortLinesState::NEW,
            pass: PassStore {
                max_digits: 0,
                prefilter: PrefilterState::NEW,
                length_filter: LengthFilter::NEW,
                prefix_filter: PrefixFilter::NEW,
                positions: [0; START + INDEX + 2 * TOKENS + ROUND],
                tile: Tile::NEW,
                piles: [[0; LINES]; 2],
            },
        }
    }
}

/// Answers whole batches of lines of `dialect` from `at`, which is [`LEAD`] at least. The line before `at` ends as the
/// dialect says.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn walk<D: Decide256, B: AnswerSink, K: StaticDialect>(
    store: &mut Store,
    dialect: Dialect,
    text: &[u8],
    mut at: usize,
    sink: &mut B,
) -> BatchEnd {
    store.pass.max_digits = 0;
    loop {
        if store.short_lines.is_wanted() {
            at = short_lines::<D, B, K>(store, dialect, text, at, sink);
        }
        // If the walk for short lines is still wanted, it stopped because the text ends here or the next lines are not of
        // the dialect. That stops the other walk, too.
        let was_wanted = store.short_lines.is_wanted();
        let Store {
            short_lines, pass, ..
        } = store;
        if let Some(pass) = Pass::<D, B, K, { usize::MAX }>::new(pass, dialect, text, at, sink) {
            at = pass.run(|kind| short_lines.suggest(kind));
        }
        if was_wanted || !store.short_lines.is_wanted() {
            break;
        }
    }
    let stop = if store.pass.prefilter.wants_switch::<D, K>() {
        Stop::SwitchInstance
    } else {
        Stop::End
    };
    BatchEnd {
        at,
        max_digits: store.pass.max_digits,
        stop,
    }
}

/// Answers batches of short lines, and single batches of other lines between them. Returns where it stopped.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn short_lines<D: Decide256, B: AnswerSink, K: StaticDialect>(
    store: &mut Store,
    dialect: Dialect,
    text: &[u8],
    at: usize,
    sink: &mut B,
) -> usize {
    let Store {
        windows,
        short_lines,
        pass: pass_store,
    } = store;
    let other = |at, sink: &mut B| {
        let pass = Pass::<D, B, K, 1>::new(pass_store, dialect, text, at, sink);
        pass.map_or(at, |pass| pass.run(|_| false))
    };
    let stop = walk_short_lines::<D, B, K>(windows, short_lines, dialect, text, at, sink, other);
    if stop > at {
        let max_digits = &mut store.pass.max_digits;
        *max_digits = TokenLayout::Digits3.max_digits().max(*max_digits);
    }
    stop
}

/// A walk over at most `MAX` batches.
struct Pass<'a, D, B, K, const MAX: usize> {
    store: &'a mut PassStore,
    dialect: Dialect,
    text: &'a [u8],
    sink: &'a mut B,
    /// The next block to index.
    block: *const u8,
    /// The separator before the first token that is not answered.
    cursor: *const u8,
    /// In prefiltered instances: all bytes from here to `block` are separators or digits.
    digits_only: *const u8,
    /// In the blocks since `digits_only`: a sign bit for each byte that is neither a separator nor a digit.
    above_9: __m256i,
    /// The positions in the index, and how many of them are used.
    found: usize,
    used: usize,
    density: Density,
    /// The type parameters give each instance its own steps, so each step has one caller and the compiler inlines it.
    instance: PhantomData<(D, K)>,
}

impl<'a, D: Decide256, B: AnswerSink, K: StaticDialect, const MAX: usize> Pass<'a, D, B, K, MAX> {
    /// The bytes of a line's end.
    const ENDING: usize = if K::HAS_LAST { 2 } else { 1 };
    /// At least this number of positions is indexed before a batch is answered. With the positions of two batches, no load
    /// of positions waits for the stores.
    const MIN_POSITIONS: usize = if MAX == 1 { TOKENS } else { 2 * TOKENS };
    /// Blocks to index at once.
    const ROUND_BLOCKS: usize = if MAX == 1 { BLOCKS / 2 } else { BLOCKS };

    /// Indexes the first block; `None` if there is none, or no line begins at `at`.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn new(
        store: &'a mut PassStore,
        dialect: Dialect,
        text: &'a [u8],
        at: usize,
        sink: &'a mut B,
    ) -> Option<Self> {
        debug_assert_eq!(dialect.last.is_some(), K::HAS_LAST);
        assert!(at >= LEAD);
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
        let mut above_9 = _mm256_setzero_si256();
        // SAFETY: LEAD bytes are before `first`, and the block ends inside the text.
        let others = unsafe { separators::<K>(block, &mut above_9) } & u64::MAX << skew;
        store.positions[START - 1] = (skew as u8).wrapping_sub(Self::ENDING as u8);
        let positions = store.positions[START..].as_mut_ptr();
        // SAFETY: the array has more than 64 bytes from there on.
        let end = unsafe { write_one_by_one(positions, others) };
        let block = block.wrapping_add(64);
        Some(Self {
            dialect,
            text,
            sink,
            block,
            cursor: first.wrapping_sub(Self::ENDING),
            digits_only: block,
            above_9,
            found: end.addr() - positions.addr(),
            store,
            used: 0,
            density: Density::Dense,
            instance: PhantomData,
        })
    }

    /// Answers batches up to the first batch for whose kind `leaves` returns `true`. Returns where it stopped.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn run(mut self, mut leaves: impl FnMut(TokenLayout) -> bool) -> usize {
        loop {
            // Step 1.
            self.index_ahead();
            if self.found - self.used < TOKENS {
                break;
            }
            // Step 2.
            let positions = self.store.positions[START - 1 + self.used..].first_chunk();
            layout::<K>(&mut self.store.tile, positions.expect("a batch"));
            if leaves(self.store.tile.kind) {
                break;
            }
            // Steps 3 to 5.
            let prefiltered = self.prefilter();
            let PassStore { tile, piles, .. } = self.store;
            // SAFETY: `layout` filled the tile. `cursor` stands after LEAD bytes of text, less a line's end. Each length is
            // at most the distance of two separators, and the last separator is before `block`, so it is in the text.
            let decoded = unsafe {
                decode::<D, K>(
                    tile,
                    self.dialect,
                    piles,
                    prefiltered,
                    self.cursor,
                    self.text,
                )
            };
            let Some((answers, next)) = decoded else {
                break;
            };
            self.sink.push(answers, 64);
            self.store.max_digits = self.store.tile.kind.max_digits().max(self.store.max_digits);
            self.cursor = next;
            self.used += TOKENS;
            if MAX == 1 || self.store.prefilter.wants_switch::<D, K>() {
                break;
            }
            if self.used >= INDEX {
                // The positions that are not used, and the one before them.
                let unused = START + self.used - 1..START + self.found;
                self.store.positions.copy_within(unused, START - 1);
                (self.found, self.used) = (self.found - self.used, 0);
            }
        }
        self.cursor.addr() + Self::ENDING - self.text.as_ptr().addr()
    }

    /// Step 1: indexes blocks until enough positions are there, or no block is left.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn index_ahead(&mut self) {
        let end = self.text.as_ptr_range().end.addr();
        while self.found - self.used < Self::MIN_POSITIONS {
            let blocks = Self::ROUND_BLOCKS.min((end - self.block.addr()) / 64);
            if blocks == 0 {
                break;
            }
            // `used` is below INDEX, so a round has room after INDEX + 2 * TOKENS.
            let room = self.store.positions[START + self.found..].first_chunk_mut();
            let room = room.expect("room for a round");
            // SAFETY: all of these blocks are in the text.
            let count =
                unsafe { index::<K>(self.density, self.block, blocks, room, &mut self.above_9) };
            self.density = Density::new(count, blocks);
            self.found += count;
            self.block = self.block.wrapping_add(64 * blocks);
            if K::PREFILTERED && _mm256_testz_si256(self.above_9, self.above_9) == 0 {
                (self.digits_only, self.above_9) = (self.block, _mm256_setzero_si256());
            }
        }
    }

    /// The result of a prefilter for the batch. An instance without a prefilter only checks whether a prefilter would be
    /// useful, with the first batch of a walk and of each part of the index.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn prefilter(&mut self) -> Option<Decoded> {
        let PassStore {
            prefilter,
            length_filter,
            prefix_filter,
            tile,
            ..
        } = &mut *self.store;
        let (dialect, cursor, text) = (self.dialect, self.cursor, self.text);
        let may_be_prefiltered = tile.kind.may_be_prefiltered();
        if !K::PREFILTERED {
            if has_prefiltered_instance::<D, K>() && self.used == 0 {
                prefilter.suggest(|| {
                    may_be_prefiltered
                        && (is_likely(near_lines(tile)) || prefix_filter::is_likely::<D>(tile))
                });
            }
            return None;
        }
        let mut decoded = None;
        if cursor >= self.digits_only && may_be_prefiltered {
            let near = near_lines(tile);
            decoded = if is_likely(near) {
                // SAFETY: as for `decode`.
                unsafe { length_filter.answer::<D, K>(tile, dialect, cursor, text, near) }
            } else {
                // SAFETY: as for `decode`.
                unsafe { prefix_filter.answer::<D, K>(tile, dialect, cursor, text) }
            };
        }
        prefilter.record(decoded.is_some());
        decoded
    }
}
