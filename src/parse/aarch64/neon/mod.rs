//! The NEON kernel: batches of 64 lines.
//!
//! Input: text of whole lines in one dialect. Output: the answers of whole batches. A batch is answered only if every byte
//! of it is what the dialect has in its place.

mod decide;
mod decode;
mod expected;
mod index;
mod layout;
mod length_filter;
mod ops;
mod shuffle;
mod tile;
mod walk;
mod windows16;
mod windows8;

use crate::parse::AnswerSink;
use crate::parse::aarch64::DecideNeon;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::{Batch, BatchEnd, LeadingZeros, Method};
use shuffle::by_shuffles;
use tile::{LEAD, MAX_DIGITS};
use walk::{Store, walk};

// The kernel reads words from the text with the first byte as the lowest one.
const _: () = assert!(cfg!(target_endian = "little"));

/// Batches read with NEON.
pub(crate) struct BatchesNeon {
    store: Box<Store>,
}

impl BatchesNeon {
    /// Needs no token, because every aarch64 processor has NEON.
    #[expect(clippy::new_without_default, reason = "the other kernels have none")]
    pub(crate) fn new() -> Self {
        let store = Box::new(Store::NEW);
        Self { store }
    }
}

impl<D: DecideNeon> Batch<D> for BatchesNeon {
    const LEAD: usize = LEAD;
    const MAX_DIGITS: usize = MAX_DIGITS;

    #[inline]
    fn run<B: AnswerSink, K: StaticDialect>(
        &mut self,
        dialect: Dialect,
        text: &[u8],
        at: usize,
        sink: &mut B,
    ) -> BatchEnd {
        // SAFETY: every aarch64 has NEON.
        unsafe { walk::<D, B, K>(&mut self.store, dialect, text, at, sink) }
    }

    fn normalise(
        &mut self,
        method: Method,
        zeros: LeadingZeros,
        piece: &[u8],
        out: &mut [u8],
    ) -> Option<usize> {
        match (method, zeros) {
            (Method::Shorten, _) => None,
            (Method::Rewrite, LeadingZeros::Keep) => by_shuffles::<false>(piece, out),
            (Method::Rewrite, LeadingZeros::Strip) => by_shuffles::<true>(piece, out),
        }
    }
}

#[cfg(test)]
mod tests;
