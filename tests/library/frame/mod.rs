//! Framed inputs have the same results with all chunks, threads and ways of reading.
//!
//! Every text is compared with a simple reader that takes one number at a time, without lines, chunks and threads: the
//! answers, the counts, the first fault or the missing part with byte, line and column, and the warning.

mod long;
mod plain;

use crate::solving::*;
use crate::support::*;
use plain::*;
use proptest::prelude::*;
use proptest::sample::select;
use std::fmt::Write as _;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::Path;
use wythoff::{Backend, ErrorKind, Framing, Game, Input, Problem, Rule, Solver};

fn really(input: Input<'_>, solver: &Solver) -> Outcome {
    let got = solved(solver, input);
    let end = match &got.end {
        Ok(summary) => Ok((summary.hot, summary.cold, got.warnings())),
        Err(e) => {
            assert!(
                matches!(
                    e.kind(),
                    ErrorKind::Malformed { .. } | ErrorKind::Framing(_)
                ),
                "{e}"
            );
            let byte = e.location().expect("a place").byte;
            Err(format!("@{byte} {}", got.error()))
        }
    };
    let answers = got.answers;
    Outcome { answers, end }
}

fn solver(options: ReadOptions, chunk: usize, threads: usize, backend: Backend) -> Solver {
    Solver {
        is_strict: options.strict,
        chunk_size: NonZeroUsize::new(chunk),
        threads: NonZeroUsize::new(threads),
        backend,
        ..Solver::new(options.problem())
    }
}

#[track_caller]
fn same(got: &Outcome, expected: &Outcome, what: &str) {
    assert_same(&got.answers, &expected.answers, what);
    assert_eq!(got.end, expected.end, "{what}");
}

/// Solves a short text from a reader, in chunks of every size up to its length.
#[track_caller]
fn check_short(text: &[u8], options: ReadOptions) {
    let expected = plainly(text, options);
    let sizes = 1..=text.len().min(70) + 1;
    for (i, chunk) in sizes.chain([4096]).enumerate() {
        let backends: Vec<_> = Backend::list_available().collect();
        let backend = backends[i % backends.len()];
        let piece = [1, 2, 7, chunk, usize::MAX][i % 5];
        let input = Reading::Pieces(piece).input(text, Path::new(""));
        let got = really(input, &solver(options, chunk, 1 + i % 2 * 2, backend));
        let what = format!(
            "{options:?} chunk {chunk} piece {piece} {backend:?} of {}",
            text.escape_ascii()
        );
        same(&got, &expected, &what);
    }
}

/// Solves a text from a file and from a reader: in each of these ways, in chunks of this size.
#[track_caller]
fn check_ways(text: &[u8], options: ReadOptions, ways: &[(Reading, usize)], what: &str) {
    let folder = Folder::new();
    let path = folder.file("in.txt", text);
    let expected = plainly(text, options);
    let backends: Vec<_> = Backend::list_available().collect();
    for (i, &(reading, chunk)) in ways.iter().enumerate() {
        let backend = backends[i % backends.len()];
        let threads = [3, 1][i % 2];
        let how = reading.set(&solver(options, chunk, threads, backend));
        let got = really(reading.input(text, &path), &how);
        let what = format!("{what} {options:?}: {reading:?} x{threads} chunk {chunk} {backend:?}");
        same(&got, &expected, &what);
    }
}

/// Solves a long text as a mapped file, as a file that is read, and from a reader, in chunks of several sizes.
#[track_caller]
fn check_long(text: &[u8], options: ReadOptions, what: &str) {
    assert!(text.len() > 64 << 10, "{what}: less isn't mapped");
    let ways = [1000, 4096, 65537, 1 << 20].map(|chunk| {
        [
            (Reading::Mapped, chunk),
            (Reading::Read, chunk),
            (Reading::Pieces(100_000.min(2 * chunk)), chunk),
        ]
    });
    check_ways(text, options, &ways.concat(), what);
}

/// Pairs of which many are cold, some have zeros, and some are large.
fn pile_pair(random: &mut SplitMix) -> (u64, u64) {
    const COLD: [(u64, u64); 5] = [(1, 2), (5, 3), (4, 7), (6, 10), (165580140, 267914295)];
    match random.below(8) {
        0..=2 => COLD[random.below(5) as usize],
        3 => (0, 1 + random.below(20)),
        4 => (10 * random.below(12), 100),
        5 => (random.any_length(), random.any_length()),
        _ => (1 + random.below(12), random.below(12)),
    }
}

