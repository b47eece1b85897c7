//! Sixty-four lines at a time with AVX-512.
//!
//! Owns the fastest kernel. It refuses to handle anything unusual where it stands: a tile of
//! lines is answered only if every byte of it was seen to be in its place. Invariant: between two
//! tiles everything before is answered and nothing behind it, so it can stop at any of them.
//!
//! # Design
//!
//! The plain algorithm: find where the tokens end, turn each into a number, decide. One token at
//! a time loses to branches: its length is random. So all of it is done in bulk, for a **tile**
//! of 128 tokens, which are 64 strict lines (`digits SP digits LF`):
//!
//! 1. **Places.** In each aligned 64-byte block, `byte < '0'` marks the separators, and
//!    compressing a constant 0, 1, 2, ... by that mask gives their places. Places are kept mod
//!    256, one byte each: four constants serve. Twenty blocks a round. If a byte above `'9'` is among them, the round
//!    is left to others.
//! 2. **Lengths.** The difference of neighbouring places is a token's length. The longest one of
//!    a tile chooses the width of its lanes; from each length a table gives an expand mask.
//! 3. **Lanes.** A token and the separator before it are expanded into 4-byte groups
//!    `[hole d d d]`, against the right. It is a *merging* expand over a vector that holds `0` in
//!    the digit places and, in the holes, the separator that must stand there: what differs in a
//!    hole is an error, and is collected without a branch. Lanes of 12 bytes (to nine digits) stand one
//!    behind the other, whatever vector they are in. The widest, of which a vector has two, are filled
//!    by a permutation instead, from a table with an entry for every two lengths.
//! 4. **Numbers.** Each group by one dot product (0, 100, 10, 1), which starts from a bias that takes
//!    the `'0'`s off, and pairs of groups by another (1000, 1).
//! 5. **Decision**, by whoever asks ([`Lanes512`]), on vectors of piles.
//!
//! Departures from that order, and why:
//!
//! * Within steps 3 to 5 six or eight vectors take each step together, before any takes the next. One after
//!   another they take 2% longer (10^9, padded): what waits for its own last step fills the
//!   processor's queues.
//! * The tile whose lanes are filled was prepared (step 2) one turn before, and its places one
//!   turn before that: no load waits for a store that is still on its way.
//! * Lengths are known mod 256 only, so a token of 256 bytes and more looks shorter than it is.
//!   Then the byte where the next separator must stand is one of its digits, which the next hole
//!   sees; and the byte behind the last token of the tile is looked at for this very reason.
//! * A token beyond 24 digits, or a pile that may be beyond `u64`, doesn't stop the tile: if its length and first digits don't tell,
//!   that line is given to the scalar parser, by itself. (With more than 254 digits or a byte before the line feed it does, and so do
//!   many such lines for nothing but zeros: these go in bulk.)
//! * Of a block's separators the places of 32 are kept. Of more, two are neighbours: an empty token, and no tile is answered from
//!   there on, unless these two are the block's last bytes. Then one place is whatever it was before. The byte there is a
//!   token's first one, which all kinds of lanes look at (not what takes notes: there all places are kept); and that the
//!   lengths around may add up to more than there is, is looked at where any may be so long. (To store half a vector takes 5% less to 10^9; a 33rd byte, another store, 12% more.)
//! * Where no pile has more than twelve digits six of them tell of nearly all lines that they aren't cold: see `ratio_filter`. Sixteen
//!   lines that all are so, need no whole numbers.
//! * Where lengths are mixed, the lanes are the widest ones and most lines need none: their lengths and first digits
//!   tell that they aren't cold. Such text has an instance of its own of all this, whose search keeps those digits: see
//!   `length_filter`.
//! * Where nearly all tokens have six digits and more, and one has more than twelve, lanes are for the first six of each pile
//!   only, however many more there are; these tell of nearly all lines that they aren't cold: see `prefix_filter`.
//! * The memory is asked for the text before its turn: see `AHEAD`.

// The steps take a type they don't use: so each has one caller, and the compiler puts it there. As
// calls they would pass vectors through memory and reload constants: 0.03 ns a pair.
#![allow(clippy::extra_unused_type_parameters)]

