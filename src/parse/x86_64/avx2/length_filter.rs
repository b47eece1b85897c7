//! Prefilter for piles of mixed lengths: the lengths of a line's piles and their first digits reject most lines.
//!
//! Input: a batch. The index has checked that every byte between its separators is a digit. Output: its answers, or nothing
//! if too many lines are candidates. Each separator is checked at the place that follows from the lengths, together with the
//! digit after it. Lengths are known modulo 64 only; these checks also find longer tokens.

use super::ops::{bits_of_words, even_odd_bytes, load};
use super::tile::{Decoded, Tile};
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::length_filter::TokenStarts;
use crate::parse::x86_64::Decide256;
use core::arch::x86_64::*;

/// The memory of the filter.
pub(super) struct LengthFilter(TokenStarts);

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

impl LengthFilter {
    pub(super) const NEW: Self = Self(TokenStarts::NEW);

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
        let lengths = |line: usize| tile.lengths.as_chunks::<2>().0[line];
        let Self(starts) = self;
        let (answers, fallback) = starts.answers::<D>(lengths, text, start, near, padded)?;
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
            self.0.lines[i] = (at.addr() - cursor.addr()) as u16;
            // SAFETY: these two bytes are part of the batch: its last separator, at most, is the second of them.
            self.0.tokens[0][i] = unsafe { at.cast::<[u8; 2]>().read() };
            at = at.wrapping_add(a.into());
            // SAFETY: as above.
            self.0.tokens[1][i] = unsafe { at.cast::<[u8; 2]>().read() };
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
                let [separator, digit] = even_odd_bytes(load(&self.0.tokens[pile], i));
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
}
