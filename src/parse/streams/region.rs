//! Answers a region of the text: divides it among the streams, and reads the lines that a run does not take.
//!
//! A *segment* is the part of the text that a stream reads. A stream that has read its segment takes half of the text that
//! another stream has left, so that all end at about the same time. If reading stops before the end of the region, the answers
//! after that place are dropped.

use super::answers::{Answers, columns};
use super::candidates::Candidates;
use super::numbers::{Digits, LINES, ROWS, STREAMS};
use super::run::{self, Found};
use super::short;
use super::vector::{Asks, Step, Vector32};
use super::ways::{self, Way, Ways};
use crate::parse::driver::{Form, sniff};
use crate::parse::{Decide, scalar, swar};
use std::marker::PhantomData;
use std::ops::Range;

/// A stream takes half of the text that another stream has left only if that half has at least this many bytes.
const MIN_SEGMENT: usize = 1 << 10;
/// If all streams end within this many rows after the first one, the run goes on until all have ended. The lines that a stream
/// reads after the end of its segment are dropped.
const MIN_ROWS: usize = 16;

/// The memory of the kernel, kept from region to region.
pub(super) struct Store {
    found: Box<Found>,
    digits: Box<Digits>,
    candidates: Box<Candidates>,
    pub(super) answers: Answers,
}

impl Store {
    pub(super) fn new() -> Self {
        Self {
            found: Box::new(Found::NEW),
            digits: Box::new(Digits::NEW),
            candidates: Box::new(Candidates::NEW),
            answers: Answers::default(),
        }
    }
}

/// A part of the text, of whole lines, and how far the streams have read it.
pub(super) struct Region<'a, D, V: Vector32> {
    token: V::Token,
    text: &'a [u8],
    /// Lines end with CR LF.
    is_cr: bool,
    /// Where reading stops: at the end of the region or before it.
    stop: usize,
    /// The place of each stream, and the end of its segment. A stream that has ended has the place of another stream; its lines
    /// do not count, and its end is null.
    places: [*const u8; STREAMS],
    ends: [*const u8; STREAMS],
    segments: [usize; STREAMS],
    /// The bytes of the last 64 lines of each stream.
    advance: [usize; STREAMS],
    /// The number of rows that runs have read.
    rows: usize,
    /// Each line of another form adds 32, each row that is read takes 1 away, and it is never below 0.
    odd: usize,
    /// The same for lines of more than 32 bytes that were read alone, each of which adds 8.
    long: usize,
    is_malformed: bool,
    ways: Ways,
    store: &'a mut Store,
    instance: PhantomData<D>,
}

impl<'a, D: Decide, V: Asks<D>> Region<'a, D, V> {
    /// Whole lines of `text`, with at least [`super::BYTES_BEFORE`] bytes before them and [`run::RUN_BYTES`] after them.
    pub(super) fn new(
        token: V::Token,
        store: &'a mut Store,
        text: &'a [u8],
        lines: Range<usize>,
        is_cr: bool,
    ) -> Self {
        assert!(lines.start >= super::BYTES_BEFORE && lines.end + run::RUN_BYTES <= text.len());
        store.answers.clear();
        let mut region = Self {
            token,
            text,
            is_cr,
            stop: lines.end,
            places: [text.as_ptr(); STREAMS],
            ends: [text.as_ptr(); STREAMS],
            segments: [0; STREAMS],
            advance: [ROWS * 20; STREAMS],
            rows: 0,
            odd: 0,
            long: 0,
            is_malformed: false,
            ways: Ways::new(D::FOUR_DIGITS.is_some()),
            store,
            instance: PhantomData,
        };
        // The search for the starts of the streams would wait for one miss of the cache after the other.
        let near = |stream: usize| lines.start + lines.len() * stream / STREAMS;
        for stream in 1..STREAMS {
            V::prefetch(token, text[near(stream)..].as_ptr());
            V::prefetch(token, text[near(stream) + 64..].as_ptr());
        }
        let mut start = lines.start;
        for stream in 0..STREAMS {
            let middle = start.max(near(stream + 1) - 1);
            let newline = memchr::memchr(b'\n', &text[middle..lines.end]);
            let end = newline.map_or(lines.end, |newline| middle + newline + 1);
            region.begin(stream, start..end);
            start = end;
        }
        region
    }

    /// Makes `stream` read these lines.
    fn begin(&mut self, stream: usize, lines: Range<usize>) {
        self.segments[stream] = self.store.answers.begin(lines.start, lines.len());
        self.places[stream] = self.text.as_ptr().wrapping_add(lines.start);
        self.ends[stream] = self.text.as_ptr().wrapping_add(lines.end);
    }

