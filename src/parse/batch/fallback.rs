//! Lines that go through no lane: they are answered one by one.
//!
//! Input: the lines of a batch that its lanes do not take, or lines before and between batches. Output: their answers.

use super::{LINES, ratio};
use crate::parse::swar::word::{are_digits, parse_first};
use crate::parse::{Decide, scalar, swar};

/// Answers the lines of a batch that have a bit in `fallback`, with the SWAR kernel, [`rejects_line`] or the scalar parser.
/// Their answers replace those in `answers`. The first line of the batch starts at `start`; `steps` has the length of each
/// line in bytes, according to the index. `None` if the index is wrong or a line is malformed.
#[cold]
#[inline(never)]
pub(in crate::parse) fn answer_lines<D: Decide>(
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
        // The length of a token is known modulo 64 or 256 only. So the step of a longer token may lead elsewhere.
        if text.get(line_start - 1) != Some(&b'\n') || text.get(line_end) != Some(&b'\n') {
            return None;
        }
        let line_text = &text[line_start..line_end];
        let answer = match swar::read_line(text, line_start) {
            // The piles have only a few digits without their leading zeros.
            Some((Some((a, b)), next)) if next == line_end + 1 => D::pair(a, b),
            _ => !rejects_line::<D>(line_text) && scalar::record(line_text).ok()??.decide::<D>(),
        };
        answers = answers & !(1 << line) | u64::from(answer) << line;
    }
    Some(answers)
}

/// Whether the lengths and the first digits of a line's piles show that its answer is 0. `false` for every line that is not
/// two piles above 0 with one blank between.
fn rejects_line<D: Decide>(line: &[u8]) -> bool {
    let Some(blank) = memchr::memchr2(b' ', b'\t', line) else {
        return false;
    };
    let number = |pile: &[u8]| {
        let zeros = pile.iter().take_while(|&&c| c == b'0').count();
        (zeros < pile.len() && are_digits(pile)).then_some(zeros)
    };
    let (a, b) = (&line[..blank], &line[blank + 1..]);
    let (Some(_), Some(zeros_a), Some(zeros_b)) = (D::RATIO, number(a), number(b)) else {
        return false;
    };
    let (a, b) = (&a[zeros_a..], &b[zeros_b..]);
    let longer = (b.len() + 1).wrapping_sub(a.len());
    if longer > 2 {
        return true;
    }
    let digits = a.len().min(b.len()).min(6);
    let [a, b] = [a, b].map(|pile| {
        let mut word = [b'0'; 8];
        word[1..=digits].copy_from_slice(&pile[..digits]);
        parse_first(word, digits as u8)
    });
    ratio::rejects_pair::<D>(a, b, longer)
}

/// How many digits the longest number of `text` has.
pub(in crate::parse) fn max_digits(text: &[u8]) -> usize {
    let (mut longest, mut length) = (0, 0);
    for &c in text {
        length = if c.is_ascii_digit() { length + 1 } else { 0 };
        longest = length.max(longest);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::big::pair_big;
    use crate::pipeline::decide::IsCold;
    use num_bigint::BigUint;
    use std::num::NonZeroU64;

    #[test]
    fn no_cold_position_is_rejected_and_most_others_are() {
        let (mut n, mut rejected, mut others) = (BigUint::from(1u32), 0, 0);
        while n.bits() < 600 {
            for n in [&n - 1u32, n.clone()] {
                let (a, b) = pair_big(&n, NonZeroU64::MIN);
                assert!(
                    !rejects_line::<IsCold>(format!("{a} {b}").as_bytes()),
                    "{n}"
                );
                assert!(
                    !rejects_line::<IsCold>(format!("{b}\t{a}").as_bytes()),
                    "{n}"
                );
                assert!(
                    !rejects_line::<IsCold>(format!("{a:0>500} {b}").as_bytes()),
                    "{n}"
                );
                assert!(
                    !rejects_line::<IsCold>(format!("00{b} {a:0>500}").as_bytes()),
                    "{n}"
                );
                for b in [&b * 63u32 / 64u32, &b * 65u32 / 64u32, &b * 7u32] {
                    rejected += u32::from(rejects_line::<IsCold>(format!("{a} {b}").as_bytes()));
                    rejected += u32::from(rejects_line::<IsCold>(format!("{b} {a}").as_bytes()));
                    others += 2;
                }
            }
            n = n * 3u32 / 2u32 + 1u32;
        }
        assert!(rejected * 100 > others * 98, "{rejected} of {others}");
    }

    /// Where a position is wrong, a line of the index may be two lines of the text.
    #[test]
    fn two_lines_are_not_one() {
        let text = "\n".to_owned() + &"1 2\n".repeat(30);
        let answers = |step| answer_lines::<IsCold>(&[step; LINES], 1, text.as_bytes(), 0, 0b101);
        assert_eq!(answers(4u32), Some(0b101));
        assert_eq!(answers(8), None);
    }

    /// Only a strict line with two piles above 0 may be rejected.
    #[test]
    fn a_line_of_another_form_is_not_rejected() {
        assert!(rejects_line::<IsCold>(b"12345678901234567890123 1"));
        assert!(rejects_line::<IsCold>(b"1 9"));
        assert!(rejects_line::<IsCold>(b"001 09"));
        for line in [
            "",
            " ",
            "1",
            "1 ",
            " 9",
            "1 9 ",
            " 1 9",
            "1  9",
            "1 9\r",
            "1 9x",
            "1/ 9",
            "1: 9",
            "1 00",
            "0 9",
            "1 9 1",
            "123456789012345678901234567890 12345678901234567z890",
        ] {
            assert!(!rejects_line::<IsCold>(line.as_bytes()), "{line:?}");
        }
    }
}
