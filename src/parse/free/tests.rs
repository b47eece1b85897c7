use super::*;
use crate::backend::Backend;
use crate::game::is_cold_decimal;
use crate::parse::zero_line::zero_line;
use crate::parse::{AnswerSink, AnyKernel, Kernel, OnFault};
use crate::pipeline::IsCold;
use proptest::prelude::*;

/// The result of [`zero_line`], computed plainly.
fn zero_line_plainly(text: &[u8]) -> Option<usize> {
    let mut start = 0;
    for line in text.split_inclusive(|&c| c == b'\n') {
        let digits: Vec<u8> = line.iter().copied().filter(u8::is_ascii_digit).collect();
        if !digits.is_empty() && digits.iter().all(|&c| c == b'0') {
            return Some(start);
        }
        start += line.len();
    }
    None
}

/// The result of [`long_number`], computed plainly: it tests every number, one after the other.
fn long_number_plainly(
    text: &[u8],
    at: usize,
    digits: usize,
    is: impl Fn(&[u8]) -> bool,
) -> Option<usize> {
    let digit = |i: usize| i < text.len() && text[i].is_ascii_digit();
    (at..text.len())
        .filter(|&i| digit(i) && (i == at || !digit(i - 1)))
        .find(|&start| {
            let end = (start..).find(|&i| !digit(i)).expect("the text ends");
            end - start >= digits && is(&text[start..end])
        })
}

fn even(digits: &[u8]) -> bool {
    digits.last().is_some_and(|c| c % 2 == 0)
}

/// Compares the `zero_line` of every backend with its definition.
#[track_caller]
fn compare_zero_lines(text: &[u8]) {
    let expected = zero_line_plainly(text);
    for backend in Backend::list_available() {
        let found = match AnyKernel::new(backend) {
            AnyKernel::Scalar(kernel) => Kernel::<IsCold>::zero_line(&kernel, text),
            AnyKernel::Swar(kernel) => Kernel::<IsCold>::zero_line(&kernel, text),
            #[cfg(target_arch = "x86_64")]
            AnyKernel::Avx2(kernel) => Kernel::<IsCold>::zero_line(&kernel, text),
            #[cfg(target_arch = "x86_64")]
            AnyKernel::Avx512(kernel) => Kernel::<IsCold>::zero_line(&kernel, text),
            #[cfg(target_arch = "aarch64")]
            AnyKernel::Neon(kernel) => Kernel::<IsCold>::zero_line(&kernel, text),
        };
        assert_eq!(found, expected, "{backend:?} {}", text.escape_ascii());
    }
}

#[track_caller]
fn compare(text: &[u8]) {
    compare_zero_lines(text);
    for digits in 1..5 {
        for is in [even as fn(&[u8]) -> bool, |_| true] {
            for at in 0..=text.len() {
                let within = at > 0
                    && at < text.len()
                    && text[at].is_ascii_digit()
                    && text[at - 1].is_ascii_digit();
                if !within {
                    assert_eq!(
                        long_number(text, at, digits, is),
                        long_number_plainly(text, at, digits, is),
                        "{digits} digits from {at} of {}",
                        text.escape_ascii()
                    );
                }
            }
        }
    }
}

/// Every text of up to seven bytes made of the bytes that matter.
#[test]
fn every_short_text() {
    const ALPHABET: &[u8] = b"01 \n";
    for len in 0..=7u32 {
        for code in 0..4u32.pow(len) {
            let text: Vec<u8> = (0..len)
                .map(|i| ALPHABET[(code >> (2 * i) & 3) as usize])
                .collect();
            compare_zero_lines(&text);
        }
    }
    compare(b"");
    for byte in b"0129 \t\r\n" {
        compare(&[*byte]);
    }
}

