//! Step 1: the index, which is the position of each separator in its block.
//!
//! Input: blocks of 64 bytes of the text, which begin at multiples of 64. Output: the positions of their separators, in
//! order, each modulo 64. Separators are all bytes below `'0'`; a byte above 127 may be one, too. Later steps refuse those
//! that the dialect does not have. If two separators stand side by side, positions may be wrong, but then two neighbours are
//! equal and the batch is [`TokenLayout::EmptyToken`](super::tile::TokenLayout).

use super::vector::Vector32;
use crate::parse::batch::dialect::StaticDialect;
use crate::parse::batch::{BLOCKS, ROUND};

/// How many separators blocks have. A wrong guess costs time only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Density {
    /// Most blocks have at most [`SPARSE_SEPARATORS`](crate::parse::batch::SPARSE_SEPARATORS) separators.
    Sparse,
    Dense,
}

impl Density {
    /// The density of text that has `separators` separators in `blocks` blocks.
    #[inline]
    pub(super) fn new(separators: usize, blocks: usize) -> Self {
        if 10 * separators < 36 * blocks {
            Self::Sparse
        } else {
            Self::Dense
        }
    }
}

/// Ones for each separator of a block. With [`StaticDialect::HAS_CR`] a line feed is no separator: the byte before it is
/// the separator. If `CHECKS`, each byte of `largest` becomes the maximum of itself and the bytes of the block at the same
/// place of a vector.
///
/// # Safety
/// * 64 bytes from `block` are readable.
#[inline(always)]
pub(in crate::parse) unsafe fn separators<V: Vector32, K: StaticDialect, const CHECKS: bool>(
    token: V::Token,
    block: *const u8,
    largest: &mut V,
) -> [V; 2] {
    let zeros = V::splat(token, b'0');
    let mut found = [zeros; 2];
    for (i, found) in found.iter_mut().enumerate() {
        // SAFETY: one half of the caller's block.
        let bytes = unsafe { V::load(token, block.wrapping_add(32 * i)) };
        if CHECKS {
            *largest = largest.max(bytes);
        }
        *found = bytes.is_below(zeros);
        if K::HAS_CR {
            *found = found.without(bytes.equals(V::splat(token, b'\n')));
        }
    }
    found
}

/// Writes the positions of the separators in some blocks, and returns how many there are. If `checks`, see [`separators`].
///
/// # Safety
/// * 64 bytes for each block are readable from `block`.
/// * `block` is a multiple of 64.
#[inline(always)]
pub(super) unsafe fn index<V: Vector32, K: StaticDialect>(
    token: V::Token,
    (density, checks): (Density, bool),
    block: *const u8,
    blocks: usize,
    positions: &mut [u8; ROUND],
    largest: &mut V,
) -> usize {
    match (density, checks) {
        // SAFETY: the caller's promise.
        (Density::Sparse, false) => unsafe {
            index_by::<V, K, true, false>(token, block, blocks, positions, largest)
        },
        // SAFETY: the caller's promise.
        (Density::Sparse, true) => unsafe {
            index_by::<V, K, true, true>(token, block, blocks, positions, largest)
        },
        // SAFETY: the caller's promise.
        (Density::Dense, false) => unsafe {
            index_by::<V, K, false, false>(token, block, blocks, positions, largest)
        },
        // SAFETY: the caller's promise.
        (Density::Dense, true) => unsafe {
            index_by::<V, K, false, true>(token, block, blocks, positions, largest)
        },
    }
}

/// Indexes blocks, with one of the two ways to write positions.
///
/// # Safety
/// * As for [`index`].
#[inline(always)]
unsafe fn index_by<V: Vector32, K: StaticDialect, const IS_SPARSE: bool, const CHECKS: bool>(
    token: V::Token,
    mut block: *const u8,
    blocks: usize,
    positions: &mut [u8; ROUND],
    largest: &mut V,
) -> usize {
    // A block has 64 separators at most, so each has room for 64.
    assert!(blocks <= BLOCKS);
    let weights = V::weights(token);
    let mut next = positions.as_mut_ptr();
    for _ in 0..blocks {
        V::prefetch(token, block);
        // SAFETY: one of the caller's blocks.
        let found = unsafe { separators::<V, K, CHECKS>(token, block, largest) };
        // SAFETY: the blocks before have used 64 bytes each at most.
        next = unsafe {
            if IS_SPARSE {
                V::write_one_by_one(next, V::bits_of_bytes(found, weights))
            } else {
                V::write_by_table(found, next, weights)
            }
        };
        block = block.wrapping_add(64);
    }
    next.addr() - positions.as_ptr().addr()
}
