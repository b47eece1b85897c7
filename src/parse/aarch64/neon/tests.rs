//! The tests that every kernel of batches shares, for NEON; and tests of its windows.

use super::*;
use crate::parse::Kernel;
use crate::parse::aarch64::DecideNeon;
use crate::parse::batch::Batch;
use crate::parse::batch::LINES;
use crate::parse::batch::dialect::{Dialect, Strict};
use crate::parse::batch::driver::Driver;
use crate::parse::batch::tests::{
    Answers, Asked, Count, Draw, Never, NeverSlowly, Normalise, dialects, few_lines_are_candidates,
    lines_must_start_behind_a_line_feed, normalisation_deletes_only_whitespace,
    normalisation_makes_strict_lines, normalisation_refuses_lone_carriage_returns,
    pieces_in_any_form_are_taken_whole,
};
use crate::parse::wide32::BYTES_BEFORE;
use crate::parse::wide32::tests::{
    bytes_that_are_no_digits_are_found, cold_positions_are_candidates_and_few_others,
    no_batch_ends_within_a_token, positions_are_those_of_the_separators,
};
use crate::pipeline::decide::{Ascending, IsCold};
use core::arch::aarch64::{uint32x4_t, uint64x2_t, vdupq_n_u32};

/// Every line passes the filter, so [`Decide::pair`] is asked about each line.
impl DecideNeon for Never {
    const IS_EXACT: bool = false;

    fn u31_x4(_: uint32x4_t, _: uint32x4_t) -> uint32x4_t {
        // SAFETY: every aarch64 has NEON.
        unsafe { vdupq_n_u32(u32::MAX) }
    }

    fn u64_x4(_: [uint64x2_t; 2], _: [uint64x2_t; 2]) -> uint32x4_t {
        // SAFETY: every aarch64 has NEON.
        unsafe { vdupq_n_u32(u32::MAX) }
    }
}

impl DecideNeon for NeverSlowly {
    const IS_EXACT: bool = false;

    fn u31_x4(x: uint32x4_t, y: uint32x4_t) -> uint32x4_t {
        Never::u31_x4(x, y)
    }

    fn u64_x4(x: [uint64x2_t; 2], y: [uint64x2_t; 2]) -> uint32x4_t {
        Never::u64_x4(x, y)
    }
}

/// The other tests would pass if every line were left to the driver.
#[test]
fn lines_are_taken_to_the_last_batch() {
    for (dialect, end) in dialects() {
        // The fallback answers a line with more digits. If lines end with CR LF, such a batch is refused.
        for digits in 1..=if end == "\n" { 31 } else { 18 } {
            for oversized in [false, true] {
                let mut text = end.repeat(BYTES_BEFORE);
                let at = text.len();
                for i in 0..5000 {
                    let (a, b) = (10u128.pow(digits - 1) + i % 9, i % 7);
                    // A pile longer than any window. The batch has the widest windows anyway.
                    let more = if oversized && digits > 18 && i % 500 == 3 {
                        "0".repeat(40)
                    } else {
                        String::new()
                    };
                    text += &format!("{a} {more}{b}{end}");
                }
                let (mut kernel, mut count) = (Driver::new(BatchesNeon::new(())), Count(0));
                let text = text.as_bytes();
                let stop = kernel.run::<Never, _>(dialect, text, at, &mut count).at;
                let lines = text[at..stop].iter().filter(|&&c| c == b'\n').count();
                assert_eq!(count.0, lines);
                // Less than a batch and a block.
                let all = 5000 - lines < LINES + 16;
                assert!(all, "{digits} digits, {dialect:?}: {lines} lines");
            }
        }
    }
}

/// Lines of at most 19 digits a pile need no fallback, with or without leading zeros.
#[test]
fn nineteen_digits_need_no_fallback() {
    for digits in [1, 7, 8, 9, 10, 15, 16, 17, 18, 19] {
        let line = format!("{:0digits$} {:0digits$}\n7 {:0digits$}\n", 0, 7, 3);
        let text = "\n".repeat(BYTES_BEFORE) + &line.repeat(3000);
        let (mut kernel, mut count) = (Driver::new(BatchesNeon::new(())), Count(0));
        let progress = kernel.run::<NeverSlowly, _>(
            Dialect::Strict,
            text.as_bytes(),
            BYTES_BEFORE,
            &mut count,
        );
        assert!(count.0 > 6000 - LINES - 16, "{}", count.0);
        assert!(
            (digits..=19).contains(&progress.max_digits),
            "{}",
            progress.max_digits
        );
    }
}