/// Each kind of line at each place near the ends of blocks, before texts of different lengths.
#[test]
fn lines_across_blocks() {
    let before = |len: usize, byte: u8| -> Vec<u8> {
        let mut text = vec![byte; len];
        if let Some(last) = text.last_mut() {
            *last = b'\n';
        }
        text
    };
    for byte in *b"1 0\n" {
        for at in (0..3).chain(57..67).chain(121..131) {
            for line in [
                &b"0 0\n"[..],
                b"0 0",
                b"0\t00\r\n",
                b"000 0000000\n",
                b"10 0\n",
                b"0 1\n",
                b"0 9",
                b"\n",
                b" \r\n",
                b"10",
            ] {
                for behind in [0, 1, 58, 62, 63, 64, 128] {
                    let mut text = before(at, byte);
                    text.extend_from_slice(line);
                    text.extend(before(behind, b'3'));
                    compare_zero_lines(&text);
                    // The last line may have no newline.
                    if text.last() == Some(&b'\n') {
                        text.pop();
                        compare_zero_lines(&text);
                    }
                }
            }
        }
    }
}

/// A line of zeros that is longer than a block, and the same line with a single 1 in it.
#[test]
fn lines_longer_than_blocks() {
    for len in [63, 64, 65, 127, 128, 129, 192, 200] {
        for end in [&b""[..], b"\n", b"\n7 7\n"] {
            for start in [&b""[..], b"8 8\n", b"\n"] {
                let mut text = start.to_vec();
                text.resize(start.len() + len, b'0');
                text[start.len() + len / 2] = b' ';
                text.extend_from_slice(end);
                assert_eq!(zero_line(&text), Some(start.len()));
                compare_zero_lines(&text);
                for at in 0..len {
                    let mut text = text.clone();
                    text[start.len() + at] = b'1';
                    assert_eq!(zero_line(&text), None, "{len} {at}");
                    compare_zero_lines(&text);
                }
            }
        }
    }
}

/// A sink for at most `most` records. It drops the others.
#[derive(Debug, Default, PartialEq)]
struct LimitedSink {
    most: u64,
    answers: Vec<bool>,
}

impl AnswerSink for LimitedSink {
    fn push(&mut self, answers: u64, count: u32) {
        assert!((1..=64).contains(&count));
        let count = u64::from(count).min(self.remaining());
        let answers = (0..count).map(|i| answers >> i & 1 == 1);
        self.answers.extend(answers);
    }
}

impl OnFault for LimitedSink {
    fn fault(&mut self, fault: Fault) -> Result<(), Fault> {
        Err(fault)
    }
}

impl Records for LimitedSink {
    fn remaining(&self) -> u64 {
        self.most - self.answers.len() as u64
    }
    fn cold(&self) -> u64 {
        self.answers.iter().filter(|&&cold| cold).count() as u64
    }
}

/// A reader without a fast way.
struct OneByOne;

impl Reader<LimitedSink> for OneByOne {
    fn pair(&mut self, pair: &Pair<'_>, sink: &mut LimitedSink) {
        let cold = is_cold_decimal(pair.a.digits, pair.b.digits);
        sink.push(u64::from(cold), 1);
    }
}

#[test]
fn a_reader_without_a_fast_way() {
    let mut sink = LimitedSink {
        most: 9,
        ..LimitedSink::default()
    };
    // Its default methods take no line, know no number of digits, and find the line of zeros.
    assert_eq!(OneByOne.lines(b"1 2\n3 5\n", 4, &mut sink), 4);
    assert!(sink.answers.is_empty());
    assert_eq!(
        Reader::<LimitedSink>::take_max_digits(&mut OneByOne),
        usize::MAX
    );
    for text in [&b"1 2\n0 0\n"[..], b"1 2\n", b"0 0"] {
        let found = Reader::<LimitedSink>::zero_line(&OneByOne, text);
        assert_eq!(found, zero_line_plainly(text));
    }
}

