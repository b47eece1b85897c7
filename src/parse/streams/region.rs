//! Answers a region of the text: divides it among the streams, and reads the lines that a run does not take.
//!
//! A *segment* is the part of the text that a stream reads. A stream that has read its segment takes half of the text that
//! another stream has left, so that all end at about the same time. Each segment keeps its answers until the region ends: the
//! answers after the place where reading stops are dropped.

use super::numbers::{Digits, LINES, ROWS, STREAMS};
use super::run::{self, Found};
use super::short;
use super::vector::{Asks, Step, Vector32};
use super::ways::{Way, Ways};
use crate::parse::{AnswerSink, Decide, scalar, swar};
use std::marker::PhantomData;

/// A stream takes half of the text that another stream has left only if that half has at least this many bytes.
const MIN_SEGMENT: usize = 1 << 10;
/// If all streams end within this many rows after the first one, the run goes on until all have ended. The lines that a stream
/// reads after the end of its segment are dropped.
const MIN_ROWS: usize = 16;
/// Room for the candidates of a run, for those that the run before left, and for a few entries that are written but do not
/// count.
const QUEUE: usize = ROWS * STREAMS + LINES + 4;

/// The answers of a part of the text that one stream reads.
#[derive(Default)]
struct Segment {
    /// Where it begins in the text.
    start: usize,
    /// 64 answers in each word. The bits after the last answer are 0 up to the end of its word, and the whole next word is 0 if
    /// that word is full. Later words may have any value.
    words: Vec<u64>,
    lines: usize,
}

impl Segment {
    /// Adds `count` answers, at most 64. The bits of `answers` above them are 0.
    #[inline]
    fn push(&mut self, answers: u64, count: usize) {
        let (word, bit) = (self.lines / 64, self.lines % 64);
        self.words[word] |= answers << bit;
        self.words[word + 1] = answers >> 1 >> (63 - bit);
        self.lines += count;
    }
}

/// The memory of the kernel, kept from region to region.
pub(super) struct Store {
    found: Box<Found>,
    digits: Box<Digits>,
    queue: Box<Queue>,
    segments: Vec<Segment>,
    /// The number of segments of the last region.
    used: usize,
}

impl Store {
    pub(super) fn new() -> Self {
        Self {
            found: Box::new(Found::NEW),
            digits: Box::new(Digits::NEW),
            queue: Box::new(Queue::NEW),
            segments: Vec::new(),
            used: 0,
        }
    }

    /// Gives the answers of the last region to `sink`, in order, up to the place where reading stopped.
    pub(super) fn give<B: AnswerSink>(&mut self, stop: usize, sink: &mut B) {
        let segments = &mut self.segments[..self.used];
        segments.sort_unstable_by_key(|segment| segment.start);
        for segment in segments.iter().take_while(|segment| segment.start < stop) {
            let mut left = segment.lines;
            for &answers in &segment.words[..left.div_ceil(64)] {
                let count = left.min(64);
                sink.push(answers, count as u32);
                left -= count;
            }
        }
    }
}

/// Candidates that wait until there are enough to answer them together.
struct Queue {
    starts: [*const u8; QUEUE],
    /// The segment of each line, and the number of the line in the segment.
    targets: [(u32, u32); QUEUE],
    len: usize,
    /// The candidates of a run: 32 times the step, plus the bit in the step.
    list: [u16; ROWS * STREAMS + 4],
}

impl Queue {
    const NEW: Self = Self {
        starts: [std::ptr::null(); QUEUE],
        targets: [(0, 0); QUEUE],
        len: 0,
        list: [0; ROWS * STREAMS + 4],
    };
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
    /// The number of lines read alone because they have another form.
    odd: usize,
    /// The number of lines read alone that have more than 32 bytes.
    long: usize,
    is_malformed: bool,
    ways: Ways,
    store: &'a mut Store,
    instance: PhantomData<D>,
}

