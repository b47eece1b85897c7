//! Steps 3 to 5: a tile's windows, their numbers, and the answers.
//!
//! Owns the layouts of windows of 16 and 32 bytes. Invariant: there is an answer only if every byte of the tile was seen
//! to be in its place.

use super::short::sevens;
use super::tiles::{Kind, Piles, Tile, store};
use crate::parse::Decide;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::fallback::answer_lines;
use crate::parse::x86_64::Lanes256;
use crate::parse::x86_64::tables::{PAIRS_16, TAILS_32};
use core::arch::x86_64::*;

/// Steps 3 to 5: the answers of a tile whose first separator is at `s`, and the separator behind
/// it; `None` if it isn't of the dialect. By `few`, if they are known already.
///
/// # Safety
/// The steps of the tile, all together, lead to a byte of the text, and 32 bytes of it are before `s`, itself one of
/// them.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn answer<D: Lanes256, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    piles: &mut Piles,
    few: Option<(Answered, *const u8)>,
    mut s: *const u8,
    text: &[u8],
) -> Option<(u64, *const u8)> {
    let line_start = s.addr() + 1 - text.as_ptr().addr();
    // SAFETY: the caller's, in each of them.
    let (mut answers, strict, doubtful) = unsafe {
        match (tile.kind, few) {
            (_, Some((few, next))) => {
                s = next;
                few
            }
            (Kind::Odd, _) => return None,
            (Kind::Three | Kind::Seven, _) => sevens::<D, K>(tile, dialect, &mut s),
            (Kind::Nine, _) => nines::<D, K>(tile, dialect, &mut s),
            (Kind::Fifteen, _) => fifteens::<D, K>(tile, dialect, piles, &mut s),
            (Kind::Long, _) => longs::<D, K>(tile, dialect, piles, &mut s),
        }
    };
    let next = s.addr() + 1 - text.as_ptr().addr();
    if !strict || K::HAS_LAST && text.get(next) != Some(&b'\n') {
        return None;
    }
    if doubtful != 0 {
        if K::HAS_LAST {
            return None;
        }
        answers = answer_lines::<D>(&tile.steps, line_start, text, answers, doubtful)?;
    }
    Some((answers, s))
}

/// What [`sevens`] and the others return: answers, whether every byte was in its place, and the
/// lines whose answers aren't among them.
///
/// They move `s` to the separator behind the tile, and may be called where [`answer`] may: what
/// leads to the text's bytes is lengths and steps, and a window reaches back by less than 32 bytes.
pub(super) type Answered = (u64, bool, u64);

/// `pattern`, over and over.
pub(super) const fn repeat<const N: usize>(pattern: [u8; N]) -> [u8; 32] {
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
pub(super) fn vector(bytes: [u8; 32]) -> __m256i {
    // SAFETY: as many bytes, without any invariant.
    unsafe { core::mem::transmute(bytes) }
}

/// What must stand in windows: the constant, with the dialect's separators for its own.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn expect<K: StaticDialect>(bytes: [u8; 32], dialect: Dialect) -> __m256i {
    let dialect = K::DIALECT.unwrap_or(dialect);
    let bytes = vector(bytes);
    let replace = |bytes, c: u8, by: u8| {
        let there = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(c as i8));
        _mm256_blendv_epi8(bytes, _mm256_set1_epi8(by as i8), there)
    };
    let bytes = replace(bytes, b' ', dialect.blank);
    replace(bytes, b'\n', dialect.last.unwrap_or(b'\n'))
}

/// What was seen of a tile's bytes that has to be looked at when all of it was.
pub(super) struct Seen {
    /// The largest difference between text and what must stand in windows, in each of their bytes.
    pub(super) odd: __m256i,
    /// What else than line feeds there was where the dialect has them behind another byte.
    feeds: u8,
}

impl Seen {
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn nothing() -> Self {
        Self {
            odd: _mm256_setzero_si256(),
            feeds: 0,
        }
    }

    /// A line begins behind the separator at `s`; with `K::HAS_LAST`, behind a line feed behind that.
    ///
    /// # Safety
    /// There is a byte more of text.
    #[inline(always)]
    pub(super) unsafe fn line<K: StaticDialect>(&mut self, s: *const u8) {
        if K::HAS_LAST {
            // SAFETY: the caller's.
            self.feeds |= unsafe { *s.add(1) } ^ b'\n';
        }
    }

    /// Whether the largest differences are within those [`limits`].
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn within(&self, limits: [u8; 32]) -> bool {
        let above = _mm256_subs_epu8(self.odd, vector(limits));
        _mm256_testz_si256(above, above) == 1 && self.feeds == 0
    }
}

/// As much as a digit may differ from `'0'`; nothing where a separator is expected.
pub(super) const fn limits(expected: [u8; 32]) -> [u8; 32] {
    let mut limits = [9; 32];
    let mut i = 0;
    while i < 32 {
        if expected[i] != b'0' {
            limits[i] = 0;
        }
        i += 1;
    }
    limits
}

