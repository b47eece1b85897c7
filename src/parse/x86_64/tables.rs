//! What is looked up: masks and indices by the lengths of tokens, and the places of a word's bits.
//!
//! In AVX-512's masks, which are for expanding, a token is its digits and the separator *before* them, so a token of D digits takes
//! L = D + 1 bytes. In a lane of 4-byte groups `[hole d d d]` its digits stand against the right,
//! and the separator in the hole of the group that has its first digit. The mask of a length has
//! a bit for each byte of the lane that such a token fills.

use core::arch::x86_64::{__m128i, _mm_setr_epi8};

/// Each kind of whitespace at the place that its lower four bits say: a byte is whitespace if a shuffle by it gives itself.
#[inline]
#[target_feature(enable = "sse2")]
#[rustfmt::skip]
pub(super) fn whitespace() -> __m128i {
    _mm_setr_epi8(
        b' ' as i8, 0, 0, 0, 0, 0, 0, 0, 0, b'\t' as i8, b'\n' as i8, 0, 0, b'\r' as i8, 0, 0,
    )
}

/// The longest token (bytes, with its separator) that a 32-byte lane holds: 24 digits.
pub(super) const LONGEST: usize = 25;

/// Masks for a 32-byte lane, by length; 0 where there can't be one.
pub(super) const MASKS: [u32; 32] = {
    let mut masks = [0; 32];
    let mut length = 2;
    while length <= LONGEST {
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

/// How the bytes of a line go into two lanes of 32 bytes: an index for each byte of the lanes, which takes
/// the byte of that number of what is expected there, or from 64 on of the text. Tokens of lengths K
/// and L have theirs at 24 (K - 2) + L - 2.
#[repr(C, align(64))]
pub(super) struct Shuffles(pub(super) [[u8; 64]; NO_LINE + 1]);

/// The entry of a line that isn't looked at: nothing is taken from the text. It stands behind those of all pairs of lengths.
pub(super) const NO_LINE: usize = (LONGEST - 1) * (LONGEST - 1);

/// Lines that end with LF.
pub(super) static SHUFFLES: Shuffles = shuffles(0);
/// Lines with a byte before the LF. It stands before the LF that belongs to the first token, in the first byte,
/// so there the first token has at most 21 digits.
pub(super) static SHUFFLES_LAST: Shuffles = shuffles(1);

const fn shuffles(before: u64) -> Shuffles {
    let mut all = [shuffle(0); NO_LINE + 1];
    let mut i = 0;
    while i < NO_LINE {
        let (first, second) = (i / (LONGEST - 1) + 2, i % (LONGEST - 1) + 2);
        all[i] = shuffle(MASKS[first] as u64 | (MASKS[second] as u64) << 32 | before);
        i += 1;
    }
    Shuffles(all)
}

/// The entry that takes the bytes `bits` from the text, in its order.
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

/// A table for byte shuffles: sixteen entries, four times over.
#[repr(C, align(64))]
pub(super) struct Bytes(pub(super) [u8; 64]);

/// A table for shuffles of 16-bit words.
#[repr(C, align(64))]
pub(super) struct Words(pub(super) [u16; 32]);

/// Lanes of 12 bytes, to 9 digits.
pub(super) static GROUPS_12: Words = {
    let mut words = [0; 32];
    let mut length = 2;
    while length <= 10 {
        words[length] = (MASKS[length] >> 20) as u16;
        length += 1;
    }
    Words(words)
};

/// Lanes of 16 bytes, to 12 digits: the low byte of each mask.
pub(super) static LOW_16: Bytes = table(2, 13, 16);
/// The high byte.
pub(super) static HIGH_16: Bytes = table(2, 13, 24);
/// Lanes of 8 bytes, to 6 digits.
pub(super) static GROUPS_8: Bytes = table(2, 7, 24);
/// Lanes of 4 bytes, one group, to 3 digits: in the lowest four bits.
pub(super) static GROUPS_4: Bytes = table(2, 4, 28);
/// Lanes of 8 bytes without groups, `[hole d d d d d d d]`, to 7 digits.
pub(super) static PLAIN_8: Bytes = {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        let length = i % 16;
        if length >= 2 && length <= 8 {
            bytes[i] = 1 | ((0xff00u32 >> (length - 1)) & 0xff) as u8;
        }
        i += 1;
    }
    Bytes(bytes)
};

const fn table(shortest: usize, longest: usize, shift: u32) -> Bytes {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        let length = i % 16;
        if length >= shortest && length <= longest {
            bytes[i] = (MASKS[length] >> shift) as u8;
        }
        i += 1;
    }
    Bytes(bytes)
}

