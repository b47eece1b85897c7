//! From a region of text to its answers: which stream reads which lines, and what becomes of lines that a run does not take.
//!
//! Input: whole lines in any form. Output: their answers, in order, up to the first malformed line.
//!
//! A stream reads a *segment*. A stream that has ended takes half of the text that another one has left, so that all end at about
//! the same time. Each segment keeps its answers. At the end they go to the sink in the order of the text, and those after a
//! malformed line are dropped.
//!
//! A run reads further than its lines. So the last lines of the text are read in a copy, with other lines behind it. If a stream
//! meets several lines in another form (blanks, tabs, another line end), it reads a normalised copy of the text that
//! follows.

use super::normalise::Normalise;
use super::numbers::{Digits, Line, ROWS, STREAMS, Windows};
use super::run::{self, BYTES_BEFORE, Found, RUN_BYTES};
use super::short;
use super::vector::{Asks, Step, Vector32, load};
use super::ways::{Way, Ways, Width};
use crate::grammar::MAX_LINE;
use crate::parse::normalise::SLACK;
use crate::parse::{AnswerSink, Decide, scalar, swar};
use std::marker::PhantomData;

/// A stream that has ended takes half of another stream's text if that is at least this much.
const MIN_SEGMENT: usize = 1 << 10;
/// If a stream meets two lines in another form within this number of lines, it normalises the text that follows.
const MAX_BETWEEN_ODD_LINES: usize = 128;
/// The text that a stream normalises at once.
const NORMALISED_BYTES: usize = 16 << 10;
/// Candidates that are answered together.
const LINES: usize = 64;
/// Room for the candidates of a run, for those left by the run before, and for writes without a branch.
const QUEUE: usize = ROWS * STREAMS + LINES + 4;

/// Lines behind a copy, for the runs that reach beyond its end.
static PADDING: [u8; RUN_BYTES] = padding(b"1000 9000\n");
static PADDING_CR: [u8; RUN_BYTES] = padding(b"1000 9000\r\n");

const fn padding(line: &[u8]) -> [u8; RUN_BYTES] {
    let mut padding = [0; RUN_BYTES];
    let mut i = 0;
    while i < RUN_BYTES {
        padding[i] = line[i % line.len()];
        i += 1;
    }
    padding
}

/// A part of the text that one stream reads.
#[derive(Default)]
struct Segment {
    /// Where it begins and ends in the text.
    start: usize,
    end: usize,
    /// The answers, 64 in each word, and their number. The bits after them are 0.
    words: Vec<u64>,
    lines: usize,
}

impl Segment {
    /// Adds `count` answers, at most 64. The bits above are 0.
    fn push(&mut self, answers: u64, count: usize) {
        let (word, bit) = (self.lines / 64, self.lines % 64);
        self.words[word] |= answers << bit;
        if bit > 0 {
            self.words[word + 1] |= answers >> (64 - bit);
        }
        self.lines += count;
    }

    /// Removes the answers after the first `lines`.
    fn truncate(&mut self, lines: usize) {
        self.lines = lines;
        self.words[lines / 64] &= !(u64::MAX << (lines % 64));
        self.words[lines / 64 + 1..].fill(0);
    }
}

/// What a stream reads.
#[derive(Default)]
struct Stream {
    segment: usize,
    /// The part of the text that it reads in `copy`. `None` if it reads the text itself.
    copied: Option<Copied>,
    copy: Vec<u8>,
    /// The copy is shorter or longer than its text, so the text that follows is likely to be in another form, too.
    is_odd: bool,
    /// A line of its text is malformed. So it is read as it is, until that line is found.
    is_malformed: bool,
    /// The number of answers when a line in another form was met last.
    last_odd: Option<usize>,
    /// The bytes of the last 64 lines.
    advance: usize,
}

/// A part of the text, as offsets, and the number of answers before it.
#[derive(Clone, Copy)]
struct Copied {
    start: usize,
    end: usize,
    lines: usize,
}