impl<'a, D: Decide, V: Asks<D>> Region<'a, D, V> {
    /// The lines of `text` from `start` to `end`, with at least [`super::BYTES_BEFORE`] bytes before them and
    /// [`run::RUN_BYTES`] after them.
    pub(super) fn new(
        token: V::Token,
        store: &'a mut Store,
        text: &'a [u8],
        [start, end]: [usize; 2],
        is_cr: bool,
    ) -> Self {
        assert!(start >= super::BYTES_BEFORE && end + run::RUN_BYTES <= text.len());
        store.used = 0;
        let mut region = Self {
            token,
            text,
            is_cr,
            stop: end,
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
        region.begin(0, start, end);
        for stream in 1..STREAMS {
            region.take_over(stream);
        }
        // Where the streams of the next region are likely to begin.
        for place in region.places {
            for line in 0..4 {
                V::prefetch(token, place.wrapping_add(end - start + 64 * line));
            }
        }
        region
    }

    /// Makes `stream` read the text from `start` to `end`.
    fn begin(&mut self, stream: usize, start: usize, end: usize) {
        let number = self.store.used;
        self.store.used += 1;
        if number == self.store.segments.len() {
            self.store.segments.push(Segment::default());
        }
        let segment = &mut self.store.segments[number];
        (segment.start, segment.lines) = (start, 0);
        // A line has at least four bytes, or two if the text changes while it is read.
        let words = (end - start) / 128 + 3;
        segment.words.resize(words.max(segment.words.len()), 0);
        segment.words[0] = 0;
        self.segments[stream] = number;
        self.places[stream] = self.text.as_ptr().wrapping_add(start);
        self.ends[stream] = self.text.as_ptr().wrapping_add(end);
    }

    /// Gives `stream`, which has ended, half of the text that another stream has left. It stays ended if no stream has enough.
    fn take_over(&mut self, stream: usize) {
        let left = |other: usize| {
            let end = self.ends[other].addr();
            end.saturating_sub(self.places[other].addr())
        };
        let other = (0..STREAMS).max_by_key(|&other| left(other));
        let other = other.expect("there are streams");
        let left = left(other);
        if left < 2 * MIN_SEGMENT {
            return;
        }
        let end = self.offset(self.ends[other]);
        let middle = end - left / 2;
        let Some(newline) = memchr::memchr(b'\n', &self.text[middle..end - 1]) else {
            return;
        };
        let middle = middle + newline + 1;
        self.ends[other] = self.text.as_ptr().wrapping_add(middle);
        self.advance[stream] = self.advance[other];
        self.begin(stream, middle, end);
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
            let segment = self.segments[other];
            if other == stream || self.store.segments[segment].start >= self.stop {
                self.ends[other] = std::ptr::null();
            }
        }
    }

    /// Reads up to `count` lines of `stream` one by one.
    fn lines(&mut self, stream: usize, count: usize) {
        for _ in 0..count {
            if self.is_live(stream) {
                self.line(stream);
            }
        }
    }

