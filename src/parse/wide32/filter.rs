//! The filter: the lengths of a line's piles and their first digits show that the answer of most lines is 0.
//!
//! Input: a strict batch of which every byte between its separators is a digit, as the index has checked. Output: its answers, or
//! nothing if too many lines are left. Each separator is checked at the place that follows from the lengths. Lengths are
//! known modulo 64 only; this check also finds longer tokens.
//!
//! A line whose piles differ in length by two or more is rejected. The others are compared by the first six digits of their
//! piles: one by one if few are left, else all lines of the batch, four at a time. There six digits become two numbers of
//! three digits, h and l: x = 1000 h + l. The product 3 r x is compared with 3 or 30 times the other pile.
//! [`crate::parse::batch::ratio`] explains the constants. The lines that are left, and those with zeros before a pile, are
//! *candidates*: their piles are read one by one. Piles of fewer than six digits are answered from the bytes compared.

use super::layout::swap_pairs;
use super::tile::{Decoded, Tile};
use super::vector::{Step, Vector32, load, repeat, store, words};
use crate::parse::batch::filter_state::{MAX_CANDIDATES, MAX_NEAR};
use crate::parse::batch::ratio::{self, Ratio3};
use crate::parse::batch::{LINES, TOKENS};
use crate::parse::swar::word::parse_first;
use crate::parse::{Decide, swar};
use std::marker::PhantomData;

/// If lengths reject few lines, and the first six digits leave more lines than this, the batch takes less time without the
/// filter.
const MAX_SIX_DIGITS: u32 = 4;
/// The most bytes that the lengths of a batch's tokens tell.
const MOST_BYTES: usize = 63 * TOKENS;
/// The length of a token of six digits, with its separator.
const SIX: u8 = 7;

/// The memory of the filter. The beginnings of a batch's tokens.
#[repr(align(64))]
pub(super) struct Filter {
    /// For each of a line's two tokens: eight bytes, from the separator before it on.
    tokens: [[[u8; 8]; 2]; LINES],
    /// For each line two factors of `1000 h + l`: that of the second pile, which is compared with 3 r times the first pile, and
    /// that of the first pile.
    factors: [[u8; 2]; LINES],
}

/// A batch to filter. The fields are as for [`decode`](super::decode::decode).
pub(super) struct FilterBatch<'a, D, V: Vector32> {
    pub(super) filter: &'a mut Filter,
    pub(super) token: V::Token,
    pub(super) tile: &'a Tile,
    pub(super) cursor: *const u8,
    pub(super) text: &'a [u8],
    pub(super) instance: PhantomData<D>,
}

/// What the lengths of a batch's tokens show. Bit i stands for line i.
struct Lengths {
    /// The piles differ in length by at most one digit.
    near: u64,
    /// A pile of a line of `near` has fewer than six digits.
    short: u64,
}

impl Lengths {
    #[inline(always)]
    fn new<V: Vector32>(token: V::Token, tile: &Tile) -> Self {
        let (two, six) = (V::splat(token, 2), V::splat(token, SIX));
        let (mut near, mut short) = ([two; 4], [two; 4]);
        for i in 0..4 {
            let lengths = load::<V, _, _>(token, &tile.lengths, i);
            let others = swap_pairs(token, lengths);
            let (shorter, longer) = (lengths.min(others), lengths.max(others));
            near[i] = longer.sub(shorter).is_below(two);
            short[i] = shorter.is_below(six).and(near[i]);
        }
        let weights = V::weights(token);
        Self {
            near: V::bits_of_pairs(near, weights),
            short: V::bits_of_pairs(short, weights),
        }
    }

    /// Few lines are left: the others are rejected by their lengths.
    #[inline(always)]
    fn reject_most(&self) -> bool {
        self.near.count_ones() <= MAX_NEAR
    }

    /// Nearly all lines have two piles of at least six digits.
    #[inline(always)]
    fn have_six_digits<D: Decide>(&self) -> bool {
        D::RATIO.is_some() && self.short.count_ones() <= MAX_SIX_DIGITS
    }
}