/// The layout of the numbers in a text.
#[derive(Clone, Copy, Debug)]
enum Layout {
    /// One record on each line.
    Plain,
    /// One record on nearly each line, with some other line ends.
    Nearly,
    /// Any whitespace anywhere.
    Wild,
    /// All numbers on one line.
    OneLine,
    /// One number on each line.
    Column,
    /// Each line but the first begins with the second number of a record.
    Shifted,
}

fn lay_out(numbers: &[String], layout: Layout, random: &mut SplitMix) -> String {
    #[rustfmt::skip]
    const WILD: [&str; 12] =
        [" ", " ", "\n", "\t", "\r\n", "\n\n", " \n ", "\x0b", "\x0c", "\n \r\n\t\n", "   ", "\r"];
    let mut text = String::new();
    for (i, number) in numbers.iter().enumerate() {
        text += number;
        text += match layout {
            Layout::Plain if i % 2 == 0 => " ",
            Layout::Plain | Layout::Column => "\n",
            Layout::Nearly if random.below(60) == 0 => WILD[random.below(12) as usize],
            Layout::Nearly if i % 2 == 0 => " ",
            Layout::Nearly => "\n",
            Layout::Wild => WILD[random.below(12) as usize],
            Layout::OneLine => " ",
            Layout::Shifted if i % 2 == 0 => "\n",
            Layout::Shifted => " ",
        };
    }
    text
}

fn numbers(records: usize, random: &mut SplitMix) -> Vec<String> {
    let mut numbers = Vec::new();
    for _ in 0..records {
        let (a, b) = pile_pair(random);
        numbers.push(a.to_string());
        numbers.push(b.to_string());
    }
    numbers
}

#[test]
fn zeros_that_are_a_record_and_zeros_that_are_not() {
    for text in [
        "0 0",
        "00 000\n1 2\n",
        "1 2\n0 0\n3 5\n",
        "1 2\n0\n0\n3 5\n",
        "1 2 0\n0 3 5\n",
        "7\n0 0\n5\n0 0\n1 2\n",
        "7 1\n2\n0 0\n0\n0 0\n 1 1",
        "3 5\n10 20",
        "3 5\n100 0\n1 1",
        "0 1\n1 0\n0\n1\n0 0 9",
        "3 5\n00000000000000000000000000000000 0000000000000000000000000000000000000000\n1 2\n",
        "\u{feff}1 2\n0 0 x",
        "1 2\nx\n0 0\n",
        "0 0x\n",
        "",
        " \t\x0b\x0c\r\n ",
        "1 2 3",
    ] {
        for &framing in Framing::FREE {
            for rule in [Rule::Normal, Rule::Misere] {
                let plain = ReadOptions::plain(framing);
                check_short(text.as_bytes(), ReadOptions { rule, ..plain });
            }
        }
    }
}

#[test]
fn counts_and_what_is_behind_them() {
    for text in [
        "0",
        "0 x",
        "1 1 2 x",
        "1\n1 2x",
        "2\n1 2\n3 x",
        "2\n1\n2 3\n5\n4\n7\n",
        "3\n1 2\n3 5\n4 7\ngarbage -1",
        "3\n1 2\n3 5\n4 7 99999999999\n",
        "3\n1 2\n3 5\n4 7\n99999999999 1\n2 2\n",
        "3\n99999999999 99999999998\n3 5\n4 7\n",
        "\n\n 003 \n\n1 2\n\n3\n\n5 4 7",
        "x",
        "3x\n1 2",
        "18446744073709551615\n1 2\n3 5\n",
        "18446744073709551616\n1 2\n",
        "10001\n1 2\n",
        "10000\n1 2\n",
        "4\n0 0\n7\n0 0\n5 0\n0",
        "\u{feff}2\n1 2\n3 5",
    ] {
        for (limits, strict) in [(false, false), (true, false), (true, true), (false, true)] {
            let options = ReadOptions {
                limits,
                strict,
                ..ReadOptions::plain(Framing::Count)
            };
            check_short(text.as_bytes(), options);
        }
    }
}

