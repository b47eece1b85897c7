//! Valid and invalid records, and the same message for a fault in every way of reading.

use crate::support::*;

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
];

/// Splits `PATH:LINE:COLUMN: message`, where `path` is known.
#[track_caller]
fn located<'t>(stderr: &'t str, path: &str) -> (u64, usize, &'t str) {
    assert_eq!(stderr.lines().count(), 1, "one line: {stderr:?}");
    assert!(stderr.ends_with('\n'), "{stderr:?}");
    let rest = stderr
        .strip_prefix(&format!("wythoff: {path}:"))
        .unwrap_or_else(|| panic!("{stderr:?} doesn't start with wythoff: {path}:"));
    let mut parts = rest.trim_end().splitn(3, ':');
    let mut number = || parts.next().and_then(|n| n.parse::<u64>().ok());
    let (line, column) = (number(), number());
    let message = parts.next().and_then(|m| m.strip_prefix(' '));
    let (Some(line), Some(column), Some(message)) = (line, column, message) else {
        panic!("no place in {stderr:?}");
    };
    (line, column as usize, message)
}

/// No byte of an input may reach a terminal as a control character.
#[track_caller]
fn assert_clean(stderr: &str, what: &str) {
    let raw = stderr
        .chars()
        .find(|&c| (c.is_control() && c != '\n') || c == char::REPLACEMENT_CHARACTER);
    assert_eq!(raw, None, "{what}: {stderr:?}");
}

/// The message names the kind of a file that is not text, if its first bytes show it.
#[test]
fn files_that_are_not_text() {
    let folder = Folder::new();
    let utf_16 = |of: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}1 2\n".encode_utf16().flat_map(of).collect()
    };
    for (input, says) in [
        (
            &b"\xfd7zXZ\0\0\x04\xe6\xd6"[..],
            Some("xz data: decompress it first"),
        ),
        (b"BZh91AY&SY\x1c", Some("bzip2 data: decompress it first")),
        (b"BZh11AY&SY\x1c", Some("bzip2 data: decompress it first")),
        (b"PK\x03\x04\x14\0", Some("a zip archive: extract it first")),
        (
            &utf_16(u16::to_le_bytes),
            Some("text in UTF-16: convert it to ASCII or UTF-8 first"),
        ),
        (
            &utf_16(u16::to_be_bytes),
            Some("text in UTF-16: convert it to ASCII or UTF-8 first"),
        ),
        (b"1 2\nBZh91AY&SY\x1c", None),
        (b" BZh91AY&SY\x1c", None),
        (b"BZhang 1", None),
        (b"PK 1\n", None),
        (b"\xff\xfe1 2\n", None),
    ] {
        let path = folder.file("in.txt", input);
        for args in [
            &["solve"][..],
            &["solve", "--io", "read"],
            &["solve", "--as", "poj1067"],
            &["solve", "--as", "hdu1849"],
            &["moves"],
            &["nim"],
        ] {
            for piped in [false, true] {
                let mut command = wythoff(args);
                let run = if piped {
                    run(&mut command, Feed::Pipe(input))
                } else {
                    run(command.arg(&path), Feed::Nothing)
                };
                let run = run.expect(2);
                let found = run.stderr.trim_end().split_once("; this is ");
                assert_eq!(
                    found.map(|(_, what)| what),
                    says,
                    "{args:?} {piped}: {run:?}"
                );
                assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
                assert_clean(&run.stderr, "a format");
            }
        }
    }
}

