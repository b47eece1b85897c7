//! The AVX2 kernel: batches of 64 lines, for machines without AVX-512.
//!
//! Input: text of whole lines in one dialect. Output: the answers of whole batches. A batch is answered only if every byte
//! of it is what the dialect has in its place.
//!
//! # Design
//!
//! A pair is answered in five steps: find where its tokens end, measure them, cut them out, convert them to numbers, decide.
//! Each step takes the 128 tokens of a batch, which are 64 lines of one dialect. AVX2 can neither compress nor expand bytes,
//! so some steps differ from those of [`super::avx512`]:
//!
//! 1. **Index** (`index`). In each aligned block of 64 bytes the separators are the bytes below `'0'`. Their positions,
//!    modulo 64, are written to memory, usually with one table lookup for each sixteen bytes.
//! 2. **Layout** (`layout`). The difference of two neighbouring positions, modulo 64, is a token's length, with the
//!    separator after it. The longest token of a batch chooses the width of its windows.
//! 3. **Windows** (`windows8`, `windows16_32`). A window ends with the separator after its token. So the last byte is
//!    always the separator, and the digits stand before it. XOR with `0...0 SP` or `0...0 LF` turns each digit into its
//!    value, and the separator into 0. A mask, chosen by the token's length, clears the bytes before the token. The largest
//!    value of each byte of a window is kept. Once a batch, one comparison shows whether every digit is a digit and every
//!    separator is in its place.
//! 4. **Numbers** (the same files). Pairs of digits are joined, then pairs of these, and so on. The weight of the last byte
//!    is 0, so the last group has 3 digits, or 7 with the group before it.
//! 5. **Decision**. The question ([`Decide256`]) is asked about vectors of piles.
//!
//! `walk` calls the steps, and `decode` chooses among the windows. Data passes from step to step in a `tile`.
//!
//! # Choices
//!
//! Figures are ns a pair, for pairs up to 10^9 from memory with one thread. Compared versions ran in turns. The whole kernel
//! took 1.56 ns a pair.
//!
//! * If most blocks have at most 4 separators, positions are written one by one: count trailing zeros, clear the lowest
//!   bit. With more separators, that takes 1.3 cycles for each on Zen 4, 15 to 20 cycles for a block. A table lookup for
//!   each eight bits takes 18 cycles for a block; a lookup for each sixteen bits always takes 9.5. The table of sixteen bits
//!   has 512 KiB, of which text uses 53 (2e6) to 529 (1 to 6 digits) cache lines. For text in the cache it takes 1.93
//!   instead of 2.17 (to 2e6), 2.10 instead of 2.24 (to 10^9), 1.72 instead of 2.08 (1 to 6 digits).
//! * Lines of at most 3 digits a pile have one window, without steps 1 and 2: see `short_lines`.
//! * The index is one batch ahead, so no load of positions waits for the stores of bytes.
//! * The text is prefetched as far ahead as with AVX-512: text from memory takes 5% to 8% less time, text in the cache takes
//!   no more time.
//! * Step 1 treats the bytes from `':'` to 127 as digits, and the bytes above 127 as separators. That saves two additions a
//!   block (less than 4%). Step 3 finds both kinds: the first are too large for digits, the others are not the separator of
//!   the dialect.
//! * If two bytes end a line, the LF is no separator. It stands before the first token of the next line. The mask of that
//!   token excludes the LF, and the LF of each line is compared separately.
//! * Lengths are known modulo 64 only, so a token of 64 bytes or more looks shorter. Then its window ends at a byte that
//!   step 1 did not take for a separator, and step 3 finds that this byte is not the expected separator.
//! * A token of more than 31 digits, or a pile that may be larger than `u64`, does not stop the batch: its line goes to the
//!   scalar parser. But if the dialect has a byte before the LF, it stops the batch.
//! * If lengths are mixed, or nearly all piles have six digits or more, the prefiltered instance is used. It also checks in
//!   step 1 that digits are digits. Then the lengths and the first digits, or the first six digits, show that the answer of
//!   nearly every line is 0, and these lines need no windows: see `length_filter` and `prefix_filter`.
//! * Pairs of more than 9 digits get a rough test. Pairs that pass it are decided one by one at the end of the batch. An
//!   exact decision of four pairs as soon as one of them passes takes 6.0 instead of 3.4 with an eighth of the pairs up to
//!   10^18 cold or one off, and 4.8 instead of 3.8 with half of them cold. A tenth of these differences is due to other
//!   changes.
//!
//! Tried without gain: storing two positions at a time (5% slower, although this part alone takes a quarter less time);
//! storing the positions of each eight lines between steps 3 and 5 (12% slower); laying out one batch while another one is
//! decoded (no difference).

mod decode;
mod expected;
mod index;
mod layout;
mod length_filter;
mod ops;
mod prefix_filter;
mod short_lines;
mod shuffle;
mod tile;
mod walk;
mod windows16_32;
mod windows8;
mod zero_line;

use super::{Avx2, Decide256};
use crate::parse::AnswerSink;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::{Batch, BatchEnd, LeadingZeros, Method};
pub(super) use shuffle::by_shuffles;
use tile::LEAD;
use walk::{Store, walk};

