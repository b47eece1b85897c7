//! The walk for lines whose piles have at most 3 digits: one window of 8 bytes a line, without index and layout.
//!
//! Input: text of a dialect, from the start of a line. Output: the answers of whole batches, and where it stopped.
//!
//! Such a line fits one window of 8 bytes, and copying the window takes no more time than writing a position. So each window
//! is copied when its line feed is found. The window itself shows where its two tokens begin. The second token begins after
//! the last separator before the line's last digit; that separator must be a space. The first token begins
//! after the separator before that one, whatever byte it is. The bytes of both tokens and of their separators are counted.
//! If their number in a batch is the distance between the two ends of the batch, then the batch has no other bytes, and no
//! line was longer than its window. Pairs up to 100, text in the cache: 1.07 ns a pair, instead of 1.46 with one window and
//! the index, and 1.85 with two windows.

use super::tile::{BYTES_BEFORE, TokenLayout};
use super::vector::{Asks, Vector32};
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::filter_state::Trial;
use crate::parse::batch::{BLOCKS, LINES, ROUND};
use crate::parse::{AnswerSink, Decide};

/// When this number of windows is used, the other windows are moved to the front.
const USED: usize = 8 * LINES;
/// Room for the used windows, and for the windows of two batches, of a round, and of a block.
const WINDOWS: usize = USED + 2 * LINES + ROUND + 64;

/// The number of lines of a block that are copied without a branch, for blocks of few lines, of more, and of up to the most that 64
/// bytes can have. A block with fewer lines costs useless copies, and one with more costs a mispredicted branch.
const FEW: usize = 9;
const MORE: usize = 12;
const MOST: usize = 64 / 4;
/// The averages of lines in a block, times ten, from which on [`MORE`] and [`MOST`] lines are copied. With half of these limits,
/// pairs to 999 take 14% more time and pairs to 100 5%. With twice these limits, pairs to 100 take 8% more.
const MORE_FROM: usize = 95;
const MOST_FROM: usize = 115;

/// Decides from the last batches whether this walk is used. It changes the time only, never an answer.
pub(in crate::parse) struct ShortLinesState {
    is_wanted: bool,
    /// A batch with a longer line now and then begins no pause.
    trial: Trial<3, 32>,
}

impl ShortLinesState {
    pub(super) const NEW: Self = Self {
        is_wanted: false,
        trial: Trial::NEW,
    };

    pub(super) fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// The other walk has a batch of `kind`. Returns whether this walk takes it.
    #[inline]
    pub(in crate::parse) fn suggest(&mut self, kind: TokenLayout) -> bool {
        self.is_wanted = kind == TokenLayout::Digits3 && self.trial.is_due();
        self.is_wanted
    }

    /// Records whether a batch had short lines only. If not, the walk ends.
    #[inline]
    fn record(&mut self, is_short: bool) {
        self.trial.record(is_short);
        self.is_wanted = is_short;
    }
}

/// A block of text, and its line feeds.
#[derive(Clone, Copy)]
struct Block {
    start: usize,
    line_feeds: u64,
    /// The number of lines that end before the block, modulo 64. So it does not change when whole batches are forgotten.
    before: usize,
}

/// The windows of lines that were found and are not answered yet. They are aligned, because vectors of them are loaded.
#[repr(C, align(64))]
pub(in crate::parse) struct Windows {
    /// The last eight bytes of each line. In lines that end with CR LF, they end with the CR.
    windows: [u64; WINDOWS],
    /// The block in which each batch ends: the last block that begins before the end of the batch.
    last: [Block; WINDOWS / LINES],
}

impl Windows {
    pub(super) const NEW: Self = Self {
        windows: [0; WINDOWS],
        last: [Block {
            start: 0,
            line_feeds: 0,
            before: 0,
        }; WINDOWS / LINES],
    };

    /// Copies the windows of the lines that end in a block. They follow the first `found` windows. Returns the new number of
    /// windows. Blocks of at most `UNROLLED` lines are fast.
    ///
    /// # Safety
    /// * From 8 bytes before the first line feed to the byte after the block, all bytes are readable.
    #[inline(always)]
    unsafe fn block<K: StaticDialect, const UNROLLED: usize>(
        &mut self,
        block: *const u8,
        mut line_feeds: u64,
        found: usize,
    ) -> usize {
        let count = line_feeds.count_ones() as usize;
        self.last[found / LINES] = Block {
            start: block.addr(),
            line_feeds,
            before: found,
        };
        let windows: &mut [u64; 64] = self.windows[found..].first_chunk_mut().expect("room");
        let mut next = |i: usize| {
            let end = block.wrapping_add(line_feeds.trailing_zeros() as usize);
            let end = end.wrapping_sub(usize::from(K::HAS_CR));
            // SAFETY: the caller's promise. If no line feed is left, `end` is the byte after the block; what is written
            // then is overwritten later.
            windows[i] = unsafe { end.wrapping_sub(7).cast::<u64>().read_unaligned() };
            line_feeds &= line_feeds.wrapping_sub(1);
        };
        for i in 0..UNROLLED {
            next(i);
        }
        for i in UNROLLED..count {
            next(i);
        }
        found + count
    }

