//! Reads all bytes of an input on all threads, without a parser. Its time is the lower limit with which the time of parsing
//! is compared.
//!
//! The input is opened, mapped, cut and distributed as in [`Solver::solve`].

use super::pool::{self, Pool};
use super::solver::Solver;
use crate::error::Result;
use crate::input::chunk::{Buffer, ChunkBoundary};
use crate::input::{Input, Source};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Calls `each` with every chunk of `input`, in any order, on as many threads as [`Solver::solve`] would use. A byte order
/// mark is left out.
///
/// Errors: what can't be read.
pub fn scan(input: Input<'_>, solver: &Solver, each: impl Fn(&[u8]) + Sync) -> Result<()> {
    let options = &solver.options;
    let source = Source::open(input, options.read_mode, ChunkBoundary::Lines)?;
    let mut pool = Pool::new(options.threads);
    let threads = pool.threads_for(source.size().unwrap_or(u64::MAX), 1);
    let size = options.chunk.map_or_else(
        || pool::chunk_size(source.size(), source.read_method(), threads),
        NonZeroUsize::get,
    );
    let threads = pool::at_most_chunks(threads, source.size(), size);
    let failure = Mutex::new(None);
    let finished = AtomicUsize::new(0);
    let work = || {
        let mut buffer = Buffer::default();
        while let Some((_, chunk)) = source.next_chunk(size, &mut buffer) {
            match chunk {
                Ok(chunk) => each(&chunk.text[chunk.at..]),
                Err(e) => {
                    let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                    failure.get_or_insert(e);
                    break;
                }
            }
        }
        source.release_share(finished.fetch_add(1, Ordering::Relaxed), threads);
    };
    if threads > 1 {
        pool.run(threads, &work);
    } else {
        work();
    }
    // A changed file is reported before other errors: it explains them.
    source.check_unchanged()?;
    match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(e) => Err(e),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn sum(bytes: &[u8]) -> u64 {
        bytes.iter().map(|&b| u64::from(b)).sum()
    }

    #[test]
    fn every_byte_is_seen_once() {
        let text: Vec<u8> = (0..200_000)
            .flat_map(|i| format!("{i} 7\n").into_bytes())
            .collect();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &text).unwrap();
        for threads in [1, 3] {
            for chunk in [None, NonZeroUsize::new(1000)] {
                let solver = Solver::default()
                    .threads(NonZeroUsize::new(threads))
                    .chunk_size(chunk);
                let path = Input::path(file.path());
                let reader = Input::reader(&text[..], "text");
                for input in [path, reader] {
                    let total = AtomicU64::new(0);
                    let add = |bytes: &[u8]| {
                        total.fetch_add(sum(bytes), Ordering::Relaxed);
                    };
                    scan(input, &solver, add).unwrap();
                    assert_eq!(total.into_inner(), sum(&text));
                }
            }
        }
    }
}
