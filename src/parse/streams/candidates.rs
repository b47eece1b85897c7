//! Candidates: lines that the filter does not reject. They wait until there are enough to answer them together.

use super::answers::Answers;
use super::numbers::{Digits, LINES, ROWS, STREAMS};
use super::run::Found;
use super::vector::Asks;
use crate::parse::{Decide, scalar};

/// Room for the candidates of a run, for those that the run before left, and for a few entries that are written but do not
/// count.
const QUEUE: usize = ROWS * STREAMS + LINES + 4;

pub(super) struct Candidates {
    starts: [*const u8; QUEUE],
    /// The segment of each line, and the number of the line in the segment.
    targets: [(u32, u32); QUEUE],
    pub(super) waiting: usize,
    /// The candidates of a run: 32 times the step, plus the bit in the step.
    list: [u16; ROWS * STREAMS + 4],
}

impl Candidates {
    pub(super) const NEW: Self = Self {
        starts: [std::ptr::null(); QUEUE],
        targets: [(0, 0); QUEUE],
        waiting: 0,
        list: [0; ROWS * STREAMS + 4],
    };

    /// Adds the candidates of a run of `read` rows; returns how many. A stream has the first `counts` of its lines. `firsts` has its
    /// segment, and the number of its first line there.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        found: &Found,
        read: usize,
        counts: &[usize; STREAMS],
        firsts: &[(u32, u32); STREAMS],
    ) -> usize {
        let steps = &found.candidates[..read.div_ceil(2)];
        let all: u32 = steps.iter().map(|bits| bits.count_ones() / 2).sum();
        let list = &mut self.list;
        let mut count = 0;
        for (step, &bits) in steps.iter().enumerate() {
            let mut bits = bits & Found::ONE_EACH;
            let step = (step << 5) as u16;
            if all as usize >= read / 2 {
                // The end of a loop could not be predicted, so four places are written at once. Few steps have more than four
                // candidates.
                let end = count + bits.count_ones() as usize;
                for place in &mut list[count..count + 4] {
                    *place = step | bits.trailing_zeros() as u16 & 31;
                    bits &= bits.wrapping_sub(1);
                }
                count = end.min(count + 4);
            }
            while bits != 0 {
                list[count] = step | bits.trailing_zeros() as u16;
                bits &= bits - 1;
                count += 1;
            }
        }
        let before = self.waiting;
        for &place in &self.list[..count] {
            let (row, stream) = Found::line(u32::from(place & 31));
            let row = 2 * usize::from(place >> 5) + row;
            let (segment, first) = firsts[stream];
            self.starts[self.waiting] = found.starts[row][stream];
            self.targets[self.waiting] = (segment, first + row as u32);
            // The last rows of a run may be beyond the end of a stream.
            self.waiting += usize::from(row < counts[stream]);
        }
        self.waiting - before
    }

    /// Answers the last candidates, at most 64.
    ///
    /// # Safety
    /// * At least 32 bytes before each line that waits are readable, and [`RUN_BYTES`](super::run::RUN_BYTES) bytes from its start.
    #[inline(always)]
    pub(super) unsafe fn answer<D: Decide, V: Asks<D>>(
        &mut self,
        token: V::Token,
        digits: &mut Digits,
        answers: &mut Answers,
        is_wide: bool,
        is_cr: bool,
    ) {
        let count = self.waiting.min(LINES);
        self.waiting -= count;
        let starts = &mut self.starts[self.waiting..];
        let first = starts[0];
        starts[count..LINES].fill(first);
        let starts = starts
            .first_chunk()
            .expect("the queue has room for 64 lines");
        // SAFETY: the caller guarantees 32 bytes before each line and RUN_BYTES, which is more than 80, from its start.
        let (mut ones, mut long) =
            unsafe { digits.answer_lines::<D, V>(token, starts, count, is_wide, is_cr) };
        long &= u64::MAX >> (LINES - count);
        while long != 0 {
            let line = long.trailing_zeros() as usize;
            long &= long - 1;
            ones |= u64::from(long_line::<D>(starts[line])) << line;
        }
        ones &= u64::MAX >> (LINES - count);
        while ones != 0 {
            let (segment, line) = self.targets[self.waiting + ones.trailing_zeros() as usize];
            ones &= ones - 1;
            answers.set(segment as usize, line as usize);
        }
    }
}

/// The answer of a line with a pile of more than 19 digits.
#[cold]
fn long_line<D: Decide>(start: *const u8) -> bool {
    // SAFETY: the line is in the region, so RUN_BYTES bytes from its start are readable.
    let line = unsafe { std::slice::from_raw_parts(start, 66) };
    let is_end = |&byte: &u8| byte != b' ' && !byte.is_ascii_digit();
    let end = line.iter().position(is_end).unwrap_or(line.len());
    match scalar::record(&line[..end]) {
        Ok(Some(pair)) => pair.decide::<D>(),
        // The text has changed since a run read the line.
        _ => false,
    }
}
