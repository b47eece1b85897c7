//! Ranges of bytes of a file. If ranges tile a file, their answers, joined, are the answers to the file, and the first error
//! is the first error of the whole file.
//!
//! A simple search for newlines finds the lines of a range. The expected result of the range is the result of these lines,
//! read as a stream.

use crate::solving::solved;
use crate::support::*;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use wythoff::{Backend, ErrorKind, Framing, Input, OnInvalid, Output, ReadMode, Solver};

/// The result of a run: the answers, and the messages about invalid lines or the error.
#[derive(Debug, PartialEq)]
struct Outcome {
    answers: Vec<u8>,
    messages: Result<Vec<String>, String>,
}

fn outcome(solver: &Solver, input: Input<'_>) -> Outcome {
    let got = solved(solver, input);
    let messages = match &got.end {
        Ok(_) => Ok(got.marked()),
        Err(_) => Err(got.error()),
    };
    let answers = got.answers;
    Outcome { answers, messages }
}

/// The offsets of the lines' first bytes.
fn line_starts(text: &[u8]) -> Vec<usize> {
    let newlines = text.iter().enumerate().filter(|&(_, &c)| c == b'\n');
    let mut starts: Vec<_> = [0]
        .into_iter()
        .chain(newlines.map(|(i, _)| i + 1))
        .collect();
    starts.retain(|&start| start < text.len());
    starts
}

/// The expected result of the range: the result of a stream with the lines that start in the range. Before them the stream has as
/// many newlines as the file, so that the line numbers agree.
fn expected(solver: &Solver, text: &[u8], range: &Range<usize>) -> Outcome {
    let starts = line_starts(text);
    let first = starts.partition_point(|&start| start < range.start);
    let next = starts.partition_point(|&start| start < range.end);
    let (Some(&from), true) = (starts.get(first), first < next) else {
        return Outcome {
            answers: Vec::new(),
            messages: Ok(Vec::new()),
        };
    };
    let to = starts.get(next).copied().unwrap_or(text.len());
    let mut lines = vec![b'\n'; first];
    lines.extend_from_slice(&text[from..to]);
    let mut all = outcome(solver, Input::reader(&lines[..], "in"));
    // The kind of a file is not compared, because it depends on the file's first bytes, which the stream may lack.
    if let Err(message) = &mut all.messages {
        message.truncate(message.find("; this is").unwrap_or(message.len()));
    }
    all
}

fn solver(
    backend: Backend,
    on_invalid: OnInvalid,
    io: ReadMode,
    chunk: usize,
    threads: usize,
) -> Solver {
    Solver {
        backend,
        on_invalid,
        read_mode: io,
        chunk_size: NonZeroUsize::new(chunk),
        threads: NonZeroUsize::new(threads),
        ..Solver::default()
    }
}

fn of_range(solver: &Solver, path: &Path, range: &Range<usize>) -> Outcome {
    let bytes = range.start as u64..range.end as u64;
    outcome(solver, Input::path_range(path, bytes))
}

/// A text of lines that are records, nearly records, or anything else.
fn text(lines: usize, malformed_of_100: u64, random: &mut SplitMix) -> Vec<u8> {
    let mut text = Vec::new();
    if random.below(3) == 0 {
        text.extend_from_slice(b"\xef\xbb\xbf");
    }
    for _ in 0..lines {
        let (a, b) = (random.any_length(), random.any_length());
        let line = match random.below(100) {
            n if n < malformed_of_100 => {
                const MALFORMED: [&str; 7] =
                    ["1", "1 2 3", "x", "1 -2", "\0", "\u{feff}1 2", "1\r2"];
                MALFORMED[random.below(7) as usize].to_owned()
            }
            90.. => String::new(),
            80.. => format!(" {a}\t{b} "),
            70.. => format!("{a}{b}{a}{b} {b}{a}"),
            60.. => "1 2".to_owned(),
            _ => format!("{a} {b}"),
        };
        text.extend_from_slice(line.as_bytes());
        text.extend_from_slice(if random.below(4) == 0 { b"\r\n" } else { b"\n" });
    }
    if random.below(2) == 0 {
        text.pop();
    }
    text
}

