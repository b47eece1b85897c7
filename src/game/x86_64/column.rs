//! Words of 64 answers, from two columns of piles.
//!
//! The largest pile of a word decides which test is used. Most columns have only piles below 2^52 (AVX-512) or below 2^31
//! (AVX2), and the tests for these piles take less time.
#![allow(unsafe_code)]

use super::{cold_u31_x8, cold_u52_x8, cold_u64_x8, may_be_cold_u64_x4};
use crate::game::cold::{cold_word, is_cold};
use core::arch::x86_64::*;

/// Whether this machine has the instructions of [`word_avx512`].
pub(crate) fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512ifma")
}

/// Decides 64 rows. Pass `often` as in [`cold_u64_x8`].
#[target_feature(enable = "avx512f,avx512bw,avx512ifma")]
pub(crate) fn word_avx512(a: &[u64; 64], b: &[u64; 64], often: bool) -> u64 {
    let load = |piles: &[u64; 8]| {
        // SAFETY: the array has the 64 bytes that are read.
        unsafe { _mm512_loadu_si512(piles.as_ptr().cast()) }
    };
    let (a, b) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
    let mut all = _mm512_setzero_si512();
    for (a, b) in a.iter().zip(b) {
        // The bitwise OR of the three operands.
        all = _mm512_ternarylogic_epi64::<0xfe>(all, load(a), load(b));
    }
    let are_small = _mm512_test_epi64_mask(all, _mm512_set1_epi64(!0 << 52)) == 0;
    let mut bits = [0; 8];
    for ((a, b), bits) in a.iter().zip(b).zip(&mut bits) {
        *bits = if are_small {
            cold_u52_x8(load(a), load(b))
        } else {
            cold_u64_x8(load(a), load(b), often)
        };
    }
    u64::from_le_bytes(bits)
}

/// As [`word_avx512`], with AVX2.
#[target_feature(enable = "avx2")]
pub(crate) fn word_avx2(a: &[u64; 64], b: &[u64; 64], often: bool) -> u64 {
    let mut all = _mm256_setzero_si256();
    for piles in a.as_chunks::<4>().0.iter().chain(b.as_chunks::<4>().0) {
        all = _mm256_or_si256(all, load_x4(piles));
    }
    if _mm256_testz_si256(all, _mm256_set1_epi64x(!0 << 31)) == 1 {
        word_u31(a, b)
    } else if often {
        cold_word(a, b)
    } else {
        word_u64(a, b)
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_x4(piles: &[u64; 4]) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read.
    unsafe { _mm256_loadu_si256(piles.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn word_u31(a: &[u64; 64], b: &[u64; 64]) -> u64 {
    // The lower halves of eight piles, in order.
    let narrow = |piles: &[u64; 8]| {
        let (halves, _) = piles.as_chunks::<4>();
        let [first, second] =
            [&halves[0], &halves[1]].map(|piles| _mm256_castsi256_ps(load_x4(piles)));
        let even = _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(first, second));
        _mm256_permute4x64_epi64::<0b11_01_10_00>(even)
    };
    let (a, b) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
    let mut bits = [0; 8];
    for ((a, b), bits) in a.iter().zip(b).zip(&mut bits) {
        *bits = cold_u31_x8(narrow(a), narrow(b)) as u8;
    }
    u64::from_le_bytes(bits)
}

/// 64 rows with piles of any size, few of which are cold.
#[inline]
#[target_feature(enable = "avx2")]
fn word_u64(a: &[u64; 64], b: &[u64; 64]) -> u64 {
    let mut candidates = 0;
    let quarters = a.as_chunks::<4>().0.iter().zip(b.as_chunks::<4>().0);
    for (i, (a, b)) in quarters.enumerate() {
        let may_be = may_be_cold_u64_x4(load_x4(a), load_x4(b));
        candidates |= u64::from(may_be) << (4 * i);
    }
    let mut word = 0;
    while candidates != 0 {
        let row = candidates.trailing_zeros() as usize;
        candidates &= candidates - 1;
        word |= u64::from(is_cold(a[row], b[row])) << row;
    }
    word
}