    /// Finds and copies the lines of several blocks, as [`Self::block`] does for one.
    ///
    /// # Safety
    /// * 64 bytes for each block are readable from `block`, 64 bytes before it, and one byte after the last block.
    /// * `block` is a multiple of 64.
    #[inline(always)]
    unsafe fn blocks<V: Vector32, K: StaticDialect, const UNROLLED: usize>(
        &mut self,
        token: V::Token,
        mut block: *const u8,
        blocks: usize,
        mut found: usize,
    ) -> usize {
        let weights = V::weights(token);
        for _ in 0..blocks {
            V::prefetch(token, block);
            // SAFETY: one of the caller's blocks.
            let line_feeds = unsafe { line_feeds::<V>(token, block, weights) };
            // SAFETY: the bytes around it are the caller's as well.
            found = unsafe { self.block::<K, UNROLLED>(block, line_feeds, found) };
            block = block.wrapping_add(64);
        }
        found
    }

    /// The address of the line feed that ends the first `lines` lines. `lines` is a multiple of [`LINES`], and this number
    /// of line feeds has been found.
    #[inline(always)]
    fn end<V: Vector32>(&self, token: V::Token, lines: usize) -> usize {
        let last = &self.last[lines / LINES - 1];
        let before = (lines - 1).wrapping_sub(last.before);
        last.start + V::nth_bit(token, last.line_feeds, before as u32 % 64) as usize
    }

    /// Forgets the first `lines` lines, a multiple of [`LINES`], of those found.
    fn forget(&mut self, lines: usize, found: usize) {
        self.windows.copy_within(lines..found, 0);
        self.last.copy_within(lines / LINES..=found / LINES, 0);
    }
}

/// A bit for each line feed of a block.
///
/// # Safety
/// * 64 bytes from `block` are readable.
/// * `block` is a multiple of 64.
#[inline(always)]
unsafe fn line_feeds<V: Vector32>(token: V::Token, block: *const u8, weights: V) -> u64 {
    let line_feed = V::splat(token, b'\n');
    let mut found = [line_feed; 2];
    for (i, found) in found.iter_mut().enumerate() {
        // SAFETY: one half of the caller's block.
        let bytes = unsafe { V::load(token, block.wrapping_add(32 * i)) };
        *found = bytes.equals(line_feed);
    }
    V::bits_of_bytes(found, weights)
}

/// Answers whole batches of lines of `K` from `at`, which is at least [`BYTES_BEFORE`]. The line before `at` ends as `K` says.
/// Returns where it stopped: after the last batch, or before a batch that is not of short lines.
#[inline(always)]
pub(in crate::parse) fn walk_short_lines<D: Decide, V: Asks<D>, B: AnswerSink, K: StaticDialect>(
    token: V::Token,
    store: &mut Windows,
    state: &mut ShortLinesState,
    text: &[u8],
    at: usize,
    sink: &mut B,
) -> usize {
    assert!(at >= BYTES_BEFORE);
    // A mapped file may have changed since the driver found the line. Then nothing is answered.
    if text[at - 1] != b'\n' {
        return at;
    }
    let base = text.as_ptr();
    let first = base.wrapping_add(at);
    let skew = first.addr() % 64;
    let mut block = first.wrapping_sub(skew);
    // The whole blocks that are followed by at least one byte.
    let blocks_left =
        |block: *const u8| (base.addr() + text.len() - 1).saturating_sub(block.addr()) / 64;
    if blocks_left(block) == 0 {
        return at;
    }
    // SAFETY: BYTES_BEFORE bytes are before `first`, and at least one block and a byte after it are left.
    let line_feeds = unsafe { line_feeds::<V>(token, block, V::weights(token)) } & u64::MAX << skew;
    // SAFETY: the same; the first line feed that is left is after `first`, so 8 bytes before it are text.
    let mut found = unsafe { store.block::<K, MOST>(block, line_feeds, 0) };
    block = block.wrapping_add(64);
    let mut density = usize::MAX;
    let mut used = 0;
    let mut start = first.addr();
    loop {
        // The windows of two batches are found before one is answered, so no load of windows waits for their stores.
        while found - used < 2 * LINES {
            let blocks = BLOCKS.min(blocks_left(block));
            if blocks == 0 {
                break;
            }
            // SAFETY: these blocks and one byte more are text, and so is the block before.
            let now = unsafe {
                match density {
                    0..MORE_FROM => store.blocks::<V, K, FEW>(token, block, blocks, found),
                    MORE_FROM..MOST_FROM => store.blocks::<V, K, MORE>(token, block, blocks, found),
                    _ => store.blocks::<V, K, MOST>(token, block, blocks, found),
                }
            };
            density = 10 * (now - found) / blocks;
            found = now;
            block = block.wrapping_add(64 * blocks);
        }
        if found - used < LINES {
            break;
        }
        let windows = store.windows[used..].first_chunk();
        let windows = windows.expect("the windows of a batch were found");
        used += LINES;
        let end = store.end::<V>(token, used) + 1;
        match V::short_lines::<K>(token, windows) {
            Some((answers, bytes)) if bytes == end - start => {
                sink.push(answers, 64);
                state.record(true);
            }
            _ => {
                state.record(false);
                break;
            }
        }
        start = end;
        if used >= USED {
            store.forget(used, found);
            (found, used) = (found - used, 0);
        }
    }
    start - base.addr()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wrong decision would change the time only, so no other test finds it.
    #[test]
    fn it_is_wanted_where_it_was_of_use() {
        let mut state = ShortLinesState::NEW;
        assert!(!state.suggest(TokenLayout::Digits7) && state.suggest(TokenLayout::Digits3));
        for _ in 0..3 {
            assert!(state.suggest(TokenLayout::Digits3) && state.is_wanted());
            state.record(false);
            assert!(!state.is_wanted());
        }
        let turns = (0..100).position(|_| state.suggest(TokenLayout::Digits3));
        assert_eq!(turns, Some(32));
    }
}
