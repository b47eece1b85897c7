//! One record on each line: valid and invalid records, the places of faults, and the same answers and messages in every way
//! of reading. The expected answers come from methods that the crate does not use.

use crate::solving::*;
use crate::support::*;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use wythoff::game::BigUint;
use wythoff::{Backend, Framing, Problem, Solver, profile};

/// A line that is not a record, the column of the fault, and a word that the message must contain.
const FAULTS: &[(&[u8], usize, &str)] = &[
    (b"1", 2, "end of the line"),
    (b"12 ", 4, "end of the line"),
    (b"\t7\t", 4, "end of the line"),
    (b"1 2 3", 5, "3"),
    (b"1 2 x", 5, "x"),
    (b"-1 2", 1, "-1"),
    (b"+1 2", 1, "+1"),
    (b"1 -2", 3, "-2"),
    (b"1 +2", 3, "+2"),
    (b"1.5 2", 2, ".5"),
    (b"1 2.5", 4, ".5"),
    (b"1e9 2", 2, "e9"),
    (b"1 1e9", 4, "e9"),
    (b"1,2", 2, ",2"),
    (b"1, 2", 2, ","),
    (b"0x10 2", 2, "x10"),
    (b"1_000 2", 2, "_000"),
    (b"a b", 1, "a"),
    (b"x", 1, "x"),
    (b"  ? 1", 3, "?"),
    (b"1 2\0", 4, "\\x00"),
    (b"\x001 2", 1, "\\x00"),
    (b"1\x0b2", 2, "\\x0b"),
    (b"1\x0c2", 2, "\\x0c"),
    (b"1\r2", 2, "\\r2"),
    (b"1 \r 2", 3, "\\r"),
    (b"1 2\r\r", 4, "\\r"),
    (b"1 2 \x1b[2J", 5, "\\x1b[2J"),
    (b"1 2\x7f", 4, "\\x7f"),
    (b"1\xc2\xa02", 2, "\\xc2\\xa0"),
    (b"\xe3\x80\x801 2", 1, "\\xe3"),
    (b"\xef\xbc\x91 2", 1, "\\xef"),
    (b"\xff\xfe1 2", 1, "\\xff\\xfe"),
    (b"1 2/", 4, "/"),
    (b"1 2:", 4, ":"),
    (b"/1 2", 1, "/"),
    (b":1 2", 1, ":"),
    (b"123456789:12345678 1", 10, ":"),
    (b"1234567890123456789012345678901234567890x 1", 41, "x"),
    (b"18446744073709551616 -1", 22, "-1"),
    // A byte order mark is accepted only at byte 0.
    (b" \xef\xbb\xbf3 4", 2, "\\xef\\xbb\\xbf3"),
    (b"1 2\xef\xbb\xbf", 4, "\\xef\\xbb\\xbf"),
];

#[test]
fn each_fault_has_its_place() {
    let folder = Folder::new();
    for &(line, column, word) in FAULTS {
        for (i, (before, after, number)) in [
            ("", "", 1),
            ("", "\n", 1),
            ("1 2\n\n3 4\n", "\n5 6\n", 4),
            ("\u{feff}0 0\r\n", &format!("\n1 1 1{}", "\n".repeat(21)), 2),
        ]
        .into_iter()
        .enumerate()
        {
            let text = [before.as_bytes(), line, after.as_bytes()].concat();
            let path = folder.file("in", &text);
            for backend in Backend::list_available() {
                let way = [
                    Reading::Mapped,
                    Reading::Pieces(3),
                    Reading::Read,
                    Reading::Pieces(1000),
                ][i];
                let what = format!("{} {backend} {way:?}", text.escape_ascii());
                let mut solver = way.set(&Solver::default());
                solver.backend = backend;
                let got = solved(&solver, way.input(&text, &path));
                assert_same(&got.answers, &reference(before.as_bytes()), &what);
                let message = got.error();
                let place = format!("in:{number}:{column}: expected ");
                let rest = message.strip_prefix(&place);
                let found = rest.and_then(|rest| rest.split_once(", found "));
                let (expected, found) = found.unwrap_or_else(|| panic!("{what}: {message}"));
                assert!(
                    !expected.is_empty() && found.contains(word),
                    "{what}: {message}"
                );
            }
        }
    }
}

