//! Sixteen digits at a time in plain 64-bit arithmetic ("SIMD within a register").
//!
//! Owns a kernel that any machine runs, in safe Rust. It takes every line of the grammar whose
//! piles have at most 19 digits, and leaves the rest. Invariant: it reads whole words that lie
//! inside the text; the last few lines, where a word would reach past the end, are left to the
//! scalar parser.
//!
//! # Design
//!
//! The plain way multiplies by ten once a digit and asks after each whether another follows:
//! the length of a pile is random, so the loop's end is mispredicted about once a pile. Here the
//! length is computed, not branched on:
//!
//! 1. Load 16 bytes. A byte is a digit iff `(c ^ 0x30) < 10`; adding 0x76 to each byte of
//!    `c ^ 0x30` carries into its top bit iff it isn't, and the lowest such bit gives the length.
//! 2. Shift the digits against the top of the 128 bits; zeros come in below, which are leading
//!    zeros, since the first digit is the lowest byte.
//! 3. Each half is eight digits: pairs, fours, and eights by three multiplications.
//!
//! A pile of 16 digits or more goes on with the next word: rare, and predictable where common.

use super::{Bits, Decide, Kernel};

/// The kernel of this file.
#[derive(Debug)]
pub struct Swar;

impl<D: Decide> Kernel<D> for Swar {
    #[inline]
    fn lines<B: Bits>(&mut self, text: &[u8], at: usize, bits: &mut B) -> usize {
        lines_until::<D, B>(text, at, text.len(), bits)
    }
}

/// The same, for no line that starts at `end` or behind.
#[inline]
pub(super) fn lines_until<D: Decide, B: Bits>(
    text: &[u8],
    mut at: usize,
    end: usize,
    bits: &mut B,
) -> usize {
    let mut answers = 0u64;
    let mut count = 0u32;
    while at < end
        && let Some((pair, next)) = line(text, at)
    {
        if let Some((a, b)) = pair {
            answers |= u64::from(D::pair(a, b)) << count;
            count += 1;
            if count == 64 {
                bits.push(answers, 64);
                (answers, count) = (0, 0);
            }
        }
        at = next;
    }
    if count > 0 {
        bits.push(answers, count);
    }
    at
}

/// One line from `at`: its pair (`None` for a line of blanks) and where the next one starts.
/// `None` if it isn't for this kernel.
#[inline(always)]
fn line(text: &[u8], mut at: usize) -> Option<(Option<(u64, u64)>, usize)> {
    let start = at;
    // The common line starts with a digit at once.
    if !text.get(at)?.is_ascii_digit() {
        at = skip_blanks(text, at);
        match text.get(at)? {
            b'\n' => return short(start, at + 1).then_some((None, at + 1)),
            b'\r' if text.get(at + 1) == Some(&b'\n') => {
                return short(start, at + 2).then_some((None, at + 2));
            }
            _ => {}
        }
    }
    let (a, end) = pile(text, at)?;
    at = end + 1;
    match text.get(end)? {
        b' ' | b'\t' => {
            if !text.get(at)?.is_ascii_digit() {
                at = skip_blanks(text, at);
            }
        }
        _ => return None,
    }
    let (b, end) = pile(text, at)?;
    if text.get(end) == Some(&b'\n') {
        // Blanks before the piles may have made the line too long.
        return short(start, end).then_some((Some((a, b)), end + 1));
    }
    let mut end = skip_blanks(text, end);
    if text.get(end) == Some(&b'\r') {
        end += 1;
    }
    (text.get(end) == Some(&b'\n') && short(start, end)).then_some((Some((a, b)), end + 1))
}

/// Well below [`super::MAX_LINE`]; a longer line is for the scalar parser to judge.
#[inline(always)]
fn short(start: usize, end: usize) -> bool {
    end - start < 1 << 16
}

#[cold]
#[inline(never)]
fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t') = text.get(at) {
        at += 1;
    }
    at
}

const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// A pile of 1 to 19 digits at `at`: its value, and where it ends.
#[inline(always)]
fn pile(text: &[u8], at: usize) -> Option<(u64, usize)> {
    let words: &[u8; 16] = text.get(at..)?.first_chunk()?;
    let (low, high) = words.split_at(8);
    let low = u64::from_le_bytes(low.try_into().ok()?) ^ each(b'0');
    let high = u64::from_le_bytes(high.try_into().ok()?) ^ each(b'0');
    let digits = match (others(low), others(high)) {
        (0, 0) => return long_pile(text, at, eight(low), eight(high)),
        (0, stop) => 8 + stop.trailing_zeros() / 8,
        (stop, _) => stop.trailing_zeros() / 8,
    };
    if digits == 0 {
        return None;
    }
    let all = (u128::from(high) << 64 | u128::from(low)) << (128 - 8 * digits);
    let value = eight(all as u64) * 100_000_000 + eight((all >> 64) as u64);
    Some((value, at + digits as usize))
}

/// A pile whose first 16 digits are `first` and `second`: up to three more.
#[cold]
#[inline(never)]
fn long_pile(text: &[u8], at: usize, first: u64, second: u64) -> Option<(u64, usize)> {
    let mut value = first * 100_000_000 + second;
    let mut end = at + 16;
    while let Some(digit @ b'0'..=b'9') = text.get(end) {
        if end == at + 19 {
            return None;
        }
        value = value * 10 + u64::from(digit - b'0');
        end += 1;
    }
    Some((value, end))
}

/// The top bit of each byte that is not a digit, where `x` is text XOR '0's. A carry can spoil
/// only bytes above the first that is not a digit, and only that one is asked for.
#[inline(always)]
fn others(x: u64) -> u64 {
    (x.wrapping_add(each(0x76)) | x) & each(0x80)
}

/// The number that the eight digits (values 0 to 9, the first in the lowest byte) spell.
#[inline(always)]
fn eight(x: u64) -> u64 {
    const PAIRS: u64 = 0x0000_00ff_0000_00ff;
    let x = x.wrapping_mul(10).wrapping_add(x >> 8);
    let high = (x & PAIRS).wrapping_mul(100 + (1_000_000 << 32));
    let low = ((x >> 16) & PAIRS).wrapping_mul(1 + (10_000 << 32));
    high.wrapping_add(low) >> 32
}
