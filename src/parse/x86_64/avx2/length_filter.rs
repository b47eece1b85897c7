//! Prefilter for piles of mixed lengths: the lengths of a line's piles and their first digits reject most lines.
//!
//! Input: a batch. The index has checked that every byte between its separators is a digit. Output: its answers, or nothing
//! if too many lines are candidates. Each separator is checked at the place that follows from the lengths, together with the
//! digit after it. Lengths are known modulo 64 only; these checks also find longer tokens. Candidates are read one by one.

use super::ops::{bits_of_words, even_odd_bytes, load};
use super::tile::{Decoded, Tile};
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::prefilter::{LeadingTable, MAX_CANDIDATES, MAX_NEAR};
use crate::parse::batch::{LINES, ratio};
use crate::parse::x86_64::Decide256;
use crate::parse::{Decide, swar};
use core::arch::x86_64::*;

/// The beginnings of a batch's tokens.
#[repr(align(64))]
pub(super) struct LengthFilter {
    /// For each line's first token, and then for each line's second token: the separator before it, and its first digit.
    tokens: [[[u8; 2]; LINES]; 2],
    /// The offset of each line from the first line.
    starts: [u16; LINES],
}

/// Lines whose piles differ in length by at most one digit.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn near_lines(tile: &Tile) -> u64 {
    bits_of_words([0, 1, 2, 3].map(|i| {
        let [first, second] = even_odd_bytes(load(&tile.lengths, i));
        let difference = _mm256_abs_epi16(_mm256_sub_epi16(first, second));
        _mm256_cmpgt_epi16(_mm256_set1_epi16(2), difference)
    }))
}

/// Whether the filter is likely to answer a batch with these [`near_lines`].
pub(super) fn is_likely(near: u64) -> bool {
    near.count_ones() <= MAX_NEAR
}

impl LengthFilter {
    pub(super) const NEW: Self = Self {
        tokens: [[[0; 2]; LINES]; 2],
        starts: [0; LINES],
    };

    /// The answers of a batch with these [`near_lines`]; `None` if it has too many candidates.
    ///
    /// # Safety
    /// * As for [`super::decode::decode`].
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    pub(super) unsafe fn answer<D: Decide256, K: StaticDialect>(
        &mut self,
        tile: &Tile,
        dialect: Dialect,
        cursor: *const u8,
        text: &[u8],
        near: u64,
    ) -> Option<Decoded> {
        // SAFETY: the caller's promise.
        let end = unsafe { self.gather(tile, cursor) };
        let (is_valid, padded) = self.compare::<K>(tile, dialect);
        let start = cursor.addr() + 1 - text.as_ptr().addr();
        let candidates = padded | self.candidates::<D>(tile, text, start, near & !padded);
        if candidates.count_ones() > MAX_CANDIDATES {
            return None;
        }
        let (answers, fallback) = self.read::<D>(text, start, candidates);
        let end_at = end.addr() - text.as_ptr().addr();
        Some(Decoded {
            answers,
            is_valid: is_valid && text.get(end_at) == Some(&b'\n'),
            fallback,
            end,
        })
    }

    /// Copies the beginning of each token; returns the separator after the last one.
    ///
    /// # Safety
    /// * As for [`super::decode::decode`].
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    unsafe fn gather(&mut self, tile: &Tile, cursor: *const u8) -> *const u8 {
        let mut at = cursor;
        for (i, &[a, b]) in tile.lengths.as_chunks::<2>().0.iter().enumerate() {
            self.starts[i] = (at.addr() - cursor.addr()) as u16;
            // SAFETY: these two bytes are part of the batch: its last separator, at most, is the second of them.
            self.tokens[0][i] = unsafe { at.cast::<[u8; 2]>().read() };
            at = at.wrapping_add(a.into());
            // SAFETY: as above.
            self.tokens[1][i] = unsafe { at.cast::<[u8; 2]>().read() };
            at = at.wrapping_add(b.into());
        }
        at
    }

    /// Returns whether all separators are those of the dialect, and the lines with a pile that has a leading zero.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn compare<K: StaticDialect>(&self, tile: &Tile, dialect: Dialect) -> (bool, u64) {
        let blank = K::DIALECT.unwrap_or(dialect).blank;
        let separators = [b'\n', blank].map(|c| _mm256_set1_epi16(c.into()));
        let (zero, two) = (_mm256_set1_epi16(b'0'.into()), _mm256_set1_epi16(2));
        let mut mismatch = _mm256_setzero_si256();
        let mut padded = [mismatch; 4];
        for (i, padded) in padded.iter_mut().enumerate() {
            let lengths = even_odd_bytes(load(&tile.lengths, i));
            for pile in 0..2 {
                let [separator, digit] = even_odd_bytes(load(&self.tokens[pile], i));
                let difference = _mm256_xor_si256(separator, separators[pile]);
                mismatch = _mm256_or_si256(mismatch, difference);
                let is_zero = _mm256_cmpeq_epi16(digit, zero);
                let has_more = _mm256_cmpgt_epi16(lengths[pile], two);
                *padded = _mm256_or_si256(*padded, _mm256_and_si256(is_zero, has_more));
            }
        }
        let is_valid = _mm256_testz_si256(mismatch, mismatch) == 1;
        (is_valid, bits_of_words(padded))
    }

    /// The lines of `near`, none of them with a leading zero, that neither first digits nor a ratio reject. The first
    /// line begins at `start`.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn candidates<D: Decide>(&self, tile: &Tile, text: &[u8], start: usize, mut near: u64) -> u64 {
        let mut candidates = 0;
        while near != 0 {
            let line = near.trailing_zeros() as usize;
            near &= near - 1;
            let [p, q] = [0, 1].map(|pile| self.tokens[pile][line][1] & 0x0f);
            let [a, b] = tile.lengths.as_chunks::<2>().0[line];
            let longer = usize::from(b + 1 - a);
            let may_be_near = LeadingTable::<D>::ROWS[longer][usize::from(p)] >> q & 1;
            if may_be_near == 1 && !self.is_rejected_by_ratio::<D>([a, b], text, start, line) {
                candidates |= 1 << line;
            }
        }
        candidates
    }

    /// Whether the first six digits of a line's piles show that its answer is 0.
    #[inline]
    fn is_rejected_by_ratio<D: Decide>(
        &self,
        [a, b]: [u8; 2],
        text: &[u8],
        start: usize,
        line: usize,
    ) -> bool {
        if a.min(b) < 7 {
            return false;
        }
        // The separator before a token, its first six digits, and one byte more, which still belongs to the line.
        let six = |at: usize| {
            text.get(at..)?
                .first_chunk()
                .copied()
                .map(swar::word::parse_six)
        };
        let first = start - 1 + usize::from(self.starts[line]);
        let (Some(x), Some(y)) = (six(first), six(first + usize::from(a))) else {
            return false;
        };
        ratio::rejects_pair::<D>(x, y, usize::from(b + 1 - a))
    }

    /// The answers of the candidates, and the candidates that the SWAR parser does not take, which go to the fallback.
    #[inline]
    fn read<D: Decide>(&self, text: &[u8], start: usize, mut candidates: u64) -> (u64, u64) {
        let (mut answers, mut fallback) = (0, 0);
        while candidates != 0 {
            let line = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            match swar::read_line(text, start + usize::from(self.starts[line])) {
                Some((Some((a, b)), _)) => answers |= u64::from(D::pair(a, b)) << line,
                _ => fallback |= 1 << line,
            }
        }
        (answers, fallback)
    }
}