/// Lines of any length, some of them invalid or blank. With `Mark` every line has its answer or `?`, and the first messages
/// name the first invalid lines; with `Stop` the answers end at the first invalid line.
#[test]
fn answers_marks_and_places_are_the_same_in_every_way() {
    let mut numbers = SplitMix(6);
    let mut text = Vec::new();
    let (mut places, mut first) = (Vec::new(), 0);
    let mut line = 0;
    while text.len() < 400_000 {
        line += 1;
        if text.len() > 150_000 && numbers.below(300) == 0 {
            let (fault, column, _) = FAULTS[numbers.below(FAULTS.len() as u64) as usize];
            if places.is_empty() {
                first = text.len();
            }
            places.push(format!("in:{line}:{column}: "));
            text.extend_from_slice(fault);
        } else if numbers.below(50) > 0 {
            let (a, b) = (numbers.any_length(), numbers.any_length());
            text.extend_from_slice(format!("{a} {b}").as_bytes());
        }
        text.push(b'\n');
    }
    let marked = reference_marked(&text);
    let marks = marked.iter().filter(|&&c| c == b'?').count();
    assert_eq!(marks, places.len());
    in_every_way(&marking(), &text, |got, what| {
        assert_same(&got.answers, &marked, what);
        let summary = got.end.as_ref().expect("marked");
        assert_eq!(summary.invalid as usize, marks, "{what}");
        let messages = got.marked();
        assert_eq!(messages.len(), 10, "{what}");
        for (message, place) in messages.iter().zip(&places) {
            assert!(message.starts_with(place), "{what}: {message}, not {place}");
        }
    });
    let before = reference(&text[..first]);
    in_every_way(&Solver::default(), &text, |got, what| {
        assert_same(&got.answers, &before, what);
        let message = got.error();
        assert!(message.starts_with(&places[0]), "{what}: {message}");
    });
}

/// The message names the kind of a file that is not text, if its first bytes show it.
#[test]
fn files_that_are_not_text() {
    let folder = Folder::new();
    let utf_16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}1 2\n".encode_utf16().flat_map(bytes).collect()
    };
    let utf_16 = [utf_16(u16::to_le_bytes), utf_16(u16::to_be_bytes)];
    let in_utf_16 = "text in UTF-16: convert it to ASCII or UTF-8 first";
    for (text, says) in [
        (
            &b"\xfd7zXZ\0\0\x04\xe6\xd6"[..],
            "xz data: decompress it first",
        ),
        (b"BZh91AY&SY\x1c", "bzip2 data: decompress it first"),
        (b"BZh11AY&SY\x1c", "bzip2 data: decompress it first"),
        (b"PK\x03\x04\x14\0", "a zip archive: extract it first"),
        (&utf_16[0], in_utf_16),
        (&utf_16[1], in_utf_16),
        (b"1 2\nBZh91AY&SY\x1c", ""),
        (b" BZh91AY&SY\x1c", ""),
        (b"BZhang 1", ""),
        (b"PK 1\n", ""),
        (b"\xff\xfe1 2\n", ""),
    ] {
        let path = folder.file("in", text);
        let cases = profile("hdu1849").expect("a profile").problem.clone();
        let mut free = Problem::default();
        free.framing = Framing::Eof;
        for problem in [Problem::default(), free, cases] {
            for way in [Reading::Mapped, Reading::Read, Reading::Pieces(1)] {
                let solver = way.set(&Solver::new(problem.clone()));
                let message = solved(&solver, way.input(text, &path)).error();
                let found = message.split_once("; this is ").map_or("", |found| found.1);
                assert_eq!(found, says, "{problem:?} {way:?}: {message}");
            }
        }
    }
}

