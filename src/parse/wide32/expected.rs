//! What must stand in windows, and how far the text differs from it.
//!
//! A window is compared by XOR with `'0'`s and, in its last byte, a separator. So a digit becomes its value, and the right
//! separator becomes 0. [`Mismatch`] keeps the largest result of each byte of a window. Once a batch it is compared with
//! [`limits`], the largest result that each byte may have.

use super::vector::Vector32;
use crate::parse::batch::dialect::StaticDialect;

/// Zeros, then ones. The 16 bytes from byte L on are the mask of a window of 16 bytes for the length L, which is below 64:
/// its last L bytes are ones, or all if L is above 16.
static TAILS: [u8; 80] = {
    let mut bytes = [0xff; 80];
    let mut i = 0;
    while i < 16 {
        bytes[i] = 0;
        i += 1;
    }
    bytes
};

/// The mask of a window of 16 bytes: a one for each byte of a token of `length` bytes with its separator. `length` is below
/// 64, and 16 bytes are readable from the result.
#[inline(always)]
pub(super) fn tail(length: usize) -> *const u8 {
    debug_assert!(length < 64);
    TAILS.as_ptr().wrapping_add(length)
}

/// `pattern`, with each line feed replaced by the byte that stands after a second pile.
pub(in crate::parse) const fn expected<K: StaticDialect>(mut pattern: [u8; 32]) -> [u8; 32] {
    let mut i = 0;
    while i < 32 {
        if pattern[i] == b'\n' {
            pattern[i] = K::END;
        }
        i += 1;
    }
    pattern
}

/// The largest result of each byte that is allowed: 9 for a digit, 0 for a separator.
pub(in crate::parse) const fn limits(pattern: [u8; 32]) -> [u8; 32] {
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
pub(in crate::parse) struct Mismatch<V> {
    /// The largest difference in each byte of a window.
    pub(in crate::parse) largest: V,
    /// Used if lines end with CR LF. Not 0 if the line feed before some line is missing.
    line_feeds: u8,
}

impl<V: Vector32> Mismatch<V> {
    #[inline(always)]
    pub(in crate::parse) fn none(token: V::Token) -> Self {
        Self {
            largest: V::splat(token, 0),
            line_feeds: 0,
        }
    }

    /// Adds a window: the differences of the bytes that are part of a token.
    #[inline(always)]
    pub(in crate::parse) fn add(&mut self, differences: V) {
        self.largest = self.largest.max(differences);
    }

    /// Adds the line whose first token begins after the separator at `cursor`. With [`StaticDialect::HAS_CR`] the
    /// byte after that separator must be a line feed.
    ///
    /// # Safety
    /// * The byte after `cursor` is readable.
    #[inline(always)]
    pub(in crate::parse) unsafe fn add_line<K: StaticDialect>(&mut self, cursor: *const u8) {
        if K::HAS_CR {
            // SAFETY: the caller's promise.
            let byte = unsafe { *cursor.wrapping_add(1) };
            self.line_feeds |= byte ^ b'\n';
        }
    }

    /// Whether each largest difference is at most its byte of `limits`, and every line feed was there.
    #[inline(always)]
    pub(in crate::parse) fn is_within(&self, token: V::Token, limits: [u8; 32]) -> bool {
        let above = self.largest.saturating_sub(V::bytes(token, limits));
        above.is_zero() && self.line_feeds == 0
    }
}
