use super::*;
use proptest::prelude::*;

/// The number of numbers in a line whose digits are all 0; 0 for any other line.
fn count_zeros(line: &[u8]) -> usize {
    let numbers = line.split(u8::is_ascii_whitespace);
    let numbers: Vec<_> = numbers.filter(|number| !number.is_empty()).collect();
    let zeros = numbers.concat().iter().all(|&c| c == b'0');
    if zeros { numbers.len() } else { 0 }
}

/// The result of [`zero_line`], computed plainly.
fn zero_line_plainly(text: &[u8]) -> Option<usize> {
    let mut start = 0;
    for line in text.split_inclusive(|&c| c == b'\n') {
        if count_zeros(line) > 0 {
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

/// Compares [`zero_line`] with its definition. Skips texts that no kernel answers: a line is a single number of zeros, or has a CR
/// that is not in its line end.
#[track_caller]
fn compare_zero_lines(text: &[u8]) {
    let is_answered = |line: &[u8]| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        count_zeros(line) != 1 && !line.contains(&b'\r')
    };
    if !text.split(|&c| c == b'\n').all(is_answered) {
        return;
    }
    let (found, expected) = (zero_line(text), zero_line_plainly(text));
    assert_eq!(found, expected, "{}", text.escape_ascii());
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

/// Every text of up to seven bytes, made of one byte of each kind that the searches distinguish.
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
        for at in (0..3).chain(57..67).chain(121..131).chain(508..516) {
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

/// Compares [`own_line`] with its definition, for every text of up to eight bytes that are each a 1, a space or part of a line
/// end.
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
                assert!(fault.at == 4 && format!("{fault:?}").contains(A_NUMBER));
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
