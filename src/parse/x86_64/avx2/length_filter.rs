//! Tiles of which only few lines need all of their digits.
//!
//! Owns what mixed lengths cost, as [`super::super::avx512`] does it: most lines are answered by how long their piles are and how
//! these begin. Here the search sees to it that no byte between separators is anything but a digit, and each
//! separator is looked at where the lengths say that it is, with the byte behind it. As these are known mod 64 only, that is
//! also what finds a longer token. The lines that are left are read one by one.

use super::ops::load;
use super::tile::{Answered, Tile};
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::prefilter::{LeadingTable, MAX_CANDIDATES, MAX_NEAR};
use crate::parse::batch::{LINES, ratio};
use crate::parse::x86_64::Lanes256;
use crate::parse::{Decide, swar};
use core::arch::x86_64::*;

/// What stands where a tile's lengths lead to.
#[repr(align(64))]
pub(super) struct Heads {
    /// Of each line's two tokens, the byte before it and its first one.
    tokens: [[[u8; 2]; LINES]; 2],
    /// Where lines begin, counted from the first.
    starts: [u16; LINES],
}

impl Heads {
    pub(super) const NEW: Self = Self {
        tokens: [[[0; 2]; LINES]; 2],
        starts: [0; LINES],
    };
}

/// Bits of words that are all ones or all zeros, sixteen in each vector.
#[inline]
#[target_feature(enable = "avx2")]
fn bits(words: [__m256i; 4]) -> u64 {
    let half = |a, b| {
        let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(a, b));
        u64::from(_mm256_movemask_epi8(bytes) as u32)
    };
    let [a, b, c, d] = words;
    half(a, b) | half(c, d) << 32
}

/// Lines of which the piles' lengths differ by one at most.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn near(tile: &Tile) -> u64 {
    let (low, two) = (_mm256_set1_epi16(0xff), _mm256_set1_epi16(2));
    bits([0, 1, 2, 3].map(|i| {
        let lengths = load(&tile.lengths, i);
        let first = _mm256_and_si256(lengths, low);
        let apart = _mm256_abs_epi16(_mm256_sub_epi16(first, _mm256_srli_epi16::<8>(lengths)));
        _mm256_cmpgt_epi16(two, apart)
    }))
}

/// Whether a tile of which so many lines are [`near`] is likely to be of this kind.
pub(super) fn likely(near: u64) -> bool {
    near.count_ones() <= MAX_NEAR
}

/// Whether a line's answer is 0 by the first six digits of its piles, whose lengths differ by one at most, and neither of which begins with
/// a zero: if lengths are true and separators are where they lead to.
///
/// # Safety
/// As for [`few`].
#[inline]
unsafe fn settled<D: Decide>(tile: &Tile, heads: &Heads, first: *const u8, line: usize) -> bool {
    let [a, b] = tile.lengths.as_chunks::<2>().0[line];
    if a.min(b) < 7 {
        return false;
    }
    let at = first.wrapping_add(heads.starts[line].into());
    let [x, y] = [at, at.wrapping_add(a.into())].map(|separator| {
        // SAFETY: either length is 7 at least, so these bytes end where the tile does, or before.
        swar::six(unsafe { separator.cast::<[u8; 8]>().read() })
    });
    ratio::rejects_pair::<D>(x, y, usize::from(b + 1 - a))
}

/// The answers of a tile, if few lines need all of their digits, and every byte between its separators is
/// known to be a digit; otherwise `None`. With the lines that are [`near`].
///
/// # Safety
/// As for [`super::windows16_32::answer`].
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn few<D: Lanes256, K: StaticDialect>(
    tile: &Tile,
    dialect: Dialect,
    heads: &mut Heads,
    first: *const u8,
    text: &[u8],
    mut near: u64,
) -> Option<(Answered, *const u8)> {
    let mut at = first;
    for (i, &[a, b]) in tile.lengths.as_chunks::<2>().0.iter().enumerate() {
        heads.starts[i] = (at.addr() - first.addr()) as u16;
        // SAFETY: before the tile's last separator.
        heads.tokens[0][i] = unsafe { at.cast::<[u8; 2]>().read() };
        at = at.wrapping_add(a.into());
        // SAFETY: as above.
        heads.tokens[1][i] = unsafe { at.cast::<[u8; 2]>().read() };
        at = at.wrapping_add(b.into());
    }
    let low = _mm256_set1_epi16(0xff);
    let separators =
        [b'\n', K::DIALECT.unwrap_or(dialect).blank].map(|c| _mm256_set1_epi16(c.into()));
    let (zero, two) = (_mm256_set1_epi16(b'0'.into()), _mm256_set1_epi16(2));
    let mut others = _mm256_setzero_si256();
    let mut padded = [others; 4];
    for (i, padded) in padded.iter_mut().enumerate() {
        let lengths = load(&tile.lengths, i);
        let lengths = [
            _mm256_and_si256(lengths, low),
            _mm256_srli_epi16::<8>(lengths),
        ];
        for pile in 0..2 {
            let token = load(&heads.tokens[pile], i);
            let separator = _mm256_xor_si256(_mm256_and_si256(token, low), separators[pile]);
            others = _mm256_or_si256(others, separator);
            let zero = _mm256_cmpeq_epi16(_mm256_srli_epi16::<8>(token), zero);
            let several = _mm256_cmpgt_epi16(lengths[pile], two);
            *padded = _mm256_or_si256(*padded, _mm256_and_si256(zero, several));
        }
    }
    let mut left = bits(padded);
    near &= !left;
    while near != 0 {
        let line = near.trailing_zeros() as usize;
        near &= near - 1;
        let [p, q] = [0, 1].map(|pile| heads.tokens[pile][line][1] & 0x0f);
        let longer = tile.lengths[2 * line + 1] + 1 - tile.lengths[2 * line];
        let may = LeadingTable::<D>::ROWS[usize::from(longer)][usize::from(p)] >> q & 1;
        // SAFETY: as above.
        if may == 1 && !unsafe { settled::<D>(tile, heads, first, line) } {
            left |= 1 << line;
        }
    }
    if left.count_ones() > MAX_CANDIDATES {
        return None;
    }
    let (mut answers, mut doubtful) = (0, 0);
    let line_start = first.addr() + 1 - text.as_ptr().addr();
    while left != 0 {
        let line = left.trailing_zeros() as usize;
        left &= left - 1;
        match swar::line(text, line_start + usize::from(heads.starts[line])) {
            Some((Some((a, b)), _)) => answers |= u64::from(D::pair(a, b)) << line,
            _ => doubtful |= 1 << line,
        }
    }
    // SAFETY: the caller's.
    let closed = unsafe { *at } == b'\n';
    let strict = closed && _mm256_testz_si256(others, others) == 1;
    Some(((answers, strict, doubtful), at))
}
