//! Questions, as the kernels ask them: where the parser meets the game.
//!
//! Owns nothing but the joint. Invariant: every method gives the same answer for the same pair.
// The vector methods of the trait are unsafe to call, since they need the instructions; that is
// all that is unsafe here.
#![allow(unsafe_code)]

use crate::game::cold::is_cold_small;
use crate::game::{is_cold, is_cold_decimal};
use crate::parse::Decide;

/// The question; the bit is 1 for cold.
#[derive(Debug)]
pub struct IsCold;

impl Decide for IsCold {
    #[inline(always)]
    fn pair(a: u64, b: u64) -> bool {
        is_cold(a, b)
    }

    /// The table was made by the mex rule, without the golden ratio.
    fn reference(a: u64, b: u64) -> bool {
        is_cold_small(a, b).unwrap_or_else(|| is_cold(a, b))
    }

    fn digits(a: &[u8], b: &[u8]) -> bool {
        is_cold_decimal(a, b)
    }
}

/// Whether the second pile is the larger one: the least that can be asked and needs every digit.
/// So the time it takes is the time that parsing takes. The answers tell one parser from another:
/// about half are true, and each depends on both numbers.
#[derive(Debug)]
pub struct Ascending;

impl Decide for Ascending {
    #[inline(always)]
    fn pair(a: u64, b: u64) -> bool {
        a < b
    }

    fn digits(a: &[u8], b: &[u8]) -> bool {
        let zeros = |digits: &[u8]| digits.iter().take_while(|&&c| c == b'0').count();
        let (a, b) = (&a[zeros(a)..], &b[zeros(b)..]);
        (a.len(), a) < (b.len(), b)
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::{Ascending, IsCold};
    use crate::game::x86_64::{
        cold_halves_x16, cold_small_x16, cold_u31_x8, cold_u31_x16, cold_u52_x8, cold_u64_x8,
        may_be_cold_u64_x4,
    };
    use crate::parse::x86_64::{Lanes256, Lanes512};
    use core::arch::x86_64::*;

    // SAFETY: the functions need AVX2, which the token stands for.
    unsafe impl Lanes256 for IsCold {
        #[inline]
        #[target_feature(enable = "avx2")]
        unsafe fn u31_x8(x: __m256i, y: __m256i) -> u32 {
            cold_u31_x8(x, y)
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        unsafe fn u64_x4(x: __m256i, y: __m256i) -> (u32, u32) {
            (0, may_be_cold_u64_x4(x, y))
        }
    }

    // SAFETY: the comparisons need AVX2, which the token stands for.
    unsafe impl Lanes256 for Ascending {
        #[inline]
        #[target_feature(enable = "avx2")]
        unsafe fn u31_x8(x: __m256i, y: __m256i) -> u32 {
            let less = _mm256_cmpgt_epi32(y, x);
            _mm256_movemask_ps(_mm256_castsi256_ps(less)) as u32
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        unsafe fn u64_x4(x: __m256i, y: __m256i) -> (u32, u32) {
            // The order of signed numbers is that of unsigned ones with their top bits changed.
            let top = _mm256_set1_epi64x(i64::MIN);
            let less = _mm256_cmpgt_epi64(_mm256_xor_si256(y, top), _mm256_xor_si256(x, top));
            (_mm256_movemask_pd(_mm256_castsi256_pd(less)) as u32, 0)
        }
    }

    // SAFETY: the functions need AVX-512 F, BW and IFMA, which the token stands for.
    unsafe impl Lanes512 for IsCold {
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw")]
        unsafe fn three_digits(pairs: __m512i) -> __mmask16 {
            cold_halves_x16(pairs)
        }

        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,avx512ifma")]
        unsafe fn seven_digits(x: __m512i, y: __m512i) -> __mmask16 {
            cold_small_x16(x, y)
        }

        #[inline]
        #[target_feature(enable = "avx512f,avx512bw")]
        unsafe fn nine_digits(x: __m512i, y: __m512i, often: bool) -> __mmask16 {
            cold_u31_x16(x, y, often)
        }

        #[inline]
        #[target_feature(enable = "avx512f,avx512ifma")]
        unsafe fn twelve_digits(x: __m512i, y: __m512i) -> __mmask8 {
            cold_u52_x8(x, y)
        }

        #[inline]
        #[target_feature(enable = "avx512f,avx512ifma")]
        unsafe fn any(x: __m512i, y: __m512i, often: bool) -> __mmask8 {
            cold_u64_x8(x, y, often)
        }
    }
    // SAFETY: the comparisons need AVX-512 F, which the token stands for.
    unsafe impl Lanes512 for Ascending {
        #[inline]
        #[target_feature(enable = "avx512f")]
        unsafe fn three_digits(pairs: __m512i) -> __mmask16 {
            let first = _mm512_and_si512(pairs, _mm512_set1_epi32(0xffff));
            _mm512_cmplt_epu32_mask(first, _mm512_srli_epi32::<16>(pairs))
        }

        #[inline]
        #[target_feature(enable = "avx512f")]
        unsafe fn seven_digits(x: __m512i, y: __m512i) -> __mmask16 {
            _mm512_cmplt_epu32_mask(x, y)
        }

        #[inline]
        #[target_feature(enable = "avx512f")]
        unsafe fn nine_digits(x: __m512i, y: __m512i, _often: bool) -> __mmask16 {
            _mm512_cmplt_epu32_mask(x, y)
        }

        #[inline]
        #[target_feature(enable = "avx512f")]
        unsafe fn twelve_digits(x: __m512i, y: __m512i) -> __mmask8 {
            _mm512_cmplt_epu64_mask(x, y)
        }

        #[inline]
        #[target_feature(enable = "avx512f")]
        unsafe fn any(x: __m512i, y: __m512i, _often: bool) -> __mmask8 {
            _mm512_cmplt_epu64_mask(x, y)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascending_in_digits_is_ascending_in_numbers() {
        for a in [
            "0",
            "00",
            "7",
            "007",
            "10",
            "0018446744073709551616",
            "99999999999999999999",
        ] {
            for b in [
                "0",
                "8",
                "07",
                "18446744073709551616",
                "18446744073709551617",
                "100",
            ] {
                let number = |text: &str| text.parse::<u128>().unwrap();
                assert_eq!(
                    Ascending::digits(a.as_bytes(), b.as_bytes()),
                    number(a) < number(b),
                    "{a} {b}"
                );
            }
        }
    }
}
