//! A run for lines whose piles have at most three digits: it reads one line of each of the eight streams in turn, as the runs
//! of [`run`](super::run) do.
//!
//! Such a line fits the eight bytes from its start, and a table tells where its digits are: for each mask of the bytes that are
//! no digits, a shuffle moves the space, the first pile, the byte after the line and the second pile to their places. For a
//! mask that no such line has, the table gives zeros where the space and the line feed should be, and the comparison of
//! these two bytes fails.

use super::numbers::{Digits, STREAMS};
use super::run::{Found, LANES};
use super::vector::{Asks, Vector32, repeat, words};
use crate::parse::Decide;

/// For each mask: the indices of the space, of the three digits of the first pile, of the line feed, and of the three digits of
/// the second pile. A digit that a shorter pile does not have is [`NONE`]. A vector reads more than one entry, so there are
/// unused entries before and after these.
static PLACES: [[u8; 8]; 3 + 256 + 2] = {
    let mut places = [[NONE; 8]; 3 + 256 + 2];
    let mut mask = 0;
    while mask < 256 {
        let (space, end) = first_two(mask);
        if 0 < space && space < 4 && space + 1 < end && end < space + 5 && end < 8 {
            let (entry, mut i) = (&mut places[3 + mask], 0);
            entry[0] = space as u8;
            entry[4] = end as u8;
            while i < 3 {
                if i < space {
                    entry[3 - i] = (space - 1 - i) as u8;
                }
                if i < end - space - 1 {
                    entry[7 - i] = (end - 1 - i) as u8;
                }
                i += 1;
            }
        }
        mask += 1;
    }
    places
};

/// For each mask: the number of bytes of the line with its line feed; 1 if it does not end within eight bytes.
static BYTES: [u8; 256] = {
    let mut bytes = [1; 256];
    let mut mask = 0;
    while mask < 256 {
        let (_, end) = first_two(mask);
        if end < 8 {
            bytes[mask] = end as u8 + 1;
        }
        mask += 1;
    }
    bytes
};

const NONE: u8 = 0x80;

/// The places of the lowest two bits.
const fn first_two(mask: usize) -> (usize, usize) {
    (
        mask.trailing_zeros() as usize,
        (mask & mask.wrapping_sub(1)).trailing_zeros() as usize,
    )
}

/// As [`keep`](super::run::keep), but asks the question of all lines; their answers are in `found`. Returns the number of rows read.
///
/// # Safety
/// * As for [`filter`](super::run::filter).
#[inline(always)]
pub(super) unsafe fn answer<D: Decide, V: Asks<D>>(
    token: V::Token,
    places: &mut [*const u8; STREAMS],
    found: &mut Found,
    digits: &mut Digits,
    rows: usize,
) -> usize {
    let mut at = *places;
    let mut read = rows;
    for (row, (starts, answers)) in found
        .starts
        .iter_mut()
        .zip(&mut found.answers)
        .enumerate()
        .take(rows)
    {
        *starts = at;
        let [lanes, others] = LANES;
        // SAFETY: the caller guarantees that the bytes of one row, and 32 bytes before it, are readable.
        let (a, b) = unsafe { (four::<V>(token, &at, lanes), four::<V>(token, &at, others)) };
        let (low, high) = (digits_of(token, a), digits_of(token, b));
        let masks = !(u64::from(low) | u64::from(high) << 32);
        let mut indices = [[PLACES.as_ptr(); 4]; 2];
        for half in 0..2 {
            for lane in 0..4 {
                let mask = (masks >> (32 * half + 8 * lane)) as usize & 0xff;
                let stream = LANES[half][lane];
                at[stream] = at[stream].wrapping_add(usize::from(BYTES[mask]));
                indices[half][lane] = PLACES.as_ptr().wrapping_add(3 + mask);
            }
        }
        let (a, b) = (placed(token, a, indices[0]), placed(token, b, indices[1]));
        let separators = [
            b' '.wrapping_sub(b'0'),
            0,
            0,
            0,
            b'\n'.wrapping_sub(b'0'),
            0,
            0,
            0,
        ];
        let separators = V::bytes(token, repeat(separators));
        let wrong = a.xor(separators).or(b.xor(separators));
        if wrong.intersects(V::bytes(token, repeat([0xff, 0, 0, 0]))) {
            at = *starts;
            read = row;
            break;
        }
        let [x, y] = numbers(token, a).unzip_u32(numbers(token, b));
        *answers = digits.ask_u32::<D, V>(row, x, y);
    }
    *places = at;
    read
}

/// Eight bytes of each line, minus `'0'`.
///
/// # Safety
/// * As for [`filter`](super::run::filter), of one row.
#[inline(always)]
unsafe fn four<V: Vector32>(
    token: V::Token,
    at: &[*const u8; STREAMS],
    [a, b, c, d]: [usize; 4],
) -> V {
    // SAFETY: the caller guarantees that the bytes of one row, and 32 bytes before it, are readable.
    let bytes = unsafe { V::load_quarters(token, [at[a], at[b], at[c], at[d]]) };
    bytes.add(V::splat(token, b'0'.wrapping_neg()))
}

/// A bit for each byte that is a digit.
#[inline(always)]
fn digits_of<V: Vector32>(token: V::Token, bytes: V) -> u32 {
    bytes
        .saturating_sub(V::splat(token, 9))
        .equals(V::splat(token, 0))
        .bits()
}

/// The digits and separators of four lines in their places.
#[inline(always)]
fn placed<V: Vector32>(token: V::Token, bytes: V, [a, b, c, d]: [*const [u8; 8]; 4]) -> V {
    // SAFETY: each place is an entry of the table, with at least three entries (24 bytes) before it and two entries from it on.
    let indices = unsafe { V::load_quarters(token, [a.cast(), b.cast(), c.cast(), d.cast()]) };
    let second = V::bytes(
        token,
        repeat([0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8]),
    );
    bytes.shuffle(indices.add(second))
}

/// The piles of four lines.
#[inline(always)]
fn numbers<V: Vector32>(token: V::Token, digits: V) -> V {
    digits
        .dot_u8(V::bytes(token, repeat([0, 100, 10, 1])))
        .dot_u16(V::bytes(token, const { words([1, 1]) }))
}