/// Numbers of each length, in each place of a batch, are read rightly.
#[test]
fn numbers_are_read() {
    let mut draw = Draw(1);
    for digits in 1..=19 {
        for (dialect, end) in dialects() {
            let (mut text, mut expected) = (end.repeat(BYTES_BEFORE), Vec::new());
            let at = text.len();
            for _ in 0..64 * 60 {
                let pile = |draw: &mut Draw| {
                    let digits = if draw.below(4) == 0 {
                        1 + draw.below(digits)
                    } else {
                        digits
                    };
                    let most = 10u64.pow(digits as u32);
                    match draw.below(8) {
                        0 => most - 1,
                        1 => most / 10,
                        // Groups of nines beside zeros, to test carries between groups.
                        2 => most / 10 * 9 / 1_000_000 * 1_000_000,
                        3 => most / 10 / 1_000_000 * 1_000_000 + most / 10 % 999_999,
                        _ => draw.below(most),
                    }
                };
                let a = pile(&mut draw);
                // Half of the second piles differ by at most one.
                let b = if draw.below(2) == 0 {
                    pile(&mut draw)
                } else {
                    a - u64::from(a > 0 && draw.below(2) == 0)
                };
                let (a, b) = if draw.below(2) == 0 { (a, b) } else { (b, a) };
                text += &format!("{a} {b}{end}");
                expected.push((a, b));
            }
            let mut kernel = Driver::new(BatchesNeon::new(()));
            let mut seen = [Answers::default(), Answers::default()];
            kernel.run::<Ascending, _>(dialect, text.as_bytes(), at, &mut seen[0]);
            kernel.run::<IsCold, _>(dialect, text.as_bytes(), at, &mut seen[1]);
            let [ascending, cold] = seen.map(|seen| seen.0);
            assert!(ascending.len() >= 58 && cold.len() == ascending.len());
            for (i, &(a, b)) in expected.iter().enumerate().take(64 * cold.len()) {
                let bit = |answers: &[u64]| answers[i / 64] >> (i % 64) & 1 == 1;
                assert_eq!(bit(&ascending), a < b, "line {i}: {a} {b}");
                assert_eq!(bit(&cold), crate::game::is_cold(a, b), "line {i}: {a} {b}");
            }
        }
    }
}

/// Cold positions of every size, and positions beside them.
#[test]
fn cold_positions_are_found() {
    let mut draw = Draw(2);
    for digits in 1..=19 {
        let (mut text, mut expected) = ("\n".repeat(BYTES_BEFORE), Vec::new());
        for _ in 0..64 * 60 {
            let least = 10u64.pow(digits - 1);
            let (a, b) = loop {
                let rank = (u128::from(least) * u128::from(draw.below(1000)) / 250) as u64;
                // The larger pile may have 20 digits. A pile of 19 digits stays below the largest number of 19 digits.
                let Some((a, b)) = crate::game::wythoff_pair(rank) else {
                    continue;
                };
                if b < 9_999_999_999_999_999_999 {
                    break (a + draw.below(3) / 2, b);
                }
            };
            let (a, b) = if draw.below(2) == 0 { (a, b) } else { (b, a) };
            text += &format!("{a} {b}\n");
            expected.push(crate::game::is_cold(a, b));
        }
        let (mut kernel, mut seen) = (Driver::new(BatchesNeon::new(())), Answers::default());
        kernel.run::<IsCold, _>(Dialect::Strict, text.as_bytes(), BYTES_BEFORE, &mut seen);
        assert!(seen.0.len() >= 58);
        let mut cold = 0;
        for (i, &expected) in expected.iter().enumerate().take(64 * seen.0.len()) {
            let answer = seen.0[i / 64] >> (i % 64) & 1 == 1;
            assert_eq!(answer, expected, "line {i} of {digits} digits");
            cold += usize::from(answer);
        }
        assert!(cold > 1000, "{cold}");
    }
}

