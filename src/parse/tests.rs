//! Compares every kernel with the scalar parser on text that is valid, nearly valid, or hostile.
//!
//! The tests compare everything that a caller sees: the answers, their order, and the faults.

use super::reader::VectorDecide;
use super::*;
use crate::backend::Backend;
use crate::grammar::MAX_LINE;
use crate::pipeline::decide::IsCold;
use random_text::{Random, corrupt, pile, text};

#[cfg(target_os = "linux")]
mod guard_pages;
pub(in crate::parse) mod questions;
mod random_text;

#[derive(Default, PartialEq, Eq)]
struct Seen {
    answers: Vec<bool>,
    /// The faults after which reading went on, each with the number of answers before it.
    faults: Vec<(usize, String)>,
    go_on: bool,
}

impl std::fmt::Debug for Seen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} answers, {:?}", self.answers.len(), self.faults)
    }
}

impl AnswerSink for Seen {
    fn push(&mut self, answers: u64, count: u32) {
        assert!((1..=64).contains(&count));
        assert!(count == 64 || answers >> count == 0);
        self.answers
            .extend((0..count).map(|i| answers >> i & 1 == 1));
    }
}

impl Records for Seen {
    fn remaining(&self) -> u64 {
        u64::MAX
    }

    fn cold(&self) -> u64 {
        0
    }

    fn fault(&mut self, fault: Fault) -> Result<(), Fault> {
        self.faults.push((self.answers.len(), format!("{fault:?}")));
        if self.go_on { Ok(()) } else { Err(fault) }
    }
}

fn see(reader: &mut dyn Reader<Seen>, text: &[u8], at: usize, go_on: bool) -> Seen {
    let mut seen = Seen {
        go_on,
        ..Seen::default()
    };
    let result = reader.read_lines(text, at, &mut seen);
    assert_eq!(result.is_err(), !go_on && !seen.faults.is_empty());
    seen
}

fn agree(seed: u64, text: &[u8], readers: &mut [(Backend, Box<dyn Reader<Seen>>)]) {
    for go_on in [false, true] {
        let expected = see(
            &mut *kernel_reader::<IsCold, _>(Backend::Scalar),
            text,
            1,
            go_on,
        );
        for (backend, reader) in readers.iter_mut() {
            let seen = see(&mut **reader, text, 1, go_on);
            if seen != expected {
                let differ = (0..).find(|&i| seen.answers.get(i) != expected.answers.get(i));
                panic!("{backend} seed {seed}: {seen:?}, not {expected:?}; answer {differ:?}");
            }
        }
        if expected.faults.is_empty() {
            break;
        }
    }
}

type Readers = Vec<(Backend, Box<dyn Reader<Seen>>)>;

fn readers<D: VectorDecide>() -> Readers {
    Backend::list_available()
        .map(|b| (b, kernel_reader::<D, _>(b)))
        .collect()
}

/// Compares the kernels on random texts of long stretches. Half of the texts are corrupted.
fn check_random_texts(seeds: std::ops::Range<u64>) {
    let mut readers = readers::<IsCold>();
    for seed in seeds {
        let mut r = Random(seed);
        let mut text = text(&mut r);
        if r.one_in(2) {
            corrupt(&mut r, &mut text);
        }
        agree(seed, &text, &mut readers);
    }
}

#[test]
fn random_text() {
    check_random_texts(0..60);
}

#[test]
#[ignore = "slow"]
fn much_random_text() {
    check_random_texts(60..1000);
}

/// Mixed lengths, then a long pile in each kilobyte, then mixed lengths again. A kernel that adapts to the lines must be right
/// at both changes, wherever in its memory the second one happens.
#[test]
fn mixed_lengths_after_long_piles() {
    let mut readers = readers::<IsCold>();
    for seed in 0..60 {
        let mut r = Random(seed);
        let (mut text, mut next_long) = ("\n".to_owned(), 20_000);
        let long_until = 45_000 + 425 * seed as usize;
        while text.len() < long_until + 30_000 {
            if (next_long..long_until).contains(&text.len()) {
                next_long = text.len() + 1000;
                text += &format!("{:7<254} 123\n", "");
            }
            let [a, b] = [(); 2].map(|()| {
                let digits = [1 + r.below(10) as u32, 14][usize::from(r.one_in(16))];
                10u64.pow(digits - 1) + r.below(9 * 10u64.pow(digits - 1))
            });
            let cold = || crate::game::wythoff_pair(a).expect("a small index");
            let (a, b) = if r.one_in(12) { cold() } else { (a, b) };
            text += &format!("{a} {b}\n");
        }
        agree(seed, text.as_bytes(), &mut readers);
    }
}

