//! Which rows of an Arrow array are null.

use crate::arrow_interface::ArrowArray;

/// The rows that are not null.
#[derive(Clone, Copy)]
pub(crate) enum Validity {
    All,
    Nothing,
    /// Those with a 1 in the bitmap, and the bit of the first row.
    Bits(*const u8, usize),
}

impl Validity {
    /// A bit for each of the eight rows from `row` on, all of which are there.
    pub(crate) fn eight(self, row: usize) -> u8 {
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
}

impl ArrowArray {
    /// The valid rows from row `offset` on; `None` if the array lacks the buffer.
    pub(crate) fn validity(&self, offset: usize) -> Option<Validity> {
        if self.n_buffers < 1 || self.buffers.is_null() {
            return None;
        }
        // SAFETY: the first buffer is the bitmap of valid rows.
        let bits = unsafe { *self.buffers };
        Some(match self.null_count == 0 || bits.is_null() {
            true => Validity::All,
            false => Validity::Bits(bits.cast(), offset),
        })
    }
}
