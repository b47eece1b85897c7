//! A run for lines whose piles have at most three digits: it reads two lines of each of the eight streams in turn.
//!
//! Such a line has at most eight bytes, so two lines fit the 16 bytes from the start of the first one. Tables are indexed by
//! masks of the bytes that are no digits: one tells where the next line begins; the other one has a shuffle that moves the space,
//! the first pile, the byte after the line and the second pile to their places. For a mask that no such line has, the
//! shuffle gives zeros where the space and the line feed should be, and the comparison of these two bytes fails.

use super::numbers::{Digits, STREAMS};
use super::run::Found;
use super::vector::{Asks, Vector32, repeat, words};
use crate::parse::Decide;

/// The most bytes of a line, with its line feed.
pub(super) const MAX_BYTES: usize = 8;

/// For a line that begins at byte B of its half of a vector and has the mask M, entry 256 B + M: the indices of the space, of
/// the three digits of the first pile, of the line feed, and of the three digits of the second pile. A digit that a shorter pile
/// does not have is [`NONE`]. A vector reads more than one entry, so there are unused entries before and after these.
static PLACES: [[u8; 8]; BEFORE + 256 * (MAX_BYTES + 1) + 1] = {
    let mut places = [[NONE; 8]; BEFORE + 256 * (MAX_BYTES + 1) + 1];
    let mut line = 0;
    while line < 256 * (MAX_BYTES + 1) {
        let (begin, mask) = (line / 256, line % 256);
        let (space, end) = first_two(mask);
        if 0 < space && space < 4 && space + 1 < end && end < space + 5 && end < MAX_BYTES {
            let (entry, mut i) = (&mut places[BEFORE + line], 0);
            entry[0] = (begin + space) as u8;
            entry[4] = (begin + end) as u8;
            while i < 3 {
                if i < space {
                    entry[3 - i] = (begin + space - 1 - i) as u8;
                }
                if i < end - space - 1 {
                    entry[7 - i] = (begin + end - 1 - i) as u8;
                }
                i += 1;
            }
        }
        line += 1;
    }
    places
};

const BEFORE: usize = 3;

/// For each mask: the number of bytes of the line with its line feed; 1 if it does not end within eight bytes.
static BYTES: [u8; 256] = {
    let mut bytes = [1; 256];
    let mut mask = 0;
    while mask < 256 {
        let (_, end) = first_two(mask);
        if end < MAX_BYTES {
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

/// As [`keep`](super::run::keep), but asks the question of all lines; [`Digits::decide_u32`] completes the answers in `found`. `rows`
/// is even. Returns the number of rows read, which is even, too.
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
    let separators = const { repeat([b' ' ^ b'0', 0, 0, 0, b'\n' ^ b'0', 0, 0, 0]) };
    let separators = V::bytes(token, separators);
    let compared = V::bytes(token, const { repeat([0xff, 0, 0, 0]) });
    let hundreds = V::bytes(token, const { repeat([0, 100, 10, 1]) });
    let ones = V::bytes(token, const { words([1, 1]) });
    let upper = V::bytes(token, const { words([0, 1]) });
    let mut read = rows;
    for row in (0..rows).step_by(2) {
        found.starts[row] = at;
        let mut wrong = V::splat(token, 0);
        let mut numbers = [wrong; 4];
        for (stream, numbers) in numbers.iter_mut().enumerate() {
            // SAFETY: the caller guarantees that the bytes of two rows, and 32 bytes before them, are readable.
            let lines = unsafe { two_streams::<V>(token, &mut at, [stream, stream + 4]) };
            wrong = wrong.or(lines.xor(separators));
            *numbers = lines.dot_u8(hundreds).dot_u16(ones);
        }
        if wrong.intersects(compared) {
            at = found.starts[row];
            read = row;
            break;
        }
        let [a, b, c, d] = numbers;
        let lines = a.narrow(b).unzip_u32(c.narrow(d));
        for (i, lines) in lines.into_iter().enumerate() {
            found.answers[row + i] = if V::IS_EXACT_U31 {
                V::three_digits(token, lines) as u8
            } else {
                let first = lines.and(V::splat_u32(token, 0xffff));
                digits.ask_u32::<D, V>(row + i, first, lines.dot_u16(upper))
            };
        }
    }
    *places = at;
    read
}

/// Reads two lines of each of two streams, and moves `at` past them. Returns their digits and separators, each XOR `'0'`, in
/// their places.
///
/// # Safety
/// * As for [`filter`](super::run::filter), of two rows.
#[inline(always)]
unsafe fn two_streams<V: Vector32>(
    token: V::Token,
    at: &mut [*const u8; STREAMS],
    [a, b]: [usize; 2],
) -> V {
    // SAFETY: the caller guarantees that the bytes of two rows, and 32 bytes before them, are readable.
    let bytes = unsafe { V::load_halves(token, [at[a], at[b]]) };
    let masks = bytes.no_digits().bits() as usize;
    let mut next = |stream: usize, mask: usize| {
        let first = mask & 0xff;
        let bytes = usize::from(BYTES[first]);
        let second = mask >> bytes & 0xff;
        at[stream] = at[stream].wrapping_add(bytes + usize::from(BYTES[second]));
        let entry = |i: usize| PLACES.as_ptr().wrapping_add(BEFORE + i).cast();
        [entry(first), entry(256 * bytes + second)]
    };
    let ([c, d], [e, f]) = (next(a, masks), next(b, masks >> 16));
    // SAFETY: each is an entry of the table, with at least three entries (24 bytes) before it and two entries from it on.
    let places = unsafe { V::load_quarters(token, [c, d, e, f]) };
    bytes.xor(V::splat(token, b'0')).shuffle(places)
}
