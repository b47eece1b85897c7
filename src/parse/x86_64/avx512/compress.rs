//! Normalisation with AVX-512: a compress instruction moves together the kept bytes of each block of 64 bytes.
//!
//! Input: a piece of whole lines. Output: the same lines in the strict dialect. The number of instructions for a block does
//! not depend on its tokens: about 40 to rewrite, less than half of that to shorten.

use super::ops::load;
use crate::parse::batch::Method;
use crate::parse::batch::runs::{Rewritten, Runs, SLACK};
use crate::parse::x86_64::Avx512;
use crate::parse::x86_64::prefetch;
use crate::parse::x86_64::tables::whitespace;
use core::arch::x86_64::*;

/// Moves a mask to a general register. Otherwise the compiler would shift it in a mask register, which takes four cycles.
#[inline(always)]
fn general(mut mask: u64) -> u64 {
    // SAFETY: the text is a comment, so no instruction runs; the value only passes through.
    unsafe {
        core::arch::asm!("/* {0} */", inout(reg) mask, options(pure, nomem, nostack, preserves_flags));
    }
    mask
}

/// Writes `piece`, which is whole lines, to `out` in the strict dialect, after one newline. `out` has [`SLACK`] bytes more
/// than `piece`. Returns the number of bytes written; `None` if `method` does not fit this text, or a carriage return is not
/// followed by a line feed.
pub(in crate::parse::x86_64) fn by_compression(
    Avx512(()): Avx512,
    method: Method,
    piece: &[u8],
    out: &mut [u8],
) -> Option<usize> {
    match method {
        // SAFETY: the token proves that the processor has the instructions.
        Method::Shorten => unsafe { shorten(piece, out) },
        // SAFETY: as above.
        Method::Rewrite => unsafe { rewrite(piece, out) },
    }
}

/// [`Method::Shorten`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn shorten(piece: &[u8], out: &mut [u8]) -> Option<usize> {
    let shorten = Shorten {
        mismatch: _mm512_setzero_si512(),
    };
    compress_blocks(shorten, piece, out)
}

/// [`Method::Rewrite`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn rewrite(piece: &[u8], out: &mut [u8]) -> Option<usize> {
    let rewrite = Rewrite {
        runs: Runs::NEW,
        stray: 0,
    };
    compress_blocks(rewrite, piece, out)
}

/// The number of blocks between two checks whether the method has failed.
const BLOCKS_PER_CHECK: usize = 16;

/// What a method does with a block, and the state that it keeps from block to block.
trait BlockMethod {
    /// Returns what the block `bytes` becomes, and which of these bytes are kept. `behind` are the 64 bytes that begin one
    /// byte later. Bytes outside of `inside` are not text.
    ///
    /// # Safety
    /// * The processor has AVX-512 F, BW, VBMI and VBMI2, BMI and POPCNT.
    unsafe fn step(&mut self, bytes: __m512i, behind: __m512i, inside: u64) -> (__m512i, u64);

    /// Whether the method does not fit the blocks so far.
    ///
    /// # Safety
    /// The same as for [`BlockMethod::step`].
    unsafe fn has_failed(&self) -> bool;
}

/// Normalises a piece by a method.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn compress_blocks<M: BlockMethod>(mut method: M, piece: &[u8], out: &mut [u8]) -> Option<usize> {
    assert!(out.len() >= piece.len() + SLACK);
    let (text, out) = (piece.as_ptr(), out.as_mut_ptr());
    let mut written = 0;
    let mut write = |(strict, keep): (__m512i, u64)| {
        let compressed = _mm512_maskz_compress_epi8(keep, strict);
        // SAFETY: `at` bytes were read before this block, so at most as many are written. `at` is at most the length of the
        // piece, and after so many bytes `out` has SLACK more, which is more than a block.
        unsafe { _mm512_storeu_si512(out.wrapping_add(written).cast(), compressed) };
        written += keep.count_ones() as usize;
    };
    let mut at = 0;
    while at <= piece.len() {
        // The first block, or the last one.
        let (bytes, behind, inside) = edge(piece, at);
        // SAFETY: this function has the features.
        write(unsafe { method.step(bytes, behind, inside) });
        at += 64;
        while at + 64 <= piece.len() {
            let blocks = ((piece.len() - at) / 64).min(BLOCKS_PER_CHECK);
            for _ in 0..blocks {
                prefetch(text.wrapping_add(at));
                // SAFETY: `at` is 64 or more, and 64 bytes of text are after it, as `blocks` counts.
                let bytes = unsafe { _mm512_loadu_si512(text.wrapping_add(at - 1).cast()) };
                // SAFETY: as above.
                let behind = unsafe { _mm512_loadu_si512(text.wrapping_add(at).cast()) };
                // SAFETY: this function has the features.
                write(unsafe { method.step(bytes, behind, u64::MAX) });
                at += 64;
            }
            // SAFETY: this function has the features.
            if unsafe { method.has_failed() } {
                return None;
            }
        }
    }
    // SAFETY: this function has the features.
    let has_failed = unsafe { method.has_failed() };
    (!has_failed).then_some(written)
}

