//! Lines in any form the grammar allows, made strict.
//!
//! Owns what a strict line is not: runs of blanks, tabs, blanks at either end, carriage returns,
//! empty lines, long runs of zeros before a pile. It refuses to judge: what is no whitespace it
//! copies, and the kernel that reads the result refuses what is no number. Invariant: it never makes
//! a record of what is none, and the piles keep their values.
//!
//! # Design
//!
//! Between two tokens stands a run of whitespace, and all that counts of it is whether there is a
//! newline in it. In blocks of 64 bytes, with a bit a byte ([`Runs`]): a newline added to the whitespace ripples to
//! the end of its run, and sets the bit of the byte behind: there a line begins. A run that goes on in the
//! next block takes the carry along. The last byte of each run stays, as a newline or as a blank. The block that is
//! written lies one byte before the one that is looked at, so that what comes next is known without a look ahead.
//! Leading zeros can go as well: a 1 added to the first bit of a run of zeros ripples to its end, and what the sum has
//! cleared is the run. A carriage return is whitespace, and a fault if no newline follows.
//!
//! Most text needs less: where the last byte of each run says what the run is, as in two blanks or CR LF, bytes only have to
//! go ([`Way::Shorten`]). That is tried first; that a byte had to stay is seen within a KiB, that a last one is no strict
//! separator, by the tiles.
//!
//! What stays is moved together: with AVX-512 64 bytes by one instruction ([`compress`]), with AVX2 eight at a time by a
//! table ([`shuffle`]).

mod compress;
mod shuffle;

use super::{Avx2, Avx512};
use core::arch::x86_64::{__m128i, _addcarry_u64, _mm_setr_epi8};

/// What is done to runs of whitespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// All bytes of a run but the last go, which stays as it is. For text where it says what the run is.
    Shorten,
    /// One byte is left of each, which says what it is.
    Rewrite,
}

/// Bytes that the strict form needs room for beyond those of the text.
pub(super) const SLACK: usize = 128;

/// Each kind of whitespace at the place that its lower four bits say: a byte is one if a shuffle by it gives itself.
#[inline]
#[target_feature(enable = "sse2")]
#[rustfmt::skip]
fn whitespace() -> __m128i {
    _mm_setr_epi8(
        b' ' as i8, 0, 0, 0, 0, 0, 0, 0, 0, b'\t' as i8, b'\n' as i8, 0, 0, b'\r' as i8, 0, 0,
    )
}

/// Runs of whitespace, block by block: what one tells the next.
struct Runs {
    /// Bit 0: the byte before the block that is looked at is whitespace.
    after_white: u64,
    /// The run of whitespace that the block begins in, or behind, has a newline in it.
    carry: u8,
    zeros: Zeros,
}

/// Of the block that is written, a bit a byte.
struct Block {
    /// What stays.
    keep: u64,
    /// It is whitespace.
    white: u64,
    /// A line begins behind it.
    line_ends: u64,
}

impl Runs {
    /// Before the first line another one ends.
    const fn new() -> Self {
        Self {
            after_white: 1,
            carry: 1,
            zeros: Zeros::NEW,
        }
    }

    /// One block more. `white` and `newlines` are of the block that is looked at; `zeros`, where they don't stay, and
    /// `inside`, what is text at all, of the one that is written.
    #[inline(always)]
    fn block(&mut self, white: u64, newlines: u64, zeros: Option<u64>, inside: u64) -> Block {
        let mut sum = 0;
        self.carry = _addcarry_u64(self.carry, white, newlines, &mut sum);
        let line_starts = sum & !white;
        let after_white = white << 1 | self.after_white;
        let mut keep = inside & !(after_white & white);
        if let Some(zeros) = zeros {
            keep &= !self.zeros.block(zeros, after_white, white);
        }
        self.after_white = general(white >> 63);
        Block {
            keep,
            white: after_white,
            line_ends: line_starts,
        }
    }
}

/// Zeros that begin a token, block by block: what one tells the next.
struct Zeros {
    /// Bit 0: the byte before the block is whitespace.
    behind_white: u64,
    /// The same: it is one of them.
    within: u64,
}

