//! Lines of zeros, found by vectors.
//!
//! Owns the masks that [`zero_line_by`] asks for. It refuses to look for anything else.

use super::Avx512;
use crate::parse::free::zero_line_by;
use core::arch::x86_64::*;

/// [`crate::parse::free::zero_line`], 64 bytes at a time.
pub(super) fn zero_line_512(token: Avx512, text: &[u8]) -> Option<usize> {
    #[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,popcnt")]
    fn line(text: &[u8]) -> Option<usize> {
        let (zeros, feeds) = (_mm512_set1_epi8(b'0' as i8), _mm512_set1_epi8(b'\n' as i8));
        zero_line_by(text, |block| {
            // SAFETY: the block's 64 bytes.
            let bytes = unsafe { _mm512_loadu_si512(block.as_ptr().cast()) };
            let digits = _mm512_cmpgt_epi8_mask(bytes, zeros);
            (digits, _mm512_cmpeq_epi8_mask(bytes, feeds))
        })
    }
    let Avx512(()) = token;
    // SAFETY: the token says that the instructions are there.
    unsafe { line(text) }
}