    /// Gives `stream`, which has ended, half of the text that another stream has left. Returns `false` if no stream has enough.
    fn take_over(&mut self, stream: usize) -> bool {
        let left = |other: usize| {
            let end = self.ends[other].addr();
            end.saturating_sub(self.places[other].addr())
        };
        let other = (0..STREAMS).max_by_key(|&other| left(other));
        let other = other.expect("there are streams");
        let left = left(other);
        if left < 2 * MIN_SEGMENT {
            return false;
        }
        let end = self.offset(self.ends[other]);
        let middle = end - left / 2;
        let Some(newline) = memchr::memchr(b'\n', &self.text[middle..end - 1]) else {
            return false;
        };
        let middle = middle + newline + 1;
        self.ends[other] = self.text.as_ptr().wrapping_add(middle);
        self.advance[stream] = self.advance[other];
        self.begin(stream, middle..end);
        true
    }

    fn offset(&self, place: *const u8) -> usize {
        place.addr() - self.text.as_ptr().addr()
    }

    fn is_live(&self, stream: usize) -> bool {
        self.places[stream] < self.ends[stream]
    }

    /// Makes the whole region stop at `at`, the place of `stream`.
    fn stop(&mut self, stream: usize, at: usize) {
        self.stop = self.stop.min(at);
        for other in 0..STREAMS {
            let segment = &self.store.answers.segments[self.segments[other]];
            if other == stream || segment.start >= self.stop {
                self.ends[other] = std::ptr::null();
            }
        }
    }

    /// Reads one line of `stream`, if it has not ended.
    fn line(&mut self, stream: usize) {
        if !self.is_live(stream) {
            return;
        }
        let (text, at) = (self.text, self.offset(self.places[stream]));
        let strict = if self.is_cr { Form::CrLf } else { Form::Lf };
        let mut is_strict = sniff(text, at) == strict;
        let (answer, next) = if let Some((pair, next)) = swar::read_line(text, at) {
            (pair.map(|(a, b)| D::pair(a, b)), next)
        } else {
            let line = scalar::line_at(text, at);
            let Ok(pair) = scalar::record(line) else {
                self.is_malformed = true;
                return self.stop(stream, at);
            };
            // No normalised piece takes such a line either, so the end of the region would save nothing.
            is_strict |= pair.is_some();
            let answer = pair.map(|pair| pair.decide::<D>());
            (answer, at + line.len() + 1)
        };
        if let Some(answer) = answer {
            let segment = self.segments[stream];
            self.store.answers.push(segment, u64::from(answer), 1);
        }
        self.places[stream] = text.as_ptr().wrapping_add(next);
        if !is_strict {
            // Such a line takes a microsecond, as much as the normalisation of 200 lines. So the region ends if more than one row
            // in 32 has one, but not for a few that are near to each other. The line behind an LF line in CR LF text counts, too.
            self.odd += 32;
            if self.odd > 96 {
                self.stop(stream, next);
            }
        } else if next - at > 33 {
            self.long += 8;
            self.ways.is_wide |= self.long > 16;
        }
    }

    /// Reads up to 64 lines of each stream.
    #[inline(always)]
    fn run(&mut self, first: usize) {
        let live: [bool; STREAMS] = std::array::from_fn(|stream| self.is_live(stream));
        // The expected number of rows until the first stream ends, and until all have ended.
        let (mut rows, mut most, mut least_left) = (ROWS, 0, usize::MAX);
        for (stream, is_live) in live.into_iter().enumerate() {
            if !is_live {
                (self.places[stream], self.ends[stream]) = (self.places[first], std::ptr::null());
                continue;
            }
            let left = self.ends[stream].addr() - self.places[stream].addr();
            let advance = self.advance[stream];
            let expected = if left < advance {
                ROWS * left / advance + 2
            } else {
                ROWS
            };
            (rows, most) = (rows.min(expected), most.max(expected));
            least_left = least_left.min(left);
        }
        if self.ways.way == Way::Short && least_left < ROWS * short::MAX_BYTES {
            // A run of short lines writes the starts of every second row only, so its lines beyond the end of a stream can't be
            // counted.
            self.ways.way = Way::All;
        }
        if most < rows + MIN_ROWS {
            rows = most;
        }
        let rows = rows.min(self.ways.rows()) / 2 * 2;
        let (token, ways, before) = (self.token, self.ways, self.places);
        let (places, store) = (&mut self.places, &mut *self.store);
        let (found, digits) = (&mut *store.found, &mut *store.digits);
        // SAFETY: each place is in the region, so at least BYTES_BEFORE bytes are before it, and RUN_BYTES bytes after it.
        // `rows` is even, and at most ROWS.
        let read = unsafe {
            if self.is_cr {
                ways::read::<D, V, true>(token, ways, places, found, digits, rows)
            } else {
                ways::read::<D, V, false>(token, ways, places, found, digits, rows)
            }
        };
        let (ends, mut counts) = (self.ends, live.map(|is_live| read * usize::from(is_live)));
        if (0..STREAMS).any(|stream| live[stream] && self.places[stream] > ends[stream]) {
            counts = [0; STREAMS];
            for starts in &self.store.found.starts[..read] {
                for (stream, count) in counts.iter_mut().enumerate() {
                    *count += usize::from(starts[stream] < ends[stream]);
                }
            }
        }
        for stream in (0..STREAMS).filter(|&stream| live[stream]) {
            if read == ROWS {
                self.advance[stream] = self.places[stream].addr() - before[stream].addr();
            }
            self.places[stream] = self.places[stream].min(ends[stream]);
        }
        let is_first = self.rows == 0;
        self.rows += read;
        self.odd = self.odd.saturating_sub(read);
        self.long = self.long.saturating_sub(read);
        match ways.way {
            Way::All | Way::Short => self.answer_all(read, &counts, read == rows),
            _ => self.keep_candidates(read, &counts),
        }
        // This is after the answers, because the digits of the run were kept with the old value.
        if is_first && read == rows {
            let starts = &mut self.store.found.starts[..=read];
            starts[read] = self.places;
            self.ways.is_wide = starts.windows(2).any(|rows| {
                let mut lines = rows[0].iter().zip(&rows[1]);
                // A line beyond the end of its stream does not count, and its next line may begin before it.
                lines.any(|(start, end)| end.addr().saturating_sub(start.addr()) > 33)
            });
        }
        if read < rows {
            self.read_other_lines(ways.is_wide);
        }
        for (stream, was_live) in live.into_iter().enumerate() {
            if was_live && !self.is_live(stream) && !self.take_over(stream) {
                break;
            }
        }
    }

