//! The AVX2 kernel: the operations of [`wide32`](crate::parse::wide32) for machines without AVX-512.
//!
//! `vector` has the operations, and `short_lines` the answers of short lines.

mod short_lines;
mod vector;

use crate::parse::wide32::Batches32;
use vector::V256;

/// Batches read with AVX2.
pub(in crate::parse) type Batches256 = Batches32<V256>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::Kernel;
    use crate::parse::batch::LINES;
    use crate::parse::batch::dialect::Dialect;
    use crate::parse::batch::driver::Driver;
    use crate::parse::batch::tests::{
        Count, Never, NeverSlowly, dialects, few_lines_are_candidates,
        lines_must_start_behind_a_line_feed, pieces_in_any_form_are_taken_whole,
    };
    use crate::parse::wide32::BYTES_BEFORE;
    use crate::parse::wide32::tests::{
        bytes_that_are_no_digits_are_found, cold_positions_are_candidates_and_few_others,
        no_batch_ends_within_a_token, positions_are_those_of_the_separators,
    };
    use crate::parse::x86_64::Avx2;

    /// The other tests would pass if every line were left to the driver.
    #[test]
    fn lines_are_taken_to_the_last_batch() {
        let Some(token) = Avx2::detect() else { return };
        for (dialect, end) in dialects() {
            // The fallback answers a line with a pile beyond u64. If lines end with CR LF, such a batch is
            // refused.
            for digits in 1..=if end == "\n" { 31 } else { 18 } {
                for oversized in [false, true] {
                    let mut text = end.repeat(BYTES_BEFORE);
                    let at = text.len();
                    for i in 0..1000 {
                        let (a, b) = (10u128.pow(digits - 1) + i % 9, i % 7);
                        // A pile longer than any window. The batch has the widest windows anyway.
                        let more = if oversized && digits > 18 && i % 500 == 3 {
                            "0".repeat(50)
                        } else {
                            String::new()
                        };
                        text += &format!("{a} {more}{b}{end}");
                    }
                    let (mut kernel, mut count) = (Driver::new(Batches256::new(token)), Count(0));
                    let text = text.as_bytes();
                    let stop = kernel.run::<Never, _>(dialect, text, at, &mut count).at;
                    let lines = text[at..stop].iter().filter(|&&c| c == b'\n').count();
                    assert_eq!(count.0, lines);
                    // Less than a batch and a block.
                    let all = 1000 - lines < LINES + 16;
                    assert!(all, "{digits} digits, {dialect:?}: {lines} lines");
                }
            }
        }
    }

    /// The fallback would give the same answers in more time.
    #[test]
    fn leading_zeros_need_no_fallback() {
        let Some(token) = Avx2::detect() else { return };
        for zeros in [16, 17, 19] {
            let line = format!(
                "{:0zeros$} {:0zeros$}\n7 {:0zeros$}\n",
                0,
                u64::MAX / 10,
                34
            );
            let text = "\n".repeat(BYTES_BEFORE) + &line.repeat(3000);
            let (mut kernel, mut count) = (Driver::new(Batches256::new(token)), Count(0));
            kernel.run::<NeverSlowly, _>(
                Dialect::Strict,
                text.as_bytes(),
                BYTES_BEFORE,
                &mut count,
            );
            assert!(count.0 > 6000 - LINES - 16, "{}", count.0);
        }
    }

    #[test]
    fn pieces_are_taken_whole() {
        if let Some(token) = Avx2::detect() {
            pieces_in_any_form_are_taken_whole(|| Batches256::new(token));
        }
    }

    /// The first line ends exactly where the first batch may begin.
    #[test]
    fn a_line_ends_where_batches_may_begin() {
        let Some(token) = Avx2::detect() else { return };
        let text = format!("{:>width$} 7\n", 3, width = BYTES_BEFORE - 3) + &"12 3\n".repeat(1000);
        let (mut kernel, mut count) = (Driver::new(Batches256::new(token)), Count(0));
        let stop = Kernel::<Never>::lines(&mut kernel, text.as_bytes(), 0, &mut count);
        // The last lines are left to the scalar parser.
        let rest = (text.len() - stop) / 5;
        assert!(rest < 4 && count.0 + rest == 1001, "{stop} {}", count.0);
    }

    #[test]
    fn a_line_must_start_behind_a_line_feed() {
        if let Some(token) = Avx2::detect() {
            lines_must_start_behind_a_line_feed(|| Batches256::new(token));
        }
    }

    #[test]
    fn few_lines_of_mixed_lengths_are_candidates() {
        if let Some(token) = Avx2::detect() {
            few_lines_are_candidates(|| Batches256::new(token));
        }
    }

    #[test]
    fn cold_positions_are_candidates() {
        if let Some(token) = Avx2::detect() {
            cold_positions_are_candidates_and_few_others(|| Batches256::new(token));
            no_batch_ends_within_a_token(|| Batches256::new(token));
        }
    }

    #[test]
    fn positions_are_written() {
        if let Some(token) = Avx2::detect() {
            positions_are_those_of_the_separators::<V256>(token);
            bytes_that_are_no_digits_are_found::<V256>(token);
        }
    }
}
