//! Normalisation with AVX-512: a compress instruction moves together the kept bytes of each block of 64 bytes.
//!
//! Input: a piece of whole lines. Output: the same lines in the strict dialect. The number of instructions for a block does
//! not depend on its tokens: about 40 to rewrite, less than half of that to shorten.

use super::ops::{chunk, chunk_mut, load, store};
use crate::parse::batch::Method;
use crate::parse::batch::runs::{Rewritten, Runs, SLACK, Zeros};
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
/// than `piece`. With `ZEROS`, leading zeros are deleted. Returns the number of bytes written; `None` if `method` does not
/// fit this text, or a carriage return is not followed by a line feed.
pub(in crate::parse::x86_64) fn by_compression<const ZEROS: bool>(
    Avx512(()): Avx512,
    method: Method,
    piece: &[u8],
    out: &mut [u8],
) -> Option<usize> {
    match method {
        // SAFETY: the token proves that the processor has the instructions.
        Method::Shorten => unsafe { shorten::<ZEROS>(piece, out) },
        // SAFETY: as above.
        Method::Rewrite => unsafe { rewrite::<ZEROS>(piece, out) },
    }
}

/// The number of blocks between two checks whether the method has failed.
const BLOCKS_PER_CHECK: usize = 16;

/// What becomes of a block.
struct Block {
    bytes: __m512i,
    /// Which of its bytes are kept.
    keep: u64,
    /// Bytes that the method does not fit.
    misfits: u64,
}

/// Normalises a piece block by block. `step` takes the 64 bytes of a block, the 64 bytes that begin one byte later, and which
/// bytes of the block are text.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn compress_blocks(
    piece: &[u8],
    out: &mut [u8],
    mut step: impl FnMut(__m512i, __m512i, u64) -> Block,
) -> Option<usize> {
    assert!(out.len() >= piece.len() + SLACK);
    let (mut written, mut misfits) = (0, 0);
    let mut write = |around: &[u8; 65], inside| {
        let block = step(
            load(chunk::<64>(around, 0), 0),
            load(chunk::<64>(around, 1), 0),
            inside,
        );
        let compressed = _mm512_maskz_compress_epi8(block.keep, block.bytes);
        store(chunk_mut::<64>(out, written), 0, compressed);
        written += block.keep.count_ones() as usize;
        misfits |= block.misfits;
        misfits != 0
    };
    let mut at = 0;
    while at <= piece.len() {
        // The first block, or the last one.
        let (around, inside) = edge(piece, at);
        let mut has_failed = write(&around, inside);
        at += 64;
        while at + 64 <= piece.len() {
            if has_failed {
                return None;
            }
            for _ in 0..((piece.len() - at) / 64).min(BLOCKS_PER_CHECK) {
                let around = chunk(piece, at - 1);
                prefetch(around.as_ptr());
                has_failed = write(around, u64::MAX);
                at += 64;
            }
        }
        if has_failed {
            return None;
        }
    }
    Some(written)
}

/// The 64 bytes from the byte before `at`, and one more; and which of the 64 are text or the newline before the text. Digits
/// follow the text: a token begins there, so the last newline is kept.
fn edge(piece: &[u8], at: usize) -> ([u8; 65], u64) {
    let mut around = [b'0'; 65];
    around[0] = if at == 0 { b'\n' } else { piece[at - 1] };
    let rest = &piece[at..piece.len().min(at + 64)];
    around[1..][..rest.len()].copy_from_slice(rest);
    (around, u64::MAX >> (63 - rest.len().min(63)))
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
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn shorten<const ZEROS: bool>(piece: &[u8], out: &mut [u8]) -> Option<usize> {
    let all = |c: u8| _mm512_set1_epi8(c as i8);
    // Bit 0: the byte before the next block is whitespace.
    let mut after_white = 1;
    let mut zeros_state = Zeros::NEW;
    compress_blocks(piece, out, |bytes, behind, inside| {
        let runs = _mm512_cmplt_epu8_mask(_mm512_max_epu8(bytes, behind), all(b'0'));
        let mut keep = inside & !runs;
        if ZEROS {
            let before_white = general(_mm512_cmplt_epu8_mask(behind, all(b'0')));
            let white = before_white << 1 | after_white;
            let zeros = general(_mm512_cmpeq_epi8_mask(bytes, all(b'0')));
            keep &= !zeros_state.next(zeros, white, before_white);
            after_white = general(before_white >> 63);
        }
        // What must not follow, and what follows.
        let misfits = _mm512_test_epi8_mask(
            _mm512_permutexvar_epi8(bytes, load(&DELETED, 0)),
            _mm512_permutexvar_epi8(behind, load(&BEHIND, 0)),
        );
        Block {
            bytes,
            keep,
            misfits,
        }
    })
}

/// [`Method::Rewrite`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn rewrite<const ZEROS: bool>(piece: &[u8], out: &mut [u8]) -> Option<usize> {
    let all = |c: u8| _mm512_set1_epi8(c as i8);
    let table = _mm512_broadcast_i32x4(whitespace());
    let mut runs = Runs::NEW;
    compress_blocks(piece, out, |bytes, behind, inside| {
        let white = _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(table, behind), behind);
        let newlines = general(_mm512_cmpeq_epi8_mask(behind, all(b'\n')));
        let returns = general(_mm512_cmpeq_epi8_mask(bytes, all(b'\r')));
        let zeros = ZEROS.then(|| general(_mm512_cmpeq_epi8_mask(bytes, all(b'0'))));
        let Rewritten {
            keep,
            white,
            line_ends,
        } = runs.next(general(white), newlines, zeros, inside);
        runs.after_white = general(runs.after_white);
        let blanks = _mm512_mask_mov_epi8(bytes, white, all(b' '));
        Block {
            bytes: _mm512_mask_mov_epi8(blanks, line_ends, all(b'\n')),
            keep,
            // Carriage returns that no newline follows.
            misfits: returns & !newlines,
        }
    })
}
