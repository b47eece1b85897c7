//! All the bytes of an input, past the workers, without a parser.
//!
//! Owns the floor that everything else is measured against: the same opening, mapping, cutting
//! and pool as [`super::solve`] has, and nothing behind them.

use super::pool::{self, Pool};
use super::{Config, Result};
use crate::input::chunk::Buffer;
use crate::input::{Cut, Input, Source};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Hands each chunk of `input` to `each`, in no certain order, on as many threads as
/// [`super::solve`] would use. A byte order mark is left out.
///
/// Errors: what can't be read.
pub fn scan(input: Input<'_>, config: &Config, each: impl Fn(&[u8]) + Sync) -> Result<()> {
    let source = Source::open(input, config.io, Cut::Lines)?;
    let mut pool = Pool::new(config.threads);
    let threads = pool.threads_for(source.size().unwrap_or(u64::MAX), 1);
    let size = config.chunk.map_or_else(
        || pool::chunk_size(source.size(), source.way(), threads),
        NonZeroUsize::get,
    );
    let threads = pool::busy(threads, source.size(), size);
    let failure = Mutex::new(None);
    let left = AtomicUsize::new(0);
    let work = || {
        let mut buffer = Buffer::default();
        while let Some((_, chunk)) = source.next(size, &mut buffer) {
            match chunk {
                Ok(chunk) => each(&chunk.text[chunk.at..]),
                Err(e) => {
                    let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                    failure.get_or_insert(e);
                    break;
                }
            }
        }
        source.leave(left.fetch_add(1, Ordering::Relaxed), threads);
    };
    if threads > 1 {
        pool.run(threads, &work);
    } else {
        work();
    }
    // First of all: that the file changed explains whatever else went wrong.
    source.finish()?;
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
                let config = Config {
                    threads: NonZeroUsize::new(threads),
                    chunk,
                    ..Config::default()
                };
                let path = Input::Path(file.path().to_owned());
                let reader = Input::Reader(Box::new(&text[..]), "text".into());
                for input in [path, reader] {
                    let total = AtomicU64::new(0);
                    let add = |bytes: &[u8]| {
                        total.fetch_add(sum(bytes), Ordering::Relaxed);
                    };
                    scan(input, &config, add).unwrap();
                    assert_eq!(total.into_inner(), sum(&text));
                }
            }
        }
    }
}
