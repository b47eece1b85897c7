//! What must stand in the lanes, in the places where no digit of a token stands. It depends on how lines end.

use crate::parse::batch::dialect::StaticDialect;
use core::arch::x86_64::*;

/// Vectors over which tokens are expanded. They have `'0'` in the places of digits, and in the holes the separator before
/// each token. If the highest group of a first pile is not needed for digits, its hole has the CR before the line feed, if
/// there is one.
#[repr(align(64))]
pub(super) struct Expected {
    /// Lanes of 4 bytes.
    pub(super) lanes4: __m512i,
    /// Lanes of 8 bytes, with one hole; and the first 8 bytes of longer tokens.
    pub(super) lanes8: __m512i,
    /// Lanes of 12 bytes, of which 16 fill three vectors.
    pub(super) lanes12: [__m512i; 3],
    /// Lanes of 16 bytes.
    pub(super) lanes16: __m512i,
    /// Lanes of 32 bytes.
    pub(super) lanes32: __m512i,
}

/// The groups of second piles in each of the three vectors of 12-byte lanes.
const SECOND_PILES_12: [u16; 3] = {
    let mut second_piles = [0; 3];
    let mut group = 0;
    while group < 48 {
        let is_second_pile = group / 3 % 2 == 1;
        second_piles[group / 16] |= (is_second_pile as u16) << (group % 16);
        group += 1;
    }
    second_piles
};

impl Expected {
    #[target_feature(enable = "avx512f")]
    pub(super) fn new<K: StaticDialect>() -> Self {
        let group = |separator| i32::from_le_bytes([separator, b'0', b'0', b'0']);
        let (zeros, blank, end) = (group(b'0'), group(b' '), group(b'\n'));
        // A line feed before each group of first piles, the blank before each group of second piles.
        let separators = |second_piles| {
            let (end, blank) = (_mm512_set1_epi32(end), _mm512_set1_epi32(blank));
            _mm512_mask_mov_epi32(end, second_piles, blank)
        };
        let cr = _mm512_set1_epi32(group(K::END));
        let with_cr = |groups, v| _mm512_mask_mov_epi32(v, groups, cr);
        Self {
            lanes4: separators(0xaaaa),
            lanes8: _mm512_set4_epi32(zeros, blank, zeros, end),
            lanes12: SECOND_PILES_12.map(separators),
            lanes16: with_cr(0x0101, separators(0xf0f0)),
            lanes32: with_cr(0x0001, separators(0xff00)),
        }
    }
}
