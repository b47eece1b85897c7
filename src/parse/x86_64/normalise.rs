//! Lines in any form the grammar allows, made strict.
//!
//! Owns what a strict line is not: runs of blanks, tabs, blanks at either end, carriage returns,
//! empty lines, leading zeros. It refuses to judge: what it doesn't understand it copies, and the
//! kernel that reads the result refuses it. Invariant: it never makes a record of what is none,
//! and the piles keep their values.
//!
//! # Design
//!
//! A block of 64 bytes becomes a mask for each class of bytes; which bytes to drop follows by a
//! few operations on 64-bit words, and one compression drops them. Two facts cross block
//! borders: what comes next (so the next block is classified one step ahead), and whether a run
//! has begun (a carry). Runs are found by addition: a 1 added to the first bit of a run of ones
//! ripples to its end, so what the sum has cleared is the run.

use core::arch::x86_64::*;

/// The classes of a block's bytes, a bit a byte.
#[derive(Clone, Copy)]
struct Classes {
    digit: u64,
    zero: u64,
    blank: u64,
    cr: u64,
    lf: u64,
}

/// Writes the strict form of `piece`, which ends with a newline, to `out`, which has 64 bytes
/// more than it; returns how much was written, and how many lines that is.
///
/// # Safety
///
/// The machine has AVX-512 F, BW and VBMI2.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn normalise(piece: &[u8], out: &mut [u8]) -> (usize, usize) {
    assert!(out.len() >= piece.len() + 64);
    let out = out.as_mut_ptr();
    let (mut written, mut lines) = (0, 0);
    // Whether the byte before the block is a digit; whether the block begins inside of the blanks
    // at a line's start, and of the zeros at a token's.
    let (mut after_digit, mut in_lead, mut in_zeros) = (0u64, 1u64, 0u64);
    let (mut bytes, mut inside) = load(piece, 0);
    let mut now = classify(bytes, inside);
    let mut at = 0;
    while at < piece.len() {
        let (next_bytes, next_inside) = load(piece, at + 64);
        let next = classify(next_bytes, next_inside);
        // Bit i: the class of byte i + 1.
        let ahead = |this: u64, that: u64| this >> 1 | that << 63;

        // A carriage return belongs to the line's end if that is what follows.
        let cr = now.cr & ahead(now.lf, next.lf);
        let space = now.blank | cr;
        // The run of blanks at the start of each line, and what ends it.
        let line_starts = now.lf << 1 | in_lead;
        let (sum, carry) = space.overflowing_add(line_starts & space);
        let lead = space & !sum | line_starts & space;
        let behind_lead = sum & !space | line_starts & !space;
        // A line that ends right there is empty.
        let empty = behind_lead & now.lf;
        // Of other blanks the last of a run stays, and none at a line's end.
        let gap = ahead(now.blank | now.cr | now.lf, next.blank | next.cr | next.lf);
        // Zeros at the start of a token, but the last digit.
        let token_starts = now.digit & !(now.digit << 1 | after_digit);
        let zero_starts = (token_starts | in_zeros) & now.zero;
        let (zero_sum, zero_carry) = now.zero.overflowing_add(zero_starts);
        let zeros = now.zero & !zero_sum | zero_starts;
        let zeros = zeros & ahead(now.digit, next.digit);

        let keep = inside & !(cr | lead | empty | now.blank & gap | zeros);
        let spaced = _mm512_mask_mov_epi8(bytes, now.blank, _mm512_set1_epi8(b' ' as i8));
        // SAFETY: at most `at` bytes are written so far, and there is room for 64 more.
        unsafe {
            _mm512_storeu_si512(
                out.add(written).cast(),
                _mm512_maskz_compress_epi8(keep, spaced),
            );
        }
        written += keep.count_ones() as usize;
        lines += (keep & now.lf).count_ones() as usize;

        after_digit = now.digit >> 63;
        in_lead = now.lf >> 63 | u64::from(carry);
        in_zeros = u64::from(zero_carry);
        (bytes, inside, now) = (next_bytes, next_inside, next);
        at += 64;
    }
    (written, lines)
}

/// The 64 bytes from `at`, as far as there are any, and a bit for each.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(text: &[u8], at: usize) -> (__m512i, u64) {
    let left = text.len().saturating_sub(at);
    let inside = if left >= 64 {
        u64::MAX
    } else {
        (1 << left) - 1
    };
    // SAFETY: lanes outside of the mask are not read, the others are in the text.
    let bytes = unsafe { _mm512_maskz_loadu_epi8(inside, text.as_ptr().wrapping_add(at).cast()) };
    (bytes, inside)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn classify(bytes: __m512i, inside: u64) -> Classes {
    let is = |c: u8| _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(c as i8)) & inside;
    let digits = _mm512_sub_epi8(bytes, _mm512_set1_epi8(b'0' as i8));
    Classes {
        digit: _mm512_cmple_epu8_mask(digits, _mm512_set1_epi8(9)) & inside,
        zero: is(b'0'),
        blank: is(b' ') | is(b'\t'),
        cr: is(b'\r'),
        lf: is(b'\n'),
    }
}
