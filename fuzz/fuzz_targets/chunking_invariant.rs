//! Runs the whole pipeline over a reader. The bytes and the message must be the same for every chunk size, number of
//! threads, backend, and size of single reads.
#![no_main]
use libfuzzer_sys::fuzz_target;
use std::io::Read;
use std::num::NonZeroUsize;
use wythoff::{Backend, Input, OnInvalid, Output, Solver};

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

fn solve(data: &[u8], read: usize, solver: &Solver) -> (Vec<u8>, String) {
    let mut out = Vec::new();
    let input = Input::reader(Ragged(data, read), "fuzz");
    let result = solver.solve(vec![input], Output::stream(&mut out, "out"));
    let outcome = match result {
        Ok(s) => format!("{} {} {} {:?}", s.hot, s.cold, s.invalid, s.first_invalid),
        Err(e) => e.to_string(),
    };
    (out, outcome)
}

fuzz_target!(|data: &[u8]| {
    let Some((&[mark, read, chunk], rest)) = data.split_first_chunk::<3>() else {
        return;
    };
    let on_invalid = if mark & 1 == 0 {
        OnInvalid::Stop
    } else {
        OnInvalid::Mark
    };
    let plain = Solver {
        on_invalid,
        backend: Backend::Scalar,
        threads: NonZeroUsize::new(1),
        ..Solver::default()
    };
    let expected = solve(rest, usize::MAX, &plain);
    for backend in Backend::list_available() {
        for threads in [1, 3] {
            let solver = Solver {
                backend,
                threads: NonZeroUsize::new(threads),
                chunk_size: NonZeroUsize::new(1 + usize::from(chunk)),
                ..plain.clone()
            };
            assert_eq!(solve(rest, 1 + usize::from(read), &solver), expected);
        }
    }
});
