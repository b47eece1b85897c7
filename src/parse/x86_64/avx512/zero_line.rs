//! The search for the first line of zeros, which ends some inputs.
//!
//! Input: lines that the kernel answered. Output: the same as that of [`zero_line`](crate::parse::zero_line::zero_line).

use crate::parse::x86_64::Avx512;
use crate::parse::zero_line::zero_line_by;
use core::arch::x86_64::*;

/// The result of [`zero_line`](crate::parse::zero_line::zero_line), computed 64 bytes at a time with AVX-512.
pub(super) fn zero_line(Avx512(()): Avx512, text: &[u8]) -> Option<usize> {
    // SAFETY: the token says that the instructions are there.
    unsafe { zero_line_avx512(text) }
}

#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,popcnt")]
fn zero_line_avx512(text: &[u8]) -> Option<usize> {
    let (zeros, line_feeds) = (_mm512_set1_epi8(b'0' as i8), _mm512_set1_epi8(b'\n' as i8));
    zero_line_by(text, &|block: &[u8; 64]| {
        // SAFETY: a block has 64 bytes.
        let bytes = unsafe { _mm512_loadu_si512(block.as_ptr().cast()) };
        let digits = _mm512_cmpgt_epi8_mask(bytes, zeros);
        (digits, _mm512_cmpeq_epi8_mask(bytes, line_feeds))
    })
}
