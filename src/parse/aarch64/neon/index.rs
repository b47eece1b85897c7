//! Step 1: the index, which is the position of each separator in its block.
//!
//! Input: blocks of 64 bytes of the text, which begin at multiples of 64. Output: the positions of their separators, in
//! order, each modulo 64. Separators are all bytes below `'0'`; later steps refuse those that the dialect does not have. If
//! two separators stand side by side, positions may be wrong, but then two neighbours are equal and the batch is
//! [`TokenLayout::EmptyToken`](super::tile::TokenLayout).

use super::ops::{BitWeights, bits_of_bytes};
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::{BLOCKS, Density, ROUND, TURNS, bit_positions};
use core::arch::aarch64::*;

/// A bit for each separator of a block. With [`StaticDialect::HAS_LAST`] a line feed is no separator: the byte before it
/// is the separator. With [`StaticDialect::PREFILTERED`] each byte of `largest` becomes the maximum of itself and the bytes
/// of the block at the same place of a vector.
///
/// # Safety
/// * 64 bytes from `block` are readable.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn separators<K: StaticDialect>(
    block: *const u8,
    weights: BitWeights,
    largest: &mut uint8x16_t,
) -> u64 {
    let zeros = vdupq_n_u8(b'0');
    let line_feeds = vdupq_n_u8(b'\n');
    let found = [0, 16, 32, 48].map(|i| {
        // SAFETY: a quarter of the caller's block.
        let bytes = unsafe { vld1q_u8(block.wrapping_add(i)) };
        if K::PREFILTERED {
            *largest = vmaxq_u8(*largest, bytes);
        }
        let found = vcltq_u8(bytes, zeros);
        if K::HAS_LAST {
            vbicq_u8(found, vceqq_u8(bytes, line_feeds))
        } else {
            found
        }
    });
    bits_of_bytes(found, weights)
}

/// For each value of eight bits of a block's mask: the positions of up to four bits in the lower bytes, and the number of
/// bits in the top byte. If more than four bits are set, two of them are neighbours. Then four equal positions are written,
/// so that the batch has an empty token and is refused. The stale positions after them are never used.
static POSITIONS: [u64; 256] = {
    let mut positions: [u64; 256] = bit_positions();
    let mut byte = 0;
    while byte < 256 {
        let count = (byte as u8).count_ones() as u64;
        positions[byte] = if count > 4 { 0 } else { positions[byte] } | count << 56;
        byte += 1;
    }
    positions
};

/// Writes the positions of the bits of `found`; returns where they end.
///
/// # Safety
/// * 64 bytes are writable from `positions`.
#[inline]
pub(super) unsafe fn write_by_table(mut positions: *mut u8, found: u64) -> *mut u8 {
    for i in 0..8 {
        let entry = POSITIONS[(found >> (8 * i)) as usize & 0xff];
        let eight = entry + 8 * i * 0x0101_0101;
        // SAFETY: those before have used eight bytes each at most, so eight of the caller's bytes are left.
        unsafe { positions.cast::<u64>().write_unaligned(eight.to_le()) };
        positions = positions.wrapping_add((entry >> 56) as usize);
    }
    positions
}

/// As [`write_by_table`], but one bit at a time: fewer instructions if there are few bits. More than [`TURNS`] bits may cost
/// a mispredicted branch.
///
/// # Safety
/// * 64 bytes are writable from `positions`.
#[inline]
unsafe fn write_one_by_one(positions: *mut u8, found: u64) -> *mut u8 {
    const TOP: u64 = 1 << 63;
    let count = found.count_ones() as usize;
    let mut reversed = found.reverse_bits();
    let mut next = |i| {
        let position = reversed.leading_zeros();
        // SAFETY: `i` is below 64. What is too much is overwritten later.
        unsafe { positions.wrapping_add(i).write(position as u8) };
        reversed ^= TOP.wrapping_shr(position);
    };
    for i in 0..TURNS {
        next(i);
    }
    for i in TURNS..count {
        next(i);
    }
    positions.wrapping_add(count)
}