/// A line of any excessive length is one fault. The lines after it keep their numbers.
#[test]
fn lines_that_are_too_long() {
    const MOST: usize = 1 << 20;
    let folder = Folder::new();
    let long = |len: usize| format!("1{}2", " ".repeat(len - 2));
    let marked = |len: usize| format!("\u{feff}{}", long(len));
    for (name, first, fits) in [
        ("the longest", long(MOST), true),
        ("one more", long(MOST + 1), false),
        ("two more", long(MOST + 2), false),
        ("three times that", long(3 * MOST + 77), false),
        ("digits", format!("1 {}", "7".repeat(2 * MOST)), false),
        ("blanks", " ".repeat(MOST + 1), false),
        ("a mark and the longest", marked(MOST), true),
        ("a mark and one more", marked(MOST + 1), false),
        ("a mark and three more", marked(MOST + 3), false),
    ] {
        // The line is tried as the first line, which may have a byte order mark, and after other lines.
        for before in ["", "3 5\n\n4 5\n"] {
            if first.starts_with('\u{feff}') && !before.is_empty() {
                continue;
            }
            let text = format!("{before}{first}\n3 5\nx\n1 1\n").into_bytes();
            let mut expected = reference(before.as_bytes());
            expected.extend_from_slice(if fits { b"0" } else { b"?" });
            expected.extend_from_slice(b"\n0\n?\n1\n");
            let line = 1 + before.matches('\n').count();
            let path = folder.file("in", &text);
            for (way, chunk) in [
                (Reading::Mapped, 1 << 16),
                (Reading::Read, 1 << 20),
                (Reading::Pieces(30_000), 1 << 16),
            ] {
                let what = format!("{name} at line {line} {way:?}");
                let solver = Solver {
                    chunk_size: NonZeroUsize::new(chunk),
                    threads: NonZeroUsize::new(2),
                    ..way.set(&marking())
                };
                let got = solved(&solver, way.input(&text, &path));
                assert_same(&got.answers, &expected, &what);
                let messages = got.marked();
                let too_long = (!fits).then_some(line);
                let lines: Vec<_> = too_long.into_iter().chain([line + 2]).collect();
                assert_eq!(messages.len(), lines.len(), "{what}");
                for (message, line) in messages.iter().zip(lines) {
                    let has_place = message.starts_with(&format!("in:{line}:1: "));
                    assert!(has_place && message.len() < 200, "{what}: {message}");
                    let is_said = message.contains("a line of at most 1048576 bytes");
                    assert_eq!(is_said, Some(line) == too_long, "{what}: {message}");
                }
            }
        }
    }
}

/// Consecutive Fibonacci numbers, from two digits to more than a hundred, and their answers. (F(n), F(n+1)) is cold for even
/// n. For odd n it is hot, but so near a cold position that a formula with too few digits of phi is wrong. With one object
/// more on each pile, the difference is the same, and the position is hot for every n.
fn fibonacci() -> (String, String) {
    let (mut a, mut b) = (BigUint::from(55_u32), BigUint::from(89_u32));
    let (mut input, mut answers) = (String::new(), String::new());
    for n in 10..599 {
        input += &format!("{a} {b}\n{b}\t{a}\r\n{} {}\n", &a + 1_u32, &b + 1_u32);
        answers += ["0\n0\n1\n", "1\n1\n1\n"][n % 2];
        (a, b) = (b.clone(), a + b);
    }
    (input, answers)
}

/// Lines of every form and length, so that words, blocks and chunks end at every place of a line.
fn ragged() -> String {
    let mut numbers = SplitMix(2);
    let mut text = String::from("\u{feff}");
    for _ in 0..4_000 {
        let (a, b) = (numbers.any_length(), numbers.any_length());
        let (mut before, mut between, mut after) = ("", " ", "");
        let mut zeros = 0;
        match numbers.below(32) {
            0..4 => before = &" \t  \t   "[..numbers.below(8) as usize],
            4..8 => between = &" \t  \t   "[..1 + numbers.below(7) as usize],
            8..12 => after = &" \t  \t   "[..numbers.below(8) as usize],
            12..14 => zeros = numbers.below(70) as usize,
            _ => {}
        }
        let zeros = "0".repeat(zeros);
        let ends = ["\n", "\n", "\n", "\r\n", "\n\n", "\n \t\r\n"];
        let end = ends[numbers.below(6) as usize];
        text += &format!("{before}{zeros}{a}{between}{b}{after}{end}");
    }
    text
}