#[test]
#[ignore = "slow"]
fn each_fault_has_its_place() {
    let folder = Folder::new();
    for &(line, column, word) in FAULTS {
        for (before, behind, number) in [
            ("", "", 1),
            ("", "\n", 1),
            ("1 2\n\n3 4\n", "\n5 6\n", 4),
            (
                "\u{feff}0 0\r\n",
                "\n1 1 1\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",
                2,
            ),
        ] {
            let text = [before.as_bytes(), line, behind.as_bytes()].concat();
            let path = folder.file("input", &text);
            let answers = reference(before.as_bytes());
            for &backend in backends() {
                for way in [Way::Mapped, Way::Piped] {
                    let what = format!("{:?} {backend} {way:?}", text.escape_ascii().to_string());
                    let run = way.solve(&["--backend", backend], &path, &text).expect(2);
                    assert_same(&run.stdout, &answers, &what);
                    let (at, found_column, message) = located(&run.stderr, &way.name(&path));
                    assert_eq!((at, found_column), (number, column), "{what}: {message}");
                    let (expected, found) = message
                        .strip_prefix("expected ")
                        .and_then(|m| m.split_once(", found "))
                        .unwrap_or_else(|| panic!("{what}: {message}"));
                    assert!(
                        !expected.is_empty() && found.contains(word),
                        "{what}: {message}"
                    );
                    assert_clean(&run.stderr, &what);
                }
            }
        }
    }
}

/// The accepted forms are in the table of `solve`. Here a fault follows them, and its location shows that they are
/// accepted.
#[test]
fn valid_forms_are_accepted() {
    let text = b"\xef\xbb\xbf\r\n1 2\r\n \t\n\t3\t \t5 \t\r\n0000 0000\n4 7\r";
    for backend in backends() {
        let mut command = wythoff(&["solve", "--backend", backend]);
        let run = run(&mut command, Feed::Pipe(text)).expect(0);
        assert_eq!(run.text(), "0\n0\n0\n0\n", "{backend}");
    }
}

/// A byte order mark is accepted only at byte 0.
#[test]
fn a_mark_elsewhere_is_a_fault() {
    for (text, place) in [
        (&b"1 2\n\xef\xbb\xbf3 4\n"[..], (2, 1)),
        (b" \xef\xbb\xbf3 4\n", (1, 2)),
        (b"\n\xef\xbb\xbf3 4\n", (2, 1)),
        (b"1 2\xef\xbb\xbf\n", (1, 4)),
    ] {
        for backend in backends() {
            let mut command = wythoff(&["solve", "--backend", backend]);
            let run = run(&mut command, Feed::Pipe(text)).expect(2);
            let (line, column, _) = located(&run.stderr, "<stdin>");
            assert_eq!((line, column), place, "{}", text.escape_ascii());
        }
    }
}

/// For a fault deep in a large input, the message and the answers before it do not depend on the way of reading.
#[test]
fn the_same_message_everywhere() {
    const LINE: usize = 200_001;
    let folder = Folder::new();
    let mut numbers = SplitMix(5);
    let mut lines: Vec<String> = (0..300_000)
        .map(|i| {
            let (a, b) = (numbers.any_length(), numbers.any_length());
            let end = ["", "\r", "\n"][usize::from(i % 97 == 0) * (1 + i % 2)];
            format!("{a} {b}{end}")
        })
        .collect();
    let faults = [
        (LINE - 1, "123456789 12345678z"),
        // Later faults, in chunks that other threads may finish first.
        (LINE, "y"),
        (LINE + 3_000, "1"),
        (LINE + 50_000, "1 2 3"),
    ];
    // Some items have blank lines, so the number of a line must be counted.
    for (i, text) in faults {
        lines[i] = text.to_owned();
    }
    let number = 1 + lines[..LINE - 1].join("\n").matches('\n').count() + 1;
    let text = lines.join("\n").into_bytes();
    let answers = reference(format!("{}\n", lines[..LINE - 1].join("\n")).as_bytes());
    assert!(text.len() > 4 << 20);
    let path = folder.file("input", &text);
    matrix(text.len(), |backend, threads, way, how| {
        let args = ["--backend", backend, "--threads", threads];
        let run = way.solve(&args, &path, &text).expect(2);
        let (line, column, message) = located(&run.stderr, &way.name(&path));
        assert_eq!((line as usize, column), (number, 19), "{how}: {message}");
        assert!(
            message.ends_with("`z`") || message.contains("found"),
            "{how}: {message}"
        );
        assert!(message.contains('z'), "{how}: {message}");
        assert_same(&run.stdout, &answers, how);
    });
}