/// The memory of the kernel, kept from call to call.
pub(super) struct Store {
    found: Box<Found>,
    digits: Box<Digits>,
    queue: Box<Queue>,
    segments: Vec<Segment>,
    streams: [Stream; STREAMS],
    ways: Ways,
    width: Width,
}

impl Store {
    pub(super) fn new() -> Self {
        Self {
            found: Box::new(Found::NEW),
            digits: Box::new(Digits::NEW),
            queue: Box::new(Queue::NEW),
            segments: Vec::new(),
            streams: Default::default(),
            ways: Ways::NEW,
            width: Width::NEW,
        }
    }
}

/// Candidates, until there are enough to answer them together.
struct Queue {
    starts: [*const u8; QUEUE],
    /// The segment of each line, and its number there.
    targets: [(u32, u32); QUEUE],
    len: usize,
}

impl Queue {
    const NEW: Self = Self {
        starts: [std::ptr::null(); QUEUE],
        targets: [(0, 0); QUEUE],
        len: 0,
    };
}

/// Whole lines of `text` from `start` to `end`. [`super::BYTES_BEFORE`] bytes of text are before them.
pub(super) struct Region<'a, D, V: Vector32, B> {
    pub(super) token: V::Token,
    pub(super) store: &'a mut Store,
    pub(super) text: &'a [u8],
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) sink: &'a mut B,
    pub(super) instance: PhantomData<D>,
}

impl<D: Decide, V: Asks<D>, B: AnswerSink> Step for Region<'_, D, V, B> {
    /// The end, or the first malformed line.
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let Self {
            token,
            store,
            text,
            start,
            end,
            sink,
            ..
        } = self;
        let last = text.len().saturating_sub(RUN_BYTES).max(start);
        let mut reading = Reading::<D, V> {
            token,
            text,
            in_place: memchr::memrchr(b'\n', &text[..last]).map_or(0, |newline| newline + 1),
            stop: end,
            places: [text.as_ptr(); STREAMS],
            ends: [text.as_ptr(); STREAMS],
            is_live: [false; STREAMS],
            is_cr: text[..start].ends_with(b"\r\n"),
            used: 0,
            store,
            instance: PhantomData,
        };
        reading.begin(start, end);
        while reading.is_live.contains(&true) {
            reading.run();
        }
        reading.answer_queue();
        reading.give(sink);
        reading.stop
    }
}

struct Reading<'a, D, V: Vector32> {
    token: V::Token,
    text: &'a [u8],
    /// The text before this offset is read in place. A line begins there.
    in_place: usize,
    /// The first malformed line that was met, or the end of the region.
    stop: usize,
    /// Where each stream is, and where the part ends that it reads: in the text, or in its copy.
    places: [*const u8; STREAMS],
    ends: [*const u8; STREAMS],
    is_live: [bool; STREAMS],
    /// Lines end with CR LF.
    is_cr: bool,
    /// The number of segments.
    used: usize,
    store: &'a mut Store,
    instance: PhantomData<D>,
}

