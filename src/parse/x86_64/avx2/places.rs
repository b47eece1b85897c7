//! Step 1: where tokens end.
//!
//! Owns the search for separators. Invariant: whole blocks inside of the text are read, and nothing
//! else.

use crate::parse::x86_64::form::Known;
use crate::parse::x86_64::prefetch;
use crate::parse::x86_64::tables::EIGHTS;
use core::arch::x86_64::*;

/// How many separators most blocks have at most.
#[derive(Clone, Copy)]
pub(super) enum Crowd {
    Four,
    Six,
    Seven,
    Eight,
    Ten,
    Twelve,
    More,
}

impl Crowd {
    /// By the average of the round before. A turn too many costs 5% (8 instead of 7, to 10^9); each block that has
    /// more than the turns, a mispredicted branch. Piles of one length vary little from block to
    /// block; 5.8 is the average of piles of 1 to 19 digits, which do: 8 there is better than 7 by
    /// 6%.
    pub(super) fn of(separators: usize, blocks: usize) -> Self {
        match 10 * separators / blocks {
            0..35 => Self::Four,
            35..54 => Self::Six,
            54..62 => Self::Eight,
            62..67 => Self::Seven,
            67..76 => Self::Eight,
            76..92 => Self::Ten,
            92..106 => Self::Twelve,
            _ => Self::More,
        }
    }
}

/// A bit for each of 64 bytes that is below `'0'` or, as the comparison is of signed numbers, above
/// 127; with `K::LAST` not for line feeds, before each of which another such byte must stand. With `K::NOTES`, a byte of
/// `above` is set for one that is neither such nor a digit.
///
/// # Safety
/// The 64 bytes can be read.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn separators<K: Known>(block: *const u8, above: &mut __m256i) -> u64 {
    let zeros = _mm256_set1_epi8(b'0' as i8);
    let feeds = _mm256_set1_epi8(b'\n' as i8);
    let nines = _mm256_set1_epi8(b'9' as i8);
    let mut half = |bytes| {
        if K::NOTES {
            *above = _mm256_or_si256(*above, _mm256_cmpgt_epi8(bytes, nines));
        }
        let mut others = _mm256_cmpgt_epi8(zeros, bytes);
        if K::LAST {
            others = _mm256_andnot_si256(_mm256_cmpeq_epi8(bytes, feeds), others);
        }
        u64::from(_mm256_movemask_epi8(others) as u32)
    };
    // SAFETY: the caller's.
    let low = unsafe { _mm256_load_si256(block.cast()) };
    // SAFETY: the caller's.
    let high = unsafe { _mm256_load_si256(block.add(32).cast()) };
    half(low) | half(high) << 32
}

/// Step 1: the places of the separators in some blocks; returns how many there are.
///
/// # Safety
/// The blocks can be read, and 64 places for each of them be written.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn round<K: Known>(
    crowd: Crowd,
    block: *const u8,
    blocks: usize,
    places: *mut u8,
    above: &mut __m256i,
) -> usize {
    // SAFETY: the caller's, in each of them.
    unsafe {
        match crowd {
            Crowd::Four => round_of::<K, 4>(block, blocks, places, above),
            Crowd::Six => round_of::<K, 6>(block, blocks, places, above),
            Crowd::Seven => round_of::<K, 7>(block, blocks, places, above),
            Crowd::Eight => round_of::<K, 8>(block, blocks, places, above),
            Crowd::Ten => round_of::<K, 10>(block, blocks, places, above),
            Crowd::Twelve => round_of::<K, 12>(block, blocks, places, above),
            Crowd::More => round_of::<K, ANY>(block, blocks, places, above),
        }
    }
}

/// As many separators as a block may have.
const ANY: usize = 64;

/// [`round`] for blocks that have `N` separators at most, but for some.
///
/// # Safety
/// The same.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn round_of<K: Known, const N: usize>(
    mut block: *const u8,
    blocks: usize,
    places: *mut u8,
    above: &mut __m256i,
) -> usize {
    let mut count = 0;
    for _ in 0..blocks {
        prefetch(block);
        // SAFETY: the caller's.
        let others = unsafe { separators::<K>(block, above) };
        // SAFETY: at most 64 for each block before, and room for 64.
        unsafe {
            if N == ANY {
                dense(places.add(count), others);
            } else {
                sparse::<N>(places.add(count), others);
            }
        }
        count += others.count_ones() as usize;
        block = block.wrapping_add(64);
    }
    count
}

/// The places of the bits of `others`, which are `N` at most, or seldom more.
///
/// # Safety
/// 64 bytes from `places` on can be written.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn sparse<const N: usize>(places: *mut u8, mut others: u64) {
    let here = others.count_ones() as usize;
    let mut next = |i| {
        // SAFETY: room for 64. What is too much is overwritten.
        unsafe { places.add(i).write(others.trailing_zeros() as u8) };
        others &= others.wrapping_sub(1);
    };
    for i in 0..N {
        next(i);
    }
    let mut i = N;
    while i < here {
        next(i);
        i += 1;
    }
}

/// The places of the bits of `others`, by a table for each eight of them.
///
/// # Safety
/// 64 bytes from `places` on can be written.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn dense(places: *mut u8, others: u64) {
    let mut before = 0;
    for i in 0..8 {
        let eight = (others >> (8 * i)) as u8;
        let found = EIGHTS[usize::from(eight)] + i * 0x0808_0808_0808_0808;
        // SAFETY: at most 8 i are before.
        unsafe {
            places
                .add(before)
                .cast::<u64>()
                .write_unaligned(found.to_le())
        };
        before += eight.count_ones() as usize;
    }
}