/// Lines with tokens of every pair of short lengths, and of many pairs of long ones. A kernel that chooses its lanes by the longest
/// token uses each width.
#[test]
fn every_two_lengths() {
    let mut readers = readers::<IsCold>();
    let digits =
        |from: usize, length: usize| "123456789".repeat(31)[from % 9..][..length].to_owned();
    let long = (6..33)
        .step_by(4)
        .chain([63, 64, 65, 127, 128, 200, 253, 254, 255, 256, 257, 262]);
    let long: Vec<usize> = long.collect();
    let short: Vec<usize> = (1..=33).collect();
    for (blank, end, first, least, lengths) in [
        (" ", "\n", &short, 1, 33),
        (" ", "\r\n", &short, 1, 33),
        ("\t", "\n", &short, 1, 33),
        ("\t", "\t\n", &short, 1, 33),
        (" ", "\n", &long, 5, 260),
        ("\t", "\n", &long, 5, 260),
    ] {
        for &first in first {
            let mut text = vec![b'\n'];
            for i in 0..300 {
                let (a, b) = (digits(i, first), digits(i + 4, least + i % lengths));
                text.extend_from_slice(format!("{a}{blank}{b}{end}").as_bytes());
            }
            agree(first as u64, &text, &mut readers);
        }
    }
}

/// Piles near the largest `u64`, and piles that look small to a kernel that drops their upper digits.
#[test]
fn no_pile_wraps_around() {
    let mut readers = readers::<IsCold>();
    let cold = [(0u128, 0u128), (1, 2), (8, 13), (165_580_140, 267_914_295)];
    let above = [
        0,
        1,
        1 << 32,
        (1 << 64) - 1,
        1 << 64,
        10u128.pow(20),
        10u128.pow(24),
        10u128.pow(31),
        // Without its lowest 15 digits the number is a multiple of 2^32 or of 2^64.
        10u128.pow(15) << 32,
        10u128.pow(15) << 64,
    ];
    for above in above {
        for (a, b) in cold {
            let mut text = vec![b'\n'];
            for i in 0..1000u128 {
                let (a, b) = match i % 97 {
                    5 => (above + a, b),
                    50 => (b, above + a),
                    71 => (above + a, above + b),
                    _ => (10u128.pow(18) + i, a),
                };
                text.extend_from_slice(format!("{a} {b}\n").as_bytes());
            }
            agree(above as u64, &text, &mut readers);
        }
    }
}

/// Puts a byte at each place of a text: every value, or values near the valid ones. No kernel mistakes it for another byte.
#[test]
#[ignore = "slow"]
fn every_byte_in_every_place() {
    let mut readers = readers::<IsCold>();
    let lines: [&[u8]; 15] = [
        b"12 345\n1000000007 6\n",
        b"12 345\r\n100000007 6\r\n",
        b"12\t345\n1000007\t6\n",
        b"12 345 \n100000007 6 \n",
        b"12\t345\t\n1000000007\t6\t\n",
        b"1\t345\r\n1000000007\t6\r\n",
        b"12\t34\n",
        b"12 345\r\n6 7\r\n",
        b"12  34\n",
        b"1234567890123456 7\n",
        b"5 1234567890123456\n0 765432109876543210\n",
        b"12345678901234\t7\n8\t12\n90\t1\n",
        b"1234567890123456 2000000000000000\n7654321 1238500\n",
        b"7654321 123456789012345678901234567890\n1234567 2000000\n",
        b"123456789012345678901234567890 12\n3 4567890\n",
    ];
    let near = b"\0\x08\t\n\x0b\x0c\r\x1f !*,-./019:;?Ap\x7f\x80\x8d\xa0\xb0\xb9\xff";
    let all: Vec<u8> = (0..=255).collect();
    for (i, line) in lines.into_iter().enumerate() {
        let bytes = if i == 0 { &all } else { &near[..] };
        let base = [b"\n".as_slice(), &line.repeat(150)].concat();
        // After the first batch of the vector kernels.
        let far = 1 + 64 * line.len();
        for at in (1..1 + line.len()).chain(far..far + line.len()) {
            for &byte in bytes {
                let mut text = base.clone();
                text[at] = byte;
                agree(u64::from(byte), &text, &mut readers);
            }
        }
    }
}