/// Whether the filter is likely to answer this batch.
#[inline(always)]
pub(super) fn is_likely<D: Decide, V: Vector32>(token: V::Token, tile: &Tile) -> bool {
    let lengths = Lengths::new::<V>(token, tile);
    tile.may_be_filtered() && (lengths.reject_most() || lengths.have_six_digits::<D>())
}

impl<D: Decide, V: Vector32> Step for FilterBatch<'_, D, V> {
    /// The answers; `None` if the batch has too many candidates.
    type Output = Option<Decoded>;
    #[inline(always)]
    fn run(self) -> Option<Decoded> {
        let Self {
            filter,
            token,
            tile,
            cursor,
            text,
            ..
        } = self;
        let lengths = Lengths::new::<V>(token, tile);
        if !lengths.reject_most() && !lengths.have_six_digits::<D>() {
            return None;
        }
        // The eight bytes of the last tokens could end past the end of the text.
        let available = text.as_ptr_range().end.addr() - cursor.addr();
        if available < MOST_BYTES + 8 && available < tile.bytes(0..LINES) + 8 {
            return None;
        }
        // SAFETY: the fields are as for `decode`, and the comparison above.
        let end = unsafe { filter.gather(tile, cursor) };
        let (is_valid, candidates) = if lengths.reject_most() {
            let (is_valid, is_padded) = filter.compare_separators::<V>(token);
            let padded = if is_padded { filter.padded(tile) } else { 0 };
            let near = lengths.near & !lengths.short;
            (is_valid, padded | filter.compare_lines::<D>(tile, near))
        } else {
            filter.store_factors::<V>(token, tile);
            let (is_valid, near) = filter.compare_all::<D, V>(token);
            let far = near & !lengths.near;
            let padded = if far != 0 { filter.padded(tile) } else { 0 };
            (is_valid, near & !lengths.short & (lengths.near | padded))
        };
        let left = (candidates | lengths.short).count_ones();
        if left > MAX_CANDIDATES || !lengths.reject_most() && left > MAX_SIX_DIGITS {
            return None;
        }
        let start = cursor.addr() + 1 - text.as_ptr().addr();
        let (answers, fallback) = read::<D>(tile, text, start, candidates);
        let answers = answers | filter.answer_short::<D>(tile, lengths.short);
        let end_at = end.addr() - text.as_ptr().addr();
        Some(Decoded {
            answers,
            is_valid: is_valid && text.get(end_at) == Some(&b'\n'),
            fallback,
            end,
        })
    }
}

impl Filter {
    pub(super) const NEW: Self = Self {
        tokens: [[[0; 8]; 2]; LINES],
        factors: [[0; 2]; LINES],
    };

    /// Copies the beginning of each token; returns the separator after the last one.
    ///
    /// # Safety
    /// * As for [`super::decode::decode`], with seven bytes more of text.
    #[inline(always)]
    unsafe fn gather(&mut self, tile: &Tile, cursor: *const u8) -> *const u8 {
        let mut at = cursor;
        // Four lines at a time: the compiler does not unroll a loop over single lines.
        let fours = self.tokens.as_chunks_mut::<4>().0.iter_mut();
        for (tokens, lengths) in fours.zip(tile.lengths.as_chunks::<4>().0) {
            for (tokens, &[a, b]) in tokens.iter_mut().zip(lengths) {
                // SAFETY: the read begins before the last separator of the batch, and seven bytes of text are after that
                // separator.
                let first = unsafe { at.cast::<[u8; 8]>().read() };
                at = at.wrapping_add(a.into());
                // SAFETY: as above.
                let second = unsafe { at.cast::<[u8; 8]>().read() };
                at = at.wrapping_add(b.into());
                *tokens = [first, second];
            }
        }
        at
    }

