//! Lines of piles below 1000: a window of 8 bytes for each, written down as soon as its line feed is found.
//!
//! Owns the whole way of such lines, from the search to the answers. It refuses to look at anything longer.
//! Invariant: as in [`super::walk`], which goes on where this stops: a tile is answered only if every byte of it was seen to be in its
//! place.
//!
//! Such a line fits into a window, and to copy that takes no longer than to write down a place. So neither places nor lengths are
//! needed: the window tells where its two tokens begin. The second one begins behind the last separator before the line's last digit; that
//! must be the blank of the dialect. The first one begins behind the separator before that, whichever it is: the bytes of both tokens,
//! and of what ends them, are counted, and if those of a tile are as many as lie between its two ends, nothing else lies there,
//! nor was any line longer than its window.

use super::expected::{Mismatch, expect, limits};
use super::ops::{load, repeat, vector};
use super::tile::{Kind, LEAD};
use super::walk::{Store, any};
use crate::parse::Bits;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::{BLOCKS, LINES, ROUND};
use crate::parse::x86_64::{Lanes256, prefetch};
use core::arch::x86_64::*;

/// Windows that are used before those behind are moved to the front.
const USED: usize = 8 * LINES;
/// Room for these, for those of two tiles, of a round, and of a block.
const WINDOWS: usize = USED + 2 * LINES + ROUND + 64;

/// A block of text, and its line feeds.
#[derive(Clone, Copy)]
struct Block {
    start: usize,
    feeds: u64,
    /// Lines that were found before it, true mod 64 only: whole tiles are forgotten.
    before: usize,
}

/// Memory, kept from call to call.
pub(super) struct Windows {
    /// The last eight bytes of each line; where it has a byte before the LF, of what ends with that.
    windows: [u64; WINDOWS],
    /// In which a tile ends: the last one that begins before it does.
    last: [Block; WINDOWS / LINES],
}

impl Windows {
    pub(super) const NEW: Self = Self {
        windows: [0; WINDOWS],
        last: [Block {
            start: 0,
            feeds: 0,
            before: 0,
        }; WINDOWS / LINES],
    };

    /// The lines that end in a block which begins at `block`, `found` of them being there; returns how many there are then. No block has more than
    /// `TURNS`, or seldom; what is too much is overwritten.
    ///
    /// # Safety
    /// From 8 bytes before the first line feed to the byte behind the block it can be read.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    unsafe fn block<K: StaticDialect, const TURNS: usize>(
        &mut self,
        block: *const u8,
        mut feeds: u64,
        found: usize,
    ) -> usize {
        let here = feeds.count_ones() as usize;
        self.last[found / LINES] = Block {
            start: block.addr(),
            feeds,
            before: found,
        };
        let windows: &mut [u64; 64] = self.windows[found..].first_chunk_mut().expect("room");
        let mut next = |i: usize| {
            let end = block.wrapping_add(feeds.trailing_zeros() as usize);
            let end = if K::HAS_LAST {
                end.wrapping_sub(1)
            } else {
                end
            };
            // SAFETY: the caller's; where no feed is left, the end is the byte behind the block.
            windows[i] = unsafe { end.sub(7).cast::<u64>().read_unaligned() };
            feeds &= feeds.wrapping_sub(1);
        };
        for i in 0..TURNS {
            next(i);
        }
        for i in TURNS..here {
            next(i);
        }
        found + here
    }

    /// The same for some blocks.
    ///
    /// # Safety
    /// The same; and they can be read, and begin at multiples of 64.
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
            // SAFETY: the caller's.
            found = unsafe { self.block::<K, TURNS>(block, feeds(block), found) };
            block = block.wrapping_add(64);
        }
        found
    }

    /// The same. `crowd` is ten times as many line feeds as the blocks before had on an average; by it turns are chosen.
    ///
    /// # Safety
    /// The same.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    unsafe fn round<K: StaticDialect>(
        &mut self,
        crowd: usize,
        block: *const u8,
        blocks: usize,
        found: usize,
    ) -> usize {
        // SAFETY: the caller's, in each of them.
        unsafe {
            match crowd {
                0..75 => self.blocks::<K, 8>(block, blocks, found),
                75..95 => self.blocks::<K, 10>(block, blocks, found),
                95..115 => self.blocks::<K, 12>(block, blocks, found),
                115..135 => self.blocks::<K, 14>(block, blocks, found),
                _ => self.blocks::<K, 16>(block, blocks, found),
            }
        }
    }

    /// Where the lines end that are `lines` together, a multiple of a tile's; they were found.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn end(&self, lines: usize) -> usize {
        let last = &self.last[lines / LINES - 1];
        let before = (lines - 1).wrapping_sub(last.before);
        let feed = _pdep_u64(1 << (before % 64), last.feeds);
        last.start + feed.trailing_zeros() as usize
    }

    /// Forgets so many lines, a multiple of a tile's, of those that were found.
    fn forget(&mut self, lines: usize, found: usize) {
        self.windows.copy_within(lines..found, 0);
        self.last.copy_within(lines / LINES..=found / LINES, 0);
    }
}

