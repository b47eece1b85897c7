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
//! 1. **Positions.** In each aligned 64-byte block, `byte - '0' > 9` marks the separators, and
//!    compressing a constant 0, 1, 2, ... by that mask gives their places. Places are kept mod
//!    256, one byte each: four constants serve. Twenty blocks a round.
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
//! * The tile whose lanes are filled was prepared (step 2) one turn before, and its positions one
//!   turn before that: no load waits for a store that is still on its way.
//! * Lengths are known mod 256 only, so a token of 256 bytes and more looks shorter than it is.
//!   Then the byte where the next separator must stand is one of its digits, which the next hole
//!   sees; and the byte behind the last token of the tile is looked at for this very reason.
//! * A token beyond 24 digits, or a pile that may be beyond `u64`, doesn't stop the tile: that
//!   line is given to the scalar parser, by itself.
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

mod dense;
mod lanes;
mod tiles;

use super::zeros::zero_line_512;
use super::{Avx512, Lanes512, normalise};
use crate::parse::swar::{Swar, lines_until};
use crate::parse::{Bits, Kernel, free};
use tiles::{LINES, ROUND, Store, tiles};

/// The kernel of this file.
pub struct Kernel512 {
    token: Avx512,
    store: Box<Store>,
    /// Lines in strict form, made from lines that are not.
    strict: Vec<u8>,
    held: Held,
}

/// Text that is taken at once when it isn't strict. Zen 4, text whose form changes every few thousand lines: 16, 32 and 64 KiB
/// 2.18, 2.05 and 2.09 ns a pair.
const PIECE: usize = 32 << 10;

/// What stands behind the lines of a piece: lines to fill the last tile, and digits, so that a whole
/// round can be searched wherever the last line ends. They are never answered, nor is it worth
/// having more lines there than needed.
const PADDING: [u8; 4 * LINES + ROUND + 128] = {
    let mut padding = [b'0'; 4 * LINES + ROUND + 128];
    let mut i = 0;
    while i < 4 * LINES {
        padding[i] = b"1 0\n"[i % 4];
        i += 1;
    }
    padding
};

impl Kernel512 {
    /// A kernel, on a machine that runs it.
    pub fn new(token: Avx512) -> Self {
        Self {
            token,
            store: Box::new(Store::new()),
            strict: Vec::new(),
            held: Held::default(),
        }
    }
}

impl std::fmt::Debug for Kernel512 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kernel512")
    }
}

/// Answers of a piece, kept back until all of it is known to be good.
#[derive(Default)]
struct Held {
    answers: Vec<u64>,
}

impl Bits for Held {
    fn push(&mut self, answers: u64, count: u32) {
        debug_assert_eq!(count, 64);
        self.answers.push(answers);
    }
}

impl<D: Lanes512> Kernel<D> for Kernel512 {
    fn lines<B: Bits>(&mut self, text: &[u8], mut at: usize, bits: &mut B) -> usize {
        // The first line of an input has no separator before it.
        if at == 0 {
            return at;
        }
        loop {
            at = match form(text, at) {
                // SAFETY: the token says that the instructions are there.
                Some(Form::Strict) => unsafe {
                    tiles::<D, B, false>(&mut self.store, text, at, bits)
                },
                // SAFETY: as above.
                Some(Form::Crlf) => unsafe { tiles::<D, B, true>(&mut self.store, text, at, bits) },
                Some(Form::FirstCrlf) => {
                    let next = lines_until::<D, B>(text, at, at + 1, bits);
                    if next > at {
                        self.saw(&text[at..next]);
                        at = next;
                        continue;
                    }
                    at
                }
                None => at,
            };
            // The lines that follow are not strict, or too few for a tile.
            let rest = &text[at..];
            if rest.len() < 256 {
                let next = Kernel::<D>::lines(&mut Swar, text, at, bits);
                self.saw(&text[at..next]);
                return next;
            }
            let cut = &rest[..rest.len().min(PIECE)];
            let Some(end) = memchr::memrchr(b'\n', cut) else {
                return at;
            };
            let piece = &rest[..=end];
            if !self.piece::<D, B>(piece, bits) {
                // Some line in it is neither. Lines before it are taken one by one; the caller
                // takes it, and the kernel is called again behind it.
                let stop = lines_until::<D, B>(text, at, at + piece.len(), bits);
                self.saw(&text[at..stop]);
                if stop < at + piece.len() {
                    return stop;
                }
            }
            at += piece.len();
            if at == text.len() {
                return at;
            }
        }
    }