impl Zeros {
    const NEW: Self = Self {
        behind_white: 0,
        within: 0,
    };

    /// Those of one block more, but the last digit of a token. `white` is whitespace, and `before_white` what stands before some.
    #[inline(always)]
    fn block(&mut self, zeros: u64, white: u64, before_white: u64) -> u64 {
        let behind_white = white << 1 | self.behind_white;
        let first = (behind_white | self.within) & zeros;
        let (sum, carry) = zeros.overflowing_add(first);
        self.behind_white = general(white >> 63);
        self.within = carry.into();
        zeros & !sum & !before_white
    }
}

/// Brings a mask to a general register, and keeps the compiler from working on it where it was
/// made: shifts of mask registers take four cycles.
#[inline(always)]
fn general(mut mask: u64) -> u64 {
    // SAFETY: no instruction at all; the value only passes through.
    unsafe {
        core::arch::asm!("/* {0} */", inout(reg) mask, options(pure, nomem, nostack, preserves_flags));
    }
    mask
}

/// Writes the strict form of `piece`, which is whole lines, to `out`, which has [`SLACK`] bytes more than
/// it: a newline, and then the lines; with `ZEROS`, without leading zeros. Returns how many bytes these are. `None` if this
/// isn't the way, or a carriage return stands where none can.
pub(super) fn by_compression<const ZEROS: bool>(
    Avx512(()): Avx512,
    way: Way,
    piece: &[u8],
    out: &mut [u8],
) -> Option<usize> {
    // SAFETY: the token says that the instructions are there.
    unsafe {
        match way {
            Way::Shorten => compress::shorten::<ZEROS>(piece, out),
            Way::Rewrite => compress::rewrite::<ZEROS>(piece, out),
        }
    }
}

