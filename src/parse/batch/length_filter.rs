//! The part of the length filter of AVX2 and NEON that needs no vectors.
//!
//! Input: the beginnings of a batch's tokens, which the kernel has gathered and compared. Output: the answers of the batch,
//! or nothing if too many lines are candidates. Candidates are read one by one.

use super::prefilter::{LeadingTable, MAX_CANDIDATES, MAX_NEAR};
use super::{LINES, ratio};
use crate::parse::{Decide, swar};

/// The beginnings of a batch's tokens.
#[repr(align(64))]
pub(in crate::parse) struct TokenStarts {
    /// For each line's first token, and then for each line's second token: the separator before it, and its first digit.
    pub(in crate::parse) tokens: [[[u8; 2]; LINES]; 2],
    /// The offset of each line from the first line.
    pub(in crate::parse) lines: [u16; LINES],
}

/// Whether the filter is likely to answer a batch. `near` has a bit for each line whose piles differ in length by at most one
/// digit.
#[inline]
pub(in crate::parse) fn is_likely(near: u64) -> bool {
    near.count_ones() <= MAX_NEAR
}

impl TokenStarts {
    pub(in crate::parse) const NEW: Self = Self {
        tokens: [[[0; 2]; LINES]; 2],
        lines: [0; LINES],
    };

    /// The answers of the batch, and the candidates that the SWAR parser does not take, which go to the fallback. `None` if
    /// there are too many candidates.
    ///
    /// The first line begins at `start`. `lengths` gives the lengths of a line's two tokens, each with a separator. `near`:
    /// see [`is_likely`]. `padded` has a bit for each line with a leading zero.
    #[inline(always)]
    pub(in crate::parse) fn answers<D: Decide>(
        &self,
        lengths: impl Fn(usize) -> [u8; 2],
        text: &[u8],
        start: usize,
        near: u64,
        padded: u64,
    ) -> Option<(u64, u64)> {
        let candidates = padded | self.candidates::<D>(lengths, text, start, near & !padded);
        if candidates.count_ones() > MAX_CANDIDATES {
            return None;
        }
        Some(self.read::<D>(text, start, candidates))
    }

    /// The lines of `near`, none of them with a leading zero, that neither first digits nor a ratio reject.
    #[inline(always)]
    fn candidates<D: Decide>(
        &self,
        lengths: impl Fn(usize) -> [u8; 2],
        text: &[u8],
        start: usize,
        mut near: u64,
    ) -> u64 {
        let mut candidates = 0;
        while near != 0 {
            let line = near.trailing_zeros() as usize;
            near &= near - 1;
            let [p, q] = [0, 1].map(|pile| self.tokens[pile][line][1] & 0x0f);
            let [a, b] = lengths(line);
            let longer = usize::from(b + 1 - a);
            let may_be_near = LeadingTable::<D>::ROWS[longer][usize::from(p)] >> q & 1;
            if may_be_near == 1 && !self.is_rejected_by_ratio::<D>([a, b], text, start, line) {
                candidates |= 1 << line;
            }
        }
        candidates
    }

    /// Whether the first six digits of a line's piles show that its answer is 0.
    #[inline(always)]
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
        let first = start - 1 + usize::from(self.lines[line]);
        let (Some(x), Some(y)) = (six(first), six(first + usize::from(a))) else {
            return false;
        };
        ratio::rejects_pair::<D>(x, y, usize::from(b + 1 - a))
    }

    /// The answers of the candidates, and those that the SWAR parser does not take.
    #[inline(always)]
    fn read<D: Decide>(&self, text: &[u8], start: usize, mut candidates: u64) -> (u64, u64) {
        let (mut answers, mut fallback) = (0, 0);
        while candidates != 0 {
            let line = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            match swar::read_line(text, start + usize::from(self.lines[line])) {
                Some((Some((a, b)), _)) => answers |= u64::from(D::pair(a, b)) << line,
                _ => fallback |= 1 << line,
            }
        }
        (answers, fallback)
    }
}
