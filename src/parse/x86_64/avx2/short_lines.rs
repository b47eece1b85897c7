//! The walk for lines whose piles have at most 3 digits: one window of 8 bytes a line, without index and layout.
//!
//! Input: text of a dialect, from the start of a line. Output: the answers of whole batches, and where it stopped.
//!
//! Such a line fits one window of 8 bytes, and copying the window takes no more time than writing a position. So each window
//! is copied when its line feed is found. The window itself shows where its two tokens begin. The second token begins after
//! the last separator before the line's last digit; that separator must be the blank of the dialect. The first token begins
//! after the separator before that one, whatever byte it is. The bytes of both tokens and of their separators are counted.
//! If their number in a batch is the distance between the two ends of the batch, then the batch has no other bytes, and no
//! line was longer than its window. Pairs up to 100, text in the cache: 1.07 ns a pair, instead of 1.46 with one window and
//! the index, and 1.85 with two windows.

use super::expected::{Mismatch, expected, limits};
use super::ops::{load, repeat, vector};
use super::tile::{LEAD, TokenLayout};
use crate::parse::AnswerSink;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::{BLOCKS, LINES, ROUND};
use crate::parse::x86_64::{Decide256, prefetch};
use core::arch::x86_64::*;

/// When this number of windows is used, the other windows are moved to the front.
const USED: usize = 8 * LINES;
/// Room for the used windows, and for the windows of two batches, of a round, and of a block.
const WINDOWS: usize = USED + 2 * LINES + ROUND + 64;

/// Decides from the last batches whether this walk is used. It changes the time only, never an answer.
///
/// A batch that is not of short lines is a failure. It costs as much time as [`FAILURE_COST`] other batches save. So the
/// walk continues while the time that it saves makes up for its failures. Each time it stops, it waits for a longer row of
/// batches of short lines. A [`Trial`](crate::parse::batch::prefilter::Trial), which counts failures in a row, does not fit.
/// If two failures in a row stopped the walk, one longer line in 640, at random, would cost 5%. If three did, a longer line
/// every 100 lines would never stop the walk, which costs 31%: two of three batches fail.
pub(super) struct ShortLinesState {
    is_wanted: bool,
    /// This walk begins after this number of batches of short lines in a row.
    needed_row: u32,
    row: u32,
    /// The number of answered batches that no failure has used up.
    credit: u32,
}

/// The number of answered batches that make up for one failure.
const FAILURE_COST: u32 = 4;
/// The largest credit. When it is reached, earlier failures are forgotten.
const MAX_CREDIT: u32 = 4 * FAILURE_COST;
/// The largest [`ShortLinesState::needed_row`].
const MAX_NEEDED_ROW: u32 = 64;

impl ShortLinesState {
    pub(super) const NEW: Self = Self {
        is_wanted: false,
        needed_row: 1,
        row: 0,
        credit: 0,
    };

    pub(super) fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// The other walk has a batch of `kind`. Returns whether this walk takes it.
    #[inline]
    pub(super) fn suggest(&mut self, kind: TokenLayout) -> bool {
        let is_short = kind == TokenLayout::Digits3;
        self.row = if is_short { self.row + 1 } else { 0 };
        let begins = self.row >= self.needed_row;
        if begins {
            (self.is_wanted, self.credit) = (true, FAILURE_COST);
        }
        begins
    }

    /// This walk answered a batch.
    #[inline]
    fn record_success(&mut self) {
        if self.credit < MAX_CREDIT {
            self.credit += 1;
        } else {
            self.needed_row = 1;
        }
    }

    /// A batch is not of short lines. Returns whether the walk continues.
    fn record_failure(&mut self) -> bool {
        self.row = 0;
        self.is_wanted = self.credit >= FAILURE_COST;
        if self.is_wanted {
            self.credit -= FAILURE_COST;
        } else {
            self.needed_row = MAX_NEEDED_ROW.min(2 * self.needed_row);
        }
        self.is_wanted
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

/// The windows of lines that were found and are not answered yet.
pub(super) struct Windows {
    /// The last eight bytes of each line. Where the dialect has a byte before the line feed, they end with that byte.
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
    /// windows. Blocks of at most `TURNS` lines are fast.
    ///
    /// # Safety
    /// * From 8 bytes before the first line feed to the byte after the block, all bytes are readable.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    unsafe fn block<K: StaticDialect, const TURNS: usize>(
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
            let end = end.wrapping_sub(usize::from(K::HAS_LAST));
            // SAFETY: the caller's promise. If no line feed is left, `end` is the byte after the block; what is written
            // then is overwritten later.
            windows[i] = unsafe { end.wrapping_sub(7).cast::<u64>().read_unaligned() };
            line_feeds &= line_feeds.wrapping_sub(1);
        };
        for i in 0..TURNS {
            next(i);
        }
        for i in TURNS..count {
            next(i);
        }
        found + count
    }

