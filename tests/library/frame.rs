//! Framed inputs are read as number after number, whatever the chunks, the threads and the way.
//!
//! Every text is compared with a reader that takes one number at a time and knows nothing of lines,
//! chunks and threads: the answers, the counts, the first fault or what is missing, with byte, line
//! and column, and the warning.

use crate::support::*;
use proptest::prelude::*;
use std::fmt::Write as _;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::Path;
use wythoff::{
    Backend, ErrorKind, Framing, Game, Input, Io, Limits, Output, PileOrder, Problem, Rule, Solver,
    Strictness,
};

// ------------------------------------------------------------------------- one number at a time

/// What came of an input, however it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Outcome {
    answers: Vec<u8>,
    /// Hot and cold, and the warnings; or the error.
    end: Result<(u64, u64, Vec<String>), String>,
}

const MAX_PILE: &str = "1000000000";
const MAX_RECORDS: u64 = 10_000;

/// How a test asks.
#[derive(Clone, Copy, Debug)]
struct Ask {
    framing: Framing,
    limits: bool,
    /// With limits: the smaller pile is promised to come first.
    ascending: bool,
    strict: bool,
    rule: Rule,
}

impl Ask {
    fn plain(framing: Framing) -> Self {
        Self {
            framing,
            limits: false,
            ascending: false,
            strict: false,
            rule: Rule::Normal,
        }
    }

    fn problem(self) -> Problem {
        let mut limits = Limits::new(MAX_PILE.parse().expect("a number"));
        limits.max_records = Some(MAX_RECORDS);
        if self.ascending {
            limits.pile_order = PileOrder::SmallerFirst;
        }
        Problem::default()
            .with_name("here")
            .with_framing(self.framing)
            .with_game(Game::Wythoff(self.rule))
            .with_limits(self.limits.then_some(limits))
    }
}

/// The numbers of a text, one after the other.
struct Numbers<'t> {
    text: &'t [u8],
    mark: usize,
    at: usize,
}

/// Where something is: byte, line, column.
type Place = (usize, usize, usize);

/// Where a number starts, and its digits; nothing at the end.
type Next<'t> = Option<(usize, &'t [u8])>;

impl<'t> Numbers<'t> {
    fn new(text: &'t [u8]) -> Self {
        let mark = if text.starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        };
        Self {
            text,
            mark,
            at: mark,
        }
    }

    fn place(&self, at: usize) -> Place {
        let before = &self.text[self.mark..at];
        let line = 1 + before.iter().filter(|&&c| c == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|&&c| c != b'\n').count();
        (at, line, column)
    }

    /// The next one: where it starts, and its digits; or why there is none.
    fn next(&mut self) -> Result<Next<'t>, (Place, String)> {
        let space = |c: &u8| b" \t\n\x0b\x0c\r".contains(c);
        while self.text.get(self.at).is_some_and(space) {
            self.at += 1;
        }
        let start = self.at;
        while self.text.get(self.at).is_some_and(|c| !space(c)) {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        let wrong = |at: usize, expected: &str| {
            let found = wythoff::internal::shown(&word[at..]);
            let what = format!("expected {expected}, found {found}");
            Err((self.place(start + at), what))
        };
        match word.iter().position(|c| !c.is_ascii_digit()) {
            Some(0) => wrong(0, "a number (decimal digits)"),
            Some(at) => wrong(at, "a digit or whitespace"),
            None if word.is_empty() => Ok(None),
            None if word.len() > 1 << 20 => wrong(0, "a number of at most 1048576 digits"),
            None => Ok(Some((start, word))),
        }
    }
}

fn value(digits: &[u8]) -> Option<u64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Whether digits are more than a limit: as text, without zeros before them.
fn more(digits: &[u8], limit: &str) -> bool {
    let digits = std::str::from_utf8(digits).unwrap().trim_start_matches('0');
    digits.len() > limit.len() || digits.len() == limit.len() && digits > limit
}

fn plainly(text: &[u8], ask: Ask) -> Outcome {
    let mut answers = Vec::new();
    let end = read_plainly(text, ask, &mut answers)
        .map_err(|((byte, line, column), what)| format!("@{byte} in:{line}:{column}: {what}"));
    Outcome { answers, end }
}

