//! Sixty-four lines at a time with AVX2.
//!
//! Owns the kernel for machines without AVX-512. It refuses to handle anything unusual where it
//! stands: a tile of lines is answered only if every byte of it was seen to be in its place.
//! Invariant: between two tiles everything before is answered and nothing behind it, so it can
//! stop at any of them.
//!
//! # Design
//!
//! The plain algorithm: find where the tokens end, turn each into a number, decide. As in
//! [`super::avx512`] all of it is done in bulk, for a **tile** of 128 tokens, which are 64 lines
//! of one dialect, mostly the strict one (`digits SP digits LF`). But AVX2 can neither compress nor expand bytes:
//!
//! 1. **Places.** In each aligned 64-byte block the separators are the bytes below `'0'`. Their
//!    places in the block, which are their places mod 64, are written out as a table has them for each
//!    sixteen bytes.
//! 2. **Lengths.** The difference of neighbouring places mod 64 is a token's length, with the
//!    separator behind it. The longest one of a tile chooses the width of its windows.
//! 3. **Windows.** A window ends with the separator behind its token, so the token stands against
//!    the right, and the separator always in the last byte. XOR with `0...0 SP` or `0...0 LF`
//!    makes digits of the first and 0 of the second; a mask by the token's length clears what was
//!    before the token. The largest value that each byte of a window ever has is kept: once a
//!    tile, one comparison tells whether every digit was one and every separator in its place.
//! 4. **Numbers.** By pairs of digits, pairs of those, and again: the weights leave the last byte
//!    out, so the last group is of 3 digits, 7 with the one before it.
//! 5. **Decision**, by whoever asks ([`Lanes256`]), on vectors of piles.
//!
//! Departures from that, and why. Figures are for pairs up to 10^9 from memory, one thread, in ns
//! a pair, each compared in alternating runs; all of it took 1.56 then.
//!
//! * Separators of which a block has no more than 4, mostly, are written down one by one: count trailing zeros, clear the lowest bit.
//!   Otherwise that takes 1.3 cycles a turn on Zen 4 (for a block 15 to 20 in all, by a table for each eight bits 18), and what it
//!   takes by a table for each sixteen is flat, 9.5. That table has 512 KiB, of which text uses 53 (2e6) to 529 cache lines (1 to 6 digits). To 2e6, text
//!   in the cache, 1.93 instead of 2.17; to 10^9 2.10 instead of 2.24; 1 to 6 digits 1.72 instead of 2.08.
//! * Where no token has more than 3 digits a line has one window, which is copied as soon as its line feed is found: see `threes`. To 100, text in
//!   the cache, 1.07 instead of 1.46 by one window and by places, and 1.85 by two.
//! * Places are a tile ahead, so that no load of them waits for the byte stores.
//! * Prefetch as far in front as there: 5% to 8% from memory, nothing lost in the cache.
//! * Step 1 takes the bytes from `':'` to 127 for digits and those above for separators, which saves
//!   two additions a block (less than 4%). Step 3 finds the first too large, and the others where they must
//!   not be.
//! * Of two bytes that end a line the LF is no separator. So it stands before the next line's first token, whose
//!   mask leaves it out; it is looked at by itself, line by line.
//! * Lengths are known mod 64 only, so a token of 64 bytes and more looks shorter than it is. Then
//!   its window ends at a byte that step 1 took for no separator, and that byte isn't the one
//!   expected there.
//! * A token beyond 31 digits, or a pile that may be beyond `u64`, doesn't stop the tile: that
//!   line is given to the scalar parser, by itself. (With a byte before the line feed it does.)
//! * Where lengths are mixed, or most piles have six digits and more and one more than nine, an instance of its own sees to it
//!   while it searches that digits are digits. Then lengths and first digits, or the first six, tell of nearly all lines
//!   that their answers are 0, and these have no windows: see `few` and `heads`.
//! * Pairs beyond 9 digits get a rough test, and those that pass are asked about one by one when
//!   the tile is done. Deciding each four exactly as soon as one of them passes took 6.0 with an eighth
//!   of the pairs to 10^18 cold or one off, and 4.8 with half of them cold; so it is 3.4 and 3.8 (of
//!   which other changes made a tenth).
//!
//! Tried without gain: two places a store (5% slower, though alone it takes a quarter less);
//! places for each eight lines in between steps 3 to 5 (12% slower); two tiles in turns, one
//! prepared while the other is answered (the same).

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