    /// Reads one line of `stream`.
    fn line(&mut self, stream: usize) {
        let (text, at) = (self.text, self.offset(self.places[stream]));
        let (answer, next, is_odd) = if let Some(((a, b), next)) = swar::read_strict_line(text, at)
        {
            let is_cr = text[next - 2] == b'\r';
            (Some(D::pair(a, b)), next, is_cr != self.is_cr)
        } else if let Some((pair, next)) = swar::read_line(text, at) {
            (pair.map(|(a, b)| D::pair(a, b)), next, true)
        } else {
            let line = scalar::line_at(text, at);
            let Ok(pair) = scalar::record(line) else {
                self.is_malformed = true;
                return self.stop(stream, at);
            };
            let is_strict = |pair: &scalar::Pair<'_>| {
                let digits = pair.a.digits.len() + pair.b.digits.len();
                digits + 1 + usize::from(self.is_cr) == line.len()
            };
            let is_odd = !pair.as_ref().is_some_and(is_strict);
            let answer = pair.map(|pair| pair.decide::<D>());
            (answer, at + line.len() + 1, is_odd)
        };
        if let Some(answer) = answer {
            self.store.segments[self.segments[stream]].push(u64::from(answer), 1);
        }
        self.places[stream] = text.as_ptr().wrapping_add(next);
        if is_odd {
            self.odd += 1;
            // If more than one of 64 lines is read here, normalisation takes less time.
            if 8 * self.odd > self.rows + 64 {
                self.stop(stream, next);
            }
        } else if next - at > 33 {
            self.long += 1;
            self.ways.is_wide |= 8 * self.long > self.rows + 16;
        }
    }

    /// Reads up to 64 lines of each stream.
    #[inline(always)]
    fn run(&mut self, first: usize) {
        let live: [bool; STREAMS] = std::array::from_fn(|stream| self.is_live(stream));
        // The expected number of rows until the first stream ends, and until all have ended.
        let (mut rows, mut most) = (ROWS, 0);
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
        }
        if most < rows + MIN_ROWS {
            rows = most;
        }
        let rows = rows.min(self.ways.rows()) / 2 * 2;
        let Ways { way, is_wide, .. } = self.ways;
        let before = self.places;
        let read = self.read_rows(rows);
        let mut counts = [0; STREAMS];
        for stream in (0..STREAMS).filter(|&stream| live[stream]) {
            counts[stream] = read;
            if read == ROWS {
                self.advance[stream] = self.places[stream].addr() - before[stream].addr();
            }
            let end = self.ends[stream];
            if self.places[stream] > end {
                let rows = self.store.found.starts[..read].iter().rev();
                counts[stream] -= rows.take_while(|row| row[stream] >= end).count();
                self.places[stream] = end;
            }
        }
        let is_first = self.rows == 0;
        self.rows += read;
        match way {
            Way::All | Way::Short => self.answer_all(read, &counts, read == rows),
            _ => self.queue_candidates(read, &counts),
        }
        // This is after the answers, because the digits of the run were kept with the old value.
        if is_first && read == rows {
            let starts = &self.store.found.starts[..read];
            self.ways.is_wide = starts.windows(2).any(|rows| {
                let lines = rows[0].iter().zip(&rows[1]);
                lines.fold(0, |most, (start, end)| most.max(end.addr() - start.addr())) > 33
            });
        }
        if read < rows {
            self.read_other_lines(is_wide);
        }
        for (stream, was_live) in live.into_iter().enumerate() {
            if was_live && !self.is_live(stream) {
                self.take_over(stream);
            }
        }
    }

    /// Reads up to `rows` rows, and returns the number of rows read.
    #[inline(always)]
    fn read_rows(&mut self, rows: usize) -> usize {
        let Ways { way, is_wide, .. } = self.ways;
        let (token, places, store) = (self.token, &mut self.places, &mut *self.store);
        let (found, digits) = (&mut *store.found, &mut *store.digits);
        // SAFETY: each place is in the region, so at least BYTES_BEFORE bytes are before it, and RUN_BYTES bytes after it.
        // `rows` is even, and at most ROWS.
        unsafe {
            match (way, is_wide, self.is_cr) {
                (Way::Digits, false, false) => {
                    run::filter::<D, V, false, false, false>(token, places, found, rows / 2)
                }
                (Way::Digits, false, true) => {
                    run::filter::<D, V, false, false, true>(token, places, found, rows / 2)
                }
                (Way::Digits, true, false) => {
                    run::filter::<D, V, true, false, false>(token, places, found, rows / 2)
                }
                (Way::Digits, true, true) => {
                    run::filter::<D, V, true, false, true>(token, places, found, rows / 2)
                }
                (Way::Lengths, _, false) => {
                    run::filter::<D, V, true, true, false>(token, places, found, rows / 2)
                }
                (Way::Lengths, _, true) => {
                    run::filter::<D, V, true, true, true>(token, places, found, rows / 2)
                }
                (Way::Short, _, false) => short::answer::<D, V>(token, places, found, digits, rows),
                (_, false, false) => {
                    run::keep::<V, false, false>(token, places, found, digits, rows)
                }
                (_, false, true) => run::keep::<V, false, true>(token, places, found, digits, rows),
                (_, true, false) => run::keep::<V, true, false>(token, places, found, digits, rows),
                (_, true, true) => run::keep::<V, true, true>(token, places, found, digits, rows),
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
                let is_line = unsafe {
                    if is_wide {
                        run::skip_line::<V, true>(self.token, &mut at, self.is_cr)
                    } else {
                        run::skip_line::<V, false>(self.token, &mut at, self.is_cr)
                    }
                };
                if !is_line {
                    has_found = true;
                    self.lines(stream, count);
                    break;
                }
            }
        }
        if !has_found {
            // A pile has too many digits, or the line before the place of a stream has another line end.
            for stream in 0..STREAMS {
                self.lines(stream, 3);
            }
        }
    }

    /// Answers 0 for all lines of a run, and puts the candidates into the queue.
    #[inline(always)]
    fn queue_candidates(&mut self, read: usize, counts: &[usize; STREAMS]) {
        let store = &mut *self.store;
        let (queue, found) = (&mut *store.queue, &*store.found);
        let mut firsts = [(0, 0); STREAMS];
        for stream in 0..STREAMS {
            if counts[stream] > 0 {
                let number = self.segments[stream];
                let segment = &mut store.segments[number];
                firsts[stream] = (number as u32, segment.lines as u32);
                segment.push(0, counts[stream]);
            }
        }
        let steps = &found.candidates[..read.div_ceil(2)];
        let all: u32 = steps.iter().map(|bits| bits.count_ones() / 2).sum();
        let list = &mut queue.list;
        let mut count = 0;
        for (step, &bits) in steps.iter().enumerate() {
            let mut bits = bits & Found::ONE_EACH;
            let step = (step << 5) as u16;
            if all as usize >= read / 2 {
                // The end of a loop could not be predicted, so four places are written at once. Few steps have more than four
                // candidates.
                let end = count + bits.count_ones() as usize;
                for place in &mut list[count..count + 4] {
                    *place = step | bits.trailing_zeros() as u16 & 31;
                    bits &= bits.wrapping_sub(1);
                }
                count = end.min(count + 4);
            }
            while bits != 0 {
                list[count] = step | bits.trailing_zeros() as u16;
                bits &= bits - 1;
                count += 1;
            }
        }
        let mut len = queue.len;
        for &place in &queue.list[..count] {
            let (row, stream) = Found::line(u32::from(place & 31));
            let row = 2 * usize::from(place >> 5) + row;
            let (segment, first) = firsts[stream];
            queue.starts[len] = found.starts[row][stream];
            queue.targets[len] = (segment, first + row as u32);
            // The last rows of a run may be beyond the end of a stream.
            len += usize::from(row < counts[stream]);
        }
        self.ways.record_filter(len - queue.len, read);
        queue.len = len;
    }

    /// Answers all lines of a run that kept their digits or asked the question itself.
    #[inline(always)]
    fn answer_all(&mut self, read: usize, counts: &[usize; STREAMS], is_whole: bool) {
        let Ways { way, is_wide, .. } = self.ways;
        let (digits, answers) = (&mut self.store.digits, &mut self.store.found.answers);
        answers[read..].fill(0);
        let is_short = if way == Way::Short && !self.is_cr {
            digits.decide_u32::<D, V>(answers);
            true
        } else if is_wide {
            digits.answer::<D, V, true>(self.token, read, answers)
        } else {
            digits.answer::<D, V, false>(self.token, read, answers)
        };
        let columns = run::columns::<V>(self.token, answers);
        for stream in 0..STREAMS {
            let count = counts[stream];
            if count > 0 {
                let answers = columns[stream] & u64::MAX >> (64 - count);
                self.store.segments[self.segments[stream]].push(answers, count);
            }
        }
        self.ways.record_all(is_short && is_whole);
    }

    /// Answers the last candidates of the queue, at most 64.
    #[inline(always)]
    fn answer_candidates(&mut self) {
        let Store {
            queue,
            digits,
            segments,
            ..
        } = &mut *self.store;
        let count = queue.len.min(LINES);
        queue.len -= count;
        let starts = &mut queue.starts[queue.len..];
        let first = starts[0];
        starts[count..LINES].fill(first);
        let starts = starts
            .first_chunk()
            .expect("the queue has room for 64 lines");
        // SAFETY: each line is in the region, so at least BYTES_BEFORE bytes are before it, and RUN_BYTES bytes after its
        // start.
        let (mut answers, mut long) =
            unsafe { digits.answer_lines::<D, V>(self.token, starts, count) };
        long &= u64::MAX >> (LINES - count);
        while long != 0 {
            let line = long.trailing_zeros() as usize;
            long &= long - 1;
            answers |= u64::from(long_line::<D>(starts[line])) << line;
        }
        answers &= u64::MAX >> (LINES - count);
        while answers != 0 {
            let (segment, line) = queue.targets[queue.len + answers.trailing_zeros() as usize];
            answers &= answers - 1;
            segments[segment as usize].words[line as usize / 64] |= 1 << (line % 64);
        }
    }
}