    fn longest(&mut self) -> usize {
        std::mem::take(&mut self.store.longest)
    }

    fn zero_line(&self, text: &[u8]) -> Option<usize> {
        zero_line_512(self.token, text)
    }
}

/// Forms of lines that the tiles take as they are.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// `digits SP digits LF`.
    Strict,
    /// The same with CR LF.
    Crlf,
    /// The same behind another line's end.
    FirstCrlf,
}

/// The form of the line at `at`: a look at one line tells nearly always whether a try at whole tiles
/// will be in vain, which costs time for nothing.
fn form(text: &[u8], at: usize) -> Option<Form> {
    let mut blanks = 0;
    let mut digits = 0;
    let mut bytes = text[at..].iter().take(128);
    loop {
        match bytes.next()? {
            b'0'..=b'9' => digits += 1,
            b' ' => blanks += 1,
            b'\n' => return (blanks == 1).then_some(Form::Strict),
            // Lanes of 4 bytes have no room for a CR: such lines are answered sooner when they were made strict.
            b'\r' if blanks == 1 && digits <= 6 => return None,
            b'\r' if blanks == 1 && bytes.next() == Some(&b'\n') => {
                // A tile's first separator is the end of the line before.
                let behind_another = at >= 2 && text[at - 2] == b'\r';
                return Some(if behind_another {
                    Form::Crlf
                } else {
                    Form::FirstCrlf
                });
            }
            _ => return None,
        }
    }
}

impl Kernel512 {
    /// Lines that went another way than through tiles.
    fn saw(&mut self, lines: &[u8]) {
        self.store.longest = free::longest(lines).max(self.store.longest);
    }

    /// A piece of whole lines in any form; `false`, and nothing answered, if a line isn't one.
    fn piece<D: Lanes512, B: Bits>(&mut self, piece: &[u8], bits: &mut B) -> bool {
        // Zeros stay where lanes are wide enough for them, which the tiles know.
        let mut padded = std::mem::take(&mut self.store.padded);
        if !padded {
            if self.attempt::<D, B, false>(piece, bits) {
                return true;
            }
            padded = std::mem::take(&mut self.store.padded);
        }
        padded && self.attempt::<D, B, true>(piece, bits)
    }

    /// The same, without leading zeros if `ZEROS`.
    fn attempt<D: Lanes512, B: Bits, const ZEROS: bool>(
        &mut self,
        piece: &[u8],
        bits: &mut B,
    ) -> bool {
        let needed = piece.len() + 128 + PADDING.len();
        if self.strict.len() < needed {
            self.strict = vec![0; needed];
        }
        // SAFETY: the token says that the instructions are there.
        let strict = unsafe { normalise::normalise::<ZEROS>(piece, &mut self.strict) };
        let Some((end, lines)) = strict else {
            return false;
        };
        let text = &mut self.strict[..end + PADDING.len()];
        text[end..].copy_from_slice(&PADDING);
        self.held.answers.clear();
        // SAFETY: as above.
        let stop = unsafe { tiles::<D, Held, false>(&mut self.store, text, 1, &mut self.held) };
        if stop < end {
            return false;
        }
        let mut left = lines;
        for &answers in &self.held.answers {
            let count = left.min(64);
            if count == 0 {
                break;
            }
            let keep = u64::MAX >> (64 - count);
            bits.push(answers & keep, count as u32);
            left -= count;
        }
        debug_assert_eq!(left, 0);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::x86_64::tests::{Count, Never};

    /// Line by line the answers would be the same, only later.
    #[test]
    fn pieces_in_any_form_are_taken_whole() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        const LINE: &str = " 12  \t 3\r\n\n";
        let loose = LINE.repeat(5000);
        for lines in 1..200 {
            let (mut kernel, mut count) = (Kernel512::new(token), Count(0));
            assert!(kernel.piece::<Never, _>(&loose.as_bytes()[..lines * LINE.len()], &mut count));
            assert_eq!(count.0, lines);
        }
        let text = format!("\n{loose}");
        let (mut kernel, mut count) = (Kernel512::new(token), Count(0));
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
                let mut kernel = Kernel512::new(token);
                let piece = &text.as_bytes()[end.len()..][..300 * line.len()];
                let mut count = Count(0);
                assert!(kernel.piece::<Never, _>(piece, &mut count));
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
        let (mut kernel, mut count) = (Kernel512::new(token), Count(0));
        // SAFETY: there is a token.
        let stop =
            unsafe { tiles::<Never, _, false>(&mut kernel.store, text.as_bytes(), 1, &mut count) };
        assert!(stop > text.len() - 3000 && !kernel.store.padded);
    }

