//! Tests of the filter, by the lines about which a kernel asks.

use crate::game::wythoff_pair;
use crate::parse::batch::dialect::STRICT;
use crate::parse::batch::driver::Driver;
use crate::parse::batch::tests::{Answers, Asked, Draw};
use crate::parse::x86_64::Avx512;
use crate::parse::x86_64::avx512::Batches512;
use crate::pipeline::decide::IsCold;

/// The candidates are all lines whose piles may have the ratio, and few other lines. (Too many candidates would only
/// cost time.)
#[test]
fn lines_near_the_ratio_are_candidates() {
    let Some(token) = Avx512::detect() else {
        return;
    };
    let mut numbers = Draw(1);
    let mut draw =
        |below: u128| (u128::from(numbers.next()) << 64 | u128::from(numbers.next())) % below;
    let (mut near, mut others) = (0, 0);
    for blank in [b' ', b'\t'] {
        let dialect = crate::parse::batch::dialect::Dialect { blank, last: None };
        let mut text = vec![b'\n'];
        let mut expected = Vec::new();
        for i in 0..40_000u32 {
            let digits = if i % 64 == 7 { 13 } else { 7 + draw(13) as u32 };
            let a = 10u128.pow(digits - 1) + draw(9 * 10u128.pow(digits - 1));
            // One line in 16 has the ratio, two in 16 nearly have it, and one in 64 has a zero before a pile.
            let (b, is_candidate) = match i % 16 {
                3 => (a * 8 / 5 + u128::from(i / 16 % 2), Some(true)),
                5 => (a * 8 / 5 + a / 500, Some(false)),
                9 => (a * 8 / 5 - a / 500, Some(false)),
                _ => (
                    10u128.pow(digits - 1) * (1 + draw(9)) + draw(10u128.pow(digits - 1)),
                    None,
                ),
            };
            // A pile that begins with 1000 may make a candidate as if it began with a zero.
            let thousand = [a, b].iter().any(|n| n.to_string().starts_with("1000"));
            let is_candidate = is_candidate.filter(|&is| is || !thousand);
            let zero = if i % 64 == 11 { "0" } else { "" };
            let is_candidate = if i % 64 == 11 {
                Some(true)
            } else {
                is_candidate
            };
            let (a, b) = if i / 32 % 2 == 0 { (a, b) } else { (b, a) };
            text.extend(format!("{zero}{a}{}{b}\n", char::from(blank)).bytes());
            expected.push(is_candidate);
        }
        let (mut kernel, mut seen) = (Driver::new(Batches512::new(token)), Answers::default());
        kernel.run::<Asked, _>(dialect, &text, 1, &mut seen);
        assert!(seen.0.len() > 600);
        for (i, is_candidate) in expected.iter().enumerate().take(64 * seen.0.len()) {
            let asked = seen.0[i / 64] >> (i % 64) & 1 == 1;
            match is_candidate {
                Some(is) => assert_eq!(asked, *is, "line {i}"),
                None => near += usize::from(asked),
            }
            others += usize::from(is_candidate.is_none());
        }
    }
    assert!(near * 200 < others, "{near} of {others}");
}

/// Short piles among long ones. Of a short pile, the six bytes that are read do not all belong to it.
#[test]
fn no_short_cold_position_is_lost() {
    let Some(token) = Avx512::detect() else {
        return;
    };
    let (mut kernel, mut seen) = (Driver::new(Batches512::new(token)), Answers::default());
    let mut text = vec![b'\n'];
    for d in 0..64 * 64 {
        // Up to twelve of 64 lines may be short.
        for line in 0..8 {
            let long = 2 * 10u64.pow(10 + line as u32) + 7 * d;
            let (a, b) = match line == d % 8 {
                true => wythoff_pair(d * 13).unwrap(),
                false => (long, 4 * long),
            };
            let (a, b) = if d % 2 == 0 { (a, b) } else { (b, a) };
            text.extend(format!("{a} {b}\n").bytes());
        }
    }
    kernel.run::<IsCold, _>(STRICT, &text, 1, &mut seen);
    assert!(seen.0.len() > 500, "{}", seen.0.len());
    for (i, answers) in seen.0.iter().enumerate() {
        let expected = (0..64).filter(|line| line % 8 == (8 * i + line / 8) % 8);
        let expected = expected.map(|line| 1 << line).sum::<u64>();
        assert_eq!(*answers, expected, "tile {i}");
    }
}

