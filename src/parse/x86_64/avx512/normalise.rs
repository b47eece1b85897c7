//! The operations of normalisation with AVX-512. A compress instruction moves the kept bytes of a block together.

use super::ops::load;
use crate::parse::streams::normalise::{Blocks, WHITESPACE, normalise};
use crate::parse::streams::repeat;
use crate::parse::x86_64::{Avx512, prefetch};
use core::arch::x86_64::*;

/// Normalises a piece, as [`normalise`] says.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn normalise512(token: Avx512, piece: &[u8], out: &mut [u8]) -> Option<usize> {
    normalise(token, piece, out)
}

impl Blocks for Avx512 {
    type Block = __m512i;

    #[inline(always)]
    fn load(self, bytes: &[u8; 65]) -> [__m512i; 2] {
        // SAFETY: the token proves that the processor has the instruction.
        unsafe { prefetch(bytes.as_ptr()) };
        // SAFETY: the token proves that the processor has the instructions, and 64 bytes are at both places.
        [0, 1].map(|i| unsafe { _mm512_loadu_si512(bytes.as_ptr().wrapping_add(i).cast()) })
    }

    #[inline(always)]
    fn equal(self, block: __m512i, byte: u8) -> u64 {
        // SAFETY: the token proves that the processor has the instructions.
        unsafe { _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(byte as i8)) }
    }

    #[inline(always)]
    fn whitespace(self, block: __m512i) -> u64 {
        const TABLE: [u8; 64] = repeat(WHITESPACE);
        // SAFETY: the token proves that the processor has the instructions.
        unsafe { _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(load(&TABLE), block), block) }
    }

    #[inline(always)]
    fn write(self, block: __m512i, keep: u64, white: u64, line_ends: u64, out: &mut [u8; 64]) {
        // SAFETY: the token proves that the processor has the instructions, and `out` has 64 bytes.
        unsafe {
            let blanks = _mm512_mask_mov_epi8(block, white, _mm512_set1_epi8(b' ' as i8));
            let strict = _mm512_mask_mov_epi8(blanks, line_ends, _mm512_set1_epi8(b'\n' as i8));
            _mm512_storeu_si512(
                out.as_mut_ptr().cast(),
                _mm512_maskz_compress_epi8(keep, strict),
            );
        }
    }
}