type Ended = Result<(u64, u64, Vec<String>), (Place, String)>;

fn read_plainly(text: &[u8], ask: Ask, answers: &mut Vec<u8>) -> Ended {
    let mut numbers = Numbers::new(text);
    let (mut hot, mut cold) = (0, 0);
    let mut warnings = Vec::new();
    let mut odd = |place: Place, what: String, several: bool| {
        if ask.strict {
            return Err((place, what));
        }
        if warnings.is_empty() || several {
            warnings.push(format!("in:{}:{}: {what}", place.1, place.2));
        }
        Ok(())
    };
    let mut most = match ask.framing {
        Framing::One => 1,
        _ => u64::MAX,
    };
    let without = |what: &str| format!("the input ends without {what}");
    let last = numbers.place(text.len().max(numbers.mark));
    if ask.framing == Framing::Count {
        let Some((start, digits)) = numbers.next()? else {
            return Err((last, without("the number of records")));
        };
        let Some(count) = value(digits) else {
            let found = wythoff::internal::shown(digits);
            let what =
                format!("expected a number of records up to 18446744073709551615, found {found}");
            return Err((numbers.place(start), what));
        };
        most = count;
        if ask.limits && count > 10_000 {
            let what = format!("{count} records are more than the 10000 of here");
            odd(numbers.place(start), what, false)?;
        }
    }
    while hot + cold < most {
        let (mut pair, mut second): ([&[u8]; 2], _) = ([b"", b""], 0);
        for (i, pile) in pair.iter_mut().enumerate() {
            let Some((start, digits)) = numbers.next()? else {
                let what = match ask.framing {
                    _ if i == 1 => without("the second pile of the last record"),
                    Framing::Eof => return Ok((hot, cold, warnings)),
                    Framing::Zero => {
                        odd(last, without("the closing 0 0"), true)?;
                        return Ok((hot, cold, warnings));
                    }
                    Framing::One => without("a record of two piles"),
                    Framing::Count => {
                        let done = hot + cold;
                        without(&format!(
                            "{most} records, as the first number says; here are {done}"
                        ))
                    }
                    other => panic!("no test reads {other}"),
                };
                return Err((last, what));
            };
            if ask.limits && more(digits, MAX_PILE) {
                let what = format!(
                    "{} is beyond 1000000000, the limit of here",
                    wythoff::internal::shown(digits)
                );
                odd(numbers.place(start), what, false)?;
            }
            *pile = digits;
            second = start;
        }
        let plain = pair.map(|digits| std::str::from_utf8(digits).unwrap());
        if ask.limits && ask.ascending && more(pair[0], plain[1].trim_start_matches('0')) {
            let [a, b] = pair.map(wythoff::internal::shown);
            let what = format!("{b} is behind {a}: here has the smaller pile first");
            odd(numbers.place(second), what, false)?;
        }
        let is_cold = match (value(pair[0]), value(pair[1])) {
            (Some(0), Some(0)) if ask.framing == Framing::Zero => break,
            (Some(a), Some(b)) => cold_by_rule(ask.rule, a, b),
            // Beyond u64 the texts here are equal piles, or a pile and a short one: never cold.
            _ => false,
        };
        *(if is_cold { &mut cold } else { &mut hot }) += 1;
        answers.extend_from_slice(if is_cold { b"0\n" } else { b"1\n" });
    }
    Ok((hot, cold, warnings))
}

/// By the reference; the misere game differs only in its first positions.
fn cold_by_rule(rule: Rule, a: u64, b: u64) -> bool {
    match (rule, a.min(b), a.max(b)) {
        (Rule::Misere, 0, 1) | (Rule::Misere, 2, 2) => true,
        (Rule::Misere, 0, _) | (Rule::Misere, 1, 2) => false,
        _ => reference_is_cold(a.into(), b.into()),
    }
}

// ----------------------------------------------------------------------------- the real reader