    /// Only time hangs on it, so the other tests would pass whatever it says.
    #[test]
    fn the_form_of_a_line() {
        for (before, line, expected) in [
            ("\n", "12 3\n", "Some(Strict)"),
            ("\r\n", "12 3\n", "Some(Strict)"),
            ("", "1234 567\r\n", "Some(FirstCrlf)"),
            ("\n", "1234 567\r\n", "Some(FirstCrlf)"),
            ("4\n", "1234 567\r\n", "Some(FirstCrlf)"),
            ("\r\n", "1234 567\r\n", "Some(Crlf)"),
            ("\n", "123 456\r\n", "None"),
            ("\r\n", "123 456\r\n", "None"),
            ("\n", "123\n", "None"),
            ("\n", "123\r\n", "None"),
            ("\n", "1 2 3\n", "None"),
            ("\n", "1 2 \r\n", "None"),
            ("\n", "1234 567\r4\n", "None"),
            ("\n", "12 3", "None"),
            ("\n", "1234 567\r", "None"),
            ("\n", "12\t3\n", "None"),
            ("\n", "\n", "None"),
        ] {
            let text = format!("{before}{line}");
            let form = form(text.as_bytes(), before.len());
            assert_eq!(format!("{form:?}"), expected, "{text:?}");
        }
    }

    #[test]
    fn shown_by_its_name() {
        if let Some(token) = Avx512::detect() {
            assert_eq!(format!("{:?}", Kernel512::new(token)), "Kernel512");
        }
    }

    /// The other tests would pass if every line were left to the next kernel.
    #[test]
    fn tiles_take_lines_to_the_last_one() {
        let Some(token) = Avx512::detect() else {
            return;
        };
        for end in ["\n", "\r\n"] {
            // Beyond u64 a line goes its own way, and of CR LF the tile with it.
            for digits in 1..=if end == "\n" { 24 } else { 20 } {
                let mut text = end.as_bytes().to_vec();
                for i in 0..5000 {
                    // One pile of so many digits, and one of any number up to that.
                    let a = 10u128.pow(digits - 1) + i % 9;
                    let b = 10u128.pow(i as u32 / 2 % digits);
                    let (a, b) = if i % 2 == 0 { (a, b) } else { (b, a) };
                    text.extend_from_slice(format!("{a} {b}{end}").as_bytes());
                }
                let (mut kernel, mut count) = (Kernel512::new(token), Count(0));
                let (store, at) = (&mut kernel.store, end.len());
                // SAFETY: there is a token.
                let stop = unsafe {
                    match at {
                        1 => tiles::<Never, _, false>(store, &text, at, &mut count),
                        _ => tiles::<Never, _, true>(store, &text, at, &mut count),
                    }
                };
                let lines = text[at..stop].iter().filter(|&&c| c == b'\n').count();
                assert_eq!(count.0, lines);
                // Not a tile, and less than a round.
                let least = 5000 - LINES - ROUND / (digits as usize + 2 + at);
                assert!(lines >= least, "{digits} digits, {end:?}: {lines} lines");
            }
        }
    }
}
