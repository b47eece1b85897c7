//! Compares every backend with the scalar parser: answers, their order, and each fault.
//!
//! The input is parsed unchanged, and again after a number of strict lines that is large enough for the
//! vector kernels to answer whole tiles. The first bytes choose the place in the tile and the separators.
#![no_main]
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;
use wythoff::Backend;
use wythoff::internal::{LineReader, Question};

/// The answers of a text, and its faults: the number of answers before each, its offset and message.
type Seen = (Vec<bool>, Vec<(usize, usize, String)>);

fn see(backend: Backend, text: &[u8]) -> Seen {
    let answers = RefCell::new(Vec::new());
    let mut faults = Vec::new();
    LineReader::new(Question::IsCold, backend).read(
        text,
        1,
        |bits, count| {
            let bits = (0..count).map(|i| bits >> i & 1 == 1);
            answers.borrow_mut().extend(bits);
        },
        |offset, error| {
            faults.push((answers.borrow().len(), offset, error.to_string()));
            true
        },
    );
    (answers.into_inner(), faults)
}

fn compare(text: &[u8]) {
    let expected = see(Backend::Scalar, text);
    for backend in Backend::list_available() {
        let seen = see(backend, text);
        assert!(seen.0 == expected.0, "{backend}: answers");
        assert!(seen.1 == expected.1, "{backend}: faults");
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((&[lead, repeat], rest)) = data.split_first_chunk::<2>() else {
        return;
    };
    compare(&[b"\n", rest].concat());
    // Lines of a form of which the kernels answer whole tiles.
    let (blank, end) = [(" ", "\n"), ("\t", "\n"), (" ", "\r\n"), ("\t", " \n")][usize::from(repeat / 4 % 4)];
    let pairs = ["12 345", "1000000007 6", "999999999999999999 5", "7 7"];
    let line = |i: usize| pairs[i % pairs.len()].replace(' ', blank) + end;
    let mut text = end.as_bytes().to_vec();
    for i in 0..usize::from(lead) {
        text.extend_from_slice(line(i % (1 + usize::from(repeat) % 4)).as_bytes());
    }
    for _ in 0..1 + repeat / 16 {
        text.extend_from_slice(rest);
    }
    text.extend(line(0).repeat(300).as_bytes());
    compare(&text);
});