    /// Returns whether all separators are in their places, and whether a pile begins with a zero and has more digits.
    #[inline(always)]
    fn compare_separators<V: Vector32>(&self, token: V::Token) -> (bool, bool) {
        let separators = V::bytes(token, repeat([b'\n', 0, 0, 0, b' ', 0, 0, 0]));
        let zero = V::splat(token, b'0');
        // The first digit of each token, at the place of the second one.
        let first = repeat([
            NONE, NONE, 1, NONE, NONE, NONE, 5, NONE, NONE, NONE, 9, NONE, NONE, NONE, 13, NONE,
        ]);
        let first = V::bytes(token, first);
        let (mut mismatch, mut after_zeros) = (V::splat(token, 0), V::splat(token, 0));
        for i in 0..LINES / 4 {
            let a = load::<V, _, _>(token, &self.tokens, 2 * i);
            let b = load::<V, _, _>(token, &self.tokens, 2 * i + 1);
            // The first four bytes of each token.
            let [bytes, _] = a.unzip_u32(b);
            mismatch = mismatch.or(bytes.xor(separators));
            after_zeros = after_zeros.max(bytes.equals(zero).shuffle(first).and(bytes));
        }
        let first_bytes = V::bytes(token, repeat([0xff, 0, 0, 0]));
        (
            mismatch.and(first_bytes).is_zero(),
            after_zeros.any_above(b'/'),
        )
    }

    /// The lines with a pile that begins with a zero and has more digits.
    #[cold]
    #[inline(never)]
    fn padded(&self, tile: &Tile) -> u64 {
        let mut padded = 0;
        for (line, (tokens, &[a, b])) in self.tokens.iter().zip(&tile.lengths).enumerate() {
            let is_padded = tokens[0][1] == b'0' && a > 2 || tokens[1][1] == b'0' && b > 2;
            padded |= u64::from(is_padded) << line;
        }
        padded
    }

    /// The lines of `near`, with two piles of at least six digits, that six digits do not reject.
    #[inline(always)]
    fn compare_lines<D: Decide>(&self, tile: &Tile, mut near: u64) -> u64 {
        let mut candidates = 0;
        while near != 0 {
            let line = near.trailing_zeros() as usize;
            near &= near - 1;
            let ([a, b], [first, second]) = (tile.lengths[line], self.tokens[line]);
            let (x, y) = (parse_first(first, 6), parse_first(second, 6));
            let is_rejected = ratio::rejects_pair::<D>(x, y, usize::from(b + 1 - a));
            candidates |= u64::from(!is_rejected) << line;
        }
        candidates
    }

    /// The answers of lines with two piles of at most six digits.
    #[inline(always)]
    fn answer_short<D: Decide>(&self, tile: &Tile, mut lines: u64) -> u64 {
        let mut answers = 0;
        while lines != 0 {
            let line = lines.trailing_zeros() as usize;
            lines &= lines - 1;
            let ([a, b], [first, second]) = (tile.lengths[line], self.tokens[line]);
            let (a, b) = (parse_first(first, a - 1), parse_first(second, b - 1));
            answers |= u64::from(D::pair_u32(a as u32, b as u32)) << line;
        }
        answers
    }

    /// Stores the factors of each line.
    #[inline(always)]
    fn store_factors<V: Vector32>(&mut self, token: V::Token, tile: &Tile) {
        // By how much longer the other token is: one digit shorter, the same number of digits, one digit longer, or none of
        // these. With the factor 0 the products are never about equal.
        let table = V::bytes(token, repeat([0, 3, 30, 0, 0, 0, 0, 0]));
        let (one, three) = (V::splat(token, 1), V::splat(token, 3));
        for i in 0..4 {
            let lengths = load::<V, _, _>(token, &tile.lengths, i);
            let longer = swap_pairs(token, lengths).sub(lengths);
            store(
                &mut self.factors,
                i,
                table.shuffle(longer.add(one).min(three)),
            );
        }
    }

