//! The strict form by AVX-512.
//!
//! Owns the way that compresses what stays of each block: 42 instructions for 64 bytes, however many
//! tokens they have.

use super::{Block, Runs, SLACK, general, whitespace};
use crate::parse::x86_64::prefetch;
use core::arch::x86_64::*;

/// What one block tells the next.
struct State {
    runs: Runs,
    /// Carriage returns that no newline follows, in any block so far.
    stray: u64,
    written: usize,
}

/// See [`super::by_compression`].
///
/// # Safety
///
/// The machine has AVX-512 F, BW and VBMI2, BMI and POPCNT.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn normalise<const ZEROS: bool>(
    piece: &[u8],
    out: &mut [u8],
) -> Option<(usize, usize)> {
    assert!(out.len() >= piece.len() + SLACK);
    let (text, out) = (piece.as_ptr(), out.as_mut_ptr());
    let mut state = State {
        runs: Runs::new(),
        stray: 0,
        written: 0,
    };
    let mut at = 0;
    while at <= piece.len() {
        // SAFETY: fewer than `at + 1` bytes are written so far, and there is room for 64 more.
        unsafe { edge::<ZEROS>(piece, at, &mut state, out) };
        at += 64;
        while at + 64 <= piece.len() {
            prefetch(text.wrapping_add(at));
            // SAFETY: both are in the text.
            let load = |at| unsafe { _mm512_loadu_si512(text.wrapping_add(at).cast()) };
            // SAFETY: as above.
            unsafe { step::<ZEROS>(load(at - 1), load(at), u64::MAX, &mut state, out) };
            at += 64;
        }
    }
    // The digits behind the last line are one more.
    (state.stray == 0).then_some((state.written, state.runs.lines - 1))
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
    let table = _mm512_broadcast_i32x4(whitespace());
    let white = general(_mm512_cmpeq_epi8_mask(
        _mm512_shuffle_epi8(table, bytes),
        bytes,
    ));
    let newlines = general(_mm512_cmpeq_epi8_mask(bytes, all(b'\n')));
    let returns = general(_mm512_cmpeq_epi8_mask(before, all(b'\r')));
    state.stray |= returns & !newlines;

    let zeros = ZEROS.then(|| general(_mm512_cmpeq_epi8_mask(before, all(b'0'))));
    let Block {
        keep,
        white,
        line_ends,
    } = state.runs.block(white, newlines, zeros, inside);
    let blanks = _mm512_mask_mov_epi8(before, white, all(b' '));
    let strict = _mm512_mask_mov_epi8(blanks, line_ends, all(b'\n'));
    // SAFETY: the caller's.
    unsafe {
        let out = out.add(state.written).cast();
        _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(keep, strict));
    }
    state.written += keep.count_ones() as usize;
}
