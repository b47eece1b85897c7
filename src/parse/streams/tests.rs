//! Tests that AVX2, NEON and WebAssembly share. The tests of every kernel are in `parse/tests.rs`.

use super::vector::{Asks, Step, Vector32, load, store};
use super::{BYTES_BEFORE, EndOfKind, PROBE, Streams, has_long_number, ratio, run};
use crate::game::big::pair_big;
use crate::game::ratio::tests::four_digits_fit;
use crate::parse::driver::tests::pieces_in_any_form_are_taken_whole;
use crate::parse::driver::{Driver, Walk};
use crate::parse::scalar;
use crate::parse::streams::normalise::tests::a_normalisation;
use crate::parse::tests::questions::{Asked, Bits, Count, Draw, Never, NeverSlowly, number};
use crate::pipeline::decide::{Ascending, IsCold};
use num_bigint::BigUint;
use std::num::NonZeroU64;

/// A vector that can answer every question of these tests.
pub(in crate::parse) trait Asks32:
    Asks<Never> + Asks<NeverSlowly> + Asks<Asked> + Asks<Ascending> + Asks<IsCold>
{
}
impl<V> Asks32 for V where
    V: Asks<Never> + Asks<NeverSlowly> + Asks<Asked> + Asks<Ascending> + Asks<IsCold>
{
}

/// The tests that each kernel of streams must pass.
pub(in crate::parse) fn a_kernel_of_streams<V: Asks32>(token: V::Token) {
    separators_are_found::<V>(token);
    the_filter_is_that_of_the_proof::<V>(token);
    nineteen_digits_need_no_fallback::<V>(token);
    numbers_are_read::<V>(token);
    cold_positions_are_candidates_and_few_others::<V>(token);
    a_wide_line_is_found_among_narrow_ones::<V>(token);
    a_line_lands_on_no_later_end::<V>(token);
    malformed_lines_do_not_cost_the_text_behind_them::<V>(token);
    any_number_of_short_texts_is_read::<V>(token);
    short_lines_are_read_in_their_way::<V>(token);
    edited_short_lines_are_read_rightly::<V>(token);
    long_numbers_are_found::<V>(token);
    a_region_ends_where_lines_change::<V>(token);
    a_normalisation(|piece, out| {
        Walk::<Never>::normalise(&mut Streams::<V>::new(token), piece, out)
    });
    pieces_in_any_form_are_taken_whole(|| Streams::<V>::new(token), 500);
}

/// `lines` after other lines, so that the streams read them and not the SWAR kernel.
fn after_others(lines: &str) -> String {
    "3 5\n".repeat(BYTES_BEFORE) + lines
}

/// The answers of a kernel, one by one, and where it stopped.
fn answers<D: crate::parse::Decide, V: Asks<D>>(token: V::Token, text: &str) -> (Vec<bool>, usize) {
    let (mut kernel, mut seen) = (Driver::new(Streams::<V>::new(token)), Bits::default());
    let stop = kernel.lines::<D, _>(text.as_bytes(), 0, &mut seen);
    (seen.0, stop)
}

/// Every byte that is not a digit is found, at every place of the bytes that are compared.
fn separators_are_found<V: Vector32>(token: V::Token) {
    let first_two = |bytes: &[u8; 64], is_wide| {
        // SAFETY: `bytes` has 64 bytes.
        unsafe { V::first_two(token, bytes.as_ptr(), is_wide) }
    };
    for byte in 0..=255u8 {
        let is_digit = byte.is_ascii_digit();
        for at in 0..64 {
            let mut bytes = [b'5'; 64];
            bytes[at] = byte;
            let expected = |end: usize| (if is_digit || at >= end { end } else { at }, end);
            let found = [true, false].map(|is_wide| first_two(&bytes, is_wide));
            assert_eq!(found, [expected(64), expected(32)], "{byte} at {at}");
            let second = (at + 1 + usize::from(byte) % 7).min(63);
            if !is_digit && second > at {
                bytes[second] = b' ';
                assert_eq!(first_two(&bytes, true), (at, second));
            }
        }
    }
}

/// The filter, applied to the first four digits of sixteen lines.
struct Rejects<V: Vector32>(V::Token, [[u8; 32]; 4]);

impl<V: Asks<IsCold>> Step for Rejects<V> {
    type Output = u32;

    #[inline(always)]
    fn run(self) -> u32 {
        let Self(token, digits) = self;
        let [a, b, c, d] = [
            load(token, &digits, 0),
            load(token, &digits, 1),
            load(token, &digits, 2),
            load(token, &digits, 3),
        ];
        ratio::reject::<IsCold, V>(token, [[a, b], [c, d]], None).bits()
    }
}