impl<D: Decide, V: Asks<D>> Reading<'_, D, V> {
    fn begin(&mut self, start: usize, end: usize) {
        self.store.queue.len = 0;
        for stream in &mut self.store.streams {
            stream.is_odd = false;
            stream.advance = ROWS * 20;
        }
        self.assign(0, start, end);
        for stream in 1..STREAMS {
            self.take_over(stream);
        }
        for stream in 0..STREAMS {
            if self.is_live[stream] {
                self.go_on(stream, self.unread(stream));
            }
        }
    }

    /// Gives a new segment to `stream`, which is not read before [`Self::go_on`].
    fn assign(&mut self, stream: usize, start: usize, end: usize) {
        if self.used == self.store.segments.len() {
            self.store.segments.push(Segment::default());
        }
        let segment = &mut self.store.segments[self.used];
        (segment.start, segment.end, segment.lines) = (start, end, 0);
        segment.words.clear();
        // A line has at least four bytes.
        segment.words.resize((end - start) / 256 + 3, 0);
        let state = &mut self.store.streams[stream];
        state.segment = self.used;
        state.copied = None;
        state.is_malformed = false;
        state.last_odd = None;
        self.used += 1;
        self.is_live[stream] = true;
        self.places[stream] = self.text.as_ptr().wrapping_add(start);
        self.ends[stream] = self.places[stream];
    }

    /// The offset in the text from which on `stream` has neither read nor copied its segment.
    fn unread(&self, stream: usize) -> usize {
        match self.store.streams[stream].copied {
            Some(copied) => copied.end,
            None => self.places[stream].addr() - self.text.as_ptr().addr(),
        }
    }

    /// The end of the segment of `stream`.
    fn segment_end(&self, stream: usize) -> usize {
        let segment = self.store.streams[stream].segment;
        self.store.segments[segment].end.min(self.stop)
    }

    /// `stream` has ended: it takes half of the text that another stream has left. It stays ended if no stream has enough.
    fn take_over(&mut self, stream: usize) {
        self.is_live[stream] = false;
        let left = |other: usize| self.segment_end(other).saturating_sub(self.unread(other));
        let live = (0..STREAMS).filter(|&other| self.is_live[other]);
        let Some(other) = live.max_by_key(|&other| left(other)) else {
            return;
        };
        let (left, end) = (left(other), self.segment_end(other));
        if left < 2 * MIN_SEGMENT {
            return;
        }
        let middle = end - left / 2;
        let Some(newline) = memchr::memchr(b'\n', &self.text[middle..end - 1]) else {
            return;
        };
        let middle = middle + newline + 1;
        let place = self.text.as_ptr().wrapping_add(middle);
        let state = &self.store.streams[other];
        let (is_odd, advance) = (state.is_odd, state.advance);
        self.store.segments[state.segment].end = middle;
        if state.copied.is_none() && self.ends[other].addr() > place.addr() {
            self.ends[other] = place;
        }
        self.assign(stream, middle, end);
        self.store.streams[stream].is_odd = is_odd;
        self.store.streams[stream].advance = advance;
    }

    /// `stream` reads its segment from offset `at` of the text on, in place or in a copy.
    fn go_on(&mut self, stream: usize, at: usize) {
        let end = self.segment_end(stream);
        let state = &mut self.store.streams[stream];
        state.copied = None;
        self.places[stream] = self.text.as_ptr().wrapping_add(at);
        self.ends[stream] = self
            .text
            .as_ptr()
            .wrapping_add(end.min(self.in_place.max(at)));
        if at < end && (at >= self.in_place || state.is_odd) {
            self.copy(stream, at, end);
        }
    }

    /// `stream` reads a copy of its text from `at` on: as it is if lines end with CR LF, else normalised.
    fn copy(&mut self, stream: usize, at: usize, end: usize) {
        // Candidates may be in the copy that is overwritten here.
        self.answer_queue();
        let all = &self.text[at..end];
        let first = &all[..all.len().min(NORMALISED_BYTES)];
        let newline = memchr::memrchr(b'\n', first).or_else(|| memchr::memchr(b'\n', all));
        let piece = &all[..newline.map_or(all.len(), |newline| newline + 1)];
        let state = &mut self.store.streams[stream];
        let copied = Copied {
            start: at,
            end: at + piece.len(),
            lines: self.store.segments[state.segment].lines,
        };
        let needed = BYTES_BEFORE + piece.len() + SLACK + RUN_BYTES + BYTES_BEFORE;
        if state.copy.len() < needed {
            state.copy.resize(needed, b'0');
        }
        let (before, lines) = state.copy.split_at_mut(BYTES_BEFORE - 1);
        let written = if self.is_cr {
            before[BYTES_BEFORE - 3..].copy_from_slice(b"0\r");
            lines[0] = b'\n';
            lines[1..=piece.len()].copy_from_slice(piece);
            Some(piece.len() + 1)
        } else if piece.len() > MAX_LINE {
            None
        } else {
            before[BYTES_BEFORE - 2] = b'0';
            V::run(self.token, Normalise::<V>(self.token, piece, lines))
        };
        let Some(written) = written else {
            // A carriage return is within a line, or a line may be too long, which a copy without its blanks would not show.
            state.is_odd = false;
            state.is_malformed = true;
            self.ends[stream] = self.text.as_ptr().wrapping_add(copied.end);
            return self.lines(stream, usize::MAX);
        };
        let padding = if self.is_cr { &PADDING_CR } else { &PADDING };
        lines[written..written + RUN_BYTES].copy_from_slice(padding);
        state.is_odd = written != piece.len() + 1;
        state.copied = Some(copied);
        let copy = state.copy.as_ptr();
        self.places[stream] = copy.wrapping_add(BYTES_BEFORE);
        self.ends[stream] = copy.wrapping_add(BYTES_BEFORE - 1 + written);
    }

    /// Whether `stream` has something to read.
    fn has_more(&self, stream: usize) -> bool {
        self.is_live[stream] && self.places[stream].addr() < self.ends[stream].addr()
    }

    /// Reads `count` lines of `stream` one by one, or all that are left of its part.
    fn lines(&mut self, stream: usize, count: usize) {
        for _ in 0..count {
            if !self.has_more(stream) {
                break;
            }
            self.line(stream);
        }
    }

    /// Reads one line of `stream`.
    fn line(&mut self, stream: usize) {
        let state = &mut self.store.streams[stream];
        let segment = &mut self.store.segments[state.segment];
        let text = if state.copied.is_some() {
            &state.copy[..]
        } else {
            self.text
        };
        let at = self.places[stream].addr() - text.as_ptr().addr();
        let (answer, next, is_odd) = if let Some(((a, b), next)) = swar::read_strict_line(text, at)
        {
            let is_cr = text[next - 2] == b'\r';
            (Some(D::pair(a, b)), next, is_cr != self.is_cr)
        } else if let Some((pair, next)) = swar::read_line(text, at) {
            (pair.map(|(a, b)| D::pair(a, b)), next, true)
        } else {
            let line = scalar::line_at(text, at);
            let Ok(pair) = scalar::record(line) else {
                return self.malformed(stream, at);
            };
            (
                pair.map(|pair| pair.decide::<D>()),
                at + line.len() + 1,
                true,
            )
        };
        if let Some(answer) = answer {
            segment.push(u64::from(answer), 1);
        }
        self.places[stream] = text.as_ptr().wrapping_add(next);
        if !is_odd || state.is_malformed || state.copied.is_some() {
            return;
        }
        let last = state.last_odd.replace(segment.lines);
        let is_often = last.is_some_and(|last| segment.lines - last < MAX_BETWEEN_ODD_LINES);
        let end = self.segment_end(stream);
        if is_often && next < end {
            self.is_cr = false;
            self.copy(stream, next, end);
        }
    }

    /// The line at `at` of the text or of the copy of `stream` is malformed.
    fn malformed(&mut self, stream: usize, at: usize) {
        let state = &mut self.store.streams[stream];
        if let Some(copied) = state.copied.take() {
            // The line is looked for in the text.
            (state.is_odd, state.is_malformed) = (false, true);
            self.places[stream] = self.text.as_ptr().wrapping_add(copied.start);
            self.ends[stream] = self.text.as_ptr().wrapping_add(copied.end);
            self.answer_queue();
            let segment = self.store.streams[stream].segment;
            self.store.segments[segment].truncate(copied.lines);
            return self.lines(stream, usize::MAX);
        }
        self.is_live[stream] = false;
        self.stop = self.stop.min(at);
        for other in 0..STREAMS {
            let segment = self.store.streams[other].segment;
            self.is_live[other] &= self.store.segments[segment].start < self.stop;
        }
    }

    /// Reads up to 64 lines of each stream, and what the streams need to go on.
    #[inline(always)]
    fn run(&mut self) {
        let live = self.is_live.iter().position(|&is_live| is_live);
        let live = live.expect("a stream is live");
        let mut rows = ROWS;
        for stream in 0..STREAMS {
            if self.is_live[stream] {
                let left = self.ends[stream]
                    .addr()
                    .saturating_sub(self.places[stream].addr());
                let advance = self.store.streams[stream].advance;
                if left < advance {
                    rows = rows.min(ROWS * left / advance + 2);
                }
            } else {
                // It reads what another one reads.
                self.places[stream] = self.places[live];
            }
        }
        let steps = rows / 2;
        let way = match D::FOUR_DIGITS {
            Some(_) => self.store.ways.way(),
            None => Way::All,
        };
        let way = if way == Way::Short && self.is_cr {
            Way::All
        } else {
            way
        };
        let is_wide = self.store.width.is_wide();
        let before = self.places;
        let read = self.read_rows(way, is_wide, steps);
        let is_whole = read == 2 * steps;
        let mut counts = [0; STREAMS];
        for stream in 0..STREAMS {
            if !self.is_live[stream] {
                continue;
            }
            counts[stream] = read;
            if read == ROWS {
                let advance = self.places[stream].addr() - before[stream].addr();
                self.store.streams[stream].advance = advance;
            }
            let end = self.ends[stream];
            if self.places[stream].addr() > end.addr() {
                let rows = self.store.found.starts[..read].iter().rev();
                counts[stream] -= rows
                    .take_while(|row| row[stream].addr() >= end.addr())
                    .count();
                self.places[stream] = end;
            }
        }
        match way {
            Way::All | Way::Short => self.answer_all(way, read, &counts, is_whole),
            _ => self.queue_candidates(read, &counts, is_wide),
        }
        // After the first narrow lines that do not fit, wide ones are tried at once.
        if !self.store.width.record(read, is_whole) && !is_whole {
            self.read_other_lines(is_wide);
        }
        for stream in 0..STREAMS {
            while self.is_live[stream] && !self.has_more(stream) {
                if self.unread(stream) >= self.segment_end(stream) {
                    self.take_over(stream);
                }
                if self.is_live[stream] {
                    self.go_on(stream, self.unread(stream));
                }
            }
        }
    }

    /// Reads up to `2 * steps` rows; returns how many.
    #[inline(always)]
    fn read_rows(&mut self, way: Way, is_wide: bool, steps: usize) -> usize {
        match (way, is_wide, self.is_cr) {
            (Way::Digits, false, false) => self.filter::<false, false, false>(steps),
            (Way::Digits, false, true) => self.filter::<false, false, true>(steps),
            (Way::Digits, true, false) => self.filter::<true, false, false>(steps),
            (Way::Digits, true, true) => self.filter::<true, false, true>(steps),
            (Way::Lengths, _, false) => self.filter::<true, true, false>(steps),
            (Way::Lengths, _, true) => self.filter::<true, true, true>(steps),
            (Way::All, false, false) => self.keep::<false, false>(steps),
            (Way::All, false, true) => self.keep::<false, true>(steps),
            (Way::All, true, false) => self.keep::<true, false>(steps),
            (Way::All, true, true) => self.keep::<true, true>(steps),
            (Way::Short, ..) => {
                let run = ShortRun::<D, V> {
                    token: self.token,
                    places: &mut self.places,
                    found: &mut self.store.found,
                    digits: &mut self.store.digits,
                    rows: 2 * steps,
                    instance: PhantomData,
                };
                V::run(self.token, run)
            }
        }
    }

    #[inline(always)]
    fn filter<const WIDE: bool, const LENGTHS: bool, const CR: bool>(
        &mut self,
        steps: usize,
    ) -> usize {
        let run = FilterRun::<D, V, WIDE, LENGTHS, CR> {
            token: self.token,
            places: &mut self.places,
            found: &mut self.store.found,
            steps,
            instance: PhantomData,
        };
        V::run(self.token, run)
    }

    #[inline(always)]
    fn keep<const IS_LONG: bool, const CR: bool>(&mut self, steps: usize) -> usize {
        let run = KeepRun::<V, IS_LONG, CR> {
            token: self.token,
            places: &mut self.places,
            found: &mut self.store.found,
            digits: &mut self.store.digits,
            rows: 2 * steps,
        };
        V::run(self.token, run)
    }

    /// Reads the lines that ended a run. They are among the next three of some streams.
    #[inline(always)]
    fn read_other_lines(&mut self, is_wide: bool) {
        let mut has_found = false;
        for stream in 0..STREAMS {
            let mut at = self.places[stream];
            for count in 1..=3 {
                if !self.is_live[stream] || at.addr() >= self.ends[stream].addr() {
                    break;
                }
                // SAFETY: the text of a stream, or padding, follows.
                let is_line = unsafe {
                    match is_wide {
                        true => run::skip_line::<V, true>(self.token, &mut at, self.is_cr),
                        false => run::skip_line::<V, false>(self.token, &mut at, self.is_cr),
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
            // A pile has too many digits, or the line before a place ended in another way.
            for stream in 0..STREAMS {
                self.lines(stream, 3);
            }
        }
    }

    /// Adds zeros for all lines of a run, and keeps the candidates.
    #[inline(always)]
    fn queue_candidates(&mut self, read: usize, counts: &[usize; STREAMS], is_wide: bool) {
        let store = &mut *self.store;
        let (queue, found) = (&mut *store.queue, &*store.found);
        let mut firsts = [(0, 0); STREAMS];
        for stream in 0..STREAMS {
            if counts[stream] > 0 {
                let number = store.streams[stream].segment;
                let segment = &mut store.segments[number];
                firsts[stream] = (number as u32, segment.lines as u32);
                segment.lines += counts[stream];
            }
        }
        let steps = &found.candidates[..read.div_ceil(2)];
        let all: u32 = steps.iter().map(|bits| bits.count_ones() / 2).sum();
        let mut list = [0u16; ROWS * STREAMS + 4];
        let mut count = 0;
        for (step, &bits) in steps.iter().enumerate() {
            let mut bits = bits & Found::ONE_EACH;
            let step = (step << 5) as u16;
            if all as usize >= read / 2 {
                // Few steps have more than four candidates, and the end of a loop can't be predicted.
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
        let before = queue.len;
        let mut len = before;
        for &place in &list[..count] {
            let (row, stream) = Found::line(u32::from(place & 31));
            let row = 2 * usize::from(place >> 5) + row;
            let (segment, first) = firsts[stream];
            queue.starts[len] = found.starts[row][stream];
            queue.targets[len] = (segment, first + row as u32);
            // The last rows of a run may be beyond the end of a stream.
            len += usize::from(row < counts[stream]);
        }
        queue.len = len;
        if read >= 8 {
            let share = 16 * (len - before) / (STREAMS * read);
            store.ways.record_filter(share, is_wide);
        }
        while self.store.queue.len >= LINES {
            self.answer_candidates();
        }
    }

    /// Answers all lines of a run, whose digits were kept.
    #[inline(always)]
    fn answer_all(&mut self, way: Way, read: usize, counts: &[usize; STREAMS], is_whole: bool) {
        let all = AnswerAll::<D, V> {
            token: self.token,
            digits: &mut self.store.digits,
            answers: &mut self.store.found.answers,
            rows: read,
            is_answered: way == Way::Short,
            is_long: self.store.width.is_wide(),
            instance: PhantomData,
        };
        let (columns, is_short) = V::run(self.token, all);
        for stream in 0..STREAMS {
            let count = counts[stream];
            if count > 0 {
                let segment = self.store.streams[stream].segment;
                let answers = columns[stream] & u64::MAX >> (64 - count);
                self.store.segments[segment].push(answers, count);
            }
        }
        self.store.ways.record_all(is_short && is_whole);
    }

    /// Answers all candidates.
    fn answer_queue(&mut self) {
        while self.store.queue.len > 0 {
            self.answer_candidates();
        }
    }

    /// Answers the last candidates of the queue, at most 64.
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
        let candidates = Candidates::<D, V> {
            token: self.token,
            starts,
            digits,
            count,
            instance: PhantomData,
        };
        let (mut answers, mut oversized) = V::run(self.token, candidates);
        oversized &= u64::MAX >> (LINES - count);
        while oversized != 0 {
            let line = oversized.trailing_zeros() as usize;
            oversized &= oversized - 1;
            answers |= u64::from(long_line::<D>(starts[line])) << line;
        }
        answers &= u64::MAX >> (LINES - count);
        while answers != 0 {
            let (segment, line) = queue.targets[queue.len + answers.trailing_zeros() as usize];
            answers &= answers - 1;
            segments[segment as usize].words[line as usize / 64] |= 1 << (line % 64);
        }
    }

    /// Gives the answers to `sink`, in order, up to the first malformed line.
    #[inline(always)]
    fn give<B: AnswerSink>(&mut self, sink: &mut B) {
        let segments = &mut self.store.segments[..self.used];
        segments.sort_unstable_by_key(|segment| segment.start);
        for segment in segments
            .iter()
            .take_while(|segment| segment.start < self.stop)
        {
            let mut left = segment.lines;
            for &answers in &segment.words[..left.div_ceil(64)] {
                let count = left.min(64);
                sink.push(answers, count as u32);
                left -= count;
            }
        }
    }
}

/// The answer of a line with a pile of more than 19 digits.
#[cold]
fn long_line<D: Decide>(start: *const u8) -> bool {
    // SAFETY: a run read these bytes: `run::filter`.
    let line = unsafe { std::slice::from_raw_parts(start, 66) };
    let is_end = |&byte: &u8| byte != b' ' && !byte.is_ascii_digit();
    let end = line.iter().position(is_end).unwrap_or(line.len());
    match scalar::record(&line[..end]) {
        Ok(Some(pair)) => pair.decide::<D>(),
        // The text has changed since.
        _ => false,
    }
}

struct FilterRun<'a, D, V: Vector32, const WIDE: bool, const LENGTHS: bool, const CR: bool> {
    token: V::Token,
    places: &'a mut [*const u8; STREAMS],
    found: &'a mut Found,
    steps: usize,
    instance: PhantomData<D>,
}

impl<D: Decide, V: Vector32, const WIDE: bool, const LENGTHS: bool, const CR: bool> Step
    for FilterRun<'_, D, V, WIDE, LENGTHS, CR>
{
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        // SAFETY: each place is in the text before `in_place`, or in a copy with its padding.
        unsafe {
            run::filter::<D, V, WIDE, LENGTHS, CR>(self.token, self.places, self.found, self.steps)
        }
    }
}

struct KeepRun<'a, V: Vector32, const IS_LONG: bool, const CR: bool> {
    token: V::Token,
    places: &'a mut [*const u8; STREAMS],
    found: &'a mut Found,
    digits: &'a mut Digits,
    rows: usize,
}