/// Why reading ended.
#[derive(Debug, PartialEq)]
enum End {
    /// The text ended. This is the number without a second one, or nothing.
    Text(Vec<u8>),
    /// The record whose first number starts there and whose second ends there was the last.
    Record(usize, usize),
    /// The same, and the record was `0 0`.
    Zeros(usize, usize),
    /// The place of a fault, what is expected there, and what was found.
    Fault(usize, &'static str, String),
}

/// The digits of the longest number, without its leading zeros and with them.
#[derive(Debug, Default, PartialEq)]
struct Digits {
    significant: usize,
    all: usize,
}

impl Digits {
    fn see(&mut self, word: &[u8]) {
        let zeros = word.iter().take_while(|&&c| c == b'0').count();
        self.significant = self.significant.max(word.len() - zeros);
        self.all = self.all.max(word.len());
    }
}

/// The result of [`run`], computed plainly, word by word. Returns the answers and the digits of the longest number as well.
fn plainly(text: &[u8], mut at: usize, zero_ends: bool, most: u64) -> (End, Vec<bool>, Digits) {
    let (mut answers, mut max_digits) = (Vec::new(), Digits::default());
    let mut first: Option<(usize, &[u8])> = None;
    while answers.len() as u64 != most {
        at += text[at..].iter().take_while(|&&c| is_space(c)).count();
        if at == text.len() {
            let left = first.map_or(&b""[..], |(_, digits)| digits);
            return (End::Text(left.to_vec()), answers, max_digits);
        }
        let word = text[at..].split(|&c| is_space(c)).next().expect("a word");
        if let Some(bad) = word.iter().position(|c| !c.is_ascii_digit()) {
            let expected = match bad {
                0 => "a number (decimal digits)",
                _ => "a digit or whitespace",
            };
            let fault = End::Fault(at + bad, expected, shown(&word[bad..]));
            return (fault, answers, max_digits);
        }
        let end = at + word.len();
        match first.take() {
            None => {
                max_digits.see(word);
                first = Some((at, word));
            }
            Some((start, a)) => {
                let zero = |digits: &[u8]| digits.iter().all(|&c| c == b'0');
                if zero_ends && zero(a) && zero(word) {
                    return (End::Zeros(start, end), answers, max_digits);
                }
                answers.push(is_cold_decimal(a, word));
                max_digits.see(word);
                if answers.len() as u64 == most {
                    return (End::Record(start, end), answers, max_digits);
                }
            }
        }
        at = end;
    }
    (End::Record(at, at), answers, max_digits)
}

/// Calls [`run`] with every backend and with [`OneByOne`], on `text` from `at` in the pieces that end at `cuts`, and
/// compares the results with those of [`plainly`].
#[track_caller]
fn compare_runs(text: &[u8], at: usize, cuts: &[usize], zero_ends: bool, most: u64) {
    let (end, answers, most_digits) = plainly(text, at, zero_ends, most);
    for backend in Backend::list_available().map(Some).chain([None]) {
        let what = format!(
            "{backend:?} from {at}, cut at {cuts:?}, zero ends: {zero_ends}, at most {most}: {}",
            shown(text)
        );
        let mut kernel = backend.map(AnyKernel::new);
        let mut sink = LimitedSink {
            most,
            ..LimitedSink::default()
        };
        let (mut carry, mut max_digits) = (Vec::new(), 0);
        let (mut from, mut at) = (0, at);
        let mut stop = Ok(Stop::Text);
        for &to in cuts.iter().chain([&text.len()]) {
            if to <= at || stop != Ok(Stop::Text) {
                continue;
            }
            let before = (carry.clone(), sink.answers.clone());
            let mut pass = |to: usize, sink: &mut LimitedSink, carry: &mut Vec<u8>| {
                let layout = Layout {
                    zero_ends,
                    carry,
                    max_digits: &mut max_digits,
                };
                let (text, at) = (&text[from..to], at - from);
                match &mut kernel {
                    Some(kernel) => kernel.run_free::<IsCold, _>(text, at, layout, sink),
                    None => run(&mut OneByOne, text, at, layout, sink),
                }
            };
            stop = pass(to, &mut sink, &mut carry);
            if let Ok(Stop::ZeroLine(line)) = stop {
                // Runs again, up to that line.
                (carry, sink.answers) = before;
                stop = pass(from + line, &mut sink, &mut carry);
                if stop == Ok(Stop::Text) {
                    assert!(carry.is_empty(), "{what}: half a record before the line");
                    let line = from + line;
                    let End::Zeros(start, end) = end else {
                        panic!("{what}: a line of zeros at {line}, but {end:?}");
                    };
                    assert!(line <= start, "{what}");
                    assert!(text[line..start].iter().all(|&c| is_space(c)), "{what}");
                    stop = Ok(Stop::Ended(end - from));
                }
            }
            if stop == Ok(Stop::Text) {
                (from, at) = (to, to);
            }
        }
        assert_eq!(sink.answers, answers, "{what}");
        // A kernel may delete leading zeros before it counts digits.
        let least = most_digits.significant;
        assert!(max_digits >= least, "{what}: {max_digits} < {least}");
        if matches!(backend, None | Some(Backend::Scalar)) {
            // These parsers read number by number, so they count exactly.
            assert_eq!(max_digits, most_digits.all, "{what}");
        }
        match (stop, &end) {
            (Ok(Stop::Text), End::Text(left)) => assert_eq!(carry, *left, "{what}"),
            (Ok(Stop::Ended(place)), End::Record(_, there) | End::Zeros(_, there)) => {
                // The reader may also take the rest of the line of the last record, but no more.
                let place = from + place;
                assert!(place >= *there, "{what}: {place} < {there}");
                let rest = &text[*there..place];
                assert!(rest.iter().all(|&c| is_space(c)), "{what}: {place}");
                let inner = rest.split_last().map_or(&b""[..], |(_, inner)| inner);
                assert!(!inner.contains(&b'\n'), "{what}: {place}");
            }
            (Err(fault), End::Fault(there, expected, found)) => {
                assert_eq!(from + fault.at, *there, "{what}");
                assert_eq!((fault.expected, &fault.found), (*expected, found), "{what}");
            }
            (stop, end) => panic!("{what}: {stop:?} for {end:?}"),
        }
    }
}

/// A text for [`compare_runs`]: parts with one record on each line, and parts with numbers on any lines.
fn laid_out(seed: u64, faults: bool) -> Vec<u8> {
    let mut state = seed;
    let mut below = |n: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % n
    };
    let mut text = Vec::new();
    for _ in 0..1 + below(5) {
        let digits = [1, 2, 3, 8, 19, 25][below(6) as usize];
        let lines = below(2) == 0;
        let zeros = below(8) == 0;
        for i in 0..below(if lines { 300 } else { 40 }) {
            let mut number = Vec::new();
            if zeros && below(12) == 0 {
                number = vec![b'0'; 1 + below(3) as usize];
            } else {
                for _ in 0..1 + below(digits) {
                    number.push(b'0' + below(10) as u8);
                }
            }
            if faults && below(400) == 0 {
                number.insert(
                    below(number.len() as u64 + 1) as usize,
                    b"x-.\0"[below(4) as usize],
                );
            }
            text.extend_from_slice(&number);
            let space: &[u8] = match (lines, i % 2) {
                (true, 0) => b" ",
                (true, _) => b"\n",
                _ => [
                    &b" "[..],
                    b"\n",
                    b"\t",
                    b"\r\n",
                    b"  ",
                    b"\n\n",
                    b" \x0b\x0c",
                ][below(7) as usize],
            };
            text.extend_from_slice(space);
        }
        if below(3) == 0 {
            text.push(b'\n');
        }
    }
    if below(3) == 0 {
        text.truncate(text.trim_ascii_end().len());
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn any_layout(seed: u64, zero_ends: bool, faults: bool, whole: bool, skip in 0..4_usize,
                  most in prop_oneof![Just(u64::MAX), 1..4_u64, 1..400_u64],
                  cuts in proptest::collection::btree_set(0..3000_usize, 0..4)) {
        let before = [&b""[..], b"8 8\n", b"3", b" "][skip];
        let mut text = before.to_vec();
        text.extend(laid_out(seed, faults));
        // No cut is inside a number.
        let apart = |&cut: &usize| cut < text.len() && !whole
            && (is_space(text[cut - 1]) || is_space(text[cut]));
        let cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.max(1)).filter(apart).collect();
        // The text before `at` belongs to another record, so a blank stands between.
        let at = if skip == 2 { 0 } else { before.len() };
        compare_runs(&text, at, &cuts, zero_ends, most);
    }
}

