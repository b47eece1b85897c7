//! Tables: masks and indices for each length of a token, and the positions of the bits of a word.
//!
//! AVX-512 expands tokens into lanes. There a token is its digits and the separator *before* them, so a token of D digits has
//! the length L = D + 1. A lane is made of 4-byte groups `[hole d d d]`. The digits are at the right end of the lane, and the
//! separator is in the hole of the group that has the first digit. The mask of a length has a bit for each byte of the lane
//! that such a token fills.

/// The longest token (bytes, with its separator) that a 32-byte lane holds: 24 digits.
pub(super) const LONGEST_TOKEN: usize = 25;

/// The mask for a lane of 32 bytes, indexed by the length of the token; 0 for lengths that such a lane can't hold.
pub(super) const MASKS: [u32; 32] = {
    let mut masks = [0; 32];
    let mut length = 2;
    while length <= LONGEST_TOKEN {
        masks[length] = mask(length - 1);
        length += 1;
    }
    masks
};

const fn mask(digits: usize) -> u32 {
    let mut mask = 0;
    let mut i = 0;
    while i < digits {
        mask |= 1 << (31 - (i / 3 * 4 + i % 3));
        i += 1;
    }
    mask | 1 << (28 - 4 * ((digits - 1) / 3))
}

/// Shuffles that put a line into two lanes of 32 bytes. Each byte of the lanes has an index: an index below 64 takes that byte
/// of the expected lanes, and an index of 64 or more takes a byte of the text. The entry of a line with tokens of lengths K and
/// L is 24 (K - 2) + L - 2.
#[repr(C, align(64))]
pub(super) struct Shuffles(pub(super) [[u8; 64]; NO_LINE + 1]);

/// The entry that takes nothing from the text. It is the last one, after those of all pairs of lengths.
pub(super) const NO_LINE: usize = (LONGEST_TOKEN - 1) * (LONGEST_TOKEN - 1);

/// The shuffles for lines that end with LF.
pub(super) static SHUFFLES: Shuffles = shuffles(0);
/// The shuffles for lines that end with CR LF. The CR goes to the first byte of the first lane, so the first token has at most
/// 21 digits.
pub(super) static SHUFFLES_CR: Shuffles = shuffles(1);

const fn shuffles(before: u64) -> Shuffles {
    let mut all = [shuffle(0); NO_LINE + 1];
    let mut i = 0;
    while i < NO_LINE {
        let (first, second) = (i / (LONGEST_TOKEN - 1) + 2, i % (LONGEST_TOKEN - 1) + 2);
        all[i] = shuffle(MASKS[first] as u64 | (MASKS[second] as u64) << 32 | before);
        i += 1;
    }
    Shuffles(all)
}

/// The shuffle that fills the places with a bit in `bits` from the text, in the order of the text.
const fn shuffle(bits: u64) -> [u8; 64] {
    let mut shuffle = [0; 64];
    let mut taken = 0;
    let mut i = 0;
    while i < 64 {
        shuffle[i] = i as u8;
        if bits >> i & 1 == 1 {
            shuffle[i] = 64 + taken;
            taken += 1;
        }
        i += 1;
    }
    shuffle
}

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
pub(super) const GROUPS_4: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        bytes[i] = (MASKS[i % 16] >> 28) as u8;
        i += 1;
    }
    bytes
};
/// The masks for lanes of 8 bytes, `[hole d d d d d d d]`, which hold up to 7 digits. These digits are not split into groups of
/// three.
pub(super) const PLAIN_8: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        bytes[i] = 1 | (0xff00 >> (i % 16).saturating_sub(1)) as u8;
        i += 1;
    }
    bytes
};

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
        for (i, shuffle) in SHUFFLES.0.iter().enumerate() {
            let taken = shuffle.iter().filter(|&&index| index >= 64);
            assert!(taken.clone().is_sorted() && taken.clone().all(|&index| index < 128));
            let length = [i / 24 + 2 + i % 24 + 2, 0][usize::from(i == NO_LINE)];
            assert_eq!(taken.count(), length, "shuffle {i}");
        }
        // A token with one digit fills the hole and the last byte of one group. A token with four digits fills three digits
        // of that group, and the hole and the last byte of the group before it.
        assert_eq!(MASKS[2], 1 << 31 | 1 << 28);
        assert_eq!(MASKS[5], 0b1110 << 28 | 1 << 27 | 1 << 24);
    }
}
