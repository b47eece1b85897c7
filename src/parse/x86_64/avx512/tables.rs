//! Tables: masks for each length of a token.
//!
//! AVX-512 expands tokens into lanes. There a token is its digits and the separator *before* them, so a token of D digits has
//! the length L = D + 1. A lane is made of 4-byte groups `[hole d d d]`. The digits are at the right end of the lane, and the
//! separator is in the hole of the group that has the first digit. The mask of a length has a bit for each byte of the lane
//! that such a token fills.

use crate::parse::streams::repeat;

/// The longest token (bytes, with its separator) that a 32-byte lane holds: 24 digits.
pub(super) const LONGEST_TOKEN: usize = 25;

/// The masks for lanes of 32 bytes, indexed by the length of the token; 0 for lengths that such a lane can't hold.
pub(super) const MASKS: [u32; 256] = {
    let mut masks = [0; 256];
    let mut length = 2;
    while length <= LONGEST_TOKEN {
        let digits = length - 1;
        masks[length] = 1 << (28 - 4 * ((digits - 1) / 3));
        let mut i = 0;
        while i < digits {
            masks[length] |= 1 << (31 - (i / 3 * 4 + i % 3));
            i += 1;
        }
        length += 1;
    }
    masks
};

/// The masks for lanes of 12 bytes, which hold up to 9 digits.
pub(super) const GROUPS_12: [u16; 32] = words(20);
/// The masks for lanes of 16 bytes, which hold up to 12 digits.
pub(super) const GROUPS_16: [u16; 32] = words(16);

/// For each length, the upper bits of its mask.
const fn words(shift: u32) -> [u16; 32] {
    let mut words = [0; 32];
    let mut length = 0;
    while length < 32 {
        words[length] = (MASKS[length] >> shift) as u16;
        length += 1;
    }
    words
}

/// The masks for lanes of 4 bytes, one group of up to 3 digits. Each mask is in the lowest four bits of its entry. The sixteen
/// entries are repeated four times.
pub(super) const GROUPS_4: [u8; 64] = repeat([
    0, 0, 0b1001, 0b1101, 0b1111, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);
/// The masks for lanes of 8 bytes, `[hole d d d d d d d]`, which hold up to 7 digits. These digits are not split into groups of
/// three.
pub(super) const PLAIN_8: [u8; 64] = repeat([
    0, 0, 0x81, 0xc1, 0xe1, 0xf1, 0xf9, 0xfd, 0xff, 0, 0, 0, 0, 0, 0, 0,
]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_has_a_bit_for_each_byte() {
        for (length, mask) in MASKS.iter().enumerate().take(LONGEST_TOKEN + 1).skip(2) {
            assert_eq!(mask.count_ones() as usize, length);
            if length <= 13 {
                assert_eq!(GROUPS_16[length].count_ones() as usize, length);
            }
            if length <= 4 {
                assert_eq!(GROUPS_4[length].count_ones() as usize, length);
            }
            if length <= 10 {
                assert_eq!(GROUPS_12[length].count_ones() as usize, length);
                // `GROUPS_12` is the same mask without the group that is always empty.
                assert_eq!(u32::from(GROUPS_12[length]) << 20, *mask);
            }
            if length <= 8 {
                assert_eq!(PLAIN_8[length].count_ones() as usize, length);
            }
        }
        // A token with one digit fills the hole and the last byte of one group. A token with four digits fills three digits
        // of that group, and the hole and the last byte of the group before it.
        assert_eq!(MASKS[2], 1 << 31 | 1 << 28);
        assert_eq!(MASKS[5], 0b1110 << 28 | 1 << 27 | 1 << 24);
    }
}
