//! Steps 3 to 5 for tokens of 8 digits or more: windows of 16 bytes, and of 4 bytes before them.
//!
//! Input: a [`Tile`] and its text. Output: the answers of its lines, and whether every byte is in its place.

use super::decide::Decision;
use super::expected::{Mismatch, expected, limits, tail};
use super::tile::{Decoded, Piles, Tile};
use super::vector::{Asks, Vector32, repeat, words};
use crate::parse::Decide;
use crate::parse::batch::dialect::StaticDialect;

/// The windows of a line.
const SEPARATORS: [u8; 32] = *b"000000000000000 000000000000000\n";

/// The windows of a batch's lines, which are read in order.
struct Windows16<V> {
    expected: V,
    mismatch: Mismatch<V>,
    /// The separator before the next line.
    cursor: *const u8,
}

impl<V: Vector32> Windows16<V> {
    #[inline(always)]
    fn new<K: StaticDialect>(token: V::Token, cursor: *const u8) -> Self {
        Self {
            expected: V::bytes(token, const { expected::<K>(SEPARATORS) }),
            mismatch: Mismatch::none(token),
            cursor,
        }
    }

    /// Reads the piles of two lines with tokens of `lengths`. Each pile is four numbers of 16 bits, of 4, 4, 4 and 3 digits.
    /// The first piles are in the lower half of the vector, the second piles in the upper half.
    ///
    /// # Safety
    /// * As for [`super::decode::decode`], of these two lines, which begin after the cursor.
    #[inline(always)]
    unsafe fn two_lines<K: StaticDialect>(
        &mut self,
        token: V::Token,
        lengths: &[[impl Copy + Into<usize>; 2]],
    ) -> V {
        let mut lines = [self.expected; 2];
        for (digits, &[first, second]) in lines.iter_mut().zip(lengths) {
            // SAFETY: a line begins here, so the byte after the cursor is text.
            unsafe { self.mismatch.add_line::<K>(self.cursor) };
            let end = self.cursor.wrapping_add(first.into());
            self.cursor = end.wrapping_add(second.into());
            let starts = [end, self.cursor].map(|end| end.wrapping_sub(15));
            // SAFETY: both ends are bytes of the text, and 32 bytes of text stand before the line.
            let bytes = unsafe { V::load_halves(token, starts) };
            // The line feed before the first token does not count.
            let tails = [tail(0).wrapping_sub(K::HAS_CR.into()), tail(0)];
            let masks = [
                tails[0].wrapping_add(first.into()),
                tails[1].wrapping_add(second.into()),
            ];
            // SAFETY: `tail` says that 16 bytes are readable.
            let mask = unsafe { V::load_halves(token, masks) };
            *digits = bytes.xor(self.expected).and(mask);
            self.mismatch.add(*digits);
        }
        let ones = [10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 1, 0];
        let hundreds = [100, 1, 100, 1, 100, 1, 10, 1];
        V::join_digits(lines[0], lines[1], V::bytes(token, repeat(ones)))
            .dot_u8(V::bytes(token, repeat(hundreds)))
    }

    /// Whether every byte of the windows is in its place.
    #[inline(always)]
    fn is_valid(&self, token: V::Token) -> bool {
        self.mismatch.is_within(token, const { limits(SEPARATORS) })
    }
}

/// Answers a batch of at most 9 digits.
///
/// # Safety
/// * As for [`super::decode::decode`].
/// * `tile` is of [`TokenLayout::Digits9`](super::tile::TokenLayout).
#[inline(always)]
pub(super) unsafe fn answer_digits9<D: Decide, V: Asks<D>, K: StaticDialect>(
    token: V::Token,
    tile: &Tile,
    piles: &mut Piles,
    cursor: *const u8,
) -> Decoded {
    let mut windows = Windows16::<V>::new::<K>(token, cursor);
    let mut decision = Decision::<V>::new(token, piles);
    let thousands = V::bytes(token, const { words([1000, 1]) });
    let second_words = V::bytes(token, const { words([0, 1]) });
    for (eighth, lengths) in tile.lengths.as_chunks::<8>().0.iter().enumerate() {
        let mut fours = [windows.expected; 2];
        for (four, lengths) in fours.iter_mut().zip(lengths.as_chunks::<4>().0) {
            // SAFETY: the caller's promise. The lines of the batch are read in order.
            let a = unsafe { windows.two_lines::<K>(token, &lengths[..2]) };
            // SAFETY: the same.
            let b = unsafe { windows.two_lines::<K>(token, &lengths[2..]) };
            let [upper, lower] = a.unzip_u32(b);
            // A pile has at most 9 digits, so the first of its four numbers is 0.
            let upper = upper.dot_u16(second_words);
            let upper = upper.mul_u32(V::splat_u32(token, 10_000_000));
            *four = upper.add_u32(lower.dot_u16(thousands));
        }
        let [a, b] = fours;
        decision.add_u31::<D>(eighth, a.low_halves(b), a.high_halves(b));
    }
    Decoded {
        answers: decision.answers_u31::<D>(),
        is_valid: windows.is_valid(token),
        fallback: 0,
        end: windows.cursor,
    }
}