/// Lines about as long as the longest allowed line. Enough lines come before them for any kernel to start.
#[test]
fn the_longest_line() {
    for over in [-1isize, 0, 1, 2] {
        let zeros = (MAX_LINE as isize - 4 + over) as usize;
        for (lead, tail) in [("0", ""), (" ", ""), ("", " ")] {
            let text = format!(
                "\n{}{}12 2{}\n1 2\n",
                "3 5\n".repeat(16),
                lead.repeat(if lead.is_empty() { 0 } else { zeros }),
                tail.repeat(if tail.is_empty() { 0 } else { zeros })
            );
            // New readers for each text: a kernel that has met a malformed line may read the next text in another way.
            agree(over as u64, text.as_bytes(), &mut readers::<IsCold>());
            let seen = see(
                &mut *kernel_reader::<IsCold, _>(Backend::Scalar),
                text.as_bytes(),
                1,
                true,
            );
            assert_eq!(seen.faults.is_empty(), over <= 0);
        }
    }
}

/// The faults of the scalar parser for blank and invalid lines. The other tests compare the kernels with the scalar parser;
/// `lines` in tests/library compares its answers with a simple reader.
#[test]
fn the_scalar_parser_by_the_grammar() {
    use super::scalar::record;
    use crate::error::{Error, shown};
    for blank in ["", "\r", " ", "\t  \t", " \r"] {
        assert!(matches!(record(blank.as_bytes()), Ok(None)));
    }
    let (first, second) = ("a pile (decimal digits)", "a second pile (decimal digits)");
    let (inside, behind) = (
        "a digit or a blank",
        "a digit, a blank or the end of the line",
    );
    let third = "the end of the line after two piles";
    for (line, at, end, expected) in [
        ("x", 0, 1, first),
        (" -1 2", 1, 3, first),
        ("\rx", 0, 2, first),
        ("12", 2, 2, second),
        ("12\r", 2, 2, second),
        ("12 ", 3, 3, second),
        ("12 x 5", 3, 4, second),
        ("12x 5", 2, 3, inside),
        ("12/", 2, 3, inside),
        ("1:2 3", 1, 3, inside),
        ("1 2x", 3, 4, behind),
        ("1 2/ 3", 3, 4, behind),
        ("1 2\r\r", 3, 4, behind),
        ("1 2 3", 4, 5, third),
        ("1 2  x y", 5, 6, third),
    ] {
        let found = match &line[at..end] {
            "" => "the end of the line".to_owned(),
            wrong => shown(wrong.as_bytes()),
        };
        let fault = record(line.as_bytes()).unwrap_err();
        let message = Error::new(fault.kind).to_string();
        let expected = format!("expected {expected}, found {found}");
        assert_eq!((fault.at, message), (at, expected), "{line:?}");
    }
    let long = |len: usize| format!("1{}2", " ".repeat(len - 2)).into_bytes();
    assert!(record(&long(MAX_LINE)).is_ok());
    assert_eq!(record(&long(MAX_LINE + 1)).unwrap_err().at, 0);
}

/// Short lines, and one in thirty long. A new kernel expects long lines, and soon short ones; the long lines that it read before
/// must be answered as long.
#[test]
fn long_lines_among_the_first() {
    use crate::pipeline::decide::Ascending;
    for seed in 0..60 {
        let (mut r, mut text) = (Random(seed), b"\n".to_vec());
        for _ in 0..4000 {
            let digits = [9, 17][usize::from(r.one_in(30))];
            let [a, b] =
                [(); 2].map(|()| 10u64.pow(digits - 1) + r.below(9 * 10u64.pow(digits - 1)));
            text.extend_from_slice(format!("{a} {b}\n").as_bytes());
        }
        let [expected, others @ ..] = &mut readers::<Ascending>()[..] else {
            unreachable!("the scalar parser is always there");
        };
        let expected = see(&mut *expected.1, &text, 1, false);
        for (backend, reader) in others {
            assert!(
                see(&mut **reader, &text, 1, false) == expected,
                "{backend}, seed {seed}"
            );
        }
    }
}

/// A question whose answers are known without a parser. They show that a kernel asks this question about the right two piles,
/// in the right order.
#[test]
fn another_question() {
    use crate::pipeline::decide::Ascending;
    for digits in [1, 3, 6, 7, 9, 12, 15, 18, 20, 26] {
        let mut r = Random(digits);
        let (mut text, mut known) = (vec![b'\n'], Vec::new());
        for _ in 0..1000 {
            let [a, b] = [(); 2].map(|()| {
                let digits = 1 + r.below(digits) as u32;
                pile(&mut r, digits)
            });
            let number = |digits: &str| digits.parse::<u128>().unwrap();
            known.push(number(&a) < number(&b));
            text.extend_from_slice(format!("{a} {b}\n").as_bytes());
        }
        for (backend, reader) in &mut readers::<Ascending>() {
            let mut seen = Seen::default();
            reader.read_lines(&text, 1, &mut seen).unwrap();
            assert!(seen.answers == known, "{backend}, {digits} digits");
        }
    }
}