    /// Finds and copies the lines of several blocks, as [`Self::block`] does for one.
    ///
    /// # Safety
    /// * 64 bytes for each block are readable from `block`, 64 bytes before it, and one byte after the last block.
    /// * `block` is a multiple of 64.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    unsafe fn blocks<K: StaticDialect, const TURNS: usize>(
        &mut self,
        mut block: *const u8,
        blocks: usize,
        mut found: usize,
    ) -> usize {
        for _ in 0..blocks {
            prefetch(block);
            // SAFETY: one of the caller's blocks.
            let line_feeds = unsafe { line_feeds(block) };
            // SAFETY: the bytes around it are the caller's as well.
            found = unsafe { self.block::<K, TURNS>(block, line_feeds, found) };
            block = block.wrapping_add(64);
        }
        found
    }

    /// Calls [`Self::blocks`] with the `TURNS` that fit `density`. `density` is ten times the average number of line feeds in
    /// the blocks before.
    ///
    /// # Safety
    /// * As for [`Windows::blocks`].
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    unsafe fn round<K: StaticDialect>(
        &mut self,
        density: usize,
        block: *const u8,
        blocks: usize,
        found: usize,
    ) -> usize {
        match density {
            // SAFETY: the caller's promise.
            0..75 => unsafe { self.blocks::<K, 8>(block, blocks, found) },
            // SAFETY: the caller's promise.
            75..95 => unsafe { self.blocks::<K, 10>(block, blocks, found) },
            // SAFETY: the caller's promise.
            95..115 => unsafe { self.blocks::<K, 12>(block, blocks, found) },
            // SAFETY: the caller's promise.
            115..135 => unsafe { self.blocks::<K, 14>(block, blocks, found) },
            // SAFETY: the caller's promise.
            _ => unsafe { self.blocks::<K, 16>(block, blocks, found) },
        }
    }

    /// The address of the line feed that ends the first `lines` lines. `lines` is a multiple of [`LINES`], and this number
    /// of line feeds has been found.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn end(&self, lines: usize) -> usize {
        let last = &self.last[lines / LINES - 1];
        let before = (lines - 1).wrapping_sub(last.before);
        let line_feed = _pdep_u64(1 << (before % 64), last.line_feeds);
        last.start + line_feed.trailing_zeros() as usize
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
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn line_feeds(block: *const u8) -> u64 {
    let [low, high] = [0, 32].map(|i| {
        // SAFETY: one half of the caller's block.
        let bytes = unsafe { _mm256_load_si256(block.wrapping_add(i).cast()) };
        let found = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'\n' as i8));
        u64::from(_mm256_movemask_epi8(found) as u32)
    });
    low | high << 32
}

