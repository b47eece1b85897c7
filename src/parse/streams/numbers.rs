//! Answers lines of which the separators are known: makes numbers of their digits, and asks the question about them.
//!
//! The *window* of a pile is 16 bytes: the last 15 digits of the pile and the byte after it. XOR with `'0'` turns digits into
//! their values, and a mask, chosen by the number of digits, clears the bytes before the pile. Multiplications by weights join
//! pairs of digits, then pairs of these; the last byte is 0 if it is the right separator. For a pile of more than 15 digits,
//! the four bytes before the window are used as well. [`Digits`] keeps these numbers of up to four digits; a second pass makes
//! piles of them and asks the question, so that the walk from line to line does not wait.

use super::piles::{four_lines_u32, four_lines_u64};
use super::vector::{Asks, Vector32, load, repeat, store, words};
use crate::parse::Decide;

/// The number of places at which the text is read at once.
pub(super) const STREAMS: usize = 8;
/// A run reads at most this number of lines of each stream.
pub(super) const ROWS: usize = 64;
/// The number of candidates that are answered together.
pub(super) const LINES: usize = 64;

/// The masks of windows: entry L is for a pile of L - 2 digits. It has 0x0f for each digit, and 0xff for the byte after the pile.
/// If there is no digit, it has the upper bits of the byte before, which is not a digit, either. If there are more than 15
/// digits, the first byte also has [`TOO_LONG`]. A vector may read the entry before, too, so the first one is not used.
static MASKS: [[u8; 16]; 68] = {
    let mut masks = [[0; 16]; 68];
    let mut digits = 0;
    while digits < 66 {
        let mask = &mut masks[digits + 2];
        let mut i = 0;
        while i < 15 {
            if i + digits >= 15 {
                mask[i] = 0x0f;
            }
            i += 1;
        }
        mask[15] = 0xff;
        if digits == 0 {
            mask[14] = 0xf0;
        }
        if digits > 15 {
            mask[0] |= TOO_LONG;
        }
        digits += 1;
    }
    masks
};

/// For a pile of L - 1 digits, entry L is the mask of the four bytes before the window. If the pile has more than 19 digits,
/// its bytes also have [`TOO_LONG`].
static BEFORE: [[u8; 4]; 80] = {
    let mut masks = [[0; 4]; 80];
    let mut length = 17;
    while length < 80 {
        let mut i = 0;
        while i < 4 && i + 16 < length {
            masks[length][3 - i] = if length > 20 { 0x0f | TOO_LONG } else { 0x0f };
            i += 1;
        }
        length += 1;
    }
    masks
};

const TOO_LONG: u8 = 0x10;

/// Where the piles of a line are.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The byte after each pile.
    ends: [*const u8; 2],
    /// For each pile, the number of its digits plus one.
    lengths: [usize; 2],
}

impl Line {
    /// The line at `start`, with its space and its end at these offsets from the start.
    #[inline(always)]
    pub(super) fn new(start: *const u8, [space, end]: [usize; 2]) -> Self {
        Self {
            ends: [start.wrapping_add(space), start.wrapping_add(end)],
            lengths: [space + 1, end - space],
        }
    }
}

/// The digits of the lines of a run, or of candidates, in rows of eight lines.
#[repr(C, align(64))]
pub(super) struct Digits {
    /// For each two lines: each pile as four numbers, of 4, 4, 4 and 3 digits; the first piles are in the lower half.
    pairs: [[[u16; 16]; STREAMS / 2]; ROWS],
    /// For each four lines, in the order 0, 2, 1, 3: the four digits before the window of each pile.
    before: [[[u8; 32]; STREAMS / 4]; ROWS],
    /// The piles of lines for which the answers of the vector are not exact.
    u32s: [[[u32; STREAMS]; ROWS]; 2],
    u64s: [[[u64; STREAMS]; ROWS]; 2],
}

impl Digits {
    pub(super) const NEW: Self = Self {
        pairs: [[[0; 16]; STREAMS / 2]; ROWS],
        before: [[[0; 32]; STREAMS / 4]; ROWS],
        u32s: [[[0; STREAMS]; ROWS]; 2],
        u64s: [[[0; STREAMS]; ROWS]; 2],
    };

