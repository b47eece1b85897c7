//! Step 1: the index, which is the position of each separator in its block.
//!
//! Input: blocks of 64 bytes of the text, which begin at multiples of 64. Output: the positions of their separators, in
//! order, each modulo 64. Separators are all bytes below `'0'` and above 127; later steps refuse those that the dialect does
//! not have. If two separators stand side by side, positions may be wrong, but then two neighbours are equal and the batch
//! is [`TokenLayout::EmptyToken`](super::tile::TokenLayout).

use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::{BLOCKS, Density, ROUND, TURNS};
use crate::parse::x86_64::prefetch;
use crate::parse::x86_64::tables::BIT_POSITIONS;
use core::arch::x86_64::*;

/// A bit for each separator of a block. With [`StaticDialect::HAS_LAST`] a line feed is no separator: the byte before it is
/// the separator. With [`StaticDialect::PREFILTERED`], `above_9` gets the sign bit of each byte that is neither a separator
/// nor a digit.
///
/// # Safety
/// * 64 bytes from `block` are readable.
/// * `block` is a multiple of 64.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn separators<K: StaticDialect>(block: *const u8, above_9: &mut __m256i) -> u64 {
    let zeros = _mm256_set1_epi8(b'0' as i8);
    let line_feeds = _mm256_set1_epi8(b'\n' as i8);
    let nines = _mm256_set1_epi8(b'9' as i8);
    let mut half = |bytes| {
        if K::PREFILTERED {
            *above_9 = _mm256_or_si256(*above_9, _mm256_cmpgt_epi8(bytes, nines));
        }
        let mut found = _mm256_cmpgt_epi8(zeros, bytes);
        if K::HAS_LAST {
            found = _mm256_andnot_si256(_mm256_cmpeq_epi8(bytes, line_feeds), found);
        }
        u64::from(_mm256_movemask_epi8(found) as u32)
    };
    // SAFETY: the first half of the caller's block.
    let low = unsafe { _mm256_load_si256(block.cast()) };
    // SAFETY: the second half.
    let high = unsafe { _mm256_load_si256(block.wrapping_add(32).cast()) };
    half(low) | half(high) << 32
}

/// The separators of the `i`-th 16 bytes of a block, for [`write_by_table`]. This takes 3% less time than to cut 16 bits out
/// of the mask of 32 or 64 bytes. [`write_one_by_one`] takes 12% less time with one mask of the whole block than with four
/// such masks.
///
/// # Safety
/// * As for [`separators`], and `i` is below 4.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn separators_16<K: StaticDialect>(
    block: *const u8,
    i: usize,
    above_9: &mut __m128i,
) -> u16 {
    // SAFETY: a quarter of the caller's block.
    let bytes = unsafe { _mm_load_si128(block.cast::<__m128i>().wrapping_add(i)) };
    if K::PREFILTERED {
        let above = _mm_cmpgt_epi8(bytes, _mm_set1_epi8(b'9' as i8));
        *above_9 = _mm_or_si128(*above_9, above);
    }
    let mut found = _mm_cmpgt_epi8(_mm_set1_epi8(b'0' as i8), bytes);
    if K::HAS_LAST {
        let line_feeds = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\n' as i8));
        found = _mm_andnot_si128(line_feeds, found);
    }
    _mm_movemask_epi8(found) as u16
}

/// Writes the positions of the separators in some blocks, and returns how many there are.
///
/// # Safety
/// * 64 bytes for each block are readable from `block`.
/// * `block` is a multiple of 64.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn index<K: StaticDialect>(
    density: Density,
    block: *const u8,
    blocks: usize,
    positions: &mut [u8; ROUND],
    above_9: &mut __m256i,
) -> usize {
    match density {
        // SAFETY: the caller's promise.
        Density::Sparse => unsafe { index_by::<K, true>(block, blocks, positions, above_9) },
        // SAFETY: the caller's promise.
        Density::Dense => unsafe { index_by::<K, false>(block, blocks, positions, above_9) },
    }
}

