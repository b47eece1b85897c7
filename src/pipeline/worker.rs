//! One input through the workers.
//!
//! Owns what a worker does with a chunk, and what happens to its result when its turn comes.

use super::plan::{self, Pool, WORTH_A_POOL};
use super::{Answers, Config, FIRST_INVALID, OnInvalid, locate};
use crate::error::{Error, ErrorKind, Result};
use crate::input::Source;
use crate::input::chunk::{Buffer, Chunk, newlines};
#[cfg(feature = "compressed")]
use crate::output::compress::Encoder;
use crate::output::encode::{INVALID, Words};
use crate::output::ordered::Ordered;
use crate::output::target::Target;
use crate::parse::{AnyKernel, Bits, Fault, OnFault, Question};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What a worker compresses with, once there is something to compress.
#[derive(Default)]
struct Packer {
    #[cfg(feature = "compressed")]
    encoder: Option<Encoder>,
}

/// One input, of whose pairs `Q` is being asked.
pub(super) struct Job<'j, 'r, 'w, Q> {
    source: &'j Source<'r>,
    target: &'j Target<'w>,
    config: &'j Config,
    chunk: usize,
    ordered: Ordered<Done>,
    /// Guarded apart from the window: only touched when a chunk's turn comes.
    totals: Mutex<Totals>,
    /// Emptied answer buffers, to be used again: fresh memory costs page faults.
    spare: Mutex<Vec<Vec<u8>>>,
    /// Bytes of the inputs before this one, as they are.
    read_before: u64,
    /// Bytes taken so far, to see when a pool is worth starting.
    taken: AtomicU64,
    question: PhantomData<fn() -> Q>,
}

/// What is known once all chunks are released.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub(super) hot: u64,
    pub(super) cold: u64,
    pub(super) invalid: u64,
    pub(super) first_invalid: Vec<Error>,
    pub(super) bytes: u64,
    pub(super) written: u64,
    pub(super) threads: usize,
    /// Lines before the next chunk, where they must be counted on the way.
    lines: u64,
    failure: Option<Error>,
}

/// The result of a chunk.
struct Done {
    text: Vec<u8>,
    hot: u64,
    cold: u64,
    invalid: u64,
    bytes: u64,
    /// Only counted where the input passes once.
    lines: u64,
    faults: Vec<Place>,
    /// What ended the chunk early.
    failure: Option<Failure>,
}

enum Failure {
    Fault(Place),
    Io(Error),
}

/// A fault, and where it is as far as its chunk can tell.
struct Place {
    /// The offset of its line in the input.
    line_offset: u64,
    /// Lines before it in the chunk; only where the input passes once.
    lines: u64,
    column: usize,
    kind: ErrorKind,
}

impl<'j, 'r, 'w, Q: Question> Job<'j, 'r, 'w, Q> {
    pub(super) fn new(
        source: &'j Source<'r>,
        target: &'j Target<'w>,
        config: &'j Config,
        pool: &Pool,
        (read_before, written): (u64, u64),
    ) -> Self {
        let threads = pool.threads_for(source.size().unwrap_or(u64::MAX));
        let chunk = match config.chunk {
            Some(size) => size.get(),
            None if target.compression().is_some() => plan::COMPRESSED_CHUNK,
            None => plan::chunk_size(source.size(), source.way(), threads),
        };
        let order = target.order();
        Self {
            source,
            target,
            config,
            chunk,
            ordered: Ordered::new(order, plan::window(threads, order)),
            totals: Mutex::new(Totals {
                written,
                threads: 1,
                ..Totals::default()
            }),
            spare: Mutex::new(Vec::new()),
            read_before,
            taken: AtomicU64::new(0),
            question: PhantomData,
        }
    }

