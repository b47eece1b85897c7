//! Compares every backend with the scalar parser: answers, their order, the malformed lines, and the message about the first one.
//!
//! The input is parsed unchanged, and again after a number of strict lines that is large enough for the
//! vector kernels to answer whole tiles. The first bytes choose the place in the tile and the separators.
#![no_main]
use libfuzzer_sys::fuzz_target;
use wythoff::internal::{LineReader, Question};
use wythoff::{Backend, OnInvalid};

/// The answers of a text, and its first malformed line, unless malformed lines are marked.
type Seen = (Vec<u8>, Option<String>);

fn see(backend: Backend, text: &[u8], on_invalid: OnInvalid) -> Seen {
    let mut reader = LineReader::new(Question::IsCold, backend);
    let read = reader.read(text, 1, on_invalid);
    (reader.answers().to_vec(), read.err().map(|e| e.to_string()))
}

fn compare(text: &[u8]) {
    for on_invalid in [OnInvalid::Mark, OnInvalid::Stop] {
        let expected = see(Backend::Scalar, text, on_invalid);
        for backend in Backend::list_available() {
            let seen = see(backend, text, on_invalid);
            assert!(seen.0 == expected.0, "{backend}: answers");
            assert!(seen.1 == expected.1, "{backend}: the fault");
        }
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
