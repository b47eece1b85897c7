//! Integers of every size, sign and byte order.

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// An integer type of up to 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IntType {
    /// 1, 2, 4 or 8 bytes.
    pub(crate) size: usize,
    pub(crate) is_signed: bool,
    /// Whether the bytes are in the other order than this machine's.
    is_swapped: bool,
}

impl IntType {
    /// A type in the byte order of this machine.
    pub(crate) const fn new(size: usize, is_signed: bool) -> Self {
        Self {
            size,
            is_signed,
            is_swapped: false,
        }
    }

    /// Whether a value is in memory as a `u64`, negative ones sign-extended.
    pub(crate) fn is_word(self) -> bool {
        self.size == 8 && !self.is_swapped
    }

    /// Reads one integer for each element of `buffer`, the next one `stride` bytes further. Negative ones are
    /// sign-extended.
    ///
    /// # Safety
    ///
    /// All of them can be read.
    pub(crate) unsafe fn read(self, start: *const u8, stride: isize, buffer: &mut [u64]) {
        macro_rules! widen {
            ($type:ty) => {
                for (i, number) in buffer.iter_mut().enumerate() {
                    let at = start.wrapping_offset(i as isize * stride).cast::<$type>();
                    // SAFETY: the caller says so; the address may have any alignment.
                    *number = unsafe { at.read_unaligned() } as i64 as u64;
                }
            };
        }
        if stride == 0 && buffer.len() > 1 {
            let (first, rest) = buffer.split_at_mut(1);
            // SAFETY: the caller's promise, passed on.
            unsafe { self.read(start, stride, first) };
            rest.fill(first[0]);
            return;
        }
        match (self.size, self.is_signed) {
            (1, true) => widen!(i8),
            (2, true) => widen!(i16),
            (4, true) => widen!(i32),
            (1, false) => widen!(u8),
            (2, false) => widen!(u16),
            (4, false) => widen!(u32),
            _ => widen!(u64),
        }
        if self.is_swapped {
            let unused = 64 - 8 * self.size;
            for number in buffer {
                // The first byte of the value is now the highest one.
                let high = number.swap_bytes();
                *number = match self.is_signed {
                    true => (high as i64 >> unused) as u64,
                    false => high >> unused,
                };
            }
        }
    }
}

/// The type of the elements, or the exception for a buffer that messages call `name`.
pub(crate) fn int_type(buffer: &PyUntypedBuffer, name: &str) -> PyResult<IntType> {
    let format = buffer.format().to_bytes();
    let (&code, order) = format.split_last().unwrap_or((&0, b""));
    let is_swapped = match order {
        b"<" => cfg!(target_endian = "big"),
        b">" | b"!" => cfg!(target_endian = "little"),
        _ => false,
    };
    let is_signed = b"bhilqn".contains(&code);
    let is_int = order.len() < 2 && (is_signed || b"BHILQN".contains(&code));
    let size = buffer.item_size();
    if is_int && matches!(size, 1 | 2 | 4 | 8) {
        return Ok(IntType {
            size,
            is_signed,
            is_swapped,
        });
    }
    Err(PyTypeError::new_err(match code {
        b'e' | b'f' | b'd' | b'g' => format!("{name} holds floats, {NO_FLOATS}"),
        _ => format!(
            "{name} holds elements of the format {:?}, expected integers of up to 64 bits",
            String::from_utf8_lossy(format)
        ),
    }))
}

/// Why floats are refused.
pub(crate) const NO_FLOATS: &str = "expected integers: a float64 has 53 bits, and large piles would be rounded; \
     convert it to uint64 where you know that it holds whole numbers";
