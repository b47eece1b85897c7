//! The questions that a kernel answers for each pair. They connect the parser with the game.
//!
//! Every method of a question gives the same answer for the same pair.
// The vector methods of the traits are unsafe to call, because they need an instruction set. Nothing else is unsafe.
#![allow(unsafe_code)]

use crate::decimal::{is_less, significant};
use crate::game::ratio::{FOUR_DIGITS_LONGER, FOUR_DIGITS_SAME, SIX_DIGITS};
use crate::game::{is_cold, is_cold_decimal, is_cold_u32};
use crate::parse::Decide;

/// Whether a position is cold. The bit is 1 for cold.
pub(crate) struct IsCold;

impl Decide for IsCold {
    const SIX_DIGITS: Option<([i16; 4], i32)> = Some(SIX_DIGITS);
    const FOUR_DIGITS: Option<[u16; 2]> = Some([FOUR_DIGITS_SAME, FOUR_DIGITS_LONGER]);

    #[inline(always)]
    fn pair(a: u64, b: u64) -> bool {
        is_cold(a, b)
    }

    #[inline(always)]
    fn pair_u32(a: u32, b: u32) -> bool {
        is_cold_u32(a, b)
    }

    fn digits(a: &[u8], b: &[u8]) -> bool {
        is_cold_decimal(a, b)
    }
}

/// Whether the second pile is the larger one. This is the cheapest question that needs every digit, so its time is the time of
/// parsing. About half of the answers are true, and each depends on both numbers, so an error of the parser shows.
pub(crate) struct Ascending;

impl Decide for Ascending {
    #[inline(always)]
    fn pair(a: u64, b: u64) -> bool {
        a < b
    }

    fn digits(a: &[u8], b: &[u8]) -> bool {
        is_less(significant(a), significant(b))
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::{Ascending, IsCold};
    use crate::game::x86_64::{
        cold_small_x16, cold_u31_x8, cold_u31_x16, cold_u52_x8, cold_u64_x8, cold_words_x16,
        cold_words_x32, may_be_cold_u64_x4,
    };
    use crate::parse::x86_64::DecideX86;
    use core::arch::x86_64::*;

    // SAFETY: the functions need AVX2, `up_to` AVX-512 F, BW and IFMA, which the tokens prove.
    unsafe impl DecideX86 for IsCold {
        const IS_EXACT_U64: bool = false;

        #[inline]
        #[target_feature(enable = "avx2")]
        unsafe fn three_digits(x: __m256i, y: __m256i) -> __m256i {
            cold_words_x16(x, y)
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        unsafe fn u31_x8(x: __m256i, y: __m256i) -> u32 {
            cold_u31_x8(x, y)
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        unsafe fn u64_x4(x: __m256i, y: __m256i) -> u32 {
            may_be_cold_u64_x4(x, y)
        }

        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,avx512ifma")]
        unsafe fn up_to<const DIGITS: u32>(x: __m512i, y: __m512i, often: bool) -> u32 {
            match DIGITS {
                3 => cold_words_x32(x, y),
                7 => cold_small_x16(x, y).into(),
                9 => cold_u31_x16(x, y, often).into(),
                12 => cold_u52_x8(x, y).into(),
                _ => cold_u64_x8(x, y, often).into(),
            }
        }
    }

    // SAFETY: the comparisons need AVX2, in `up_to` AVX-512 F and BW, which the tokens prove.
    unsafe impl DecideX86 for Ascending {
        const IS_EXACT_U64: bool = true;

        #[inline]
        #[target_feature(enable = "avx2")]
        unsafe fn three_digits(x: __m256i, y: __m256i) -> __m256i {
            _mm256_cmpgt_epi16(y, x)
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        unsafe fn u31_x8(x: __m256i, y: __m256i) -> u32 {
            let less = _mm256_cmpgt_epi32(y, x);
            _mm256_movemask_ps(_mm256_castsi256_ps(less)) as u32
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        unsafe fn u64_x4(x: __m256i, y: __m256i) -> u32 {
            // With their top bits flipped, unsigned numbers can be compared as signed numbers.
            let top = _mm256_set1_epi64x(i64::MIN);
            let less = _mm256_cmpgt_epi64(_mm256_xor_si256(y, top), _mm256_xor_si256(x, top));
            _mm256_movemask_pd(_mm256_castsi256_pd(less)) as u32
        }

        #[inline]
        #[target_feature(enable = "avx512f,avx512bw")]
        unsafe fn up_to<const DIGITS: u32>(x: __m512i, y: __m512i, _often: bool) -> u32 {
            match DIGITS {
                3 => _mm512_cmplt_epu16_mask(x, y),
                7 | 9 => _mm512_cmplt_epu32_mask(x, y).into(),
                _ => _mm512_cmplt_epu64_mask(x, y).into(),
            }
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod aarch64 {
    use super::{Ascending, IsCold};
    use crate::game::aarch64::{may_be_cold_u31_x4, may_be_cold_u64_x4};
    use crate::parse::aarch64::DecideNeon;
    use core::arch::aarch64::*;

    impl DecideNeon for IsCold {
        const IS_EXACT: bool = false;

        #[inline(always)]
        fn u31_x4(x: uint32x4_t, y: uint32x4_t) -> uint32x4_t {
            // SAFETY: every aarch64 has NEON.
            unsafe { may_be_cold_u31_x4(x, y) }
        }

        #[inline(always)]
        fn u64_x4(x: [uint64x2_t; 2], y: [uint64x2_t; 2]) -> uint32x4_t {
            // SAFETY: every aarch64 has NEON.
            unsafe { may_be_cold_u64_x4(x, y) }
        }
    }

    impl DecideNeon for Ascending {
        const IS_EXACT: bool = true;

        #[inline(always)]
        fn u31_x4(x: uint32x4_t, y: uint32x4_t) -> uint32x4_t {
            // SAFETY: every aarch64 has NEON.
            unsafe { vcltq_u32(x, y) }
        }

        #[inline(always)]
        fn u64_x4(x: [uint64x2_t; 2], y: [uint64x2_t; 2]) -> uint32x4_t {
            // SAFETY: every aarch64 has NEON.
            unsafe {
                let [low, high] = [0, 1].map(|i| vreinterpretq_u32_u64(vcltq_u64(x[i], y[i])));
                vuzp1q_u32(low, high)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascending_in_digits_is_ascending_in_numbers() {
        for a in "0 00 7 007 10 0018446744073709551616 99999999999999999999".split(' ') {
            for b in "0 8 07 18446744073709551616 18446744073709551617 100".split(' ') {
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
