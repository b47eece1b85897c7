//! The AVX-512 kernel: 64 lines at a time.
//!
//! Input: text of one dialect and where a line starts. Output: the answers of whole batches of 64 lines. A batch is answered
//! only if every byte of its lines is what the dialect has in its place. Any other line is left to the driver. So the walk
//! can stop after any batch.
//!
//! # Design
//!
//! The plain algorithm finds where a token ends, converts it to a number, and decides. For one token at a time this needs
//! branches that depend on the length of the token. That length is random, so the branches are mispredicted. So each step
//! takes a whole **tile**: the 128 tokens of a batch, with the data that the steps store about them.
//!
//! 1. **Index** (`index`). In each aligned 64-byte block `byte < '0'` marks the separators. Compressing the constants 0, 1, 2
//!    and so on by that mask gives their positions, modulo 256, one byte each; four constants serve. A round is twenty
//!    blocks. A round with a byte above `'9'`, or with a block of more than 32 separators, is not indexed.
//! 2. **Layout** (`layout`). The difference of neighbouring positions is a token's length, with the separator before it. The
//!    longest token of a tile chooses the width of the lanes; a table gives an expand mask for each length.
//! 3. **Lanes** (`lanes4_8`, `lanes12`, `lanes16`, `lanes32`). A token and the separator before it are expanded to 4-byte
//!    groups `[hole d d d]`, aligned to the right. The expand is *merging*: its other operand has `'0'` in the places of
//!    digits, and in each hole the separator that must stand there (`expected`). A hole with another byte is a mismatch;
//!    mismatches are collected without a branch. Lanes of 8 bytes have one hole, and digits after it. Lanes of 12 bytes
//!    cross the ends of vectors. Two lanes of 32 bytes fill a vector. They are made by a permutation, from a table with an
//!    entry for each pair of lengths.
//! 4. **Numbers** (the same files). One dot product (0, 100, 10, 1) turns each group into a number; it starts from a bias
//!    that subtracts the `'0'`s. Another dot product (1000, 1) joins pairs of groups.
//! 5. **Answers**: [`Decide512`] decides vectors of piles.
//!
//! Details, and their reasons:
//!
//! * A tile is laid out one turn before it is decoded, and indexed one turn before that. So no load waits for a store.
//! * Lengths are known modulo 256. A token of 256 bytes or more looks shorter than it is. Then one of its digits is where
//!   the next separator must stand, and the next hole has a mismatch. After the last token of a tile this byte is compared
//!   separately.
//! * A token of more than 24 digits, or a pile that may be beyond `u64`, does not stop the tile. If lengths and first digits
//!   do not reject such a line, `batch::fallback` answers it. But the tile is left to the driver if a token has more than
//!   254 digits, or if lines have a CR.
//! * A filter (`ratio_filter`) rejects lines before all of their digits are read: it compares six digits of both piles. In lanes
//!   to 12 digits it rejects 16 lines at a time. In other tiles it leaves candidates, which are read into lanes of 32 bytes. `trial` says when it
//!   is tried.
//! * The text is prefetched: see `PREFETCH_DISTANCE`.
//!
//! # Files
//!
//! Files import only from files earlier in this list: `ops` (primitives), `index`, `tile` and `expected` (data); `walk_state` (the
//! state of a walk; each later step is one of its methods); the lanes and the filter; `layout` and `decode`; `walk`. `normalise`
//! imports only `ops`.

mod decode;
mod expected;
mod index;
mod lanes12;
mod lanes16;
mod lanes32;
mod lanes4_8;
mod layout;
mod normalise;
mod ops;
mod ratio_filter;
mod tile;
mod trial;
mod unpermute;
mod walk;
mod walk_state;

use super::{Avx512, Decide512};
use crate::parse::AnswerSink;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::{Batch, BatchEnd};
use normalise::normalise512;
use tile::Store;

/// Batches read with AVX-512.
pub(crate) struct Batches512 {
    token: Avx512,
    store: Box<Store>,
}

impl Batches512 {
    /// `token` proves that the machine has the instructions.
    pub(crate) fn new(token: Avx512) -> Self {
        let store = Box::new(Store::new());
        Self { token, store }
    }
}

impl<D: Decide512> Batch<D> for Batches512 {
    const BYTES_BEFORE: usize = 1;

    #[inline]
    fn run<B: AnswerSink, K: StaticDialect>(
        &mut self,
        text: &[u8],
        at: usize,
        sink: &mut B,
    ) -> BatchEnd {
        let Avx512(()) = self.token;
        // SAFETY: the token proves that the processor has the instructions.
        unsafe { walk::walk::<D, B, K>(&mut self.store, text, at, sink) }
    }

    fn normalise(&mut self, piece: &[u8], out: &mut [u8]) -> Option<usize> {
        normalise512(self.token, piece, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::skipped;
    use crate::parse::batch::ROUND;
    use crate::parse::batch::driver::Driver;
    use crate::parse::batch::tests::{Count, Never, a_kernel_of_batches, dialects};

    #[test]
    fn it_is_a_kernel_of_batches() {
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        a_kernel_of_batches(|| Batches512::new(token), 20, ROUND);
    }

    /// The text has one wrong byte, at each place in turn. The store still has the positions of the text before.
    #[test]
    fn no_batch_is_answered_beyond_a_wrong_byte() {
        let Some(token) = Avx512::detect() else {
            return skipped("AVX-512");
        };
        let mut kernel = Driver::new(Batches512::new(token));
        for (dialect, end) in dialects() {
            for (a, b) in [
                ("1", "2"),
                ("12", "345"),
                ("123456", "12"),
                ("1234567", "7654321"),
                ("123456789", "12345678"),
                ("123456789012", "1"),
                ("1234567890123456", "9876543210987654321"),
                ("1", "9876543210987654321"),
            ] {
                let line = format!("{a} {b}{end}");
                let text = [end, &line.repeat(4 * ROUND / line.len())].concat();
                let mut text = text.into_bytes();
                for place in end.len()..3 * ROUND {
                    let right = text[place];
                    for wrong in [
                        0, b' ', b'\t', b'\r', b'\n', b'/', b':', b'?', b'@', 0x80, 0xff,
                    ] {
                        if wrong == right {
                            continue;
                        }
                        text[place] = wrong;
                        let mut count = Count(0);
                        let stop = kernel
                            .run::<Never, _>(dialect, &text, end.len(), &mut count)
                            .at;
                        // If the wrong byte is a line feed, a line may end there.
                        let most = place + usize::from(wrong == b'\n');
                        assert!(stop <= most, "{wrong} at {place} of {line:?}");
                        let lines = text[end.len()..stop]
                            .iter()
                            .filter(|&&c| c == b'\n')
                            .count();
                        assert_eq!(count.0, lines);
                    }
                    text[place] = right;
                }
            }
        }
    }
}
