use super::*;
use crate::backend::Backend;
use crate::parse::{AnyKernel, Kernel};
use crate::pipeline::IsCold;
use proptest::prelude::*;

/// [`zero_line`] by its definition.
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

/// [`long_number`] by its definition, asking each number in turn.
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

/// [`zero_line`] of every backend, of which each may have its own.
#[track_caller]
fn compare_zero_lines(text: &[u8]) {
    let expected = zero_line_plainly(text);
    for backend in Backend::list() {
        let found = match AnyKernel::new(backend) {
            AnyKernel::Scalar(kernel) => Kernel::<IsCold>::zero_line(&kernel, text),
            AnyKernel::Swar(kernel) => Kernel::<IsCold>::zero_line(&kernel, text),
            #[cfg(target_arch = "x86_64")]
            AnyKernel::Avx2(kernel) => Kernel::<IsCold>::zero_line(&kernel, text),
            #[cfg(target_arch = "x86_64")]
            AnyKernel::Avx512(kernel) => Kernel::<IsCold>::zero_line(&kernel, text),
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

/// Every text of up to seven bytes over the bytes that matter.
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

/// Each kind of line at each place about the ends of blocks, with every length of what is behind it.
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
        for at in (0..5).chain(55..70).chain(119..134) {
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
                for behind in [0, 1, 3, 57, 58, 59, 60, 61, 62, 63, 64, 65, 125, 127, 128] {
                    let mut text = before(at, byte);
                    text.extend_from_slice(line);
                    text.extend(before(behind, b'3'));
                    compare_zero_lines(&text);
                    // The last line, too, may have no end.
                    if text.last() == Some(&b'\n') {
                        text.pop();
                        compare_zero_lines(&text);
                    }
                }
            }
        }
    }
}

/// A line of zeros longer than blocks, and one in which a single digit is not.
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

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

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
