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
//! What stays is moved together: with AVX-512 64 bytes by one instruction ([`compress`]), with AVX2 eight at a time by a
//! table ([`shuffle`]).

mod compress;
mod shuffle;

use super::{Avx2, Avx512};
use core::arch::x86_64::{__m128i, _addcarry_u64, _mm_setr_epi8};

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
    /// Of the block that is written, bit 0: the byte before is whitespace.
    behind_white: u64,
    /// Of the same: the byte before is one of the zeros that begin a token.
    in_zeros: u64,
    /// Tokens that begin a line.
    lines: usize,
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
            behind_white: 0,
            in_zeros: 0,
            lines: 0,
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
            // Zeros that begin a token, but the last digit.
            let behind_white = after_white << 1 | self.behind_white;
            let first = (behind_white | self.in_zeros) & zeros;
            let (sum, carry) = zeros.overflowing_add(first);
            keep &= !(zeros & !sum & !white);
            self.behind_white = general(after_white >> 63);
            self.in_zeros = carry.into();
        }
        self.lines += line_starts.count_ones() as usize;
        self.after_white = general(white >> 63);
        Block {
            keep,
            white: after_white,
            line_ends: line_starts,
        }
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
/// it: a newline, and then the lines; with `ZEROS`, without leading zeros. Returns where they end, and
/// how many they are. `None` if a carriage return stands where none can.
pub(super) fn by_compression<const ZEROS: bool>(
    Avx512(()): Avx512,
    piece: &[u8],
    out: &mut [u8],
) -> Option<(usize, usize)> {
    // SAFETY: the token says that the instructions are there.
    unsafe { compress::normalise::<ZEROS>(piece, out) }
}

/// The same, with all zeros.
pub(super) fn by_shuffles(Avx2(()): Avx2, piece: &[u8], out: &mut [u8]) -> Option<(usize, usize)> {
    // SAFETY: as above.
    unsafe { shuffle::normalise(piece, out) }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Way = fn(&[u8], &mut [u8]) -> Option<(usize, usize)>;

    /// The ways that this machine has, and whether they leave leading zeros.
    fn ways() -> Vec<(bool, Way)> {
        let mut ways: Vec<(bool, Way)> = Vec::new();
        if Avx2::detect().is_some() {
            ways.push((true, |piece, out| by_shuffles(Avx2::detect()?, piece, out)));
        }
        if Avx512::detect().is_some() {
            ways.push((true, |piece, out| {
                by_compression::<false>(Avx512::detect()?, piece, out)
            }));
            ways.push((false, |piece, out| {
                by_compression::<true>(Avx512::detect()?, piece, out)
            }));
        }
        ways
    }

    /// The strict form, slowly: from the fields of each line.
    fn slow(text: &str, zeros: bool) -> (String, usize) {
        let lines: Vec<String> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| {
                let fields = line.split_whitespace().map(|field| {
                    let short = field.trim_start_matches('0');
                    match (zeros, short) {
                        (true, _) => field,
                        (false, "") => "0",
                        (false, _) => short,
                    }
                });
                fields.collect::<Vec<_>>().join(" ") + "\n"
            })
            .collect();
        (format!("\n{}", lines.concat()), lines.len())
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
        }
        for text in texts {
            for (zeros, way) in ways() {
                let mut out = vec![0; text.len() + SLACK];
                let (written, lines) = way(text.as_bytes(), &mut out).expect("valid lines");
                let (expected, count) = slow(&text, zeros);
                assert_eq!(String::from_utf8_lossy(&out[..written]), expected);
                assert_eq!(lines, count);
            }
        }
    }

    #[test]
    fn a_carriage_return_that_no_newline_follows() {
        for shift in 0..130 {
            let before = "1 2\n".repeat(shift / 4) + &" ".repeat(shift % 4);
            for bad in ["1\r2\n", "1 \r2\n", "1 2\r \n", "1 2\r\r\n", "\r1 2\n"] {
                for (_, way) in ways() {
                    let text = format!("{before}{bad}");
                    let mut out = vec![0; text.len() + SLACK];
                    assert_eq!(way(text.as_bytes(), &mut out), None, "{text:?}");
                    let good = text.replace('\r', " ");
                    assert!(way(good.as_bytes(), &mut out).is_some(), "{good:?}");
                }
            }
        }
    }
}