/// Writes the positions of the separators in some blocks, and returns how many there are. `largest`: see [`separators`].
///
/// # Safety
/// * 64 bytes for each block are readable from `block`.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn index<K: StaticDialect>(
    density: Density,
    block: *const u8,
    blocks: usize,
    positions: &mut [u8; ROUND],
    largest: &mut uint8x16_t,
) -> usize {
    match density {
        // SAFETY: the caller's promise.
        Density::Sparse => unsafe { index_by::<K, true>(block, blocks, positions, largest) },
        // SAFETY: the caller's promise.
        Density::Dense => unsafe { index_by::<K, false>(block, blocks, positions, largest) },
    }
}

/// As [`index`], with one of the two ways to write positions.
///
/// # Safety
/// * As for [`index`].
#[inline]
#[target_feature(enable = "neon")]
unsafe fn index_by<K: StaticDialect, const IS_SPARSE: bool>(
    mut block: *const u8,
    blocks: usize,
    positions: &mut [u8; ROUND],
    largest: &mut uint8x16_t,
) -> usize {
    // A block has 64 separators at most, so each has room for 64.
    assert!(blocks <= BLOCKS);
    let weights = BitWeights::new();
    let mut next = positions.as_mut_ptr();
    for _ in 0..blocks {
        // SAFETY: one of the caller's blocks.
        let found = unsafe { separators::<K>(block, weights, largest) };
        next = if IS_SPARSE {
            // SAFETY: the blocks before have used 64 bytes each at most.
            unsafe { write_one_by_one(next, found) }
        } else {
            // SAFETY: the same.
            unsafe { write_by_table(next, found) }
        };
        block = block.wrapping_add(64);
    }
    next.addr() - positions.as_ptr().addr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::batch::dialect::{Prefiltered, Strict, WithLast};
    use crate::parse::batch::tests::Draw;

    #[test]
    fn positions_are_those_of_the_bits() {
        let mut draw = Draw(1);
        for round in 0..100_000 {
            // A half, a quarter or an eighth of the bits is set. Some masks have no two neighbouring bits.
            let mut found = (0..=round % 3).fold(!0, |found, _| found & draw.next());
            if round % 2 == 0 {
                found &= !(found << 1);
            }
            // All positions differ before the call. So if two of them are equal after it, the call wrote them.
            let mut positions: [u8; 64] = std::array::from_fn(|i| 64 + i as u8);
            // SAFETY: 64 bytes.
            let end = unsafe { write_by_table(positions.as_mut_ptr(), found) };
            let count = found.count_ones() as usize;
            assert_eq!(end.addr() - positions.as_ptr().addr(), count);
            let positions = &positions[..count];
            let mut one_by_one = [0; 64];
            // SAFETY: 64 bytes.
            let end = unsafe { write_one_by_one(one_by_one.as_mut_ptr(), found) };
            assert_eq!(end.addr() - one_by_one.as_ptr().addr(), count);
            let expected = (0..64).filter(|i| found >> i & 1 == 1);
            assert!(
                one_by_one[..count].iter().copied().eq(expected),
                "{found:x}"
            );
            if found.to_le_bytes().iter().any(|byte| byte.count_ones() > 4) {
                // Two neighbours are equal, which no batch takes.
                assert!(
                    positions.windows(2).any(|pair| pair[0] == pair[1]),
                    "{found:x}"
                );
            } else {
                assert_eq!(positions, &one_by_one[..count], "{found:x}");
            }
        }
    }

    #[test]
    fn separators_are_below_the_digits() {
        for byte in 0..=255u8 {
            for at in 0..64 {
                let mut block = [b'5'; 64];
                block[at] = byte;
                // SAFETY: every aarch64 has NEON; the block has 64 bytes.
                let ([strict, with_last], largest) = unsafe {
                    let weights = BitWeights::new();
                    let mut largest = vdupq_n_u8(0);
                    let found = [
                        separators::<Prefiltered<Strict>>(block.as_ptr(), weights, &mut largest),
                        separators::<WithLast>(block.as_ptr(), weights, &mut largest),
                    ];
                    (found, vmaxvq_u8(largest))
                };
                assert_eq!(largest, byte.max(b'5'));
                assert_eq!(strict, u64::from(byte < b'0') << at);
                assert_eq!(with_last, u64::from(byte < b'0' && byte != b'\n') << at);
            }
        }
    }
}
