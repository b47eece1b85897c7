//! The walk over text: batches of 64 lines of one dialect.
//!
//! Input: text, and where a line begins. Output: the answers of whole batches, and where it stopped. Batches are answered in
//! order, so the walk can stop after any of them. Only whole blocks of 64 bytes inside the text are read. The first block
//! may begin before the first line; its separators before that line are dropped.

use super::decode::{AllPiles, BatchAnswer, decode};
use super::index::{index, separators, write_by_table};
use super::layout::layout;
use super::length_filter::{LengthFilter, near_lines};
use super::ops::BitWeights;
use super::tile::{Decoded, LEAD, Tile};
use crate::parse::AnswerSink;
use crate::parse::aarch64::DecideNeon;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::length_filter::is_likely;
use crate::parse::batch::prefilter::{PrefilterState, has_prefiltered_instance};
use crate::parse::batch::{BLOCKS, BatchEnd, Density, INDEX, ROUND, Stop, TOKENS};
use core::arch::aarch64::{uint8x16_t, vdupq_n_u8, vmaxvq_u8};
use std::marker::PhantomData;

/// Where the index begins in [`Store::positions`]. The entry before it is the position of the separator that stands before
/// the first one of the index.
const START: usize = 64;

/// At least this number of positions is indexed before a batch is answered. With the positions of two batches, no load of
/// positions waits for the stores.
const MIN_POSITIONS: usize = 2 * TOKENS;

/// The memory of a kernel, kept from call to call.
#[repr(align(64))]
pub(super) struct Store {
    /// The index: positions of separators, modulo 64.
    positions: [u8; START + INDEX + MIN_POSITIONS + ROUND],
    tile: Tile,
    piles: AllPiles,
    pub(super) prefilter: PrefilterState,
    length_filter: LengthFilter,
}

impl Store {
    pub(super) const NEW: Self = Self {
        positions: [0; START + INDEX + MIN_POSITIONS + ROUND],
        tile: Tile::NEW,
        piles: AllPiles::NEW,
        prefilter: PrefilterState::NEW,
        length_filter: LengthFilter::NEW,
    };
}

/// Answers whole batches of lines of `dialect` from `at`, which is [`LEAD`] at least. The line before `at` ends as the
/// dialect says.
#[target_feature(enable = "neon")]
pub(super) fn walk<D: DecideNeon, B: AnswerSink, K: StaticDialect>(
    store: &mut Store,
    dialect: Dialect,
    text: &[u8],
    at: usize,
    sink: &mut B,
) -> BatchEnd {
    match Pass::<D, B, K>::new(store, dialect, text, at, sink) {
        Some(pass) => pass.run(),
        None => BatchEnd {
            at,
            max_digits: 0,
            stop: Stop::End,
        },
    }
}

/// The state of a walk.
struct Pass<'a, D, B, K> {
    store: &'a mut Store,
    dialect: Dialect,
    text: &'a [u8],
    sink: &'a mut B,
    /// The next block to index.
    block: *const u8,
    /// The separator before the first token that is not answered.
    cursor: *const u8,
    /// In prefiltered instances: all bytes from here to `block` are separators or digits.
    digits_only: *const u8,
    /// In prefiltered instances: for each byte of a vector, the largest byte at its place in the blocks since `digits_only`.
    largest: uint8x16_t,
    /// The positions in the index, and how many of them are used.
    found: usize,
    used: usize,
    density: Density,
    instance: PhantomData<(D, K)>,
}

impl<'a, D: DecideNeon, B: AnswerSink, K: StaticDialect> Pass<'a, D, B, K> {
    /// The bytes of a line's end.
    const ENDING: usize = if K::HAS_LAST { 2 } else { 1 };

    /// Indexes the first block; `None` if there is none, or no line begins at `at`.
    #[inline]
    #[target_feature(enable = "neon")]
    fn new(
        store: &'a mut Store,
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
        let mut largest = vdupq_n_u8(0);
        // SAFETY: LEAD bytes are before `first`, and the block ends inside the text.
        let all = unsafe { separators::<K>(block, BitWeights::new(), &mut largest) };
        store.positions[START - 1] = (skew as u8).wrapping_sub(Self::ENDING as u8);
        let positions = store.positions[START..].as_mut_ptr();
        // SAFETY: the array has more than 64 bytes from there on.
        let end = unsafe { write_by_table(positions, all & u64::MAX << skew) };
        let block = block.wrapping_add(64);
        Some(Self {
            dialect,
            text,
            sink,
            block,
            cursor: first.wrapping_sub(Self::ENDING),
            digits_only: block,
            largest,
            found: end.addr() - positions.addr(),
            used: 0,
            density: Density::Dense,
            store,
            instance: PhantomData,
        })
    }