/// Tiles with too many candidates are answered too, also their short lines.
#[test]
fn tiles_with_too_many_candidates_are_answered() {
    let Some(token) = Avx512::detect() else {
        return;
    };
    let lines = ["5 7\n", &"0012345678901234 0012345678901234\n".repeat(7)].concat();
    let text = format!("\n{}", lines.repeat(400));
    let (mut kernel, mut seen) = (Driver::new(Batches512::new(token)), Answers::default());
    let stop = kernel
        .run::<Asked, _>(STRICT, text.as_bytes(), 1, &mut seen)
        .at;
    assert!(text.len() - stop < 64 * 40 + 2000, "{stop}");
}

/// The separator after an empty token is the 33rd of its block, and the index has room for 32. It has the position of a
/// separator in the text before in that place. All other positions fit a line that goes on to that position, 256 bytes later.
#[test]
fn no_33rd_separator_passes() {
    #[repr(align(64))]
    struct Aligned([u8; 16384]);
    let Some(token) = Avx512::detect() else {
        return;
    };
    let long = "123456789012345 123456789012345\n".repeat(56);
    let (short, others) = (
        "1 1\n".repeat(15),
        "1234567 1234567\n1234567890123456 123456\n",
    );
    let others = [others, "1234567890123456 123456\n"].concat().repeat(180);
    let mut kernel = Driver::new(Batches512::new(token));
    let mut stop = |line: &str| {
        let mut text = Aligned([b'0'; 16384]);
        let lines = ["\n", &long, &short, line, &others].concat();
        text.0[..lines.len()].copy_from_slice(lines.as_bytes());
        let mut seen = Answers::default();
        kernel.run::<IsCold, _>(STRICT, &text.0, 1, &mut seen).at
    };
    let dense = 1 + long.len() + short.len();
    assert_eq!(dense % 64, 61);
    // This line is valid. It is as long as the line below together with the first line of `others`.
    assert!(stop("1 1234567890123456\n") > dense);
    // The walk stops before the tile with the empty token, or earlier.
    assert!(stop("1 \n") <= 1 + long.len() + 8 * 4);
}

/// The filter also rejects lines with piles of more than 19 digits. If it did not, only the time would be longer.
#[test]
fn lines_of_long_piles_are_rejected_like_others() {
    let Some(token) = Avx512::detect() else {
        return;
    };
    for (a, b) in [("1", "9"), ("7654321", "9"), ("3", "4")] {
        let (mut kernel, mut seen) = (Driver::new(Batches512::new(token)), Answers::default());
        let mut text = vec![b'\n'];
        for i in 0..4000 {
            let digits = 20 + i % 234;
            text.extend(format!("{a:0<digits$} {b:0<30}\n").bytes());
        }
        kernel.run::<Asked, _>(STRICT, &text, 1, &mut seen);
        assert!(seen.0.len() > 50 && seen.0.iter().all(|&asked| asked == 0));
    }
}

/// Lengths are known modulo 256.
#[test]
fn a_long_first_token_that_looks_short_is_refused() {
    #[repr(align(64))]
    struct Aligned([u8; 8192]);
    let Some(token) = Avx512::detect() else {
        return;
    };
    let mut kernel = Driver::new(Batches512::new(token));
    for at in 1..=64 {
        for digits in (1..25).chain(257..280).chain(513..515) {
            let mut text = Aligned([b'0'; 8192]);
            let first = "7".repeat(digits);
            // 32 bytes: the text 256 bytes earlier is the same.
            let others = "1234567890123456789 12345678901\n".repeat(200);
            let lines = format!("\n{first} 1\n{others}");
            text.0[at - 1..][..lines.len()].copy_from_slice(lines.as_bytes());
            let mut seen = Answers::default();
            let stop = kernel.run::<Asked, _>(STRICT, &text.0, at, &mut seen).at;
            assert_eq!(stop == at, digits > 24, "{digits} digits at {at}");
        }
    }
}
