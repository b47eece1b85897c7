//! Prefilter for piles of mixed lengths: the lengths of a line's piles and their first digits reject most lines.
//!
//! Input: a batch. The index has checked that every byte between its separators is a digit. Output: its answers, or nothing
//! if too many lines are candidates. Each separator is checked at the place that follows from the lengths, together with the
//! digit after it. Lengths are known modulo 64 only; these checks also find longer tokens.

use super::ops::{BitWeights, bits_of_bytes, load};
use super::tile::{Decoded, Tile};
use crate::parse::aarch64::DecideNeon;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::length_filter::TokenStarts;
use core::arch::aarch64::*;

/// The memory of the filter.
pub(super) struct LengthFilter(TokenStarts);

/// Lines whose piles differ in length by at most one digit.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn near_lines(tile: &Tile) -> u64 {
    let near = [0, 1, 2, 3].map(|i| {
        let difference = vabdq_u8(load(&tile.first, i), load(&tile.second, i));
        vcltq_u8(difference, vdupq_n_u8(2))
    });
    bits_of_bytes(near, BitWeights::new())
}

impl LengthFilter {
    pub(super) const NEW: Self = Self(TokenStarts::NEW);

    /// The answers of a batch with these [`near_lines`]; `None` if it has too many candidates.
    ///
    /// # Safety
    /// * As for [`super::decode::decode`].
    #[inline(never)]
    #[target_feature(enable = "neon")]
    pub(super) unsafe fn answer<D: DecideNeon, K: StaticDialect>(
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
        let lengths = |line: usize| [tile.first[line], tile.second[line]];
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
    #[target_feature(enable = "neon")]
    unsafe fn gather(&mut self, tile: &Tile, cursor: *const u8) -> *const u8 {
        let Self(starts) = self;
        let mut at = cursor;
        for (i, (&a, &step)) in tile.first.iter().zip(&tile.steps).enumerate() {
            starts.lines[i] = (at.addr() - cursor.addr()) as u16;
            // SAFETY: these two bytes are part of the batch: its last separator, at most, is the second of them.
            starts.tokens[0][i] = unsafe { at.cast::<[u8; 2]>().read() };
            // SAFETY: as above.
            starts.tokens[1][i] = unsafe { at.wrapping_add(a.into()).cast::<[u8; 2]>().read() };
            at = at.wrapping_add(step.into());
        }
        at
    }

    /// Returns whether all separators are those of the dialect, and the lines with a pile that has a leading zero.
    #[inline]
    #[target_feature(enable = "neon")]
    fn compare<K: StaticDialect>(&self, tile: &Tile, dialect: Dialect) -> (bool, u64) {
        let blank = K::DIALECT.unwrap_or(dialect).blank;
        let separators = [b'\n', blank].map(|c| vdupq_n_u8(c));
        let (zero, two) = (vdupq_n_u8(b'0'), vdupq_n_u8(2));
        let mut mismatch = vdupq_n_u8(0);
        let padded = [0, 1, 2, 3].map(|i| {
            let mut padded = vdupq_n_u8(0);
            for (pile, lengths) in [&tile.first, &tile.second].into_iter().enumerate() {
                let tokens = self.0.tokens[pile].as_flattened();
                let [low, high] = [32 * i, 32 * i + 16].map(|at| {
                    let bytes = tokens[at..].first_chunk::<16>();
                    load(bytes.expect("a token for each line"), 0)
                });
                let (separator, digit) = (vuzp1q_u8(low, high), vuzp2q_u8(low, high));
                mismatch = vorrq_u8(mismatch, veorq_u8(separator, separators[pile]));
                let is_zero = vceqq_u8(digit, zero);
                let has_more = vcgtq_u8(load(lengths, i), two);
                padded = vorrq_u8(padded, vandq_u8(is_zero, has_more));
            }
            padded
        });
        let is_valid = vmaxvq_u8(mismatch) == 0;
        (is_valid, bits_of_bytes(padded, BitWeights::new()))
    }
}
