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
//! newline in it. So of each run the last byte stays, as a newline or as a blank. In blocks of 64
//! bytes, with a bit a byte:
//!
//! * A byte of whitespace goes if the next one is whitespace, too. The block that is written lies one
//!   byte before the one that is looked at, so that what comes next is known without a look ahead.
//! * A newline added to the whitespace ripples to the end of its run, and sets the bit of the byte
//!   behind: there a line begins. A run that goes on in the next block takes the carry along.
//!
//! A carriage return is whitespace, and a fault if no newline follows. Leading zeros can go as well,
//! which lanes are usually wide enough for: a 1 added to the first bit of a run of zeros ripples to
//! its end, and what the sum has cleared is the run.

use super::AHEAD;
use core::arch::x86_64::*;

/// What one block tells the next.
struct State {
    /// Bit 0: the byte before is whitespace.
    after_white: u64,
    /// The run of whitespace that the block begins in, or behind, has a newline in it.
    carry: u8,
    /// Of the block that is written, bit 0: the byte before is whitespace.
    behind_white: u64,
    /// Of the same: the byte before is one of the zeros that begin a token.
    in_zeros: u64,
    /// Carriage returns that no newline follows, in any block so far.
    stray: u64,
    written: usize,
    /// Tokens that begin a line.
    lines: usize,
}

/// Writes the strict form of `piece`, which is whole lines, to `out`, which has 128 bytes more than
/// it: a newline, and then the lines; with `ZEROS`, without leading zeros. Returns where they end, and
/// how many they are. `None` if a carriage return stands where none can.
///
/// # Safety
///
/// The machine has AVX-512 F, BW and VBMI2, BMI and POPCNT.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn normalise<const ZEROS: bool>(
    piece: &[u8],
    out: &mut [u8],
) -> Option<(usize, usize)> {
    assert!(out.len() >= piece.len() + 128);
    let (text, out) = (piece.as_ptr(), out.as_mut_ptr());
    // Before the first line another one ends.
    let mut state = State {
        after_white: 1,
        carry: 1,
        behind_white: 0,
        in_zeros: 0,
        stray: 0,
        written: 0,
        lines: 0,
    };
    let mut at = 0;
    while at <= piece.len() {
        // SAFETY: fewer than `at + 1` bytes are written so far, and there is room for 64 more.
        unsafe { edge::<ZEROS>(piece, at, &mut state, out) };
        at += 64;
        while at + 64 <= piece.len() {
            _mm_prefetch::<_MM_HINT_T1>(text.wrapping_add(at + AHEAD).cast());
            // SAFETY: both are in the text.
            let load = |at| unsafe { _mm512_loadu_si512(text.wrapping_add(at).cast()) };
            // SAFETY: as above.
            unsafe { step::<ZEROS>(load(at - 1), load(at), u64::MAX, &mut state, out) };
            at += 64;
        }
    }
    // The digits behind the last line are one more.
    (state.stray == 0).then_some((state.written, state.lines - 1))
}

/// The first block, or the last one, at `at`. Behind the end of `piece` are digits: a token begins
/// there, and so the last newline stays.
///
/// # Safety
///
/// As for [`step`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn edge<const ZEROS: bool>(piece: &[u8], at: usize, state: &mut State, out: *mut u8) {
    let lowest = |count: usize| u64::MAX.checked_shr(64 - count.min(64) as u32).unwrap_or(0);
    let digits = _mm512_set1_epi8(b'0' as i8);
    let (now, before) = (lowest(piece.len() - at), lowest(piece.len() + 1 - at));
    // The byte before the first one is not there; what becomes of it is known.
    let there = before & if at == 0 { !1 } else { !0 };
    let text = piece.as_ptr().wrapping_add(at);
    // SAFETY: lanes outside of the mask are not read, the others are in the text.
    let bytes = unsafe { _mm512_mask_loadu_epi8(digits, now, text.cast()) };
    // SAFETY: as above.
    let earlier = unsafe { _mm512_maskz_loadu_epi8(there, text.wrapping_sub(1).cast()) };
    // SAFETY: the caller's.
    unsafe { step::<ZEROS>(earlier, bytes, before, state, out) };
}