/// Answers whole batches of lines of `dialect` from `at`, which is at least [`LEAD`]. The line before `at` ends as the
/// dialect says. Returns where it stopped. If a batch is not of short lines, `other` is called with the start of the batch.
/// `other` answers lines from there on, and returns where it stopped.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn walk_short_lines<D: Decide256, B: AnswerSink, K: StaticDialect>(
    store: &mut Windows,
    state: &mut ShortLinesState,
    dialect: Dialect,
    text: &[u8],
    at: usize,
    sink: &mut B,
    mut other: impl FnMut(usize, &mut B) -> usize,
) -> usize {
    assert!(at >= LEAD);
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
    // SAFETY: LEAD bytes are before `first`, and at least one block and a byte after it are left.
    let line_feeds = unsafe { line_feeds(block) } & u64::MAX << skew;
    // SAFETY: the same; the first line feed that is left is after `first`, so 8 bytes before it are text.
    let mut found = unsafe { store.block::<K, 16>(block, line_feeds, 0) };
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
            // SAFETY: so many blocks and one byte more are text, and so is the block before.
            let now = unsafe { store.round::<K>(density, block, blocks, found) };
            density = 10 * (now - found) / blocks;
            found = now;
            block = block.wrapping_add(64 * blocks);
        }
        if found - used < LINES {
            break;
        }
        let windows = store.windows[used..].first_chunk().expect("a batch");
        used += LINES;
        let end = store.end(used) + 1;
        match answer::<D, K>(windows, dialect) {
            Some((answers, bytes)) if bytes == end - start => {
                sink.push(answers, 64);
                state.record_success();
            }
            _ => {
                if !state.record_failure() {
                    break;
                }
                start = base.addr() + other(start - base.addr(), sink);
                if start != end {
                    break;
                }
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

/// The answers of a batch, and the number of bytes that its lines have if they are of the dialect. `None` if a window has a
/// byte that the dialect does not have in that place.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn answer<D: Decide256, K: StaticDialect>(
    windows: &[u64; LINES],
    dialect: Dialect,
) -> Option<(u64, usize)> {
    const SEPARATORS: [u8; 32] = repeat(*b"000 000\n");
    /// The smallest signed byte: it is never above another byte.
    const NEVER: u8 = 0x80;
    let expected = expected::<K>(SEPARATORS, dialect);
    let zeros = _mm256_set1_epi8(b'0' as i8);
    // If the blank of a line stands at one of these bytes, the window is shifted down by this number of bits, which moves
    // the first token to its place.
    let shifts = vector(repeat([0, 0, 0, 0, 8, 16, 0, 0]));
    // Of a token's three bytes for digits only the last one is always a digit. The other two may be separators.
    let upper = vector(repeat([b'0', b'0', NEVER, NEVER]));
    let hundreds = vector(repeat([100, 10, 1, 0]));
    let mut mismatch = Mismatch::none();
    // For each byte of a window: minus the number of lines to which this byte does not belong.
    let mut outside = _mm256_setzero_si256();
    let mut answers = 0;
    for half in 0..2 {
        let mut fours = [_mm256_setzero_si256(); 8];
        for (i, four) in fours.iter_mut().enumerate() {
            let window = load(windows, 8 * half + i);
            let separators = _mm256_cmpgt_epi8(zeros, window);
            let shift = _mm256_and_si256(separators, shifts);
            let shift = _mm256_sad_epu8(shift, _mm256_setzero_si256());
            let first = _mm256_srlv_epi64(window, shift);
            let both = _mm256_blend_epi32::<0b1010_1010>(first, window);
            // If a separator stands in the place of the tens, the byte before it does not belong to the token either.
            let before = _mm256_cmpgt_epi8(upper, both);
            let before = _mm256_or_si256(before, _mm256_srli_epi16::<8>(before));
            outside = _mm256_add_epi8(outside, before);
            let digits = _mm256_andnot_si256(before, _mm256_xor_si256(both, expected));
            mismatch.add(digits);
            let parts = _mm256_maddubs_epi16(digits, hundreds);
            *four = _mm256_madd_epi16(parts, _mm256_set1_epi16(1));
        }
        let [low, high] = [0, 4].map(|i| {
            // `a` has the piles of lines 0 1 4 5, 2 3 6 7, and `b` those of lines 8 9 12 13, 10 11 14 15. The first and the
            // second pile of each line stand side by side.
            let a = _mm256_packus_epi32(fours[i], fours[i + 1]);
            let b = _mm256_packus_epi32(fours[i + 2], fours[i + 3]);
            let x = _mm256_blend_epi16::<0b1010_1010>(a, _mm256_slli_epi32::<16>(b));
            let y = _mm256_blend_epi16::<0b1010_1010>(_mm256_srli_epi32::<16>(a), b);
            // SAFETY: this function has the instructions of an `Avx2`.
            unsafe { D::three_digits(x, y) }
        });
        let order = _mm_setr_epi8(0, 2, 8, 10, 4, 6, 12, 14, 1, 3, 9, 11, 5, 7, 13, 15);
        let all = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(low, high));
        let all = _mm256_shuffle_epi8(all, _mm256_broadcastsi128_si256(order));
        answers |= u64::from(_mm256_movemask_epi8(all) as u32) << (32 * half);
    }
    let outside = _mm256_sub_epi8(_mm256_setzero_si256(), outside);
    let outside = _mm256_sad_epu8(outside, _mm256_setzero_si256());
    let half = _mm_add_epi64(
        _mm256_castsi256_si128(outside),
        _mm256_extracti128_si256::<1>(outside),
    );
    let outside = _mm_extract_epi64::<0>(half) + _mm_extract_epi64::<1>(half);
    let window = if K::HAS_LAST { 9 } else { 8 };
    let bytes = window * LINES - outside as usize;
    let is_valid = mismatch.is_within(const { limits(SEPARATORS) });
    is_valid.then_some((answers, bytes))
}