/// Answers a batch of at most 15 digits, or with `LONG` of at most 19: lines with more digits are left to the fallback.
/// Lines that are left open are decided at the end, together.
///
/// # Safety
/// * As for [`super::decode::decode`].
/// * `tile` is of [`TokenLayout::Digits15`](super::tile::TokenLayout); or, with `LONG`, of
///   [`TokenLayout::Long`](super::tile::TokenLayout).
#[inline(always)]
pub(super) unsafe fn answer_u64<D: Decide, V: Asks<D>, K: StaticDialect, const LONG: bool>(
    token: V::Token,
    tile: &Tile,
    piles: &mut Piles,
    cursor: *const u8,
) -> Decoded {
    let words_of_fifteen = V::bytes(token, const { words([10_000, 1, 1000, 1]) });
    let words_of_seven = V::bytes(token, const { words([1000, 1]) });
    let first = V::splat_u32(token, 0xffff);
    let second = V::bytes(token, const { words([0, 1]) });
    // The upper half of each number of 64 bits as a number of 64 bits.
    let upper_half = const { words([0x0504, 0x0706, !0, !0, 0x0d0c, 0x0f0e, !0, !0]) };
    let upper_half = V::bytes(token, upper_half);
    let ten_thousand = V::splat_u32(token, 10_000);
    let e7 = V::splat_u32(token, 10_000_000);
    // If the compiler knew this factor, it would multiply by 10^11 in several steps.
    let e11 = std::hint::black_box((100_000_000_000u64 >> 11) as u32);
    let e11 = V::splat_u32(token, e11);
    let mut windows = Windows16::<V>::new::<K>(token, cursor);
    let mut largest_before = V::splat(token, 0);
    let mut decision = Decision::<V>::new(token, piles);
    for (sixteenth, bytes) in tile.lengths.as_chunks::<4>().0.iter().enumerate() {
        let lengths = bytes.map(|tokens| tokens.map(usize::from));
        let mut before = V::splat(token, 0);
        if LONG {
            // SAFETY: the caller's promise. The lines of the batch are read in order.
            let digits = unsafe { digits_before::<V, K>(token, windows.cursor, bytes, &lengths) };
            largest_before = largest_before.max(digits);
            before = digits
                .dot_u8(V::bytes(token, repeat([10, 1])))
                .dot_u16(V::bytes(token, const { words([100, 1]) }));
        }
        // SAFETY: as above.
        let a = unsafe { windows.two_lines::<K>(token, &lengths[..2]) };
        // SAFETY: as above.
        let b = unsafe { windows.two_lines::<K>(token, &lengths[2..]) };
        let mut numbers = [a, b];
        if LONG {
            let [upper, lower] = a.unzip_u32(b);
            let top = before.mul_u32(ten_thousand).add_u32(upper.and(first));
            let (top, middle) = (top.widen_u32(), upper.dot_u16(second).widen_u32());
            let sevens = lower.dot_u16(words_of_seven).widen_u32();
            for (i, number) in numbers.iter_mut().enumerate() {
                *number = top[i].mul_add_u64::<11>(e11, sevens[i]);
                *number = middle[i].mul_add_u64::<0>(e7, *number);
            }
        } else {
            for number in &mut numbers {
                let halves = number.dot_u16(words_of_fifteen);
                *number = halves.mul_add_u64::<0>(e7, halves.shuffle(upper_half));
            }
        }
        let [a, b] = numbers;
        decision.add_u64::<D>(sixteenth, a.low_halves(b), a.high_halves(b));
    }
    Decoded {
        answers: decision.answers_u64::<D>(),
        is_valid: windows.is_valid(token) && !largest_before.any_above(9),
        fallback: tile.oversized,
        end: windows.cursor,
    }
}

/// The four digits before each window of four lines with tokens of `lengths`, or zeros before the token: those of the first
/// piles, then those of the second piles. The first line begins after the separator at `cursor`.
///
/// # Safety
/// * As for [`super::decode::decode`], of these four lines.
#[inline(always)]
unsafe fn digits_before<V: Vector32, K: StaticDialect>(
    token: V::Token,
    mut cursor: *const u8,
    bytes: &[[u8; 2]; 4],
    lengths: &[[usize; 2]; 4],
) -> V {
    let mut starts = [[cursor; 4]; 2];
    for (line, lengths) in lengths.iter().enumerate() {
        for (pile, &length) in lengths.iter().enumerate() {
            cursor = cursor.wrapping_add(length);
            starts[pile][line] = cursor.wrapping_sub(19);
        }
    }
    // SAFETY: each token ends with a byte of the text, and 32 bytes of text stand before the first line.
    let text = unsafe { V::load_eighths(token, starts) };
    // SAFETY: the array has eight bytes.
    let lengths = unsafe { V::load_quarters(token, [bytes.as_ptr().cast(); 4]) };
    let each_length = const {
        let (mut each, mut i) = ([0; 32], 0);
        while i < 32 {
            each[i] = (i / 16 + i % 16 / 4 * 2) as u8;
            i += 1;
        }
        each
    };
    let lengths = lengths.shuffle(V::bytes(token, each_length));
    // A byte is part of the token if the length of the token is larger than this. The length of a first token may include a
    // line feed.
    let outside = const {
        let mut outside: [u8; 32] = repeat([19, 18, 17, 16]);
        let mut i = 0;
        while i < 16 {
            outside[i] += K::HAS_CR as u8;
            i += 1;
        }
        outside
    };
    let outside = V::bytes(token, outside);
    text.xor(V::splat(token, b'0'))
        .and(outside.is_below(lengths))
}