impl<V: Vector32, const IS_LONG: bool, const CR: bool> Step for KeepRun<'_, V, IS_LONG, CR> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let Self {
            token,
            places,
            found,
            digits,
            rows,
        } = self;
        // SAFETY: each place is in the text before `in_place`, or in a copy with its padding.
        unsafe { run::keep::<V, IS_LONG, CR>(token, places, found, digits, rows) }
    }
}

struct ShortRun<'a, D, V: Vector32> {
    token: V::Token,
    places: &'a mut [*const u8; STREAMS],
    found: &'a mut Found,
    digits: &'a mut Digits,
    rows: usize,
    instance: PhantomData<D>,
}

impl<D: Decide, V: Asks<D>> Step for ShortRun<'_, D, V> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let Self {
            token,
            places,
            found,
            digits,
            rows,
            ..
        } = self;
        // SAFETY: each place is in the text before `in_place`, or in a copy with its padding.
        unsafe { short::answer::<D, V>(token, places, found, digits, rows) }
    }
}

/// The answers of rows that were kept, or answered if `is_answered`, a word for each stream; and whether no pile has more than three
/// digits.
struct AnswerAll<'a, D, V: Vector32> {
    token: V::Token,
    digits: &'a mut Digits,
    answers: &'a mut [u8; ROWS],
    rows: usize,
    is_answered: bool,
    is_long: bool,
    instance: PhantomData<D>,
}

