//! Tests of the whole AVX-512 kernel.

use super::Tiles;
use super::index::{LINES, ROUND};
use super::normalise::normalise512;
use crate::backend::tests::skipped;
use crate::parse::driver::tests::pieces_in_any_form_are_taken_whole;
use crate::parse::driver::{Driver, Walk};
use crate::parse::streams::normalise::tests::a_normalisation;
use crate::parse::tests::questions::{Answers, Asked, Count, Never};
use crate::parse::x86_64::Avx512;

/// The line ends of lines that are read in place.
const ENDS: [&str; 2] = ["\n", "\r\n"];

/// Reads lines that end with `end` in place.
fn run(kernel: &mut Driver<Tiles>, end: &str, text: &[u8], at: usize, count: &mut Count) -> usize {
    if end == "\n" {
        Walk::<Never>::walk::<_, false>(&mut kernel.walk, text, at, count)
    } else {
        Walk::<Never>::walk::<_, true>(&mut kernel.walk, text, at, count)
    }
}

#[test]
fn it_is_a_kernel_of_tiles() {
    let Some(token) = Avx512::detect() else {
        return skipped("AVX-512");
    };
    lines_are_taken_to_the_last_tile(token);
    few_lines_are_candidates(token);
    lines_must_start_after_a_line_feed(token);
    pieces_in_any_form_are_taken_whole(|| Tiles::new(token), 1);
    // SAFETY: the token proves that the processor has the instructions.
    a_normalisation(|piece, out| unsafe { normalise512(token, piece, out) });
}

/// The kernel answers all lines up to the last tile. (The other tests would also pass if every line were left to the driver.)
fn lines_are_taken_to_the_last_tile(token: Avx512) {
    for end in ENDS {
        // The fallback answers a line with more digits. If lines end with CR LF, such a tile is refused.
        for digits in 1..=if end == "\n" { 31 } else { 20 } {
            for oversized in [false, true] {
                let mut text = end.to_owned();
                let at = text.len();
                for i in 0..2000 {
                    // One pile has `digits` digits, the other pile at most that number.
                    let a = 10u128.pow(digits - 1) + i % 9;
                    let b = 10u128.pow(i as u32 / 2 % digits);
                    let (a, b) = if i % 2 == 0 { (a, b) } else { (b, a) };
                    // A pile that is longer than any lane, in a tile that has the widest lanes anyway.
                    let more = if oversized && digits > 24 && i % 500 == 3 {
                        "0".repeat(60 - digits as usize)
                    } else {
                        String::new()
                    };
                    text += &format!("{a} {more}{b}{end}");
                }
                let (mut kernel, mut count) = (Driver::new(Tiles::new(token)), Count(0));
                let text = text.as_bytes();
                let stop = run(&mut kernel, end, text, at, &mut count);
                let lines = text[at..stop].iter().filter(|&&c| c == b'\n').count();
                assert_eq!(count.0, lines);
                // Less than a tile and a round is left.
                let least = 2000 - LINES - ROUND / (digits as usize + 2 + end.len());
                assert!(lines >= least, "{digits} digits, {end:?}: {lines} lines");
            }
        }
    }
}