/// A function for a machine with the instructions that [`Avx512`] stands for.
macro_rules! with_features {
    ($(#[$meta:meta])* $v:vis unsafe fn $($rest:tt)*) => {
        $(#[$meta])*
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,avx512ifma,bmi1,bmi2,popcnt")]
        $v unsafe fn $($rest)*
    };
}

mod candidates;
mod compress;
mod decode;
mod expected;
mod lanes12;
mod lanes16;
mod lanes32;
mod lanes4_8;
mod layout;
mod length_filter;
mod ops;
mod prefix_filter;
mod ratio_filter;
mod tile;
mod unpermute;
mod walk;

use super::tables::LONGEST;
use super::zeros::zero_line_512;
use super::{Avx512, Lanes512};
use crate::parse::Bits;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use crate::parse::batch::driver::Driver;
use crate::parse::batch::{Batch, LeadingZeros, Method, Progress, Stop};
pub(super) use compress::by_compression;
use tile::Store;
use walk::walk;

/// The kernel of this file.
pub type Kernel512 = Driver<Batches512>;

/// Its batches.
pub struct Batches512 {
    token: Avx512,
    store: Box<Store>,
}

impl Batches512 {
    /// Batches, on a machine that has the instructions.
    pub fn new(token: Avx512) -> Self {
        let store = Box::new(Store::new());
        Self { token, store }
    }
}

impl<D: Lanes512> Batch<D> for Batches512 {
    const LEAD: usize = 1;
    const MAX_DIGITS: usize = LONGEST - 1;

    #[inline]
    fn run<B: Bits, K: StaticDialect>(
        &mut self,
        dialect: Dialect,
        text: &[u8],
        at: usize,
        bits: &mut B,
    ) -> Progress {
        self.store.longest = 0;
        let Avx512(()) = self.token;
        // SAFETY: the token says that the instructions are there.
        let at = unsafe { walk::<D, B, K>(&mut self.store, dialect, text, at, bits) };
        let stop = if std::mem::take(&mut self.store.padded) {
            Stop::Padded
        } else if self.store.notes.wanted.wants_switch::<D, K>() {
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
        match zeros {
            LeadingZeros::Keep => by_compression::<false>(self.token, method, piece, out),
            LeadingZeros::Strip => by_compression::<true>(self.token, method, piece, out),
        }
    }

    fn zero_line(&self, text: &[u8]) -> Option<usize> {
        zero_line_512(self.token, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::Kernel;
    use crate::parse::batch::dialect::STRICT;
    use crate::parse::batch::tests::{
        Count, Never, dialects, few_lines_are_left, lines_that_begin_nowhere_are_left,
        pieces_in_any_form_are_taken_whole,
    };
    use crate::parse::batch::{LINES, ROUND};

    /// Line by line the answers would be the same, only later.
    #[test]
    fn loose_lines_are_taken_to_the_last_one() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        pieces_in_any_form_are_taken_whole(|| Batches512::new(token));
        let text = format!("\n{}", " 12  \t 3\r\n\n".repeat(5000));
        let (mut kernel, mut count) = (Driver::new(Batches512::new(token)), Count(0));
        let stop = Kernel::<Never>::lines(&mut kernel, text.as_bytes(), 1, &mut count);
        assert_eq!((stop, count.0), (text.len(), 5000));
    }

    /// Line by line the answers would be the same, only later.
    #[test]
    fn zeros_before_the_piles_are_no_obstacle() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        for zeros in [25, 40, 90] {
            for end in ["\n", " \n", "\r\n"] {
                let line = format!("{:0zeros$} {:0zeros$}{end}7 {:0zeros$}{end}", 0, 12, 34);
                let text = format!("{end}{}", line.repeat(3000));
                let mut kernel = Driver::new(Batches512::new(token));
                let piece = &text.as_bytes()[end.len()..][..300 * line.len()];
                let mut count = Count(0);
                assert!(kernel.piece::<Never, _>(LeadingZeros::Keep, piece, &mut count));
                assert_eq!(count.0, 600);
                let mut count = Count(0);
                let stop =
                    Kernel::<Never>::lines(&mut kernel, text.as_bytes(), end.len(), &mut count);
                assert_eq!((stop, count.0), (text.len(), 6000));
            }
        }
        // Without any they are left to the scalar parser, one by one and where they stand.
        let line = format!("{:1<30} 2\n", "");
        let text = format!("\n{}", line.repeat(3000));
        let (mut kernel, mut count) = (Driver::new(Batches512::new(token)), Count(0));
        let progress = kernel.run::<Never, _>(STRICT, text.as_bytes(), 1, &mut count);
        assert!(progress.at > text.len() - 3000 && progress.stop != Stop::Padded);
    }

    #[test]
    fn lines_begin_behind_others() {
        if let Some(token) = Avx512::detect() {
            lines_that_begin_nowhere_are_left(|| Batches512::new(token));
        }
    }

    #[test]
    fn few_lines_of_mixed_lengths_are_left() {
        if let Some(token) = Avx512::detect() {
            few_lines_are_left(|| Batches512::new(token));
        }
    }

    /// One byte that must not be there, at each place; the places of separators before are still in store.
    #[test]
    fn no_tile_is_answered_beyond_a_wrong_byte() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        let mut kernel = Driver::new(Batches512::new(token));
        for (dialect, end) in dialects() {
            let blank = char::from(dialect.blank);
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
                let line = format!("{a}{blank}{b}{end}");
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
                        // A line may end there.
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

    /// The other tests would pass if every line were left to the next kernel.
    #[test]
    fn tiles_take_lines_to_the_last_one() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        for (dialect, end) in dialects() {
            // Beyond u64 a line goes its own way, and with a byte before the LF the tile with it.
            for digits in 1..=if end == "\n" { 24 } else { 20 } {
                let mut text = end.as_bytes().to_vec();
                for i in 0..5000 {
                    // One pile of so many digits, and one of any number up to that.
                    let a = 10u128.pow(digits - 1) + i % 9;
                    let b = 10u128.pow(i as u32 / 2 % digits);
                    let (a, b) = if i % 2 == 0 { (a, b) } else { (b, a) };
                    text.extend_from_slice(
                        format!("{a}{}{b}{end}", char::from(dialect.blank)).as_bytes(),
                    );
                }
                let (mut kernel, mut count) = (Driver::new(Batches512::new(token)), Count(0));
                let at = end.len();
                let stop = kernel.run::<Never, _>(dialect, &text, at, &mut count).at;
                let lines = text[at..stop].iter().filter(|&&c| c == b'\n').count();
                assert_eq!(count.0, lines);
                // Not a tile, and less than a round.
                let least = 5000 - LINES - ROUND / (digits as usize + 2 + at);
                assert!(
                    lines >= least,
                    "{digits} digits, {dialect:?}: {lines} lines"
                );
            }
        }
    }
}
