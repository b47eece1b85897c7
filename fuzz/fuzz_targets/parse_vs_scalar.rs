//! Compares every backend with the scalar parser: answers, their order, the malformed lines, and the messages.
//!
//! The input is parsed unchanged, and again after a number of strict lines that is large enough for the
//! vector kernels to answer whole tiles. The first bytes choose the place in the tile and the separators.
#![no_main]
use libfuzzer_sys::fuzz_target;
use wythoff::{Backend, Input, OnInvalid, Output, Solver};

/// The answers to a text, and the counts and messages.
fn solve(text: &[u8], solver: &Solver) -> (Vec<u8>, String) {
    let mut answers = Vec::new();
    let input = Input::reader(text, "text");
    let solved = solver.solve(vec![input], Output::stream(&mut answers, "answers"));
    let found = match solved {
        Ok(s) => format!("{} {} {} {:?}", s.hot, s.cold, s.invalid, s.first_invalid),
        Err(e) => e.to_string(),
    };
    (answers, found)
}

fn compare(text: &[u8]) {
    for on_invalid in [OnInvalid::Mark, OnInvalid::Stop] {
        let solver = |backend| Solver { on_invalid, backend, ..Solver::default() };
        let expected = solve(text, &solver(Backend::Scalar));
        for backend in Backend::list_available() {
            let seen = solve(text, &solver(backend));
            assert!(seen.0 == expected.0, "{backend}: answers");
            assert!(seen.1 == expected.1, "{backend}: messages");
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((&[lead, repeat], rest)) = data.split_first_chunk::<2>() else {
        return;
    };
    compare(rest);
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