    /// Keeps the digits of four lines, the `four`-th four of a row; the digits before their windows only if `is_long`.
    ///
    /// # Safety
    /// * From 32 bytes before the ends of the lines to 16 bytes after them, all bytes are readable.
    /// * The lengths are at most 66.
    #[inline(always)]
    pub(super) unsafe fn keep_four<V: Vector32>(
        &mut self,
        token: V::Token,
        row: usize,
        four: usize,
        lines: &[Line; 4],
        is_long: bool,
        seen: &mut Windows<V>,
    ) {
        // If the byte after a pile is wrong, the last pair of digits becomes 16 or more.
        let ones = [10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 1, 16];
        let hundreds = [100, 1, 100, 1, 100, 1, 10, 1];
        for pair in 0..2 {
            // SAFETY: the caller guarantees the bytes from 32 before the ends of the lines to 16 after them, and lengths up to 66.
            let (a, b) = unsafe {
                (
                    window(token, &lines[2 * pair], seen.expected),
                    window(token, &lines[2 * pair + 1], seen.expected),
                )
            };
            let joined = V::join_digits(a, b, V::bytes(token, repeat(ones)));
            let checked = if V::JOIN_SATURATES { joined } else { a.or(b) };
            seen.wrong = seen.wrong.or(checked).now();
            let numbers = joined.dot_u8(V::bytes(token, repeat(hundreds)));
            store(&mut self.pairs[row], 2 * four + pair, numbers);
        }
        if !is_long {
            return;
        }
        let [a, b, c, d] = lines;
        let order = [a, c, b, d];
        let places = std::array::from_fn(|i| order[i % 4].ends[i / 4].wrapping_sub(19));
        let mask = |length: usize| BEFORE.as_ptr().wrapping_add(length).cast();
        let masks = std::array::from_fn(|i| mask(order[i % 4].lengths[i / 4]));
        // SAFETY: the caller guarantees the 32 bytes before each end, which include these four; a mask has four bytes.
        let (bytes, masks) = unsafe {
            (
                V::load_eighths(token, places),
                V::load_eighths(token, masks),
            )
        };
        seen.before = seen.before.or(masks).now();
        let digits = bytes.xor(V::splat(token, b'0')).and(masks);
        store(&mut self.before[row], four, digits);
    }

    /// Writes the answers of the first `rows` rows, a byte for each row. `is_long`: the digits before the windows were kept.
    /// Returns whether no pile has more than three digits.
    #[inline(always)]
    pub(super) fn answer<D: Decide, V: Asks<D>>(
        &mut self,
        token: V::Token,
        rows: usize,
        is_long: bool,
        answers: &mut [u8; ROWS],
    ) -> bool {
        let zero = V::splat(token, 0);
        // Four vectors, so that an operation need not wait for the one before.
        let [mut a, mut b, mut c, mut d] = [zero; STREAMS / 2];
        for pairs in &self.pairs[..rows] {
            (a, b) = (a.or(load(token, pairs, 0)), b.or(load(token, pairs, 1)));
            (c, d) = (c.or(load(token, pairs, 2)), d.or(load(token, pairs, 3)));
        }
        let (largest, mut before) = (a.or(b).or(c.or(d)), zero);
        if is_long {
            for all in &self.before[..rows] {
                before = before.or(load(token, all, 0)).or(load(token, all, 1));
            }
        }
        // If these bits and digits are 0, all piles are below 2^31.
        let large = largest
            .and(V::bytes(token, const { words([0xffff, 0xff80, 0, 0]) }))
            .or(before);
        if !large.intersects(large) {
            for (row, answers) in answers.iter_mut().enumerate().take(rows) {
                *answers = self.answer_u32::<D, V>(token, row);
            }
            self.decide_u32::<D, V>(answers);
            // The last of the four numbers has three digits.
            let others = const { words([0xffff, 0xffff, 0xffff, 0]) };
            return !largest.intersects(V::bytes(token, others));
        }
        let is_long = is_long && before.intersects(before);
        for (row, answers) in answers.iter_mut().enumerate().take(rows) {
            *answers = self.answer_u64::<D, V>(token, row, is_long);
        }
        if !V::IS_EXACT_U64 {
            decide::<D, _>(&self.u64s, answers);
        }
        false
    }