    /// Returns whether all separators are in their places, and the lines whose piles have about the ratio or begin with
    /// a zero.
    #[inline(always)]
    fn compare_all<D: Decide, V: Vector32>(&self, token: V::Token) -> (bool, u64) {
        let separators = [b'\n', 0, 0, 0, 0, 0, 0, 0, b' ', 0, 0, 0, 0, 0, 0, 0];
        let separators = V::bytes(token, repeat(separators));
        let hundreds = V::bytes(token, repeat([0, 100, 10, 1, 100, 10, 1, 0]));
        // The part of each word that comes from the '0's.
        let zeros = V::bytes(token, const { words([111 * b'0' as u16]) });
        let thousands = V::bytes(token, const { words([1000, 1]) });
        let ratio = const { words([Ratio3::<D>::H as u16, Ratio3::<D>::L as u16]) };
        let ratio = V::bytes(token, ratio);
        let (widen, other) = (V::bytes(token, WIDEN), V::bytes(token, repeat(OTHER)));
        // Flipping the top bit turns the unsigned comparison into a signed one.
        let top = 1 << 31;
        let offset = V::splat_u32(token, Ratio3::<D>::OFFSET as u32 ^ top);
        let limit = V::splat_u32(token, Ratio3::<D>::LIMIT as u32 ^ top);
        let zero_first = V::splat_u32(token, Ratio3::<D>::ZERO_FIRST as u32 + 1);
        let mut mismatch = V::splat(token, 0);
        let mut near_piles = [V::no_answers(token); 2];
        for (i, factors) in self.factors.as_chunks::<4>().0.iter().enumerate() {
            let a = load::<V, _, _>(token, &self.tokens, 2 * i);
            let b = load::<V, _, _>(token, &self.tokens, 2 * i + 1);
            mismatch = mismatch.or(a.xor(separators)).or(b.xor(separators));
            // Each half has two lines, the first and the third of four.
            let piles = a
                .dot_u8(hundreds)
                .pair_sums(b.dot_u8(hundreds))
                .sub_u32(zeros);
            // SAFETY: the factors of four lines have eight bytes.
            let factors = unsafe { V::load_quarters(token, [factors.as_ptr().cast(); 4]) };
            let product = piles.dot_u16(ratio);
            let others = piles.shuffle(other).dot_u16(thousands);
            let difference = product.sub_u32(others.mul_u32(factors.shuffle(widen)));
            let near = limit.is_above_i32(difference.add_u32(offset));
            let near = near.or(zero_first.is_above_i32(product));
            V::add_answers(&mut near_piles[i / 8], i % 8, near);
        }
        let first_bytes = V::bytes(token, repeat([0xff, 0, 0, 0, 0, 0, 0, 0]));
        let is_valid = mismatch.and(first_bytes).is_zero();
        let weights = V::weights(token);
        let [low, high] = near_piles;
        let low = V::bits_of_answers(low, weights);
        let high = V::bits_of_answers(high, weights);
        (is_valid, lines_of_piles([low, high]))
    }
}

/// An index of [`Vector32::shuffle`] that gives 0.
const NONE: u8 = 0xff;
/// Makes numbers of 32 bits of eight bytes, in the order of the piles of four lines.
const WIDEN: [u8; 32] = {
    let order = [0, 1, 4, 5, 2, 3, 6, 7];
    let mut widen = [NONE; 32];
    let mut i = 0;
    while i < order.len() {
        widen[4 * i] = order[i];
        i += 1;
    }
    widen
};
/// The two words of the other pile of a line.
const OTHER: [u8; 16] = [4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11];

/// The answers of the candidates, and those that the SWAR parser does not take. The first line begins at `start`.
#[inline(always)]
fn read<D: Decide>(tile: &Tile, text: &[u8], mut start: usize, mut candidates: u64) -> (u64, u64) {
    let (mut answers, mut fallback) = (0, 0);
    let mut before = 0;
    while candidates != 0 {
        let line = candidates.trailing_zeros() as usize;
        candidates &= candidates - 1;
        (start, before) = (start + tile.bytes(before..line), line);
        match swar::read_line(text, start) {
            Some((Some((a, b)), _)) => answers |= u64::from(D::pair(a, b)) << line,
            _ => fallback |= 1 << line,
        }
    }
    (answers, fallback)
}

/// Makes one bit for each line from the bits of its two piles: it is set if one of the two is set. In `piles` the lines of
/// each group of four are in the order 0 2 1 3.
#[inline(always)]
fn lines_of_piles(piles: [u64; 2]) -> u64 {
    if piles == [0; 2] {
        return 0;
    }
    let mut lines = 0;
    for (i, mut piles) in piles.into_iter().enumerate() {
        while piles != 0 {
            let pile = piles.trailing_zeros();
            piles &= piles - 1;
            let line = pile / 2;
            // The bits 0 and 1 of the number are in the other order.
            let line = line & !3 | line << 1 & 2 | line >> 1 & 1;
            lines |= 1 << (32 * i as u32 + line);
        }
    }
    lines
}