/// In each lane the filter gives the same result as `four_digits_fit`.
fn the_filter_is_that_of_the_proof<V: Asks<IsCold>>(token: V::Token) {
    let mut draw = Draw(1);
    for round in 0..20_000u64 {
        let mut digits = [[0; 32]; 4];
        let mut expected = [true; 16];
        for (line, expected) in expected.iter_mut().enumerate() {
            let x = draw.below(10_000);
            // Most pairs are near one of the two ratios.
            let y = match draw.below(4) {
                0 => draw.below(10_000),
                1 => x * 1618 / 1000 + draw.below(9),
                2 => (x * 618 / 1000 + draw.below(9)).saturating_sub(4),
                _ => x * 1618 / 10_000 + draw.below(9),
            } % 10_000;
            let (row, lane) = (line / 8, line % 8);
            let mut put = |pile: usize, number: u64| {
                for (i, digit) in format!("{number:04}").bytes().enumerate() {
                    digits[2 * pile + row][4 * lane + i] = digit - b'0';
                }
            };
            put(0, x);
            put(1, y);
            *expected = x < 1000 || y < 1000 || four_digits_fit(x as u16, y as u16);
            // A separator instead of a digit.
            if round % 64 == 0 && line == 5 {
                digits[2][4 * lane + 2] = b' ' ^ b'0';
                *expected = true;
            }
        }
        let rejected = V::run(token, Rejects::<V>(token, digits));
        for bit in (0..32).step_by(2) {
            let (row, stream) = run::Found::line(bit);
            let is_candidate = rejected >> bit & 1 == 0;
            assert_eq!(
                is_candidate,
                expected[8 * row + stream],
                "round {round}, row {row}, stream {stream}"
            );
        }
    }
    let mut copy = [0u8; 32];
    store(&mut copy, 0, V::splat(token, 7));
    assert_eq!(copy, [7; 32]);
}

/// Lines whose piles have at most 19 digits, with or without leading zeros, are not left to the scalar parser.
fn nineteen_digits_need_no_fallback<V: Asks32>(token: V::Token) {
    for digits in [1, 3, 7, 8, 9, 10, 15, 16, 17, 18, 19] {
        for end in ["\n", "\r\n"] {
            let line = format!("{:0digits$} {:0digits$}{end}7 {:0digits$}{end}", 0, 7, 3);
            let text = after_others(&line.repeat(3000));
            let (seen, stop) = answers::<NeverSlowly, V>(token, &text);
            let rest = text[stop..].lines().count();
            assert!(
                rest < 8 && seen.len() + rest == 6000 + BYTES_BEFORE,
                "{digits}: {rest}"
            );
        }
    }
}

/// Numbers of each length, in each place of a run, are read rightly.
fn numbers_are_read<V: Asks32>(token: V::Token) {
    let mut draw = Draw(1);
    for digits in 1..=19 {
        for end in ["\n", "\r\n"] {
            let (mut text, mut expected) = (after_others(""), vec![(3, 5); BYTES_BEFORE]);
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
            let (ascending, _) = answers::<Ascending, V>(token, &text);
            let (cold, _) = answers::<IsCold, V>(token, &text);
            assert!(ascending.len() > 64 * 60 && cold.len() == ascending.len());
            for (i, &(a, b)) in expected.iter().enumerate().take(cold.len()) {
                assert_eq!(ascending[i], a < b, "line {i}: {a} {b}");
                assert_eq!(cold[i], crate::game::is_cold(a, b), "line {i}: {a} {b}");
            }
        }
    }
}