/// The places of the bits of a word, in order, a byte each, and zeros behind them; all the same if there are more than eight. So
/// the first 256 serve for single bytes.
pub(super) static SIXTEENS: [u64; 1 << 16] = {
    let mut places = [0; 1 << 16];
    let mut word = 1usize;
    while word < 1 << 16 {
        if word.count_ones() <= 8 {
            let others = word & (word - 1);
            places[word] = places[others] << 8 | word.trailing_zeros() as u64;
        }
        word += 1;
    }
    places
};

/// At an offset of L, 32 bytes of which the last L are ones (all, if L is more than 32).
pub(super) static TAILS_32: [u8; 96] = {
    let mut bytes = [0xff; 96];
    let mut i = 0;
    while i < 32 {
        bytes[i] = 0;
        i += 1;
    }
    bytes
};

/// 256 masks of 32 bytes.
#[repr(C, align(64))]
pub(super) struct Pairs(pub(super) [[u8; 32]; 256]);

/// For two lengths from 1 to 16, at 16 (first - 1) + second - 1: sixteen bytes of which as many
/// of the last as the first length says are ones, then the same for the second.
pub(super) static PAIRS_16: Pairs = {
    let mut masks = [[0; 32]; 256];
    let mut i = 0;
    while i < 256 {
        let lengths = [i / 16 + 1, i % 16 + 1];
        let mut byte = 0;
        while byte < 32 {
            if byte % 16 >= 16 - lengths[byte / 16] {
                masks[i][byte] = 0xff;
            }
            byte += 1;
        }
        i += 1;
    }
    Pairs(masks)
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_has_a_bit_a_byte() {
        for (length, mask) in MASKS.iter().enumerate().take(LONGEST + 1).skip(2) {
            assert_eq!(mask.count_ones() as usize, length);
            if length <= 13 {
                let both = LOW_16.0[length].count_ones() + HIGH_16.0[length].count_ones();
                assert_eq!(both as usize, length);
            }
            if length <= 4 {
                assert_eq!(GROUPS_4.0[length].count_ones() as usize, length);
            }
            if length <= 10 {
                assert_eq!(GROUPS_12.0[length].count_ones() as usize, length);
                // The same lane, without the group that stays empty.
                assert_eq!(u32::from(GROUPS_12.0[length]) << 20, *mask);
            }
            if length <= 8 {
                assert_eq!(PLAIN_8.0[length].count_ones() as usize, length);
            }
        }
        for (i, shuffle) in SHUFFLES.0.iter().enumerate() {
            let taken = shuffle.iter().filter(|&&index| index >= 64);
            assert!(taken.clone().is_sorted() && taken.clone().all(|&index| index < 128));
            let length = [i / 24 + 2 + i % 24 + 2, 0][usize::from(i == NO_LINE)];
            assert_eq!(taken.count(), length, "shuffle {i}");
        }
        // One digit: hole and last place. Four: a digit more in the next group, behind its hole.
        assert_eq!(MASKS[2], 1 << 31 | 1 << 28);
        assert_eq!(MASKS[5], 0b1110 << 28 | 1 << 27 | 1 << 24);
    }
}