/// The even and the odd 32-bit numbers of two vectors.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn unzip(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
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
unsafe fn windows_16<K: StaticDialect>(
    tile: &Tile,
    expected: __m256i,
    line: usize,
    s: &mut *const u8,
    seen: &mut Seen,
) -> __m256i {
    let w1 = vector(repeat([
        10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 1, 0,
    ]));
    let w2 = vector(repeat([100, 1, 100, 1, 100, 1, 10, 1]));
    let w3 = _mm256_set1_epi64x(0x0001_03e8_0001_2710);
    let mut pairs = [_mm256_setzero_si256(); 2];
    for (i, pair) in pairs.iter_mut().enumerate() {
        let i = line + i;
        // SAFETY: the caller's.
        unsafe { seen.line::<K>(*s) };
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
        seen.odd = _mm256_max_epu8(seen.odd, digits);
        *pair = _mm256_maddubs_epi16(digits, w1);
    }
    _mm256_madd_epi16(
        _mm256_maddubs_epi16(_mm256_packus_epi16(pairs[0], pairs[1]), w2),
        w3,
    )
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
unsafe fn nines<D: Lanes256, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    s: &mut *const u8,
) -> Answered {
    let expected = expect::<K>(SEPARATORS_16, dialect);
    let mut seen = Seen::nothing();
    let mut answers = 0;
    for eighth in 0..8 {
        let mut fours = [_mm256_setzero_si256(); 2];
        for (i, four) in fours.iter_mut().enumerate() {
            let line = 8 * eighth + 4 * i;
            // SAFETY: the caller's.
            let a = unsafe { windows_16::<K>(tile, expected, line, s, &mut seen) };
            // SAFETY: the caller's.
            let b = unsafe { windows_16::<K>(tile, expected, line + 2, s, &mut seen) };
            let (upper, lower) = unzip(a, b);
            let upper = _mm256_mullo_epi32(upper, _mm256_set1_epi32(10_000_000));
            *four = _mm256_add_epi32(upper, lower);
        }
        let x = _mm256_permute2x128_si256::<0x20>(fours[0], fours[1]);
        let y = _mm256_permute2x128_si256::<0x31>(fours[0], fours[1]);
        // SAFETY: the instructions are there.
        answers |= u64::from(unsafe { D::u31_x8(x, y) }) << (8 * eighth);
    }
    (answers, seen.within(const { limits(SEPARATORS_16) }), 0)
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn fifteens<D: Lanes256, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    piles: &mut Piles,
    s: &mut *const u8,
) -> Answered {
    let expected = expect::<K>(SEPARATORS_16, dialect);
    let mut seen = Seen::nothing();
    let (mut answers, mut open) = (0, 0);
    for sixteenth in 0..16 {
        let line = 4 * sixteenth;
        // SAFETY: the caller's.
        let a = join(unsafe { windows_16::<K>(tile, expected, line, s, &mut seen) });
        // SAFETY: the caller's.
        let b = join(unsafe { windows_16::<K>(tile, expected, line + 2, s, &mut seen) });
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
        seen.within(const { limits(SEPARATORS_16) }),
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
unsafe fn longs<D: Lanes256, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    piles: &mut Piles,
    s: &mut *const u8,
) -> Answered {
    /// All but the last 15 digits of the largest `u64`: with these, or more, it may be beyond.
    const DOUBT: i32 = (u64::MAX / 1_000_000_000_000_000) as i32;
    const E15: u64 = 1_000_000_000_000_000;
    /// Digits of the largest `u64`; those before are zeros, or the pile is beyond.
    const MOST: usize = 20;
    const BEFORE: [u8; 32] = {
        let mut before = [0; 32];
        let mut i = 0;
        while i < 31 - MOST {
            before[i] = 0xff;
            i += 1;
        }
        before
    };
    let e15_low = _mm256_set1_epi64x((E15 & 0xffff_ffff) as i64);
    let e15_high = _mm256_set1_epi64x((E15 >> 32) as i64);
    let expected_a = expect::<K>(*b"0000000000000000000000000000000 ", dialect);
    let expected_b = expect::<K>(*b"0000000000000000000000000000000\n", dialect);
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
    let mut seen = Seen::nothing();
    let mut most = _mm256_setzero_si256();
    let (mut answers, mut open) = (0, 0);
    for sixteenth in 0..16 {
        let mut lines = [_mm256_setzero_si256(); 4];
        for (i, line) in lines.iter_mut().enumerate() {
            let i = 4 * sixteenth + i;
            // SAFETY: the caller's.
            unsafe { seen.line::<K>(*s) };
            let mut window = |before: u8, length: u8, expected| {
                *s = s.wrapping_add(length.into());
                // SAFETY: the caller's.
                let bytes = unsafe { _mm256_loadu_si256(s.sub(31).cast()) };
                let length = usize::from(length - before);
                // SAFETY: a length is below 64, and the table has 32 bytes more.
                let mask = unsafe { _mm256_loadu_si256(TAILS_32.as_ptr().add(length).cast()) };
                let digits = _mm256_and_si256(_mm256_xor_si256(bytes, expected), mask);
                seen.odd = _mm256_max_epu8(seen.odd, digits);
                _mm256_maddubs_epi16(digits, w1)
            };
            let a = window(K::HAS_LAST.into(), tile.lengths[2 * i], expected_a);
            let b = window(0, tile.lengths[2 * i + 1], expected_b);
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
    let before = _mm256_and_si256(seen.odd, vector(BEFORE));
    let doubt = _mm256_or_si256(doubt, before);
    if _mm256_testz_si256(doubt, doubt) == 0 {
        for (line, lengths) in tile.lengths.chunks_exact(2).enumerate() {
            let longest = lengths.iter().any(|&l| usize::from(l) > MOST);
            doubtful |= u64::from(longest) << line;
        }
    }
    (
        answers | ask_again::<D>(open, piles),
        seen.within(const { limits(repeat(*b"0000000000000000000000000000000\n")) }),
        doubtful,
    )
}
