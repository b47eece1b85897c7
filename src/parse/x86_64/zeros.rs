//! Lines of zeros, found by vectors.
//!
//! Owns the masks that [`zero_line_by`] asks for. It refuses to look for anything else.

use super::Avx2;
use crate::parse::free::zero_line_by;
use core::arch::x86_64::*;

/// [`crate::parse::free::zero_line`], 32 bytes at a time.
pub(super) fn zero_line_256(token: Avx2, text: &[u8]) -> Option<usize> {
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn line(text: &[u8]) -> Option<usize> {
        let (zeros, feeds) = (_mm256_set1_epi8(b'0' as i8), _mm256_set1_epi8(b'\n' as i8));
        zero_line_by(text, |block| {
            let [low, high] = [0, 32].map(|i| {
                // SAFETY: 32 bytes of the block.
                let bytes = unsafe { _mm256_loadu_si256(block.as_ptr().add(i).cast()) };
                let digits = _mm256_movemask_epi8(_mm256_cmpgt_epi8(bytes, zeros));
                let newlines = _mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, feeds));
                (u64::from(digits as u32), u64::from(newlines as u32))
            });
            (low.0 | high.0 << 32, low.1 | high.1 << 32)
        })
    }
    let Avx2(()) = token;
    // SAFETY: the token says that the instructions are there.
    unsafe { line(text) }
}
