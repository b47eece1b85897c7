//! The buffers of an Arrow array: which rows are null, and the numbers.

use crate::arrow_interface::ArrowArray;
use crate::column::IntType;

/// The bitmap of valid rows, and the bit of the first one; `None` if all rows are valid.
#[derive(Clone, Copy)]
pub(crate) struct Bitmap(pub(crate) Option<(*const u8, usize)>);

impl Bitmap {
    /// A bit for each of the eight rows from `row` on, all of which are there.
    pub(crate) fn eight(self, row: usize) -> u8 {
        let Some((bits, first)) = self.0 else {
            return 0xff;
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
        self.0.is_none_or(|(bits, first)| {
            let bit = first + row;
            // SAFETY: the bitmap has a bit for each row.
            let byte = unsafe { *bits.add(bit / 8) };
            byte >> (bit % 8) & 1 == 1
        })
    }
}

impl ArrowArray {
    /// The bitmap of valid rows and the values, both from row `offset` on; the latter are null where `has_values` is false.
    /// `None` if the array lacks them.
    pub(crate) fn buffers(
        &self,
        offset: usize,
        rows: usize,
        has_values: bool,
    ) -> Option<(Bitmap, *const u8)> {
        if !has_values {
            return Some((Bitmap(None), std::ptr::null()));
        }
        if self.n_buffers != 2 || self.buffers.is_null() {
            return None;
        }
        // SAFETY: an array of integers has two buffers.
        let [validity, values] = unsafe { [*self.buffers, *self.buffers.add(1)] };
        if values.is_null() && rows > 0 {
            return None;
        }
        let has_validity = self.null_count != 0 && !validity.is_null();
        let validity = Bitmap(has_validity.then(|| (validity.cast(), offset)));
        Some((validity, values.cast()))
    }
}

/// The numbers that the indices of a dictionary stand for, and a bit for each row, 0 where it is null.
pub(crate) fn decode_dictionary(
    indices: &ArrowArray,
    index_type: IntType,
    value_type: IntType,
    offset: usize,
    rows: usize,
) -> Option<(Vec<u64>, Vec<u8>)> {
    // SAFETY: the schema says that there is a dictionary, which lives as long as the indices.
    let dictionary = unsafe { indices.dictionary.as_ref() }?;
    let ints = |array: &ArrowArray, int: IntType, offset: usize, rows: usize| {
        let (validity, values) = array.buffers(offset, rows, true)?;
        let mut numbers = vec![0; rows];
        // SAFETY: the array has these rows.
        unsafe {
            int.read(
                values.wrapping_add(offset * int.size),
                int.size as isize,
                &mut numbers,
            )
        };
        Some((validity, numbers))
    };
    let length = usize::try_from(dictionary.length).ok()?;
    let start = usize::try_from(dictionary.offset).ok()?;
    let (valid_values, values) = ints(dictionary, value_type, start, length)?;
    let (validity, mut numbers) = ints(indices, index_type, offset, rows)?;
    let mut bits = vec![0; rows.div_ceil(8)];
    for (row, number) in numbers.iter_mut().enumerate() {
        let index = std::mem::take(number) as usize;
        if validity.is_valid(row) {
            let value = *values.get(index)?;
            if valid_values.is_valid(index) {
                *number = value;
                bits[row / 8] |= 1 << (row % 8);
            }
        }
    }
    Some((numbers, bits))
}

pub(crate) fn has_nulls(array: &ArrowArray) -> bool {
    if array.null_count == 0 || array.n_buffers < 1 || array.buffers.is_null() {
        return false;
    }
    // SAFETY: the first buffer is the bitmap of valid rows.
    !unsafe { *array.buffers }.is_null()
}