    /// Solves all of it. What isn't known to be large starts on the calling thread alone.
    pub(super) fn run(self, pool: &mut Pool) -> Result<Totals> {
        let mut threads = 1;
        let alone = match self.source.size() {
            Some(len) if pool.threads_for(len) > 1 => 0,
            Some(_) => u64::MAX,
            None if pool.threads_for(u64::MAX) > 1 => WORTH_A_POOL,
            None => u64::MAX,
        };
        if !self.work(alone) {
            threads = pool.run(&|| {
                self.work(u64::MAX);
            });
        }
        let mut totals = self
            .totals
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        totals.threads = threads;
        match totals.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(totals),
        }
    }

    /// What a worker does: until the input ends, or something stops, or (then `false`) `upto`
    /// bytes were taken.
    fn work(&self, upto: u64) -> bool {
        let mut buffer = Buffer::default();
        let mut kernel = AnyKernel::new(self.config.backend);
        let mut packer = Packer::default();
        let guard = self.ordered.stop_on_unwind();
        let ended = loop {
            if self.taken.load(Ordering::Relaxed) >= upto {
                break false;
            }
            let Some((seq, chunk)) = self.source.next(self.chunk, &mut buffer) else {
                break true;
            };
            if !self.ordered.admit(seq) {
                break true;
            }
            let done = match chunk {
                Ok(chunk) => {
                    let bytes = (chunk.text.len() - chunk.at) as u64;
                    self.taken.fetch_add(bytes, Ordering::Relaxed);
                    self.compressed(&mut packer, self.solve(&mut kernel, chunk))
                }
                Err(e) => Done::failed(e),
            };
            self.ordered
                .put(seq, done, |d| self.place(d), |d, at| self.write(d, at));
            // Not after the next chunk: of a pipe that may never come.
            if self.ordered.stopped() {
                break true;
            }
        };
        std::mem::forget(guard);
        ended
    }

    fn solve(&self, kernel: &mut AnyKernel, chunk: Chunk<'_>) -> Done {
        let text = match self.config.answers {
            Answers::Words(_) => self.spare().pop().unwrap_or_default(),
            Answers::Count => Vec::new(),
        };
        let mut sink = Sink {
            config: self.config,
            words: match &self.config.answers {
                Answers::Words(words) => Some(words),
                Answers::Count => None,
            },
            text,
            records: 0,
            cold: 0,
            invalid: 0,
            faults: Vec::new(),
        };
        let result = kernel.run::<Q, _>(chunk.text, chunk.at, &mut sink);
        let place = |fault: Fault| self.place_of(&chunk, fault);
        let lines = if self.source.passes_once() {
            let text = &chunk.text[chunk.at..];
            newlines(text) + u64::from(text.last().is_some_and(|&c| c != b'\n'))
        } else {
            0
        };
        Done {
            text: sink.text,
            hot: sink.records - sink.cold,
            cold: sink.cold,
            invalid: sink.invalid,
            bytes: (chunk.text.len() - chunk.at) as u64,
            lines,
            faults: sink.faults.into_iter().map(place).collect(),
            failure: result.err().map(place).map(Failure::Fault),
        }
    }

    /// A chunk's answers as they are written.
    #[cfg(feature = "compressed")]
    fn compressed(&self, packer: &mut Packer, mut done: Done) -> Done {
        let Some(compression) = self.target.compression() else {
            return done;
        };
        if done.text.is_empty() {
            return done;
        }
        let encoder = match &mut packer.encoder {
            Some(encoder) => Ok(encoder),
            none => Encoder::new(compression).map(|encoder| none.insert(encoder)),
        };
        match encoder.and_then(|encoder| encoder.encode(&done.text)) {
            Ok(packed) => {
                let mut text = std::mem::replace(&mut done.text, packed);
                text.clear();
                self.spare().push(text);
                done
            }
            Err(e) => Done::failed(e.into()),
        }
    }

    #[cfg(not(feature = "compressed"))]
    fn compressed(&self, _: &mut Packer, done: Done) -> Done {
        done
    }

    fn place_of(&self, chunk: &Chunk<'_>, fault: Fault) -> Place {
        Place {
            line_offset: chunk.offset + (fault.line_start - chunk.at) as u64,
            lines: if self.source.passes_once() {
                newlines(&chunk.text[chunk.at..fault.line_start])
            } else {
                0
            },
            column: fault.at - fault.line_start,
            kind: ErrorKind::Malformed {
                expected: fault.expected,
                found: fault.found,
            },
        }
    }

    /// A chunk's turn has come: its offset in the output, or `None` to stop. Under the lock.
    fn place(&self, done: &mut Done) -> Option<u64> {
        let mut totals = self.totals();
        if totals.failure.is_some() {
            return None;
        }
        let at = totals.written;
        if totals.bytes == 0 && done.bytes > 0 && !done.text.is_empty() {
            // The first chunk tells how much output there will be, give or take; of a stream, that
            // there will be more than one chunk's.
            let size = self.source.size().unwrap_or(WORTH_A_POOL).max(done.bytes);
            let ratio = done.text.len() as f64 / done.bytes as f64;
            if size > done.bytes {
                self.target
                    .expect(at + (size as f64 * ratio * 1.002) as u64 + 4096);
            }
        }
        totals.written += done.text.len() as u64;
        totals.hot += done.hot;
        totals.cold += done.cold;
        totals.invalid += done.invalid;
        totals.bytes += done.bytes;
        if let Some(progress) = &self.config.progress {
            let read = self.source.compressed_bytes().unwrap_or(totals.bytes);
            progress.reach(self.read_before + read);
            progress.add_pairs(done.hot + done.cold + done.invalid);
        }
        for place in done.faults.drain(..) {
            if totals.first_invalid.len() < FIRST_INVALID {
                let error = self.error_at(place, totals.lines);
                totals.first_invalid.push(error);
            }
        }
        if let Some(failure) = done.failure.take() {
            totals.failure = Some(match failure {
                Failure::Fault(place) => self.error_at(place, totals.lines),
                Failure::Io(error) => error,
            });
        }
        totals.lines += done.lines;
        Some(at)
    }

    /// Writes a chunk's answers; `false` to stop.
    fn write(&self, done: Done, at: u64) -> bool {
        let result = if done.text.is_empty() {
            Ok(())
        } else {
            self.target.write(at, &done.text)
        };
        if self.target.compression().is_none() {
            let mut text = done.text;
            text.clear();
            self.spare().push(text);
        }
        let mut totals = self.totals();
        if let Err(e) = result {
            totals.failure.get_or_insert(e);
        }
        totals.failure.is_none()
    }

    fn error_at(&self, place: Place, lines_before: u64) -> Error {
        let line = if self.source.passes_once() {
            Ok(lines_before + place.lines + 1)
        } else {
            self.source.line_of(place.line_offset)
        };
        match line {
            Ok(line) => Error::new(place.kind)
                .at(locate(line, place.line_offset, place.column))
                .of(self.source.name()),
            Err(e) => e,
        }
    }

    fn totals(&self) -> std::sync::MutexGuard<'_, Totals> {
        self.totals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spare(&self) -> std::sync::MutexGuard<'_, Vec<Vec<u8>>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Done {
    fn failed(error: Error) -> Self {
        Done {
            text: Vec::new(),
            hot: 0,
            cold: 0,
            invalid: 0,
            bytes: 0,
            lines: 0,
            faults: Vec::new(),
            failure: Some(Failure::Io(error)),
        }
    }
}

/// Takes a chunk's answers.
struct Sink<'c> {
    config: &'c Config,
    words: Option<&'c Words>,
    text: Vec<u8>,
    records: u64,
    cold: u64,
    invalid: u64,
    faults: Vec<Fault>,
}

impl Bits for Sink<'_> {
    #[inline]
    fn push(&mut self, answers: u64, count: u32) {
        self.records += u64::from(count);
        self.cold += u64::from(answers.count_ones());
        if let Some(words) = self.words {
            words.append(answers, count, &mut self.text);
        }
    }
}

impl OnFault for Sink<'_> {
    fn fault(&mut self, fault: Fault) -> std::result::Result<(), Fault> {
        if self.config.on_invalid == OnInvalid::Stop {
            return Err(fault);
        }
        self.invalid += 1;
        if self.words.is_some() {
            self.text.extend_from_slice(INVALID);
        }
        if self.faults.len() < FIRST_INVALID {
            self.faults.push(fault);
        }
        Ok(())
    }
}
