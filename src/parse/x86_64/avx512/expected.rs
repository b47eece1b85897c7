//! What a dialect of lines is to tiles.
//!
//! Owns what must stand in lanes by it. It refuses to recognise one.

use super::lanes12;
use crate::parse::batch::dialect::Dialect;
use core::arch::x86_64::*;

/// What must stand in lanes where no token reaches: `'0'`s, and in the holes the separator before each token. In
/// the hole of a first pile's highest group, where it has more than it needs, stands the byte before the line feed.
#[repr(align(64))]
pub(super) struct Expected {
    pub(super) dialect: Dialect,
    pub(super) three: __m512i,
    pub(super) six: __m512i,
    pub(super) seven: __m512i,
    pub(super) sixteen: __m512i,
    pub(super) long: __m512i,
    /// See [`lanes12`].
    pub(super) twelve: [__m512i; 3],
}

with_features! {
/// What must stand there in lines of that dialect.
pub(super) unsafe fn expected(dialect: Dialect) -> Expected {
    let group = |separator| i32::from_le_bytes([separator, b'0', b'0', b'0']);
    let (zeros, blank, end) = (group(b'0'), group(dialect.blank), group(b'\n'));
    let last = dialect.last.map_or(end, group);
    let blanks = |groups| {
        let (end, blank) = (_mm512_set1_epi32(end), _mm512_set1_epi32(blank));
        _mm512_mask_mov_epi32(end, groups, blank)
    };
    let with_last = |groups, v| _mm512_mask_mov_epi32(v, groups, _mm512_set1_epi32(last));
    Expected {
        dialect,
        three: blanks(0xaaaa),
        six: with_last(0x1111, blanks(0xcccc)),
        seven: _mm512_set4_epi32(zeros, blank, zeros, end),
        sixteen: with_last(0x0101, blanks(0xf0f0)),
        long: with_last(0x0001, blanks(0xff00)),
        twelve: lanes12::BLANKS.map(blanks),
    }
}
}