impl<D: Decide, V: Asks<D>> Step for Region<'_, D, V> {
    /// Where reading stopped; how lines were read; whether it stopped at a malformed line. If it stopped before the end at a
    /// valid line, many lines have another form.
    type Output = (usize, Ways, bool);

    #[inline(always)]
    fn run(mut self) -> Self::Output {
        loop {
            let live = (0..STREAMS).find(|&stream| self.is_live(stream));
            if let Some(live) = live {
                Region::run(&mut self, live);
            }
            let least = if live.is_some() { LINES } else { 1 };
            while self.store.queue.len >= least {
                self.answer_candidates();
            }
            if live.is_none() {
                return (self.stop, self.ways, self.is_malformed);
            }
        }
    }
}

/// The answer of a line with a pile of more than 19 digits.
#[cold]
fn long_line<D: Decide>(start: *const u8) -> bool {
    // SAFETY: the line is in the region, so RUN_BYTES bytes from its start are readable.
    let line = unsafe { std::slice::from_raw_parts(start, 66) };
    let is_end = |&byte: &u8| byte != b' ' && !byte.is_ascii_digit();
    let end = line.iter().position(is_end).unwrap_or(line.len());
    match scalar::record(&line[..end]) {
        Ok(Some(pair)) => pair.decide::<D>(),
        // The text has changed since a run read the line.
        _ => false,
    }
}