/// Cold positions are answered 1, at any place of a run, with or without leading zeros. Hardly any other line is a candidate.
fn cold_positions_are_candidates_and_few_others<V: Asks32>(token: V::Token) {
    let mut draw = Draw(1);
    for digits in [6, 7, 9, 12, 13, 16, 18, 19, 20, 24, 28, 31, 40, 57] {
        let mut text = after_others("");
        let mut expected = vec![true; BYTES_BEFORE];
        for i in 0..64 * 128 {
            // Some cold positions have many digits, and some have few.
            let few = i % 64 == 62;
            let cold = i % 64 == i / 64 % 64 || few;
            let (a, b) = if cold {
                let digits = if few {
                    1 + draw.below(4) as usize
                } else {
                    digits
                };
                let rank = BigUint::parse_bytes(number(&mut draw, digits).as_bytes(), 10);
                let (a, b) = pair_big(&rank.unwrap(), NonZeroU64::MIN);
                let zeros = if draw.below(4) == 0 { "00" } else { "" };
                (format!("{zeros}{a}"), b.to_string())
            } else {
                let others = digits + draw.below(3) as usize;
                (number(&mut draw, digits.max(7)), number(&mut draw, others))
            };
            let (a, b) = if draw.below(2) == 0 { (a, b) } else { (b, a) };
            text += &format!("{a} {b}\n");
            expected.push(cold);
        }
        let (cold, _) = answers::<IsCold, V>(token, &text);
        let (asked, _) = answers::<Asked, V>(token, &text);
        assert!(cold.len() > 64 * 127 && asked.len() == cold.len());
        let mut more = 0;
        for (i, &expected) in expected.iter().enumerate().take(cold.len()) {
            assert_eq!(cold[i], expected, "line {i} of {digits} digits");
            more += usize::from(asked[i] && !expected);
        }
        // Two lines of up to 28 digits fit 64 bytes. Other lines are read one by one.
        if digits < 29 {
            assert!(more < 40, "{more} of {digits} digits");
        }
    }
}

/// A cold line that needs 64 bytes is found in any row of a run of lines that need 32. The filter rejects the lines
/// `161803456 1000` only by their lengths.
fn a_wide_line_is_found_among_narrow_ones<V: Asks32>(token: V::Token) {
    for narrow in ["123456789 3456\n", "161803456 1000\n"] {
        // The last stream begins at about the 2900th line.
        for before in 2880..2980 {
            let wide = "1294427190999915883 2094427190999915886\n";
            let (before, behind) = (narrow.repeat(before), narrow.repeat(3600 - before));
            let text = after_others(&before) + wide + &behind;
            let (answers, _) = answers::<IsCold, V>(token, &text);
            let cold = answers.iter().filter(|&&is_cold| is_cold).count();
            assert_eq!(cold, BYTES_BEFORE + 1, "{narrow:?}, {}", before.len());
        }
    }
}

/// A pile that is so long that the mask of its line has no separator is not joined with the lines after it, whatever they are.
fn a_line_lands_on_no_later_end<V: Asks32>(token: V::Token) {
    for long in 20..140 {
        for (before, after) in [("", " 7"), ("7 ", ""), ("", " "), (" ", "7"), ("", "")] {
            for next in ["1 2", "5", "12 3456789", ""] {
                let line = format!("{before}{}{after}\n", "9".repeat(long));
                let before = after_others(&"12 345\n".repeat(600));
                let text = before + &line + next + "\n" + &"1 2\n".repeat(600);
                let (seen, stop) = answers::<Never, V>(token, &text);
                let lines = text[..stop].lines();
                let records = lines.map(|line| {
                    let record = scalar::record(line.as_bytes());
                    usize::from(record.expect("a valid line").is_some())
                });
                assert_eq!(seen.len(), records.sum::<usize>(), "{line:?} {next:?}");
                let rest = text[stop..].lines().next().unwrap_or_default();
                // The SWAR kernel reads the lines before a malformed one, and leaves a pile of 20 digits.
                let is_left = text.len() - stop < 200 || rest.len() > 20;
                let is_malformed = scalar::record(rest.as_bytes()).is_err();
                assert!(is_left || is_malformed, "{rest:?}");
            }
        }
    }
}

/// However many lines are malformed, the text after them is read only a few times.
fn malformed_lines_do_not_cost_the_text_behind_them<V: Asks32>(token: V::Token) {
    let mut kernel = Driver::new(Streams::<V>::new(token));
    let long = format!("{0} {0}\n", "7".repeat(25));
    for good in [0, 10, 2000, 100, 1000] {
        let line = if good == 2000 { &long } else { "12 345\n" };
        let text = after_others(&(line.repeat(good) + "x\n").repeat(100_000 / (good + 1)));
        // A region ends at a malformed line. The text that streams read after that line is read again, and normalised.
        let (mut count, mut at, mut read) = (Count(0), 0, 0);
        kernel.normalised = 0;
        while at < text.len() {
            let region = kernel.walk.region;
            let stop = kernel.lines::<Never, _>(text.as_bytes(), at, &mut count);
            read += stop - at;
            // The SWAR kernel reads smaller regions, and stops at the malformed line. After `MIN_TEXT` bytes streams are tried.
            if region.max(stop - at) >= super::MIN_TEXT {
                read += region.min(text.len() - at);
            }
            // The test skips the line that stopped the kernel, as the caller would.
            at = stop + text[stop..].find('\n').map_or(0, |end| end + 1);
        }
        read += kernel.normalised;
        assert!(good == 0 || read <= 4 * text.len(), "{read}, {good}");
        // The last lines are left to the scalar parser, and lines beyond u64 until streams are tried again.
        let lines = BYTES_BEFORE + good * (100_000 / (good + 1));
        assert!(count.0 <= lines && lines <= count.0 + 200, "of {lines}");
    }
}