    /// Reads the lines that ended a run. They are among the next three lines of the streams.
    #[inline(always)]
    fn read_other_lines(&mut self, is_wide: bool) {
        let mut has_found = false;
        for stream in 0..STREAMS {
            let mut at = self.places[stream];
            for count in 1..=3 {
                if at >= self.ends[stream] {
                    break;
                }
                // SAFETY: the place is in the region, so RUN_BYTES bytes are after it.
                let is_line =
                    unsafe { run::skip_line::<V>(self.token, &mut at, is_wide, self.is_cr) };
                if !is_line {
                    has_found = true;
                    for _ in 0..count {
                        self.line(stream);
                    }
                    break;
                }
            }
        }
        if !has_found {
            // A pile has too many digits, or the line before the place of a stream has another line end.
            for stream in 0..STREAMS {
                for _ in 0..3 {
                    self.line(stream);
                }
            }
        }
    }

    /// Answers 0 for all lines of a run, and keeps the candidates.
    #[inline(always)]
    fn keep_candidates(&mut self, read: usize, counts: &[usize; STREAMS]) {
        let store = &mut *self.store;
        let mut firsts = [(0, 0); STREAMS];
        for stream in (0..STREAMS).filter(|&stream| counts[stream] > 0) {
            let segment = self.segments[stream];
            let line = store.answers.segments[segment].lines;
            firsts[stream] = (segment as u32, line as u32);
            store.answers.push(segment, 0, counts[stream]);
        }
        let candidates = store.candidates.add(&store.found, read, counts, &firsts);
        self.ways.record_filter(candidates, read, V::MAX_CANDIDATES);
    }

    /// Answers all lines of a run that kept their digits or asked the question itself.
    #[inline(always)]
    fn answer_all(&mut self, read: usize, counts: &[usize; STREAMS], is_whole: bool) {
        let Ways { way, is_wide, .. } = self.ways;
        let store = &mut *self.store;
        let (digits, answers) = (&mut store.digits, &mut store.found.answers);
        answers[read..].fill(0);
        let is_short = if way == Way::Short && !self.is_cr {
            digits.decide_u32::<D, V>(answers);
            true
        } else {
            digits.answer::<D, V>(self.token, read, is_wide, answers)
        };
        let columns = columns::<V>(self.token, answers);
        for stream in (0..STREAMS).filter(|&stream| counts[stream] > 0) {
            let answers = columns[stream] & u64::MAX >> (64 - counts[stream]);
            let segment = self.segments[stream];
            store.answers.push(segment, answers, counts[stream]);
        }
        self.ways.record_all(is_short && is_whole);
    }
}

impl<D: Decide, V: Asks<D>> Step for Region<'_, D, V> {
    /// Where reading stopped; how lines were read; whether it stopped at a malformed line. If it stopped before the end at a
    /// valid line, many lines have another form.
    type Output = (usize, Ways, bool);

    #[inline(always)]
    fn run(mut self) -> Self::Output {
        // A run also checks the line end before its first lines. The line before the region may have another form, so the first
        // line is read alone.
        self.line(0);
        loop {
            let live = (0..STREAMS).find(|&stream| self.is_live(stream));
            if let Some(live) = live {
                Region::run(&mut self, live);
            }
            let least = if live.is_some() { LINES } else { 1 };
            let store = &mut *self.store;
            while store.candidates.waiting >= least {
                // SAFETY: each line is in the region, with BYTES_BEFORE bytes before it and RUN_BYTES bytes after its start.
                unsafe {
                    store.candidates.answer::<D, V>(
                        self.token,
                        &mut store.digits,
                        &mut store.answers,
                        self.ways.is_wide,
                        self.is_cr,
                    );
                }
            }
            if live.is_none() {
                return (self.stop, self.ways, self.is_malformed);
            }
        }
    }
}
