//! What must stand in windows, and how far the text differs from it.
//!
//! A window is compared by XOR with `'0'`s and, in its last byte, a separator. So a digit becomes its value, and the right
//! separator becomes 0. [`Mismatch`] keeps the largest result of each byte of a window. Once a batch it is compared with
//! [`limits`], the largest result that each byte may have.

use super::ops::vector;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use core::arch::aarch64::*;

/// `pattern`, with its space and its line feed replaced by the separators of the dialect.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn expected<K: StaticDialect>(pattern: [u8; 16], dialect: Dialect) -> uint8x16_t {
    let dialect = K::DIALECT.unwrap_or(dialect);
    let replace = |bytes, c: u8, by: u8| {
        let is_c = vceqq_u8(bytes, vdupq_n_u8(c));
        vbslq_u8(is_c, vdupq_n_u8(by), bytes)
    };
    let bytes = replace(vector(pattern), b' ', dialect.blank);
    replace(bytes, b'\n', dialect.last.unwrap_or(b'\n'))
}

/// The largest result of each byte that is allowed: 9 for a digit, 0 for a separator.
pub(super) const fn limits(pattern: [u8; 16]) -> [u8; 16] {
    let mut limits = [9; 16];
    let mut i = 0;
    while i < 16 {
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
    largest: uint8x16_t,
    /// Used if the dialect has a byte before the line feed. Not 0 if the line feed before some line is missing.
    line_feeds: u8,
}

impl Mismatch {
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn none() -> Self {
        Self {
            largest: vdupq_n_u8(0),
            line_feeds: 0,
        }
    }

    /// Adds a window: the differences of the bytes that are part of a token.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn add(&mut self, differences: uint8x16_t) {
        self.largest = vmaxq_u8(self.largest, differences);
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
    #[target_feature(enable = "neon")]
    pub(super) fn is_within(&self, limits: [u8; 16]) -> bool {
        let above = vqsubq_u8(self.largest, vector(limits));
        vmaxvq_u8(above) == 0 && self.line_feeds == 0
    }
}