impl<D: Decide, V: Asks<D>> Step for AnswerAll<'_, D, V> {
    type Output = ([u64; STREAMS], bool);

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self {
            token,
            digits,
            answers,
            rows,
            is_answered,
            is_long,
            ..
        } = self;
        let mut is_short = true;
        answers[rows..].fill(0);
        if is_answered {
            digits.decide_u32::<D, V>(answers);
        } else if is_long {
            is_short = digits.answer::<D, V, true>(token, rows, answers);
        } else {
            is_short = digits.answer::<D, V, false>(token, rows, answers);
        }
        // From a byte for each row to a word for each stream: the top bits of all bytes, eight times.
        let mut halves: [V; 2] = [load(token, answers, 0), load(token, answers, 1)];
        let top = V::splat(token, 0x80);
        let mut columns = [0; STREAMS];
        for column in columns.iter_mut().rev() {
            let mut bits = [0; 2];
            for (half, bits) in halves.iter_mut().zip(&mut bits) {
                *bits = u64::from(half.and(top).equals(top).bits());
                *half = half.add(*half);
            }
            *column = bits[0] | bits[1] << 32;
        }
        (columns, is_short)
    }
}

/// The answers of lines, the first `count` of `starts`, and those that have a pile of more than 19 digits.
struct Candidates<'a, D, V: Vector32> {
    token: V::Token,
    starts: &'a [*const u8; LINES],
    digits: &'a mut Digits,
    count: usize,
    instance: PhantomData<D>,
}