    /// The answers of a row whose piles are below 2^31. If they are not exact, keeps the piles.
    #[inline(always)]
    fn answer_u32<D: Decide, V: Asks<D>>(&mut self, token: V::Token, row: usize) -> u8 {
        let pairs = &self.pairs[row];
        let a = four_lines_u32::<V>(token, load(token, pairs, 0), load(token, pairs, 1));
        let b = four_lines_u32::<V>(token, load(token, pairs, 2), load(token, pairs, 3));
        self.ask_u32::<D, V>(row, a.low_halves(b), a.high_halves(b))
    }

    /// The answers of a row with these piles, which are below 2^31. If they are not exact, keeps the piles.
    #[inline(always)]
    pub(super) fn ask_u32<D: Decide, V: Asks<D>>(&mut self, row: usize, x: V, y: V) -> u8 {
        if !V::IS_EXACT_U31 {
            store(&mut self.u32s[0], row, x);
            store(&mut self.u32s[1], row, y);
        }
        V::u31_x8(x, y) as u8
    }

    /// Decides the lines for which [`Self::ask_u32`] answered 1, if its answers are not exact.
    #[inline(always)]
    pub(super) fn decide_u32<D: Decide, V: Asks<D>>(&self, answers: &mut [u8; ROWS]) {
        if !V::IS_EXACT_U31 {
            decide::<D, _>(&self.u32s, answers);
        }
    }

    /// The answers of a row. If they are not exact, keeps the piles.
    #[inline(always)]
    fn answer_u64<D: Decide, V: Asks<D>>(
        &mut self,
        token: V::Token,
        row: usize,
        is_long: bool,
    ) -> u8 {
        let mut answers = 0;
        for four in 0..2 {
            let pairs = &self.pairs[row];
            let pairs = [
                load(token, pairs, 2 * four),
                load(token, pairs, 2 * four + 1),
            ];
            let before = if is_long {
                Some(load(token, &self.before[row], four))
            } else {
                None
            };
            let [a, b] = four_lines_u64::<V>(token, pairs, before);
            let (x, y) = (a.low_halves(b), a.high_halves(b));
            if !V::IS_EXACT_U64 {
                store(&mut self.u64s[0], 2 * row + four, x);
                store(&mut self.u64s[1], 2 * row + four, y);
            }
            answers |= (V::u64_x4(x, y) << (4 * four)) as u8;
        }
        answers
    }

    /// The answers of the lines at the first `count` of `starts`, a bit for each line, and a bit for each line with a pile of
    /// more than 19 digits, whose answer is 0 here. All lines end within 32 bytes, or within 64 bytes if `is_wide`.
    ///
    /// # Safety
    /// * From 32 bytes before each line to 80 bytes after its start, all bytes are readable.
    #[inline(always)]
    pub(super) unsafe fn answer_lines<D: Decide, V: Asks<D>>(
        &mut self,
        token: V::Token,
        starts: &[*const u8; LINES],
        count: usize,
        is_wide: bool,
        is_cr: bool,
    ) -> (u64, u64) {
        let mut lines = [Line::new(starts[0], [0; 2]); LINES];
        let (mut oversized, mut most) = (0, 0);
        for (i, (line, &start)) in lines.iter_mut().zip(starts).enumerate() {
            // SAFETY: the caller guarantees that 80 bytes from each start are readable.
            let (space, end) = unsafe { V::first_two(token, start, is_wide) };
            *line = Line::new(start, [space, end]);
            let most_digits = space.max((end - space).saturating_sub(1));
            oversized |= u64::from(most_digits > 19) << i;
            most = most_digits.max(most);
        }
        let is_long = most > 15;
        let rows = count.div_ceil(STREAMS);
        let mut seen = Windows::<V>::new(token, true, is_cr);
        for (i, four) in lines.as_chunks::<4>().0[..2 * rows].iter().enumerate() {
            // SAFETY: a line ends within 64 bytes; the caller guarantees the bytes from 32 before it to 80 after its start.
            unsafe { self.keep_four(token, i / 2, i % 2, four, is_long, &mut seen) };
        }
        let mut answers = [0; ROWS];
        self.answer::<D, V>(token, rows, is_long, &mut answers);
        let first = answers.first_chunk().expect("64 rows have 8 bytes");
        (u64::from_le_bytes(*first) & !oversized, oversized)
    }
}