/// Batches read with AVX2.
pub(crate) struct Batches256 {
    token: Avx2,
    store: Box<Store>,
}

impl Batches256 {
    /// `token` proves that the machine has the instructions.
    pub(crate) fn new(token: Avx2) -> Self {
        let store = Box::new(Store::new());
        Self { token, store }
    }
}

impl<D: Decide256> Batch<D> for Batches256 {
    const LEAD: usize = LEAD;

    #[inline]
    fn run<B: AnswerSink, K: StaticDialect>(
        &mut self,
        dialect: Dialect,
        text: &[u8],
        at: usize,
        sink: &mut B,
    ) -> BatchEnd {
        let Avx2(()) = self.token;
        // SAFETY: the token says that the instructions are there.
        unsafe { walk::<D, B, K>(&mut self.store, dialect, text, at, sink) }
    }

    fn normalise(
        &mut self,
        method: Method,
        zeros: LeadingZeros,
        piece: &[u8],
        out: &mut [u8],
    ) -> Option<usize> {
        debug_assert_eq!(zeros, LeadingZeros::Keep);
        by_shuffles(self.token, method, piece, out)
    }

    fn zero_line(&self, text: &[u8]) -> Option<usize> {
        zero_line::zero_line(self.token, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::Kernel;
    use crate::parse::batch::LINES;
    use crate::parse::batch::dialect::STRICT;
    use crate::parse::batch::driver::Driver;
    use crate::parse::batch::tests::{
        Count, Never, NeverSlowly, dialects, few_lines_are_candidates,
        lines_must_start_behind_a_line_feed, pieces_in_any_form_are_taken_whole,
    };

    /// The other tests would pass if every line were left to the driver.
    #[test]
    fn lines_are_taken_to_the_last_batch() {
        let Some(token) = Avx2::detect() else { return };
        for (dialect, end) in dialects() {
            let blank = char::from(dialect.blank);
            // The fallback answers a line with a pile beyond u64. If the dialect has a byte before the LF, such a batch is
            // refused.
            for digits in 1..=if end == "\n" { 31 } else { 18 } {
                for oversized in [false, true] {
                    let mut text = end.repeat(LEAD);
                    let at = text.len();
                    for i in 0..1000 {
                        let (a, b) = (10u128.pow(digits - 1) + i % 9, i % 7);
                        // A pile longer than any window. The batch has windows of 32 bytes anyway.
                        let more = if oversized && digits > 18 && i % 500 == 3 {
                            "0".repeat(50)
                        } else {
                            String::new()
                        };
                        text += &format!("{a}{blank}{more}{b}{end}");
                    }
                    let (mut kernel, mut count) = (Driver::new(Batches256::new(token)), Count(0));
                    let text = text.as_bytes();
                    let stop = kernel.run::<Never, _>(dialect, text, at, &mut count).at;
                    let lines = text[at..stop].iter().filter(|&&c| c == b'\n').count();
                    assert_eq!(count.0, lines);
                    // Less than a batch and a block.
                    let all = 1000 - lines < LINES + 16;
                    assert!(all, "{digits} digits, {dialect:?}: {lines} lines");
                }
            }
        }
    }

    /// The fallback would give the same answers in more time.
    #[test]
    fn leading_zeros_need_no_fallback() {
        let Some(token) = Avx2::detect() else { return };
        for zeros in [21, 25, 31] {
            let line = format!(
                "{:0zeros$} {:0zeros$}\n7 {:0zeros$}\n",
                0,
                u64::MAX / 10,
                34
            );
            let text = "\n".repeat(LEAD) + &line.repeat(3000);
            let (mut kernel, mut count) = (Driver::new(Batches256::new(token)), Count(0));
            kernel.run::<NeverSlowly, _>(STRICT, text.as_bytes(), LEAD, &mut count);
            assert!(count.0 > 6000 - LINES - 16, "{}", count.0);
        }
    }

    #[test]
    fn pieces_are_taken_whole() {
        if let Some(token) = Avx2::detect() {
            pieces_in_any_form_are_taken_whole(|| Batches256::new(token));
        }
    }

    /// The first line ends exactly where the first batch may begin.
    #[test]
    fn a_line_ends_where_batches_may_begin() {
        let Some(token) = Avx2::detect() else { return };
        let text = format!("{:>width$} 7\n", 3, width = LEAD - 3) + &"12 3\n".repeat(1000);
        let (mut kernel, mut count) = (Driver::new(Batches256::new(token)), Count(0));
        let stop = Kernel::<Never>::lines(&mut kernel, text.as_bytes(), 0, &mut count);
        // The last lines are left to the scalar parser.
        let rest = (text.len() - stop) / 5;
        assert!(rest < 4 && count.0 + rest == 1001, "{stop} {}", count.0);
    }

    #[test]
    fn a_line_must_start_behind_a_line_feed() {
        if let Some(token) = Avx2::detect() {
            lines_must_start_behind_a_line_feed(|| Batches256::new(token));
        }
    }

    #[test]
    fn few_lines_of_mixed_lengths_are_candidates() {
        if let Some(token) = Avx2::detect() {
            few_lines_are_candidates(|| Batches256::new(token));
        }
    }
}
