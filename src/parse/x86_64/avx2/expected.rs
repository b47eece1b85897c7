//! What must stand in windows, and how far the text differs from it.
//!
//! A window is compared by XOR with `'0'`s and, in its last byte, a separator. So a digit becomes its value, and the right
//! separator becomes 0. [`Mismatch`] keeps the largest result of each byte of a window. Once a batch it is compared with
//! [`limits`], the largest result that each byte may have.

use super::ops::vector;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use core::arch::x86_64::*;

/// `pattern`, with its space and its line feed replaced by the separators of the dialect.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn expected<K: StaticDialect>(pattern: [u8; 32], dialect: Dialect) -> __m256i {
    let dialect = K::DIALECT.unwrap_or(dialect);
    let replace = |bytes, c: u8, by: u8| {
        let is_c = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(c as i8));
        _mm256_blendv_epi8(bytes, _mm256_set1_epi8(by as i8), is_c)
    };
    let bytes = replace(vector(pattern), b' ', dialect.blank);
    replace(bytes, b'\n', dialect.last.unwrap_or(b'\n'))
}

/// The largest result of each byte that is allowed: 9 for a digit, 0 for a separator.
pub(super) const fn limits(pattern: [u8; 32]) -> [u8; 32] {
    let mut limits = [9; 32];
    let mut i = 0;
    while i < 32 {
        if pattern[i] != b'0' {
            limits[i] = 0;
        }
        i += 1;
    }
    limits
}

/// How far the windows of a batch differ from what is expected.
pub(super) struct Mismatch {
    /// The largest difference in each byte of a window.
    pub(super) largest: __m256i,
    /// Used if the dialect has a byte before the line feed. Not 0 if the line feed before some line is missing.
    line_feeds: u8,
}

impl Mismatch {
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn none() -> Self {
        Self {
            largest: _mm256_setzero_si256(),
            line_feeds: 0,
        }
    }

    /// Adds a window: the differences of the bytes that are part of a token.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn add(&mut self, differences: __m256i) {
        self.largest = _mm256_max_epu8(self.largest, differences);
    }

    /// Adds the line whose first token begins after the separator at `cursor`. With [`StaticDialect::HAS_LAST`] the
    /// byte after that separator must be a line feed.
    ///
    /// # Safety
    /// * The byte after `cursor` is readable.
    #[inline(always)]
    pub(super) unsafe fn add_line<K: StaticDialect>(&mut self, cursor: *const u8) {
        if K::HAS_LAST {
            // SAFETY: the caller's promise.
            let byte = unsafe { *cursor.wrapping_add(1) };
            self.line_feeds |= byte ^ b'\n';
        }
    }

    /// Whether each largest difference is at most its byte of `limits`, and every line feed was there.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn is_within(&self, limits: [u8; 32]) -> bool {
        let above = _mm256_subs_epu8(self.largest, vector(limits));
        _mm256_testz_si256(above, above) == 1 && self.line_feeds == 0
    }
}