/// The windows of several lines, joined by OR, so that one comparison checks all of these lines.
#[derive(Clone, Copy)]
pub(super) struct Windows<V> {
    /// The windows of a line whose piles are zeros. The first digits are 0x10 less if a pile must not have more than 15 digits.
    expected: V,
    /// The joined digits, or the digits: see [`Vector32::JOIN_SATURATES`].
    wrong: V,
    /// The masks of the digits before the windows.
    before: V,
}

impl<V: Vector32> Windows<V> {
    /// `is_long`: a pile may have more than 15 digits.
    #[inline(always)]
    pub(super) fn new(token: V::Token, is_long: bool, is_cr: bool) -> Self {
        let mut expected = *b"000000000000000 000000000000000\n";
        if is_cr {
            expected[31] = b'\r';
        }
        if !is_long {
            (expected[0], expected[16]) = (b'0' ^ TOO_LONG, b'0' ^ TOO_LONG);
        }
        let zero = V::splat(token, 0);
        Self {
            expected: V::bytes(token, expected),
            wrong: zero,
            before: zero,
        }
    }

    /// Not zero if a byte after a pile is wrong, if a pile is empty, or if a pile has more than 15 digits, or 19 if `IS_LONG`.
    #[inline(always)]
    pub(super) fn fault<const IS_LONG: bool>(&self, token: V::Token) -> V {
        // The first two digits together are at most 99. With `TOO_LONG` they are at least 160.
        let joined = const { repeat([if IS_LONG { 0 } else { 0x80 }, 0, 0, 0, 0, 0, 0, 0xf0]) };
        let first = const { if IS_LONG { 0 } else { TOO_LONG } };
        let digits = repeat([first, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xf0, 0xff]);
        let compared = if V::JOIN_SATURATES { joined } else { digits };
        let wrong = self.wrong.and(V::bytes(token, compared));
        if IS_LONG {
            return wrong.or(self.before.and(V::splat(token, TOO_LONG)));
        }
        wrong
    }
}

/// The digit values in the windows of a line: the first pile in the lower half, the second pile in the upper half. If the byte
/// after a pile is wrong, the last byte is not 0.
///
/// # Safety
/// * As for [`Digits::keep_four`].
#[inline(always)]
unsafe fn window<V: Vector32>(token: V::Token, line: &Line, expected: V) -> V {
    let [first, second] = line.ends;
    let mask = |pile: usize| MASKS.as_ptr().wrapping_add(1 + line.lengths[pile]).cast();
    // SAFETY: the caller guarantees 32 bytes before the ends; a mask has 16 bytes, and 16 bytes of the table are before it.
    let (bytes, mask) = unsafe {
        (
            V::load_halves(token, [first.wrapping_sub(15), second.wrapping_sub(15)]),
            V::load_halves(token, [mask(0), mask(1)]),
        )
    };
    bytes.xor(expected).and(mask)
}

/// Decides all lines whose bits are set in `rows`.
fn decide<D: Decide, N: Copy + Into<u64>>(
    [a, b]: &[[[N; STREAMS]; ROWS]; 2],
    rows: &mut [u8; ROWS],
) {
    let (a, b) = (a.as_flattened(), b.as_flattened());
    for (i, eight) in rows.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let mut open = u64::from_le_bytes(*eight);
        let mut answers = 0;
        while open != 0 {
            let line = 64 * i + open.trailing_zeros() as usize;
            let answer = D::pair(a[line].into(), b[line].into());
            answers |= u64::from(answer) << (line % 64);
            open &= open - 1;
        }
        *eight = answers.to_le_bytes();
    }
}