/// A kernel asks about few lines of mixed lengths, and about all lines that may have the ratio. Other tests would not notice
/// a kernel that asks about more lines: it is only slower.
fn few_lines_are_candidates(token: Avx512) {
    let mut kernel = Driver::new(Tiles::new(token));
    let mut seen = Answers::default();
    let mut text = "\n".to_owned();
    for i in 0..10_000u64 {
        let pile = |seed: u64| {
            let bits = (i * 64 + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let digits = (bits >> 59) % 19 + 1;
            let zeros = if bits >> 40 & 0x1ff == 0 { "0" } else { "" };
            format!("{zeros}{}", bits % 10u64.pow(digits as u32))
        };
        let (mut a, mut b) = (pile(1), pile(7));
        // A pile beyond u64: the line is a candidate only if the other pile may have the ratio to it.
        if let 200 | 203 = i % 1000 {
            a = format!("500000{:014}", 5 * i);
            b = if i % 1000 == 200 {
                format!("809017{:014}", 8 * i)
            } else {
                b
            };
        }
        text += &format!("{a} {b}\n");
    }
    let stop = Walk::<Asked>::walk::<_, false>(&mut kernel.walk, text.as_bytes(), 1, &mut seen);
    assert!(stop > text.len() - 2 * ROUND);
    let lines = text[1..].lines().enumerate();
    let (mut near_lines, mut candidates) = (0, 0);
    for (i, line) in lines.take(64 * seen.0.len()) {
        let (a, b) = line.split_once(' ').unwrap();
        let near = a.len().abs_diff(b.len()) < 2;
        let padded = [a, b].iter().any(|a| a.len() > 1 && a.starts_with('0'));
        let asked = seen.0[i / 64] >> (i % 64) & 1 == 1;
        assert!(!asked || near || padded, "{line}");
        assert!(asked || i % 1000 != 200, "{line}");
        let is_other = !padded && i % 1000 != 200;
        near_lines += usize::from(near && is_other);
        candidates += usize::from(asked && is_other);
    }
    assert!(2 * candidates < near_lines, "{candidates} of {near_lines}");
}

/// A mapped file may change while it is read, so that the byte before the first line is no line feed. Then the kernel
/// answers nothing, and does not panic.
fn lines_must_start_after_a_line_feed(token: Avx512) {
    for end in ENDS {
        let line = format!("12 34{end}");
        let mut text = [end, &line.repeat(2000)].concat().into_bytes();
        let at = end.len();
        let mut count = Count(0);
        assert!(
            run(
                &mut Driver::new(Tiles::new(token)),
                end,
                &text,
                at,
                &mut count
            ) > at
                && count.0 > 0
        );
        for before in *b"\0 7" {
            text[at - 1] = before;
            let mut count = Count(0);
            assert_eq!(
                run(
                    &mut Driver::new(Tiles::new(token)),
                    end,
                    &text,
                    at,
                    &mut count
                ),
                at
            );
            assert_eq!(count.0, 0);
        }
    }
}

/// The text has one wrong byte, at each place in turn. The kernel's memory still has the positions of the previous text.
#[test]
fn no_tile_is_answered_beyond_a_wrong_byte() {
    let Some(token) = Avx512::detect() else {
        return skipped("AVX-512");
    };
    let mut kernel = Driver::new(Tiles::new(token));
    for end in ENDS {
        for (a, b) in [
            ("1", "2"),
            ("12", "345"),
            ("123456", "12"),
            ("1234567", "7654321"),
            ("123456789", "12345678"),
            ("123456789012", "1"),
            ("1234567890123456", "9876543210987654321"),
            ("1", "9876543210987654321"),
        ] {
            let line = format!("{a} {b}{end}");
            let text = [end, &line.repeat(4 * ROUND / line.len())].concat();
            let mut text = text.into_bytes();
            for place in end.len()..3 * ROUND {
                let right = text[place];
                for wrong in [
                    0, b' ', b'\t', b'\r', b'\n', b'/', b':', b'?', b'@', 0x80, 0xff,
                ] {
                    if wrong == right {
                        continue;
                    }
                    text[place] = wrong;
                    let mut count = Count(0);
                    let stop = run(&mut kernel, end, &text, end.len(), &mut count);
                    // If the wrong byte is a line feed, a line may end there.
                    let most = place + usize::from(wrong == b'\n');
                    assert!(stop <= most, "{wrong} at {place} of {line:?}");
                    let lines = text[end.len()..stop]
                        .iter()
                        .filter(|&&c| c == b'\n')
                        .count();
                    assert_eq!(count.0, lines);
                }
                text[place] = right;
            }
        }
    }
}

/// However many lines are malformed, the text after them is normalised only a few times.
#[test]
fn malformed_lines_do_not_cost_the_text_behind_them() {
    let Some(token) = Avx512::detect() else {
        return skipped("AVX-512");
    };
    for line in ["x\n", "1 2\n3\n4\n", "1 2x \n"] {
        let text = ["\n", &line.repeat(30_000)].concat();
        let (mut count, mut at) = (Count(0), 1);
        let mut kernel = Driver::new(Tiles::new(token));
        while at < text.len() {
            at = kernel.lines::<Never, _>(text.as_bytes(), at, &mut count);
            // The test skips the line that stopped the kernel, as the caller would.
            at += text[at..].find('\n').map_or(0, |end| end + 1);
        }
        let normalised = kernel.normalised;
        assert!(normalised <= 4 * text.len(), "{normalised} {line:?}");
    }
}
