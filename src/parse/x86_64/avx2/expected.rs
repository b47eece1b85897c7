//! What must stand in windows.

use super::ops::vector;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use core::arch::x86_64::*;

/// What must stand in windows: the constant, with the dialect's separators for its own.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn expect<K: StaticDialect>(bytes: [u8; 32], dialect: Dialect) -> __m256i {
    let dialect = K::DIALECT.unwrap_or(dialect);
    let bytes = vector(bytes);
    let replace = |bytes, c: u8, by: u8| {
        let there = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(c as i8));
        _mm256_blendv_epi8(bytes, _mm256_set1_epi8(by as i8), there)
    };
    let bytes = replace(bytes, b' ', dialect.blank);
    replace(bytes, b'\n', dialect.last.unwrap_or(b'\n'))
}

/// What was seen of a tile's bytes that has to be looked at when all of it was.
pub(super) struct Mismatch {
    /// The largest difference between text and what must stand in windows, in each of their bytes.
    pub(super) odd: __m256i,
    /// What else than line feeds there was where the dialect has them behind another byte.
    feeds: u8,
}

impl Mismatch {
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn nothing() -> Self {
        Self {
            odd: _mm256_setzero_si256(),
            feeds: 0,
        }
    }

    /// A line begins behind the separator at `s`; with `K::HAS_LAST`, behind a line feed behind that.
    ///
    /// # Safety
    /// There is a byte more of text.
    #[inline(always)]
    pub(super) unsafe fn line<K: StaticDialect>(&mut self, s: *const u8) {
        if K::HAS_LAST {
            // SAFETY: the caller's.
            self.feeds |= unsafe { *s.add(1) } ^ b'\n';
        }
    }

    /// Whether the largest differences are within those [`limits`].
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn within(&self, limits: [u8; 32]) -> bool {
        let above = _mm256_subs_epu8(self.odd, vector(limits));
        _mm256_testz_si256(above, above) == 1 && self.feeds == 0
    }
}

/// As much as a digit may differ from `'0'`; nothing where a separator is expected.
pub(super) const fn limits(expected: [u8; 32]) -> [u8; 32] {
    let mut limits = [9; 32];
    let mut i = 0;
    while i < 32 {
        if expected[i] != b'0' {
            limits[i] = 0;
        }
        i += 1;
    }
    limits
}