/// For mixed lengths the walk uses the filter after the first batch. A byte that is no digit, or a wrong separator, anywhere in a batch stops the walk there.
#[test]
fn mixed_lengths_are_filtered() {
    let mut draw = Draw(3);
    let mut lines = Vec::new();
    for _ in 0..64 * 40 {
        let [a, b] = [0, 1].map(|_| {
            let digits = 1 + draw.below(19) as u32;
            draw.below(10u64.pow(digits)).max(10u64.pow(digits - 1))
        });
        // A cold position now and then.
        let (a, b) = match draw.below(16) {
            0 => crate::game::wythoff_pair(a / 16).expect("below 2^64"),
            _ => (a, b),
        };
        lines.push((a, b));
    }
    let text = |lines: &[(u64, u64)]| {
        let lines = lines.iter().map(|(a, b)| format!("{a} {b}\n"));
        "\n".repeat(BYTES_BEFORE) + &lines.collect::<String>()
    };
    let good = text(&lines);
    let run = |text: &[u8], at| {
        let (mut batches, mut seen) = (BatchesNeon::new(()), Answers::default());
        let progress = Batch::<IsCold>::run::<_, Strict>(&mut batches, text, at, &mut seen);
        assert!(seen.0.is_empty() || Batch::<IsCold>::is_filtering(&batches));
        (progress, seen.0)
    };
    // No more than three batches in a row were left to windows, so the walk did not stop.
    let (_, answers) = run(good.as_bytes(), BYTES_BEFORE);
    assert!(answers.len() >= 38);
    let mut cold = 0;
    for (i, &(a, b)) in lines.iter().enumerate().take(64 * answers.len()) {
        let answer = answers[i / 64] >> (i % 64) & 1 == 1;
        assert_eq!(answer, crate::game::is_cold(a, b), "line {i}: {a} {b}");
        cold += usize::from(answer);
    }
    assert!(cold > 100, "{cold}");
    // Each byte of some lines becomes another one.
    let ends: Vec<_> = memchr::memchr_iter(b'\n', good.as_bytes()).collect();
    for at in ends[BYTES_BEFORE - 1 + 200]..ends[BYTES_BEFORE - 1 + 230] {
        for bad in [b'x', b':', b'/', b'\t', b' ', b'\n', b'\r', 0x80, 0] {
            let mut text = good.clone().into_bytes();
            if std::mem::replace(&mut text[at], bad) == bad {
                continue;
            }
            // Each line that was answered is valid, and has the answer of the scalar parser.
            let (progress, answers) = run(&text, BYTES_BEFORE);
            let mut start = BYTES_BEFORE;
            for (i, line) in text[BYTES_BEFORE..progress.at]
                .split_inclusive(|&c| c == b'\n')
                .enumerate()
            {
                let record = crate::parse::scalar::record(&line[..line.len() - 1]);
                let record = record.expect("a valid line").expect("a record");
                let answer = answers[i / 64] >> (i % 64) & 1 == 1;
                assert_eq!(answer, record.decide::<IsCold>(), "{bad} at {at}, line {i}");
                start += line.len();
            }
            assert_eq!(start, progress.at);
        }
    }
}

#[test]
fn pieces_are_taken_whole() {
    pieces_in_any_form_are_taken_whole(|| BatchesNeon::new(()));
}

/// The lines before the first batch end where batches may begin.
#[test]
fn a_line_ends_where_batches_may_begin() {
    let text = format!("{:>width$} 7\n", 3, width = BYTES_BEFORE - 3) + &"12 3\n".repeat(1000);
    let (mut kernel, mut count) = (Driver::new(BatchesNeon::new(())), Count(0));
    let stop = Kernel::<Never>::lines(&mut kernel, text.as_bytes(), 0, &mut count);
    // The last lines are left to the scalar parser.
    let rest = (text.len() - stop) / 5;
    assert!(rest < 4 && count.0 + rest == 1001, "{stop} {}", count.0);
}

#[test]
fn a_line_must_start_behind_a_line_feed() {
    lines_must_start_behind_a_line_feed(|| BatchesNeon::new(()));
}

const METHODS: [Normalise; 1] =
    [|piece, out| Batch::<Never>::normalise(&mut BatchesNeon::new(()), piece, out)];

#[test]
fn valid_lines_become_strict_ones() {
    normalisation_makes_strict_lines(&METHODS);
}

#[test]
fn only_whitespace_is_deleted() {
    normalisation_deletes_only_whitespace(&METHODS);
}

#[test]
fn a_carriage_return_that_no_newline_follows() {
    normalisation_refuses_lone_carriage_returns(&METHODS);
}

#[test]
fn lines_are_filtered() {
    few_lines_are_candidates(|| BatchesNeon::new(()));
    cold_positions_are_candidates_and_few_others(|| BatchesNeon::new(()));
    no_batch_ends_within_a_token(|| BatchesNeon::new(()));
}

#[test]
fn positions_are_written() {
    positions_are_those_of_the_separators::<V128x2>(());
    bytes_that_are_no_digits_are_found::<V128x2>(());
}

impl DecideNeon for Asked {
    const IS_EXACT: bool = true;

    fn u31_x4(x: uint32x4_t, y: uint32x4_t) -> uint32x4_t {
        Never::u31_x4(x, y)
    }

    fn u64_x4(x: [uint64x2_t; 2], y: [uint64x2_t; 2]) -> uint32x4_t {
        Never::u64_x4(x, y)
    }
}
