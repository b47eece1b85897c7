//! What must stand in windows, and how far the text differs from it.
//!
//! A window is compared by XOR with `'0'`s and the separator of its last byte. So digits become their values, and
//! separators 0. [`Mismatch`] keeps the largest result of each byte of a window; once a batch it is compared with
//! the largest that each byte may have.

use super::ops::vector;
use crate::parse::batch::dialect::{Dialect, StaticDialect};
use core::arch::aarch64::*;

/// `pattern`, with the separators of the dialect for the space and the line feed in it.
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

/// How much text may differ from `pattern` in each byte: a digit from `'0'` by 9, a separator not at all.
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
    /// Not 0 if a line begins without a line feed before it, where the dialect has another byte before the line feed.
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

    /// Whether every byte is within `limits`.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn is_within(&self, limits: [u8; 16]) -> bool {
        let above = vqsubq_u8(self.largest, vector(limits));
        vmaxvq_u8(above) == 0 && self.line_feeds == 0
    }
}