/// The same, with all zeros.
pub(super) fn by_shuffles(Avx2(()): Avx2, way: Way, piece: &[u8], out: &mut [u8]) -> Option<usize> {
    // SAFETY: as above.
    unsafe {
        match way {
            Way::Shorten => shuffle::normalise::<true>(piece, out),
            Way::Rewrite => shuffle::normalise::<false>(piece, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Made = fn(&[u8], &mut [u8]) -> Option<usize>;

    /// How this machine makes them strict: in which way, whether it leaves leading zeros, and that.
    fn ways() -> Vec<(Way, bool, Made)> {
        let mut ways: Vec<(Way, bool, Made)> = Vec::new();
        if Avx2::detect().is_some() {
            ways.push((Way::Rewrite, true, |piece, out| {
                by_shuffles(Avx2::detect()?, Way::Rewrite, piece, out)
            }));
            ways.push((Way::Shorten, true, |piece, out| {
                by_shuffles(Avx2::detect()?, Way::Shorten, piece, out)
            }));
        }
        if Avx512::detect().is_some() {
            macro_rules! push {
                ($way:expr) => {
                    ways.push(($way, true, |piece, out| {
                        by_compression::<false>(Avx512::detect()?, $way, piece, out)
                    }));
                    ways.push(($way, false, |piece, out| {
                        by_compression::<true>(Avx512::detect()?, $way, piece, out)
                    }));
                };
            }
            push!(Way::Rewrite);
            push!(Way::Shorten);
        }
        ways
    }

    /// The strict form, slowly: from the fields of each line.
    fn slow(text: &str, zeros: bool) -> String {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let lines = lines.map(|line| {
            let fields = line.split_whitespace().map(|field| {
                let short = field.trim_start_matches('0');
                match (zeros, short) {
                    (true, _) => field,
                    (false, "") => "0",
                    (false, _) => short,
                }
            });
            fields.collect::<Vec<_>>().join(" ") + "\n"
        });
        format!("\n{}", lines.collect::<String>())
    }

    /// Whether bytes only have to go, of lines that are valid.
    fn is_shortened(text: &str) -> bool {
        let text = format!("\n{text}");
        let mut pairs = text.as_bytes().windows(2);
        !pairs.any(|pair| match pair {
            [b' ', _] | [_, b'\n' | b'0'..=b'9'] | [b'0'..=b'9', _] => false,
            [_, _] => true,
            _ => unreachable!(),
        })
    }

    #[test]
    fn valid_lines_become_strict_ones() {
        let mut texts = vec![
            "1 2\r\n3 4\r\n".to_owned(),
            "\n\n \r\n\t\n00 000\n0 0012\n".to_owned(),
            "\n".to_owned(),
            " \n".repeat(200),
        ];
        for shift in 0..130 {
            let blanks = " \t".repeat(shift / 2) + &" ".repeat(shift % 2);
            let zeros = "0".repeat(shift);
            let ones = "1".repeat(shift + 1);
            texts.push(format!("{blanks}12 {blanks}{zeros}34{blanks}\r\n").repeat(9));
            texts.push(
                format!("{}\n5 6{blanks}\n{zeros}0 {zeros}70\n", "\n".repeat(shift)).repeat(9),
            );
            texts.push(format!("{blanks}{ones} {zeros}{ones}\n{zeros}0 0\n").repeat(9));
            texts.push(format!("{} {ones}\n", "1 2\n".repeat(shift)));
            let blanks = " ".repeat(shift);
            texts.push(format!("{zeros}12{blanks} {zeros}34{blanks}\r\n").repeat(9));
            texts.push(format!("{zeros}5 {blanks}6{blanks}\n\n").repeat(9));
        }
        let mut shortened = 0;
        for text in texts {
            for (way, zeros, made) in ways() {
                let mut out = vec![0; text.len() + SLACK];
                let written = made(text.as_bytes(), &mut out);
                if way == Way::Shorten && !is_shortened(&text) {
                    assert_eq!(written, None, "{text:?}");
                    continue;
                }
                shortened += usize::from(way == Way::Shorten);
                let strict = &out[..written.expect("valid lines")];
                let expected = slow(&text, zeros);
                assert_eq!(String::from_utf8_lossy(strict), expected);
            }
        }
        // Each backend that this machine runs shortens some.
        let backends = ways()
            .iter()
            .filter(|(way, ..)| *way == Way::Shorten)
            .count();
        assert!(shortened > 250 * backends || backends == 0, "{shortened}");
    }

    /// What no kernel takes for a strict line isn't made one.
    #[test]
    fn what_goes_is_whitespace() {
        let digits = "1234567890".repeat(20);
        for (way, _, made) in ways() {
            for place in 0..150 {
                for bad in [
                    "\r ",
                    "\r\r\n",
                    "x ",
                    "x\n",
                    " x",
                    "\0 ",
                    "-\n",
                    "\u{b}\n",
                    "\n\u{c}\n",
                    "*\n",
                    "\u{1a}\n",
                ] {
                    let text = format!("{}{bad}{digits}\n", &digits[..place]);
                    let mut out = vec![0; text.len() + SLACK];
                    let Some(written) = made(text.as_bytes(), &mut out) else {
                        continue;
                    };
                    let left = |c: &u8| !b"0123456789 \n".contains(c);
                    assert!(
                        out[..written].iter().any(left),
                        "{way:?} {bad:?} at {place}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_carriage_return_that_no_newline_follows() {
        for shift in 0..130 {
            let before = "1 2\n".repeat(shift / 4) + &" ".repeat(shift % 4);
            for bad in ["1\r2\n", "1 \r2\n", "1 2\r \n", "1 2\r\r\n", "\r1 2\n"] {
                for (way, _, made) in ways() {
                    let text = format!("{before}{bad}");
                    let mut out = vec![0; text.len() + SLACK];
                    let written = made(text.as_bytes(), &mut out);
                    let good = text.replace('\r', " ");
                    if way == Way::Rewrite {
                        assert_eq!(written, None, "{text:?}");
                        assert!(made(good.as_bytes(), &mut out).is_some(), "{good:?}");
                    } else if let Some(written) = written {
                        // Left to the kernel that reads it.
                        assert!(out[..written].contains(&b'\r'), "{text:?}");
                    }
                }
            }
        }
    }
}