/// A bit for each line feed of a block.
///
/// # Safety
/// It can be read, and begins at a multiple of 64.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn feeds(block: *const u8) -> u64 {
    let [low, high] = [0, 32].map(|i| {
        // SAFETY: the caller's.
        let bytes = unsafe { _mm256_load_si256(block.add(i).cast()) };
        let feeds = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(b'\n' as i8));
        u64::from(_mm256_movemask_epi8(feeds) as u32)
    });
    low | high << 32
}

/// When it is worth the while.
pub(super) struct Wanted {
    /// By the tiles that came last.
    pub(super) now: bool,
    /// So many tiles in a row must be of that kind, before they are.
    patience: u32,
    row: u32,
    /// Tiles that were answered, as far as they make up for those that weren't.
    worth: u32,
}

impl Wanted {
    pub(super) const NO: Self = Self {
        now: false,
        patience: 1,
        row: 0,
        worth: 0,
    };
    /// What was looked for in vain takes as long as so many tiles would gain.
    const VAIN: u32 = 4;
    /// More isn't put by, and what was in vain before is forgotten.
    const ENOUGH: u32 = 4 * Self::VAIN;
    /// No patience is longer.
    const MOST: u32 = 64;

    /// Whether they are when one more tile is of `kind`.
    #[inline]
    pub(super) fn by(&mut self, kind: Kind) -> bool {
        self.row = if kind == Kind::Three { self.row + 1 } else { 0 };
        let wanted = self.row >= self.patience;
        if wanted {
            (self.now, self.worth) = (true, Self::VAIN);
        }
        wanted
    }

    /// One more tile was of that kind.
    #[inline]
    fn was(&mut self) {
        if self.worth < Self::ENOUGH {
            self.worth += 1;
        } else {
            self.patience = 1;
        }
    }

    /// One wasn't; returns whether others may be.
    fn was_not(&mut self) -> bool {
        self.row = 0;
        self.now = self.worth >= Self::VAIN;
        if self.now {
            self.worth -= Self::VAIN;
        } else {
            self.patience = Self::MOST.min(2 * self.patience);
        }
        self.now
    }
}

/// Answers whole tiles of such lines of that dialect, of `text` from `at` (at least [`LEAD`]), before which a line ends in
/// the same way, and single ones of others; returns where it stopped.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn threes<D: Lanes256, B: Bits, K: StaticDialect>(
    store: &mut Store,
    dialect: Dialect,
    text: &[u8],
    at: usize,
    bits: &mut B,
) -> usize {
    assert!(at >= LEAD);
    // As in the other tiles.
    if text[at - 1] != b'\n' {
        return at;
    }
    let base = text.as_ptr();
    let first = base.wrapping_add(at);
    let skew = first.addr() % 64;
    let mut block = first.wrapping_sub(skew);
    // There is a byte behind each block.
    let blocks =
        |block: *const u8| (base.addr() + text.len() - 1).saturating_sub(block.addr()) / 64;
    if blocks(block) == 0 {
        return at;
    }
    // SAFETY: LEAD bytes are before `first`, so the block, and 8 bytes before the first line feed that is left, are of the text; so is
    // the byte behind the block, or there were none.
    let mut found = unsafe {
        let feeds = feeds(block) & u64::MAX << skew;
        store.windows.block::<K, 16>(block, feeds, 0)
    };
    block = block.wrapping_add(64);
    let mut crowd = usize::MAX;
    let mut used = 0;
    let mut start = first.addr();
    loop {
        // A tile ahead, so that no load waits for stores.
        while found - used < 2 * LINES {
            let blocks = BLOCKS.min(blocks(block));
            if blocks == 0 {
                break;
            }
            // SAFETY: that many blocks are in the text, with a byte behind, and 64 before.
            let now = unsafe { store.windows.round::<K>(crowd, block, blocks, found) };
            crowd = 10 * (now - found) / blocks;
            found = now;
            block = block.wrapping_add(64 * blocks);
        }
        if found - used < LINES {
            break;
        }
        let windows = store.windows.windows[used..].first_chunk().expect("a tile");
        used += LINES;
        let end = store.windows.end(used) + 1;
        match answer::<D, K>(windows, dialect) {
            Some((answers, bytes)) if bytes == end - start => {
                bits.push(answers, 64);
                store.longest = store.longest.max(Kind::Three.digits());
                store.threes.was();
            }
            _ => {
                if !store.threes.was_not() {
                    break;
                }
                let at = start - base.addr();
                start = base.addr() + any::<D, B, K, true>(store, dialect, text, at, bits);
                if start != end {
                    break;
                }
            }
        }
        start = end;
        if used >= USED {
            store.windows.forget(used, found);
            (found, used) = (found - used, 0);
        }
    }
    start - base.addr()
}

