//! The NEON kernel: the operations of [`wide32`](crate::parse::wide32) for aarch64 are in `vector`.

mod vector;

use crate::parse::wide32::Batches32;
use vector::V128x2;

// The kernel reads words from the text with the first byte as the lowest one.
const _: () = assert!(cfg!(target_endian = "little"));

/// Batches read with NEON. Every aarch64 processor has it, so the token is `()`.
pub(in crate::parse) type BatchesNeon = Batches32<V128x2>;

#[cfg(test)]
mod tests;