#[cfg(test)]
mod tests {
    use super::super::walk::{Store, short_lines};
    use super::*;
    use crate::parse::Decide;
    use crate::parse::batch::dialect::{Plain, WithLast};
    use crate::parse::batch::driver::Driver;
    use crate::parse::batch::tests::{Answers, Draw, dialects};
    use crate::parse::x86_64::Avx2;
    use crate::parse::x86_64::avx2::Batches256;
    use crate::pipeline::decide::Ascending;

    /// As [`Ascending`], for piles below 1000 only.
    struct Below1000;

    impl Decide for Below1000 {
        fn pair(_: u64, _: u64) -> bool {
            panic!("not by this walk")
        }
        fn digits(_: &[u8], _: &[u8]) -> bool {
            panic!("not by this walk")
        }
    }

    // SAFETY: as for `Ascending`.
    unsafe impl Decide256 for Below1000 {
        unsafe fn three_digits(x: __m256i, y: __m256i) -> __m256i {
            // SAFETY: the caller has the instructions.
            unsafe { Ascending::three_digits(x, y) }
        }
        unsafe fn u31_x8(_: __m256i, _: __m256i) -> u32 {
            panic!("not by this walk")
        }
        unsafe fn u64_x4(_: __m256i, _: __m256i) -> (u32, u32) {
            panic!("not by this walk")
        }
    }

    /// The answers of the walk, and where it stops.
    fn take<D: Decide256>(dialect: Dialect, text: &[u8], at: usize) -> (Vec<u64>, usize) {
        let mut store = Box::new(Store::new());
        let mut answers = Answers::default();
        assert!(store.short_lines.suggest(TokenLayout::Digits3));
        let (store, sink) = (&mut *store, &mut answers);
        // SAFETY: the caller has seen that the instructions are there.
        let stop = unsafe {
            if dialect.last.is_some() {
                short_lines::<D, _, WithLast>(store, dialect, text, at, sink)
            } else {
                short_lines::<D, _, Plain>(store, dialect, text, at, sink)
            }
        };
        (answers.0, stop)
    }

    /// Every line to where it stopped is of the dialect, and its answer is right.
    fn check(dialect: Dialect, text: &[u8], at: usize, (answers, stop): (Vec<u64>, usize)) {
        let lines = text[at..stop].split_inclusive(|&c| c == b'\n');
        assert_eq!(lines.clone().count(), LINES * answers.len());
        for (i, line) in lines.enumerate() {
            let shown = String::from_utf8_lossy(line);
            let strict = line.strip_suffix(b"\n").expect("whole lines");
            let strict = match dialect.last {
                Some(last) => strict.strip_suffix(&[last]),
                None => Some(strict),
            };
            let piles = strict.unwrap_or_else(|| panic!("{shown:?}"));
            let piles: Vec<u64> = piles
                .split(|&c| c == dialect.blank)
                .map(|pile| {
                    let digits = !pile.is_empty() && pile.iter().all(u8::is_ascii_digit);
                    assert!(digits, "{shown:?}");
                    std::str::from_utf8(pile).unwrap().parse().unwrap()
                })
                .collect();
            let &[a, b] = &piles[..] else {
                panic!("{shown:?}")
            };
            let answer = answers[i / LINES] >> (i % LINES) & 1 == 1;
            assert_eq!(answer, a < b, "{shown:?}");
        }
    }

    /// Lines whose piles have at most the given number of digits, and where the lines begin.
    fn lines(
        r: &mut Draw,
        dialect: (Dialect, &str),
        digits: u32,
        lines: usize,
    ) -> (Vec<u8>, usize) {
        let mut text = dialect.1.repeat(LEAD);
        let at = text.len();
        let blank = char::from(dialect.0.blank);
        for _ in 0..lines {
            let mut pile = || {
                let digits = 1 + r.below(digits.into()) as usize;
                let pile = r.below(10u64.pow(digits as u32));
                // Often with leading zeros.
                format!("{pile:0digits$}")
            };
            text += &format!("{}{blank}{}{}", pile(), pile(), dialect.1);
        }
        (text.into_bytes(), at)
    }

