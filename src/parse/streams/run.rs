//! A run: a loop that reads one line of each of the eight streams in turn. These eight lines are a row.

use super::numbers::{Digits, Line, ROWS, STREAMS, Windows};
use super::ratio::reject;
use super::vector::{Vector32, load, repeat};
use crate::parse::Decide;

/// The longest line that a run takes, with its line end: its space and its LF or CR are in the first 65 bytes, and an LF may
/// follow the CR.
const MAX_LINE_BYTES: usize = 66;
/// A run reads only bytes that are less than this far after the place of a stream.
pub(super) const RUN_BYTES: usize = ROWS * MAX_LINE_BYTES + 128;

/// What a run found.
#[repr(C, align(64))]
pub(super) struct Found {
    /// Where each line begins, by its row and its stream, with room for the ends of the last row.
    pub(super) starts: [[*const u8; STREAMS]; ROWS + 1],
    /// The answers of each row. [`filter`] does not write them.
    pub(super) answers: [u8; ROWS],
    /// For each two rows, 32 bits. A line that the filter does not reject has two bits set; [`Found::line`] tells which.
    pub(super) candidates: [u32; ROWS / 2],
}

impl Found {
    pub(super) const NEW: Self = Self {
        starts: [[std::ptr::null(); STREAMS]; ROWS + 1],
        answers: [0; ROWS],
        candidates: [0; ROWS / 2],
    };

    /// One of the two bits of each candidate.
    pub(super) const ONE_EACH: u32 = 0x5555_5555;

    /// The line of a bit of `candidates`: its row (0 or 1) and its stream.
    pub(super) fn line(bit: u32) -> (usize, usize) {
        let word = bit as usize / 2;
        (word / 4 % 2, word % 4 + word / 8 * 4)
    }
}

/// The streams of each vector, by lane.
pub(super) const LANES: [[usize; 4]; 2] = [[0, 1, 4, 5], [2, 3, 6, 7]];

/// The bytes expected around the start of a line: a digit, the line break before the line, and the first four digits of the
/// line. Each digit is `'0'` here.
const fn before_line(is_cr: bool) -> [u8; 8] {
    if is_cr { *b"00\r\n0000" } else { *b"000\n0000" }
}

/// The bits of [`before_line`] that the text must have.
const fn compared(is_cr: bool) -> [u8; 8] {
    if is_cr {
        *b"\0\xf0\xff\xff\0\0\0\0"
    } else {
        *b"\0\0\xf0\xff\0\0\0\0"
    }
}

/// The places of the streams in a run, and the bits that differ from the expected bytes in any line so far. `CR`: lines end
/// with CR LF.
struct Rows<V: Vector32, const CR: bool> {
    token: V::Token,
    at: [*const u8; STREAMS],
    /// Bits around the starts of lines. Only those in [`compared`] count.
    starts: V,
    /// The same for the spaces, which are expected as LF is.
    spaces: V,
}

/// For the lines of two rows: the places of the space and of the line end. The first index is 0 for the first four streams, and
/// the second index is the row.
type Lengths = [[[[u8; 2]; 4]; 2]; 2];

impl<V: Vector32, const CR: bool> Rows<V, CR> {
    #[inline(always)]
    fn new(token: V::Token, at: [*const u8; STREAMS]) -> Self {
        let zero = V::splat(token, 0);
        Self {
            token,
            at,
            starts: zero,
            spaces: zero,
        }
    }

    /// Whether a byte differs from what is expected, or `other` is not zero.
    #[inline(always)]
    fn is_wrong(&self, other: V) -> bool {
        let starts = V::bytes(self.token, const { repeat(compared(CR)) });
        let spaces = V::bytes(self.token, const { repeat(compared(false)) });
        let wrong = self.starts.and(starts).or(self.spaces.and(spaces));
        let wrong = wrong.or(other);
        wrong.intersects(wrong)
    }

    /// Reads a line of each stream. Returns the first four digits of the first and of the second piles.
    ///
    /// # Safety
    /// * As for [`filter`], of one row.
    #[inline(always)]
    unsafe fn row<const WIDE: bool, const LENGTHS: bool>(
        &mut self,
        starts: &mut [*const u8; STREAMS],
        lengths: &mut Lengths,
        row: usize,
    ) -> [V; 2] {
        // SAFETY: the caller guarantees that the bytes of one row, and 32 bytes before it, are readable.
        let ([a, c], [b, d]) = unsafe {
            (
                self.four_lines::<WIDE, LENGTHS>(LANES[0], starts, lengths, row),
                self.four_lines::<WIDE, LENGTHS>(LANES[1], starts, lengths, row),
            )
        };
        let ([_, first], [_, second]) = (a.unzip_u32(b), c.unzip_u32(d));
        [first, second]
    }

