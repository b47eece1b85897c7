//! Solves a text with every backend, in chunks and pieces of many sizes, by several threads. The scalar parser solves the whole
//! text at once. Answers, order, counts and messages must be equal.
//!
//! The text is drawn as in the unit tests, if the seed is not 0. The fuzzer chooses the seed, and bytes that are put somewhere in
//! the text.
#![no_main]
use libfuzzer_sys::fuzz_target;
use random_text::{Random, corrupt, text};
use std::io::Read;
use std::num::NonZeroUsize;
use wythoff::game;
use wythoff::{Backend, Input, OnInvalid, Output, Solver};

#[allow(dead_code)]
#[path = "../../src/parse/tests/random_text.rs"]
mod random_text;

/// A reader that returns a few bytes at a time.
struct Ragged<'a>(&'a [u8], usize);

impl Read for Ragged<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let n = self.1.min(self.0.len()).min(into.len());
        into[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        Ok(n)
    }
}

/// The answers to a text that is read in pieces, and the counts and messages.
fn solve(text: &[u8], piece: usize, solver: &Solver) -> (Vec<u8>, String) {
    let mut answers = Vec::new();
    let input = Input::reader(Ragged(text, piece), "text");
    let solved = solver.solve(vec![input], Output::stream(&mut answers, "answers"));
    let found = match solved {
        Ok(s) => format!("{} {} {} {:?}", s.hot, s.cold, s.invalid, s.first_invalid),
        Err(e) => e.to_string(),
    };
    (answers, found)
}

fuzz_target!(|case: (u64, u16, u16, Vec<u8>)| {
    let (seed, piece, chunk, own) = case;
    let mut r = Random(seed);
    let mut text = if seed == 0 { vec![b'\n'] } else { text(&mut r) };
    if seed > 0 && r.one_in(2) {
        corrupt(&mut r, &mut text);
    }
    let at = r.below(text.len() as u64) as usize;
    text.splice(at..at, own);
    let plain = Solver {
        on_invalid: if r.one_in(2) {
            OnInvalid::Stop
        } else {
            OnInvalid::Mark
        },
        backend: Backend::Scalar,
        threads: NonZeroUsize::new(1),
        ..Solver::default()
    };
    let expected = solve(&text, usize::MAX, &plain);
    // A drawn text has too many lines for a chunk each.
    let least = if seed == 0 { 1 } else { 1000 };
    for backend in Backend::list_available() {
        let solver = Solver {
            backend,
            ..plain.clone()
        };
        let chunked = Solver {
            threads: NonZeroUsize::new(1 + usize::from(piece % 3)),
            chunk_size: NonZeroUsize::new(least + usize::from(chunk)),
            ..solver.clone()
        };
        for (solver, piece) in [(solver, usize::MAX), (chunked, least + usize::from(piece))] {
            let seen = solve(&text, piece, &solver);
            assert!(seen.0 == expected.0, "{backend}: answers");
            assert!(seen.1 == expected.1, "{backend}: messages");
        }
    }
});