#[test]
fn every_range_of_a_short_file_has_its_lines() {
    let folder = Folder::new();
    let mut random = SplitMix(28);
    let backends: Vec<_> = Backend::list_available().collect();
    let mut ranges = 0;
    for round in 0..6 {
        let text = text(1 + round % 3, [0, 0, 20][round % 3], &mut random);
        let path = folder.file("pairs", &text);
        let on_invalid = [OnInvalid::Stop, OnInvalid::Mark][round % 2];
        for start in 0..text.len() + 3 {
            for end in start..text.len() + 3 {
                ranges += 1;
                let backend = backends[ranges % backends.len()];
                let chunk = 1 + ranges % 70;
                let io = [ReadMode::Auto, ReadMode::Mmap, ReadMode::Read][ranges % 3];
                let solver = solver(backend, on_invalid, io, chunk, 1 + ranges % 2);
                let range = start..end;
                let got = of_range(&solver, &path, &range);
                let expected = expected(&solver, &text, &range);
                let what = || format!("{range:?} of {} by {solver:?}", text.escape_ascii());
                assert_eq!(got, expected, "{}", what());
            }
        }
    }
    assert!(ranges > 1000, "{ranges}");
}

/// The first bytes of a line that is too long are enough to refuse it, even if the range ends within the line.
#[test]
fn a_line_without_end_belongs_to_the_range_in_which_it_starts() {
    let folder = Folder::new();
    let mut text = b"1 2\n".to_vec();
    text.resize(3 << 20, b'7');
    text.extend_from_slice(b"\n3 5\n");
    let path = folder.file("pairs", &text);
    let first_of_last = text.len() - 4;
    for io in [ReadMode::Mmap, ReadMode::Read] {
        let solver = solver(Backend::detect(), OnInvalid::Mark, io, 1 << 16, 2);
        for (range, answers) in [
            (0..5, &b"0\n?\n"[..]),
            (0..4, b"0\n"),
            (4..1 << 20, b"?\n"),
            (5..first_of_last, b""),
            (first_of_last..text.len(), b"0\n"),
            (first_of_last + 1..text.len(), b""),
        ] {
            let got = of_range(&solver, &path, &range);
            assert_eq!(got.answers, answers, "{range:?} {io:?}");
        }
    }
}

#[test]
fn what_has_no_ranges_is_refused_with_the_reason() {
    let folder = Folder::new();
    let path = folder.file("pairs", "1 2\n");
    let refused = |solver: &Solver, path: &Path, range: Range<u64>, reason: &str| {
        let output = Output::stream(std::io::sink(), "out");
        let error = solver.solve(vec![Input::path_range(path, range)], output);
        let error = error.expect_err("refused");
        assert!(matches!(error.kind(), ErrorKind::Argument(_)), "{error}");
        assert!(error.to_string().ends_with(reason), "{error}");
    };
    let plain = Solver::default();
    #[expect(clippy::reversed_empty_ranges, reason = "it is refused")]
    let backwards = 3..2;
    let reason = "pairs: the range 3..2 ends before it starts";
    refused(&plain, &path, backwards, reason);
    let mut framed = Solver::default();
    framed.problem.framing = Framing::Count;
    let reason = "a byte range requires one record on each line; in this problem line ends do not separate records";
    refused(&framed, &path, 0..2, reason);
    if cfg!(unix) {
        let reason = "a byte range requires a regular file";
        refused(&plain, Path::new("/dev/null"), 0..2, reason);
    }
    if cfg!(feature = "compressed") {
        let path = folder.file("pairs.gz", gzip(b"1 2\n"));
        for range in [0..2, 5..9, 1000..1001] {
            let reason = "a byte range requires uncompressed text; this is gzip data";
            refused(&plain, &path, range, reason);
        }
    }
}

/// A file with an invalid line after 4 GiB, and the offset of the newline two lines before. The file is mostly a hole, which
/// takes no space.
#[cfg(target_os = "linux")]
fn file_with_a_far_fault(folder: &Folder) -> (std::path::PathBuf, u64) {
    use std::os::unix::fs::FileExt as _;
    let path = folder.file("pairs", "1 2\n");
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    let far = (4 << 30) + 5000;
    file.write_all_at(b"\n1 2\nx\n", far).unwrap();
    (path, far)
}

/// Beyond 4 GiB lines are not counted.
#[cfg(target_os = "linux")]
#[test]
fn far_from_the_start_an_error_names_the_byte_alone() {
    let folder = Folder::new();
    let (path, far) = file_with_a_far_fault(&folder);
    for io in [ReadMode::Mmap, ReadMode::Read] {
        let solver = Solver {
            read_mode: io,
            ..Solver::default()
        };
        let mut answers = Vec::new();
        let output = Output::stream(&mut answers, "answers");
        let input = Input::path_range(&path, far + 1..far + 6);
        let error = solver.solve(vec![input], output).unwrap_err();
        let location = error.location().unwrap();
        assert_eq!(
            (location.byte, location.line, location.column),
            (far + 5, None, 1)
        );
        let place = format!("pairs:byte {}: expected ", far + 5);
        assert!(error.to_string().contains(&place), "{error}");
        assert_eq!(answers, b"0\n");
    }
}
