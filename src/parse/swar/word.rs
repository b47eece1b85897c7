//! Operations on eight bytes of text in one 64-bit word. The first byte is the lowest one.

/// A word of eight equal bytes.
pub(super) const fn splat(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// The values of the digits before the first byte that is no digit.
#[inline(always)]
pub(super) fn digit_values(text: u64) -> u64 {
    text.wrapping_sub(splat(b'0'))
}

/// The top bit of the first byte that is not a digit. Bits above it may be wrong, because a carry can reach them.
#[inline(always)]
pub(super) fn non_digits(text: u64) -> u64 {
    (text.wrapping_add(splat(0x7f - b'9')) | digit_values(text)) & splat(0x80)
}

/// The number that eight digit values make. The first digit is in the lowest byte.
#[inline(always)]
pub(super) fn parse_eight(x: u64) -> u64 {
    let pairs = x.wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16;
    u64::from(fours as u16) * 10_000 + (fours >> 32)
}
