//! The walk for lines whose piles have at most 3 digits: it copies a window of 8 bytes of each line.
//!
//! Input: text, from the start of a line. Output: the answers of whole batches of 64 lines, and where the walk stopped.
//!
//! The eight streams load a vector for each line, but such a line has only about six bytes. So this walk searches each block of
//! 64 bytes for line feeds, and copies the last eight bytes of each line. This window shows where the two piles begin. The
//! second pile begins after the last separator before the line's last digit; that separator must be a space. The first pile
//! begins after the separator before that one, whatever byte it is. The bytes of both piles and of their separators are
//! counted. If their number in a batch equals the number of bytes of the batch, then the batch has no other bytes, and no line
//! was longer than its window. Pairs up to 100, text in the cache, Zen 4: 1.07 ns a pair.

use super::vector::V256;
use crate::parse::AnswerSink;
use crate::parse::streams::{Vector32, repeat};
use crate::parse::x86_64::{Avx2, Decide256, prefetch};
use core::arch::x86_64::*;

/// Lines in a batch.
const LINES: usize = 64;
/// The number of blocks that are searched in one round, before the next batch is answered.
const BLOCKS: usize = 20;
/// When this number of windows is used, the other windows are moved to the front.
const USED: usize = 8 * LINES;
/// Enough for the used windows, and for the windows of two batches, of a round, and of one more block.
const WINDOWS: usize = USED + 2 * LINES + 64 * BLOCKS + 64;

/// How many lines of a block are copied without a branch: if blocks have few lines, more lines, or many lines. A block with
/// fewer lines costs useless copies, and one with more costs a mispredicted branch.
const FEW: usize = 9;
const MORE: usize = 12;
const MOST: usize = 64 / 4;
/// [`MORE`] or [`MOST`] lines are copied if the average number of lines in a block, times ten, is at least this. With half of
/// these limits, pairs to 999 take 14% more time and pairs to 100 5% more. With twice these limits, pairs to 100 take 8% more.
const MORE_FROM: usize = 95;
const MOST_FROM: usize = 115;

/// A block of text, and its line feeds.
#[derive(Clone, Copy)]
struct Block {
    start: usize,
    line_feeds: u64,
    /// The number of lines that end before the block. Only its value modulo 64 counts, which does not change when whole batches
    /// are forgotten.
    before: usize,
}

/// The windows of lines that were found and are not answered yet. They are aligned, because vectors of them are loaded.
#[repr(C, align(64))]
pub(in crate::parse) struct Windows {
    /// The last eight bytes of each line, up to its LF, or up to its CR if lines end with CR LF.
    windows: [u64; WINDOWS],
    /// The block in which each batch ends: the last block that begins before the end of the batch.
    last: [Block; WINDOWS / LINES],
}

impl Default for Windows {
    fn default() -> Self {
        let none = Block {
            start: 0,
            line_feeds: 0,
            before: 0,
        };
        Self {
            windows: [0; WINDOWS],
            last: [none; WINDOWS / LINES],
        }
    }
}

