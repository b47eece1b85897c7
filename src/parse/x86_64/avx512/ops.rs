//! Primitives of more than one step.

use super::tile::Tile;
use core::arch::x86_64::*;

/// A constant in a register.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn vector<T: Copy, const N: usize>(values: &[T; N]) -> __m512i {
    const { assert!(size_of::<[T; N]>() == 64) };
    // SAFETY: as many bytes, of integers.
    unsafe { _mm512_loadu_si512(values.as_ptr().cast()) }
}
/// Keeps a constant in a register: else the compiler rebuilds it from a general register in
/// every block, on the busiest port.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn opaque(mut v: __m512i) -> __m512i {
    // SAFETY: no instruction at all; the value only passes through.
    unsafe {
        core::arch::asm!("/* {0} */", inout(zmm_reg) v, options(pure, nomem, nostack, preserves_flags))
    };
    v
}

with_features! {
/// Step 3: one expand, the tile's `i`-th.
#[inline]
pub(super) unsafe fn expand(tile: &Tile, i: usize, s: &mut *const u8, expected: __m512i, odd: &mut __m512i) -> __m512i {
    // SAFETY: as the caller's.
    unsafe { expand_by(tile.masks[i], s, expected, odd) }
}
}

with_features! {
/// One expand by `mask`, which takes as many bytes as it has bits.
#[inline]
pub(super) unsafe fn expand_by(mask: u64, s: &mut *const u8, expected: __m512i, odd: &mut __m512i) -> __m512i {
    // SAFETY: the caller has 64 bytes at `s`.
    let bytes = unsafe { _mm512_loadu_si512((*s).cast()) };
    let lanes = _mm512_mask_expand_epi8(expected, mask, bytes);
    // odd | (lanes ^ expected)
    *odd = _mm512_ternarylogic_epi64::<0xf6>(*odd, lanes, expected);
    *s = (*s).wrapping_add(mask.count_ones() as usize);
    lanes
}
}

with_features! {
/// Step 4, first half: each group of three digits to a number.
#[inline]
pub(super) unsafe fn groups(lanes: __m512i) -> __m512i {
    // Takes the '0's off.
    let bias = _mm512_set1_epi32(-48 * 111);
    _mm512_dpbusd_epi32(bias, lanes, _mm512_set1_epi32(0x010a_6400))
}
}

with_features! {
/// Step 4, second half: neighbouring groups to numbers of six digits.
#[inline]
pub(super) unsafe fn sixes(a: __m512i, b: __m512i) -> __m512i {
    _mm512_madd_epi16(_mm512_packs_epi32(a, b), _mm512_set1_epi32(0x0001_03e8))
}
}

with_features! {
/// The even and the odd 32-bit numbers of two vectors.
#[inline]
pub(super) unsafe fn unzip(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
    let (a, b) = (_mm512_castsi512_ps(a), _mm512_castsi512_ps(b));
    (
        _mm512_castps_si512(_mm512_shuffle_ps::<0x88>(a, b)),
        _mm512_castps_si512(_mm512_shuffle_ps::<0xdd>(a, b)),
    )
}
}

with_features! {
/// Two six-digit numbers to one, in each 64-bit lane.
#[inline]
pub(super) unsafe fn join_sixes(sixes: __m512i) -> __m512i {
    let million = _mm512_set1_epi64(1_000_000);
    _mm512_add_epi64(_mm512_mul_epu32(sixes, million), _mm512_srli_epi64::<32>(sixes))
}
}

with_features! {
/// Of 64 lines, those that have one of these 128 tokens.
#[inline]
pub(super) unsafe fn lines(tokens: [u64; 2]) -> u64 {
    let half = |tokens: u64| _pext_u64(tokens | tokens >> 1, 0x5555_5555_5555_5555);
    half(tokens[0]) | half(tokens[1]) << 32
}
}
