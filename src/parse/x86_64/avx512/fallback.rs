//! Answers the lines that fit no lane, one by one.
//!
//! Input: the lines of a tile that its lanes do not take. Output: their answers.

use crate::parse::{Decide, scalar, swar};

/// Answers the lines of a tile that have a bit in `fallback`, with the SWAR kernel or the scalar parser. Their answers replace
/// those in `answers`. The tile begins at `first` in the text, and `starts` has the places of its lines, and the place after
/// them, counted from there. `None` if these places are wrong or a line is malformed.
#[cold]
#[inline(never)]
pub(super) fn answer_lines<D: Decide>(
    starts: &[u16],
    first: usize,
    text: &[u8],
    mut answers: u64,
    mut fallback: u64,
) -> Option<u64> {
    while fallback != 0 {
        let line = fallback.trailing_zeros() as usize;
        fallback &= fallback - 1;
        let [start, next] = [line, line + 1].map(|line| first + usize::from(starts[line]));
        // Only the length of a token modulo 256 is known. So after a longer token these places may not be the starts of lines.
        if text.get(start - 1) != Some(&b'\n') || text.get(next - 1) != Some(&b'\n') {
            return None;
        }
        let answer = match swar::read_line(text, start) {
            // Without its leading zeros, each pile fits `u64`.
            Some((Some((a, b)), end)) if end == next => D::pair(a, b),
            _ => scalar::record(&text[start..next - 1]).ok()??.decide::<D>(),
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
        let answers = |starts: &[u16]| answer_lines::<IsCold>(starts, 1, text.as_bytes(), 0, 0b101);
        assert_eq!(answers(&[0, 4, 8, 12]), Some(0b101));
        assert_eq!(answers(&[0, 8, 16, 24]), None);
    }
}