    /// All batches are answered: by this walk alone, and by the kernel, which must use this walk.
    #[test]
    fn all_batches_are_taken() {
        let Some(token) = Avx2::detect() else { return };
        let mut r = Draw(7);
        for dialect in dialects() {
            for digits in 1..=3 {
                let (text, at) = lines(&mut r, dialect, digits, 10_000);
                let mut answers = Answers::default();
                let mut kernel = Driver::new(Batches256::new(token));
                let stop = kernel
                    .run::<Below1000, _>(dialect.0, &text, at, &mut answers)
                    .at;
                for seen in [take::<Below1000>(dialect.0, &text, at), (answers.0, stop)] {
                    let left = text[seen.1..].iter().filter(|&&c| c == b'\n').count();
                    // Less than a batch, and the rest of a block.
                    assert!(left < LINES + 32, "{dialect:?}: {left}");
                    check(dialect.0, &text, at, seen);
                }
            }
        }
    }

    /// Makes several edits at a time, because two edits may leave the number of bytes or of lines as it was.
    #[test]
    fn lines_of_another_form_are_never_taken() {
        if Avx2::detect().is_none() {
            return;
        }
        let mut r = Draw(1);
        let dialects = dialects();
        let mut whole = 0;
        for round in 0..2_000 {
            let dialect = dialects[round % dialects.len()];
            let (mut text, at) = lines(&mut r, dialect, 3, 3 * LINES);
            for _ in 0..1 + r.below(3) {
                let place = at + r.below((text.len() - at) as u64) as usize;
                let byte = b"0129  \n\n\t\r:/\x80\x00"[r.below(14) as usize];
                match r.below(4) {
                    0 => drop(text.remove(place)),
                    1 => text.insert(place, byte),
                    2 => text[place] = byte,
                    _ => text.swap(place, place - r.below(9) as usize),
                }
            }
            let seen = take::<Ascending>(dialect.0, &text, at);
            whole += usize::from(seen.0.len() >= 2);
            check(dialect.0, &text, at, seen);
        }
        assert!(whole > 100, "{whole}");
    }

    /// A few longer lines do not stop the walk; many longer lines do.
    #[test]
    fn single_batches_of_other_lines_are_taken() {
        if Avx2::detect().is_none() {
            return;
        }
        let mut r = Draw(3);
        for dialect in dialects() {
            for (digits, every) in [(4, 10 * LINES), (18, 10 * LINES), (4, 20)] {
                let (text, at) = lines(&mut r, dialect, 3, 200 * LINES);
                let pile = "1".repeat(digits);
                let longer = format!("{pile}{}7{}", char::from(dialect.0.blank), dialect.1);
                let mut edited = text[..at].to_vec();
                for (i, line) in text[at..].split_inclusive(|&c| c == b'\n').enumerate() {
                    let line = if i % every == 0 {
                        longer.as_bytes()
                    } else {
                        line
                    };
                    edited.extend_from_slice(line);
                }
                let seen = take::<Ascending>(dialect.0, &edited, at);
                let whole = seen.1 > edited.len() - 3 * ROUND;
                assert_eq!(whole, every > LINES, "{dialect:?} {digits} {every}");
                check(dialect.0, &edited, at, seen);
            }
        }
    }

    /// A wrong decision would change the time only, so no other test finds it.
    #[test]
    fn it_is_wanted_where_it_was_of_use() {
        let mut state = ShortLinesState::NEW;
        assert!(!state.suggest(TokenLayout::Digits7) && state.suggest(TokenLayout::Digits3));
        // One failure is allowed at the beginning.
        assert!(state.record_failure() && !state.record_failure() && !state.is_wanted());
        for row in [2, 4, 8, 16, 32, 64, 64] {
            for _ in 1..row {
                assert!(!state.suggest(TokenLayout::Digits3));
            }
            assert!(!state.suggest(TokenLayout::Digits9));
            for _ in 1..row {
                assert!(!state.suggest(TokenLayout::Digits3));
            }
            assert!(state.suggest(TokenLayout::Digits3));
            assert!(state.record_failure() && !state.record_failure());
        }
        for _ in 0..64 {
            state.suggest(TokenLayout::Digits3);
        }
        for _ in 0..MAX_CREDIT {
            state.record_success();
        }
        for _ in 0..MAX_CREDIT / FAILURE_COST {
            assert!(state.record_failure());
        }
        // The failures before the largest credit was reached are forgotten.
        assert!(!state.record_failure() && !state.suggest(TokenLayout::Digits3));
        assert!(state.suggest(TokenLayout::Digits3));
    }
}
