//! Which rows of an Arrow array are null.

use crate::arrow_interface::ArrowArray;
use std::ops::Range;

/// The rows that are not null.
#[derive(Clone, Copy)]
pub(crate) enum Validity {
    All,
    Nothing,
    /// Those with a 1 in the bitmap, and the bit of the first row.
    Bits(*const u8, usize),
}

impl Validity {
    /// The valid rows of an array from row `offset` on; `None` if the array lacks the buffer.
    pub(crate) fn new(array: &ArrowArray, offset: usize) -> Option<Self> {
        if array.n_buffers < 1 || array.buffers.is_null() {
            return None;
        }
        // SAFETY: the first buffer is the bitmap of valid rows.
        let bits = unsafe { *array.buffers };
        Some(match array.null_count == 0 || bits.is_null() {
            true => Self::All,
            false => Self::Bits(bits.cast(), offset),
        })
    }

    pub(crate) fn is_valid(self, row: usize) -> bool {
        match self {
            Self::All => true,
            Self::Nothing => false,
            Self::Bits(bits, first) => {
                let bit = first + row;
                // SAFETY: the bitmap has a bit for each row.
                let byte = unsafe { *bits.add(bit / 8) };
                byte >> (bit % 8) & 1 == 1
            }
        }
    }

    /// A bit for each of the eight rows from `row` on, all of which are there.
    fn eight(self, row: usize) -> u8 {
        let (bits, first) = match self {
            Self::All => return 0xff,
            Self::Nothing => return 0,
            Self::Bits(bits, first) => (bits, first),
        };
        let (byte, shift) = ((first + row) / 8, (first + row) % 8);
        // SAFETY: the bitmap has a bit for each row; the second byte is read only if the rows need it.
        let [low, high] = unsafe {
            let high = if shift == 0 { 0 } else { *bits.add(byte + 1) };
            [*bits.add(byte), high]
        };
        (u16::from_le_bytes([low, high]) >> shift) as u8
    }

    /// Clears the bits of the null ones of `rows` in `valid`. The rows of this begin with row `start`.
    pub(crate) fn clear_nulls(self, mut rows: Range<usize>, start: usize, valid: &mut [u8]) {
        while let Some(row) = rows.next() {
            if row % 8 == 0 && rows.len() >= 7 {
                valid[row / 8] &= self.eight(row - start);
                rows.start += 7;
            } else {
                let is_null = u8::from(!self.is_valid(row - start));
                valid[row / 8] &= !(is_null << (row % 8));
            }
        }
    }
}
