//! Compares every backend with the scalar parser: answers, their order, the malformed lines, and the messages.
//!
//! The text is drawn as in the unit tests. The fuzzer chooses the seed, and bytes that are put somewhere in the text.
#![no_main]
use libfuzzer_sys::fuzz_target;
use random_text::{Random, corrupt, text};
use std::num::NonZeroUsize;
use wythoff::game;
use wythoff::{Backend, Input, OnInvalid, Output, Solver};

#[allow(dead_code)]
#[path = "../../src/parse/tests/random_text.rs"]
mod random_text;

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

fuzz_target!(|case: (u64, Vec<u8>)| {
    let (seed, own) = case;
    let mut r = Random(seed);
    let mut text = text(&mut r);
    if r.one_in(2) {
        corrupt(&mut r, &mut text);
    }
    let at = r.below(text.len() as u64) as usize;
    text.splice(at..at, own);
    let solver = Solver {
        on_invalid: if r.one_in(2) {
            OnInvalid::Stop
        } else {
            OnInvalid::Mark
        },
        backend: Backend::Scalar,
        threads: NonZeroUsize::new(1),
        ..Solver::default()
    };
    let expected = solve(&text, &solver);
    for backend in Backend::list_available() {
        let seen = solve(
            &text,
            &Solver {
                backend,
                ..solver.clone()
            },
        );
        assert!(seen.0 == expected.0, "{backend}: answers");
        assert!(seen.1 == expected.1, "{backend}: messages");
    }
});
