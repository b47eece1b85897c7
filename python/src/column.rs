//! Columns of piles in Python's memory: buffers of any shape and integer type, and integers that hold for all rows.

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use wythoff::Column;

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
                    let read = unsafe { at.read_unaligned() };
                    let read = if self.is_swapped {
                        read.swap_bytes()
                    } else {
                        read
                    };
                    *number = read as i64 as u64;
                }
            };
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
    }
}

/// Notes the first row with a negative pile.
#[derive(Debug)]
pub(crate) struct FirstNegative(AtomicUsize);

impl FirstNegative {
    pub(crate) fn new() -> Self {
        Self(AtomicUsize::new(usize::MAX))
    }

    /// To be called with the sign-extended piles from `row` on.
    pub(crate) fn check(&self, row: usize, piles: &[u64]) {
        let all = piles.iter().fold(0, |all, pile| all | pile);
        if all > i64::MAX as u64 {
            let first = piles.iter().position(|&pile| pile > i64::MAX as u64);
            self.note(row + first.unwrap_or(0));
        }
    }

    pub(crate) fn note(&self, row: usize) {
        self.0.fetch_min(row, Ordering::Relaxed);
    }

    pub(crate) fn row(&self) -> Option<usize> {
        Some(self.0.load(Ordering::Relaxed)).filter(|&row| row != usize::MAX)
    }
}

/// A buffer of integers.
pub(crate) struct BufferColumn {
    pub(crate) buffer: PyUntypedBuffer,
    int: IntType,
    pub(crate) negative: FirstNegative,
}

impl BufferColumn {
    /// The buffer of `object`, which messages call `name`.
    ///
    /// Errors: it has none; it is not of integers.
    pub(crate) fn new(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let buffer = PyUntypedBuffer::get(object)?;
        let int = int_type(&buffer, name)?;
        if buffer.suboffsets().is_some() {
            return Err(PyTypeError::new_err(format!(
                "{name} is a buffer of pointers"
            )));
        }
        Ok(Self {
            buffer,
            int,
            negative: FirstNegative::new(),
        })
    }

    fn start(&self) -> *const u8 {
        self.buffer.buf_ptr().cast_const().cast()
    }

    /// The addresses of all bytes: from the lowest to after the highest.
    pub(crate) fn extent(&self) -> Range<usize> {
        let (mut low, mut high) = (self.start().addr(), self.start().addr());
        if self.rows() == 0 {
            return low..low;
        }
        for (&count, &stride) in self.buffer.shape().iter().zip(self.buffer.strides()) {
            let reach = stride * (count as isize - 1);
            low = low.wrapping_add_signed(reach.min(0));
            high = high.wrapping_add_signed(reach.max(0));
        }
        low..high + self.int.size
    }

    /// Reads rows of an array that is not contiguous. Rows count in the order of C.
    fn read_strided(&self, rows: Range<usize>, mut buffer: &mut [u64]) {
        let (shape, strides) = (self.buffer.shape(), self.buffer.strides());
        let (Some(&length), Some(&stride)) = (shape.last(), strides.last()) else {
            // PyO3 refuses buffers without dimensions.
            return;
        };
        let mut row = rows.start;
        while !buffer.is_empty() {
            let (mut line, within) = (row / length, row % length);
            let count = buffer.len().min(length - within);
            let mut offset = within as isize * stride;
            for (&length, &stride) in shape.iter().zip(strides).rev().skip(1) {
                offset += (line % length) as isize * stride;
                line /= length;
            }
            let (now, rest) = buffer.split_at_mut(count);
            // SAFETY: all indices are within the shape, so the exporter of the buffer has these integers.
            unsafe {
                self.int
                    .read(self.start().wrapping_offset(offset), stride, now)
            };
            (buffer, row) = (rest, row + count);
        }
    }
}

impl Column for BufferColumn {
    fn rows(&self) -> usize {
        self.buffer.item_count()
    }

    fn read<'s>(&'s self, rows: Range<usize>, buffer: &'s mut [u64]) -> &'s [u64] {
        let start = rows.start;
        let piles: &[u64] = if self.buffer.is_c_contiguous() {
            let at = self.start().wrapping_add(start * self.int.size);
            // SAFETY: the rows are within the buffer, which is held until the column is dropped.
            unsafe { read_contiguous(self.int, at, buffer) }
        } else {
            self.read_strided(rows, buffer);
            buffer
        };
        if self.int.is_signed {
            self.negative.check(start, piles);
        }
        piles
    }
}

/// As many integers as `buffer` has elements; borrowed where they are in memory as they are needed.
///
/// # Safety
///
/// All of them can be read, as long as the result is used.
pub(crate) unsafe fn read_contiguous(int: IntType, at: *const u8, buffer: &mut [u64]) -> &[u64] {
    if int.size == 8 && !int.is_swapped && at.cast::<u64>().is_aligned() && !buffer.is_empty() {
        // SAFETY: the caller says that they can be read; every bit pattern is a number. Nobody may write to an array
        // while it is read; the documentation says so.
        return unsafe { std::slice::from_raw_parts(at.cast(), buffer.len()) };
    }
    // SAFETY: the caller's promise, passed on.
    unsafe { int.read(at, int.size as isize, buffer) };
    buffer
}

/// The type of the elements.
fn int_type(buffer: &PyUntypedBuffer, name: &str) -> PyResult<IntType> {
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

/// The exception for a negative pile.
pub(crate) fn negative_pile(name: &str, row: usize, shape: &[usize]) -> PyErr {
    let place = match shape {
        [] | [_] => row.to_string(),
        shape => {
            let mut rest = row;
            let mut index: Vec<String> = (shape.iter().rev())
                .map(|&length| {
                    let at = rest % length;
                    rest /= length;
                    at.to_string()
                })
                .collect();
            index.reverse();
            format!("({})", index.join(", "))
        }
    };
    PyValueError::new_err(format!(
        "row {place}: {name} is negative, expected 0 or more"
    ))
}