/// One block, `bytes`, by which 64 bytes that begin one earlier are judged, and those of `inside`
/// written.
///
/// # Safety
///
/// As for [`normalise`]; `out` has room for 64 bytes behind those that are written.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn step<const ZEROS: bool>(
    before: __m512i,
    bytes: __m512i,
    inside: u64,
    state: &mut State,
    out: *mut u8,
) {
    let all = |c: u8| _mm512_set1_epi8(c as i8);
    // Each kind of whitespace at the place that its lower four bits say: there the table has the byte.
    #[rustfmt::skip]
    let table = _mm512_broadcast_i32x4(_mm_setr_epi8(
        b' ' as i8, 0, 0, 0, 0, 0, 0, 0, 0, b'\t' as i8, b'\n' as i8, 0, 0, b'\r' as i8, 0, 0,
    ));
    let white = general(_mm512_cmpeq_epi8_mask(
        _mm512_shuffle_epi8(table, bytes),
        bytes,
    ));
    let newlines = general(_mm512_cmpeq_epi8_mask(bytes, all(b'\n')));
    let returns = general(_mm512_cmpeq_epi8_mask(before, all(b'\r')));
    state.stray |= returns & !newlines;

    let mut sum = 0;
    state.carry = _addcarry_u64(state.carry, white, newlines, &mut sum);
    let line_starts = sum & !white;
    let after_white = white << 1 | state.after_white;
    let mut keep = inside & !(after_white & white);
    if ZEROS {
        // Zeros that begin a token, but the last digit.
        let zero = general(_mm512_cmpeq_epi8_mask(before, all(b'0')));
        let behind_white = after_white << 1 | state.behind_white;
        let first = (behind_white & !after_white | state.in_zeros) & zero;
        let (sum, carry) = zero.overflowing_add(first);
        keep &= !(zero & !sum & !white);
        state.behind_white = general(after_white >> 63);
        state.in_zeros = carry.into();
    }

    let blanks = _mm512_mask_mov_epi8(before, after_white, all(b' '));
    let strict = _mm512_mask_mov_epi8(blanks, line_starts, all(b'\n'));
    // SAFETY: the caller's.
    unsafe {
        let out = out.add(state.written).cast();
        _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(keep, strict));
    }
    state.written += keep.count_ones() as usize;
    state.lines += line_starts.count_ones() as usize;
    state.after_white = general(white >> 63);
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

#[cfg(test)]
mod tests {
    use crate::backend::Backend;

    /// The strict form, slowly: from the fields of each line.
    fn slow(text: &str, zeros: bool) -> (String, usize) {
        let lines: Vec<String> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| {
                let fields = line.split_whitespace().map(|field| {
                    let short = field.trim_start_matches('0');
                    match (zeros, short) {
                        (false, _) => field,
                        (true, "") => "0",
                        (true, _) => short,
                    }
                });
                fields.collect::<Vec<_>>().join(" ") + "\n"
            })
            .collect();
        (format!("\n{}", lines.concat()), lines.len())
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
            for zeros in [false, true] {
                let mut out = vec![0; text.len() + 128];
                // SAFETY: the machine has the instructions.
                let strict = unsafe {
                    match zeros {
                        false => super::normalise::<false>(text.as_bytes(), &mut out),
                        true => super::normalise::<true>(text.as_bytes(), &mut out),
                    }
                };
                let (written, lines) = strict.expect("valid lines");
                let (expected, count) = slow(&text, zeros);
                assert_eq!(String::from_utf8_lossy(&out[..written]), expected);
                assert_eq!(lines, count);
            }
        }
    }
}
