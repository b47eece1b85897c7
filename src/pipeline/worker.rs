//! One input through the workers.
//!
//! Owns what a worker does with a chunk, and what happens to its result when its turn comes.

mod framed;

use super::frame::{Frame, Turn};
use super::pool::{self, Pool, WORTH_A_POOL};
use super::sink::Sink;
use super::work::Work;
use super::{Answers, Config, FIRST_INVALID};
use crate::error::{Error, ErrorKind, Location, Result};
use crate::input::Source;
use crate::input::chunk::{Buffer, Chunk, line_start, newlines};
use crate::input::file_signature::named;
use crate::output::answers::Lines;
use crate::output::output::Target;
use crate::output::packer::Packer;
use crate::output::reorder::Ordered;
use framed::Framed;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// One input, with whose records `W` is being done.
pub(super) struct Job<'j, 'r, 'w, W> {
    source: &'j Source<'r>,
    target: &'j Target<'w>,
    config: &'j Config,
    work: &'j W,
    /// `None`: a record a line, until the end.
    frame: Option<&'j Frame>,
    chunk: usize,
    /// As many as this input deserves.
    threads: usize,
    ordered: Ordered<Done<'j>>,
    /// Guarded apart from the window: only touched when a chunk's turn comes.
    totals: Mutex<Totals>,
    /// Emptied answer buffers, to be used again: fresh memory costs page faults.
    spare: Mutex<Vec<Lines<'j>>>,
    /// Bytes of the inputs before this one, as they are.
    read_before: u64,
    /// Threads that found nothing more to do.
    left: AtomicUsize,
    /// Bytes taken so far, to see when a pool is worth starting.
    taken: AtomicU64,
}

/// What is known once all chunks are released.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub(super) hot: u64,
    pub(super) cold: u64,
    pub(super) invalid: u64,
    pub(super) first_invalid: Vec<Error>,
    pub(super) warnings: Vec<Error>,
    pub(super) bytes: u64,
    pub(super) written: u64,
    pub(super) threads: usize,
    /// Lines before the next chunk, where they must be counted on the way.
    lines: u64,
    /// The offset of the next chunk in the input.
    end: u64,
    /// Bytes before the next chunk in the line that it begins with: more than 0 only where chunks may
    /// begin within a line.
    tail: u64,
    /// Where a framed input stands.
    turn: Option<Turn>,
    failure: Option<Error>,
}

/// The result of a chunk.
#[derive(Default)]
struct Done<'w> {
    lines: Lines<'w>,
    hot: u64,
    cold: u64,
    invalid: u64,
    bytes: u64,
    /// Only counted where the input passes once.
    newlines: u64,
    faults: Vec<(Place, ErrorKind)>,
    /// What ended the chunk early.
    failure: Option<Failure>,
    /// Bytes behind the last newline; `None` if there is none.
    tail: Option<u64>,
    framed: Option<Framed>,
}

enum Failure {
    Fault(Place, ErrorKind),
    Io(Error),
}

/// A fault, and where it is as far as its chunk can tell.
struct Place {
    /// The offset of its line in the input.
    line_offset: u64,
    /// Lines before it in the chunk; only where the input passes once.
    lines: u64,
    /// Its byte in that line, from 0, as far as the line is in the chunk.
    column: usize,
    /// The line may have begun before the chunk.
    joined: bool,
}

impl<'j, 'r, 'w, W: Work> Job<'j, 'r, 'w, W> {
    pub(super) fn new(
        source: &'j Source<'r>,
        target: &'j Target<'w>,
        config: &'j Config,
        work: &'j W,
        pool: &Pool,
        (read_before, written): (u64, u64),
    ) -> Self {
        let cost = match target.compression() {
            Some(_) => pool::COMPRESSING,
            None => 1,
        };
        let threads = pool.threads_for(source.size().unwrap_or(u64::MAX), cost);
        let frame = config.frame.as_ref();
        let chunk = match config.chunk {
            Some(size) => size.get(),
            None if target.compression().is_some() => pool::COMPRESSED_CHUNK,
            None => pool::chunk_size(source.size(), source.way(), threads),
        };
        let threads = pool::busy(threads, source.size(), chunk);
        let order = target.order();
        Self {
            source,
            target,
            config,
            work,
            frame,
            chunk,
            threads,
            ordered: Ordered::new(order, pool::window(threads, order)),
            totals: Mutex::new(Totals {
                written,
                threads: 1,
                turn: frame.map(|frame| Turn::first(frame.framing)),
                ..Totals::default()
            }),
            spare: Mutex::new(Vec::new()),
            read_before,
            left: AtomicUsize::new(0),
            taken: AtomicU64::new(0),
        }
    }