impl Windows {
    /// Copies the windows of the lines that end in a block. They follow the first `found` windows. Returns the new number of
    /// windows. Blocks of at most `UNROLLED` lines are fast.
    ///
    /// # Safety
    /// * From 8 bytes before the first line feed to the byte after the block, all bytes are readable.
    #[inline(always)]
    unsafe fn block<const CR: bool, const UNROLLED: usize>(
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
        let windows: &mut [u64; 64] = self.windows[found..].first_chunk_mut().expect("64 fit");
        let mut next = |i: usize| {
            let end = block.wrapping_add(line_feeds.trailing_zeros() as usize);
            let end = end.wrapping_sub(usize::from(CR));
            // SAFETY: the caller guarantees that the 8 bytes before the block, the block and the byte after it are readable.
            // If no line feed is left, `end` is the byte after the block, and a later line overwrites this window.
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
    unsafe fn blocks<const CR: bool, const UNROLLED: usize>(
        &mut self,
        token: Avx2,
        mut block: *const u8,
        blocks: usize,
        mut found: usize,
    ) -> usize {
        for _ in 0..blocks {
            // SAFETY: the token proves that the machine has the instruction.
            unsafe { prefetch(block) };
            // SAFETY: the caller guarantees that each block is aligned and that its 64 bytes are readable.
            let line_feeds = unsafe { line_feeds(token, block) };
            // SAFETY: the caller guarantees that 64 bytes before the first block and one byte after the last are readable.
            found = unsafe { self.block::<CR, UNROLLED>(block, line_feeds, found) };
            block = block.wrapping_add(64);
        }
        found
    }

    /// The address of the line feed that ends the first `lines` lines. `lines` is a multiple of [`LINES`], and this number
    /// of line feeds has been found.
    #[inline(always)]
    fn end(&self, Avx2(()): Avx2, lines: usize) -> usize {
        let last = &self.last[lines / LINES - 1];
        let before = (lines - 1).wrapping_sub(last.before);
        // SAFETY: the token proves that the machine has the instruction.
        let bit = unsafe { _pdep_u64(1 << (before % 64), last.line_feeds) };
        last.start + bit.trailing_zeros() as usize
    }

    /// Forgets the first `lines` of the `found` lines. `lines` is a multiple of [`LINES`].
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
unsafe fn line_feeds(token: Avx2, block: *const u8) -> u64 {
    let line_feed = V256::splat(token, b'\n');
    // SAFETY: the caller guarantees that 64 bytes from `block` are readable.
    let (low, high) = unsafe {
        (
            V256::load(token, block),
            V256::load(token, block.wrapping_add(32)),
        )
    };
    u64::from(low.equals(line_feed).bits()) | u64::from(high.equals(line_feed).bits()) << 32
}

/// Answers whole batches of lines from `at`, which is at least 64. These lines and the line before `at` end with CR LF if `CR`,
/// and with LF otherwise. Returns where it stopped: after the last batch, or before a batch with a line of another form.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn walk<D: Decide256, B: AnswerSink, const CR: bool>(
    token: Avx2,
    store: &mut Windows,
    text: &[u8],
    at: usize,
    sink: &mut B,
) -> usize {
    assert!(at >= 64);
    // A mapped file may have changed since the driver found the line. Then nothing is answered.
    if text[at - 1] != b'\n' {
        return at;
    }
    let base = text.as_ptr();
    let first = base.wrapping_add(at);
    let skew = first.addr() % 64;
    let mut block = first.wrapping_sub(skew);
    // The number of whole blocks from `block` on that are followed by at least one byte.
    let blocks_left =
        |block: *const u8| (base.addr() + text.len() - 1).saturating_sub(block.addr()) / 64;
    if blocks_left(block) == 0 {
        return at;
    }
    // SAFETY: `blocks_left` is not 0, so the text has all bytes of this block from `first` on; the bytes before `first` in the
    // block are text, as `at` is at least 64. `block` is a multiple of 64.
    let line_feeds = unsafe { line_feeds(token, block) } & u64::MAX << skew;
    // SAFETY: 64 bytes are before `first`, and the first line feed that is left is after it. A byte follows the block.
    let mut found = unsafe { store.block::<CR, MOST>(block, line_feeds, 0) };
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
            // SAFETY: these blocks and the byte after them are text. So are the 64 bytes before them, as `at` is at least 64.
            let now = unsafe {
                match density {
                    0..MORE_FROM => store.blocks::<CR, FEW>(token, block, blocks, found),
                    MORE_FROM..MOST_FROM => store.blocks::<CR, MORE>(token, block, blocks, found),
                    _ => store.blocks::<CR, MOST>(token, block, blocks, found),
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
        let end = store.end(token, used) + 1;
        match answer::<D, CR>(token, windows) {
            Some((answers, bytes)) if bytes == end - start => sink.push(answers, 64),
            _ => break,
        }
        start = end;
        if used >= USED {
            store.forget(used, found);
            (found, used) = (found - used, 0);
        }
    }
    start - base.addr()
}

/// The answers of a batch, and the number of bytes that belong to its lines. `None` if one of these bytes is neither a digit
/// nor the separator that must be there.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn answer<D: Decide256, const CR: bool>(
    token: Avx2,
    windows: &[u64; LINES],
) -> Option<(u64, usize)> {
    const LF: [u8; 32] = repeat(*b"000 000\n");
    const CR_LF: [u8; 32] = repeat(*b"000 000\r");
    /// The smallest signed byte: it is never above another byte.
    const NEVER: u8 = 0x80;
    let expected = V256::bytes(token, if CR { CR_LF } else { LF }).0;
    let zeros = _mm256_set1_epi8(b'0' as i8);
    // The space of a line is byte 3 of its window, or byte 4 or 5 if the second pile is shorter. Then the window is shifted by
    // 8 or 16 bits, which moves the first token to its place.
    let shifts = V256::bytes(token, repeat([0, 0, 0, 0, 8, 16, 0, 0])).0;
    // Of the three bytes for the digits of a token, only the last one is always a digit. The other two may be separators.
    let upper = V256::bytes(token, repeat([b'0', b'0', NEVER, NEVER])).0;
    let hundreds = V256::bytes(token, repeat([100, 10, 1, 0])).0;
    // For each byte of a window: the largest difference from the expected byte in any line.
    let mut largest = _mm256_setzero_si256();
    // For each byte of a window: minus the number of lines that do not include this byte.
    let mut outside = _mm256_setzero_si256();
    let mut answers = 0;
    for half in 0..2 {
        let mut fours = [_mm256_setzero_si256(); 8];
        for (i, four) in fours.iter_mut().enumerate() {
            let (fours_of_windows, _) = windows.as_chunks::<4>();
            let window = fours_of_windows[8 * half + i].as_ptr();
            // SAFETY: the pointer is to four windows of 8 bytes.
            let window = unsafe { _mm256_loadu_si256(window.cast()) };
            let separators = _mm256_cmpgt_epi8(zeros, window);
            let shift = _mm256_and_si256(separators, shifts);
            let shift = _mm256_sad_epu8(shift, _mm256_setzero_si256());
            let first = _mm256_srlv_epi64(window, shift);
            let both = _mm256_blend_epi32::<0b1010_1010>(first, window);
            // If the place of the tens has a separator, the byte before it does not belong to the token either.
            let before = _mm256_cmpgt_epi8(upper, both);
            let before = _mm256_or_si256(before, _mm256_srli_epi16::<8>(before));
            outside = _mm256_add_epi8(outside, before);
            let digits = _mm256_andnot_si256(before, _mm256_xor_si256(both, expected));
            largest = _mm256_max_epu8(largest, digits);
            let parts = _mm256_maddubs_epi16(digits, hundreds);
            *four = _mm256_madd_epi16(parts, _mm256_set1_epi16(1));
        }
        let [low, high] = [0, 4].map(|i| {
            // `a` has the piles of lines 0 1 4 5, 2 3 6 7, and `b` those of lines 8 9 12 13, 10 11 14 15. The two piles of each
            // line are next to each other.
            let a = _mm256_packus_epi32(fours[i], fours[i + 1]);
            let b = _mm256_packus_epi32(fours[i + 2], fours[i + 3]);
            let x = _mm256_blend_epi16::<0b1010_1010>(a, _mm256_slli_epi32::<16>(b));
            let y = _mm256_blend_epi16::<0b1010_1010>(_mm256_srli_epi32::<16>(a), b);
            // SAFETY: the caller passed a token, so an `Avx2` exists.
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
    let window = if CR { 9 } else { 8 };
    let bytes = window * LINES - outside as usize;
    // The largest allowed differences: 9 for a digit, and 0 for a separator.
    let limits = V256::bytes(token, repeat([9, 9, 9, 0])).0;
    let above = _mm256_subs_epu8(largest, limits);
    (_mm256_testz_si256(above, above) == 1).then_some((answers, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::skipped;
    use crate::parse::Decide;
    use crate::parse::Kernel;
    use crate::parse::driver::Driver;
    use crate::parse::tests::questions::{Bits, Draw};
    use crate::parse::x86_64::avx2::Streams256;
    use crate::pipeline::decide::Ascending;

    /// The same question as [`Ascending`], but only for this walk: the streams get the answer 0.
    struct Below1000;

    impl Decide for Below1000 {
        fn pair(_: u64, _: u64) -> bool {
            false
        }
        fn digits(_: &[u8], _: &[u8]) -> bool {
            panic!("not by this walk")
        }
    }

    // SAFETY: `Ascending` uses no instructions beyond AVX2.
    unsafe impl Decide256 for Below1000 {
        const IS_EXACT_U64: bool = true;

        unsafe fn three_digits(x: __m256i, y: __m256i) -> __m256i {
            // SAFETY: the caller guarantees that an `Avx2` exists.
            unsafe { Ascending::three_digits(x, y) }
        }
        unsafe fn u31_x8(_: __m256i, _: __m256i) -> u32 {
            panic!("not by this walk")
        }
        unsafe fn u64_x4(_: __m256i, _: __m256i) -> u32 {
            panic!("not by this walk")
        }
    }

    /// Where the lines of these tests begin.
    const BYTES_BEFORE: usize = 64;
    const ENDS: [&str; 2] = ["\n", "\r\n"];

    /// The answers of the walk, and where it stops.
    fn take<D: Decide256>(end: &str, text: &[u8], at: usize) -> (Vec<bool>, usize) {
        let token = Avx2::detect().expect("the caller has seen that the instructions are there");
        let (mut windows, mut answers) = (Box::<Windows>::default(), Bits::default());
        // SAFETY: the token proves that the machine has the instructions.
        let stop = unsafe {
            match end {
                "\n" => walk::<D, _, false>(token, &mut windows, text, at, &mut answers),
                _ => walk::<D, _, true>(token, &mut windows, text, at, &mut answers),
            }
        };
        (answers.0, stop)
    }

    /// Checks that every line before `stop` has the form that the walk takes, and that its answer is right.
    fn check(end: &str, text: &[u8], at: usize, (answers, stop): (Vec<bool>, usize)) {
        let lines = text[at..stop].split_inclusive(|&c| c == b'\n');
        assert_eq!(lines.clone().count(), answers.len());
        for (i, line) in lines.enumerate() {
            let shown = String::from_utf8_lossy(line);
            let strict = line.strip_suffix(end.as_bytes());
            let piles = strict.unwrap_or_else(|| panic!("{shown:?}"));
            let piles: Vec<u64> = piles
                .split(|&c| c == b' ')
                .map(|pile| {
                    let digits = !pile.is_empty() && pile.iter().all(u8::is_ascii_digit);
                    assert!(digits, "{shown:?}");
                    std::str::from_utf8(pile).unwrap().parse().unwrap()
                })
                .collect();
            let &[a, b] = &piles[..] else {
                panic!("{shown:?}")
            };
            assert_eq!(answers[i], a < b, "{shown:?}");
        }
    }

    /// Lines whose piles have at most `digits` digits, and the offset of the first line.
    fn lines(r: &mut Draw, end: &str, digits: u32, lines: usize) -> (Vec<u8>, usize) {
        let mut text = end.repeat(BYTES_BEFORE);
        let at = text.len();
        for _ in 0..lines {
            let mut pile = || {
                let digits = 1 + r.below(digits.into()) as usize;
                let pile = r.below(10u64.pow(digits as u32));
                // Often with leading zeros.
                format!("{pile:0digits$}")
            };
            text += &format!("{} {}{}", pile(), pile(), end);
        }
        (text.into_bytes(), at)
    }

    /// This walk answers all batches, both when it is called directly and as a part of the kernel.
    #[test]
    fn all_batches_are_taken() {
        let Some(token) = Avx2::detect() else {
            return skipped("AVX2");
        };
        let mut r = Draw(7);
        for end in ENDS {
            for digits in 1..=3 {
                let (text, at) = lines(&mut r, end, digits, 10_000);
                let seen = take::<Ascending>(end, &text, at);
                let left = text[seen.1..].iter().filter(|&&c| c == b'\n').count();
                // Less than a batch is left, and the lines of a part of a block.
                assert!(left < LINES + 32, "{end:?}: {left}");
                check(end, &text, at, seen);
                // The kernel uses this walk if lines are short on average.
                if digits < 3 {
                    let (mut kernel, mut answers) =
                        (Driver::new(Streams256::new(token)), Bits::default());
                    Kernel::<Below1000>::lines(&mut kernel, &text, at, &mut answers);
                    let ascending = answers.0.iter().filter(|&&answer| answer).count();
                    assert!(ascending > 3000, "{ascending}");
                }
            }
        }
    }

    /// Makes several edits at a time: two edits together may leave the number of bytes or of lines unchanged.
    #[test]
    fn lines_of_another_form_are_never_taken() {
        if Avx2::detect().is_none() {
            return skipped("AVX2");
        }
        let mut r = Draw(1);
        let mut whole = 0;
        for round in 0..2_000 {
            let end = ENDS[round % 2];
            let (mut text, at) = lines(&mut r, end, 3, 3 * LINES);
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
            let seen = take::<Ascending>(end, &text, at);
            whole += usize::from(seen.0.len() >= 2 * LINES);
            check(end, &text, at, seen);
        }
        assert!(whole > 100, "{whole}");
    }

    /// The walk stops before the batch that has a longer line.
    #[test]
    fn a_batch_with_a_longer_line_is_left() {
        if Avx2::detect().is_none() {
            return skipped("AVX2");
        }
        let mut r = Draw(3);
        for end in ENDS {
            for digits in [4, 5, 18] {
                let (mut text, at) = lines(&mut r, end, 3, 100 * LINES + 5);
                text.extend_from_slice(format!("{} 7{}", "1".repeat(digits), end).as_bytes());
                let (after, from) = lines(&mut r, end, 3, 100 * LINES);
                text.extend_from_slice(&after[from..]);
                let seen = take::<Ascending>(end, &text, at);
                let answered = text[at..seen.1].iter().filter(|&&c| c == b'\n').count();
                assert_eq!(answered, 100 * LINES, "{end:?} {digits}");
                check(end, &text, at, seen);
            }
        }
    }
}
