//! Steps 3 to 5 for tokens of at most 7 digits: windows of 8 bytes.
//!
//! Input: a [`Tile`] of [`TokenLayout::Digits3`](super::tile::TokenLayout) or
//! [`TokenLayout::Digits7`](super::tile::TokenLayout), and its text. Output: the answers of its lines, and whether every byte
//! is in its place.

use super::decide::Decision;
use super::expected::{Mismatch, expected, limits};
use super::tile::{Decoded, Piles, Tile};
use super::vector::{Asks, Vector32, repeat, words};
use crate::parse::Decide;
use crate::parse::batch::dialect::StaticDialect;

/// The windows of a line.
const SEPARATORS: [u8; 32] = repeat(*b"0000000 0000000\n");

/// Eight times the length of each token of the lines i and i + 4, of eight lines.
const EACH_LENGTH: [[u8; 32]; 4] = {
    let mut each = [[0; 32]; 4];
    let mut i = 0;
    while i < 4 * 32 {
        let (line, token) = (i / 32, i % 32 / 8);
        each[line][i % 32] = [0, 1, 8, 9][token] + 2 * line as u8;
        i += 1;
    }
    each
};

/// Answers a batch.
///
/// # Safety
/// * As for [`super::decode::decode`].
/// * `tile` is of one of the kinds that this file is for.
#[inline(always)]
pub(super) unsafe fn answer_digits7<D: Decide, V: Asks<D>, K: StaticDialect>(
    token: V::Token,
    tile: &Tile,
    piles: &mut Piles,
    mut cursor: *const u8,
) -> Decoded {
    let expected = V::bytes(token, const { expected::<K>(SEPARATORS) });
    let mut mismatch = Mismatch::none(token);
    let mut decision = Decision::<V>::new(token, piles);
    // A byte of a window is part of the token if the length of the token is larger than this.
    let outside = V::bytes(token, repeat([7, 6, 5, 4, 3, 2, 1, 0]));
    let line_feed = V::bytes(token, repeat([u8::from(K::HAS_CR), 0]));
    for (eighth, lengths) in tile.lengths.as_chunks::<8>().0.iter().enumerate() {
        let mut ends = [[cursor; 2]; 8];
        for (ends, &[first, second]) in ends.iter_mut().zip(lengths) {
            // SAFETY: a line begins here, so the byte after the cursor is text.
            unsafe { mismatch.add_line::<K>(cursor) };
            let end = cursor.wrapping_add(first.into());
            cursor = end.wrapping_add(second.into());
            *ends = [end, cursor].map(|end| end.wrapping_sub(7));
        }
        // SAFETY: the array has sixteen bytes.
        let lengths = unsafe { V::load_halves(token, [lengths.as_ptr().cast(); 2]) };
        let lengths = lengths.sub(line_feed);
        let mut fours = [expected; 4];
        for (i, four) in fours.iter_mut().enumerate() {
            let [[a, b], [c, d]] = [ends[i], ends[i + 4]];
            // SAFETY: the tokens end with a byte of the text, and 32 bytes of text stand before each line.
            let bytes = unsafe { V::load_quarters(token, [a, b, c, d]) };
            let lengths = lengths.shuffle(V::bytes(token, EACH_LENGTH[i]));
            *four = bytes.xor(expected).and(outside.is_below(lengths));
            mismatch.add(*four);
        }
        let a = numbers(token, fours[0], fours[1]);
        let b = numbers(token, fours[2], fours[3]);
        let [x, y] = a.unzip_u32(b);
        decision.add_u31::<D>(eighth, x, y);
    }
    Decoded {
        answers: decision.answers_u31::<D>(),
        is_valid: mismatch.is_within(token, const { limits(SEPARATORS) }),
        fallback: 0,
        end: cursor,
    }
}

/// The numbers that the digits of four lines make: in each half two lines, and of each its first and its second pile.
#[inline(always)]
fn numbers<V: Vector32>(token: V::Token, a: V, b: V) -> V {
    let ones = V::bytes(token, repeat([10, 1, 10, 1, 10, 1, 1, 0]));
    let hundreds = V::bytes(token, repeat([100, 1, 10, 1]));
    let thousands = V::bytes(token, const { words([1000, 1]) });
    V::join_digits(a, b, ones)
        .dot_u8(hundreds)
        .dot_u16(thousands)
}