    /// Reads a line of each of these streams. Returns the bits that differ in the four bytes before each pile, and the first four
    /// digits of the pile.
    ///
    /// # Safety
    /// * As for [`Self::row`].
    #[inline(always)]
    unsafe fn four_lines<const WIDE: bool, const LENGTHS: bool>(
        &mut self,
        lanes: [usize; 4],
        starts: &mut [*const u8; STREAMS],
        lengths: &mut Lengths,
        row: usize,
    ) -> [V; 2] {
        let [a, b, c, d] = lanes;
        let begin = [self.at[a], self.at[b], self.at[c], self.at[d]];
        // SAFETY: the caller guarantees that the bytes of one row, and 32 bytes before it, are readable.
        let lines = unsafe { V::four_lines::<WIDE>(self.token, begin, 1 + usize::from(CR)) };
        let mut before = [begin; 2];
        // The compiler unrolls this loop, but not one over the array.
        #[allow(clippy::needless_range_loop)]
        for lane in 0..4 {
            let (stream, start, (next, [space, end])) = (lanes[lane], begin[lane], lines[lane]);
            starts[stream] = start;
            self.at[stream] = next;
            if LENGTHS {
                lengths[stream / 4][row][stream % 4] = [space as u8, end as u8];
            }
            before[0][lane] = start.wrapping_sub(4);
            before[1][lane] = start.wrapping_add(space).wrapping_sub(3);
        }
        // SAFETY: the caller guarantees that the bytes of one row, and 32 bytes before it, are readable.
        let (first, second) = unsafe {
            (
                self.before_lines(before[0]),
                V::load_quarters(self.token, before[1]),
            )
        };
        let second = second.xor(V::bytes(self.token, const { repeat(*b"000 0000") }));
        self.spaces = self.spaces.or(second).now();
        [first, second]
    }

    /// Compares the four bytes before the starts of four lines. Returns the bits that differ in these and in the next four bytes.
    /// The latter are the first four digits of a pile.
    ///
    /// # Safety
    /// * From 24 bytes before each place to 16 bytes after it, all bytes are readable.
    #[inline(always)]
    unsafe fn before_lines(&mut self, places: [*const u8; 4]) -> V {
        // SAFETY: the caller guarantees the bytes from 24 before each place to 16 after it.
        let bytes = unsafe { V::load_quarters(self.token, places) };
        let differences = bytes.xor(V::bytes(self.token, const { repeat(before_line(CR)) }));
        self.starts = self.starts.or(differences).now();
        differences
    }

    /// Compares the bytes before the next line of each stream.
    ///
    /// # Safety
    /// * From 28 bytes before each place to 12 bytes after it, all bytes are readable.
    #[inline(always)]
    unsafe fn ends(&mut self) {
        for lanes in LANES {
            let before = lanes.map(|stream| self.at[stream].wrapping_sub(4));
            // SAFETY: the caller guarantees that 28 bytes before each place and 12 bytes after it are readable.
            unsafe { self.before_lines(before) };
        }
    }
}

/// Reads up to `2 * steps` rows, and filters their lines. Returns the number of rows read, and moves `places` past them. It
/// stops early before a row with a line that is too long or is not `digits SP digits` with the expected line end, or one or two
/// rows before that row.
///
/// # Safety
/// * From 32 bytes before `places` to [`RUN_BYTES`] bytes after them, all bytes are readable.
/// * `steps` is at most `ROWS / 2`.
#[inline(always)]
pub(super) unsafe fn filter<
    D: Decide,
    V: Vector32,
    const WIDE: bool,
    const LENGTHS: bool,
    const CR: bool,