/// With `mark`, every line has its answer or `?`, and the summary counts them.
#[test]
fn marks_stand_in_their_places() {
    let folder = Folder::new();
    let mut numbers = SplitMix(6);
    let mut text = Vec::new();
    let mut bad = Vec::new();
    for i in 0..120_000u64 {
        if numbers.below(1000) == 0 {
            let (fault, column, _) = FAULTS[numbers.below(FAULTS.len() as u64 - 1) as usize];
            text.extend_from_slice(fault);
            bad.push((i + 1, column));
        } else {
            let (a, b) = (numbers.any_length(), numbers.any_length());
            text.extend_from_slice(format!("{a} {b}").as_bytes());
        }
        text.push(b'\n');
    }
    let expected = reference_marked(&text);
    let marks = expected.iter().filter(|&&c| c == b'?').count();
    assert_eq!(marks, bad.len());
    let path = folder.file("input", &text);
    let mut messages = Vec::new();
    matrix(text.len(), |backend, threads, way, how| {
        let args = [
            "--invalid",
            "mark",
            "--backend",
            backend,
            "--threads",
            threads,
        ];
        let run = way.solve(&args, &path, &text).expect(1);
        assert_same(&run.stdout, &expected, how);
        assert_clean(&run.stderr, how);
        let name = way.name(&path);
        assert!(
            run.stderr.contains(&marks.to_string()),
            "{how}: {}",
            run.stderr
        );
        for (line, column) in &bad[..3] {
            let place = format!("{name}:{line}:{column}: ");
            assert!(
                run.stderr.contains(&place),
                "{how}: no {place} in {}",
                run.stderr
            );
        }
        assert!(
            run.stderr.lines().count() < 30,
            "{how}: only the first few are reported"
        );
        messages.push(run.stderr.replace(&name, "NAME"));
    });
    messages.dedup();
    assert_eq!(messages.len(), 1, "one text for all: {messages:?}");
}

/// Lines of random bytes that are easily confused: all backends accept and refuse the same lines.
#[test]
fn noise() {
    const ALPHABET: &[u8] = b"0123456789 0123456789\t \r/:;+-.x\0\x0b\x0c\x80\xb0\xb9\xff";
    let folder = Folder::new();
    for seed in 0..6 {
        let mut numbers = SplitMix(seed);
        let mut text = b"0 1\n".to_vec();
        for _ in 0..20_000 {
            if numbers.below(2) == 0 {
                for _ in 0..numbers.below(24) {
                    text.push(ALPHABET[numbers.below(ALPHABET.len() as u64) as usize]);
                }
            } else {
                // A record with one byte replaced: nearly valid lines find wrong shortcuts.
                let (a, b) = (numbers.any_length(), numbers.any_length());
                let mut line = format!("{a} {b}").into_bytes();
                let at = numbers.below(line.len() as u64) as usize;
                line[at] = ALPHABET[numbers.below(ALPHABET.len() as u64) as usize];
                text.extend_from_slice(&line);
            }
            text.push(b'\n');
        }
        let expected = fit(&mut text);
        let path = folder.file("input", &text);
        for &backend in backends() {
            for (way, threads) in [(Way::Mapped, "2"), (Way::Read, "1"), (Way::Ragged, "2")] {
                let args = [
                    "--invalid",
                    "mark",
                    "--backend",
                    backend,
                    "--threads",
                    threads,
                ];
                let run = way.solve(&args, &path, &text).expect(1);
                assert_same(&run.stdout, &expected, &format!("{seed} {backend} {way:?}"));
            }
        }
    }
}