/// A reader that hands out pieces of some size, as a pipe would.
struct Trickle<'t> {
    text: &'t [u8],
    piece: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let n = into.len().min(self.piece).min(self.text.len());
        into[..n].copy_from_slice(&self.text[..n]);
        self.text = &self.text[n..];
        Ok(n)
    }
}

fn really(input: Input<'_>, solver: &Solver) -> Outcome {
    let name = input.name();
    let mut answers = Vec::new();
    let output = Output::stream(&mut answers, "answers");
    let result = solver.solve(vec![input], output);
    let end = match result {
        Ok(summary) => {
            let called = |message: &String| message.replace(&name, "in");
            let warnings = summary.warnings.iter().map(called).collect();
            Ok((summary.hot, summary.cold, warnings))
        }
        Err(e) => {
            assert!(
                matches!(
                    e.kind(),
                    ErrorKind::Malformed { .. } | ErrorKind::Framing(_)
                ),
                "{e}"
            );
            let byte = e.location().expect("a place").byte;
            Err(format!("@{byte} {}", e.to_string().replace(&name, "in")))
        }
    };
    Outcome { answers, end }
}

fn solver(ask: Ask, chunk: usize, threads: usize, backend: Backend) -> Solver {
    let strictness = match ask.strict {
        true => Strictness::Strict,
        false => Strictness::Lenient,
    };
    Solver::new(ask.problem())
        .strictness(strictness)
        .chunk_size(NonZeroUsize::new(chunk))
        .threads(NonZeroUsize::new(threads))
        .backend(backend)
}

#[track_caller]
fn same(got: &Outcome, expected: &Outcome, what: &str) {
    assert_same(&got.answers, &expected.answers, what);
    assert_eq!(got.end, expected.end, "{what}");
}

/// A short text, from a reader, in chunks of every size.
#[track_caller]
fn check_short(text: &[u8], ask: Ask) {
    let expected = plainly(text, ask);
    for (i, chunk) in (1..=70).chain([4095, 4096, 4097, 1 << 20]).enumerate() {
        let backends: Vec<_> = Backend::list_available().collect();
        let backend = backends[i % backends.len()];
        let piece = [1, 2, 7, chunk, usize::MAX][i % 5];
        let trickle = Trickle { text, piece };
        let input = Input::Reader(Box::new(trickle), "in".into());
        let got = really(input, &solver(ask, chunk, 1 + i % 2 * 2, backend));
        let what = format!(
            "{ask:?} chunk {chunk} piece {piece} {backend:?} of {}",
            text.escape_ascii()
        );
        same(&got, &expected, &what);
    }
}

/// A long text: a mapped file, a file that is read, a reader; in chunks of several sizes.
#[track_caller]
fn check_long(text: &[u8], ask: Ask, path: &Path, what: &str) {
    assert!(text.len() > 64 << 10, "{what}: less isn't mapped");
    std::fs::write(path, text).expect("the file is written");
    let expected = plainly(text, ask);
    for (i, chunk) in [70, 1000, 4095, 4096, 4097, 65536, 1 << 18, 1 << 30]
        .into_iter()
        .enumerate()
    {
        for threads in [1, 3] {
            for (j, way) in ["mmap", "read", "reader"].into_iter().enumerate() {
                let backends: Vec<_> = Backend::list_available().collect();
                let backend = backends[(i + j) % backends.len()];
                let mut how = solver(ask, chunk, threads, backend);
                let input = match way {
                    // A chunk of that size and a MiB is allotted at once, so not so large a one.
                    "reader" => {
                        how = how.chunk_size(NonZeroUsize::new(chunk.min(1 << 20)));
                        let piece = [chunk, 4096, 100_000][i % 3];
                        Input::Reader(Box::new(Trickle { text, piece }), "in".into())
                    }
                    _ => Input::Path(path.to_owned()),
                };
                if way == "read" {
                    how = how.chunk_size(NonZeroUsize::new(chunk.min(1 << 20)));
                    how = how.io(Io::Read);
                }
                let got = really(input, &how);
                let name = path.display().to_string();
                let what = format!("{what} {ask:?}: {way} x{threads} chunk {chunk} {backend:?}");
                let got = Outcome {
                    end: got.end.map_err(|e| e.replace(&name, "in")),
                    ..got
                };
                same(&got, &expected, &what);
            }
        }
    }
}