impl<D: Decide, V: Asks<D>> Step for Candidates<'_, D, V> {
    type Output = (u64, u64);

    #[inline(always)]
    fn run(self) -> (u64, u64) {
        let Self {
            token,
            starts,
            digits,
            count,
            ..
        } = self;
        let mut lines = [Line::new(starts[0], 0, 0); LINES];
        let (mut oversized, mut most) = (0, 0);
        for (i, (line, &start)) in lines.iter_mut().zip(starts).enumerate() {
            // SAFETY: a run read this line.
            let (space, end) = unsafe { V::first_two::<true>(token, start) };
            *line = Line::new(start, space, end);
            let most_digits = space.max((end - space).saturating_sub(1));
            oversized |= u64::from(most_digits > 19) << i;
            most = most_digits.max(most);
        }
        let is_long = most > 15;
        let rows = count.div_ceil(STREAMS);
        let mut seen = Windows::<V>::new(token);
        for (row, lines) in lines.as_chunks::<STREAMS>().0[..rows].iter().enumerate() {
            let [a, b, c, d, e, f, g, h] = lines.each_ref();
            // SAFETY: a run read these lines.
            unsafe {
                digits.keep_pair::<V, false>(token, row, 0, [a, b], &mut seen);
                digits.keep_pair::<V, false>(token, row, 1, [c, d], &mut seen);
                digits.keep_pair::<V, false>(token, row, 2, [e, f], &mut seen);
                digits.keep_pair::<V, false>(token, row, 3, [g, h], &mut seen);
                if is_long {
                    digits.keep_before(token, row, 0, [a, b, c, d], &mut seen);
                    digits.keep_before(token, row, 1, [e, f, g, h], &mut seen);
                }
            }
        }
        let mut answers = [0; ROWS];
        if is_long {
            digits.answer::<D, V, true>(token, rows, &mut answers);
        } else {
            digits.answer::<D, V, false>(token, rows, &mut answers);
        }
        let [first, ..] = answers.as_chunks().0 else {
            unreachable!("64 rows have 8 bytes");
        };
        (u64::from_le_bytes(*first) & !oversized, oversized)
    }
}