/// Indexes blocks, with one of the two ways to write positions.
///
/// # Safety
/// * As for [`index`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn index_by<K: StaticDialect, const IS_SPARSE: bool>(
    mut block: *const u8,
    blocks: usize,
    positions: &mut [u8; ROUND],
    above_9: &mut __m256i,
) -> usize {
    // A block has 64 separators at most, so each has room for 64.
    assert!(blocks <= BLOCKS);
    let mut next = positions.as_mut_ptr();
    let mut above_16 = _mm_setzero_si128();
    for _ in 0..blocks {
        prefetch(block);
        if IS_SPARSE {
            // SAFETY: one of the caller's blocks.
            let found = unsafe { separators::<K>(block, above_9) };
            // SAFETY: the blocks before have used 64 bytes each at most.
            next = unsafe { write_one_by_one(next, found) };
        } else {
            for i in 0..4 {
                // SAFETY: one of the caller's blocks.
                let found = unsafe { separators_16::<K>(block, i, &mut above_16) };
                // SAFETY: the same 16 bytes at a time.
                next = unsafe { write_by_table(next, found, i) };
            }
        }
        block = block.wrapping_add(64);
    }
    *above_9 = _mm256_or_si256(*above_9, _mm256_zextsi128_si256(above_16));
    next.addr() - positions.as_ptr().addr()
}

/// Writes the positions of the bits of `found`; returns where they end. More than [`TURNS`] bits may cost a mispredicted
/// branch.
///
/// # Safety
/// * 64 bytes are writable from `positions`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn write_one_by_one(positions: *mut u8, mut found: u64) -> *mut u8 {
    let count = found.count_ones() as usize;
    let mut next = |i| {
        // SAFETY: `i` is below 64. A write after the last position is overwritten later.
        unsafe {
            positions
                .wrapping_add(i)
                .write(found.trailing_zeros() as u8)
        };
        found &= found.wrapping_sub(1);
    };
    for i in 0..TURNS {
        next(i);
    }
    for i in TURNS..count {
        next(i);
    }
    positions.wrapping_add(count)
}

/// Writes positions by a table, for the `i`-th 16 bits of a block's mask. If more than eight bits are set, two of them are
/// neighbours; then eight equal positions are written, so that the batch has an empty token and is refused. The stale
/// positions after them are never used.
///
/// # Safety
/// * 16 bytes are writable from `positions`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn write_by_table(positions: *mut u8, found: u16, i: usize) -> *mut u8 {
    let eight = BIT_POSITIONS[usize::from(found)] + i as u64 * 0x1010_1010_1010_1010;
    // SAFETY: the first half of the caller's bytes.
    unsafe { positions.cast::<u64>().write_unaligned(eight.to_le()) };
    positions.wrapping_add(found.count_ones() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::batch::tests::Draw;
    use crate::parse::x86_64::Avx2;

    #[test]
    fn both_ways_to_write_positions_agree() {
        if Avx2::detect().is_none() {
            return;
        }
        let mut draw = Draw(1);
        for round in 0..100_000 {
            // A half, a quarter or an eighth of the bits is set.
            let found = (0..=round % 3).fold(!0, |found, _| found & draw.next());
            // At first no two positions are equal. So equal positions were written.
            let [mut table, mut one]: [[u8; 64]; 2] = [std::array::from_fn(|i| 64 + i as u8); 2];
            let mut many = false;
            let mut end = table.as_mut_ptr();
            for i in 0..4 {
                let sixteen = (found >> (16 * i)) as u16;
                many |= sixteen.count_ones() > 8;
                // SAFETY: 16 bytes are left for each 16 bits, and the instructions are there.
                end = unsafe { write_by_table(end, sixteen, i) };
            }
            let count = found.count_ones() as usize;
            assert_eq!(end.addr() - table.as_ptr().addr(), count);
            // SAFETY: 64 bytes, and the instructions are there.
            let end = unsafe { write_one_by_one(one.as_mut_ptr(), found) };
            assert_eq!(end.addr() - one.as_ptr().addr(), count);
            let expected = (0..64).filter(|i| found >> i & 1 == 1);
            assert!(one[..count].iter().copied().eq(expected), "{found:x}");
            if many {
                // Two neighbours are equal, which no batch takes.
                let mut pairs = table[..count].windows(2);
                assert!(pairs.any(|pair| pair[0] == pair[1]), "{found:x}");
            } else {
                assert_eq!(table[..count], one[..count], "{found:x}");
            }
        }
    }
}