/// The blanks let the SWAR kernel read the last line, too, so each text is read to its end. Each text makes the next region
/// larger, up to a limit.
fn any_number_of_short_texts_is_read<V: Asks32>(token: V::Token) {
    let mut kernel = Driver::new(Streams::<V>::new(token));
    let text = "1 2          \n".repeat(20);
    for _ in 0..100 {
        let stop = kernel.lines::<Never, _>(text.as_bytes(), 0, &mut Count(0));
        assert_eq!(stop, text.len());
    }
}

/// In any other way they take more time.
fn short_lines_are_read_in_their_way<V: Asks32>(token: V::Token) {
    for digits in 1..=3 {
        let text = after_others(&format!("{:0digits$} {:0digits$}\n", 7, 9).repeat(40_000));
        let mut kernel = Driver::new(Streams::<V>::new(token));
        kernel.lines::<IsCold, _>(text.as_bytes(), 0, &mut Count(0));
        let ways = kernel.walk.ways.expect("a region was read");
        assert_eq!(ways.way, super::ways::Way::Short, "{digits} digits");
    }
}

/// Several edits at a time: two edits together may leave the number of bytes or of lines unchanged.
fn edited_short_lines_are_read_rightly<V: Asks32>(token: V::Token) {
    let mut draw = Draw(1);
    for round in 0..600 {
        let end = ["\n", "\r\n"][round % 2];
        let mut text = after_others("").into_bytes();
        for _ in 0..2000 {
            let mut pile = || {
                let digits = 1 + draw.below(3) as usize;
                format!("{:0digits$}", draw.below(10u64.pow(digits as u32)))
            };
            text.extend(format!("{} {}{end}", pile(), pile()).bytes());
        }
        for _ in 0..draw.below(4) {
            let place = 5 * BYTES_BEFORE + draw.below(text.len() as u64 - 200) as usize;
            let byte = b"0129  \n\n\t\r:/\x80\x00"[draw.below(14) as usize];
            match draw.below(4) {
                0 => drop(text.remove(place)),
                1 => text.insert(place, byte),
                2 => text[place] = byte,
                _ => text.swap(place, place - draw.below(9) as usize),
            }
        }
        let (mut kernel, mut seen) = (Driver::new(Streams::<V>::new(token)), Bits::default());
        let stop = kernel.lines::<Ascending, _>(&text, 0, &mut seen);
        let lines = text[..stop].split_inclusive(|&byte| byte == b'\n');
        let expected: Vec<bool> = lines
            .filter_map(|line| {
                let line = line.strip_suffix(b"\n").unwrap_or(line);
                let pair = scalar::record(line).expect("a valid line");
                pair.map(|pair| pair.decide::<Ascending>())
            })
            .collect();
        assert!(seen.0 == expected, "round {round}");
    }
}

fn long_numbers_are_found<V: Asks32>(token: V::Token) {
    for digits in 1..33 {
        for place in [0, 1, 700, 1500, 1999] {
            let line = |i| match i == place {
                true => format!("7 {}\n", "8".repeat(digits)),
                false => "1 2\n".to_owned(),
            };
            let text: String = (0..2000).map(line).collect();
            for limit in 1..33 {
                let is_long = has_long_number::<V>(token, text.as_bytes(), limit);
                assert_eq!(is_long, limit <= digits, "{digits}, {place}, {limit}");
            }
        }
    }
}

fn a_region_ends_where_lines_change<V: Asks32>(token: V::Token) {
    let text = "123456789 987654321\n".repeat(2500) + &"12 3\n".repeat(9000);
    let kind = |end| EndOfKind::<V>(token, &text.as_bytes()[..end]);
    for end in [70_000, 90_000] {
        let change = V::run(token, kind(end));
        assert!((50_000..=50_000 + 2 * PROBE).contains(&change), "{change}");
    }
    let change = V::run(token, kind(49_000));
    assert_eq!(change, 49_000);
    // Lines that only the scalar parser takes end no region: the SWAR kernel would stop at each of them.
    let long = "7".repeat(100);
    let text = ("123456789 987654321\n".repeat(25) + &format!("{long} {long}\n")).repeat(500);
    let (_, stop) = answers::<Never, V>(token, &after_others(&text));
    assert!(stop > text.len(), "{stop}");
}
