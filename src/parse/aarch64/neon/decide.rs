//! Step 5: from the piles of a batch to its answers.
//!
//! Input: vectors of piles, in the order of the lines. Output: a bit for each line. If the question over vectors is only a
//! filter ([`DecideNeon::IS_EXACT`]), the piles are kept, and the lines that pass the filter are decided one by one at the
//! end.

use super::ops::{BitWeights, bits_of_bytes, bytes_of_lanes};
use crate::parse::aarch64::DecideNeon;
use crate::parse::batch::LINES;
use core::arch::aarch64::*;

/// The first and the second piles of a batch.
pub(super) type Piles<N> = [[N; LINES]; 2];

/// The number of lines in each vector of [`Decision::lanes`].
const FOUR: usize = 4;

/// The decision of one batch.
pub(super) struct Decision<'p, N> {
    piles: &'p mut Piles<N>,
    /// A lane for each line. All bits are 0 if the answer is 0, and 1 if the answer is 1 or may be 1.
    lanes: [uint32x4_t; LINES / FOUR],
}

impl<'p, N: Copy + Into<u64>> Decision<'p, N> {
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn new(piles: &'p mut Piles<N>) -> Self {
        let lanes = [vdupq_n_u32(0); LINES / FOUR];
        Self { piles, lanes }
    }

    /// The answers of the batch.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn answers<D: DecideNeon>(&self) -> u64 {
        let (sixteens, _) = self.lanes.as_chunks::<4>();
        let bytes = [0, 1, 2, 3].map(|i| bytes_of_lanes(sixteens[i]));
        let mut open = bits_of_bytes(bytes, BitWeights::new());
        if D::IS_EXACT {
            return open;
        }
        let mut answers = 0;
        while open != 0 {
            let line = open.trailing_zeros() as usize;
            open &= open - 1;
            let [a, b] = [0, 1].map(|pile| self.piles[pile][line].into());
            answers |= u64::from(D::pair(a, b)) << line;
        }
        answers
    }
}

impl Decision<'_, u32> {
    /// Adds the `i`-th four lines. Their piles are below 2^31.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn add<D: DecideNeon>(&mut self, i: usize, x: uint32x4_t, y: uint32x4_t) {
        if !D::IS_EXACT {
            for (piles, v) in self.piles.iter_mut().zip([x, y]) {
                let piles = &mut piles[FOUR * i..][..FOUR];
                // SAFETY: there is room for four.
                unsafe { vst1q_u32(piles.as_mut_ptr(), v) };
            }
        }
        self.lanes[i] = D::u31_x4(x, y);
    }
}

impl Decision<'_, u64> {
    /// Adds the `i`-th four lines.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn add<D: DecideNeon>(&mut self, i: usize, x: [uint64x2_t; 2], y: [uint64x2_t; 2]) {
        if !D::IS_EXACT {
            for (piles, v) in self.piles.iter_mut().zip([x, y]) {
                let piles = &mut piles[FOUR * i..][..FOUR];
                // SAFETY: there is room for four.
                unsafe {
                    vst1q_u64(piles.as_mut_ptr(), v[0]);
                    vst1q_u64(piles[2..].as_mut_ptr(), v[1]);
                }
            }
        }
        self.lanes[i] = D::u64_x4(x, y);
    }
}