>(
    token: V::Token,
    places: &mut [*const u8; STREAMS],
    found: &mut Found,
    steps: usize,
) -> usize {
    let mut run = Rows::<V, CR>::new(token, *places);
    let zero = V::splat(token, 0);
    let (pairs, _) = found.starts.as_chunks_mut::<2>();
    for (step, (starts, candidates)) in pairs
        .iter_mut()
        .zip(&mut found.candidates)
        .take(steps)
        .enumerate()
    {
        let mut lengths = Lengths::default();
        let [first, second] = starts;
        // SAFETY: the caller guarantees the bytes from 32 before the places to `RUN_BYTES` after them: `ROWS` rows.
        let ([a, c], [b, d]) = unsafe {
            (
                run.row::<WIDE, LENGTHS>(first, &mut lengths, 0),
                run.row::<WIDE, LENGTHS>(second, &mut lengths, 1),
            )
        };
        if run.is_wrong(zero) {
            // This step also compares the line ends of the row before, so that row may be wrong.
            if step > 0 {
                *places = found.starts[2 * step - 1];
            }
            return (2 * step).saturating_sub(1);
        }
        let lengths = if LENGTHS {
            Some(load(token, &lengths, 0))
        } else {
            None
        };
        *candidates = !reject::<D, V>(token, [[a, b], [c, d]], lengths).bits();
    }
    let rows = 2 * steps;
    // SAFETY: the caller guarantees the bytes from 32 before the places to `RUN_BYTES` after them.
    unsafe { run.ends() };
    if run.is_wrong(zero) {
        *places = found.starts[rows - 1];
        return rows - 1;
    }
    *places = run.at;
    rows
}

/// As [`filter`], but keeps the digits of all lines. Piles have at most 15 digits, or 19 if `IS_LONG`. Returns the number of rows.
///
/// # Safety
/// * As for [`filter`].
#[inline(always)]
pub(super) unsafe fn keep<V: Vector32, const IS_LONG: bool, const CR: bool>(
    token: V::Token,
    places: &mut [*const u8; STREAMS],
    found: &mut Found,
    digits: &mut Digits,
    rows: usize,
) -> usize {
    let mut run = Rows::<V, CR>::new(token, *places);
    let mut seen = Windows::<V>::new(token, IS_LONG, CR);
    let mut read = rows;
    for (row, starts) in found.starts.iter_mut().enumerate().take(rows) {
        *starts = run.at;
        for four in 0..STREAMS / 4 {
            let first = 4 * four;
            let begin = [
                starts[first],
                starts[first + 1],
                starts[first + 2],
                starts[first + 3],
            ];
            // SAFETY: the caller guarantees `RUN_BYTES` bytes after the places: `ROWS` rows of lines of `MAX_LINE_BYTES` bytes.
            let places = unsafe { V::four_lines::<IS_LONG>(token, begin, 1 + usize::from(CR)) };
            let mut lines = [Line::new(begin[0], [0; 2]); 4];
            for i in 0..4 {
                let (next, ends) = places[i];
                run.at[first + i] = next;
                lines[i] = Line::new(begin[i], ends);
            }
            // SAFETY: the caller guarantees the bytes from 32 before the places to `RUN_BYTES` after them. A line ends within 64 bytes.
            unsafe { digits.keep_four(token, row, four, &lines, IS_LONG, &mut seen) };
        }
        if CR {
            // Compares the LF after each CR.
            // SAFETY: the caller guarantees the bytes from 32 before the places to `RUN_BYTES` after them.
            unsafe { run.ends() };
        }
        if run.is_wrong(seen.fault::<IS_LONG>(token)) {
            run.at = *starts;
            read = row;
            break;
        }
    }
    *places = run.at;
    read
}

/// Whether a line that a run takes begins at `start`. Moves `start` past the line.
///
/// # Safety
/// * From the byte before `start` to 66 bytes after it, all bytes are readable.
#[inline(always)]
pub(super) unsafe fn skip_line<V: Vector32>(
    token: V::Token,
    start: &mut *const u8,
    is_wide: bool,
    is_cr: bool,
) -> bool {
    // SAFETY: the caller guarantees that 66 bytes from `start` are readable.
    let (space, end) = unsafe { V::first_two(token, *start, true) };
    // SAFETY: the caller guarantees that 66 bytes from `start` are readable, and `end` is at most 64.
    let byte = |at: usize| unsafe { start.wrapping_add(at).read() };
    let is_end = if is_cr {
        [byte(end), byte(end + 1)] == *b"\r\n"
    } else {
        byte(end) == b'\n'
    };
    let is_line = space > 0 && end > space + 1 && byte(space) == b' ' && is_end;
    *start = start.wrapping_add(end + 1 + usize::from(is_cr));
    is_line && (is_wide || end <= 32)
}
