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
    /// Blanks, and carriage returns: what stands before a newline or a digit and can go.
    space: u64,
    cr: u64,
    lf: u64,
}

/// How far ahead the memory is asked for the text.
const AHEAD: usize = 4096;

/// What one block tells the next.
struct State {
    /// Bit 0: the byte before is a digit; the block begins inside of the blanks at a line's start;
    /// inside of the zeros at a token's.
    after_digit: u64,
    in_lead: u64,
    in_zeros: u64,
    /// Carriage returns that no newline follows, in any block so far.
    stray: u64,
    written: usize,
    lines: usize,
}

/// Writes the strict form of `piece`, which ends with a newline, to `out`, which has 64 bytes
/// more than it; returns how much was written, and how many lines that is. `None` if a carriage
/// return stands where none can.
///
/// # Safety
///
/// The machine has AVX-512 F, BW and VBMI2, BMI and POPCNT.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn normalise(piece: &[u8], out: &mut [u8]) -> Option<(usize, usize)> {
    assert!(out.len() >= piece.len() + 64);
    let out = out.as_mut_ptr();
    let mut state = State {
        after_digit: 0,
        in_lead: 1,
        in_zeros: 0,
        stray: 0,
        written: 0,
        lines: 0,
    };
    let mut at = 0;
    // Whole blocks, each with a whole one behind it; then what is left.
    let whole = |at: usize| {
        // SAFETY: called for `at + 64 <= piece.len()` only.
        unsafe { _mm512_loadu_si512(piece.as_ptr().wrapping_add(at).cast()) }
    };
    if piece.len() >= 128 {
        let mut bytes = whole(0);
        let mut now = classify(bytes);
        while at + 128 <= piece.len() {
            _mm_prefetch::<_MM_HINT_T0>(piece.as_ptr().wrapping_add(at + AHEAD).cast());
            let next_bytes = whole(at + 64);
            let next = classify(next_bytes);
            // SAFETY: at most `at` bytes are written so far, and there is room for 64 more.
            unsafe { step(bytes, now, next, u64::MAX, &mut state, out) };
            (bytes, now) = (next_bytes, next);
            at += 64;
        }
    }
    while at < piece.len() {
        let (bytes, inside) = partial(piece, at);
        let (next, _) = partial(piece, at + 64);
        // SAFETY: as above.
        unsafe {
            step(
                bytes,
                classify(bytes),
                classify(next),
                inside,
                &mut state,
                out,
            )
        };
        at += 64;
    }
    (state.stray == 0).then_some((state.written, state.lines))
}

/// One block, of which the bytes `inside` are text (those outside are NUL, of no class).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn step(
    bytes: __m512i,
    now: Classes,
    next: Classes,
    inside: u64,
    state: &mut State,
    out: *mut u8,
) {
    // Bit i: the class of byte i + 1. As a rotation, since a double shift takes six steps.
    let ahead = |this: u64, that: u64| (this & !1 | that & 1).rotate_right(1);
    let before_digit = ahead(now.digit, next.digit);
    state.stray |= now.cr & !ahead(now.lf, next.lf);

    // The run of blanks at the start of each line, and what ends it.
    let line_starts = now.lf << 1 | state.in_lead;
    let (sum, carry) = now.space.overflowing_add(line_starts & now.space);
    let lead = now.space & (!sum | line_starts);
    // A line that ends right there is empty.
    let empty = (sum | line_starts) & now.lf;
    // Of other blanks the one before a digit stays. (Before what is of no class it makes no
    // difference: that byte stays, and will be refused.)
    let gap = now.space & !before_digit;
    // Zeros at the start of a token, but the last digit.
    let token_starts = now.digit & !(now.digit << 1 | state.after_digit);
    let zero_starts = (token_starts | state.in_zeros) & now.zero;
    let (zero_sum, zero_carry) = now.zero.overflowing_add(zero_starts);
    let zeros = now.zero & (!zero_sum | zero_starts) & before_digit;

    let keep = inside & !(lead | empty | gap | zeros);
    let spaced = _mm512_mask_mov_epi8(bytes, now.space, _mm512_set1_epi8(b' ' as i8));
    // SAFETY: the caller has room for 64 bytes there.
    unsafe {
        let out = out.add(state.written).cast();
        _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(keep, spaced));
    }
    state.written += keep.count_ones() as usize;
    state.lines += (keep & now.lf).count_ones() as usize;
    state.after_digit = now.digit >> 63;
    state.in_lead = now.lf >> 63 | u64::from(carry);
    state.in_zeros = u64::from(zero_carry);
}

/// The bytes from `at` as far as there are any, NULs behind them, and a bit for each.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn partial(text: &[u8], at: usize) -> (__m512i, u64) {
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

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn classify(bytes: __m512i) -> Classes {
    let is = |c: u8| general(_mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(c as i8)));
    let digits = _mm512_sub_epi8(bytes, _mm512_set1_epi8(b'0' as i8));
    let cr = is(b'\r');
    Classes {
        digit: general(_mm512_cmple_epu8_mask(digits, _mm512_set1_epi8(9))),
        zero: is(b'0'),
        space: is(b' ') | is(b'\t') | cr,
        cr,
        lf: is(b'\n'),
    }
}

#[cfg(test)]
mod tests {
    use crate::backend::Backend;

    /// The strict form, slowly: from the fields of each line.
    fn slow(text: &str) -> (String, usize) {
        let lines: Vec<String> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| {
                let fields = line.split_whitespace().map(|field| {
                    let short = field.trim_start_matches('0');
                    if short.is_empty() { "0" } else { short }
                });
                fields.collect::<Vec<_>>().join(" ") + "\n"
            })
            .collect();
        (lines.concat(), lines.len())
    }

    #[test]
    fn valid_lines_become_strict_ones() {
        if !Backend::Avx512.available() {
            return;
        }
        let mut texts = vec![
            "1 2\r\n3 4\r\n".to_owned(),
            "\n\n \r\n\t\n00 000\n0 0012\n".to_owned(),
        ];
        for shift in 0..130 {
            let blanks = " \t".repeat(shift / 2) + &" ".repeat(shift % 2);
            let zeros = "0".repeat(shift);
            texts.push(format!("{blanks}12 {blanks}{zeros}34{blanks}\r\n").repeat(9));
            texts.push(
                format!("{}\n5 6{blanks}\n{zeros}0 {zeros}70\n", "\n".repeat(shift)).repeat(9),
            );
        }
        for text in texts {
            let mut out = vec![0; text.len() + 64];
            // SAFETY: the machine has the instructions.
            let strict = unsafe { super::normalise(text.as_bytes(), &mut out) };
            let (written, lines) = strict.expect("valid lines");
            let (expected, count) = slow(&text);
            assert_eq!(String::from_utf8_lossy(&out[..written]), expected);
            assert_eq!(lines, count);
        }
    }
}