/// The answers of a tile, and how many bytes its lines have if they are of the dialect; `None` if a window's aren't what they must be.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn answer<D: Lanes256, K: StaticDialect>(
    windows: &[u64; LINES],
    dialect: Dialect,
) -> Option<(u64, usize)> {
    const EXPECTED: [u8; 8] = *b"000 000\n";
    /// Below any byte.
    const NEVER: u8 = 0x80;
    let expected = expect::<K>(repeat(EXPECTED), dialect);
    let zeros = _mm256_set1_epi8(b'0' as i8);
    // How far the first token stands too high where a separator stands there.
    let turns = vector(repeat([0, 0, 0, 0, 8, 16, 0, 0]));
    // Only the last digit is always one.
    let upper = vector(repeat([b'0', b'0', NEVER, NEVER]));
    let hundreds = vector(repeat([100, 10, 1, 0]));
    let mut seen = Mismatch::nothing();
    // Minus the bytes that are part of no line, in each place.
    let mut none = _mm256_setzero_si256();
    let mut answers = 0;
    for half in 0..2 {
        let mut fours = [_mm256_setzero_si256(); 8];
        for (i, four) in fours.iter_mut().enumerate() {
            let window = load(windows, 8 * half + i);
            let separators = _mm256_cmpgt_epi8(zeros, window);
            let turn = _mm256_and_si256(separators, turns);
            let turn = _mm256_sad_epu8(turn, _mm256_setzero_si256());
            let first = _mm256_srlv_epi64(window, turn);
            let both = _mm256_blend_epi32::<0b1010_1010>(first, window);
            // Nothing stands before a separator that stands where the tens would.
            let before = _mm256_cmpgt_epi8(upper, both);
            let before = _mm256_or_si256(before, _mm256_srli_epi16::<8>(before));
            none = _mm256_add_epi8(none, before);
            let digits = _mm256_andnot_si256(before, _mm256_xor_si256(both, expected));
            seen.odd = _mm256_max_epu8(seen.odd, digits);
            let parts = _mm256_maddubs_epi16(digits, hundreds);
            *four = _mm256_madd_epi16(parts, _mm256_set1_epi16(1));
        }
        let [low, high] = [0, 4].map(|i| {
            // Piles of lines 0 1 4 5, 2 3 6 7 and, in `b`, of 8 9 12 13, 10 11 14 15; first and second in turns.
            let a = _mm256_packus_epi32(fours[i], fours[i + 1]);
            let b = _mm256_packus_epi32(fours[i + 2], fours[i + 3]);
            let x = _mm256_blend_epi16::<0b1010_1010>(a, _mm256_slli_epi32::<16>(b));
            let y = _mm256_blend_epi16::<0b1010_1010>(_mm256_srli_epi32::<16>(a), b);
            // SAFETY: the instructions are there.
            unsafe { D::three_digits(x, y) }
        });
        let order = _mm_setr_epi8(0, 2, 8, 10, 4, 6, 12, 14, 1, 3, 9, 11, 5, 7, 13, 15);
        let all = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(low, high));
        let all = _mm256_shuffle_epi8(all, _mm256_broadcastsi128_si256(order));
        answers |= u64::from(_mm256_movemask_epi8(all) as u32) << (32 * half);
    }
    let none = _mm256_sub_epi8(_mm256_setzero_si256(), none);
    let none = _mm256_sad_epu8(none, _mm256_setzero_si256());
    // SAFETY: as many bytes, without any invariant.
    let none: [u64; 4] = unsafe { core::mem::transmute(none) };
    let window = if K::HAS_LAST { 9 } else { 8 };
    let bytes = window * LINES - none.iter().sum::<u64>() as usize;
    let strict = seen.within(const { limits(repeat(EXPECTED)) });
    strict.then_some((answers, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::Decide;
    use crate::parse::batch::dialect::{Plain, WithLast};
    use crate::parse::batch::driver::Driver;
    use crate::parse::batch::tests::{Answers, Draw, dialects};
    use crate::parse::x86_64::Avx2;
    use crate::parse::x86_64::avx2::Batches256;
    use crate::pipeline::Ascending;

    /// As [`Ascending`], of piles below 1000 only.
    struct Below1000;

    impl Decide for Below1000 {
        fn pair(_: u64, _: u64) -> bool {
            panic!("another tile")
        }
        fn digits(_: &[u8], _: &[u8]) -> bool {
            panic!("another tile")
        }
    }

    // SAFETY: as for `Ascending`.
    unsafe impl Lanes256 for Below1000 {
        unsafe fn three_digits(x: __m256i, y: __m256i) -> __m256i {
            // SAFETY: the caller has the instructions.
            unsafe { Ascending::three_digits(x, y) }
        }
        unsafe fn u31_x8(_: __m256i, _: __m256i) -> u32 {
            panic!("another tile")
        }
        unsafe fn u64_x4(_: __m256i, _: __m256i) -> (u32, u32) {
            panic!("another tile")
        }
    }

    /// What [`threes`] makes of `text`, and where it stops.
    fn take<D: Lanes256>(dialect: Dialect, text: &[u8], at: usize) -> (Vec<u64>, usize) {
        let mut store = Box::new(Store::new());
        let mut answers = Answers::default();
        store.threes.by(Kind::Three);
        assert!(store.threes.now);
        let (store, bits) = (&mut *store, &mut answers);
        // SAFETY: whoever calls has seen that the instructions are there.
        let stop = unsafe {
            if dialect.last.is_some() {
                threes::<D, _, WithLast>(store, dialect, text, at, bits)
            } else {
                threes::<D, _, Plain>(store, dialect, text, at, bits)
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

    /// Lines of piles of up to so many digits, of any; and where they begin.
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
                // With zeros before it, often.
                format!("{pile:0digits$}")
            };
            text += &format!("{}{blank}{}{}", pile(), pile(), dialect.1);
        }
        (text.into_bytes(), at)
    }

    /// By the walk, and by the kernel, which has other ways to the same answers, only slower ones.
    #[test]
    fn all_tiles_are_taken() {
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
                    // Not a tile, and what may be left of blocks.
                    assert!(left < LINES + 32, "{dialect:?}: {left}");
                    check(dialect.0, &text, at, seen);
                }
            }
        }
    }

    /// Edits that might make up for each other, in the number of bytes or of lines.
    #[test]
    fn what_is_not_of_the_form_is_never_taken() {
        if Avx2::detect().is_none() {
            return;
        }
        let mut r = Draw(1);
        let dialects = dialects();
        let mut whole = 0;
        for round in 0..20_000 {
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
        assert!(whole > 1000, "{whole}");
    }

    /// Some longer lines don't stop it, and many do.
    #[test]
    fn single_tiles_of_others_are_taken() {
        if Avx2::detect().is_none() {
            return;
        }
        let mut r = Draw(3);
        for dialect in dialects() {
            for (digits, every) in [(4, 10 * LINES), (18, 10 * LINES), (4, 20)] {
                let (text, at) = lines(&mut r, dialect, 3, 200 * LINES);
                let pile = "1".repeat(digits);
                let odd = format!("{pile}{}7{}", char::from(dialect.0.blank), dialect.1);
                let mut edited = text[..at].to_vec();
                for (i, line) in text[at..].split_inclusive(|&c| c == b'\n').enumerate() {
                    let line = if i % every == 0 { odd.as_bytes() } else { line };
                    edited.extend_from_slice(line);
                }
                let seen = take::<Ascending>(dialect.0, &edited, at);
                let whole = seen.1 > edited.len() - 3 * ROUND;
                assert_eq!(whole, every > LINES, "{dialect:?} {digits} {every}");
                check(dialect.0, &edited, at, seen);
            }
        }
    }

    /// Only time hangs on it.
    #[test]
    fn it_is_wanted_where_it_was_worth_the_while() {
        let mut wanted = Wanted::NO;
        assert!(!wanted.by(Kind::Seven) && wanted.by(Kind::Three));
        // As many as were good are made up for.
        assert!(wanted.was_not() && !wanted.was_not() && !wanted.now);
        for row in [2, 4, 8, 16, 32, 64, 64] {
            for _ in 1..row {
                assert!(!wanted.by(Kind::Three));
            }
            assert!(!wanted.by(Kind::Nine));
            for _ in 1..row {
                assert!(!wanted.by(Kind::Three));
            }
            assert!(wanted.by(Kind::Three));
            assert!(wanted.was_not() && !wanted.was_not());
        }
        for _ in 0..64 {
            wanted.by(Kind::Three);
        }
        for _ in 0..Wanted::ENOUGH {
            wanted.was();
        }
        for _ in 0..Wanted::ENOUGH / Wanted::VAIN {
            assert!(wanted.was_not());
        }
        // It is forgotten what was in vain before.
        assert!(!wanted.was_not() && !wanted.by(Kind::Three) && wanted.by(Kind::Three));
    }
}