    /// Solves all of it. What isn't known to be large starts on the calling thread alone.
    pub(super) fn run(self, pool: &mut Pool) -> Result<Totals> {
        let mut threads = 1;
        let alone = match self.source.size() {
            _ if self.threads == 1 => u64::MAX,
            Some(_) => 0,
            None => WORTH_A_POOL,
        };
        if !self.work(alone) {
            threads = pool.run(self.threads, &|| {
                self.work(u64::MAX);
            });
        }
        let mut totals = std::mem::take(&mut *self.totals());
        totals.threads = threads;
        if totals.failure.is_none() {
            self.missing(&mut totals);
        }
        match totals.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(totals),
        }
    }

    /// What a worker does: until the input ends, or something stops, or (then `false`) `upto`
    /// bytes were taken.
    fn work(&self, upto: u64) -> bool {
        let mut buffer = Buffer::default();
        let mut worker = self.work.worker();
        let mut packer = Packer::default();
        let mut room = Vec::new();
        let guard = self.ordered.stop_on_unwind();
        let ended = loop {
            // First of all: behind the end of the records a terminal has nothing more to say.
            if self.frame.is_some() && self.ordered.stopped() {
                break true;
            }
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
                    let done = match self.frame {
                        None => self.solve(&mut worker, chunk),
                        Some(frame) => self.framed(frame, &mut worker, seq, chunk),
                    };
                    self.compressed(&mut packer, done)
                }
                Err(e) => Done::failed(e),
            };
            self.ordered.put(
                seq,
                done,
                |d| self.place(d, &mut worker, &mut packer),
                |d, at| self.write(d, at, &mut room),
            );
            // Not after the next chunk: of a pipe that may never come.
            if self.ordered.stopped() {
                break true;
            }
        };
        std::mem::forget(guard);
        if ended {
            let part = self.left.fetch_add(1, Ordering::Relaxed);
            self.source.leave(part, self.threads);
        }
        ended
    }

    fn solve(&self, worker: &mut W::Worker, chunk: Chunk<'_>) -> Done<'j> {
        let mut sink = self.sink();
        let result = self.work.lines(worker, chunk.text, chunk.at, &mut sink);
        let faults = std::mem::take(&mut sink.faults);
        let mut done = self.done(sink, &chunk);
        done.faults = faults
            .into_iter()
            .map(|fault| self.fault(&chunk, fault.at, fault.into()))
            .collect();
        done.failure = result.err().map(|fault| {
            let (place, kind) = self.fault(&chunk, fault.at, fault.into());
            Failure::Fault(place, kind)
        });
        done
    }

    /// A fault at `at` of a chunk's text.
    fn fault(&self, chunk: &Chunk<'_>, at: usize, kind: ErrorKind) -> (Place, ErrorKind) {
        let is_start = chunk.offset == 0 && at == chunk.at;
        let start = is_start.then(|| &chunk.text[at..]);
        (self.place_of(chunk, at), named(kind, start))
    }

    fn sink(&self) -> Sink<'j> {
        let words = match &self.config.answers {
            Answers::Words(words) | Answers::WordsAndMoves(words) => Some(words),
            _ => None,
        };
        let lines = self.spare().pop().unwrap_or_default().of(words);
        Sink::new(self.config, lines)
    }

    fn done(&self, sink: Sink<'j>, chunk: &Chunk<'_>) -> Done<'j> {
        let text = &chunk.text[chunk.at..];
        let newlines = if self.source.passes_once() {
            newlines(text)
                + u64::from(self.frame.is_none() && text.last().is_some_and(|&c| c != b'\n'))
        } else {
            0
        };
        Done {
            lines: sink.lines,
            hot: sink.records - sink.cold,
            cold: sink.cold,
            invalid: sink.invalid,
            bytes: text.len() as u64,
            newlines,
            tail: line_start(text, text.len()).map(|start| (text.len() - start) as u64),
            ..Done::default()
        }
    }

    /// A chunk's answers as they are written.
    fn compressed(&self, packer: &mut Packer, mut done: Done<'j>) -> Done<'j> {
        if self.target.compression().is_none() || done.lines.is_empty() {
            return done;
        }
        match packer.pack(self.target, done.lines.text()) {
            Ok(None) => done,
            Ok(Some(packed)) => {
                *done.lines.text() = packed;
                done
            }
            Err(e) => Done::failed(e),
        }
    }

    /// Where the byte at `at` of a chunk's text is.
    fn place_of(&self, chunk: &Chunk<'_>, at: usize) -> Place {
        let start = line_start(chunk.text, at);
        let line = start.unwrap_or(chunk.at);
        Place {
            line_offset: chunk.offset + (line - chunk.at) as u64,
            lines: if self.source.passes_once() {
                newlines(&chunk.text[chunk.at..line])
            } else {
                0
            },
            column: at - line,
            joined: start.is_none(),
        }
    }

    /// A chunk's turn has come: its offset in the output, or `None` to stop. Under the lock.
    fn place(
        &self,
        done: &mut Done<'j>,
        worker: &mut W::Worker,
        packer: &mut Packer,
    ) -> Option<u64> {
        let mut totals = self.totals();
        if totals.failure.is_some() {
            return None;
        }
        if let Some(turn) = &mut totals.turn {
            // Nobody looks behind the end: neither a fault there nor a read that fails is one.
            if turn.has_ended() {
                return None;
            }
            if done.framed.is_some() {
                self.settle(turn, done, worker, packer);
            }
        }
        let at = totals.written;
        if totals.bytes == 0 && done.bytes > 0 && !done.lines.is_empty() {
            // The first chunk tells how much output there will be, give or take; of a stream, that
            // there will be more than one chunk's.
            let size = self.source.size().unwrap_or(WORTH_A_POOL).max(done.bytes);
            let ratio = done.lines.len() as f64 / done.bytes as f64;
            if size > done.bytes {
                self.target
                    .expect(at + (size as f64 * ratio * 1.002) as u64 + 4096);
            }
        }
        totals.written += done.lines.len() as u64;
        totals.hot += done.hot;
        totals.cold += done.cold;
        totals.invalid += done.invalid;
        totals.bytes += done.bytes;
        if let Some(progress) = &self.config.progress {
            let read = self.source.compressed_bytes().unwrap_or(totals.bytes);
            progress.reach(self.read_before + read);
            progress.add_pairs(done.hot + done.cold + done.invalid);
        }
        for (place, kind) in done.faults.drain(..) {
            if totals.first_invalid.len() < FIRST_INVALID {
                let error = self.error_at(place, kind, &totals);
                totals.first_invalid.push(error);
            }
        }
        let warning = done
            .framed
            .as_mut()
            .and_then(|framed| framed.warning.take());
        if let Some((place, what)) = warning
            && totals.warnings.is_empty()
        {
            let error = self.error_at(place, ErrorKind::Framing(what), &totals);
            totals.warnings.push(error);
        }
        if let Some(failure) = done.failure.take() {
            totals.failure = Some(match failure {
                Failure::Fault(place, kind) => self.error_at(place, kind, &totals),
                Failure::Io(error) => error,
            });
        }
        totals.lines += done.newlines;
        if let Some(framed) = &done.framed {
            totals.end = framed.offset + done.bytes;
        }
        totals.tail = done.tail.unwrap_or(totals.tail + done.bytes);
        Some(at)
    }

    /// Writes a chunk's answers, as text in `room`; `false` to stop.
    fn write(&self, mut done: Done<'j>, at: u64, room: &mut Vec<u8>) -> bool {
        let result = match done.lines.text_in(room) {
            [] => Ok(()),
            text => self.target.write(at, text),
        };
        self.give_back(done.lines);
        let mut totals = self.totals();
        if let Err(e) = result {
            totals.failure.get_or_insert(e);
        }
        let ended = totals.turn.as_ref().is_some_and(Turn::has_ended);
        totals.failure.is_none() && !ended
    }

    /// An error at a place in the chunk behind what `totals` tell.
    fn error_at(&self, place: Place, kind: ErrorKind, totals: &Totals) -> Error {
        let line = if self.source.passes_once() {
            Ok(totals.lines + place.lines + 1)
        } else {
            self.source.line_of(place.line_offset)
        };
        match line {
            Ok(line) => {
                let byte = place.line_offset + place.column as u64;
                let before = if place.joined { totals.tail } else { 0 };
                let location = Location::new(byte, line, before + place.column as u64 + 1);
                Error::new(kind).at(location).of(self.source.name())
            }
            Err(e) => e,
        }
    }

    fn give_back(&self, lines: Lines<'j>) {
        self.spare().push(lines);
    }

    fn totals(&self) -> std::sync::MutexGuard<'_, Totals> {
        self.totals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spare(&self) -> std::sync::MutexGuard<'_, Vec<Lines<'j>>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Done<'_> {
    fn failed(error: Error) -> Self {
        Done {
            failure: Some(Failure::Io(error)),
            ..Done::default()
        }
    }
}