#[test]
fn few_words() {
    for (text, most) in [
        (&b""[..], 3),
        (b"1 2 3 5", 1),
        (b"\n\n1 2\n\n3 5\n\n", 1),
        (b"1\n2\n3 5\n4 7", 3),
        (b"1 2\n0 0\n3 5\n", 9),
        (b"0 0\n1 2\n", 9),
        (b"0\n0\n1 2\n", 9),
        (b"1\n0 0\n1 2\n", 9),
        (b"1 2 0 0 3\n", 9),
        (b"x", 9),
        (b"1 2\n3 x\n", 9),
        (b"1 2\n\n  3 4x 5\n", 9),
    ] {
        for zero_ends in [false, true] {
            compare_runs(text, 0, &[], zero_ends, most);
            for cut in 1..text.len() {
                if is_space(text[cut - 1]) || is_space(text[cut]) {
                    compare_runs(text, 0, &[cut], zero_ends, most);
                }
            }
        }
    }
    // Checks `plainly` itself.
    let text = b" 1 2\n3\n4 00 0\n5 6";
    let (end, answers, max_digits) = plainly(text, 0, true, 9);
    assert_eq!((end, max_digits.all), (End::Zeros(9, 13), 2));
    assert_eq!(answers, [true, false]);
    let (end, ..) = plainly(b"1 2 3", 1, false, 9);
    assert_eq!(end, End::Text(vec![]));
}