#[test]
fn valid_lines() {
    let check = |text: &str, answers: &[u8]| {
        in_every_way(&Solver::default(), text.as_bytes(), |got, what| {
            let start: String = text.chars().take(40).collect();
            let what = format!("{start:?}, {what}");
            assert_eq!(got.error(), "", "{what}");
            assert_same(&got.answers, answers, &what);
        });
    };
    for (text, answers) in [
        ("", ""),
        ("\n", ""),
        ("\u{feff}", ""),
        (" \t \r\n\n\t\n   ", ""),
        ("2 1\n8 4\n4 7", "0\n1\n0\n"),
        ("0 0", "0\n"),
        // Doubles are wrong for the first pairs; phi with 27 decimals is wrong for the next one.
        (
            "165580140 267914295\n165580141 267914296\n267914295 165580140\n",
            "0\n1\n0\n",
        ),
        ("72723460248141 117669030460994\n", "0\n"),
        // d + hi exceeds 64 bits.
        ("1293530146158671551 13493690561280548289\n", "1\n"),
        (
            "\u{feff}  1\t 2 \r\n\r\n \t\r\n\n3     5\t\t\n\t4 7\r\n 6  11  ",
            "0\n0\n0\n1\n",
        ),
        ("4 7\r", "0\n"),
    ] {
        check(text, answers.as_bytes());
    }
    let zeros = "0".repeat(10_000);
    // The numbers near upper / phi. If `upper` is the upper number of a pair, its lower number is one of these five.
    let edges = [
        1u128 << 31,
        1 << 32,
        1 << 52,
        1 << 53,
        1 << 63,
        (1 << 64) - 2,
    ]
    .into_iter();
    let edges = edges.flat_map(|edge| (0..4).map(move |i| edge + i - 2));
    let edges = edges.flat_map(|upper| {
        let lower = (upper * 11_400_714_819_323_198_485) >> 64;
        (0..5).map(move |i| format!("{} {upper}\n", lower + i - 2))
    });
    let blanks = " \t".repeat(35);
    let blanks = (0..70).map(|n| format!("{0}3 {0}5{0}\n{0}\n", &blanks[..n]));
    let padded = (0..40).map(|n| format!("{:0>1$} 2\n5 {2:0>1$}\n", 1, n + 1, 3));
    for text in [
        format!(
            "{zeros}1 {zeros}2\n0 {zeros}\n{zeros}3 4\n\
             {zeros}18446744073709551615 {zeros}11400714819323198484\n"
        ),
        padded.collect(),
        blanks.collect(),
        edges.collect(),
        ragged(),
        "0 0\n1 1\n".repeat(5_000),
        // Chunks without a record.
        format!("1 2{}3 4\n", "\n".repeat(70_000)),
    ] {
        check(&text, &reference(text.as_bytes()));
    }
    let (text, answers) = fibonacci();
    check(&text, answers.as_bytes());
}

/// Every `data/NAME.in` gives `data/NAME.out`.
#[test]
fn golden_data() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let entries = fs::read_dir(&data).expect("data/ is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut count = 0;
    for input in paths.filter(|path| path.extension().is_some_and(|e| e == "in")) {
        let expected = fs::read(input.with_extension("out")).expect("its answers");
        let text = fs::read(&input).expect("the input");
        in_every_way(&Solver::default(), &text, |got, what| {
            let what = format!("{} {what}", input.display());
            assert_same(&got.answers, &expected, &what);
        });
        count += 1;
    }
    assert!(count >= 5, "only {count} inputs");
}