// ---------------------------------------------------------------------------------- the texts

/// Pairs of which many are cold, some have zeros, and some are large.
fn pile_pair(random: &mut SplitMix) -> (u64, u64) {
    const COLD: [(u64, u64); 6] = [
        (1, 2),
        (5, 3),
        (4, 7),
        (6, 10),
        (165580140, 267914295),
        (0, 0),
    ];
    match random.below(8) {
        0..=2 => COLD[random.below(5) as usize],
        3 => (0, 1 + random.below(20)),
        4 => (10 * random.below(12), 100),
        5 => (random.any_length(), random.any_length()),
        _ => (1 + random.below(12), random.below(12)),
    }
}

/// How the numbers of a text lie in it.
#[derive(Clone, Copy, Debug)]
enum Laid {
    /// A record a line.
    Plain,
    /// Nearly so: here and there a line more or less.
    Nearly,
    /// Any whitespace anywhere.
    Wild,
    /// One line.
    OneLine,
    /// A number a line.
    Column,
    /// Off by one number from the second line on, for ever.
    Shifted,
}

const LAID: [Laid; 6] = [
    Laid::Plain,
    Laid::Nearly,
    Laid::Wild,
    Laid::OneLine,
    Laid::Column,
    Laid::Shifted,
];

fn lay(numbers: &[String], laid: Laid, random: &mut SplitMix) -> String {
    const WILD: [&str; 12] = [
        " ",
        " ",
        "\n",
        "\t",
        "\r\n",
        "\n\n",
        " \n ",
        "\x0b",
        "\x0c",
        "\n \r\n\t\n",
        "   ",
        "\r",
    ];
    let mut text = String::new();
    for (i, number) in numbers.iter().enumerate() {
        text += number;
        text += match laid {
            Laid::Plain if i % 2 == 0 => " ",
            Laid::Plain | Laid::Column => "\n",
            Laid::Nearly if random.below(60) == 0 => WILD[random.below(12) as usize],
            Laid::Nearly if i % 2 == 0 => " ",
            Laid::Nearly => "\n",
            Laid::Wild => WILD[random.below(12) as usize],
            Laid::OneLine => " ",
            Laid::Shifted if i % 2 == 0 => "\n",
            Laid::Shifted => " ",
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

const FRAMINGS: [Framing; 4] = Framing::FREE;

// ---------------------------------------------------------------------------------- the tests

#[test]
fn zeros_that_are_a_record_and_zeros_that_are_not() {
    for text in [
        "0 0",
        "0 0\n",
        "00 000\n1 2\n",
        "1 2\n0 0\n3 5\n",
        "1 2\n0\n0\n3 5\n",
        "1 2 0\n0 3 5\n",
        "1 2\n0 0",
        "7\n0 0\n5\n",
        "7\n0 0\n5\n0 0\n1 2\n",
        "7 1\n2\n0 0\n0\n0 0\n 1 1",
        "3 5\n10 20",
        "3 5\n10 20\n",
        "3 5\n100 0\n1 1",
        "1 2 3\n0 0\n0 4 7 0\n0 1 2",
        "0 1\n1 0\n0\n1\n0 0 9",
        "1 2\n\n\n0 0\n\n",
        "3 5\n00000000000000000000000000000000 0000000000000000000000000000000000000000\n1 2\n",
        "0 0 0 0\n1 2\n",
        "\u{feff}0 0\n1 2",
        "\u{feff}1 2\n0 0 x",
        "1 2\n0 0\nx y z\n",
        "1 2\nx\n0 0\n",
        "0 0x\n",
        "0 x\n",
        "",
        "\n",
        "\u{feff}",
        " \t\x0b\x0c\r\n ",
        "0",
        "1 2 0",
        "1 2 3",
    ] {
        for framing in FRAMINGS {
            check_short(text.as_bytes(), Ask::plain(framing));
            let rule = Rule::Misere;
            check_short(
                text.as_bytes(),
                Ask {
                    rule,
                    ..Ask::plain(framing)
                },
            );
        }
    }
}

/// A last line without an end, whose text ends with a block of the search for zeros.
#[test]
fn a_closing_zero_at_the_end_of_a_block() {
    for len in (1..140).chain([191, 192, 193, 255, 256, 257]) {
        let mut text = String::from("1 2\n");
        while text.len() < len {
            text.push('\n');
        }
        for end in ["0 0", "10 5", "0 0\n", "20 10\n0 0", "30 0"] {
            let text = text.clone() + end;
            let ask = Ask::plain(Framing::Zero);
            let expected = plainly(text.as_bytes(), ask);
            for backend in Backend::list_available() {
                let input = Input::Reader(Box::new(text.as_bytes()), "in".into());
                let got = really(input, &solver(ask, 1 << 16, 1, backend));
                same(&got, &expected, &format!("{len} {end:?} {backend:?}"));
            }
        }
    }
}

#[test]
fn counts_and_what_is_behind_them() {
    for text in [
        "0",
        "0\n1 2\n",
        "0 x",
        "1\n1 2",
        "1 1 2",
        "1 1 2 x",
        "1\n1 2x",
        "2\n1 2\n",
        "2\n1 2\n3",
        "2\n1 2\n3 x",
        "2 1 2 3\n5 4\n7\n",
        "2\n1\n2 3\n5\n4\n7\n",
        "3\n1 2\n3 5\n4 7\ngarbage -1",
        "3\n1 2\n3 5\n4 7 99999999999999999999 1\n",
        "3\n1 2\n3 5\n4 7\n99999999999",
        "3\n1 2\n3 5\n4 7 99999999999\n",
        "3\n1 2\n3 5\n4 7 99999999999",
        "3\n1 2\n3 5\n4 7\n99999999999 1\n2 2\n",
        "3\n1 2\n3 99999999999\n4 7\n",
        "3\n99999999999 99999999998\n3 5\n4 7\n",
        "\n\n 003 \n\n1 2\n\n3\n\n5 4 7",
        "x",
        "-1\n1 2",
        "3x\n1 2",
        "18446744073709551615\n1 2\n3 5\n",
        "18446744073709551616\n1 2\n",
        "10001\n1 2\n",
        "10000\n1 2\n",
        "2\n0 0\n0 0\n0 0\n",
        "4\n0 0\n7\n0 0\n5 0\n0",
        "\u{feff}2\n1 2\n3 5",
        "\u{feff} x",
    ] {
        for (limits, strict) in [(false, false), (true, false), (true, true), (false, true)] {
            let ask = Ask {
                limits,
                strict,
                ..Ask::plain(Framing::Count)
            };
            check_short(text.as_bytes(), ask);
        }
    }
}

#[test]
fn values_beyond_the_limit_and_faults() {
    for text in [
        "1 2\n1000000001 1\n1000000002 1\n",
        "1000000000 1000000000\n00000000001000000000 1\n00000000001000000001 1\n",
        "1 2\n1 99999999999x\n",
        "1 2\n99999999999x 1\n",
        "1 2\n3 1000000001\nx",
        "1 2\n1000000001 x\n1 2\n",
        "1 2\n1000000001\nx\n1 2\n",
        "1 2\n3 x\n1000000001 1\n",
        "1 2 3\n1000000001 1\n0 0\n1000000001 2",
        "1 2\n0 0\n1000000001 2",
        "1 2\n1000000001",
        "1000000001 1000000001\n1\n2\n",
        "99999999999999999999999999999999999999999999999999 1\n1 2\n",
        "1 2\n2 1\n3 1\n",
        "7 7\n007 7\n7 0006\n1000000001 1\n",
        "1 2\n1000000001 1\n2 1\n",
        "1 2\n3\n2 x\n",
        "1 2\n3 2x\n",
        "1 2 0 0 2 1",
        "1 2\n0 0\n2 1\n",
        "18446744073709551617 18446744073709551616\n1 2\n",
    ] {
        for framing in [Framing::Eof, Framing::Zero, Framing::One] {
            for (strict, ascending) in [(false, false), (false, true), (true, false), (true, true)]
            {
                let ask = Ask {
                    limits: true,
                    ascending,
                    strict,
                    ..Ask::plain(framing)
                };
                check_short(text.as_bytes(), ask);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn any_numbers_in_any_layout(
        seed in any::<u64>(),
        records in 0usize..40,
        laid in 0usize..6,
        zeros in 0usize..3,
        count in 0u64..45,
        bad in 0usize..3,
        strict in any::<bool>(),
        limits in any::<bool>(),
        ascending in any::<bool>(),
        cut in any::<bool>(),
    ) {
        let mut random = SplitMix(seed);
        for framing in FRAMINGS {
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
            let mut text = lay(&numbers, LAID[laid], &mut random);
            if cut {
                text.truncate(text.trim_end().len());
            }
            if random.below(4) == 0 {
                text.insert(0, '\u{feff}');
            }
            check_short(text.as_bytes(), Ask { limits, ascending, strict, ..Ask::plain(framing) });
        }
    }

    #[test]
    fn any_bytes(text in proptest::collection::vec(
        prop_oneof![6 => Just(b'0'), 3 => Just(b'1'), 2 => Just(b'2'), 5 => Just(b' '),
                    4 => Just(b'\n'), 1 => Just(b'\r'), 1 => Just(b'\x0b'), 1 => Just(b'x')],
        0..60)) {
        // Short numbers, so that all of them are within the reference.
        for framing in FRAMINGS {
            if text.split(|c| !c.is_ascii_digit()).all(|number| number.len() < 19) {
                check_short(&text, Ask::plain(framing));
            }
        }
    }
}

/// The number of records at any place of a block, and the records behind it on its line or the next.
#[test]
fn a_count_anywhere() {
    let records: String = (0..400).map(|i| format!("{i} {}\n", 2 * i)).collect();
    for before in (0..140).chain([255, 256, 257, 511, 512, 513]) {
        for blank in [" ", "\n", "0"] {
            for behind in ["\n", " ", "\r\n", " \n", " 1\n"] {
                let text = format!("{}390{behind}{records}", blank.repeat(before));
                let ask = Ask::plain(Framing::Count);
                let expected = plainly(text.as_bytes(), ask);
                for backend in Backend::list_available() {
                    let input = Input::Reader(Box::new(text.as_bytes()), "in".into());
                    let got = really(input, &solver(ask, 1 << 16, 1, backend));
                    let what = format!("{before} of {blank:?}, {behind:?} {backend:?}");
                    same(&got, &expected, &what);
                }
            }
        }
    }
}

/// Large enough for a pool of threads and for a mapping; what ends it is at places of every kind.
#[test]
fn slow_long_inputs_are_the_same_in_every_way() {
    let folder = Folder::new();
    let path = folder.path().join("in.txt");
    let mut random = SplitMix(5);
    for (i, laid) in LAID.into_iter().enumerate() {
        let mut pairs = numbers(70_000, &mut random);
        let records = pairs.len() / 2;
        // No records 0 0 but where they are put.
        let what = |name: &str| format!("{laid:?} {name}");
        match i % 3 {
            0 => {
                let text = lay(&pairs, laid, &mut random);
                check_long(
                    text.as_bytes(),
                    Ask::plain(Framing::Eof),
                    &path,
                    &what("whole"),
                );
            }
            1 => {
                pairs.pop();
                let text = lay(&pairs, laid, &mut random);
                check_long(
                    text.as_bytes(),
                    Ask::plain(Framing::Eof),
                    &path,
                    &what("odd"),
                );
                pairs.push("1".into());
            }
            _ => {
                let mut pairs = pairs.clone();
                pairs[103_457] = "12x".into();
                let text = lay(&pairs, laid, &mut random);
                check_long(
                    text.as_bytes(),
                    Ask::plain(Framing::Eof),
                    &path,
                    &what("fault"),
                );
            }
        }
        // A count in the middle of it, with garbage behind; one that is exact; one too large.
        for (name, count, garbage) in [
            ("fewer", records / 2 + i, true),
            ("exact", records, i % 2 == 0),
            ("too many", records + 1, false),
        ] {
            let mut numbers = pairs.clone();
            if garbage {
                let behind = (2 * count + 1).min(numbers.len());
                numbers.insert(behind.max(2 * count), "?garbage".into());
            }
            // On a line of its own, or wherever the layout has it.
            let text = if i % 2 == 0 {
                format!("{count}\n") + &lay(&numbers, laid, &mut random)
            } else {
                numbers.insert(0, count.to_string());
                lay(&numbers, laid, &mut random)
            };
            let ask = Ask {
                limits: i % 2 == 0,
                ..Ask::plain(Framing::Count)
            };
            check_long(text.as_bytes(), ask, &path, &what(name));
        }
        // 0 0 as no record, then as one, then what nobody looks at.
        let mut numbers = pairs.clone();
        for at in [20_001, 40_001, 60_003] {
            numbers[at] = "0".into();
            numbers[at + 1] = "0".into();
            numbers[at - 1] = "3".into();
            numbers[at + 2] = "3".into();
        }
        numbers.insert(110_000, "0".into());
        numbers.insert(110_001, "000".into());
        numbers.insert(110_002, "-".into());
        let text = lay(&numbers, laid, &mut random);
        let ask = Ask {
            limits: i % 2 == 1,
            ..Ask::plain(Framing::Zero)
        };
        check_long(text.as_bytes(), ask, &path, &what("zero"));
    }
}

/// The first value beyond a limit, in a far chunk: a warning, or with `strict` the end.
#[test]
fn a_far_value_beyond_the_limit() {
    let folder = Folder::new();
    let path = folder.path().join("in.txt");
    for (laid, strict) in [
        (Laid::Plain, true),
        (Laid::Plain, false),
        (Laid::Shifted, true),
    ] {
        let mut random = SplitMix(11);
        let mut numbers: Vec<String> = (0..200_000)
            .map(|_| random.below(1_000_000_001).to_string())
            .collect();
        numbers[150_001] = "1000000001".into();
        numbers[170_000] = "1000000002".into();
        let text = lay(&numbers, laid, &mut random);
        let ask = Ask {
            limits: true,
            strict,
            ..Ask::plain(Framing::Eof)
        };
        check_long(text.as_bytes(), ask, &path, "far value");
    }
}

/// The same with the first pile that is smaller than the one before it; with lines of one number the two may
/// stand in different chunks.
#[test]
fn slow_a_far_pair_out_of_order() {
    let folder = Folder::new();
    let path = folder.path().join("in.txt");
    for (laid, strict) in [
        (Laid::Plain, true),
        (Laid::Plain, false),
        (Laid::Shifted, true),
        (Laid::Shifted, false),
    ] {
        let mut random = SplitMix(12);
        let mut numbers: Vec<String> = (0..100_000)
            .flat_map(|_| {
                let (a, b) = (random.below(1_000_000), random.below(1_000_000));
                [a.min(b).to_string(), a.max(b).to_string()]
            })
            .collect();
        numbers.splice(150_000..150_002, ["1000".into(), "999".into()]);
        let text = lay(&numbers, laid, &mut random);
        let ask = Ask {
            limits: true,
            ascending: true,
            strict,
            ..Ask::plain(Framing::Zero)
        };
        check_long(text.as_bytes(), ask, &path, "far pair");
    }
}

/// A line of several MiB, with every kind of whitespace that may separate its numbers.
#[test]
fn slow_all_records_on_one_line() {
    let folder = Folder::new();
    let path = folder.path().join("in.txt");
    let mut random = SplitMix(7);
    for (space, framing) in [
        (" ", Framing::Count),
        ("\t\t", Framing::Zero),
        ("\x0b", Framing::Eof),
        ("\x0c", Framing::Count),
        ("\r", Framing::Zero),
    ] {
        let mut text = String::new();
        let records = 400_000;
        if framing == Framing::Count {
            let _ = write!(text, "{records}{space}");
        }
        for _ in 0..records {
            let (a, b) = (random.below(100_000), random.below(100_000));
            let _ = write!(text, "{a}{space}{b}{space}");
        }
        text += "0";
        text += space;
        text += "0";
        text += space;
        text += "x";
        assert!(text.len() > 3 << 20);
        let ask = Ask::plain(framing);
        std::fs::write(&path, &text).unwrap();
        let expected = plainly(text.as_bytes(), ask);
        for (chunk, threads) in [(4096, 1), (1 << 18, 3), (1 << 20, 1)] {
            for io in [None, Some(Io::Mmap), Some(Io::Read)] {
                // A mapped chunk that small looks ahead a MiB for a newline, each time.
                let chunk = if io == Some(Io::Mmap) {
                    chunk.max(1 << 16)
                } else {
                    chunk
                };
                let mut how = solver(ask, chunk, threads, Backend::detect());
                how = how.io(io.unwrap_or_default());
                let input = match io {
                    None => {
                        let trickle = Trickle {
                            text: text.as_bytes(),
                            piece: 65_536,
                        };
                        Input::Reader(Box::new(trickle), "in".into())
                    }
                    Some(_) => Input::Path(path.clone()),
                };
                let name = path.display().to_string();
                let got = really(input, &how);
                let got = Outcome {
                    end: got.end.map_err(|e| e.replace(&name, "in")),
                    ..got
                };
                same(
                    &got,
                    &expected,
                    &format!("{space:?} {framing:?} {chunk} {io:?}"),
                );
            }
        }
    }
}

/// Numbers of any length; but not of any.
#[test]
fn long_numbers() {
    let folder = Folder::new();
    let path = folder.path().join("in.txt");
    let zeros = "0".repeat(10_000);
    let mut text = String::new();
    for _ in 0..12 {
        let _ = writeln!(
            text,
            "{zeros}3\n{zeros}5 {zeros}1 {zeros}1\n{zeros}4 {zeros}7"
        );
    }
    let _ = write!(text, "{zeros} {zeros}0\nx");
    for framing in [Framing::Zero, Framing::Eof] {
        check_long(text.as_bytes(), Ask::plain(framing), &path, "zeros");
    }
    for digits in [1 << 20, (1 << 20) + 1, (1 << 20) + 7, 2_000_000] {
        for before in ["1 2\n", "1 2 3 5 ", ""] {
            for behind in ["", "\n1 2\n"] {
                let long = "7".repeat(digits);
                let text = format!("{before}{long} 1{behind}");
                let ask = Ask::plain(Framing::Eof);
                std::fs::write(&path, &text).unwrap();
                let expected = plainly(text.as_bytes(), ask);
                for way in ["reader", "mmap", "read"] {
                    let mut how = solver(ask, 1 << 18, 3, Backend::detect());
                    let input = match way {
                        "reader" => {
                            let trickle = Trickle {
                                text: text.as_bytes(),
                                piece: 30_000,
                            };
                            Input::Reader(Box::new(trickle), "in".into())
                        }
                        _ => Input::Path(path.clone()),
                    };
                    if way == "read" {
                        how = how.io(Io::Read);
                    }
                    let name = path.display().to_string();
                    let got = really(input, &how);
                    let got = Outcome {
                        end: got.end.map_err(|e| e.replace(&name, "in")),
                        ..got
                    };
                    same(
                        &got,
                        &expected,
                        &format!("{digits} digits, {before:?} {way}"),
                    );
                }
            }
        }
    }
}

/// Behind the last record nobody reads: neither does a reader that fails there spoil the answers.
#[test]
fn nothing_is_read_behind_the_end() {
    struct Fails<'t>(&'t [u8]);
    impl Read for Fails<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Err(io::Error::other("read behind the end"));
            }
            self.0.read(into)
        }
    }
    for (framing, text) in [
        (Framing::One, "8 4\n"),
        (Framing::Count, "2\n8 4\n1 2\n"),
        (Framing::Zero, "8 4\n0 0\n"),
        (Framing::Zero, "8\n4 0\n0\n"),
        (Framing::Count, "0\n"),
    ] {
        for chunk in [1, 2, 3, 4] {
            let ask = Ask::plain(framing);
            let input = Input::Reader(Box::new(Fails(text.as_bytes())), "in".into());
            let got = really(input, &solver(ask, chunk, 1, Backend::detect()));
            same(&got, &plainly(text.as_bytes(), ask), text);
        }
    }
}