/// Compares [`own_line`] with its definition, for every text of up to eight bytes over the bytes that matter.
#[test]
fn lines_of_their_own() {
    const ALPHABET: &[u8] = b"1 \n\r";
    let mut own = 0;
    for len in 3..=8u32 {
        for code in 0..4u32.pow(len) {
            let text: Vec<u8> = (0..len)
                .map(|i| ALPHABET[(code >> (2 * i) & 3) as usize])
                .collect();
            let mut at = 0;
            while let Ok(Some(first)) = number(&text, at) {
                let Ok(Some(second)) = number(&text, first.end) else {
                    break;
                };
                let line = text[..first.start].iter().rposition(|&c| c == b'\n');
                let start = line.map_or(0, |newline| newline + 1);
                let end = text[start..].iter().position(|&c| c == b'\n');
                let expected = end.map(|end| start + end).filter(|&end| {
                    let words = text[start..end].split(|&c| is_space(c));
                    second.end <= end && words.filter(|word| !word.is_empty()).count() == 2
                });
                own += u32::from(expected.is_some());
                assert_eq!(
                    own_line(&text, first, second),
                    expected.map(|end| end + 1),
                    "{} at {at}",
                    text.escape_ascii()
                );
                at = first.end;
            }
        }
    }
    assert!(own > 1000, "{own}");
}

#[test]
fn the_longest_number() {
    let digits = |len: usize| vec![b'7'; len];
    for len in [MAX_LINE - 1, MAX_LINE, MAX_LINE + 1] {
        let text = [&b"1 2\n"[..], &digits(len), b"\n9"].concat();
        match number(&text, 4) {
            Ok(Some(found)) => {
                assert!(len <= MAX_LINE);
                assert_eq!((found.start, found.end), (4, 4 + len));
                assert_eq!(found.pile.value, None);
            }
            Err(fault) => {
                assert!(len > MAX_LINE);
                assert_eq!((fault.at, fault.expected), (4, A_NUMBER));
            }
            Ok(None) => panic!("there is one"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(50) })]

    #[test]
    fn any_text(text in proptest::collection::vec(
        prop_oneof![4 => Just(b'0'), 1 => Just(b'1'), 1 => Just(b'9'), 3 => Just(b' '),
                    1 => Just(b'\t'), 1 => Just(b'\r'), 2 => Just(b'\n')], 0..200)) {
        compare(&text);
    }

    #[test]
    fn any_lines(lines in proptest::collection::vec(
        prop_oneof!["0{0,70} 0{1,70}", "0{1,70}[1-9]0{1,70}", "[1-9]{1,80} [0-9]{1,5}", " {0,70}"], 0..8),
        end in any::<bool>()) {
        let mut text = lines.join("\n");
        if end {
            text.push('\n');
        }
        compare(text.as_bytes());
    }
}