/// The 64 bytes from the byte before `at`, the 64 bytes from `at`, and which of the first are text or the newline before the
/// text. Digits follow the text: a token begins there, so the last newline is kept.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn edge(piece: &[u8], at: usize) -> (__m512i, __m512i, u64) {
    let lowest = |count: usize| u64::MAX.checked_shr(64 - count.min(64) as u32).unwrap_or(0);
    let all = |c: u8| _mm512_set1_epi8(c as i8);
    let (now, before) = (lowest(piece.len() - at), lowest(piece.len() + 1 - at));
    let there = before & if at == 0 { !1 } else { !0 };
    let text = piece.as_ptr().wrapping_add(at);
    // SAFETY: bytes outside of the mask are not read, and the others are in the text.
    let bytes = unsafe { _mm512_mask_loadu_epi8(all(b'\n'), there, text.wrapping_sub(1).cast()) };
    // SAFETY: as above.
    let behind = unsafe { _mm512_mask_loadu_epi8(all(b'0'), now, text.cast()) };
    (bytes, behind, before)
}

/// For each byte, by its lowest six bits: what must not follow it if it is deleted, as the bits [`OTHER`] and [`ANY`].
/// Anything may follow a digit.
const DELETED: [u8; 64] = {
    let mut bits = [0; 64];
    let mut c = 0;
    while c < b'0' {
        bits[c as usize] = match c {
            b' ' => 0,
            b'\t' | b'\n' | b'\r' => OTHER,
            _ => ANY,
        };
        c += 1;
    }
    bits
};
/// For each byte, by its lowest six bits: which of the bits [`OTHER`] and [`ANY`] it has.
const BEHIND: [u8; 64] = {
    let mut bits = [0; 64];
    let mut c = 0;
    while c < b'0' {
        bits[c as usize] = if c == b'\n' { ANY } else { ANY | OTHER };
        c += 1;
    }
    bits
};
/// A byte below `'0'` other than a line feed.
const OTHER: u8 = 1;
/// Any byte below `'0'`.
const ANY: u8 = 2;

/// [`Method::Shorten`].
///
/// A byte is deleted if it and the next byte are both less than `'0'`. The method fits only if each deleted byte is a space,
/// or a tab, line feed or carriage return before a line feed. The last byte of a run is kept, and the kernel that reads the
/// result checks that it is a separator of the strict dialect. If the run has a line feed, its last byte is a line feed.
struct Shorten {
    /// Not 0 where a byte was deleted that must not be deleted, or where a byte is neither a digit nor whitespace.
    mismatch: __m512i,
}

impl BlockMethod for Shorten {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn step(&mut self, bytes: __m512i, behind: __m512i, inside: u64) -> (__m512i, u64) {
        let all = |c: u8| _mm512_set1_epi8(c as i8);
        let runs = _mm512_cmplt_epu8_mask(_mm512_max_epu8(bytes, behind), all(b'0'));
        // mismatch | (what must not follow & what follows)
        self.mismatch = _mm512_ternarylogic_epi64::<0xf8>(
            self.mismatch,
            _mm512_permutexvar_epi8(bytes, load(&DELETED)),
            _mm512_permutexvar_epi8(behind, load(&BEHIND)),
        );
        (bytes, inside & !runs)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn has_failed(&self) -> bool {
        _mm512_test_epi8_mask(self.mismatch, self.mismatch) != 0
    }
}

/// [`Method::Rewrite`].
struct Rewrite {
    runs: Runs,
    /// Carriage returns that no newline follows, in any block so far.
    stray: u64,
}

impl BlockMethod for Rewrite {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn step(&mut self, bytes: __m512i, behind: __m512i, inside: u64) -> (__m512i, u64) {
        let all = |c: u8| _mm512_set1_epi8(c as i8);
        let table = _mm512_broadcast_i32x4(whitespace());
        let white = general(_mm512_cmpeq_epi8_mask(
            _mm512_shuffle_epi8(table, behind),
            behind,
        ));
        let newlines = general(_mm512_cmpeq_epi8_mask(behind, all(b'\n')));
        let returns = general(_mm512_cmpeq_epi8_mask(bytes, all(b'\r')));
        self.stray |= returns & !newlines;
        let Rewritten {
            keep,
            white,
            line_ends,
        } = self.runs.next(white, newlines, inside);
        self.runs.after_white = general(self.runs.after_white);
        let blanks = _mm512_mask_mov_epi8(bytes, white, all(b' '));
        (_mm512_mask_mov_epi8(blanks, line_ends, all(b'\n')), keep)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    unsafe fn has_failed(&self) -> bool {
        self.stray != 0
    }
}
