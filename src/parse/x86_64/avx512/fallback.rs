//! Answers the lines that fit no lane, one by one.
//!
//! Input: the lines of a tile that its lanes do not take. Output: their answers.

use super::index::LINES;
use crate::parse::{Decide, scalar, swar};

/// Answers the lines of a tile that have a bit in `fallback`, with the SWAR kernel or the scalar parser.
/// Their answers replace those in `answers`. The first line of the tile starts at `start`; `steps` has the length of each
/// line in bytes, according to the index. `None` if the index is wrong or a line is malformed.
#[cold]
#[inline(never)]
pub(super) fn answer_lines<D: Decide>(
    steps: &[impl Copy + Into<u32>; LINES],
    start: usize,
    text: &[u8],
    mut answers: u64,
    mut fallback: u64,
) -> Option<u64> {
    let mut line_start = start;
    let mut line = 0;
    while fallback != 0 {
        let next = fallback.trailing_zeros() as usize;
        fallback &= fallback - 1;
        while line < next {
            line_start += steps[line].into() as usize;
            line += 1;
        }
        let line_end = line_start + steps[line].into() as usize - 1;
        // Only the length of a token modulo 64 or 256 is known. So after a longer token these places may not be the ends of
        // lines.
        if text.get(line_start - 1) != Some(&b'\n') || text.get(line_end) != Some(&b'\n') {
            return None;
        }
        let answer = match swar::read_line(text, line_start) {
            // Without its leading zeros, each pile fits `u64`.
            Some((Some((a, b)), next)) if next == line_end + 1 => D::pair(a, b),
            _ => scalar::record(&text[line_start..line_end])
                .ok()??
                .decide::<D>(),
        };
        answers = answers & !(1 << line) | u64::from(answer) << line;
    }
    Some(answers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::decide::IsCold;

    /// If a position in the index is wrong, a line of the index may be two lines of the text. It gets no answer.
    #[test]
    fn two_lines_are_not_one() {
        let text = "\n".to_owned() + &"1 2\n".repeat(30);
        let answers = |step| answer_lines::<IsCold>(&[step; LINES], 1, text.as_bytes(), 0, 0b101);
        assert_eq!(answers(4u32), Some(0b101));
        assert_eq!(answers(8), None);
    }
}
