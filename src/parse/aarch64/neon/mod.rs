//! The NEON kernel: the operations of [`wide32`](crate::parse::wide32) for aarch64.
//!
//! `vector` has the operations.

mod vector;

use crate::parse::AnswerSink;
use crate::parse::aarch64::DecideNeon;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::{Batch, BatchEnd, Method};
use crate::parse::wide32::{self, BYTES_BEFORE, Store, Vector32, Walk};
use std::marker::PhantomData;
use vector::V128x2;

// The kernel reads words from the text with the first byte as the lowest one.
const _: () = assert!(cfg!(target_endian = "little"));

/// Batches read with NEON.
pub(crate) struct BatchesNeon {
    store: Box<Store>,
}

impl BatchesNeon {
    /// Needs no token, because every aarch64 processor has NEON.
    pub(crate) fn new() -> Self {
        let store = Box::new(Store::NEW);
        Self { store }
    }
}

impl<D: DecideNeon> Batch<D> for BatchesNeon {
    const BYTES_BEFORE: usize = BYTES_BEFORE;

    #[inline]
    fn run<B: AnswerSink, K: StaticDialect>(
        &mut self,
        text: &[u8],
        at: usize,
        sink: &mut B,
    ) -> BatchEnd {
        let walk = Walk::<D, V128x2, B, K> {
            token: (),
            store: &mut self.store,
            text,
            at,
            sink,
            instance: PhantomData,
        };
        V128x2::run((), walk)
    }

    fn normalise(&mut self, method: Method, piece: &[u8], out: &mut [u8]) -> Option<usize> {
        wide32::normalise::<V128x2>((), method, piece, out)
    }

    #[cfg(test)]
    fn is_filtering(&self) -> bool {
        self.store.is_filtering()
    }
}

#[cfg(test)]
mod tests;