use super::zeros::zero_line_256;
use super::{Avx2, Lanes256};
use crate::parse::Bits;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::driver::Driver;
use crate::parse::batch::{Batch, LeadingZeros, Method, Progress, Stop};
pub(super) use shuffle::by_shuffles;
use tile::LEAD;
use walk::{Store, walk};

/// The kernel of this file.
pub type Kernel256 = Driver<Batches256>;

/// Its batches.
pub struct Batches256 {
    token: Avx2,
    store: Box<Store>,
}

impl Batches256 {
    /// Batches, on a machine that has the instructions.
    pub fn new(token: Avx2) -> Self {
        let store = Box::new(Store::new());
        Self { token, store }
    }
}

impl<D: Lanes256> Batch<D> for Batches256 {
    const LEAD: usize = LEAD;

    #[inline]
    fn run<B: Bits, K: StaticDialect>(
        &mut self,
        dialect: Dialect,
        text: &[u8],
        at: usize,
        bits: &mut B,
    ) -> Progress {
        self.store.longest = 0;
        let Avx2(()) = self.token;
        // SAFETY: the token says that the instructions are there.
        let at = unsafe { walk::<D, B, K>(&mut self.store, dialect, text, at, bits) };
        let stop = if self.store.wanted.wants_switch::<D, K>() {
            Stop::SwitchInstance
        } else {
            Stop::End
        };
        Progress {
            at,
            max_digits: self.store.longest,
            stop,
        }
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
        zero_line_256(self.token, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::Kernel;
    use crate::parse::batch::LINES;
    use crate::parse::batch::dialect::STRICT;
    use crate::parse::batch::tests::{
        Count, Never, NeverSlowly, dialects, few_lines_are_left, lines_that_begin_nowhere_are_left,
        pieces_in_any_form_are_taken_whole,
    };

    /// The other tests would pass if every line were left to the next kernel.
    #[test]
    fn lines_are_taken_to_the_last_tile() {
        let Some(token) = Avx2::detect() else { return };
        for (dialect, end) in dialects() {
            let blank = char::from(dialect.blank);
            // Beyond u64 a line goes its own way, and with a byte before the LF the tile with it.
            for digits in 1..=if end == "\n" { 31 } else { 18 } {
                for beyond in [false, true] {
                    let mut text = end.repeat(LEAD);
                    let at = text.len();
                    for i in 0..5000 {
                        let (a, b) = (10u128.pow(digits - 1) + i % 9, i % 7);
                        // More than a window holds, in a tile that has windows of 32 bytes anyway.
                        let more = if beyond && digits > 18 && i % 500 == 3 {
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
                    // Not a tile, and less than a block.
                    let all = 5000 - lines < LINES + 16;
                    assert!(all, "{digits} digits, {dialect:?}: {lines} lines");
                }
            }
        }
    }

    /// Line by line the answers would be the same, only later.
    #[test]
    fn zeros_before_the_piles_are_no_obstacle() {
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

    /// The lines before the first tile end where tiles may begin.
    #[test]
    fn a_line_ends_where_tiles_may_begin() {
        let Some(token) = Avx2::detect() else { return };
        let text = format!("{:>width$} 7\n", 3, width = LEAD - 3) + &"12 3\n".repeat(1000);
        let (mut kernel, mut count) = (Driver::new(Batches256::new(token)), Count(0));
        let stop = Kernel::<Never>::lines(&mut kernel, text.as_bytes(), 0, &mut count);
        // The last ones are for the scalar parser.
        let rest = (text.len() - stop) / 5;
        assert!(rest < 4 && count.0 + rest == 1001, "{stop} {}", count.0);
    }

    #[test]
    fn lines_begin_behind_others() {
        if let Some(token) = Avx2::detect() {
            lines_that_begin_nowhere_are_left(|| Batches256::new(token));
        }
    }

    #[test]
    fn few_lines_of_mixed_lengths_are_left() {
        if let Some(token) = Avx2::detect() {
            few_lines_are_left(|| Batches256::new(token));
        }
    }
}
