//! The NEON kernel: the operations of [`streams`](crate::parse::streams) for aarch64 are in `vector`.

mod vector;

use crate::parse::streams::Streams;
pub(in crate::parse) use vector::V128x2;

// The kernel reads words from the text with the first byte as the lowest one.
const _: () = assert!(cfg!(target_endian = "little"));

/// Every aarch64 processor has NEON, so the token is `()`.
pub(in crate::parse) type StreamsNeon = Streams<V128x2>;

#[cfg(test)]
mod tests;