    /// Answers batches up to the first batch that is not of the dialect.
    #[inline]
    #[target_feature(enable = "neon")]
    fn run(mut self) -> BatchEnd {
        let (mut max_digits, mut stop) = (0, Stop::End);
        loop {
            // Step 1.
            self.index_ahead();
            if self.found - self.used < TOKENS {
                break;
            }
            // Step 2.
            let positions = self.store.positions[START - 1 + self.used..].first_chunk();
            layout::<K>(&mut self.store.tile, positions.expect("a batch"));
            // Steps 3 to 5.
            let prefiltered = self.prefilter();
            let Store { tile, piles, .. } = &mut *self.store;
            // SAFETY: `layout` filled the tile. `cursor` stands after LEAD bytes of text, less a line's end. Each length is at
            // most the distance of two separators, and the last separator is before `block`, so it is in the text.
            let outcome = unsafe {
                decode::<D, K>(
                    tile,
                    self.dialect,
                    piles,
                    prefiltered,
                    self.cursor,
                    self.text,
                )
            };
            match outcome {
                BatchAnswer::Answers(answers, next) => {
                    self.sink.push(answers, 64);
                    max_digits = tile.max_digits().max(max_digits);
                    self.cursor = next;
                }
                BatchAnswer::Refused => break,
                BatchAnswer::Padded => {
                    stop = Stop::Padded;
                    break;
                }
            }
            self.used += TOKENS;
            if self.store.prefilter.wants_switch::<D, K>() {
                stop = Stop::SwitchInstance;
                break;
            }
            if self.used >= INDEX {
                // The positions that are not used, and the one before them.
                let unused = START + self.used - 1..START + self.found;
                self.store.positions.copy_within(unused, START - 1);
                (self.found, self.used) = (self.found - self.used, 0);
            }
        }
        BatchEnd {
            at: self.cursor.addr() + Self::ENDING - self.text.as_ptr().addr(),
            max_digits,
            stop,
        }
    }

    /// Step 1: indexes blocks until enough positions are there, or no block is left.
    #[inline]
    #[target_feature(enable = "neon")]
    fn index_ahead(&mut self) {
        let end = self.text.as_ptr_range().end.addr();
        while self.found - self.used < MIN_POSITIONS {
            let blocks = BLOCKS.min((end - self.block.addr()) / 64);
            if blocks == 0 {
                break;
            }
            // `used` is below INDEX, so a round has room after INDEX + MIN_POSITIONS.
            let room = self.store.positions[START + self.found..].first_chunk_mut();
            let room = room.expect("room for a round");
            // SAFETY: so many blocks are in the text.
            let count =
                unsafe { index::<K>(self.density, self.block, blocks, room, &mut self.largest) };
            self.density = Density::new(count, blocks);
            self.found += count;
            self.block = self.block.wrapping_add(64 * blocks);
            if K::PREFILTERED && vmaxvq_u8(self.largest) > b'9' {
                (self.digits_only, self.largest) = (self.block, vdupq_n_u8(0));
            }
        }
    }

    /// The answers of the batch, if the prefilter can give them. Instances without a prefilter only check whether it would be
    /// of use, with the first batch of a walk and of each part of the index.
    #[inline]
    #[target_feature(enable = "neon")]
    fn prefilter(&mut self) -> Option<Decoded> {
        let Store {
            prefilter,
            length_filter,
            tile,
            ..
        } = &mut *self.store;
        let may_be_prefiltered = tile.kind.may_be_prefiltered();
        if !K::PREFILTERED {
            if has_prefiltered_instance::<D, K>() && self.used == 0 {
                prefilter.suggest(|| may_be_prefiltered && is_likely(near_lines(tile)));
            }
            return None;
        }
        let mut decoded = None;
        if self.cursor >= self.digits_only && may_be_prefiltered {
            let near = near_lines(tile);
            if is_likely(near) {
                let (dialect, cursor, text) = (self.dialect, self.cursor, self.text);
                // SAFETY: as for `decode`.
                decoded =
                    unsafe { length_filter.answer::<D, K>(tile, dialect, cursor, text, near) };
            }
        }
        prefilter.record(decoded.is_some());
        decoded
    }
}