/// Replaces each line that has a pile of more than 19 digits, which the reference can't read. Returns the answers of the
/// reference to the new text.
fn fit(text: &mut Vec<u8>) -> Vec<u8> {
    let lines = text.split(|&c| c == b'\n').map(|line| {
        let mut digits = 0;
        let long = line.iter().any(|c| {
            digits = if c.is_ascii_digit() { digits + 1 } else { 0 };
            digits > 19
        });
        if long { b"1 1" } else { line }
    });
    *text = lines.collect::<Vec<_>>().join(&b'\n');
    reference_marked(text)
}

/// A line of any excessive length is one fault. The lines after it keep their numbers.
#[test]
#[ignore = "slow"]
fn lines_that_are_too_long() {
    const MOST: usize = 1 << 20;
    let folder = Folder::new();
    let long = |len: usize| format!("1{}2", " ".repeat(len - 2));
    for (name, first, fits) in [
        ("the longest", long(MOST), true),
        ("one more", long(MOST + 1), false),
        ("two more", long(MOST + 2), false),
        ("five times that", long(5 * MOST + 77), false),
        ("digits", format!("1 {}", "7".repeat(2 * MOST)), false),
        ("zeros", format!("1 {}2", "0".repeat(3 * MOST)), false),
        ("blanks", " ".repeat(MOST + 1), false),
        (
            "a mark, then the longest",
            format!("\u{feff}{}", long(MOST)),
            true,
        ),
        (
            "a mark, then one more",
            format!("\u{feff}{}", long(MOST + 1)),
            false,
        ),
        (
            "a mark, then three more",
            format!("\u{feff}{}", long(MOST + 3)),
            false,
        ),
        (
            "a mark, then zeros",
            format!("\u{feff}1 {}3", "0".repeat(3 * MOST)),
            false,
        ),
    ] {
        // As the first line, which may have a byte order mark, and after other lines.
        for before in ["", "3 5\n\n4 5\n"] {
            if first.starts_with('\u{feff}') && !before.is_empty() {
                continue;
            }
            let text = format!("{before}{first}\n3 5\nx\n1 1\n").into_bytes();
            let mut expected = reference(before.as_bytes());
            expected.extend_from_slice(if fits {
                b"0\n0\n?\n1\n"
            } else {
                b"?\n0\n?\n1\n"
            });
            let line = 1 + before.matches('\n').count();
            let path = folder.file("input", &text);
            for &backend in backends() {
                for way in [Way::Mapped, Way::Read, Way::Piped, Way::Ragged] {
                    let what = format!("{name} at line {line}, {backend} {way:?}");
                    let args = ["--invalid", "mark", "--backend", backend, "--threads", "2"];
                    let run = way.solve(&args, &path, &text).expect(1);
                    assert_same(&run.stdout, &expected, &what);
                    let places = [(line, fits), (line + 2, false)];
                    for (line, fits) in places {
                        let place = format!("{}:{line}:1: ", way.name(&path));
                        let is_reported = run.stderr.contains(&place);
                        assert_eq!(is_reported, !fits, "{what}: {place} {}", run.stderr);
                    }
                    assert!(
                        run.stderr.len() < 2000,
                        "{what}: what was found is cut short"
                    );
                }
            }
        }
    }
}

/// The message shows a few dozen characters of the text, escaped.
#[test]
#[ignore = "slow"]
fn hostile_bytes_are_escaped_and_cut() {
    let mut all: Vec<u8> = (0..=255u8).filter(|&c| c != b'\n').collect();
    all.extend_from_slice("\u{202e}\u{9b}31m".as_bytes());
    for i in 0..all.len() {
        let text = [b"1 2\n", &all[i..], &all[..i], b"\n"].concat();
        for mode in ["stop", "mark"] {
            let mut command = wythoff(&["solve", "--invalid", mode]);
            let run = run(&mut command, Feed::Pipe(&text));
            let run = run.expect(if mode == "stop" { 2 } else { 1 });
            assert_clean(&run.stderr, mode);
            assert!(run.stderr.is_ascii(), "{:?}", run.stderr);
            assert!(run.stderr.len() < 500, "{:?}", run.stderr);
        }
    }
}
