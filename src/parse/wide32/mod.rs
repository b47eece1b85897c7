//! The kernel for vectors of 32 bytes: batches of 64 lines, with AVX2 or NEON.
//!
//! Input: text of whole lines in one dialect. Output: the answers of whole batches. A batch is answered only if every byte
//! of it is what the dialect has in its place. The algorithm stands here once; [`Vector32`] has the operations that an
//! instruction set gives it, and [`Asks`] the question. NEON's vector is two registers of 16 bytes.
//!
//! # Design
//!
//! A pair is answered in five steps: find where its tokens end, measure them, cut them out, convert them to numbers, decide.
//! Each step takes the 128 tokens of a batch. Neither instruction set can compress or expand bytes, so some steps differ
//! from those of AVX-512:
//!
//! 1. **Index** (`index`). In each aligned block of 64 bytes the separators are the bytes below `'0'`. Their positions,
//!    modulo 64, are written to memory, usually by a table.
//! 2. **Layout** (`layout`). The difference of two neighbouring positions, modulo 64, is a token's length, with the
//!    separator after it. The longest token of a batch chooses the width of its windows.
//! 3. **Windows** (`windows8`, `windows16`). A window ends with the separator after its token. So the last byte is always the
//!    separator, and the digits stand before it. Tokens of 16 digits or more have a second window, of four bytes, before that
//!    one. XOR with `0...0 SP` or `0...0 LF` turns each digit into its value, and the separator into 0. A mask, chosen by the
//!    token's length, clears the bytes before the token. The largest value of each byte of a window is kept. Once a batch, one
//!    comparison shows whether every digit is a digit and every separator is in its place (`expected`).
//! 4. **Numbers** (the same files). Pairs of digits are joined, then pairs of these, and so on. The weight of the last byte
//!    is 0, so the last group has 3 digits, or 7 with the group before it.
//! 5. **Decision** (`decide`). The question is asked about vectors of piles.
//!
//! `walk` calls the steps, and `decode` chooses among the windows. Data passes from step to step in a `tile`.
//!
//! # Choices
//!
//! Figures are ns a pair with AVX2, for pairs up to 10^9 from memory with one thread. Compared versions ran in turns. The
//! whole kernel took 1.56 ns a pair.
//!
//! * If most blocks have at most 4 separators, positions are written one by one: count trailing zeros, clear the lowest
//!   bit. With more separators, that takes 1.3 cycles for each on Zen 4, 15 to 20 cycles for a block. A table lookup for
//!   each eight bits takes 18 cycles for a block; a lookup for each sixteen bits always takes 9.5. The table of sixteen bits
//!   has 512 KiB, of which text uses 53 (2e6) to 529 (1 to 6 digits) cache lines. For text in the cache it takes 1.93
//!   instead of 2.17 (to 2e6), 2.10 instead of 2.24 (to 10^9), 1.72 instead of 2.08 (1 to 6 digits).
//! * With AVX2, lines of at most 3 digits a pile have one window, without steps 1 and 2: see `short_lines`.
//! * The index is one batch ahead, so no load of positions waits for the stores of bytes.
//! * The text is prefetched as far ahead as with AVX-512: text from memory takes 5% to 8% less time, text in the cache takes
//!   no more time.
//! * Step 1 treats the bytes above `'9'` as digits; AVX2 takes those above 127 for separators. That saves two additions a
//!   block (less than 4%). Step 3 finds both kinds: the first are too large for digits, the others are not the separator of
//!   the dialect.
//! * If lines end with CR LF, the LF is no separator. It stands before the first token of the next line. The mask of that
//!   token excludes the LF, and the LF of each line is compared separately. Normalising such lines would take longer.
//! * Lengths are known modulo 64 only, so a token of 64 bytes or more looks shorter. Then its window ends at a byte that
//!   step 1 did not take for a separator, and step 3 finds that this byte is not the expected separator.
//! * A token of more than 19 digits does not stop the batch: its line goes to `batch::fallback`. But if lines end with CR LF,
//!   it stops the batch.
//! * If lengths are mixed, or nearly all piles have six digits or more, the `filter` is tried. Then step 1 also checks that
//!   digits are digits, and nearly all lines need no windows. A walk that changes between the two begins again, so that a
//!   kernel needs no second instance.
//! * Pairs of more than 9 digits get a rough test. Pairs that pass it are decided one by one at the end of the batch. An
//!   exact decision of four pairs as soon as one of them passes takes 6.0 instead of 3.4 with an eighth of the pairs up to
//!   10^18 cold or one off, and 4.8 instead of 3.8 with half of them cold.
//!
//! Tried without gain: storing two positions at a time (5% slower, although this part alone takes a quarter less time);
//! storing the positions of each eight lines between steps 3 and 5 (12% slower); laying out one batch while another one is
//! decoded (no difference); comparing the first six digits of all lines where few lines are left (8% slower).
//!
//! No closure has operations on vectors: the compiler makes a function of a closure, without the instructions, and calls
//! each operation. [`Vector32::run`] makes functions that have them.
#![allow(unsafe_code)]

mod decide;
mod decode;
mod expected;
mod filter;
mod index;
mod layout;
mod normalise;
mod short_lines;
mod tile;
mod vector;
mod walk;
mod windows16;
mod windows8;

pub(super) use tile::BYTES_BEFORE;
pub(super) use vector::{Asks, Step, Vector32, repeat};
pub(super) use walk::Store;
#[cfg(target_arch = "x86_64")]
pub(super) use {
    expected::{Mismatch, expected, limits},
    vector::{Pod, load},
};

#[cfg(all(test, target_arch = "x86_64"))]
pub(super) use {short_lines::walk_short_lines, tile::TokenLayout};

use super::batch::dialect::StaticDialect;
use super::batch::{Batch, BatchEnd};
use super::{AnswerSink, Decide};
use normalise::Normalise;
use std::marker::PhantomData;
use walk::Walk;

/// Batches read with vectors of 32 bytes.
pub(in crate::parse) struct Batches32<V: Vector32> {
    token: V::Token,
    store: Box<Store>,
}

impl<V: Vector32> Batches32<V> {
    /// `token` proves that the machine has the instructions.
    pub(in crate::parse) fn new(token: V::Token) -> Self {
        let store = Box::new(Store::NEW);
        Self { token, store }
    }
}

impl<D: Decide, V: Asks<D>> Batch<D> for Batches32<V> {
    const BYTES_BEFORE: usize = BYTES_BEFORE;

    #[inline]
    fn run<B: AnswerSink, K: StaticDialect>(
        &mut self,
        text: &[u8],
        at: usize,
        sink: &mut B,
    ) -> BatchEnd {
        let walk = Walk::<D, V, B, K> {
            token: self.token,
            store: &mut self.store,
            text,
            at,
            sink,
            instance: PhantomData,
        };
        V::run(self.token, walk)
    }

    fn normalise(&mut self, piece: &[u8], out: &mut [u8]) -> Option<usize> {
        V::run(self.token, Normalise::<V>(self.token, piece, out))
    }

    #[cfg(test)]
    fn is_filtering(&self) -> bool {
        self.store.is_filtering()
    }
}

#[cfg(test)]
pub(super) mod tests;