/// The number of records is at any offset of a block, with the records on the same line or the next.
#[test]
fn a_count_anywhere() {
    let records: String = (0..100).map(|i| format!("{i} {}\n", 2 * i)).collect();
    let ways = [(Reading::Pieces(usize::MAX), 1 << 16); 6];
    for before in (0..4).chain(55..70).chain(120..134) {
        for blank in [" ", "\n", "0"] {
            for behind in ["\n", " ", "\r\n", " \n", " 1\n"] {
                let text = format!("{}90{behind}{records}", blank.repeat(before));
                let options = ReadOptions::plain(Framing::Count);
                let what = format!("{before} {blank:?} 90 {behind:?}");
                check_ways(text.as_bytes(), options, &ways, &what);
            }
        }
    }
}

#[test]
fn values_beyond_the_limit_and_faults() {
    for text in [
        "1 2\n1000000001 1\n1000000002 1\n",
        "1000000000 1000000000\n00000000001000000000 1\n00000000001000000001 1\n",
        "1 2\n1 99999999999x\n",
        "1 2\n3 1000000001\nx",
        "1 2\n1000000001\nx\n1 2\n",
        "1 2 3\n1000000001 1\n0 0\n1000000001 2",
        "1 2\n0 0\n1000000001 2",
        "1000000001 1000000001\n1\n2\n",
        "99999999999999999999999999999999999999999999999999 1\n1 2\n",
        "7 7\n007 7\n7 0006\n1000000001 1\n",
        "1 2\n1000000001 1\n2 1\n",
        "1 2\n3\n2 x\n",
        "1 2\n0 0\n2 1\n",
        "18446744073709551617 18446744073709551616\n1 2\n",
    ] {
        for framing in [Framing::Eof, Framing::Zero, Framing::One] {
            for (strict, ascending) in [(false, false), (false, true), (true, false), (true, true)]
            {
                let options = ReadOptions {
                    limits: true,
                    ascending,
                    strict,
                    ..ReadOptions::plain(framing)
                };
                check_short(text.as_bytes(), options);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    #[test]
    fn any_numbers_in_any_layout(
        seed in any::<u64>(),
        records in 0usize..40,
        layout in select(&[Layout::Plain, Layout::Nearly, Layout::Wild, Layout::OneLine, Layout::Column, Layout::Shifted]),
        zeros in 0usize..3,
        count in 0u64..45,
        bad in 0usize..3,
        strict in any::<bool>(),
        limits in any::<bool>(),
        ascending in any::<bool>(),
        cut in any::<bool>(),
    ) {
        let mut random = SplitMix(seed);
        for &framing in Framing::FREE {
            let mut numbers = numbers(records, &mut random);
            for _ in 0..zeros {
                let at = random.below(numbers.len() as u64 + 1) as usize;
                numbers.insert(at, "0".into());
                numbers.insert(at, "00".into());
            }
            if bad == 0 && random.below(2) == 0 {
                let at = random.below(numbers.len() as u64 + 1) as usize;
                let what = ["x", "-1", "1.5", "7-", "\0", "\u{a0}3"];
                numbers.insert(at, what[random.below(6) as usize].into());
            }
            if random.below(3) == 0 {
                numbers.pop();
            }
            if framing == Framing::Count {
                let exact = numbers.len() as u64 / 2;
                let count = if random.below(2) == 0 { exact } else { count };
                numbers.insert(0, count.to_string());
            }
            let mut text = lay_out(&numbers, layout, &mut random);
            if cut {
                text.truncate(text.trim_end().len());
            }
            if random.below(4) == 0 {
                text.insert(0, '\u{feff}');
            }
            check_short(text.as_bytes(), ReadOptions { limits, ascending, strict, ..ReadOptions::plain(framing) });
        }
    }

    #[test]
    fn any_bytes(text in proptest::collection::vec(
        prop_oneof![6 => Just(b'0'), 3 => Just(b'1'), 2 => Just(b'2'), 5 => Just(b' '),
                    4 => Just(b'\n'), 1 => Just(b'\r'), 1 => Just(b'\x0b'), 1 => Just(b'x')],
        0..60)) {
        // The reference can answer only numbers of fewer than 19 digits.
        for &framing in Framing::FREE {
            if text.split(|c| !c.is_ascii_digit()).all(|number| number.len() < 19) {
                check_short(&text, ReadOptions::plain(framing));
            }
        }
    }
}
